//! What numbers a regression forest holds for likely: quantiles and intervals of the target, not its mean alone.
//!
//! A row's answer is a mean of the training rows that share its leaves. With their weights in it, all of them together tell the whole
//! distribution (Meinshausen, 2006):
//!
//! ```text
//! w_i(x) = mean over trees of   weight_i / Σ weight_j     over the training rows i, j in the leaf of x; 0 for others
//! Q_a(x) = the least y with     Σ w_i(x) over y_i ≤ y     of at least a
//! ```
//! All training rows count in every tree, those out of its bag too.

use super::answer::Ends;
use super::descent::View;
use super::leaves::Leaves;
use super::proximity::Rows;
use crate::error::{Mistake, Result};
use crate::grow::Training;
use crate::parallel;
use crate::table::TargetValues;
use crate::tree::Tree;

/// Rows that are walked down together.
const BLOCK: usize = 256;
/// What a sum of weights may fall short of by rounding.
const SLACK: f64 = 1e-12;

/// Training rows by the leaves of all trees.
///
/// It takes 4 bytes for each training row and tree, and 4 for each node.
pub struct Quantiles<'a> {
    trees: &'a [Tree],
    leaves: Vec<Leaves>,
    weights: Vec<f64>,
    /// The target of the training rows, ascending, and the place of each row there.
    sorted: Vec<f64>,
    ranks: Vec<u32>,
}

impl<'a> Quantiles<'a> {
    /// Walks the training rows down trees that were grown from them.
    pub fn new(trees: &'a [Tree], training: &Training<'_>) -> Result<Self> {
        training.has_one_target("a quantile")?;
        training.check()?;
        let TargetValues::Numbers(values) = &training.target.values else {
            return Err(Mistake::WrongKind { found: "nominal", needed: "numeric" }.in_column(&training.target.name));
        };
        let rows = training.counted();
        let mut order: Vec<u32> = (0..rows.len() as u32).collect();
        let value = |place: u32| values[rows[place as usize] as usize];
        order.sort_by(|one, two| value(*one).total_cmp(&value(*two)).then(one.cmp(two)));
        let mut ranks = vec![0; rows.len()];
        for (rank, place) in order.iter().enumerate() {
            ranks[*place as usize] = rank as u32;
        }
        Ok(Quantiles {
            trees,
            leaves: parallel::map(trees, |tree| Leaves::new(tree, training, &rows)),
            weights: rows.iter().map(|row| training.weight(*row)).collect(),
            sorted: order.iter().map(|place| value(*place)).collect(),
            ranks,
        })
    }

    /// These quantiles (from 0 to 1) of each row, row by row.
    ///
    /// ```
    /// use spinney::forest::{ForestSettings, Quantiles, Rows, grow};
    /// use spinney::grow::Training;
    /// use spinney::table::{ReadOptions, Table, Target, Task};
    /// let table = Table::from_csv(b"a,y\n1,10.5\n1,20.5\n1,30.5\n9,70\n9,80\n9,90\n", &ReadOptions::new())?;
    /// let target = Target::new(&table, "y", Some(Task::Regression))?;
    /// let training = Training::new(&table, &[0], &target);
    /// let forest = grow(&training, &ForestSettings::random_forest(Task::Regression).trees(50), &())?;
    /// let found = Quantiles::new(forest.trees(), &training)?.of(Rows { data: &training, rows: &[0] }, &[0.1, 0.5]);
    /// assert_eq!(found, [10.5, 20.5]);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn of(&self, asked: Rows<'_>, quantiles: &[f64]) -> Vec<f64> {
        self.each(asked, |weights| quantiles.iter().map(|share| self.quantile(weights, *share)).collect())
    }

    /// The weights of the training rows for each row: pairs of a target and its weight, targets ascending; weights add up to 1.
    pub fn weights(&self, asked: Rows<'_>) -> Vec<Vec<(f64, f64)>> {
        self.each(asked, |weights| {
            let total: f64 = weights.iter().map(|pair| pair.1).sum();
            vec![weights.iter().map(|(rank, weight)| (self.sorted[*rank as usize], weight / total)).collect()]
        })
    }

    fn each<T: Send>(&self, asked: Rows<'_>, make: impl Fn(&[(u32, f64)]) -> Vec<T> + Sync + Send) -> Vec<T> {
        let blocks: Vec<&[u32]> = asked.rows.chunks(BLOCK).collect();
        let found = parallel::map(&blocks, |rows| {
            let ends: Vec<Ends> = self.trees.iter().map(|tree| Ends::of(tree, View::of(asked.data), rows)).collect();
            (0..rows.len()).flat_map(|place| make(&self.row_weights(&ends, place))).collect::<Vec<T>>()
        });
        found.into_iter().flatten().collect()
    }

    /// The weights of training rows by their ranks, ascending, each rank once.
    fn row_weights(&self, ends: &[Ends], place: usize) -> Vec<(u32, f64)> {
        let mut found: Vec<(u32, f64)> = Vec::new();
        for ((tree, leaves), ends) in self.trees.iter().zip(&self.leaves).zip(ends) {
            for end in ends.at(place) {
                let mates = leaves.below(tree, end.node);
                let weight = |(mate, share): &(u32, f64)| self.weights[*mate as usize] * share;
                let all: f64 = mates.iter().map(weight).sum();
                if all > 0.0 {
                    let own = |mate: &(u32, f64)| (self.ranks[mate.0 as usize], end.share * weight(mate) / all);
                    found.extend(mates.iter().map(own));
                }
            }
        }
        found.sort_by_key(|pair| pair.0); // stable: equal ranks are added in the order of trees
        found.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        found
    }

    fn quantile(&self, weights: &[(u32, f64)], share: f64) -> f64 {
        let total: f64 = weights.iter().map(|pair| pair.1).sum();
        let mut below = 0.0;
        let reached = weights.iter().find(|(_, weight)| {
            below += weight;
            below >= (share - SLACK) * total
        });
        let rank = reached.or(weights.last()).map(|pair| pair.0);
        rank.map_or(f64::NAN, |rank| self.sorted[rank as usize])
    }
}
