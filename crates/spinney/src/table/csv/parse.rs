//! A block of records becomes typed cells.
//!
//! ```text
//! block:  5.1,red,2026-01-01\n 4.9,,…      cells, column by column:  5.1 4.9 … | red MISSING … | seconds …
//! ```
//! The block's line ends are counted first, so every column has its stretch of one buffer to write to, and gathering is a
//! plain copy of each stretch.

use std::cell::Cell;

use super::blocks::Check;
use super::scan::{BadField, after_line, ends_line, field, lines, next_record, record, width};
use super::shape::{REAL, Seen, Shape, Slot, Spot, WHOLE};
use crate::error::Mistake;
use crate::table::column::MISSING;
use crate::table::level::Interner;
use crate::table::number::read_plain;

/// How records are to be read.
pub(super) struct Plan<'a> {
    pub(super) delimiter: u8,
    pub(super) slots: Vec<Slot>,
    pub(super) missing: &'a [String],
    /// Whether one of the missing texts is a number.
    pub(super) missing_number: bool,
    pub(super) check: Check,
}

/// A block's cells, by column, over the columns that are not skipped: numbers and seconds as bits of an f64, texts as codes.
pub(super) struct Cells {
    pub(super) rows: usize,
    pub(super) lines: u64,
    bits: Vec<u64>,
    /// Cells set aside for each column: the most rows that the block can have.
    stretch: usize,
    /// For each kept column, the marks of the plain numbers met: a byte in the hot loop, folded into the shapes at the end.
    plain: Vec<u8>,
    /// For each kept column, what its fields looked like.
    pub(super) shapes: Vec<Shape>,
    /// For each kept column, its texts (none unless its slot is text).
    pub(super) texts: Vec<Interner>,
}

impl Cells {
    /// The cells of a kept column.
    pub(super) fn column(&self, kept: usize) -> &[u64] {
        let start = kept * self.stretch;
        &self.bits[start..start + self.rows]
    }
}

/// A mistake with its place in the block: line and row from 0, column of the header.
pub(super) struct BadCell {
    pub(super) row: u64,
    pub(super) line: u64,
    pub(super) column: Option<usize>,
    pub(super) mistake: Mistake,
}

/// Reads every record of a block.
pub(super) fn parse(block: &[u8], plan: &Plan<'_>) -> Result<Cells, BadCell> {
    let text = plan.check.text(block).map_err(|(at, mistake)| place_of(block, at, plan, mistake))?;
    let kept = plan.slots.iter().filter(|slot| **slot != Slot::Skip).count();
    let ends = lines(block);
    // A row takes a byte for each of its columns, so that blank lines and quoted line ends do not take room for rows.
    let stretch = (ends as usize).min(block.len() / plan.slots.len() + 1);
    let cells = Cells {
        rows: 0,
        lines: ends,
        bits: vec![0; kept * stretch],
        stretch,
        plain: vec![0; kept],
        shapes: vec![Shape::default(); kept],
        texts: vec![Interner::default(); kept],
    };
    let mut parser = Parser { text, bytes: block, plan, out: cells, counted: Cell::new((0, 0)) };
    let mut at = next_record(block, 0, plan.delimiter);
    while at < block.len() {
        at = next_record(block, parser.record(at)?, plan.delimiter);
    }
    let mut cells = parser.out;
    for (shape, plain) in cells.shapes.iter_mut().zip(&cells.plain) {
        shape.marks |= plain;
    }
    Ok(cells)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    plan: &'a Plan<'a>,
    out: Cells,
    /// A byte's place and the line ends before it: fields are asked about in their order, so no byte is counted twice.
    counted: Cell<(usize, u64)>,
}

