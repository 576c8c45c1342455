//! `spinney predict`: a model's answer for every row of a table.

/// Where rows end, and the nodes that they pass, as text.
mod ways;
/// Answers as text.
mod answers;
/// A pipe is answered as it comes.
mod pipe;
/// From the request to the answers.
mod run;

pub(crate) use run::run;
