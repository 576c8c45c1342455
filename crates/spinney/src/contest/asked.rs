//! Some rows of the lesson, asked.

use super::lesson::Lesson;
use crate::error::Result;
use crate::evaluate::{Score, score};
use crate::model::Model;
use crate::predict::{Predictor, Unseen};
use crate::table::{Table, Target};

/// Some rows of a lesson, set apart to be asked by several models.
#[derive(Debug)]
pub struct Asked {
    table: Table,
    /// What is true of each target.
    targets: Vec<Target>,
    weights: Option<Vec<f64>>,
}

impl Asked {
    /// These rows.
    pub fn new(lesson: &Lesson, rows: &[u32]) -> Self {
        let weights = lesson.weights.as_ref().map(|all| rows.iter().map(|row| all[*row as usize]).collect());
        let targets = lesson.targets().map(|target| target.picked(rows)).collect();
        Asked { table: lesson.table.picked(rows), targets, weights }
    }

    /// How well a model of the first target answers them.
    pub fn score(&self, model: &Model) -> Result<Score> {
        self.score_of(0, model)
    }

    /// How well a model of a target, counted from 0, answers them.
    pub fn score_of(&self, target: usize, model: &Model) -> Result<Score> {
        let predictor = Predictor::new(model);
        score(&predictor.predict(&self.table, Unseen::AsNode)?, &self.targets[target], self.weights.as_deref())
    }
}
