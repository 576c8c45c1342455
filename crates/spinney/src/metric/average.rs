//! Precision, recall and F1 of all classes in one figure each.

use serde::Serialize;

use super::confusion::{ClassFigures, Confusion};
use crate::measure::order_free_sum;

/// The three figures of a class, averaged over classes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Average {
    /// Of what is answered as a class, the share that is of it.
    pub precision: f64,
    /// Of a class, the share that is answered as such.
    pub recall: f64,
    /// The harmonic mean of both, averaged; not the harmonic mean of the averages.
    pub f1: f64,
}

impl Confusion {
    /// The mean over the classes that are true or answered somewhere, each counting the same.
    ///
    /// A class without a precision (never answered) or a recall (never true) counts as 0 in it, as it does in scikit-learn.
    ///
    /// ```
    /// use spinney::metric::Confusion;
    /// let average = Confusion::new(&[0, 0, 0, 1], &[0, 0, 1, 1], None).macro_average();
    /// assert_eq!(average.map(|of| (of.precision, of.recall)), Some((0.75, (2.0 / 3.0 + 1.0) / 2.0)));
    /// ```
    pub fn macro_average(&self) -> Option<Average> {
        average(&self.classes(), |_| 1.0)
    }

    /// The same, each class counting by the weight of its rows. The recall is then the accuracy.
    ///
    /// ```
    /// use spinney::metric::Confusion;
    /// let average = Confusion::new(&[0, 0, 0, 1], &[0, 0, 1, 1], None).weighted_average();
    /// assert_eq!(average.map(|of| (of.precision, of.recall)), Some((0.875, 0.75)));
    /// ```
    pub fn weighted_average(&self) -> Option<Average> {
        average(&self.classes(), |class| class.rows)
    }

    /// Over all rows, whatever their class. With one class for each row, all three are the accuracy.
    ///
    /// ```
    /// use spinney::metric::Confusion;
    /// let average = Confusion::new(&[0, 0, 0, 1], &[0, 0, 1, 1], None).micro_average();
    /// assert_eq!(average.map(|of| of.f1), Some(0.75));
    /// ```
    pub fn micro_average(&self) -> Option<Average> {
        self.accuracy().map(|right| Average { precision: right, recall: right, f1: right })
    }
}

fn average(classes: &[ClassFigures], weight: impl Fn(&ClassFigures) -> f64) -> Option<Average> {
    let all = order_free_sum(classes.iter().map(&weight));
    let mean = |figure: fn(&ClassFigures) -> Option<f64>| {
        order_free_sum(classes.iter().map(|class| figure(class).unwrap_or(0.0) * weight(class))) / all
    };
    (all > 0.0).then(|| Average {
        precision: mean(|class| class.precision),
        recall: mean(|class| class.recall),
        f1: mean(|class| class.f1),
    })
}
