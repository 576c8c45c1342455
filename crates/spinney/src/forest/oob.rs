//! What trees say of the rows that they were not grown from: an honest score without rows held out.

use serde::{Deserialize, Serialize};

use super::tally::{Sums, Tally, first_most};
use crate::grow::Training;
use crate::measure::order_free_sum;
use crate::metric::{accuracy, balanced_accuracy, log_loss, mean_absolute_error, mean_squared_error, r2, roc_auc};
use crate::parallel;
use crate::table::{Classes, TargetValues};

/// What trees say of the rows that they were not grown from.
///
/// A row is out of bag for a tree where it was not drawn, nor, if it has a weight, any of its copies. Rows that were drawn for every tree have no
/// answer here: nothing honest can be said of them.
#[derive(Debug, Clone, PartialEq)]
pub struct OutOfBag {
    pub(super) tally: Tally,
}

/// How well trees answer for rows that they were not grown from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutOfBagScore {
    /// Rows with a target that were out of bag for some tree.
    pub rows: usize,
    /// Rows with a target that never were.
    pub never: usize,
    /// The figures.
    pub measures: OutOfBagMeasures,
}

/// The figures; rows count with their weights (the factors of classes do not count).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum OutOfBagMeasures {
    /// Of classes.
    Classes {
        /// The share of rows whose class has the largest mean probability.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accuracy: Option<f64>,
        /// The share of rows whose class has most votes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accuracy_of_votes: Option<f64>,
        /// The mean over classes of the share of their rows that is right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        balanced_accuracy: Option<f64>,
        /// The mean of −ln of the probability of the true class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        log_loss: Option<f64>,
        /// The area under the ROC curve of the second of two classes; with more classes, the mean over those that occur of each
        /// against the rest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roc_auc: Option<f64>,
    },
    /// Of numbers.
    Numbers {
        /// The share of the variance that the answers take away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r2: Option<f64>,
        /// The mean squared error.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mean_squared_error: Option<f64>,
        /// The mean distance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mean_absolute_error: Option<f64>,
    },
}

impl OutOfBagScore {
    /// The one figure that tells a better forest: accuracy, or R².
    pub fn figure(&self) -> Option<f64> {
        match self.measures {
            OutOfBagMeasures::Classes { accuracy, .. } => accuracy,
            OutOfBagMeasures::Numbers { r2, .. } => r2,
        }
    }
}

impl OutOfBag {
    /// For how many trees a row was out of bag.
    pub fn trees(&self, row: usize) -> u32 {
        self.tally.trees.get(row).copied().unwrap_or(0)
    }

    /// The decision function: the mean, over those trees, of the probabilities of each class. `None` where there is no such tree,
    /// or the target is a number.
    pub fn chances(&self, row: usize) -> Option<Vec<f64>> {
        self.tally.chances(row).map(Iterator::collect)
    }

    /// The class of the largest mean probability, the first of equal ones.
    pub fn class(&self, row: usize) -> Option<u32> {
        self.tally.class(row)
    }

    /// How many of those trees vote for each class.
    pub fn votes(&self, row: usize) -> Option<&[u32]> {
        self.tally.votes(row)
    }

    /// The mean of the numbers that those trees answer; `None` where there is no such tree, or the target is a class.
    pub fn number(&self, row: usize) -> Option<f64> {
        self.tally.number(row)
    }

    /// The decision function of all rows in one list: a probability for each class, row by row, or a number for each row; NaN where
    /// there is none.
    pub fn decisions(&self) -> Vec<f64> {
        let rows = 0..self.tally.trees.len();
        match &self.tally.sums {
            Sums::Numbers { .. } => rows.map(|row| self.number(row).unwrap_or(f64::NAN)).collect(),
            Sums::Classes { classes, .. } => {
                rows.flat_map(|row| self.chances(row).unwrap_or_else(|| vec![f64::NAN; *classes])).collect()
            }
        }
    }

