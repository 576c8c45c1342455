//! What nodes say of the target.

use crate::model::error::{JsonFault, ModelError};
use crate::tree::{ClassAnswers, ClassWeight, LinearModel, Node, NodeId, NumberAnswers, Term, heaviest};

use super::document::{Document, Spot};
use super::lookup::Lookup;
use super::scan::Value;

/// Answers of classes, taken from the leaves; what other nodes say of them is their leaves' sum, and is passed over.
pub(super) fn classes(
    document: &Document,
    lookup: &Lookup,
    nodes: &[(Spot, Node)],
) -> Result<ClassAnswers, ModelError> {
    let classes = lookup.schema.classes().len() as u32;
    let mut answers = ClassAnswers::new(classes, vec![0], Vec::new());
    for (place, (spot, node)) in (0..).zip(nodes) {
        let held = document.get(*spot, "held").map(|held| share(document, classes, held)).transpose()?;
        answers.held.extend(held.map(|share| (NodeId(place), share)));
        if matches!(node, Node::Leaf) {
            answers.weights.extend(leaf(document, lookup, (*spot, held))?);
        }
        answers.starts.push(answers.weights.len() as u32);
    }
    Ok(answers)
}

/// The share of the second of two classes.
fn share(document: &Document, classes: u32, spot: Spot) -> Result<f64, ModelError> {
    let share = document.number(spot)?;
    let sound = classes == 2 && (0.0..=1.0).contains(&share);
    if sound { Ok(share) } else { Err(document.expected(spot, "the share of the second of two classes, 0 to 1")) }
}

fn leaf(
    document: &Document,
    lookup: &Lookup,
    (spot, held): (Spot, Option<f64>),
) -> Result<Vec<ClassWeight>, ModelError> {
    let predict = document.get(spot, "predict");
    let class = predict.map(|predict| lookup.class(document, predict, document.name(predict)?)).transpose()?;
    let rows = document.get(spot, "rows").map(|rows| weight(document, rows)).transpose()?;
    let disagree = |one, two| Err(document.fault(spot, JsonFault::Disagree { one, two }));
    let held = held.map(|second| u32::from(second > 0.5));
    if class.is_some() && held.is_some_and(|held| class != Some(held)) {
        return disagree("\"predict\"", "\"held\"");
    }
    let Some(counts) = document.get(spot, "counts") else {
        let class = class.ok_or_else(|| document.expected(spot, "\"predict\" or \"counts\""))?;
        let weight = rows.unwrap_or(1.0);
        return Ok(if weight > 0.0 { vec![ClassWeight { class, weight }] } else { Vec::new() });
    };
    let weights = counted(document, lookup, counts)?;
    let first = held.or(heaviest(&weights).map(|pair| pair.class));
    if class.is_some() && class != first {
        return disagree("\"predict\"", "\"counts\"");
    }
    let sum = weights.iter().map(|pair| pair.weight).sum::<f64>();
    // Sums of decimals differ in their last digits from what a person writes.
    if rows.is_some_and(|rows| (rows - sum).abs() > 1e-9 * sum) {
        return disagree("\"rows\"", "\"counts\"");
    }
    Ok(weights)
}

/// The weights above 0, in the order of classes.
fn counted(document: &Document, lookup: &Lookup, counts: Spot) -> Result<Vec<ClassWeight>, ModelError> {
    if *document.value_of(counts) != Value::Object {
        return Err(document.expected(counts, "an object such as {\"Yes\": 9, \"No\": 5}"));
    }
    let mut weights = Vec::new();
    for count in document.members(counts) {
        let class = lookup.class(document, count, document.key(count))?;
        weights.push(ClassWeight { class, weight: weight(document, count)? });
    }
    weights.sort_by_key(|pair| pair.class);
    if let Some(pair) = weights.windows(2).find(|pair| pair[0].class == pair[1].class) {
        let name = lookup.schema.classes()[pair[0].class as usize].clone();
        return Err(document.fault(counts, JsonFault::Twice { name }));
    }
    weights.retain(|pair| pair.weight > 0.0);
    Ok(weights)
}

