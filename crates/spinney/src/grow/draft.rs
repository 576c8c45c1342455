//! A tree under construction, and the finished one.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::ops::Range;

use super::candidate::{Question, Route};
use super::surrogate::Substitute;
use crate::encode::{Coded, Encoded, EncodedColumn, Numbers};
use crate::error::{Mistake, Result};
use crate::parallel;
use crate::table::number::midpoint;
use crate::tree::{
    Answers, Branches, ClassAnswers, ClassWeight, ColumnId, LevelBranch, LinearModel, Missing, Node, NodeId,
    NumberAnswers, Split, Surrogate, Test, Tree,
};

/// What the rows of a node say of the target.
#[derive(Debug, Clone)]
pub(crate) enum Tally {
    /// The weight of each class that occurs, in units.
    Classes(Box<[(u32, u64)]>),
    /// Weight in units, answer, and the sum of squared errors in the target's own unit times units. That no node weighs
    /// nothing saves a word in each.
    Number { weight: NonZeroU64, value: f64, error: f64 },
    /// The weight of a node with branches, whose classes are those of its leaves.
    Sum(NonZeroU64),
}

impl Tally {
    /// The weight of all rows, in units.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Tally::Classes(counts) => counts.iter().map(|(_, weight)| weight).sum(),
            Tally::Number { weight, .. } | Tally::Sum(weight) => weight.get(),
        }
    }
}

/// A node of a draft.
#[derive(Debug, Clone)]
pub(crate) struct DraftNode {
    pub(crate) tally: Tally,
    pub(crate) fork: Option<Box<Fork>>,
    /// The branches, also those of a split that was taken back.
    pub(crate) children: Children,
}

impl DraftNode {
    /// A place for a node that is still open.
    pub(crate) fn blank() -> Self {
        DraftNode::leaf(Tally::Classes(Box::default()))
    }

    /// A node that is not split.
    pub(crate) fn leaf(tally: Tally) -> Self {
        DraftNode { tally, fork: None, children: Children::default() }
    }

    /// The branches, unless the split was taken back.
    pub(crate) fn branches(&self) -> Range<u32> {
        if self.fork.is_some() { self.children.places() } else { 0..0 }
    }
}

/// Nodes side by side.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Children {
    first: u32,
    count: u32,
}

impl Children {
    pub(crate) fn places(self) -> Range<u32> {
        self.first..self.first + self.count
    }
}

/// A split of a draft.
#[derive(Debug, Clone)]
pub(crate) struct Fork {
    pub(crate) column: u32,
    pub(crate) route: Route,
    pub(crate) question: Question,
    /// What a cut without surrogates has not: most forks are such.
    pub(crate) more: Option<Box<More>>,
}

/// What only some forks have.
#[derive(Debug, Clone)]
pub(crate) struct More {
    /// Codes and their branches, where the question lists them.
    pub(crate) listed: Vec<(u32, u32)>,
    pub(crate) substitutes: Vec<(Substitute, Vec<(u32, u32)>)>,
}

impl Fork {
    fn listed(&self) -> &[(u32, u32)] {
        self.more.as_ref().map_or(&[], |more| &more.listed)
    }

    fn substitutes(&self) -> &[(Substitute, Vec<(u32, u32)>)] {
        self.more.as_ref().map_or(&[], |more| &more.substitutes)
    }
}

/// Nodes by their places; the root has place 0. They lie in pieces, so that parts of a tree that were drafted apart come
/// together without a copy.
#[derive(Debug)]
pub(crate) struct Draft {
    pieces: Vec<Piece>,
    /// The rows of leaves with their weights in units, where answers need them later.
    pub(crate) rows: BTreeMap<u32, Vec<(u32, u64)>>,
}

/// Nodes whose places follow each other.
#[derive(Debug)]
struct Piece {
    start: u32,
    nodes: Vec<DraftNode>,
}

impl Draft {
    /// A root that is still open.
    pub(crate) fn new() -> Self {
        Draft { pieces: vec![Piece { start: 0, nodes: vec![DraftNode::blank()] }], rows: BTreeMap::new() }
    }

    /// The places; some may be nobody's.
    pub(crate) fn len(&self) -> usize {
        self.pieces.last().map_or(0, |piece| piece.start as usize + piece.nodes.len())
    }

    pub(crate) fn node(&self, place: u32) -> &DraftNode {
        let piece = &self.pieces[self.piece(place)];
        &piece.nodes[(place - piece.start) as usize]
    }

