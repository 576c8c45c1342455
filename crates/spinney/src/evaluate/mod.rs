//! How well a model does, and on which rows that is asked.

/// Rows to learn from and rows to be asked.
mod parts;
/// The figures of a model's answers.
mod figures;
/// The area under the ROC curve of a model's answers.
mod areas;
/// Answers beside what is true.
mod compare;

pub use compare::{score, score_rows, truth};
pub use figures::{ClassScore, Measures, NamedCell, NamedClass, NumberScore, Score, UnknownClass};
pub use parts::{Folds, Parts, folds, holdout};
