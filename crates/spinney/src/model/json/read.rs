//! Text becomes a model.

use serde::de::DeserializeOwned;

use crate::blind::Blind;
use crate::forest::{Findings, Forest, ForestSettings, Vote};
use crate::grow::TreeSettings;
use crate::model::check::check_schema;
use crate::model::error::{JsonFault, Misfit, ModelError};
use crate::model::finished::{Model, Provenance};
use crate::model::schema::{ColumnSchema, Schema, TargetKind, TargetSchema};
use crate::prune::Pruning;
use crate::tree::{Answers, Branches, Flaw, Node, NodeId, Nodes, Tree};

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
        let roots = Roots::new(&document)?;
        let schema = schema(&document, &roots.spots)?;
        let model = match roots.vote {
            None => tree(&document, schema, roots.spots[0])?,
            Some(vote) => many(&document, schema, &roots, vote)?,
        };
        match document.get(top, "provenance") {
            Some(spot) => Ok(model.made_by(form::<Provenance>(&document, spot)?)),
            None => Ok(model),
        }
    }
}

/// Where trees begin.
struct Roots {
    spots: Vec<Spot>,
    /// How they come to one answer; `None` for a tree that stands alone.
    vote: Option<Vote>,
    /// Whether they were grown without a target.
    blind: bool,
}

impl Roots {
    fn new(document: &Document) -> Result<Self, ModelError> {
        let top = Document::top();
        let mut known =
            vec!["provenance", "target", "columns", "settings", "pruning", "findings", "tree", "forest", "blind"];
        document.fields(top, &known)?;
        if let Some(blind) = document.get(top, "blind") {
            document.fields(top, &["provenance", "target", "columns", "settings", "blind"])?;
            document.fields(blind, &["trees"])?;
            let spots = document.list(document.need(blind, "trees")?)?;
            return Ok(Roots { spots, vote: Some(Vote::Mean), blind: true });
        }
        let Some(forest) = document.get(top, "forest") else {
            known.retain(|name| *name != "findings");
            document.fields(top, &known)?;
            return Ok(Roots { spots: vec![document.need(top, "tree")?], vote: None, blind: false });
        };
        // What belongs to a tree that stands alone has no place beside a forest.
        known.retain(|name| !["pruning", "tree"].contains(name));
        document.fields(top, &known)?;
        document.fields(forest, &["vote", "trees"])?;
        let vote = document.get(forest, "vote").map(|spot| form::<Vote>(document, spot)).transpose()?;
        let spots = document.list(document.need(forest, "trees")?)?;
        Ok(Roots { spots, vote: Some(vote.unwrap_or_default()), blind: false })
    }
}

/// The model of one tree.
fn tree(document: &Document, schema: Schema, root: Spot) -> Result<Model, ModelError> {
    let top = Document::top();
    let settings = document.get(top, "settings").map(|spot| form::<Option<TreeSettings>>(document, spot));
    let (nodes, tree) = build(document, &mut Lookup::new(&schema), root)?;
    let at_node = |error: ModelError| {
        let spot = node_of(&error).and_then(|node| nodes.get(node as usize));
        document.fault(spot.copied().unwrap_or(top), JsonFault::Model(Box::new(error)))
    };
    let tree = tree.map_err(|flaw| at_node(flaw.into()))?;
    let pruning = document.get(top, "pruning").map(|spot| form::<Vec<Pruning>>(document, spot));
    let pruning = pruning.transpose()?.unwrap_or_default();
    Model::made(schema, settings.transpose()?.flatten(), pruning, tree).map_err(at_node)
}

