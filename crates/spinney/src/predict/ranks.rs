//! Numbers as ranks among a forest's cuts.
//!
//! A forest asks the same few columns thousands of times. Each value of a row is ranked once among all cuts that any tree has in
//! its column; after that a node compares two small whole numbers, and a row takes two bytes for each column.
//!
//! ```text
//! code of a value   0 where it is missing, else 1 + how many cuts lie below it
//! code of a cut     1 + its place among the column's cuts: a value lies above the cut exactly where its code is larger
//! ```

use super::sorted::Sorted;
use super::walk::View;
use crate::tree::{Cell, ColumnId, Row};

/// The code of a missing value.
pub(super) const HOLE: u16 = 0;
/// The most cuts that one place of a row can tell apart, so that codes stay below 2¹⁵; a column with more takes several places.
const MOST: usize = (1 << 15) - 2;
/// Values that are ranked in step.
const LANES: usize = 8;
/// Rows that are ranked together.
const BLOCK: usize = 128;

/// The cuts of one column.
#[derive(Debug, Clone)]
struct Cuts {
    column: ColumnId,
    values: Sorted,
    /// Its first place in a row of codes.
    place: usize,
}

/// The cuts of all columns of a forest.
#[derive(Debug, Clone)]
pub(super) struct Ranks {
    /// The columns that have cuts, in order.
    columns: Vec<Cuts>,
    /// How many places a row of codes has.
    places: usize,
}

impl Ranks {
    /// The ranks of these cuts.
    pub(super) fn new(mut cuts: Vec<(ColumnId, f64)>) -> Self {
        cuts.sort_unstable_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)));
        cuts.dedup();
        let mut ranks = Ranks { columns: Vec::new(), places: 0 };
        for group in cuts.chunk_by(|one, two| one.0 == two.0) {
            let values = Sorted::new(group.iter().map(|(_, cut)| *cut).collect());
            let place = ranks.places;
            ranks.places += values.len().div_ceil(MOST);
            ranks.columns.push(Cuts { column: group[0].0, values, place });
        }
        ranks
    }

    /// How many places a row of codes has.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// The place and the code of a cut, which is one of those that the ranks were made of.
    pub(super) fn cut(&self, column: ColumnId, cut: f64) -> (usize, u16) {
        let found = self.columns.partition_point(|cuts| cuts.column < column);
        let Some(cuts) = self.columns.get(found) else { return (0, 0) };
        let [rank] = cuts.values.below([cut]);
        (cuts.place + rank / MOST, (1 + rank % MOST) as u16)
    }

    /// The column and the cut of a place and a code.
    pub(super) fn asked(&self, place: usize, code: u16) -> Option<(ColumnId, f64)> {
        let next = self.columns.partition_point(|cuts| cuts.place <= place);
        let cuts = &self.columns[next.checked_sub(1)?];
        let rank = (place - cuts.place) * MOST + usize::from(code).checked_sub(1)?;
        Some((cuts.column, cuts.values.at(rank)?))
    }

    /// The codes of one row; `true` where a value is missing.
    pub(super) fn rank_one(&self, row: &impl Row, codes: &mut [u16]) -> bool {
        let mut holes = false;
        for cuts in &self.columns {
            let value = match row.cell(cuts.column) {
                Cell::Number(value) => value,
                _ => f64::NAN,
            };
            holes |= value.is_nan();
            let [rank] = cuts.values.below([value]);
            cuts.put(rank, value.is_nan(), codes);
        }
        holes
    }

    /// The codes of rows from `start` on; `true` where a value is missing. Block by block, which stays in the nearest cache while
    /// one column after the other is written.
    pub(super) fn rank<const N: usize>(&self, view: &View<'_>, start: usize, rows: &mut [[u16; N]]) -> bool {
        let mut holes = false;
        for (block, rows) in rows.chunks_mut(BLOCK).enumerate() {
            let start = start + block * BLOCK;
            for cuts in &self.columns {
                holes |= cuts.rank(&view.column(cuts.column).0[start..start + rows.len()], rows);
            }
        }
        holes
    }
}

impl Cuts {
    /// The codes of these values, one for each row; `true` where one is missing.
    fn rank<const N: usize>(&self, values: &[f64], rows: &mut [[u16; N]]) -> bool {
        let mut holes = false;
        if let Some(cut) = self.values.only() {
            for (codes, value) in rows.iter_mut().zip(values) {
                holes |= value.is_nan();
                codes[self.place & (N - 1)] = if value.is_nan() { HOLE } else { 1 + u16::from(*value > cut) };
            }
            return holes;
        }
        let parts = self.values.len() > MOST;
        for (rows, values) in rows.chunks_mut(LANES).zip(values.chunks(LANES)) {
            let lanes: [f64; LANES] = match values.first_chunk() {
                Some(lanes) => *lanes,
                None => std::array::from_fn(|lane| values.get(lane).copied().unwrap_or(0.0)),
            };
            let ranks = self.values.below(lanes);
            for ((codes, value), rank) in rows.iter_mut().zip(values).zip(ranks) {
                holes |= value.is_nan();
                if parts {
                    self.put(rank, value.is_nan(), codes);
                } else {
                    codes[self.place & (N - 1)] = if value.is_nan() { HOLE } else { 1 + rank as u16 };
                }
            }
        }
        holes
    }

    /// Writes the codes of a value that so many cuts lie below.
    #[inline]
    fn put(&self, rank: usize, missing: bool, codes: &mut [u16]) {
        let many = self.values.len().div_ceil(MOST);
        for (part, code) in codes[self.place..self.place + many].iter_mut().enumerate() {
            let within = rank.saturating_sub(part * MOST).min(MOST);
            *code = if missing { HOLE } else { 1 + within as u16 };
        }
    }
}
