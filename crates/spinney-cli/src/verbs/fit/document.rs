//! What a fit came to, for programs.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::evaluate::{FoldMean, Score};
use spinney::grow::TreeSettings;
use spinney::prune::Pruning;
use spinney::table::Task;

use super::super::figures::{figures, spreads};
use super::super::learning::{How, Lesson};
use super::trial::{Test, Trial};
use crate::args::Fit as Args;
use crate::fault::Outcome;
use crate::verbs::settings::preset_word;

#[derive(Serialize)]
struct Document<'a> {
    model: &'a str,
    target: &'a str,
    task: Task,
    columns: Vec<&'a str>,
    left_out: &'a [String],
    rows: usize,
    rows_without_target: usize,
    nodes: usize,
    leaves: usize,
    depth: u32,
    seconds: f64,
    train: &'a Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<TestDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'static str>,
    settings: &'a TreeSettings,
    #[serde(skip_serializing_if = "Option::is_none")]
    pruning: Option<&'a Pruning>,
    /// The tree before it was pruned.
    #[serde(skip_serializing_if = "Option::is_none")]
    unpruned: Option<Size>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<&'a str>,
    warnings: &'a [String],
}

#[derive(Serialize)]
struct Size {
    nodes: usize,
    leaves: usize,
    depth: u32,
}

#[derive(Serialize)]
#[serde(tag = "by", rename_all = "lowercase")]
enum TestDocument<'a> {
    Fraction {
        fraction: f64,
        #[serde(flatten)]
        score: &'a Score,
    },
    File {
        file: &'a str,
        #[serde(flatten)]
        score: &'a Score,
    },
    Folds {
        folds: usize,
        dealt: &'a str,
        rows: usize,
        #[serde(flatten)]
        spreads: BTreeMap<&'static str, FoldMean>,
        each: Vec<BTreeMap<&'static str, f64>>,
    },
}

/// The whole fit as one JSON document.
pub(super) fn document(args: &Args, lesson: &Lesson, trial: &Trial, how: &How) -> Outcome<String> {
    let document = Document {
        model: &args.model,
        target: &lesson.target.name,
        task: lesson.target.task(),
        columns: lesson.columns.iter().map(|place| lesson.table.columns()[*place].name.as_str()).collect(),
        left_out: &lesson.left_out,
        rows: trial.rows,
        rows_without_target: lesson.table.rows() - lesson.rows.len(),
        nodes: trial.model.nodes(),
        leaves: trial.model.leaves(),
        depth: trial.model.depth(),
        seconds: trial.time.as_secs_f64(),
        train: &trial.train,
        test: trial.test.as_ref().map(tested),
        preset: args.grow.preset.map(preset_word),
        settings: &how.settings,
        pruning: how.pruning.as_ref(),
        unpruned: how.pruning.as_ref().map(|_| Size {
            nodes: trial.fitted.grown.len(),
            leaves: trial.fitted.grown.leaves(),
            depth: trial.fitted.grown.depth(),
        }),
        out: args.out.as_deref(),
        warnings: &lesson.warnings,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn tested(test: &Test) -> TestDocument<'_> {
    match test {
        Test::Fraction { fraction, score } => TestDocument::Fraction { fraction: *fraction, score },
        Test::File { file, score } => TestDocument::File { file, score },
        Test::Folds { each, ratio, words, .. } => {
            let spread = spreads(each, *ratio).into_iter().filter_map(|(figure, spread)| Some((figure.name, spread?)));
            let one =
                |score| figures(score).into_iter().filter_map(|figure| Some((figure.name, figure.value?))).collect();
            TestDocument::Folds {
                folds: each.len(),
                dealt: words,
                rows: each.iter().map(|score| score.rows).sum(),
                spreads: spread.collect(),
                each: each.iter().map(one).collect(),
            }
        }
    }
}
