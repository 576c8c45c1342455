//! A branch for each value, or for each node of a hierarchy.

use super::Search;
use crate::grow::candidate::{Candidate, Question, Route};
use crate::grow::criterion::{Measure, Room};
use crate::grow::item::Label;
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

/// The sums of one branch. They have room for the classes of its own rows only: all branches together then take no more than
/// the rows do, however many values and classes there are.
struct Branch<S> {
    side: S,
    /// The node's numbers of the classes that there is room for; `None` where it is for all.
    ids: Option<Vec<u32>>,
}

impl<S> Branch<S> {
    fn add<M: Measure<Side = S>>(&mut self, measure: &M, label: M::Label) {
        let label = match &self.ids {
            Some(ids) => label.with_id(ids.partition_point(|id| *id < label.id()) as u32),
            None => label,
        };
        measure.add(&mut self.side, label);
    }
}

/// The sums of each branch, in the order of branches.
fn sides<M: Measure, O: Observer>(search: &Search<'_, M, O>, branch: impl Fn(u32) -> u32) -> Vec<Branch<M::Side>> {
    let mut order: Vec<(u32, usize)> =
        search.groups.codes.iter().enumerate().map(|(group, code)| (branch(*code), group)).collect();
    order.sort_unstable();
    let mut sides = Vec::new();
    for together in order.chunk_by(|one, two| one.0 == two.0) {
        let labels = || together.iter().flat_map(|(_, group)| search.groups.part(*group));
        let mut branch = room_for(search, labels());
        for label in labels() {
            branch.add(search.judge.measure, *label);
        }
        sides.push(branch);
    }
    sides
}

/// No rows, with room for these and for those without a value, which may join them.
fn room_for<'a, M: Measure, O: Observer>(
    search: &'a Search<'_, M, O>,
    labels: impl Iterator<Item = &'a M::Label>,
) -> Branch<M::Side> {
    let all = search.judge.room.ids;
    if O::WATCHES || all.is_empty() {
        return Branch { side: search.empty(), ids: None };
    }
    let joining = if search.judge.policy == MissingPolicy::Learned { &search.groups.missing[..] } else { &[] };
    let mut ids: Vec<u32> = labels.chain(joining).map(|label| label.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    let own: Vec<u32> = ids.iter().map(|id| all[*id as usize]).collect();
    Branch { side: search.judge.measure.empty(&Room { ids: &own }), ids: Some(ids) }
}

fn offer<M: Measure, O: Observer>(
    search: &Search<'_, M, O>,
    best: &mut Option<Candidate>,
    mut branches: Vec<Branch<M::Side>>,
    question: &Question,
) {
    let known = branches.len();
    if known < 2 {
        return; // used up: one value is left on this path
    }
    let mut put = |branches: &[Branch<M::Side>], own: Option<&M::Side>, route| {
        let sides: Vec<&M::Side> = branches.iter().map(|branch| &branch.side).chain(own).collect();
        search.offer(best, Trial { sides: &sides, question: question.clone(), route }, |_, _| false);
    };
    match search.judge.policy {
        MissingPolicy::Own if search.has_missing() => {
            put(&branches, Some(&search.ground.missing), Route::Branch(known as u32));
        }
        MissingPolicy::Learned if search.has_missing() => {
            for branch in 0..known {
                let before = branches[branch].side.clone();
                for label in &search.groups.missing {
                    branches[branch].add(search.judge.measure, *label);
                }
                put(&branches, None, Route::Branch(branch as u32));
                branches[branch].side = before;
            }
        }
        _ => put(&branches, None, search.judge.usual_route()),
    }
}
