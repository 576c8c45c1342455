//! How far the figures of a score may be off.

use serde::Serialize;

use super::figures::ClassOverall;
use super::marked::{Kind, Marked, MarkedClasses};
use crate::error::{Mistake, Result};
use crate::grow::Watch;
use crate::metric::{Interval, Resampling, bootstrap, mean_absolute_error, r2, root_mean_squared_error, wilson};

/// The interval of one score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ScoreInterval {
    /// The score's name.
    pub score: &'static str,
    /// From where to where.
    #[serde(flatten)]
    pub interval: Interval,
    /// How it was found.
    pub by: IntervalBy,
}

/// How an interval was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum IntervalBy {
    /// Wilson's formula for shares.
    Wilson,
    /// By drawing the rows again.
    Bootstrap,
}

impl Marked {
    /// The interval of the accuracy, by Wilson's formula. None for numbers, and none with weights: whether a weight stands for
    /// several rows or for the worth of one, no formula can know.
    pub fn accuracy_interval(&self, level: f64) -> Option<ScoreInterval> {
        let Kind::Classes(classes) = &self.kind else { return None };
        let found = wilson(classes.right, self.rows as u64, level).filter(|_| self.weights.is_none());
        found.map(|interval| ScoreInterval { score: "accuracy", interval, by: IntervalBy::Wilson })
    }

    /// The intervals of the scores that have one: the accuracy by Wilson's formula, the others by drawing the rows again.
    ///
    /// Classes: all that [`ClassOverall`] names. Numbers: R², RMSE and MAE. Whoever watches is told of every draw, and can stop.
    pub fn intervals(&self, how: &Resampling, watch: &dyn Watch) -> Result<Vec<ScoreInterval>> {
        let scores = |copies: &[f64]| {
            watch.settled(1);
            if watch.stopped() { Vec::new() } else { self.drawn(copies) }
        };
        let found = bootstrap(self.rows, how, scores);
        if watch.stopped() {
            return Err(Mistake::Stopped.anywhere());
        }
        let names: Vec<&'static str> = match &self.kind {
            Kind::Classes(classes) => classes.sheet.overall(&classes.lines).named().map(|(name, _)| name).to_vec(),
            Kind::Numbers { .. } => vec!["r2", "root_mean_squared_error", "mean_absolute_error"],
        };
        let drawn = |(score, found): (&'static str, Option<Interval>)| {
            found.map(|interval| ScoreInterval { score, interval, by: IntervalBy::Bootstrap })
        };
        let mut all: Vec<ScoreInterval> = names.into_iter().zip(found).filter_map(drawn).collect();
        if let (Some(first), Some(wilson)) = (all.first_mut(), self.accuracy_interval(how.level)) {
            *first = wilson; // the accuracy comes first
        }
        Ok(all)
    }

    /// The scores where each row counts so often.
    fn drawn(&self, copies: &[f64]) -> Vec<Option<f64>> {
        match &self.kind {
            Kind::Classes(classes) => {
                let MarkedClasses { sheet, .. } = classes.as_ref();
                sheet.overall(&sheet.drawn(copies, self.weights.as_deref())).named().map(|(_, value)| value).to_vec()
            }
            Kind::Numbers { truth, answered } => {
                let weight = |row: usize| self.weights.as_ref().map_or(1.0, |weights| weights[row]);
                let drawn: Vec<f64> = copies.iter().enumerate().map(|(row, copies)| copies * weight(row)).collect();
                let scores = [r2, root_mean_squared_error, mean_absolute_error];
                scores.map(|score| score(truth, answered, Some(&drawn))).to_vec()
            }
        }
    }
}

impl ClassOverall {
    /// The figures with their names, the accuracy first.
    pub fn named(&self) -> [(&'static str, Option<f64>); 9] {
        [
            ("accuracy", self.accuracy),
            ("balanced_accuracy", self.balanced_accuracy),
            ("log_loss", self.log_loss),
            ("brier_score_loss", self.brier_score_loss),
            ("roc_auc", self.roc_auc),
            ("average_precision", self.average_precision),
            ("f1_macro", self.f1_macro),
            ("matthews_corrcoef", self.matthews_corrcoef),
            ("cohen_kappa", self.cohen_kappa),
        ]
    }
}
