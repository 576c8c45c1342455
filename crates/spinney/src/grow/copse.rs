//! All that is below a node of few rows: they keep their slots, and only the numbers of slots are parted.

use std::ops::Range;

use super::draft::DraftNode;
use super::hands::{Hands, Knot, Plain, Spot, class_tally, number_tally};
use super::item::{Item, Stored};
use super::limits::Limits;
use super::quick::{Asked, Ended, Flock, MOST, Plot, Small, SmallCut, Tabled};
use super::tally::Tally;

impl Knot {
    fn slots(&self) -> Range<usize> {
        usize::from(self.start)..usize::from(self.end)
    }
}

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
        self.run.gather(items.iter().map(|item| item.stored.label()), root.ids.len());
        let mut knots = std::mem::take(&mut self.knots);
        let Spot { place, depth, key, constant, .. } = *root;
        knots.push(Knot { place, start: 0, end: items.len() as u16, depth, key, constant });
        while let Some(knot) = knots.pop() {
            let own = &mut slots[knot.slots()];
            let is_mixed = self.run.restart_at(own);
            let tally = self.tally((&knot, own), root, is_mixed);
            let mut best = None;
            if is_mixed && self.may_split(knot.depth, tally.weight()) {
                let plot = Plot { flock, start: knot.slots().start, slots: own };
                best = self.small_cut(plot, (&knot, root), (small, plainly));
            }
            let Some(best) = best else {
                let tally = match self.run.ended_at() {
                    Ended::Classes(weights) if is_mixed => class_tally(weights, &root.ids),
                    _ => tally,
                };
                *self.draft.node_mut(knot.place) = DraftNode::leaf(tally);
                continue;
            };
            let middle = knot.start + best.part(own, &mut small.spare) as u16;
            let first = self.fork(knot.place, tally, (best.column, best.question, best.route));
            let constant = self.constants.with(knot.constant, &self.drawn.constant);
            let branch = |branch: u32, start: u16, end: u16| {
                let (key, depth) = (knot.key.child(u64::from(branch)), knot.depth + 1);
                Knot { place: first + branch, start, end, depth, key, constant }
            };
            knots.extend([branch(0, knot.start, middle), branch(1, middle, knot.end)]);
        }
        self.knots = knots;
        self.watch.settled(items.len() as u64);
    }

    /// What the rows of a node say, which were just summed up; of mixed classes the weight alone, since most such nodes are split.
    fn tally(&mut self, (knot, slots): (&Knot, &[u8]), root: &Spot, is_mixed: bool) -> Tally {
        match self.run.ended_at() {
            Ended::Classes(weights) if is_mixed => Tally::sum(weights.iter().map(|weight| u64::from(*weight)).sum()),
            Ended::Classes(weights) => class_tally(weights, &root.ids),
            Ended::Numbers(moments) => {
                if knot.place == root.place {
                    self.sums.parts.insert(root.place, moments);
                }
                match self.run.alone_at(slots) {
                    // Half of all nodes: nothing is to be divided.
                    Some(q) => Tally::same_number(self.scale.value(q), moments.rows),
                    None => number_tally(&moments, self.scale),
                }
            }
        }
    }

    /// The best cut of a node that may be split.
    fn small_cut<S: Stored<Label = R::Label>>(
        &mut self,
        plot: Plot<'_, S>,
        (knot, root): (&Knot, &Spot),
        (small, plainly): (&mut Small<'_>, &Plain<'_, S>),
    ) -> Option<SmallCut> {
        small.turn_to_another();
        let Knot { place, depth, key, constant, .. } = *knot;
        self.constants.keep(constant);
        let known = |column: u32| self.constants.holds(constant, column);
        let drawing = self.draw.begin(key, known, &mut self.drawn);
        let plainly = |items: &[Item<S>], column| {
            plainly(
                items,
                &Spot { place, stand: root.stand.clone(), depth, key, constant, ids: root.ids.clone() },
                column,
            )
        };
        let Limits { min_leaf: least, min_value: least_value, .. } = self.limits;
        small.best(&mut self.run, plot, (drawing, Asked { key, least, least_value, plainly: &plainly }))
    }
}
