//! Where the nodes of a tree lie, so that a row's way crosses few lines of the cache.

use crate::tree::{Branches, Node, NodeId, Tree};

/// Nodes of 8 bytes in a line of the cache.
const LINE: usize = 8;

/// The nodes of a tree in the order in which they lie: the node at each place, `None` where a place stays empty.
///
/// Siblings lie side by side. A line is filled from one node down, the heaviest children first, so that most rows take
/// three or four steps in it; what is left over begins lines of its own, or shares one where all of it fits.
pub(super) fn layout(tree: &Tree) -> Vec<Option<NodeId>> {
    let sizes = sizes(tree);
    let mut places: Vec<Option<NodeId>> = Vec::with_capacity(tree.len() + tree.len() / 4);
    places.push(Some(NodeId::ROOT));
    let mut heads: Vec<Branches> = branches(tree, NodeId::ROOT).into_iter().collect();
    let mut open: Vec<Branches> = Vec::new();
    while let Some(head) = heads.pop() {
        let whole: usize = head.iter().map(|child| sizes[child.place()]).sum();
        let room = places.len().next_multiple_of(LINE) - places.len();
        if whole > room && (head.first != NodeId(1)) {
            places.resize(places.len() + room, None);
        }
        let end = (places.len() + 1).next_multiple_of(LINE);
        open.push(head);
        while let Some(heaviest) = heaviest(tree, &open) {
            // A group that is wider than a line begins one all the same.
            if places.len() + open[heaviest].count as usize > end && places.len() % LINE != 0 {
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
