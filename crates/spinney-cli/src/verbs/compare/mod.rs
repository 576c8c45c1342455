//! `spinney compare`: several models on the same folds.
//!
//! ```text
//! --models ─► contestants ─► work ─► report, document, drawing
//!             settings       scores, fold by fold and share by share
//! ```

/// Models by name.
mod contestants;
/// Learned and asked, fold by fold.
mod work;
/// What it came to, for people.
mod report;
/// From the request to the answer.
mod run;

pub(crate) use run::run;
