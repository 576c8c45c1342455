//! The rows of a table as a model sees them: columns by name, levels by name, numbers by meaning.
//!
//! A small table to predict is seldom typed like the large one that was learned from: a column of codes `1, 2, A` is read
//! as numbers where no row holds an `A`, a column of numbers as text where one is written oddly. Both are matched here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::convert::{level_codes, numbers};
use crate::error::{Error, Mistake, Result};
use crate::grow::Watch;
use crate::model::{ColumnSchema, ColumnValues, Schema};
use crate::parallel;
use crate::table::frame::nearest;
use crate::table::{Column, MISSING, Meaning, Sparse, Table, Values};
use crate::tree::{Cell, ColumnId, Row};

/// The code of a level that training never saw.
pub(super) const UNSEEN: u32 = u32::MAX - 1;
/// So many missing columns get a near name: the search looks at every column.
const NEAR: usize = 8;

/// What becomes of a level that training never saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unseen {
    /// Each node decides: down the heaviest branch of a subset, the node's own answer where each value has a branch.
    #[default]
    AsNode,
    /// It is taken as missing.
    Missing,
    /// It is a mistake.
    Error,
}

/// The levels of one column that training never saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnseenValues {
    /// The column's name.
    pub column: String,
    /// How many different levels there are.
    pub values: usize,
    /// How many rows hold one.
    pub rows: usize,
    /// The first such row, from 1.
    pub row: u64,
    /// The level there.
    pub example: String,
}

/// The rows of a table, matched to the columns of a model.
#[derive(Debug, Clone)]
pub struct Rows<'a> {
    pub(super) cells: Vec<Cells<'a>>,
    pub(super) many: usize,
    pub(super) unseen: Vec<UnseenValues>,
    pub(super) watched: Watched<'a>,
}

/// Who may stop the work on rows.
#[derive(Clone, Copy)]
pub(super) struct Watched<'a>(&'a dyn Watch);

impl fmt::Debug for Watched<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Watched")
    }
}

/// The values of one column of the model.
#[derive(Debug, Clone)]
pub(super) enum Cells<'a> {
    /// The model knows the column, and its tree never asks for it.
    Unused,
    /// Numbers in the model's unit, NaN where missing.
    Numbers(Cow<'a, [f64]>),
    /// Numbers of which most are 0, or all.
    Sparse(Option<&'a Sparse>),
    /// The model's codes, [`MISSING`] and [`UNSEEN`] among them.
    Levels(Cow<'a, [u32]>),
}

/// One of [`Rows`].
#[derive(Debug, Clone, Copy)]
pub struct MatchedRow<'a> {
    rows: &'a Rows<'a>,
    row: usize,
}

impl<'a> Rows<'a> {
    /// Matches the columns that a tree asks for (in order) to those of a table.
    pub(super) fn new(schema: &Schema, used: &[ColumnId], table: &'a Table, unseen: Unseen) -> Result<Self> {
        let columns = find(schema, used, table)?;
        let pairs: Vec<(ColumnId, Option<&Column>)> = used.iter().copied().zip(columns).collect();
        let fitted = parallel::map(&pairs, |(id, column)| match column {
            Some(column) => fit(schema.column(*id), column, unseen),
            None => Ok((Cells::Sparse(None), None)),
        });
        let mut rows = Rows { cells: Vec::new(), many: table.rows(), unseen: Vec::new(), watched: Watched(&()) };
        rows.cells.resize_with(schema.columns.len(), || Cells::Unused);
        for (id, fitted) in used.iter().zip(fitted) {
            let (cells, unseen) = fitted?;
            rows.cells[id.place()] = cells;
            rows.unseen.extend(unseen);
        }
        Ok(rows)
    }

    /// The same rows, where somebody may stop the work on them. What comes of work that was stopped says nothing: who stops it asks
    /// whether it was before looking at it.
    #[must_use]
    pub fn watched(mut self, watch: &'a dyn Watch) -> Self {
        self.watched = Watched(watch);
        self
    }

    /// Whether nobody wants to know any more.
    pub(super) fn stopped(&self) -> bool {
        self.watched.0.stopped()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.many
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.many == 0
    }

    /// One row (from 0); `None` beyond the last.
    pub fn row(&self, row: usize) -> Option<MatchedRow<'_>> {
        (row < self.many).then_some(MatchedRow { rows: self, row })
    }

    /// The levels that training never saw, by column.
    pub fn unseen(&self) -> &[UnseenValues] {
        &self.unseen
    }

    pub(super) fn cells(&self) -> &[Cells<'a>] {
        &self.cells
    }
}

