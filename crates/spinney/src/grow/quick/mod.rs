//! The quick ways to the best cut of a column without missing values. All give the split that trying every cut gives:
//! floats with a bound on their error pass over what cannot win, and whole numbers decide what is close.
//!
//! ```text
//! two values                                  up to 64 columns in one word for each row: count the ones of all in one pass
//! few distinct values for the node's rows     count per value, then scan the values
//! many distinct values, a large node          count per bucket of values, then look inside the few buckets that could win
//! a small node                                sort (rank, label) packed into one integer, then scan the rows
//! a small subtree                             sort each column once, and part the sorted lists at every split
//! ```

/// What a criterion does for the quick ways.
mod run;
/// The rows of a node.
mod flock;
/// Which way rows lean.
mod leaning;
/// The labels of rows of one weight.
mod pile;
/// Several columns counted in step.
mod in_step;
/// Rows by bucket.
mod table;
/// Labels laid out.
mod laid;
/// What the cuts of a small node are worth, nearly.
mod sketch;
/// Weights by class on both sides of a cut.
mod classes;
/// Gini's and entropy's sums.
mod parts;
/// Classes there.
mod class_pile;
/// Weights by class and bucket, counted.
mod class_counts;
/// All cuts between buckets, by class.
mod class_table;
/// Sums of numbers on both sides of a cut.
mod numbers;
/// Numbers there.
mod number_pile;
/// Sums of numbers by bucket.
mod number_table;
/// What is kept of a cut of several numbers.
mod joint_mark;
/// Some rows of a node, by their sums in several numbers.
mod joint_part;
/// The numbers of several targets of rows of one weight.
mod joint_number_pile;
/// The classes of several targets of rows of one weight.
mod joint_class_pile;
/// Sums of several targets on both sides of a cut.
mod joint;
/// Those of classes.
mod joint_classes;
/// Those of numbers.
mod joint_numbers;
/// Those of numbers of rows that are near.
mod joint_near;
/// What every search does at a cut.
mod scan;
/// Buckets of values.
mod coarse;
/// Two-valued columns.
mod bits;
/// Sorted rows of small subtrees.
mod lists;
/// The search of one column.
mod search;
/// The search of rows that are near.
mod near;
/// The search of a sparse column.
mod thin;
/// Sums of nodes whose rows are not all looked at.
mod tuft;
/// What the rows of a small subtree are sorted by.
mod keys;
/// Where they stand in a column.
mod rank;
/// What is asked at a node.
mod asked;
/// The best two sets of values.
mod sets;
/// The best cut around missing values.
mod steps;
/// Cuts between the buckets of a large node.
mod bench_edges;
/// The search of several columns.
mod bench;
/// Two sets of values at a large node.
mod bench_sets;
/// Cuts around missing values there.
mod bench_holes;
/// Cuts that are drawn.
mod lot;
/// Sets of values.
mod mask;
/// The best cuts in a small subtree.
mod small;
/// Slots in the order of a column.
mod small_order;
/// A cut of a small subtree, made.
mod small_made;
/// Those of ordered columns.
mod small_cuts;
/// Those of ordered columns of few values.
mod small_values;
/// Cuts that are drawn there.
mod small_lots;
/// Two sets of values there.
mod small_sets;
/// Two rows.
mod small_pairs;

pub(crate) use asked::Asked;
pub(crate) use bench::{Bench, Best};
pub(crate) use bits::bit_cuts;
pub(crate) use class_pile::MOST_CLASSES;
pub(crate) use classes::{ClassRun, LogPart, SquarePart};
pub(crate) use coarse::{refine, resolve};
#[cfg(test)]
pub(crate) use flock::BY_CODE;
pub(crate) use flock::{ByByte, Flock, MOST, Side};
pub(crate) use joint::Joint;
pub(crate) use joint_class_pile::joint_piles_serve;
pub(crate) use joint_classes::JointClasses;
pub(crate) use joint_numbers::JointNumbers;
pub(crate) use lists::{Lists, MOST_LISTED};
pub(crate) use lot::drawn_cut;
pub(crate) use near::{find_keys, is_counted, over_near};
pub(crate) use numbers::NumberRun;
pub(crate) use pile::{Four, Pile, Said, fours};
pub(crate) use run::{Place, QuickCut, Run};
pub(crate) use scan::{Buckets, Quick};
pub(crate) use search::quick_cut;
pub(crate) use sets::ENUMERATED;
pub(crate) use small::{Plot, Small, SmallCut};
pub(crate) use table::{Ended, Tabled};
pub(crate) use thin::{over_thin, thin_cut};
pub(crate) use tuft::Thin;
