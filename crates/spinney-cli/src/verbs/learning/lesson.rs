//! What is learned from: the table without what is left out, the target, the weights.

use spinney::fit::{Fitted, fit_several};
use spinney::forest::{End, Piece};
use spinney::grow::{Training, TreeSettings, Watch};
use spinney::model::{Model, Schema};
use spinney::prune::Pruning;
use spinney::table::inspect::inspect;
use spinney::table::{MISSING, Table, Target, TargetValues, Task};
use spinney::tree::Tree;

use super::super::asking::weights;
use super::super::task::told;
use super::class_weight::ClassWeight;
use super::how::{ForestWay, How, TreeWay, Until};
use super::sampling::Sampling;
use crate::args::{General, LearnArgs};
use crate::fault::{Mistake, Ours, Outcome};
use crate::reading;
use crate::text::label;

/// Everything that can be learned from.
pub(in crate::verbs) struct Lesson {
    pub(in crate::verbs) table: Table,
    pub(in crate::verbs) target: Target,
    /// Further targets, learned by the same model.
    pub(in crate::verbs) others: Vec<Target>,
    /// The places of the columns to learn from.
    pub(in crate::verbs) columns: Vec<usize>,
    /// The rows with a target, or with every one.
    pub(in crate::verbs) rows: Vec<u32>,
    pub(in crate::verbs) weights: Option<Vec<f64>>,
    class_weight: Option<ClassWeight>,
    /// How the rows of a forest's trees are drawn.
    pub(in crate::verbs) sampling: Sampling,
    /// Columns that look like identifiers.
    pub(in crate::verbs) left_out: Vec<String>,
    /// What was noticed.
    pub(in crate::verbs) warnings: Vec<String>,
}

/// The model of a target, and how it came to be.
pub(in crate::verbs) struct Learned {
    pub(in crate::verbs) model: Model,
    pub(in crate::verbs) story: Story,
}

/// What is known of how a model came to be, beside the model.
pub(in crate::verbs) enum Story {
    /// The tree before and after it was pruned.
    Tree(Box<Fitted>),
    /// Why no more trees were grown.
    Forest(End),
}

impl Lesson {
    /// Reads the table and looks at it; the column aside is not learned from.
    pub(in crate::verbs) fn new(args: &LearnArgs, aside: Option<&str>, general: &General) -> Outcome<Self> {
        let name = args.target.as_deref().or(reading::usual_target(&args.table)).ok_or_else(|| {
            Mistake::new("--target is missing")
                .hint("--target COL names the column to be predicted; --model isolation has none")
        })?;
        let table = reading::table(&args.table, general)?;
        let in_table = |error| reading::in_table(&args.table, &error);
        let (target, others) = targets(&table, name, told(args.task)).map_err(in_table)?;
        let is_target = |name: &str| std::iter::once(&target).chain(&others).any(|target| target.name == name);
        let keep = reading::lists(&args.keep);
        keep.iter().try_for_each(|name| table.position(name).map(drop)).map_err(in_table)?;
        let weights = args.weight.as_deref().map(|name| weights(&table, name, &args.table.table)).transpose()?;
        for (flag, said) in [("weight", &args.weight), ("sample-groups", &args.sample_groups)] {
            if let Some(name) = said.as_deref().filter(|name| is_target(name)) {
                return Err(Mistake::new(format!("--{flag}: {name:?} is the target")).into());
            }
        }
        if !others.is_empty() {
            for_one_target(args)?;
        }
        let class_weight = args.class_weight.as_deref().map(|text| ClassWeight::read(text, &target)).transpose()?;
        let looked = inspect(&table, Some(&target), &keep);
        if let Some(name) = aside {
            table.position(name).map_err(in_table)?;
        }
        let asides = [args.weight.as_deref(), args.sample_groups.as_deref(), aside];
        let is_aside = |name: &str| asides.contains(&Some(name));
        let learned = |place: &usize| {
            let name = &table.columns()[*place].name;
            !is_target(name) && !looked.left_out[*place] && !is_aside(name)
        };
        let columns: Vec<usize> = (0..table.columns().len()).filter(learned).collect();
        if columns.is_empty() {
            return Err(Mistake::new(format!("{}: no column is left to learn from", args.table.table)).into());
        }
        let name = |place: usize| table.columns()[place].name.clone();
        // What was noticed of another target is not about a column to learn from.
        let passed_over = |name: &str| is_aside(name) || (name != target.name && is_target(name));
        let out = (0..table.columns().len()).filter(|place| looked.left_out[*place] && !passed_over(&name(*place)));
        let left_out = out.map(name).collect();
        let spoken = looked.warnings.iter().filter(|warning| !warning.column().is_some_and(passed_over));
        let warnings = spoken.map(|warning| match warning.column() {
            Some(column) => format!("{}: {warning}", label(column)),
            None => warning.to_string(),
        });
        let mut rows = known_rows(&target);
        for other in &others {
            let known = known_rows(other);
            rows.retain(|row| known.binary_search(row).is_ok());
        }
        let warnings = warnings.collect();
        let sampling = Sampling::read(args, (&table, &target, &rows), class_weight.as_ref()).map_err(in_table)?;
        Ok(Lesson { table, target, others, columns, rows, weights, class_weight, sampling, left_out, warnings })
    }

