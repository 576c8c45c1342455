//! From a draft to the finished tree.

use std::ops::Range;

use super::candidate::{Question, Route, UNKNOWN};
use super::draft::{Draft, DraftNode, Fork, Tally};
use crate::encode::{Coded, Encoded, EncodedColumn, Numbers};
use crate::error::{Mistake, Result};
use crate::parallel;
use crate::table::number::midpoint;
use crate::tree::{
    Answers, Branches, ClassAnswers, ClassWeight, ColumnId, LevelBranch, LinearModel, Missing, Node, NodeId,
    NumberAnswers, Split, Surrogate, Test, Tree,
};

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

    /// The finished tree, breadth first; with linear models of leaves, by their place in the draft. The draft is gone through as it
    /// was grown, and the nodes of each depth are written from the last to the first: nothing is looked for in memory.
    pub(crate) fn tree(&self, draft: &Draft, linear: &[(u32, LinearModel)]) -> Result<Tree> {
        let mut levels = Levels::of(draft);
        let mut nodes = vec![Node::Leaf; levels.nodes];
        let mut said = Said::new(self, &levels);
        for (place, depth) in draft.walk() {
            let (node, fork) = draft.look(place);
            let (number, start) = levels.next(depth, node.classes());
            let model = linear.binary_search_by_key(&place, |pair| pair.0).ok().map(|found| &linear[found].1);
            said.take((number, start), node, model);
            if let Some(fork) = fork {
                let children = node.children.places();
                let count = children.len() as u32;
                let branches = Branches { first: NodeId(levels.below(depth) - count), count };
                let way = || heaviest(draft, children);
                if let (Question::At { cut, .. }, Route::Heaviest) = (&fork.question, fork.route) {
                    // Nearly all splits are such, and are written straight to where they belong.
                    let (column, test) = (ColumnId(fork.column), Test::Threshold { cut: *cut });
                    let split = Split { column, test, missing: Missing::Branch(way()) };
                    put(&mut nodes[number], Node::Branch { split, branches });
                } else {
                    put(&mut nodes[number], Node::Branch { split: self.split(fork, way), branches });
                }
            }
        }
        Tree::new(nodes, said.answers()).map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())
    }

    /// The split of a node.
    fn split(&self, fork: &Fork, heaviest: impl FnOnce() -> u32) -> Split {
        let missing = match fork.route {
            Route::Branch(branch) => Missing::Branch(branch),
            Route::Heaviest => Missing::Branch(heaviest()),
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

/// Puts a node where a leaf was, which has nothing to let go of: to look whether it has would be to wait for memory.
#[inline]
fn put(leaf: &mut Node, node: Node) {
    std::mem::forget(std::mem::replace(leaf, node));
}

/// The first of the heaviest branches.
fn heaviest(draft: &Draft, children: Range<u32>) -> u32 {
    let weight = |place: u32| draft.node(place).tally.weight();
    if children.len() == 2 {
        return u32::from(weight(children.start + 1) > weight(children.start)); // of nearly all splits
    }
    super::partition::first_most(&children.map(weight).collect::<Vec<u64>>()) as u32
}

/// Where the nodes of each depth go, and the class weights of its leaves: numbers of nodes follow each other from depth to depth.
struct Levels {
    /// Of each depth: the number of the node that was given one last, and where its weights begin; at first the ends.
    ends: Vec<(usize, usize)>,
    nodes: usize,
    weights: usize,
}

impl Levels {
    fn of(draft: &Draft) -> Self {
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for (place, depth) in draft.walk() {
            if depth == ends.len() {
                ends.push((0, 0));
            }
            ends[depth].0 += 1;
            ends[depth].1 += draft.node(place).classes();
        }
        let (mut nodes, mut weights) = (0, 0);
        for end in &mut ends {
            (nodes, weights) = (nodes + end.0, weights + end.1);
            *end = (nodes, weights);
        }
        Levels { ends, nodes, weights }
    }

    /// The number of the next node of a depth, from the last on, and where its weights of so many classes begin.
    fn next(&mut self, depth: usize, classes: usize) -> (usize, usize) {
        let end = &mut self.ends[depth];
        *end = (end.0 - 1, end.1 - classes);
        *end
    }

    /// The number of the node of the next depth that was given one last: the branches of a node of this depth come right before.
    fn below(&self, depth: usize) -> u32 {
        self.ends[depth + 1].0 as u32
    }
}

/// What nodes say, each in its place.
struct Said {
    per_row: f64,
    answers: Answers,
}

impl Said {
    fn new(finish: &Finish<'_>, levels: &Levels) -> Self {
        let numbers = || vec![0.0; levels.nodes];
        let answers = if finish.classes > 0 {
            let starts = vec![levels.weights as u32; levels.nodes + 1];
            let weights = vec![ClassWeight { class: 0, weight: 0.0 }; levels.weights];
            Answers::Classes(ClassAnswers { classes: finish.classes, starts, weights })
        } else {
            Answers::Numbers(NumberAnswers { rows: numbers(), values: numbers(), errors: numbers(), linear: vec![] })
        };
        Said { per_row: finish.per_row, answers }
    }

    /// Takes the node of a number, whose class weights begin here.
    fn take(&mut self, (number, start): (usize, usize), node: &DraftNode, linear: Option<&LinearModel>) {
        match (&mut self.answers, &node.tally) {
            (Answers::Classes(classes), tally) => {
                classes.starts[number] = start as u32;
                let of = |class, units: u64| ClassWeight { class, weight: units as f64 / self.per_row };
                let weights = &mut classes.weights[start..];
                match tally {
                    _ if node.is_split() => {}
                    Tally::Classes(counts) => {
                        weights.iter_mut().zip(counts).for_each(|(own, (class, units))| *own = of(*class, *units));
                    }
                    Tally::Pure { class, weight } => weights[0] = of(*class, weight.get()),
                    Tally::Number { .. } | Tally::Sum(_) => {}
                }
            }
            (Answers::Numbers(numbers), Tally::Number { weight, value, error }) => {
                numbers.rows[number] = weight.get() as f64 / self.per_row;
                numbers.values[number] = *value;
                numbers.errors[number] = error / self.per_row;
                numbers.linear.extend(linear.map(|model| (NodeId(number as u32), model.clone())));
            }
            _ => {}
        }
    }

    /// What all of them say.
    fn answers(mut self) -> Answers {
        if let Answers::Numbers(numbers) = &mut self.answers {
            numbers.linear.sort_unstable_by_key(|pair| pair.0);
        }
        self.answers
    }
}
