//! The best cuts at the nodes of a small subtree: all that its nodes ask for stays close at hand.

use super::asked::Asked;
use super::flock::{Flock, MOST, Varying};
use super::keys::Keys;
use super::mask::Mask;
use super::rank::Rank;
use super::run::Run;
use super::sets::Sets;
use super::table::{Lean, Tabled};
use crate::encode::{Coded, Encoded, EncodedColumn};
use crate::grow::candidate::{Question, Route};
use crate::grow::draw::Drawing;
use crate::grow::item::Stored;

/// Where the values of a column are looked up.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// In this bit of the words of a block.
    Bit(usize, u32),
    /// They are numbers, between which cuts are drawn.
    Lots,
    /// In a byte of the rows' lines, which is their code.
    Bytes(Bytes),
    /// In an order that is made at the first node that asks.
    Ranks,
}

/// What is known of the columns of a small subtree; kept from one to the next.
pub(crate) struct Small<'a> {
    pub(super) data: &'a Encoded<'a>,
    /// Whether cuts of numbers are drawn.
    pub(super) by_lot: bool,
    pub(super) kinds: Vec<Kind>,
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
    pub(super) sketch: [f32; MOST],
    /// What cuts are worth with rows without a value to their left.
    pub(super) turned: [f64; MOST],
    /// What the rows of each value come to.
    pub(super) steps: [Lean; MOST],
    pub(super) sets: Sets,
    /// The place of each slot of the node.
    pub(super) at: [u8; MOST],
    /// Room for slots that are parted.
    pub(crate) spare: [u8; MOST],
    /// Which two-valued columns have both values at the node; nothing where nobody has asked.
    pub(super) varying: Vec<Varying>,
    hopefuls: Vec<Hopeful>,
    /// What the best of them is worth, and what another must be worth beside it.
    most: f64,
    pub(super) floor: f64,
}

/// The numbers of a column at some slots.
#[derive(Clone)]
pub(super) struct Numbers {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) values: [f64; MOST],
}

/// The bytes of a column in the lines of rows, where they are its codes.
pub(super) type Bytes = usize;

/// A node of the subtree: its slots, which begin at this one of all.
pub(crate) struct Plot<'n, S> {
    /// The rows of the subtree.
    pub(crate) flock: Flock<'n, S>,
    pub(crate) start: usize,
    pub(crate) slots: &'n [u8],
}

/// What is asked at a cut.
#[derive(Debug, Clone)]
pub(super) enum Cut {
    /// Whether a value comes after that of the first of these slots; the other is the next.
    After(u8, u8),
    /// Which of its two values a row has.
    Bit,
    /// Whether a number is above this one.
    At(f64),
    /// Which of two sets a value is in: this one, of values of the column.
    Sets(Mask),
    /// What the plain search asks.
    Asked(Question),
}

/// A cut that may be the best.
pub(super) struct Hopeful {
    pub(super) column: u32,
    pub(super) cut: Cut,
    /// Where rows without a value go.
    pub(super) route: Route,
    /// Places of the node's slots that go left.
    pub(super) left: Mask,
    pub(super) score: f64,
}

/// The best cut of a node, which says which way slots go.
pub(crate) struct SmallCut {
    pub(crate) column: u32,
    pub(crate) question: Question,
    pub(crate) route: Route,
    pub(super) left: Mask,
}

impl<S: Stored> Plot<'_, S> {
    pub(super) fn row(&self, slot: u8) -> u32 {
        self.flock.items[usize::from(slot)].row
    }

    /// The first slot; a node has some.
    #[inline]
    pub(super) fn first(&self) -> u8 {
        self.slots.first().copied().unwrap_or(0)
    }

    /// The places of those slots that a question is true of.
    #[inline]
    pub(super) fn places(&self, is: impl Fn(u8) -> bool) -> Mask {
        let mut places = Mask::default();
        for (slots, word) in self.slots.chunks(64).zip(&mut places.0) {
            for (slot, place) in slots.iter().zip(0..) {
                *word |= u64::from(is(*slot)) << place;
            }
        }
        places
    }
}

