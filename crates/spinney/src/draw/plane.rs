//! The plane of one or two columns, cut as a tree cuts it.
//!
//! ```text
//!            ≤ 2.4        (2.4, 4.8]      > 4.8       slots of the column across
//! > 1.7    │ setosa   │  virginica   │ virginica │
//! ≤ 1.7    │ setosa   │  versicolor  │ virginica │
//! ```
//! A slot is a stretch of values that no test of the tree tells apart, so every cell has one answer: that of the tree for
//! each row in it, where the tree asks these columns alone. Where it asks others too, their branches are all taken, each
//! with its share of the training rows: the answer is the mean over what the other columns leave open, as training saw them.
//! A missing value goes where the tree sends it; surrogates in other columns have no value then.

use crate::model::{ColumnValues, Schema};
use crate::predict::{Answer, Predictor};
use crate::tree::{Cell, ColumnId, Landing, Missing, Node, NodeId, Row, Test, Tree};

/// The most slots of a column of numbers: more would be narrower than a dot of the picture.
const MOST_SLOTS: usize = 400;

/// Values of a column that are answered alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Slot {
    /// Numbers above the first and up to the second.
    Numbers {
        /// The greatest number before these; −inf for the first slot.
        above: f64,
        /// The greatest of these; +inf for the last slot.
        to: f64,
    },
    /// A level.
    Level(u32),
    /// No value.
    Missing,
}

impl Slot {
    /// Whether a value belongs here.
    pub fn holds(&self, cell: Cell) -> bool {
        match (self, cell) {
            (Slot::Numbers { above, to }, Cell::Number(value)) => value > *above && value <= *to,
            (Slot::Level(own), Cell::Level(level)) => *own == level,
            (Slot::Missing, Cell::Missing) => true,
            _ => false,
        }
    }

    /// A value that stands for all of them.
    fn sample(&self) -> Cell {
        match *self {
            Slot::Numbers { above, to } if to == f64::INFINITY => {
                Cell::Number(if above == f64::NEG_INFINITY { 0.0 } else { above.next_up() })
            }
            Slot::Numbers { to, .. } => Cell::Number(to),
            Slot::Level(level) => Cell::Level(level),
            Slot::Missing => Cell::Missing,
        }
    }
}

/// A column and its slots: known values in their order, then missing ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// The column.
    pub column: ColumnId,
    /// The slots.
    pub slots: Vec<Slot>,
    /// Whether slots are parts of equal width, since the tree's own would be too many to see.
    pub coarse: bool,
}

/// The cells of two columns (or of one) and what a model answers in each.
#[derive(Debug, Clone)]
pub struct Plane {
    /// The columns: across, then up.
    pub sides: Vec<Side>,
    /// The other columns that the tree asks, over which answers are averaged.
    pub others: Vec<ColumnId>,
    cells: Vec<Region>,
}

/// One cell: where its rows end, and what they are answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The leaves, with the share of rows that end there.
    pub ends: Vec<Landing>,
    /// The answer.
    pub answer: Answer,
}

impl Side {
    /// The slots of a column that a tree tells apart; of numbers within a range where one is given.
    pub fn new(schema: &Schema, tree: &Tree, column: ColumnId, range: Option<(f64, f64)>) -> Self {
        let values = schema.columns.get(column.place()).map(|column| &column.values);
        let levels = match values {
            None | Some(ColumnValues::Continuous { .. }) => return Side::of_numbers(tree, column, range),
            Some(
                ColumnValues::Nominal { levels }
                | ColumnValues::Ordinal { levels }
                | ColumnValues::Hierarchical { levels, .. },
            ) => levels.len() as u32,
        };
        let slots = (0..levels).map(Slot::Level).chain([Slot::Missing]).collect();
        Side { column, slots, coarse: false }
    }

