//! A model compiled for predicting.

use std::sync::OnceLock;

use super::above::Above;
use super::answer::{Answer, Outcome, Predicted};
use super::class::above_zero;
use super::desk::Desk;
use super::detours::Detours;
use super::matching::{Rows, Unseen};
use super::stem::{Said, Stem};
use super::used::used_columns;
use super::walk::{SPREAD, View};
use super::way::Way;
use crate::blind::{Blind, BlindKind, outlyingness};
use crate::error::Result;
use crate::forest::{Forest, Vote};
use crate::model::{Model, Schema, TargetKind};
use crate::parallel;
use crate::table::{Number, Table, number};
use crate::tree::{ColumnId, Landing, NodeId, Row, Tree};

/// Rows that one thread takes at a time.
const BLOCK: usize = 8192;

/// A model compiled for predicting: it needs the model no longer.
///
/// ```
/// use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
/// use spinney::predict::{Predictor, Unseen};
/// use spinney::table::{Column, Meaning, Table};
/// use spinney::tree::*;
///
/// let values = ColumnValues::Continuous { meaning: Meaning::Plain };
/// let schema = Schema {
///     columns: vec![ColumnSchema { name: "rain".into(), values }],
///     target: TargetSchema { name: "walk".into(), values: TargetKind::Classes { names: vec!["no".into(), "yes".into()] } },
/// };
/// let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 2.5 }, missing: Missing::Branch(0) };
/// let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
/// let weights = vec![ClassWeight { class: 1, weight: 3.0 }, ClassWeight { class: 0, weight: 2.0 }];
/// let answers = Answers::Classes(ClassAnswers::new(2, vec![0, 0, 1, 2], weights));
/// let tree = Tree::new(vec![root, Node::Leaf, Node::Leaf], answers)?;
///
/// let predictor = Predictor::new(&Model::new(schema, None, tree)?);
/// let table = Table::new(vec![Column::numbers("rain", vec![0.0, 9.0])])?;
/// let predictions = predictor.predict(&table, Unseen::AsNode)?;
/// assert_eq!(predictions.text(0).as_deref(), Some("yes"));
/// assert_eq!(predictions.text(1).as_deref(), Some("no"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Predictor {
    pub(super) schema: Schema,
    /// The columns that the trees ask for.
    pub(super) used: Vec<ColumnId>,
    pub(super) vote: Vote,
    pub(super) way: Way,
    /// Trees without a target: what they answer is turned into a score.
    pub(super) blind: Option<Blind>,
    /// Made when somebody asks for the ways of rows.
    pub(super) above: OnceLock<Above>,
    /// Made when somebody asks for rows of a sparse table.
    pub(super) detours: OnceLock<Option<Detours>>,
}

impl Predictor {
    /// Compiles a model.
    pub fn new(model: &Model) -> Self {
        let vote = model.forest().map_or(Vote::Mean, Forest::vote);
        Predictor { blind: model.blind().cloned(), ..Predictor::of(model.schema(), model.trees(), vote) }
    }

