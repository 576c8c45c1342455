//! Decision trees, random forests and feature selection: one engine, with every sum on show.
//!
//! The modules stand in the order of the data's way; each uses only those before it (the test `layers` sees to that).
//!
//! ```
//! use spinney::table::{ReadOptions, Table};
//! let table = Table::from_csv(b"outlook,play\nSunny,No\nRain,Yes\n", &ReadOptions::new())?;
//! assert_eq!(table.rows(), 2);
//! # Ok::<(), spinney::Error>(())
//! ```
#![forbid(unsafe_code)]

/// What can be wrong with a person's input: typed, with its place and what would do.
pub mod error;
/// Work on all threads where there are threads.
mod parallel;
/// Keyed randomness: the same key gives the same numbers, for ever.
pub mod seed;
/// Tails and quantiles of Student's t, the binomial and the normal distribution.
pub mod distribution;
/// Measures of uncertainty: entropy, information gain, gain ratio, Gini, variance, finite probability.
pub mod measure;
/// How good answers are: scores of classes, of probabilities and of numbers; curves, calibration, intervals.
pub mod metric;
/// Typed columns, and the way into them from bytes.
pub mod table;

/// Columns as small whole numbers.
pub mod encode;

/// What a table holds, and how much each column tells about the target.
pub mod info;

/// A tree: tests that route rows, and answers where they end.
pub mod tree;
/// The engine that grows trees.
pub mod grow;
/// A smaller tree out of a larger one.
pub mod prune;
/// Many trees that answer together.
pub mod forest;
/// Trees that are grown without a target: isolation forests, totally random trees.
pub mod blind;
/// A finished model: names, settings, tree.
pub mod model;
/// What a model answers for the rows of a table.
pub mod predict;
/// How well a model does on rows that it has, or has not, seen.
pub mod evaluate;
/// Grown and pruned: a tree that is fit for new rows.
pub mod fit;
/// A tree in words: rules, formulae, and why a row is answered as it is.
pub mod explain;
/// A tree to look at: text and pictures.
pub mod draw;
/// Several ways to learn, beside each other on the same rows: compared, tuned.
pub mod contest;
/// How a tree was grown, with every sum written out.
pub mod steps;

pub use error::{Error, Result};

/// The README's Rust is run as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
