//! Keyed randomness: what is drawn depends on a key and on nothing else.
//!
//! A key is a seed and a path of numbers (tree, node, column …); two places in a program that hold different paths draw
//! different numbers, in any order, on any thread. There is no shared stream that a thread could be first at.
//!
//! ```text
//! seed ─► Key ─► child(tree) ─► child(node) ─► draws()      the same path gives the same numbers, for ever
//! ```
//! Keys are mixed by the last step of `SplitMix64`, numbers are drawn by xoshiro256++ (both are published algorithms, pinned
//! by known answers in the tests). Every value that leaves this module is part of the contract: a model grown today must grow
//! again in ten years.

use std::collections::BTreeSet;

/// The golden ratio in 64 bits: what `SplitMix64` adds at each step.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// Tells keys apart from the seeds that they begin at; any odd number would do.
const SALT: u64 = 0x5350_494E_4E45_5921;

/// A place that randomness can be drawn at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(u64);

/// Numbers drawn at a key, one after the other.
#[derive(Debug, Clone)]
pub struct Draws {
    state: [u64; 4],
}

/// The numbers 0 to n − 1 in an order drawn at a key, which is asked for number by number and never written down: what stands at a
/// place, and where a number stands.
///
/// There are as many places as the next power of two; at some of them stands nothing. The bits of a place are parted in two halves, which stir
/// each other in turns (a Feistel network whose turns are a product and a sum). It is fair where there are thousands of numbers (tests hold
/// single ones, pairs, neighbours and groups to that); of a few bits the halves are too short to be stirred well, and [`Draws::shuffle`] is
/// the way.
///
/// ```
/// use spinney::seed::{Key, Permutation};
/// let order = Permutation::new(Key::new(7), 50_000);
/// let third = order.numbers().nth(2).unwrap();
/// assert_eq!(order.at(order.place_of(third)), Some(third));
/// ```
#[derive(Debug, Clone)]
pub struct Permutation {
    /// What a half is multiplied by in each turn, and what is added.
    turns: [(u32, u32); TURNS],
    many: u32,
    /// Bits of the low half, and its mask.
    shift: u32,
    low: u32,
    /// How far a product is shifted for either half.
    to_low: u32,
    to_high: u32,
}

/// Turns of the halves.
const TURNS: usize = 6;

/// The same order where halves are bytes: what each turn does to each of them is written down.
pub(crate) struct ByteOrder {
    turns: [[u8; 256]; TURNS],
    shift: u32,
    low: u32,
}

/// Every bit of the answer hangs on every bit of the number: the last step of `SplitMix64`.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// The number that [`mix`] makes these bits of: each of its steps loses nothing.
fn unmix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 31 ^ bits >> 62).wrapping_mul(inverse(0x94D0_49BB_1331_11EB));
    bits = (bits ^ bits >> 27 ^ bits >> 54).wrapping_mul(inverse(0xBF58_476D_1CE4_E5B9));
    bits ^ bits >> 30 ^ bits >> 60
}

/// What an odd number is multiplied by to give 1, in 64 bits: Newton's steps double the bits that are right, of which the number itself has 3.
const fn inverse(odd: u64) -> u64 {
    let (mut found, mut step) = (odd, 0);
    while step < 5 {
        found = found.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(found)));
        step += 1;
    }
    found
}

