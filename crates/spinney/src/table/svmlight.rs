//! svmlight and libsvm files: a label, then the numbers that are not 0, each behind its index.
//!
//! ```text
//! # a comment
//! +1 1:0.7 3:2 # this one too           label 1, column "1" is 0.7, column "3" is 2, every other column is 0
//! -1 qid:4 2:1                          a row of the query 4
//! ```
//! Columns are named by their indices as they are written, from 1 (from 0 where the file has that index) to the greatest; the label's is
//! called `label`, and stands first. `qid` is a column of its own where a row has it. Indices rise along a line, and every number is finite.

use std::io::Read;

use super::assemble::assemble;
use super::column::{Column, MOST_ROWS, Values};
use super::frame::Table;
use super::number::{self, Written, read_plain};
use super::options::ReadOptions;
use super::source::Source;
use super::sparse::{Sparse, check_order, not_finite};
use crate::error::{Error, Mistake, Place, Result};

/// The name of the label's column.
pub const LABEL: &str = "label";
/// The name of the queries' column.
pub const QUERY: &str = "qid";

/// Rows as they are read.
#[derive(Default)]
struct Gathered {
    labels: Vec<f64>,
    queries: Vec<f64>,
    /// By index: rows and values.
    columns: Vec<(Vec<u32>, Vec<f64>)>,
    has_zero: bool,
    has_queries: bool,
}

/// Reads a table from a svmlight or libsvm file.
///
/// ```
/// use spinney::table::{ReadOptions, svmlight::read_svmlight};
/// let table = read_svmlight(&&b"+1 1:0.5 4:2\n-1 2:1 # rare\n"[..], &ReadOptions::new())?;
/// assert_eq!((table.rows(), table.columns().len()), (2, 5));
/// assert_eq!(table.column("4")?.text(0).as_deref(), Some("2"));
/// assert_eq!(table.column("label")?.text(1).as_deref(), Some("-1"));
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn read_svmlight(source: &dyn Source, options: &ReadOptions) -> Result<Table> {
    let mut bytes = Vec::new();
    source.open_last()?.read_to_end(&mut bytes)?;
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let mut gathered = Gathered::default();
    for (line, bytes) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let row = gathered.labels.len() as u64 + 1;
        gathered.take(bytes, options.max_columns).map_err(|mut error| {
            error.place.row = Some(row);
            error.on_line(line)
        })?;
        if row > MOST_ROWS {
            return Err(Mistake::TooManyRows { limit: MOST_ROWS }.anywhere());
        }
    }
    assemble(gathered.into_columns()?, Vec::new(), options)
}

impl Gathered {
    /// Takes in a line; one without a label says nothing.
    fn take(&mut self, line: &[u8], most: usize) -> Result<()> {
        let told = line.split(|byte| *byte == b'#').next().unwrap_or_default();
        let mut words = told.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let Some(label) = words.next() else { return Ok(()) };
        let row = self.labels.len() as u32;
        let wrong = || unexpected("a number as the label", label);
        let value = value_of(label).ok_or_else(wrong)?;
        if !value.is_finite() {
            return Err(not_finite(value).in_column(LABEL));
        }
        self.labels.push(value);
        self.queries.push(f64::NAN);
        let mut before = None;
        for word in words {
            let Some(colon) = word.iter().position(|byte| *byte == b':') else {
                return Err(unexpected("index:value", word));
            };
            let (index, value) = (&word[..colon], &word[colon + 1..]);
            if index == QUERY.as_bytes() {
                let query = value_of(value).filter(|query| query.is_finite() && before.is_none());
                self.queries[row as usize] = query.ok_or_else(|| unexpected("qid:number before all others", word))?;
                self.has_queries = true;
                continue;
            }
            self.entry(row, (index, value), (&mut before, most))?;
        }
        Ok(())
    }

    /// Takes in one number.
    fn entry(
        &mut self,
        row: u32,
        (index, value): (&[u8], &[u8]),
        (before, most): (&mut Option<u64>, usize),
    ) -> Result<()> {
        let digits = std::str::from_utf8(index).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(place) = digits.and_then(|text| text.parse::<u64>().ok()) else {
            return Err(unexpected("an index that is a whole number", index));
        };
        let named = |mut error: Error| {
            error.place.column = Some(place.to_string());
            error
        };
        if let Some(last) = before.replace(place) {
            check_order(last, place).map_err(named)?;
        }
        let number = value_of(value).ok_or_else(|| named(unexpected("a number behind the index", value)))?;
        if !number.is_finite() {
            return Err(named(not_finite(number).anywhere()));
        }
        if place > most as u64 {
            let found = usize::try_from(place).unwrap_or(usize::MAX);
            return Err(Mistake::TooManyColumns { found, limit: most }.anywhere());
        }
        let place = place as usize;
        self.has_zero |= place == 0;
        if self.columns.len() <= place {
            self.columns.resize_with(place + 1, Default::default);
        }
        self.columns[place].0.push(row);
        self.columns[place].1.push(number);
        Ok(())
    }

    fn into_columns(self) -> Result<Vec<Column>> {
        let rows = self.labels.len();
        if rows == 0 {
            return Err(Mistake::Empty.anywhere());
        }
        let mut columns = vec![Column::numbers(LABEL, self.labels)];
        if self.has_queries {
            columns.push(Column::numbers(QUERY, self.queries));
        }
        let first = usize::from(!self.has_zero);
        let sparse = |(index, (own, values)): (usize, (Vec<u32>, Vec<f64>))| Column {
            name: index.to_string(),
            values: Values::Sparse(Sparse::sound(own, values, rows)),
        };
        columns.extend(self.columns.into_iter().enumerate().skip(first).map(sparse));
        Ok(columns)
    }
}

/// The number that a word stands for; `nan` is one here, and refused with its own words.
fn value_of(word: &[u8]) -> Option<f64> {
    if let Some((value, end, _)) = read_plain(word, 0)
        && end == word.len()
    {
        return Some(value);
    }
    if word.eq_ignore_ascii_case(b"nan") {
        return Some(f64::NAN);
    }
    match number::read(std::str::from_utf8(word).ok()?)? {
        Written::BeyondRange => Some(f64::INFINITY),
        written => written.value(),
    }
}

fn unexpected(expected: &'static str, found: &[u8]) -> Error {
    let found = String::from_utf8_lossy(found).into_owned();
    Mistake::Svmlight { expected, found }.in_place(Place::default())
}
