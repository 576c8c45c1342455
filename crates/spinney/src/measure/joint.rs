//! Two random variables, counted together.

use serde::Serialize;

use super::crosstab::Crosstab;
use super::probability::Space;
use super::split::{conditional_entropy, information_gain};

/// What is known of two random variables whose outcomes, pairs of values, are equally likely.
///
/// ```
/// use spinney::measure::Joint;
///
/// // Heads or tails, and the coin that was thrown: which coin it was tells something.
/// let thrown = Joint::new(&[(0, 0), (0, 1), (1, 0), (1, 0)], (2, 2));
/// assert_eq!(thrown.counts, [[1, 1], [2, 0]]);
/// assert!(!thrown.independent);
/// assert!((thrown.information_gain - 0.3113).abs() < 5e-5);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Joint {
    /// How often each pair occurs: a list for each value of the first, an entry for each value of the second.
    pub counts: Vec<Vec<u64>>,
    /// The pairs that count.
    pub rows: u64,
    /// Pairs of which one value, or both, are not known.
    pub rows_left_out: u64,
    /// Whether no value of one changes the chance of any value of the other, exactly.
    pub independent: bool,
    /// What either tells about the other, in bits.
    pub information_gain: f64,
    /// The entropy of the first once the second is known, and of the second once the first is.
    pub conditional_entropy: [f64; 2],
}

impl Joint {
    /// Counts pairs of values, which are numbered from 0; a number beyond the values of its variable is not known.
    pub fn new(pairs: &[(u32, u32)], (first, second): (usize, usize)) -> Self {
        let known = |pair: &&(u32, u32)| (pair.0 as usize) < first && (pair.1 as usize) < second;
        let kept: Vec<(u32, u32)> = pairs.iter().filter(known).copied().collect();
        let mut counts = Crosstab::new(first, second);
        for (a, b) in &kept {
            counts.add(*a as usize, *b as usize, 1.0);
        }
        let whole = |branch: usize| counts.branch(branch).iter().map(|count| *count as u64).collect();
        Joint {
            counts: (0..first).map(whole).collect(),
            rows: kept.len() as u64,
            rows_left_out: (pairs.len() - kept.len()) as u64,
            information_gain: information_gain(&counts),
            conditional_entropy: [conditional_entropy(&counts.transpose()), conditional_entropy(&counts)],
            independent: Space::uniform(kept).independent_variables(|pair| pair.0, |pair| pair.1),
        }
    }

    /// The space of the pairs.
    pub fn space(&self) -> Space<(u32, u32)> {
        let row = |(a, row): (usize, &Vec<u64>)| {
            row.iter().enumerate().map(|(b, count)| ((a as u32, b as u32), *count)).collect::<Vec<_>>()
        };
        Space::weighted(self.counts.iter().enumerate().flat_map(row))
    }
}
