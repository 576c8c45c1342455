//! What many trees say of rows, added up.
//!
//! Sums are whole numbers, so they are the same in whatever order trees are added, and a tree can be taken out again: forests that
//! are grown at once, in pieces, or further have the same sums. Probabilities are kept to a unit of 2⁻⁴⁰ and fit 64 bits for up to
//! 2²⁴ trees; answers that are numbers are kept to 2⁻⁶² of the power of two above the largest target.

use super::answer::{Said, SaidAnswers, chances};
use crate::error::{Mistake, Result};
use crate::grow::Training;
use crate::parallel;
use crate::table::TargetValues;
use crate::tree::Tree;

/// A probability of 1, in units.
const ONE: f64 = (1_u64 << 40) as f64;
/// So many probabilities of 1 fit.
pub(super) const MOST_TREES: u64 = 1 << 24;
/// Bits of the largest number.
const NUMBER_BITS: i32 = 62;
/// Rows that one thread adds up at a time.
const BLOCK: usize = 1 << 12;

/// What trees say of the rows of a table.
///
/// It takes 4 bytes for each row of the table, and 12 for each of its classes or 16 where the target is a number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tally {
    /// How many trees were asked, for each row.
    pub(super) trees: Vec<u32>,
    pub(super) sums: Sums,
}

/// The sums of all rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sums {
    Classes {
        classes: usize,
        /// Probabilities in units, row by row.
        chances: Vec<u64>,
        /// How many trees vote for each class.
        votes: Vec<u32>,
    },
    Numbers {
        /// Units are 2 to the power of this.
        exponent: i32,
        sums: Vec<i128>,
    },
}

/// Whether a tree comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    In,
    Out,
}

/// Some rows with their sums.
struct Block<'a> {
    start: usize,
    trees: &'a mut [u32],
    chances: &'a mut [u64],
    votes: &'a mut [u32],
    numbers: &'a mut [i128],
}

impl Tally {
    /// No trees yet.
    pub(super) fn new(training: &Training<'_>) -> Self {
        let rows = training.table.rows();
        let sums = match &training.target.values {
            TargetValues::Classes(all) => {
                let (classes, many) = (all.names.len(), rows * all.names.len());
                Sums::Classes { classes, chances: vec![0; many], votes: vec![0; many] }
            }
            TargetValues::Numbers(values) => {
                let counted = training.counted();
                let most = counted.iter().map(|row| values[*row as usize].abs()).fold(0.0, f64::max);
                Sums::Numbers { exponent: libm::frexp(most).1 - NUMBER_BITS, sums: vec![0; rows] }
            }
        };
        Tally { trees: vec![0; rows], sums }
    }

    /// Whether so many trees can be added up.
    pub(super) fn check(trees: u64) -> Result<()> {
        if trees > MOST_TREES {
            let range = "at most 16777216 where answers are added up";
            return Err(Mistake::BadSetting { name: "trees", found: trees as f64, range }.anywhere());
        }
        Ok(())
    }

    /// Adds what trees said, or takes it out again.
    pub(super) fn count(&mut self, said: &[(&Tree, &Said)], way: Way) {
        let (classes, exponent) = match &self.sums {
            Sums::Classes { classes, .. } => (*classes, 0),
            Sums::Numbers { exponent, .. } => (0, *exponent),
        };
        parallel::change(&mut self.blocks(), |_, block| {
            for (tree, said) in said {
                match &said.answers {
                    SaidAnswers::Classes { .. } => block.add_classes(tree, said, (classes, way)),
                    SaidAnswers::Numbers(numbers) => block.add_numbers(&said.rows, numbers, (exponent, way)),
                }
            }
        });
    }

