//! The builder: decides a node, and makes its split.

use std::cmp::Ordering;

use super::candidate::{Candidate, Question, Route};
use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::{Draft, DraftNode, Fork, More};
use super::draw::{Draw, Drawn, is_constant};
use super::item::{Item, Label, Stored};
use super::judge::Judge;
use super::leaf::{hold, own_error, tally};
use super::limits::{Limits, Stop};
use super::observer::Observer;
use super::open::Open;
use super::partition::{Paths, partition};
use super::settings::{Criterion, MissingPolicy};
use super::shape::{Fence, Shape};
use super::surrogate::{Substitute, branch_of, substitutes};
use super::tally::Tally;
use super::watch::Watch;
use crate::encode::Encoded;
use crate::measure::{NLogN, Scale};

/// What a gain may lack of a limit, as a share of it.
const SLACK: f64 = 1e-12;

/// Everything that stays the same while a tree grows.
pub(crate) struct Grower<'a, M, C> {
    pub(crate) measure: &'a M,
    pub(crate) chooser: C,
    pub(crate) data: &'a Encoded<'a>,
    pub(crate) criterion: Criterion,
    pub(crate) policy: MissingPolicy,
    pub(crate) limits: Limits,
    pub(crate) logs: &'a NLogN,
    pub(crate) scale: &'a Scale,
    /// How many copies each row stands for; none where each is one.
    pub(crate) copies: Option<&'a [u64]>,
    /// How columns are drawn at each node; none where all are asked.
    pub(crate) draw: Option<Draw<'a>>,
    /// Whether other threads have other work.
    pub(crate) alone: bool,
    pub(crate) watch: &'a dyn Watch,
    /// What is asked of the tree's shape, where anything is.
    pub(crate) shape: Option<&'a Shape>,
}

/// A split that is to be made, and the columns that may still tell something below it.
pub(crate) struct Chosen {
    pub(crate) candidate: Candidate,
    pub(crate) live: Vec<u32>,
}

/// The rows of a node in their branches.
pub(crate) struct Parted<S> {
    pub(crate) paths: Paths,
    pub(crate) others: Vec<(Substitute, Paths)>,
    pub(crate) parts: Vec<Vec<Item<S>>>,
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// The tally of a node, and whether it is split.
    pub(crate) fn decide<S: Stored<Label = M::Label>, O: Observer>(
        &self,
        open: &Open<S>,
        observer: &O,
    ) -> (Tally, Result<Chosen, Stop>) {
        let room = Room { ids: &open.ids };
        let mut whole = self.measure.empty(&room);
        for item in &open.items {
            self.measure.add(&mut whole, item.stored.label());
        }
        let tally = tally(self.measure, (&open.items, &room), &whole, (self.scale, self.limits.quantile));
        let tally = hold(tally, &open.fence);
        if let Some(stop) = self.stops((open.depth, &open.fence), &whole, &tally) {
            return (tally, Err(stop));
        }
        let judge = self.judge(room, &whole, &open.fence);
        let drawn = self.drawn(open);
        let asked = drawn.as_ref().map_or(&open.columns[..], |drawn| &drawn.asked);
        let mut choice = self.chooser.choose(&judge, &open.items, asked, (open.key, observer));
        if let Some(drawn) = drawn {
            choice.live = drawn.still_live(&open.columns, &choice.live);
        }
        let decision = match choice.best {
            None => Err(Stop::NoColumn),
            Some(best) if !self.gains_enough(&best, M::weight(&whole)) => Err(Stop::NoGain),
            Some(candidate) => Ok(Chosen { candidate, live: choice.live }),
        };
        (tally, decision)
    }

    /// The columns that are asked at a node, where not all are.
    fn drawn<S>(&self, open: &Open<S>) -> Option<Drawn> {
        let data = &self.data.columns;
        let mut drawn = Drawn::default();
        let known = |column: u32| open.columns.binary_search(&column).is_err();
        let mut drawing = self.draw?.begin(open.key, known, &mut drawn);
        while drawing.next(|column| is_constant(&open.items, &data[column as usize])).is_some() {}
        Some(drawn)
    }

    /// What the splits of a node are judged by.
    pub(crate) fn judge<'j>(&'j self, room: Room<'j>, whole: &'j M::Side, fence: &'j Fence) -> Judge<'j, M> {
        Judge {
            measure: self.measure,
            criterion: self.criterion,
            policy: self.policy,
            missing_last: self.data.missing_last,
            least: self.limits.min_leaf,
            least_value: self.limits.min_value,
            logs: self.logs,
            scale: self.scale,
            shape: self.shape.map(|shape| (shape, fence)),
            median: self.limits.quantile == Some(0.5),
            watch: self.watch,
            room,
            whole,
        }
    }

    /// Why a node is a leaf whatever its columns say.
    pub(crate) fn stops(&self, (depth, fence): (u32, &Fence), whole: &M::Side, tally: &Tally) -> Option<Stop> {
        let accepted = self.limits.acceptable_error.is_some_and(|most| own_error(tally) <= most);
        if M::is_pure(whole) {
            Some(Stop::Pure)
        } else if depth >= self.limits.max_depth {
            Some(Stop::MaxDepth)
        } else if M::weight(whole) < self.limits.min_split {
            Some(Stop::FewRows)
        } else if fence.is_narrow() {
            Some(Stop::Fenced)
        } else if accepted {
            Some(Stop::Accepted)
        } else {
            None
        }
    }

