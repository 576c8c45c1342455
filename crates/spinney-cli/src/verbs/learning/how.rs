//! How a model is learned, as the flags say, and back to words.

use std::time::{Duration, Instant};

use spinney::contest::{ForestWay, How, TreeWay, own};
use spinney::forest::{Course, ForestSettings, Settle};
use spinney::grow::Watch;
use spinney::table::Task;

use super::super::forests::{self, base, forest_settings, model_word};
use super::super::settings::{check_leaf, settings};
use super::super::{pruning, settings as tree_settings};
use super::sampling::Sampling;
use crate::args::{CourseArgs, General, HowArgs, ModelArg, PruneArg};
use crate::console::Growing;
use crate::fault::{Mistake, Outcome};
use crate::machine::available_memory;

/// What the flags ask for.
pub(in crate::verbs) fn how(args: &HowArgs, model: ModelArg, task: Task, seed: u64) -> Outcome<How> {
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
    // Trees alone, within so many bytes, or what the machine has left.
    let course = Course { max_memory: forest.max_memory.or_else(available_memory), ..Course::new() };
    Ok(How::Forest(ForestWay { settings, course }))
}

/// The same with what `fit` says of a forest's course: its growth may end early, and what rows out of bag tell is kept.
pub(in crate::verbs) fn watched(how: How, args: &CourseArgs) -> Outcome<How> {
    match how {
        How::Tree(_) => args.said().map_or(Ok(how), |flag| Err(for_forests(flag).into())),
        How::Forest(way) => {
            let course = Course { settle: args.settle.then(Settle::default), ..way.course };
            Ok(How::Forest(ForestWay { course, ..way }).kept())
        }
    }
}

/// The same with what is said of how a forest draws rows; one tree draws none.
pub(in crate::verbs) fn sampled(how: How, sampling: &Sampling) -> Outcome<How> {
    match how {
        How::Tree(_) => sampling.said.map_or(Ok(how), |flag| Err(for_forests(flag).into())),
        How::Forest(way) => {
            let settings = ForestSettings { sample_by: sampling.by, balance: sampling.balance, ..way.settings };
            Ok(How::Forest(ForestWay { settings, ..way }))
        }
    }
}

/// What is in effect, in the words of the flags; rows may be drawn by a column.
pub(in crate::verbs) fn how_words(how: &How, task: Task, drawn_by: Option<&str>) -> Vec<String> {
    match how {
        How::Tree(TreeWay { settings, pruning, .. }) => {
            let pruning = pruning.as_ref().map_or_else(|| vec!["prune none".to_owned()], pruning::words);
            tree_settings::words(settings, task).into_iter().chain(pruning).collect()
        }
        How::Forest(way) => forests::words(&way.settings, task, drawn_by),
    }
}

/// A bar that follows so many models, which learn from so many rows in all.
pub(in crate::verbs) fn growing(how: &How, general: &General, models: usize, rows: usize) -> Growing {
    match how {
        How::Tree(_) => Growing::new(general, how.work(rows)),
        How::Forest(way) => Growing::trees(general, u64::from(way.settings.trees) * models as u64),
    }
}

fn for_forests(flag: &str) -> Mistake {
    Mistake::new(format!("--{flag} is for forests, and --model tree was asked for"))
        .hint("--model forest, or --model extra-trees")
}

/// A watch that has enough when the time is up.
pub(in crate::verbs) struct Until<'a> {
    watch: &'a dyn Watch,
    end: Option<Instant>,
}

impl<'a> Until<'a> {
    /// From now on for so long, or without end.
    pub(in crate::verbs) fn new(watch: &'a dyn Watch, budget: Option<Duration>) -> Self {
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