/// The leading 53 bits as a share of 1.
fn unit(number: u64) -> f64 {
    (number >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

impl Key {
    /// The key of a seed.
    pub fn new(seed: u64) -> Self {
        Key(mix(seed ^ SALT))
    }

    /// The seed of this key: whatever is drawn here is drawn there, too.
    ///
    /// ```
    /// use spinney::seed::Key;
    /// let key = Key::new(7).child(1).child(2);
    /// assert_eq!(Key::new(key.seed()), key);
    /// ```
    pub fn seed(self) -> u64 {
        unmix(self.0) ^ SALT
    }

    /// The key one step further along a path.
    ///
    /// ```
    /// use spinney::seed::Key;
    /// let key = Key::new(7);
    /// assert_eq!(key.child(1).child(2), key.child(1).child(2));
    /// assert_ne!(key.child(1).child(2), key.child(2).child(1));
    /// ```
    #[must_use]
    pub fn child(self, step: u64) -> Self {
        // The step is mixed by itself first, so that neighbours (tree 1, tree 2) do not meet in neighbouring keys.
        Key(mix(self.0.rotate_left(23).wrapping_mul(SALT).wrapping_add(mix(step.wrapping_add(GOLDEN)))))
    }

    /// One number: enough where a row or a column needs a lot of its own and nothing more.
    pub fn number(self) -> u64 {
        mix(self.0.wrapping_add(GOLDEN))
    }

    /// One number from 0 up to, but not including, 1: a multiple of 2⁻⁵³.
    pub fn unit(self) -> f64 {
        unit(self.number())
    }

    /// As many numbers as are asked for.
    pub fn draws(self) -> Draws {
        let mut at = self.0;
        let mut next = || {
            at = at.wrapping_add(GOLDEN);
            mix(at)
        };
        Draws::from_state([next(), next(), next(), next()])
    }
}

impl Permutation {
    /// The order of so many numbers that is drawn at a key.
    pub fn new(key: Key, many: u32) -> Self {
        let bits = (32 - many.saturating_sub(1).leading_zeros()).max(2);
        let shift = bits / 2;
        let mut draws = key.draws();
        let turns = std::array::from_fn(|_| {
            let bits = draws.number();
            ((bits >> 32) as u32 | 1, bits as u32)
        });
        Permutation { turns, many, shift, low: (1 << shift) - 1, to_low: 32 - shift, to_high: 32 - (bits - shift) }
    }

    /// The last place.
    pub fn last(&self) -> u32 {
        u32::MAX >> (self.to_high - self.shift)
    }

    /// The number at a place, if one stands there.
    #[inline]
    pub fn at(&self, place: u32) -> Option<u32> {
        Some(self.stirred(place)).filter(|number| *number < self.many)
    }

    /// What stands at some places side by side; n or more where nothing does.
    #[inline]
    pub(crate) fn fill(&self, first: u32, numbers: &mut [u32]) {
        for (place, number) in (0..).zip(numbers) {
            *number = self.stirred(first + place);
        }
    }

    #[inline]
    fn stirred(&self, place: u32) -> u32 {
        let (mut low, mut high) = (place & self.low, place >> self.shift);
        for [one, two] in self.turns.as_chunks::<2>().0 {
            high ^= stir(low, *one) >> self.to_high;
            low ^= stir(high, *two) >> self.to_low;
        }
        high << self.shift | low
    }

    /// The place of a number.
    #[inline]
    pub fn place_of(&self, number: u32) -> u32 {
        let (mut low, mut high) = (number & self.low, number >> self.shift);
        for [one, two] in self.turns.as_chunks::<2>().0.iter().rev() {
            low ^= stir(high, *two) >> self.to_low;
            high ^= stir(low, *one) >> self.to_high;
        }
        high << self.shift | low
    }

    /// The places of some numbers, side by side: by itself, so that several are reckoned at a time.
    #[inline(never)]
    pub(crate) fn find_places(&self, numbers: &[u32], places: &mut [u32]) {
        let order = self.clone();
        for (number, place) in numbers.iter().zip(places) {
            *place = order.place_of(*number);
        }
    }

    /// The same order written down turn by turn, where halves are bytes: who asks for thousands of places looks up more quickly than he reckons.
    pub(crate) fn by_bytes(&self) -> Option<ByteOrder> {
        let Permutation { shift, low, to_low, to_high, .. } = *self;
        let turn = |turn: usize| {
            let to = if turn.is_multiple_of(2) { to_high } else { to_low };
            std::array::from_fn(|half| (stir(half as u32, self.turns[turn]) >> to) as u8)
        };
        (self.last() <= 0xFFFF).then(|| ByteOrder { turns: std::array::from_fn(turn), shift, low })
    }

    /// All numbers, in their order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..=self.last()).filter_map(|place| self.at(place))
    }
}

impl ByteOrder {
    /// The place of a number.
    #[inline]
    pub(crate) fn place_of(&self, number: u32) -> u32 {
        let (mut low, mut high) = ((number & self.low) as u8, (number >> self.shift) as u8);
        for [one, two] in self.turns.as_chunks::<2>().0.iter().rev() {
            low ^= two[high as usize];
            high ^= one[low as usize];
        }
        u32::from(high) << self.shift | u32::from(low)
    }
}

/// What one half does to the other, in its high bits.
#[inline]
fn stir(half: u32, (factor, more): (u32, u32)) -> u32 {
    half.wrapping_mul(factor).wrapping_add(more)
}

impl Draws {
    /// The generator in this state; a state of zeros, which it could not leave, is never made from a key.
    pub fn from_state(state: [u64; 4]) -> Self {
        Draws { state }
    }

    /// The next number, each of the 2⁶⁴ as likely as any other (xoshiro256++).
    pub fn number(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let drawn = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        drawn
    }

    /// A whole number from 0 to n − 1, each exactly as likely as any other; 0 where n is 0.
    ///
    /// The high half of number · n is the answer; the few low halves that would favour some answers are drawn again.
    ///
    /// ```
    /// use spinney::seed::Key;
    /// assert!(Key::new(1).draws().below(6) < 6);
    /// ```
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let wide = u128::from(self.number()) * u128::from(n);
            let low = wide as u64;
            if low >= n || n == 0 || low >= n.wrapping_neg() % n {
                return (wide >> 64) as u64;
            }
        }
    }

    /// A number from 0 up to, but not including, 1: a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        unit(self.number())
    }

    /// Puts the items into an order drawn at random, every order as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// So many of the numbers 0 to n − 1, each at most once, ascending; all of them where more are asked for.
    ///
    /// Takes room for what is drawn, not for n (Floyd's way).
    ///
    /// ```
    /// use spinney::seed::Key;
    /// assert_eq!(Key::new(1).draws().sample(3, 5), [0, 1, 2]);
    /// assert_eq!(Key::new(1).draws().sample(1_000_000_000, 2).len(), 2);
    /// ```
    pub fn sample(&mut self, n: u32, many: u32) -> Vec<u32> {
        if many >= n {
            return (0..n).collect();
        }
        let mut drawn = BTreeSet::new();
        for last in n - many..n {
            let one = self.below(u64::from(last) + 1) as u32;
            if !drawn.insert(one) {
                drawn.insert(last);
            }
        }
        drawn.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_bytes_are_the_orders_that_they_are_made_of() {
        for many in [2, 3, 100, 256, 300, 2_049, 20_000, 50_000, 65_536] {
            let order = Permutation::new(Key::new(5).child(u64::from(many)), many);
            let by_bytes = order.by_bytes().unwrap();
            for number in 0..many {
                assert_eq!(by_bytes.place_of(number), order.place_of(number), "{number} of {many}");
            }
        }
        assert!(Permutation::new(Key::new(5), 65_537).by_bytes().is_none());
    }
}