    pub(crate) fn gains_enough(&self, best: &Candidate, weight: u64) -> bool {
        let gain = best.gain.value() / self.measure.scale();
        // A gain that is the least by its true value may lack the last digits of it.
        let reaches = |least: f64, weight: u64| least <= 0.0 || gain / weight as f64 >= least * (1.0 - SLACK);
        (self.limits.zero_gain || best.gain.sign() == Ordering::Greater)
            && reaches(self.limits.min_gain, weight)
            && reaches(self.limits.min_tree_gain, self.limits.total)
    }

    /// Writes a leaf down, with its rows and their weights where its answer needs them later.
    pub(crate) fn leaf<S: Stored>(&self, draft: &mut Draft, place: u32, tally: Tally, items: &[Item<S>]) {
        self.watch.settled(items.len() as u64);
        *draft.node_mut(place) = DraftNode::leaf(tally);
        if self.limits.keep_rows {
            draft.rows.insert(place, items.iter().map(|item| (item.row, item.stored.label().weight())).collect());
        }
    }

    /// Makes the split, and opens its branches.
    pub(crate) fn branch<S: Stored<Label = M::Label>>(
        &self,
        draft: &mut Draft,
        open: &Open<S>,
        tally: Tally,
        Chosen { candidate, live }: Chosen,
    ) -> Vec<Open<S>> {
        let split = (candidate.column, &candidate.question, candidate.route);
        let live = self.meeting(open, candidate.column, live);
        let Parted { paths, others, parts } = self.part(open, split, &live);
        let fences = self.fences(open, (candidate.column, &candidate.question), &parts);
        // Two sets know their codes themselves.
        let listed = if matches!(candidate.question, Question::Subset(_)) { &[] } else { paths.listed() };
        let plain = listed.is_empty() && others.is_empty();
        let more = (!plain).then(|| More {
            listed: listed.to_vec(),
            substitutes: others.into_iter().map(|(other, paths)| (other, paths.listed().to_vec())).collect(),
        });
        let fork = Fork {
            column: candidate.column as u32,
            branches: parts.len() as u32,
            route: candidate.route,
            question: candidate.question,
            more: more.map(Box::new),
        };
        let children = draft.fork(open.place, (tally, fork));
        open.children(parts, children, (live, &fences))
    }

    /// Of these columns, those that may be asked below a node that asks about `column`.
    pub(crate) fn meeting<S>(&self, open: &Open<S>, column: usize, live: Vec<u32>) -> Vec<u32> {
        match self.shape {
            Some(shape) => shape.meeting(&open.fence, column as u32, live),
            None => live,
        }
    }

    /// The fences of a node's branches; the last is that of all further ones.
    pub(crate) fn fences<S: Stored<Label = M::Label>>(
        &self,
        open: &Open<S>,
        split: (usize, &Question),
        parts: &[Vec<Item<S>>],
    ) -> [Fence; 3] {
        let Some(shape) = self.shape else { return Default::default() };
        let room = Room { ids: &open.ids };
        let side = |part: &[Item<S>]| {
            let mut side = self.measure.empty(&room);
            for item in part {
                self.measure.add(&mut side, item.stored.label());
            }
            side
        };
        shape.fences(&open.fence, split, || {
            let whole = self.measure.empty(&room);
            let judge = self.judge(room, &whole, &open.fence);
            [0, 1].map(|branch| judge.answer(&side(&parts[branch])))
        })
    }

    /// How many branches a split would have.
    pub(crate) fn branches<S>(&self, open: &Open<S>, candidate: &Candidate) -> u32 {
        let coded = &self.data.columns[candidate.column];
        Paths::new(&candidate.question, coded, &open.items).branches(candidate.route)
    }

    /// The rows of each branch, with the branches of codes and the surrogates.
    pub(crate) fn part<S: Stored>(
        &self,
        open: &Open<S>,
        (column, question, route): (usize, &Question, Route),
        live: &[u32],
    ) -> Parted<S> {
        let coded = &self.data.columns[column];
        let paths = Paths::new(question, coded, &open.items);
        let others = match route {
            Route::Surrogates => self.substitutes(open, (column, &paths), live),
            _ => Vec::new(),
        };
        let parts = partition(
            &open.items,
            coded,
            (&paths, route),
            |row| branch_of(self.data, &others, row),
            |row| self.copies.map_or(1, |copies| copies[row as usize]),
        );
        Parted { paths, others, parts }
    }

    fn substitutes<S: Stored>(
        &self,
        open: &Open<S>,
        split: (usize, &Paths),
        columns: &[u32],
    ) -> Vec<(Substitute, Paths)> {
        let some = self.shape.map(|shape| shape.standing_in(&open.fence, split.0 as u32, columns));
        substitutes(self.data, &open.items, split, some.as_deref().unwrap_or(columns), self.limits.per_row as u64)
    }
}
