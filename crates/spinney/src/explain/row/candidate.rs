//! Values of one column that are worth trying: one for each stretch between the cuts that a tree asks for, one for each level.

use std::collections::BTreeSet;

use crate::explain::Words;
use crate::model::{ColumnValues, Schema};
use crate::tree::{Cell, ColumnId, Test};

/// A value to try.
pub(super) struct Candidate {
    pub(super) cell: Cell,
    pub(super) words: String,
    pub(super) distance: Option<f64>,
    /// How many levels go the same way.
    pub(super) alike: usize,
}

/// What a column can be changed to without other nodes being asked.
#[derive(Default)]
pub(super) struct Reach {
    cuts: Vec<f64>,
    levels: BTreeSet<u32>,
    /// Nodes that the walk may meet.
    pub(super) nodes: usize,
}

impl Reach {
    pub(super) fn note(&mut self, test: &Test) {
        match test {
            Test::Threshold { cut } => self.cuts.push(*cut),
            Test::Cut { .. } => {} // of ordinal columns, whose levels are all tried
            _ => self.levels.extend(test.levels().unwrap_or_default().iter().map(|pair| pair.level)),
        }
    }
}

/// The values to try, the nearest first.
pub(super) fn candidates(schema: &Schema, column: ColumnId, reach: &Reach, now: Cell) -> Vec<Candidate> {
    let number = |value| Words::new(schema).number(column, value);
    match schema.column(column).values {
        ColumnValues::Continuous { .. } => cuts(&reach.cuts, now, number),
        _ => levels(schema, column, reach, now),
    }
}

/// The nearest number of every stretch between cuts, the nearest first, the lower of equally near ones; from a missing value,
/// all stretches from the lowest.
fn cuts(cuts: &[f64], cell: Cell, number: impl Fn(f64) -> String) -> Vec<Candidate> {
    let mut cuts = cuts.to_vec();
    cuts.sort_unstable_by(f64::total_cmp);
    cuts.dedup();
    let Cell::Number(value) = cell else { return stretches(&cuts, number) };
    let candidate = |to: f64, words: String| Candidate {
        cell: Cell::Number(to),
        words,
        distance: Some((to - value).abs()),
        alike: 1,
    };
    let down = cuts.iter().filter(|cut| **cut < value).rev();
    let down = down.map(|cut| candidate(*cut, format!("≤ {}", number(*cut))));
    let up = cuts.iter().filter(|cut| **cut >= value && **cut < f64::INFINITY);
    let up = up.map(|cut| candidate(cut.next_up(), format!("> {}", number(*cut))));
    let mut all: Vec<Candidate> = down.chain(up).collect();
    all.sort_by(|one, two| {
        let far = |candidate: &Candidate| candidate.distance.unwrap_or(f64::INFINITY);
        far(one).total_cmp(&far(two)) // stable: lower ones, which come first, stay so, as do those of infinite values
    });
    all
}

fn stretches(cuts: &[f64], number: impl Fn(f64) -> String) -> Vec<Candidate> {
    let words = |place: usize| {
        let low = place.checked_sub(1).map(|place| format!("> {}", number(cuts[place])));
        let high = cuts.get(place).map(|cut| format!("≤ {}", number(*cut)));
        low.into_iter().chain(high).collect::<Vec<_>>().join(" and ")
    };
    let value = |place: usize| match cuts.get(place) {
        Some(cut) => *cut,
        None => cuts.last().map_or(0.0, |cut| cut.next_up()), // above them all
    };
    let candidate =
        |place: usize| Candidate { cell: Cell::Number(value(place)), words: words(place), distance: None, alike: 1 };
    let many = if cuts.is_empty() { 0 } else { cuts.len() + usize::from(cuts[cuts.len() - 1] < f64::INFINITY) };
    (0..many).map(candidate).collect()
}

/// Every level that a test names, and one for all that none does; in the order of levels, or of their distance from an ordinal
/// value.
fn levels(schema: &Schema, id: ColumnId, reach: &Reach, cell: Cell) -> Vec<Candidate> {
    let column = schema.column(id);
    let many = column.levels().len() as u32;
    let now = if let Cell::Level(level) = cell { Some(level) } else { None };
    let ordinal = matches!(column.values, ColumnValues::Ordinal { .. });
    let named = |level: &u32| ordinal || reach.levels.contains(level);
    let others = |level: &u32| Some(*level) != now;
    let mut chosen: Vec<(u32, usize)> = (0..many).filter(named).filter(others).map(|level| (level, 1)).collect();
    let mut unnamed = (0..many).filter(|level| !named(level)).filter(others);
    if let Some(first) = unnamed.next() {
        chosen.push((first, 1 + unnamed.count()));
        chosen.sort_unstable();
    }
    let distance = |level: u32| now.filter(|_| ordinal).map(|now| f64::from(now.abs_diff(level)));
    let candidate = |(level, alike): (u32, usize)| Candidate {
        cell: Cell::Level(level),
        words: Words::new(schema).level(id, level),
        distance: distance(level),
        alike,
    };
    let mut all: Vec<Candidate> = chosen.into_iter().map(candidate).collect();
    all.sort_by(|one, two| one.distance.unwrap_or(0.0).total_cmp(&two.distance.unwrap_or(0.0)));
    all
}
