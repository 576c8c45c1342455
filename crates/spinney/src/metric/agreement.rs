//! How far answers agree with the truth beyond what chance would do.

use super::confusion::Confusion;
use crate::measure::order_free_sum;

/// The correlation of truth and answer (Matthews, for any number of classes): 1 is perfect, 0 is no better than chance.
///
/// 0 where the truth, or the answers, are of a single class.
///
/// ```
/// use spinney::metric::matthews_corrcoef;
/// // Two classes: (1·2 − 1·0) / √(3·2·2·1)
/// let found = matthews_corrcoef(&[1, 1, 1, 0], &[1, 1, 0, 0], None).unwrap_or_default();
/// assert!((found - 2.0 / 12.0_f64.sqrt()).abs() < 1e-15);
/// ```
pub fn matthews_corrcoef(truth: &[u32], predicted: &[u32], weights: Option<&[f64]>) -> Option<f64> {
    Confusion::new(truth, predicted, weights).matthews_corrcoef()
}

/// How much of the agreement that chance leaves open is reached: (accuracy − chance) / (1 − chance), where chance is the
/// accuracy of answers that are as frequent but know nothing.
///
/// `None` where chance alone is always right.
///
/// ```
/// use spinney::metric::cohen_kappa;
/// // Three of four are right, and chance would have two.
/// assert_eq!(cohen_kappa(&[1, 1, 0, 0], &[1, 1, 1, 0], None), Some(0.5));
/// assert_eq!(cohen_kappa(&[1, 1], &[1, 1], None), None);
/// ```
pub fn cohen_kappa(truth: &[u32], predicted: &[u32], weights: Option<&[f64]>) -> Option<f64> {
    Confusion::new(truth, predicted, weights).cohen_kappa()
}

/// Shares of all weight: what is right, what chance would have right, and the chance that two rows share their class.
struct Shares {
    right: f64,
    by_chance: f64,
    truth: f64,
    answers: f64,
}

impl Confusion {
    /// As [`matthews_corrcoef`].
    pub fn matthews_corrcoef(&self) -> Option<f64> {
        let shares = self.shares()?;
        let spread = (1.0 - shares.truth) * (1.0 - shares.answers);
        let single = self.by_truth().len() < 2 || self.by_predicted().len() < 2;
        let correlation = || ((shares.right - shares.by_chance) / spread.sqrt()).clamp(-1.0, 1.0);
        Some(if single { 0.0 } else { correlation() })
    }

    /// As [`cohen_kappa`].
    pub fn cohen_kappa(&self) -> Option<f64> {
        let shares = self.shares()?;
        // One class on both sides, and the same: the only way in which chance is always right.
        let certain =
            self.cells().iter().all(|cell| cell.truth == cell.predicted && cell.truth == self.cells()[0].truth);
        (!certain).then(|| (shares.right - shares.by_chance) / (1.0 - shares.by_chance))
    }

    fn shares(&self) -> Option<Shares> {
        let total = self.total();
        let (truth, answers) = (self.by_truth(), self.by_predicted());
        let answered = |class: u32| {
            answers.binary_search_by_key(&class, |(class, _)| *class).map_or(0.0, |place| answers[place].1)
        };
        let square =
            |sums: &[(u32, f64)]| order_free_sum(sums.iter().map(|(_, weight)| (weight / total) * (weight / total)));
        let chance = truth.iter().map(|(class, weight)| (weight / total) * (answered(*class) / total));
        Some(Shares {
            right: self.accuracy()?,
            by_chance: order_free_sum(chance),
            truth: square(&truth),
            answers: square(&answers),
        })
    }
}
