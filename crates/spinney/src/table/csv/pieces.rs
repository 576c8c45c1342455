//! A source as one table after the other, each of whole rows: the memory that they take does not hang on how many there are.

use super::blocks::Blocks;
use super::gather::Gathered;
use super::layout::{Layout, look};
use super::parse::{Plan, parse};
use super::read::{Batch, finish, fit, take_in};
use super::shape::Slot;
use crate::error::{Error, Mistake, Result};
use crate::parallel;
use crate::table::frame::Table;
use crate::table::options::ReadOptions;
use crate::table::source::Source;

/// Blocks of a piece for each thread.
const BLOCKS: usize = 4;

/// Reads delimited text piece by piece: `each` is given a table and how many rows stood before it, and says whether to go on. Returns
/// how many rows there were.
///
/// Kinds are found for each piece by itself, so that a column may be numbers in one and names in another; what is
/// [declared](ReadOptions::declare), or is to be read [as names](ReadOptions::as_names), is the same in all. The source is read once,
/// but for its head.
pub fn read_pieces(
    source: &dyn Source,
    options: &ReadOptions,
    each: &mut dyn FnMut(Table, u64) -> bool,
) -> Result<u64> {
    let layout = look(source, options)?;
    let mut slots = layout.slots.clone();
    let mut blocks = Blocks::last(source, options.encoding.as_deref())?;
    blocks.head(layout.header_bytes)?;
    blocks.skip(layout.header_bytes);
    let (mut rows, mut lines) = (0, layout.header_lines);
    loop {
        let batch = Batch::read(&mut blocks, layout.delimiter, BLOCKS * parallel::threads());
        if batch.blocks.is_empty() {
            return match batch.failed {
                Some(error) => Err(further(error, (rows, lines))),
                None if rows == 0 => Err(Mistake::NoRows.anywhere()),
                None => Ok(rows),
            };
        }
        let piece = Piece { layout: &layout, options, blocks: &blocks, batch: &batch.blocks };
        let gathered = piece.gather(&mut slots).map_err(|error| further(error, (rows, lines)))?;
        let before = rows;
        (rows, lines) = (rows + gathered.rows, lines + gathered.lines);
        if gathered.rows > 0 && !each(finish(layout.clone(), &slots, gathered, options)?, before) {
            return Ok(rows);
        }
        if let Some(error) = batch.failed {
            return Err(further(error, (rows, lines)));
        }
    }
}

/// What becomes a table.
struct Piece<'a> {
    layout: &'a Layout,
    options: &'a ReadOptions,
    blocks: &'a Blocks<'a>,
    batch: &'a [Vec<u8>],
}

impl Piece<'_> {
    /// The rows, with slots that fit them: those of the piece before, or others.
    fn gather(&self, slots: &mut Vec<Slot>) -> Result<Gathered> {
        for _ in 0..2 {
            let plan = Plan::new(self.layout.delimiter, slots, &self.options.missing, self.blocks.check());
            let mut gathered = Gathered::new(slots, 0);
            let parsed = parallel::map(self.batch, |block| parse(block, &plan));
            take_in(parsed, &mut gathered, &self.layout.names, None)?;
            let fitting = fit(self.layout, slots, &gathered, self.options)?;
            if fitting == *slots {
                return Ok(gathered);
            }
            *slots = fitting;
        }
        Err(Mistake::Changed.anywhere())
    }
}

/// The same mistake, behind so many rows and lines.
fn further(mut error: Error, (rows, lines): (u64, u64)) -> Error {
    error.place.row = error.place.row.map(|row| row + rows);
    error.place.line = error.place.line.map(|line| line + lines);
    error
}
