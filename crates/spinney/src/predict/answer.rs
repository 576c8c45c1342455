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

impl Predicted {
    /// The answers of parts of the rows, one part after the other: numbers, or classes.
    pub(super) fn together(parts: Vec<Predicted>, numbers: bool) -> Predicted {
        let (mut classes, mut means) = (Vec::new(), Vec::new());
        for part in parts {
            match part {
                Predicted::Classes(part) => classes.extend(part),
                Predicted::Numbers(part) => means.extend(part),
            }
        }
        if numbers { Predicted::Numbers(means) } else { Predicted::Classes(classes) }
    }
}

/// What is answered for one row, without its probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// A class.
    Class(u32),
    /// A number.
    Number(f64),
}
