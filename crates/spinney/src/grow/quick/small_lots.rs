//! Cuts that are drawn at a node of a small subtree.

use super::lot::drawn_cut;
use super::rank::MOST;
use super::small::{Cut, Plot, Small};
use super::table::Tabled;
use crate::encode::Coded;
use crate::grow::item::Stored;
use crate::seed::Key;

impl Small<'_> {
    /// Draws a cut of a column of numbers, and offers it.
    pub(super) fn draw_cut<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, key, least): (u32, Key, u64),
    ) {
        if let Some(cut) = self.lot(plot, column, key.child(u64::from(column))) {
            self.divide(run, plot, (column, cut));
            self.offer(run, (column, cut), least);
        }
    }

    /// Draws a cut between the least and the greatest number of a node.
    fn lot<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32, key: Key) -> Option<Cut> {
        let values = self.numbers(plot, column)?;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for slot in plot.slots {
            let value = values[usize::from(*slot)];
            low = if value < low { value } else { low };
            high = if value > high { value } else { high };
        }
        drawn_cut(low, high, key).map(Cut::At)
    }

    /// The numbers of a column, where cuts of it are drawn; found here unless a node above has found them.
    #[inline]
    pub(super) fn numbers<S>(&mut self, plot: Plot<'_, S>, column: u32) -> Option<&[f64; MOST]> {
        let coded = &self.data.columns[column as usize];
        if !self.by_lot || !matches!(coded.coded, Coded::Numbers(_)) {
            return None;
        }
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
