//! Who wins.

use spinney::evaluate::Score;
use spinney::model::Model;

use super::super::learning::{By, How};
use super::grid::Grid;
use super::work::Race;
use crate::args::RuleArg;
use crate::fault::{Mistake, Outcome};

/// What a search came to.
pub(super) struct Tuned {
    pub(super) grid: Grid,
    pub(super) race: Race,
    pub(super) by: By,
    /// The lane of the winner.
    pub(super) winner: usize,
    pub(super) how: How,
    /// The winner, grown on all rows.
    pub(super) model: Model,
    /// How it does on another table.
    pub(super) test: Option<(String, Score)>,
}

/// The lane of the winner.
pub(super) fn winner(race: &Race, by: By, rule: RuleArg) -> Outcome<usize> {
    let nobody = || Mistake::new("no contender came to the end");
    let best = race.raced.leader(&race.rules).ok_or_else(nobody)?;
    if rule == RuleArg::Best {
        return Ok(best);
    }
    let scores = &race.raced.lanes[best].scores;
    let spread = by.over_folds(scores, race.rules.ratio).ok_or_else(nobody)?;
    let error = spread.sd / (scores.len() as f64).sqrt();
    let worst = if by.less_is_better { spread.mean + error } else { spread.mean - error };
    let close = |lane: &usize| {
        let of = &race.raced.lanes[*lane];
        !of.dropped && !of.scores.is_empty() && !by.is_better(worst, of.mean())
    };
    let smallest =
        (0..race.raced.lanes.len()).filter(close).min_by(|one, two| race.leaves[*one].total_cmp(&race.leaves[*two]));
    Ok(smallest.unwrap_or(best))
}

/// The values of one list, each with its best contender's lane, in the list's order.
pub(super) fn bests(race: &Race, by: By, value: impl Fn(usize) -> String) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for lane in (0..race.raced.lanes.len()).filter(|lane| !race.raced.lanes[*lane].scores.is_empty()) {
        let name = value(lane);
        match found.iter_mut().find(|(known, _)| *known == name) {
            None => found.push((name, lane)),
            Some((_, best)) => {
                // One that came to the end is the better known.
                let (new, old) = (&race.raced.lanes[lane], &race.raced.lanes[*best]);
                let better = by.is_better(new.mean(), old.mean());
                if (old.dropped && !new.dropped) || (old.dropped == new.dropped && better) {
                    *best = lane;
                }
            }
        }
    }
    found
}
