//! Whether a difference between models is more than luck.
//!
//! Folds share most of their training rows, so their scores are less different than scores of fresh rows would be, and a plain
//! t test finds differences that are none. Nadeau and Bengio's correction counts with that: the variance of the mean is
//! s² (1/k + n₂/n₁), with k folds, n₁ rows learned from and n₂ asked ([`Folds::ratio`](super::Folds::ratio)), not s²/k.

use serde::Serialize;

use crate::distribution::{fair_coin, student_quantile, student_two_sided};
use crate::measure::order_free_sum;
use crate::metric::Interval;

/// The mean of a score over folds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FoldMean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation over folds, by n − 1; 0 for a single fold.
    pub sd: f64,
    /// Where the mean over other rows like these would lie; none for a single fold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

/// The mean of a score over folds, with its interval by Student's t and the corrected variance. `None` of no folds.
///
/// ```
/// use spinney::evaluate::fold_mean;
/// let found = fold_mean(&[0.9, 0.8, 0.7], 0.5, 0.95).unwrap();
/// assert!((found.mean - 0.8).abs() < 1e-15 && (found.sd - 0.1).abs() < 1e-15);
/// // 4.3027 · 0.1 · √(1/3 + 1/2)
/// assert!((found.interval.unwrap().high - 0.8 - 0.3928).abs() < 1e-4);
/// ```
pub fn fold_mean(scores: &[f64], ratio: f64, level: f64) -> Option<FoldMean> {
    let spread = Spread::of(scores)?;
    let freedom = spread.many - 1.0;
    let interval = (freedom > 0.0).then(|| {
        let half = student_quantile(level, freedom) * spread.error(ratio);
        Interval { low: spread.mean - half, high: spread.mean + half }
    });
    Some(FoldMean { mean: spread.mean, sd: spread.sd, interval })
}

/// One model's scores beside another's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PairedTest {
    /// The mean of first − second.
    pub difference: f64,
    /// That in standard errors; infinite, and absent in JSON, where every fold differs by the same.
    #[serde(skip_serializing_if = "is_infinite")]
    pub t: f64,
    /// How likely a difference at least as large is by luck alone.
    pub p_value: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
fn is_infinite(value: &f64) -> bool {
    value.is_infinite()
}

/// The corrected resampled t test (Nadeau and Bengio) of two models' scores on the same folds, fold by fold. `None` below two
/// folds.
///
/// ```
/// use spinney::evaluate::corrected_t_test;
/// let found = corrected_t_test(&[0.9, 0.8, 0.85], &[0.8, 0.75, 0.7], 0.5).unwrap();
/// assert!((found.difference - 0.1).abs() < 1e-15);
/// assert!((found.t - 0.1 / (0.05 * (1.0_f64 / 3.0 + 0.5).sqrt())).abs() < 1e-9);
/// assert_eq!(corrected_t_test(&[0.5, 0.5], &[0.5, 0.5], 0.5).unwrap().p_value, 1.0);
/// ```
pub fn corrected_t_test(first: &[f64], second: &[f64], ratio: f64) -> Option<PairedTest> {
    let differences: Vec<f64> = first.iter().zip(second).map(|(first, second)| first - second).collect();
    let spread = Spread::of(&differences).filter(|spread| spread.many > 1.0)?;
    let t = if spread.mean == 0.0 { 0.0 } else { spread.mean / spread.error(ratio) };
    Some(PairedTest { difference: spread.mean, t, p_value: student_two_sided(t, spread.many - 1.0) })
}

/// One model's answers beside another's, on the same rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disagreement {
    /// Rows that only the first answers right.
    pub only_first: u64,
    /// Rows that only the second answers right.
    pub only_second: u64,
}

