//! One node after the other, rows parted in place.

use super::gather::Gathered;
use super::search::{Bed, Found, Search};
use crate::encode::{Encoded, Field, NumberField, NumberSpot, Real};
use crate::grow::candidate::Question;
use crate::grow::draft::{Draft, DraftNode, Fork};
use crate::grow::draw::{Draw, Drawn};
use crate::grow::hands::{Constants, class_tally, number_tally};
use crate::grow::item::Stored;
use crate::grow::limits::Limits;
use crate::grow::open::Open;
use crate::grow::quick::{Pile, Said};
use crate::grow::tally::Tally;
use crate::grow::watch::Watch;
use crate::measure::Scale;

/// So many bytes of numbers stay in the cache.
const NEAR: usize = 1 << 19;
/// Fewer rows are not worth a field of their own.
const FEW: usize = 256;
/// A node that has one of so many rows of its field gets its own: of a line of the cache less and less is looked at.
const SPARSE: usize = 8;
/// So many rows are settled before it is said.
const MANY: u64 = 1 << 12;

/// What all nodes of a tree share.
pub(crate) struct Lots<'h> {
    pub(crate) data: &'h Encoded<'h>,
    pub(crate) limits: Limits,
    /// The scale of each target.
    pub(crate) scales: &'h [&'h Scale],
    pub(crate) watch: &'h dyn Watch,
    pub(crate) draw: Draw<'h>,
    pub(crate) draft: &'h mut Draft,
}

/// A tree on its way.
struct Growth<'h, T, P> {
    lots: Lots<'h>,
    search: Search<'h, T, P>,
    /// Rows of the field in use, in the order of nodes.
    rows: Vec<u32>,
    spare: Vec<u32>,
    /// Fields that are not in use.
    fields: Vec<Field<T>>,
    settled: u64,
}

impl Lots<'_> {
    /// Grows all that is below a node; `None` where it was stopped, nothing where this way does not serve.
    pub(crate) fn grow<S: Stored, P: Pile>(
        self,
        open: &Open<S>,
        mut pile: P,
        label: impl Fn(S::Label) -> P::Label,
    ) -> Option<bool> {
        let Some(numbers) = &self.data.number_columns else { return Some(false) };
        let serves = |column: &u32| numbers.spots[*column as usize] != NumberSpot::None;
        let labels = open.items.iter().map(|item| (item.row, label(item.stored.label())));
        if !open.columns.iter().all(serves) || !pile.lay_out(self.data.rows, labels, &open.ids) {
            return Some(false);
        }
        match &numbers.field {
            NumberField::Long(field) => self.grow_in(field, &numbers.spots, open, pile),
            NumberField::Short(field) => self.grow_in(field, &numbers.spots, open, pile),
        }
    }

    fn grow_in<T: Real, S: Stored, P: Pile>(
        self,
        field: &Field<T>,
        spots: &[NumberSpot],
        open: &Open<S>,
        pile: P,
    ) -> Option<bool> {
        let rows: Vec<u32> = open.items.iter().map(|item| item.row).collect();
        let Open { place, depth, key, .. } = *open;
        let sums = pile.sums(&rows);
        let root = Bed { place, start: 0, end: rows.len() as u32, depth, key, constant: 0, sums };
        let search = Search {
            spots,
            draw: self.draw,
            drawn: Drawn::default(),
            constants: Constants::new(self.data.columns.len(), &open.columns),
            gathered: Gathered::new(self.data.blocks.len()),
            pile,
            least: usize::try_from(self.limits.min_leaf.max(1)).unwrap_or(usize::MAX),
        };
        let spare = rows.clone();
        let mut growth = Growth { lots: self, search, rows, spare, fields: Vec::new(), settled: 0 };
        growth.grow(field, root)?;
        growth.lots.watch.settled(growth.settled);
        Some(true)
    }
}

