//! Two sets of a column's values at a node of a small subtree.

use super::asked::Asked;
use super::mask::Mask;
use super::rank::MOST;
use super::sets::{Parting, Searched, Sets};
use super::small::{Chosen, Cut, Plot, Small};
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
        let bytes = self.bytes(plot.flock, column);
        if bytes.is_none() {
            self.rank(plot, column);
        }
        if !run.leans() {
            self.ask_plainly(run, plot, (column, asked));
            return;
        }
        let missing = if let Some(bytes) = bytes {
            let hole = self.data.columns[column as usize].hole();
            lean((&mut self.leans, &mut self.sets), run, plot, (|slot| plot.flock.byte(slot, bytes), hole))
        } else {
            let rank = &self.ranks[column as usize];
            lean((&mut self.leans, &mut self.sets), run, plot, (|slot| rank.value(slot), rank.hole()))
        };
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

    /// The value that stands for none, where some row of the subtree has none.
    fn hole<S: Stored>(&self, plot: Plot<'_, S>, column: u32) -> Option<u8> {
        match self.bytes(plot.flock, column) {
            Some(_) => self.data.columns[column as usize].hole(),
            None => self.ranks[column as usize].hole(),
        }
    }

    /// Two sets that may be the best.
    fn chosen_by<S: Stored>(&self, plot: Plot<'_, S>, column: u32, parting: Parting) -> Chosen {
        let branch = self.sets.branch_of_missing(parting);
        let mut left = Mask::default();
        self.sets.codes(parting, true).for_each(|value| left.add(value as u8));
        if let (Some(0), Some(hole)) = (branch, self.hole(plot, column)) {
            left.add(hole);
        }
        let route = branch.map_or(Route::Heaviest, Route::Branch);
        Chosen { left, question: (parting == Parting::Known).then_some(Question::Known), route }
    }

    /// The codes of a node that are in a set of values, and those that are not.
    pub(super) fn sets_of<S: Stored>(&self, plot: Plot<'_, S>, column: u32, set: Mask) -> Question {
        let coded = &self.data.columns[column as usize];
        let bytes = self.bytes(plot.flock, column);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for slot in plot.slots {
            let value = match bytes {
                Some(bytes) => plot.flock.byte(*slot, bytes),
                None => self.ranks[column as usize].value(*slot),
            };
            let code = if bytes.is_some() { u32::from(value) } else { coded.codes.at(plot.row(*slot)) };
            if !coded.is_missing(code) {
                (if set.holds(value) { &mut left } else { &mut right }).push(code);
            }
        }
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        Question::Subset(Box::new(Sides { left, right }))
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
        let bytes = self.bytes(plot.flock, column);
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
                let rank = &self.ranks[column as usize];
                left.add(bytes.map_or_else(|| rank.value(*slot), |bytes| plot.flock.byte(*slot, bytes)));
            }
        }
        self.chosen.push(Chosen { left, question: Some(question), route });
        let cut = Cut::Sets(self.chosen.len() - 1);
        self.divide(run, plot, (column, cut));
        self.offer(run, (column, cut), asked.least);
    }
}

/// Sums up the values of a column; what rows without one come to, where there are any.
fn lean<R: Tabled, S: Stored<Label = R::Label>>(
    (leans, sets): (&mut [Lean; MOST], &mut Sets),
    run: &R,
    plot: Plot<'_, S>,
    (value, hole): (impl Fn(u8) -> u8, Option<u8>),
) -> Option<Lean> {
    let mut present = Mask::default();
    for slot in plot.slots {
        let value = value(*slot);
        present.add(value);
        leans[usize::from(value)].add(run.lean(plot.label(*slot)));
    }
    sets.begin();
    let mut missing = None;
    present.each(|value| {
        let lean = std::mem::take(&mut leans[usize::from(value)]);
        if Some(value) == hole {
            missing = Some(lean);
        } else {
            sets.add(u32::from(value), lean);
        }
    });
    missing
}
