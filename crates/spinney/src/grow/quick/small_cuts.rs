//! The cuts of an ordered column at a node of a small subtree.

use super::mask::Mask;
use super::small::{Cut, Hopeful, Plot, Small};
use super::table::{Tabled, greatest};
use crate::grow::candidate::Route;
use crate::grow::item::Stored;

impl Small<'_> {
    /// Looks at all cuts of a column.
    pub(super) fn sweep<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, least): (u32, u64),
    ) {
        let many = plot.slots.len();
        let (hole, is_strict) = self.put_in_order(plot, column);
        let known = self.known(many, hole);
        if known < many {
            self.sweep_around(run, plot, (column, least), known);
            return;
        }
        let (order, scores) = (&self.order[..many], &mut self.scores[..many.saturating_sub(1)]);
        let mut most = run.sweep(order.iter().copied(), scores);
        if most < self.floor {
            return;
        }
        if !is_strict {
            for (score, pair) in scores.iter_mut().zip(self.values[..many].windows(2)) {
                *score = if pair[0] == pair[1] { f64::NEG_INFINITY } else { *score };
            }
        }
        if least > 1 {
            let all: u64 = order.iter().map(|slot| run.weight_at(*slot)).sum();
            let mut left = 0;
            for (score, slot) in scores.iter_mut().zip(order) {
                left += run.weight_at(*slot);
                if left < least || all - left < least {
                    *score = f64::NEG_INFINITY;
                }
            }
        }
        if !is_strict || least > 1 {
            most = greatest(scores);
        }
        if !self.admits(run, most) {
            return;
        }
        for place in 0..many - 1 {
            if self.scores[place] >= self.floor {
                self.hope_after(column, Route::Heaviest, (place, many, many), self.scores[place]);
            }
        }
    }

    /// Keeps the cut after a place of the order, of so many slots; those from `known` on have no value.
    fn hope_after(&mut self, column: u32, route: Route, (last, known, many): (usize, usize, usize), score: f64) {
        let mut left = Mask::default();
        let holes = if route == Route::Branch(0) { known } else { many };
        for slot in self.order[..=last].iter().chain(&self.order[holes..many]) {
            left.add(self.at[usize::from(*slot)]);
        }
        let cut = Cut::After(self.order[last], self.order[last + 1]);
        self.hope(many, Hopeful { column, cut, route, left, score });
    }

    /// The same where only so many slots have a value, and come first: the others may go to either side of each cut, or be parted from all others.
    fn sweep_around<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, least): (u32, u64),
        known: usize,
    ) {
        let many = plot.slots.len();
        let holes = many - known;
        let order = &self.order[..many];
        let (with, without) = (&mut self.turned[..many - 1], &mut self.scores[..known]);
        run.sweep(order[..known].iter().copied(), without);
        run.sweep(order[known..].iter().chain(&order[..known]).copied(), with);
        let weight = |slots: &[u8]| slots.iter().map(|slot| run.weight_at(*slot)).sum::<u64>();
        let (absent, all) = (weight(&order[known..]), weight(order));
        let mut left = 0;
        for place in 0..known {
            left += run.weight_at(order[place]);
            let same = place + 1 < known && self.values[place] == self.values[place + 1];
            let few = |left: u64| left < least || all - left < least;
            if same || few(left) {
                without[place] = f64::NEG_INFINITY;
            }
            if let Some(with) = with.get_mut(holes + place)
                && (same || few(left + absent))
            {
                *with = f64::NEG_INFINITY;
            }
        }
        let most = greatest(&without[..known]).max(greatest(&with[holes..]));
        if !self.admits(run, most) {
            return;
        }
        for place in 0..known {
            let with = self.turned[..many - 1].get(holes + place).copied().unwrap_or(f64::NEG_INFINITY);
            if with >= self.floor {
                self.hope_after(column, Route::Branch(0), (place, known, many), with);
            }
            if self.scores[place] >= self.floor {
                self.hope_after(column, Route::Branch(1), (place, known, many), self.scores[place]);
            }
        }
    }
}
