//! What is learned from: the table, the target, the weights; how; and which rows are asked.

/// Factors for the rows of classes.
mod class_weight;
/// How rows are drawn.
mod sampling;
/// How a model is learned.
mod how;
/// What is learned from.
mod lesson;
/// Rows dealt into folds, as the flags say.
mod deal;
/// The score that decides between models.
mod by;

pub(super) use by::{InWords, by};
pub(super) use deal::deal;
pub(super) use how::{Until, growing, how, how_words, sampled, watched};
pub(super) use lesson::{Lesson, in_table};
