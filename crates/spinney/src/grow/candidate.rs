//! A split that could be made, and how good it is.

use std::cmp::Ordering;

use crate::measure::{Amount, compare_products};

/// How good a split is. The larger is better; equal ones are equal exactly.
#[derive(Debug, Clone)]
pub(crate) enum Merit {
    /// A gain, or what is left with its sign turned.
    Gain(Amount),
    /// A gain over the split's own entropy, both in bits of fixed point.
    Ratio { gain: i128, info: i128 },
    /// Drawn at random.
    Lot(u64),
}

impl Merit {
    pub(crate) fn compare(&self, other: &Merit) -> Ordering {
        match (self, other) {
            (Merit::Gain(one), Merit::Gain(two)) => one.cmp(two),
            (Merit::Ratio { gain, info }, Merit::Ratio { gain: other_gain, info: other_info }) => {
                compare_products(*gain, *other_info, *other_gain, *info)
            }
            (Merit::Lot(one), Merit::Lot(two)) => one.cmp(two),
            _ => Ordering::Equal, // one criterion makes one kind
        }
    }
}

/// A code that was not looked up.
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// A question in codes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Question {
    /// Between these two neighbouring codes.
    Between { low: u32, high: u32 },
    /// Between the numbers of these two rows, neighbours in the column's order at the node. Codes of rows lie far apart: who finds many
    /// such splits leaves them to be looked up column by column.
    Rows { low: u32, high: u32 },
    /// At a number; codes up to `low` are below. Where nobody has looked them up, that is [`UNKNOWN`].
    At { cut: f64, low: u32 },
    /// Every known value on one side, missing ones on the other.
    Known,
    /// A branch for each value.
    Values,
    /// Some codes on the first side, the others on the second.
    Subset(Box<Sides>),
    /// A branch for each node of the hierarchy at this height.
    Height(u32),
}

/// The codes of two sides in one list, which is how a finished tree has them: each with its branch, 0 or 1, sorted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sides(Vec<(u32, u32)>);

impl Question {
    /// The two sides of these codes, each of which comes once, with whether it goes right.
    pub(crate) fn subset(codes: impl Iterator<Item = (u32, bool)>) -> Self {
        let mut listed: Vec<(u32, u32)> = codes.map(|(code, right)| (code, u32::from(right))).collect();
        if !listed.is_sorted() {
            listed.sort_unstable(); // rare values come last
        }
        Question::Subset(Box::new(Sides(listed)))
    }
}

impl Sides {
    /// The codes with their branches, sorted.
    pub(crate) fn listed(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether a code is on the first side.
    pub(crate) fn is_left(&self, code: u32) -> bool {
        self.0.binary_search(&(code, 0)).is_ok()
    }
}

/// Where rows without a value go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    /// Down this branch, known to be best.
    Branch(u32),
    /// Down the heaviest branch: training had none.
    Heaviest,
    /// Down every branch.
    Spread,
    /// As other columns say.
    Surrogates,
}

/// A split that could be made.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) column: usize,
    pub(crate) question: Question,
    pub(crate) route: Route,
    pub(crate) merit: Merit,
    /// What it gains, times the weight of the rows that count.
    pub(crate) gain: Amount,
}

/// The better of two; the one that stands first in the table of ties where they are equal.
pub(crate) fn better(first: Option<Candidate>, second: Option<Candidate>) -> Option<Candidate> {
    match (first, second) {
        (Some(one), Some(two)) => Some(if two.merit.compare(&one.merit) == Ordering::Greater { two } else { one }),
        (one, two) => one.or(two),
    }
}
