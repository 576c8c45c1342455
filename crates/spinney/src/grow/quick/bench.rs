//! The best cut of several columns at a node: what the search needs is kept from node to node.

use super::asked::Asked;
use super::bench_edges::{buckets, edge_cut, shift};
use super::bits::one_cut;
use super::coarse::within;
use super::flock::{Flock, Side, Varying, with_bytes};
use super::in_step::Places;
use super::run::{Place, QuickCut, Run};
use super::scan::Quick;
use super::search::quick_cut;
use super::sets::Sets;
use super::steps::Steps;
use super::table::{BUCKETS, Edges, Tabled, greatest};
use crate::encode::{Code, Encoded, with_codes};
use crate::grow::candidate::{Question, Route};
use crate::grow::item::{Item, Stored};

/// No block.
pub(super) const NONE: u32 = u32::MAX;

/// Where cuts are looked for.
pub(crate) struct Bench<'a, R: Tabled> {
    pub(super) data: &'a Encoded<'a>,
    /// For each column that is asked its place among them.
    turns: Vec<u32>,
    /// For each column its bit among all blocks of two-valued columns.
    pub(super) bits: Vec<u32>,
    pub(super) bins: Vec<R::Bin>,
    /// The cut that was drawn and is the best so far, with the numbers of all rows in its column; and those of another column.
    pub(super) lot: Option<f64>,
    pub(super) best_numbers: Vec<f64>,
    pub(super) numbers: Vec<f64>,
    pub(super) long_keys: Vec<u64>,
    /// Rows of which more is asked, each below its byte.
    listed: Vec<u64>,
    /// Which two-valued columns have both values at the node; nothing where nobody has asked.
    varying: Vec<Varying>,
    pub(super) sets: Sets,
    /// Which way the values of a column lean; nothing between two searches.
    pub(super) leans: Vec<R::Leaning>,
    pub(super) touched: Vec<u32>,
    /// The columns whose codes are bytes, where rows lean, and which way their values do, 256 to each.
    pub(super) named: Vec<u32>,
    pub(super) by_code: Vec<R::Leaning>,
    pub(super) steps: Steps,
    /// The question of the best cut, where it is no place.
    pub(super) question: Option<Question>,
    /// For each code of a column whether rows that have it go right; or, where that is said, for each row.
    pub(super) right: Vec<bool>,
    /// The columns that are counted by bucket, with what their cuts are worth.
    counted: Vec<u32>,
    edges: Vec<Edges>,
    table: R::Table,
}

/// The best cut.
#[derive(Debug, Clone)]
pub(crate) struct Best {
    pub(crate) column: u32,
    pub(crate) question: Question,
    pub(crate) route: Route,
    /// Which way rows go: right where their code is above this one.
    pub(crate) low: u32,
    pub(crate) side: Side,
}

/// Where the codes of a column travel.
pub(super) enum Spot {
    /// In a bit of a word, which says which way rows go.
    Bit(Side),
    /// In a byte of their lines.
    Byte(usize),
    /// They stay in the table.
    None,
}

/// The best cut so far, with its column.
pub(super) struct Found<M> {
    pub(super) column: u32,
    /// The place of the column among those that are asked.
    turn: u32,
    pub(super) cut: QuickCut<M>,
    pub(super) route: Route,
}

impl<'a, R: Tabled> Bench<'a, R> {
    pub(crate) fn new(data: &'a Encoded<'a>) -> Self {
        let mut bits = vec![NONE; data.columns.len()];
        for (place, block) in data.blocks.iter().enumerate() {
            for (bit, column) in block.columns.iter().enumerate() {
                bits[*column as usize] = (64 * place + bit) as u32;
            }
        }
        Bench {
            turns: vec![0; data.columns.len()],
            data,
            bits,
            bins: Vec::new(),
            lot: None,
            best_numbers: Vec::new(),
            numbers: Vec::new(),
            long_keys: Vec::new(),
            listed: Vec::new(),
            varying: Vec::new(),
            sets: Sets::default(),
            leans: Vec::new(),
            touched: Vec::new(),
            named: Vec::new(),
            by_code: Vec::new(),
            steps: Steps::new(data.missing_last),
            question: None,
            right: Vec::new(),
            counted: Vec::new(),
            edges: Vec::new(),
            table: R::Table::default(),
        }
    }

