//! Errors that rows not seen can be expected to make: the upper end of a confidence interval of the error rate.

use serde::{Deserialize, Serialize};

use crate::distribution::normal_quantile;

/// Whose way to reckon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubt {
    /// C4.5 Release 8: deviations from a small table.
    C45,
    /// J48 of WEKA 3.6: the deviation of the normal distribution.
    J48,
}

/// Of fewer errors than this C4.5 says that there are none.
const NO_ERROR: f64 = 1e-6;
/// C4.5's shares and deviations; between them it goes in straight lines.
const TABLE: [(f64, f64); 9] = [
    (0.0, 4.0),
    (0.001, 3.09),
    (0.005, 2.58),
    (0.01, 2.33),
    (0.05, 1.65),
    (0.10, 1.28),
    (0.20, 0.84),
    (0.40, 0.25),
    (1.0, 0.0),
];

/// Errors to be added to those that a leaf makes among its rows, so that no more occur with this confidence (0.25 is usual; less
/// prunes more).
///
/// ```
/// use spinney::prune::{Doubt, added_errors};
/// assert!((added_errors(14.0, 5.0, 0.25, Doubt::C45) - 1.7950).abs() < 5e-5);
/// assert!((added_errors(14.0, 5.0, 0.25, Doubt::J48) - 1.7611).abs() < 5e-5);
/// assert!((added_errors(6.0, 0.0, 0.25, Doubt::J48) - 1.2378).abs() < 5e-5);
/// ```
pub fn added_errors(rows: f64, errors: f64, confidence: f64, doubt: Doubt) -> f64 {
    if doubt == Doubt::J48 && confidence > 0.5 {
        return 0.0; // WEKA takes such a confidence for a mistake
    }
    let (none, one) = match doubt {
        Doubt::C45 => (errors < NO_ERROR, 0.9999),
        Doubt::J48 => (errors <= 0.0, 1.0),
    };
    if errors < one {
        let least = rows * (1.0 - libm::pow(confidence, 1.0 / rows));
        return if none { least } else { least + errors * (added_errors(rows, 1.0, confidence, doubt) - least) };
    }
    if errors + 0.5 >= rows {
        return (rows - errors).max(0.0) * if doubt == Doubt::C45 { 0.67 } else { 1.0 };
    }
    let z = match doubt {
        Doubt::C45 => tabled(confidence),
        Doubt::J48 => normal_quantile(1.0 - confidence),
    };
    let square = z * z;
    let (seen, part) = (errors + 0.5, (errors + 0.5) / rows);
    match doubt {
        Doubt::C45 => {
            let upper =
                (seen + square / 2.0 + libm::sqrt(square * (seen * (1.0 - part) + square / 4.0))) / (rows + square);
            rows * upper - errors
        }
        Doubt::J48 => {
            let root = libm::sqrt(part / rows - part * part / rows + square / (4.0 * rows * rows));
            let upper = (part + square / (2.0 * rows) + z * root) / (1.0 + square / rows);
            upper * rows - errors
        }
    }
}

fn tabled(confidence: f64) -> f64 {
    let above = TABLE.iter().position(|(share, _)| confidence <= *share).unwrap_or(TABLE.len() - 1).max(1);
    let ((low, high), (from, to)) = ((TABLE[above - 1].0, TABLE[above].0), (TABLE[above - 1].1, TABLE[above].1));
    from + (to - from) * (confidence - low) / (high - low)
}

/// A subtree must be better by more than this many errors.
const WORTH: f64 = 0.1;

/// How pessimistic pruning goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pessimism {
    /// How sure one wants to be that a leaf makes no more errors: less prunes more.
    pub confidence: f64,
    /// Whose way to reckon.
    pub doubt: Doubt,
}

impl Default for Pessimism {
    fn default() -> Self {
        Pessimism { confidence: 0.25, doubt: Doubt::J48 }
    }
}

impl Pessimism {
    /// The errors that a leaf with these rows, and these errors among them, is charged with.
    pub(super) fn charge(&self, rows: f64, errors: f64) -> f64 {
        if rows <= 0.0 { 0.0 } else { errors + added_errors(rows, errors, self.confidence, self.doubt) }
    }

    /// Whether one cost is no more than another, in the eyes of the program that is followed.
    pub(super) fn at_most(&self, one: f64, two: f64) -> bool {
        let slack = if self.doubt == Doubt::J48 { 1e-6 } else { 0.0 };
        one <= two + WORTH + slack
    }
}
