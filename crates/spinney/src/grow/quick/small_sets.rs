//! Two sets of a column's values at a node of a small subtree.

use super::asked::Asked;
use super::flock::MOST;
use super::mask::Mask;
use super::sets::{Parting, Searched, Sets};
use super::small::{Cut, Hopeful, Plot, Small};
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
        let bytes = self.bytes(column);
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
                if self.admits(run, found.score) {
                    let (values, route) = self.values_left(column, found.parting);
                    let is_known = found.parting == Parting::Known;
                    let cut = if is_known { Cut::Asked(Question::Known) } else { Cut::Sets(values) };
                    let left = self.places_of(plot, column, &values);
                    self.hope(plot.slots.len(), Hopeful { column, cut, route, left, score: found.score });
                }
            }
        }
    }

    /// The value that stands for none, where some row of the subtree has none.
    fn hole(&self, column: u32) -> Option<u8> {
        match self.bytes(column) {
            Some(_) => self.data.columns[column as usize].hole(),
            None => self.ranks[column as usize].hole(),
        }
    }

    /// The values that go left, and where rows without a value go.
    fn values_left(&self, column: u32, parting: Parting) -> (Mask, Route) {
        let branch = self.sets.branch_of_missing(parting);
        let mut left = Mask::default();
        self.sets.codes(parting, true).for_each(|value| left.add(value as u8));
        if let (Some(0), Some(hole)) = (branch, self.hole(column)) {
            left.add(hole);
        }
        (left, branch.map_or(Route::Heaviest, Route::Branch))
    }

    /// The places of slots whose values are in a set.
    fn places_of<S: Stored>(&self, plot: Plot<'_, S>, column: u32, values: &Mask) -> Mask {
        match self.bytes(column) {
            Some(bytes) => plot.places(|slot| values.holds(plot.flock.byte(slot, bytes))),
            None => plot.places(|slot| values.holds(self.ranks[column as usize].value(slot))),
        }
    }

    /// The codes of a node that are in a set of values, and those that are not.
    pub(super) fn sets_of<S: Stored>(&self, plot: Plot<'_, S>, column: u32, set: Mask) -> Question {
        let coded = &self.data.columns[column as usize];
        let bytes = self.bytes(column);
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
        let coded = &self.data.columns[column as usize];
        let left = plot.places(|slot| {
            let code = coded.codes.at(plot.row(slot));
            match &question {
                _ if coded.is_missing(code) => route == Route::Branch(0),
                Question::Subset(sides) => sides.left.binary_search(&code).is_ok(),
                _ => true,
            }
        });
        self.offer(run, plot, (column, Cut::Asked(question), route), (left, asked.least));
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
        leans[usize::from(value)].add(run.lean_at(*slot));
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
