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
    /// The same as the last bits of numbers, with their shares above.
    keys: Vec<u64>,
    /// What may be the best two sets, with what they are worth.
    close: Vec<(f64, Lean, Parting)>,
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
    /// Takes the values of a column, in the order of their codes.
    pub(super) fn take(&mut self, values: impl Iterator<Item = (u32, Lean)>) {
        self.rare.clear();
        self.values.clear();
        self.values.extend(values.map(|(code, lean)| Value { code, lean, block: 0 }));
    }

    /// The best two sets, with rows that have no value on either side; of equal ones those whose first is the first in the order of sets
    /// of codes, then rows without a value in that one. None where they are worth less than `floor`.
    pub(super) fn best<R: Tabled, S>(
        &mut self,
        run: &mut R,
        missing: Option<Lean>,
        (asked, floor): (Asked<'_, S>, f64),
    ) -> Searched<R::Mark> {
        let Asked { least, least_value, .. } = asked;
        self.take_rare_together(least_value);
        let light = |lean: &Lean| lean.weight < least;
        let limited = || missing.as_ref().is_some_and(light) || self.values.iter().any(|value| light(&value.lean));
        if least > 1 && self.values.len() <= ENUMERATED && limited() {
            return Searched::AskPlainly;
        }
        let floor = self.find_close(run, missing, (least, floor));
        let mut best = None;
        for (score, left, parting) in &self.close {
            if *score >= floor {
                self.offer(&mut best, run, (*left, *parting), least);
            }
        }
        best.map_or(Searched::None, Searched::Cut)
    }

    /// Finds what may be the best two sets, as far as scores tell, and what they must be worth.
    fn find_close<R: Tabled>(&mut self, run: &R, missing: Option<Lean>, (least, floor): (u64, f64)) -> f64 {
        let mut all = missing.unwrap_or_default();
        self.values.iter().for_each(|value| all.add(value.lean));
        let mut close = std::mem::take(&mut self.close);
        close.clear();
        let (mut most, mut floor) = (floor, floor);
        let mut see = |left: Lean, parting: Parting| {
            if left.weight.min(all.weight - left.weight) < least.max(1) {
                return;
            }
            let score = run.score_at(left);
            if score > most {
                most = score;
                floor = floor.max(score - 2.0 * run.doubt(score));
            }
            if score >= floor {
                close.push((score, left, parting));
            }
        };
        if self.values.len() > 1 {
            let blocks = self.make_blocks();
            let mut low = Lean::default();
            let mut last = 0;
            for place in &self.order {
                let Value { lean, block, .. } = self.values[*place as usize];
                if block != last {
                    if let Some(missing) = missing {
                        let mut with = low;
                        with.add(missing);
                        see(with, Parting::Above(last, Some(true)));
                        see(low, Parting::Above(last, Some(false)));
                    } else {
                        see(low, Parting::Above(last, None));
                    }
                    last = block;
                }
                low.add(lean);
            }
            debug_assert_eq!(last + 1, blocks);
        }
        if let Some(missing) = missing.filter(|_| !self.values.is_empty()) {
            let known = Lean { weight: all.weight - missing.weight, over: all.over - missing.over };
            see(known, Parting::Known);
        }
        self.close = close;
        floor
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
        self.values.push(Value { code: RARE, lean, block: 0 });
    }

    /// Orders the values by their lean, and numbers the blocks; how many these are.
    fn make_blocks(&mut self) -> u32 {
        let block = if self.take_shares() { self.blocks_by_share() } else { self.blocks_by_comparing() };
        if block == 0 {
            // All alike: nothing can be gained. The first of all ties is the first value against the others.
            self.values[1..].iter_mut().for_each(|value| value.block = 1);
            self.order.sort_unstable();
            return 2;
        }
        block + 1
    }

    /// Takes the shares of the second class as numbers that are equal where shares are, above the places of values; `false` where leans
    /// are no shares, or too heavy. Fractions of numbers below 2¹⁶ are at least 2⁻³² apart, and 40 bits of each are kept.
    fn take_shares(&mut self) -> bool {
        const ONE: u64 = 1.0_f64.to_bits();
        let is_light = |Lean { weight, over }: Lean| weight < 1 << 16 && over >= 0 && over.cast_unsigned() <= weight;
        if self.values.len() > 1 << 16 || !self.values.iter().all(|value| is_light(value.lean)) {
            return false;
        }
        self.keys.clear();
        self.keys.extend(self.values.iter().zip(0..).map(|(value, place): (_, u64)| {
            let share = value.lean.over as f64 / value.lean.weight.cast_signed() as f64;
            ((1.0 + share).to_bits() - ONE) >> 12 << 16 | place
        }));
        true
    }

    /// The last block.
    fn blocks_by_share(&mut self) -> u32 {
        self.keys.sort_unstable();
        let (mut block, mut last) = (0, self.keys[0]);
        self.order.clear();
        for key in &self.keys {
            let place = key & 0xFFFF;
            block += u32::from(key >> 16 != last >> 16);
            (self.values[place as usize].block, last) = (block, *key);
            self.order.push(place as u32);
        }
        block
    }

    /// The last block.
    fn blocks_by_comparing(&mut self) -> u32 {
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
        block
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
        let left = |parting| self.codes(parting).filter(|(_, right)| !right);
        let sets = left(one).cmp(left(two));
        sets.then(self.branch_of_missing(one).cmp(&self.branch_of_missing(two))).is_lt()
    }

    /// The codes of a parting, each with whether it goes right; rare ones come last, all others in order.
    pub(super) fn codes(&self, parting: Parting) -> impl Iterator<Item = (u32, bool)> {
        let is_low = move |value: &Value| matches!(parting, Parting::Above(block, _) if value.block <= block);
        let first = self.values.first().is_none_or(is_low);
        let of = move |value| self.codes_of(value).iter().map(move |code| (*code, is_low(value) != first));
        self.values.iter().flat_map(of)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Key;

    #[test]
    fn shares_order_values_as_fractions_do() {
        let mut draws = Key::new(8).draws();
        for round in 0..500 {
            let most = [4, 60, (1 << 16) - 1][round % 3];
            let mut lean = || {
                let weight = draws.below(most) + 1;
                Lean { weight, over: draws.below(weight + 1).cast_signed() }
            };
            let leans: Vec<Lean> = (0..40).map(|_| lean()).collect();
            let mut sets = Sets::default();
            sets.take((0..).zip(leans));
            assert!(sets.take_shares());
            let last = sets.blocks_by_share();
            let blocks: Vec<u32> = sets.values.iter().map(|value| value.block).collect();
            assert_eq!(sets.blocks_by_comparing(), last);
            assert!(sets.values.iter().map(|value| value.block).eq(blocks));
        }
        let mut sets = Sets::default();
        sets.take([(0, Lean { weight: 1 << 16, over: 1 })].into_iter());
        assert!(!sets.take_shares());
    }
}
