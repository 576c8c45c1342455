//! The best cut of a node.

use std::hint::black_box;

use super::patch::{Live, Patch};
use crate::encode::{ByCode, Encoded};
use crate::grow::candidate::Question;
use crate::grow::draw::{Draw, Drawn};
use crate::grow::item::Stored;
use crate::grow::quick::{Place, QuickCut, Thin, drawn_cut, over_thin};
use crate::seed::{Key, Permutation};

/// Lists of fewer entries are looked at as they are: sums of each would cost more than they save.
const FEW: usize = 1 << 13;

/// So many lists are brought near at a time.
const NEAR: usize = 8;

/// So many places are asked for their columns at a time.
const AT_ONCE: usize = 64;

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
    /// What a drawn cut moves, by label.
    pub(super) moved: Vec<R::Bin>,
    /// The lists that are asked, in their order.
    pub(super) asked: Vec<u32>,
    /// Lists that may be asked, each below its place in the high bits.
    pub(super) drawn_lists: Vec<u64>,
    /// Which rows, by their labels, were parted from all others at this node.
    pub(super) parted: Vec<bool>,
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
        patch: &Patch<'_, S>,
        classes: usize,
    ) -> Option<Tufts<R::Tuft>> {
        if patch.size() < FEW {
            return None;
        }
        let each = if self.run.tufts() == 1 { 1 } else { classes };
        let mut all = vec![R::Tuft::default(); each * patch.columns.len()];
        for list in 0..patch.columns.len() as u32 {
            let own = &mut all[list as usize * each..][..each];
            patch.labels(list, 0..patch.entries_of(list)).for_each(|label| R::sow(own, label));
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
        self.parted.clear();
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
            if let Some(label) = patch.only(*list)
                && self.is_parted(label, patch.many)
            {
                continue;
            }
            is_reset = false;
            let Some(found) = self.cut(patch, *list, key) else { continue };
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

    /// Whether the only entry of a list is of a row that is worth what another one was that an earlier list parts from all others: of equal cuts
    /// the first wins.
    #[inline]
    fn is_parted(&mut self, label: R::Label, rows: usize) -> bool {
        let Some(mark) = R::mark_of(label).filter(|_| rows > 1) else { return false };
        if mark >= self.parted.len() {
            self.parted.resize(mark + 1, false);
        }
        std::mem::replace(&mut self.parted[mark], true)
    }

    /// Finds the lists that are asked.
    fn ask<S: Stored<Label = R::Label>>(&mut self, patch: &mut Patch<'_, S>, key: Key) {
        self.asked.clear();
        let mut live = std::mem::take(&mut patch.live);
        if let Some(draw) = self.draw {
            // A look at all of them for every second row that has left.
            if 2 * patch.many < live.seen {
                live.lists.retain(|list| patch.entries_of(*list) > 0);
                live.numbers.clear();
                live.seen = patch.many;
            }
            if let Some(order) = draw.permutation(key) {
                self.draw_many(patch, (draw, &order), &mut live);
            } else {
                self.draw_few(patch, draw, key);
            }
        } else {
            live.lists.retain(|list| !patch.is_constant(*list));
            self.asked.extend_from_slice(&live.lists);
        }
        patch.live = live;
    }

    /// Draws columns one by one.
    fn draw_few<S: Stored<Label = R::Label>>(&mut self, patch: &mut Patch<'_, S>, draw: Draw<'_>, key: Key) {
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
    }

    /// Draws lists, as columns would be drawn one by one. Where most columns tell nothing, those that do are asked for their places.
    fn draw_many<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        (draw, order): (Draw<'_>, &Permutation),
        live: &mut Live,
    ) {
        let Draw { columns, many, count_constant } = draw;
        // To find those that are asked among all columns takes so many more looks than they are as there are more columns than live lists; a look
        // at a column costs more than at a list.
        if 2 * many as u64 * u64::from(order.last()) < (live.lists.len() as u64).pow(2) {
            self.draw_in_order(patch, (draw, order));
            return;
        }
        if live.numbers.len() < live.lists.len() {
            let own = live.lists.iter().map(|list| patch.columns[*list as usize]);
            let is_whole = columns.len() == self.data.columns.len();
            let number =
                |column: u32| if is_whole { column } else { columns.partition_point(|own| *own < column) as u32 };
            live.numbers.extend(own.map(number));
        }
        // Most stand far behind the last one that is asked, which stands here, or about here.
        let last = if count_constant {
            order.numbers().nth(many - 1).map_or(order.last(), |number| order.place_of(number))
        } else {
            let share = (many as f64 + 4.0 * (many as f64).sqrt()) / live.lists.len() as f64;
            (share * f64::from(order.last())) as u32
        };
        let mut limit = last;
        loop {
            self.take_lists(patch, (order, live), limit);
            let found = self.drawn_lists.len();
            if limit >= order.last() || found >= many || (count_constant && found > 0) {
                break;
            }
            limit = limit.saturating_mul(4).max(64).min(order.last());
        }
        let wanted = if count_constant && limit > last { 1 } else { many };
        if self.drawn_lists.len() > wanted {
            self.drawn_lists.select_nth_unstable(wanted - 1);
            self.drawn_lists.truncate(wanted);
        }
        self.drawn_lists.sort_unstable();
        self.asked.extend(self.drawn_lists.iter().map(|drawn| *drawn as u32));
    }

    /// Goes through the columns in their order until enough are found that tell something.
    fn draw_in_order<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        (draw, order): (Draw<'_>, &Permutation),
    ) {
        let Draw { columns, many, count_constant } = draw;
        let is_whole = columns.len() == self.data.columns.len();
        patch.mark_columns();
        let (mut numbers, mut drawn) = ([0; AT_ONCE], 0);
        for first in (0..=order.last()).step_by(AT_ONCE) {
            order.fill(first, &mut numbers);
            for number in numbers {
                if number as usize >= columns.len() {
                    continue;
                }
                if self.asked.len() >= many || (count_constant && drawn >= many && !self.asked.is_empty()) {
                    return;
                }
                drawn += 1;
                let column = if is_whole { number } else { columns[number as usize] };
                let list = patch.list_of(column);
                self.asked.extend(list.filter(|list| !patch.is_constant(*list)));
            }
        }
    }

    /// Takes the lists that tell something and do not stand behind a place.
    fn take_lists<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        (order, live): (&Permutation, &Live),
        limit: u32,
    ) {
        self.drawn_lists.clear();
        for (numbers, lists) in live.numbers.chunks(AT_ONCE).zip(live.lists.chunks(AT_ONCE)) {
            let (mut taken, mut many) = ([0; AT_ONCE], 0);
            let mut places = [0; AT_ONCE];
            order.find_places(numbers, &mut places);
            for (place, list) in places.iter().zip(lists) {
                // Written down in any case, and kept or not: no guess goes wrong.
                taken[many % AT_ONCE] = u64::from(*place) << 32 | u64::from(*list);
                many += usize::from(*place <= limit);
            }
            self.drawn_lists.extend(taken[..many].iter().filter(|taken| !patch.is_constant(**taken as u32)));
        }
    }

    /// The best cut of a list, or the one that is drawn.
    fn cut<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        list: u32,
        key: Key,
    ) -> Option<Best<R::Mark>> {
        let column = patch.columns[list as usize];
        let rest = (patch.entries_of(list) < patch.many).then(|| self.rest(column));
        if let Some(numbers) = self.numbers.and_then(|numbers| numbers.of(column)) {
            return self.drawn_cut((patch, list), (numbers, rest), key.child(u64::from(column)));
        }
        patch.pairs(list, &mut self.pairs);
        let cut = over_thin(&mut self.run, &self.pairs, (rest, self.least))?;
        let (low, high) = cut.place.codes()?;
        Some(Best { list, low, question: Question::Between { low, high }, cut })
    }

    pub(super) fn rest(&self, column: u32) -> u32 {
        self.data.entries.as_ref().map_or(0, |entries| entries.rest[column as usize])
    }

    /// Codes say where the cut is, so that the labels of those entries alone are looked up that it moves.
    fn drawn_cut<S: Stored<Label = R::Label>>(
        &mut self,
        (patch, list): (&mut Patch<'_, S>, u32),
        (numbers, rest): (&[f64], Option<u32>),
        key: Key,
    ) -> Option<Best<R::Mark>> {
        let entries = patch.list(list);
        let ends = (entries.first()?.code, entries.last()?.code);
        let (first, last) = rest.map_or(ends, |rest| (ends.0.min(rest), ends.1.max(rest)));
        let (from, to) = (first as usize, last as usize);
        let cut = drawn_cut(numbers[from], numbers[to], key)?;
        let low = first + numbers[from + 1..=to].partition_point(|number| *number <= cut) as u32;
        let middle = entries.partition_point(|entry| entry.code <= low);
        // Those are moved that the rest is not among: counted first, for sums of many cost no more than of one.
        let moved = if rest.is_some_and(|rest| rest <= low) { middle..entries.len() } else { 0..middle };
        self.moved.clear();
        self.moved.resize(self.run.stride(), R::Bin::default());
        patch.labels(list, moved).for_each(|label| self.run.count(&mut self.moved, label));
        self.run.reset();
        self.run.shift_bins(&self.moved);
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