    pub(crate) fn node_mut(&mut self, place: u32) -> &mut DraftNode {
        let piece = self.piece(place);
        let piece = &mut self.pieces[piece];
        &mut piece.nodes[(place - piece.start) as usize]
    }

    fn piece(&self, place: u32) -> usize {
        self.pieces.partition_point(|piece| piece.start <= place) - 1
    }

    /// Lets go of room that no node needs.
    pub(crate) fn shrink(&mut self) {
        self.pieces.iter_mut().for_each(|piece| piece.nodes.shrink_to_fit());
    }

    /// Splits a node that was blank; its branches are blank.
    pub(crate) fn fork(&mut self, place: u32, (tally, fork): (Tally, Fork), count: usize) -> Children {
        let children = Children { first: self.len() as u32, count: count as u32 };
        if let Some(last) = self.pieces.last_mut() {
            last.nodes.extend((0..count).map(|_| DraftNode::blank()));
        }
        *self.node_mut(place) = DraftNode { tally, fork: Some(Box::new(fork)), children };
        children
    }

    /// Hangs other drafts in the places of this draft's leaves.
    pub(crate) fn graft(&mut self, others: Vec<(u32, Draft)>) {
        for (place, mut other) in others {
            let offset = self.len() as u32;
            for piece in &mut other.pieces {
                piece.nodes.iter_mut().for_each(|node| node.children.first += offset);
            }
            *self.node_mut(place) = std::mem::replace(other.node_mut(0), DraftNode::blank());
            let moved = |leaf: u32| if leaf == 0 { place } else { leaf + offset };
            self.rows.extend(other.rows.into_iter().map(|(leaf, rows)| (moved(leaf), rows)));
            self.pieces.extend(other.pieces.into_iter().map(|piece| Piece { start: piece.start + offset, ..piece }));
        }
    }

    /// All splits, those of nobody's nodes among them.
    fn forks(&mut self) -> impl Iterator<Item = &mut Fork> {
        let nodes = self.pieces.iter_mut().flat_map(|piece| &mut piece.nodes);
        nodes.filter_map(|node| node.fork.as_deref_mut())
    }

    /// The numbers of the nodes, breadth first.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut order = vec![0_u32];
        let mut next = 0;
        while let Some(node) = order.get(next) {
            order.extend(self.node(*node).branches());
            next += 1;
        }
        order
    }
}

/// What turns codes and units back into values.
pub(crate) struct Finish<'a> {
    pub(crate) data: &'a Encoded<'a>,
    /// Units in a weight of 1.
    pub(crate) per_row: f64,
    pub(crate) classes: u32,
    /// Cuts at values that occur, as C4.5 stores them, not at midpoints: the largest that is below the midpoint, or less
    /// than this much above.
    pub(crate) seen_cuts: Option<f64>,
    /// Whether others will follow: numbers are then kept, and no other thread is asked to help.
    pub(crate) one_of_many: bool,
}

