//! Columns of bytes, turned into lines of rows, eight by eight.

/// Turns columns into lines: `put` gets, for each row and each eight columns, the bytes of these as a word, the first lowest.
/// Columns that are not there are 0.
pub(super) fn turn(columns: &[&[u8]], mut put: impl FnMut(usize, usize, u64)) {
    let rows = columns.first().map_or(0, |column| column.len());
    // So many rows are a line of the cache of each column.
    for first in (0..rows).step_by(1 << 20) {
        for (word, columns) in columns.chunks(8).enumerate() {
            for first in (first..rows.min(first + (1 << 20))).step_by(8) {
                let mut eight = [0; 8];
                for (bytes, column) in eight.iter_mut().zip(columns) {
                    *bytes = eight_from(column, first);
                }
                let lines = turned(eight).into_iter().take(rows - first);
                lines.enumerate().for_each(|(row, line)| put(first + row, word, line));
            }
        }
    }
}

/// Eight bytes from a place on; those beyond the end are 0.
fn eight_from(column: &[u8], first: usize) -> u64 {
    let column = &column[first..];
    let eight = column.first_chunk().copied().unwrap_or_else(|| {
        let mut eight = [0; 8];
        eight[..column.len()].copy_from_slice(column);
        eight
    });
    u64::from_le_bytes(eight)
}

/// Byte `b` of word `w` becomes byte `w` of word `b`: halves change places, then quarters, then bytes.
#[inline]
fn turned(mut words: [u64; 8]) -> [u64; 8] {
    for low in [0, 1, 2, 3] {
        change::<4>(&mut words, low, 0x0000_0000_FFFF_FFFF);
    }
    for low in [0, 1, 4, 5] {
        change::<2>(&mut words, low, 0x0000_FFFF_0000_FFFF);
    }
    for low in [0, 2, 4, 6] {
        change::<1>(&mut words, low, 0x00FF_00FF_00FF_00FF);
    }
    words
}

/// So many bytes of a word change places with those of the word that is as many further on.
#[inline]
fn change<const APART: usize>(words: &mut [u64; 8], low: usize, mask: u64) {
    let high = low + APART;
    let change = ((words[low] >> (8 * APART)) ^ words[high]) & mask;
    words[high] ^= change;
    words[low] ^= change << (8 * APART);
}
