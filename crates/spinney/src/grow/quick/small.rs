//! The best cuts at the nodes of a small subtree: all that its nodes ask for stays close at hand.

use super::flock::Flock;
use super::lot::drawn_cut;
use super::rank::{Keys, MOST, Rank};
use super::run::Run;
use super::table::Tabled;
use crate::encode::{Code, Coded, Encoded, Low, with_codes};
use crate::grow::candidate::Question;
use crate::grow::item::{Label, Stored};
use crate::seed::Key;

/// A column that is in no block of two-valued ones.
const NONE: u32 = u32::MAX;

/// What is known of the columns of a small subtree; kept from one to the next.
pub(crate) struct Small<'a> {
    data: &'a Encoded<'a>,
    /// Whether cuts of numbers are drawn.
    by_lot: bool,
    /// For each column its bit among all blocks of two-valued columns.
    bits: Vec<u32>,
    /// The words of each block at all slots, one block after the other.
    words: Vec<[u64; MOST]>,
    /// The second bytes of codes at all slots.
    tails: Vec<u8>,
    ranks: Vec<Rank>,
    keys: Keys,
    /// The numbers of each column, and for which slots, where cuts are drawn.
    numbers: Vec<Numbers>,
    order: [u8; MOST],
    scores: [f64; MOST],
    hopefuls: Vec<Hopeful>,
}

/// The numbers of a column at some slots.
#[derive(Clone)]
struct Numbers {
    start: usize,
    end: usize,
    values: [f64; MOST],
}

/// A node of the subtree: its slots, which begin at this one of all.
pub(crate) struct Plot<'n, S> {
    /// The rows of the subtree.
    pub(crate) flock: Flock<'n, S>,
    pub(crate) start: usize,
    pub(crate) slots: &'n [u8],
}

/// Where a column is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cut {
    /// After so many slots in its order, and one more.
    After(usize),
    /// Between its two values.
    Bit,
    /// At a number.
    At(f64),
}

/// A cut that may be the best.
struct Hopeful {
    column: u32,
    cut: Cut,
    score: f64,
}

/// The best cut of a node, which says which way slots go.
pub(crate) struct SmallCut {
    pub(crate) column: u32,
    pub(crate) question: Question,
    way: Way,
}

enum Way {
    /// Left up to this value.
    Value(u8),
    /// Left up to this number.
    Number(f64),
    /// Left where the bit is so.
    Bit { word: usize, bit: u32, left: u64 },
}

impl<S: Stored> Plot<'_, S> {
    /// The labels of the node.
    pub(crate) fn labels(&self) -> impl Iterator<Item = S::Label> + Clone {
        let items = self.flock.items;
        self.slots.iter().map(move |slot| items[usize::from(*slot)].stored.label())
    }

    fn row(&self, slot: u8) -> u32 {
        self.flock.items[usize::from(slot)].row
    }
}

impl<'a> Small<'a> {
    pub(crate) fn new(data: &'a Encoded<'a>, by_lot: bool) -> Self {
        let mut bits = vec![NONE; data.columns.len()];
        for (place, block) in data.blocks.iter().enumerate() {
            for (bit, column) in block.columns.iter().enumerate() {
                bits[*column as usize] = (64 * place + bit) as u32;
            }
        }
        Small {
            data,
            by_lot,
            bits,
            words: vec![[0; MOST]; data.blocks.len()],
            tails: Vec::new(),
            ranks: Vec::new(),
            keys: Keys::new(),
            numbers: Vec::new(),
            order: [0; MOST],
            scores: [0.0; MOST],
            hopefuls: Vec::new(),
        }
    }

    /// Begins a subtree of these rows.
    pub(crate) fn begin<S>(&mut self, flock: Flock<'_, S>) {
        let items = flock.items;
        self.tails.clear();
        if let Some(abreast) = self.data.abreast.as_ref().filter(|_| !flock.lines.is_empty() && !self.by_lot) {
            for item in items {
                self.tails.extend_from_slice(abreast.tail_of(item.row));
            }
        }
        self.ranks.resize_with(self.data.columns.len(), Rank::new);
        let none = Numbers { start: 0, end: 0, values: [0.0; MOST] };
        self.numbers.resize(if self.by_lot { self.data.columns.len() } else { 0 }, none);
        self.ranks.iter_mut().for_each(Rank::forget);
        self.numbers.iter_mut().for_each(|numbers| numbers.end = 0);
        for (words, block) in self.words.iter_mut().zip(&self.data.blocks) {
            words.iter_mut().zip(items).for_each(|(word, item)| *word = block.words[item.row as usize]);
        }
    }

