//! Columns drawn for a node.
//!
//! The columns of the tree are put into an order drawn at the node's key, and the first so many of them in which the node's
//! rows differ are asked: a column in which they do not could tell nothing, and does not count as drawn. What is known of
//! columns from the nodes above saves looks, and changes nothing.

use super::item::Item;
use crate::encode::{Code, EncodedColumn, with_codes};
use crate::seed::Key;

/// The step from a node's key to that of its columns; branches and columns have small numbers.
const ORDER: u64 = u64::MAX;

/// How columns are drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draw<'a> {
    /// The columns of the tree, ascending.
    pub(crate) columns: &'a [u32],
    /// How many are asked at a node.
    pub(crate) many: usize,
}

/// What was drawn for a node.
#[derive(Default)]
pub(crate) struct Drawn {
    /// The columns that are asked, ascending.
    pub(crate) asked: Vec<u32>,
    /// Columns that were found to tell nothing.
    pub(crate) constant: Vec<u32>,
    /// 0, 1, 2 …, put back after every draw.
    order: Vec<u32>,
    /// How the order was drawn.
    swaps: Vec<u32>,
}

impl Draw<'_> {
    /// Draws among the columns; those that are known to tell nothing, or turn out to, do not count.
    pub(crate) fn draw(
        &self,
        key: Key,
        known: impl Fn(u32) -> bool,
        mut is_constant: impl FnMut(u32) -> bool,
        drawn: &mut Drawn,
    ) {
        drawn.asked.clear();
        drawn.constant.clear();
        drawn.swaps.clear();
        let all = self.columns.len();
        drawn.order.extend(drawn.order.len() as u32..all as u32);
        let order = &mut drawn.order[..all];
        let mut draws = key.child(ORDER).draws();
        for place in 0..all {
            if drawn.asked.len() == self.many {
                break;
            }
            let other = place + draws.below((all - place) as u64) as usize;
            order.swap(place, other);
            drawn.swaps.push(other as u32);
            let column = self.columns[order[place] as usize];
            if known(column) {
                continue;
            }
            if is_constant(column) {
                drawn.constant.push(column);
            } else {
                insert(&mut drawn.asked, column);
            }
        }
        for (place, other) in drawn.swaps.iter().enumerate().rev() {
            order.swap(place, *other as usize);
        }
    }
}

/// Puts a column in its place among ascending ones, which are few.
#[inline]
fn insert(columns: &mut Vec<u32>, column: u32) {
    let mut place = columns.len();
    columns.push(column);
    while place > 0 && columns[place - 1] > column {
        columns[place] = columns[place - 1];
        place -= 1;
    }
    columns[place] = column;
}

impl Drawn {
    /// The columns that may tell something below the node: of those that were asked, these.
    pub(crate) fn still_live(&self, before: &[u32], asked: &[u32]) -> Vec<u32> {
        let dead = |column: &u32| {
            self.constant.contains(column)
                || (self.asked.binary_search(column).is_ok() && asked.binary_search(column).is_err())
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
