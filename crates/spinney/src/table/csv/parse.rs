//! A block of records becomes typed cells.
//!
//! ```text
//! block:  5.1,red,2026-01-01\n 4.9,,…      cells, column by column:  5.1 4.9 … | red MISSING … | seconds …
//! ```
//! The block's line ends are counted first, so every column has its stretch of one buffer to write to, and gathering is a
//! plain copy of each stretch.

use std::cell::Cell;

use super::blocks::Check;
use super::plain::{Lanes, plain_numbers};
use super::scan::{BadField, after_line, field, lines, next_record, record, width};
use super::shape::{Seen, Shape, Slot, Spot};
use crate::error::Mistake;
use crate::table::column::MISSING;
use crate::table::level::Interner;
use crate::table::number;

/// How records are to be read.
pub(super) struct Plan<'a> {
    delimiter: u8,
    slots: Vec<Slot>,
    missing: &'a [String],
    /// For each column, how many columns of numbers begin with it. None where a missing text is a number: then every field
    /// must be looked at as text too.
    runs: Vec<usize>,
    check: Check,
}

impl<'a> Plan<'a> {
    /// The plan for columns of these slots.
    pub(super) fn new(delimiter: u8, slots: &[Slot], missing: &'a [String], check: Check) -> Self {
        let mut runs = vec![0; slots.len()];
        if !missing.iter().any(|token| number::read(token).is_some()) {
            let mut run = 0;
            for (slot, length) in slots.iter().zip(&mut runs).rev() {
                run = if *slot == Slot::Number { run + 1 } else { 0 };
                *length = run;
            }
        }
        Plan { delimiter, slots: slots.to_vec(), missing, runs, check }
    }
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
    /// Where this row's cells of the columns from `kept` on go.
    fn lanes(&mut self, kept: usize) -> Lanes<'_> {
        let place = kept * self.stretch + self.rows;
        Lanes {
            bits: self.bits.get_mut(place..).unwrap_or_default(),
            stretch: self.stretch,
            seen: &mut self.plain[kept..],
        }
    }

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
        let columns = self.plan.slots.len();
        let (mut column, mut kept, mut at) = (0, 0, start);
        let mut ended = false;
        while column < columns && !ended {
            let numbers = self.plan.runs[column];
            let run = plain_numbers(self.bytes, at, self.plan.delimiter, numbers, self.out.lanes(kept));
            (column, kept, at, ended) = (column + run.fields, kept + run.fields, run.next, run.ended);
            if run.fields == numbers.max(1) || ended {
                continue; // only a field that is no plain number stops a run before its end
            }
            let slot = self.plan.slots[column];
            let (cell, end) = self.other(slot, at, kept).map_err(|bad| self.bad_field(at, column, bad))?;
            if slot != Slot::Skip {
                self.out.bits[kept * self.out.stretch + self.out.rows] = cell;
                kept += 1;
            }
            ended = self.bytes[end] != self.plan.delimiter;
            at = end + usize::from(!ended);
            column += 1;
        }
        if column < columns || !ended {
            return Err(self.ragged(start));
        }
        self.out.rows += 1;
        Ok(after_line(self.bytes, at))
    }

    /// Any other field.
    #[inline(never)]
    fn other(&mut self, slot: Slot, at: usize, kept: usize) -> Result<(u64, usize), BadField> {
        match slot {
            Slot::Number => self.odd(at, kept, |seen| if let Seen::Number(value) = seen { value } else { f64::NAN }),
            Slot::Moment => self.odd(at, kept, |seen| if let Seen::Moment(value) = seen { value } else { f64::NAN }),
            Slot::Text => self.name(at, kept),
            Slot::Skip => field(self.bytes, at, self.plan.delimiter).map(|field| (0, field.end)),
        }
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
