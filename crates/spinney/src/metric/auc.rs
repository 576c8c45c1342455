//! The area under the ROC curve: how well scores put the rows of a class above the others.

use super::classes::weighted_mean;
use crate::measure::order_free_sum;

/// Rows of one score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AucGroup {
    /// Their score.
    pub score: f64,
    /// The weight of those that are of the class.
    pub positive: f64,
    /// The weight of the others.
    pub negative: f64,
}

/// The chance that a row of the class has a higher score than one that is not of it; equal scores count half.
///
/// Exact: every tie is counted, nothing is sampled or drawn as a curve. `None` where either side has no weight, or a score
/// is NaN.
///
/// ```
/// use spinney::metric::auc;
/// // Of the four pairs, three are in the right order.
/// assert_eq!(auc(&[0.1, 0.4, 0.35, 0.8], &[false, false, true, true], None), Some(0.75));
/// ```
pub fn auc(scores: &[f64], positive: &[bool], weights: Option<&[f64]>) -> Option<f64> {
    let many = scores.len().min(positive.len()).min(weights.map_or(usize::MAX, <[f64]>::len));
    let group = |row: usize| {
        let weight = weights.map_or(1.0, |weights| weights[row]);
        let sides = if positive[row] { (weight, 0.0) } else { (0.0, weight) };
        AucGroup { score: scores[row], positive: sides.0, negative: sides.1 }
    };
    auc_of_groups(&mut (0..many).map(group).collect::<Vec<_>>())
}

/// The same for rows that come in groups of one score, as the rows of a leaf do; groups may share a score. Sorts them.
pub fn auc_of_groups(groups: &mut [AucGroup]) -> Option<f64> {
    if groups.iter().any(|group| group.score.is_nan()) {
        return None;
    }
    groups.sort_unstable_by(|one, two| one.score.total_cmp(&two.score));
    let (mut below, mut won) = (0.0, Vec::new());
    for tie in groups.chunk_by(|one, two| one.score == two.score) {
        let (positive, negative) = (sum(tie, |group| group.positive), sum(tie, |group| group.negative));
        if positive > 0.0 {
            won.push(positive * (below + negative / 2.0));
        }
        below += negative;
    }
    let all = order_free_sum(groups.iter().map(|group| group.positive)) * below;
    (all > 0.0).then(|| (order_free_sum(won) / all).min(1.0))
}

/// Most ties are of one or two rows, whose sum has no order: the exact one, which costs a kilobyte, is for the others.
fn sum(tie: &[AucGroup], side: impl Fn(&AucGroup) -> f64) -> f64 {
    match tie {
        [one] => side(one),
        [one, two] => side(one) + side(two),
        _ => order_free_sum(tie.iter().map(side)),
    }
}

/// The mean, over the classes that some but not all rows are of, of the AUC of each against the rest ("macro,
/// one-vs-rest"). With two classes it is the plain AUC, which is the same from both sides.
///
/// `chances` holds a probability for each row and class, row by row.
///
/// ```
/// use spinney::metric::auc_one_vs_rest;
/// let chances = [0.7, 0.2, 0.1, 0.3, 0.4, 0.3, 0.2, 0.2, 0.6];
/// assert_eq!(auc_one_vs_rest(&[0, 1, 2], &chances, 3, None), Some(1.0));
/// ```
pub fn auc_one_vs_rest(truth: &[u32], chances: &[f64], classes: usize, weights: Option<&[f64]>) -> Option<f64> {
    let of_class = |class: usize| {
        let scores: Vec<f64> = chances.chunks_exact(classes).map(|row| row[class]).collect();
        let positive: Vec<bool> = truth.iter().map(|truth| *truth as usize == class).collect();
        auc(&scores, &positive, weights)
    };
    let found: Vec<f64> = (0..classes).filter_map(of_class).collect();
    weighted_mean(found.iter().copied(), found.len(), None)
}