    /// Comes to another node.
    pub(crate) fn begin(&mut self) {
        self.varying.clear();
    }

    /// Whether all rows have the same value in a column.
    pub(crate) fn is_constant<S>(&mut self, flock: Flock<'_, S>, column: u32) -> bool {
        let coded = &self.data.columns[column as usize];
        let bit = self.bits[column as usize];
        if bit != NONE {
            if self.varying.is_empty() {
                let of = |(place, block)| Varying::of(flock.words_of(place, block));
                self.varying.extend(self.data.blocks.iter().enumerate().map(of));
            }
            return self.varying[bit as usize / 64].is_constant(bit % 64);
        }
        with_bytes!(self.data, flock, column, bytes => {
            let mut bytes = bytes;
            let first = bytes.next();
            let same = bytes.all(|other| Some(other) == first);
            if !same || coded.is_fine() {
                return same;
            }
        });
        with_codes!(&coded.codes, codes => {
            let mut found = flock.items.iter().map(|item| codes[item.row as usize].wide());
            let first = found.next();
            found.all(|other| Some(other) == first)
        })
    }

    /// The best split by these columns; of equal ones that of the first of them.
    pub(crate) fn best<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (columns, asked): (&[u32], Asked<'_, S>),
    ) -> Option<Best> {
        let (items, least) = (flock.items, asked.least);
        self.take_turns(columns);
        let mut best: Option<Found<R::Mark>> = None;
        self.two_valued(run, flock, (columns, least), &mut best);
        let is_coarse = |column: &u32| !self.data.columns[*column as usize].is_fine();
        let shift = shift(items.len(), run.stride(), columns.iter().any(is_coarse));
        self.counted.clear();
        self.named.clear();
        for column in columns.iter().copied() {
            if self.bits[column as usize] != NONE {
                continue;
            }
            let coded = &self.data.columns[column as usize];
            if coded.is_fine() && coded.bytes().is_some() && run.leans() {
                self.named.push(column);
            } else if !coded.is_ordered() {
                self.offer_sets(run, flock, (column, asked), &mut best);
            } else if coded.has_missing && self.has_holes(flock, column) {
                self.offer_around(run, flock, (column, least), &mut best);
            } else if shift.is_some() && coded.bytes().is_some() {
                self.counted.push(column);
            } else if let Quick::Cut(cut) | Quick::Coarse(Some(cut), _) = quick_cut(run, items, coded, least) {
                offer(&mut best, run, self.turn(column), cut);
            }
        }
        self.offer_named(run, flock, asked, &mut best);
        let shift = shift.unwrap_or(0);
        self.count(run, flock, shift);
        for (place, column) in self.counted.iter().enumerate() {
            let at = (place, shift, buckets(&self.data.columns[*column as usize], shift));
            if let Some(cut) =
                edge_cut(run, (&self.table, at), &self.edges[place], (least, best.as_ref().map(|best| best.cut.score)))
            {
                offer(&mut best, run, self.turn(*column), cut);
            }
        }
        for place in 0..self.counted.len() {
            self.look_inside(run, flock, (place, shift, least), &mut best);
        }
        best.map(|found| match found.cut.place {
            Place::Parted => self.listed(flock, &found),
            _ => self.resolve(flock, &found, shift),
        })
    }

    /// Remembers the order of the columns that are asked.
    pub(super) fn take_turns(&mut self, columns: &[u32]) {
        columns.iter().zip(0..).for_each(|(column, turn)| self.turns[*column as usize] = turn);
    }

    /// A column, with its place among those that are asked.
    pub(super) fn turn(&self, column: u32) -> (u32, u32) {
        (self.turns[column as usize], column)
    }

