//! Which tree of the path: every tree is judged on rows that were left out while it grew, fold by fold.

use serde::{Deserialize, Serialize};

use super::costs::Costs;
use super::path::{ComplexityPath, PathStep, Risk, path_several};
use crate::error::{Mistake, Result};
use crate::grow::{Training, TreeSettings, Watch, grow_several};
use crate::parallel;
use crate::tree::{Landing, NodeId, Tree};

/// The trees of a path, judged by cross-validation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Crossed {
    /// The trees, the root alone first.
    pub lines: Vec<CrossedLine>,
    /// What the root alone risks; other risks are shares of it.
    pub root_risk: f64,
}

/// One tree of the path.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CrossedLine {
    /// The least price of a leaf at which it is best, in shares of the root's risk (rpart's CP).
    pub complexity: f64,
    /// Its leaves.
    pub leaves: usize,
    /// What it risks on the rows that it grew from, in shares of the root's risk.
    pub risk: f64,
    /// What trees of its price risk on rows left out, in shares of the root's risk.
    pub crossed_risk: f64,
    /// The standard error of that.
    pub deviation: f64,
}

impl Crossed {
    /// The line with the least risk on rows left out; the smallest tree of equal ones.
    pub fn best(&self) -> usize {
        let least = self.lines.iter().map(|line| line.crossed_risk).fold(f64::INFINITY, f64::min);
        self.lines.iter().position(|line| line.crossed_risk == least).unwrap_or(0)
    }

    /// The smallest tree within one standard error of the best (rpart's 1-SE rule).
    pub fn within_one_error(&self) -> usize {
        let Some(best) = self.lines.get(self.best()) else { return 0 };
        let most = best.crossed_risk + best.deviation;
        self.lines.iter().position(|line| line.crossed_risk <= most).unwrap_or(0)
    }
}

/// Judges the trees of a path. `folds` names the fold of each row of the table, from 0; rows that do not count may have any.
///
/// For each fold a tree is grown from the other rows; the price of a line is taken in the middle (geometric) between its own and the
/// next one's, and in proportion to the rows that are there.
pub fn crossed(
    whole: &ComplexityPath,
    training: &Training<'_>,
    settings: &TreeSettings,
    (folds, risk): (&[u32], Risk),
    watch: &dyn Watch,
) -> Result<Crossed> {
    training.check()?;
    if folds.len() != training.table.rows() {
        let (found, expected) = (folds.len(), training.table.rows());
        return Err(Mistake::UnequalLengths { found, expected }.in_column("folds"));
    }
    let rows = training.counted();
    let many = rows.iter().map(|row| folds[*row as usize] + 1).max().unwrap_or(0);
    let total: f64 = rows.iter().map(|row| training.weight(*row)).sum();
    let root_risk = whole.risks[0];
    // The root alone first, as rpart lists them.
    let steps: Vec<&PathStep> = whole.steps.iter().rev().collect();
    let prices = middles(&steps);
    let folds_used: Vec<u32> = (0..many).collect();
    let judged = parallel::map(&folds_used, |fold| -> Result<Losses> {
        let (test, train): (Vec<u32>, Vec<u32>) = rows.iter().partition(|row| folds[**row as usize] == *fold);
        if test.is_empty() {
            return Ok(Losses::new(prices.len()));
        }
        let part = Training { rows: Some(&train), ..*training };
        let grown = grow_several(&part, settings, watch)?;
        let Some(own) = path_several(&grown, risk) else { return Ok(Losses::new(prices.len())) };
        let share = train.iter().map(|row| training.weight(*row)).sum::<f64>() / total;
        let prices: Vec<f64> = prices.iter().map(|price| price * share).collect();
        Asked::new(&grown, &own, training, risk).losses(&test, &prices)
    });
    let mut losses = Losses::new(prices.len());
    for one in judged {
        losses.add(&one?);
    }
    let scale = if root_risk > 0.0 { root_risk } else { 1.0 };
    let lines = steps.iter().enumerate().map(|(at, step)| losses.line(at, step, (total, scale)));
    Ok(Crossed { lines: lines.collect(), root_risk })
}

/// The price of each tree, the root alone first: the middle between where it begins and where it ends to be best.
fn middles(steps: &[&PathStep]) -> Vec<f64> {
    let middle = |at: usize| match at {
        0 => f64::INFINITY,
        _ => libm::sqrt(steps[at].price * steps[at - 1].price),
    };
    (0..steps.len()).map(middle).collect()
}