    /// Whether all rows of a node have the same value in a column.
    #[inline]
    pub(crate) fn is_constant<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> bool {
        let bit = self.bits[column as usize];
        if bit != NONE {
            let words = &self.words[bit as usize / 64];
            let at = |slot: &u8| words[usize::from(*slot)] >> (bit % 64) & 1;
            let first = plot.slots.first().map_or(0, at);
            return plot.slots.iter().all(|slot| at(slot) == first);
        }
        if let [one, two] = plot.slots {
            return self.is_same(plot, column, (*one, *two));
        }
        if let Some(numbers) = self.numbers(plot, column) {
            let first = plot.slots.first().map_or(0.0, |slot| numbers[usize::from(*slot)]);
            return plot.slots.iter().all(|slot| numbers[usize::from(*slot)].to_bits() == first.to_bits());
        }
        let rank = self.rank(plot, column);
        if rank.is_strict() {
            return plot.slots.len() < 2;
        }
        let first = plot.slots.first().map_or(0, |slot| rank.value(*slot));
        plot.slots.iter().all(|slot| rank.value(*slot) == first)
    }

    /// Whether two rows have the same value in a column.
    #[inline]
    fn is_same<S: Stored>(&self, plot: Plot<'_, S>, column: u32, (one, two): (u8, u8)) -> bool {
        let Flock { lines, words, .. } = plot.flock;
        if !lines.is_empty()
            && let Some((word, shift)) = self.data.abreast.as_ref().and_then(|abreast| abreast.place(column))
        {
            let high = |slot: u8| (lines[usize::from(slot) * words + word] >> shift) as u8;
            if high(one) != high(two) {
                return false;
            }
        }
        let codes = &self.data.columns[column as usize].codes;
        codes.at(plot.row(one)) == codes.at(plot.row(two))
    }

    /// The order of a column, made here unless a node above has made it.
    #[inline]
    fn rank<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> &Rank {
        let rank = &mut self.ranks[column as usize];
        if !rank.holds(plot.start, plot.slots.len()) {
            take_keys(&mut self.keys, (self.data, &self.tails), plot, column);
            let codes = &self.data.columns[column as usize].codes;
            rank.make((plot.start, plot.slots.len()), &mut self.keys, |slot| codes.at(plot.row(slot)));
        }
        rank
    }