impl Disagreement {
    /// Counts the rows.
    ///
    /// ```
    /// use spinney::evaluate::Disagreement;
    /// let found = Disagreement::new(&[0, 0, 1, 1, 1], &[0, 0, 1, 1, 0], &[1, 1, 0, 1, 0]);
    /// assert_eq!((found.only_first, found.only_second), (3, 0));
    /// assert!((found.mcnemar() - 0.25).abs() < 1e-15);
    /// ```
    pub fn new(truth: &[u32], first: &[u32], second: &[u32]) -> Self {
        let mut found = Disagreement { only_first: 0, only_second: 0 };
        for ((truth, first), second) in truth.iter().zip(first).zip(second) {
            found.only_first += u64::from(first == truth && second != truth);
            found.only_second += u64::from(second == truth && first != truth);
        }
        found
    }

    /// McNemar's test, exact: how likely the rows that one model alone answers right fall at least as unevenly to the two, if
    /// it were for each the throw of a coin.
    pub fn mcnemar(self) -> f64 {
        fair_coin(self.only_first, self.only_second)
    }
}

/// p-values of several comparisons at once, as large as they must be for that (Holm): of many tests some are lucky.
///
/// ```
/// use spinney::evaluate::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|one, two| p_values[*one].total_cmp(&p_values[*two]));
    let (mut adjusted, mut least) = (vec![0.0; p_values.len()], 0.0_f64);
    for (place, at) in order.into_iter().enumerate() {
        least = least.max(p_values[at] * (p_values.len() - place) as f64).min(1.0);
        adjusted[at] = least;
    }
    adjusted
}

/// Two of several models.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ComparedPair {
    /// The first, by its place in the list.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// The test of the two.
    #[serde(flatten)]
    pub test: PairedTest,
    /// Its p-value, corrected for as many pairs as there are.
    pub adjusted_p_value: f64,
}

/// Every pair of several models by their scores on the same folds, fold by fold: the corrected t test, and Holm's correction
/// over the pairs. Pairs with less than two folds are left out.
///
/// ```
/// use spinney::evaluate::compare_models;
/// let pairs = compare_models(&[vec![0.9, 0.8, 0.85], vec![0.8, 0.75, 0.7], vec![0.9, 0.8, 0.85]], 0.5);
/// assert_eq!((pairs.len(), pairs[1].first, pairs[1].second), (3, 0, 2));
/// assert_eq!((pairs[1].test.p_value, pairs[0].adjusted_p_value), (1.0, 3.0 * pairs[0].test.p_value));
/// ```
pub fn compare_models(scores: &[Vec<f64>], ratio: f64) -> Vec<ComparedPair> {
    let pairs = (0..scores.len()).flat_map(|first| (first + 1..scores.len()).map(move |second| (first, second)));
    let test = |(first, second): (usize, usize)| {
        Some((first, second, corrected_t_test(&scores[first], &scores[second], ratio)?))
    };
    let found: Vec<(usize, usize, PairedTest)> = pairs.filter_map(test).collect();
    let adjusted = holm(&found.iter().map(|(_, _, test)| test.p_value).collect::<Vec<_>>());
    let pair = |((first, second, test), adjusted_p_value)| ComparedPair { first, second, test, adjusted_p_value };
    found.into_iter().zip(adjusted).map(pair).collect()
}

/// Mean and standard deviation.
struct Spread {
    many: f64,
    mean: f64,
    sd: f64,
}

impl Spread {
    fn of(values: &[f64]) -> Option<Self> {
        let (many, first) = (values.len() as f64, values.first()?);
        // Equal values are not off their own mean by a rounding.
        if values.iter().all(|value| value == first) {
            return Some(Spread { many, mean: *first, sd: 0.0 });
        }
        let mean = order_free_sum(values.iter().copied()) / many;
        let squares = order_free_sum(values.iter().map(|value| (value - mean) * (value - mean)));
        Some(Spread { many, mean, sd: (squares / (many - 1.0)).sqrt() })
    }

    /// The standard error of the mean, corrected for training rows that folds share.
    fn error(&self, ratio: f64) -> f64 {
        self.sd * (1.0 / self.many + ratio).sqrt()
    }
}
