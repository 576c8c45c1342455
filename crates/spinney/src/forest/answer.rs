//! What a tree answers for many rows.

use std::collections::BTreeMap;

use super::descent::{Part, View, Visit, descend};
use crate::tree::{Answers, Cell, ClassWeight, ColumnId, Landing, NodeId, NumberAnswers, Tree};

/// The end of a row that ends at several nodes.
const SEVERAL: NodeId = NodeId(u32::MAX);

/// Where rows end.
#[derive(Debug, Clone, Default)]
pub(super) struct Ends {
    /// A node for each row; [`SEVERAL`] where there is more than one.
    nodes: Vec<NodeId>,
    /// Where those end that end at several: place and landing, in the order of places and of the walk.
    several: Vec<(u32, Landing)>,
}

/// What a tree answers for rows.
#[derive(Debug, Clone)]
pub(super) struct Said {
    /// The rows, ascending.
    pub(super) rows: Vec<u32>,
    pub(super) answers: SaidAnswers,
}

#[derive(Debug, Clone)]
pub(super) enum SaidAnswers {
    /// Where the rows end: what is said there is the tree's.
    Classes { ends: Ends, sums: Sums },
    /// A number for each row.
    Numbers(Vec<f64>),
}

/// The class weights of nodes at which rows end, where leaves do not hold them: of those with branches, and of those that are held to other
/// shares; and their sums.
#[derive(Debug, Clone, Default)]
pub(super) struct Sums(BTreeMap<NodeId, (Vec<ClassWeight>, f64)>);

impl Ends {
    /// Where these rows end.
    pub(super) fn of(tree: &Tree, view: View<'_>, rows: &[u32]) -> Self {
        let mut ends = Ends::for_rows(rows.len());
        descend(tree, view, rows, &mut ends);
        ends.in_order()
    }

    pub(super) fn for_rows(rows: usize) -> Self {
        Ends { nodes: vec![SEVERAL; rows], several: Vec::new() }
    }

    pub(super) fn in_order(mut self) -> Self {
        self.several.sort_by_key(|(place, _)| *place); // stable: the landings of a row stay in the order of the walk
        self
    }

    /// Where the row at a place ends.
    pub(super) fn at(&self, place: usize) -> impl Iterator<Item = Landing> {
        let node = self.nodes[place];
        let single = (node != SEVERAL).then_some(Landing { node, share: 1.0 });
        let start = self.several.partition_point(|(other, _)| (*other as usize) < place);
        let rest = if node == SEVERAL { &self.several[start..] } else { &[] };
        let own = rest.iter().take_while(move |(other, _)| *other as usize == place).map(|(_, landing)| *landing);
        single.into_iter().chain(own)
    }
}

impl Visit for Ends {
    fn end(&mut self, node: NodeId, part: Part) {
        if part.share == 1.0 {
            self.nodes[part.place as usize] = node;
        } else {
            self.several.push((part.place, Landing { node, share: part.share }));
        }
    }
}

impl Said {
    /// What a tree answers for these rows of a table.
    pub(super) fn new(tree: &Tree, view: View<'_>, rows: &[u32]) -> Self {
        Said::at(tree, view, rows, Ends::of(tree, view, rows))
    }

    /// The same where their ends are known.
    pub(super) fn at(tree: &Tree, view: View<'_>, rows: &[u32], ends: Ends) -> Self {
        let answers = match tree.answers() {
            Answers::Classes(_) => SaidAnswers::Classes { sums: Sums::of(tree, &ends), ends },
            Answers::Numbers(numbers) => SaidAnswers::Numbers(said_numbers(numbers, view, rows, &ends)),
        };
        Said { rows: rows.to_vec(), answers }
    }
}

