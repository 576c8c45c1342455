//! Rows dealt into folds: each is asked about by what was learned from others.
//!
//! ```text
//! folds, grouped_folds, given_folds     fold 0 │ fold 1 │ fold 2      one is asked, all others are learned from
//! repeated_folds                        the same again with other lots
//! ordered_folds, a single hold-out      block 0 │ block 1 │ block 2   each but the first is asked, all before it are learned from
//! ```

use super::parts::{FOLDS, Parts, REPEATS, line};
use crate::error::{Mistake, Result};
use crate::seed::Key;

/// Rows dealt into folds, once or several times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folds {
    /// The rows, ascending.
    rows: Vec<u32>,
    /// For each time that they were dealt, the fold of each of them.
    rounds: Vec<Vec<u32>>,
    /// How many folds are asked in a round.
    many: usize,
    learned: Learned,
}

/// What is learned from where a fold is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Learned {
    /// All other folds.
    Others,
    /// The folds before it; the first is never asked.
    Earlier,
}

/// Deals the rows into folds whose sizes differ by at most one, and so do the numbers of each class in them.
///
/// ```
/// use spinney::evaluate::folds;
/// let folds = folds(&[0, 1, 2, 3, 4, 5], 3, 7, None)?;
/// assert_eq!(folds.parts(0).test.len(), 2);
/// assert_eq!(folds.parts(0).train.len(), 4);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn folds(rows: &[u32], many: usize, seed: u64, classes: Option<&[u32]>) -> Result<Folds> {
    repeated_folds(rows, (many, 1), seed, classes)
}

/// The same several times, each with lots of its own; the first time is that of [`folds`]. `many` is how many folds, and how
/// often.
///
/// ```
/// use spinney::evaluate::{folds, repeated_folds};
/// let repeated = repeated_folds(&[0, 1, 2, 3, 4, 5], (3, 2), 7, None)?;
/// assert_eq!(repeated.len(), 6);
/// assert_eq!(repeated.parts(1), folds(&[0, 1, 2, 3, 4, 5], 3, 7, None)?.parts(1));
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn repeated_folds(rows: &[u32], many: (usize, usize), seed: u64, classes: Option<&[u32]>) -> Result<Folds> {
    let (many, repeats) = many;
    if many < 2 || many > rows.len() || repeats == 0 {
        return Err(Mistake::BadFolds { folds: many * repeats.min(1), rows: rows.len() }.anywhere());
    }
    let key = |repeat: usize| match repeat {
        0 => Key::new(seed).child(FOLDS),
        _ => Key::new(seed).child(REPEATS).child(repeat as u64),
    };
    let round = |repeat: usize| {
        let line = line(rows, key(repeat), classes);
        line.into_iter().enumerate().map(|(place, row)| (row, (place % many) as u32)).collect()
    };
    let mut dealt = Folds::dealt(round(0), many, Learned::Others);
    dealt.rounds.extend((1..repeats).map(|repeat| sorted(round(repeat)).1));
    Ok(dealt)
}

/// Folds that are given: a number for each row of the table, by which the folds are also ordered.
///
/// ```
/// use spinney::evaluate::given_folds;
/// let folds = given_folds(&[0, 1, 2], &[20, 10, 20])?;
/// assert_eq!((folds.len(), folds.parts(0).test), (2, vec![1]));
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn given_folds(rows: &[u32], numbers: &[u32]) -> Result<Folds> {
    let number = |row: &u32| numbers.get(*row as usize).copied().unwrap_or(0);
    let mut known: Vec<u32> = rows.iter().map(number).collect();
    known.sort_unstable();
    known.dedup();
    if known.len() < 2 {
        return Err(Mistake::BadFolds { folds: known.len(), rows: rows.len() }.anywhere());
    }
    let fold = |row: &u32| (*row, known.partition_point(|other| *other < number(row)) as u32);
    Ok(Folds::dealt(rows.iter().map(fold).collect(), known.len(), Learned::Others))
}

impl From<Parts> for Folds {
    /// A single fold: what was held out.
    fn from(parts: Parts) -> Self {
        let blocks = [(parts.train, 0), (parts.test, 1)];
        let dealt = blocks.into_iter().flat_map(|(rows, block)| rows.into_iter().map(move |row| (row, block)));
        Folds::blocks(dealt.collect(), 1)
    }
}

impl Folds {
    fn dealt(pairs: Vec<(u32, u32)>, many: usize, learned: Learned) -> Self {
        let (rows, fold) = sorted(pairs);
        Folds { rows, rounds: vec![fold], many, learned }
    }

    /// Rows with their folds, all of which are asked.
    pub(super) fn crossed(pairs: Vec<(u32, u32)>, many: usize) -> Self {
        Folds::dealt(pairs, many, Learned::Others)
    }

    /// Rows with their blocks, of which all but the first are asked.
    pub(super) fn blocks(pairs: Vec<(u32, u32)>, many: usize) -> Self {
        Folds::dealt(pairs, many, Learned::Earlier)
    }

    /// How many there are, over all repeats.
    pub fn len(&self) -> usize {
        self.many * self.rounds.len()
    }

    /// Never: there is at least one.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How often the rows were dealt.
    pub fn repeats(&self) -> usize {
        self.rounds.len()
    }

    /// All rows, ascending.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The rows of one fold to be asked, and those to learn from; no rows to be asked beyond the last fold.
    pub fn parts(&self, fold: usize) -> Parts {
        let (mut train, mut test) = (Vec::new(), Vec::new());
        let asked = (fold % self.many) as u32 + u32::from(self.learned == Learned::Earlier);
        let none = Vec::new();
        for (row, of) in self.rows.iter().zip(self.rounds.get(fold / self.many).unwrap_or(&none)) {
            if *of == asked {
                test.push(*row);
            } else if self.learned == Learned::Others || *of < asked {
                train.push(*row);
            }
        }
        Parts { train, test }
    }

    /// The parts of every fold, in order.
    pub fn iter(&self) -> impl Iterator<Item = Parts> + '_ {
        (0..self.len()).map(|fold| self.parts(fold))
    }

    /// The mean, over the folds, of rows asked for each row learned from: 1/9 for ten folds. Intervals and tests need it.
    ///
    /// ```
    /// use spinney::evaluate::folds;
    /// assert_eq!(folds(&[0, 1, 2, 3, 4, 5], 3, 7, None)?.ratio(), 0.5);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn ratio(&self) -> f64 {
        let ratios = self.iter().map(|parts| parts.test.len() as f64 / parts.train.len() as f64);
        ratios.sum::<f64>() / self.len() as f64
    }
}

/// The rows, ascending, and the folds beside them.
fn sorted(mut pairs: Vec<(u32, u32)>) -> (Vec<u32>, Vec<u32>) {
    pairs.sort_unstable();
    pairs.into_iter().unzip()
}
