//! One tree after the other, each from rows and splits of its own.

use super::depth::usual_depth;
use super::lot::{Lot, draw, is_right, way};
use super::settings::BlindSettings;
use super::urn::BlindUrn;
use crate::error::{Mistake, Result};
use crate::forest::{Forest, Vote};
use crate::grow::Watch;
use crate::parallel;
use crate::seed::Key;
use crate::table::{Column, Table};
use crate::tree::{Answers, Branches, ColumnId, Flaw, Node, NodeId, Nodes, NumberAnswers, Split, Tree};

/// What all trees share.
struct Ground<'a> {
    columns: Vec<&'a Column>,
    urn: &'a BlindUrn,
    depth: u32,
}

/// A node that is not decided yet.
struct Bed {
    start: usize,
    end: usize,
    depth: u32,
    key: Key,
    /// Columns in which its rows may differ.
    columns: Vec<u32>,
}

/// Grows trees from these columns of a table without a target.
///
/// At a node a column is drawn among those in which its rows differ, and of its values a cut between the least and the greatest, evenly;
/// names are dealt out to two sides, neither of them empty. Rows without a value go down a branch, all of them the same, drawn with chances in
/// proportion to the rows of the branches; where the known values do not differ, they are parted from them. A node ends where its rows do not differ, or
/// at the greatest depth. A leaf answers its depth plus [`usual_depth`] of its rows. Rows in another order make the same trees.
///
/// ```
/// use spinney::blind::{BlindSettings, grow};
/// use spinney::table::{Column, Table};
/// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0, 1.5, 1.2, 90.0])])?;
/// let forest = grow(&table, &[0], &BlindSettings::isolation(), &())?;
/// assert_eq!(forest.trees().len(), 100);
/// assert!(forest.trees().iter().all(|tree| tree.depth() <= 3)); // log2 of five rows, rounded up
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow(table: &Table, columns: &[usize], settings: &BlindSettings, watch: &dyn Watch) -> Result<Forest> {
    grow_by(table, columns, None, settings, watch)
}

/// The same, where each tree draws its rows by their weights: one after the other, each with a chance in proportion to its weight among
/// those that are left. A row that weighs nothing is never drawn. Where a tree takes all rows, weights say nothing more.
///
/// ```
/// use spinney::blind::{BlindSettings, SampleRows, grow_by};
/// use spinney::table::{Column, Table};
/// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0, 1.5, 1.2, 90.0])])?;
/// let settings = BlindSettings { sample: SampleRows::Count(3), ..BlindSettings::isolation() };
/// let weights = [0.5, 2.5, 0.0, 1.0, 0.0];
/// let forest = grow_by(&table, &[0], Some(&weights), &settings, &())?;
/// assert!(forest.trees().iter().all(|tree| tree.leaves() == 3)); // the only three that there are
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow_by(
    table: &Table,
    columns: &[usize],
    weights: Option<&[f64]>,
    settings: &BlindSettings,
    watch: &dyn Watch,
) -> Result<Forest> {
    settings.check()?;
    grow_from(table, columns, &BlindUrn::of(table, columns, weights, settings, watch)?, settings, watch)
}

/// The same from an urn that says which rows each tree is grown from, and is there to be asked afterwards.
///
/// ```
/// use spinney::blind::{BlindSettings, BlindUrn, SampleRows, grow_from};
/// use spinney::table::{Column, Table};
/// let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0, 1.5, 1.2, 90.0])])?;
/// let settings = BlindSettings { sample: SampleRows::Count(3), ..BlindSettings::isolation() };
/// let urn = BlindUrn::of(&table, &[0], None, &settings, &())?;
/// let forest = grow_from(&table, &[0], &urn, &settings, &())?;
/// assert_eq!(forest.trees()[7].leaves(), urn.rows_of(7).len());
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow_from(
    table: &Table,
    columns: &[usize],
    urn: &BlindUrn,
    settings: &BlindSettings,
    watch: &dyn Watch,
) -> Result<Forest> {
    settings.check()?;
    let columns = columns.iter().map(|place| &table.columns()[*place]).collect();
    let ground = Ground { columns, urn, depth: settings.depth(urn.rows().len()) };
    let numbers: Vec<u64> = (0..u64::from(settings.trees)).collect();
    let trees = parallel::map(&numbers, |number| {
        if watch.stopped() {
            return Err(Mistake::Stopped.anywhere());
        }
        let tree = ground.tree(*number);
        watch.grown();
        tree.map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())
    });
    let trees = trees.into_iter().collect::<Result<Vec<Tree>>>()?;
    Forest::new(trees, Vote::Mean).map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())
}

impl Ground<'_> {
    /// The tree of a number, breadth first.
    fn tree(&self, number: u64) -> std::result::Result<Tree, Flaw> {
        let key = Key::new(self.urn.seed()).child(number);
        let mut rows = self.urn.rows_of(number);
        let mut spare = Vec::with_capacity(rows.len());
        let columns = (0..self.columns.len() as u32).collect();
        let mut beds = vec![Bed { start: 0, end: rows.len(), depth: 0, key: key.child(1), columns }];
        let (mut nodes, mut answers) = (
            Nodes::default(),
            NumberAnswers { rows: Vec::new(), values: Vec::new(), errors: Vec::new(), linear: Vec::new() },
        );
        while let Some(bed) = beds.get_mut(nodes.len()) {
            let mut columns = std::mem::take(&mut bed.columns);
            let Bed { start, end, depth, key, .. } = *bed;
            let own = &mut rows[start..end];
            let size = own.len() as f64;
            answers.rows.push(size);
            answers.values.push(f64::from(depth) + usual_depth(size));
            answers.errors.push(0.0);
            let found = if depth < self.depth { self.split(own, key, &mut columns) } else { None };
            let Some((column, lot)) = found else {
                nodes.push(Node::Leaf);
                continue;
            };
            let middle = start + part(self.columns[column as usize], &lot, own, &mut spare);
            let first = NodeId(beds.len() as u32);
            for (branch, start, end) in [(0, start, middle), (1, middle, end)] {
                beds.push(Bed { start, end, depth: depth + 1, key: key.child(branch), columns: columns.clone() });
            }
            let split = Split { column: ColumnId(column), missing: way(&lot), test: lot.test };
            nodes.push(Node::Branch { split, branches: Branches { first, count: 2 } });
        }
        Tree::new(nodes, Answers::Numbers(answers))
    }

    /// A split of a column that is drawn among those in which rows differ. Columns in which they do not are taken off the list: no rows
    /// below will.
    fn split(&self, rows: &[u32], key: Key, columns: &mut Vec<u32>) -> Option<(u32, Lot)> {
        if rows.len() < 2 {
            return None;
        }
        let mut draws = key.child(2).draws();
        while !columns.is_empty() {
            let place = draws.below(columns.len() as u64) as usize;
            let column = columns[place];
            if let Some(lot) = draw(self.columns[column as usize], rows, key.child(3)) {
                return Some((column, lot));
            }
            columns.swap_remove(place);
        }
        None
    }
}

/// Brings the rows of the left branch to the front; how many they are.
fn part(column: &Column, lot: &Lot, rows: &mut [u32], spare: &mut Vec<u32>) -> usize {
    spare.clear();
    let mut left = 0;
    for place in 0..rows.len() {
        let row = rows[place];
        if is_right(column, lot, row) {
            spare.push(row);
        } else {
            rows[left] = row;
            left += 1;
        }
    }
    rows[left..].copy_from_slice(spare);
    left
}
