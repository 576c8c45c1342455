//! Two sets of values.
//!
//! The rest of a set is concave in its sums, so the best two sets can be parted by a line through the values' sums. For two
//! classes, squared errors and Poisson that means: order the values by their share (or mean) and cut once, which is exact.
//! Otherwise up to ten values are tried in all ways. Above that, the values are ordered by the share of each class in turn,
//! and from the best cut of these orders single values change sides as long as that is better, which is a heuristic: how
//! near it comes is measured by the test `grow_subsets`.

use std::cmp::{Ordering, Reverse};

use super::Search;
use super::cuts::alone;
use crate::grow::candidate::{Candidate, Question, Route};
use crate::grow::criterion::{Measure, Slope};
use crate::grow::item::Label;
use crate::grow::judge::Trial;
use crate::grow::observer::Observer;
use crate::grow::quick::ENUMERATED;
use crate::grow::settings::{Criterion, MissingPolicy};

/// The most classes whose shares order the values in the heuristic.
const ORDERS: usize = 16;

/// How often each value may change sides in the heuristic.
const SWEEPS: usize = 8;

/// A value of the column: one of its codes, those that are too rare to be told apart, or, without a code, missing where that is
/// a value of its own.
struct Value<'a, L> {
    codes: &'a [u32],
    labels: &'a [L],
}

/// The values that are too rare at this node to be told apart.
struct Rare<L> {
    /// For each group whether it is one of them.
    of: Vec<bool>,
    codes: Vec<u32>,
    labels: Vec<L>,
}

/// The best two sets so far. Their codes are written out at the end: there may be many, and most sets do not stay.
struct Best {
    candidate: Option<Candidate>,
    /// For each value whether it is in the first set.
    left: Vec<bool>,
}

/// The best two sets of values; of equal ones the first in the order of sets of levels.
pub(crate) fn best_subset<M: Measure, O: Observer>(search: &Search<'_, M, O>) -> Option<Candidate> {
    let rare = rare(search);
    let values = values(search, rare.as_ref());
    let mut best = Best::new(values.len());
    if values.len() >= 2 {
        let limited = limited(search, &values);
        match ordered(search, &values) {
            // Among many values some cut of the order keeps to the limits, and few sets that are no such cut are better.
            Some(order) if !limited || values.len() > ENUMERATED => cuts_of(search, &values, &order, &mut best),
            _ if values.len() <= ENUMERATED => enumerate(search, &values, &mut best),
            _ => {
                for order in orders(search, &values) {
                    let all: Vec<Vec<usize>> = order.into_iter().map(|place| vec![place]).collect();
                    cuts_of(search, &values, &all, &mut best);
                }
                climb(search, &values, &mut best);
            }
        }
    }
    let mut best = best.finish(&values);
    alone(search, &mut best);
    best
}

/// Two sets drawn at random, each value by itself.
pub(crate) fn random_subset<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    mut heads: impl FnMut() -> bool,
) -> Option<Candidate> {
    let rare = rare(search);
    let values = values(search, rare.as_ref());
    let left: Vec<bool> = values.iter().map(|_| heads()).collect();
    let mut best = Best::new(values.len());
    if !values.is_empty() {
        Halves::new(search, &values, left).offer(&mut best);
    }
    best.finish(&values)
}

impl Best {
    fn new(values: usize) -> Self {
        Best { candidate: None, left: vec![false; values] }
    }

