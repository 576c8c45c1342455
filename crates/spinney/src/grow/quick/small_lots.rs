//! Cuts that are drawn at a node of a small subtree.

use super::flock::MOST;
use super::lot::{drawn_cut, ends};
use super::mask::Mask;
use super::small::{Cut, Hopeful, Plot, Small};
use super::table::Tabled;
use crate::grow::candidate::Route;
use crate::grow::item::Stored;
use crate::seed::Key;

impl Small<'_> {
    /// Draws a cut of a column between the least and the greatest number of a node, and offers it.
    pub(super) fn draw_cut<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, key, least): (u32, Key, u64),
    ) {
        self.numbers(plot, column);
        let values = &self.numbers[column as usize].values;
        let own = &mut self.scores[..plot.slots.len()];
        own.iter_mut().zip(plot.slots).for_each(|(own, slot)| *own = values[usize::from(*slot)]);
        let (low, high) = ends(own);
        let Some(cut) = drawn_cut(low, high, key.child(u64::from(column))) else { return };
        run.stand_below(own, cut);
        let (weights, score) = (run.weights(), run.score());
        if weights.0.min(weights.1) < least.max(1) || !self.admits(run, score) {
            return;
        }
        let mut left = Mask::default();
        for (numbers, word) in self.scores[..plot.slots.len()].chunks(64).zip(&mut left.0) {
            for (number, place) in numbers.iter().zip(0..) {
                *word |= u64::from(*number <= cut) << place;
            }
        }
        let hopeful = Hopeful { column, cut: Cut::At(cut), route: Route::Heaviest, left, score };
        self.hope(plot.slots.len(), hopeful);
    }

    /// The numbers of a column between which cuts are drawn; found here unless a node above has found them.
    #[inline]
    pub(super) fn numbers<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> Option<&[f64; MOST]> {
        let own = &mut self.numbers[column as usize];
        if !(own.start <= plot.start && plot.start + plot.slots.len() <= own.end) {
            (own.start, own.end) = (plot.start, plot.start + plot.slots.len());
            let rows = plot.slots.iter().map(|slot| (*slot, plot.row(*slot)));
            let mut say = |slot: u8, number: f64| own.values[usize::from(slot)] = number;
            match (&self.data.number_lines, &self.data.number_columns) {
                (Some(lines), _) => lines.each(column, rows, &mut say),
                (None, columns) => columns.as_ref()?.each(column, rows, &mut say),
            }
        }
        Some(&own.values)
    }
}
