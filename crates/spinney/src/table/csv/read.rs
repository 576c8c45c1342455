//! From a source to a table.

use super::blocks::Blocks;
use super::dialect::vote;
use super::gather::{Finished, Gathered};
use super::parse::{BadCell, Plan, parse};
use super::scan::{BadField, ends_line, lines, record, whole_records};
use super::shape::{Shape, Slot, Spot};
use crate::error::{Error, Mistake, Place, Result};
use crate::parallel;
use crate::table::assemble::{check_names, complete, usable_names};
use crate::table::column::Column;
use crate::table::declare::Declared;
use crate::table::frame::Table;
use crate::table::number;
use crate::table::options::ReadOptions;
use crate::table::source::Source;
use crate::table::warning::Warning;

/// Bytes that the guess of delimiter and slots looks at.
const HEAD: usize = 256 * 1024;
/// Rows that the guess of the slots looks at.
const GUESS_ROWS: usize = 1000;
/// The most rows: their numbers are u32, the largest of which is kept free.
const MOST_ROWS: u64 = u32::MAX as u64 - 1;

/// What the head of the text says.
struct Layout {
    delimiter: u8,
    names: Vec<String>,
    warnings: Vec<Warning>,
    /// Bytes and lines before the first row.
    header_bytes: usize,
    header_lines: u64,
    slots: Vec<Slot>,
}

impl Table {
    /// Reads delimited text from memory.
    ///
    /// ```
    /// use spinney::table::{Kind, ReadOptions, Table};
    /// let table = Table::from_csv(b"size;price\nS;1.5\nL;\n", &ReadOptions::new())?;
    /// assert_eq!(table.column("size")?.kind(), Kind::Nominal);
    /// assert_eq!(table.column("price")?.missing(), 1);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn from_csv(bytes: &[u8], options: &ReadOptions) -> Result<Self> {
        read_csv(&bytes, options)
    }
}

/// Reads delimited text. The first thousand rows say how to read each column; where a later row disagrees, the source is
/// read again from the start, so that what a column is depends on all of its values and on nothing else.
pub fn read_csv(source: &dyn Source, options: &ReadOptions) -> Result<Table> {
    let layout = look(source, options)?;
    check_names(&layout.names, options)?;
    let mut slots = layout.slots.clone();
    for _ in 0..2 {
        let gathered = pass(source, options, &layout, &slots)?;
        let fitting = fit(&layout, &slots, &gathered.shapes, options)?;
        if fitting == slots {
            return finish(layout, &slots, gathered, options);
        }
        slots = fitting;
    }
    Err(Mistake::Changed.anywhere())
}

/// Delimiter, header and a first guess of the slots.
fn look(source: &dyn Source, options: &ReadOptions) -> Result<Layout> {
    if let Some(byte) = options.delimiter.filter(|byte| !byte.is_ascii() || matches!(byte, b'"' | b'\n' | b'\r' | 0)) {
        return Err(Mistake::BadDelimiter { found: char::from(byte) }.anywhere());
    }
    let mut blocks = Blocks::open(source, options.encoding.as_deref())?;
    let mut size = HEAD;
    let (delimiter, whole) = loop {
        let head = blocks.head(size)?;
        let delimiter = options.delimiter.unwrap_or_else(|| vote(head));
        match whole_records(head, delimiter) {
            _ if blocks.is_whole() => break (delimiter, usize::MAX),
            Some(whole) => break (delimiter, whole),
            None if size >= HEAD << 8 => return Err(Mistake::EndlessRow { limit: size }.anywhere().on_line(1)),
            None => size *= 2,
        }
    };
    let check = blocks.check();
    let head = blocks.head(0)?;
    let head = &head[..whole.min(head.len())];
    let text = check.text(head).map_err(|(at, mistake)| mistake.anywhere().on_line(lines(&head[..at]) + 1))?;
    let start = head.iter().position(|byte| !ends_line(*byte)).ok_or_else(|| Mistake::Empty.anywhere())?;
    let on_line = |mistake: Mistake, at: usize| mistake.anywhere().on_line(lines(&head[..at]) + 1);
    let (fields, next) = record(head, start, delimiter).map_err(|bad| on_line(bad_field(bad, text), start))?;
    let raw: Vec<String> = fields.iter().map(|field| field.of(text).into_owned()).collect();
    if raw.len() > options.max_columns {
        return Err(on_line(Mistake::TooManyColumns { found: raw.len(), limit: options.max_columns }, start));
    }
    let (raw, header_bytes) = if options.header {
        (raw, next)
    } else {
        ((1..=raw.len()).map(|place| format!("column_{place}")).collect(), start)
    };
    let numeric = options.header && raw.iter().all(|name| number::read(name).is_some());
    let (names, mut warnings) = usable_names(&raw);
    warnings.extend(numeric.then_some(Warning::NumericHeader));
    let slots = guess(text, header_bytes, delimiter, &names, options);
    Ok(Layout { delimiter, names, warnings, header_bytes, header_lines: lines(&head[..header_bytes]), slots })
}

