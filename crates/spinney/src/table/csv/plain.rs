//! Runs of plain numbers: the loop that most of the reading of most tables is spent in.

use super::scan::ends_line;
use super::shape::{REAL, WHOLE};
use crate::table::number::read_plain;

/// Where the cells of the columns from some column on go: a cell for each column, `stretch` apart.
pub(super) struct Lanes<'a> {
    pub(super) bits: &'a mut [u64],
    pub(super) stretch: usize,
    /// The marks of what each column has met.
    pub(super) seen: &'a mut [u8],
}

/// What a run of plain numbers came to.
pub(super) struct Run {
    pub(super) fields: usize,
    /// Where the next field begins, or the line end where the record is at its end.
    pub(super) next: usize,
    pub(super) ended: bool,
}

/// Reads up to `most` fields as plain numbers, as long as they are: the commonest fields of all. A loop of its own, on plain
/// slices, so that all it needs stays in registers. The text ends with a line end, so a digit always has a byte behind it.
pub(super) fn plain_numbers(bytes: &[u8], start: usize, delimiter: u8, most: usize, lanes: Lanes<'_>) -> Run {
    let Lanes { bits, stretch, seen } = lanes;
    let (mut at, mut place) = (start, 0);
    for (field, seen) in seen.iter_mut().take(most).enumerate() {
        // One digit and no more: codes, flags and most pixels.
        let digit = bytes[at].wrapping_sub(b'0');
        if digit < 10 && bytes[at + 1] == delimiter {
            *seen |= WHOLE;
            bits[place] = f64::from(digit).to_bits();
            place += stretch;
            at += 2;
            continue;
        }
        let stop = Run { fields: field, next: at, ended: false };
        let Some((value, end, real)) = read_plain(bytes, at) else { return stop };
        let next = bytes[end];
        let ended = ends_line(next);
        if next != delimiter && !ended {
            return stop;
        }
        *seen |= if real { REAL } else { WHOLE };
        bits[place] = value.to_bits();
        place += stretch;
        if ended {
            return Run { fields: field + 1, next: end, ended };
        }
        at = end + 1;
    }
    Run { fields: most, next: at, ended: false }
}
