//! The best of the cuts that are drawn at a node.

use std::cmp::Ordering;
use std::ops::Range;

use super::gather::Gathered;
use crate::encode::{Field, NumberSpot, Real};
use crate::grow::candidate::UNKNOWN;
use crate::grow::draw::{Draw, Drawn};
use crate::grow::hands::Constants;
use crate::grow::quick::{Pile, drawn_cut};
use crate::seed::Key;

/// A node: a range of the rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bed<S> {
    pub(super) place: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) depth: u32,
    pub(super) key: Key,
    /// Where the columns that are known to be constant begin, one bit each.
    pub(super) constant: usize,
    /// What was handed down.
    pub(super) sums: S,
}

/// The best cut so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) column: u32,
    pub(super) cut: f64,
    score: f64,
}

/// What a search is made with.
pub(super) struct Search<'s, T, P> {
    pub(super) spots: &'s [NumberSpot],
    pub(super) draw: Draw<'s>,
    pub(super) drawn: Drawn,
    pub(super) constants: Constants,
    pub(super) gathered: Gathered<T>,
    pub(super) pile: P,
    /// What must be to either side.
    pub(super) least: usize,
}

impl<S> Bed<S> {
    #[inline]
    pub(super) fn rows(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        (self.end - self.start) as usize
    }
}

impl<T: Real, P: Pile> Search<'_, T, P> {
    /// The best of the cuts that are drawn for a node of these rows, at which the pile has begun; of equal ones the first. No more are
    /// drawn where nothing could be better.
    pub(super) fn best(&mut self, field: &Field<T>, rows: &[u32], bed: &Bed<P::Sums>) -> Option<Found> {
        self.gathered.begin(rows);
        match rows.len() {
            0..=4 => self.best_of::<1>(field, bed),
            5..=8 => self.best_of::<2>(field, bed),
            _ => self.best_of::<0>(field, bed),
        }
    }

    /// The same where it is known how many fours the rows make.
    fn best_of<const FOURS: usize>(&mut self, field: &Field<T>, bed: &Bed<P::Sums>) -> Option<Found> {
        let Search { spots, draw, drawn, constants, gathered, pile, least } = self;
        let mut drawing = draw.begin(bed.key, |column| constants.holds(bed.constant, column), drawn);
        let mut found: Option<Found> = None;
        loop {
            let mut ends = (0.0, 0.0);
            let next = drawing.next(|column| {
                ends = gathered.ends::<FOURS>(field, spots[column as usize]);
                ends.0 == ends.1
            });
            let Some(column) = next else { break };
            let Some(cut) = drawn_cut(ends.0, ends.1, bed.key.child(u64::from(column))) else { continue };
            let spot = spots[column as usize];
            if let NumberSpot::Bit { words, bit, .. } = spot {
                pile.divide::<_, FOURS>(gathered.words(field, words).0, |word| word >> bit & 1 == 0);
            } else {
                let cut = T::not_above(cut);
                pile.divide::<_, FOURS>(gathered.values(), |value| value <= cut);
            }
            let score = pile.score();
            let few = pile.left().min(bed.len() - pile.left()) < *least;
            if few || found.is_some_and(|best| !beats(pile, score, best.score)) {
                continue;
            }
            found = Some(Found { column, cut, score });
            pile.keep();
            gathered.keep(spot);
            if pile.is_perfect(score) {
                break;
            }
        }
        found
    }

    /// The cut of two rows: the first that is drawn parts them in the only way there is. Says as well whether they change places.
    pub(super) fn pair(&mut self, field: &Field<T>, [one, two]: [u32; 2], bed: &Bed<P::Sums>) -> Option<(Found, bool)> {
        let Search { spots, draw, drawn, constants, .. } = self;
        let mut drawing = draw.begin(bed.key, |column| constants.holds(bed.constant, column), drawn);
        let (one, two) = (one as usize, two as usize);
        loop {
            let mut values = (0.0, 0.0);
            let column = drawing.next(|column| {
                values = match spots[column as usize] {
                    NumberSpot::Number(place) => {
                        let column = field.column(place);
                        (column[one].into(), column[two].into())
                    }
                    NumberSpot::Bit { words, bit, low, high } => {
                        let words = field.words(words);
                        let of = |row: usize| if words[row] >> bit & 1 == 1 { high } else { low };
                        (of(one), of(two))
                    }
                    NumberSpot::None => (0.0, 0.0),
                };
                values.0 == values.1
            })?;
            let (first, second): (f64, f64) = values;
            let (low, high) = if first < second { (first, second) } else { (second, first) };
            if let Some(cut) = drawn_cut(low, high, bed.key.child(u64::from(column))) {
                return Some((Found { column, cut, score: 0.0 }, first > second));
            }
        }
    }

    /// The code below a cut, where it is known: of two values the lower one has code 0.
    #[inline]
    pub(super) fn low(&self, found: &Found) -> u32 {
        if matches!(self.spots[found.column as usize], NumberSpot::Bit { .. }) { 0 } else { UNKNOWN }
    }

    /// Parts rows by the cut that was found: those not above it first. Says how many these are.
    pub(super) fn part(&self, found: &Found, rows: &mut [u32], spare: &mut [u32]) -> usize {
        match self.spots[found.column as usize] {
            NumberSpot::Bit { words, bit, .. } => self.gathered.part_by_bit((words, bit), rows, spare),
            _ => self.gathered.part(T::not_above(found.cut), rows, spare),
        }
    }
}

/// Whether the cut at which a pile stands is better than the one that was kept.
#[inline]
fn beats<P: Pile>(pile: &P, score: f64, kept: f64) -> bool {
    let (doubt, ahead) = (pile.doubt(score) + pile.doubt(kept), score - kept);
    ahead > doubt || (ahead >= -doubt && pile.compare() == Ordering::Greater)
}
