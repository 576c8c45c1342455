//! What a node and its split say, before names are looked up.

use crate::model::error::{JsonFault, ModelError};
use crate::model::kind::TestKind;
use crate::table::{Kind, number};

use super::document::{Document, Spot};
use super::scan::Value;

/// A question as it is written: of a split, or of a surrogate.
pub(super) struct Question<'d> {
    /// Where it stands.
    pub(super) spot: Spot,
    pub(super) column: &'d str,
    /// The kind of test, where it is said.
    pub(super) kind: Option<TestKind>,
    pub(super) cut: Option<Spot>,
    pub(super) height: Option<Spot>,
    /// What is said of each branch.
    pub(super) sides: Vec<Side<'d>>,
}

/// What is said of one branch.
pub(super) struct Side<'d> {
    pub(super) spot: Spot,
    pub(super) when: When<'d>,
    /// The node of the hierarchy that its values are said to lie below.
    pub(super) at: Option<&'d str>,
}

/// Which rows take a branch.
pub(super) enum When<'d> {
    /// Those of this value, or of this side of a cut.
    One(&'d str),
    /// Those of these values.
    Several(Vec<&'d str>),
    /// Those of the values below a node of a hierarchy.
    Below(&'d str),
    /// Those without a value.
    Missing,
}

/// A node with a split.
pub(super) struct Fork<'d> {
    pub(super) question: Question<'d>,
    pub(super) missing: Option<Spot>,
    pub(super) surrogates: Vec<Spot>,
    /// The nodes of its children, as they are written.
    pub(super) children: Vec<Spot>,
}

/// Fields of a node.
const NODE: [&str; 11] =
    ["rows", "counts", "held", "mean", "median", "quantile", "squared_error", "linear", "predict", "split", "children"];

/// Reads a node; `None` for a leaf.
pub(super) fn fork<'d>(document: &'d Document, node: Spot) -> Result<Option<Fork<'d>>, ModelError> {
    document.fields(node, &NODE)?;
    let (split, children) = match (document.get(node, "split"), document.get(node, "children")) {
        (None, None) => return Ok(None),
        (Some(split), Some(children)) => (split, children),
        (None, _) => return Err(document.fault(node, JsonFault::NoField { name: "split" })),
        (_, None) => return Err(document.fault(node, JsonFault::NoField { name: "children" })),
    };
    document.fields(split, &["column", "kind", "cut", "height", "missing", "surrogates"])?;
    let (mut sides, mut nodes) = (Vec::new(), Vec::new());
    for child in document.list(children)? {
        document.fields(child, &["when", "node"])?;
        sides.push(side(document, document.need(child, "when")?)?);
        nodes.push(document.need(child, "node")?);
    }
    let surrogates = document.get(split, "surrogates").map_or(Ok(Vec::new()), |list| document.list(list))?;
    let missing = document.get(split, "missing");
    Ok(Some(Fork { question: question(document, split, sides)?, missing, surrogates, children: nodes }))
}

/// Reads a surrogate's question.
pub(super) fn surrogate<'d>(document: &'d Document, spot: Spot) -> Result<Question<'d>, ModelError> {
    document.fields(spot, &["column", "kind", "cut", "height", "branches", "to", "agreement"])?;
    let branches = document.get(spot, "branches").map_or(Ok(Vec::new()), |list| document.list(list))?;
    let sides = branches.into_iter().map(|branch| side(document, branch)).collect::<Result<_, _>>()?;
    question(document, spot, sides)
}

fn question<'d>(document: &'d Document, spot: Spot, sides: Vec<Side<'d>>) -> Result<Question<'d>, ModelError> {
    let kind = document.get(spot, "kind").map(|kind| {
        let found = document.text(kind)?;
        let unknown = || JsonFault::UnknownWord { found: found.to_owned(), known: TestKind::WORDS };
        TestKind::from_word(found).ok_or_else(|| document.fault(kind, unknown()))
    });
    Ok(Question {
        spot,
        column: document.text(document.need(spot, "column")?)?,
        kind: kind.transpose()?,
        cut: document.get(spot, "cut"),
        height: document.get(spot, "height"),
        sides,
    })
}

fn side<'d>(document: &'d Document, spot: Spot) -> Result<Side<'d>, ModelError> {
    let names = |list: Spot| -> Result<Vec<&'d str>, ModelError> {
        document.list(list)?.into_iter().map(|name| document.name(name)).collect()
    };
    let mut said = None;
    let when = match document.value_of(spot) {
        Value::List => When::Several(names(spot)?),
        Value::Object => {
            document.fields(spot, &["missing", "at", "values"])?;
            let (missing, at) = (document.get(spot, "missing"), document.get(spot, "at"));
            match (missing, at, document.get(spot, "values")) {
                (Some(missing), None, None) if *document.value_of(missing) == Value::Bool(true) => When::Missing,
                (None, at, Some(values)) => {
                    said = at.map(|at| document.text(at)).transpose()?;
                    When::Several(names(values)?)
                }
                (None, Some(at), None) => When::Below(document.text(at)?),
                _ => return Err(document.expected(spot, "{\"missing\": true}, {\"values\": […]} or {\"at\": …}")),
            }
        }
        _ => When::One(document.name(spot)?),
    };
    Ok(Side { spot, when, at: said })
}

impl Question<'_> {
    /// The kind of test: as it is said, else as its column and its branches let one think.
    pub(super) fn kind(&self, column: Option<Kind>) -> TestKind {
        if let Some(kind) = self.kind {
            return kind;
        }
        match column {
            Some(Kind::Continuous) => return TestKind::Threshold,
            Some(Kind::Ordinal) if self.cut.is_some() => return TestKind::Cut,
            _ if self.height.is_some() => return TestKind::Height,
            None if self.cut.is_some() => return TestKind::Threshold,
            _ => {}
        }
        let known = || self.sides.iter().filter(|side| !matches!(side.when, When::Missing));
        let compares = |side: &Side| matches!(side.when, When::One(text) if comparison(text).is_some_and(numeric));
        if column.is_none() && known().all(compares) {
            return TestKind::Threshold;
        }
        let lists = known().any(|side| matches!(side.when, When::Several(_)));
        if lists && known().count() == 2 { TestKind::Subset } else { TestKind::Values }
    }
}

fn numeric((_, text): (u32, &str)) -> bool {
    number::read(text.trim()).is_some()
}

/// `<= text` is branch 0, `> text` branch 1.
pub(super) fn comparison(text: &str) -> Option<(u32, &str)> {
    let (branch, rest) = match text.strip_prefix("<=") {
        Some(rest) => (0, rest),
        None => (1, text.strip_prefix('>').filter(|rest| !rest.starts_with('='))?),
    };
    Some((branch, rest.strip_prefix(' ').unwrap_or(rest)))
}