    /// The same for what is for one target alone.
    pub(in crate::verbs) fn of_one(
        verb: &str,
        args: &LearnArgs,
        aside: Option<&str>,
        general: &General,
    ) -> Outcome<Self> {
        let lesson = Lesson::new(args, aside, general)?;
        if lesson.others.is_empty() {
            return Ok(lesson);
        }
        let mistake = format!("{verb} is for one target, and --target names {}", 1 + lesson.others.len());
        Err(Mistake::new(mistake).hint("spinney fit learns several targets by one model").into())
    }

    /// All targets, the first one first.
    pub(in crate::verbs) fn targets(&self) -> impl Iterator<Item = &Target> {
        std::iter::once(&self.target).chain(&self.others)
    }

    /// The class of each row, of the first target, by which rows are dealt out evenly.
    pub(in crate::verbs) fn classes(&self) -> Option<&[u32]> {
        match &self.target.values {
            TargetValues::Classes(classes) => Some(&classes.codes),
            TargetValues::Numbers(_) => None,
        }
    }

    /// What was noticed, with what else is to be told, in lines that warn; nothing where there is nothing.
    pub(in crate::verbs) fn told_warnings(&self, more: &[String]) -> String {
        let warnings: Vec<&str> = self.warnings.iter().chain(more).map(String::as_str).collect();
        if warnings.is_empty() { String::new() } else { format!("\n! {}\n", warnings.join("\n! ")) }
    }

    /// The name of a class.
    pub(in crate::verbs) fn class_name(&self, class: u32) -> Option<&str> {
        match &self.target.values {
            TargetValues::Classes(classes) => classes.names.get(class as usize).map(String::as_str),
            TargetValues::Numbers(_) => None,
        }
    }

    /// The factors of classes where these rows are learned from.
    pub(in crate::verbs) fn class_factors(&self, rows: &[u32]) -> Option<Vec<f64>> {
        self.class_weight.as_ref()?.factors(&self.training(rows, None))
    }

