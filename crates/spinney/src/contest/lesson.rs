//! What is learned from: the table without what is left out, the target, the weights.

use super::class_weight::ClassWeight;
use super::how::{ForestWay, How, TreeWay};
use crate::error::{Mistake, Result};
use crate::fit::{Fitted, fit_several};
use crate::forest::{End, Piece};
use crate::grow::{Training, TreeSettings, Watch, only};
use crate::model::{Model, ModelError, Schema};
use crate::prune::Pruning;
use crate::table::{Table, Target, TargetValues};
use crate::tree::Tree;

/// Everything that can be learned from.
#[derive(Debug)]
pub struct Lesson {
    /// The table, with whatever is not learned from.
    pub table: Table,
    /// The target, or the first of several.
    pub target: Target,
    /// Further targets, learned by the same model.
    pub others: Vec<Target>,
    /// The places of the columns to learn from.
    pub columns: Vec<usize>,
    /// The rows with a target, or with every one.
    pub rows: Vec<u32>,
    /// The weight of each row of the table.
    pub weights: Option<Vec<f64>>,
    /// Factors for the rows of classes.
    pub class_weight: Option<ClassWeight>,
    /// The group, or stratum, of each row of the table, by which forests draw rows.
    pub groups: Option<Vec<u32>>,
}

/// The model of a target, and how it came to be.
#[derive(Debug)]
pub struct Learned {
    /// The model.
    pub model: Model,
    /// How it came to be.
    pub story: Story,
}

/// What is known of how a model came to be, beside the model.
#[derive(Debug)]
pub enum Story {
    /// The tree before and after it was pruned.
    Tree(Box<Fitted>),
    /// Why no more trees were grown.
    Forest(End),
}

impl Lesson {
    /// All targets, the first one first.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        std::iter::once(&self.target).chain(&self.others)
    }

    /// The class of each row, of the first target, by which rows are dealt out evenly.
    pub fn classes(&self) -> Option<&[u32]> {
        match &self.target.values {
            TargetValues::Classes(classes) => Some(&classes.codes),
            TargetValues::Numbers(_) => None,
        }
    }

    /// The name of a class.
    pub fn class_name(&self, class: u32) -> Option<&str> {
        match &self.target.values {
            TargetValues::Classes(classes) => classes.names.get(class as usize).map(String::as_str),
            TargetValues::Numbers(_) => None,
        }
    }

    /// The factors of classes where these rows are learned from.
    pub fn class_factors(&self, rows: &[u32]) -> Option<Vec<f64>> {
        self.class_weight.as_ref()?.factors(&self.training(rows, None))
    }

    /// These rows, to be learned from, with their factors.
    pub fn training<'a>(&'a self, rows: &'a [u32], factors: Option<&'a [f64]>) -> Training<'a> {
        Training {
            rows: Some(rows),
            weights: self.weights.as_deref(),
            class_weights: factors,
            groups: self.groups.as_deref(),
            others: &self.others,
            ..Training::new(&self.table, &self.columns, &self.target)
        }
    }

    /// A tree of the first target with the names of the table.
    pub fn model(&self, settings: &TreeSettings, pruning: Option<&Pruning>, tree: Tree) -> Result<Model> {
        self.model_of(&self.target, settings, pruning, tree)
    }

    fn model_of(
        &self,
        target: &Target,
        settings: &TreeSettings,
        pruning: Option<&Pruning>,
        tree: Tree,
    ) -> Result<Model> {
        let ways = pruning.into_iter().cloned().collect();
        Model::made(self.schema(target), Some(settings.clone()), ways, tree).map_err(|error| broken(&error))
    }

    /// The model of the only target that these rows teach.
    pub fn learn_one(&self, how: &How, rows: &[u32], watch: &dyn Watch) -> Result<Learned> {
        only(self.learn(how, rows, watch)?)
    }

    /// The model of each target that these rows teach.
    pub fn learn(&self, how: &How, rows: &[u32], watch: &dyn Watch) -> Result<Vec<Learned>> {
        // Where classes weigh the same in each tree, they need not beforehand.
        let in_each = matches!(how, How::Forest(way) if way.settings.balance);
        let factors = if in_each { None } else { self.class_factors(rows) };
        let training = self.training(rows, factors.as_deref());
        match how {
            How::Tree(TreeWay { settings, pruning, folds }) => {
                let way = pruning.as_ref().map(|way| (way, folds.as_deref()));
                let fitted = fit_several(&training, settings, way, watch)?;
                let learned = |(fitted, target): (Fitted, &Target)| {
                    let model = self.model_of(target, settings, pruning.as_ref(), fitted.tree().clone())?;
                    Ok(Learned { model, story: Story::Tree(Box::new(fitted)) })
                };
                fitted.into_iter().zip(self.targets()).map(learned).collect()
            }
            How::Forest(ForestWay { settings, course }) => {
                let numbers = 0..u64::from(settings.trees);
                let pieces = Piece::several(&training, settings, numbers, course, watch)?;
                let learned = |(piece, target): (Piece, &Target)| {
                    let findings = if course.importance { piece.findings(&training) } else { None };
                    let known = (Some(piece.settings().clone()), findings);
                    let story = Story::Forest(piece.end());
                    let model = Model::of_forest(self.schema(target), known, piece.into_forest());
                    Ok(Learned { model: model.map_err(|error| broken(&error))?, story })
                };
                pieces.into_iter().zip(self.targets()).map(learned).collect()
            }
        }
    }

    fn schema(&self, target: &Target) -> Schema {
        Schema::new(&self.table, &self.columns, target)
    }
}

/// What was grown makes no model, which cannot be.
fn broken(error: &ModelError) -> crate::error::Error {
    Mistake::BrokenTree { flaw: error.to_string() }.anywhere()
}
