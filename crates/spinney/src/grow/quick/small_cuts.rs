//! The cuts of an ordered column at a node of a small subtree.

use super::small::{Cut, Holes, Plot, Small};
use super::table::Tabled;
use crate::grow::item::{Label, Stored};

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
        let labels = order.iter().map(|slot| plot.label(*slot));
        run.sweep(labels.clone(), scores);
        if !is_strict {
            for (score, pair) in scores.iter_mut().zip(self.values[..many].windows(2)) {
                *score = if pair[0] == pair[1] { f64::NEG_INFINITY } else { *score };
            }
        }
        if least > 1 {
            let all: u64 = labels.clone().map(Label::weight).sum();
            let mut left = 0;
            for (score, label) in scores.iter_mut().zip(labels) {
                left += label.weight();
                if left < least || all - left < least {
                    *score = f64::NEG_INFINITY;
                }
            }
        }
        let most = greatest(scores);
        let Some(floor) = self.admit(run, most) else { return };
        for place in 0..many.saturating_sub(1) {
            if self.scores[place] >= floor {
                self.hope(column, Cut::After(place, Holes::None), self.scores[place]);
            }
        }
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
        let label = |slot: &u8| plot.label(*slot);
        let (with, without) = (&mut self.turned[..many - 1], &mut self.scores[..known]);
        run.sweep(order[..known].iter().map(label), without);
        run.sweep(order[known..].iter().chain(&order[..known]).map(label), with);
        let weight = |slots: &[u8]| slots.iter().map(|slot| plot.label(*slot).weight()).sum::<u64>();
        let (absent, all) = (weight(&order[known..]), weight(order));
        let mut left = 0;
        for place in 0..known {
            left += plot.label(order[place]).weight();
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
        let Some(floor) = self.admit(run, most) else { return };
        for place in 0..known {
            let with = self.turned[..many - 1].get(holes + place).copied().unwrap_or(f64::NEG_INFINITY);
            if with >= floor {
                self.hope(column, Cut::After(place, Holes::Left), with);
            }
            if self.scores[place] >= floor {
                self.hope(column, Cut::After(place, Holes::Right), self.scores[place]);
            }
        }
    }
}

/// The greatest of these, none of which is undefined.
fn greatest(scores: &[f64]) -> f64 {
    scores.iter().fold(f64::NEG_INFINITY, |most, score| if *score > most { *score } else { most })
}
