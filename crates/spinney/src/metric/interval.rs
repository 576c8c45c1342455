//! How far a score may be off, since other rows would have given another.

use serde::{Deserialize, Serialize};

use crate::distribution::normal_quantile;
use crate::parallel;
use crate::seed::Key;

/// What a key's path begins with, so that rows drawn here and rows held out have different lots under one seed.
const RESAMPLES: u64 = 3;

/// From here to there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's interval of a share, such as an accuracy: the shares that would not be surprised by what was counted.
///
/// Sound for few rows and for shares near 0 and 1, where the interval of the school book leaves the range. `level` is 0.95 for
/// 95 %. `None` where there is no row, or the level is not between 0 and 1.
///
/// ```
/// use spinney::metric::wilson;
/// let found = wilson(7, 10, 0.95);
/// assert_eq!(found.map(|of| (of.low * 1e4).round()), Some(3968.0));
/// assert_eq!(wilson(0, 10, 0.95).map(|of| of.low), Some(0.0));
/// assert_eq!(wilson(0, 0, 0.95), None);
/// ```
pub fn wilson(right: u64, rows: u64, level: f64) -> Option<Interval> {
    if rows == 0 || right > rows || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let (many, share) = (rows as f64, right as f64 / rows as f64);
    let z = normal_quantile(f64::midpoint(1.0, level));
    let (scale, centre) = (1.0 + z * z / many, share + z * z / (2.0 * many));
    let half = z * (share * (1.0 - share) / many + z * z / (4.0 * many * many)).sqrt();
    let low = if right == 0 { 0.0 } else { (centre - half) / scale };
    let high = if right == rows { 1.0 } else { (centre + half) / scale };
    Some(Interval { low, high })
}

/// How rows are drawn again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampling {
    /// How often.
    pub resamples: u32,
    /// The share of the scores that the interval holds: 0.95 for 95 %.
    pub level: f64,
    /// The seed of what is drawn.
    pub seed: u64,
}

impl Default for Resampling {
    /// A thousand times, 95 %, seed 0.
    fn default() -> Self {
        Resampling { resamples: 1000, level: 0.95, seed: 0 }
    }
}

/// Intervals of scores by drawing the rows again, as many as there are and with repetition (the bootstrap): the middle part
/// of the scores that come out (percentiles).
///
/// The closure gets how often each row was drawn, as weights, and gives its scores, always the same number of them. What a
/// draw has no score for is left out; `None` where more than half of the draws have none, or nothing is asked. The same seed
/// gives the same interval, on any number of threads.
///
/// ```
/// use spinney::metric::{Resampling, accuracy, bootstrap};
/// let (truth, predicted) = ([0, 0, 1, 1, 1, 0, 1, 0], [0, 0, 1, 1, 0, 0, 1, 1]);
/// let found = bootstrap(8, &Resampling::default(), |drawn| vec![accuracy(&truth, &predicted, Some(drawn))]);
/// assert_eq!(found[0].map(|of| (of.low, of.high)), Some((0.375, 1.0)));
/// ```
pub fn bootstrap(
    rows: usize,
    how: &Resampling,
    scores: impl Fn(&[f64]) -> Vec<Option<f64>> + Sync + Send,
) -> Vec<Option<Interval>> {
    let key = Key::new(how.seed).child(RESAMPLES);
    let draws: Vec<u32> = (0..how.resamples).collect();
    let drawn = parallel::map(&draws, |draw| scores(&copies(rows, key.child(u64::from(*draw)))));
    let many = drawn.first().map_or(0, Vec::len);
    let of = |place: usize| {
        let mut values: Vec<f64> = drawn.iter().filter_map(|scores| *scores.get(place)?).collect();
        values.sort_unstable_by(f64::total_cmp);
        let enough = values.len() * 2 >= drawn.len() && how.level > 0.0 && how.level < 1.0;
        let tail = (1.0 - how.level) / 2.0;
        enough.then(|| Interval { low: percentile(&values, tail), high: percentile(&values, 1.0 - tail) })
    };
    (0..many).map(of).collect()
}

/// How often each row is drawn.
fn copies(rows: usize, key: Key) -> Vec<f64> {
    let (mut copies, mut draws) = (vec![0.0; rows], key.draws());
    for _ in 0..rows {
        copies[draws.below(rows as u64) as usize] += 1.0;
    }
    copies
}

/// The value so far along the sorted values; between two, on the line between them.
fn percentile(values: &[f64], share: f64) -> f64 {
    let place = share * (values.len().saturating_sub(1)) as f64;
    let at = |place: f64| values.get(place as usize).or(values.last()).copied().unwrap_or(f64::NAN);
    let (low, high) = (at(place.floor()), at(place.ceil()));
    low + (high - low) * place.fract()
}
