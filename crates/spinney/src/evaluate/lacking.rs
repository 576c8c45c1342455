//! What a fold is without.

use std::collections::BTreeSet;

use serde::Serialize;

use super::folds::Folds;

/// A class that one side of a fold has no row of: a model never learns it, or is never asked for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lacking {
    /// The fold, from 0.
    pub fold: usize,
    /// The class.
    pub class: u32,
    /// Where it is missing.
    pub side: Side,
}

/// One side of a fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// What is learned from: rows of the class that are asked will all be answered wrong.
    Train,
    /// What is asked: scores that need the class, such as the AUC, say less of this fold, or nothing.
    Test,
}

impl Folds {
    /// The classes that a fold is without on one side; `classes` holds the class of every row of the table. What is reported
    /// is no mistake, but the person should know: the folds are too many for a class, or its rows are in one group.
    ///
    /// ```
    /// use spinney::evaluate::{Side, given_folds};
    /// let folds = given_folds(&[0, 1, 2, 3], &[0, 0, 1, 1])?;
    /// let lacking = folds.lacking(&[5, 6, 5, 5]);
    /// assert_eq!((lacking[0].fold, lacking[0].class, lacking[0].side), (0, 6, Side::Train));
    /// assert_eq!((lacking[1].fold, lacking[1].class, lacking[1].side), (1, 6, Side::Test));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn lacking(&self, classes: &[u32]) -> Vec<Lacking> {
        let occurring = |rows: &[u32]| -> BTreeSet<u32> {
            rows.iter().filter_map(|row| classes.get(*row as usize)).copied().collect()
        };
        let all = occurring(self.rows());
        let mut found = Vec::new();
        for (fold, parts) in self.iter().enumerate() {
            for (side, rows) in [(Side::Train, &parts.train), (Side::Test, &parts.test)] {
                let there = occurring(rows);
                found.extend(all.difference(&there).map(|class| Lacking { fold, class: *class, side }));
            }
        }
        found
    }
}
