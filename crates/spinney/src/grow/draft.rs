//! A tree under construction, and the finished one.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::Range;

use super::candidate::{Question, Route, UNKNOWN};
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
    /// The same where only one class occurs, as in most leaves of forests.
    Pure { class: u32, weight: NonZeroU64 },
    /// Weight in units, answer, and the sum of squared errors in the target's own unit times units. That no node weighs
    /// nothing saves a word in each.
    Number { weight: NonZeroU64, value: f64, error: f64 },
    /// The weight of a node with branches, whose classes are those of its leaves.
    Sum(NonZeroU64),
}

impl Tally {
    /// That of a node with branches.
    pub(crate) fn sum(weight: u64) -> Self {
        Tally::Sum(NonZeroU64::new(weight).unwrap_or(NonZeroU64::MIN)) // a node has rows
    }

    /// The weight of all rows, in units.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Tally::Classes(counts) => counts.iter().map(|(_, weight)| weight).sum(),
            Tally::Number { weight, .. } | Tally::Pure { weight, .. } | Tally::Sum(weight) => weight.get(),
        }
    }
}

/// A node of a draft.
#[derive(Debug, Clone)]
pub(crate) struct DraftNode {
    pub(crate) tally: Tally,
    /// The place of its split among those of its piece; none for a leaf.
    fork: Option<NonZeroU32>,
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
        if self.is_split() { self.children.places() } else { 0..0 }
    }

    pub(crate) fn is_split(&self) -> bool {
        self.fork.is_some()
    }

    /// Takes the split back.
    pub(crate) fn take_back(&mut self) {
        self.fork = None;
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

/// Nodes whose places follow each other, and their splits, which are counted from 1.
#[derive(Debug)]
struct Piece {
    start: u32,
    nodes: Vec<DraftNode>,
    forks: Vec<Fork>,
}

impl Piece {
    /// Keeps a split.
    fn keep(&mut self, fork: Fork) -> Option<NonZeroU32> {
        self.forks.push(fork);
        NonZeroU32::new(self.forks.len() as u32)
    }

    fn fork(&self, node: &DraftNode) -> Option<&Fork> {
        node.fork.map(|place| &self.forks[place.get() as usize - 1])
    }
}

impl Draft {
    /// A root that is still open.
    pub(crate) fn new() -> Self {
        let root = Piece { start: 0, nodes: vec![DraftNode::blank()], forks: Vec::new() };
        Draft { pieces: vec![root], rows: BTreeMap::new() }
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

    /// The split of a node; none where it is a leaf, or its split was taken back.
    pub(crate) fn split_of(&self, place: u32) -> Option<&Fork> {
        self.pieces[self.piece(place)].fork(self.node(place))
    }

    fn piece(&self, place: u32) -> usize {
        self.pieces.partition_point(|piece| piece.start <= place) - 1
    }

    /// Lets go of room that no node needs.
    pub(crate) fn shrink(&mut self) {
        for piece in &mut self.pieces {
            piece.nodes.shrink_to_fit();
            piece.forks.shrink_to_fit();
        }
    }

    /// Splits a node that was blank; its branches are blank.
    pub(crate) fn fork(&mut self, place: u32, (tally, fork): (Tally, Fork), count: usize) -> Children {
        let children = Children { first: self.len() as u32, count: count as u32 };
        if let Some(last) = self.pieces.last_mut() {
            last.nodes.extend((0..count).map(|_| DraftNode::blank()));
        }
        let piece = self.piece(place);
        let piece = &mut self.pieces[piece];
        let fork = piece.keep(fork);
        piece.nodes[(place - piece.start) as usize] = DraftNode { tally, fork, children };
        children
    }

    /// Hangs other drafts in the places of this draft's leaves.
    pub(crate) fn graft(&mut self, others: Vec<(u32, Draft)>) {
        for (place, mut other) in others {
            let offset = self.len() as u32;
            for piece in &mut other.pieces {
                piece.nodes.iter_mut().for_each(|node| node.children.first += offset);
            }
            let fork = other.split_of(0).cloned();
            let mut root = std::mem::replace(other.node_mut(0), DraftNode::blank());
            let piece = self.piece(place);
            root.fork = fork.and_then(|fork| self.pieces[piece].keep(fork));
            *self.node_mut(place) = root;
            let moved = |leaf: u32| if leaf == 0 { place } else { leaf + offset };
            self.rows.extend(other.rows.into_iter().map(|(leaf, rows)| (moved(leaf), rows)));
            self.pieces.extend(other.pieces.into_iter().map(|piece| Piece { start: piece.start + offset, ..piece }));
        }
    }

    /// Says of cuts between rows which codes they lie between.
    pub(crate) fn name_codes(&mut self, data: &Encoded<'_>) {
        for fork in self.forks() {
            if let Question::Rows { low, high } = fork.question {
                let codes = &data.columns[fork.column as usize].codes;
                fork.question = Question::Between { low: codes.at(low), high: codes.at(high) };
            }
        }
    }

    /// All splits, those of nobody's nodes among them.
    fn forks(&mut self) -> impl Iterator<Item = &mut Fork> {
        self.pieces.iter_mut().flat_map(|piece| &mut piece.forks)
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

/// The cuts of a column: between codes, and between rows.
#[derive(Debug, Clone, Default)]
struct Between {
    codes: Vec<(u32, u32)>,
    rows: Vec<(u32, u32)>,
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

    /// Turns cuts between codes, or rows, into cuts at numbers, after which the finished tree needs no codes. The numbers of a column
    /// are in memory while its cuts are made. (Surrogates have cuts at numbers from the first.)
    pub(crate) fn settle(&self, draft: &mut Draft) {
        if self.seen_cuts.is_some() {
            draft.name_codes(self.data);
        }
        let mut between: Vec<Between> = vec![Between::default(); self.data.columns.len()];
        for fork in draft.forks() {
            match fork.question {
                Question::Between { low, high } => between[fork.column as usize].codes.push((low, high)),
                Question::Rows { low, high } => between[fork.column as usize].rows.push((low, high)),
                _ => {}
            }
        }
        let work: Vec<(&EncodedColumn<'_>, Between)> = self.data.columns.iter().zip(between).collect();
        let all = |values: Option<&Numbers>, column: &EncodedColumn<'_>, between: &Between| {
            let codes = between.codes.iter();
            let by_code =
                values.map_or(Vec::new(), |values| codes.map(|(low, high)| self.cut(values, *low, *high)).collect());
            let number = |row: u32| column.number(row);
            let by_row = between.rows.iter().map(|(low, high)| midpoint(number(*low), number(*high)));
            (by_code.into_iter(), by_row.collect::<Vec<f64>>().into_iter())
        };
        let mut cuts: Vec<_> = if self.one_of_many {
            let cuts = |(column, between): &(&EncodedColumn<'_>, Between)| {
                all((!between.codes.is_empty()).then(|| column.numbers()).flatten(), column, between)
            };
            work.iter().map(cuts).collect()
        } else {
            parallel::map(&work, |(column, between)| {
                let values = (!between.codes.is_empty()).then(|| column.passing_numbers()).flatten();
                all(values.as_ref(), column, between)
            })
        };
        for fork in draft.forks() {
            let (by_code, by_row) = &mut cuts[fork.column as usize];
            match fork.question {
                Question::Between { low, .. } => {
                    by_code.next().into_iter().for_each(|cut| fork.question = Question::At { cut, low });
                }
                Question::Rows { .. } => {
                    by_row.next().into_iter().for_each(|cut| fork.question = Question::At { cut, low: UNKNOWN });
                }
                _ => {}
            }
        }
    }

    /// The finished tree, breadth first; with linear models of leaves, by their place in the draft. Nodes are scattered over the
    /// draft: each is looked at once.
    pub(crate) fn tree(&self, draft: &Draft, linear: &[(u32, LinearModel)]) -> Result<Tree> {
        let room = draft.len();
        let (mut order, mut nodes) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let (mut weights, mut undecided) = (Vec::with_capacity(room), Vec::new());
        let mut said = Said::new(self, room);
        order.push(0_u32);
        while nodes.len() < order.len() {
            let place = order[nodes.len()];
            let piece = &draft.pieces[draft.piece(place)];
            let node = &piece.nodes[(place - piece.start) as usize];
            let fork = piece.fork(node);
            if matches!(fork, Some(Fork { route: Route::Heaviest, .. })) {
                undecided.push(nodes.len());
            }
            weights.push(node.tally.weight());
            said.take(node, linear.binary_search_by_key(&place, |pair| pair.0).ok().map(|found| &linear[found].1));
            nodes.push(match fork {
                None => Node::Leaf,
                Some(fork) => {
                    let branches = Branches { first: NodeId(order.len() as u32), count: node.children.count };
                    order.extend(node.children.places());
                    Node::Branch { split: self.split(fork), branches }
                }
            });
        }
        for place in undecided {
            if let Node::Branch { split, branches } = &mut nodes[place] {
                let first = branches.first.place();
                split.missing = Missing::Branch(heaviest(&weights[first..first + branches.count as usize]));
            }
        }
        Tree::new(nodes, said.answers()).map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())
    }

    /// The split of a node; the heaviest branch is not known yet.
    fn split(&self, fork: &Fork) -> Split {
        let missing = match fork.route {
            Route::Branch(branch) => Missing::Branch(branch),
            Route::Heaviest => Missing::Branch(0),
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
            (Question::Rows { low, high }, _) => {
                Test::Threshold { cut: midpoint(column.number(*low), column.number(*high)) }
            }
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

/// The first of the heaviest branches.
fn heaviest(weights: &[u64]) -> u32 {
    match weights {
        [one, two] => u32::from(two > one), // of nearly all splits
        _ => super::partition::first_most(weights) as u32,
    }
}

/// What nodes say, gathered one by one.
struct Said {
    per_row: f64,
    answers: Answers,
    /// Nodes so far.
    nodes: u32,
}

impl Said {
    fn new(finish: &Finish<'_>, room: usize) -> Self {
        let numbers = || Vec::with_capacity(room);
        let answers = if finish.classes > 0 {
            let mut starts = Vec::with_capacity(room + 1);
            starts.push(0);
            Answers::Classes(ClassAnswers { classes: finish.classes, starts, weights: Vec::with_capacity(room / 2) })
        } else {
            Answers::Numbers(NumberAnswers { rows: numbers(), values: numbers(), errors: numbers(), linear: vec![] })
        };
        Said { per_row: finish.per_row, answers, nodes: 0 }
    }

    /// Takes the next node.
    fn take(&mut self, node: &DraftNode, linear: Option<&LinearModel>) {
        match (&mut self.answers, &node.tally) {
            (Answers::Classes(classes), tally) => {
                let of = |class, units: u64| ClassWeight { class, weight: units as f64 / self.per_row };
                let weights = &mut classes.weights;
                match tally {
                    _ if node.is_split() => {}
                    Tally::Classes(counts) => weights.extend(counts.iter().map(|(class, units)| of(*class, *units))),
                    Tally::Pure { class, weight } => weights.push(of(*class, weight.get())),
                    Tally::Number { .. } | Tally::Sum(_) => {}
                }
                classes.starts.push(weights.len() as u32);
            }
            (Answers::Numbers(numbers), Tally::Number { weight, value, error }) => {
                numbers.rows.push(weight.get() as f64 / self.per_row);
                numbers.values.push(*value);
                numbers.errors.push(error / self.per_row);
                numbers.linear.extend(linear.map(|model| (NodeId(self.nodes), model.clone())));
            }
            _ => {}
        }
        self.nodes += 1;
    }

    /// What all of them say; room that was not needed is let go.
    fn answers(mut self) -> Answers {
        if let Answers::Classes(classes) = &mut self.answers {
            classes.weights.shrink_to_fit();
        }
        self.answers
    }
}
