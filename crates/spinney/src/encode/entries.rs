//! What rows say that is not what most rows say, for tables with sparse columns: by column and by row.
//!
//! ```text
//! rest     2  0  0 …                the code of rows that are not named, for each column
//! columns  |r c, r c|r c|…          rows with their codes, in the order of codes
//! rows     |k c|k c, k c, k c|…     columns with the row's codes there, in the order of columns
//! ```

use std::sync::OnceLock;

use super::codes::{Code, Codes, with_codes};
use super::encoded::{Coded, EncodedColumn};
use crate::parallel;

/// One entry: a row, or a column, and the code there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Entry {
    pub(crate) place: u32,
    pub(crate) code: u32,
}

/// Entries line by line.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    entries: Vec<Entry>,
}

/// The entries of all columns, in both orders.
#[derive(Debug)]
pub(crate) struct Entries {
    /// For each column the code of rows that have no entry.
    pub(crate) rest: Vec<u32>,
    /// For each column its rows, in the order of their codes.
    pub(crate) columns: Lines,
    /// For each row its columns, ascending.
    pub(crate) rows: Lines,
    /// Whether values of every column have an order, and all are there: asked at each tree, and columns lie far apart.
    pub(crate) are_plain: bool,
    numbers: OnceLock<ByCode>,
}

/// The numbers that codes stand for, one column after the other; of columns of names there are none.
#[derive(Debug)]
pub(crate) struct ByCode {
    starts: Vec<u32>,
    numbers: Vec<f64>,
}

impl ByCode {
    /// The numbers of a column, in the order of codes.
    #[inline]
    pub(crate) fn of(&self, column: u32) -> Option<&[f64]> {
        let own = self.starts[column as usize] as usize..self.starts[column as usize + 1] as usize;
        (!own.is_empty()).then(|| &self.numbers[own])
    }
}

impl Lines {
    /// The entries of a line.
    #[inline]
    pub(crate) fn line(&self, line: u32) -> &[Entry] {
        &self.entries[self.starts[line as usize]..self.starts[line as usize + 1]]
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

impl Entries {
    pub(super) fn new(columns: &[EncodedColumn<'_>], rows: usize) -> Self {
        let are_plain = columns.iter().all(EncodedColumn::is_plain);
        let (rest, columns) = by_column(columns);
        let mut starts = vec![0; rows + 1];
        for entry in &columns.entries {
            starts[entry.place as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut by_row = vec![Entry::default(); starts[rows]];
        for place in 0..rest.len() as u32 {
            for entry in columns.line(place) {
                let next = &mut next[entry.place as usize];
                by_row[*next] = Entry { place, code: entry.code };
                *next += 1;
            }
        }
        Entries { rest, columns, rows: Lines { starts, entries: by_row }, are_plain, numbers: OnceLock::new() }
    }

    /// The numbers of the columns, side by side.
    pub(crate) fn numbers(&self, columns: &[EncodedColumn<'_>]) -> &ByCode {
        self.numbers.get_or_init(|| {
            let are_there = |column: &EncodedColumn<'_>| matches!(column.coded, Coded::Numbers(_));
            let many = |column| if are_there(column) { column.distinct as usize } else { 0 };
            let starts = starts(columns.iter().map(many));
            let mut numbers = vec![0.0; starts.last().copied().unwrap_or(0)];
            parallel::change(&mut split(&mut numbers, &starts), |place, out| put_numbers(&columns[place], out));
            ByCode { starts: starts.into_iter().map(|start| start as u32).collect(), numbers }
        })
    }
}

/// Puts the numbers of a column down in the order of codes. Those of a sparse one stand in the table as its codes do here.
fn put_numbers(column: &EncodedColumn<'_>, out: &mut [f64]) {
    let entries = if let Coded::Numbers(source) = &column.coded { source.entries() } else { None };
    if let (Codes::Sparse(own), Some(values)) = (&column.codes, entries) {
        for (code, value) in own.codes.iter().zip(values) {
            out[*code as usize] = *value;
        }
    } else if let Some(own) = column.passing_numbers() {
        out.iter_mut().zip(0..).for_each(|(out, code)| *out = own.at(code));
    }
}

/// Where lines of so many begin, and the last one ends.
fn starts(lines: impl Iterator<Item = usize>) -> Vec<usize> {
    let ends = lines.scan(0, |end, many| {
        *end += many;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

/// The lines that begin there.
fn split<'a, T>(mut all: &'a mut [T], starts: &[usize]) -> Vec<&'a mut [T]> {
    let mut lines = Vec::with_capacity(starts.len());
    for ends in starts.windows(2) {
        let (line, others) = all.split_at_mut(ends[1] - ends[0]);
        lines.push(line);
        all = others;
    }
    lines
}

/// For each column what rows are called that are not named, and the others in the order of their codes. They are written where they stay: of a
/// large table there is no room for them twice.
fn by_column(columns: &[EncodedColumn<'_>]) -> (Vec<u32>, Lines) {
    let (rest, many): (Vec<u32>, Vec<usize>) = parallel::map(columns, rest_of).into_iter().unzip();
    let starts = starts(many.into_iter());
    let mut entries = vec![Entry::default(); starts.last().copied().unwrap_or(0)];
    parallel::change(&mut split(&mut entries, &starts), |place, line| match &columns[place].codes {
        Codes::Sparse(own) => {
            let entries = own.rows.iter().zip(&own.codes).map(|(row, code)| Entry { place: *row, code: *code });
            put_in_order(entries, columns[place].distinct, line);
        }
        dense => with_codes!(dense, codes => {
            let all = (0..).zip(codes.iter()).map(|(place, code)| Entry { place, code: code.wide() });
            put_in_order(all.filter(|entry| entry.code != rest[place]), columns[place].distinct + 1, line);
        }),
    });
    (rest, Lines { starts, entries })
}

/// Puts entries in the order of so many codes; rows of one code stay in theirs.
fn put_in_order(entries: impl Iterator<Item = Entry> + Clone, codes: u32, line: &mut [Entry]) {
    let mut next = vec![0_u32; codes as usize + 1];
    entries.clone().for_each(|entry| next[entry.code as usize + 1] += 1);
    for code in 0..codes as usize {
        next[code + 1] += next[code];
    }
    for entry in entries {
        let place = &mut next[entry.code as usize];
        line[*place as usize] = entry;
        *place += 1;
    }
}

/// What rows of a column are called that are not named, and how many others there are: of a dense one those of the most frequent code.
fn rest_of(column: &EncodedColumn<'_>) -> (u32, usize) {
    match &column.codes {
        Codes::Sparse(own) => (own.rest, own.rows.len()),
        dense => with_codes!(dense, codes => {
            let mut counts = vec![0_u32; column.distinct as usize + 1];
            for code in codes {
                counts[code.wide() as usize] += 1;
            }
            let most = (0_u32..).zip(&counts).max_by_key(|(_, rows)| **rows);
            most.map_or((0, 0), |(code, rows)| (code, codes.len() - *rows as usize))
        }),
    }
}
