//! What is learned from: the table, the target, the weights; how; and which rows are asked.

/// Factors for the rows of classes.
mod class_weight;
/// How rows are drawn.
mod sampling;
/// How a model is learned.
mod how;
/// What is learned from.
mod lesson;
/// Some rows of the lesson, asked.
mod asked;
/// Rows dealt into folds, as the flags say.
mod deal;
/// The score that decides between models.
mod by;

pub(super) use asked::Asked;
pub(super) use by::By;
pub(super) use deal::{Dealt, deal};
pub(super) use how::{ForestWay, How, SettingsDocument, TreeWay};
pub(super) use lesson::{Learned, Lesson, Story, in_table, known_rows};
