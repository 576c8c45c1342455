//! One tree, compiled: it walks every kind of split, and says what the tree says.

use super::class::{ClassShare, ClassTable};
use super::flat::Flats;
use super::tile::{LeafTile, Tile};
use super::walk::{SPREAD, View};
use crate::forest::Vote;
use crate::tree::{Answers, Cell, ColumnId, Landing, LinearModel, Missing, NodeId, Row, Tree};

/// One tree, compiled.
#[derive(Debug, Clone)]
pub(super) struct Stem {
    pub(super) flats: Flats,
    /// The weight of each node's training rows.
    rows: Vec<f64>,
    pub(super) said: Said,
}

/// What nodes say.
#[derive(Debug, Clone)]
pub(super) enum Said {
    Classes(ClassTable),
    Numbers { values: Vec<f64>, linear: Vec<(NodeId, LinearModel)> },
}

impl Stem {
    pub(super) fn new(tree: &Tree) -> Self {
        let said = match tree.answers() {
            Answers::Classes(leaves) => Said::Classes(ClassTable::new(tree, leaves)),
            Answers::Numbers(all) => Said::Numbers { values: all.values.clone(), linear: all.linear.clone() },
        };
        let rows = tree.ids().map(|id| tree.rows(id)).collect();
        Stem { flats: Flats::new(tree), rows, said }
    }

    /// Where a row ends.
    pub(super) fn landings(&self, row: &impl Row) -> Vec<Landing> {
        let (mut open, mut ended) = (Vec::new(), Vec::with_capacity(1));
        self.flats.landings(row, &self.rows, &mut open, &mut ended);
        ended
    }

    /// The same into lists that are used again.
    pub(super) fn land(&self, row: &impl Row, open: &mut Vec<Landing>, ended: &mut Vec<Landing>) {
        ended.clear();
        self.flats.landings(row, &self.rows, open, ended);
    }

    /// Whether it may spread a row over several nodes.
    pub(super) fn spreads(&self) -> bool {
        self.flats.others.iter().any(|other| other.split.missing == Missing::Spread)
    }

    /// The probabilities above 0, in the order of classes; none for numbers.
    pub(super) fn shares(&self, landings: &[Landing]) -> Vec<ClassShare> {
        match &self.said {
            Said::Classes(classes) => classes.shares(landings, &self.rows),
            Said::Numbers { .. } => Vec::new(),
        }
    }

    /// The probability of one class; 0 for numbers.
    pub(super) fn share(&self, landings: &[Landing], class: u32) -> f64 {
        match &self.said {
            Said::Classes(classes) => classes.share(landings, &self.rows, class),
            Said::Numbers { .. } => 0.0,
        }
    }

    /// The class that is answered; 0 for numbers.
    pub(super) fn class(&self, landings: &[Landing]) -> u32 {
        match (&self.said, landings) {
            (Said::Classes(classes), [only]) => classes.class_at(only.node.0),
            (Said::Classes(classes), _) => classes.best(landings, &classes.shares(landings, &self.rows)),
            (Said::Numbers { .. }, _) => 0,
        }
    }

    /// Adds the tree's part in a vote to the classes' sums.
    pub(super) fn vote(&self, landings: &[Landing], vote: Vote, sums: &mut [f64]) {
        match (vote, &self.said) {
            (Vote::Majority, _) => sums[self.class(landings) as usize] += 1.0,
            (Vote::Mean, Said::Classes(classes)) => classes.add(landings, &self.rows, sums),
            (Vote::Mean, Said::Numbers { .. }) => {}
        }
    }

    /// Adds what the tree says of the rows of a tile.
    pub(super) fn add(&self, view: &View<'_>, vote: Vote, tile: &mut Tile<'_>) {
        let mut ends = vec![0; tile.rows()];
        self.flats.ends(view, tile.start, &mut ends);
        for (row, (end, sums)) in (tile.start..).zip(ends.into_iter().zip(tile.sums.chunks_exact_mut(tile.width))) {
            let one = [Landing { node: NodeId(end), share: 1.0 }];
            let several = view.row(row).filter(|_| end == SPREAD).map(|row| self.landings(&row));
            let landings = several.as_deref().unwrap_or(&one);
            match &self.said {
                Said::Classes(_) => self.vote(landings, vote, sums),
                Said::Numbers { linear, .. } if several.is_none() && linear.is_empty() => self.add_at(end, vote, sums),
                Said::Numbers { .. } => {
                    sums[0] += view.row(row).map_or(f64::NAN, |row| self.number(landings, &row));
                }
            }
        }
    }

    /// Whether it asks by thresholds alone, and its leaves say one thing each.
    pub(super) fn is_plain(&self) -> bool {
        self.flats.is_plain() && !matches!(&self.said, Said::Numbers { linear, .. } if !linear.is_empty())
    }

    /// Adds what such a tree says at a node.
    pub(super) fn add_at(&self, end: u32, vote: Vote, sums: &mut [f64]) {
        match &self.said {
            Said::Classes(_) => self.vote(&[Landing { node: NodeId(end), share: 1.0 }], vote, sums),
            Said::Numbers { values, .. } => sums[0] += values[end as usize],
        }
    }

    /// Notes where the rows of a tile end in this tree: of a row that is spread, where most of it does.
    pub(super) fn note(&self, view: &View<'_>, tree: usize, tile: &mut LeafTile<'_>) {
        let mut ends = vec![0; tile.rows()];
        self.flats.ends(view, tile.start, &mut ends);
        for (row, end) in (tile.start..).zip(&mut ends).filter(|(_, end)| **end == SPREAD) {
            *end = view.row(row).map_or(0, |row| most_of(&self.landings(&row)));
        }
        tile.note(tree, 0, ends.into_iter());
    }

    /// The number that is answered; NaN for classes.
    pub(super) fn number(&self, landings: &[Landing], row: &impl Row) -> f64 {
        let Said::Numbers { values, linear } = &self.said else { return f64::NAN };
        let value = |column: ColumnId| match row.cell(column) {
            Cell::Number(value) => value,
            _ => f64::NAN,
        };
        let says = |node: NodeId| match linear.binary_search_by_key(&node, |(id, _)| *id) {
            Ok(place) => linear[place].1.answer(value),
            Err(_) => values[node.place()],
        };
        match landings {
            [only] => says(only.node),
            _ => landings.iter().map(|landing| landing.share * says(landing.node)).sum(),
        }
    }
}

/// The node where most of a row ends, that of the lowest number among equals.
fn most_of(landings: &[Landing]) -> u32 {
    let mut best = Landing { node: NodeId::ROOT, share: 0.0 };
    for landing in landings {
        if landing.share > best.share || landing.share == best.share && landing.node < best.node {
            best = *landing;
        }
    }
    best.node.0
}
