//! `spinney explain`: why a row gets its answer, and what columns are worth.
//!
//! ```text
//! model, table, --row ─► row
//! model, --importance ─► importance ─► report, document, drawing
//! ```

/// Why a row gets its answer.
mod row;
/// What columns are worth.
mod importance;
/// For people.
mod report;
/// From the request to the answer.
mod run;

pub(crate) use run::run;