/// What the trees of a path risk on other rows, for each unit of their weight; the root alone first.
pub fn asked(tree: &Tree, whole: &ComplexityPath, rows: &Training<'_>, risk: Risk) -> Result<Vec<f64>> {
    rows.has_one_target("the path of a tree")?;
    rows.check()?;
    let counted = rows.counted();
    let total: f64 = counted.iter().map(|row| rows.weight(*row)).sum();
    let prices: Vec<f64> = whole.steps.iter().rev().map(|step| step.price).collect();
    let losses = Asked::new(std::slice::from_ref(tree), whole, rows, risk).losses(&counted, &prices)?;
    Ok(losses.sums.into_iter().map(|sum| if total > 0.0 { sum / total } else { f64::NAN }).collect())
}

/// Sums over rows, for each price.
struct Losses {
    sums: Vec<f64>,
    squares: Vec<f64>,
}

impl Losses {
    fn new(prices: usize) -> Self {
        Losses { sums: vec![0.0; prices], squares: vec![0.0; prices] }
    }

    /// What was lost at one step of the path; the weight of all rows, and the root's risk, are given.
    fn line(&self, at: usize, step: &PathStep, (total, scale): (f64, f64)) -> CrossedLine {
        let (sum, squares) = (self.sums[at], self.squares[at]);
        CrossedLine {
            complexity: step.price / scale,
            leaves: step.leaves,
            risk: step.risk / scale,
            crossed_risk: sum / scale,
            deviation: libm::sqrt((squares - sum * sum / total).max(0.0)) / scale,
        }
    }

    fn add(&mut self, other: &Losses) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, one)| *sum += one);
        self.squares.iter_mut().zip(&other.squares).for_each(|(sum, one)| *sum += one);
    }
}

/// Trees of the same nodes, one for each target, that are asked about rows left out, at many prices at once.
struct Asked<'a> {
    tree: &'a Tree,
    path: &'a ComplexityPath,
    rows: &'a Training<'a>,
    costs: Vec<Costs<'a>>,
}

impl<'a> Asked<'a> {
    fn new(trees: &'a [Tree], path: &'a ComplexityPath, rows: &'a Training<'a>, risk: Risk) -> Self {
        let costs = trees.iter().zip(rows.targets()).map(|(tree, target)| Costs::new(tree, target, risk)).collect();
        Asked { tree: &trees[0], path, rows, costs }
    }

    /// Prices descend.
    fn losses(&self, rows: &[u32], prices: &[f64]) -> Result<Losses> {
        let mut losses = Losses::new(prices.len());
        for row in rows {
            let weight = self.rows.weight(*row);
            let mut from = 0;
            // The higher the price, the nearer to the root the row ends.
            for step in self.stations(*row) {
                let until = prices.partition_point(|price| *price >= step.price);
                if until > from {
                    let loss = self.loss(&step.ends, *row)?;
                    for at in from..until {
                        losses.sums[at] += weight * loss;
                        losses.squares[at] += weight * loss * loss;
                    }
                    from = until;
                }
            }
        }
        Ok(losses)
    }

    /// Where a row ends, from the highest price to the lowest.
    fn stations(&self, row: u32) -> Vec<Station> {
        let mut ends = vec![Landing { node: NodeId::ROOT, share: 1.0 }];
        let mut stations = Vec::new();
        loop {
            let price = |end: &Landing| self.path.prices[end.node.place()];
            let highest = ends.iter().map(price).fold(0.0, f64::max);
            stations.push(Station { price: highest, ends: ends.clone() });
            let mut next = Vec::new();
            let mut moved = false;
            for end in ends {
                let split = self.path.prices[end.node.place()] >= highest;
                if split && self.tree.go_on(end, &self.rows.row(row), &mut next) {
                    moved = true;
                } else {
                    next.push(end);
                }
            }
            if !moved {
                if let Some(last) = stations.last_mut() {
                    last.price = 0.0;
                }
                return stations;
            }
            ends = next;
        }
    }

    /// What a row costs that ends at these nodes: the mean over the targets.
    fn loss(&self, ends: &[Landing], row: u32) -> Result<f64> {
        let mut sum = 0.0;
        for costs in &self.costs {
            sum += costs.of(ends, row)?;
        }
        Ok(sum / self.costs.len() as f64)
    }
}

/// The nodes where a row ends at prices from this one on.
struct Station {
    price: f64,
    ends: Vec<Landing>,
}
