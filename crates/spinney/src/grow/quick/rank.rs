//! Where the rows of a small subtree stand in a column: sorted once, at the first node that asks for the column, and used at all
//! nodes below it.
//!
//! ```text
//! slot      a row of the subtree, by its number there; the slots of a node stand side by side
//! place     where a slot stands in the order of the column, from 0
//! value     the number of its value among those that occur, from 0
//! ```

use super::flock::MOST;
use super::keys::Keys;

/// Up to so many rows are ordered by comparing each with each.
const FEW: usize = 16;
/// Up to so many rows short keys are compared each with each.
const SEVERAL: usize = 64;

/// The order of a column.
#[derive(Clone)]
pub(crate) struct Rank {
    /// The slots of the node that it was made for, among those of the subtree: it holds for all nodes within.
    start: usize,
    end: usize,
    places: [u8; MOST],
    /// The slots in order.
    order: [u8; MOST],
    values: [u8; MOST],
    pub(crate) distinct: usize,
    /// The last value, where it stands for none.
    hole: Option<u8>,
}

impl Rank {
    pub(super) fn new() -> Self {
        Rank { start: 0, end: 0, places: [0; MOST], order: [0; MOST], values: [0; MOST], distinct: 0, hole: None }
    }

    /// Forgets what it was made for.
    pub(super) fn forget(&mut self) {
        self.end = 0;
    }

    /// Whether it holds for the node of these slots.
    #[inline]
    pub(super) fn holds(&self, start: usize, many: usize) -> bool {
        self.start <= start && start + many <= self.end
    }

    /// The number of a slot's value: its place, where no two rows have the same.
    #[inline]
    pub(super) fn value(&self, slot: u8) -> u8 {
        let values = if self.is_strict() { &self.places } else { &self.values };
        values[usize::from(slot)]
    }

    /// The number that stands for no value, where a row has none.
    #[inline]
    pub(super) fn hole(&self) -> Option<u8> {
        self.hole
    }

    /// Whether no two rows have the same value.
    #[inline]
    pub(super) fn is_strict(&self) -> bool {
        self.distinct == self.end - self.start
    }

    /// Puts the slots of a node, which begin here, in order. `code` tells those apart whose keys do not; codes from `missing` on stand
    /// for no value, where such codes are.
    pub(super) fn make(
        &mut self,
        (start, slots): (usize, &[u8]),
        keys: &mut Keys,
        (code, missing): (impl Fn(u8) -> u32, Option<u32>),
    ) {
        let many = slots.len();
        (self.start, self.end) = (start, start + many);
        if self.make_by_comparing(slots, keys) {
            let last = self.order[many - 1];
            let hole = missing.filter(|missing| code(last) >= *missing);
            self.hole = hole.map(|_| self.value(last));
            return;
        }
        let (is_exact, sorted) = (keys.is_exact, keys.sorted(slots));
        if !sorted.windows(2).any(|pair| pair[0] >> 8 == pair[1] >> 8) {
            self.take_strict(sorted);
            let last = (many - 1) as u8;
            self.hole = missing.filter(|missing| code(self.order[usize::from(last)]) >= *missing).map(|_| last);
            return;
        }
        if !is_exact {
            for equal in sorted.chunk_by_mut(|one, two| one >> 8 == two >> 8).filter(|equal| equal.len() > 1) {
                equal.sort_unstable_by_key(|key| code(*key as u8));
            }
        }
        let differ = |one: u64, two: u64| one >> 8 != two >> 8 || (!is_exact && code(one as u8) != code(two as u8));
        let mut value = 0_u8;
        let mut last = sorted[0];
        for (place, key) in sorted.iter().enumerate() {
            let slot = *key as u8;
            value += u8::from(differ(last, *key));
            last = *key;
            self.order[place] = slot;
            self.places[usize::from(slot)] = place as u8;
            self.values[usize::from(slot)] = value;
        }
        self.distinct = usize::from(value) + 1;
        self.hole = missing.filter(|missing| code(last as u8) >= *missing).map(|_| value);
    }

    /// Takes an order in which no two keys are the same.
    fn take_strict(&mut self, sorted: &[u64]) {
        for (place, key) in sorted.iter().enumerate() {
            let slot = *key as u8;
            self.order[place] = slot;
            self.places[usize::from(slot)] = place as u8;
        }
        self.distinct = sorted.len();
    }

    /// Puts a few slots in order by comparing each key with each; `false` where there are more, or some codes only look equal.
    fn make_by_comparing(&mut self, slots: &[u8], keys: &Keys) -> bool {
        let Some(short) = keys.short(slots.len()) else { return false };
        match slots.len() {
            0..=8 => self.count_less::<8>(slots, (short, keys.is_exact)),
            9..=16 => self.count_less::<16>(slots, (short, keys.is_exact)),
            17..=32 => self.count_less::<32>(slots, (short, keys.is_exact)),
            33..=48 => self.count_less::<48>(slots, (short, keys.is_exact)),
            49..=SEVERAL => self.count_less::<SEVERAL>(slots, (short, keys.is_exact)),
            _ => false,
        }
    }

