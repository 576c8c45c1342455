//! Rows of a table and the sums of what trees say of them.

/// Rows from `start` on, and so many sums for each.
pub(super) struct Tile<'a> {
    /// The first row.
    pub(super) start: usize,
    /// How many sums a row has: the classes, or one number.
    pub(super) width: usize,
    /// The sums, row by row.
    pub(super) sums: &'a mut [f64],
}

impl Tile<'_> {
    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.sums.len() / self.width
    }
}
