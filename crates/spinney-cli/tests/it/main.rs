//! The program as people and other programs meet it.
#![cfg(test)]

/// Runs the program.
mod program;
/// Every command in every document.
mod documents;
/// `spinney info`.
mod info;
/// `spinney measure`.
mod measure;
/// `spinney fit`.
mod fit;
/// Forests.
mod forest;
/// Sparse tables.
mod sparse;
/// Trees without a target.
mod blind;
/// How forests draw rows.
mod sampling;
/// `spinney prune`, and pruning in `spinney fit`.
mod prune;
/// `spinney compare`, `spinney tune`, and folds.
mod contest;
/// `spinney predict`, `score`, `explain`.
mod ask;
/// `spinney show`.
mod show;
/// Several targets.
mod several;
/// What is asked of one tree of a forest.
mod one_tree;
/// `spinney show --as regions`.
mod regions;
/// Bad input.
mod mistakes;
/// Bad requests about models.
mod model_mistakes;
/// `spinney steps`.
mod steps;
/// Pictures in dots.
mod png;
/// Pipes, signals, exit codes, help.
mod conduct;
