//! The best cut of a node.

use std::hint::black_box;

use super::asked::Asked;
use super::patch::Patch;
use crate::encode::{ByCode, Encoded};
use crate::grow::candidate::Question;
use crate::grow::item::Stored;
use crate::grow::quick::{Place, QuickCut, Thin, drawn_cut, over_thin};
use crate::seed::Key;

/// Lists of fewer entries are looked at as they are: sums of each would cost more than they save.
const FEW: usize = 1 << 11;

/// So many lists are brought near at a time.
const NEAR: usize = 32;

/// So many numbers the machine brings at once.
const LINE: usize = 8;

/// Lists that come to so much of what the most hopeful one does are looked at first.
const HOPEFUL: f64 = 0.5;

/// The best cut of a node.
pub(super) struct Best<M> {
    pub(super) list: u32,
    /// Codes up to this one go left.
    pub(super) low: u32,
    pub(super) question: Question,
    /// How many lists are asked before this one: of equal cuts the first wins.
    turn: usize,
    cut: QuickCut<M>,
}

/// What a search is made with.
pub(super) struct Search<'h, R: Thin> {
    pub(super) data: &'h Encoded<'h>,
    pub(super) run: R,
    pub(super) asked: Asked<'h>,
    /// The numbers of columns, where cuts are drawn between them.
    pub(super) numbers: Option<&'h ByCode>,
    pub(super) least: u64,
    /// The entries of a list with their labels.
    pub(super) pairs: Vec<(u32, R::Label)>,
    /// What a drawn cut moves, by label.
    pub(super) moved: Vec<R::Bin>,
    /// What the entries of each list that is asked come to by themselves.
    pub(super) hopes: Vec<f64>,
    /// Which rows, by their labels, were parted from all others at this node.
    pub(super) parted: Vec<bool>,
}

/// What the entries of each list come to, where that is kept.
pub(super) struct Tufts<T> {
    all: Vec<T>,
    each: usize,
}

