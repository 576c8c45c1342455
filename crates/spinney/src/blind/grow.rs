//! One tree after the other, each from rows and splits of its own.

use super::chances::Chances;
use super::depth::usual_depth;
use super::lot::{Lot, draw, is_right, way};
use super::settings::BlindSettings;
use crate::error::{Mistake, Result};
use crate::forest::{Forest, Vote};
use crate::grow::Watch;
use crate::parallel;
use crate::seed::Key;
use crate::table::{Column, Table, Values};
use crate::tree::{Answers, Branches, ColumnId, Flaw, Node, NodeId, Nodes, NumberAnswers, Split, Tree};

/// Rows whose marks one thread makes at a time.
const BLOCK: usize = 1 << 13;

/// What all trees share.
struct Ground<'a> {
    columns: Vec<&'a Column>,
    /// The rows that may be taken, in an order that hangs on their content alone.
    order: Vec<u32>,
    /// Their chances to be taken, where these differ.
    chances: Option<Chances>,
    /// How many of them each tree takes.
    taken: usize,
    depth: u32,
    seed: u64,
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
    let ground = Ground::new(table, columns, weights, settings)?;
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

impl<'a> Ground<'a> {
    fn new(table: &'a Table, columns: &[usize], weights: Option<&[f64]>, settings: &BlindSettings) -> Result<Self> {
        let columns: Vec<&Column> = columns.iter().map(|place| &table.columns()[*place]).collect();
        let mut rows: Vec<u32> = (0..table.rows() as u32).collect();
        if let Some(weights) = weights {
            check_weights(weights)?;
            rows.retain(|row| weights[*row as usize] > 0.0);
        }
        if rows.is_empty() {
            return Err(Mistake::NoRows.anywhere());
        }
        let taken = settings.rows(rows.len());
        let depth = settings.depth(rows.len());
        let mut ground = Ground { columns, order: rows, chances: None, taken, depth, seed: settings.seed };
        if taken < ground.order.len() {
            ground.order = order(&ground.columns, weights, &ground.order, table.rows());
            let own = |weights: &[f64]| ground.order.iter().map(|row| weights[*row as usize]).collect();
            ground.chances = weights.map(|weights| Chances::new(own(weights)));
        }
        Ok(ground)
    }

    /// The tree of a number, breadth first.
    fn tree(&self, number: u64) -> std::result::Result<Tree, Flaw> {
        let key = Key::new(self.seed).child(number);
        let mut rows = self.sample(key.child(0));
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

    /// The rows of a tree.
    fn sample(&self, key: Key) -> Vec<u32> {
        if self.taken == self.order.len() {
            return self.order.clone();
        }
        let drawn = match &self.chances {
            None => key.draws().sample(self.order.len() as u32, self.taken as u32),
            Some(chances) => chances.sample(self.taken, key),
        };
        drawn.into_iter().map(|place| self.order[place as usize]).collect()
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

/// Whether every weight is one.
fn check_weights(weights: &[f64]) -> Result<()> {
    match weights.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0)) {
        Some(row) => Err(Mistake::BadWeight { found: weights[row] }.in_row(row as u64 + 1)),
        None => Ok(()),
    }
}

/// Some rows by marks that hang on what they hold and weigh, and on nothing else.
fn order(columns: &[&Column], weights: Option<&[f64]>, of: &[u32], rows: usize) -> Vec<u32> {
    let blocks: Vec<usize> = (0..rows).step_by(BLOCK).collect();
    let marks = parallel::map(&blocks, |start| {
        let mut marks = vec![Key::new(0); BLOCK.min(rows - start)];
        for column in columns {
            match &column.values {
                Values::Number(number) => {
                    add(&mut marks, number.values[*start..].iter().map(|value| bits(*value)));
                }
                Values::Sparse(sparse) => {
                    let values = (*start as u32..).take(BLOCK).map(|row| bits(sparse.at(row)));
                    add(&mut marks, values);
                }
                Values::Category(category) => {
                    add(&mut marks, category.codes[*start..].iter().map(|code| u64::from(*code)));
                }
            }
        }
        if let Some(weights) = weights {
            add(&mut marks, weights[*start..].iter().map(|weight| bits(*weight)));
        }
        marks
    });
    let marks: Vec<u64> = marks.into_iter().flatten().map(Key::number).collect();
    let mut marked: Vec<(u64, u32)> = of.iter().map(|row| (marks[*row as usize], *row)).collect();
    marked.sort_unstable();
    marked.into_iter().map(|(_, row)| row).collect()
}

fn add(marks: &mut [Key], values: impl Iterator<Item = u64>) {
    marks.iter_mut().zip(values).for_each(|(mark, value)| *mark = mark.child(value));
}

/// The bits of a number; what is missing has one form.
fn bits(value: f64) -> u64 {
    if value.is_nan() { u64::MAX } else { value.to_bits() }
}
