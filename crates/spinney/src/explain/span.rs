//! The values of one column that a path lets through.

use serde::Serialize;

use crate::model::ColumnValues;
use crate::tree::{Cell, ColumnId, Missing, Split, Test};

use super::wording::Words;

/// What a rule or a formula asks of one column.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// The column's number in the schema.
    #[serde(skip)]
    pub id: ColumnId,
    /// The column's name.
    pub column: String,
    /// The condition in words: `2 < petal ≤ 5`.
    pub text: String,
    /// The known values that meet it; none where only a missing value does.
    pub known: Option<Known>,
    /// What becomes of a row without a value.
    pub missing: WithoutValue,
}

/// Known values of a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// Numbers above one bound (exclusive) and up to the other (inclusive).
    Numbers {
        /// The bound below.
        above: Option<f64>,
        /// The bound above.
        up_to: Option<f64>,
    },
    /// Levels, by code, ascending.
    Levels(Vec<u32>),
}

/// What becomes of a row without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithoutValue {
    /// It goes another way.
    Leaves,
    /// It goes this way too.
    Stays,
    /// A part of it goes this way.
    Spreads,
    /// Other columns decide.
    Asks,
}

impl Condition {
    /// Whether a value meets the condition; a missing one only where it goes this way whole.
    pub fn holds(&self, cell: Cell) -> bool {
        match (cell, &self.known) {
            (Cell::Missing, _) => self.missing == WithoutValue::Stays,
            (Cell::Number(value), Some(Known::Numbers { above, up_to })) => {
                above.is_none_or(|above| value > above) && up_to.is_none_or(|up_to| value <= up_to)
            }
            (Cell::Level(level), Some(Known::Levels(levels))) => levels.binary_search(&level).is_ok(),
            _ => false,
        }
    }
}

impl Known {
    /// What a branch lets through of the `count` levels of its column; `None` where that is nothing known.
    ///
    /// `strays` is set where values that a subset does not list count for this branch.
    pub(super) fn of(split: &Split, branch: u32, count: u32, strays: bool) -> Option<Known> {
        match (&split.test, branch) {
            (Test::Threshold { cut }, 0) => {
                Some(Known::Numbers { above: None, up_to: (*cut < f64::INFINITY).then_some(*cut) })
            }
            (Test::Threshold { cut }, 1) if *cut < f64::INFINITY => {
                Some(Known::Numbers { above: Some(*cut), up_to: None })
            }
            (Test::Cut { level }, 0) => Known::levels((0..count.min(level.saturating_add(1))).collect()),
            (Test::Cut { level }, 1) => Known::levels((level.saturating_add(1)..count).collect()),
            (Test::Threshold { .. } | Test::Cut { .. }, _) => None,
            (Test::Values { branches } | Test::Subset { branches } | Test::Height { branches, .. }, _) => {
                let mut levels: Vec<u32> =
                    branches.iter().filter(|pair| pair.branch == branch).map(|pair| pair.level).collect();
                if strays {
                    levels.extend(strange(split, count));
                    levels.sort_unstable();
                }
                Known::levels(levels)
            }
        }
    }

    /// The values that a node with a branch for each value has none for; `None` where there are none, or it is another test.
    pub(super) fn unlisted(split: &Split, count: u32) -> Option<Known> {
        let each = matches!(split.test, Test::Values { .. } | Test::Height { .. });
        each.then(|| strange(split, count)).and_then(Known::levels)
    }

    fn levels(levels: Vec<u32>) -> Option<Known> {
        (!levels.is_empty()).then_some(Known::Levels(levels))
    }

    /// The values in both; `None` where there are none.
    pub(super) fn both(&self, other: &Known) -> Option<Known> {
        match (self, other) {
            (Known::Numbers { above: a, up_to: b }, Known::Numbers { above: c, up_to: d }) => {
                let above = most(*a, *c);
                let up_to = match (*b, *d) {
                    (Some(one), Some(two)) => Some(one.min(two)),
                    (one, two) => one.or(two),
                };
                let some = above.zip(up_to).is_none_or(|(above, up_to)| above < up_to);
                some.then_some(Known::Numbers { above, up_to })
            }
            (Known::Levels(one), Known::Levels(two)) => {
                Known::levels(one.iter().copied().filter(|level| two.binary_search(level).is_ok()).collect())
            }
            _ => None,
        }
    }

    /// The values in either, where they are one stretch or one set.
    pub(super) fn either(&self, other: &Known) -> Option<Known> {
        match (self, other) {
            (Known::Numbers { above: a, up_to: b }, Known::Numbers { above: c, up_to: d }) => {
                let joins = |end: Option<f64>, start: Option<f64>| end.is_some() && end == start;
                if joins(*b, *c) {
                    Some(Known::Numbers { above: *a, up_to: *d })
                } else if joins(*d, *a) {
                    Some(Known::Numbers { above: *c, up_to: *b })
                } else {
                    None
                }
            }
            (Known::Levels(one), Known::Levels(two)) => {
                let mut all = [&one[..], two].concat();
                all.sort_unstable();
                all.dedup();
                Some(Known::Levels(all))
            }
            _ => None,
        }
    }

    /// Whether every value of a column with so many levels is in it.
    pub(super) fn is_all(&self, count: u32) -> bool {
        match self {
            Known::Numbers { above, up_to } => above.is_none() && up_to.is_none(),
            Known::Levels(levels) => levels.len() >= count as usize,
        }
    }
}