/// The model of many trees.
fn many(document: &Document, schema: Schema, roots: &Roots, vote: Vote) -> Result<Model, ModelError> {
    let top = Document::top();
    let findings = document.get(top, "findings").map(|spot| form::<Option<Findings>>(document, spot));
    let fault = |spot: Option<&Spot>, error| document.fault(*spot.unwrap_or(&top), JsonFault::Model(Box::new(error)));
    let (mut spots, mut trees) = (Vec::new(), Vec::new());
    let mut lookup = Lookup::new(&schema);
    for root in &roots.spots {
        let (nodes, tree) = build(document, &mut lookup, *root)?;
        let at_node = |flaw: Flaw| {
            let error = ModelError::from(flaw);
            fault(node_of(&error).and_then(|node| nodes.get(node as usize)), error)
        };
        trees.push(tree.map_err(at_node)?);
        spots.push(nodes);
    }
    let forest = Forest::new(trees, vote).map_err(|flaw| fault(None, flaw.into()))?;
    if forest.vote() != vote {
        let at = document.get(top, "forest").unwrap_or(top);
        return Err(document.fault(at, JsonFault::Disagree { one: "a majority", two: "answers that are numbers" }));
    }
    let made = if roots.blind {
        Model::blind_of(schema, form::<Blind>(document, document.need(top, "settings")?)?, forest)
    } else {
        let settings = document.get(top, "settings").map(|spot| form::<Option<ForestSettings>>(document, spot));
        Model::of_forest(schema, (settings.transpose()?.flatten(), findings.transpose()?.flatten()), forest)
    };
    made.map_err(|error| {
        let ModelError::Misfit(Misfit::InTree { tree, misfit }) = error else { return fault(None, error) };
        let nodes = spots.get(tree as usize);
        let spot = nodes.and_then(|nodes| nodes.get(misfit.node().unwrap_or(0) as usize));
        fault(spot, ModelError::Misfit(*misfit))
    })
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

fn schema(document: &Document, roots: &[Spot]) -> Result<Schema, ModelError> {
    let target = target(document, roots)?;
    let declared = document.get(Document::top(), "columns");
    let columns = match declared {
        None => infer::columns(document, roots)?,
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
fn target(document: &Document, roots: &[Spot]) -> Result<TargetSchema, ModelError> {
    let spot = document.need(Document::top(), "target")?;
    if let Value::Text(name) = document.value_of(spot) {
        return Ok(TargetSchema { name: name.clone().into_owned(), values: infer::target(document, roots)? });
    }
    if document.get(spot, "kind").is_some() {
        return form(document, spot);
    }
    document.fields(spot, &["name", "classes"])?;
    let name = document.text(document.need(spot, "name")?)?.to_owned();
    let Some(classes) = document.get(spot, "classes") else {
        return Ok(TargetSchema { name, values: infer::target(document, roots)? });
    };
    let names = document.list(classes)?.into_iter().map(|class| document.name(class).map(str::to_owned));
    Ok(TargetSchema { name, values: TargetKind::Classes { names: names.collect::<Result<_, _>>()? } })
}

/// The nodes, level by level, with the places where they stand; and their tree.
fn build(document: &Document, lookup: &mut Lookup, top: Spot) -> Result<(Vec<Spot>, Result<Tree, Flaw>), ModelError> {
    let mut spots = vec![top];
    let mut nodes: Vec<(Spot, Node)> = Vec::new();
    while let Some(spot) = spots.get(nodes.len()).copied() {
        let Some(fork) = fork(document, spot)? else {
            nodes.push((spot, Node::Leaf));
            continue;
        };
        let resolved = resolve(document, lookup, &fork)?;
        let branches = Branches { first: NodeId(spots.len() as u32), count: resolved.children.len() as u32 };
        nodes.push((spot, Node::Branch { split: resolved.split, branches }));
        spots.extend(resolved.children);
    }
    let answers = match lookup.schema.target.values {
        TargetKind::Classes { .. } => Answers::Classes(answer::classes(document, lookup, &nodes)?),
        TargetKind::Number { .. } => Answers::Numbers(answer::numbers(document, lookup, &nodes)?),
    };
    Ok((spots, Tree::new(nodes.into_iter().map(|(_, node)| node).collect::<Nodes>(), answers)))
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
