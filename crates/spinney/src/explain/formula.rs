//! One formula for each class: a disjunction of conjunctions.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde::Serialize;

use crate::error::{Mistake, Result};
use crate::model::Schema;
use crate::table::Task;
use crate::tree::{ColumnId, Missing, Node, Row, Test, Tree};

use super::path::{Paths, level_count};
use super::simplify::{Domain, Part, Parts, simplified};
use super::span::{Condition, Known, WithoutValue};
use super::summary::Summary;
use super::wording::{Words, name};

/// A tree as formulae, one for each class.
///
/// They say what the tree says of every row without missing values whose values the schema knows, the ones included that no
/// training row had at a node. Of missing values they speak only where the tree has a branch for them alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Formula {
    /// The target's name.
    pub target: String,
    /// One for each class, in the order of classes.
    pub classes: Vec<ClassFormula>,
}

/// When a tree answers one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassFormula {
    /// The class's number.
    pub class: u32,
    /// The class's name.
    pub name: String,
    /// One of these must hold: none at all is never, and one without conditions always. Short ones come first, then the
    /// order of the tree.
    pub terms: Vec<Conjunction>,
}

/// Conditions that must all hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conjunction {
    /// One for each column at most.
    pub conditions: Vec<Condition>,
}

/// The formulae of a tree; a mistake where its target is a number, since there is no end to its answers.
pub fn formula(schema: &Schema, tree: &Tree) -> Result<Formula> {
    if schema.task() == Task::Regression {
        return Err(Mistake::NoFormula.in_column(&schema.target.name));
    }
    let summary = Summary::new(tree, |_| false);
    let domains = domains(schema, tree);
    let by_column: BTreeMap<ColumnId, Domain> = domains.iter().map(|domain| (domain.column, *domain)).collect();
    let same = same(schema, tree, &summary);
    let mut terms: Vec<Vec<Parts>> = vec![Vec::new(); schema.classes().len()];
    let mut paths = Paths::new(schema, tree);
    while let Some(end) = paths.next(|node| same[node.place()].is_some(), true) {
        let class = summary.class(end.node()).and_then(|answer| terms.get_mut(answer.class as usize));
        if let (Some(class), Some(parts)) = (class, parts(&paths, &by_column)) {
            class.push(parts);
        }
    }
    let words = Words::new(schema).missing(true);
    let classes = terms.into_iter().zip(schema.classes()).enumerate();
    let classes = classes.map(|(class, (terms, name))| {
        let mut terms = simplified(terms, &domains);
        terms.sort_by_key(Vec::len);
        let terms = terms.into_iter().map(|parts| conjunction(&words, parts)).collect();
        ClassFormula { class: class as u32, name: name.clone(), terms }
    });
    Ok(Formula { target: schema.target.name.clone(), classes: classes.collect() })
}

/// The columns that the tree asks, those asked deepest first: siblings are joined before cousins.
fn domains(schema: &Schema, tree: &Tree) -> Vec<Domain> {
    let mut found: Vec<Domain> = Vec::new();
    let mut place: Vec<Option<usize>> = vec![None; schema.columns.len()];
    for node in tree.nodes().iter().rev() {
        let Node::Branch { split, branches } = node else { continue };
        let alone = match (&split.test, &split.missing) {
            (Test::Threshold { cut }, _) if *cut == f64::INFINITY => true,
            (test, Missing::Branch(branch)) => {
                let levels = level_count(schema, split.column);
                branches.count > test.branches() || Known::of(&split, *branch, levels, false).is_none()
            }
            _ => false,
        };
        let Some(place) = place.get_mut(split.column.place()) else { continue };
        let at = *place.get_or_insert_with(|| {
            found.push(Domain { column: split.column, levels: level_count(schema, split.column), missing: false });
            found.len() - 1
        });
        found[at].missing |= alone;
    }
    found
}

/// For each node the class that everything below it answers, where that is one.
fn same(schema: &Schema, tree: &Tree, summary: &Summary) -> Vec<Option<u32>> {
    let mut same: Vec<Option<u32>> = vec![None; tree.len()];
    for id in tree.ids().rev() {
        let own = summary.class(id).map(|answer| answer.class);
        same[id.place()] = match tree.node(id) {
            Node::Leaf => own,
            Node::Branch { split, branches } => {
                let first = same[branches.first.place()];
                let strays = Known::unlisted(&split, level_count(schema, split.column)).is_none() || own == first;
                first.filter(|_| strays && branches.iter().all(|child| same[child.place()] == first))
            }
        };
    }
    same
}

/// What the path at hand asks; `None` where nothing can come this way.
fn parts(paths: &Paths<'_>, domains: &BTreeMap<ColumnId, Domain>) -> Option<Parts> {
    let mut parts = Parts::new();
    for (column, asked) in paths.asked() {
        let domain = *domains.get(&column)?;
        let missing = domain.missing && asked.missing == WithoutValue::Stays;
        let part = Part { column, known: asked.known.clone(), missing };
        if part.known.is_none() && !missing {
            return None;
        }
        if !part.is_all(domain) {
            parts.push(part);
        }
    }
    Some(parts)
}

fn conjunction(words: &Words<'_>, parts: Parts) -> Conjunction {
    let condition = |part: Part| {
        let missing = if part.missing { WithoutValue::Stays } else { WithoutValue::Leaves };
        Condition::new(words, part.column, part.known, missing)
    };
    Conjunction { conditions: parts.into_iter().map(condition).collect() }
}

impl Conjunction {
    /// Whether all conditions hold of a row.
    pub fn holds(&self, row: &impl Row) -> bool {
        self.conditions.iter().all(|condition| condition.holds(row.cell(condition.id)))
    }
}

impl ClassFormula {
    /// Whether the formula holds of a row.
    pub fn holds(&self, row: &impl Row) -> bool {
        self.terms.iter().any(|term| term.holds(row))
    }

    /// The columns that it names, ascending.
    pub fn columns(&self) -> Vec<ColumnId> {
        let mut columns: Vec<ColumnId> =
            self.terms.iter().flat_map(|term| term.conditions.iter().map(|condition| condition.id)).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

impl fmt::Display for Conjunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.conditions[..] {
            [] => f.write_str("always"),
            [one] => f.write_str(&one.text),
            several => {
                for (place, condition) in several.iter().enumerate() {
                    write!(f, "{}{}", if place == 0 { "(" } else { " ∧ " }, condition.text)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Terms side by side; one below the other with `{:#}`.
impl fmt::Display for ClassFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("never");
        }
        for (place, term) in self.terms.iter().enumerate() {
            if place > 0 {
                f.write_str(if f.alternate() { "\n  ∨ " } else { " ∨ " })?;
            }
            write!(f, "{term}")?;
        }
        Ok(())
    }
}

impl Formula {
    /// A line for each class: `play = Yes: outlook = Overcast ∨ (outlook = Rain ∧ wind = Weak)`. A formula that is longer than
    /// `width` is written with a term on each line.
    pub fn text(&self, width: usize) -> String {
        let mut text = String::new();
        for class in &self.classes {
            let head = format!("{} = {}:", name(&self.target), name(&class.name));
            let line = format!("{head} {class}");
            if line.chars().count() <= width {
                text += &line;
            } else {
                let _ = write!(text, "{head}\n    {class:#}");
            }
            text.push('\n');
        }
        text
    }
}
