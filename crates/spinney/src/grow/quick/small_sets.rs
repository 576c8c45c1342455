//! Two sets of a column's values at a node of a small subtree.

use super::asked::Asked;
use super::flock::MOST;
use super::mask::Mask;
use super::sets::{Parting, Searched};
use super::small::{Cut, Hopeful, Plot, Small};
use super::small_values::sum_values;
use super::table::Tabled;
use crate::grow::candidate::{Question, Route};
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
        let (values, leans) = (&mut self.values, &mut self.steps);
        let (many, hole) = if let Some(bytes) = bytes {
            let many = sum_values((values, leans), run, plot, |slot| plot.flock.byte(slot, bytes));
            (many, self.data.columns[column as usize].hole())
        } else {
            let rank = &self.ranks[column as usize];
            (sum_values((values, leans), run, plot, |slot| rank.value(slot)), rank.hole())
        };
        // What stands for no value is the greatest.
        let known = many - usize::from(hole == Some(self.values[many - 1]));
        let missing = (known < many).then(|| self.steps[known]);
        self.sets.take(self.values[..known].iter().map(|value| u32::from(*value)).zip(self.steps.iter().copied()));
        match self.sets.best(run, missing, (asked, self.floor)) {
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
        self.sets.codes(parting).filter(|(_, right)| !right).for_each(|(value, _)| left.add(value as u8));
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
        // A slot that has each value: where values are not codes, it tells the code.
        let (mut present, mut slots) = (Mask::default(), [0; MOST]);
        for slot in plot.slots {
            let value = match bytes {
                Some(bytes) => plot.flock.byte(*slot, bytes),
                None => self.ranks[column as usize].value(*slot),
            };
            present.add(value);
            slots[usize::from(value)] = *slot;
        }
        if let Some(hole) = self.hole(column) {
            present.remove(hole);
        }
        let code = |value: u8| match bytes {
            Some(_) => u32::from(value),
            None => coded.codes.at(plot.row(slots[usize::from(value)])),
        };
        let mut codes = Vec::with_capacity(present.len());
        present.each(|value| codes.push((code(value), !set.holds(value))));
        Question::subset(codes.into_iter())
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
                Question::Subset(sides) => sides.is_left(code),
                _ => true,
            }
        });
        self.offer(run, plot, (column, Cut::Asked(question), route), (left, asked.least));
    }
}
