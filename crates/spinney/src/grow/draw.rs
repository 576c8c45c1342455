//! Columns drawn for a node.
//!
//! The columns of the tree are put into an order drawn at the node's key, and the first so many of them in which the node's
//! rows differ are asked: a column in which they do not could tell nothing, and does not count as drawn (or does where that is
//! said, but for the first that is asked). What is known of columns from the nodes above saves looks, and changes nothing. Of equal
//! splits that of the column wins that was drawn first: were it the lowest, trees whose small nodes tie more often than not would be
//! alike. So nothing is drawn beyond a split that cannot be beaten.

use super::item::Item;
use crate::encode::{Code, Codes, EncodedColumn, SparseCodes, with_codes};
use crate::seed::{Draws, Key, Permutation};

/// The step from a node's key to that of its columns; branches and columns have small numbers.
const ORDER: u64 = u64::MAX;

/// From more columns than this on their order is not shuffled but looked up ([`Permutation`]): a sparse table asks where its few columns that
/// tell something stand, and need not go through all others. A dense one has the same order.
pub(crate) const WIDE: usize = 2048;

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
    /// How many were drawn, asked or not.
    places: usize,
    /// 0, 1, 2 …, but for what was drawn last.
    order: Vec<u32>,
    /// How the order was drawn last; it is put back before another draw.
    swaps: Vec<u32>,
}

/// Columns drawn one by one, as long as more are wanted.
pub(crate) struct Drawing<'d, K> {
    draw: Draw<'d>,
    draws: Draws,
    /// The order of many columns, and the next place to look at.
    wide: Option<(Permutation, u32)>,
    /// Whether a column is known to tell nothing.
    known: K,
    drawn: &'d mut Drawn,
}

impl<'d> Draw<'d> {
    /// Begins to draw among the columns; those that are known to tell nothing do not count. Where all are asked, they come as they stand.
    pub(crate) fn begin<K: Fn(u32) -> bool>(self, key: Key, known: K, drawn: &'d mut Drawn) -> Drawing<'d, K> {
        let wide = self.permutation(key).map(|order| (order, 0));
        drawn.begin(if wide.is_some() { 0 } else { self.columns.len() });
        Drawing { draw: self, draws: key.child(ORDER).draws(), wide, known, drawn }
    }

    /// The order of the columns' places at a node, where they are many and not all are asked.
    pub(crate) fn permutation(&self, key: Key) -> Option<Permutation> {
        let all = self.columns.len();
        (self.many < all && all > WIDE).then(|| Permutation::new(key.child(ORDER), all as u32))
    }
}

impl<K: Fn(u32) -> bool> Drawing<'_, K> {
    /// The next column that is asked: one that does not turn out to tell nothing.
    #[inline]
    pub(crate) fn next(&mut self, mut is_constant: impl FnMut(u32) -> bool) -> Option<u32> {
        let (all, drawn) = (self.draw.columns.len(), &mut *self.drawn);
        let Draw { many, count_constant, .. } = self.draw;
        while drawn.asked.len() < many && drawn.places < all {
            let place = drawn.places;
            if count_constant && place >= many && !drawn.asked.is_empty() {
                break;
            }
            drawn.places += 1;
            let number = if let Some((order, next)) = &mut self.wide {
                next_number(order, next)
            } else {
                let other = if many < all { place + self.draws.below((all - place) as u64) as usize } else { place };
                drawn.order.swap(place, other);
                drawn.swaps.push(other as u32);
                drawn.order[place]
            };
            let column = self.draw.columns[number as usize];
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

/// The next number that stands at a place; there is one as long as not all were met.
#[inline]
fn next_number(order: &Permutation, next: &mut u32) -> u32 {
    loop {
        *next += 1;
        if let Some(number) = order.at(*next - 1) {
            return number;
        }
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
        self.places = 0;
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
    if let Codes::Sparse(own) = &column.codes {
        return is_constant_sparse(items, own);
    }
    with_codes!(&column.codes, codes => {
        let code = |item: &Item<S>| codes[item.row as usize].wide();
        items.split_first().is_none_or(|(first, rest)| {
            let first = code(first);
            rest.iter().all(|item| code(item) == first)
        })
    })
}

/// The same of a sparse column. Where rows stand in their order and entries are few, these are looked for among the rows.
fn is_constant_sparse<S>(items: &[Item<S>], own: &SparseCodes) -> bool {
    let Some((first, rest)) = items.split_first() else { return true };
    let code = own.at(first.row);
    let few = own.rows.len() * 16 < items.len() && items.is_sorted_by_key(|item| item.row);
    if !few {
        return rest.iter().all(|item| own.at(item.row) == code);
    }
    let is_here = |row: &u32| items.binary_search_by_key(row, |item| item.row).is_ok();
    // Fewer entries than rows: some row has the rest's code.
    code == own.rest && !own.rows.iter().any(is_here)
}
