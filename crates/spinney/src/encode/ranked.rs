//! The numbers of a column as ranks.

use super::buckets::{Buckets, FINE};
use super::codes::Codes;
use super::shelf::{Kept, Shelf};

/// The numbers of a column as ranks.
#[derive(Debug)]
pub(super) struct Ranked {
    /// How many distinct numbers there are.
    pub(super) distinct: u32,
    /// Whether some row has none.
    pub(super) has_missing: bool,
    /// For each row the place of its number among them, ascending; one more than the last where it has none.
    pub(super) codes: Codes,
    /// Where there are many of them.
    pub(super) buckets: Option<Buckets>,
}

/// How many rows each number has, whatever stands for a number.
#[derive(Debug)]
pub(super) struct Tally {
    /// What each stands for.
    pub(super) codes: Vec<u32>,
    /// In the order of codes; those without a number last.
    pub(super) rows: Vec<u32>,
}

impl Tally {
    /// The ranks of rows, given what stands for their numbers.
    pub(super) fn ranked(self, rows: impl Iterator<Item = usize>, shelf: &mut Shelf) -> Ranked {
        let distinct = self.rows.len() as u32 - 1;
        let has_missing = self.rows[distinct as usize] > 0;
        let (codes, buckets) = match distinct as usize + usize::from(has_missing) {
            0..=FINE => (Codes::U8(self.coded(rows, shelf)), None),
            0x101..=0x1_0000 => self.parted::<u16>(rows, shelf),
            _ => self.parted::<u32>(rows, shelf),
        };
        Ranked { distinct, has_missing, codes, buckets }
    }

    fn coded<C: Kept>(&self, rows: impl Iterator<Item = usize>, shelf: &mut Shelf) -> Vec<C> {
        let mut codes = C::room(shelf);
        codes.extend(rows.map(|place| C::narrow(self.codes[place])));
        codes
    }

    fn parted<C: Kept>(&self, rows: impl Iterator<Item = usize>, shelf: &mut Shelf) -> (Codes, Option<Buckets>) {
        let codes = self.coded::<C>(rows, shelf);
        let (buckets, starts) = Buckets::of(&self.rows);
        let mut coarse = shelf.bytes();
        coarse.extend(codes.iter().map(|code| buckets[code.wide() as usize]));
        (C::codes(codes), Some(Buckets { rows: coarse, starts }))
    }
}
