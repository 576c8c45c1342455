//! Cuts of ordered values: numbers and ordinals.

use super::Search;
use crate::grow::candidate::{Candidate, Question, Route};
use crate::grow::criterion::{Measure, Swept};
use crate::grow::judge::Trial;
use crate::grow::observer::Observer;
use crate::grow::settings::MissingPolicy;

/// Running sums to both sides of a cut, and where missing rows may join either, the sums with them.
struct Sides<S> {
    left: S,
    right: S,
    with_missing: Option<(S, S)>,
}

/// The best cut between two neighbouring values; of equal ones the lowest, missing values to the left, or to the right where they stand last.
pub(crate) fn best_cut<M: Measure, O: Observer>(search: &Search<'_, M, O>) -> Option<Candidate> {
    let Search { judge, groups, .. } = search;
    if !O::WATCHES
        && !search.has_missing()
        && judge.is_free(search.column as u32)
        && let Some(cuts) = judge.measure.swept(judge.whole, (&groups.starts, &groups.labels))
    {
        return best_swept(search, &cuts);
    }
    let mut best = None;
    let mut sides = start(search);
    for group in 0..search.groups.len().saturating_sub(1) {
        shift(search, &mut sides, group);
        let question = Question::Between { low: search.groups.codes[group], high: search.groups.codes[group + 1] };
        offer(search, &mut best, &sides, &question);
    }
    alone(search, &mut best);
    best
}

/// The best of cuts whose rests are known; the lowest of equal ones.
fn best_swept<M: Measure, O: Observer>(search: &Search<'_, M, O>, cuts: &[Swept]) -> Option<Candidate> {
    let (all, least) = (M::weight(search.judge.whole), search.judge.least.max(1));
    let allowed = |(_, cut): &(usize, &Swept)| cut.weight >= least && all - cut.weight >= least;
    let (group, cut) = cuts.iter().enumerate().filter(allowed).min_by_key(|(_, cut)| cut.rest)?;
    let codes = &search.groups.codes;
    let question = Question::Between { low: codes[group], high: codes[group + 1] };
    Some(search.judge.swept(search.column, &search.ground, question, cut.rest))
}

/// One cut drawn evenly between the least and the greatest number; codes up to `low` are below it.
pub(crate) fn random_cut<M: Measure, O: Observer>(search: &Search<'_, M, O>, cut: f64, low: u32) -> Option<Candidate> {
    let mut best = None;
    let mut sides = start(search);
    for group in (0..search.groups.len()).take_while(|group| search.groups.codes[*group] <= low) {
        shift(search, &mut sides, group);
    }
    offer(search, &mut best, &sides, &Question::At { cut, low });
    best
}

fn start<M: Measure, O: Observer>(search: &Search<'_, M, O>) -> Sides<M::Side> {
    let joins = search.judge.policy == MissingPolicy::Learned && search.has_missing();
    Sides {
        left: search.empty(),
        right: search.ground.known.clone(),
        with_missing: joins.then(|| (search.ground.missing.clone(), search.judge.whole.clone())),
    }
}

fn shift<M: Measure, O: Observer>(search: &Search<'_, M, O>, sides: &mut Sides<M::Side>, group: usize) {
    let measure = search.judge.measure;
    for label in search.groups.part(group) {
        measure.add(&mut sides.left, *label);
        measure.take(&mut sides.right, *label);
        if let Some((left, right)) = &mut sides.with_missing {
            measure.add(left, *label);
            measure.take(right, *label);
        }
    }
}

fn offer<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    best: &mut Option<Candidate>,
    sides: &Sides<M::Side>,
    question: &Question,
) {
    let never = |_: &Candidate, _: &Candidate| false; // offered in the order of ties
    let mut put = |sides: &[&M::Side], route| {
        search.offer(best, Trial { sides, question: question.clone(), route }, never);
    };
    match &sides.with_missing {
        Some((left, right)) => {
            if search.judge.missing_last {
                put(&[&sides.left, right], Route::Branch(1));
            }
            put(&[left, &sides.right], Route::Branch(0));
            if !search.judge.missing_last {
                put(&[&sides.left, right], Route::Branch(1));
            }
        }
        None if search.judge.policy == MissingPolicy::Own && search.has_missing() => {
            put(&[&sides.left, &sides.right, &search.ground.missing], Route::Branch(2));
        }
        None => put(&[&sides.left, &sides.right], search.judge.usual_route()),
    }
}

/// Known values against missing ones.
pub(super) fn alone<M: Measure, O: Observer>(search: &Search<'_, M, O>, best: &mut Option<Candidate>) {
    if search.judge.joins() && search.has_missing() && search.groups.len() > 0 {
        let sides = [&search.ground.known, &search.ground.missing];
        let trial = Trial { sides: &sides, question: Question::Known, route: Route::Branch(1) };
        search.offer(best, trial, |_, _| false);
    }
}