    /// Compiles trees of one schema that answer together.
    ///
    /// They answer as [`Vote`] says; the mean of one tree is what it says alone, its class the heaviest by weight.
    ///
    /// ```
    /// use spinney::forest::Vote;
    /// use spinney::model::Model;
    /// use spinney::predict::{Desk, Predictor};
    /// use spinney::tree::{Cell, ColumnId, Row};
    /// struct Rain(f64);
    /// impl Row for Rain {
    ///     fn cell(&self, _: ColumnId) -> Cell {
    ///         Cell::Number(self.0)
    ///     }
    /// }
    /// let until = |cut: f64| {
    ///     let split = format!(r#"{{"column": "rain", "cut": {cut}}}"#);
    ///     let yes = format!(r#"{{"when": "<= {cut}", "node": {{"predict": "yes"}}}}"#);
    ///     let no = format!(r#"{{"when": "> {cut}", "node": {{"predict": "no"}}}}"#);
    ///     Model::from_json(&format!(r#"{{"target": "walk", "tree": {{"split": {split}, "children": [{yes}, {no}]}}}}"#))
    /// };
    /// let (one, two, three) = (until(1.5)?, until(2.5)?, until(4.5)?);
    /// let trees = [one.tree()?.clone(), two.tree()?.clone(), three.tree()?.clone()];
    /// let predictor = Predictor::of(one.schema(), &trees, Vote::Mean);
    /// let mut desk = Desk::new();
    /// assert_eq!(predictor.text(predictor.one(&mut desk, &Rain(2.0))), "yes"); // two of the three walk in such a rain
    /// assert_eq!(desk.shares(), [1.0 / 3.0, 2.0 / 3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(schema: &Schema, trees: &[Tree], vote: Vote) -> Self {
        let mut used: Vec<ColumnId> = trees.iter().flat_map(used_columns).collect();
        used.sort_unstable();
        used.dedup();
        Predictor {
            schema: schema.clone(),
            used,
            vote,
            way: Way::new(schema, trees, vote),
            blind: None,
            above: OnceLock::new(),
            detours: OnceLock::new(),
        }
    }

    /// The names that it knows.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// What is known of trees without a target; `None` where there was one.
    ///
    /// The answers of an isolation forest are [scores](crate::blind::outlyingness), from 0 to 1.
    pub fn blind(&self) -> Option<&Blind> {
        self.blind.as_ref()
    }

    /// What is answered where the mean of what trees say is this.
    pub(super) fn told(&self, mean: f64) -> f64 {
        match &self.blind {
            Some(blind) if blind.settings.kind == BlindKind::Isolation => outlyingness(mean, blind.rows),
            _ => mean,
        }
    }

    /// How many trees it has.
    pub fn trees(&self) -> usize {
        self.way.trees()
    }

    /// The columns that its trees ask for; a table may do without the others.
    pub fn used(&self) -> &[ColumnId] {
        &self.used
    }

    /// The rows of a table as the model sees them. Columns are found by name, in any order; others are passed over.
    pub fn rows<'a>(&self, table: &'a Table, unseen: Unseen) -> Result<Rows<'a>> {
        Rows::new(&self.schema, &self.used, table, unseen)
    }

    /// The same with these columns alone (in order, each once): for pictures, which need not what the tree asks besides.
    pub fn rows_of<'a>(&self, columns: &[ColumnId], table: &'a Table, unseen: Unseen) -> Result<Rows<'a>> {
        Rows::new(&self.schema, columns, table, unseen)
    }

    /// The tree, where there is one alone that is not reduced to its voice.
    pub(super) fn single(&self) -> Option<&Stem> {
        match &self.way {
            Way::Stems(stems) if stems.len() == 1 && self.vote == Vote::Mean && self.blind.is_none() => stems.first(),
            _ => None,
        }
    }

    /// Where all rows end in a single tree, and what is answered for each; the same for any number of threads.
    pub(super) fn all(&self, stem: &Stem, rows: &Rows<'_>) -> (Vec<u32>, Predicted) {
        if let Some(ends) = self.sparse_ends(rows, 0..rows.len()) {
            let said = ends.iter().copied();
            let values = match &stem.said {
                Said::Classes(classes) => Predicted::Classes(said.map(|end| classes.class_at(end)).collect()),
                Said::Numbers { values, .. } => Predicted::Numbers(said.map(|end| values[end as usize]).collect()),
            };
            return (ends, values);
        }
        if let Some(tiles) = rows.in_tiles(0..rows.len(), |tile| self.all(stem, tile)) {
            let (ends, answers): (Vec<Vec<u32>>, Vec<Predicted>) = tiles.into_iter().unzip();
            return (ends.concat(), Predicted::together(answers, matches!(stem.said, Said::Numbers { .. })));
        }
        let mut ends = vec![0; rows.len()];
        let landings = |row: usize| rows.row(row).map(|row| stem.landings(&row)).unwrap_or_default();
        let values = match &stem.said {
            Said::Classes(classes) => Predicted::Classes(fill(stem, rows, &mut ends, |row, end| match end {
                SPREAD => stem.class(&landings(row)),
                end => classes.class_at(end),
            })),
            Said::Numbers { values, linear } => Predicted::Numbers(fill(stem, rows, &mut ends, |row, end| match end {
                end if end != SPREAD && linear.is_empty() => values[end as usize],
                _ => rows.row(row).map_or(f64::NAN, |cells| stem.number(&landings(row), &cells)),
            })),
        };
        (ends, values)
    }

    /// Where a row ends in the first tree.
    pub fn landings(&self, row: &impl Row) -> Vec<Landing> {
        self.landings_of(0, row)
    }

    /// Where a row ends in one of the trees (from 0); nowhere beyond the last.
    pub fn landings_of(&self, tree: usize, row: &impl Row) -> Vec<Landing> {
        match &self.way {
            Way::Stems(stems) => stems.get(tree).map(|stem| stem.landings(row)).unwrap_or_default(),
            Way::Narrow(_) | Way::Wide(_) | Way::Packed(_) => {
                let end = self.leaves(row).get(tree).copied().flatten();
                end.map(|node| Landing { node, share: 1.0 }).into_iter().collect()
            }
        }
    }

    /// What is answered for a row, which ends at these places of the first tree. A single tree mixes what they say by their shares
    /// and walks no more; a forest asks all of its trees.
    pub fn answer(&self, landings: &[Landing], row: &impl Row) -> Answer {
        let Some(stem) = self.single() else { return self.answer_of(row) };
        match &stem.said {
            Said::Classes(_) => Answer::Class { class: stem.class(landings), shares: stem.shares(landings) },
            Said::Numbers { .. } => Answer::Number(stem.number(landings, row)),
        }
    }

    /// What is answered for one row, on a desk that is used again: no thread is started, and nothing is allocated but by rows that a
    /// tree spreads over its branches. Probabilities are [`Desk::shares`] after it.
    pub fn one(&self, desk: &mut Desk, row: &impl Row) -> Outcome {
        match self.way.one(desk, row, self.vote, self.schema.classes().len()) {
            Outcome::Number(mean) => Outcome::Number(self.told(mean)),
            class @ Outcome::Class(_) => class,
        }
    }

    /// The end of a row in each tree, in the order of the trees; `None` where a tree spreads the row over several.
    pub fn leaves(&self, row: &impl Row) -> Vec<Option<NodeId>> {
        self.way.leaves(row)
    }

    /// What all trees together answer for a row.
    pub fn answer_of(&self, row: &impl Row) -> Answer {
        let mut desk = Desk::new();
        match self.one(&mut desk, row) {
            Outcome::Class(class) => Answer::Class { class, shares: above_zero(desk.shares()) },
            Outcome::Number(value) => Answer::Number(value),
        }
    }

    /// The answer without the probabilities, which a row that ends at one place of a single tree need not be asked for.
    pub fn outcome(&self, landings: &[Landing], row: &impl Row) -> Outcome {
        let Some(stem) = self.single() else { return self.one(&mut Desk::new(), row) };
        match &stem.said {
            Said::Classes(_) => Outcome::Class(stem.class(landings)),
            Said::Numbers { .. } => Outcome::Number(stem.number(landings, row)),
        }
    }

    /// An outcome as people read it: the class's name, a date for a date.
    pub fn text(&self, outcome: Outcome) -> String {
        match (outcome, &self.schema.target.values) {
            (Outcome::Class(class), TargetKind::Classes { names }) => {
                names.get(class as usize).cloned().unwrap_or_default()
            }
            (Outcome::Number(value), TargetKind::Number { meaning }) => {
                Number { values: Vec::new().into(), meaning: *meaning }.text(value)
            }
            (Outcome::Class(number), _) => number.to_string(),
            (Outcome::Number(value), _) => number::text(value),
        }
    }

    /// The probability of one class for a row, which ends at these places of the first tree; 0 where the target is a number.
    pub fn share(&self, landings: &[Landing], row: &impl Row, class: u32) -> f64 {
        let Some(stem) = self.single() else {
            let mut desk = Desk::new();
            self.one(&mut desk, row);
            return desk.shares().get(class as usize).copied().unwrap_or(0.0);
        };
        stem.share(landings, class)
    }
}

/// Walks all rows, block by block, and turns each row and its end into a value.
fn fill<T: Default + Clone + Send>(
    stem: &Stem,
    rows: &Rows<'_>,
    ends: &mut [u32],
    value: impl Fn(usize, u32) -> T + Sync + Send,
) -> Vec<T> {
    let view = View::new(rows);
    let mut values = vec![T::default(); ends.len()];
    let mut blocks: Vec<_> = ends.chunks_mut(BLOCK).zip(values.chunks_mut(BLOCK)).collect();
    parallel::change(&mut blocks, |block, (ends, values)| {
        if view.stopped() {
            return;
        }
        let start = block * BLOCK;
        stem.flats.ends(&view, start, ends);
        for (place, (out, end)) in values.iter_mut().zip(ends.iter()).enumerate() {
            *out = value(start + place, *end);
        }
    });
    drop(blocks);
    values
}
