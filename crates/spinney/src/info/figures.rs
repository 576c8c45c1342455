//! A split's sums, and the figures they make.
//!
//! Counts go in, and sums of n·log₂ n come out as integers (see [`NLogN`]), so neither the order of the rows nor the names
//! of levels and classes can change a digit of a figure.

use super::score::Score;
use crate::measure::NLogN;

/// The sums of a split of rows into branches, of which each holds rows of some classes.
pub(super) struct ClassSplit<'a> {
    logs: &'a NLogN,
    rows: u64,
    /// Σ n·log₂ n over the branches' rows.
    branches: i128,
    /// Σ n·log₂ n over the rows of each class in each branch.
    cells: i128,
    /// For each branch, Σ n² / rows over its classes: what its Gini takes off the 1.
    squares: Vec<f64>,
}

impl<'a> ClassSplit<'a> {
    /// No branch yet.
    pub(super) fn new(logs: &'a NLogN) -> Self {
        ClassSplit { logs, rows: 0, branches: 0, cells: 0, squares: Vec::new() }
    }

    /// Adds a branch by the rows of its classes; a branch without rows adds nothing.
    pub(super) fn branch(&mut self, classes: impl IntoIterator<Item = u64>) {
        let (mut rows, mut squares) = (0, 0);
        for count in classes {
            rows += count;
            squares += u128::from(count) * u128::from(count);
            self.cells += self.logs.at(count);
        }
        if rows > 0 {
            self.rows += rows;
            self.branches += self.logs.at(rows);
            self.squares.push(squares as f64 / rows as f64);
        }
    }

    /// The figures, where `classes` are the rows of each class over all branches, and `share` of all rows are in branches.
    pub(super) fn score(mut self, classes: &[u64], share: f64) -> Score {
        let Self { logs, rows, branches, cells, .. } = self;
        let classes: i128 = classes.iter().map(|count| logs.at(*count)).sum();
        let split_entropy = logs.entropy_of(rows, branches);
        // H(Y) − H(Y|X) with all four sums over one denominator: symmetric in X and Y, and exactly 0 where X tells nothing.
        let gain = share * logs.entropy_of(rows, classes + branches - cells);
        self.squares.sort_unstable_by(f64::total_cmp); // so that the sum does not depend on the order of the branches
        Score {
            conditional_entropy: Some(logs.entropy_of(rows, logs.at(rows) - branches + cells)),
            information_gain: Some(gain),
            split_entropy: Some(split_entropy),
            gain_ratio: Some(if split_entropy > 0.0 { gain / split_entropy } else { 0.0 }),
            gini_split: Some((1.0 - self.squares.iter().sum::<f64>() / rows.max(1) as f64).max(0.0)),
            ..Score::default()
        }
    }
}
