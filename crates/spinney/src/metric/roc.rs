//! The ROC curve and the area under it: how well scores put the rows of a class above the others.

use serde::Serialize;

use super::mean::weighted_mean;
use super::ranking::{ScoreGroup, ranked, score_groups};
use crate::measure::order_free_sum;

/// One point of the curve: what happens where every row from this score upwards is taken for the class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RocPoint {
    /// The lowest score that is taken; infinite, and absent in JSON, at the start of the curve.
    #[serde(skip_serializing_if = "is_infinite")]
    pub threshold: f64,
    /// The share of the others that is wrongly taken.
    pub false_positive_rate: f64,
    /// The share of the class that is taken: its recall.
    pub true_positive_rate: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
pub(super) fn is_infinite(value: &f64) -> bool {
    value.is_infinite()
}

/// The chance that a row of the class has a higher score than one that is not of it; equal scores count half.
///
/// Exact: every tie is counted, nothing is sampled or drawn as a curve. `None` where either side has no weight, or a score
/// is NaN.
///
/// ```
/// use spinney::metric::roc_auc;
/// // Of the four pairs, three are in the right order.
/// assert_eq!(roc_auc(&[0.1, 0.4, 0.35, 0.8], &[false, false, true, true], None), Some(0.75));
/// ```
pub fn roc_auc(scores: &[f64], positive: &[bool], weights: Option<&[f64]>) -> Option<f64> {
    roc_auc_of_groups(score_groups(scores, positive, weights))
}

/// The same for rows that come in groups of one score, as the rows of a leaf do; groups may share a score.
pub fn roc_auc_of_groups(groups: Vec<ScoreGroup>) -> Option<f64> {
    let ranked = ranked(groups)?;
    let (mut below, mut won) = (0.0, Vec::new());
    for group in &ranked {
        if group.positive > 0.0 {
            won.push(group.positive * (below + group.negative / 2.0));
        }
        below += group.negative;
    }
    let all = order_free_sum(ranked.iter().map(|group| group.positive)) * below;
    (all > 0.0).then(|| (order_free_sum(won) / all).min(1.0))
}

/// The mean, over the classes that some but not all rows are of, of the AUC of each against the rest ("macro,
/// one-vs-rest"). With two classes it is the plain AUC, which is the same from both sides.
///
/// `chances` holds a probability for each row and class, row by row.
///
/// ```
/// use spinney::metric::roc_auc_one_vs_rest;
/// let chances = [0.7, 0.2, 0.1, 0.3, 0.4, 0.3, 0.2, 0.2, 0.6];
/// assert_eq!(roc_auc_one_vs_rest(&[0, 1, 2], &chances, 3, None), Some(1.0));
/// ```
pub fn roc_auc_one_vs_rest(truth: &[u32], chances: &[f64], classes: usize, weights: Option<&[f64]>) -> Option<f64> {
    let of_class = |class: usize| {
        let (scores, positive) = against_rest(truth, chances, classes, class);
        roc_auc(&scores, &positive, weights)
    };
    let found: Vec<f64> = (0..classes).filter_map(of_class).collect();
    weighted_mean(found.iter().copied(), found.len(), None)
}

/// The chances of one class, and which rows are of it.
pub(super) fn against_rest(truth: &[u32], chances: &[f64], classes: usize, class: usize) -> (Vec<f64>, Vec<bool>) {
    let scores = chances.chunks_exact(classes).map(|row| row[class]).collect();
    (scores, truth.iter().map(|truth| *truth as usize == class).collect())
}

/// The points of the curve, one for each score, from none taken to all taken. Empty where either side has no weight, or a
/// score is NaN.
///
/// ```
/// use spinney::metric::roc_curve;
/// let curve = roc_curve(&[0.1, 0.4, 0.35, 0.8], &[false, false, true, true], None);
/// let rates: Vec<_> = curve.iter().map(|at| (at.false_positive_rate, at.true_positive_rate)).collect();
/// assert_eq!(rates, [(0.0, 0.0), (0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0)]);
/// ```
pub fn roc_curve(scores: &[f64], positive: &[bool], weights: Option<&[f64]>) -> Vec<RocPoint> {
    roc_curve_of_groups(score_groups(scores, positive, weights))
}

/// The same for rows that come in groups of one score.
pub fn roc_curve_of_groups(groups: Vec<ScoreGroup>) -> Vec<RocPoint> {
    let ranked = ranked(groups).unwrap_or_default();
    let (mut taken, mut wrong) = (0.0, 0.0);
    let mut curve = vec![(f64::INFINITY, 0.0, 0.0)];
    for group in ranked.iter().rev() {
        taken += group.positive;
        wrong += group.negative;
        curve.push((group.score, wrong, taken));
    }
    if taken <= 0.0 || wrong <= 0.0 {
        return Vec::new();
    }
    let point = |(threshold, of_wrong, of_taken): (f64, f64, f64)| RocPoint {
        threshold,
        false_positive_rate: of_wrong / wrong,
        true_positive_rate: of_taken / taken,
    };
    curve.into_iter().map(point).collect()
}
