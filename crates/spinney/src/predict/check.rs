//! A tree and its schema come from one file, and a person may have written it: every number of the tree must have a name.

use crate::error::{Mistake, Result};
use crate::model::{ColumnValues, Model, Schema};
use crate::tree::{Answers, ColumnId, Missing, Node, NodeId, Test};

/// More columns than a flat node can number.
const MOST_COLUMNS: usize = 1 << 28;

/// The columns that the tree asks for, in order, each once; a mistake where the tree does not fit its schema.
pub(super) fn check(model: &Model) -> Result<Vec<ColumnId>> {
    let Model { schema, tree, .. } = model;
    check_answers(model)?;
    let mut used = Vec::new();
    for id in tree.ids() {
        let Node::Branch { split, .. } = tree.node(id) else { continue };
        check_test(schema, id, split.column, &split.test)?;
        used.push(split.column);
        let Missing::Surrogates(surrogates) = &split.missing else { continue };
        for surrogate in surrogates {
            check_test(schema, id, surrogate.column, &surrogate.test)?;
            used.push(surrogate.column);
        }
    }
    if let Answers::Numbers(numbers) = tree.answers() {
        used.extend(numbers.linear.iter().flat_map(|(_, model)| model.terms.iter().map(|term| term.column)));
    }
    used.sort_unstable();
    used.dedup();
    Ok(used)
}

fn misfit<T>(node: NodeId, what: &'static str) -> Result<T> {
    Err(Mistake::Misfit { node: node.0, what }.anywhere())
}

fn check_test(schema: &Schema, node: NodeId, column: ColumnId, test: &Test) -> Result<()> {
    let Some(known) = schema.columns.get(column.place()).filter(|_| column.place() < MOST_COLUMNS) else {
        return misfit(node, "asks for a column that has no name");
    };
    let fits = match test {
        Test::Threshold { .. } => matches!(known.values, ColumnValues::Continuous { .. }),
        Test::Cut { .. } => matches!(known.values, ColumnValues::Ordinal { .. }),
        Test::Height { .. } => matches!(known.values, ColumnValues::Hierarchical { .. }),
        Test::Values { .. } | Test::Subset { .. } => !matches!(known.values, ColumnValues::Continuous { .. }),
    };
    if !fits {
        return misfit(node, "asks for values that its column does not have");
    }
    let last = match test {
        Test::Threshold { .. } => None,
        Test::Cut { level } => Some(*level),
        _ => test.levels().and_then(|levels| levels.last()).map(|pair| pair.level),
    };
    match last {
        Some(level) if level as usize >= known.levels().len() => misfit(node, "names a level that its column lacks"),
        _ => Ok(()),
    }
}

fn check_answers(model: &Model) -> Result<()> {
    let (schema, tree) = (&model.schema, &model.tree);
    match (tree.answers(), schema.classes()) {
        (Answers::Classes(classes), names) if classes.classes as usize != names.len() || names.is_empty() => {
            misfit(NodeId::ROOT, "answers other classes than there are names")
        }
        (Answers::Classes(_), _) if tree.rows(NodeId::ROOT) <= 0.0 => misfit(NodeId::ROOT, "holds no weight"),
        (Answers::Numbers(_), [_, ..]) => misfit(NodeId::ROOT, "answers numbers where there are classes"),
        (Answers::Numbers(numbers), []) => {
            let continuous = |id: ColumnId| {
                let column = schema.columns.get(id.place());
                column.is_some_and(|column| matches!(column.values, ColumnValues::Continuous { .. }))
            };
            let unfit = |(_, model): &&(NodeId, crate::tree::LinearModel)| {
                !model.terms.iter().all(|term| continuous(term.column))
            };
            match numbers.linear.iter().find(unfit) {
                Some((node, _)) => misfit(*node, "counts with a column that holds no numbers"),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}
