//! Rows to their branches.

use super::candidate::{Question, Route, UNKNOWN};
use super::item::{Item, Label, Stored};
use crate::encode::{Coded, EncodedColumn};

/// The branch of each code of a column.
pub(crate) struct Paths {
    way: Way,
    /// How many branches codes lead to.
    pub(crate) count: u32,
    /// Codes from here on are missing.
    distinct: u32,
}

enum Way {
    /// Codes up to this one are branch 0, others branch 1.
    Cut(u32),
    /// All codes are branch 0.
    Known,
    /// Codes and their branches, sorted.
    List(Vec<(u32, u32)>),
}

/// No branch.
pub(crate) const NONE: u32 = u32::MAX;

impl Paths {
    /// The branches of a question at a node with these rows.
    pub(crate) fn new<S>(question: &Question, column: &EncodedColumn<'_>, items: &[Item<S>]) -> Self {
        let lists = matches!(question, Question::Values | Question::Height(_));
        Self::among(question, column, &if lists { present(items, column) } else { Vec::new() })
    }

    /// The branches of a question at a node whose rows have these codes (sorted).
    pub(crate) fn among(question: &Question, column: &EncodedColumn<'_>, codes: &[u32]) -> Self {
        let (way, count) = match question {
            Question::Rows { low, .. } => (Way::Cut(column.codes.at(*low)), 2),
            Question::At { cut, low: UNKNOWN } => {
                let last = column.numbers().map(|numbers| numbers.last_up_to(*cut, (0, column.distinct.max(1) - 1)));
                (Way::Cut(last.unwrap_or(0)), 2)
            }
            Question::Between { low, .. } | Question::At { low, .. } => (Way::Cut(*low), 2),
            Question::Known => (Way::Known, 2),
            Question::Values => (Way::List(codes.iter().copied().zip(0..).collect()), codes.len() as u32),
            Question::Subset(sides) => (Way::List(sides.listed().to_vec()), 2),
            Question::Height(height) => by_height(column, codes, *height),
        };
        Paths { way, count, distinct: column.distinct }
    }

    /// The branch of a code; [`NONE`] where it has none.
    #[inline]
    pub(crate) fn of(&self, code: u32) -> u32 {
        if code >= self.distinct {
            return NONE;
        }
        match &self.way {
            Way::Cut(low) => u32::from(code > *low),
            Way::Known => 0,
            Way::List(list) => list.binary_search_by_key(&code, |pair| pair.0).map_or(NONE, |place| list[place].1),
        }
    }

    /// How many branches there are in all: rows without a value may have one of their own.
    pub(crate) fn branches(&self, route: Route) -> u32 {
        self.count + u32::from(matches!(route, Route::Branch(branch) if branch == self.count))
    }

    /// The codes that have a branch, with it, where the question lists them; nothing else is left.
    pub(crate) fn into_listed(self) -> Vec<(u32, u32)> {
        if let Way::List(list) = self.way { list } else { Vec::new() }
    }

    /// The codes that have a branch, with it, where the question lists them.
    pub(crate) fn listed(&self) -> &[(u32, u32)] {
        match &self.way {
            Way::List(list) => list,
            Way::Cut(_) | Way::Known => &[],
        }
    }
}

fn by_height(column: &EncodedColumn<'_>, codes: &[u32], height: u32) -> (Way, u32) {
    let Coded::Hierarchical(heights) = &column.coded else { return (Way::Known, 0) };
    let group = &heights[height as usize];
    let mut groups: Vec<u32> = codes.iter().map(|code| group[*code as usize]).collect();
    groups.sort_unstable();
    groups.dedup();
    let branch = |code: u32| groups.partition_point(|other| *other < group[code as usize]) as u32;
    (Way::List(codes.iter().map(|code| (*code, branch(*code))).collect()), groups.len() as u32)
}

/// The codes that the rows of a node have, sorted.
fn present<S>(items: &[Item<S>], column: &EncodedColumn<'_>) -> Vec<u32> {
    let mut codes: Vec<u32> =
        items.iter().map(|item| column.codes.at(item.row)).filter(|code| *code < column.distinct).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// The rows of each branch, in their order. Rows without a value go by the route; `substitute` answers for surrogates, and
/// `copies` says how many equal rows a row stands for.
pub(crate) fn partition<S: Stored>(
    items: &[Item<S>],
    column: &EncodedColumn<'_>,
    (paths, route): (&Paths, Route),
    substitute: impl Fn(u32) -> Option<u32>,
    copies: impl Fn(u32) -> u64,
) -> Vec<Vec<Item<S>>> {
    let mut branches: Vec<Vec<Item<S>>> = (0..paths.branches(route)).map(|_| Vec::new()).collect();
    let mut absent = Vec::new();
    for item in items {
        match paths.of(column.codes.at(item.row)) {
            NONE => absent.push(*item),
            branch => branches[branch as usize].push(*item),
        }
    }
    if absent.is_empty() {
        return branches;
    }
    match route {
        Route::Branch(branch) => branches[branch as usize].extend(absent),
        Route::Spread => {
            let weights = weights(&branches);
            for item in absent {
                spread(item, copies(item.row), &weights, &mut branches);
            }
        }
        Route::Heaviest | Route::Surrogates => {
            // The heaviest branch is the one with all rows that know their way: adding the others leaves it the heaviest, so
            // that rows to come find it by its weight.
            let mut lost = Vec::new();
            for item in absent {
                match substitute(item.row) {
                    Some(branch) => branches[branch as usize].push(item),
                    None => lost.push(item),
                }
            }
            let heaviest = first_most(&weights(&branches));
            branches[heaviest].extend(lost);
        }
    }
    branches
}

/// The weight of each branch.
fn weights<S: Stored>(branches: &[Vec<Item<S>>]) -> Vec<u64> {
    branches.iter().map(|branch| branch.iter().map(|item| item.stored.label().weight()).sum()).collect()
}

/// The first of the greatest.
pub(crate) fn first_most(weights: &[u64]) -> usize {
    let most = weights.iter().max();
    weights.iter().position(|weight| Some(weight) == most).unwrap_or(0)
}

/// A part of the row for every branch, in proportion to the weight with a value; the parts add up to the whole. Each of the
/// row's copies is parted by itself, so that a row of weight 3 stays the same as three rows.
fn spread<S: Stored>(item: Item<S>, copies: u64, weights: &[u64], branches: &mut [Vec<Item<S>>]) {
    let label = item.stored.label();
    let total: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    let (mut before, mut given) = (0_u128, 0_u64);
    for (weight, branch) in weights.iter().zip(branches) {
        before += u128::from(*weight);
        // Rounded on the running sum, so that nothing is lost or made.
        let upto = ((u128::from(label.weight() / copies) * before + total / 2) / total) as u64;
        let part = upto - given;
        given = upto;
        if part > 0 {
            branch.push(Item { row: item.row, stored: S::store(label.with_weight(part * copies)) });
        }
    }
}
