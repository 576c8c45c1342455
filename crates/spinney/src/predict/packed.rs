//! The walk of a forest as it lies in its file: slower than a compiled one, and ready at once.

use crate::forest::Vote;
use crate::model::Packed;
use crate::tree::{Cell, ColumnId, Row};

use super::descend::{FIRST, descend};
use super::tile::{LeafTile, Tile};
use super::walk::View;

/// Rows that go down a tree together.
const BLOCK: usize = 256;

impl Packed {
    /// One step of a row in a tree.
    #[inline]
    fn step(&self, tree: u32, at: u32, value: impl Fn(usize) -> f64) -> u32 {
        let (is_split, split) = self.split(at);
        if !is_split {
            return at;
        }
        let (column, cut) = self.ask(split);
        let value = value(column);
        // All splits before this one have two children each, and all trees up to its own a root.
        2 * split + tree + 1 + if value.is_nan() { self.missing(split) } else { u32::from(value > cut) }
    }

    /// Tells of each tree how many nodes it has, and of each of these its number and that of its first child; a leaf's is its own.
    pub(super) fn families(&self, mut each: impl FnMut(usize, &mut dyn Iterator<Item = (u32, u32)>)) {
        for (tree, root) in (0..).zip(self.roots()) {
            let end = self.roots().get(tree as usize + 1).map_or(self.nodes() as u32, |root| *root);
            let pair = |at: u32| match self.split(at) {
                (true, split) => (at - root, 2 * split + tree + 1 - root),
                (false, _) => (at - root, at - root),
            };
            each((end - root) as usize, &mut (*root..end).map(pair));
        }
    }

    /// Adds what a leaf says.
    #[inline]
    pub(super) fn tell(&self, end: u32, vote: Vote, sums: &mut [f64]) {
        let leaf = end - self.split(end).1;
        let Some(weights) = self.weights(leaf) else {
            sums[0] += self.number(leaf);
            return;
        };
        if vote == Vote::Majority {
            let heavier = |best: (u32, f64), next: (u32, f64)| if next.1 > best.1 { next } else { best };
            sums[weights.reduce(heavier).map_or(0, |(class, _)| class as usize)] += 1.0;
            return;
        }
        let total: f64 = weights.clone().map(|(_, weight)| weight).sum();
        for (class, weight) in weights {
            sums[class as usize] += weight / total;
        }
    }

    /// Lets one row, whose values are noted by column, go down all trees from where they stand.
    pub(super) fn land(&self, row: &impl Row, values: &mut Vec<u64>, open: &mut [u32], ends: &mut [u32]) {
        values.resize(self.schema().columns.len(), 0);
        for column in self.used() {
            let number = if let Cell::Number(number) = row.cell(*column) { number } else { f64::NAN };
            values[column.place()] = number.to_bits();
        }
        let value = |column: usize| f64::from_bits(values[column]);
        let trees: Vec<u32> = (0..ends.len() as u32).collect();
        let is_leaf = |at| !self.split(at).0;
        descend::<_, 16>(
            (open, ends),
            FIRST,
            |way, at| (&trees[way as usize], at),
            |tree, at| self.step(*tree, at, value),
            is_leaf,
        );
    }

    /// Adds what each tree says of the rows of a tile, in the order of the trees.
    pub(super) fn add(&self, view: &View<'_>, vote: Vote, tile: &mut Tile<'_>) {
        self.all_down(view, (tile.start, tile.rows()), |_, from, ends| {
            for (end, sums) in ends.iter().zip(tile.sums[from * tile.width..].chunks_exact_mut(tile.width)) {
                self.tell(*end, vote, sums);
            }
        });
    }

    /// Notes where the rows of a tile end in each tree.
    pub(super) fn note(&self, view: &View<'_>, tile: &mut LeafTile<'_>) {
        self.all_down(view, (tile.start, tile.rows()), |tree, from, ends| {
            let root = self.roots()[tree];
            tile.note(tree, from, ends.iter().map(|end| end - root));
        });
    }

    /// Lets so many rows go down one tree after the other, block by block; `each` is told of the tree, of the first row of the block, and
    /// where its rows end.
    fn all_down(&self, view: &View<'_>, (start, many): (usize, usize), mut each: impl FnMut(usize, usize, &[u32])) {
        let numbers: Vec<&[f64]> =
            (0..self.schema().columns.len() as u32).map(|place| view.column(ColumnId(place)).0).collect();
        let rows: Vec<usize> = (start..start + many).collect();
        let (mut open, mut ends) = ([0; BLOCK], [0; BLOCK]);
        for (tree, root) in (0..).zip(self.roots()).take_while(|_| !view.stopped()) {
            for (block, rows) in rows.chunks(BLOCK).enumerate() {
                let (open, ends) = (&mut open[..rows.len()], &mut ends[..rows.len()]);
                for (place, way) in (0..).zip(&mut *open) {
                    *way = place;
                }
                ends.fill(*root);
                let step = |row: &usize, at| self.step(tree, at, |column| numbers[column][*row]);
                descend::<_, 8>((open, ends), FIRST, |way, at| (&rows[way as usize], at), step, |at| !self.split(at).0);
                each(tree as usize, block * BLOCK, ends);
            }
        }
    }
}