    /// The number of a slot's value is how many keys are less than its own: no branch, and eight comparisons at a time.
    fn count_less<const N: usize>(&mut self, slots: &[u8], (keys, is_exact): (&[i16], bool)) -> bool {
        let many = slots.len();
        let mut short = [i16::MAX; N];
        short[..many].copy_from_slice(keys);
        let mut less = [0_i16; N];
        for one in &short[..many] {
            for (less, other) in less.iter_mut().zip(&short) {
                *less += i16::from(one < other);
            }
        }
        // Of keys that all differ, one has none below it, one has one, and so on: equal ones have fewer.
        let sum: usize = less[..many].iter().map(|less| *less as usize).sum();
        if sum == many * (many - 1) / 2 {
            for (slot, place) in slots.iter().zip(less) {
                self.order[place as usize % N] = *slot;
                self.places[usize::from(*slot)] = place as u8;
            }
            self.distinct = many;
            return true;
        }
        if is_exact {
            self.take_values(slots, &less);
        }
        is_exact
    }

    /// Takes an order in which some keys are the same: for each slot how many keys are less than its own.
    fn take_values<const N: usize>(&mut self, slots: &[u8], less: &[i16; N]) {
        let mut taken = [0_u8; N];
        self.distinct = 0;
        for (slot, less) in slots.iter().zip(less) {
            let value = *less as u8;
            let taken = &mut taken[usize::from(value) % N];
            let place = value + *taken;
            self.distinct += usize::from(*taken == 0);
            *taken += 1;
            self.order[usize::from(place)] = *slot;
            self.places[usize::from(*slot)] = place;
            self.values[usize::from(*slot)] = value;
        }
    }

    /// The slots of a node in order.
    #[inline]
    pub(super) fn in_order(&self, node: &[u8], out: &mut [u8; MOST]) {
        match node.len() {
            0..=4 => self.by_comparing::<4>(node, out),
            5..=8 => self.by_comparing::<8>(node, out),
            9..=FEW => self.by_comparing::<FEW>(node, out),
            many if many == self.end - self.start => out[..many].copy_from_slice(&self.order[..many]),
            _ => self.by_marking(node, out),
        }
    }

    /// A slot's place in the node is the number of those before it. No branch, and eight comparisons at a time.
    #[inline]
    fn by_comparing<const N: usize>(&self, node: &[u8], out: &mut [u8; MOST]) {
        let mut places = [u8::MAX; N];
        for (place, slot) in places.iter_mut().zip(node) {
            *place = self.places[usize::from(*slot)];
        }
        let mut before = [0_u8; N];
        for one in places {
            for (before, other) in before.iter_mut().zip(&places) {
                *before += u8::from(one < *other);
            }
        }
        for (before, slot) in before.iter().zip(node) {
            out[usize::from(*before)] = *slot;
        }
    }

    /// Places are marked, and the marks gone through.
    fn by_marking(&self, node: &[u8], out: &mut [u8; MOST]) {
        let mut marks = [0_u64; MOST / 64];
        for slot in node {
            let place = self.places[usize::from(*slot)];
            marks[usize::from(place / 64)] |= 1 << (place % 64);
        }
        let mut next = 0_u8;
        for (word, mark) in marks.into_iter().enumerate() {
            let mut mark = mark;
            while mark != 0 {
                out[usize::from(next)] = self.order[(64 * word + mark.trailing_zeros() as usize) % MOST];
                next = next.wrapping_add(1);
                mark &= mark - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Key;

    #[test]
    fn slots_stand_in_the_order_of_their_codes_at_every_node() {
        let mut draws = Key::new(5).draws();
        let (mut rank, mut keys) = (Rank::new(), Keys::new());
        for round in 0..1000_u32 {
            let many = draws.below(MOST as u64) as usize + 1;
            let codes: Vec<u32> = (0..many).map(|_| draws.below([3, 40, 1 << 20][round as usize % 3]) as u32).collect();
            let code = |slot: u8| codes[usize::from(slot)];
            let mut node: Vec<u8> = (0..many).map(|slot| slot as u8).collect();
            draws.shuffle(&mut node);
            // Keys may leave bits out: then codes decide.
            let shift = draws.below(12) as u32 * (round % 2);
            let bits = [2_u32, 6, 20][round as usize % 3].saturating_sub(shift);
            if bits <= 16 {
                keys.fill_short(&node, shift == 0, |slot| (code(slot) >> shift) as u16);
            } else {
                keys.fill(&node, code);
            }
            rank.make((0, &node), &mut keys, (code, None));
            let mut distinct = codes.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(rank.distinct, distinct.len());
            while node.len() > 1 {
                let mut order = [0; MOST];
                rank.in_order(&node, &mut order);
                let mut expected: Vec<u32> = node.iter().map(|slot| code(*slot)).collect();
                expected.sort_unstable();
                assert_eq!(order[..node.len()].iter().map(|slot| code(*slot)).collect::<Vec<_>>(), expected);
                for pair in node.windows(2) {
                    let values = (rank.value(pair[0]), rank.value(pair[1]));
                    assert_eq!(values.0.cmp(&values.1), code(pair[0]).cmp(&code(pair[1])));
                }
                node.truncate(node.len() / 2);
            }
        }
    }
}
