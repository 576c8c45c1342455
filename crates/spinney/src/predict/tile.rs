//! Rows of a table and what is noted of them.

/// Rows from `start` on, and so many sums of what trees say for each.
pub(super) struct Tile<'a> {
    /// The first row.
    pub(super) start: usize,
    /// How many sums a row has: the classes, or one number.
    pub(super) width: usize,
    /// The sums, row by row.
    pub(super) sums: &'a mut [f64],
}

/// Rows from `start` on, and for each the node of every tree where it ends.
pub(super) struct LeafTile<'a> {
    /// The first row.
    pub(super) start: usize,
    /// How many trees there are.
    pub(super) trees: usize,
    /// The numbers of nodes, row by row.
    pub(super) leaves: &'a mut [u32],
}

impl Tile<'_> {
    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.sums.len() / self.width
    }
}

impl LeafTile<'_> {
    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.leaves.len() / self.trees
    }

    /// Notes where rows end in a tree, from the `from`th row of the tile on.
    #[inline]
    pub(super) fn note(&mut self, tree: usize, from: usize, ends: impl Iterator<Item = u32>) {
        for (leaves, end) in self.leaves[from * self.trees..].chunks_exact_mut(self.trees).zip(ends) {
            leaves[tree] = end;
        }
    }
}
