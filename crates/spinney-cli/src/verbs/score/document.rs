//! What a score came to, for programs.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::evaluate::{Calibration, IntervalBy, RecallCurve, RocCurve, Score, ScoreInterval};
use spinney::metric::Interval;

/// The document; what was not asked for is absent.
#[derive(Serialize)]
pub(super) struct Document {
    #[serde(flatten)]
    pub(super) score: Score,
    #[serde(skip_serializing_if = "Intervals::is_empty")]
    pub(super) intervals: Intervals,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) calibration: Vec<Calibration>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) roc_curve: Vec<RocCurve>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) precision_recall_curve: Vec<RecallCurve>,
}

/// The document of one of several targets.
#[derive(Serialize)]
pub(super) struct OfTarget<'a> {
    pub(super) target: &'a str,
    #[serde(flatten)]
    pub(super) found: &'a Document,
}

/// The intervals of scores.
#[derive(Serialize)]
pub(super) struct Intervals {
    /// How many of a hundred such intervals should hold the truth, as a share.
    pub(super) level: f64,
    #[serde(flatten)]
    scores: BTreeMap<&'static str, Found>,
}

/// One of them.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    interval: Interval,
    by: IntervalBy,
}

impl Intervals {
    pub(super) fn new(level: f64, found: Vec<ScoreInterval>) -> Self {
        let pair = |of: ScoreInterval| (of.score, Found { interval: of.interval, by: of.by });
        Intervals { level, scores: found.into_iter().map(pair).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    pub(super) fn of(&self, score: &str) -> Option<Interval> {
        self.scores.get(score).map(|found| found.interval)
    }
}
