//! The race over folds.

use std::time::{Duration, Instant};

use spinney::evaluate::{Parts, Raced, Rules, race};
use spinney::fit::{Variant, variants};
use spinney::grow::{TreeSettings, Watch};
use spinney::tree::Tree;

use super::super::learning::{Asked, By, Dealt, How, Lesson};
use super::grid::{Contender, Family, Grid};
use crate::args::{General, Tune as Args};
use crate::console::Growing;
use crate::fault::{Mistake, Outcome};

/// One goes where luck would put it so far behind with less than this probability.
const DROP_BELOW: f64 = 0.05;

/// What the race came to.
pub(super) struct Race {
    pub(super) raced: Raced,
    pub(super) rules: Rules,
    pub(super) contenders: Vec<Contender>,
    /// The mean number of leaves of each contender; NaN where it was never asked.
    pub(super) leaves: Vec<f64>,
    /// Trees, or forests, that were asked.
    pub(super) asked: usize,
    /// Whether the time was up before the last fold.
    pub(super) out_of_time: bool,
}

/// Lets the contenders run.
pub(super) fn work(
    args: &Args,
    lesson: &Lesson,
    (grid, dealt, by): (&Grid, &Dealt, By),
    general: &General,
) -> Outcome<Race> {
    let contenders = grid.contenders();
    let drop_below = (!args.keep_losers).then_some(DROP_BELOW);
    let rules = Rules { less_is_better: by.less_is_better, ratio: dealt.folds.ratio(), drop_below };
    let bar = Growing::contenders(general, contenders.len() * dealt.folds.len());
    let mut track = Track {
        lesson,
        grid,
        by,
        bar: &bar,
        end: args.budget.map(|budget| (Instant::now(), budget)),
        leaves: vec![(0.0, 0.0); contenders.len()],
        asked: 0,
        out_of_time: false,
    };
    let raced = race((contenders.len(), dealt.folds.len()), &rules, |fold, lanes| {
        track.ask(fold, &dealt.folds.parts(fold), &contenders, lanes)
    })?;
    if raced.folds == 0 {
        let mistake = Mistake::new(format!("no fold has the score {}", by.name));
        return Err(mistake.hint("fewer folds, or another score (--by)").into());
    }
    let leaves = track.leaves.iter().map(|(sum, many)| sum / many).collect();
    Ok(Race { raced, rules, leaves, asked: track.asked, out_of_time: track.out_of_time, contenders })
}

struct Track<'a> {
    lesson: &'a Lesson,
    grid: &'a Grid,
    by: By,
    bar: &'a Growing,
    /// When the race began, and how long it may take.
    end: Option<(Instant, Duration)>,
    /// The sum of each contender's leaves, and how many models that is.
    leaves: Vec<(f64, f64)>,
    asked: usize,
    out_of_time: bool,
}

impl Track<'_> {
    /// The scores of these lanes in one fold; nothing where the time is up, unless it is the first fold.
    fn ask(
        &mut self,
        fold: usize,
        parts: &Parts,
        contenders: &[Contender],
        lanes: &[usize],
    ) -> Outcome<Option<Vec<Option<f64>>>> {
        let factors = self.lesson.class_factors(&parts.train);
        let training = self.lesson.training(&parts.train, factors.as_deref());
        let asked = Asked::new(self.lesson, &parts.test);
        let mut scores = vec![None; lanes.len()];
        let mut from = 0;
        for family in lanes.chunk_by(|one, two| contenders[*one].family == contenders[*two].family) {
            // The very first family is always asked: there must be a winner.
            let first = fold == 0 && from == 0;
            if !first && self.end.is_some_and(|(started, budget)| started.elapsed() > budget) {
                self.out_of_time = true;
                return Ok((fold == 0).then_some(scores));
            }
            let found = match &self.grid.families[contenders[family[0]].family] {
                Family::Trees { settings, variants: all } => {
                    let running: Vec<Variant> =
                        family.iter().map(|lane| all[contenders[*lane].variant].clone()).collect();
                    variants(&training, settings, &running, &(), |tree: &Tree| self.score(settings, &asked, tree))?
                }
                Family::Forest(way) => {
                    let model = self.lesson.learn_one(&How::Forest(way.clone()), &parts.train, &())?.model;
                    vec![(self.by.of(&asked.score(&model)?), model.leaves())]
                }
            };
            for (place, (value, leaves)) in found.into_iter().enumerate() {
                scores[from + place] = value;
                let sum = &mut self.leaves[family[place]];
                *sum = (sum.0 + leaves as f64, sum.1 + 1.0);
            }
            from += family.len();
            self.asked += family.len();
            self.bar.settled(family.len() as u64);
        }
        Ok(Some(scores))
    }

    fn score(&self, settings: &TreeSettings, asked: &Asked, tree: &Tree) -> spinney::Result<(Option<f64>, usize)> {
        let broken = |flaw: String| spinney::error::Mistake::BrokenTree { flaw }.anywhere();
        let model = self.lesson.model(settings, None, tree.clone()).map_err(|error| broken(error.to_string()))?;
        Ok((self.by.of(&asked.score(&model)?), tree.leaves()))
    }
}
