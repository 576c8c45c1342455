//! What tells the codes of one bucket apart.

use super::codes::{Code, Codes, with_codes};

/// Where the codes of rows lie in their buckets, in a byte each: it grows with the code, and tells all codes of a bucket apart where
/// there are no more than a byte can tell.
#[derive(Debug)]
pub(super) struct Lows<'c> {
    codes: &'c Codes,
    coarse: &'c [u8],
    /// For each bucket its first code, and what distances from it are multiplied by, in parts of 2³².
    buckets: [(u32, u64); 256],
}

impl<'c> Lows<'c> {
    /// Of codes and their buckets, with the first code of each bucket and of the next.
    pub(super) fn new(codes: &'c Codes, coarse: &'c [u8], ends: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut buckets = [(0, 0); 256];
        for (bucket, (start, end)) in buckets.iter_mut().zip(ends) {
            let share = match end.saturating_sub(start) {
                0..=256 => 1 << 32,
                width => (256_u64 << 32) / u64::from(width),
            };
            *bucket = (start, share);
        }
        Lows { codes, coarse, buckets }
    }

    /// Of rows from the first on.
    pub(super) fn read(&self, first: usize, out: &mut [u8]) {
        let coarse = &self.coarse[first..];
        with_codes!(self.codes, codes => for ((out, code), bucket) in out.iter_mut().zip(&codes[first..]).zip(coarse) {
            let (start, share) = self.buckets[usize::from(*bucket)];
            *out = ((u64::from(code.wide() - start) * share) >> 32) as u8;
        });
    }
}
