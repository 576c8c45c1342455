//! What each node's training rows say against it.

use crate::tree::{Answers, ClassWeight, Node, NodeId, Tree, heaviest};

/// The training rows of each node.
pub(super) struct Tallies {
    /// Their weight.
    pub(super) rows: Vec<f64>,
    /// Their error where the node answers as they say: the weight outside the majority, or the squared distances from the mean.
    pub(super) errors: Vec<f64>,
    /// The class that is answered; none where the target is a number.
    pub(super) majority: Vec<Option<u32>>,
}

impl Tallies {
    pub(super) fn new(tree: &Tree) -> Self {
        let rows = tree.ids().map(|id| tree.rows(id)).collect();
        match tree.answers() {
            Answers::Numbers(all) => Tallies { rows, errors: all.errors.clone(), majority: vec![None; tree.len()] },
            Answers::Classes(all) => {
                let (mut errors, mut majority) = (vec![0.0; tree.len()], vec![None; tree.len()]);
                each_node(tree, |id, weights| {
                    let total: f64 = weights.iter().map(|pair| pair.weight).sum();
                    errors[id.place()] = total - heaviest(weights).map_or(0.0, |pair| pair.weight);
                    let voice = all.held_weights(id);
                    majority[id.place()] = heaviest(voice.as_deref().unwrap_or(weights)).map(|pair| pair.class);
                });
                Tallies { rows, errors, majority }
            }
        }
    }
}

/// Sums what leaves hold up to every node.
pub(super) fn summed(tree: &Tree, leaf: impl Fn(NodeId) -> f64) -> Vec<f64> {
    let mut sums = vec![0.0; tree.len()];
    for id in tree.ids().rev() {
        sums[id.place()] = match tree.node(id) {
            Node::Leaf => leaf(id),
            Node::Branch { branches, .. } => branches.iter().map(|child| sums[child.place()]).sum(),
        };
    }
    sums
}

/// Tells the class weights of every node, children before parents, in the order of classes.
pub(super) fn each_node(tree: &Tree, mut tell: impl FnMut(NodeId, &[ClassWeight])) {
    let Answers::Classes(all) = tree.answers() else { return };
    let mut held: Vec<Vec<ClassWeight>> = vec![Vec::new(); tree.len()];
    for id in tree.ids().rev() {
        let own = match tree.node(id) {
            Node::Leaf => all.of(id).to_vec(),
            Node::Branch { branches, .. } => {
                let children = branches.iter().map(|child| std::mem::take(&mut held[child.place()]));
                children.reduce(merged).unwrap_or_default()
            }
        };
        tell(id, &own);
        held[id.place()] = own;
    }
}

/// Two lists in the order of classes as one.
fn merged(one: Vec<ClassWeight>, two: Vec<ClassWeight>) -> Vec<ClassWeight> {
    let mut out = Vec::with_capacity(one.len().max(two.len()));
    let (mut one, mut two) = (one.into_iter().peekable(), two.into_iter().peekable());
    while let (Some(a), Some(b)) = (one.peek(), two.peek()) {
        match a.class.cmp(&b.class) {
            std::cmp::Ordering::Less => out.extend(one.next()),
            std::cmp::Ordering::Greater => out.extend(two.next()),
            std::cmp::Ordering::Equal => {
                out.push(ClassWeight { class: a.class, weight: a.weight + b.weight });
                one.next();
                two.next();
            }
        }
    }
    out.extend(one);
    out.extend(two);
    out
}
