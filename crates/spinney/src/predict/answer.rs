//! What is answered.

use super::class::ClassShare;

/// What is answered for one row.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A class.
    Class {
        /// The class.
        class: u32,
        /// The probabilities above 0, in the order of classes.
        shares: Vec<ClassShare>,
    },
    /// A number.
    Number(f64),
}

/// An answer for each row.
#[derive(Debug, Clone, PartialEq)]
pub enum Predicted {
    /// Classes, by number.
    Classes(Vec<u32>),
    /// Numbers.
    Numbers(Vec<f64>),
}

/// What is answered for one row, without its probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// A class.
    Class(u32),
    /// A number.
    Number(f64),
}
