//! Whether what is said to happen in 7 of 10 cases does.

use serde::Serialize;

use super::ranking::{ScoreGroup, ranked, score_groups};
use crate::measure::order_free_sum;

/// How chances are put into bins. A chance on the border of two belongs to the lower one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bins {
    /// So many of the same width.
    Uniform(u32),
    /// So many of about the same weight: the borders are quantiles.
    Quantile(u32),
}

/// Rows of about the same chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CalibrationBin {
    /// The bin reaches from here …
    pub low: f64,
    /// … to here.
    pub high: f64,
    /// The weight of its rows.
    pub rows: f64,
    /// The mean of the chances that were given.
    pub mean_predicted: f64,
    /// The share that came true.
    pub fraction_positive: f64,
}

/// What came true beside what was said, for each bin that has a row, by rising chances. Empty where a chance is not from 0
/// to 1.
///
/// ```
/// use spinney::metric::{Bins, calibration};
/// let bins = calibration(&[0.1, 0.2, 0.8, 0.9], &[false, false, false, true], None, Bins::Uniform(2));
/// assert_eq!((bins[1].low, bins[1].mean_predicted, bins[1].fraction_positive), (0.5, 0.8500000000000001, 0.5));
/// ```
pub fn calibration(scores: &[f64], positive: &[bool], weights: Option<&[f64]>, bins: Bins) -> Vec<CalibrationBin> {
    calibration_of_groups(score_groups(scores, positive, weights), bins)
}

/// The same for rows that come in groups of one chance.
pub fn calibration_of_groups(groups: Vec<ScoreGroup>, bins: Bins) -> Vec<CalibrationBin> {
    let ranked = ranked(groups).unwrap_or_default();
    if ranked.iter().any(|group| !(0.0..=1.0).contains(&group.score)) {
        return Vec::new();
    }
    let edges = edges(&ranked, bins);
    let mut found = Vec::new();
    let mut from = 0;
    for (place, edge) in edges.windows(2).enumerate() {
        let last = place + 2 == edges.len();
        let to = if last { ranked.len() } else { ranked.partition_point(|group| group.score <= edge[1]).max(from) };
        if to > from {
            found.push(bin(&ranked[from..to], edge[0], edge[1]));
        }
        from = to;
    }
    found
}

fn bin(groups: &[ScoreGroup], low: f64, high: f64) -> CalibrationBin {
    let rows = order_free_sum(groups.iter().map(ScoreGroup::weight));
    let said = order_free_sum(groups.iter().map(|group| group.score * group.weight()));
    let came = order_free_sum(groups.iter().map(|group| group.positive));
    CalibrationBin { low, high, rows, mean_predicted: said / rows, fraction_positive: came / rows }
}

/// The borders, one more than there are bins.
fn edges(ranked: &[ScoreGroup], bins: Bins) -> Vec<f64> {
    let (Bins::Uniform(many) | Bins::Quantile(many)) = bins;
    let many = many.max(1);
    let share = |place: u32| f64::from(place) / f64::from(many);
    match bins {
        Bins::Uniform(_) => (0..=many).map(share).collect(),
        Bins::Quantile(_) => {
            let mut ends = Vec::with_capacity(ranked.len());
            let mut end = 0.0;
            for group in ranked {
                end += group.weight();
                ends.push(end);
            }
            let steps = (end - 1.0).max(0.0);
            (0..=many).map(|place| quantile(ranked, &ends, f64::from(place) * steps / f64::from(many))).collect()
        }
    }
}

/// The chance of the row at a place along all rows by rising chances, from 0; between two rows, on the line between them.
fn quantile(ranked: &[ScoreGroup], ends: &[f64], place: f64) -> f64 {
    let at = |place: f64| {
        let group = ends.partition_point(|end| *end <= place).min(ranked.len().saturating_sub(1));
        ranked.get(group).map_or(0.0, |group| group.score)
    };
    let (low, high) = (at(place.floor()), at(place.floor() + 1.0));
    low + (high - low) * place.fract()
}

/// The mean distance between what was said and what came true, bin by bin, each counting by its weight.
///
/// ```
/// use spinney::metric::{Bins, calibration, expected_calibration_error};
/// let bins = calibration(&[0.25, 0.25, 0.75, 0.75], &[false, false, false, true], None, Bins::Uniform(2));
/// assert_eq!(expected_calibration_error(&bins), Some(0.25)); // 0.25 too much in both
/// ```
pub fn expected_calibration_error(bins: &[CalibrationBin]) -> Option<f64> {
    let rows = order_free_sum(bins.iter().map(|bin| bin.rows));
    let off = bins.iter().map(|bin| (bin.mean_predicted - bin.fraction_positive).abs() * bin.rows);
    (rows > 0.0).then(|| order_free_sum(off) / rows)
}
