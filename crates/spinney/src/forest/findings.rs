//! What was found while a forest grew, to be kept with it: the rows and bags that told it are gone later.

use serde::{Deserialize, Serialize};

use super::importance::{Importances, Worth};
use super::oob::{OutOfBagMeasures, OutOfBagScore};
use super::piece::Piece;
use crate::grow::Training;
use crate::table::Task;

/// What was found while a forest grew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// How well trees answer for rows that they were not grown from; `None` where no row was ever out of bag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_bag: Option<OutOfBagScore>,
    /// What columns are worth, in the order of columns.
    pub importances: Importances,
}

impl Piece {
    /// What was found, given what the trees were grown from; `None` where a figure is beyond all numbers, which no file could hold.
    ///
    /// ```
    /// use spinney::forest::{Course, ForestSettings, Piece};
    /// use spinney::grow::Training;
    /// use spinney::table::{ReadOptions, Table, Target, Task};
    /// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n5,no\n", &ReadOptions::new())?;
    /// let target = Target::new(&table, "fits", None)?;
    /// let training = Training::new(&table, &[0], &target);
    /// let settings = ForestSettings::random_forest(Task::Classification).trees(20);
    /// let piece = Piece::grow(&training, &settings, &Course::watched(), &())?;
    /// let found = piece.findings(&training).unwrap();
    /// assert_eq!(found.out_of_bag.unwrap().rows, 4);
    /// assert_eq!(found.importances.impurity, [1.0]);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn findings(&self, training: &Training<'_>) -> Option<Findings> {
        let rows = training.targeted();
        let training = self.own(training, &rows);
        let out_of_bag = self.out_of_bag().map(|known| known.score(&training)).filter(|score| score.rows > 0);
        let found = Findings { out_of_bag, importances: self.importances() };
        found.is_finite().then_some(found)
    }
}

impl Findings {
    /// Why they cannot be those of a forest of so many columns and this task.
    pub(crate) fn flaw(&self, columns: usize, task: Task) -> Option<&'static str> {
        let Importances { debiased, impurity, decrease, splits } = &self.importances;
        let lengths = [impurity.len(), decrease.len(), splits.len(), debiased.as_ref().map_or(columns, Vec::len)];
        let of = self.out_of_bag.as_ref().map(|score| match score.measures {
            OutOfBagMeasures::Classes { .. } => Task::Classification,
            OutOfBagMeasures::Numbers { .. } => Task::Regression,
        });
        if lengths.iter().any(|length| *length != columns) {
            Some("columns are told that it does not have, or not all that it has")
        } else if of.is_some_and(|of| of != task) {
            Some("the score out of bag is of another kind of target")
        } else if !self.is_finite() {
            Some("a figure is not a finite number")
        } else {
            None
        }
    }

    fn is_finite(&self) -> bool {
        let measures = self.out_of_bag.as_ref().map(|score| match score.measures {
            OutOfBagMeasures::Classes { accuracy, accuracy_of_votes, balanced_accuracy, log_loss, roc_auc } => {
                vec![accuracy, accuracy_of_votes, balanced_accuracy, log_loss, roc_auc]
            }
            OutOfBagMeasures::Numbers { r2, mean_squared_error, mean_absolute_error } => {
                vec![r2, mean_squared_error, mean_absolute_error]
            }
        });
        let worth = |worth: &Worth| {
            let interval = worth.interval;
            worth.mean.is_finite() && interval.is_none_or(|found| found.low.is_finite() && found.high.is_finite())
        };
        let Importances { debiased, impurity, decrease, .. } = &self.importances;
        measures.iter().flatten().flatten().all(|value| value.is_finite())
            && debiased.iter().flatten().all(worth)
            && impurity.iter().chain(decrease).all(|value| value.is_finite())
    }
}
