//! Some rows of the lesson, asked.

use spinney::evaluate::{Score, score};
use spinney::model::Model;
use spinney::predict::{Predictor, Unseen};
use spinney::table::{Table, Target};

use super::lesson::Lesson;

/// Some rows of a lesson, set apart to be asked by several models.
pub(in crate::verbs) struct Asked {
    table: Table,
    target: Target,
    weights: Option<Vec<f64>>,
}

impl Asked {
    /// These rows.
    pub(in crate::verbs) fn new(lesson: &Lesson, rows: &[u32]) -> Self {
        let weights = lesson.weights.as_ref().map(|all| rows.iter().map(|row| all[*row as usize]).collect());
        Asked { table: lesson.table.picked(rows), target: lesson.target.picked(rows), weights }
    }

    /// How well a model answers them.
    pub(in crate::verbs) fn score(&self, model: &Model) -> spinney::Result<Score> {
        let predictor = Predictor::new(model);
        score(&predictor.predict(&self.table, Unseen::AsNode)?, &self.target, self.weights.as_deref())
    }
}
