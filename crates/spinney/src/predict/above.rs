//! What lies above the nodes of compiled trees.

use super::way::Way;
use crate::tree::Landing;

/// What lies above the nodes of all trees.
#[derive(Debug, Clone)]
pub(super) struct Above {
    /// The number of each tree's root, and of all nodes as one more entry.
    pub(super) roots: Vec<u64>,
    /// The parent of each node in its tree; the root is its own.
    parents: Vec<u32>,
    /// How many leaves of its tree come before each node.
    leaves: Vec<u32>,
    /// How many leaves the trees before each have, and all trees as one more entry.
    pub(super) firsts: Vec<u64>,
}

impl Above {
    pub(super) fn new(way: &Way) -> Self {
        let mut above = Above { roots: vec![0], parents: Vec::new(), leaves: Vec::new(), firsts: vec![0] };
        match way {
            Way::Stems(stems) => stems.iter().for_each(|stem| {
                let nodes = &stem.flats.nodes;
                above.push(nodes.len(), (0..).zip(nodes).map(|(id, flat)| (id, flat.first)));
            }),
            Way::Narrow(narrow) => narrow.families(|many, pairs| above.push(many, pairs)),
            Way::Wide(wide) => wide.families(|many, pairs| above.push(many, pairs)),
            Way::Packed(packed) => packed.families(|many, pairs| above.push(many, pairs)),
        }
        above
    }

    /// Adds a tree of so many nodes. Of each node its number and that of its first child are given; a leaf's is its own. Children come in
    /// the order of their parents, so that the others follow.
    fn push(&mut self, many: usize, pairs: impl Iterator<Item = (u32, u32)>) {
        const UNKNOWN: u32 = u32::MAX;
        let from = self.parents.len();
        self.parents.resize(from + many, UNKNOWN);
        let parents = &mut self.parents[from..];
        let mut is_leaf = vec![true; many];
        for (id, first) in pairs.filter(|(id, first)| id != first) {
            parents[first as usize] = id;
            is_leaf[id as usize] = false;
        }
        let mut before = 0;
        self.leaves.extend(is_leaf.iter().map(|is_leaf| {
            before += u32::from(*is_leaf);
            before - u32::from(*is_leaf)
        }));
        self.firsts.push(self.firsts[self.firsts.len() - 1] + u64::from(before));
        let mut last = 0;
        for parent in parents {
            last = if *parent == UNKNOWN { last } else { *parent };
            *parent = last;
        }
        self.roots.push(self.parents.len() as u64);
    }

    /// The number of a leaf among those of all trees.
    pub(super) fn leaf(&self, tree: usize, node: u32) -> u64 {
        self.firsts[tree] + u64::from(self.leaves[self.roots[tree] as usize + node as usize])
    }

    /// Adds the way down to a node.
    pub(super) fn climb(&self, tree: usize, node: u32, nodes: &mut Vec<u64>) {
        let (from, root) = (nodes.len(), self.roots[tree]);
        let parents = &self.parents[root as usize..];
        let mut at = node;
        while at != 0 {
            nodes.push(root + u64::from(at));
            at = parents[at as usize];
        }
        nodes.push(root);
        nodes[from..].reverse();
    }

    /// Adds the ways down to all these places, each node once.
    pub(super) fn climb_all(&self, tree: usize, landings: &[Landing], nodes: &mut Vec<u64>) {
        let from = nodes.len();
        for landing in landings {
            self.climb(tree, landing.node.0, nodes);
        }
        if landings.len() > 1 {
            let mut own = nodes.split_off(from);
            own.sort_unstable();
            own.dedup();
            nodes.append(&mut own);
        }
    }
}
