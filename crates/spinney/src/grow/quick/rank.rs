//! Where the rows of a small subtree stand in a column: sorted once, at the first node that asks for the column, and used at all
//! nodes below it.
//!
//! ```text
//! slot      a row of the subtree, by its number there; the slots of a node stand side by side
//! place     where a slot stands in the order of the column, from 0
//! value     the number of its value among those that occur, from 0
//! ```

use super::flock::MOST;

/// Up to so many rows are ordered by comparing each with each.
const FEW: usize = 16;
/// Up to so many rows short keys are compared each with each.
const SEVERAL: usize = 64;
/// A bucket of more rows is not put in order by moving them one by one.
const CROWD: u16 = 24;

/// What the slots of a node are sorted by: codes, or their leading bits, above the slot.
pub(super) struct Keys {
    sorted: [u64; MOST],
    spare: [u64; MOST],
    /// Whether equal keys are equal codes.
    pub(super) is_exact: bool,
    /// Whether keys have 16 bits.
    is_short: bool,
}

impl Keys {
    pub(super) fn new() -> Self {
        Keys { sorted: [0; MOST], spare: [0; MOST], is_exact: true, is_short: false }
    }

    /// Takes the key of each slot, which has at most so many bits.
    #[inline]
    pub(super) fn fill(&mut self, slots: &[u8], (is_exact, bits): (bool, u32), key: impl Fn(u8) -> u32) {
        (self.is_exact, self.is_short) = (is_exact, bits <= 16);
        for (own, slot) in self.sorted.iter_mut().zip(slots) {
            *own = u64::from(key(*slot)) << 8 | u64::from(*slot);
        }
    }
}

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
        (start, many): (usize, usize),
        keys: &mut Keys,
        (code, missing): (impl Fn(u8) -> u32, Option<u32>),
    ) {
        (self.start, self.end) = (start, start + many);
        let by_comparing = match many {
            _ if !keys.is_short => false,
            0..=FEW => self.make_by_comparing::<FEW>(keys, many),
            17..=32 => self.make_by_comparing::<32>(keys, many),
            33..=SEVERAL => self.make_by_comparing::<SEVERAL>(keys, many),
            _ => false,
        };
        if by_comparing {
            let last = self.order[many - 1];
            let hole = missing.filter(|missing| code(last) >= *missing);
            self.hole = hole.map(|_| self.value(last));
            return;
        }
        let Keys { sorted, spare, is_exact, .. } = keys;
        let sorted = &mut sorted[..many];
        sort(sorted, spare);
        if !sorted.windows(2).any(|pair| pair[0] >> 8 == pair[1] >> 8) {
            self.take_strict(sorted);
            let last = (many - 1) as u8;
            self.hole = missing.filter(|missing| code(self.order[usize::from(last)]) >= *missing).map(|_| last);
            return;
        }
        if !*is_exact {
            for equal in sorted.chunk_by_mut(|one, two| one >> 8 == two >> 8).filter(|equal| equal.len() > 1) {
                equal.sort_unstable_by_key(|key| code(*key as u8));
            }
        }
        let differ = |one: u64, two: u64| one >> 8 != two >> 8 || (!*is_exact && code(one as u8) != code(two as u8));
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

    /// The number of a slot's value is how many keys are less than its own: no branch, and eight comparisons at a time. `false` where
    /// that leaves codes that only look equal.
    fn make_by_comparing<const N: usize>(&mut self, keys: &Keys, many: usize) -> bool {
        let sorted = &keys.sorted[..many];
        let mut short = [i16::MAX; N];
        for (short, key) in short.iter_mut().zip(sorted) {
            *short = ((key >> 8) as u16 ^ 0x8000).cast_signed(); // the same order, with a sign: what the machine compares
        }
        let mut less = [0_i16; N];
        for one in &short[..many] {
            for (less, other) in less.iter_mut().zip(&short) {
                *less += i16::from(one < other);
            }
        }
        let mut taken = [0_u8; N];
        let mut distinct = 0;
        for (key, less) in sorted.iter().zip(less) {
            let (slot, value) = (*key as u8, less as u8);
            let taken = &mut taken[usize::from(value) % N];
            let place = value + *taken;
            distinct += usize::from(*taken == 0);
            *taken += 1;
            self.order[usize::from(place)] = slot;
            self.places[usize::from(slot)] = place;
            self.values[usize::from(slot)] = value;
        }
        self.distinct = distinct;
        keys.is_exact || distinct == many
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

/// Sorts keys of codes, which lie evenly more often than not: into as many buckets as there are, then one by one.
fn sort(keys: &mut [u64], spare: &mut [u64; MOST]) {
    let many = keys.len();
    if many <= FEW {
        move_up(keys);
        return;
    }
    let (least, most) = keys.iter().fold((u64::MAX, 0), |(least, most), key| (least.min(*key), most.max(*key)));
    let buckets = many.next_power_of_two();
    let scale = ((buckets as u64) << 32) / ((most >> 8) - (least >> 8) + 1);
    let bucket = |key: u64| ((((key >> 8) - (least >> 8)) * scale) >> 32) as u8;
    let mut counts = [0_u16; MOST];
    for key in keys.iter() {
        counts[usize::from(bucket(*key))] += 1;
    }
    let mut crowd = 0;
    let mut sum = 0;
    for count in &mut counts[..buckets] {
        crowd = crowd.max(*count);
        (*count, sum) = (sum, sum + *count);
    }
    if crowd > CROWD && (most >> 8) - (least >> 8) >= buckets as u64 {
        keys.sort_unstable();
        return;
    }
    for key in keys.iter() {
        let next = &mut counts[usize::from(bucket(*key))];
        spare[usize::from(*next) % MOST] = *key;
        *next += 1;
    }
    keys.copy_from_slice(&spare[..many]);
    move_up(keys);
}

/// Moves every key up to its place among those before it; those of one code stay as they are.
fn move_up(keys: &mut [u64]) {
    for place in 1..keys.len() {
        let key = keys[place];
        let mut to = place;
        while to > 0 && keys[to - 1] >> 8 > key >> 8 {
            keys[to] = keys[to - 1];
            to -= 1;
        }
        keys[to] = key;
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
            keys.fill(&node, (shift == 0, bits), |slot| code(slot) >> shift);
            rank.make((0, many), &mut keys, (code, None));
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

    #[test]
    fn keys_are_sorted_however_they_lie() {
        let mut draws = Key::new(11).draws();
        for round in 0..2000_u64 {
            let many = draws.below(MOST as u64) as usize + 1;
            let mut keys: Vec<u64> = (0..many as u64)
                .map(|slot| {
                    let code = match round % 4 {
                        0 => draws.below(1 << 32),
                        1 => draws.below(5),
                        2 => 1 << draws.below(32),
                        _ => 77_000 + draws.below(300),
                    };
                    code << 8 | slot
                })
                .collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            sort(&mut keys, &mut [0; MOST]);
            // Equal codes may come in any order of slots.
            let codes = |keys: &[u64]| keys.iter().map(|key| key >> 8).collect::<Vec<_>>();
            assert_eq!(codes(&keys), codes(&expected));
            keys.sort_unstable();
            assert_eq!(keys, expected);
        }
    }
}
