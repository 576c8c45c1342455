//! The codes of a column in 256 buckets of about as many rows each.

use std::ops::Range;

/// Columns with more codes than this get buckets.
pub(super) const FINE: usize = 256;
/// The bucket of rows that have no value.
pub(super) const HOLE: u8 = 255;

/// Codes in order, as many rows in each bucket as may be. Rows without a value have the last one to themselves.
#[derive(Debug)]
pub(super) struct Buckets {
    /// The bucket of each row.
    pub(super) rows: Vec<u8>,
    /// The first code of each bucket, and of those after it that are empty.
    pub(super) starts: Vec<u32>,
}

impl Buckets {
    /// Of rows in order, of which so many have a value, the places where the codes of each bucket begin: a code is in the bucket
    /// ⌊before · many / known⌋, where `before` rows have lower ones.
    pub(super) fn places(known: usize, rows: usize) -> impl Iterator<Item = Range<usize>> {
        let many = FINE - usize::from(known < rows);
        let start = move |bucket: usize| (bucket * known).div_ceil(many).min(known);
        (0..FINE).map(move |bucket| start(bucket)..start(bucket + 1))
    }

    /// Of the rows of each code, and of those without a value last: the bucket of each, and the first code of each bucket.
    pub(super) fn of(rows: &[u32]) -> (Vec<u8>, Vec<u32>) {
        let count = |rows: &[u32]| rows.iter().map(|rows| *rows as usize).sum();
        let all = count(rows);
        let known = &rows[..rows.len() - 1];
        let mut buckets = Vec::with_capacity(rows.len());
        let mut starts = Vec::with_capacity(FINE);
        let mut before = 0;
        for (bucket, places) in (0..=HOLE).zip(Buckets::places(count(known), all)) {
            starts.push(buckets.len() as u32);
            while before < places.end {
                before += known[buckets.len()] as usize;
                buckets.push(bucket);
            }
        }
        buckets.push(HOLE);
        (buckets, starts)
    }
}