    /// The best cut of these columns (ascending), none of them constant; of equal ones that of the lower column, and there the
    /// lower one.
    pub(crate) fn best<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        columns: &[u32],
        least: u64,
    ) -> Option<SmallCut> {
        self.hopefuls.clear();
        // Two rows are parted in one way only.
        let columns = if plot.slots.len() == 2 { &columns[..columns.len().min(1)] } else { columns };
        for column in columns {
            if self.bits[*column as usize] == NONE {
                self.sweep(run, plot, (*column, least));
            } else {
                self.offer_bit(run, plot, (*column, least));
            }
        }
        self.first_best(run, plot)
    }

    /// Looks at all cuts of a column.
    fn sweep<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, least): (u32, u64),
    ) {
        self.rank(plot, column);
        let rank = &self.ranks[column as usize];
        let many = plot.slots.len();
        rank.in_order(plot.slots, &mut self.order);
        let (order, scores) = (&self.order[..many], &mut self.scores[..many.saturating_sub(1)]);
        let labels = order.iter().map(|slot| plot.flock.items[usize::from(*slot)].stored.label());
        run.sweep(labels.clone(), scores);
        if !rank.is_strict() {
            for (score, pair) in scores.iter_mut().zip(order.windows(2)) {
                let same = rank.value(pair[0]) == rank.value(pair[1]);
                *score = if same { f64::NEG_INFINITY } else { *score };
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
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let Some(floor) = self.admit(run, most) else { return };
        for (place, score) in self.scores[..many.saturating_sub(1)].iter().enumerate() {
            if *score >= floor {
                self.hopefuls.push(Hopeful { column, cut: Cut::After(place), score: *score });
            }
        }
    }

    /// What a cut must reach beside one of this score; `None` where that one is worse than what there is. Those that it leaves
    /// behind are let go.
    #[inline]
    fn admit<R: Run>(&mut self, run: &R, score: f64) -> Option<f64> {
        let most = self.hopefuls.iter().map(|hopeful| hopeful.score).fold(score, f64::max);
        if most == f64::NEG_INFINITY {
            return None;
        }
        let floor = most - 2.0 * run.doubt(most);
        if most == score {
            self.hopefuls.retain(|hopeful| hopeful.score >= floor);
        }
        (score >= floor).then_some(floor)
    }

    /// Offers the cut by which the run has divided the rows.
    fn offer<R: Run>(&mut self, run: &R, (column, cut): (u32, Cut), least: u64) {
        let (left, right) = run.weights();
        if left.min(right) < least.max(1) {
            return;
        }
        let score = run.score();
        if self.admit(run, score).is_some() {
            self.hopefuls.push(Hopeful { column, cut, score });
        }
    }

    /// The one cut of a two-valued column.
    fn offer_bit<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, least): (u32, u64),
    ) {
        self.divide(run, plot, (column, Cut::Bit));
        self.offer(run, (column, Cut::Bit), least);
    }

    /// Lets the run stand at a cut.
    fn divide<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, cut): (u32, Cut),
    ) {
        let label = |slot: &u8| plot.flock.items[usize::from(*slot)].stored.label();
        match cut {
            Cut::After(last) => {
                self.rank(plot, column);
                self.ranks[column as usize].in_order(plot.slots, &mut self.order);
                run.divide(
                    self.order[..plot.slots.len()].iter().enumerate().map(|(place, slot)| (label(slot), place <= last)),
                );
            }
            Cut::Bit => {
                let Way::Bit { word, bit, left } = self.bit_way(column) else { return };
                let words = &self.words[word];
                let is_left = |slot: &u8| words[usize::from(*slot)] >> bit & 1 == left;
                run.divide(plot.slots.iter().map(|slot| (label(slot), is_left(slot))));
            }
            Cut::At(cut) => {
                let values = &self.numbers[column as usize].values;
                run.divide(plot.slots.iter().map(|slot| (label(slot), values[usize::from(*slot)] <= cut)));
            }
        }
    }

    fn bit_way(&self, column: u32) -> Way {
        let bit = self.bits[column as usize];
        let (word, bit) = (bit as usize / 64, bit % 64);
        // A bit is set where the row has the rarer value; rows of the lower one go left.
        let left = u64::from(self.data.blocks[word].rarer_is_high >> bit & 1 == 0);
        Way::Bit { word, bit, left }
    }

    /// The best of the cuts that are drawn for these columns (ascending), none of them constant; names in an order are cut where
    /// they gain most.
    pub(crate) fn drawn<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        columns: &[u32],
        (key, least): (Key, u64),
    ) -> Option<SmallCut> {
        self.hopefuls.clear();
        let columns = if plot.slots.len() == 2 { &columns[..columns.len().min(1)] } else { columns };
        for column in columns.iter().copied() {
            if !matches!(self.data.columns[column as usize].coded, Coded::Numbers(_)) {
                if self.bits[column as usize] == NONE {
                    self.sweep(run, plot, (column, least));
                } else {
                    self.offer_bit(run, plot, (column, least));
                }
                continue;
            }
            let key = key.child(u64::from(column));
            let Some(cut) = self.lot(plot, column, key) else { continue };
            self.divide(run, plot, (column, cut));
            self.offer(run, (column, cut), least);
        }
        self.first_best(run, plot)
    }

    /// Draws a cut between the least and the greatest number of a node.
    fn lot<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32, key: Key) -> Option<Cut> {
        let values = self.numbers(plot, column)?;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for slot in plot.slots {
            let value = values[usize::from(*slot)];
            low = if value < low { value } else { low };
            high = if value > high { value } else { high };
        }
        drawn_cut(low, high, key).map(Cut::At)
    }

    /// The numbers of a column, where cuts of it are drawn; found here unless a node above has found them.
    #[inline]
    fn numbers<S>(&mut self, plot: Plot<'_, S>, column: u32) -> Option<&[f64; MOST]> {
        let coded = &self.data.columns[column as usize];
        if !self.by_lot || !matches!(coded.coded, Coded::Numbers(_)) {
            return None;
        }
        let own = &mut self.numbers[column as usize];
        if !(own.start <= plot.start && plot.start + plot.slots.len() <= own.end) {
            let lines = self.data.number_lines.as_ref()?;
            (own.start, own.end) = (plot.start, plot.start + plot.slots.len());
            for slot in plot.slots {
                own.values[usize::from(*slot)] = lines.at(plot.flock.items[usize::from(*slot)].row, column);
            }
        }
        Some(&own.values)
    }

    /// The best of the hopefuls; the first of equal ones.
    fn first_best<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
    ) -> Option<SmallCut> {
        let hopefuls = std::mem::take(&mut self.hopefuls);
        let mut best = hopefuls.first().map(|hopeful| (hopeful.column, hopeful.cut));
        if hopefuls.len() > 1 {
            let mut kept: Option<R::Mark> = None;
            for hopeful in &hopefuls {
                self.divide(run, plot, (hopeful.column, hopeful.cut));
                let mark = run.mark();
                if kept.as_ref().is_none_or(|kept| run.compare_marks(&mark, kept).is_gt()) {
                    kept = Some(mark);
                    best = Some((hopeful.column, hopeful.cut));
                }
            }
        }
        self.hopefuls = hopefuls;
        best.map(|(column, cut)| self.made(plot, column, cut))
    }

    /// A cut, ready to be made.
    fn made<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32, cut: Cut) -> SmallCut {
        let coded = &self.data.columns[column as usize];
        match cut {
            Cut::After(last) => {
                self.rank(plot, column);
                let rank = &self.ranks[column as usize];
                rank.in_order(plot.slots, &mut self.order);
                let code = |place: usize| coded.codes.at(plot.row(self.order[place]));
                let question = Question::Between { low: code(last), high: code(last + 1) };
                SmallCut { column, question, way: Way::Value(rank.value(self.order[last])) }
            }
            Cut::Bit => {
                let question = Question::Between { low: 0, high: 1 };
                SmallCut { column, question, way: self.bit_way(column) }
            }
            Cut::At(cut) => {
                let values = &self.numbers[column as usize].values;
                let below = plot.slots.iter().filter(|slot| values[usize::from(**slot)] <= cut);
                let low = below.map(|slot| coded.codes.at(plot.row(*slot))).max().unwrap_or(0);
                SmallCut { column, question: Question::At { cut, low }, way: Way::Number(cut) }
            }
        }
    }

    /// Parts the slots of a node: those that go left first, all in their order. Says how many these are.
    pub(crate) fn part(&self, cut: &SmallCut, slots: &mut [u8]) -> usize {
        let rank = &self.ranks[cut.column as usize];
        match cut.way {
            Way::Value(last) => part(slots, |slot| rank.value(slot) <= last),
            Way::Number(cut_at) => {
                let values = &self.numbers[cut.column as usize].values;
                part(slots, |slot| values[usize::from(slot)] <= cut_at)
            }
            Way::Bit { word, bit, left } => {
                let words = &self.words[word];
                part(slots, |slot| words[usize::from(slot)] >> bit & 1 == left)
            }
        }
    }
}