    fn finish<L>(self, values: &[Value<'_, L>]) -> Option<Candidate> {
        let question = sides(values, &self.left);
        self.candidate.map(|candidate| Candidate { question, ..candidate })
    }
}

/// The codes of the first or second set, in the order of values.
fn codes<L>(values: &[Value<'_, L>], left: impl Iterator<Item = bool>, of: bool) -> impl Iterator<Item = u32> {
    values.iter().zip(left).filter(move |(_, left)| *left == of).flat_map(|(value, _)| value.codes.iter().copied())
}

fn sides<L>(values: &[Value<'_, L>], left: &[bool]) -> Question {
    let pairs = values.iter().zip(left);
    Question::subset(pairs.flat_map(|(value, left)| value.codes.iter().map(|code| (*code, !*left))))
}

fn values<'a, M: Measure, O: Observer>(
    search: &'a Search<'_, M, O>,
    rare: Option<&'a Rare<M::Label>>,
) -> Vec<Value<'a, M::Label>> {
    let groups = search.groups;
    let common = (0..groups.len()).filter(|group| rare.is_none_or(|rare| !rare.of[*group]));
    let common = common.map(|group| Value { codes: &groups.codes[group..=group], labels: groups.part(group) });
    let rare = rare.map(|rare| Value { codes: &rare.codes, labels: &rare.labels });
    let own = search.judge.policy == MissingPolicy::Own && search.has_missing();
    common.chain(rare).chain(own.then_some(Value { codes: &[], labels: &groups.missing })).collect()
}

/// The values of too little weight, where there are many values, and at least two of these.
fn rare<M: Measure, O: Observer>(search: &Search<'_, M, O>) -> Option<Rare<M::Label>> {
    let groups = search.groups;
    let weight = |group: usize| groups.part(group).iter().map(|label| label.weight()).sum::<u64>();
    if search.judge.least_value <= 1 || groups.len() <= ENUMERATED {
        return None;
    }
    let of: Vec<bool> = (0..groups.len()).map(|group| weight(group) < search.judge.least_value).collect();
    let found = || (0..groups.len()).filter(|group| of[*group]);
    let codes: Vec<u32> = found().map(|group| groups.codes[group]).collect();
    let labels = found().flat_map(|group| groups.part(group)).copied().collect();
    (codes.len() > 1).then_some(Rare { of, codes, labels })
}

/// Whether limits on the branches may forbid the sets that an order proposes, or the one that it stands for: missing values
/// by themselves.
fn limited<M: Measure, O: Observer>(search: &Search<'_, M, O>, values: &[Value<'_, M::Label>]) -> bool {
    let judge = search.judge;
    let light = |labels: &[M::Label]| labels.iter().map(|label| label.weight()).sum::<u64>() < judge.least.max(1);
    let joins = judge.policy == MissingPolicy::Learned && search.has_missing();
    judge.criterion == Criterion::Poisson
        || values.iter().any(|value| light(value.labels))
        || (joins && light(&search.groups.missing))
}

/// Blocks of values of equal slope, ascending: the best two sets are cut between blocks. `None` where no order is exact.
fn ordered<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    values: &[Value<'_, M::Label>],
) -> Option<Vec<Vec<usize>>> {
    let judge = search.judge;
    // A ratio is not concave.
    if judge.criterion == Criterion::GainRatio {
        return None;
    }
    let slopes: Option<Vec<Slope>> =
        values.iter().map(|value| judge.measure.slope(value.labels, &judge.room)).collect();
    let slopes = slopes?;
    let order = ascending(&slopes);
    let blocks = order.chunk_by(|one, two| slopes[*one].compare(&slopes[*two]) == Ordering::Equal);
    let blocks: Vec<Vec<usize>> = blocks.map(<[usize]>::to_vec).collect();
    // All alike: nothing can be gained. The first of all ties is the first level, with missing values where they are a value
    // of their own, against the others.
    let first = |place: &usize| *place == 0 || (values[*place].codes.is_empty() && values.len() > 2);
    Some(if blocks.len() == 1 {
        let (one, two) = (0..values.len()).partition(first);
        vec![one, two]
    } else {
        blocks
    })
}

/// Cuts an order of blocks at every place.
fn cuts_of<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    values: &[Value<'_, M::Label>],
    blocks: &[Vec<usize>],
    best: &mut Best,
) {
    let mut halves = Halves::new(search, values, vec![false; values.len()]);
    for block in &blocks[..blocks.len() - 1] {
        for place in block {
            halves.turn(*place);
        }
        halves.offer(best);
    }
}

/// All pairs of sets, one value moved at a time (Gray's order).
fn enumerate<M: Measure, O: Observer>(search: &Search<'_, M, O>, values: &[Value<'_, M::Label>], best: &mut Best) {
    let mut halves = Halves::new(search, values, vec![false; values.len()]);
    for step in 1_u32..1 << (values.len() - 1) {
        halves.turn(step.trailing_zeros() as usize); // the last value stays where it is
        halves.offer(best);
    }
}

/// Moves single values to the other side while that is better.
fn climb<M: Measure, O: Observer>(search: &Search<'_, M, O>, values: &[Value<'_, M::Label>], best: &mut Best) {
    let mut halves = Halves::new(search, values, best.left.clone());
    for _ in 0..SWEEPS {
        let mut moved = false;
        for place in 0..values.len() {
            halves.turn(place);
            if halves.offer(best) {
                moved = true;
            } else {
                halves.turn(place);
            }
        }
        if !moved {
            return;
        }
    }
}

/// Places in the order of slopes. (Sorting stands in functions without parameters: each copy of it is thousands of instructions.)
fn ascending(slopes: &[Slope]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..slopes.len()).collect();
    order.sort_by(|one, two| slopes[*one].compare(&slopes[*two]));
    order
}

/// The heaviest classes, the first of equal ones first.
fn heaviest(totals: &[u64]) -> Vec<u32> {
    let mut classes: Vec<u32> = (0..totals.len() as u32).filter(|class| totals[*class as usize] > 0).collect();
    classes.sort_by_key(|class| Reverse(totals[*class as usize]));
    classes.truncate(ORDERS);
    classes
}

