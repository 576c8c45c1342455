//! The cuts of an ordered column whose codes are bytes, where a row's label is one number beside its weight: rows are summed up value by
//! value, and values are fewer than rows.

use super::mask::Mask;
use super::small::{Bytes, Cut, Hopeful, Plot, Small};
use super::table::{Lean, Tabled};
use crate::grow::candidate::{Question, Route};
use crate::grow::item::Stored;

impl Small<'_> {
    /// Looks at all cuts of a column; `false` where nothing was done, since some row has no value.
    pub(super) fn sweep_bytes<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &R,
        plot: Plot<'_, S>,
        (column, least): (u32, u64),
        bytes: Bytes,
    ) -> bool {
        let many = self.sum_values(run, plot, bytes);
        if self.data.columns[column as usize].hole().is_some_and(|hole| self.values[many - 1] == hole) {
            return false;
        }
        let all = self.steps[many - 1].weight;
        let mut most = f64::NEG_INFINITY;
        for (left, score) in self.steps[..many - 1].iter().zip(&mut self.scores) {
            let few = left.weight < least || all - left.weight < least;
            *score = if few { f64::NEG_INFINITY } else { run.score_at(*left) };
            most = if *score > most { *score } else { most };
        }
        if !self.admits(run, most) {
            return true;
        }
        for place in 0..many - 1 {
            let score = self.scores[place];
            if score >= self.floor {
                let (low, high) = (self.values[place], self.values[place + 1]);
                let left = plot.places(|slot| plot.flock.byte(slot, bytes) <= low);
                let cut = Cut::Asked(Question::Between { low: u32::from(low), high: u32::from(high) });
                self.hope(plot.slots.len(), Hopeful { column, cut, route: Route::Heaviest, left, score });
            }
        }
        true
    }

    /// The values of a node, ascending, and what all rows up to each come to; how many there are.
    fn sum_values<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &R,
        plot: Plot<'_, S>,
        bytes: Bytes,
    ) -> usize {
        let mut present = Mask::default();
        for slot in plot.slots {
            let byte = plot.flock.byte(*slot, bytes);
            present.add(byte);
            self.leans[usize::from(byte)].add(run.lean_at(*slot));
        }
        let (mut many, mut left) = (0, Lean::default());
        let (leans, values, steps) = (&mut self.leans, &mut self.values, &mut self.steps);
        present.each(|byte| {
            left.add(std::mem::take(&mut leans[usize::from(byte)]));
            (values[many], steps[many]) = (byte, left);
            many += 1;
        });
        many
    }
}