impl<T: Real, P: Pile> Growth<'_, T, P> {
    /// Grows all that is below a node, on the rows of a field.
    fn grow(&mut self, field: &Field<T>, root: Bed<P::Sums>) -> Option<()> {
        let mut beds = vec![root];
        let is_far = field.rows_in(NEAR) < field.rows();
        // Where columns are many, few of them are asked at a node, and all are brought together.
        let near = field.rows() / SPARSE.max(field.columns() / SPARSE);
        while let Some(bed) = beds.pop() {
            if (bed.len() > FEW || bed.depth == 0) && self.lots.watch.stopped() {
                return None;
            }
            if is_far && (FEW..=near).contains(&bed.len()) {
                self.grow_near(field, bed)?;
                continue;
            }
            if bed.len() == 2 { self.decide_two(field, &bed) } else { self.decide(field, &bed, &mut beds) }
        }
        Some(())
    }

    /// The same where the numbers of the node's rows are first brought together.
    fn grow_near(&mut self, field: &Field<T>, root: Bed<P::Sums>) -> Option<()> {
        let room = self.fields.pop().unwrap_or_default();
        let own = &mut self.rows[root.rows()];
        let near = field.gather(own, room);
        let base = self.search.pile.turn_to(own);
        own.iter_mut().zip(0..).for_each(|(row, place)| *row = place);
        let sums = self.search.pile.sums(own); // as the pile sums up now
        let grown = self.grow(&near, Bed { sums, ..root });
        self.search.pile.turn_back(base);
        self.fields.push(near);
        grown
    }

    /// Splits a node of one row, or three and more, or ends it.
    fn decide(&mut self, field: &Field<T>, bed: &Bed<P::Sums>, beds: &mut Vec<Bed<P::Sums>>) {
        let may_split = self.may_split(bed);
        let rows = &mut self.rows[bed.rows()];
        if let [row] = rows {
            let row = *row;
            return self.end_one(bed.place, row);
        }
        let is_mixed = self.search.pile.begin(rows, &bed.sums);
        let found = if is_mixed && may_split { self.search.best(field, rows, bed) } else { None };
        let Some(found) = found else { return self.end(bed) };
        let middle = self.search.part(&found, rows, &mut self.spare);
        let (left, right) = rows.split_at(middle);
        let sums = self.search.pile.part_sums(&bed.sums, [left, right]);
        let first = self.fork(bed, &found);
        self.search.constants.keep(bed.constant);
        let constant = self.search.constants.with(bed.constant, &self.search.drawn.constant);
        let middle = bed.start + middle as u32;
        for (branch, (start, end)) in [(0, (bed.start, middle)), (1, (middle, bed.end))] {
            let place = first + branch;
            if end - start == 1 {
                self.end_one(place, self.rows[start as usize]);
                continue;
            }
            let (key, depth, sums) = (bed.key.child(u64::from(branch)), bed.depth + 1, sums[branch as usize]);
            beds.push(Bed { place, start, end, depth, key, constant, sums });
        }
    }

    /// The same for two rows.
    fn decide_two(&mut self, field: &Field<T>, bed: &Bed<P::Sums>) {
        let start = bed.start as usize;
        let [one, two] = [self.rows[start], self.rows[start + 1]];
        let pile = &self.search.pile;
        let differs = |target| matches!(pile.said_by_two([one, two], target), Said::TwoClasses(..) | Said::Numbers(_));
        let is_mixed = (0..pile.targets().unwrap_or(1)).any(differs);
        let found = if is_mixed && self.may_split(bed) { self.search.pair(field, [one, two], bed) } else { None };
        let pile = &self.search.pile;
        let said = |target| pile.said_by_two([one, two], target);
        let Some((found, turned)) = found else {
            let tally = self.lots.tally(pile.targets(), said, 2);
            return self.leaf(bed.place, tally, 2);
        };
        let tally = self.lots.sum(pile.targets(), said, 2);
        let first = self.lots.fork(bed.place, tally, (&found, self.search.low(&found)));
        let (left, right) = if turned { (two, one) } else { (one, two) };
        self.end_one(first, left);
        self.end_one(first + 1, right);
    }

    /// Whether limits let a node be split.
    fn may_split(&self, bed: &Bed<P::Sums>) -> bool {
        let limits = &self.lots.limits;
        let many = bed.len() as u64;
        bed.depth < limits.max_depth && many >= limits.min_split && many / 2 >= self.search.least as u64
    }

    /// Ends the node at which the pile has begun.
    fn end(&mut self, bed: &Bed<P::Sums>) {
        let pile = &self.search.pile;
        let tally = self.lots.tally(pile.targets(), |target| pile.said(&bed.sums, target), bed.len() as u64);
        self.leaf(bed.place, tally, bed.len() as u64);
    }

    /// Ends a node of one row.
    #[inline]
    fn end_one(&mut self, place: u32, row: u32) {
        let pile = &self.search.pile;
        let tally = self.lots.tally(pile.targets(), |target| pile.said_by(row, target), 1);
        self.leaf(place, tally, 1);
    }

    #[inline]
    fn leaf(&mut self, place: u32, tally: Tally, rows: u64) {
        *self.lots.draft.node_mut(place) = DraftNode::leaf(tally);
        self.settled += rows;
        if self.settled >= MANY {
            self.lots.watch.settled(std::mem::take(&mut self.settled));
        }
    }

    /// Writes the split of the node down at which the pile has begun; the place of its first branch.
    fn fork(&mut self, bed: &Bed<P::Sums>, found: &Found) -> u32 {
        let pile = &self.search.pile;
        let tally = self.lots.sum(pile.targets(), |target| pile.said(&bed.sums, target), bed.len() as u64);
        self.lots.fork(bed.place, tally, (found, self.search.low(found)))
    }
}

impl Lots<'_> {
    /// What so many rows that are not parted say, of each target where these are several.
    #[inline]
    fn tally<'p>(&self, targets: Option<usize>, said: impl Fn(usize) -> Said<'p>, rows: u64) -> Tally {
        of_each(targets, |target| match said(target) {
            Said::Class(class) => Tally::pure(class, rows),
            Said::Classes(weights, ids) => class_tally(weights, ids),
            Said::TwoClasses(one, two) => class_tally(&[1, 1], &[one, two]),
            Said::Number(q) => Tally::same_number(self.scales[target].value(q), rows),
            Said::Numbers(moments) => number_tally(&moments, self.scales[target]),
        })
    }

    /// The same of those that are: their classes are those of the leaves.
    #[inline]
    fn sum<'p>(&self, targets: Option<usize>, said: impl Fn(usize) -> Said<'p>, rows: u64) -> Tally {
        of_each(targets, |target| match said(target) {
            Said::Class(_) | Said::Classes(..) | Said::TwoClasses(..) => Tally::sum(rows),
            Said::Number(q) => Tally::same_number(self.scales[target].value(q), rows),
            Said::Numbers(moments) => number_tally(&moments, self.scales[target]),
        })
    }

    /// Writes the split of a node down; the place of its first branch.
    fn fork(&mut self, place: u32, tally: Tally, (found, low): (&Found, u32)) -> u32 {
        let fork = Fork::cut(found.column, Question::At { cut: found.cut, low });
        self.draft.fork(place, (tally, fork)).places().start
    }
}

/// What is said of one target, or of each of several.
#[inline]
fn of_each(targets: Option<usize>, one: impl Fn(usize) -> Tally) -> Tally {
    match targets {
        None => one(0),
        Some(many) => Tally::Several((0..many).map(one).collect()),
    }
}
