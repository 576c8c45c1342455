//! How much one column tells about the target.
//!
//! A category is judged by a branch for each of its values, a number by its best threshold: the cut with the highest
//! information gain, or MSE reduction for a numeric target; of equal cuts the lowest. Figures are over the rows where the
//! column is known, and the gain (or reduction) is multiplied by their share.

use super::figures::ClassSplit;
use super::score::Score;
use crate::measure::{Moments, NLogN, Scale};
use crate::table::number::midpoint;
use crate::table::{Category, Classes, Column, MISSING, Target, TargetValues, Values};

/// A target made ready for judging columns.
pub(super) enum Judge<'a> {
    Classes { classes: &'a Classes, logs: NLogN },
    Numbers { values: &'a [f64], scale: Scale },
}

impl<'a> Judge<'a> {
    pub(super) fn new(target: &'a Target) -> Self {
        match &target.values {
            TargetValues::Classes(classes) => Judge::Classes { classes, logs: NLogN::new(target.known as u64) },
            TargetValues::Numbers(values) => Judge::Numbers { values, scale: Scale::new(values) },
        }
    }

    /// The figures of a column, of which `share` of the target's rows are known.
    pub(super) fn score(&self, column: &Column, share: f64) -> Score {
        match (self, &column.values) {
            (Judge::Classes { classes, logs }, Values::Category(category)) => by_value(category, classes, logs, share),
            (Judge::Classes { classes, logs }, Values::Number(number)) => by_cut(&number.values, classes, logs, share),
            (Judge::Classes { classes, logs }, Values::Sparse(sparse)) => {
                by_cut(&sparse.spread(), classes, logs, share)
            }
            (Judge::Numbers { values, scale }, Values::Sparse(sparse)) => {
                means_by_cut(&sparse.spread(), values, scale, share)
            }
            (Judge::Numbers { values, scale }, Values::Category(category)) => {
                means_by_value(category, values, scale, share)
            }
            (Judge::Numbers { values, scale }, Values::Number(number)) => {
                means_by_cut(&number.values, values, scale, share)
            }
        }
    }
}

/// A branch for each value. Pairs of (value, class) are sorted and their runs counted: 100,000 values of 1,000 classes then
/// take no more room than the rows do.
fn by_value(category: &Category, classes: &Classes, logs: &NLogN, share: f64) -> Score {
    let known =
        category.codes.iter().zip(&classes.codes).filter(|(value, class)| **value != MISSING && **class != MISSING);
    let mut pairs: Vec<u64> = known.map(|(value, class)| u64::from(*value) << 32 | u64::from(*class)).collect();
    pairs.sort_unstable();
    let mut totals = vec![0; classes.names.len()];
    for pair in &pairs {
        totals[(pair & 0xFFFF_FFFF) as usize] += 1;
    }
    let mut split = ClassSplit::new(logs);
    for branch in pairs.chunk_by(|one, two| one >> 32 == two >> 32) {
        split.branch(branch.chunk_by(|one, two| one == two).map(|run| run.len() as u64));
    }
    split.score(&totals, share)
}

/// Two branches at the cut with the lowest conditional entropy.
fn by_cut(values: &[f64], classes: &Classes, logs: &NLogN, share: f64) -> Score {
    let known = values.iter().zip(&classes.codes).filter(|(value, class)| !value.is_nan() && **class != MISSING);
    let mut rows: Vec<(f64, u32)> = known.map(|(value, class)| (*value, *class)).collect();
    rows.sort_unstable_by(|one, two| one.0.total_cmp(&two.0));
    let totals = class_rows(&rows, classes.names.len());
    let mut right = totals.clone();
    let mut left = vec![0_u64; classes.names.len()];
    let (mut left_cells, mut right_cells) = (0, totals.iter().map(|count| logs.at(*count)).sum::<i128>());
    let mut best: Option<(i128, usize)> = None;
    for (place, pair) in rows.windows(2).enumerate() {
        let class = pair[0].1 as usize;
        left_cells += logs.at(left[class] + 1) - logs.at(left[class]);
        right_cells += logs.at(right[class] - 1) - logs.at(right[class]);
        left[class] += 1;
        right[class] -= 1;
        if pair[0].0 < pair[1].0 {
            let (before, after) = (place as u64 + 1, (rows.len() - place - 1) as u64);
            let rest = logs.at(before) - left_cells + logs.at(after) - right_cells;
            if best.is_none_or(|(least, _)| rest < least) {
                best = Some((rest, place + 1));
            }
        }
    }
    let mut split = ClassSplit::new(logs);
    let cut = best.map_or(rows.len(), |(_, cut)| cut);
    let before = class_rows(&rows[..cut], totals.len());
    split.branch(before.iter().copied());
    split.branch(totals.iter().zip(&before).map(|(all, before)| all - before));
    Score { threshold: best.map(|(_, cut)| midpoint(rows[cut - 1].0, rows[cut].0)), ..split.score(&totals, share) }
}

fn class_rows(rows: &[(f64, u32)], classes: usize) -> Vec<u64> {
    let mut counts = vec![0; classes];
    for (_, class) in rows {
        counts[*class as usize] += 1;
    }
    counts
}

/// A mean for each value.
fn means_by_value(category: &Category, target: &[f64], scale: &Scale, share: f64) -> Score {
    let mut all = Moments::default();
    let mut groups = vec![Moments::default(); category.levels.len()];
    for (code, value) in category.codes.iter().zip(target).filter(|(code, value)| **code != MISSING && !value.is_nan())
    {
        let q = scale.quantise(*value);
        all.add(q);
        groups[*code as usize].add(q);
    }
    reduction(&all, &groups, scale, share)
}

/// Two means, at the cut with the lowest squared error.
fn means_by_cut(values: &[f64], target: &[f64], scale: &Scale, share: f64) -> Score {
    let known = values.iter().zip(target).filter(|(value, target)| !value.is_nan() && !target.is_nan());
    let mut rows: Vec<(f64, i64)> = known.map(|(value, target)| (*value, scale.quantise(*target))).collect();
    rows.sort_unstable_by(|one, two| one.0.total_cmp(&two.0));
    let mut all = Moments::default();
    for (_, q) in &rows {
        all.add(*q);
    }
    let mut right = all;
    let mut left = Moments::default();
    let mut best: Option<(f64, f64, [Moments; 2])> = None;
    for pair in rows.windows(2) {
        left.add(pair[0].1);
        right.remove(pair[0].1);
        if pair[0].0 < pair[1].0 {
            let error = left.sse(scale) + right.sse(scale);
            if best.is_none_or(|(least, ..)| error < least) {
                best = Some((error, midpoint(pair[0].0, pair[1].0), [left, right]));
            }
        }
    }
    let threshold = best.map(|(_, cut, _)| cut);
    let groups = best.map_or(vec![all], |(.., sides)| sides.to_vec());
    Score { threshold, ..reduction(&all, &groups, scale, share) }
}

fn reduction(all: &Moments, groups: &[Moments], scale: &Scale, share: f64) -> Score {
    let mut errors: Vec<f64> = groups.iter().map(|group| group.sse(scale)).collect();
    errors.sort_unstable_by(f64::total_cmp); // so that the sum does not depend on the order of the groups
    let taken = (all.sse(scale) - errors.iter().sum::<f64>()).max(0.0);
    Score { mse_reduction: Some(share * taken / all.rows.max(1) as f64), ..Score::default() }
}
