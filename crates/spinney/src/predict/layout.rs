//! Where the nodes of a tree lie, so that a row's way crosses few lines of the cache.

use crate::tree::{Branches, Node, NodeId, Tree};

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// A tree laid out.
pub(super) struct Laid {
    /// The node at each place, `None` where a place stays empty.
    pub(super) places: Vec<Option<NodeId>>,
    /// The place of each node.
    of: Vec<u32>,
}

impl Laid {
    /// The place of a node.
    pub(super) fn place(&self, id: NodeId) -> u32 {
        self.of[id.place()]
    }

    /// The number of the node at each place; the root's where there is none.
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> {
        self.places.iter().map(|id| id.map_or(0, |id| id.0))
    }
}

/// Room for so many nodes of 8 bytes and for those that fill up the line that the allocator lets them begin in, which are there.
pub(super) fn aligned(many: usize, filler: u64) -> Vec<u64> {
    let mut nodes: Vec<u64> = Vec::with_capacity(many + LINE / 8);
    let start = nodes.as_ptr().addr();
    nodes.resize((start.next_multiple_of(LINE) - start) / 8, filler);
    nodes
}

/// Lays out a tree, so many nodes to a line of the cache.
///
/// Siblings lie side by side. A line is filled from one node down, the heaviest children first, so that most rows take
/// three or four steps in it; what is left over begins lines of its own, or shares one where all of it fits.
pub(super) fn layout(tree: &Tree, line: usize) -> Laid {
    let places = places(tree, line);
    let mut of = vec![0; tree.len()];
    for (place, id) in (0..).zip(&places) {
        if let Some(id) = id {
            of[id.place()] = place;
        }
    }
    Laid { places, of }
}

fn places(tree: &Tree, line: usize) -> Vec<Option<NodeId>> {
    let sizes = sizes(tree);
    let mut places: Vec<Option<NodeId>> = Vec::with_capacity(tree.len() + tree.len() / 4);
    places.push(Some(NodeId::ROOT));
    let mut heads: Vec<Branches> = branches(tree, NodeId::ROOT).into_iter().collect();
    let mut open: Vec<Branches> = Vec::new();
    while let Some(head) = heads.pop() {
        let whole: usize = head.iter().map(|child| sizes[child.place()]).sum();
        let room = places.len().next_multiple_of(line) - places.len();
        if whole > room && head.first != NodeId(1) {
            places.resize(places.len() + room, None);
        }
        let end = (places.len() + 1).next_multiple_of(line);
        open.push(head);
        while let Some(heaviest) = heaviest(tree, &open) {
            // A group that is wider than a line begins one all the same.
            if places.len() + open[heaviest].count as usize > end && !places.len().is_multiple_of(line) {
                break;
            }
            let group = open.swap_remove(heaviest);
            places.extend(group.iter().map(Some));
            open.extend(group.iter().filter_map(|child| branches(tree, child)));
        }
        // The small ones come next, while there may be room for them.
        open.sort_by_key(|group| std::cmp::Reverse(sizes[group.first.place()]));
        heads.append(&mut open);
    }
    places
}

fn branches(tree: &Tree, id: NodeId) -> Option<Branches> {
    match tree.node(id) {
        Node::Branch { branches, .. } => Some(*branches),
        Node::Leaf => None,
    }
}

/// The group with the most training rows, the first of equal ones.
fn heaviest(tree: &Tree, open: &[Branches]) -> Option<usize> {
    let weight = |group: &Branches| group.iter().map(|child| tree.rows(child)).sum::<f64>();
    let mut best: Option<(usize, f64)> = None;
    for (place, weight) in open.iter().map(weight).enumerate() {
        if best.is_none_or(|(_, most)| weight > most) {
            best = Some((place, weight));
        }
    }
    best.map(|(place, _)| place)
}

/// How many nodes are at and below each node.
fn sizes(tree: &Tree) -> Vec<usize> {
    let mut sizes = vec![1; tree.len()];
    for id in tree.ids().rev() {
        if let Some(parent) = tree.parent(id) {
            sizes[parent.place()] += sizes[id.place()];
        }
    }
    sizes
}
