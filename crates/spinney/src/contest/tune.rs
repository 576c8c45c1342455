//! Who wins.

use super::by::By;
use super::deal::Dealt;
use super::grid::Grid;
use super::how::How;
use super::lesson::Lesson;
use super::track::{Race, Running, run};
use crate::error::Result;
use crate::grow::Watch;
use crate::model::Model;
use crate::prune::Rule;

/// What a search came to.
#[derive(Debug)]
pub struct Tuned {
    /// Who took part.
    pub grid: Grid,
    /// What the race came to.
    pub race: Race,
    /// The score that decides.
    pub by: By,
    /// The lane of the winner.
    pub winner: usize,
    /// How the winner learns.
    pub how: How,
    /// The winner, grown on all rows.
    pub model: Model,
}

/// Lets the contenders run, and grows the winner on all rows; nothing where no fold has the score that decides.
///
/// `growing` watches the winner grow.
pub fn tune(
    lesson: &Lesson,
    (grid, dealt, by): (Grid, &Dealt, By),
    (rule, running): (Rule, &Running<'_>),
    growing: impl FnOnce(&How) -> Box<dyn Watch>,
) -> Result<Option<Tuned>> {
    let Some(race) = run(lesson, (&grid, dealt, by), running)? else { return Ok(None) };
    let Some(winner) = winner(&race, by, rule) else { return Ok(None) };
    let how = grid.how(race.contenders[winner]);
    let model = lesson.learn_one(&how.clone().kept(), &lesson.rows, &*growing(&how))?.model;
    Ok(Some(Tuned { grid, race, by, winner, how, model }))
}

/// The lane of the winner: the best, or the smallest within one standard error of it. None where nobody came to the end.
pub fn winner(race: &Race, by: By, rule: Rule) -> Option<usize> {
    let best = race.raced.leader(&race.rules)?;
    if rule == Rule::Best {
        return Some(best);
    }
    let scores = &race.raced.lanes[best].scores;
    let spread = by.over_folds(scores, race.rules.ratio)?;
    let error = spread.sd / (scores.len() as f64).sqrt();
    let worst = if by.less_is_better { spread.mean + error } else { spread.mean - error };
    let close = |lane: &usize| {
        let of = &race.raced.lanes[*lane];
        !of.dropped && !of.scores.is_empty() && !by.is_better(worst, of.mean())
    };
    let smallest =
        (0..race.raced.lanes.len()).filter(close).min_by(|one, two| race.leaves[*one].total_cmp(&race.leaves[*two]));
    Some(smallest.unwrap_or(best))
}

/// The values of one list, each with its best contender's lane, in the list's order.
pub fn bests(race: &Race, by: By, value: impl Fn(usize) -> String) -> Vec<(String, usize)> {
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
