//! How far a forest is grown, and what is kept beside its trees.

use super::settings::ForestSettings;
use crate::error::{Mistake, Result};

/// How far a forest is grown, and what is kept beside its trees.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says of one thing whether it is kept, or done")]
pub struct Course {
    /// Whether the answers for rows out of bag are added up.
    pub out_of_bag: bool,
    /// Whether what each column takes off the error of rows out of bag is written down, tree by tree.
    pub importance: bool,
    /// Whether it is kept what the rows of trees were drawn from.
    pub urn: bool,
    /// When the score of rows out of bag is said to have settled, so that no more trees are grown.
    pub settle: Option<Settle>,
    /// The most bytes of memory, the trees and all that is needed to grow them together.
    pub max_memory: Option<u64>,
    /// Whether the trees that fit into the memory are enough, or the forest is refused where not all do.
    pub as_many_as_fit: bool,
}

/// When the score of rows out of bag is said to have settled.
///
/// The score (accuracy, or R²) is looked at whenever the number of trees is a multiple of `every`. It has settled where none of the
/// last `patience` looks was better than the best one before them by more than `tolerance`. So what is grown hangs on the table and
/// the settings, never on the clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settle {
    /// So many trees from one look to the next.
    pub every: u32,
    /// What does not count as better.
    pub tolerance: f64,
    /// So many looks without anything better.
    pub patience: u32,
}

/// Why no more trees were grown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All that were asked for are there.
    Complete,
    /// The score of rows out of bag had settled.
    Settled,
    /// The watch had enough: the time was up.
    Enough,
    /// No more would have fitted into the memory.
    Memory,
}

impl Default for Settle {
    /// A look every 20 trees; three looks in a row that gain less than 0.001.
    fn default() -> Self {
        Settle { every: 20, tolerance: 0.001, patience: 3 }
    }
}

impl Settle {
    /// Whether scores at all looks so far have settled.
    ///
    /// ```
    /// use spinney::forest::Settle;
    /// let settle = Settle { every: 10, tolerance: 0.01, patience: 2 };
    /// assert!(!settle.has_settled(&[0.80, 0.85, 0.851]));
    /// assert!(settle.has_settled(&[0.80, 0.85, 0.851, 0.855]));
    /// ```
    pub fn has_settled(&self, scores: &[f64]) -> bool {
        let Some(before) = scores.len().checked_sub(self.patience as usize).filter(|before| *before > 0) else {
            return false;
        };
        let best = |scores: &[f64]| scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        best(&scores[before..]) <= best(&scores[..before]) + self.tolerance
    }
}

impl Course {
    /// Nothing but the trees.
    pub fn new() -> Self {
        Course::default()
    }

    /// With the answers for rows out of bag, and what columns are worth there.
    pub fn watched() -> Self {
        Course { out_of_bag: true, importance: true, ..Course::default() }
    }

    /// Whether answers are added up: a score that is to settle needs them too.
    pub(super) fn adds_up(&self) -> bool {
        self.out_of_bag || self.settle.is_some()
    }

    /// Whether the course makes sense for trees from this number on.
    pub(super) fn check(&self, settings: &ForestSettings, first: u64) -> Result<()> {
        let Some(settle) = self.settle else { return Ok(()) };
        let bad = |name, found, range| Err(Mistake::BadSetting { name, found, range }.anywhere());
        if settle.every == 0 || settle.patience == 0 {
            return bad("settle", 0.0, "at least 1 tree and 1 look");
        }
        if !(settle.tolerance >= 0.0 && settle.tolerance.is_finite()) {
            return bad("tolerance", settle.tolerance, "finite and not below 0");
        }
        if settings.sample.is_all() && !settings.sample_by.evens_out() {
            return Err(Mistake::NothingOut { asked: "settling" }.anywhere());
        }
        if first > 0 {
            // A piece knows nothing of the trees before its own.
            return bad("settle", first as f64, "asked of a forest from its first tree on");
        }
        Ok(())
    }
}
