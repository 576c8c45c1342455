//! What the slots of a node are sorted by: codes, or their leading bits.

use super::flock::MOST;

/// Up to so many keys are put in order by moving them up one by one.
const FEW: usize = 16;
/// A bucket of more rows is not put in order so.
const CROWD: u16 = 24;

/// The keys of a node's slots.
pub(super) struct Keys {
    /// Keys of 16 bits in the order of slots, with a sign: what the machine compares.
    short: [i16; MOST],
    /// Longer ones, above the slot.
    sorted: [u64; MOST],
    spare: [u64; MOST],
    /// Whether equal keys are equal codes.
    pub(super) is_exact: bool,
    is_short: bool,
}

impl Keys {
    pub(super) fn new() -> Self {
        Keys { short: [0; MOST], sorted: [0; MOST], spare: [0; MOST], is_exact: true, is_short: false }
    }

    /// Takes the code of each slot.
    #[inline]
    pub(super) fn fill(&mut self, slots: &[u8], code: impl Fn(u8) -> u32) {
        (self.is_exact, self.is_short) = (true, false);
        for (own, slot) in self.sorted.iter_mut().zip(slots) {
            *own = u64::from(code(*slot)) << 8 | u64::from(*slot);
        }
    }

    /// Takes a key of each slot.
    #[inline]
    pub(super) fn fill_short(&mut self, slots: &[u8], is_exact: bool, key: impl Fn(u8) -> u16) {
        (self.is_exact, self.is_short) = (is_exact, true);
        for (own, slot) in self.short.iter_mut().zip(slots) {
            *own = (key(*slot) ^ 0x8000).cast_signed(); // the same order
        }
    }

    /// The keys of so many slots, if they are short.
    #[inline]
    pub(super) fn short(&self, many: usize) -> Option<&[i16]> {
        self.is_short.then(|| &self.short[..many])
    }

    /// The keys in order, each above its slot.
    pub(super) fn sorted(&mut self, slots: &[u8]) -> &mut [u64] {
        let Keys { short, sorted, spare, is_short, .. } = self;
        if *is_short {
            sort_short(&short[..slots.len()], slots, sorted);
        } else {
            sort(&mut sorted[..slots.len()], spare);
        }
        &mut sorted[..slots.len()]
    }
}

/// Where the keys of each bucket begin, from how many there are; the most of one bucket.
fn begin(counts: &mut [u16]) -> u16 {
    let (mut crowd, mut sum) = (0, 0);
    for count in counts {
        crowd = crowd.max(*count);
        (*count, sum) = (sum, sum + *count);
    }
    crowd
}

/// Sorts short keys: into as many buckets as there are, then one by one. Buckets are bits of keys, which are told for several at a time.
fn sort_short(keys: &[i16], slots: &[u8], sorted: &mut [u64; MOST]) {
    let least = keys.iter().fold(i16::MAX, |least, key| least.min(*key));
    let most = keys.iter().fold(i16::MIN, |most, key| most.max(*key));
    let range = most.wrapping_sub(least).cast_unsigned();
    let many = keys.len().next_power_of_two().min(MOST);
    let shift = (16 - range.leading_zeros()).saturating_sub(many.trailing_zeros());
    let mut buckets = [0_u8; MOST];
    for (bucket, key) in buckets.iter_mut().zip(keys) {
        *bucket = (key.wrapping_sub(least).cast_unsigned() >> shift) as u8;
    }
    let mut counts = [0_u16; MOST];
    for bucket in &buckets[..keys.len()] {
        counts[usize::from(*bucket)] += 1;
    }
    let crowd = begin(&mut counts[..many]);
    for ((key, bucket), slot) in keys.iter().zip(&buckets).zip(slots) {
        let next = &mut counts[usize::from(*bucket)];
        sorted[usize::from(*next) % MOST] = u64::from(key.cast_unsigned() ^ 0x8000) << 8 | u64::from(*slot);
        *next += 1;
    }
    let sorted = &mut sorted[..keys.len()];
    match (shift, crowd) {
        (0, _) => {} // a bucket is a key
        (_, 0..=CROWD) => move_up(sorted),
        _ => sorted.sort_unstable(),
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
    let crowd = begin(&mut counts[..buckets]);
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
        if keys[place - 1] >> 8 <= key >> 8 {
            continue;
        }
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

    #[test]
    fn short_keys_are_sorted_however_they_lie() {
        let mut draws = Key::new(12).draws();
        let mut keys = Keys::new();
        for round in 0..2000_u64 {
            let many = draws.below(MOST as u64) as usize + 1;
            let mut slots: Vec<u8> = (0..=u8::MAX).collect();
            draws.shuffle(&mut slots);
            slots.truncate(many);
            let own: Vec<u16> = (0..=u8::MAX)
                .map(|_| match round % 4 {
                    0 => draws.below(1 << 16) as u16,
                    1 => draws.below(5) as u16,
                    2 => 1 << draws.below(16),
                    _ => 32_700 + draws.below(300) as u16,
                })
                .collect();
            let mut expected: Vec<u64> =
                slots.iter().map(|slot| u64::from(own[usize::from(*slot)]) << 8 | u64::from(*slot)).collect();
            expected.sort_unstable();
            keys.fill_short(&slots, true, |slot| own[usize::from(slot)]);
            let found = keys.sorted(&slots);
            assert!(found.is_sorted_by_key(|key| *key >> 8));
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