fn bad_field(bad: BadField, text: &str) -> Mistake {
    match bad {
        BadField::Open => Mistake::OpenQuote,
        BadField::After(range) => Mistake::AfterQuote { found: text.get(range).unwrap_or_default().to_owned() },
    }
}

/// The slots that fit the first rows; a declared kind decides by itself.
fn guess(text: &str, start: usize, delimiter: u8, names: &[String], options: &ReadOptions) -> Vec<Slot> {
    let mut shapes = vec![Shape::default(); names.len()];
    let (mut at, mut rows) = (start, 0);
    while at < text.len() && rows < GUESS_ROWS {
        if ends_line(text.as_bytes()[at]) {
            at += 1;
            continue;
        }
        let Ok((fields, next)) = record(text.as_bytes(), at, delimiter) else { break };
        for (shape, field) in shapes.iter_mut().zip(&fields) {
            let field = field.of(text);
            if !field.is_empty() && !options.missing.iter().any(|token| *token == field) {
                shape.see(&field, || Spot { row: 0, line: 0, text: String::new() });
            }
        }
        (at, rows) = (next, rows + 1);
    }
    let slot = |(name, shape): (&String, &Shape)| match options.declared(name) {
        _ if options.ignores(name) => Slot::Skip,
        Some(Declared::Nominal | Declared::Ordinal(_) | Declared::Hierarchical(_)) => Slot::Text,
        Some(Declared::Continuous) if shape.slot() != Slot::Moment => Slot::Number,
        Some(Declared::Continuous) | None => shape.slot(),
    };
    names.iter().zip(&shapes).map(slot).collect()
}

/// One reading of all rows with these slots: blocks are parsed on all threads while the next ones are read.
fn pass(source: &dyn Source, options: &ReadOptions, layout: &Layout, slots: &[Slot]) -> Result<Gathered> {
    let mut blocks = Blocks::open(source, options.encoding.as_deref())?;
    blocks.head(layout.header_bytes)?;
    blocks.skip(layout.header_bytes);
    let plan =
        Plan { delimiter: layout.delimiter, slots: slots.to_vec(), missing: &options.missing, check: blocks.check() };
    let mut gathered = Gathered::new(slots, layout.header_lines);
    let mut batch = next_batch(&mut blocks, layout.delimiter, 1)?;
    let first_bytes: usize = batch.iter().map(Vec::len).sum();
    while !batch.is_empty() {
        let (parsed, next) = parallel::both(
            || parallel::map(&batch, |block| parse(block, &plan)),
            || next_batch(&mut blocks, layout.delimiter, 4 * parallel::threads()),
        );
        let mut done = Vec::with_capacity(parsed.len());
        for cells in parsed {
            match cells {
                Ok(cells) => done.push(cells),
                Err(bad) => {
                    gathered.append(done);
                    return Err(place(bad, &gathered, &layout.names));
                }
            }
        }
        if gathered.rows == 0
            && let Some(size) = source.size()
        {
            let rows: usize = done.iter().map(|cells| cells.rows).sum();
            gathered.reserve(expected_rows(rows, first_bytes, size));
        }
        gathered.append(done);
        if gathered.rows > MOST_ROWS {
            return Err(Mistake::TooManyRows { limit: MOST_ROWS }.anywhere());
        }
        batch = next?;
    }
    Ok(gathered)
}

