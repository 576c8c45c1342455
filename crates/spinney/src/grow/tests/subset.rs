//! Two sets of values.
//!
//! The rest of a set is concave in its sums, so the best two sets can be parted by a line through the values' sums. For two
//! classes, squared errors and Poisson that means: order the values by their share (or mean) and cut once, which is exact.
//! Otherwise up to ten values are tried in all ways. Above that, the values are ordered by the share of each class in turn,
//! which is a heuristic.

use std::cmp::Ordering;

use super::Search;
use super::cuts::alone;
use crate::grow::candidate::{Candidate, Question, Route};
use crate::grow::criterion::{Measure, Slope};
use crate::grow::item::Label;
use crate::grow::judge::Trial;
use crate::grow::observer::Observer;
use crate::grow::settings::{Criterion, MissingPolicy};

/// Up to so many values all pairs of sets are tried where no order is exact.
const ENUMERATED: usize = 10;
/// The most classes whose shares order the values in the heuristic.
const ORDERS: usize = 16;

/// A value of the column: one of its codes, or missing where that is a value of its own.
struct Value<'a, L> {
    code: Option<u32>,
    labels: &'a [L],
}

/// The best two sets of values; of equal ones the first in the order of sets of levels.
pub(crate) fn best_subset<M: Measure, O: Observer>(search: &Search<'_, M, O>) -> Option<Candidate> {
    let values = values(search);
    let mut best = None;
    if values.len() >= 2 {
        let order = exact_order(search, &values);
        match order {
            Some(order) => cuts_of(search, &values, &order, &mut best),
            None if values.len() <= ENUMERATED => enumerate(search, &values, &mut best),
            None => {
                for order in orders(search, &values) {
                    let all: Vec<Vec<usize>> = order.into_iter().map(|place| vec![place]).collect();
                    cuts_of(search, &values, &all, &mut best);
                }
            }
        }
    }
    alone(search, &mut best);
    best
}

/// Two sets drawn at random, each value by itself.
pub(crate) fn random_subset<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    mut heads: impl FnMut() -> bool,
) -> Option<Candidate> {
    let values = values(search);
    let left: Vec<bool> = values.iter().map(|_| heads()).collect();
    let mut best = None;
    let (one, two) = summed(search, &values, &left);
    offer(search, &mut best, (&one, &two), &values, &left);
    best
}

fn values<'a, M: Measure, O: Observer>(search: &'a Search<'_, M, O>) -> Vec<Value<'a, M::Label>> {
    let groups = search.groups;
    let known = (0..groups.len()).map(|group| Value { code: Some(groups.codes[group]), labels: groups.part(group) });
    let own = search.judge.policy == MissingPolicy::Own && search.has_missing();
    known.chain(own.then_some(Value { code: None, labels: &groups.missing })).collect()
}

/// Blocks of values of equal slope, ascending: the best two sets are cut between blocks. `None` where no order is exact.
fn exact_order<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    values: &[Value<'_, M::Label>],
) -> Option<Vec<Vec<usize>>> {
    let judge = search.judge;
    let weight = |value: &Value<'_, M::Label>| value.labels.iter().map(|label| label.weight()).sum::<u64>();
    // A ratio is not concave, and limits on the branches may forbid the set that the order proposes.
    let limited = values.iter().any(|value| weight(value) < judge.least)
        || (judge.criterion == Criterion::Poisson && values.len() <= ENUMERATED);
    if judge.criterion == Criterion::GainRatio || (limited && values.len() <= ENUMERATED) {
        return None;
    }
    let slopes: Option<Vec<Slope>> =
        values.iter().map(|value| judge.measure.slope(value.labels, &judge.room)).collect();
    let slopes = slopes?;
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, two| slopes[*one].compare(&slopes[*two]));
    let blocks = order.chunk_by(|one, two| slopes[*one].compare(&slopes[*two]) == Ordering::Equal);
    let blocks: Vec<Vec<usize>> = blocks.map(<[usize]>::to_vec).collect();
    // All alike: nothing can be gained. The first of all ties is the first level, with missing values where they are a value
    // of their own, against the others.
    let first = |place: &usize| *place == 0 || (values[*place].code.is_none() && values.len() > 2);
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
    best: &mut Option<Candidate>,
) {
    let mut left = vec![false; values.len()];
    let (mut one, mut two) = summed(search, values, &left);
    for block in &blocks[..blocks.len() - 1] {
        for place in block {
            left[*place] = true;
            shift(search, values[*place].labels, &mut one, &mut two);
        }
        offer(search, best, (&one, &two), values, &left);
    }
}

