//! A tree under construction, and the finished one.

use super::candidate::{Question, Route};
use super::surrogate::Substitute;
use crate::encode::{Coded, Encoded};
use crate::table::number::midpoint;
use crate::tree::{
    Answers, Branches, ClassAnswers, ClassWeight, ColumnId, LevelBranch, LinearModel, Missing, Node, NodeId,
    NumberAnswers, Split, Surrogate, Test, Tree,
};

/// What the rows of a node say of the target.
#[derive(Debug, Clone)]
pub(crate) enum Tally {
    /// The weight of each class that occurs, in units.
    Classes(Vec<(u32, u64)>),
    /// Weight in units, answer, and the sum of squared errors in the target's own unit times units.
    Number { weight: u64, value: f64, error: f64 },
}

/// A node of a draft.
#[derive(Debug, Clone)]
pub(crate) struct DraftNode {
    pub(crate) tally: Tally,
    pub(crate) fork: Option<Fork>,
    /// The rows of a leaf with their weights in units, where its answer needs them later.
    pub(crate) rows: Vec<(u32, u64)>,
    /// The branches of a split that was taken back.
    pub(crate) folded: Vec<u32>,
}

impl DraftNode {
    /// A place for a node that is still open.
    pub(crate) fn blank() -> Self {
        DraftNode::leaf(Tally::Classes(Vec::new()), Vec::new())
    }

    /// A node that is not split.
    pub(crate) fn leaf(tally: Tally, rows: Vec<(u32, u64)>) -> Self {
        DraftNode { tally, fork: None, rows, folded: Vec::new() }
    }

    /// A node that is split.
    pub(crate) fn branch(tally: Tally, fork: Fork) -> Self {
        DraftNode { tally, fork: Some(fork), rows: Vec::new(), folded: Vec::new() }
    }
}

/// A split of a draft.
#[derive(Debug, Clone)]
pub(crate) struct Fork {
    pub(crate) column: usize,
    pub(crate) question: Question,
    pub(crate) route: Route,
    pub(crate) substitutes: Vec<(Substitute, Vec<(u32, u32)>)>,
    /// Codes and their branches, where the question lists them.
    pub(crate) listed: Vec<(u32, u32)>,
    pub(crate) children: Vec<u32>,
}

/// Nodes in the order in which they were made; the first is the root.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) nodes: Vec<DraftNode>,
}

impl Draft {
    /// Hangs another draft in the place of one of this draft's leaves.
    pub(crate) fn graft(&mut self, place: u32, other: Draft) {
        let offset = self.nodes.len() as u32;
        let moved = |child: u32| if child == 0 { place } else { child + offset - 1 };
        for (number, mut node) in other.nodes.into_iter().enumerate() {
            if let Some(fork) = &mut node.fork {
                fork.children.iter_mut().for_each(|child| *child = moved(*child));
            }
            if number == 0 {
                self.nodes[place as usize] = node;
            } else {
                self.nodes.push(node);
            }
        }
    }

    /// The numbers of the nodes, breadth first.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut order = vec![0_u32];
        let mut next = 0;
        while let Some(node) = order.get(next) {
            if let Some(fork) = &self.nodes[*node as usize].fork {
                order.extend_from_slice(&fork.children.clone());
            }
            next += 1;
        }
        order
    }
}

/// What turns codes and units back into values.
pub(crate) struct Finish<'a> {
    pub(crate) data: &'a Encoded,
    /// Units in a weight of 1.
    pub(crate) per_row: f64,
    pub(crate) classes: u32,
    /// Cuts at values that occur, as C4.5 stores them, not at midpoints: the largest that is below the midpoint, or less
    /// than this much above.
    pub(crate) seen_cuts: Option<f64>,
    /// Linear models of leaves, by their number in the draft.
    pub(crate) linear: Vec<(u32, LinearModel)>,
}

