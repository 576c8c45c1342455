//! What tuning came to, for programs.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::evaluate::{FoldMean, Score};
use spinney::prune::Pruning;
use spinney::table::Task;

use super::super::learning::{Dealt, Lesson, SettingsDocument};
use super::winner::Tuned;
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
    out_of_time: bool,
    winner: Winner<'a>,
    contenders: Vec<Lane>,
    warnings: Vec<&'a str>,
}

#[derive(Serialize)]
struct Winner<'a> {
    /// Its place among the contenders, from 0.
    contender: usize,
    settings: SettingsDocument<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pruning: Option<&'a Pruning>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<FoldMean>,
    leaves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a Score>,
}

#[derive(Serialize)]
struct Lane {
    #[serde(flatten)]
    values: BTreeMap<&'static str, String>,
    dropped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    /// Fold by fold.
    scores: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<f64>,
}

/// The whole search as one JSON document.
pub(super) fn document(lesson: &Lesson, dealt: &Dealt, tuned: &Tuned) -> Outcome<String> {
    let Tuned { grid, race, by, winner, how, model, test } = tuned;
    let lane = |place: usize| {
        let of = &race.raced.lanes[place];
        Lane {
            values: grid.values(race.contenders[place]).into_iter().collect(),
            dropped: of.dropped,
            mean: (!of.scores.is_empty()).then(|| of.mean()),
            scores: of.scores.clone(),
            leaves: Some(race.leaves[place]).filter(|leaves| !leaves.is_nan()),
        }
    };
    let (settings, pruning) = how.document();
    let document = Document {
        target: &lesson.target.name,
        task: lesson.target.task(),
        rows: lesson.rows.len(),
        folds: race.raced.folds,
        dealt: &dealt.words,
        by: by.name,
        less_is_better: by.less_is_better,
        out_of_time: race.out_of_time,
        winner: Winner {
            contender: *winner,
            settings,
            pruning,
            score: by.over_folds(&race.raced.lanes[*winner].scores, race.rules.ratio),
            leaves: model.leaves(),
            test: test.as_ref().map(|(_, score)| score),
        },
        contenders: (0..race.contenders.len()).map(lane).collect(),
        warnings: lesson.warnings.iter().chain(&dealt.warnings).map(String::as_str).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
