//! One row at a time, without a thread or an allocation.

use super::answer::Outcome;
use super::class::most;
use super::descend::{FIRST, descend};
use super::narrow::Narrow;
use super::way::Way;
use super::wide::Wide;
use crate::forest::Vote;
use crate::tree::{Landing, NodeId, Row};

/// What one row after the other is answered on: room to work in, and the answer's probabilities.
#[derive(Debug, Clone, Default)]
pub struct Desk {
    codes: Vec<u16>,
    values: Vec<u64>,
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
                narrow.land(row, desk);
                desk.ends.iter().for_each(|end| narrow.tell(*end, &mut desk.sums));
            }
            Way::Wide(wide) => {
                wide.land(row, desk);
                desk.ends.iter().for_each(|end| wide.tell(*end, &mut desk.sums));
            }
            Way::Packed(packed) => {
                desk.begin(packed.roots());
                packed.land(row, &mut desk.values, &mut desk.open, &mut desk.ends);
                desk.ends.iter().for_each(|end| packed.tell(*end, vote, &mut desk.sums));
            }
        }
        for sum in &mut desk.sums {
            *sum /= trees;
        }
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
                let mut desk = Desk::new();
                narrow.land(row, &mut desk);
                desk.ends.iter().map(|end| Some(NodeId(narrow.ids[*end as usize]))).collect()
            }
            Way::Wide(wide) => {
                let mut desk = Desk::new();
                wide.land(row, &mut desk);
                desk.ends.iter().map(|end| Some(NodeId(wide.ids[*end as usize]))).collect()
            }
            Way::Packed(packed) => {
                let mut desk = Desk::new();
                desk.begin(packed.roots());
                packed.land(row, &mut desk.values, &mut desk.open, &mut desk.ends);
                desk.ends.iter().zip(packed.roots()).map(|(end, root)| Some(NodeId(end - root))).collect()
            }
        }
    }
}

impl Desk {
    /// Lets every tree begin at its root.
    fn begin(&mut self, roots: &[u32]) {
        self.open.clear();
        self.open.extend(0..roots.len() as u32);
        self.ends.clear();
        self.ends.extend_from_slice(roots);
    }
}

impl Narrow {
    /// Notes where a row ends in every tree.
    fn land(&self, row: &impl Row, desk: &mut Desk) {
        match self.width() {
            ..=16 => self.land_wide::<16>(row, desk),
            32 => self.land_wide::<32>(row, desk),
            64 => self.land_wide::<64>(row, desk),
            128 => self.land_wide::<128>(row, desk),
            256 => self.land_wide::<256>(row, desk),
            512 | 1024 => self.land_wide::<1024>(row, desk),
            _ => self.land_wide::<4096>(row, desk),
        }
    }

    fn land_wide<const N: usize>(&self, row: &impl Row, desk: &mut Desk) {
        desk.begin(&self.roots);
        desk.codes.resize(N, 0);
        let holes = self.ranks.rank_one(row, &mut desk.codes);
        let Some(codes) = desk.codes.first_chunk::<N>() else { return };
        let (ways, leaf) = ((&mut desk.open[..], &mut desk.ends[..]), |at| self.is_leaf(at));
        if holes {
            descend::<_, 16>(ways, FIRST, |_, at| (codes, at), |row, at| self.step::<N, true>(row, at), leaf);
        } else {
            descend::<_, 16>(ways, FIRST, |_, at| (codes, at), |row, at| self.step::<N, false>(row, at), leaf);
        }
    }
}

impl Wide {
    /// Notes where a row ends in every tree.
    fn land(&self, row: &impl Row, desk: &mut Desk) {
        match self.width() {
            ..=16 => self.land_wide::<16>(row, desk),
            32 => self.land_wide::<32>(row, desk),
            64 => self.land_wide::<64>(row, desk),
            128 | 256 => self.land_wide::<256>(row, desk),
            _ => self.land_wide::<4096>(row, desk),
        }
    }

    fn land_wide<const N: usize>(&self, row: &impl Row, desk: &mut Desk) {
        desk.begin(&self.roots);
        desk.values.resize(N, 0);
        self.value_one(row, &mut desk.values);
        let Some(values) = desk.values.first_chunk::<N>() else { return };
        let (ways, leaf) = ((&mut desk.open[..], &mut desk.ends[..]), |at| self.is_leaf(at));
        descend::<_, 16>(ways, FIRST, |_, at| (values, at), |row, at| self.step::<N, true>(row, at), leaf);
    }
}
