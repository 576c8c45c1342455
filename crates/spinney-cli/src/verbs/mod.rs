//! One file for each verb.

/// `spinney info`
pub(crate) mod info;
/// `spinney measure`
pub(crate) mod measure;
/// Every sum of a growing tree.
pub(crate) mod steps;
