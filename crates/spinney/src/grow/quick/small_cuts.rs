//! The cuts of an ordered column at a node of a small subtree.

use super::mask::Mask;
use super::sketch::{FEW, greatest_sketch};
use super::small::{Cut, Hopeful, Plot, Small};
use super::table::{Tabled, greatest};
use crate::grow::candidate::Route;
use crate::grow::item::Stored;

/// Sketches that are looked at in one go.
const BLOCK: usize = 16;

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
        let order = &self.order[..many];
        if many > FEW
            && let Some(most) = run.sketch(order, &mut self.sketch)
        {
            if most >= run.bar(most, self.floor) {
                self.look_closely(run, (column, least), (many, is_strict), most);
            }
            return;
        }
        let scores = &mut self.scores[..many - 1];
        let mut most = run.sweep(order.iter().copied(), scores);
        if most < self.floor {
            return;
        }
        if !is_strict || least > 1 {
            let values = (!is_strict).then_some(&self.values[..many]);
            forbid(scores, f64::NEG_INFINITY, values, weights(run, order, least));
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

    /// Looks at those cuts of a column that may be the best by their sketches, of which this is the greatest.
    fn look_closely<R: Tabled>(
        &mut self,
        run: &mut R,
        (column, least): (u32, u64),
        (many, is_strict): (usize, bool),
        mut most: f32,
    ) {
        let (order, sketch) = (&self.order[..many], &mut self.sketch[..many - 1]);
        if !is_strict || least > 1 {
            let values = (!is_strict).then_some(&self.values[..many]);
            forbid(sketch, f32::NEG_INFINITY, values, weights(run, order, least));
            most = greatest_sketch(sketch);
        }
        if most == f32::NEG_INFINITY {
            return;
        }
        let bar = run.bar(most, self.floor);
        for start in (0..many - 1).step_by(BLOCK) {
            let block = start..(start + BLOCK).min(many - 1);
            if greatest_sketch(&self.sketch[block.clone()]) < bar {
                continue;
            }
            for place in block {
                if self.sketch[place] < bar {
                    continue;
                }
                run.divide(self.order[..=place].iter().map(|slot| (*slot, true)));
                let score = run.score();
                if self.admits(run, score) {
                    self.hope_after(column, Route::Heaviest, (place, many, many), score);
                }
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
            let mut ways = [(Route::Branch(0), with), (Route::Branch(1), self.scores[place])];
            if self.data.missing_last {
                ways.reverse();
            }
            for (route, score) in ways {
                if score >= self.floor {
                    self.hope_after(column, route, (place, known, many), score);
                }
            }
        }
    }
}

/// The weights of slots in order, where at least so much must be on both sides of a cut.
fn weights<'r, R: Tabled>(
    run: &'r R,
    order: &'r [u8],
    least: u64,
) -> Option<(impl Iterator<Item = u64> + Clone + 'r, u64)> {
    (least > 1).then(|| (order.iter().map(|slot| run.weight_at(*slot)), least))
}

/// Lets cuts that cannot be made be worth nothing: those between equal values, and those that leave too little on a side.
fn forbid<F: Copy>(
    scores: &mut [F],
    nothing: F,
    values: Option<&[u8]>,
    weights: Option<(impl Iterator<Item = u64> + Clone, u64)>,
) {
    if let Some(values) = values {
        for (score, pair) in scores.iter_mut().zip(values.windows(2)) {
            *score = if pair[0] == pair[1] { nothing } else { *score };
        }
    }
    if let Some((weights, least)) = weights {
        let (all, mut left) = (weights.clone().sum::<u64>(), 0);
        for (score, weight) in scores.iter_mut().zip(weights) {
            left += weight;
            if left < least || all - left < least {
                *score = nothing;
            }
        }
    }
}