/// The rows of the whole, from those of its first bytes, with a little to spare.
fn expected_rows(rows: usize, bytes: usize, size: u64) -> usize {
    let share = size as f64 / bytes.max(1) as f64;
    (rows as f64 * share * 1.05).min(MOST_ROWS as f64) as usize
}

fn next_batch(blocks: &mut Blocks<'_>, delimiter: u8, most: usize) -> Result<Vec<Vec<u8>>> {
    let mut batch = Vec::with_capacity(most);
    while batch.len() < most
        && let Some(block) = blocks.next(delimiter)?
    {
        batch.push(block);
    }
    Ok(batch)
}

fn place(bad: BadCell, gathered: &Gathered, names: &[String]) -> Error {
    let place = Place {
        row: Some(gathered.rows + bad.row + 1),
        line: Some(gathered.lines + bad.line + 1),
        column: bad.column.and_then(|column| names.get(column).cloned()),
    };
    Error { place, mistake: bad.mistake }
}

/// The slots that fit what was seen in all rows, or the mistake that no slot can mend.
fn fit(layout: &Layout, slots: &[Slot], shapes: &[Shape], options: &ReadOptions) -> Result<Vec<Slot>> {
    let mut fitting = slots.to_vec();
    let kept = fitting.iter_mut().zip(&layout.names).filter(|(slot, _)| **slot != Slot::Skip);
    for ((slot, name), shape) in kept.zip(shapes) {
        if *slot == Slot::Text {
            continue;
        }
        let at = |spot: &Spot, mistake: Mistake| Error {
            place: Place { row: Some(spot.row), line: Some(spot.line), column: Some(name.clone()) },
            mistake,
        };
        let continuous = options.declared(name) == Some(&Declared::Continuous);
        *slot = match shape.slot() {
            Slot::Text if continuous => match &shape.text {
                Some(spot) => return Err(at(spot, Mistake::NotANumber { found: spot.text.clone() })),
                None => Slot::Number,
            },
            other => other,
        };
        if let (Slot::Number, Some(spot)) = (*slot, &shape.beyond) {
            return Err(at(spot, Mistake::BeyondRange { found: spot.text.clone() }));
        }
    }
    Ok(fitting)
}

fn finish(layout: Layout, slots: &[Slot], gathered: Gathered, options: &ReadOptions) -> Result<Table> {
    if gathered.rows == 0 {
        return Err(Mistake::NoRows.anywhere());
    }
    let Layout { names, mut warnings, .. } = layout;
    let kept: Vec<String> =
        names.iter().zip(slots).filter(|(_, slot)| **slot != Slot::Skip).map(|(name, _)| name.clone()).collect();
    let mut columns = Vec::with_capacity(kept.len());
    for finished in gathered.finish(&kept) {
        if options.declared(&finished.column.name).is_none() {
            warnings.extend(mixture(&finished));
        }
        columns.push(finished.column);
    }
    complete(columns, warnings, options)
}

/// Whether a column became text because of whole numbers beyond 2⁵³, or of some texts among numbers.
fn mixture(finished: &Finished) -> Option<Warning> {
    let Finished { column: Column { name, .. }, first_seen } = finished;
    let is_number = |(text, _): &&(String, u64)| number::read(text).is_some();
    let odd = first_seen.iter().find(|level| !is_number(level));
    let number_rows: u64 = first_seen.iter().filter(is_number).map(|(_, rows)| rows).sum();
    let all_rows: u64 = first_seen.iter().map(|(_, rows)| rows).sum();
    match odd {
        None if number_rows > 0 => {
            let big = |(text, _): &&(String, u64)| matches!(number::read(text), Some(number::Written::BigWhole(_)));
            let example = first_seen.iter().find(big).map(|(text, _)| text.clone()).unwrap_or_default();
            Some(Warning::BigWholeNumbers { column: name.clone(), example })
        }
        Some((odd, _)) if number_rows * 2 >= all_rows => Some(Warning::Mixed {
            column: name.clone(),
            odd: odd.clone(),
            odd_rows: all_rows - number_rows,
            number_rows,
        }),
        _ => None,
    }
}
