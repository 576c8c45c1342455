//! How large a table a file of some size can hold.
//!
//! A few damaged bytes can claim billions of rows or pages of gigabytes, and memory set aside for a claim that nothing
//! backs takes the whole machine down. Run lengths and compression do make large columns of few bytes, so the bound is
//! generous: a column of one value, in pages of 20,000 rows, stays below it.

use spinney::error::Mistake;
use spinney::table::column::MOST_ROWS;

use crate::error::Problem;
use crate::format::Format;

/// What any file may unpack to.
const ALWAYS: u64 = 64 << 20;
/// What each of its bytes may unpack to.
const PER_BYTE: u64 = 4096;

/// The most bytes that so many bytes of a file may unpack to.
pub(crate) fn most(bytes: u64) -> u64 {
    bytes.saturating_mul(PER_BYTE).saturating_add(ALWAYS)
}

/// Refuses tables that no file of this size holds.
pub(crate) fn check_rows(rows: u64, columns: usize, bytes: u64, format: Format) -> Result<(), Problem> {
    if rows > MOST_ROWS {
        return Err(Mistake::TooManyRows { limit: MOST_ROWS }.anywhere().into());
    }
    if rows.saturating_mul(columns as u64).saturating_mul(8) > most(bytes) {
        let reason = format!("it claims {rows} rows of {columns} columns in {bytes} bytes");
        return Err(Problem::Damaged { format, reason });
    }
    Ok(())
}
