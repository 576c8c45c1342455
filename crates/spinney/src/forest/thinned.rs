//! A forest without some of its trees.

use super::answer::{Said, ascending};
use super::descent::View;
use super::piece::Piece;
use super::print::print;
use super::tally::Way;
use crate::error::{Mistake, Result};
use crate::grow::{Training, sown};
use crate::tree::Tree;

impl Piece {
    /// The piece without these trees. Their answers for rows out of bag are taken out of the sums, for which the rows of each are
    /// found again: the training must be the one that they were grown from.
    pub fn without(mut self, numbers: &[u64], training: &Training<'_>) -> Result<Piece> {
        training.check()?;
        self.check_print(print(training))?;
        let refused = |number: u64, why| Err(Mistake::NoSuchTree { number, why }.anywhere());
        if let Some(number) = numbers.iter().find(|number| self.numbers.binary_search(number).is_err()) {
            return refused(*number, "there is none of this number");
        }
        let gone: Vec<bool> = self.numbers.iter().map(|number| numbers.contains(number)).collect();
        if gone.iter().all(|gone| *gone) {
            return refused(self.numbers.first().copied().unwrap_or(0), "a forest keeps at least one tree");
        }
        if let Some(known) = &mut self.out_of_bag {
            let (view, trees) = (View::of(training), &self.trees);
            let places: Vec<usize> = (0..gone.len()).filter(|place| gone[*place]).collect();
            let drawn: Vec<u64> = places.iter().map(|place| self.numbers[*place]).collect();
            let said = sown(training, self.settings.variety(), &drawn, &|at, sown| {
                Said::new(&trees[places[at]], view, &ascending(sown.out))
            })?;
            let pairs: Vec<(&Tree, &Said)> = places.iter().map(|place| &trees[*place]).zip(&said).collect();
            known.tally.count(&pairs, Way::Out);
        }
        let kept = |place: &usize| !gone[*place];
        let places: Vec<usize> = (0..gone.len()).filter(kept).collect();
        self.pick(&places);
        self.scores.clear(); // what was looked at were other trees
        Ok(self)
    }
}
