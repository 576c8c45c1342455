//! The nodes that rows visit on their way down.
//!
//! A row visits where it ends and all that lies above. So the way of a row is found from its end, by parents, which are looked up in
//! the compiled trees when somebody asks for the first time.

use std::ops::Range;

use super::above::Above;
use super::matching::Rows;
use super::predictor::Predictor;
use super::stem::Stem;
use super::way::Way;
use crate::parallel;

/// Rows that one thread takes at a time.
const BLOCK: usize = 1024;

/// The nodes that rows visit, the root and the end among them: a sparse matrix of rows and nodes, row by row.
///
/// The nodes of all trees are counted on from tree to tree: node `n` of tree `t` has the number `roots[t] + n`. Those of row `r` are
/// `nodes[starts[r]..starts[r + 1]]`, ascending. These are the arrays `indptr` and `indices`, and `n_nodes_ptr`, of scikit-learn's
/// `decision_path`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// Where the nodes of each row begin, and their end as one more entry.
    pub starts: Vec<u64>,
    /// The numbers of the nodes that are visited, row by row.
    pub nodes: Vec<u64>,
    /// The number of each tree's root, and of all nodes as one more entry.
    pub roots: Vec<u64>,
}

impl Paths {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes that a row (from 0) visits, ascending; none beyond the last row.
    pub fn row(&self, row: usize) -> &[u64] {
        match self.starts.get(row..row + 2) {
            Some(ends) => &self.nodes[ends[0] as usize..ends[1] as usize],
            None => &[],
        }
    }
}

impl Predictor {
    /// The nodes that each of these rows visits, in all trees. A row that is spread over branches visits them all. Rows beyond the last
    /// are passed over.
    ///
    /// ```
    /// # use spinney::model::Model;
    /// # use spinney::predict::{Predictor, Unseen};
    /// # use spinney::table::{Column, Table};
    /// # let until = |cut: f64| format!(r#"{{"split": {{"column": "rain", "missing": 0}}, "children": [
    /// #     {{"when": "<= {cut}", "node": {{"predict": "yes"}}}}, {{"when": "> {cut}", "node": {{"predict": "no"}}}}]}}"#);
    /// # let json = format!(r#"{{"target": "walk", "forest": {{"trees": [{}, {}]}}}}"#, until(1.5), until(2.5));
    /// let predictor = Predictor::new(&Model::from_json(&json)?); // two trees of three nodes each
    /// let table = Table::new(vec![Column::numbers("rain", vec![1.0, 2.0])])?;
    /// let paths = predictor.paths(&predictor.rows(&table, Unseen::AsNode)?, 0..2);
    /// assert_eq!(paths.roots, [0, 3, 6]);
    /// assert_eq!((paths.row(0), paths.row(1)), (&[0, 1, 3, 4][..], &[0, 2, 3, 4][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paths(&self, rows: &Rows<'_>, span: Range<usize>) -> Paths {
        let span = span.start.min(rows.len())..span.end.min(rows.len());
        let above = self.above.get_or_init(|| Above::new(&self.way));
        let blocks: Vec<usize> = span.clone().step_by(BLOCK).collect();
        let found = parallel::map(&blocks, |start| {
            let block = *start..span.end.min(start + BLOCK);
            if rows.stopped() { (Vec::new(), Vec::new()) } else { self.block(rows, block, above) }
        });
        let mut paths = Paths { starts: vec![0], nodes: Vec::new(), roots: above.roots.clone() };
        paths.nodes.reserve_exact(found.iter().map(|(_, nodes)| nodes.len()).sum());
        for (ends, nodes) in found {
            let before = paths.nodes.len() as u64;
            paths.starts.extend(ends.into_iter().map(|end| before + end));
            paths.nodes.extend(nodes);
        }
        paths
    }

    /// The nodes of a block's rows, and for each row where they end in the list.
    fn block(&self, rows: &Rows<'_>, span: Range<usize>, above: &Above) -> (Vec<u64>, Vec<u64>) {
        let spread: Vec<Option<&Stem>> = match &self.way {
            Way::Stems(stems) => stems.iter().map(|stem| stem.spreads().then_some(stem)).collect(),
            _ => vec![None; self.trees()],
        };
        let leaves = self.leaf_numbers(rows, span.clone());
        let (mut ends, mut nodes) = (Vec::with_capacity(span.len()), Vec::new());
        let (mut open, mut ended) = (Vec::new(), Vec::new());
        for (row, leaves) in span.zip(leaves.chunks_exact(spread.len().max(1))) {
            for (tree, (leaf, stem)) in leaves.iter().zip(&spread).enumerate() {
                match (stem, rows.row(row)) {
                    (Some(stem), Some(row)) => {
                        stem.land(&row, &mut open, &mut ended);
                        above.climb_all(tree, &ended, &mut nodes);
                    }
                    _ => above.climb(tree, *leaf, &mut nodes),
                }
            }
            ends.push(nodes.len() as u64);
        }
        (ends, nodes)
    }
}
