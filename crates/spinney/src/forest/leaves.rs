//! Rows by the leaves where they end.

use super::answer::Ends;
use super::descent::View;
use crate::grow::Training;
use crate::tree::{Landing, NodeId, Tree};

/// The rows that end at each node of one tree.
///
/// It takes 4 bytes for each node and for each row, and 8 more for each row where some are spread over several nodes.
pub(super) struct Leaves {
    /// For each node where its rows begin, and their end as one more entry.
    starts: Vec<u32>,
    /// Rows by their places in the list that was asked for, node by node, ascending.
    places: Vec<u32>,
    /// How much of each ends there; none where all of it does.
    shares: Option<Vec<f64>>,
}

impl Leaves {
    pub(super) fn new(tree: &Tree, training: &Training<'_>, rows: &[u32]) -> Self {
        let ends = Ends::of(tree, View::of(training), rows);
        let landings = |place: usize| ends.at(place);
        let mut starts = vec![0_u32; tree.len() + 1];
        for place in 0..rows.len() {
            landings(place).for_each(|landing| starts[landing.node.place() + 1] += 1);
        }
        for node in 0..tree.len() {
            starts[node + 1] += starts[node];
        }
        let all = starts[tree.len()] as usize;
        let mut next = starts.clone();
        let mut places = vec![0; all];
        let mut shares = (all > rows.len()).then(|| vec![1.0; all]);
        for place in 0..rows.len() {
            for Landing { node, share } in landings(place) {
                let at = next[node.place()] as usize;
                next[node.place()] += 1;
                places[at] = place as u32;
                if let Some(shares) = &mut shares {
                    shares[at] = share;
                }
            }
        }
        Leaves { starts, places, shares }
    }

    /// The rows that end at a node, with their shares.
    pub(super) fn at(&self, node: NodeId) -> impl Iterator<Item = (u32, f64)> {
        let span = self.starts[node.place()] as usize..self.starts[node.place() + 1] as usize;
        span.map(|at| (self.places[at], self.shares.as_ref().map_or(1.0, |shares| shares[at])))
    }

    /// The rows that end at a node or below it.
    pub(super) fn below(&self, tree: &Tree, node: NodeId) -> Vec<(u32, f64)> {
        let mut open = vec![node];
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            found.extend(self.at(node));
            if let Some(branches) = tree.branches(node) {
                open.extend(branches.iter().rev());
            }
        }
        found
    }
}
