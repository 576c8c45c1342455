//! The best cut of a node.

use std::hint::black_box;

use super::patch::Patch;
use crate::encode::{ByCode, Encoded};
use crate::grow::candidate::Question;
use crate::grow::draw::{Draw, Drawn};
use crate::grow::item::Stored;
use crate::grow::quick::{Place, QuickCut, Thin, drawn_cut, over_thin};
use crate::seed::Key;

/// Lists of fewer entries are looked at as they are: sums of each would cost more than they save.
const FEW: usize = 1 << 13;

/// So many lists are brought near at a time.
const NEAR: usize = 8;

/// The best cut of a node.
pub(super) struct Best<M> {
    pub(super) list: u32,
    /// Codes up to this one go left.
    pub(super) low: u32,
    pub(super) question: Question,
    cut: QuickCut<M>,
}

/// What a search is made with.
pub(super) struct Search<'h, R: Thin> {
    pub(super) data: &'h Encoded<'h>,
    pub(super) run: R,
    /// How columns are drawn; none where all are asked.
    pub(super) draw: Option<Draw<'h>>,
    pub(super) drawn: Drawn,
    /// The numbers of columns, where cuts are drawn between them.
    pub(super) numbers: Option<&'h ByCode>,
    pub(super) least: u64,
    /// The entries of a list with their labels.
    pub(super) pairs: Vec<(u32, R::Label)>,
    /// The lists that are asked, in their order.
    pub(super) asked: Vec<u32>,
    pub(super) places: Vec<(u32, u32)>,
}

/// What the entries of each list come to, where that is kept.
pub(super) struct Tufts<T> {
    all: Vec<T>,
    each: usize,
}

