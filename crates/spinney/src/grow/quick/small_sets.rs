//! Two sets of a column's values at a node of a small subtree.

use super::asked::Asked;
use super::sets::{Parting, Searched};
use super::small::{Chosen, Cut, Mask, Plot, Small};
use super::table::{Lean, Tabled};
use crate::grow::candidate::{Question, Route, Sides};
use crate::grow::item::Stored;

impl Small<'_> {
    /// Looks for the best two sets of a column's values.
    pub(super) fn sweep_sets<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, asked): (u32, Asked<'_, S>),
    ) {
        self.rank(plot, column);
        if !run.leans() {
            self.ask_plainly(run, plot, (column, asked));
            return;
        }
        let missing = self.lean(run, plot, column);
        match self.sets.best(run, missing, asked) {
            Searched::None => {}
            Searched::AskPlainly => self.ask_plainly(run, plot, (column, asked)),
            Searched::Cut(found) => {
                if self.admit(run, found.score).is_some() {
                    let chosen = self.chosen_by(plot, column, found.parting);
                    self.chosen.push(chosen);
                    self.hope(column, Cut::Sets(self.chosen.len() - 1), found.score);
                }
            }
        }
    }

    /// Sums up the values of a column; what rows without one come to, where there are any.
    fn lean<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &R,
        plot: Plot<'_, S>,
        column: u32,
    ) -> Option<Lean> {
        let rank = &self.ranks[column as usize];
        let mut present = Mask::default();
        for slot in plot.slots {
            let value = rank.value(*slot);
            present.add(value);
            self.leans[usize::from(value)].add(run.lean(plot.label(*slot)));
        }
        self.sets.begin();
        let mut missing = None;
        present.each(|value| {
            let lean = std::mem::take(&mut self.leans[usize::from(value)]);
            if Some(value) == rank.hole() {
                missing = Some(lean);
            } else {
                self.sets.add(u32::from(value), lean);
            }
        });
        missing
    }

    /// Two sets, ready to be made.
    fn chosen_by<S: Stored>(&self, plot: Plot<'_, S>, column: u32, parting: Parting) -> Chosen {
        let rank = &self.ranks[column as usize];
        let branch = self.sets.branch_of_missing(parting);
        let mut left = Mask::default();
        self.sets.codes(parting, true).for_each(|value| left.add(value as u8));
        if let (Some(0), Some(hole)) = (branch, rank.hole()) {
            left.add(hole);
        }
        let route = branch.map_or(Route::Heaviest, Route::Branch);
        if parting == Parting::Known {
            return Chosen { left, question: Question::Known, route };
        }
        let codes = &self.data.columns[column as usize].codes;
        let of = |side: bool| {
            let values = plot.slots.iter().copied().filter(|slot| {
                let value = rank.value(*slot);
                left.holds(value) == side && Some(value) != rank.hole()
            });
            let mut all: Vec<u32> = values.map(|slot| codes.at(plot.row(slot))).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        Chosen { left, question: Question::Subset(Box::new(Sides { left: of(true), right: of(false) })), route }
    }

    /// Asks the plain way for the best two sets.
    fn ask_plainly<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, asked): (u32, Asked<'_, S>),
    ) {
        let items: Vec<_> = plot.slots.iter().map(|slot| plot.flock.items[usize::from(*slot)]).collect();
        let Some((question, route)) = (asked.plainly)(&items, column) else { return };
        let rank = &self.ranks[column as usize];
        let coded = &self.data.columns[column as usize];
        let mut left = Mask::default();
        for slot in plot.slots {
            let code = coded.codes.at(plot.row(*slot));
            let is_left = match &question {
                _ if coded.is_missing(code) => route == Route::Branch(0),
                Question::Subset(sides) => sides.left.binary_search(&code).is_ok(),
                _ => true,
            };
            if is_left {
                left.add(rank.value(*slot));
            }
        }
        self.chosen.push(Chosen { left, question, route });
        let cut = Cut::Sets(self.chosen.len() - 1);
        self.divide(run, plot, (column, cut));
        self.offer(run, (column, cut), asked.least);
    }
}
