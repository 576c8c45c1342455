//! One row at a time, without a thread or an allocation.

use super::answer::Outcome;
use super::class::most;
use super::way::Way;
use crate::forest::Vote;
use crate::tree::{Landing, NodeId, Row};

/// What one row after the other is answered on: room to work in, and the answer's probabilities.
#[derive(Debug, Clone, Default)]
pub struct Desk {
    codes: Vec<u16>,
    open: Vec<u32>,
    ends: Vec<u32>,
    ways: Vec<Landing>,
    landings: Vec<Landing>,
    /// The probability of each class, or one number.
    sums: Vec<f64>,
}

impl Desk {
    /// A desk; it takes the room that it needs with its first row.
    pub fn new() -> Self {
        Desk::default()
    }

    /// The probability of each class for the last row, in the order of classes; none where the target is a number.
    pub fn shares(&self) -> &[f64] {
        &self.sums
    }
}

impl Way {
    /// What all trees answer for a row, for so many classes; none stand for a number.
    pub(super) fn one(&self, desk: &mut Desk, row: &impl Row, vote: Vote, classes: usize) -> Outcome {
        let trees = self.trees() as f64;
        desk.sums.clear();
        desk.sums.resize(classes.max(1), if classes == 0 { -0.0 } else { 0.0 }); // -0.0 + x is x, for -0.0 too
        let mut only = None;
        match self {
            Way::Stems(stems) => {
                for stem in stems {
                    stem.land(row, &mut desk.ways, &mut desk.landings);
                    match classes {
                        0 => desk.sums[0] += stem.number(&desk.landings, row),
                        _ => stem.vote(&desk.landings, vote, &mut desk.sums),
                    }
                }
                only = if let [stem] = &stems[..] { Some(stem.class(&desk.landings)) } else { None };
            }
            Way::Narrow(narrow) => {
                desk.codes.resize(narrow.width(), 0);
                let holes = narrow.ranks.rank_one(row, &mut desk.codes);
                narrow.ends(&desk.codes, holes, &mut desk.open, &mut desk.ends);
                desk.ends.iter().for_each(|end| narrow.tell(*end, &mut desk.sums));
            }
        }
        desk.sums.iter_mut().for_each(|sum| *sum /= trees);
        if classes == 0 {
            let mean = desk.sums[0];
            desk.sums.clear();
            return Outcome::Number(mean);
        }
        // A single tree decides by weights, which no division has rounded.
        Outcome::Class(only.filter(|_| vote == Vote::Mean).unwrap_or_else(|| most(&desk.sums)))
    }

    /// The end of a row in each tree, by the order of the trees; `None` where a tree spreads the row over several.
    pub(super) fn leaves(&self, row: &impl Row) -> Vec<Option<NodeId>> {
        match self {
            Way::Stems(stems) => {
                let end = |landings: Vec<Landing>| if let [only] = landings[..] { Some(only.node) } else { None };
                stems.iter().map(|stem| end(stem.landings(row))).collect()
            }
            Way::Narrow(narrow) => {
                let mut codes = vec![0; narrow.width()];
                let holes = narrow.ranks.rank_one(row, &mut codes);
                let (mut open, mut ends) = (Vec::new(), Vec::new());
                narrow.ends(&codes, holes, &mut open, &mut ends);
                ends.into_iter().map(|end| Some(narrow.id(end))).collect()
            }
        }
    }
}