impl Parser<'_> {
    /// Reads the record at `start`; the next begins at the answer.
    fn record(&mut self, start: usize) -> Result<usize, BadCell> {
        let plan = self.plan;
        let last = plan.slots.len() - 1;
        let mut at = start;
        let mut kept = 0;
        let mut place = self.out.rows; // of this row in the column's stretch
        for (column, slot) in plan.slots.iter().enumerate() {
            let read = match slot {
                Slot::Number => self.number(at, kept),
                Slot::Text => self.name(at, kept),
                Slot::Moment => self.moment(at, kept),
                Slot::Skip => field(self.bytes, at, plan.delimiter).map(|field| (0, field.end)),
            };
            let (cell, end) = read.map_err(|bad| self.bad_field(at, column, bad))?;
            if *slot != Slot::Skip {
                self.out.bits[place] = cell;
                place += self.out.stretch;
                kept += 1;
            }
            let more = self.bytes[end] == plan.delimiter;
            if more != (column < last) {
                return Err(self.ragged(start));
            }
            at = end + usize::from(more);
        }
        self.out.rows += 1;
        Ok(after_line(self.bytes, at))
    }

    #[inline]
    fn number(&mut self, at: usize, kept: usize) -> Result<(u64, usize), BadField> {
        if let Some((value, end, real)) = read_plain(self.bytes, at) {
            let next = self.bytes[end];
            if (next == self.plan.delimiter || ends_line(next)) && !self.is_missing_number(at, end) {
                self.out.plain[kept] |= if real { REAL } else { WHOLE };
                return Ok((value.to_bits(), end));
            }
        }
        self.odd(at, kept, |seen| if let Seen::Number(value) = seen { value } else { f64::NAN })
    }

    fn moment(&mut self, at: usize, kept: usize) -> Result<(u64, usize), BadField> {
        self.odd(at, kept, |seen| if let Seen::Moment(value) = seen { value } else { f64::NAN })
    }

    /// A field of any look: missing, or seen by the column's shape.
    fn odd(&mut self, at: usize, kept: usize, value: impl Fn(Seen) -> f64) -> Result<(u64, usize), BadField> {
        let field = field(self.bytes, at, self.plan.delimiter)?;
        let text = field.of(self.text);
        let number = if self.is_missing(&text) {
            f64::NAN
        } else {
            let (row, bytes, counted) = (self.out.rows as u64 + 1, self.bytes, &self.counted);
            let spot = || Spot { row, line: lines_before(bytes, at, counted) + 1, text: text.to_string() };
            value(self.out.shapes[kept].see(&text, spot))
        };
        Ok((number.to_bits(), field.end))
    }

    #[inline]
    fn name(&mut self, at: usize, kept: usize) -> Result<(u64, usize), BadField> {
        let field = field(self.bytes, at, self.plan.delimiter)?;
        let text = field.of(self.text);
        let code = if self.is_missing(&text) { MISSING } else { self.out.texts[kept].intern(&text) };
        Ok((u64::from(code), field.end))
    }

    #[inline]
    fn is_missing(&self, text: &str) -> bool {
        text.is_empty() || self.plan.missing.iter().any(|token| token == text)
    }

    #[inline]
    fn is_missing_number(&self, start: usize, end: usize) -> bool {
        self.plan.missing_number && self.text.get(start..end).is_some_and(|text| self.is_missing(text))
    }

    fn bad_field(&self, at: usize, column: usize, bad: BadField) -> BadCell {
        self.at(at, Some(column), bad.mistake(self.text))
    }

    fn ragged(&self, start: usize) -> BadCell {
        let expected = self.plan.slots.len();
        let mistake = match width(self.bytes, start, self.plan.delimiter) {
            Ok((found, _)) => Mistake::Ragged { found, expected },
            Err(bad) => bad.mistake(self.text), // in a field behind the last column
        };
        self.at(start, None, mistake)
    }

    fn at(&self, at: usize, column: Option<usize>, mistake: Mistake) -> BadCell {
        BadCell { row: self.out.rows as u64, line: lines(&self.bytes[..at]), column, mistake }
    }
}

fn lines_before(bytes: &[u8], at: usize, counted: &Cell<(usize, u64)>) -> u64 {
    let (from, before) = counted.get();
    let line = before + lines(bytes.get(from..at).unwrap_or_default());
    counted.set((at, line));
    line
}

/// The row and column of a byte at which a block stops being text.
fn place_of(block: &[u8], at: usize, plan: &Plan<'_>, mistake: Mistake) -> BadCell {
    let mut row = 0;
    let mut column = None;
    let mut start = next_record(block, 0, plan.delimiter);
    while start <= at
        && let Ok((fields, next)) = record(block, start, plan.delimiter)
    {
        if next > at {
            column = fields.iter().position(|field| field.end > at);
            break;
        }
        row += 1;
        start = next_record(block, next, plan.delimiter);
    }
    BadCell { row, line: lines(&block[..at]), column, mistake }
}
