//! The best cuts at the nodes of a small subtree: all that its nodes ask for stays close at hand.

use super::asked::Asked;
use super::flock::Flock;
use super::mask::Mask;
use super::rank::{Keys, MOST, Rank};
use super::run::Run;
use super::sets::Sets;
use super::table::{Lean, Tabled};
use crate::encode::{Coded, Encoded};
use crate::grow::candidate::{Question, Route};
use crate::grow::item::Stored;

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
    pub(super) words: Vec<[u64; MOST]>,
    /// The second bytes of codes at all slots.
    pub(super) tails: Vec<u8>,
    pub(super) ranks: Vec<Rank>,
    pub(super) keys: Keys,
    /// The numbers of each column, and for which slots, where cuts are drawn.
    pub(super) numbers: Vec<Numbers>,
    /// The slots of a node in the order of a column, and their values there: bytes, or numbers of values.
    pub(super) order: [u8; MOST],
    pub(super) values: [u8; MOST],
    /// Nothing between two uses.
    pub(super) counts: [u16; MOST],
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
    pub(super) way: Way,
}

pub(super) enum Way {
    /// Left up to this value.
    Value(Option<Bytes>, u8),
    /// Left for these values.
    Values(Option<Bytes>, Mask),
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
}

impl<S> Clone for Plot<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Plot<'_, S> {}
