//! Models beside each other on the same folds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use serde::Deserialize;
use spinney::contest::{
    self, By, ClassWeight, Contestant, Dealing, Dealt, ForestWay, Grid, How, Lesson, Lists, Running, TreeWay,
    best_of_each_size, comparison, learning_curves, search,
};
use spinney::evaluate::Figure;
use spinney::forest::{Course, ForestSettings};
use spinney::grow::{Columns, Criterion, TreeSettings, Watch};
use spinney::prune::{Pruning, Rule};
use spinney::table::frame::nearest;
use spinney::table::{Table, Target, Task};

use crate::error::{raised, wrong};
use crate::grow::settings;
use crate::marks::json;
use crate::model::PyModel;
use crate::table::PyTable;
use crate::target::{self, Learned};
use crate::work::{Bell, watched};

/// What is asked of every contest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    folds: usize,
    repeats: usize,
    /// `groups` or `order`, where rows are dealt by a column.
    dealt_by: Option<String>,
    by: Option<String>,
    seed: u64,
    class_weight: Option<Factors>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Factors {
    Balanced,
    BalancedSubsample,
    Given(Vec<f64>),
}

/// A model: by its name, or by its settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    name: String,
    known: Option<String>,
    tree: Option<TreeSettings>,
    pruning: Option<Pruning>,
    forest: Option<ForestSettings>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Comparing {
    rules: Rules,
    models: Vec<Spec>,
    shares: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tuning {
    rules: Rules,
    base: Spec,
    criteria: Vec<Criterion>,
    depths: Vec<Option<u32>>,
    leaf_rows: Vec<f64>,
    /// Prices of a leaf; none where the base says how its tree is pruned, or nothing is said.
    complexities: Vec<f64>,
    split_columns: Vec<Columns>,
    rule: Rule,
    budget: Option<f64>,
    keep_losers: bool,
}

/// Tells of the part that is done, in hundredths.
struct Share<'a> {
    bell: &'a Bell,
    done: AtomicU64,
    all: u64,
}

impl<'a> Share<'a> {
    fn new(bell: &'a Bell, all: usize) -> Self {
        Share { bell, done: AtomicU64::new(0), all: all.max(1) as u64 }
    }
}

impl Watch for Share<'_> {
    fn stopped(&self) -> bool {
        self.bell.stopped()
    }

    fn settled(&self, more: u64) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        self.bell.tell((done * 100 / self.all).min(100));
    }
}

impl Spec {
    fn how(&self, task: Task, seed: u64) -> PyResult<How> {
        match (&self.known, &self.tree, &self.forest) {
            (Some(known), ..) => How::named(known, task, seed).ok_or_else(|| unknown(known)),
            (_, Some(settings), _) => {
                Ok(How::Tree(TreeWay { settings: settings.clone(), pruning: self.pruning.clone(), folds: None }))
            }
            (.., Some(settings)) => Ok(How::Forest(ForestWay { settings: settings.clone(), course: Course::new() })),
            (None, None, None) => Err(wrong(format!("{:?} says nothing of a model", self.name))),
        }
    }
}

fn unknown(name: &str) -> PyErr {
    let known: Vec<String> = How::NAMES.iter().map(|name| (*name).to_owned()).collect();
    let hint = nearest(name, &known).map(|near| format!("did you mean {near:?}?"));
    wrong(format!("there is no model {name:?}; {}", hint.unwrap_or_else(|| format!("models are {}", known.join(", ")))))
}

impl Rules {
    fn by(&self, task: Task) -> PyResult<By> {
        let unknown = || {
            let names: Vec<String> = Figure::of(task).iter().map(|figure| figure.name.to_owned()).collect();
            let name = self.by.clone().unwrap_or_default();
            let near = nearest(&name, &names).map(|near| format!("did you mean {near:?}?"));
            let hint = near.unwrap_or_else(|| format!("scores are {}", names.join(", ")));
            wrong(format!("by: {name:?} is no score of a {task}; {hint}"))
        };
        By::new(self.by.as_deref(), task).ok_or_else(unknown)
    }

    fn dealt(&self, lesson: &Lesson, column: Option<&Table>) -> PyResult<Dealt> {
        let column = column.and_then(|table| table.columns().first());
        let dealing = match (self.dealt_by.as_deref(), column) {
            (Some("groups"), Some(column)) => Dealing::Groups(column),
            (Some("order"), Some(column)) => Dealing::Order(column),
            _ => Dealing::Evenly(self.repeats),
        };
        contest::deal(lesson, self.folds, dealing, self.seed).map_err(raised)
    }