fn said_numbers(numbers: &NumberAnswers, view: View<'_>, rows: &[u32], ends: &Ends) -> Vec<f64> {
    let says = |node: NodeId, place: usize| match numbers.linear.binary_search_by_key(&node, |(id, _)| *id) {
        Ok(found) => numbers.linear[found].1.answer(|column: ColumnId| {
            match view.cell(Part { row: rows[place], place: place as u32, share: 1.0 }, column) {
                Cell::Number(value) => value,
                _ => f64::NAN,
            }
        }),
        Err(_) => numbers.values[node.place()],
    };
    let mixed = |place: usize| ends.at(place).map(|landing| landing.share * says(landing.node, place)).sum();
    (0..rows.len()).map(mixed).collect()
}

impl Sums {
    /// Of the nodes at which rows end.
    fn of(tree: &Tree, ends: &Ends) -> Self {
        let mut sums = BTreeMap::new();
        let single = ends.nodes.iter().copied().filter(|node| *node != SEVERAL);
        for node in single.chain(ends.several.iter().map(|(_, landing)| landing.node)) {
            let source = source(tree, node);
            if !sums.contains_key(&source)
                && let Some(voice) = voice(tree, source)
            {
                sums.insert(source, voice);
            }
        }
        Sums(sums)
    }

    /// The class weights that count at a node, and their sum.
    pub(super) fn weights<'a>(&'a self, tree: &'a Tree, node: NodeId) -> (&'a [ClassWeight], f64) {
        let source = source(tree, node);
        match self.0.get(&source) {
            Some((weights, total)) => (weights, *total),
            None => (own(tree, source), tree.rows(source)),
        }
    }
}

/// The node itself, or the nearest above it that has a weight.
fn source(tree: &Tree, mut node: NodeId) -> NodeId {
    while tree.rows(node) <= 0.0 {
        let Some(parent) = tree.parent(node) else { break };
        node = parent;
    }
    node
}

fn own(tree: &Tree, node: NodeId) -> &[ClassWeight] {
    match tree.answers() {
        Answers::Classes(classes) => classes.of(node),
        Answers::Numbers(_) => &[],
    }
}

/// What a node answers by, and the sum, where that is not what it holds as a leaf.
fn voice(tree: &Tree, node: NodeId) -> Option<(Vec<ClassWeight>, f64)> {
    let Answers::Classes(classes) = tree.answers() else { return None };
    let held = classes.held_weights(node).map(|weights| (weights, 1.0));
    held.or_else(|| classes.of(node).is_empty().then(|| (tree.class_weights(node), tree.rows(node))))
}

/// The heaviest class, the first of equal ones; the first of all where there is none.
pub(super) fn heaviest(weights: impl Iterator<Item = (u32, f64)>) -> u32 {
    let better = |best: (u32, f64), next: (u32, f64)| if next.1 > best.1 { next } else { best };
    weights.reduce(better).map_or(0, |best| best.0)
}

/// The probabilities above 0 of a row that ends at these places, in the order of classes; and the class that the tree votes for.
pub(super) fn chances(
    tree: &Tree,
    sums: &Sums,
    mut landings: impl Iterator<Item = Landing>,
    mixed: &mut Vec<(u32, f64)>,
) -> u32 {
    mixed.clear();
    let mut add = |landing: Landing| {
        let (weights, total) = sums.weights(tree, landing.node);
        mixed.extend(weights.iter().map(|pair| (pair.class, landing.share * (pair.weight / total))));
    };
    let Some(first) = landings.next() else { return 0 };
    add(first);
    if first.share == 1.0 {
        // Weights decide, which no division has rounded.
        return heaviest(sums.weights(tree, first.node).0.iter().map(|pair| (pair.class, pair.weight)));
    }
    landings.for_each(add);
    mixed.sort_by_key(|pair| pair.0); // stable: equal classes are added in the order of landings
    mixed.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0.0 };
        same
    });
    heaviest(mixed.iter().copied())
}

/// Rows in order, each once: a row that is named twice is out of bag, or not, as one.
pub(super) fn ascending(mut rows: Vec<u32>) -> Vec<u32> {
    rows.sort_unstable();
    rows.dedup();
    rows
}
