//! Several ways to learn, beside each other on the same rows.
//!
//! ```text
//! Lesson ─► deal ─► Dealt ─┬─► compare: every contestant, fold by fold and share by share ─► Compared ─► document, drawing
//! table, target, weights   └─► Grid ─► tune: a race over folds, and who wins it ─────────► Tuned ────► document, drawing
//! ```

/// Factors for the rows of classes.
mod class_weight;
/// How a model is learned.
mod how;
/// What is learned from.
mod lesson;
/// Some rows of the lesson, asked.
mod asked;
/// Rows dealt into folds.
mod deal;
/// The score that decides between models.
mod by;
/// Learned and asked, fold by fold.
mod compare;
/// Contenders out of lists.
mod grid;
/// The race over folds.
mod track;
/// Who wins.
mod tune;
/// What it came to, for programs.
mod document;
/// What it came to, drawn.
mod plot;

pub use asked::Asked;
pub use by::{By, LEVEL};
pub use class_weight::ClassWeight;
pub use compare::{Compared, Contestant, Line, Point, SHARES, compare};
pub use deal::{Dealing, Dealt, deal};
pub use document::{comparison, search};
pub use grid::{Contender, Family, Grid, Lists};
pub use how::{ForestWay, How, SettingsDocument, TreeWay, own};
pub use lesson::{Learned, Lesson, Story};
pub use plot::{best_of_each_size, learning_curves};
pub use track::{Race, Running, run};
pub use tune::{Tuned, bests, tune, winner};
