//! What a score came to, for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::curves::{Calibration, RecallCurve, RocCurve};
use super::figures::Score;
use super::intervals::{IntervalBy, ScoreInterval};
use crate::metric::Interval;

/// A score with what was asked for beside it; what was not is absent.
#[derive(Debug, Clone, Serialize)]
pub struct ScoreDocument {
    /// The figures.
    #[serde(flatten)]
    pub score: Score,
    /// How far they may be off.
    #[serde(skip_serializing_if = "Intervals::is_empty")]
    pub intervals: Intervals,
    /// Whether chances come true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calibration: Vec<Calibration>,
    /// What is found against false alarms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roc_curve: Vec<RocCurve>,
    /// Precision against recall.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub precision_recall_curve: Vec<RecallCurve>,
}

/// The intervals of scores.
#[derive(Debug, Clone, Serialize)]
pub struct Intervals {
    /// How many of a hundred such intervals should hold the truth, as a share.
    pub level: f64,
    #[serde(flatten)]
    scores: BTreeMap<&'static str, Found>,
}

/// One of them.
#[derive(Debug, Clone, Serialize)]
struct Found {
    #[serde(flatten)]
    interval: Interval,
    by: IntervalBy,
}

impl Intervals {
    /// Those that were found.
    pub fn new(level: f64, found: Vec<ScoreInterval>) -> Self {
        let pair = |of: ScoreInterval| (of.score, Found { interval: of.interval, by: of.by });
        Intervals { level, scores: found.into_iter().map(pair).collect() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// That of a score.
    pub fn of(&self, score: &str) -> Option<Interval> {
        self.scores.get(score).map(|found| found.interval)
    }
}
