//! The best cut of several columns at a node: what the search needs is kept from node to node.

use super::bits::one_cut;
use super::coarse::within;
use super::run::{Place, QuickCut, Run};
use super::scan::Quick;
use super::search::quick_cut;
use super::small::{fits, small_cut};
use super::table::{BUCKETS, Edges, Tabled};
use crate::encode::{Code, Encoded, with_codes};
use crate::grow::item::{Item, Stored};

/// No block.
const NONE: u32 = u32::MAX;
/// Nodes of fewer rows are sorted.
const TINY: usize = 24;
/// Up to so many rows sorting is quicker than what is left where there are too many classes to count.
const SMALL: usize = 512;
/// A node with less than this part of the rows is looked at row by row, a larger one column by column.
const SPARSE: usize = 16;

/// Where cuts are looked for.
pub(crate) struct Bench<'a, R: Tabled> {
    data: &'a Encoded<'a>,
    /// For each column its bit among all blocks of two-valued columns.
    bits: Vec<u32>,
    bins: Vec<R::Bin>,
    keys: Vec<u32>,
    long_keys: Vec<u64>,
    slots: Vec<Slot<R::Table>>,
}

/// The rows of a node counted by the buckets of a column.
#[derive(Default)]
struct Slot<T> {
    column: u32,
    /// Buckets are codes of one byte without so many bits.
    shift: u32,
    table: T,
    edges: Edges,
}

/// The best cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Best {
    pub(crate) column: u32,
    pub(crate) low: u32,
    pub(crate) high: u32,
}

/// The best cut so far, with its column.
struct Found<M> {
    column: u32,
    cut: QuickCut<M>,
}

impl<'a, R: Tabled> Bench<'a, R> {
    pub(crate) fn new(data: &'a Encoded<'a>) -> Self {
        let mut bits = vec![NONE; data.columns.len()];
        for (place, block) in data.blocks.iter().enumerate() {
            for (bit, column) in block.columns.iter().enumerate() {
                bits[*column as usize] = (64 * place + bit) as u32;
            }
        }
        Bench { data, bits, bins: Vec::new(), keys: Vec::new(), long_keys: Vec::new(), slots: Vec::new() }
    }

    /// Whether all rows have the same value in a column.
    pub(crate) fn is_constant<S>(&self, items: &[Item<S>], column: u32) -> bool {
        let coded = &self.data.columns[column as usize];
        let rows = || items.iter().map(|item| item.row as usize);
        let Some(first) = items.first().map(|item| item.row as usize) else { return true };
        if let (Some(abreast), 2..) = (&self.data.abreast, items.len())
            && let Some(codes) = abreast.from(column)
        {
            let same = rows().all(|row| codes[row * abreast.stride] == codes[first * abreast.stride]);
            if !same || coded.distinct as usize <= BUCKETS {
                return same;
            }
        }
        with_codes!(&coded.codes, codes => rows().all(|row| codes[row].wide() == codes[first].wide()))
    }