    /// Counts the rows by the buckets of the columns that are to be counted.
    fn count<S: Stored<Label = R::Label>>(&mut self, run: &R, flock: Flock<'_, S>, shift: u32) {
        let many = self.counted.len();
        if many == 0 {
            return;
        }
        run.clear(&mut self.table, many, BUCKETS >> shift);
        let travels = self.data.abreast.as_ref().filter(|_| !flock.lines.is_empty());
        let places = travels.and_then(|abreast| self.counted.iter().map(|column| abreast.place(*column)).collect());
        if let Some::<Vec<_>>(places) = places {
            run.tabulate_lines(&mut self.table, flock, Places { bytes: &places, shift });
        } else {
            for (place, column) in self.counted.iter().enumerate() {
                with_bytes!(self.data, flock, *column, bytes => {
                    run.tabulate(&mut self.table, place, flock.items, bytes.map(|byte| usize::from(byte) >> shift));
                });
            }
        }
        self.edges.resize_with(self.edges.len().max(many), Edges::default);
        for (place, edges) in self.edges[..many].iter_mut().enumerate() {
            let coded = &self.data.columns[self.counted[place] as usize];
            run.sum_up(&mut self.table, place, buckets(coded, shift), edges);
        }
    }

    /// Looks for a better cut within those buckets of a column that could hold one.
    fn look_inside<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (place, shift, least): (usize, u32, u64),
        best: &mut Option<Found<R::Mark>>,
    ) {
        let (column, table, edges) = (self.counted[place], &self.table, &self.edges[place]);
        let coded = &self.data.columns[column as usize];
        let buckets = buckets(coded, shift);
        if shift == 0 && coded.is_fine() {
            return;
        }
        // Any cut is better than none; not minus infinity, from which no doubt can be taken.
        let score = best.as_ref().map_or(f64::MIN, |best| best.cut.score - run.doubt(best.cut.score));
        let mut most = [0.0; BUCKETS];
        run.most_within(table, place, edges, &mut most[..buckets]);
        let hopeful = score - run.edge_doubt(score);
        if greatest(&most[..buckets]) < hopeful {
            return;
        }
        let mut open = [false; BUCKETS];
        let mut any = false;
        for bucket in (0..buckets).filter(|bucket| most[*bucket] >= hopeful) {
            if edges.weight[bucket + 1] - edges.weight[bucket] >= 2.0 {
                open[bucket] = run.could_within(table, (place, bucket), (score, least));
                any |= open[bucket];
            }
        }
        if !any {
            return;
        }
        self.take_keys(flock, (column, shift), &open);
        let (table, edges) = (&self.table, &self.edges[place]);
        self.long_keys.sort_unstable();
        let (mut rest, mut inner) = (&self.long_keys[..], None);
        for bucket in (0..buckets).filter(|bucket| open[*bucket]) {
            run.stand(table, place, bucket);
            let goal = edges.weight[bucket + 1] as u64;
            rest = within(run, flock.items, rest, ((bucket << shift) as u8, goal, least), &mut inner);
        }
        if let Some(cut) = inner {
            offer(best, run, self.turn(column), cut);
        }
    }

    /// Takes the codes of those rows whose buckets are open, with their labels. Which rows these are is anybody's guess: they are listed
    /// without a branch first, with their bytes, which may be their codes.
    fn take_keys<S: Stored>(&mut self, flock: Flock<'_, S>, (column, shift): (u32, u32), open: &[bool; BUCKETS]) {
        self.listed.resize(self.listed.len().max(flock.items.len() + 1), 0);
        let mut many = 0;
        with_bytes!(self.data, flock, column, bytes => {
            for (row, byte) in (0..).zip(bytes) {
                self.listed[many] = u64::from(byte) << 32 | row;
                many += usize::from(open[usize::from(byte) >> shift]);
            }
        });
        self.long_keys.clear();
        let coded = &self.data.columns[column as usize];
        let keys = self.listed[..many].iter().map(|listed| {
            let item = &flock.items[*listed as u32 as usize];
            (listed >> 32 << 32, item.row as usize, u64::from(item.stored.pack(*listed as u32)))
        });
        if coded.is_fine() {
            self.long_keys.extend(keys.map(|(byte, _, label)| byte | label));
        } else {
            with_codes!(&coded.codes, codes => {
                self.long_keys.extend(keys.map(|(_, row, label)| u64::from(codes[row].wide()) << 32 | label));
            });
        }
    }

    /// The cuts of two-valued columns, all those of a block in one pass over the rows.
    pub(super) fn two_valued<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
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
            let mut count = |item: &Item<S>, word: u64| {
                let mut word = word & mask;
                while word != 0 {
                    let start = word.trailing_zeros() as usize * stride;
                    run.count(&mut self.bins[start..start + stride], item.stored.label());
                    word &= word - 1;
                }
            };
            flock.items.iter().zip(flock.words_of(place, block)).for_each(|(item, word)| count(item, word));
            while mask != 0 {
                let bit = mask.trailing_zeros() as usize;
                if let Quick::Cut(cut) = one_cut(run, &self.bins[bit * stride..(bit + 1) * stride], least) {
                    offer(best, run, self.turn(block.columns[bit]), cut);
                }
                mask &= mask - 1;
            }
        }
    }

    /// Where the codes of a column travel with the rows.
    pub(super) fn spot<S>(&self, flock: Flock<'_, S>, column: u32) -> Spot {
        let Some(abreast) = self.data.abreast.as_ref().filter(|_| !flock.lines.is_empty()) else { return Spot::None };
        let bit = self.bits[column as usize];
        if bit != NONE {
            let (word, bit) = (bit as usize / 64, bit % 64);
            return Spot::Bit(Side::Bit { word, bit, flip: self.data.blocks[word].rarer_is_high >> bit & 1 == 0 });
        }
        abreast.place(column).map_or(Spot::None, Spot::Byte)
    }

    /// The codes to both sides of a cut, and how rows are told which way to go.
    fn resolve<S>(&self, flock: Flock<'_, S>, found: &Found<R::Mark>, shift: u32) -> Best {
        let Found { column, cut, route, .. } = found;
        let coded = &self.data.columns[*column as usize];
        let (mut low, mut high) = cut.place.codes().unwrap_or((0, u32::MAX));
        let side = match (cut.place, self.spot(flock, *column)) {
            (Place::Above(bucket), Spot::Byte(byte)) => Side::Bucket { byte, bucket },
            (Place::Within { bucket, .. }, Spot::Byte(byte)) => {
                Side::Code { byte, buckets: (bucket, bucket | ((1 << shift) - 1)) }
            }
            (_, Spot::Bit(side)) => side,
            (Place::Codes { low, .. }, Spot::Byte(byte)) if coded.is_fine() => Side::Bucket { byte, bucket: low as u8 },
            _ => Side::Table,
        };
        if let Place::Above(bucket) = cut.place {
            let (mut below, mut above) = (0, u8::MAX);
            with_bytes!(self.data, flock, *column, bytes => bytes.for_each(|byte| {
                // No branch: which side a row is on is anybody's guess.
                below = below.max(if byte <= bucket { byte } else { 0 });
                above = above.min(if byte > bucket { byte } else { u8::MAX });
            }));
            with_codes!(&coded.codes, codes => with_bytes!(self.data, flock, *column, bytes => {
                for (item, byte) in flock.items.iter().zip(bytes).filter(|(_, byte)| *byte == below || *byte == above) {
                    let code = codes[item.row as usize].wide();
                    (low, high) = if byte == below { (low.max(code), high) } else { (low, high.min(code)) };
                }
            }));
        }
        Best { column: *column, question: Question::Between { low, high }, route: *route, low, side }
    }
}

/// Keeps the better of two cuts: of equal ones that of the column whose turn is first, and there the lower cut. Says whether it is the
/// new one.
pub(super) fn offer<R: Run>(
    best: &mut Option<Found<R::Mark>>,
    run: &R,
    (turn, column): (u32, u32),
    cut: QuickCut<R::Mark>,
) -> bool {
    let better = match best {
        None => true,
        Some(kept) if turn > kept.turn => cut.beats(&kept.cut, run),
        Some(kept) if turn < kept.turn => !kept.cut.beats(&cut, run),
        Some(kept) => cut.comes_before(&kept.cut, run),
    };
    if better {
        *best = Some(Found { column, turn, cut, route: Route::Heaviest });
    }
    better
}
