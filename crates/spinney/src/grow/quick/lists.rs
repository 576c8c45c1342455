//! The rows of a small subtree in the order of each column: sorted once, then parted in place at every split.
//!
//! ```text
//! entry = rank << 16 | local number             equal ranks are equal values
//! column 0: e e e e e e e | column 1: …          a node is the same range of every column's list
//! ```
//! Below a few hundred rows sorting every column at every node costs more than all else; parting sorted lists keeps their
//! order for the price of a copy.

use std::ops::Range;

use super::run::{Moved, Run};
use super::scan::{Quick, between, consider};
use crate::encode::{Encoded, EncodedColumn};
use crate::grow::item::{Item, Stored};

/// Subtrees of at most so many rows have lists. Local numbers and ranks take 16 bits each.
pub(crate) const MOST_LISTED: usize = 1024;

/// Sorted rows of a subtree, column by column.
pub(crate) struct Lists<S> {
    /// The label and row of each local number.
    items: Vec<Item<S>>,
    /// For each column of the data that has a list, its place among the lists.
    columns: Vec<u32>,
    entries: Vec<u32>,
    /// The local numbers of each node, in the order of rows.
    locals: Vec<u16>,
    /// For each local number whether it goes right.
    right: Vec<bool>,
    spare: Vec<u32>,
}

impl<S: Stored> Lists<S> {
    /// Sorts the rows of a node by each of these columns.
    pub(crate) fn new(items: Vec<Item<S>>, columns: &[u32], data: &Encoded<'_>) -> Self {
        let rows = items.len();
        let mut entries = Vec::with_capacity(rows * columns.len());
        let mut keys: Vec<u64> = Vec::with_capacity(rows);
        for column in columns {
            let codes = &data.columns[*column as usize].codes;
            keys.clear();
            keys.extend(items.iter().zip(0_u64..).map(|(item, local)| u64::from(codes.at(item.row)) << 16 | local));
            keys.sort_unstable();
            let (mut rank, mut last) = (0, keys.first().map_or(0, |key| key >> 16));
            for key in &keys {
                let code = key >> 16;
                rank += u32::from(code != last);
                last = code;
                entries.push(rank << 16 | (*key as u32 & 0xFFFF));
            }
        }
        Lists {
            columns: columns.to_vec(),
            entries,
            locals: (0..rows as u16).collect(),
            right: vec![false; rows],
            spare: vec![0; rows],
            items,
        }
    }

    /// How many rows the subtree has.
    pub(crate) fn rows(&self) -> usize {
        self.items.len()
    }

    /// How many columns have a list.
    pub(crate) fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The column of the data whose list stands at this place.
    pub(crate) fn column(&self, place: usize) -> u32 {
        self.columns[place]
    }

    /// The rows of a node.
    pub(crate) fn items(&self, node: Range<usize>) -> impl Iterator<Item = Item<S>> {
        self.locals[node].iter().map(|local| self.items[usize::from(*local)])
    }

    /// The local numbers of a node.
    pub(crate) fn locals(&self, node: Range<usize>) -> impl Iterator<Item = usize> {
        self.locals[node].iter().map(|local| usize::from(*local))
    }

    /// The row of a local number.
    pub(crate) fn row(&self, local: u32) -> u32 {
        self.items[local as usize].row
    }

    /// The ranks and local numbers of a node in the order of a column; nothing where all ranks are the same.
    pub(crate) fn in_order(&self, place: usize, node: Range<usize>) -> Option<impl Iterator<Item = (u32, u32)>> {
        let list = &self.entries[place * self.rows()..][node];
        let (first, last) = (list.first()?, list.last()?);
        (first >> 16 != last >> 16).then(|| list.iter().map(|entry| (entry >> 16, entry & 0xFFFF)))
    }

    /// The best cut of a column at a node.
    pub(crate) fn cut<R: Run<Label = S::Label>>(
        &self,
        run: &mut R,
        (place, node): (usize, Range<usize>),
        column: &EncodedColumn<'_>,
        least: u64,
    ) -> Quick<R::Mark, R::Bin> {
        let list = &self.entries[place * self.rows()..][node];
        let (Some(first), Some(last)) = (list.first(), list.last()) else { return Quick::Constant };
        if first >> 16 == last >> 16 {
            return Quick::Constant;
        }
        run.reset();
        let item = |entry: u32| &self.items[(entry & 0xFFFF) as usize];
        let codes = |low: u32, high: u32| between(column.codes.at(item(low).row), column.codes.at(item(high).row));
        let (mut best, mut before) = (None, None::<(u32, Moved)>);
        let mut start = 0;
        while start < list.len() {
            let entry = list[start];
            let label = item(entry).stored.label();
            let mut here = R::kind(label);
            let mut end = start + 1;
            while end < list.len() && list[end] >> 16 == entry >> 16 {
                here = if here == R::kind(item(list[end]).stored.label()) { here } else { Moved::Mixed };
                end += 1;
            }
            if let Some(before) = before {
                consider(run, &mut best, (before, (entry, here)), least, codes);
            }
            run.shift(label);
            for entry in &list[start + 1..end] {
                run.shift(item(*entry).stored.label());
            }
            before = Some((entry, here));
            start = end;
        }
        best.map_or(Quick::None, Quick::Cut)
    }

    /// Parts a node at a cut: rows whose code is at most `low` go first. Only the lists at these places are kept in order.
    /// Returns where the second branch begins.
    pub(crate) fn part(&mut self, node: Range<usize>, (column, low): (&EncodedColumn<'_>, u32), live: &[u16]) -> usize {
        let (mut kept, mut moved) = (node.start, 0);
        let mut spare = std::mem::take(&mut self.spare);
        for place in node.clone() {
            let local = self.locals[place];
            let right = column.codes.at(self.items[usize::from(local)].row) > low;
            self.right[usize::from(local)] = right;
            self.locals[kept] = local;
            spare[moved] = u32::from(local);
            kept += usize::from(!right);
            moved += usize::from(right);
        }
        for (slot, local) in self.locals[kept..node.end].iter_mut().zip(&spare) {
            *slot = *local as u16;
        }
        let middle = kept;
        let rows = self.rows();
        for place in live {
            let list = &mut self.entries[usize::from(*place) * rows..][node.clone()];
            let (mut kept, mut moved) = (0, 0);
            for read in 0..list.len() {
                let entry = list[read];
                let right = self.right[(entry & 0xFFFF) as usize];
                list[kept] = entry;
                spare[moved] = entry;
                kept += usize::from(!right);
                moved += usize::from(right);
            }
            list[kept..].copy_from_slice(&spare[..moved]);
        }
        self.spare = spare;
        middle
    }
}