    /// The best cut of these columns (ascending), none of them constant; of equal ones that of the lower column.
    pub(crate) fn best<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        items: &[Item<S>],
        columns: &[u32],
        least: u64,
    ) -> Option<Best> {
        let mut best: Option<Found<R::Mark>> = None;
        self.two_valued(run, items, (columns, least), &mut best);
        let shift = shift(items.len(), run.stride());
        let mut slots = 0;
        for column in columns.iter().copied() {
            if self.bits[column as usize] != NONE {
                continue;
            }
            let coded = &self.data.columns[column as usize];
            if let (Some(shift), Some(_)) = (shift, coded.bytes()) {
                if slots == self.slots.len() {
                    self.slots.push(Slot::default());
                }
                self.count(run, items, (slots, column, shift));
                if let Some(cut) = edge_cut(run, &self.slots[slots], least, best.as_ref()) {
                    offer(&mut best, run, column, cut);
                }
                slots += 1;
                continue;
            }
            let cut = if items.len() <= SMALL && fits(items.len(), coded.distinct) {
                small_cut(run, items, (coded, least), &mut self.keys)
            } else {
                quick_cut(run, items, coded, least)
            };
            match cut {
                Quick::Cut(cut) | Quick::Coarse(Some(cut), _) => offer(&mut best, run, column, cut),
                Quick::Coarse(None, _) | Quick::Constant | Quick::None => {}
            }
        }
        for slot in 0..slots {
            self.look_inside(run, items, (slot, least), &mut best);
        }
        best.map(|found| self.resolve(items, &found))
    }

    /// Counts the rows by the buckets of a column.
    fn count<S: Stored<Label = R::Label>>(
        &mut self,
        run: &R,
        items: &[Item<S>],
        (slot, column, shift): (usize, u32, u32),
    ) {
        let Slot { table, edges, .. } = &mut self.slots[slot];
        let buckets = BUCKETS >> shift;
        let far = items.len() < self.data.rows / SPARSE;
        match (&self.data.abreast, self.data.columns[column as usize].bytes()) {
            (Some(abreast), _) if far && let Some(codes) = abreast.from(column) => {
                let stride = abreast.stride;
                run.tabulate(table, items, buckets, |row| usize::from(codes[row as usize * stride]) >> shift);
            }
            (_, Some(codes)) => run.tabulate(table, items, buckets, |row| usize::from(codes[row as usize]) >> shift),
            (_, None) => {}
        }
        run.sum_up(table, buckets, edges);
        (self.slots[slot].column, self.slots[slot].shift) = (column, shift);
    }

    /// Looks for a better cut within those buckets of a column that could hold one.
    fn look_inside<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        items: &[Item<S>],
        (slot, least): (usize, u64),
        best: &mut Option<Found<R::Mark>>,
    ) {
        let Slot { column, shift, table, edges } = &self.slots[slot];
        let coded = &self.data.columns[*column as usize];
        let buckets = BUCKETS >> shift;
        if *shift == 0 && coded.distinct as usize <= BUCKETS {
            return;
        }
        let score = best.as_ref().map_or(f64::NEG_INFINITY, |best| best.cut.score - run.doubt(best.cut.score));
        let mut most = [0.0; BUCKETS];
        run.most_within(table, edges, &mut most[..buckets]);
        let hopeful = score - run.edge_doubt(score);
        if most[..buckets].iter().copied().fold(f64::NEG_INFINITY, f64::max) < hopeful {
            return;
        }
        let mut open = [false; BUCKETS];
        let mut any = false;
        for bucket in (0..buckets).filter(|bucket| most[*bucket] >= hopeful) {
            if edges.weight[bucket + 1] - edges.weight[bucket] >= 2.0 {
                run.stand(table, bucket);
                open[bucket] = run.could_within(table, bucket, (score, least));
                any |= open[bucket];
            }
        }
        if !any {
            return;
        }
        let Some(bytes) = coded.bytes() else { return };
        self.long_keys.clear();
        with_codes!(&coded.codes, codes => {
            for (place, item) in items.iter().enumerate() {
                if open[usize::from(bytes[item.row as usize]) >> shift] {
                    let code = u64::from(codes[item.row as usize].wide());
                    self.long_keys.push(code << 32 | u64::from(item.stored.pack(place as u32)));
                }
            }
        });
        self.long_keys.sort_unstable();
        let (mut rest, mut inner) = (&self.long_keys[..], None);
        for bucket in (0..buckets).filter(|bucket| open[*bucket]) {
            run.stand(table, bucket);
            let goal = edges.weight[bucket + 1] as u64;
            rest = within(run, items, rest, ((bucket << shift) as u8, goal, least), &mut inner);
        }
        if let Some(cut) = inner {
            offer(best, run, *column, cut);
        }
    }

    /// The cuts of two-valued columns, all those of a block in one pass over the rows.
    fn two_valued<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        items: &[Item<S>],
        (columns, least): (&[u32], u64),
        best: &mut Option<Found<R::Mark>>,
    ) {
        let stride = run.stride();
        for (place, block) in self.data.blocks.iter().enumerate() {
            let mut mask = 0_u64;
            for column in columns {
                let bit = self.bits[*column as usize];
                mask |= u64::from(bit as usize / 64 == place) << (bit % 64);
            }
            if mask == 0 {
                continue;
            }
            self.bins.clear();
            self.bins.resize(64 * stride, R::Bin::default());
            for item in items {
                let mut word = block.words[item.row as usize] & mask;
                while word != 0 {
                    let start = word.trailing_zeros() as usize * stride;
                    run.count(&mut self.bins[start..start + stride], item.stored.label());
                    word &= word - 1;
                }
            }
            while mask != 0 {
                let bit = mask.trailing_zeros() as usize;
                if let Quick::Cut(cut) = one_cut(run, &self.bins[bit * stride..(bit + 1) * stride], least) {
                    offer(best, run, block.columns[bit], cut);
                }
                mask &= mask - 1;
            }
        }
    }

    /// The codes to both sides of a cut.
    fn resolve<S>(&self, items: &[Item<S>], found: &Found<R::Mark>) -> Best {
        let coded = &self.data.columns[found.column as usize];
        let (mut low, mut high) = (0, u32::MAX);
        match (found.cut.place, coded.bytes()) {
            (Place::Above(bucket), Some(bytes)) => with_codes!(&coded.codes, codes => {
                for item in items {
                    let code = codes[item.row as usize].wide();
                    if bytes[item.row as usize] <= bucket {
                        low = low.max(code);
                    } else {
                        high = high.min(code);
                    }
                }
            }),
            (place, _) => (low, high) = place.codes().unwrap_or_default(),
        }
        Best { column: found.column, low, high }
    }
}