    fn blocks(&mut self) -> Vec<Block<'_>> {
        let trees = self.trees.chunks_mut(BLOCK).enumerate();
        match &mut self.sums {
            Sums::Classes { classes, chances, votes } => {
                let room = (BLOCK * *classes).max(1);
                let sums = chances.chunks_mut(room).zip(votes.chunks_mut(room));
                trees
                    .zip(sums)
                    .map(|((at, trees), (chances, votes))| Block {
                        start: at * BLOCK,
                        trees,
                        chances,
                        votes,
                        numbers: &mut [],
                    })
                    .collect()
            }
            Sums::Numbers { sums, .. } => trees
                .zip(sums.chunks_mut(BLOCK))
                .map(|((at, trees), numbers)| Block {
                    start: at * BLOCK,
                    trees,
                    chances: &mut [],
                    votes: &mut [],
                    numbers,
                })
                .collect(),
        }
    }

    /// Adds the sums of other trees, of the same rows.
    pub(super) fn merge(&mut self, other: &Tally) {
        let add = |own: &mut [u32], others: &[u32]| own.iter_mut().zip(others).for_each(|(own, other)| *own += other);
        add(&mut self.trees, &other.trees);
        match (&mut self.sums, &other.sums) {
            (
                Sums::Classes { chances, votes, .. },
                Sums::Classes { chances: their_chances, votes: their_votes, .. },
            ) => {
                chances.iter_mut().zip(their_chances).for_each(|(own, other)| *own += other);
                add(votes, their_votes);
            }
            (Sums::Numbers { sums, .. }, Sums::Numbers { sums: theirs, .. }) => {
                sums.iter_mut().zip(theirs).for_each(|(own, other)| *own += other);
            }
            _ => {}
        }
    }

    /// The mean of the probabilities of a row; none where no tree was asked.
    pub(super) fn chances(&self, row: usize) -> Option<impl Iterator<Item = f64>> {
        let Sums::Classes { classes, chances, .. } = &self.sums else { return None };
        let trees = self.trees.get(row).filter(|trees| **trees > 0)?;
        let all = f64::from(*trees) * ONE;
        Some(chances[row * classes..(row + 1) * classes].iter().map(move |sum| *sum as f64 / all))
    }

    /// The class of the largest mean probability, the first of equal ones.
    pub(super) fn class(&self, row: usize) -> Option<u32> {
        let Sums::Classes { classes, chances, .. } = &self.sums else { return None };
        self.trees.get(row).filter(|trees| **trees > 0)?;
        first_most(&chances[row * classes..(row + 1) * classes])
    }

    /// The votes of a row.
    pub(super) fn votes(&self, row: usize) -> Option<&[u32]> {
        let Sums::Classes { classes, votes, .. } = &self.sums else { return None };
        self.trees.get(row).filter(|trees| **trees > 0)?;
        Some(&votes[row * classes..(row + 1) * classes])
    }

    /// The mean of the numbers answered for a row.
    pub(super) fn number(&self, row: usize) -> Option<f64> {
        let Sums::Numbers { exponent, sums } = &self.sums else { return None };
        let trees = self.trees.get(row).filter(|trees| **trees > 0)?;
        Some(libm::ldexp(sums[row] as f64 / f64::from(*trees), *exponent))
    }
}

impl Block<'_> {
    /// The places of the rows of this block in an ascending list.
    fn places(&self, rows: &[u32]) -> std::ops::Range<usize> {
        let place = |row: usize| rows.partition_point(|other| (*other as usize) < row);
        place(self.start)..place(self.start + self.trees.len())
    }

    fn add_classes(&mut self, tree: &Tree, said: &Said, (classes, way): (usize, Way)) {
        let SaidAnswers::Classes { ends, sums } = &said.answers else { return };
        let mut mixed = Vec::new();
        for place in self.places(&said.rows) {
            let at = said.rows[place] as usize - self.start;
            let vote = chances(tree, sums, ends.at(place), &mut mixed);
            way.add(&mut self.trees[at]);
            way.add(&mut self.votes[at * classes + vote as usize]);
            for (class, chance) in &mixed {
                let sum = &mut self.chances[at * classes + *class as usize];
                let units = (chance * ONE).round() as u64;
                *sum = if way == Way::In { *sum + units } else { *sum - units };
            }
        }
    }

    fn add_numbers(&mut self, rows: &[u32], numbers: &[f64], (exponent, way): (i32, Way)) {
        for place in self.places(rows) {
            let at = rows[place] as usize - self.start;
            let units = libm::ldexp(numbers[place], -exponent).round() as i128;
            self.numbers[at] += if way == Way::In { units } else { -units };
            way.add(&mut self.trees[at]);
        }
    }
}

impl Way {
    fn add(self, count: &mut u32) {
        *count = if self == Way::In { *count + 1 } else { *count - 1 };
    }
}

/// The place of the largest, the first of equal ones.
pub(super) fn first_most<T: Copy + PartialOrd>(values: &[T]) -> Option<u32> {
    let better = |best: usize, next: usize| if values[next] > values[best] { next } else { best };
    (0..values.len()).reduce(better).map(|place| place as u32)
}
