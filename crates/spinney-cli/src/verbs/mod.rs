//! One file for each verb.

/// What several verbs say of a target.
mod task;
/// A model's answers beside what is true, in figures.
mod figures;
/// Models and the tables that they are asked about.
mod asking;
/// From flags to settings, and back to words.
mod settings;
/// From flags to a way of pruning, and back to words.
mod pruning;
/// From flags to the settings of a forest, and back to words.
mod forests;
/// What columns are worth, in lines with bars.
mod worth;
/// What is learned from, how, and which rows are asked.
mod learning;
/// `spinney info`
pub(crate) mod info;
/// `spinney measure`
pub(crate) mod measure;
/// `spinney fit`
pub(crate) mod fit;
/// `spinney prune`
pub(crate) mod prune;
/// `spinney compare`
pub(crate) mod compare;
/// `spinney tune`
pub(crate) mod tune;
/// `spinney predict`
pub(crate) mod predict;
/// `spinney score`
pub(crate) mod score;
/// `spinney show --as regions`
mod regions;
/// `spinney show`
pub(crate) mod show;
/// `spinney explain`
pub(crate) mod explain;
/// `spinney steps`
pub(crate) mod steps;
