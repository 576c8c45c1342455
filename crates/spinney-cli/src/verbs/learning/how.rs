//! How a model is learned: one tree and its pruning, or a forest and how far it is grown.

use std::time::{Duration, Instant};

use serde::Serialize;
use spinney::forest::{Course, ForestSettings, Settle};
use spinney::grow::{Sample, TreeSettings, Watch};
use spinney::model::Model;
use spinney::prune::{Price, Pruning};
use spinney::table::Task;

use super::super::forests::{self, base, forest_settings, model_word};
use super::super::settings::{check_leaf, own, settings};
use super::super::{pruning, settings as tree_settings};
use super::sampling::Sampling;
use crate::args::{CourseArgs, General, HowArgs, ModelArg, PruneArg};
use crate::console::Growing;
use crate::fault::{Mistake, Outcome};
use crate::machine::available_memory;

/// How a model is learned.
#[derive(Debug, Clone)]
pub(in crate::verbs) enum How {
    Tree(TreeWay),
    Forest(ForestWay),
}

/// How one tree is learned.
#[derive(Debug, Clone)]
pub(in crate::verbs) struct TreeWay {
    pub(in crate::verbs) settings: TreeSettings,
    pub(in crate::verbs) pruning: Option<Pruning>,
    /// The fold of each row of the table, where the person gave them.
    pub(in crate::verbs) folds: Option<Vec<u32>>,
}

/// How a forest is learned.
#[derive(Debug, Clone)]
pub(in crate::verbs) struct ForestWay {
    pub(in crate::verbs) settings: ForestSettings,
    /// How far it is grown, and what is kept beside its trees.
    pub(in crate::verbs) course: Course,
    /// The time after which no tree is begun.
    pub(in crate::verbs) budget: Option<Duration>,
    /// The column that rows are drawn by.
    pub(in crate::verbs) drawn_by: Option<String>,
}

