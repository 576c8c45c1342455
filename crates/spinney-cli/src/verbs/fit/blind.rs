//! Trees without a target.

use std::fmt::Write as _;

use serde::Serialize;
use spinney::blind::{Blind, BlindKind, BlindSettings, SampleRows};
use spinney::fit::{Blinded, fit_blind};
use spinney::model::Models;
use spinney::table::{Table, inspect, number};

use crate::args::{Fit as Args, ForestArgs, General, GrowArgs, KindArg};
use crate::console::{Growing, Report};
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::saving::Place;
use crate::text::{counted, digits, label, line_width, listed};

/// What was grown, for programs.
#[derive(Serialize)]
struct Document<'a> {
    model: BlindKind,
    columns: Vec<&'a str>,
    left_out: &'a [String],
    rows: usize,
    trees: usize,
    nodes: usize,
    leaves: usize,
    depth: u32,
    settings: &'a BlindSettings,
    /// How many rows each tree was grown from.
    rows_per_tree: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outlying: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<&'a str>,
    warnings: &'a [String],
}

/// What is looked at.
struct Sight {
    table: Table,
    columns: Vec<usize>,
    left_out: Vec<String>,
    warnings: Vec<String>,
}

/// Grows trees without a target, keeps them, and reports.
pub(super) fn blind(args: &Args, general: &General, place: Option<&Place>) -> Outcome<Report> {
    refuse(args)?;
    let settings = settings(args, general.seed)?;
    let sight = Sight::new(args, general)?;
    let growing = Growing::trees(general, u64::from(settings.trees));
    let fitted = fit_blind(&sight.table, &sight.columns, &settings, &growing)
        .map_err(|error| reading::in_table(&args.learn.table, &error))?;
    drop(growing);
    let Some(blind) = fitted.model.blind() else { return Ok(Report::default()) };
    let shown =
        if general.json { document(args, &sight, &fitted, blind)? } else { report(args, &sight, &fitted, blind) };
    let mut report = Report::from(shown);
    if let Some(place) = place {
        place.save(&bytes(&Models::from(fitted.model.clone()), place))?;
        report.notes.push(format!("the model is in {}", args.out.as_deref().unwrap_or_default()));
    }
    Ok(report)
}

/// Models as their file holds them.
pub(crate) fn bytes(models: &Models, place: &Place) -> Vec<u8> {
    if place.ending() == "json" { models.to_json_text().into_bytes() } else { models.to_bytes() }
}

/// Flags that say how a target is learned have nothing to say here.
fn refuse(args: &Args) -> Outcome {
    let learn = &args.learn;
    let embedding = args.model == KindArg::Embedding;
    let said = [
        (learn.target.is_some(), "target"),
        (learn.task.is_some(), "task"),
        (learn.weight.is_some(), "weight"),
        (learn.class_weight.is_some(), "class-weight"),
        (learn.sample_groups.is_some(), "sample-groups"),
        (learn.sample_strata.is_some(), "sample-strata"),
        (learn.sample_each.is_some(), "sample-each"),
        (args.show_depth.is_some(), "show-depth"),
        (args.test.test.is_some(), "test"),
        (args.test.test_fraction.is_some(), "test-fraction"),
        (args.cv.is_asked(), "cv"),
        (args.how.prune.prune.is_some(), "prune"),
        (args.contamination.is_some() && embedding, "contamination"),
    ];
    let first = said.iter().find(|(said, _)| *said).map(|(_, flag)| *flag);
    let other = || args.how.prune.said().or(args.course.said()).or(grown(&args.how.grow)).or(drawn(&args.how.forest));
    let Some(flag) = first.or_else(other) else { return Ok(()) };
    let hint = if flag == "target" {
        "--ignore COL leaves a column out"
    } else {
        "--trees, --sample, --max-depth and, for isolation, --contamination say how such trees are grown"
    };
    Err(Mistake::new(format!("--{flag} says nothing to trees without a target")).hint(hint).into())
}

/// The first flag that says how a tree learns from its target.
fn grown(grow: &GrowArgs) -> Option<&'static str> {
    let said = [
        (grow.preset.is_some(), "preset"),
        (grow.criterion.is_some(), "criterion"),
        (grow.nominal_split.is_some(), "nominal-split"),
        (grow.threshold.is_some(), "threshold"),
        (grow.missing_policy.is_some(), "missing-policy"),
        (grow.min_rows_leaf.is_some(), "min-rows-leaf"),
        (grow.min_rows_split.is_some(), "min-rows-split"),
        (grow.min_share_leaf.is_some(), "min-share-leaf"),
        (grow.min_share_split.is_some(), "min-share-split"),
        (grow.min_rows_value.is_some(), "min-rows-value"),
        (grow.min_gain.is_some(), "min-gain"),
        (grow.min_tree_gain.is_some(), "min-tree-gain"),
        (grow.zero_gain.is_some(), "zero-gain"),
        (grow.max_leaves.is_some(), "max-leaves"),
        (grow.acceptable_error.is_some(), "acceptable-error"),
        (grow.complexity.is_some(), "complexity"),
        (grow.collapse.is_some(), "collapse"),
        (grow.leaf.is_some(), "leaf"),
        (grow.quantile.is_some(), "quantile"),
        (!grow.monotone.is_empty(), "monotone"),
        (grow.missing_last.is_some(), "missing-last"),
        (!grow.interaction.is_empty(), "interaction"),
        (grow.conventions.is_some(), "conventions"),
    ];
    said.iter().find(|(said, _)| *said).map(|(_, flag)| *flag)
}