impl<'a> Small<'a> {
    pub(crate) fn new(data: &'a Encoded<'a>, by_lot: bool) -> Self {
        let bytes = |column: usize| data.abreast.as_ref().and_then(|abreast| abreast.place(column as u32));
        let kind = |(place, column): (usize, &EncodedColumn<'_>)| match bytes(place) {
            _ if by_lot && matches!(column.coded, Coded::Numbers(_)) => Kind::Lots,
            Some(bytes) if column.is_fine() => Kind::Bytes(bytes),
            _ => Kind::Ranks,
        };
        let mut kinds: Vec<Kind> = data.columns.iter().enumerate().map(kind).collect();
        for (place, block) in data.blocks.iter().enumerate() {
            for (bit, column) in block.columns.iter().enumerate() {
                kinds[*column as usize] = Kind::Bit(place, bit as u32);
            }
        }
        Small {
            data,
            by_lot,
            kinds,
            words: vec![[0; MOST]; data.blocks.len()],
            tails: Vec::new(),
            ranks: Vec::new(),
            keys: Keys::new(),
            numbers: Vec::new(),
            order: [0; MOST],
            values: [0; MOST],
            counts: [0; MOST],
            scores: [0.0; MOST],
            sketch: [0.0; MOST],
            turned: [0.0; MOST],
            steps: [Lean::default(); MOST],
            sets: Sets::default(),
            at: [0; MOST],
            spare: [0; MOST],
            varying: Vec::new(),
            hopefuls: Vec::new(),
            most: f64::NEG_INFINITY,
            floor: f64::NEG_INFINITY,
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

    /// The best split by columns that are drawn; of equal ones that of the first of them, and there the first in the table of ties. No
    /// more are drawn where nothing could be better.
    pub(crate) fn best<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (mut drawing, asked): (Drawing<'_, impl Fn(u32) -> bool>, Asked<'_, S>),
    ) -> Option<SmallCut> {
        self.hopefuls.clear();
        (self.most, self.floor) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (slot, at) in plot.slots.iter().zip(0..=u8::MAX) {
            self.at[usize::from(*slot)] = at;
        }
        if plot.slots.len() > 2 {
            run.find_peak(plot.slots);
            if self.by_lot {
                run.lay_out_at(plot.slots);
            }
        }
        while let Some(column) = drawing.next(|column| self.is_constant(plot, column)) {
            if plot.slots.len() == 2 {
                let cut = self.part_two(run, plot, (column, asked));
                if cut.is_some() {
                    return cut;
                }
                if matches!(self.kinds[column as usize], Kind::Lots) {
                    continue; // limits forbid it, or there is no number between the two
                }
            }
            let (kind, is_ordered) = (self.kinds[column as usize], self.data.columns[column as usize].is_ordered());
            match kind {
                Kind::Lots => self.draw_cut(run, plot, (column, asked.key, asked.least)),
                Kind::Bit(word, bit) => self.offer_bit(run, plot, (column, asked.least), (word, bit)),
                Kind::Bytes(bytes) if is_ordered && run.leans() => {
                    self.sweep_bytes(run, plot, (column, asked.least), bytes);
                }
                _ if is_ordered => self.sweep(run, plot, (column, asked.least)),
                _ => self.sweep_sets(run, plot, (column, asked)),
            }
            // Two rows are parted in one way only, and what nothing could be better than was found first here.
            if !self.hopefuls.is_empty() && (plot.slots.len() == 2 || self.is_unbeatable(run, plot)) {
                break;
            }
        }
        self.first_best(run, plot).map(|hopeful| self.made(plot, hopeful, asked.key))
    }

    /// Whether no cut could be better than the best so far.
    #[inline]
    fn is_unbeatable<R: Tabled, S: Stored<Label = R::Label>>(&self, run: &mut R, plot: Plot<'_, S>) -> bool {
        if run.is_perfect(self.most) || !run.is_near_peak(self.most) {
            return run.is_perfect(self.most);
        }
        self.hopefuls.iter().filter(|hopeful| hopeful.score >= self.floor).any(|hopeful| {
            divide(run, plot, &hopeful.left);
            run.is_at_peak()
        })
    }

    /// Whether a cut of this score may be the best.
    #[inline]
    pub(super) fn admits<R: Run>(&mut self, run: &R, score: f64) -> bool {
        if score < self.floor || score == f64::NEG_INFINITY {
            return false;
        }
        if score > self.most {
            self.most = score;
            self.floor = score - 2.0 * run.doubt(score);
        }
        true
    }

    /// Keeps a cut that may be the best, unless another one parts the rows alike: that came first.
    pub(super) fn hope(&mut self, many: usize, hopeful: Hopeful) {
        if !self.hopefuls.is_empty() {
            let turned = hopeful.left.others(&Mask::below(many));
            let floor = self.floor;
            let alike = |other: &Hopeful| other.score >= floor && (other.left == hopeful.left || other.left == turned);
            if self.hopefuls.iter().any(alike) {
                return;
            }
        }
        self.hopefuls.push(hopeful);
    }

    /// Offers a cut that has slots at these places to its left.
    pub(super) fn offer<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, cut, route): (u32, Cut, Route),
        (left, least): (Mask, u64),
    ) {
        divide(run, plot, &left);
        let weights = run.weights();
        if weights.0.min(weights.1) < least.max(1) {
            return;
        }
        let score = run.score();
        if self.admits(run, score) {
            self.hope(plot.slots.len(), Hopeful { column, cut, route, left, score });
        }
    }

    /// The one cut of a two-valued column.
    fn offer_bit<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, least): (u32, u64),
        (word, bit): (usize, u32),
    ) {
        // A bit is set where the row has the rarer value; rows of the lower one go left.
        let left = u64::from(self.data.blocks[word].rarer_is_high >> bit & 1 == 0);
        let words = &self.words[word];
        let left = plot.places(|slot| words[usize::from(slot)] >> bit & 1 == left);
        self.offer(run, plot, (column, Cut::Bit, Route::Heaviest), (left, least));
    }

    /// The best of the hopefuls; the first of equal ones.
    fn first_best<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
    ) -> Option<Hopeful> {
        let floor = self.floor;
        self.hopefuls.retain(|hopeful| hopeful.score >= floor);
        let mut best = 0;
        if self.hopefuls.len() > 1 {
            let mut kept: Option<R::Mark> = None;
            for (place, hopeful) in self.hopefuls.iter().enumerate() {
                divide(run, plot, &hopeful.left);
                let mark = run.mark();
                if kept.as_ref().is_none_or(|kept| run.compare_marks(&mark, kept).is_gt()) {
                    (kept, best) = (Some(mark), place);
                }
            }
        }
        (best < self.hopefuls.len()).then(|| self.hopefuls.swap_remove(best))
    }
}

/// Lets the run stand at a cut that has slots at these places to its left.
#[inline]
fn divide<R: Tabled, S>(run: &mut R, plot: Plot<'_, S>, left: &Mask) {
    run.divide(plot.slots.iter().zip(0..=u8::MAX).map(|(slot, place)| (*slot, left.holds(place))));
}

impl SmallCut {
    /// Parts the slots of a node: those that go left first, all in their order. Says how many these are.
    pub(crate) fn part(&self, slots: &mut [u8], spare: &mut [u8; MOST]) -> usize {
        if let [one, two] = slots {
            if self.left.0[0] & 1 == 0 {
                std::mem::swap(one, two);
            }
            return 1;
        }
        let (mut kept, mut moved) = (0, 0);
        for place in 0..slots.len() {
            let slot = slots[place];
            let left = self.left.holds(place as u8);
            slots[kept] = slot;
            spare[moved % MOST] = slot;
            kept += usize::from(left);
            moved += usize::from(!left);
        }
        slots[kept..].copy_from_slice(&spare[..moved]);
        kept
    }
}

impl<S> Clone for Plot<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Plot<'_, S> {}
