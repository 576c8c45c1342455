//! `spinney prune`: a model becomes a smaller one.
//!
//! ```text
//! model, table ─► work ─► report, document, plot
//!                 pruned, judged
//! ```

/// Pruned, and what was weighed.
mod work;
/// For people.
mod report;
/// For programs.
mod document;
/// Error against size.
mod plot;
/// From the request to the answer.
mod run;

pub(crate) use run::run;
