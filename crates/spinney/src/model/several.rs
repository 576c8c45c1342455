//! The models of several targets that one tree, or one forest, answers.

use crate::table::Task;
use crate::tree::{Answers, Tree};

use super::body::Body;
use super::error::{Misfit, ModelError};
use super::finished::Model;

/// The models of several targets that were learned together, by one tree or one forest: one for each target, all about the same columns and with
/// the same nodes, which are in memory and in the file once. One model alone is such a list too.
///
/// ```
/// use spinney::model::{Model, Models};
/// let of = |target: &str, yes: u32| format!(r#"{{"target": "{target}", "tree": {{"counts": {{"No": 4, "Yes": {yes}}}}}}}"#);
/// let (rain, wind) = (Model::from_json(&of("rain", 9))?, Model::from_json(&of("wind", 2))?);
/// let models = Models::new(vec![rain, wind.clone()])?;
/// assert_eq!(models.names().collect::<Vec<_>>(), ["rain", "wind"]);
/// assert_eq!(models.of("wind"), Some(&wind));
/// assert_eq!(Models::from_bytes(&models.to_bytes())?, models);
/// # Ok::<(), spinney::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Models {
    /// At least one.
    all: Vec<Model>,
}

impl From<Model> for Models {
    fn from(model: Model) -> Self {
        Models { all: vec![model] }
    }
}

impl Models {
    /// The models of these targets, in their order; they must have all in common but their targets, what their nodes answer, and what was found.
    pub fn new(mut all: Vec<Model>) -> Result<Self, ModelError> {
        let Some((first, others)) = all.split_first_mut() else { return Err(Misfit::NoTarget.into()) };
        for (place, other) in others.iter().enumerate() {
            let target = &other.schema().target.name;
            if let Some(what) = differ(first, other) {
                return Err(Misfit::Unlike { target: target.clone(), what }.into());
            }
            let before = std::iter::once(&*first).chain(&others[..place]);
            if before.into_iter().any(|model| model.schema().target.name == *target) {
                return Err(Misfit::SameName { name: target.clone() }.into());
            }
        }
        for other in others {
            other.share(first);
        }
        Ok(Models { all })
    }

    /// The model of each target.
    pub fn all(&self) -> &[Model] {
        &self.all
    }

    /// The model of the first target.
    pub fn first(&self) -> &Model {
        &self.all[0]
    }

    /// The names of the targets.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.all.iter().map(|model| model.schema().target.name.as_str())
    }

    /// The model of the target of this name.
    pub fn of(&self, target: &str) -> Option<&Model> {
        self.all.iter().find(|model| model.schema().target.name == target)
    }

    /// The only model; where there are several targets, that is an error which names them.
    pub fn into_only(mut self) -> Result<Model, ModelError> {
        match (self.all.pop(), self.all.is_empty()) {
            (Some(only), true) => Ok(only),
            (last, _) => {
                let names = self.all.iter().chain(&last).map(|model| model.schema().target.name.clone());
                Err(Misfit::Several { targets: names.collect() }.into())
            }
        }
    }
}

/// What two models that were not learned together do not have in common.
fn differ(one: &Model, other: &Model) -> Option<&'static str> {
    let (trees, others) = (one.trees(), other.trees());
    let shaped = |(one, other): (&Tree, &Tree)| one.is_shaped_as(other);
    let kinds = match (one.body(), other.body()) {
        (Body::Tree { settings, .. }, Body::Tree { settings: theirs, .. }) => settings == theirs,
        (Body::Forest { settings, forest, .. }, Body::Forest { settings: theirs, forest: other, .. }) => {
            settings == theirs && forest.vote() == other.vote()
        }
        _ => false,
    };
    let same = [
        (one.schema().columns == other.schema().columns, "columns"),
        (is_classes(one) == is_classes(other), "kind of target"),
        (kinds && one.pruning() == other.pruning(), "settings"),
        (!is_linear(one) && !is_linear(other), "kind of leaves"),
        (one.provenance() == other.provenance(), "provenance"),
        (trees.len() == others.len() && trees.iter().zip(others).all(shaped), "nodes"),
    ];
    same.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
}

fn is_classes(model: &Model) -> bool {
    model.schema().task() == Task::Classification
}

/// Whether leaves have linear models, which are for one target.
fn is_linear(model: &Model) -> bool {
    let linear = |tree: &Tree| matches!(tree.answers(), Answers::Numbers(numbers) if !numbers.linear.is_empty());
    model.trees().iter().any(linear)
}
