//! A block of records becomes typed cells.
//!
//! ```text
//! block:  5.1,red,2026-01-01\n 4.9,,…      cells, column by column:  5.1 4.9 … | red MISSING … | seconds …
//! ```
//! The block's line ends are counted first, so every column has its stretch of one buffer to write to, and gathering is a
//! plain copy of each stretch.

use super::blocks::Check;
use super::scan::{BadField, after_line, ends_line, field, lines, record};
use super::shape::{Seen, Shape, Slot, Spot};
use crate::error::Mistake;
use crate::table::column::MISSING;
use crate::table::level::Interner;
use crate::table::number::read_plain;

/// How records are to be read.
pub(super) struct Plan<'a> {
    pub(super) delimiter: u8,
    pub(super) slots: Vec<Slot>,
    pub(super) missing: &'a [String],
    pub(super) check: Check,
}

/// A block's cells, by column, over the columns that are not skipped: numbers and seconds as bits of an f64, texts as codes.
pub(super) struct Cells {
    pub(super) rows: usize,
    pub(super) lines: u64,
    cells: Vec<u64>,
    /// Cells set aside for each column: the most rows that the block can have.
    stretch: usize,
    /// For each kept column, 1 where a plain whole number was met and 2 where one with a point was: a byte in the hot loop,
    /// folded into the shapes at the end.
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
        &self.cells[start..start + self.rows]
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
    let stretch = ends as usize;
    let cells = Cells {
        rows: 0,
        lines: ends,
        cells: vec![0; kept * stretch],
        stretch,
        plain: vec![0; kept],
        shapes: vec![Shape::default(); kept],
        texts: vec![Interner::default(); kept],
    };
    let mut parser = Parser { text, bytes: block, plan, out: cells };
    let mut at = 0;
    while at < block.len() {
        at = if ends_line(block[at]) { at + 1 } else { parser.record(at)? };
    }
    let mut cells = parser.out;
    for (shape, plain) in cells.shapes.iter_mut().zip(&cells.plain) {
        shape.whole |= plain & 1 != 0;
        shape.real |= plain & 2 != 0;
    }
    Ok(cells)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    plan: &'a Plan<'a>,
    out: Cells,
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
            let (cell, end) = read.map_err(|bad| self.bad_field(start, at, column, bad))?;
            if *slot != Slot::Skip {
                self.out.cells[place] = cell;
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
            if next == self.plan.delimiter || ends_line(next) {
                self.out.plain[kept] |= 1 << u8::from(real);
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
            let (row, bytes) = (self.out.rows as u64 + 1, self.bytes);
            let spot = || Spot { row, line: lines(&bytes[..at]) + 1, text: text.to_string() };
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

    fn bad_field(&self, start: usize, at: usize, column: usize, bad: BadField) -> BadCell {
        let mistake = match bad {
            BadField::Open => Mistake::OpenQuote,
            BadField::After(range) => {
                Mistake::AfterQuote { found: self.text.get(range).unwrap_or_default().to_owned() }
            }
        };
        let place = if matches!(mistake, Mistake::OpenQuote) { at } else { start };
        BadCell { row: self.out.rows as u64, line: lines(&self.bytes[..place]), column: Some(column), mistake }
    }

    fn ragged(&self, start: usize) -> BadCell {
        let found = record(self.bytes, start, self.plan.delimiter).map_or(0, |(fields, _)| fields.len());
        let mistake = Mistake::Ragged { found, expected: self.plan.slots.len() };
        BadCell { row: self.out.rows as u64, line: lines(&self.bytes[..start]), column: None, mistake }
    }
}

/// The row and column of a byte at which a block stops being text.
fn place_of(block: &[u8], at: usize, plan: &Plan<'_>, mistake: Mistake) -> BadCell {
    let (mut row, mut start) = (0, 0);
    let mut column = None;
    while start < at {
        if ends_line(block[start]) {
            start += 1;
            continue;
        }
        let Ok((fields, next)) = record(block, start, plan.delimiter) else { break };
        if next > at {
            column = fields.iter().position(|field| field.end > at);
            break;
        }
        row += 1;
        start = next;
    }
    BadCell { row, line: lines(&block[..at]), column, mistake }
}
