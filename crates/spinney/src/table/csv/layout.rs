//! What the head of the text says: delimiter, names, a first guess of the slots.

use super::blocks::Blocks;
use super::dialect::vote;
use super::scan::{lines, next_record, record, whole_records, width};
use super::shape::{Shape, Slot, Spot};
use crate::error::{Mistake, Result};
use crate::table::assemble::{check_names, usable_names};
use crate::table::declare::Declared;
use crate::table::number;
use crate::table::options::ReadOptions;
use crate::table::source::Source;
use crate::table::warning::Warning;

/// Bytes that the guess of delimiter and slots looks at.
const HEAD: usize = 256 * 1024;
/// The most bytes that a header may take.
const LONGEST_HEADER: usize = 64 << 20;
/// Rows that the guess of the slots looks at.
const GUESS_ROWS: usize = 1000;

/// What the head of the text says.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) delimiter: u8,
    pub(super) names: Vec<String>,
    pub(super) warnings: Vec<Warning>,
    /// Bytes and lines before the first row.
    pub(super) header_bytes: usize,
    pub(super) header_lines: u64,
    pub(super) slots: Vec<Slot>,
}

/// Delimiter, header and a first guess of the slots.
pub(super) fn look(source: &dyn Source, options: &ReadOptions) -> Result<Layout> {
    check_delimiter(options.delimiter)?;
    let mut blocks = Blocks::open(source, options.encoding.as_deref())?;
    let (delimiter, whole) = whole_head(&mut blocks, options)?;
    let check = blocks.check();
    let bytes = blocks.head(0)?;
    let bytes = &bytes[..whole.min(bytes.len())];
    // Where a byte is not text, what stands before it still reads; the pass over the rows will say which row it spoils.
    let (text, fault) = match check.text(bytes) {
        Ok(text) => (text, None),
        Err((at, mistake)) => (check.text(&bytes[..at]).unwrap_or_default(), Some((at, mistake))),
    };
    let start = next_record(bytes, 0, delimiter);
    let first = width(bytes, start, delimiter);
    let needed = first.as_ref().map_or(bytes.len(), |(_, next)| if options.header { *next } else { start });
    let on_line = |mistake: Mistake, at: usize| mistake.anywhere().on_line(lines(&bytes[..at]) + 1);
    if let Some((at, mistake)) = fault
        && at < needed
    {
        return Err(on_line(mistake, at));
    }
    if start == bytes.len() || (options.delimiter.is_none() && bytes.iter().all(u8::is_ascii_whitespace)) {
        return Err(Mistake::Empty.anywhere());
    }
    let (found, _) = first.map_err(|bad| on_line(bad.mistake(text), start))?;
    if found > options.max_columns {
        return Err(on_line(Mistake::TooManyColumns { found, limit: options.max_columns }, start));
    }
    let (names, warnings) = names(text, start, found, delimiter, options.header);
    check_names(&names, options)?;
    let slots = guess(text, needed, delimiter, &names, options);
    Ok(Layout { delimiter, names, warnings, header_bytes: needed, header_lines: lines(&bytes[..needed]), slots })
}

/// Numbers are read straight off the bytes, so what they are written with cannot end them.
fn check_delimiter(delimiter: Option<u8>) -> Result<()> {
    let cannot = |byte: &u8| !byte.is_ascii() || byte.is_ascii_digit() || b"\"\n\r\0.-+".contains(byte);
    match delimiter.filter(cannot) {
        Some(byte) => Err(Mistake::BadDelimiter { found: char::from(byte) }.anywhere()),
        None => Ok(()),
    }
}

/// Reads on until the head holds a whole record: the delimiter, and how many bytes are whole records.
fn whole_head(blocks: &mut Blocks<'_>, options: &ReadOptions) -> Result<(u8, usize)> {
    let mut size = HEAD;
    loop {
        let head = blocks.head(size)?;
        let delimiter = options.delimiter.unwrap_or_else(|| vote(head));
        let records = whole_records(head, delimiter).filter(|whole| next_record(head, 0, delimiter) < *whole);
        match records {
            // What is not text will not become a record by reading on.
            None if head.contains(&0) => return Ok((delimiter, usize::MAX)),
            _ if blocks.is_whole() => return Ok((delimiter, usize::MAX)),
            Some(whole) => return Ok((delimiter, whole)),
            None if size >= LONGEST_HEADER => return Err(Mistake::EndlessRow { limit: size }.anywhere().on_line(1)),
            None => size *= 2,
        }
    }
}

/// The columns' names: from the first record, or made up where it is a row already.
fn names(text: &str, start: usize, columns: usize, delimiter: u8, header: bool) -> (Vec<String>, Vec<Warning>) {
    if !header {
        return ((1..=columns).map(|place| format!("column_{place}")).collect(), Vec::new());
    }
    let fields = record(text.as_bytes(), start, delimiter).map_or_else(|_| Vec::new(), |(fields, _)| fields);
    let raw: Vec<String> = fields.iter().map(|field| field.of(text).into_owned()).collect();
    let (names, mut warnings) = usable_names(&raw);
    let numeric = raw.iter().all(|name| number::read(name).is_some());
    warnings.extend(numeric.then_some(Warning::NumericHeader));
    (names, warnings)
}

/// The slots that fit the first rows; a declared kind decides by itself.
fn guess(text: &str, start: usize, delimiter: u8, names: &[String], options: &ReadOptions) -> Vec<Slot> {
    let bytes = text.as_bytes();
    let mut shapes = vec![Shape::default(); names.len()];
    let mut at = next_record(bytes, start, delimiter);
    let mut rows = 0;
    while at < bytes.len()
        && rows < GUESS_ROWS
        && let Ok((fields, next)) = record(bytes, at, delimiter)
    {
        for (shape, field) in shapes.iter_mut().zip(&fields) {
            let field = field.of(text);
            if !field.is_empty() && !options.missing.iter().any(|token| *token == field) {
                shape.see(&field, Spot::default);
            }
        }
        (at, rows) = (next_record(bytes, next, delimiter), rows + 1);
    }
    let slot = |(name, shape): (&String, &Shape)| match options.declared(name) {
        _ if options.skips(name) => Slot::Skip,
        Some(Declared::Nominal | Declared::Ordinal(_) | Declared::Hierarchical(_)) => Slot::Text,
        Some(Declared::Continuous) if shape.slot() != Slot::Moment => Slot::Number,
        Some(Declared::Continuous) | None => shape.slot(),
    };
    names.iter().zip(&shapes).map(slot).collect()
}