fn weight(document: &Document, spot: Spot) -> Result<f64, ModelError> {
    let weight = document.number(spot)?;
    if weight >= 0.0 { Ok(weight) } else { Err(document.expected(spot, "a number that is not negative")) }
}

/// Answers of numbers. What a node with children does not say follows from its children.
pub(super) fn numbers(
    document: &Document,
    lookup: &Lookup,
    nodes: &[(Spot, Node)],
) -> Result<NumberAnswers, ModelError> {
    let none = || vec![0.0; nodes.len()];
    let mut answers = NumberAnswers { rows: none(), values: none(), errors: none(), linear: Vec::new() };
    for (place, (spot, node)) in nodes.iter().enumerate().rev() {
        let said = |name: &str| document.get(*spot, name).map(|field| weight(document, field)).transpose();
        let (rows, error, value) = (said("rows")?, said("squared_error")?, value(document, *spot)?);
        let (rows, value, error) = match node {
            Node::Leaf => {
                let value = value.ok_or_else(|| document.expected(*spot, "\"predict\" or \"mean\""))?;
                (rows.unwrap_or(1.0), value, error.unwrap_or(0.0))
            }
            Node::Branch { branches, .. } => {
                let children = branches.first.place()..branches.first.place() + branches.count as usize;
                let sum = branches.sum(&answers.rows);
                if rows.is_some_and(|rows| (rows - sum).abs() > 1e-9 * sum) {
                    let (one, two) = ("\"rows\"", "the rows of its branches");
                    return Err(document.fault(*spot, JsonFault::Disagree { one, two }));
                }
                let parts = children.clone().map(|child| answers.rows[child] * answers.values[child]);
                let mean = if sum > 0.0 { parts.sum::<f64>() / sum } else { answers.values[children.start] };
                let value = value.unwrap_or(mean);
                let far = |child: usize| answers.rows[child] * (answers.values[child] - value).powi(2);
                let spread = children.map(|child| answers.errors[child] + far(child)).sum();
                (sum, value, error.unwrap_or(spread))
            }
        };
        (answers.rows[place], answers.values[place], answers.errors[place]) = (rows, value, error);
        if let Some(model) = document.get(*spot, "linear") {
            answers.linear.push((NodeId(place as u32), linear(document, lookup, model)?));
        }
    }
    answers.linear.reverse();
    Ok(answers)
}

/// The answer under any of its names, which must agree.
fn value(document: &Document, spot: Spot) -> Result<Option<f64>, ModelError> {
    let mut found: Option<f64> = None;
    for name in ["mean", "median", "quantile", "predict"] {
        let Some(field) = document.get(spot, name) else { continue };
        let value = document.number(field)?;
        if found.is_some_and(|found| found != value) {
            return Err(document.fault(field, JsonFault::Disagree { one: "this", two: "the answer before it" }));
        }
        found = found.or(Some(value));
    }
    Ok(found)
}

fn linear(document: &Document, lookup: &Lookup, spot: Spot) -> Result<LinearModel, ModelError> {
    document.fields(spot, &["base", "low", "high", "terms"])?;
    let number = |spot: Spot, name| document.number(document.need(spot, name)?);
    let term = |spot: Spot| {
        document.fields(spot, &["column", "slope", "centre"])?;
        let column = document.need(spot, "column")?;
        let column = lookup.column(document, column, document.text(column)?)?;
        Ok(Term { column, slope: number(spot, "slope")?, centre: number(spot, "centre")? })
    };
    let terms = document.list(document.need(spot, "terms")?)?;
    Ok(LinearModel {
        base: number(spot, "base")?,
        terms: terms.into_iter().map(term).collect::<Result<_, ModelError>>()?,
        low: number(spot, "low")?,
        high: number(spot, "high")?,
    })
}
