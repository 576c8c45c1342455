//! Several ways to learn on the same folds, where those that lose go early.

use super::paired::corrected_t_test;
use crate::error::{Error, Mistake};

/// When one goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Whether the smaller score is the better.
    pub less_is_better: bool,
    /// Rows asked for each row learned from, as [`Folds::ratio`](super::Folds::ratio) says.
    pub ratio: f64,
    /// One goes where luck alone would put it so far behind the leader, on the same folds, with less than this probability
    /// (the corrected t test); `None` keeps all to the end.
    pub drop_below: Option<f64>,
}

/// Nobody goes before so many folds.
const LEAST: usize = 3;

/// How one of them did.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// Its scores, fold by fold, as far as it came.
    pub scores: Vec<f64>,
    /// Whether it went before the end.
    pub dropped: bool,
}

impl Lane {
    /// The mean of its scores; NaN where it has none.
    pub fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }
}

/// What came of a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Raced {
    /// One lane for each, in the order given.
    pub lanes: Vec<Lane>,
    /// The folds that count: those that were asked to their end and have the score.
    pub folds: usize,
}

impl Raced {
    /// The one with the best mean of those that came to the end, the first of equal ones; none where no fold counts.
    pub fn leader(&self, rules: &Rules) -> Option<usize> {
        let stayed =
            (0..self.lanes.len()).filter(|lane| !self.lanes[*lane].dropped && !self.lanes[*lane].scores.is_empty());
        let worth = |lane: usize| if rules.less_is_better { -self.lanes[lane].mean() } else { self.lanes[lane].mean() };
        stayed.reduce(|best, lane| if worth(lane) > worth(best) { lane } else { best })
    }

    fn drop_losers(&mut self, rules: &Rules, least: f64) {
        let Some(leader) = self.leader(rules) else { return };
        let first = self.lanes[leader].scores.clone();
        for (_, lane) in self.lanes.iter_mut().enumerate().filter(|(place, lane)| *place != leader && !lane.dropped) {
            let test = corrected_t_test(&first, &lane.scores, rules.ratio);
            lane.dropped = test.is_some_and(|test| test.difference != 0.0 && test.p_value < least);
        }
    }
}

/// Asks all that are still in the race about one fold after the other. The closure gets the fold and the places of those who are
/// asked, and gives a score for each, or none where the fold has no such score (an AUC where one class is absent). It may end the race
/// by giving nothing at all; then the folds before count. Who alone has no score in the first fold that counts was not asked, and goes.
///
/// ```
/// use spinney::evaluate::{Rules, race};
/// let rules = Rules { less_is_better: false, ratio: 0.25, drop_below: Some(0.05) };
/// let mut asked = 0;
/// let raced = race((2, 5), &rules, |fold, lanes| {
///     asked += lanes.len();
///     Ok::<_, spinney::Error>(Some(lanes.iter().map(|lane| Some(if *lane == 0 { 0.9 } else { 0.5 + 0.01 * fold as f64 })).collect()))
/// })?;
/// assert_eq!((raced.leader(&rules), asked), (Some(0), 8)); // the second was asked three times
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn race<E: From<Error>>(
    (lanes, folds): (usize, usize),
    rules: &Rules,
    mut ask: impl FnMut(usize, &[usize]) -> Result<Option<Vec<Option<f64>>>, E>,
) -> Result<Raced, E> {
    let mut raced = Raced { lanes: vec![Lane { scores: Vec::new(), dropped: false }; lanes], folds: 0 };
    for fold in 0..folds {
        let running: Vec<usize> = (0..lanes).filter(|lane| !raced.lanes[*lane].dropped).collect();
        let Some(scores) = ask(fold, &running)? else { break };
        if scores.len() != running.len() {
            return Err(Mistake::UnequalLengths { found: scores.len(), expected: running.len() }.anywhere().into());
        }
        if scores.iter().all(Option::is_none) {
            continue;
        }
        raced.folds += 1;
        for (lane, score) in running.into_iter().zip(scores) {
            match score {
                Some(score) => raced.lanes[lane].scores.push(score),
                None => raced.lanes[lane].dropped = true,
            }
        }
        if let (Some(least), true) = (rules.drop_below, raced.folds >= LEAST && fold + 1 < folds) {
            raced.drop_losers(rules, least);
        }
    }
    Ok(raced)
}
