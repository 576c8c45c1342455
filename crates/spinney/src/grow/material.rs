//! What a tree is grown from.

use crate::error::{Mistake, Result};
use crate::table::{MISSING, Table, Target, TargetValues, Values};
use crate::tree::{Cell, ColumnId, Row};

/// What a tree is grown from.
#[derive(Clone, Copy)]
pub struct Training<'a> {
    /// The table.
    pub table: &'a Table,
    /// The places of the columns to learn from, in the order of the tree's columns.
    pub columns: &'a [usize],
    /// The target.
    pub target: &'a Target,
    /// Further targets that are learned with it, by one tree: all are classes, or all are numbers.
    pub others: &'a [Target],
    /// The rows to learn from; all where none are named. Rows without a target are left out.
    pub rows: Option<&'a [u32]>,
    /// A weight for each row of the table; 1 where there are none.
    pub weights: Option<&'a [f64]>,
    /// A factor for the rows of each class; 1 where there are none.
    pub class_weights: Option<&'a [f64]>,
    /// The group of each row of the table, by which forests may draw rows ([`SampleBy`](super::SampleBy)).
    pub groups: Option<&'a [u32]>,
}

impl<'a> Training<'a> {
    /// All rows of a table, each of weight 1.
    pub fn new(table: &'a Table, columns: &'a [usize], target: &'a Target) -> Self {
        let (weights, class_weights, groups) = (None, None, None);
        Training { table, columns, target, others: &[], rows: None, weights, class_weights, groups }
    }

    /// The weight of a row: its own times that of its class.
    pub fn weight(&self, row: u32) -> f64 {
        let factor = match (&self.target.values, self.class_weights) {
            (TargetValues::Classes(classes), Some(factors)) => {
                factors.get(classes.codes[row as usize] as usize).copied().unwrap_or(0.0)
            }
            _ => 1.0,
        };
        self.weights.map_or(1.0, |weights| weights[row as usize]) * factor
    }

    /// All targets, the first one first.
    pub fn targets(&self) -> impl Iterator<Item = &'a Target> + Clone + use<'a> {
        std::iter::once(self.target).chain(self.others)
    }

    /// One of the targets, counted from 0, with these rows alone: of several targets, what is asked of one counts the rows that have all of them.
    pub(crate) fn alone<'b>(&self, target: usize, rows: &'b [u32]) -> Training<'b>
    where
        'a: 'b,
    {
        let target = target.checked_sub(1).and_then(|place| self.others.get(place)).unwrap_or(self.target);
        Training { target, others: &[], rows: Some(rows), ..*self }
    }

    /// The class of each row of the table; none where the target is a number.
    pub(crate) fn classes(&self) -> Option<&'a [u32]> {
        match &self.target.values {
            TargetValues::Classes(classes) => Some(&classes.codes),
            TargetValues::Numbers(_) => None,
        }
    }

    /// The rows named that have every target.
    pub fn targeted(&self) -> Vec<u32> {
        let has = |row: u32, target: &Target| match &target.values {
            TargetValues::Classes(classes) => classes.codes[row as usize] != MISSING,
            TargetValues::Numbers(values) => !values[row as usize].is_nan(),
        };
        let known = |row: &u32| self.targets().all(|target| has(*row, target));
        let rows = self.rows.map_or_else(|| (0..self.table.rows() as u32).collect(), <[u32]>::to_vec);
        rows.into_iter().filter(known).collect()
    }

    /// The rows that count: those that have a target and a weight.
    pub(crate) fn counted(&self) -> Vec<u32> {
        self.targeted().into_iter().filter(|row| self.weight(*row) > 0.0).collect()
    }

    /// A row as a tree that was grown from this table asks it.
    pub(crate) fn row(&self, row: u32) -> TrainingRow<'_> {
        TrainingRow { training: self, row: row as usize }
    }

    /// Whether the parts fit each other.
    pub(crate) fn check(&self) -> Result<()> {
        let all = self.table.rows();
        if let Some(place) = self.columns.iter().find(|place| **place >= self.table.columns().len()) {
            self.table.column(&format!("number {place}"))?;
        }
        if let Some(row) = self.rows.and_then(|rows| rows.iter().find(|row| **row as usize >= all)) {
            return Err(Mistake::NoRow { row: u64::from(*row) + 1, rows: all }.anywhere());
        }
        let known = |target: &'a Target| match &target.values {
            TargetValues::Classes(classes) => (classes.codes.len(), target.name.as_str()),
            TargetValues::Numbers(values) => (values.len(), target.name.as_str()),
        };
        let weights = (self.weights.map_or(all, <[f64]>::len), "weights");
        let groups = (self.groups.map_or(all, <[u32]>::len), "groups");
        let mut lengths = self.targets().map(known).chain([weights, groups]);
        if let Some((found, name)) = lengths.find(|(found, _)| *found != all) {
            return Err(Mistake::UnequalLengths { found, expected: all }.in_column(name));
        }
        self.check_targets()?;
        match (&self.target.values, self.class_weights) {
            (TargetValues::Classes(classes), Some(factors)) if factors.len() != classes.names.len() => {
                let found = factors.len() as f64;
                Err(Mistake::BadSetting { name: "class-weights", found, range: "as many as classes" }.anywhere())
            }
            _ => Ok(()),
        }
    }
}

impl Training<'_> {
    /// Whether there is one target, for what is for one alone.
    pub(crate) fn has_one_target(&self, what: &'static str) -> Result<()> {
        if self.others.is_empty() { Ok(()) } else { Err(Mistake::OneTarget { what }.anywhere()) }
    }

    /// Whether all targets can be learned by one tree.
    fn check_targets(&self) -> Result<()> {
        let task = self.target.task();
        if let Some(other) = self.others.iter().find(|other| other.task() != task) {
            return Err(Mistake::MixedTargets { first: task.to_string(), other: other.task().to_string() }
                .in_column(&other.name));
        }
        let mut columns: Vec<usize> = self.targets().map(|target| target.column).collect();
        columns.sort_unstable();
        if let Some(twice) = columns.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Mistake::TargetTwice.in_column(&self.table.columns()[twice[0]].name));
        }
        match self.class_weights {
            Some(_) if !self.others.is_empty() => Err(Mistake::SeveralWeights.anywhere()),
            _ => Ok(()),
        }
    }
}

/// What was made for the only target.
pub(crate) fn only<T>(mut all: Vec<T>) -> Result<T> {
    all.pop().ok_or_else(|| Mistake::BrokenTree { flaw: "no target".to_owned() }.anywhere())
}

/// A row of the table that a tree was grown from.
pub(crate) struct TrainingRow<'a> {
    training: &'a Training<'a>,
    row: usize,
}

impl Row for TrainingRow<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        let place = self.training.columns[column.place()];
        match &self.training.table.columns()[place].values {
            Values::Number(number) if number.values[self.row].is_nan() => Cell::Missing,
            Values::Number(number) => Cell::Number(number.values[self.row]),
            Values::Sparse(sparse) => Cell::Number(sparse.at(self.row as u32)),
            Values::Category(category) if category.codes[self.row] == MISSING => Cell::Missing,
            Values::Category(category) => Cell::Level(category.codes[self.row]),
        }
    }
}
