//! `spinney fit`: a table becomes a model.
//!
//! ```text
//! flags ─► settings          table ─► lesson ─► trial ─► outcome ─► report, document
//!          how it is grown            what is   grown    figures    for people, for programs
//!                                     learned   and asked
//! ```

/// Trees without a target.
mod blind;
/// Grown on some rows, asked about others.
mod trial;
/// What a fit came to, for programs.
mod document;
/// What a fit came to, for people.
mod report;
/// From the request to the answer.
mod run;

pub(crate) use blind::bytes;
pub(crate) use run::run;
