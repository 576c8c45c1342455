//! What a tree is grown from.

use crate::table::{Table, Target};

/// What a tree is grown from.
#[derive(Clone, Copy)]
pub struct Training<'a> {
    /// The table.
    pub table: &'a Table,
    /// The places of the columns to learn from, in the order of the tree's columns.
    pub columns: &'a [usize],
    /// The target.
    pub target: &'a Target,
    /// The rows to learn from; all where none are named. Rows without a target are left out.
    pub rows: Option<&'a [u32]>,
    /// A weight for each row of the table; 1 where there are none.
    pub weights: Option<&'a [f64]>,
    /// A factor for the rows of each class; 1 where there are none.
    pub class_weights: Option<&'a [f64]>,
}

impl<'a> Training<'a> {
    /// All rows of a table, each of weight 1.
    pub fn new(table: &'a Table, columns: &'a [usize], target: &'a Target) -> Self {
        Training { table, columns, target, rows: None, weights: None, class_weights: None }
    }
}
