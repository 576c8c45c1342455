//! Sets of small numbers: values of a column, or places of a node's slots.

use super::flock::MOST;

/// A set of numbers below 256.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Mask(pub(super) [u64; MOST / 64]);

impl Mask {
    #[inline]
    pub(crate) fn holds(&self, value: u8) -> bool {
        self.0[usize::from(value / 64)] >> (value % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn add(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, value: u8) {
        self.0[usize::from(value / 64)] &= !(1 << (value % 64));
    }

    /// How many numbers are in it.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// All numbers below one that is not 0.
    #[inline]
    pub(super) fn below(many: usize) -> Self {
        let ones = |word: usize| u64::MAX.checked_shr((64 * (word + 1)).saturating_sub(many) as u32).unwrap_or(0);
        Mask(std::array::from_fn(ones))
    }

    /// Those of all that are not in it.
    #[inline]
    pub(super) fn others(&self, all: &Mask) -> Self {
        Mask(std::array::from_fn(|word| all.0[word] & !self.0[word]))
    }

    /// The numbers, ascending.
    #[inline]
    pub(crate) fn each(self, mut say: impl FnMut(u8)) {
        for (word, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                say((64 * word + bits.trailing_zeros() as usize) as u8);
                bits &= bits - 1;
            }
        }
    }
}
