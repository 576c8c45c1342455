//! `spinney explain`: why a row gets its answer, and what columns are worth.
//!
//! ```text
//! model, table, --row ─► row
//! model, --importance ─► importance ─► report, document, plot
//! ```

/// Why a row gets its answer.
mod row;
/// What columns are worth.
mod importance;
/// For people and for programs.
mod report;
/// Bars, drawn.
mod plot;
/// From the request to the answer.
mod run;

pub(crate) use run::run;