/// Takes the keys of a node's slots in a column: its codes, or as much of them as lies close by.
fn take_keys<S: Stored>(keys: &mut Keys, (data, tails): (&Encoded<'_>, &[u8]), plot: Plot<'_, S>, column: u32) {
    let travels = data.abreast.as_ref().filter(|_| !plot.flock.lines.is_empty());
    let Some(((word, shift), abreast)) = travels.and_then(|abreast| Some((abreast.place(column)?, abreast))) else {
        with_codes!(&data.columns[column as usize].codes, codes => {
            keys.fill(plot.slots, true, |slot| codes[plot.row(slot) as usize].wide());
        });
        return;
    };
    let (lines, words) = (plot.flock.lines, plot.flock.words);
    let high = |slot: u8| u32::from((lines[usize::from(slot) * words + word] >> shift) as u8);
    match abreast.low(column) {
        Some(Low { place, is_exact }) if !tails.is_empty() => {
            let low = |slot: u8| u32::from(tails[usize::from(slot) * abreast.tail + place]);
            keys.fill(plot.slots, is_exact, |slot| high(slot) << 8 | low(slot));
        }
        low => keys.fill(plot.slots, low.is_none(), high),
    }
}

impl<S> Clone for Plot<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Plot<'_, S> {}

#[inline]
fn part(slots: &mut [u8], is_left: impl Fn(u8) -> bool) -> usize {
    let mut right = [0_u8; MOST];
    let (mut kept, mut moved) = (0, 0);
    for place in 0..slots.len() {
        let slot = slots[place];
        let left = is_left(slot);
        slots[kept] = slot;
        right[moved % MOST] = slot;
        kept += usize::from(left);
        moved += usize::from(!left);
    }
    slots[kept..].copy_from_slice(&right[..moved]);
    kept
}
