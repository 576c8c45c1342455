//! What a comparison and a search came to, for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::by::LEVEL;
use super::compare::{Compared, Contestant, Point};
use super::deal::Dealt;
use super::how::SettingsDocument;
use super::lesson::Lesson;
use super::tune::Tuned;
use crate::evaluate::{FoldMean, PairedTest, Score};
use crate::prune::Pruning;
use crate::table::Task;

/// What was compared or searched, and on which rows.
#[derive(Serialize)]
struct Head<'a> {
    target: &'a str,
    task: Task,
    rows: usize,
    folds: usize,
    dealt: &'a str,
    by: &'a str,
    less_is_better: bool,
}

#[derive(Serialize)]
struct Comparison<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    level: f64,
    best: &'a str,
    models: Vec<ModelDocument<'a>>,
    pairs: Vec<PairDocument<'a>>,
    warnings: &'a [String],
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

/// A comparison, with what was noticed.
pub fn comparison<'a>(
    lesson: &'a Lesson,
    dealt: &'a Dealt,
    (contestants, compared): (&'a [Contestant], &'a Compared),
    warnings: &'a [String],
) -> impl Serialize + 'a {
    let name = |place: usize| compared.models[place].name.as_str();
    let models = compared.models.iter().zip(contestants).map(|(line, contestant)| {
        let (settings, pruning) = contestant.how.document();
        ModelDocument { model: &line.name, settings, pruning, curve: line.points.iter().map(point).collect() }
    });
    let pairs = compared.pairs.iter().map(|pair| PairDocument {
        first: name(pair.first),
        second: name(pair.second),
        test: pair.test,
        adjusted_p_value: pair.adjusted_p_value,
    });
    Comparison {
        head: Head {
            target: &lesson.target.name,
            task: lesson.target.task(),
            rows: lesson.rows.len(),
            folds: dealt.folds.len(),
            dealt: &dealt.words,
            by: compared.by.name,
            less_is_better: compared.by.less_is_better,
        },
        level: LEVEL,
        best: name(compared.best),
        models: models.collect(),
        pairs: pairs.collect(),
        warnings,
    }
}

fn point(point: &Point) -> PointDocument {
    let each = point
        .scores
        .iter()
        .map(|score| score.figures().into_iter().filter_map(|figure| Some((figure.name, figure.value?))).collect());
    PointDocument { share: point.share, rows: point.rows, leaves: point.leaves, score: point.by, each: each.collect() }
}

#[derive(Serialize)]
struct Search<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    out_of_time: bool,
    winner: Winner<'a>,
    contenders: Vec<Lane>,
    warnings: &'a [String],
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

/// A search, with how the winner does on rows that had no part in the choice, and with what was noticed.
pub fn search<'a>(
    lesson: &'a Lesson,
    dealt: &'a Dealt,
    (tuned, test): (&'a Tuned, Option<&'a Score>),
    warnings: &'a [String],
) -> impl Serialize + 'a {
    let Tuned { grid, race, by, winner, how, model } = tuned;
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
    Search {
        head: Head {
            target: &lesson.target.name,
            task: lesson.target.task(),
            rows: lesson.rows.len(),
            folds: race.raced.folds,
            dealt: &dealt.words,
            by: by.name,
            less_is_better: by.less_is_better,
        },
        out_of_time: race.out_of_time,
        winner: Winner {
            contender: *winner,
            settings,
            pruning,
            score: by.over_folds(&race.raced.lanes[*winner].scores, race.rules.ratio),
            leaves: model.leaves(),
            test,
        },
        contenders: (0..race.contenders.len()).map(lane).collect(),
        warnings,
    }
}
