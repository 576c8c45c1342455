//! The best cuts at the nodes of a small subtree: all that its nodes ask for stays close at hand.

use super::asked::Asked;
use super::flock::Flock;
use super::rank::{Keys, MOST, Rank};
use super::run::Run;
use super::sets::Sets;
use super::table::{Lean, Tabled};
use crate::encode::{Code, Coded, Encoded, Low, with_codes};
use crate::grow::candidate::{Question, Route};
use crate::grow::item::Stored;

/// So many slots are few: less room is cleared for them.
const FEW: usize = 16;
/// A column that is in no block of two-valued ones.
pub(super) const NONE: u32 = u32::MAX;

/// What is known of the columns of a small subtree; kept from one to the next.
pub(crate) struct Small<'a> {
    pub(super) data: &'a Encoded<'a>,
    /// Whether cuts of numbers are drawn.
    pub(super) by_lot: bool,
    /// For each column its bit among all blocks of two-valued columns.
    pub(super) bits: Vec<u32>,
    /// The words of each block at all slots, one block after the other.
    words: Vec<[u64; MOST]>,
    /// The second bytes of codes at all slots.
    tails: Vec<u8>,
    pub(super) ranks: Vec<Rank>,
    keys: Keys,
    /// The numbers of each column, and for which slots, where cuts are drawn.
    pub(super) numbers: Vec<Numbers>,
    /// The slots of a node in the order of a column, and their values there: bytes, or numbers of values.
    pub(super) order: [u8; MOST],
    pub(super) values: [u8; MOST],
    /// Nothing between two uses.
    counts: [u16; MOST],
    pub(super) scores: [f64; MOST],
    /// What cuts are worth with rows without a value to their left.
    pub(super) turned: [f64; MOST],
    pub(super) leans: [Lean; MOST],
    pub(super) sets: Sets,
    /// Sets of values that may be the best.
    pub(super) chosen: Vec<Chosen>,
    hopefuls: Vec<Hopeful>,
}

/// The numbers of a column at some slots.
#[derive(Clone)]
pub(super) struct Numbers {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) values: [f64; MOST],
}

/// A set of the values of a column, by their numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mask([u64; MOST / 64]);

/// Two sets of values that may be the best.
pub(super) struct Chosen {
    /// Values that go left.
    pub(super) left: Mask,
    /// What is asked; where nothing is said, which of the two sets a value is in.
    pub(super) question: Option<Question>,
    pub(super) route: Route,
}

/// The bytes of a column in the lines of rows, where they are its codes.
pub(super) type Bytes = (usize, u32);

/// A node of the subtree: its slots, which begin at this one of all.
pub(crate) struct Plot<'n, S> {
    /// The rows of the subtree.
    pub(crate) flock: Flock<'n, S>,
    pub(crate) start: usize,
    pub(crate) slots: &'n [u8],
}

/// Where a column is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cut {
    /// After so many slots in its order, and one more; and where slots without a value go, which come last.
    After(usize, Holes),
    /// Between its two values.
    Bit,
    /// At a number.
    At(f64),
    /// Into two sets of values.
    Sets(usize),
}

/// Where slots without a value go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holes {
    /// There are none.
    None,
    Left,
    Right,
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
    pub(crate) route: Route,
    way: Way,
}

enum Way {
    /// Left up to this value.
    Value(Option<Bytes>, u8),
    /// Left for these values.
    Values(Option<Bytes>, Mask),
    /// Left up to this number.
    Number(f64),
    /// Left where the bit is so.
    Bit { word: usize, bit: u32, left: u64 },
}

