//! Who was taken for whom.

use serde::Serialize;

use crate::measure::order_free_sum;

/// The most cells of a matrix that is written out in full.
pub const MOST_DENSE: usize = 10_000_000;

/// The weight of every pair of a true and an answered class that occurs.
///
/// Only pairs that occur are kept: 100,000 classes would make a matrix of 10¹⁰ cells, of which a table of a million rows
/// can fill a million.
///
/// ```
/// use spinney::metric::Confusion;
/// let confusion = Confusion::new(&[0, 0, 1], &[0, 1, 1], None);
/// assert_eq!(confusion.weight(0, 1), 1.0);
/// assert_eq!(confusion.dense(2), Some(vec![1.0, 1.0, 0.0, 1.0]));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Confusion {
    cells: Vec<ConfusionCell>,
}

/// The weight of one pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ConfusionCell {
    /// The true class.
    pub truth: u32,
    /// The class answered.
    pub predicted: u32,
    /// The weight of the rows.
    pub weight: f64,
}

/// How well one class is found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClassFigures {
    /// The class.
    pub class: u32,
    /// The weight of the rows that are of the class.
    pub rows: f64,
    /// Of the weight answered as this class, the share that is of it; `None` where the class is never answered.
    pub precision: Option<f64>,
    /// Of the class's own weight, the share answered as such; `None` where no row is of it.
    pub recall: Option<f64>,
    /// The harmonic mean of both: twice what is right, over all that is of the class or was answered as such.
    pub f1: Option<f64>,
}

impl Confusion {
    /// Counts the pairs.
    pub fn new(truth: &[u32], predicted: &[u32], weights: Option<&[f64]>) -> Self {
        let mut pairs: Vec<(u64, u32)> = (truth.iter().zip(predicted).zip(0..))
            .map(|((truth, predicted), row)| (u64::from(*truth) << 32 | u64::from(*predicted), row))
            .collect();
        pairs.truncate(weights.map_or(usize::MAX, <[f64]>::len));
        pairs.sort_unstable();
        let cell = |group: &[(u64, u32)]| {
            let weight = weights.map_or(group.len() as f64, |weights| {
                order_free_sum(group.iter().map(|(_, row)| weights[*row as usize]))
            });
            ConfusionCell { truth: (group[0].0 >> 32) as u32, predicted: group[0].0 as u32, weight }
        };
        let cells = pairs.chunk_by(|one, two| one.0 == two.0).map(cell).filter(|cell| cell.weight > 0.0).collect();
        Confusion { cells }
    }

    /// The pairs that occur, by true class and then by the class answered.
    pub fn cells(&self) -> &[ConfusionCell] {
        &self.cells
    }

    /// The weight of one pair.
    pub fn weight(&self, truth: u32, predicted: u32) -> f64 {
        let place = self.cells.binary_search_by_key(&(truth, predicted), |cell| (cell.truth, cell.predicted));
        place.map_or(0.0, |place| self.cells[place].weight)
    }

    /// The weight of all rows.
    pub fn total(&self) -> f64 {
        order_free_sum(self.cells.iter().map(|cell| cell.weight))
    }

    /// The full matrix, a row for each true class 0, 1 …; `None` beyond [`MOST_DENSE`] cells. Classes that are not among
    /// the first so many are left out.
    pub fn dense(&self, classes: usize) -> Option<Vec<f64>> {
        let mut matrix = vec![0.0; classes.checked_mul(classes).filter(|cells| *cells <= MOST_DENSE)?];
        for cell in &self.cells {
            let (truth, predicted) = (cell.truth as usize, cell.predicted as usize);
            if truth < classes && predicted < classes {
                matrix[truth * classes + predicted] = cell.weight;
            }
        }
        Some(matrix)
    }

    /// The share of weight that is answered right.
    pub fn accuracy(&self) -> Option<f64> {
        let right = self.cells.iter().filter(|cell| cell.truth == cell.predicted).map(|cell| cell.weight);
        let total = self.total();
        (total > 0.0).then(|| order_free_sum(right) / total)
    }

    /// The mean over the classes that occur of the share of each that is answered right.
    pub fn balanced_accuracy(&self) -> Option<f64> {
        let recalls: Vec<f64> = self.classes().iter().filter_map(|class| class.recall).collect();
        (!recalls.is_empty()).then(|| order_free_sum(recalls.iter().copied()) / recalls.len() as f64)
    }

    /// The weight of each true class that occurs, in the order of classes.
    pub fn by_truth(&self) -> Vec<(u32, f64)> {
        sums(self.cells.iter().map(|cell| (cell.truth, cell.weight)))
    }

    /// The weight of each class that is answered, in the order of classes.
    pub fn by_predicted(&self) -> Vec<(u32, f64)> {
        sums(self.cells.iter().map(|cell| (cell.predicted, cell.weight)))
    }

    /// The figures of every class that is true or answered somewhere, in the order of classes.
    pub fn classes(&self) -> Vec<ClassFigures> {
        let (rows, answered) = (self.by_truth(), self.by_predicted());
        let mut classes: Vec<u32> = rows.iter().chain(&answered).map(|(class, _)| *class).collect();
        classes.sort_unstable();
        classes.dedup();
        let of = |sums: &[(u32, f64)], class| {
            sums.binary_search_by_key(&class, |(class, _)| *class).map_or(0.0, |place| sums[place].1)
        };
        let figures = |class| {
            let (rows, answered, right) = (of(&rows, class), of(&answered, class), self.weight(class, class));
            let share = |of: f64| (of > 0.0).then(|| right / of);
            let f1 = share(rows + answered).map(|share| share * 2.0);
            ClassFigures { class, rows, precision: share(answered), recall: share(rows), f1 }
        };
        classes.into_iter().map(figures).collect()
    }
}

/// The weight of each class, in the order of classes.
fn sums(pairs: impl Iterator<Item = (u32, f64)>) -> Vec<(u32, f64)> {
    let mut pairs: Vec<(u32, f64)> = pairs.collect();
    pairs.sort_by_key(|(class, _)| *class);
    let sum = |group: &[(u32, f64)]| (group[0].0, order_free_sum(group.iter().map(|(_, weight)| *weight)));
    pairs.chunk_by(|one, two| one.0 == two.0).map(sum).collect()
}