impl<R: Thin> Search<'_, R> {
    /// Room for what the entries of a patch come to, where these are many: its columns will be asked again and again, and lists lie far apart.
    pub(super) fn tufts(&self, entries: usize, lists: usize, classes: usize) -> Option<Tufts<R::Tuft>> {
        let each = if self.run.tufts() == 1 { 1 } else { classes };
        (entries >= FEW).then(|| Tufts { all: vec![R::Tuft::default(); each * lists], each })
    }

    /// The best cut of a node at which the run stands; `None` where there is none.
    pub(super) fn best<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        key: Key,
        tufts: Option<&Tufts<R::Tuft>>,
    ) -> Option<Best<R::Mark>> {
        self.asked.find(patch, key, R::mark_of);
        let asked = std::mem::take(&mut self.asked.lists);
        let found = match tufts {
            Some(tufts) => self.best_of_many(patch, key, (&asked, tufts)),
            None => self.best_of_few(patch, key, &asked),
        };
        self.asked.lists = asked;
        found
    }

    /// Looks at lists in the order in which they are asked.
    fn best_of_few<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        key: Key,
        asked: &[u32],
    ) -> Option<Best<R::Mark>> {
        self.parted.clear();
        if self.numbers.is_some() {
            self.touch(patch, asked.iter().copied());
        }
        let mut best = None;
        for (turn, list) in asked.iter().enumerate() {
            let is_parted = patch.only(*list).is_some_and(|label| self.is_parted(label, patch.many));
            if !is_parted && self.offer(patch, key, (turn, *list), &mut best) {
                break; // of equal ones the first wins
            }
        }
        best
    }

    /// Looks at the most hopeful lists first: hardly another one could then be better, and that is known without a look at it. (Where all columns are
    /// asked, there are so many that one of the first is good enough for that.)
    fn best_of_many<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        key: Key,
        (asked, tufts): (&[u32], &Tufts<R::Tuft>),
    ) -> Option<Best<R::Mark>> {
        let mut hopes = std::mem::take(&mut self.hopes);
        hopes.clear();
        if self.asked.are_drawn() {
            hopes.extend(asked.iter().map(|list| self.run.hope(tufts.of(*list))));
        }
        let most = HOPEFUL * hopes.iter().fold(0.0, |most, hope| if *hope > most { *hope } else { most });
        let is_first = |turn: usize| hopes.get(turn).is_some_and(|hope| *hope >= most);
        let first = || (0..hopes.len()).filter(|turn| is_first(*turn));
        self.touch(patch, first().map(|turn| asked[turn]));
        let (mut best, mut end) = (None, asked.len());
        for turn in first() {
            if self.offer(patch, key, (turn, asked[turn]), &mut best) {
                end = turn;
                break; // of equal ones the first wins
            }
        }
        self.parted.clear();
        let mut near = Vec::with_capacity(NEAR);
        'all: for first in (0..end).step_by(NEAR) {
            let turns = (first..end.min(first + NEAR)).filter(|turn| !is_first(*turn));
            near.clear();
            near.extend(turns.filter(|turn| self.may_win(tufts.of(asked[*turn]), best.as_ref())));
            self.touch(patch, near.iter().map(|turn| asked[*turn]));
            for turn in &near {
                let list = asked[*turn];
                let wins = self.may_win(tufts.of(list), best.as_ref())
                    && !patch.only(list).is_some_and(|label| self.is_parted(label, patch.many));
                if wins && self.offer(patch, key, (*turn, list), &mut best) {
                    break 'all;
                }
            }
        }
        self.hopes = hopes;
        best
    }

    /// Looks at where lists lie, for nothing but to have them near: they lie far apart, so that the machine waits for several of them at once.
    fn touch<S: Stored>(&self, patch: &Patch<'_, S>, lists: impl Iterator<Item = u32>) {
        let number = |list: u32| {
            let numbers = self.numbers.and_then(|numbers| numbers.of(patch.columns[list as usize]));
            numbers.map_or(0, |numbers| numbers.iter().step_by(LINE).fold(0, |sum, number| sum ^ number.to_bits()))
        };
        black_box(lists.fold(0, |sum, list| sum ^ u64::from(patch.touch(list)) ^ number(list)));
    }

    /// Whether a cut of a list of these sums could be as good as the best.
    #[inline]
    fn may_win(&mut self, tufts: &[R::Tuft], best: Option<&Best<R::Mark>>) -> bool {
        let Some(best) = best else { return true };
        self.run.could_part(tufts, best.cut.score - 2.0 * self.run.doubt(best.cut.score))
    }

    /// Keeps the best cut of a list where it is better than another, or as good and asked before; says whether none could be better.
    #[inline]
    fn offer<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        key: Key,
        (turn, list): (usize, u32),
        best: &mut Option<Best<R::Mark>>,
    ) -> bool {
        let found = self.cut(patch, (turn, list), key);
        self.run.reset();
        let Some(found) = found else { return false };
        let wins = best.as_ref().is_none_or(|best| {
            if turn < best.turn {
                !best.cut.beats(&found.cut, &self.run)
            } else {
                found.cut.beats(&best.cut, &self.run)
            }
        });
        let is_perfect = wins && self.run.is_perfect(found.cut.score);
        if wins {
            *best = Some(found);
        }
        is_perfect
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

    /// The best cut of a list, or the one that is drawn.
    fn cut<S: Stored<Label = R::Label>>(
        &mut self,
        patch: &mut Patch<'_, S>,
        (turn, list): (usize, u32),
        key: Key,
    ) -> Option<Best<R::Mark>> {
        let column = patch.columns[list as usize];
        let rest = (patch.entries_of(list) < patch.many).then(|| self.rest(column));
        if let Some(numbers) = self.numbers.and_then(|numbers| numbers.of(column)) {
            return self.drawn_cut((patch, turn, list), (numbers, rest), key.child(u64::from(column)));
        }
        patch.pairs(list, &mut self.pairs);
        let cut = over_thin(&mut self.run, &self.pairs, (rest, self.least))?;
        let (low, high) = cut.place.codes()?;
        Some(Best { list, low, question: Question::Between { low, high }, turn, cut })
    }

    pub(super) fn rest(&self, column: u32) -> u32 {
        self.data.entries.as_ref().map_or(0, |entries| entries.rest[column as usize])
    }

    /// Codes say where the cut is, so that the labels of those entries alone are looked up that it moves.
    fn drawn_cut<S: Stored<Label = R::Label>>(
        &mut self,
        (patch, turn, list): (&mut Patch<'_, S>, usize, u32),
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
        Some(Best { list, low, question: Question::At { cut, low }, turn, cut: made })
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