impl Finish<'_> {
    /// The finished tree, breadth first.
    pub(crate) fn tree(&self, draft: &Draft) -> Result<Tree, crate::tree::Flaw> {
        let order = draft.order();
        let mut next = 1;
        let mut nodes = Vec::with_capacity(order.len());
        for place in &order {
            nodes.push(match &draft.nodes[*place as usize].fork {
                None => Node::Leaf,
                Some(fork) => {
                    let branches = Branches { first: NodeId(next), count: fork.children.len() as u32 };
                    next += branches.count;
                    Node::Branch { split: self.split(draft, fork), branches }
                }
            });
        }
        Tree::new(nodes, self.answers(draft, &order))
    }

    fn answers(&self, draft: &Draft, order: &[u32]) -> Answers {
        let node = |place: &u32| &draft.nodes[*place as usize];
        if matches!(draft.nodes[0].tally, Tally::Classes(_)) {
            let (mut starts, mut weights) = (vec![0], Vec::new());
            for node in order.iter().map(node) {
                if let (None, Tally::Classes(counts)) = (&node.fork, &node.tally) {
                    let of = |(class, units): &(u32, u64)| ClassWeight {
                        class: *class,
                        weight: *units as f64 / self.per_row,
                    };
                    weights.extend(counts.iter().map(of));
                }
                starts.push(weights.len() as u32);
            }
            return Answers::Classes(ClassAnswers { classes: self.classes, starts, weights });
        }
        let mut numbers = NumberAnswers { rows: vec![], values: vec![], errors: vec![], linear: vec![] };
        for (number, place) in order.iter().enumerate() {
            if let Tally::Number { weight, value, error } = node(place).tally {
                numbers.rows.push(weight as f64 / self.per_row);
                numbers.values.push(value);
                numbers.errors.push(error / self.per_row);
            }
            if let Ok(found) = self.linear.binary_search_by_key(place, |pair| pair.0) {
                numbers.linear.push((NodeId(number as u32), self.linear[found].1.clone()));
            }
        }
        Answers::Numbers(numbers)
    }

    fn split(&self, draft: &Draft, fork: &Fork) -> Split {
        let missing = match fork.route {
            Route::Branch(branch) => Missing::Branch(branch),
            Route::Heaviest => Missing::Branch(heaviest(draft, fork)),
            Route::Spread => Missing::Spread,
            Route::Surrogates => {
                let surrogates = fork.substitutes.iter().map(|(other, listed)| Surrogate {
                    column: ColumnId(other.column as u32),
                    test: self.test(other.column, &other.question, listed),
                    to: other.to.clone().into(),
                    agreement: other.share,
                });
                Missing::Surrogates(surrogates.collect())
            }
        };
        let test = self.test(fork.column, &fork.question, &fork.listed);
        Split { column: ColumnId(fork.column as u32), test, missing }
    }

    /// The question in raw values.
    pub(crate) fn test(&self, column: usize, question: &Question, listed: &[(u32, u32)]) -> Test {
        let branches = || listed.iter().map(|(level, branch)| LevelBranch { level: *level, branch: *branch }).collect();
        let coded = &self.data.columns[column].coded;
        match (question, coded) {
            (Question::Between { low, high }, Coded::Numbers(values)) => {
                Test::Threshold { cut: self.cut(values, *low as usize, *high as usize) }
            }
            (Question::Between { low, high }, _) => Test::Cut { level: low + (high - low) / 2 },
            (Question::At { cut, .. }, _) => Test::Threshold { cut: *cut },
            (Question::Known, Coded::Numbers(_)) => Test::Threshold { cut: f64::INFINITY },
            (Question::Known, Coded::Ordinal) => {
                Test::Cut { level: self.data.columns[column].distinct.saturating_sub(1) }
            }
            (Question::Known, _) => {
                let all = (0..self.data.columns[column].distinct).map(|level| LevelBranch { level, branch: 0 });
                Test::Subset { branches: all.collect() }
            }
            (Question::Values, _) => Test::Values { branches: branches() },
            (Question::Subset { .. }, _) => Test::Subset { branches: branches() },
            (Question::Height(height), _) => Test::Height { height: *height, branches: branches() },
        }
    }

    fn cut(&self, values: &[f64], low: usize, high: usize) -> f64 {
        let middle = midpoint(values[low], values[high]);
        let Some(slack) = self.seen_cuts else { return middle };
        let below = |value: &f64| *value <= middle || value - middle < slack;
        values[(values.partition_point(below) - 1).clamp(low, high - 1)]
    }
}

fn heaviest(draft: &Draft, fork: &Fork) -> u32 {
    let weight = |child: &u32| match &draft.nodes[*child as usize].tally {
        Tally::Classes(counts) => counts.iter().map(|(_, weight)| weight).sum::<u64>(),
        Tally::Number { weight, .. } => *weight,
    };
    let weights: Vec<u64> = fork.children.iter().map(weight).collect();
    super::partition::first_most(&weights) as u32
}
