//! One node after the other.

use super::search::{Row, Search, Split};
use crate::encode::{Code, with_codes};
use crate::grow::choose::Choose;
use crate::grow::criterion::{self, Measure};
use crate::grow::draft::{Draft, DraftNode, Fork};
use crate::grow::draw::{Draw, Drawn};
use crate::grow::grower::Grower;
use crate::grow::hands::{Constants, class_tally, number_tally};
use crate::grow::item::{Class, CountedRow, Item, Label, Stored};
use crate::grow::limits::Limits;
use crate::grow::lots::Lots;
use crate::grow::open::Open;
use crate::grow::quick::{Ended, Joint};
use crate::grow::tally::Tally;
use crate::grow::watch::Watch;
use crate::measure::Scale;
use crate::seed::Key;

/// A node: a range of the rows.
struct Spot {
    place: u32,
    start: usize,
    end: usize,
    depth: u32,
    key: Key,
    /// Where the columns that are known to be constant begin, one bit each.
    constant: usize,
}

/// A tree on its way.
pub(super) struct Bush<'h, R: Joint> {
    pub(super) search: Search<'h, R>,
    pub(super) limits: Limits,
    /// The scale of each target, where they are numbers.
    scales: Vec<&'h Scale>,
    pub(super) watch: &'h dyn Watch,
    pub(super) draft: &'h mut Draft,
    /// Whether small subtrees have lists.
    is_listed: bool,
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// Grows all that is below a node of several targets; `None` where it was stopped, nothing where another way is to be taken.
    pub(crate) fn grow_bush<S: Stored<Label = M::Label>>(&self, open: &Open<S>, draft: &mut Draft) -> Option<bool> {
        let is_free = self.shape.is_none() && self.limits.are_plain() && self.to_the_heaviest();
        let is_served = self.measure.is_of_several() && is_free && self.chooser.thins(&open.columns);
        if !is_served || open.columns.iter().any(|column| self.data.columns[*column as usize].is_sparse()) {
            return Some(false);
        }
        let mut whole = self.measure.empty(&criterion::Room { ids: &open.ids });
        open.items.iter().for_each(|item| self.measure.add(&mut whole, item.stored.label()));
        let Some(mut run) = self.measure.of_several(&whole) else { return Some(false) };
        let scales: Vec<&Scale> = (0..run.targets()).filter_map(|target| self.measure.scale_of(target)).collect();
        let columns = open.columns.clone();
        let draw = self.draw.unwrap_or(Draw { columns: &columns, many: usize::MAX, count_constant: false });
        let (limits, watch) = (self.limits, self.watch);
        let by_lot = self.chooser.draws_quickly(&open.columns);
        if by_lot {
            let lots = Lots { data: self.data, limits, scales: &scales, watch, draw, draft: &mut *draft };
            if lots.grow(open, run.pile(), |label| Class { class: label.id(), weight: label.weight() })? {
                return Some(true);
            }
        }
        run.lay(open.items.iter().map(|item| item.stored.label().id()));
        let search = self.search_of(open, run, (draw, by_lot));
        let is_listed = self.draw.is_none() && !by_lot && u16::try_from(columns.len()).is_ok();
        let row = |(number, item): (u32, &Item<S>)| Item {
            row: item.row,
            stored: CountedRow { number, weight: item.stored.label().weight() as u32 },
        };
        let rows = (0..).zip(&open.items).map(row).collect();
        let root =
            Spot { place: open.place, start: 0, end: open.items.len(), depth: open.depth, key: open.key, constant: 0 };
        Bush { search, limits, scales, watch, draft, is_listed }.grow(rows, root)?;
        Some(true)
    }

    /// What the splits of a subtree are searched with.
    fn search_of<'h, S, R: Joint>(&'h self, open: &Open<S>, run: R, (draw, by_lot): (Draw<'h>, bool)) -> Search<'h, R> {
        Search {
            data: self.data,
            draw,
            drawn: Drawn::default(),
            constants: Constants::new(self.data.columns.len(), &open.columns),
            by_lot,
            least: self.limits.min_leaf.max(1),
            keys: Vec::new(),
            numbers: Vec::new(),
            found: Vec::new(),
            run,
        }
    }
}

impl<R: Joint> Bush<'_, R> {
    fn grow(&mut self, mut rows: Vec<Row>, root: Spot) -> Option<()> {
        let mut spare = Vec::with_capacity(rows.len());
        let mut frontier = vec![root];
        while let Some(spot) = frontier.pop() {
            if self.watch.stopped() {
                return None;
            }
            let own = &mut rows[spot.start..spot.end];
            if self.is_listed && own.len() <= crate::grow::quick::MOST_LISTED {
                self.grow_listed(own, (spot.place, spot.depth));
                continue;
            }
            let is_mixed = self.search.run.gather(own.iter().map(|row| row.stored.label()));
            let best = if is_mixed && self.may_split(spot.depth) {
                self.search.best(own, (spot.key, spot.constant))
            } else {
                None
            };
            let Some(split) = best else {
                self.leaf(spot.place, own.len());
                continue;
            };
            let middle = spot.start + self.part(own, &split, &mut spare);
            let first = self.fork(spot.place, split);
            let constant = self.search.constants.with(spot.constant, &self.search.drawn.constant);
            for (branch, (start, end)) in (0..).zip([(spot.start, middle), (middle, spot.end)]) {
                let (place, key) = (first + branch, spot.key.child(u64::from(branch)));
                frontier.push(Spot { place, start, end, depth: spot.depth + 1, key, constant });
            }
        }
        Some(())
    }

    /// Whether limits let the node at which the run stands be split.
    pub(super) fn may_split(&self, depth: u32) -> bool {
        let (left, right) = self.search.run.weights();
        depth < self.limits.max_depth && left + right >= self.limits.min_split
    }

    /// Rows that go left first, all in their order; where the others begin.
    fn part(&self, rows: &mut [Row], split: &Split, spare: &mut Vec<Row>) -> usize {
        spare.clear();
        let mut kept = 0;
        with_codes!(&self.search.data.columns[split.column as usize].codes, codes => {
            for place in 0..rows.len() {
                let row = rows[place];
                if codes[row.row as usize].wide() <= split.low {
                    rows[kept] = row;
                    kept += 1;
                } else {
                    spare.push(row);
                }
            }
        });
        rows[kept..].copy_from_slice(spare);
        kept
    }

    /// Writes a split of the node down at which the run stands; the place of its first branch.
    pub(super) fn fork(&mut self, place: u32, split: Split) -> u32 {
        let Split { column, question, .. } = split;
        let fork = Fork::cut(column, question);
        let tally = self.tally(|weights| Tally::sum(weights.iter().map(|weight| u64::from(*weight)).sum()));
        self.draft.fork(place, (tally, fork)).places().start
    }

    pub(super) fn leaf(&mut self, place: u32, rows: usize) {
        let tally = self.tally(|weights| {
            let ids: Vec<u32> = (0..weights.len() as u32).collect();
            class_tally(weights, &ids)
        });
        *self.draft.node_mut(place) = DraftNode::leaf(tally);
        self.watch.settled(rows as u64);
    }

    /// What the rows of the node say of each target.
    fn tally(&self, of_classes: impl Fn(&[u32]) -> Tally) -> Tally {
        let run = &self.search.run;
        let one = |target: usize| match run.said_of(target) {
            Ended::Classes(weights) => of_classes(weights),
            Ended::Numbers(moments) => number_tally(&moments, self.scales[target]),
        };
        Tally::Several((0..run.targets()).map(one).collect())
    }
}
