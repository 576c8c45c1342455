//! The quick ways to the best cut of a column without missing values. All give the split that trying every cut gives:
//! floats with a bound on their error pass over what cannot win, and whole numbers decide what is close.
//!
//! ```text
//! few distinct values for the node's rows     count per value, then scan the values
//! many distinct values, a large node          count per bucket of values, then look inside the few buckets that could win
//! a small node                                sort (rank, label) packed into one integer, then scan the rows
//! a small subtree                             sort each column once, and part the sorted lists at every split
//! ```

/// What a criterion does for the quick ways.
mod run;
/// Weights by class on both sides of a cut.
mod classes;
/// Sums of numbers on both sides of a cut.
mod numbers;
/// What every search does at a cut.
mod scan;
/// Buckets of values.
mod coarse;
/// Sorted rows of small subtrees.
mod lists;
/// The search of one column.
mod search;

pub(crate) use classes::{ClassRun, LogPart, SquarePart};
pub(crate) use coarse::{refine, resolve};
pub(crate) use lists::{Lists, MOST_LISTED};
pub(crate) use numbers::NumberRun;
pub(crate) use run::{QuickCut, Run};
pub(crate) use scan::{Buckets, Quick};
pub(crate) use search::quick_cut;