    /// These rows, to be learned from, with their factors.
    pub(in crate::verbs) fn training<'a>(&'a self, rows: &'a [u32], factors: Option<&'a [f64]>) -> Training<'a> {
        Training {
            rows: Some(rows),
            weights: self.weights.as_deref(),
            class_weights: factors,
            groups: self.sampling.groups.as_deref(),
            others: &self.others,
            ..Training::new(&self.table, &self.columns, &self.target)
        }
    }

    /// A tree of the first target with the names of the table.
    pub(in crate::verbs) fn model(
        &self,
        settings: &TreeSettings,
        pruning: Option<&Pruning>,
        tree: Tree,
    ) -> Outcome<Model> {
        self.model_of(&self.target, settings, pruning, tree)
    }

    fn model_of(
        &self,
        target: &Target,
        settings: &TreeSettings,
        pruning: Option<&Pruning>,
        tree: Tree,
    ) -> Outcome<Model> {
        let ways = pruning.into_iter().cloned().collect();
        let model = Model::made(self.schema(target), Some(settings.clone()), ways, tree);
        Ok(model.map_err(|error| Ours(format!("the tree that was grown makes no model: {error}")))?)
    }

    /// The model of the only target that these rows teach.
    pub(in crate::verbs) fn learn_one(&self, how: &How, rows: &[u32], watch: &dyn Watch) -> Outcome<Learned> {
        let mut all = self.learn(how, rows, watch)?;
        Ok(all.pop().ok_or_else(|| Ours("no target was learned".to_owned()))?)
    }

    /// The model of each target that these rows teach.
    pub(in crate::verbs) fn learn(&self, how: &How, rows: &[u32], watch: &dyn Watch) -> Outcome<Vec<Learned>> {
        // Where classes weigh the same in each tree, they need not beforehand.
        let in_each = matches!(how, How::Forest(way) if way.settings.balance);
        let factors = if in_each { None } else { self.class_factors(rows) };
        let training = self.training(rows, factors.as_deref());
        match how {
            How::Tree(TreeWay { settings, pruning, folds }) => {
                let way = pruning.as_ref().map(|way| (way, folds.as_deref()));
                let fitted = fit_several(&training, settings, way, watch)?;
                let learned = |(fitted, target): (Fitted, &Target)| {
                    let model = self.model_of(target, settings, pruning.as_ref(), fitted.tree().clone())?;
                    Ok(Learned { model, story: Story::Tree(Box::new(fitted)) })
                };
                fitted.into_iter().zip(self.targets()).map(learned).collect()
            }
            How::Forest(ForestWay { settings, course, budget, .. }) => {
                let numbers = 0..u64::from(settings.trees);
                let pieces = Piece::several(&training, settings, numbers, course, &Until::new(watch, *budget))?;
                let learned = |(piece, target): (Piece, &Target)| {
                    let findings = if course.importance { piece.findings(&training) } else { None };
                    let known = (Some(piece.settings().clone()), findings);
                    let story = Story::Forest(piece.end());
                    let model = Model::of_forest(self.schema(target), known, piece.into_forest());
                    let model =
                        model.map_err(|error| Ours(format!("the forest that was grown makes no model: {error}")))?;
                    Ok(Learned { model, story })
                };
                pieces.into_iter().zip(self.targets()).map(learned).collect()
            }
        }
    }

    fn schema(&self, target: &Target) -> Schema {
        Schema::new(&self.table, &self.columns, target)
    }
}

/// The targets that a text names: a column of this very name, or several with commas between.
fn targets(table: &Table, text: &str, task: Option<Task>) -> spinney::Result<(Target, Vec<Target>)> {
    let whole = table.position(text).is_ok();
    let names = if whole { vec![text.to_owned()] } else { reading::lists(&[text.to_owned()]) };
    let mut found = names.iter().map(|name| Target::new(table, name, task)).collect::<spinney::Result<Vec<_>>>()?;
    let first = found.remove(0);
    Ok((first, found))
}

/// What says something of the classes of one target has nothing to say of several.
fn for_one_target(args: &LearnArgs) -> Outcome {
    let strata = args.sample_strata.as_deref() == Some("target") || args.sample_strata.is_none();
    let said = [
        (args.class_weight.is_some(), "class-weight", "--weight names a column with the weight of each row"),
        (args.sample_strata.as_deref() == Some("target"), "sample-strata target", "--sample-strata COL"),
        (args.sample_each.is_some() && strata, "sample-each", "--sample-strata COL says of which column"),
    ];
    let Some((_, flag, hint)) = said.into_iter().find(|(said, ..)| *said) else { return Ok(()) };
    Err(Mistake::new(format!("--{flag} is for one target, and --target names several")).hint(hint).into())
}

/// A mistake in the table names it; a mistake of ours stays what it is.
pub(in crate::verbs) fn in_table(args: &LearnArgs, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<spinney::Error>() {
        Ok(error) if matches!(error.mistake, spinney::error::Mistake::BrokenTree { .. }) => error.into(),
        Ok(error) => reading::in_table(&args.table, &error),
        Err(error) => error,
    }
}

/// The rows with a target.
pub(in crate::verbs) fn known_rows(target: &Target) -> Vec<u32> {
    let known = |row: &u32| match &target.values {
        TargetValues::Classes(classes) => classes.codes[*row as usize] != MISSING,
        TargetValues::Numbers(values) => !values[*row as usize].is_nan(),
    };
    let many = match &target.values {
        TargetValues::Classes(classes) => classes.codes.len(),
        TargetValues::Numbers(values) => values.len(),
    };
    (0..many as u32).filter(known).collect()
}
