//! The rows of a small subtree in the order of each column, sorted once and parted at every split.
//!
//! ```text
//! entry = rank << 16 | local number      sorted; equal ranks are equal values
//! lists   column 0: e e e e | column 1: e e e e | …      each as long as the node has rows
//! ```
//! Below a few hundred rows sorting every column at every node costs more than all else; parting sorted lists keeps their
//! order for the price of a copy.

use std::sync::Arc;

use super::run::{Moved, Run};
use super::scan::{Quick, between, consider};
use crate::encode::{Encoded, EncodedColumn};
use crate::grow::item::{Item, Stored};

/// Nodes with at most so many rows have lists. Local numbers and ranks take 16 bits each.
pub(crate) const MOST_LISTED: usize = 512;

/// Sorted rows of a node, column by column.
pub(crate) struct Lists<S> {
    /// The label of each local number, and its row: those of the node in which the lists began.
    root: Arc<[Item<S>]>,
    /// The local number of each of the node's rows, in the order of its items.
    locals: Vec<u16>,
    /// The columns that have a list.
    columns: Vec<u32>,
    entries: Vec<u32>,
}

impl<S: Stored> Lists<S> {
    /// Sorts the rows of a node by each of these columns.
    pub(crate) fn new(items: &[Item<S>], columns: &[u32], data: &Encoded) -> Self {
        let mut entries = Vec::with_capacity(items.len() * columns.len());
        let mut keys: Vec<u64> = Vec::with_capacity(items.len());
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
        Lists { root: items.into(), locals: (0..items.len() as u16).collect(), columns: columns.to_vec(), entries }
    }

    fn rows(&self) -> usize {
        self.locals.len()
    }

    /// The list of a column, by its place among the columns.
    fn list(&self, place: usize) -> &[u32] {
        &self.entries[place * self.rows()..(place + 1) * self.rows()]
    }

    /// Each column that has a list, with its best cut.
    pub(crate) fn cuts<'l, R: Run<Label = S::Label>>(
        &'l self,
        run: &'l mut R,
        data: &'l Encoded,
        least: u64,
    ) -> impl Iterator<Item = (u32, Quick<R::Mark, R::Bin>)> {
        (0..self.columns.len()).map(move |place| {
            let column = self.columns[place];
            (column, self.cut(run, self.list(place), &data.columns[column as usize], least))
        })
    }

    fn cut<R: Run<Label = S::Label>>(
        &self,
        run: &mut R,
        list: &[u32],
        column: &EncodedColumn,
        least: u64,
    ) -> Quick<R::Mark, R::Bin> {
        let (Some(first), Some(last)) = (list.first(), list.last()) else { return Quick::Constant };
        if first >> 16 == last >> 16 {
            return Quick::Constant;
        }
        run.reset();
        let label = |entry: u32| self.root[(entry & 0xFFFF) as usize].stored.label();
        let codes = |low: u32, high: u32| {
            let code = |entry: u32| column.codes.at(self.root[(entry & 0xFFFF) as usize].row);
            between(code(low), code(high))
        };
        let (mut best, mut before) = (None, None::<(u32, Moved)>);
        let mut start = 0;
        while start < list.len() {
            let entry = list[start];
            let mut here = R::kind(label(entry));
            let mut end = start + 1;
            while end < list.len() && list[end] >> 16 == entry >> 16 {
                here = if here == R::kind(label(list[end])) { here } else { Moved::Mixed };
                end += 1;
            }
            if let Some(before) = before {
                consider(run, &mut best, (before, (entry, here)), least, codes);
            }
            for entry in &list[start..end] {
                run.shift(label(*entry));
            }
            before = Some((entry, here));
            start = end;
        }
        best.map_or(Quick::None, Quick::Cut)
    }

    /// The lists of the two branches of a cut: rows whose code is at most `low` go left. Only these columns keep a list.
    pub(crate) fn part(&self, column: &EncodedColumn, low: u32, live: &[u32]) -> [Self; 2] {
        let right: Vec<bool> = self.root.iter().map(|item| column.codes.at(item.row) > low).collect();
        let goes_right = |local: u16| right[usize::from(local)];
        let locals: (Vec<u16>, Vec<u16>) = self.locals.iter().partition(|local| !goes_right(**local));
        let mut entries =
            [Vec::with_capacity(locals.0.len() * live.len()), Vec::with_capacity(locals.1.len() * live.len())];
        for (place, column) in self.columns.iter().enumerate() {
            if live.binary_search(column).is_ok() {
                for entry in self.list(place) {
                    entries[usize::from(goes_right(*entry as u16))].push(*entry);
                }
            }
        }
        let [left, right] = entries;
        let lists = |locals, entries| Lists { root: self.root.clone(), locals, columns: live.to_vec(), entries };
        [lists(locals.0, left), lists(locals.1, right)]
    }
}