impl Row for MatchedRow<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        match &self.rows.cells[column.place()] {
            Cells::Unused => Cell::Missing,
            Cells::Numbers(values) if values[self.row].is_nan() => Cell::Missing,
            Cells::Numbers(values) => Cell::Number(values[self.row]),
            Cells::Sparse(own) => Cell::Number(own.map_or(0.0, |own| own.at(self.row as u32))),
            Cells::Levels(codes) => cell_of(codes[self.row]),
        }
    }
}

/// The cell of a code.
fn cell_of(code: u32) -> Cell {
    match code {
        MISSING => Cell::Missing,
        UNSEEN => Cell::Unseen,
        level => Cell::Level(level),
    }
}

/// The code of a cell; a number has none.
pub(super) fn code_of(cell: Cell) -> u32 {
    match cell {
        Cell::Level(level) => level,
        Cell::Unseen => UNSEEN,
        Cell::Missing | Cell::Number(_) => MISSING,
    }
}

/// The table's columns of these names, or all that are missing at once. Where columns are sparse, those that are named by an index end with the
/// last that some row has: beyond it all are 0, and none is there for them.
fn find<'a>(schema: &Schema, used: &[ColumnId], table: &'a Table) -> Result<Vec<Option<&'a Column>>> {
    let any_sparse = table.columns().iter().any(Column::is_sparse);
    let is_index = |name: &str| any_sparse && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let names: Vec<&str> = used.iter().map(|id| &*schema.column(*id).name).collect();
    // Mostly columns stand where the model has them.
    let there =
        |(id, name): (&ColumnId, &&str)| table.columns().get(id.place()).filter(|column| *column.name == **name);
    let all: Vec<Option<&Column>> = used.iter().zip(&names).map(there).collect();
    if all.iter().all(Option::is_some) {
        return Ok(all);
    }
    let places: BTreeMap<&str, &Column> = table.columns().iter().map(|column| (&*column.name, column)).collect();
    let absent: Vec<&str> =
        names.iter().copied().filter(|name| !places.contains_key(name) && !is_index(name)).collect();
    if absent.is_empty() {
        return Ok(names.iter().map(|name| places.get(name).copied()).collect());
    }
    let columns: Vec<String> = table.columns().iter().map(|column| column.name.clone()).collect();
    let near = |(place, name): (usize, &&str)| (place < NEAR).then(|| nearest(name, &columns)).flatten();
    let missing = absent.iter().enumerate().map(|pair| ((*pair.1).to_owned(), near(pair))).collect();
    Err(Mistake::MissingColumns { missing, columns }.anywhere())
}

fn fit<'a>(schema: &ColumnSchema, column: &'a Column, unseen: Unseen) -> Result<(Cells<'a>, Option<UnseenValues>)> {
    if let (ColumnValues::Continuous { meaning: Meaning::Plain }, Values::Sparse(own)) =
        (&schema.values, &column.values)
    {
        return Ok((Cells::Sparse(Some(own)), None));
    }
    if let ColumnValues::Continuous { meaning } = schema.values {
        return Ok((Cells::Numbers(numbers(column, meaning)?), None));
    }
    let levels = schema.levels();
    let (codes, to) = level_codes(column, levels);
    let Some(to) = to else { return Ok((Cells::Levels(codes), None)) };
    let other = |code: u32| to.get(code as usize).is_some_and(Option::is_none);
    let found = count(column, &codes, &other);
    if let (Unseen::Error, Some(found)) = (unseen, &found) {
        return Err(unseen_value(found));
    }
    let instead = if unseen == Unseen::AsNode { UNSEEN } else { MISSING };
    let code = |code: &u32| to.get(*code as usize).map_or(MISSING, |level| level.unwrap_or(instead));
    Ok((Cells::Levels(codes.iter().map(code).collect::<Vec<_>>().into()), found))
}

fn unseen_value(found: &UnseenValues) -> Error {
    Mistake::UnseenValue { found: found.example.clone() }.at(found.row, &found.column)
}

/// The levels that occur and are not the model's.
fn count(column: &Column, codes: &[u32], unseen: &impl Fn(u32) -> bool) -> Option<UnseenValues> {
    let mut values: FxHashSet<u32> = FxHashSet::default();
    let (mut many, mut first) = (0, None);
    for (row, code) in codes.iter().enumerate().filter(|(_, code)| unseen(**code)) {
        values.insert(*code);
        many += 1;
        first.get_or_insert(row);
    }
    let first = first?;
    let example = column.text(first).unwrap_or_default();
    Some(UnseenValues { column: column.name.clone(), values: values.len(), rows: many, row: first as u64 + 1, example })
}
