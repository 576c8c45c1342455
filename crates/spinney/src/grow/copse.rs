//! All that is below a node of few rows: they keep their slots, and only the numbers of slots are parted.

use super::hands::{Hands, Spot};
use super::item::Stored;
use super::quick::{Flock, MOST, Plot, Small, Tabled};

impl<R: Tabled> Hands<'_, R> {
    /// Grows all that is below a node of at most [`MOST`] rows.
    pub(super) fn grow_copse<S: Stored<Label = R::Label>>(
        &mut self,
        flock: Flock<'_, S>,
        root: &Spot,
        small: &mut Small<'_>,
    ) {
        let items = flock.items;
        let mut slots: [u8; MOST] = std::array::from_fn(|slot| slot as u8);
        small.begin(flock);
        let mut frontier = vec![Spot { rows: 0..items.len(), ids: root.ids.clone(), ..*root }];
        while let Some(spot) = frontier.pop() {
            let plot = Plot { flock, start: spot.rows.start, slots: &slots[spot.rows.clone()] };
            let mut best = None;
            if self.goes_on(plot.labels(), spot.depth, spot.ids.len()) {
                self.draw(&spot, |column| small.is_constant(plot, column));
                let (asked, least) = (&self.drawn.asked, self.limits.min_leaf);
                best = if self.by_lot {
                    small.drawn(&mut self.run, plot, asked, (spot.key, least))
                } else {
                    small.best(&mut self.run, plot, asked, least)
                };
            }
            let Some(best) = best else {
                self.end(plot.labels(), spot.place, &spot.ids);
                continue;
            };
            let middle = spot.rows.start + small.part(&best, &mut slots[spot.rows.clone()]);
            frontier.extend(self.branch(spot, (best.column, best.question), middle));
        }
        self.watch.settled(items.len() as u64);
    }
}