impl<R: Thin> Search<'_, R> {
    /// What the entries of a patch come to, where it is large: its columns will be asked again and again, and lists lie far apart.
    pub(super) fn tufts<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        classes: usize,
    ) -> Option<Tufts<R::Tuft>> {
        if patch.size() < FEW {
            return None;
        }
        let each = if self.run.tufts() == 1 { 1 } else { classes };
        let mut all = vec![R::Tuft::default(); each * patch.columns.len()];
        for list in 0..patch.columns.len() as u32 {
            let own = &mut all[list as usize * each..][..each];
            patch.pairs(list, &mut self.pairs);
            for pair in &self.pairs {
                R::sow(own, pair.1);
            }
        }
        Some(Tufts { all, each })
    }

    /// The best cut of a node at which the run stands; `None` where there is none.
    pub(super) fn best<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        key: Key,
        tufts: Option<&Tufts<R::Tuft>>,
    ) -> Option<Best<R::Mark>> {
        self.ask(patch, key);
        let asked = std::mem::take(&mut self.asked);
        let mut best: Option<Best<R::Mark>> = None;
        let mut is_reset = true;
        for (place, list) in asked.iter().enumerate() {
            if place % NEAR == 0 && tufts.is_some() && self.numbers.is_some() {
                // Most lists will be looked at, and they lie far apart: so the machine waits for several of them at once.
                let near = &asked[place..asked.len().min(place + NEAR)];
                black_box(near.iter().fold(0, |sum, list| sum ^ patch.touch(*list)));
            }
            if let (Some(tufts), Some(best)) = (tufts, &best) {
                if !is_reset {
                    self.run.reset();
                    is_reset = true;
                }
                let score = best.cut.score - 2.0 * self.run.doubt(best.cut.score);
                if !self.run.could_part(tufts.of(*list), score) {
                    continue;
                }
            }
            is_reset = false;
            let found = self.cut(patch, *list, key);
            let Some(found) = found else { continue };
            if best.as_ref().is_none_or(|best| found.cut.beats(&best.cut, &self.run)) {
                let is_perfect = self.run.is_perfect(found.cut.score);
                best = Some(found);
                if is_perfect {
                    break; // of equal ones the first wins
                }
            }
        }
        self.asked = asked;
        best
    }

    /// Finds the lists that are asked.
    fn ask<S: Stored<Label = R::Label>>(&mut self, patch: &mut Patch<'_, S>, key: Key) {
        self.asked.clear();
        let mut live = std::mem::take(&mut patch.live);
        if let Some(draw) = self.draw {
            // A look at all of them for every second row that has left.
            if 2 * patch.many < patch.seen {
                live.retain(|list| patch.entries_of(*list) > 0);
                patch.seen = patch.many;
            }
            self.draw_lists(patch, (draw, &live), key);
        } else {
            live.retain(|list| !patch.is_constant(*list));
            self.asked.extend_from_slice(&live);
        }
        patch.live = live;
    }

    /// Draws lists, as columns would be drawn one by one. Where most columns tell nothing, those that do are asked for their places.
    fn draw_lists<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        (draw, live): (Draw<'_>, &[u32]),
        key: Key,
    ) {
        let Draw { columns, many, count_constant } = draw;
        let Some(order) = draw.permutation(key) else {
            let mut drawing = draw.begin(key, |_| false, &mut self.drawn);
            let mut list = 0;
            let mut is_constant = |column: u32, list: &mut u32| {
                let found = patch.list_of(column);
                *list = found.unwrap_or(0);
                found.is_none_or(|list| patch.is_constant(list))
            };
            while drawing.next(|column| is_constant(column, &mut list)).is_some() {
                self.asked.push(list);
            }
            return;
        };
        // Those that are asked are so many of the live ones: to find them among all takes so many more looks, each of which costs more than to ask
        // a column for its place; most where lists have to be sought.
        let look = if patch.columns.len() == self.data.columns.len() { 2 } else { 6 };
        if look * many * columns.len() < live.len() * live.len() {
            for place in 0..columns.len() as u32 {
                let enough = self.asked.len() >= many;
                if enough || (count_constant && place as usize >= many && !self.asked.is_empty()) {
                    break;
                }
                let list = patch.list_of(columns[order.at(place) as usize]);
                self.asked.extend(list.filter(|list| !patch.is_constant(*list)));
            }
            return;
        }
        self.places.clear();
        let whole = columns.len() == self.data.columns.len();
        for list in live.iter().copied() {
            if patch.is_constant(list) {
                continue;
            }
            let column = patch.columns[list as usize];
            let number = if whole { Some(column) } else { columns.binary_search(&column).ok().map(|at| at as u32) };
            self.places.extend(number.map(|number| (order.place_of(number), list)));
        }
        if count_constant {
            let first = self.places.iter().copied().min();
            self.places.retain(|(place, _)| (*place as usize) < many);
            if self.places.is_empty() {
                self.places.extend(first);
            }
        } else if self.places.len() > many {
            self.places.select_nth_unstable(many - 1);
            self.places.truncate(many);
        }
        self.places.sort_unstable();
        self.asked.extend(self.places.iter().map(|(_, list)| *list));
    }

    /// The best cut of a list, or the one that is drawn.
    fn cut<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        list: u32,
        key: Key,
    ) -> Option<Best<R::Mark>> {
        let column = patch.columns[list as usize];
        let all = patch.many;
        patch.pairs(list, &mut self.pairs);
        let rest = (self.pairs.len() < all).then(|| self.rest(column));
        if let Some(numbers) = self.numbers.and_then(|numbers| numbers.of(column)) {
            return self.drawn_cut((list, column), (numbers, rest), key);
        }
        let cut = over_thin(&mut self.run, &self.pairs, (rest, self.least))?;
        let (low, high) = cut.place.codes()?;
        Some(Best { list, low, question: Question::Between { low, high }, cut })
    }

    pub(super) fn rest(&self, column: u32) -> u32 {
        self.data.entries.as_ref().map_or(0, |entries| entries.rest[column as usize])
    }

    fn drawn_cut(
        &mut self,
        (list, column): (u32, u32),
        (numbers, rest): (&[f64], Option<u32>),
        key: Key,
    ) -> Option<Best<R::Mark>> {
        let ends = (self.pairs.first()?.0, self.pairs.last()?.0);
        let (first, last) = rest.map_or(ends, |rest| (ends.0.min(rest), ends.1.max(rest)));
        let (from, to) = (first as usize, last as usize);
        let cut = drawn_cut(numbers[from], numbers[to], key.child(u64::from(column)))?;
        let low = first + numbers[from + 1..=to].partition_point(|number| *number <= cut) as u32;
        self.run.reset();
        // Those are moved that the rest is not among.
        let is_right = rest.is_some_and(|rest| rest <= low);
        let moved = self.pairs.iter().filter(|pair| (pair.0 > low) == is_right);
        moved.for_each(|pair| self.run.shift(pair.1));
        let (left, right) = self.run.weights();
        if left < self.least || right < self.least {
            return None;
        }
        let made = QuickCut { score: self.run.score(), mark: self.run.mark(), place: Place::Parted };
        Some(Best { list, low, question: Question::At { cut, low }, cut: made })
    }
}

impl<T> Tufts<T> {
    #[inline]
    fn of(&self, list: u32) -> &[T] {
        &self.all[list as usize * self.each..][..self.each]
    }

    pub(super) fn of_mut(&mut self, list: u32) -> &mut [T] {
        &mut self.all[list as usize * self.each..][..self.each]
    }
}
