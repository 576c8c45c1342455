//! How well a model does, and on which rows that is asked.
//!
//! ```text
//! rows ─► holdout, folds, repeated_folds, grouped_folds, ordered_folds, given_folds ─► Folds ─► Parts { train, test }
//!         cross_validate, learning_curve      a closure learns and asks, fold by fold
//! answers + truth ─► Marked ─► Score, curves, calibration, intervals
//! scores by fold ─► fold_mean, corrected_t_test, compare_models, race
//! ```

/// Rows to learn from and rows to be asked.
mod parts;
/// Rows dealt into folds.
mod folds;
/// Folds that keep groups together, and the future out of the past.
mod bound;
/// What a fold is without.
mod lacking;
/// Training rows in growing parts.
mod nested;
/// Something learned and asked, fold by fold.
mod cross;
/// Whether a difference between models is more than luck.
mod paired;
/// Several ways to learn, of which losers go early.
mod race;
/// The figures of a model's answers.
mod figures;
/// A model's classes beside the truth, as few lines as may be.
mod sheet;
/// Answers beside what is true.
mod marked;
/// Marked answers as a text, to be kept.
mod kept;
/// Curves and calibration of one class against the rest.
mod curves;
/// How far the figures may be off.
mod intervals;
/// What a score came to, for programs.
mod document;

pub use bound::{grouped_folds, groups_of, ordered_folds, times_of};
pub use cross::{CurvePoint, Shares, cross_validate, learning_curve};
pub use curves::{Calibration, RecallCurve, RocCurve};
pub use document::{Intervals, ScoreDocument};
pub use figures::{
    ClassOverall, ClassScore, Figure, Measures, NamedCell, NamedClass, NumberScore, Score, UnknownClass,
};
pub use folds::{Folds, folds, given_folds, repeated_folds};
pub use intervals::{IntervalBy, ScoreInterval};
pub use lacking::{Lacking, Side};
pub use marked::{Marked, score, score_rows, truth};
pub use nested::nested;
pub use paired::{ComparedPair, Disagreement, FoldMean, PairedTest, compare_models, corrected_t_test, fold_mean, holm};
pub use parts::{Parts, holdout};
pub use race::{Lane, Raced, Rules, race};
