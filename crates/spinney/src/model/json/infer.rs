//! Columns and classes that a text does not declare, as its splits and leaves use them.

use std::collections::BTreeMap;

use crate::model::error::{JsonFault, ModelError};
use crate::model::kind::TestKind;
use crate::model::schema::{ColumnSchema, ColumnValues, TargetKind};
use crate::table::Meaning;
use crate::table::level::{Interner, canonical_order};

use super::document::{Document, Spot};
use super::scan::Value;
use super::sketch::{Question, When, fork, surrogate};

/// What is known of a column so far: numbers, or names.
enum Seen {
    Numbers,
    Names(Interner),
}

/// The columns in the order in which they are met, level by level of all trees.
#[derive(Default)]
struct Columns<'d> {
    places: BTreeMap<&'d str, usize>,
    seen: Vec<(&'d str, Seen)>,
}

/// The columns of the splits below these roots: thresholds are asked of numbers, values of names.
pub(super) fn columns(document: &Document, roots: &[Spot]) -> Result<Vec<ColumnSchema>, ModelError> {
    let mut columns = Columns::default();
    let mut open = roots.to_vec();
    let mut next = 0;
    while let Some(node) = open.get(next).copied() {
        next += 1;
        if let Some(fork) = fork(document, node)? {
            columns.ask(document, &fork.question)?;
            for other in fork.surrogates {
                columns.ask(document, &surrogate(document, other)?)?;
            }
            open.extend(fork.children);
        }
        for term in terms(document, node)? {
            columns.note(document, term, document.text(term)?, true)?;
        }
    }
    Ok(columns.finish())
}

/// The names of the columns of a leaf's linear model.
fn terms(document: &Document, node: Spot) -> Result<Vec<Spot>, ModelError> {
    let terms = document.get(node, "linear").and_then(|linear| document.get(linear, "terms"));
    let terms = terms.map_or(Ok(Vec::new()), |terms| document.list(terms))?;
    terms.into_iter().map(|term| document.need(term, "column")).collect()
}

impl<'d> Columns<'d> {
    fn ask(&mut self, document: &Document, question: &Question<'d>) -> Result<(), ModelError> {
        let kind = question.kind(None);
        if matches!(kind, TestKind::Cut | TestKind::Height) {
            let fault = JsonFault::Undeclared { column: question.column.to_owned(), test: kind.word() };
            return Err(document.fault(question.spot, fault));
        }
        let place = self.note(document, question.spot, question.column, kind == TestKind::Threshold)?;
        let Seen::Names(names) = &mut self.seen[place].1 else { return Ok(()) };
        for side in &question.sides {
            match &side.when {
                When::One(name) => _ = names.intern(name),
                When::Several(several) => several.iter().for_each(|name| _ = names.intern(name)),
                When::Below(_) | When::Missing => {}
            }
        }
        Ok(())
    }

    /// The place of a column, new or known, which must be of one kind throughout.
    fn note(&mut self, document: &Document, spot: Spot, name: &'d str, numbers: bool) -> Result<usize, ModelError> {
        let next = self.seen.len();
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.seen.push((name, if numbers { Seen::Numbers } else { Seen::Names(Interner::default()) }));
        }
        if matches!(self.seen[place].1, Seen::Numbers) != numbers {
            return Err(document.fault(spot, JsonFault::TwoKinds { column: name.to_owned() }));
        }
        Ok(place)
    }

    fn finish(self) -> Vec<ColumnSchema> {
        let column = |(name, seen): (&str, Seen)| {
            let values = match seen {
                Seen::Numbers => ColumnValues::Continuous { meaning: Meaning::Plain },
                Seen::Names(names) => ColumnValues::Nominal { levels: canonical(&names) },
            };
            ColumnSchema { name: name.to_owned(), values }
        };
        self.seen.into_iter().map(column).collect()
    }
}

/// The target as the leaves below these roots answer it: names or counts are classes, other answers numbers.
pub(super) fn target(document: &Document, roots: &[Spot]) -> Result<TargetKind, ModelError> {
    let mut names = Interner::default();
    let (mut open, mut classes) = (roots.to_vec(), false);
    while let Some(node) = open.pop() {
        if let Some(fork) = fork(document, node)? {
            open.extend(fork.children);
            continue;
        }
        if let Some(counts) = document.get(node, "counts") {
            classes = true;
            document.members(counts).for_each(|class| _ = names.intern(document.key(class)));
        }
        if let Some(predict) = document.get(node, "predict") {
            classes |= !matches!(document.value_of(predict), Value::Number(_));
            names.intern(document.name(predict)?);
        }
    }
    let number = TargetKind::Number { meaning: Meaning::Plain };
    Ok(if classes { TargetKind::Classes { names: canonical(&names) } } else { number })
}

fn canonical(names: &Interner) -> Vec<String> {
    let levels = names.levels();
    canonical_order(&levels).into_iter().map(|place| levels[place as usize].to_owned()).collect()
}
