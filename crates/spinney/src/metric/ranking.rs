//! Rows in the order of a score: what lies above each cut, of the class and of the others.

use crate::measure::order_free_sum;

/// Rows of one score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreGroup {
    /// Their score.
    pub score: f64,
    /// The weight of those that are of the class.
    pub positive: f64,
    /// The weight of the others.
    pub negative: f64,
}

impl ScoreGroup {
    /// The weight of all of them.
    pub fn weight(&self) -> f64 {
        self.positive + self.negative
    }
}

/// Rows, each a group of its own: its score, whether it is of the class, its weight.
///
/// ```
/// use spinney::metric::score_groups;
/// let groups = score_groups(&[0.2, 0.9], &[false, true], None);
/// assert_eq!((groups[1].score, groups[1].positive, groups[1].negative), (0.9, 1.0, 0.0));
/// ```
pub fn score_groups(scores: &[f64], positive: &[bool], weights: Option<&[f64]>) -> Vec<ScoreGroup> {
    let many = scores.len().min(positive.len()).min(weights.map_or(usize::MAX, <[f64]>::len));
    let group = |row: usize| {
        let weight = weights.map_or(1.0, |weights| weights[row]);
        let sides = if positive[row] { (weight, 0.0) } else { (0.0, weight) };
        ScoreGroup { score: scores[row], positive: sides.0, negative: sides.1 }
    };
    (0..many).map(group).collect()
}

/// The groups by rising scores, each score once, those without weight left out. `None` where a score is no number.
pub(super) fn ranked(mut groups: Vec<ScoreGroup>) -> Option<Vec<ScoreGroup>> {
    if groups.iter().any(|group| group.score.is_nan()) {
        return None;
    }
    groups.retain(|group| group.weight() > 0.0);
    groups.sort_unstable_by(|one, two| one.score.total_cmp(&two.score));
    let joined = |tie: &[ScoreGroup]| ScoreGroup {
        score: tie[0].score,
        positive: sum(tie, |group| group.positive),
        negative: sum(tie, |group| group.negative),
    };
    Some(groups.chunk_by(|one, two| one.score == two.score).map(joined).collect())
}

/// Most ties are of one or two rows, whose sum has no order: the exact one, which costs a kilobyte, is for the others.
fn sum(tie: &[ScoreGroup], side: impl Fn(&ScoreGroup) -> f64) -> f64 {
    match tie {
        [one] => side(one),
        [one, two] => side(one) + side(two),
        _ => order_free_sum(tie.iter().map(side)),
    }
}
