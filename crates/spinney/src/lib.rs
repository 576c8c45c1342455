//! Decision trees, random forests and feature selection: one engine, with every sum on show.
//!
//! The modules stand in the order of the data's way; each uses only those before it (the test `layers` sees to that).
#![forbid(unsafe_code)]

/// Measures of uncertainty: entropy, information gain, gain ratio, Gini, variance, finite probability.
pub mod measure;