/// Settings of either kind, for programs.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::verbs) enum SettingsDocument<'a> {
    Tree(&'a TreeSettings),
    Forest(&'a ForestSettings),
}

impl How {
    /// What the flags ask for.
    pub(in crate::verbs) fn new(args: &HowArgs, model: ModelArg, task: Task, seed: u64) -> Outcome<Self> {
        let HowArgs { grow, prune, forest } = args;
        check_leaf(grow)?;
        let Some(base) = base(model, task) else {
            forest.said().map_or(Ok(()), |flag| Err(for_forests(flag)))?;
            let settings = settings(grow, own(task), task, seed)?;
            return Ok(How::Tree(TreeWay { settings, pruning: pruning::pruning(prune, grow.preset)?, folds: None }));
        };
        let other_way = prune.prune.filter(|way| *way != PruneArg::None).map(|_| "prune");
        if let Some(flag) = other_way.or(prune.said()) {
            let mistake = format!("--{flag} is for one tree, and --model {} was asked for", model_word(model));
            let hint = "--prune-alpha prunes the trees of a forest; --min-rows-leaf or --max-depth keeps them small";
            return Err(Mistake::new(mistake).hint(hint).into());
        }
        let settings = forest_settings((grow, forest), base, task, seed)?;
        Ok(How::Forest(ForestWay::new(settings, forest.max_memory)))
    }

    /// The same with what `fit` says of a forest's course: its growth may end early, and what rows out of bag tell is kept.
    pub(in crate::verbs) fn watched(self, args: &CourseArgs) -> Outcome<Self> {
        match self {
            How::Tree(_) => args.said().map_or(Ok(self), |flag| Err(for_forests(flag).into())),
            How::Forest(way) => {
                let course = Course { settle: args.settle.then(Settle::default), ..way.course };
                Ok(How::Forest(ForestWay { course, budget: args.budget, ..way }).kept())
            }
        }
    }

    /// The same with what is said of how a forest draws rows; one tree draws none.
    pub(in crate::verbs) fn sampled(self, sampling: &Sampling) -> Outcome<Self> {
        match self {
            How::Tree(_) => sampling.said.map_or(Ok(self), |flag| Err(for_forests(flag).into())),
            How::Forest(way) => {
                let settings = ForestSettings { sample_by: sampling.by, balance: sampling.balance, ..way.settings };
                Ok(How::Forest(ForestWay { settings, drawn_by: sampling.column.clone(), ..way }))
            }
        }
    }

    /// The same for a model that is kept: what rows out of bag tell of a forest is kept with it.
    pub(in crate::verbs) fn kept(self) -> Self {
        match self {
            How::Tree(_) => self,
            How::Forest(way) => {
                let course = Course { out_of_bag: true, importance: true, ..way.course };
                How::Forest(ForestWay { course, ..way })
            }
        }
    }

    /// How folds learn beside this model: nothing but trees, as many as it has.
    pub(in crate::verbs) fn beside(&self, model: &Model) -> How {
        match self {
            How::Tree(_) => self.clone(),
            How::Forest(way) => {
                let settings = way.settings.clone().trees(model.trees().len() as u32);
                let drawn_by = way.drawn_by.clone();
                How::Forest(ForestWay { drawn_by, ..ForestWay::new(settings, way.course.max_memory) })
            }
        }
    }

    /// What is in effect, in the words of the flags.
    pub(in crate::verbs) fn words(&self, task: Task) -> Vec<String> {
        match self {
            How::Tree(TreeWay { settings, pruning, .. }) => {
                let pruning = pruning.as_ref().map_or_else(|| vec!["prune none".to_owned()], pruning::words);
                tree_settings::words(settings, task).into_iter().chain(pruning).collect()
            }
            How::Forest(way) => forests::words(&way.settings, task, way.drawn_by.as_deref()),
        }
    }

    /// Its settings and its pruning, for programs.
    pub(in crate::verbs) fn document(&self) -> (SettingsDocument<'_>, Option<&Pruning>) {
        match self {
            How::Tree(way) => (SettingsDocument::Tree(&way.settings), way.pruning.as_ref()),
            How::Forest(way) => (SettingsDocument::Forest(&way.settings), None),
        }
    }

    /// A bar that follows so many models, which learn from so many rows in all.
    pub(in crate::verbs) fn growing(&self, general: &General, models: usize, rows: usize) -> Growing {
        match self {
            How::Tree(_) => Growing::new(general, self.work(rows)),
            How::Forest(way) => Growing::trees(general, u64::from(way.settings.trees) * models as u64),
        }
    }

    /// How many rows reach a leaf while so many are learned from.
    pub(in crate::verbs) fn work(&self, rows: usize) -> usize {
        match self {
            How::Tree(TreeWay { pruning, .. }) => match pruning {
                Some(Pruning::CostComplexity { price: Price::Folds { folds, .. }, .. }) => {
                    rows.saturating_mul(*folds as usize)
                }
                _ => rows,
            },
            How::Forest(ForestWay { settings, .. }) => {
                let share = match settings.sample {
                    Sample::All => 1.0,
                    Sample::Part(share) => share,
                    Sample::Bootstrap(share) => 1.0 - (-share).exp(), // what is drawn at least once
                };
                (rows as f64 * f64::from(settings.trees) * share) as usize
            }
        }
    }
}

fn for_forests(flag: &str) -> Mistake {
    Mistake::new(format!("--{flag} is for forests, and --model tree was asked for"))
        .hint("--model forest, or --model extra-trees")
}

impl ForestWay {
    /// Trees alone, within so many bytes, or what the machine has left.
    pub(in crate::verbs) fn new(settings: ForestSettings, max_memory: Option<u64>) -> Self {
        let course = Course { max_memory: max_memory.or_else(available_memory), ..Course::new() };
        ForestWay { settings, course, budget: None, drawn_by: None }
    }
}

/// A watch that has enough when the time is up.
pub(super) struct Until<'a> {
    watch: &'a dyn Watch,
    end: Option<Instant>,
}

impl<'a> Until<'a> {
    /// From now on for so long, or without end.
    pub(super) fn new(watch: &'a dyn Watch, budget: Option<Duration>) -> Self {
        Until { watch, end: budget.and_then(|budget| Instant::now().checked_add(budget)) }
    }
}

impl Watch for Until<'_> {
    fn stopped(&self) -> bool {
        self.watch.stopped()
    }

    fn enough(&self) -> bool {
        self.watch.enough() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn settled(&self, rows: u64) {
        self.watch.settled(rows);
    }

    fn grown(&self) {
        self.watch.grown();
    }
}
