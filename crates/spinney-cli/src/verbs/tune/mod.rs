//! `spinney tune`: the settings that do best on rows left out.
//!
//! ```text
//! lists ─► grid ─► work ─► report, document, drawing, model
//!          families of contenders    race over folds
//! ```

/// Contenders out of the lists.
mod grid;
/// The race over folds.
mod work;
/// What it came to, for people.
mod report;
/// From the request to the answer.
mod run;

pub(crate) use run::run;