    fn of_numbers(tree: &Tree, column: ColumnId, range: Option<(f64, f64)>) -> Self {
        let (low, high) = range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let mut cuts = cuts(tree, column);
        cuts.retain(|cut| *cut > low && *cut < high);
        let coarse = cuts.len() >= MOST_SLOTS;
        if let (true, Some(first), Some(last)) = (coarse, cuts.first().copied(), cuts.last().copied()) {
            let (low, high) = (low.max(first), high.min(last));
            let part = |step: usize| low + (high - low) * (step as f64 / (MOST_SLOTS - 1) as f64);
            cuts = (0..MOST_SLOTS).map(part).collect();
        }
        let above = std::iter::once(f64::NEG_INFINITY).chain(cuts.iter().copied());
        let to = cuts.iter().copied().chain([f64::INFINITY]);
        let slots = above.zip(to).map(|(above, to)| Slot::Numbers { above, to });
        Side { column, slots: slots.chain([Slot::Missing]).collect(), coarse }
    }
}

/// The numbers at which a tree cuts a column, in order, each once.
pub(super) fn cuts(tree: &Tree, column: ColumnId) -> Vec<f64> {
    let tests = tree.nodes().iter().filter_map(|node| match node {
        Node::Branch { split, .. } => Some(split),
        Node::Leaf => None,
    });
    let mut cuts = Vec::new();
    for split in tests {
        let surrogates = match &split.missing {
            Missing::Surrogates(all) => all.iter().map(|other| (other.column, &other.test)).collect(),
            _ => Vec::new(),
        };
        for (asked, test) in surrogates.into_iter().chain([(split.column, &split.test)]) {
            if let (true, Test::Threshold { cut }) = (asked == column, test) {
                cuts.extend(Some(*cut).filter(|cut| cut.is_finite()));
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|next, kept| *next == *kept); // −0 is 0
    cuts
}

impl Plane {
    /// The cells of one or two sides; the predictor is that of the tree.
    pub fn new(tree: &Tree, predictor: &Predictor, sides: Vec<Side>) -> Self {
        let asked = |column: &ColumnId| sides.iter().any(|side| side.column == *column);
        let others = predictor.used().iter().copied().filter(|column| !asked(column)).collect();
        let mut cells = Vec::new();
        let up = sides.get(1).map_or(&[][..], |side| &side.slots);
        for across in sides.first().map_or(&[][..], |side| &side.slots) {
            let row = |up: Option<&Slot>| Place {
                cells: sides
                    .iter()
                    .zip([Some(across), up])
                    .filter_map(|(side, slot)| Some((side.column, slot?.sample())))
                    .collect(),
            };
            let rows = if sides.len() > 1 { up.iter().map(|up| row(Some(up))).collect() } else { vec![row(None)] };
            cells.extend(rows.into_iter().map(|place| region(tree, predictor, &place)));
        }
        Plane { sides, others, cells }
    }

    /// The cell of a slot across and a slot up (0 where there is one side).
    pub fn region(&self, across: usize, up: usize) -> Option<&Region> {
        let high = self.sides.get(1).map_or(1, |side| side.slots.len());
        self.cells.get(across * high + up).filter(|_| up < high)
    }
}

/// A row of which only some columns are known.
pub(super) struct Place {
    pub(super) cells: Vec<(ColumnId, Cell)>,
}

impl Row for Place {
    fn cell(&self, column: ColumnId) -> Cell {
        self.cells.iter().find(|pair| pair.0 == column).map_or(Cell::Missing, |pair| pair.1)
    }
}

/// What a tree does with a row of which only some columns are known: tests of others send it down every branch.
pub(super) fn region(tree: &Tree, predictor: &Predictor, place: &Place) -> Region {
    let mut open = vec![Landing { node: NodeId::ROOT, share: 1.0 }];
    let mut ends = Vec::new();
    while let Some(at) = open.pop() {
        let Node::Branch { split, branches } = tree.node(at.node) else {
            ends.push(at);
            continue;
        };
        let known = place.cells.iter().any(|pair| pair.0 == split.column);
        let total = tree.rows(at.node);
        if known && tree.go_on(at, place, &mut open) {
            continue;
        }
        if known || total <= 0.0 {
            ends.push(at);
            continue;
        }
        let weighed = branches.iter().rev().filter(|child| tree.rows(*child) > 0.0);
        open.extend(weighed.map(|node| Landing { node, share: at.share * tree.rows(node) / total }));
    }
    let answer = predictor.answer(&ends, place);
    Region { ends, answer }
}
