//! All that is below a node of few rows: they keep their slots, and only the numbers of slots are parted.

use super::hands::{Hands, Plain, Spot};
use super::item::{Item, Stored};
use super::quick::{Asked, Flock, MOST, Plot, Small, Tabled};

impl<R: Tabled> Hands<'_, R> {
    /// Grows all that is below a node of at most [`MOST`] rows.
    pub(super) fn grow_copse<S: Stored<Label = R::Label>>(
        &mut self,
        flock: Flock<'_, S>,
        root: &Spot,
        (small, plainly): (&mut Small<'_>, &Plain<'_, S>),
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
                let plainly = |items: &[Item<S>], column| plainly(items, &spot, column);
                let (columns, limits) = (&self.drawn.asked[..], &self.limits);
                let asked = Asked {
                    columns,
                    key: spot.key,
                    least: limits.min_leaf,
                    least_value: limits.min_value,
                    plainly: &plainly,
                };
                best = small.best(&mut self.run, plot, asked);
            }
            let Some(best) = best else {
                self.end(plot.labels(), spot.place, &spot.ids);
                continue;
            };
            let middle = spot.rows.start + small.part(flock, &best, &mut slots[spot.rows.clone()]);
            frontier.extend(self.branch(spot, (best.column, best.question, best.route), middle));
        }
        self.watch.settled(items.len() as u64);
    }
}
