//! What trees and forests answer, from the plain walk of each tree and nothing else.
#![allow(dead_code, reason = "each test file uses its part")]

use spinney::forest::Vote;
use spinney::tree::*;

/// The node whose weights count: the nearest at or above that has any.
fn weighed(tree: &Tree, mut node: NodeId) -> NodeId {
    while tree.rows(node) <= 0.0 {
        node = tree.parent(node).unwrap();
    }
    node
}

/// The probabilities of so many classes and the class answered, for a row that ends at these places.
pub(crate) fn class(tree: &Tree, landings: &[Landing], classes: usize) -> (Vec<f64>, u32) {
    let mut shares = vec![0.0; classes];
    for landing in landings {
        let node = weighed(tree, landing.node);
        let is_held = matches!(tree.answers(), Answers::Classes(all) if all.held(node).is_some());
        let total = if is_held { 1.0 } else { tree.rows(node) };
        for pair in tree.class_voice(node) {
            shares[pair.class as usize] += landing.share * (pair.weight / total);
        }
    }
    if let [only] = landings {
        return (shares, tree.majority(weighed(tree, only.node)).unwrap());
    }
    let best = first_of_most(&shares);
    (shares, best)
}

fn first_of_most(shares: &[f64]) -> u32 {
    let most = shares.iter().copied().fold(0.0, f64::max);
    shares.iter().position(|share| *share == most).unwrap() as u32
}

/// The number answered for a row that ends at these places.
pub(crate) fn number(tree: &Tree, landings: &[Landing], row: &impl Row) -> f64 {
    let Answers::Numbers(all) = tree.answers() else { panic!("numbers") };
    let value = |column: ColumnId| if let Cell::Number(value) = row.cell(column) { value } else { f64::NAN };
    let says = |node: NodeId| match all.linear.iter().find(|(id, _)| *id == node) {
        Some((_, model)) => model.answer(value),
        None => all.values[node.place()],
    };
    match landings {
        [only] => says(only.node),
        _ => landings.iter().map(|landing| landing.share * says(landing.node)).sum(),
    }
}

/// The same for a forest: what its trees say is added in their order, and divided by how many there are.
pub(crate) fn forest_class(trees: &[Tree], vote: Vote, row: &impl Row, classes: usize) -> (Vec<f64>, u32) {
    let mut sums = vec![0.0; classes];
    for tree in trees {
        let (shares, best) = class(tree, &tree.landings(row), classes);
        match vote {
            Vote::Majority => sums[best as usize] += 1.0,
            Vote::Mean => sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share),
        }
    }
    let shares: Vec<f64> = sums.iter().map(|sum| sum / trees.len() as f64).collect();
    let best = first_of_most(&shares);
    match trees {
        [only] => (shares, class(only, &only.landings(row), classes).1),
        _ => (shares, best),
    }
}

pub(crate) fn forest_number(trees: &[Tree], row: &impl Row) -> f64 {
    let says = |tree: &Tree| number(tree, &tree.landings(row), row);
    trees.iter().map(says).reduce(|sum, next| sum + next).unwrap() / trees.len() as f64
}
