//! A branch for each value, or for each node of a hierarchy.

use super::Search;
use crate::grow::candidate::{Candidate, Question, Route};
use crate::grow::criterion::Measure;
use crate::grow::judge::Trial;
use crate::grow::observer::Observer;
use crate::grow::settings::MissingPolicy;

/// A branch for each value that occurs.
pub(crate) fn each_value<M: Measure, O: Observer>(search: &Search<'_, M, O>) -> Option<Candidate> {
    let mut best = None;
    offer(search, &mut best, sides(search, |code| code), &Question::Values);
    best
}

/// A branch for each node of the hierarchy at the best height; of equal ones the highest, which has the fewest branches.
pub(crate) fn best_height<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    heights: &[Vec<u32>],
) -> Option<Candidate> {
    let mut best = None;
    for (height, group) in heights.iter().enumerate().rev() {
        offer(search, &mut best, sides(search, |code| group[code as usize]), &Question::Height(height as u32));
    }
    best
}

/// The sums of each branch, in the order of branches.
fn sides<M: Measure, O: Observer>(search: &Search<'_, M, O>, branch: impl Fn(u32) -> u32) -> Vec<M::Side> {
    let mut order: Vec<(u32, usize)> =
        search.groups.codes.iter().enumerate().map(|(group, code)| (branch(*code), group)).collect();
    order.sort_unstable();
    let mut sides = Vec::new();
    for together in order.chunk_by(|one, two| one.0 == two.0) {
        let mut side = search.empty();
        for (_, group) in together {
            for label in search.groups.part(*group) {
                search.judge.measure.add(&mut side, *label);
            }
        }
        sides.push(side);
    }
    sides
}

fn offer<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    best: &mut Option<Candidate>,
    mut sides: Vec<M::Side>,
    question: &Question,
) {
    let known = sides.len();
    if known < 2 {
        return; // used up: one value is left on this path
    }
    let mut put = |sides: &[M::Side], route| {
        let sides: Vec<&M::Side> = sides.iter().collect();
        search.offer(best, Trial { sides: &sides, question: question.clone(), route }, |_, _| false);
    };
    match search.judge.policy {
        MissingPolicy::Own if search.has_missing() => {
            sides.push(search.ground.missing.clone());
            put(&sides, Route::Branch(known as u32));
        }
        MissingPolicy::Learned if search.has_missing() => {
            for branch in 0..known {
                let before = sides[branch].clone();
                for label in &search.groups.missing {
                    search.judge.measure.add(&mut sides[branch], *label);
                }
                put(&sides, Route::Branch(branch as u32));
                sides[branch] = before;
            }
        }
        _ => put(&sides, search.judge.usual_route()),
    }
}
