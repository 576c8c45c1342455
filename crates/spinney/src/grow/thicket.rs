//! All that is below a node, where at each node only some columns are asked and the quick ways serve them all: the trees of
//! forests, on rows that are parted in place.

use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::Draft;
use super::draw::{Draw, Drawn};
use super::grower::Grower;
use super::hands::{Constants, Hands, LeafSums, Spot};
use super::item::{Item, Stored};
use super::open::{Open, localise};
use super::quick::{Bench, Best, Flock, MOST, Small, Tabled};
use super::sheaf::Sheaf;

/// From so many rows on labels are numbered by the classes that occur: counts by class and bucket get shorter.
const MANY: usize = 128;

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// Whether a node may be grown on with all that is below it.
    pub(crate) fn is_thicket<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> bool {
        let limits = &self.limits;
        let plain = limits.any_gain() && limits.acceptable_error.is_none() && !limits.takes_back;
        let quick = self.draw.is_some() && self.is_quick(open);
        plain && !limits.median && !limits.keep_rows && (quick || self.draws_cuts(open))
    }

    /// Whether one cut is drawn for each column, and the quick ways serve them all.
    fn draws_cuts<S>(&self, open: &Open<S>) -> bool {
        self.to_the_heaviest() && self.chooser.draws_quickly(&open.columns)
    }

    /// Grows all that is below a node; `None` where it was stopped. What `open` holds is used up.
    pub(crate) fn grow_thicket<S: Stored<Label = M::Label>>(&self, open: Open<S>, draft: &mut Draft) -> Option<()> {
        let Some(run) = self.run(&open) else { return self.depth_first(open, draft, Some) };
        let columns = open.columns.clone();
        let hands = Hands {
            data: self.data,
            limits: self.limits,
            scale: self.scale,
            watch: self.watch,
            run,
            draw: self.draw.unwrap_or(Draw { columns: &columns, many: usize::MAX }),
            drawn: Drawn::default(),
            constants: Constants::new(self.data.columns.len(), &open.columns),
            sums: LeafSums::new(draft, open.place),
            draft,
            by_lot: self.draws_cuts(&open),
        };
        hands.grow(open)
    }

    /// Running sums for a node and all that is below it; `None` where they are too heavy.
    fn run<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> Option<M::Run<'_>> {
        let mut whole = self.measure.empty(&Room { ids: &open.ids });
        open.items.iter().for_each(|item| self.measure.add(&mut whole, item.stored.label()));
        self.measure.run(&whole)
    }
}

impl<R: Tabled> Hands<'_, R> {
    fn grow<S: Stored<Label = R::Label>>(mut self, mut open: Open<S>) -> Option<()> {
        let mut sheaf = Sheaf::new(std::mem::take(&mut open.items), self.data);
        let mut bench: Bench<'_, R> = Bench::new(self.data);
        let mut small = Small::new(self.data, self.by_lot);
        let mut frontier = vec![Spot::root(&open, sheaf.len())];
        while let Some(mut spot) = frontier.pop() {
            if self.watch.stopped() {
                return None;
            }
            let items = sheaf.items_mut(spot.rows.clone());
            if spot.ids.len() > 2 && (items.len() >= MANY || spot.ids.len() > items.len()) {
                spot.ids = localise(items, &spot.ids);
            }
            let flock = sheaf.flock(spot.rows.clone());
            if flock.items.len() <= MOST {
                self.grow_copse(flock, &spot, &mut small);
            } else if let Some(best) = self.best(flock, &spot, &mut bench) {
                let coded = &self.data.columns[best.column as usize];
                let middle = sheaf.part(spot.rows.clone(), best.side, (coded, best.low));
                frontier.extend(self.branch(spot, (best.column, best.question), middle));
            } else {
                self.end(labels(flock.items), spot.place, &spot.ids);
                self.watch.settled(flock.items.len() as u64);
            }
        }
        self.sums.fill(self.draft, self.scale);
        Some(())
    }

    /// The best split of a node; `None` where it is a leaf.
    fn best<S: Stored<Label = R::Label>>(
        &mut self,
        flock: Flock<'_, S>,
        spot: &Spot,
        bench: &mut Bench<'_, R>,
    ) -> Option<Best> {
        if !self.goes_on(labels(flock.items), spot.depth, spot.ids.len()) {
            return None;
        }
        self.draw(spot, |column| bench.is_constant(flock, column));
        let (asked, least) = (&self.drawn.asked, self.limits.min_leaf);
        if self.by_lot {
            bench.drawn(&mut self.run, flock, asked, (spot.key, least))
        } else {
            bench.best(&mut self.run, flock, asked, least)
        }
    }
}

fn labels<S: Stored>(items: &[Item<S>]) -> impl Iterator<Item = S::Label> {
    items.iter().map(|item| item.stored.label())
}