    /// How well the trees answer, given what they were grown from.
    pub fn score(&self, training: &Training<'_>) -> OutOfBagScore {
        let known = self.answered(training);
        let weights = known.weights.as_deref();
        let measures = match &training.target.values {
            TargetValues::Classes(classes) => {
                let (truth, answered) = self.classes(&known.rows, classes);
                let voted: Vec<u32> = known.rows.iter().filter_map(|row| first_most(self.votes(*row)?)).collect();
                let own = |(row, class): (&usize, &u32)| self.tally.chances(*row)?.nth(*class as usize);
                let chances: Vec<f64> = known.rows.iter().zip(&truth).filter_map(own).collect();
                OutOfBagMeasures::Classes {
                    accuracy: accuracy(&truth, &answered, weights),
                    accuracy_of_votes: accuracy(&truth, &voted, weights),
                    balanced_accuracy: balanced_accuracy(&truth, &answered, weights),
                    log_loss: log_loss(&chances, weights),
                    roc_auc: self.roc_auc(&known, &truth, classes.names.len()),
                }
            }
            TargetValues::Numbers(values) => {
                let (truth, answered) = self.numbers(&known.rows, values);
                OutOfBagMeasures::Numbers {
                    r2: r2(&truth, &answered, weights),
                    mean_squared_error: mean_squared_error(&truth, &answered, weights),
                    mean_absolute_error: mean_absolute_error(&truth, &answered, weights),
                }
            }
        };
        OutOfBagScore { rows: known.rows.len(), never: known.never, measures }
    }

    /// The one figure that tells a better forest, as [`OutOfBagScore::figure`], without the others, which take longer.
    pub(super) fn figure(&self, training: &Training<'_>) -> Option<f64> {
        let known = self.answered(training);
        let weights = known.weights.as_deref();
        match &training.target.values {
            TargetValues::Classes(classes) => {
                let (truth, answered) = self.classes(&known.rows, classes);
                accuracy(&truth, &answered, weights)
            }
            TargetValues::Numbers(values) => {
                let (truth, answered) = self.numbers(&known.rows, values);
                r2(&truth, &answered, weights)
            }
        }
    }

    /// The rows that count and were out of bag for some tree.
    fn answered(&self, training: &Training<'_>) -> Answered {
        let counted = training.counted();
        let rows: Vec<usize> = counted.iter().map(|row| *row as usize).filter(|row| self.trees(*row) > 0).collect();
        let weights = training.weights.map(|weights| rows.iter().map(|row| weights[*row]).collect());
        Answered { never: counted.len() - rows.len(), rows, weights }
    }

    /// What is true of rows, and what is answered.
    fn classes(&self, rows: &[usize], classes: &Classes) -> (Vec<u32>, Vec<u32>) {
        let truth = rows.iter().map(|row| classes.codes[*row]).collect();
        (truth, rows.iter().filter_map(|row| self.class(*row)).collect())
    }

    fn numbers(&self, rows: &[usize], values: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let truth = rows.iter().map(|row| values[*row]).collect();
        (truth, rows.iter().filter_map(|row| self.number(*row)).collect())
    }

    /// The AUC of the second of two classes; with more classes, the mean over those that occur of each against the rest.
    fn roc_auc(&self, known: &Answered, truth: &[u32], many: usize) -> Option<f64> {
        let mut classes: Vec<u32> = truth.iter().copied().filter(|class| many != 2 || *class == 1).collect();
        classes.sort_unstable();
        classes.dedup();
        let found = parallel::map(&classes, |class| {
            let chance = |row: &usize| self.tally.chances(*row)?.nth(*class as usize);
            let chances: Vec<f64> = known.rows.iter().filter_map(chance).collect();
            let own: Vec<bool> = truth.iter().map(|truth| truth == class).collect();
            roc_auc(&chances, &own, known.weights.as_deref())
        });
        let found: Vec<f64> = found.into_iter().flatten().collect();
        (!found.is_empty()).then(|| order_free_sum(found.iter().copied()) / found.len() as f64)
    }
}

/// Rows that were out of bag for some tree, with their weights, and how many never were.
struct Answered {
    rows: Vec<usize>,
    weights: Option<Vec<f64>>,
    never: usize,
}
