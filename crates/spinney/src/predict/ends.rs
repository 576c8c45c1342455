//! Where the rows of a table end: the number of a node for every row and tree.

use std::ops::Range;

use super::above::Above;
use super::matching::Rows;
use super::predictor::Predictor;
use super::tile::LeafTile;
use super::walk::View;
use crate::parallel;

/// The most rows of a tile.
const TILE: usize = 1 << 13;
/// The most bytes of a tile's rows and of the numbers that are noted of them.
const BYTES: usize = 1 << 22;

/// Rows as ones among zeros: a column for each leaf of each tree, and a one where the row ends.
///
/// Columns are counted tree by tree, and within a tree in the order of the nodes' numbers. A row has one for each tree: those of row `r` are
/// `columns[r * trees..(r + 1) * trees]`, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneHot {
    /// How many columns there are: the leaves of all trees.
    pub width: u64,
    /// The columns that hold a one, row by row.
    pub columns: Vec<u64>,
}

impl Predictor {
    /// The number of the node where each of these rows ends, tree by tree: row after row, as many numbers as there are trees.
    ///
    /// Numbers are those of [`NodeId`](crate::tree::NodeId): the root is 0, and nodes are counted depth by depth. A row that is spread over
    /// branches ends at several nodes; the one that gets the largest share is told, of equal shares that of the lowest number. A value
    /// without a branch may end a row above the leaves. Rows beyond the last are passed over. All rows at once take four bytes for each
    /// row and tree.
    ///
    /// ```
    /// use spinney::model::Model;
    /// use spinney::predict::{Predictor, Unseen};
    /// use spinney::table::{Column, Table};
    /// let until = |cut: f64| format!(r#"{{"split": {{"column": "rain", "missing": 0}}, "children": [
    ///     {{"when": "<= {cut}", "node": {{"predict": "yes"}}}}, {{"when": "> {cut}", "node": {{"predict": "no"}}}}]}}"#);
    /// let json = format!(r#"{{"target": "walk", "forest": {{"trees": [{}, {}]}}}}"#, until(1.5), until(2.5));
    /// let predictor = Predictor::new(&Model::from_json(&json)?);
    /// let table = Table::new(vec![Column::numbers("rain", vec![1.0, 2.0, 3.0])])?;
    /// let rows = predictor.rows(&table, Unseen::AsNode)?;
    /// assert_eq!(predictor.leaf_numbers(&rows, 0..3), [1, 1, 2, 1, 2, 2]);
    /// assert_eq!(predictor.leaf_numbers(&rows, 1..2), [2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn leaf_numbers(&self, rows: &Rows<'_>, span: Range<usize>) -> Vec<u32> {
        let span = span.start.min(rows.len())..span.end.min(rows.len());
        let (many, trees) = (span.len(), self.trees());
        if many * trees == 0 {
            return Vec::new();
        }
        if let Some(leaves) = self.sparse_ends(rows, span.clone()) {
            return leaves;
        }
        let mut leaves = vec![0; many * trees];
        if let Some(tiles) = rows.in_tiles(span.clone(), |tile| self.leaf_numbers(tile, 0..tile.len())) {
            return tiles.concat();
        }
        let view = View::new(rows);
        let most = (BYTES / (self.way.row_bytes() + 4 * trees)).clamp(1, TILE);
        let tiles = many.div_ceil(most).next_multiple_of(parallel::threads().max(1));
        let tile = many.div_ceil(tiles).max(1);
        let mut tiles: Vec<_> = leaves.chunks_mut(tile * trees).collect();
        parallel::change(&mut tiles, |place, leaves| {
            self.way.note(&view, &mut LeafTile { start: span.start + place * tile, trees, leaves });
        });
        leaves
    }

    /// These rows as ones among zeros, by the leaves where they end: what scikit-learn's `RandomTreesEmbedding` makes of them. A row that
    /// stays above the leaves is counted to the first leaf whose number is larger.
    ///
    /// ```
    /// # use spinney::predict::{Predictor, Unseen};
    /// use spinney::blind::BlindSettings;
    /// use spinney::fit::fit_blind;
    /// use spinney::table::{Column, Table};
    /// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0, 9.0])])?;
    /// let settings = BlindSettings { trees: 2, ..BlindSettings::embedding() };
    /// let predictor = Predictor::new(&fit_blind(&table, &[0], &settings, &())?.model);
    /// let found = predictor.one_hot(&predictor.rows(&table, Unseen::AsNode)?, 0..3);
    /// assert_eq!(found.width, 6); // three rows are three leaves, in each of two trees
    /// assert!(found.columns.chunks(2).all(|row| row[0] < 3 && row[1] >= 3));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn one_hot(&self, rows: &Rows<'_>, span: Range<usize>) -> OneHot {
        let above = self.above.get_or_init(|| Above::new(&self.way));
        let (leaves, trees) = (self.leaf_numbers(rows, span), self.trees().max(1));
        let column = |(place, leaf): (usize, &u32)| above.leaf(place % trees, *leaf);
        OneHot { width: above.firsts[above.firsts.len() - 1], columns: leaves.iter().enumerate().map(column).collect() }
    }
}
