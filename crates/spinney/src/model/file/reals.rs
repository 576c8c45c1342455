//! Arrays of numbers that need not be whole: as they lie there, or as places in a table of the different ones.

use std::sync::Arc;

use crate::model::error::{ArrayFault, ModelError};

use super::pack::{saves, table};
use super::parts::{Elements, Parts};
use super::stream::{Arrays, Stream};

/// What is left of an array of such numbers.
#[derive(Clone)]
pub(super) struct Reals<'a> {
    stream: Stream<'a>,
    table: Option<Arc<[f64]>>,
}

/// An array of such numbers that has not been looked at.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    /// The numbers, or their table.
    pub(super) numbers: Stream<'a>,
    /// The places in the table; none where the numbers are none.
    pub(super) places: Stream<'a>,
}

impl<'a> Arrays<'a> {
    /// Takes out an array of numbers that need not be whole, with its table where it has one.
    pub(super) fn take_reals(&mut self, name: &'static str) -> Result<Reals<'a>, ModelError> {
        let found = self.find_reals(name)?;
        if !self.packed() {
            return Ok(Reals { stream: found.numbers, table: None });
        }
        found.check()?;
        if !found.has_table() {
            return Ok(Reals { stream: found.numbers, table: None });
        }
        Ok(Reals { stream: found.places, table: Some(found.numbers.elements().map(real).collect()) })
    }

    /// The same, still to be looked at.
    pub(super) fn find_reals(&mut self, name: &'static str) -> Result<Found<'a>, ModelError> {
        let numbers = self.take(name)?;
        let parts = Parts::default();
        let place = parts.list().into_iter().find_map(|(own, elements)| match elements {
            Elements::F64(_, place) if own == name => Some(place),
            _ => None,
        });
        Ok(Found { numbers, places: self.take(place.unwrap_or(name))? })
    }
}

impl Found<'_> {
    /// Whether the numbers are a table.
    pub(super) fn has_table(&self) -> bool {
        self.places.left() > 0
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> usize {
        if self.has_table() { self.places.left() } else { self.numbers.left() }
    }

    /// Whether the array of a forest is in its one form: a table where that is shorter, in order, each number once, each in use, and
    /// all places within it.
    pub(super) fn check(&self) -> Result<(), ModelError> {
        let fault = |reason| Err(self.numbers.fault(ArrayFault::Table { reason }));
        if !self.has_table() {
            return if self.would_save() { fault("a table would be shorter") } else { Ok(()) };
        }
        let found = || self.numbers.elements().map(real);
        if !found().is_sorted_by(|one, two| one.total_cmp(two).is_lt()) {
            return fault("a table is in order, each number once");
        }
        let many = self.numbers.left();
        if !saves(many, self.places.left()) {
            return fault("a table must save bytes");
        }
        // The last is for places beyond the table.
        let mut used = vec![false; many + 1];
        self.places.each(|place| used[(place as usize).min(many)] = true);
        if used.pop() == Some(true) {
            let mut rest = self.places;
            while rest.left() > 0 {
                rest.below(many as u32)?;
            }
        }
        if used.contains(&false) { fault("every number of a table is in use") } else { Ok(()) }
    }

    /// Whether the numbers were shorter as a table. Mostly they are all different, which marks in a list of bits show: as many as are
    /// met, so many numbers differ at least. Else they are sorted.
    fn would_save(&self) -> bool {
        let count = self.numbers.left();
        let bits = (8 * count).next_power_of_two().max(64);
        let mut marks = vec![0_u64; bits / 64];
        for number in self.numbers.elements().map(real) {
            let mixed = (number.to_bits() ^ number.to_bits() >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mark = (mixed >> (64 - bits.trailing_zeros())) as usize;
            marks[mark / 64] |= 1 << (mark % 64);
        }
        let different = marks.iter().map(|mark| mark.count_ones() as usize).sum();
        saves(different, count) && table(&self.numbers.elements().map(real).collect::<Vec<f64>>()).is_some()
    }
}

/// A number of eight bytes.
pub(super) fn real(bytes: &[u8]) -> f64 {
    bytes.first_chunk().copied().map_or(0.0, f64::from_le_bytes)
}

impl Reals<'_> {
    /// The next number.
    #[inline]
    pub(super) fn next(&mut self) -> Result<f64, ModelError> {
        match &self.table {
            None => self.stream.bytes().map(real),
            // Places were looked at when the table was.
            Some(table) => Ok(table.get(self.stream.next()? as usize).copied().unwrap_or_default()),
        }
    }

    /// Passes over so many numbers, or all that are left.
    pub(super) fn pass(&mut self, count: usize) {
        self.stream.pass(count);
    }

    /// So many numbers must be left: to be asked before room is made for them.
    pub(super) fn has(&self, count: u32) -> Result<usize, ModelError> {
        self.stream.has(count)
    }

    /// No number may be left.
    pub(super) fn end(&self) -> Result<(), ModelError> {
        self.stream.end()
    }
}
