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
            let mut all = ByCode { starts: vec![0], numbers: Vec::new() };
            for column in columns {
                add_numbers(column, &mut all.numbers);
                all.starts.push(all.numbers.len() as u32);
            }
            all
        })
    }
}

/// Adds the numbers of a column in the order of codes. Those of a sparse one stand in the table as its codes do here.
fn add_numbers(column: &EncodedColumn<'_>, numbers: &mut Vec<f64>) {
    let entries = if let Coded::Numbers(source) = &column.coded { source.entries() } else { None };
    if let (Codes::Sparse(own), Some(values)) = (&column.codes, entries) {
        let start = numbers.len();
        numbers.resize(start + column.distinct as usize, 0.0);
        for (code, value) in own.codes.iter().zip(values) {
            numbers[start + *code as usize] = *value;
        }
        return;
    }
    let own = column.passing_numbers();
    numbers.extend(own.iter().flat_map(|own| (0..column.distinct).map(|code| own.at(code))));
}

/// For each column what rows are called that are not named, and the others in the order of their codes. They are written where they stay: of a
/// large table there is no room for them twice.
fn by_column(columns: &[EncodedColumn<'_>]) -> (Vec<u32>, Lines) {
    let rest = parallel::map(columns, rest_of);
    let sparse = |column: &EncodedColumn<'_>| if let Codes::Sparse(own) = &column.codes { own.rows.len() } else { 0 };
    let mut entries = Vec::with_capacity(columns.iter().map(sparse).sum());
    let mut starts = vec![0];
    for (column, rest) in columns.iter().zip(&rest) {
        match &column.codes {
            Codes::Sparse(own) => {
                let own = own.rows.iter().zip(&own.codes);
                entries.extend(own.map(|(row, code)| Entry { place: *row, code: *code }));
            }
            dense => with_codes!(dense, codes => {
                let all = (0..).zip(codes.iter()).map(|(place, code)| Entry { place, code: code.wide() });
                entries.extend(all.filter(|entry| entry.code != *rest));
            }),
        }
        starts.push(entries.len());
    }
    let (mut lines, mut left) = (Vec::with_capacity(columns.len()), &mut entries[..]);
    for ends in starts.windows(2) {
        let (line, others) = left.split_at_mut(ends[1] - ends[0]);
        lines.push(line);
        left = others;
    }
    // Rows of one code stay in their order.
    parallel::change(&mut lines, |_, line| line.sort_unstable_by_key(|entry| (entry.code, entry.place)));
    (rest, Lines { starts, entries })
}

/// What rows of a column are called that are not named: of a dense one those of the most frequent code.
fn rest_of(column: &EncodedColumn<'_>) -> u32 {
    match &column.codes {
        Codes::Sparse(own) => own.rest,
        dense => with_codes!(dense, codes => {
            let mut counts = vec![0_u32; column.distinct as usize + 1];
            for code in codes {
                counts[code.wide() as usize] += 1;
            }
            (0_u32..).zip(&counts).max_by_key(|(_, rows)| **rows).map_or(0, |(code, _)| code)
        }),
    }
}