/// Orders by the share of each of the heaviest classes, target by target.
fn orders<M: Measure, O: Observer>(search: &Search<'_, M, O>, values: &[Value<'_, M::Label>]) -> Vec<Vec<usize>> {
    let (measure, room) = (search.judge.measure, &search.judge.room);
    let guess = |value: &Value<'_, M::Label>| measure.guess(value.labels, room);
    if let Some(keys) = values.iter().map(guess).collect::<Option<Vec<Slope>>>() {
        return vec![ascending(&keys)];
    }
    let mut orders = Vec::new();
    for (target, classes) in (0..).map_while(|target| Some((target, measure.classes_of(target, room)?))) {
        let class = |label: &M::Label| measure.class_in(target, *label);
        let mut totals = vec![0_u64; classes];
        for label in values.iter().flat_map(|value| value.labels) {
            totals[class(label) as usize] += label.weight();
        }
        orders.extend(heaviest(&totals).into_iter().map(|heavy| {
            let share = |value: &Value<'_, M::Label>| {
                let own = value.labels.iter().filter(|label| class(label) == heavy).map(|label| label.weight());
                let all: u64 = value.labels.iter().map(|label| label.weight()).sum();
                Slope { over: i128::from(own.sum::<u64>()), under: all.max(1) }
            };
            ascending(&values.iter().map(share).collect::<Vec<Slope>>())
        }));
    }
    orders
}

/// Two sets of values, with their sums.
struct Halves<'s, M: Measure, O> {
    search: &'s Search<'s, M, O>,
    values: &'s [Value<'s, M::Label>],
    /// For each value whether it is in the first set.
    left: Vec<bool>,
    one: M::Side,
    two: M::Side,
}

impl<'s, M: Measure, O: Observer> Halves<'s, M, O> {
    fn new(search: &'s Search<'_, M, O>, values: &'s [Value<'_, M::Label>], left: Vec<bool>) -> Self {
        let (mut one, mut two) = (search.empty(), search.empty());
        for (value, left) in values.iter().zip(&left) {
            let side = if *left { &mut one } else { &mut two };
            value.labels.iter().for_each(|label| search.judge.measure.add(side, *label));
        }
        Halves { search, values, left, one, two }
    }

    /// Moves one value to the other set.
    fn turn(&mut self, place: usize) {
        self.left[place] = !self.left[place];
        let (to, from) = if self.left[place] { (&mut self.one, &mut self.two) } else { (&mut self.two, &mut self.one) };
        for label in self.values[place].labels {
            self.search.judge.measure.add(to, *label);
            self.search.judge.measure.take(from, *label);
        }
    }

    /// Offers the sets, with missing values on either side where they are to be learned; whether they are the best so far.
    /// The set with the first level comes first.
    fn offer(&self, best: &mut Best) -> bool {
        let turned = !self.left[0];
        let (one, two) = if turned { (&self.two, &self.one) } else { (&self.one, &self.two) };
        // Missing values that are a value of their own come last.
        let own = self.values.last().is_some_and(|value| value.codes.is_empty());
        let judge = self.search.judge;
        if judge.policy != MissingPolicy::Learned || !self.search.has_missing() {
            let side = u32::from(self.left[self.left.len() - 1] == turned);
            let route = if own { Route::Branch(side) } else { judge.usual_route() };
            return self.put(best, &[one, two], (route, turned));
        }
        let mut takes = false;
        for branch in 0..2 {
            let mut joined = if branch == 0 { one.clone() } else { two.clone() };
            self.search.groups.missing.iter().for_each(|label| judge.measure.add(&mut joined, *label));
            let pair = if branch == 0 { [&joined, two] } else { [one, &joined] };
            takes |= self.put(best, &pair, (Route::Branch(branch), turned));
        }
        takes
    }

    /// Of equal sets, those whose first is the lexicographically first in levels; then missing values in the first.
    fn put(&self, best: &mut Best, pair: &[&M::Side], (route, turned): (Route, bool)) -> bool {
        let first = || self.left.iter().map(|left| *left != turned);
        let question = if O::WATCHES { sides(self.values, &first().collect::<Vec<_>>()) } else { Question::Values };
        let trial = Trial { sides: pair, question, route };
        let known = &best.left;
        let takes = self.search.offer(&mut best.candidate, trial, |found, other| {
            let sets = codes(self.values, first(), true).cmp(codes(self.values, known.iter().copied(), true));
            sets.then(branch(found).cmp(&branch(other))) == Ordering::Less
        });
        if takes {
            best.left.clear();
            best.left.extend(first());
        }
        takes
    }
}

fn branch(candidate: &Candidate) -> u32 {
    match candidate.route {
        Route::Branch(branch) => branch,
        _ => 0,
    }
}
