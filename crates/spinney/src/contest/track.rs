//! The race over folds.

use super::asked::Asked;
use super::by::By;
use super::deal::Dealt;
use super::grid::{Contender, Family, Grid};
use super::how::How;
use super::lesson::Lesson;
use crate::error::Result;
use crate::evaluate::{Parts, Raced, Rules, race};
use crate::fit::{Variant, variants};
use crate::grow::{TreeSettings, Watch};
use crate::tree::Tree;

/// One goes where luck would put it so far behind with less than this probability.
const DROP_BELOW: f64 = 0.05;

/// How the race is run.
pub struct Running<'a> {
    /// Whether all stay to the end, also those that cannot win any more.
    pub keep_losers: bool,
    /// Whether the time is up.
    pub late: &'a (dyn Fn() -> bool + Sync),
    /// Who may stop it, and is told how many contenders have been asked.
    pub watch: &'a dyn Watch,
}

/// What the race came to.
#[derive(Debug)]
pub struct Race {
    /// How each contender did.
    pub raced: Raced,
    /// By what rules they went.
    pub rules: Rules,
    /// The contenders, a lane each.
    pub contenders: Vec<Contender>,
    /// The mean number of leaves of each contender; NaN where it was never asked.
    pub leaves: Vec<f64>,
    /// Trees, or forests, that were asked.
    pub asked: usize,
    /// Whether the time was up before the last fold.
    pub out_of_time: bool,
}

/// Lets the contenders run; nothing where no fold has the score that decides.
pub fn run(lesson: &Lesson, (grid, dealt, by): (&Grid, &Dealt, By), how: &Running<'_>) -> Result<Option<Race>> {
    let contenders = grid.contenders();
    let drop_below = (!how.keep_losers).then_some(DROP_BELOW);
    let rules = Rules { less_is_better: by.less_is_better, ratio: dealt.folds.ratio(), drop_below };
    let leaves = vec![(0.0, 0.0); contenders.len()];
    let mut track = Track { lesson, grid, by, how, leaves, asked: 0, out_of_time: false };
    let raced = race((contenders.len(), dealt.folds.len()), &rules, |fold, lanes| {
        track.ask(fold, &dealt.folds.parts(fold), &contenders, lanes)
    })?;
    if raced.folds == 0 {
        return Ok(None);
    }
    let leaves = track.leaves.iter().map(|(sum, many)| sum / many).collect();
    Ok(Some(Race { raced, rules, leaves, asked: track.asked, out_of_time: track.out_of_time, contenders }))
}

struct Track<'a> {
    lesson: &'a Lesson,
    grid: &'a Grid,
    by: By,
    how: &'a Running<'a>,
    /// The sum of each contender's leaves, and how many models that is.
    leaves: Vec<(f64, f64)>,
    asked: usize,
    out_of_time: bool,
}

/// Passes on that the work is to stop, and keeps to itself how far a single tree is.
struct Within<'a>(&'a dyn Watch);

impl Watch for Within<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

impl Track<'_> {
    /// The scores of these lanes in one fold; nothing where the time is up, unless it is the first fold.
    fn ask(
        &mut self,
        fold: usize,
        parts: &Parts,
        contenders: &[Contender],
        lanes: &[usize],
    ) -> Result<Option<Vec<Option<f64>>>> {
        let factors = self.lesson.class_factors(&parts.train);
        let training = self.lesson.training(&parts.train, factors.as_deref());
        let asked = Asked::new(self.lesson, &parts.test);
        let within = Within(self.how.watch);
        let mut scores = vec![None; lanes.len()];
        let mut from = 0;
        for family in lanes.chunk_by(|one, two| contenders[*one].family == contenders[*two].family) {
            // The very first family is always asked: there must be a winner.
            let first = fold == 0 && from == 0;
            if !first && (self.how.late)() {
                self.out_of_time = true;
                return Ok((fold == 0).then_some(scores));
            }
            let found = match &self.grid.families[contenders[family[0]].family] {
                Family::Trees { settings, variants: all } => {
                    let running: Vec<Variant> =
                        family.iter().map(|lane| all[contenders[*lane].variant].clone()).collect();
                    variants(&training, settings, &running, &within, |tree: &Tree| self.score(settings, &asked, tree))?
                }
                Family::Forest(way) => {
                    let model = self.lesson.learn_one(&How::Forest(way.clone()), &parts.train, &within)?.model;
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
            self.how.watch.settled(family.len() as u64);
        }
        Ok(Some(scores))
    }

    fn score(&self, settings: &TreeSettings, asked: &Asked, tree: &Tree) -> Result<(Option<f64>, usize)> {
        let model = self.lesson.model(settings, None, tree.clone())?;
        Ok((self.by.of(&asked.score(&model)?), tree.leaves()))
    }
}
