//! What a fit came to, for programs.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::contest::{How, SettingsDocument, Story};
use spinney::evaluate::{FoldMean, Score};
use spinney::explain::{ColumnWorth, ranked};
use spinney::forest::{End, OutOfBagMeasures, OutOfBagScore};
use spinney::prune::Pruning;
use spinney::table::Task;

use super::super::figures::{figures, spreads};
use super::super::forests::model_word;
use super::super::learning::Lesson;
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
    settings: SettingsDocument<'a>,
    #[serde(flatten)]
    story: StoryDocument<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<&'a str>,
    warnings: &'a [String],
}

/// How the model came to be.
#[derive(Serialize)]
#[serde(untagged)]
enum StoryDocument<'a> {
    Tree {
        #[serde(skip_serializing_if = "Option::is_none")]
        pruning: Option<&'a Pruning>,
        /// The tree before it was pruned.
        #[serde(skip_serializing_if = "Option::is_none")]
        unpruned: Option<Size>,
    },
    Forest {
        trees: usize,
        /// Why no more trees were grown: complete, settled, time, memory.
        ended: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        out_of_bag: Option<OutOfBagDocument>,
        /// The most important column first.
        importance: Vec<ColumnWorth>,
    },
}

/// The score out of bag; figures are called as in every other score.
#[derive(Serialize)]
struct OutOfBagDocument {
    rows: usize,
    /// Rows that every tree was grown from.
    never: usize,
    #[serde(flatten)]
    figures: BTreeMap<&'static str, f64>,
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

/// The fit of several targets.
#[derive(Serialize)]
struct Several<'a> {
    targets: Vec<Document<'a>>,
}

/// The whole fit as one JSON document; of several targets, a list of those of each.
pub(super) fn document(args: &Args, lesson: &Lesson, trials: &[Trial], how: &How) -> Outcome<String> {
    let text = if let [trial] = trials {
        serde_json::to_string_pretty(&of_one(args, lesson, trial, how))
    } else {
        let targets = trials.iter().map(|trial| of_one(args, lesson, trial, how)).collect();
        serde_json::to_string_pretty(&Several { targets })
    };
    Ok(text? + "\n")
}

fn of_one<'a>(args: &'a Args, lesson: &'a Lesson, trial: &'a Trial, how: &'a How) -> Document<'a> {
    let (settings, pruning) = how.document();
    Document {
        model: args.model.with_target().map_or("", model_word),
        target: &trial.model.schema().target.name,
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
        preset: args.how.grow.preset.map(preset_word),
        settings,
        story: story(trial, pruning),
        out: args.out.as_deref(),
        warnings: &lesson.warnings,
    }
}

fn story<'a>(trial: &Trial, pruning: Option<&'a Pruning>) -> StoryDocument<'a> {
    match &trial.story {
        Story::Tree(fitted) => {
            let grown = &fitted.grown;
            let size = || Size { nodes: grown.len(), leaves: grown.leaves(), depth: grown.depth() };
            StoryDocument::Tree { pruning, unpruned: pruning.map(|_| size()) }
        }
        Story::Forest(end) => StoryDocument::Forest {
            trees: trial.model.trees().len(),
            ended: match end {
                End::Complete => "complete",
                End::Settled => "settled",
                End::Enough => "time",
                End::Memory => "memory",
            },
            out_of_bag: trial.model.findings().and_then(|found| found.out_of_bag.as_ref()).map(out_of_bag),
            importance: ranked(&trial.model),
        },
    }
}

fn out_of_bag(score: &OutOfBagScore) -> OutOfBagDocument {
    let figures = match score.measures {
        OutOfBagMeasures::Classes { accuracy, accuracy_of_votes, balanced_accuracy, log_loss, roc_auc } => vec![
            ("accuracy", accuracy),
            ("accuracy_of_votes", accuracy_of_votes),
            ("balanced_accuracy", balanced_accuracy),
            ("log_loss", log_loss),
            ("roc_auc", roc_auc),
        ],
        OutOfBagMeasures::Numbers { r2, mean_squared_error, mean_absolute_error } => {
            vec![("r2", r2), ("mean_squared_error", mean_squared_error), ("mean_absolute_error", mean_absolute_error)]
        }
    };
    let figures = figures.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    OutOfBagDocument { rows: score.rows, never: score.never, figures }
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
