//! From a draft to the finished tree.

use super::candidate::{Question, Route, UNKNOWN};
use super::draft::{Draft, Fork};
use super::tally::Tally;
use crate::encode::{Coded, Encoded, EncodedColumn, Numbers};
use crate::error::{Mistake, Result};
use crate::parallel;
use crate::table::number::midpoint;
use crate::tree::{
    Answers, Branches, ClassAnswers, ClassWeight, ColumnId, LevelBranch, LinearModel, Missing, Node, NodeId, Nodes,
    NumberAnswers, Split, Surrogate, Test, Tree,
};

/// The cuts of a column: between codes, and between rows.
#[derive(Debug, Clone, Default)]
struct Between {
    codes: Vec<(u32, u32)>,
    rows: Vec<(u32, u32)>,
}

/// So many nodes of a draft are brought near at a time.
const BLOCK: usize = 32;

/// What turns codes and units back into values.
pub(crate) struct Finish<'a> {
    pub(crate) data: &'a Encoded<'a>,
    /// Units in a weight of 1.
    pub(crate) per_row: f64,
    /// The classes of each target; 0 where it is a number.
    pub(crate) classes: Vec<u32>,
    /// Cuts at values that occur, as C4.5 stores them, not at midpoints: the largest that is below the midpoint, or less
    /// than this much above.
    pub(crate) seen_cuts: Option<f64>,
    /// Whether others will follow: numbers are then kept, and no other thread is asked to help.
    pub(crate) one_of_many: bool,
    /// Whether rows without a value go down the last of equally heavy branches.
    pub(crate) missing_last: bool,
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
        if self.one_of_many && self.data.entries.is_some() {
            self.settle_each(draft);
            return;
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

    /// The same split by split: a sparse table has many columns, of which a tree asks few, and each has few numbers.
    fn settle_each(&self, draft: &mut Draft) {
        for fork in draft.forks() {
            let column = &self.data.columns[fork.column as usize];
            match fork.question {
                Question::Between { low, high } => {
                    let numbers = column.numbers().into_iter();
                    numbers.for_each(|own| fork.question = Question::At { cut: self.cut(own, low, high), low });
                }
                Question::Rows { low, high } => {
                    let cut = midpoint(column.number(low), column.number(high));
                    fork.question = Question::At { cut, low: UNKNOWN };
                }
                _ => {}
            }
        }
    }

    /// The finished tree of each target, breadth first; with linear models of leaves, by their place in the draft. Nodes are scattered over the
    /// draft: each is looked at once.
    pub(crate) fn trees(&self, draft: &Draft, linear: &[(u32, LinearModel)]) -> Result<Vec<Tree>> {
        let room = draft.len();
        let (mut order, mut nodes) = (Vec::with_capacity(room), Nodes::with_capacity(room));
        let (mut weights, mut undecided) = (Vec::with_capacity(room), Vec::new());
        let mut said: Vec<Said> = self.classes.iter().map(|classes| Said::new(*classes, self.per_row, room)).collect();
        order.push(0_u32);
        while nodes.len() < order.len() {
            let block = nodes.len()..order.len().min(nodes.len() + BLOCK);
            draft.bring_near(&order[block.clone()]);
            for number in block {
                let place = order[number];
                let (node, fork) = draft.look(place);
                if matches!(fork, Some(Fork { route: Route::Heaviest, .. })) {
                    undecided.push(number);
                }
                weights.push(node.tally.weight());
                let linear = linear.binary_search_by_key(&place, |pair| pair.0).ok().map(|found| &linear[found].1);
                for (said, tally) in said.iter_mut().zip(node.tally.parts()) {
                    said.take((tally, node.is_split()), linear);
                }
                nodes.push(match fork {
                    None => Node::Leaf,
                    Some(fork) => {
                        let children = draft.children(place).places();
                        let branches = Branches { first: NodeId(order.len() as u32), count: children.len() as u32 };
                        order.extend(children);
                        Node::Branch { split: self.split(fork), branches }
                    }
                });
            }
        }
        for place in undecided {
            let id = NodeId(place as u32);
            if let Some(branches) = nodes.branches(id) {
                let first = branches.first.place();
                let weights = &weights[first..first + branches.count as usize];
                nodes.send_missing(id, if self.missing_last { last_heaviest(weights) } else { heaviest(weights) });
            }
        }
        let answers = said.into_iter().map(Said::answers).collect();
        Tree::several(nodes, answers).map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())
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

/// The last of them.
fn last_heaviest(weights: &[u64]) -> u32 {
    weights.iter().enumerate().max_by_key(|(_, weight)| **weight).map_or(0, |(branch, _)| branch as u32)
}

/// What nodes say, gathered one by one.
struct Said {
    per_row: f64,
    answers: Answers,
    /// Nodes so far.
    nodes: u32,
}

impl Said {
    fn new(classes: u32, per_row: f64, room: usize) -> Self {
        let numbers = || Vec::with_capacity(room);
        let answers = if classes > 0 {
            let mut starts = Vec::with_capacity(room + 1);
            starts.push(0);
            Answers::Classes(ClassAnswers::new(classes, starts, Vec::with_capacity(room / 2)))
        } else {
            Answers::Numbers(NumberAnswers { rows: numbers(), values: numbers(), errors: numbers(), linear: vec![] })
        };
        Said { per_row, answers, nodes: 0 }
    }

    /// Takes the next node.
    fn take(&mut self, (tally, is_split): (&Tally, bool), linear: Option<&LinearModel>) {
        match (&mut self.answers, tally) {
            (Answers::Classes(classes), tally) => {
                let of = |class, units: u64| ClassWeight { class, weight: units as f64 / self.per_row };
                let weights = &mut classes.weights;
                let counted = match tally {
                    Tally::Held(own) => {
                        classes.held.push((NodeId(self.nodes), own.1));
                        &own.0
                    }
                    own => own,
                };
                match counted {
                    _ if is_split => {}
                    Tally::Classes(counts) => weights.extend(counts.iter().map(|(class, units)| of(*class, *units))),
                    Tally::Pure { class, weight } => weights.push(of(*class, weight.get())),
                    Tally::Number { .. } | Tally::Sum(_) | Tally::Several(_) | Tally::Held(_) => {}
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
