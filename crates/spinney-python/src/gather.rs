//! A forest of trees that are there already.

use pyo3::prelude::*;
use spinney::model::{Model, Models, Schema};
use spinney::tree::Tree;

use crate::error::{unsound, wrong};
use crate::model::PyModel;
use crate::work::alone;

/// The same forest with these trees in place of its own: each the model of a tree that asks for the same columns, and answers the same targets.
#[pyfunction]
pub(crate) fn gather(py: Python<'_>, forest: Bound<'_, PyModel>, trees: Vec<Bound<'_, PyModel>>) -> PyResult<PyModel> {
    let (forest, trees) = (forest.unbind(), trees.into_iter().map(Bound::unbind).collect::<Vec<_>>());
    alone(py, move || {
        let own = forest.get().models.all();
        let mut of_targets = vec![Vec::with_capacity(trees.len()); own.len()];
        for (number, tree) in trees.iter().enumerate() {
            let theirs = tree.get().models.all();
            let misfit = if theirs.len() == own.len() {
                own.iter().zip(theirs).find_map(|(own, theirs)| unlike(own, theirs))
            } else {
                Some(format!("it answers {} targets, and the forest {}", theirs.len(), own.len()))
            };
            if let Some(why) = misfit {
                return Err(wrong(format!("tree {number} does not fit the forest: {why}")));
            }
            for (all, model) in of_targets.iter_mut().zip(theirs) {
                all.push(model.tree().map_err(crate::error::raised)?.clone());
            }
        }
        let made = |(own, trees): (&Model, Vec<Tree>)| own.with_trees(trees).map_err(unsound);
        let models = own.iter().zip(of_targets).map(made).collect::<PyResult<Vec<Model>>>()?;
        Ok(PyModel::of(Models::new(models).map_err(unsound)?))
    })
}

/// Why a tree is not one for this forest; none where it is.
fn unlike(forest: &Model, tree: &Model) -> Option<String> {
    let (own, theirs) = (forest.schema(), tree.schema());
    if own.columns.len() != theirs.columns.len() {
        return Some(format!(
            "it asks for {} features, and the forest for {}",
            theirs.columns.len(),
            own.columns.len()
        ));
    }
    if let Some((own, theirs)) = own.columns.iter().zip(&theirs.columns).find(|(own, theirs)| own != theirs) {
        let told = if own.name == theirs.name {
            format!("it knows {:?} by other values", own.name)
        } else {
            format!("it asks for {:?} where the forest asks for {:?}", theirs.name, own.name)
        };
        return Some(told);
    }
    if own.target.values != theirs.target.values {
        return Some(format!("it answers {}, and the forest {}", answers(theirs), answers(own)));
    }
    // What leaves of trees without a target answer is a depth, which no other number may stand for.
    (forest.blind().is_some() && own.target.name != theirs.target.name)
        .then(|| "its leaves do not tell how deep rows lie".to_owned())
}

/// What is answered, in words.
fn answers(schema: &Schema) -> String {
    const MANY: usize = 5;
    let classes = schema.classes();
    if classes.is_empty() {
        return "numbers".to_owned();
    }
    let named = classes.iter().take(MANY).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    if classes.len() > MANY {
        format!("{named} and {} more classes", classes.len() - MANY)
    } else {
        format!("the classes {named}")
    }
}