/// All pairs of sets, one value moved at a time (Gray's order).
fn enumerate<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    values: &[Value<'_, M::Label>],
    best: &mut Option<Candidate>,
) {
    let mut left = vec![false; values.len()];
    let (mut one, mut two) = summed(search, values, &left);
    for step in 1_u32..1 << (values.len() - 1) {
        let place = step.trailing_zeros() as usize; // the last value stays where it is
        left[place] = !left[place];
        if left[place] {
            shift(search, values[place].labels, &mut one, &mut two);
        } else {
            shift(search, values[place].labels, &mut two, &mut one);
        }
        offer(search, best, (&one, &two), values, &left);
    }
}

/// Orders by the share of each of the heaviest classes.
fn orders<M: Measure, O: Observer>(search: &Search<'_, M, O>, values: &[Value<'_, M::Label>]) -> Vec<Vec<usize>> {
    let sorted = |keys: &[Slope]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|one, two| keys[*one].compare(&keys[*two]));
        order
    };
    let guess = |value: &Value<'_, M::Label>| search.judge.measure.guess(value.labels, &search.judge.room);
    if let Some(keys) = values.iter().map(guess).collect::<Option<Vec<Slope>>>() {
        return vec![sorted(&keys)];
    }
    let mut totals = vec![0_u64; search.judge.room.len()];
    for label in values.iter().flat_map(|value| value.labels) {
        totals[label.id() as usize] += label.weight();
    }
    let mut classes: Vec<u32> = (0..totals.len() as u32).filter(|class| totals[*class as usize] > 0).collect();
    classes.sort_by_key(|class| std::cmp::Reverse(totals[*class as usize]));
    classes.truncate(ORDERS);
    classes
        .into_iter()
        .map(|class| {
            let share = |value: &Value<'_, M::Label>| {
                let own = value.labels.iter().filter(|label| label.id() == class).map(|label| label.weight());
                let all: u64 = value.labels.iter().map(|label| label.weight()).sum();
                Slope { over: i128::from(own.sum::<u64>()), under: all.max(1) }
            };
            sorted(&values.iter().map(share).collect::<Vec<Slope>>())
        })
        .collect()
}

fn summed<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    values: &[Value<'_, M::Label>],
    left: &[bool],
) -> (M::Side, M::Side) {
    let mut sides = (search.empty(), search.empty());
    for (value, left) in values.iter().zip(left) {
        let side = if *left { &mut sides.0 } else { &mut sides.1 };
        value.labels.iter().for_each(|label| search.judge.measure.add(side, *label));
    }
    sides
}

fn shift<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    labels: &[M::Label],
    to: &mut M::Side,
    from: &mut M::Side,
) {
    for label in labels {
        search.judge.measure.add(to, *label);
        search.judge.measure.take(from, *label);
    }
}

/// Offers two sets, with missing values on either side where they are to be learned. The set with the first level comes
/// first.
fn offer<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    best: &mut Option<Candidate>,
    sides: (&M::Side, &M::Side),
    values: &[Value<'_, M::Label>],
    left: &[bool],
) {
    let turned = values.iter().zip(left).find(|(value, _)| value.code.is_some()).is_some_and(|(_, left)| !left);
    let (one, two) = if turned { (sides.1, sides.0) } else { sides };
    let of = |side: bool| values.iter().zip(left).filter(move |(_, left)| (**left != turned) == side);
    let codes = |side: bool| of(side).filter_map(|(value, _)| value.code).collect::<Vec<u32>>();
    let question = Question::Subset { left: codes(true), right: codes(false) };
    let mut put = |sides: &[&M::Side], route| {
        search.offer(best, Trial { sides, question: question.clone(), route }, first_set);
    };
    let own = |side: bool| of(side).any(|(value, _)| value.code.is_none());
    if search.judge.policy == MissingPolicy::Learned && search.has_missing() {
        for (branch, side) in [one, two].into_iter().enumerate() {
            let mut joined = side.clone();
            search.groups.missing.iter().for_each(|label| search.judge.measure.add(&mut joined, *label));
            let pair = if branch == 0 { [&joined, two] } else { [one, &joined] };
            put(&pair, Route::Branch(branch as u32));
        }
    } else {
        let route = if own(true) {
            Route::Branch(0)
        } else if own(false) {
            Route::Branch(1)
        } else {
            search.judge.usual_route()
        };
        put(&[one, two], route);
    }
}

/// Of equal candidates, the lexicographically first set of levels, then missing values on the first side.
fn first_set(found: &Candidate, best: &Candidate) -> bool {
    let (Question::Subset { left: one, .. }, Question::Subset { left: two, .. }) = (&found.question, &best.question)
    else {
        return false;
    };
    let branch = |candidate: &Candidate| match candidate.route {
        Route::Branch(branch) => branch,
        _ => 0,
    };
    one.cmp(two).then(branch(found).cmp(&branch(best))) == Ordering::Less
}