/// How many bits less than eight buckets have at a node; `None` where sorting is quicker.
fn shift(rows: usize, classes: usize) -> Option<u32> {
    let by_rows = match rows {
        ..TINY => return None,
        TINY..96 => 3,
        96..256 => 2,
        256..512 => 1,
        _ => 0,
    };
    (by_rows..=3).find(|shift| classes * (BUCKETS >> shift) <= 4 * rows.max(96))
}

/// The best cut between buckets; `None` where it is worse than the best of all.
fn edge_cut<R: Tabled>(
    run: &mut R,
    slot: &Slot<R::Table>,
    least: u64,
    best: Option<&Found<R::Mark>>,
) -> Option<QuickCut<R::Mark>> {
    let Slot { shift, table, edges, .. } = slot;
    let weights = &edges.weight[..=BUCKETS >> shift];
    let all = weights.last().copied().unwrap_or(0.0);
    let start = weights.partition_point(|weight| *weight < least.max(1) as f64);
    let end = weights.partition_point(|weight| *weight <= all - least.max(1) as f64);
    let scores = edges.score.get(start..end)?;
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let doubt = run.edge_doubt(most);
    if best.is_some_and(|best| most < best.cut.score - run.doubt(best.cut.score) - doubt) {
        return None;
    }
    let mut kept: Option<QuickCut<R::Mark>> = None;
    for edge in (start..end).filter(|edge| edges.score[*edge] >= most - 2.0 * doubt) {
        if edge > start && weights[edge] == weights[edge - 1] {
            continue; // nothing lies between
        }
        run.stand(table, edge);
        let place = Place::Above(((edge << shift) - 1) as u8);
        let cut = QuickCut { score: run.score(), mark: run.mark(), place };
        if kept.as_ref().is_none_or(|kept| cut.beats(kept, run)) {
            kept = Some(cut);
        }
    }
    kept
}

/// Keeps the better of two cuts: of equal ones that of the lower column, and there the lower cut.
fn offer<R: Run>(best: &mut Option<Found<R::Mark>>, run: &R, column: u32, cut: QuickCut<R::Mark>) {
    let better = match best {
        None => true,
        Some(kept) if column > kept.column => cut.beats(&kept.cut, run),
        Some(kept) if column < kept.column => !kept.cut.beats(&cut, run),
        Some(kept) => cut.comes_before(&kept.cut, run),
    };
    if better {
        *best = Some(Found { column, cut });
    }
}
