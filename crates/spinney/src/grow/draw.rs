//! Columns drawn for a node.
//!
//! The columns of the tree are put into an order drawn at the node's key, and the first so many of them in which the node's
//! rows differ are asked: a column in which they do not could tell nothing, and does not count as drawn (or does where that is
//! said, but for the first that is asked). What is known of columns from the nodes above saves looks, and changes nothing. Of equal
//! splits that of the column wins that was drawn first: were it the lowest, trees whose small nodes tie more often than not would be
//! alike. So nothing is drawn beyond a split that cannot be beaten.

use super::item::Item;
use crate::encode::{Code, EncodedColumn, with_codes};
use crate::seed::{Draws, Key};

/// The step from a node's key to that of its columns; branches and columns have small numbers.
const ORDER: u64 = u64::MAX;

/// How columns are drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draw<'a> {
    /// The columns of the tree, ascending.
    pub(crate) columns: &'a [u32],
    /// How many are asked at a node.
    pub(crate) many: usize,
    /// Whether one in which the node's rows do not differ counts among these.
    pub(crate) count_constant: bool,
}

/// What was drawn for a node, and what it was drawn with.
#[derive(Default)]
pub(crate) struct Drawn {
    /// The columns that are asked, in the order that they were drawn in.
    pub(crate) asked: Vec<u32>,
    /// Columns that were found to tell nothing.
    pub(crate) constant: Vec<u32>,
    /// 0, 1, 2 …, but for what was drawn last.
    order: Vec<u32>,
    /// How the order was drawn last; it is put back before another draw.
    swaps: Vec<u32>,
}

/// Columns drawn one by one, as long as more are wanted.
pub(crate) struct Drawing<'d, K> {
    draw: Draw<'d>,
    draws: Draws,
    /// Whether a column is known to tell nothing.
    known: K,
    drawn: &'d mut Drawn,
}

impl<'d> Draw<'d> {
    /// Begins to draw among the columns; those that are known to tell nothing do not count. Where all are asked, they come as they stand.
    pub(crate) fn begin<K: Fn(u32) -> bool>(self, key: Key, known: K, drawn: &'d mut Drawn) -> Drawing<'d, K> {
        drawn.begin(self.columns.len());
        Drawing { draw: self, draws: key.child(ORDER).draws(), known, drawn }
    }
}

impl<K: Fn(u32) -> bool> Drawing<'_, K> {
    /// The next column that is asked: one that does not turn out to tell nothing.
    #[inline]
    pub(crate) fn next(&mut self, mut is_constant: impl FnMut(u32) -> bool) -> Option<u32> {
        let (all, drawn) = (self.draw.columns.len(), &mut *self.drawn);
        let Draw { many, count_constant, .. } = self.draw;
        while drawn.asked.len() < many && drawn.swaps.len() < all {
            let place = drawn.swaps.len();
            if count_constant && place >= many && !drawn.asked.is_empty() {
                break;
            }
            let other = if many < all { place + self.draws.below((all - place) as u64) as usize } else { place };
            drawn.order.swap(place, other);
            drawn.swaps.push(other as u32);
            let column = self.draw.columns[drawn.order[place] as usize];
            if (self.known)(column) {
                continue;
            }
            if !is_constant(column) {
                drawn.asked.push(column);
                return Some(column);
            }
            drawn.constant.push(column);
        }
        None
    }
}

impl Drawn {
    /// Forgets what was drawn for another node, of so many columns.
    fn begin(&mut self, all: usize) {
        for (place, other) in self.swaps.iter().enumerate().rev() {
            self.order.swap(place, *other as usize);
        }
        self.order.extend(self.order.len() as u32..all as u32);
        self.swaps.clear();
        self.asked.clear();
        self.constant.clear();
    }

    /// The columns that may tell something below the node: of those that were asked, these (ascending).
    pub(crate) fn still_live(&self, before: &[u32], asked: &[u32]) -> Vec<u32> {
        let dead = |column: &u32| {
            self.constant.contains(column) || (self.asked.contains(column) && asked.binary_search(column).is_err())
        };
        before.iter().copied().filter(|column| !dead(column)).collect()
    }
}

/// Whether all rows have the same value in a column.
pub(crate) fn is_constant<S>(items: &[Item<S>], column: &EncodedColumn<'_>) -> bool {
    with_codes!(&column.codes, codes => {
        let code = |item: &Item<S>| codes[item.row as usize].wide();
        items.split_first().is_none_or(|(first, rest)| {
            let first = code(first);
            rest.iter().all(|item| code(item) == first)
        })
    })
}
