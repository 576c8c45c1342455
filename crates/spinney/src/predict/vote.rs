//! How the trees of a forest answer together.

use serde::{Deserialize, Serialize};

/// How the trees of a forest answer together.
///
/// Numbers are always averaged: the trees' answers are added in the order of the trees and divided by how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vote {
    /// The mean of the trees' probabilities, added in the order of the trees; the most probable class, the first of equal ones.
    #[default]
    Mean,
    /// Each tree has one voice, for the class that it answers; probabilities are the shares of voices.
    Majority,
}
