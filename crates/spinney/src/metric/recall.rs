//! The precision-recall curve and the average precision: what is found, and at what cost of false alarms.

use serde::Serialize;

use super::mean::weighted_mean;
use super::ranking::{ScoreGroup, ranked, score_groups};
use super::roc::{against_rest, is_infinite};
use crate::measure::order_free_sum;

/// One point of the curve: what happens where every row from this score upwards is taken for the class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RecallPoint {
    /// The lowest score that is taken; infinite, and absent in JSON, at the start of the curve.
    #[serde(skip_serializing_if = "is_infinite")]
    pub threshold: f64,
    /// Of what is taken, the share that is of the class; 1 at the start, where nothing is taken.
    pub precision: f64,
    /// Of the class, the share that is taken.
    pub recall: f64,
}

/// The mean of the precision over the rises of the recall: Σ (recallₙ − recallₙ₋₁) · precisionₙ.
///
/// The area under the precision-recall curve as steps, without lines between points, which would flatter. `None` where no row
/// is of the class, or a score is NaN.
///
/// ```
/// use spinney::metric::average_precision;
/// let found = average_precision(&[0.1, 0.4, 0.35, 0.8], &[false, false, true, true], None).unwrap_or_default();
/// assert!((found - (0.5 + 0.5 * 2.0 / 3.0)).abs() < 1e-15);
/// ```
pub fn average_precision(scores: &[f64], positive: &[bool], weights: Option<&[f64]>) -> Option<f64> {
    average_precision_of_groups(score_groups(scores, positive, weights))
}

/// The same for rows that come in groups of one score.
pub fn average_precision_of_groups(groups: Vec<ScoreGroup>) -> Option<f64> {
    let ranked = ranked(groups)?;
    let (mut taken, mut all, mut sum) = (0.0, 0.0, Vec::new());
    for group in ranked.iter().rev() {
        taken += group.positive;
        all += group.weight();
        sum.push(group.positive * (taken / all));
    }
    (taken > 0.0).then(|| order_free_sum(sum) / taken)
}

/// The mean of the average precision of each class that occurs, against the rest. With two classes it is that of the second
/// alone: unlike the AUC it is not the same from both sides.
///
/// ```
/// use spinney::metric::average_precision_one_vs_rest;
/// let chances = [0.7, 0.3, 0.4, 0.6];
/// assert_eq!(average_precision_one_vs_rest(&[0, 1], &chances, 2, None), Some(1.0));
/// ```
pub fn average_precision_one_vs_rest(
    truth: &[u32],
    chances: &[f64],
    classes: usize,
    weights: Option<&[f64]>,
) -> Option<f64> {
    let of_class = |class: usize| {
        let (scores, positive) = against_rest(truth, chances, classes, class);
        average_precision(&scores, &positive, weights)
    };
    let first = usize::from(classes == 2);
    let found: Vec<f64> = (first..classes).filter_map(of_class).collect();
    weighted_mean(found.iter().copied(), found.len(), None)
}

/// The points of the curve, one for each score, from none taken to all taken. Empty where no row is of the class, or a score
/// is NaN.
///
/// ```
/// use spinney::metric::precision_recall_curve;
/// let curve = precision_recall_curve(&[0.1, 0.4, 0.8], &[false, true, true], None);
/// let points: Vec<_> = curve.iter().map(|at| (at.precision, at.recall)).collect();
/// assert_eq!(points, [(1.0, 0.0), (1.0, 0.5), (1.0, 1.0), (2.0 / 3.0, 1.0)]);
/// ```
pub fn precision_recall_curve(scores: &[f64], positive: &[bool], weights: Option<&[f64]>) -> Vec<RecallPoint> {
    precision_recall_curve_of_groups(score_groups(scores, positive, weights))
}

/// The same for rows that come in groups of one score.
pub fn precision_recall_curve_of_groups(groups: Vec<ScoreGroup>) -> Vec<RecallPoint> {
    let ranked = ranked(groups).unwrap_or_default();
    let (mut taken, mut all) = (0.0, 0.0);
    let mut curve = vec![RecallPoint { threshold: f64::INFINITY, precision: 1.0, recall: 0.0 }];
    for group in ranked.iter().rev() {
        taken += group.positive;
        all += group.weight();
        curve.push(RecallPoint { threshold: group.score, precision: taken / all, recall: taken });
    }
    if taken <= 0.0 {
        return Vec::new();
    }
    for point in &mut curve {
        point.recall /= taken;
    }
    curve
}