/// The first flag that says how a forest learns from its target.
fn drawn(forest: &ForestArgs) -> Option<&'static str> {
    let said = [
        (forest.columns_per_split.is_some(), "columns-per-split"),
        (forest.count_constant.is_some(), "count-constant"),
        (forest.columns_per_tree.is_some(), "columns-per-tree"),
        (forest.replacement.is_some(), "replacement"),
        (forest.prune_alpha.is_some(), "prune-alpha"),
        (forest.vote.is_some(), "vote"),
        (forest.max_memory.is_some(), "max-memory"),
    ];
    said.iter().find(|(said, _)| *said).map(|(_, flag)| *flag)
}

/// What the flags ask for.
fn settings(args: &Args, seed: u64) -> Outcome<BlindSettings> {
    let base = if args.model == KindArg::Embedding { BlindSettings::embedding() } else { BlindSettings::isolation() };
    let forest = &args.how.forest;
    Ok(BlindSettings {
        trees: forest.trees.unwrap_or(base.trees),
        sample: forest.sample.map_or(Ok(base.sample), sample)?,
        max_depth: args.how.grow.max_depth.map_or(base.max_depth, |most| Some(most.0.unwrap_or(u32::MAX))),
        seed,
        contamination: args.contamination,
        ..base
    })
}

/// A share up to 1, a number of rows above.
fn sample(said: f64) -> Outcome<SampleRows> {
    match said {
        1.0 => Ok(SampleRows::All),
        share if share < 1.0 => Ok(SampleRows::Share(share)),
        count if count.fract() == 0.0 && count < f64::from(u32::MAX) => Ok(SampleRows::Count(count as u32)),
        other => {
            Err(Mistake::new(format!("--sample is {other}: neither a share up to 1 nor a whole number of rows")).into())
        }
    }
}

impl Sight {
    fn new(args: &Args, general: &General) -> Outcome<Self> {
        let table = reading::table(&args.learn.table, general)?;
        let keep = reading::lists(&args.learn.keep);
        let in_table = |error| reading::in_table(&args.learn.table, &error);
        keep.iter().try_for_each(|name| table.position(name).map(drop)).map_err(in_table)?;
        let looked = inspect(&table, None, &keep);
        let columns: Vec<usize> = (0..table.columns().len()).filter(|place| !looked.left_out[*place]).collect();
        let name = |place: usize| table.columns()[place].name.clone();
        let left_out = (0..table.columns().len()).filter(|place| looked.left_out[*place]).map(name).collect();
        let warnings = looked.warnings.iter().map(|warning| match warning.column() {
            Some(column) => format!("{}: {warning}", label(column)),
            None => warning.to_string(),
        });
        Ok(Sight { warnings: warnings.collect(), columns, left_out, table })
    }
}

/// How many training rows are outlying, where a share was said.
fn outlying(fitted: &Blinded, blind: &Blind) -> Option<usize> {
    blind.settings.contamination?;
    Some(fitted.scores.iter().filter(|score| blind.is_outlying(**score)).count())
}

fn document(args: &Args, sight: &Sight, fitted: &Blinded, blind: &Blind) -> Outcome<String> {
    let model = &fitted.model;
    let document = Document {
        model: blind.settings.kind,
        columns: sight.columns.iter().map(|place| &*sight.table.columns()[*place].name).collect(),
        left_out: &sight.left_out,
        rows: sight.table.rows(),
        trees: model.trees().len(),
        nodes: model.nodes(),
        leaves: model.leaves(),
        depth: model.depth(),
        settings: &blind.settings,
        rows_per_tree: blind.rows,
        offset: (blind.settings.kind == BlindKind::Isolation).then_some(blind.offset),
        outlying: outlying(fitted, blind),
        out: args.out.as_deref(),
        warnings: &sight.warnings,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn report(args: &Args, sight: &Sight, fitted: &Blinded, blind: &Blind) -> String {
    let (model, rows) = (&fitted.model, sight.table.rows());
    let columns = counted(sight.table.columns().len(), "column");
    let mut out = format!("{}: {}, {columns}\n", args.learn.table.table, counted(rows, "row"));
    out += &listed("settings:", &words(&blind.settings, rows), line_width());
    let trees = counted(model.trees().len(), "tree");
    let each = counted(blind.rows as usize, "row");
    let leaves = counted(model.leaves(), "leaf").replace("leafs", "leaves");
    let _ = writeln!(out, "\n{trees} of {each} each, {leaves}, depth {}", model.depth());
    if let Some(many) = outlying(fitted, blind) {
        let _ =
            writeln!(out, "outlying: {} of {rows}, which score above {}", counted(many, "row"), digits(-blind.offset));
    }
    if !sight.warnings.is_empty() {
        let _ = writeln!(out, "\n! {}", sight.warnings.join("\n! "));
    }
    out
}

/// What is in effect, in the words of the flags.
fn words(settings: &BlindSettings, rows: usize) -> Vec<String> {
    let sample = match settings.sample {
        SampleRows::All => "1".to_owned(),
        SampleRows::Count(count) => count.to_string(),
        SampleRows::Share(share) => number::text(share),
    };
    let kind = if settings.kind == BlindKind::Isolation { "isolation" } else { "embedding" };
    let mut words = vec![
        format!("model {kind}"),
        format!("trees {}", settings.trees),
        format!("sample {sample}"),
        format!("max-depth {}", settings.depth(rows)),
        format!("seed {}", settings.seed),
    ];
    words.extend(settings.contamination.map(|share| format!("contamination {}", number::text(share))));
    words
}
