//! Cuts that are drawn at a node of a small subtree.

use super::lot::{drawn_cut, ends};
use super::mask::Mask;
use super::rank::MOST;
use super::small::{Cut, Plot, Small};
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
        let mut left = Mask::default();
        run.divide(plot.slots.iter().zip(&*own).zip(0..).map(|((slot, value), place)| {
            let is_left = *value <= cut;
            left.0[usize::from(place / 64_u8)] |= u64::from(is_left) << (place % 64);
            (*slot, is_left)
        }));
        self.offer_here(run, plot.slots.len(), (column, Cut::At(cut), Route::Heaviest), (left, least));
    }

    /// The numbers of a column between which cuts are drawn; found here unless a node above has found them.
    #[inline]
    pub(super) fn numbers<S>(&mut self, plot: Plot<'_, S>, column: u32) -> Option<&[f64; MOST]> {
        let own = &mut self.numbers[column as usize];
        if !(own.start <= plot.start && plot.start + plot.slots.len() <= own.end) {
            let lines = self.data.number_lines.as_ref()?;
            (own.start, own.end) = (plot.start, plot.start + plot.slots.len());
            for slot in plot.slots {
                own.values[usize::from(*slot)] = lines.at(plot.flock.items[usize::from(*slot)].row, column);
            }
        }
        Some(&own.values)
    }
}
