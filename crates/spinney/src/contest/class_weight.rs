//! Factors for the rows of classes.

use crate::grow::{Training, balanced};

/// What is said of the weights of classes.
#[derive(Debug, Clone, PartialEq)]
pub enum ClassWeight {
    /// All classes weigh the same.
    Balanced,
    /// They do in the rows of each tree of a forest; for one tree, whose rows are all, it is the same.
    BalancedSubsample,
    /// Each class has its factor.
    Given(Vec<f64>),
}

impl ClassWeight {
    /// The factors where this is learned from.
    pub fn factors(&self, training: &Training<'_>) -> Option<Vec<f64>> {
        match self {
            ClassWeight::Given(factors) => Some(factors.clone()),
            ClassWeight::Balanced | ClassWeight::BalancedSubsample => balanced(training).ok(),
        }
    }
}
