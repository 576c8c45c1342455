//! Sets of values.

use super::rank::MOST;

/// A set of the values of a column, by their numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Mask([u64; MOST / 64]);

impl Mask {
    #[inline]
    pub(crate) fn holds(&self, value: u8) -> bool {
        self.0[usize::from(value / 64)] >> (value % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn add(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    /// The values, ascending.
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
