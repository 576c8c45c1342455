//! A small subtree, grown in one go on sorted lists.

use std::rc::Rc;

use super::candidate::Question;
use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::{Draft, Fork};
use super::grower::Grower;
use super::item::{Item, Stored};
use super::leaf::tally;
use super::open::Open;
use super::quick::{Lists, MOST_LISTED, Quick, QuickCut};
use super::settings::MissingPolicy;
use super::shape::Fence;

/// A node of the subtree: a range of its rows.
struct Spot {
    place: u32,
    start: usize,
    end: usize,
    depth: u32,
    /// Places of the lists that may tell something.
    live: Rc<[u16]>,
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// Whether the quick ways serve all that is below a node. Its columns have no missing values, so those to come go down the
    /// heaviest branch, unless they are to be spread or to follow surrogates.
    pub(crate) fn is_quick<S>(&self, open: &Open<S>) -> bool {
        self.shape.is_none() && self.to_the_heaviest() && self.chooser.is_quick(&open.columns)
    }

    /// Whether missing values that training had none of go down the heaviest branch.
    pub(crate) fn to_the_heaviest(&self) -> bool {
        matches!(self.policy, MissingPolicy::Learned | MissingPolicy::Own)
    }

    /// The same where all columns are asked at every node.
    pub(crate) fn is_plain<S>(&self, open: &Open<S>) -> bool {
        self.draw.is_none() && self.is_quick(open)
    }

    /// Whether a node is small and plain enough.
    pub(crate) fn is_grove<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> bool {
        // Lists are numbered by 16 bits.
        let few = open.items.len() <= MOST_LISTED && u16::try_from(open.columns.len()).is_ok();
        few && self.is_plain(open) && {
            let mut whole = self.measure.empty(&Room { ids: &open.ids });
            for item in &open.items {
                self.measure.add(&mut whole, item.stored.label());
            }
            self.measure.run(&whole).is_some() // not too heavy
        }
    }

    /// Grows all that is below a node. What `open` holds is used up.
    pub(crate) fn grow_grove<S: Stored<Label = M::Label>>(&self, open: &mut Open<S>, draft: &mut Draft) {
        let ids = open.ids.clone();
        let room = Room { ids: &ids };
        let items = std::mem::take(&mut open.items);
        let mut lists = Lists::new(items, &open.columns, self.data);
        let live: Rc<[u16]> = (0..lists.columns() as u16).collect();
        let mut frontier = vec![Spot { place: open.place, start: 0, end: lists.rows(), depth: open.depth, live }];
        let mut items: Vec<Item<S>> = Vec::with_capacity(lists.rows());
        while let Some(spot) = frontier.pop() {
            items.clear();
            items.extend(lists.items(spot.start..spot.end));
            let mut whole = self.measure.empty(&room);
            for item in &items {
                self.measure.add(&mut whole, item.stored.label());
            }
            let tally = tally(self.measure, (&items, &room), &whole, (self.scale, self.limits.quantile));
            let found = match self.stops((spot.depth, &open.fence), &whole, &tally) {
                Some(_) => None,
                None => self.best_cut(&lists, &spot, (&whole, &room), &items),
            };
            let Some((column, low, high, live)) = found else {
                self.leaf(draft, spot.place, tally, &items);
                continue;
            };
            let middle = lists.part(spot.start..spot.end, (&self.data.columns[column as usize], low), &live);
            let fork = Fork::cut(column, Question::Between { low, high });
            let children = draft.fork(spot.place, (tally, fork));
            let live: Rc<[u16]> = live.into();
            for (place, (start, end)) in children.places().zip([(spot.start, middle), (middle, spot.end)]) {
                frontier.push(Spot { place, start, end, depth: spot.depth + 1, live: live.clone() });
            }
        }
    }

    /// The best cut of all columns where it gains enough: its column and codes, and the lists that may tell more.
    fn best_cut<S: Stored<Label = M::Label>>(
        &self,
        lists: &Lists<S>,
        spot: &Spot,
        (whole, room): (&M::Side, &Room<'_>),
        items: &[Item<S>],
    ) -> Option<(u32, u32, u32, Vec<u16>)> {
        let mut run = self.measure.run(whole)?;
        let mut best: Option<(u32, QuickCut<_>)> = None;
        let mut live = Vec::with_capacity(spot.live.len());
        for place in spot.live.iter() {
            let column = lists.column(usize::from(*place));
            let coded = &self.data.columns[column as usize];
            let node = (usize::from(*place), spot.start..spot.end);
            let found = lists.cut(&mut run, node, coded, self.limits.min_leaf);
            if !matches!(found, Quick::Constant) {
                live.push(*place);
            }
            let Quick::Cut(cut) = found else { continue };
            if best.as_ref().is_none_or(|(_, best)| cut.beats(best, &run)) {
                best = Some((column, cut));
            }
        }
        let (column, cut) = best?;
        let (low, high) = cut.place.codes()?;
        if self.limits.any_gain() {
            return Some((column, low, high, live));
        }
        let fence = Fence::default(); // no shape is asked for where this way is gone
        let judge = self.judge(*room, whole, &fence);
        let candidate = judge.cut(items, (column, &self.data.columns[column as usize].codes), (low, high));
        self.gains_enough(&candidate, M::weight(whole)).then_some((column, low, high, live))
    }
}
