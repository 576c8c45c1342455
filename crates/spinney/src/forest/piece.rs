//! Trees of a forest by their numbers: grown at once, further, or in pieces that are merged.

use std::sync::Arc;

use super::course::End;
use super::credit::Credits;
use super::grown::Forest;
use super::oob::OutOfBag;
use super::settings::ForestSettings;
use super::tally::Tally;
use crate::error::{Mistake, Result};
use crate::grow::{Training, Urn};
use crate::tree::Tree;

/// Trees of a forest by their numbers, with what is known of rows out of bag.
///
/// A tree hangs on table, settings, seed and its number alone. So 100 trees that are grown at once are those that are grown as 0 to 49,
/// here, and 50 to 99, elsewhere, and [merged](Piece::merge), or grown [further](Piece::more) from 50: the same trees and the same
/// sums of rows out of bag, bit for bit.
///
/// Where several targets are learned by one forest, there is a piece for each: their trees have the same nodes, and each keeps what is known
/// of its target.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    pub(super) settings: ForestSettings,
    /// What tells one training from another.
    pub(super) print: u64,
    /// Which of the targets its trees answer, counted from 0.
    pub(super) target: usize,
    /// How many columns there are to learn from.
    pub(super) columns: usize,
    pub(super) numbers: Vec<u64>,
    pub(super) trees: Vec<Tree>,
    pub(super) out_of_bag: Option<OutOfBag>,
    /// What columns are worth out of bag, for each tree.
    pub(super) credits: Option<Vec<Credits>>,
    /// What the rows of trees were drawn from, where that is kept.
    pub(super) urn: Option<Arc<Urn>>,
    /// The scores at the looks so far, where growth ends when they settle.
    pub(super) scores: Vec<f64>,
    pub(super) end: End,
}

impl Piece {
    /// The trees of both pieces, in the order of their numbers. Both must be of the same training, settings and seed, and keep the
    /// same beside their trees.
    pub fn merge(mut self, other: Piece) -> Result<Piece> {
        self.check_print(other.print)?;
        let differ = |what| Err(Mistake::PiecesDiffer { what }.anywhere());
        if self.settings.clone().trees(0) != other.settings.clone().trees(0) {
            return differ("they were grown with other settings, or from another seed");
        }
        if self.target != other.target {
            return differ("they answer different targets");
        }
        if self.out_of_bag.is_some() != other.out_of_bag.is_some() || self.credits.is_some() != other.credits.is_some()
        {
            return differ("one knows of rows out of bag what the other does not");
        }
        if let Some(number) = other.numbers.iter().find(|number| self.numbers.binary_search(number).is_ok()) {
            return Err(Mistake::TreeTwice { number: *number }.anywhere());
        }
        Tally::check((self.trees.len() + other.trees.len()) as u64)?;
        if let (Some(own), Some(theirs)) = (&mut self.out_of_bag, &other.out_of_bag) {
            own.tally.merge(&theirs.tally);
        }
        if self.end == End::Complete {
            self.end = other.end;
        }
        if self.numbers.first() > other.numbers.first() {
            self.scores = other.scores;
        }
        self.trees.extend(other.trees);
        self.numbers.extend(other.numbers);
        if let (Some(own), Some(theirs)) = (&mut self.credits, other.credits) {
            own.extend(theirs);
        }
        Ok(self.in_order())
    }

    /// The trees at these places alone.
    pub(super) fn pick(&mut self, places: &[usize]) {
        self.numbers = places.iter().map(|place| self.numbers[*place]).collect();
        let mut trees: Vec<Option<Tree>> = std::mem::take(&mut self.trees).into_iter().map(Some).collect();
        self.trees = places.iter().filter_map(|place| trees[*place].take()).collect();
        if let Some(credits) = &mut self.credits {
            *credits = places.iter().map(|place| credits[*place].clone()).collect();
        }
        self.settings.trees = self.trees.len() as u32;
    }

    fn in_order(mut self) -> Piece {
        let mut places: Vec<usize> = (0..self.numbers.len()).collect();
        places.sort_by_key(|place| self.numbers[*place]);
        self.pick(&places);
        self
    }

    pub(super) fn check_print(&self, print: u64) -> Result<()> {
        if self.print != print {
            let what = "they were grown from other rows, columns, weights or another target";
            return Err(Mistake::PiecesDiffer { what }.anywhere());
        }
        Ok(())
    }

    /// What is asked of its own target alone, with the rows that have all of them.
    pub(super) fn own<'a>(&self, training: &Training<'a>, rows: &'a [u32]) -> Training<'a> {
        if training.others.is_empty() { *training } else { training.alone(self.target, rows) }
    }

    /// The trees, in the order of their numbers.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// The number of each tree.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// How the trees were grown; `trees` says how many there are.
    pub fn settings(&self) -> &ForestSettings {
        &self.settings
    }

    /// Why no more trees were grown.
    pub fn end(&self) -> End {
        self.end
    }

    /// What the trees say of rows that they were not grown from, where that was asked for.
    pub fn out_of_bag(&self) -> Option<&OutOfBag> {
        self.out_of_bag.as_ref()
    }

    /// What the rows of trees were drawn from, where that was asked for, and rows were drawn one by one from all.
    pub fn urn(&self) -> Option<&Arc<Urn>> {
        self.urn.as_ref()
    }

    /// The score of rows out of bag at each look, where growth was to end when it settles.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// The trees as a forest.
    pub fn into_forest(self) -> Forest {
        Forest::of(self.trees, &self.settings)
    }
}
