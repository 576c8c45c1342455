//! What a row costs that ends at some nodes of a tree.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::path::Risk;
use super::tally::{Tallies, each_node};
use crate::error::{Mistake, Result};
use crate::table::{Target, TargetValues};
use crate::tree::{Answers, ClassWeight, Landing, Tree};

/// What rows cost in one target.
pub(super) struct Costs<'a> {
    tree: &'a Tree,
    target: &'a Target,
    risk: Risk,
    majority: Vec<Option<u32>>,
    /// The class weights that each node answers by, where shares are judged.
    weights: Vec<Vec<ClassWeight>>,
}

impl<'a> Costs<'a> {
    pub(super) fn new(tree: &'a Tree, target: &'a Target, risk: Risk) -> Self {
        let mut weights = vec![Vec::new(); tree.len()];
        if risk != Risk::Errors {
            each_node(tree, |id, own| weights[id.place()] = own.to_vec());
            if let Answers::Classes(all) = tree.answers() {
                let held = all.held.iter().map(|(id, _)| id);
                held.for_each(|id| weights[id.place()] = all.held_weights(*id).unwrap_or_default());
            }
        }
        Costs { tree, target, risk, majority: Tallies::new(tree).majority, weights }
    }

    /// What a row costs that ends at these nodes.
    pub(super) fn of(&self, ends: &[Landing], row: u32) -> Result<f64> {
        match (&self.target.values, self.tree.answers()) {
            (TargetValues::Numbers(values), Answers::Numbers(all)) => {
                let answer: f64 = ends.iter().map(|end| end.share * all.values[end.node.place()]).sum();
                Ok((values[row as usize] - answer).powi(2))
            }
            (TargetValues::Classes(classes), Answers::Classes(_)) => {
                let class = classes.codes[row as usize];
                Ok(match (self.risk, ends) {
                    (Risk::Errors, [end]) => f64::from(self.majority[end.node.place()] != Some(class)),
                    _ => self.of_shares(ends, class),
                })
            }
            _ => Err(Mistake::WrongKind { found: "another", needed: "the tree's" }.in_column(&self.target.name)),
        }
    }

    fn of_shares(&self, ends: &[Landing], class: u32) -> f64 {
        let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
        for end in ends {
            let own: Cow<'_, [ClassWeight]> = match self.risk {
                Risk::Errors => self.tree.class_voice(end.node).into(),
                Risk::Gini | Risk::Entropy => (&self.weights[end.node.place()]).into(),
            };
            let total: f64 = own.iter().map(|pair| pair.weight).sum();
            for pair in own.iter().filter(|_| total > 0.0) {
                *shares.entry(pair.class).or_default() += end.share * pair.weight / total;
            }
        }
        if self.risk == Risk::Errors {
            let most = shares.values().copied().fold(0.0, f64::max);
            return f64::from(shares.iter().find(|(_, share)| **share == most).map(|pair| *pair.0) != Some(class));
        }
        let squares: f64 = shares.values().map(|share| share * share).sum();
        1.0 - 2.0 * shares.get(&class).copied().unwrap_or(0.0) + squares
    }
}
