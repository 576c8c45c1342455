//! `spinney tune`: the settings that do best on rows left out.
//!
//! ```text
//! lists ─► grid ─► work ─► winner ─► report, document, plot, model
//!          families of contenders    race over folds
//! ```

/// Contenders out of the lists.
mod grid;
/// The race over folds.
mod work;
/// Who wins.
mod winner;
/// What it came to, for programs.
mod document;
/// What it came to, for people.
mod report;
/// The best score of each size, drawn.
mod plot;
/// From the request to the answer.
mod run;

pub(crate) use run::run;