impl Finish<'_> {
    /// The same for one of many trees.
    pub(crate) fn one_of_many(self) -> Self {
        Finish { one_of_many: true, ..self }
    }

    /// Turns cuts between codes into cuts at numbers, after which the finished tree needs no codes. The numbers of a column
    /// are in memory while its cuts are made. (Surrogates have cuts at numbers from the first.)
    pub(crate) fn settle(&self, draft: &mut Draft) {
        let mut between: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.data.columns.len()];
        for fork in draft.forks() {
            if let Question::Between { low, high } = fork.question {
                between[fork.column as usize].push((low, high));
            }
        }
        let work: Vec<(&EncodedColumn<'_>, Vec<(u32, u32)>)> = self.data.columns.iter().zip(between).collect();
        let all = |values: &Numbers, between: &[(u32, u32)]| -> Vec<f64> {
            between.iter().map(|(low, high)| self.cut(values, *low, *high)).collect()
        };
        let cuts: Vec<Option<Vec<f64>>> = if self.one_of_many {
            let cuts = |(column, between): &(&EncodedColumn<'_>, Vec<(u32, u32)>)| {
                (!between.is_empty()).then(|| column.numbers())?.map(|values| all(values, between))
            };
            work.iter().map(cuts).collect()
        } else {
            parallel::map(&work, |(column, between)| {
                (!between.is_empty()).then(|| column.passing_numbers())?.map(|values| all(&values, between))
            })
        };
        let mut cuts: Vec<_> = cuts.into_iter().map(|cuts| cuts.unwrap_or_default().into_iter()).collect();
        for fork in draft.forks() {
            if let Question::Between { low, .. } = fork.question
                && let Some(cut) = cuts[fork.column as usize].next()
            {
                fork.question = Question::At { cut, low };
            }
        }
    }

    /// The finished tree, breadth first; with linear models of leaves, by their place in the draft.
    pub(crate) fn tree(&self, draft: &Draft, linear: &[(u32, LinearModel)]) -> Result<Tree> {
        let order = draft.order();
        let mut next = 1;
        let mut nodes = Vec::with_capacity(order.len());
        for place in &order {
            let node = draft.node(*place);
            nodes.push(match &node.fork {
                None => Node::Leaf,
                Some(fork) => {
                    let branches = Branches { first: NodeId(next), count: node.children.count };
                    next += branches.count;
                    Node::Branch { split: self.split(draft, (node, fork)), branches }
                }
            });
        }
        let answers = self.answers(draft, &order, linear);
        Tree::new(nodes, answers).map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())
    }

    fn answers(&self, draft: &Draft, order: &[u32], linear: &[(u32, LinearModel)]) -> Answers {
        let node = |place: &u32| draft.node(*place);
        if self.classes > 0 {
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
        let room = || Vec::with_capacity(order.len());
        let mut numbers = NumberAnswers { rows: room(), values: room(), errors: room(), linear: vec![] };
        for (number, place) in order.iter().enumerate() {
            if let Tally::Number { weight, value, error } = node(place).tally {
                numbers.rows.push(weight.get() as f64 / self.per_row);
                numbers.values.push(value);
                numbers.errors.push(error / self.per_row);
            }
            if let Ok(found) = linear.binary_search_by_key(place, |pair| pair.0) {
                numbers.linear.push((NodeId(number as u32), linear[found].1.clone()));
            }
        }
        Answers::Numbers(numbers)
    }

    fn split(&self, draft: &Draft, (node, fork): (&DraftNode, &Fork)) -> Split {
        let missing = match fork.route {
            Route::Branch(branch) => Missing::Branch(branch),
            Route::Heaviest => Missing::Branch(heaviest(draft, node)),
            Route::Spread => Missing::Spread,
            Route::Surrogates => {
                let surrogates = fork.substitutes().iter().map(|(other, listed)| Surrogate {
                    column: ColumnId(other.column as u32),
                    test: self.test(other.column, &other.question, listed),
                    to: other.to.clone().into(),
                    agreement: other.share,
                });
                Missing::Surrogates(surrogates.collect())
            }
        };
        let test = self.test(fork.column as usize, &fork.question, fork.listed());
        Split { column: ColumnId(fork.column), test, missing }
    }

    /// The question in raw values.
    pub(crate) fn test(&self, column: usize, question: &Question, listed: &[(u32, u32)]) -> Test {
        let branches = || listed.iter().map(|(level, branch)| LevelBranch { level: *level, branch: *branch }).collect();
        let column = &self.data.columns[column];
        match (question, &column.coded) {
            (Question::Between { low, high }, _) => match column.numbers() {
                Some(values) => Test::Threshold { cut: self.cut(values, *low, *high) },
                None => Test::Cut { level: low + (high - low) / 2 },
            },
            (Question::At { cut, .. }, _) => Test::Threshold { cut: *cut },
            (Question::Known, Coded::Numbers(_)) => Test::Threshold { cut: f64::INFINITY },
            (Question::Known, Coded::Ordinal) => Test::Cut { level: column.distinct.saturating_sub(1) },
            (Question::Known, _) => {
                let all = (0..column.distinct).map(|level| LevelBranch { level, branch: 0 });
                Test::Subset { branches: all.collect() }
            }
            (Question::Values, _) => Test::Values { branches: branches() },
            (Question::Subset(_), _) => Test::Subset { branches: branches() },
            (Question::Height(height), _) => Test::Height { height: *height, branches: branches() },
        }
    }

    fn cut(&self, values: &Numbers, low: u32, high: u32) -> f64 {
        let middle = midpoint(values.at(low), values.at(high));
        let Some(slack) = self.seen_cuts else { return middle };
        let below = |value: f64| value <= middle || value - middle < slack;
        values.at((values.first(below) - 1).clamp(low, high - 1))
    }
}

fn heaviest(draft: &Draft, node: &DraftNode) -> u32 {
    let weight = |child: u32| draft.node(child).tally.weight();
    let children = node.branches();
    if children.len() == 2 {
        return u32::from(weight(children.start + 1) > weight(children.start)); // of nearly all splits
    }
    super::partition::first_most(&children.map(weight).collect::<Vec<_>>()) as u32
}