impl Mask {
    #[inline]
    pub(super) fn holds(&self, value: u8) -> bool {
        self.0[usize::from(value / 64)] >> (value % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn add(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    /// The values, ascending.
    #[inline]
    pub(super) fn each(self, mut say: impl FnMut(u8)) {
        for (word, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                say((64 * word + bits.trailing_zeros() as usize) as u8);
                bits &= bits - 1;
            }
        }
    }
}

impl<S: Stored> Plot<'_, S> {
    /// The labels of the node.
    pub(crate) fn labels(&self) -> impl Iterator<Item = S::Label> + Clone {
        let items = self.flock.items;
        self.slots.iter().map(move |slot| items[usize::from(*slot)].stored.label())
    }

    pub(super) fn label(&self, slot: u8) -> S::Label {
        self.flock.items[usize::from(slot)].stored.label()
    }

    pub(super) fn row(&self, slot: u8) -> u32 {
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
            values: [0; MOST],
            counts: [0; MOST],
            scores: [0.0; MOST],
            turned: [0.0; MOST],
            leans: [Lean::default(); MOST],
            sets: Sets::default(),
            chosen: Vec::new(),
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
        if let Some(bytes) = self.bytes(plot.flock, column) {
            let first = plot.slots.first().map_or(0, |slot| plot.flock.byte(*slot, bytes));
            return plot.slots.iter().all(|slot| plot.flock.byte(*slot, bytes) == first);
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

    /// Where the codes of a column lie in lines, if they are bytes.
    #[inline]
    pub(super) fn bytes<S>(&self, flock: Flock<'_, S>, column: u32) -> Option<Bytes> {
        if flock.lines.is_empty() || !self.data.columns[column as usize].is_fine() {
            return None;
        }
        self.data.abreast.as_ref().and_then(|abreast| abreast.place(column))
    }

    /// Puts the slots of a node in the order of a column, with their values where some are the same or stand for none; the value that stands for none, where some row has none, and
    /// whether no two rows have the same.
    pub(super) fn put_in_order<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> (Option<u8>, bool) {
        if let Some(bytes) = self.bytes(plot.flock, column) {
            let distinct = self.by_bytes(plot, bytes);
            return (self.data.columns[column as usize].hole(), distinct == plot.slots.len());
        }
        self.rank(plot, column);
        let rank = &self.ranks[column as usize];
        rank.in_order(plot.slots, &mut self.order);
        let order = &self.order[..plot.slots.len()];
        if !rank.is_strict() || rank.hole().is_some() {
            self.values.iter_mut().zip(order).for_each(|(value, slot)| *value = rank.value(*slot));
        }
        (rank.hole(), rank.is_strict())
    }

    /// Counts the bytes, then puts every slot where its byte begins. How many bytes there are.
    fn by_bytes<S: Stored>(&mut self, plot: Plot<'_, S>, bytes: Bytes) -> usize {
        let mut present = Mask::default();
        for slot in plot.slots {
            let byte = plot.flock.byte(*slot, bytes);
            self.counts[usize::from(byte)] += 1;
            present.add(byte);
        }
        let (mut next, mut distinct) = (0, 0);
        let counts = &mut self.counts;
        present.each(|byte| {
            let count = &mut counts[usize::from(byte)];
            (*count, next) = (next, next + *count);
            distinct += 1;
        });
        for slot in plot.slots {
            let byte = plot.flock.byte(*slot, bytes);
            let place = &mut counts[usize::from(byte)];
            self.order[usize::from(*place) % MOST] = *slot;
            self.values[usize::from(*place) % MOST] = byte;
            *place += 1;
        }
        present.each(|byte| counts[usize::from(byte)] = 0);
        distinct
    }

    /// The order of a column, made here unless a node above has made it.
    #[inline]
    pub(super) fn rank<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> &Rank {
        let rank = &mut self.ranks[column as usize];
        if !rank.holds(plot.start, plot.slots.len()) {
            take_keys(&mut self.keys, (self.data, &self.tails), plot, column);
            let coded = &self.data.columns[column as usize];
            let missing = coded.has_missing.then_some(coded.distinct);
            let code = |slot| coded.codes.at(plot.row(slot));
            rank.make((plot.start, plot.slots.len()), &mut self.keys, (code, missing));
        }
        rank
    }

    /// The best split by these columns; of equal ones that of the lower column, and there the first in the table of ties.
    pub(crate) fn best<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        asked: Asked<'_, S>,
    ) -> Option<SmallCut> {
        self.hopefuls.clear();
        self.chosen.clear();
        // Two rows are parted in one way only.
        let many = if plot.slots.len() == 2 { 1 } else { asked.columns.len() };
        for column in asked.columns.iter().copied().take(many) {
            if self.by_lot && matches!(self.data.columns[column as usize].coded, Coded::Numbers(_)) {
                self.draw_cut(run, plot, (column, asked.key, asked.least));
            } else if self.bits[column as usize] != NONE {
                self.offer_bit(run, plot, (column, asked.least));
            } else if self.data.columns[column as usize].is_ordered() {
                self.sweep(run, plot, (column, asked.least));
            } else {
                self.sweep_sets(run, plot, (column, asked));
            }
        }
        self.first_best(run, plot)
    }

    /// How many of the slots that are in order have a value.
    #[inline]
    pub(super) fn known(&self, many: usize, hole: Option<u8>) -> usize {
        let Some(hole) = hole else { return many };
        many - self.values[..many].iter().rev().take_while(|value| **value == hole).count()
    }

    /// A cut that may be the best.
    pub(super) fn hope(&mut self, column: u32, cut: Cut, score: f64) {
        self.hopefuls.push(Hopeful { column, cut, score });
    }

    /// What a cut must reach beside one of this score; `None` where that one is worse than what there is. Those that it leaves
    /// behind are let go.
    #[inline]
    pub(super) fn admit<R: Run>(&mut self, run: &R, score: f64) -> Option<f64> {
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
    pub(super) fn offer<R: Run>(&mut self, run: &R, (column, cut): (u32, Cut), least: u64) {
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
    pub(super) fn divide<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, cut): (u32, Cut),
    ) {
        let label = |slot: &u8| plot.label(*slot);
        match cut {
            Cut::After(last, holes) => {
                let (hole, _) = self.put_in_order(plot, column);
                let order = &self.order[..plot.slots.len()];
                let known = if holes == Holes::Left { self.known(order.len(), hole) } else { order.len() };
                let is_left = |place: usize| place <= last || place >= known;
                run.divide(order.iter().enumerate().map(|(place, slot)| (label(slot), is_left(place))));
            }
            Cut::Sets(place) => {
                let (rank, left) = (&self.ranks[column as usize], &self.chosen[place].left);
                match self.bytes(plot.flock, column) {
                    Some(bytes) => {
                        let is_left = |slot: &u8| left.holds(plot.flock.byte(*slot, bytes));
                        run.divide(plot.slots.iter().map(|slot| (label(slot), is_left(slot))));
                    }
                    None => run.divide(plot.slots.iter().map(|slot| (label(slot), left.holds(rank.value(*slot))))),
                }
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
        let route = Route::Heaviest;
        match cut {
            Cut::After(last, holes) => {
                let (hole, _) = self.put_in_order(plot, column);
                let bytes = self.bytes(plot.flock, column);
                let code = |place: usize| coded.codes.at(plot.row(self.order[place]));
                let (low, high) = (code(last), code(last + 1));
                let question = if coded.is_missing(high) { Question::Known } else { Question::Between { low, high } };
                let value = match bytes {
                    Some(_) => self.values[last],
                    None => self.ranks[column as usize].value(self.order[last]),
                };
                let (route, way) = match (holes, hole) {
                    (Holes::Left, Some(hole)) => {
                        let mut left = Mask::default();
                        (0..=value).for_each(|value| left.add(value));
                        left.add(hole);
                        (Route::Branch(0), Way::Values(bytes, left))
                    }
                    (Holes::Right, _) => (Route::Branch(1), Way::Value(bytes, value)),
                    _ => (route, Way::Value(bytes, value)),
                };
                SmallCut { column, question, route, way }
            }
            Cut::Sets(place) => {
                let Chosen { left, question, route } = self.chosen.swap_remove(place);
                let question = question.unwrap_or_else(|| self.sets_of(plot, column, left));
                SmallCut { column, question, route, way: Way::Values(self.bytes(plot.flock, column), left) }
            }
            Cut::Bit => {
                let question = Question::Between { low: 0, high: 1 };
                SmallCut { column, question, route, way: self.bit_way(column) }
            }
            Cut::At(cut) => {
                let values = &self.numbers[column as usize].values;
                let below = plot.slots.iter().filter(|slot| values[usize::from(**slot)] <= cut);
                let low = below.map(|slot| coded.codes.at(plot.row(*slot))).max().unwrap_or(0);
                SmallCut { column, question: Question::At { cut, low }, route, way: Way::Number(cut) }
            }
        }
    }

    /// Parts the slots of a node: those that go left first, all in their order. Says how many these are.
    pub(crate) fn part<S>(&self, flock: Flock<'_, S>, cut: &SmallCut, slots: &mut [u8]) -> usize {
        let rank = &self.ranks[cut.column as usize];
        match cut.way {
            Way::Value(None, last) => part(slots, |slot| rank.value(slot) <= last),
            Way::Value(Some(bytes), last) => part(slots, |slot| flock.byte(slot, bytes) <= last),
            Way::Values(None, left) => part(slots, |slot| left.holds(rank.value(slot))),
            Way::Values(Some(bytes), left) => part(slots, |slot| left.holds(flock.byte(slot, bytes))),
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
            keys.fill(plot.slots, (true, 32), |slot| codes[plot.row(slot) as usize].wide());
        });
        return;
    };
    let (lines, words) = (plot.flock.lines, plot.flock.words);
    let high = |slot: u8| u32::from((lines[usize::from(slot) * words + word] >> shift) as u8);
    match abreast.low(column) {
        Some(Low { place, is_exact }) if !tails.is_empty() => {
            let low = |slot: u8| u32::from(tails[usize::from(slot) * abreast.tail + place]);
            keys.fill(plot.slots, (is_exact, 16), |slot| high(slot) << 8 | low(slot));
        }
        low => keys.fill(plot.slots, (low.is_none(), 8), high),
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
    if slots.len() <= FEW { part_in::<FEW>(slots, is_left) } else { part_in::<MOST>(slots, is_left) }
}

#[inline]
fn part_in<const N: usize>(slots: &mut [u8], is_left: impl Fn(u8) -> bool) -> usize {
    let mut right = [0_u8; N];
    let (mut kept, mut moved) = (0, 0);
    for place in 0..slots.len() {
        let slot = slots[place];
        let left = is_left(slot);
        slots[kept] = slot;
        right[moved % N] = slot;
        kept += usize::from(left);
        moved += usize::from(!left);
    }
    slots[kept..].copy_from_slice(&right[..moved]);
    kept
}
