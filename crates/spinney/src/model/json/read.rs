//! Text becomes a model.

use serde::de::DeserializeOwned;

use crate::grow::TreeSettings;
use crate::model::check::check_schema;
use crate::model::error::{JsonFault, ModelError};
use crate::model::finished::{Model, Provenance};
use crate::model::schema::{ColumnSchema, Schema, TargetKind, TargetSchema};
use crate::prune::Pruning;
use crate::tree::{Answers, Branches, Flaw, Node, NodeId, Tree};

use super::document::{Document, Spot};
use super::lookup::Lookup;
use super::scan::Value;
use super::sketch::fork;
use super::split::resolve;
use super::{answer, infer};

impl Model {
    /// The model of a JSON text, such as a person writes or [`Model::to_json_text`]; columns and classes that it does not
    /// declare are those that its splits and leaves use.
    ///
    /// ```
    /// use spinney::model::Model;
    /// let text = r#"{"target": "play", "columns": [{"kind": "continuous", "name": "humidity"}], "tree": {
    ///     "split": {"column": "humidty"},
    ///     "children": [{"when": "<= 75", "node": {"predict": "Yes"}}, {"when": "> 75", "node": {"predict": "No"}}]
    /// }}"#;
    /// let error = Model::from_json(text).unwrap_err();
    /// assert_eq!(error.to_string(), "tree.split (line 2): there is no column \"humidty\"; did you mean \"humidity\"?");
    /// ```
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let document = Document::new(text)?;
        let top = Document::top();
        document.fields(top, &["provenance", "target", "columns", "settings", "pruning", "tree"])?;
        let tree = document.need(top, "tree")?;
        let schema = schema(&document, tree)?;
        let settings = document.get(top, "settings").map(|spot| form::<Option<TreeSettings>>(&document, spot));
        let (nodes, tree) = build(&document, &schema, tree)?;
        let at_node = |error: ModelError| {
            let spot = node_of(&error).and_then(|node| nodes.get(node as usize));
            document.fault(spot.copied().unwrap_or(top), JsonFault::Model(Box::new(error)))
        };
        let tree = tree.map_err(|flaw| at_node(flaw.into()))?;
        let pruning = document.get(top, "pruning").map(|spot| form::<Vec<Pruning>>(&document, spot));
        let pruning = pruning.transpose()?.unwrap_or_default();
        let model = Model::made(schema, settings.transpose()?.flatten(), pruning, tree).map_err(at_node)?;
        match document.get(top, "provenance") {
            Some(spot) => Ok(model.made_by(form::<Provenance>(&document, spot)?)),
            None => Ok(model),
        }
    }
}

/// A value in one of the forms that have a reader of their own; none of them is deep.
fn form<T: DeserializeOwned>(document: &Document, spot: Spot) -> Result<T, ModelError> {
    serde_json::from_str(document.span(spot)).map_err(|error| {
        let reason = error.to_string();
        // Its place is counted from the start of the value, which would mislead.
        let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
        document.fault(spot, JsonFault::Form { reason })
    })
}

fn schema(document: &Document, tree: Spot) -> Result<Schema, ModelError> {
    let target = target(document, tree)?;
    let declared = document.get(Document::top(), "columns");
    let columns = match declared {
        None => infer::columns(document, tree)?,
        Some(list) => document
            .list(list)?
            .into_iter()
            .map(|column| form::<ColumnSchema>(document, column))
            .collect::<Result<_, _>>()?,
    };
    let schema = Schema { columns, target };
    check_schema(&schema).map_err(|misfit| {
        let spot = declared.unwrap_or_else(Document::top);
        document.fault(spot, JsonFault::Model(Box::new(misfit.into())))
    })?;
    Ok(schema)
}

/// A target with its kind is read as it is; of a name alone, or without a kind, the leaves tell the rest.
fn target(document: &Document, tree: Spot) -> Result<TargetSchema, ModelError> {
    let spot = document.need(Document::top(), "target")?;
    if let Value::Text(name) = document.value_of(spot) {
        return Ok(TargetSchema { name: name.clone().into_owned(), values: infer::target(document, tree)? });
    }
    if document.get(spot, "kind").is_some() {
        return form(document, spot);
    }
    document.fields(spot, &["name", "classes"])?;
    let name = document.text(document.need(spot, "name")?)?.to_owned();
    let Some(classes) = document.get(spot, "classes") else {
        return Ok(TargetSchema { name, values: infer::target(document, tree)? });
    };
    let names = document.list(classes)?.into_iter().map(|class| document.name(class).map(str::to_owned));
    Ok(TargetSchema { name, values: TargetKind::Classes { names: names.collect::<Result<_, _>>()? } })
}

/// The nodes, level by level, with the places where they stand; and their tree.
fn build(document: &Document, schema: &Schema, top: Spot) -> Result<(Vec<Spot>, Result<Tree, Flaw>), ModelError> {
    let mut lookup = Lookup::new(schema);
    let mut spots = vec![top];
    let mut nodes: Vec<(Spot, Node)> = Vec::new();
    while let Some(spot) = spots.get(nodes.len()).copied() {
        let Some(fork) = fork(document, spot)? else {
            nodes.push((spot, Node::Leaf));
            continue;
        };
        let resolved = resolve(document, &mut lookup, &fork)?;
        let branches = Branches { first: NodeId(spots.len() as u32), count: resolved.children.len() as u32 };
        nodes.push((spot, Node::Branch { split: resolved.split, branches }));
        spots.extend(resolved.children);
    }
    let answers = match schema.target.values {
        TargetKind::Classes { .. } => Answers::Classes(answer::classes(document, &lookup, &nodes)?),
        TargetKind::Number { .. } => Answers::Numbers(answer::numbers(document, &lookup, &nodes)?),
    };
    Ok((spots, Tree::new(nodes.into_iter().map(|(_, node)| node).collect(), answers)))
}

/// The node that an error is about.
fn node_of(error: &ModelError) -> Option<u32> {
    match error {
        ModelError::Misfit(misfit) => misfit.node(),
        ModelError::Tree(flaw) => match flaw {
            Flaw::NoRoot | Flaw::TooMany => None,
            Flaw::OutOfOrder { node }
            | Flaw::Orphan { node }
            | Flaw::NoBranch { node, .. }
            | Flaw::WrongCount { node, .. }
            | Flaw::Levels { node }
            | Flaw::Cut { node }
            | Flaw::Answers { node } => Some(*node),
        },
        _ => None,
    }
}
