//! Several columns counted in step: one look at a row serves them all.

use super::flock::Flock;
use crate::grow::item::Item;

/// Rows that are counted at a time: their lines stay in the nearest cache while all columns are gone through.
const BLOCK: usize = 512;

/// What is counted, and where.
#[derive(Clone, Copy)]
pub(crate) struct Places<'p> {
    /// The bytes of columns in the lines of rows.
    pub(crate) bytes: &'p [usize],
    /// Buckets are bytes without so many bits.
    pub(crate) shift: u32,
}

/// Counts rows by the buckets of columns: a table for each.
#[inline]
pub(super) fn count_in_step<T, S, L: Copy>(
    tables: &mut [T],
    flock: Flock<'_, S>,
    places: Places<'_>,
    label: impl Fn(&Item<S>) -> L + Copy,
    add: impl Fn(&mut T, u8, L) + Copy,
) {
    let length = flock.length;
    for (items, lines) in flock.items.chunks(BLOCK).zip(flock.lines.chunks(BLOCK * length)) {
        let block = Flock { items, lines, length };
        let (tables, last_tables) = tables.as_chunks_mut::<4>();
        let (bytes, last_bytes) = places.bytes.as_chunks::<4>();
        for (tables, bytes) in tables.iter_mut().zip(bytes) {
            count(tables, block, (bytes, places.shift), label, add);
        }
        let (tables, last_tables) = last_tables.as_chunks_mut::<2>();
        let (bytes, last_bytes) = last_bytes.as_chunks::<2>();
        for (tables, bytes) in tables.iter_mut().zip(bytes) {
            count(tables, block, (bytes, places.shift), label, add);
        }
        for (table, byte) in last_tables.iter_mut().zip(last_bytes) {
            count(std::array::from_mut(table), block, (&[*byte], places.shift), label, add);
        }
    }
}

/// The same for so many columns, known to the compiler.
#[inline]
fn count<const C: usize, T, S, L: Copy>(
    tables: &mut [T; C],
    block: Flock<'_, S>,
    (bytes, shift): (&[usize; C], u32),
    label: impl Fn(&Item<S>) -> L,
    add: impl Fn(&mut T, u8, L),
) {
    if bytes.iter().any(|byte| *byte >= block.length) {
        return; // no line has such bytes: said here, it is not asked at every row
    }
    for (item, line) in block.items.iter().zip(block.lines.chunks_exact(block.length)) {
        let label = label(item);
        for (table, byte) in tables.iter_mut().zip(bytes) {
            add(table, line[*byte] >> shift, label);
        }
    }
}