    /// Everything that can be learned from.
    fn lesson(&self, table: Table, learned: Learned<'_>) -> PyResult<Lesson> {
        let (table, mut targets, columns, weights) = target::Lesson::new(table, learned)?.into_parts();
        let target: Target = targets.remove(0);
        if !targets.is_empty() {
            return Err(wrong("models are compared and tuned for one target"));
        }
        let class_weight = self.class_weight.as_ref().map(|factors| match factors {
            Factors::Balanced => ClassWeight::Balanced,
            Factors::BalancedSubsample => ClassWeight::BalancedSubsample,
            Factors::Given(factors) => ClassWeight::Given(factors.clone()),
        });
        let rows = target.known_rows();
        Ok(Lesson { table, target, others: Vec::new(), columns, rows, weights, class_weight, groups: None })
    }
}

fn no_score(by: By) -> PyErr {
    wrong(format!("no fold has the score {}: fewer folds, or another score", by.name))
}

/// The column that rows are dealt by, as a table of its own.
type Aside<'py> = Option<PyRef<'py, PyTable>>;

/// Compares models: the figures as JSON, and the learning curves as a picture.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
#[pyo3(signature = (table, learned, how, aside, threads, progress=None))]
pub(crate) fn compare_on_folds(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    aside: Aside<'_>,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let Comparing { rules, models, shares }: Comparing = settings(how)?;
    let lesson = rules.lesson(table.take()?, learned)?;
    let aside = aside.map(|table| table.take()).transpose()?;
    watched(py, threads, progress.as_ref(), move |bell| {
        let task = lesson.target.task();
        let by = rules.by(task)?;
        let contestants =
            models.into_iter().map(|spec| Ok(Contestant { how: spec.how(task, rules.seed)?, name: spec.name }));
        let contestants = contestants.collect::<PyResult<Vec<Contestant>>>()?;
        let dealt = rules.dealt(&lesson, aside.as_ref())?;
        let one: f64 = shares.iter().map(|share| share * lesson.rows.len() as f64 * dealt.folds.len() as f64).sum();
        let all: usize = contestants.iter().map(|contestant| contestant.how.work(one as usize)).sum();
        let watch = Share::new(bell, all);
        let found = contest::compare(&lesson, (&contestants, &dealt, by), (&shares, rules.seed), &watch);
        let found = found.map_err(raised)?.ok_or_else(|| no_score(by))?;
        let told = json(&comparison(&lesson, &dealt, (&contestants, &found), &dealt.warnings))?;
        Ok((told, learning_curves(&lesson, &dealt, &found)))
    })
}

/// Tunes a model: the figures as JSON, the best of each size as a picture, and the winner, grown on all rows.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
#[pyo3(signature = (table, learned, how, aside, threads, progress=None))]
pub(crate) fn tune_on_folds(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    aside: Aside<'_>,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, String, PyModel)> {
    let tuning: Tuning = settings(how)?;
    let lesson = tuning.rules.lesson(table.take()?, learned)?;
    let aside = aside.map(|table| table.take()).transpose()?;
    watched(py, threads, progress.as_ref(), move |bell| {
        let Tuning { rules, base, rule, keep_losers, .. } = &tuning;
        let by = rules.by(lesson.target.task())?;
        let dealt = rules.dealt(&lesson, aside.as_ref())?;
        let lists = tuning.lists();
        let base = base.how(lesson.target.task(), rules.seed)?;
        let grid = Grid::new(&base, &lists, &lesson);
        let watch = Share::new(bell, grid.contenders().len() * dealt.folds.len());
        let (start, budget) = (Instant::now(), tuning.budget.map(Duration::try_from_secs_f64).transpose());
        let budget = budget.map_err(|error| wrong(format!("budget: {error}")))?;
        let late = || budget.is_some_and(|budget| start.elapsed() > budget);
        let running = Running { keep_losers: *keep_losers, late: &late, watch: &watch };
        let found = contest::tune(&lesson, (grid, &dealt, by), (*rule, &running), |_| Box::new(()));
        let found = found.map_err(raised)?.ok_or_else(|| no_score(by))?;
        let told = json(&search(&lesson, &dealt, (&found, None), &dealt.warnings))?;
        let drawn = best_of_each_size(&lesson, &dealt, &found);
        Ok((told, drawn, PyModel::of(found.model)))
    })
}

impl Tuning {
    fn lists(&self) -> Lists {
        let ways = match &self.base.pruning {
            Some(way) if self.complexities.is_empty() => vec![Some(way.clone())],
            _ => Lists::prices(&self.complexities),
        };
        Lists {
            criteria: self.criteria.clone(),
            depths: self.depths.clone(),
            leaf_rows: self.leaf_rows.clone(),
            ways,
            columns: self.split_columns.clone(),
        }
    }
}
