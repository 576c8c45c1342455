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
/// There are as many places as the next power of two; at some of them stands nothing. In each of a few turns a number is multiplied by an odd one,
/// something is added, and its high half is laid over its low one: each step can be taken back, and of numbers of 16 bits eight are reckoned at a
/// time. It is fair where there are thousands of numbers (tests hold single ones, pairs, neighbours and groups to that); a few bits are too short
/// to be stirred well, and [`Draws::shuffle`] is the way.
///
/// ```
/// use spinney::seed::{Key, Permutation};
/// let order = Permutation::new(Key::new(7), 50_000);
/// let third = order.numbers().nth(2).unwrap();
/// assert_eq!(order.at(order.place_of(third)), Some(third));
/// ```
#[derive(Debug, Clone)]
pub struct Permutation {
    turns: [Turn; TURNS],
    many: u32,
    /// The last place: all bits that numbers have.
    last: u32,
    /// How far the high half is shifted to lie over the low one.
    shift: u32,
}

/// What is multiplied by and added, and what takes the product back.
#[derive(Debug, Clone, Copy)]
struct Turn {
    factor: u32,
    more: u32,
    back: u32,
}

/// Turns of an order.
const TURNS: usize = 5;

/// So many places are reckoned at a time.
pub(crate) const AT_ONCE: usize = 64;

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
        let mut draws = key.draws();
        let turns = std::array::from_fn(|_| {
            let bits = draws.number();
            let factor = (bits >> 32) as u32 | 1;
            Turn { factor, more: bits as u32, back: inverse(u64::from(factor)) as u32 }
        });
        Permutation { turns, many, last: u32::MAX >> (32 - bits), shift: bits.div_ceil(2) }
    }

    /// The last place.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The number at a place, if one stands there.
    #[inline]
    pub fn at(&self, place: u32) -> Option<u32> {
        let number = self.turns.iter().rev().fold(place, |number, turn| {
            let folded = number ^ number >> self.shift;
            folded.wrapping_sub(turn.more).wrapping_mul(turn.back) & self.last
        });
        (number < self.many).then_some(number)
    }

    /// The place of a number.
    #[inline]
    pub fn place_of(&self, number: u32) -> u32 {
        self.turns.iter().fold(number, |number, turn| {
            let stirred = number.wrapping_mul(turn.factor).wrapping_add(turn.more) & self.last;
            stirred ^ stirred >> self.shift
        })
    }

    /// What stands at places side by side; n or more where nothing does.
    #[inline]
    pub(crate) fn numbers_from(&self, first: u32) -> [u32; AT_ONCE] {
        let places = std::array::from_fn(|place| first + place as u32);
        if self.last > 0xFFFF {
            return places.map(|place| self.at(place).unwrap_or(u32::MAX));
        }
        narrow(places, |mut number| {
            for turn in self.turns.iter().rev() {
                number ^= number >> self.shift;
                number = number.wrapping_sub(turn.more as u16).wrapping_mul(turn.back as u16) & self.last as u16;
            }
            number
        })
    }

    /// The places of numbers side by side.
    #[inline]
    pub(crate) fn places_of(&self, numbers: [u32; AT_ONCE]) -> [u32; AT_ONCE] {
        if self.last > 0xFFFF {
            return numbers.map(|number| self.place_of(number));
        }
        narrow(numbers, |mut number| {
            for turn in &self.turns {
                number = number.wrapping_mul(turn.factor as u16).wrapping_add(turn.more as u16) & self.last as u16;
                number ^= number >> self.shift;
            }
            number
        })
    }

    /// All numbers, in their order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..=self.last).filter_map(|place| self.at(place))
    }
}

/// Numbers of 16 bits one by one, so that the machine takes eight of them at a time.
#[inline]
fn narrow(numbers: [u32; AT_ONCE], one: impl Fn(u16) -> u16) -> [u32; AT_ONCE] {
    let mut short = [0_u16; AT_ONCE];
    short.iter_mut().zip(numbers).for_each(|(short, number)| *short = number as u16);
    for number in &mut short {
        *number = one(*number);
    }
    short.map(u32::from)
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
    fn places_and_numbers_side_by_side_are_those_one_by_one() {
        for many in [2, 3, 100, 256, 300, 2_049, 20_000, 50_000, 65_536, 65_537, 300_000] {
            let order = Permutation::new(Key::new(5).child(u64::from(many)), many);
            for first in (0..=order.last()).step_by(AT_ONCE) {
                let places = order.places_of(std::array::from_fn(|more| first + more as u32));
                let numbers = order.numbers_from(first);
                for (one, (place, number)) in (first..=order.last()).zip(places.into_iter().zip(numbers)) {
                    assert_eq!(place, order.place_of(one), "{one} of {many}");
                    assert_eq!(Some(number).filter(|number| *number < many), order.at(one), "{one} of {many}");
                }
            }
        }
    }
}
