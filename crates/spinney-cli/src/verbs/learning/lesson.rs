//! What is learned from: the table without what is left out, the target, the weights.

use std::ops::Deref;

use spinney::contest;
use spinney::table::inspect::inspect;
use spinney::table::{Table, Target, Task};

use super::super::asking::weights;
use super::super::task::told;
use super::class_weight::class_weight;
use super::sampling::Sampling;
use crate::args::{General, LearnArgs};
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::label;

/// Everything that can be learned from, and what the person is to know of it.
pub(in crate::verbs) struct Lesson {
    taught: contest::Lesson,
    /// How the rows of a forest's trees are drawn.
    pub(in crate::verbs) sampling: Sampling,
    /// Columns that look like identifiers.
    pub(in crate::verbs) left_out: Vec<String>,
    /// What was noticed.
    pub(in crate::verbs) warnings: Vec<String>,
}

impl Deref for Lesson {
    type Target = contest::Lesson;

    fn deref(&self) -> &contest::Lesson {
        &self.taught
    }
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
        let class_weight = args.class_weight.as_deref().map(|text| class_weight(text, &target)).transpose()?;
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
        let mut rows = target.known_rows();
        for other in &others {
            let known = other.known_rows();
            rows.retain(|row| known.binary_search(row).is_ok());
        }
        let warnings = warnings.collect();
        let (sampling, groups) =
            Sampling::read(args, (&table, &target, &rows), class_weight.as_ref()).map_err(in_table)?;
        let taught = contest::Lesson { table, target, others, columns, rows, weights, class_weight, groups };
        Ok(Lesson { taught, sampling, left_out, warnings })
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

    /// What was noticed, with what else is to be told, in lines that warn; nothing where there is nothing.
    pub(in crate::verbs) fn told_warnings(&self, more: &[String]) -> String {
        let warnings: Vec<&str> = self.warnings.iter().chain(more).map(String::as_str).collect();
        if warnings.is_empty() { String::new() } else { format!("\n! {}\n", warnings.join("\n! ")) }
    }

    /// What was noticed, with what else is to be told.
    pub(in crate::verbs) fn all_warnings(&self, more: &[String]) -> Vec<String> {
        self.warnings.iter().chain(more).cloned().collect()
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
