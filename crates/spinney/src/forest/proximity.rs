//! How near rows are to each other: the share of trees in which they end in the same leaf.

use super::answer::Ends;
use super::descent::View;
use super::leaves::Leaves;
use crate::grow::Training;
use crate::parallel;
use crate::tree::Tree;

/// Rows that are walked down together.
const BLOCK: usize = 256;

/// Rows of a table, in the terms of the trees (the same columns and levels).
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// The table; its target does not matter.
    pub data: &'a Training<'a>,
    /// Which of its rows.
    pub rows: &'a [u32],
}

/// A row that is near another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// The row of the table.
    pub row: u32,
    /// The share of trees in which both end in the same leaf.
    pub proximity: f64,
}

/// The proximity of each of some rows to each of others, row by row: the mean over trees of Σ over leaves of the share of the one that
/// ends there times that of the other, which is 0 or 1 where rows are not spread over branches.
///
/// It takes 8 bytes for each pair; [`nearest`] does without.
///
/// ```
/// use spinney::forest::{ForestSettings, Rows, grow, proximity};
/// use spinney::grow::Training;
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"a,y\n1,n\n2,n\n3,n\n40,p\n50,p\n60,p\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "y", None)?;
/// let training = Training::new(&table, &[0], &target);
/// let forest = grow(&training, &ForestSettings::random_forest(Task::Classification).trees(50), &())?;
/// let near = proximity(forest.trees(), Rows { data: &training, rows: &[0] }, Rows { data: &training, rows: &[0, 1, 5] });
/// assert!(near[0] == 1.0 && near[1] > 0.5 && near[2] < 0.2);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn proximity(trees: &[Tree], some: Rows<'_>, others: Rows<'_>) -> Vec<f64> {
    let each = Index::new(trees, others).each(some, |near, touched| {
        touched.sort_unstable();
        touched.iter().map(|place| (*place, near[*place as usize])).collect::<Vec<(u32, f64)>>()
    });
    let mut dense = vec![0.0; some.rows.len() * others.rows.len()];
    for (row, found) in each.iter().enumerate() {
        for (place, near) in found {
            dense[row * others.rows.len() + *place as usize] = *near;
        }
    }
    dense
}

/// The k rows that are nearest to each of some, the nearest first; of equally near ones those that are named first. Rows that share no
/// leaf with it are not named. A row is its own neighbour.
pub fn nearest(trees: &[Tree], some: Rows<'_>, others: Rows<'_>, k: usize) -> Vec<Vec<Neighbour>> {
    Index::new(trees, others).each(some, |near, touched| {
        let order = |one: &u32, two: &u32| near[*two as usize].total_cmp(&near[*one as usize]).then(one.cmp(two));
        if touched.len() > k && k > 0 {
            touched.select_nth_unstable_by(k - 1, order);
        }
        touched.truncate(k);
        touched.sort_unstable_by(order);
        let neighbour = |place: &u32| Neighbour { row: others.rows[*place as usize], proximity: near[*place as usize] };
        touched.iter().map(neighbour).collect()
    })
}

/// Rows by leaf, for all trees.
struct Index<'a> {
    trees: &'a [Tree],
    leaves: Vec<Leaves>,
    rows: usize,
}

impl<'a> Index<'a> {
    fn new(trees: &'a [Tree], others: Rows<'_>) -> Self {
        let leaves = parallel::map(trees, |tree| Leaves::new(tree, others.data, others.rows));
        Index { trees, leaves, rows: others.rows.len() }
    }

    /// What is made of the proximities of each row: a number for each of the others, and those that are not 0.
    fn each<T: Send>(&self, some: Rows<'_>, make: impl Fn(&[f64], &mut Vec<u32>) -> T + Sync + Send) -> Vec<T> {
        let blocks: Vec<&[u32]> = some.rows.chunks(BLOCK).collect();
        let found = parallel::map(&blocks, |rows| {
            let ends: Vec<Ends> = self.trees.iter().map(|tree| Ends::of(tree, View::of(some.data), rows)).collect();
            let mut near = vec![0.0; self.rows];
            let mut touched = Vec::new();
            let one = |place: usize| {
                for landing in ends.iter().zip(&self.leaves).flat_map(|(ends, leaves)| {
                    ends.at(place)
                        .flat_map(|end| leaves.at(end.node).map(move |(other, share)| (other, share * end.share)))
                }) {
                    let sum: &mut f64 = &mut near[landing.0 as usize];
                    if *sum == 0.0 {
                        touched.push(landing.0);
                    }
                    *sum += landing.1;
                }
                let trees = self.trees.len() as f64;
                for place in &touched {
                    near[*place as usize] /= trees;
                }
                let all = touched.clone();
                let made = make(&near, &mut touched);
                for place in all {
                    near[place as usize] = 0.0;
                }
                touched.clear();
                made
            };
            (0..rows.len()).map(one).collect::<Vec<T>>()
        });
        found.into_iter().flatten().collect()
    }
}
