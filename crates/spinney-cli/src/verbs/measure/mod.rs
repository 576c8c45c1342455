//! `spinney measure`: one sum, for a student at a terminal.

/// An answer: its lines, its sum, its JSON.
mod answer;
/// Sums over the weights of one distribution.
mod weights;
/// Sums over the branches of a split.
mod split;
/// Two columns as random variables.
mod joint;
/// Rows as equally likely outcomes.
mod event;
/// Which file answers what.
mod choose;

pub(crate) use choose::run;
