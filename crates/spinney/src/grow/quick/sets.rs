//! The best two sets of a column's values at a node, where one order of the values holds them: by the share of the second of two
//! classes, or by their mean. The same sets as those of `questions/subset`, from sums that are made once.

use std::cmp::Ordering;

use super::asked::Asked;
use super::table::{Lean, Tabled};

/// Up to so many values the plain way tries all sets where no order is exact, or limits forbid some; of more, rare ones are taken
/// together.
pub(crate) const ENUMERATED: usize = 10;

/// The values of a column at a node.
#[derive(Default)]
pub(super) struct Sets {
    values: Vec<Value>,
    /// The codes of values that are too rare to be told apart; they are one value, the last.
    rare: Vec<u32>,
    /// The places of values by their lean.
    order: Vec<u32>,
}

/// The code of the rare ones.
const RARE: u32 = u32::MAX;

/// A value, by its code or by any number that grows with the code.
struct Value {
    code: u32,
    lean: Lean,
    /// Values of equal lean are of one block: the best two sets are cut between blocks.
    block: u32,
}

/// Where the values are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parting {
    /// Above this block. Where rows have no value: whether these are with the lower blocks.
    Above(u32, Option<bool>),
    /// All values on one side, rows without one on the other.
    Known,
}

/// The best two sets.
pub(super) struct SetCut<M> {
    pub(super) score: f64,
    pub(super) mark: M,
    pub(super) parting: Parting,
}

/// What was found.
pub(super) enum Searched<M> {
    None,
    Cut(SetCut<M>),
    /// Limits forbid sets that the order holds: the plain way tries all.
    AskPlainly,
}

impl Sets {
    /// Begins a column.
    pub(super) fn begin(&mut self) {
        self.values.clear();
        self.rare.clear();
    }

    /// Adds a value; values are added in the order of their codes.
    pub(super) fn add(&mut self, code: u32, lean: Lean) {
        self.values.push(Value { code, lean, block: 0 });
    }

    /// The best two sets, with rows that have no value on either side; of equal ones those whose first is the first in the order of sets
    /// of codes, then rows without a value in that one.
    pub(super) fn best<R: Tabled, S>(
        &mut self,
        run: &mut R,
        missing: Option<Lean>,
        asked: Asked<'_, S>,
    ) -> Searched<R::Mark> {
        let Asked { least, least_value, .. } = asked;
        self.take_rare_together(least_value);
        let light = |lean: &Lean| lean.weight < least;
        let limited = || missing.as_ref().is_some_and(light) || self.values.iter().any(|value| light(&value.lean));
        if least > 1 && self.values.len() <= ENUMERATED && limited() {
            return Searched::AskPlainly;
        }
        let mut best = None;
        let mut low = Lean::default();
        if self.values.len() > 1 {
            let blocks = self.make_blocks();
            let mut next = 0;
            for block in 0..blocks - 1 {
                while let Some(place) =
                    self.order.get(next).filter(|place| self.values[**place as usize].block == block)
                {
                    low.add(self.values[*place as usize].lean);
                    next += 1;
                }
                if let Some(missing) = missing {
                    let mut with = low;
                    with.add(missing);
                    self.offer(&mut best, run, (with, Parting::Above(block, Some(true))), least);
                    self.offer(&mut best, run, (low, Parting::Above(block, Some(false))), least);
                } else {
                    self.offer(&mut best, run, (low, Parting::Above(block, None)), least);
                }
            }
        }
        if missing.is_some() && !self.values.is_empty() {
            let mut all = Lean::default();
            self.values.iter().for_each(|value| all.add(value.lean));
            self.offer(&mut best, run, (all, Parting::Known), least);
        }
        best.map_or(Searched::None, Searched::Cut)
    }

    /// Takes values of less weight together, where there are many values, and at least two of these.
    fn take_rare_together(&mut self, least: u64) {
        let is_rare = |value: &Value| value.lean.weight < least;
        if least <= 1
            || self.values.len() <= ENUMERATED
            || self.values.iter().filter(|value| is_rare(value)).count() < 2
        {
            return;
        }
        let mut lean = Lean::default();
        for value in self.values.iter().filter(|value| is_rare(value)) {
            self.rare.push(value.code);
            lean.add(value.lean);
        }
        self.values.retain(|value| !is_rare(value));
        self.add(RARE, lean);
    }

    /// Orders the values by their lean, and numbers the blocks; how many these are.
    fn make_blocks(&mut self) -> u32 {
        let values = &mut self.values;
        self.order.clear();
        self.order.extend(0..values.len() as u32);
        self.order.sort_unstable_by(|one, two| values[*one as usize].lean.compare(&values[*two as usize].lean));
        let mut block = 0;
        let mut last = values[self.order[0] as usize].lean;
        for place in &self.order {
            let value = &mut values[*place as usize];
            block += u32::from(value.lean.compare(&last).is_ne());
            (value.block, last) = (block, value.lean);
        }
        if block == 0 {
            // All alike: nothing can be gained. The first of all ties is the first value against the others.
            values[1..].iter_mut().for_each(|value| value.block = 1);
            self.order.sort_unstable();
            block = 1;
        }
        block + 1
    }

    fn offer<R: Tabled>(
        &self,
        best: &mut Option<SetCut<R::Mark>>,
        run: &mut R,
        (left, parting): (Lean, Parting),
        least: u64,
    ) {
        run.stand_at(left);
        let (one, two) = run.weights();
        if one.min(two) < least.max(1) {
            return;
        }
        let score = run.score();
        if let Some(best) = best {
            let doubt = run.doubt(score) + run.doubt(best.score);
            if score < best.score - doubt {
                return;
            }
            if score <= best.score + doubt {
                match run.compare_marks(&run.mark(), &best.mark) {
                    Ordering::Less => return,
                    Ordering::Equal if !self.comes_before(parting, best.parting) => return,
                    _ => {}
                }
            }
        }
        *best = Some(SetCut { score, mark: run.mark(), parting });
    }

    fn comes_before(&self, one: Parting, two: Parting) -> bool {
        if one == Parting::Known || two == Parting::Known {
            return two == Parting::Known && one != two;
        }
        let sets = self.codes(one, true).cmp(self.codes(two, true));
        sets.then(self.branch_of_missing(one).cmp(&self.branch_of_missing(two))).is_lt()
    }

    /// The codes of the set that holds the first value, or of the other; ascending, the rare ones last.
    pub(super) fn codes(&self, parting: Parting, first: bool) -> impl Iterator<Item = u32> {
        let is_low = move |value: &Value| matches!(parting, Parting::Above(block, _) if value.block <= block);
        let side = self.values.first().is_none_or(is_low) == first;
        self.values.iter().filter(move |value| is_low(value) == side).flat_map(|value| self.codes_of(value)).copied()
    }

    fn codes_of<'s>(&'s self, value: &'s Value) -> &'s [u32] {
        if value.code == RARE { &self.rare } else { std::slice::from_ref(&value.code) }
    }

    /// The branch of rows without a value, where there are any.
    pub(super) fn branch_of_missing(&self, parting: Parting) -> Option<u32> {
        match parting {
            Parting::Above(block, is_low) => is_low.map(|is_low| u32::from(is_low != (self.values[0].block <= block))),
            Parting::Known => Some(1),
        }
    }
}