fn most(one: Option<f64>, two: Option<f64>) -> Option<f64> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.max(two)),
        (one, two) => one.or(two),
    }
}

fn strange(split: &Split, count: u32) -> Vec<u32> {
    let Some(listed) = split.test.levels() else { return Vec::new() };
    (0..count).filter(|level| listed.binary_search_by_key(level, |pair| pair.level).is_err()).collect()
}

impl WithoutValue {
    /// What a branch does with rows without a value.
    pub(super) fn of(split: &Split, branch: u32) -> Self {
        match &split.missing {
            Missing::Branch(way) if *way == branch => WithoutValue::Stays,
            Missing::Branch(_) => WithoutValue::Leaves,
            Missing::Spread => WithoutValue::Spreads,
            Missing::Surrogates(_) => WithoutValue::Asks,
        }
    }

    /// One branch after another.
    pub(super) fn then(self, next: Self) -> Self {
        match (self, next) {
            (WithoutValue::Leaves, _) | (_, WithoutValue::Leaves) => WithoutValue::Leaves,
            (WithoutValue::Stays, way) | (way, WithoutValue::Stays) => way,
            (WithoutValue::Asks, _) | (_, WithoutValue::Asks) => WithoutValue::Asks,
            (WithoutValue::Spreads, WithoutValue::Spreads) => WithoutValue::Spreads,
        }
    }
}

impl Words<'_> {
    /// A condition on a column in words: `2 < petal ≤ 5`, `colour in {blue, red} or missing`, `age is missing`.
    pub(super) fn condition(&self, id: ColumnId, known: Option<&Known>, missing: WithoutValue) -> String {
        let column = self.column(id);
        let text = match known {
            None => return format!("{column} is missing"),
            Some(Known::Numbers { above: None, up_to: None }) => format!("{column} is known"),
            Some(Known::Numbers { above: Some(above), up_to: None }) => {
                format!("{column} > {}", self.number(id, *above))
            }
            Some(Known::Numbers { above: None, up_to: Some(up_to) }) => {
                format!("{column} ≤ {}", self.number(id, *up_to))
            }
            Some(Known::Numbers { above: Some(above), up_to: Some(up_to) }) => {
                format!("{} < {column} ≤ {}", self.number(id, *above), self.number(id, *up_to))
            }
            Some(Known::Levels(levels)) => self.levels(id, levels),
        };
        match missing {
            _ if !self.says_missing() => text,
            WithoutValue::Stays => format!("{text} or missing"),
            WithoutValue::Spreads => format!("{text} (missing: in part)"),
            WithoutValue::Asks => format!("{text} (missing: as other columns say)"),
            WithoutValue::Leaves => text,
        }
    }

    /// A set of levels in the fewest words: by its order, by its hierarchy, or by what it leaves out.
    fn levels(&self, id: ColumnId, levels: &[u32]) -> String {
        let column = self.column(id);
        let values = self.known(id).map(|column| &column.values);
        let count = self.known(id).map_or(0, |column| column.levels().len());
        if levels.len() >= count && count > 0 {
            return format!("{column} is known");
        }
        let (first, last) = (levels.first().copied().unwrap_or(0), levels.last().copied().unwrap_or(0));
        let run = (last - first) as usize + 1 == levels.len();
        match values {
            Some(ColumnValues::Ordinal { .. }) if run && levels.len() > 1 => {
                let low = first.checked_sub(1).map(|level| self.level(id, level));
                let high = ((last as usize) + 1 < count).then(|| self.level(id, last));
                match (low, high) {
                    (Some(low), Some(high)) => format!("{low} < {column} ≤ {high}"),
                    (Some(low), None) => format!("{column} > {low}"),
                    (None, Some(high)) => format!("{column} ≤ {high}"),
                    (None, None) => format!("{column} is known"),
                }
            }
            Some(ColumnValues::Hierarchical { .. }) if levels.len() > 1 => {
                self.within(id, levels).unwrap_or_else(|| format!("{column} {}", self.listed(id, levels)))
            }
            _ if (count - levels.len()) * 2 < levels.len() => self.all_but(id, levels, count),
            _ => format!("{column} {}", self.listed(id, levels)),
        }
    }

    /// `colour ≠ red`.
    fn all_but(&self, id: ColumnId, levels: &[u32], count: usize) -> String {
        let left: Vec<u32> = (0..count as u32).filter(|level| levels.binary_search(level).is_err()).collect();
        match left[..] {
            [level] => format!("{} ≠ {}", self.column(id), self.level(id, level)),
            _ => format!("{} not in {}", self.column(id), self.set(id, &left)),
        }
    }

    /// `place in France`, where the levels are all those below one node of the hierarchy.
    fn within(&self, id: ColumnId, levels: &[u32]) -> Option<String> {
        let all = self.known(id)?.levels().len() as u32;
        let steps = self.steps(id, *levels.first()?)?;
        let found = (1..steps.len()).find(|height| {
            let below = |level: &u32| {
                self.steps(id, *level)
                    .is_some_and(|other| other.ends_with(&steps[*height..]) && other.len() > steps.len() - height)
            };
            (0..all).filter(below).eq(levels.iter().copied())
        })?;
        Some(format!("{} in {}", self.column(id), super::wording::name(steps[found])))
    }
}
