//! Taking back splits that did not pay, as part of growing: C4.5's collapse and rpart's complexity. Pruning proper comes
//! after, on a finished tree.

use super::draft::{Draft, DraftNode};
use super::settings::{LeafKind, TreeSettings};
use super::tally::Tally;

/// A subtree must make fewer training errors than its root by more than this many rows (C4.5, J48).
const FEWER: f64 = 1e-3;

/// Takes back what the settings ask for; `per_row` units are a weight of 1.
pub(crate) fn cut_back(draft: &mut Draft, settings: &TreeSettings, per_row: f64) {
    if settings.collapse {
        // Rows are counted; squared errors, which C4.5 does not know, are compared as they are.
        let fewer = if matches!(draft.node(0).tally.parts()[0], Tally::Classes(_) | Tally::Pure { .. } | Tally::Held(_))
        {
            FEWER * per_row
        } else {
            0.0
        };
        collapse(draft, fewer);
    }
    if settings.complexity > 0.0 {
        weigh_links(draft, settings.complexity);
    }
    if settings.leaf == LeafKind::Linear {
        gather_rows(draft);
    }
}

/// A node whose split was taken back holds the rows of all that was below it.
fn gather_rows(draft: &mut Draft) {
    for place in draft.order() {
        let children = draft.children(place).places();
        if draft.node(place).is_split() || children.is_empty() {
            continue;
        }
        let mut rows = Vec::new();
        let mut open: Vec<u32> = children.collect();
        while let Some(below) = open.pop() {
            rows.extend(draft.rows.remove(&below).unwrap_or_default());
            open.extend(draft.children(below).places());
        }
        draft.rows.insert(place, rows);
    }
}

/// The training error of a node as a leaf: rows outside the majority, or squared errors, in units.
fn error(node: &DraftNode) -> f64 {
    node.tally.parts().iter().map(error_in).sum()
}

/// That of one target.
fn error_in(tally: &Tally) -> f64 {
    match tally {
        Tally::Classes(counts) => {
            let total: u64 = counts.iter().map(|(_, weight)| weight).sum();
            (total - counts.iter().map(|(_, weight)| *weight).max().unwrap_or(0)) as f64
        }
        Tally::Held(own) => error_in(&own.0),
        Tally::Pure { .. } => 0.0,
        Tally::Number { error, .. } => *error,
        Tally::Sum(_) | Tally::Several(_) => f64::NAN, // nobody asks where nothing is taken back
    }
}

/// From the root down: a subtree whose leaves make no fewer errors than its root alone becomes a leaf.
fn collapse(draft: &mut Draft, fewer: f64) {
    let order = draft.order();
    let mut below: Vec<f64> = (0..draft.len() as u32).map(|place| error(draft.node(place))).collect();
    for place in order.iter().rev() {
        if draft.node(*place).is_split() {
            below[*place as usize] = draft.branches(*place).map(|child| below[child as usize]).sum();
        }
    }
    for place in order {
        let node = draft.node_mut(place);
        if below[place as usize] >= error(node) - fewer {
            node.take_back();
        }
    }
}

/// From the leaves up: a subtree stays where each of its leaves beyond the first takes more than `complexity` times the
/// root's error off.
fn weigh_links(draft: &mut Draft, complexity: f64) {
    let price = complexity * error(draft.node(0));
    let mut below: Vec<(f64, f64)> = (0..draft.len() as u32).map(|place| (error(draft.node(place)), 1.0)).collect();
    for place in draft.order().into_iter().rev() {
        let own = error(draft.node(place));
        if !draft.node(place).is_split() {
            continue;
        }
        let under = draft.branches(place).map(|child| below[child as usize]);
        let sum = under.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        if own <= sum.0 + price * (sum.1 - 1.0) {
            draft.node_mut(place).take_back();
        } else {
            below[place as usize] = sum;
        }
    }
}
