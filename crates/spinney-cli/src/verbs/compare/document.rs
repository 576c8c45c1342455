//! What a comparison came to, for programs.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::evaluate::{FoldMean, PairedTest};
use spinney::prune::Pruning;
use spinney::table::Task;

use super::super::figures::LEVEL;
use super::super::learning::{Dealt, Lesson, SettingsDocument};
use super::contestants::Contestant;
use super::work::{Compared, Point};
use crate::fault::Outcome;

#[derive(Serialize)]
struct Document<'a> {
    target: &'a str,
    task: Task,
    rows: usize,
    folds: usize,
    dealt: &'a str,
    by: &'a str,
    less_is_better: bool,
    level: f64,
    best: &'a str,
    models: Vec<ModelDocument<'a>>,
    pairs: Vec<PairDocument<'a>>,
    warnings: Vec<&'a str>,
}

#[derive(Serialize)]
struct ModelDocument<'a> {
    model: &'a str,
    settings: SettingsDocument<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pruning: Option<&'a Pruning>,
    /// By the shares of the rows learned from, the largest last.
    curve: Vec<PointDocument>,
}

#[derive(Serialize)]
struct PointDocument {
    share: f64,
    rows: f64,
    leaves: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<FoldMean>,
    /// Every figure, fold by fold.
    each: Vec<BTreeMap<&'static str, f64>>,
}

#[derive(Serialize)]
struct PairDocument<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    test: PairedTest,
    adjusted_p_value: f64,
}

/// The whole comparison as one JSON document.
pub(super) fn document(
    lesson: &Lesson,
    dealt: &Dealt,
    (contestants, compared): (&[Contestant], &Compared),
) -> Outcome<String> {
    let name = |place: usize| compared.models[place].name.as_str();
    let document = Document {
        target: &lesson.target.name,
        task: lesson.target.task(),
        rows: lesson.rows.len(),
        folds: dealt.folds.len(),
        dealt: &dealt.words,
        by: compared.by.name,
        less_is_better: compared.by.less_is_better,
        level: LEVEL,
        best: name(compared.best),
        models: compared
            .models
            .iter()
            .zip(contestants)
            .map(|(line, contestant)| {
                let (settings, pruning) = contestant.how.document();
                ModelDocument { model: &line.name, settings, pruning, curve: line.points.iter().map(point).collect() }
            })
            .collect(),
        pairs: compared
            .pairs
            .iter()
            .map(|pair| PairDocument {
                first: name(pair.first),
                second: name(pair.second),
                test: pair.test,
                adjusted_p_value: pair.adjusted_p_value,
            })
            .collect(),
        warnings: lesson.warnings.iter().chain(&dealt.warnings).map(String::as_str).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn point(point: &Point) -> PointDocument {
    let each = point
        .scores
        .iter()
        .map(|score| score.figures().into_iter().filter_map(|figure| Some((figure.name, figure.value?))).collect());
    PointDocument { share: point.share, rows: point.rows, leaves: point.leaves, score: point.by, each: each.collect() }
}
