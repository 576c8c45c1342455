//! A model compiled for predicting.

use super::class::{ClassShare, ClassTable};
use super::flat::Flats;
use super::matching::{Rows, Unseen};
use super::used::used_columns;
use super::walk::{SPREAD, View};
use crate::error::Result;
use crate::model::{Model, Schema, TargetKind};
use crate::parallel;
use crate::table::{Number, Table, number};
use crate::tree::{Answers, Cell, ColumnId, Landing, LinearModel, NodeId, Row};

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
/// let answers = Answers::Classes(ClassAnswers { classes: 2, starts: vec![0, 0, 1, 2], weights });
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
    schema: Schema,
    /// The columns that the tree asks for.
    used: Vec<ColumnId>,
    flats: Flats,
    /// The weight of each node's training rows.
    rows: Vec<f64>,
    said: Said,
}

/// What nodes say.
#[derive(Debug, Clone)]
enum Said {
    Classes(ClassTable),
    Numbers { values: Vec<f64>, linear: Vec<(NodeId, LinearModel)> },
}

/// What is answered for one row.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A class.
    Class {
        /// The class.
        class: u32,
        /// The probabilities above 0, in the order of classes.
        shares: Vec<ClassShare>,
    },
    /// A number.
    Number(f64),
}

/// An answer for each row.
#[derive(Debug, Clone, PartialEq)]
pub enum Predicted {
    /// Classes, by number.
    Classes(Vec<u32>),
    /// Numbers.
    Numbers(Vec<f64>),
}

/// What is answered for one row, without its probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// A class.
    Class(u32),
    /// A number.
    Number(f64),
}

impl Predictor {
    /// Compiles a model.
    pub fn new(model: &Model) -> Self {
        let tree = &model.trees()[0]; // a forest is compiled elsewhere
        let used = used_columns(tree);
        let said = match tree.answers() {
            Answers::Classes(leaves) => Said::Classes(ClassTable::new(tree, leaves)),
            Answers::Numbers(all) => Said::Numbers { values: all.values.clone(), linear: all.linear.clone() },
        };
        let rows = tree.ids().map(|id| tree.rows(id)).collect();
        Predictor { schema: model.schema().clone(), used, flats: Flats::new(tree), rows, said }
    }

    /// The names that it knows.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The columns that its tree asks for; a table may do without the others.
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

    /// Where all rows end, and what is answered for each; the same for any number of threads.
    pub(super) fn all(&self, rows: &Rows<'_>) -> (Vec<u32>, Predicted) {
        let mut ends = vec![0; rows.len()];
        let values = match &self.said {
            Said::Classes(classes) => Predicted::Classes(self.fill(rows, &mut ends, |row, end| match end {
                SPREAD => self.class_of(classes, rows, row),
                end => classes.class_at(end),
            })),
            Said::Numbers { values, linear } => Predicted::Numbers(self.fill(rows, &mut ends, |row, end| match end {
                end if end != SPREAD && linear.is_empty() => values[end as usize],
                _ => rows.row(row).map_or(f64::NAN, |row| self.number(&self.landings(&row), &row)),
            })),
        };
        (ends, values)
    }

    /// Walks all rows, block by block, and turns each row and its end into a value.
    fn fill<T: Default + Clone + Send>(
        &self,
        rows: &Rows<'_>,
        ends: &mut [u32],
        value: impl Fn(usize, u32) -> T + Sync + Send,
    ) -> Vec<T> {
        let view = View::new(rows);
        let mut values = vec![T::default(); ends.len()];
        let mut blocks: Vec<_> = ends.chunks_mut(BLOCK).zip(values.chunks_mut(BLOCK)).collect();
        parallel::change(&mut blocks, |block, (ends, values)| {
            let start = block * BLOCK;
            self.flats.ends(&view, start, ends);
            for (place, (out, end)) in values.iter_mut().zip(ends.iter()).enumerate() {
                *out = value(start + place, *end);
            }
        });
        drop(blocks);
        values
    }

    fn class_of(&self, classes: &ClassTable, rows: &Rows<'_>, row: usize) -> u32 {
        let landings = rows.row(row).map(|row| self.landings(&row)).unwrap_or_default();
        classes.best(&landings, &classes.shares(&landings, &self.rows))
    }

    /// Where a row ends.
    pub fn landings(&self, row: &impl Row) -> Vec<Landing> {
        self.flats.landings(row, &self.rows)
    }

    /// What is answered for a row that ends at these places: probabilities and numbers are mixed by the places' shares.
    pub fn answer(&self, landings: &[Landing], row: &impl Row) -> Answer {
        match &self.said {
            Said::Classes(classes) => {
                let shares = classes.shares(landings, &self.rows);
                Answer::Class { class: classes.best(landings, &shares), shares }
            }
            Said::Numbers { .. } => Answer::Number(self.number(landings, row)),
        }
    }

    /// The same without the probabilities, which a row that ends at one place need not be asked for.
    pub fn outcome(&self, landings: &[Landing], row: &impl Row) -> Outcome {
        match (&self.said, landings) {
            (Said::Classes(classes), [only]) => Outcome::Class(classes.class_at(only.node.0)),
            (Said::Classes(classes), _) => {
                Outcome::Class(classes.best(landings, &classes.shares(landings, &self.rows)))
            }
            (Said::Numbers { .. }, _) => Outcome::Number(self.number(landings, row)),
        }
    }

    /// An outcome as people read it: the class's name, a date for a date.
    pub fn text(&self, outcome: Outcome) -> String {
        match (outcome, &self.schema.target.values) {
            (Outcome::Class(class), TargetKind::Classes { names }) => {
                names.get(class as usize).cloned().unwrap_or_default()
            }
            (Outcome::Number(value), TargetKind::Number { meaning }) => {
                Number { values: Vec::new(), meaning: *meaning }.text(value)
            }
            (Outcome::Class(number), _) => number.to_string(),
            (Outcome::Number(value), _) => number::text(value),
        }
    }

    /// The probability of one class for a row that ends at these places; 0 where the target is a number.
    pub fn share(&self, landings: &[Landing], class: u32) -> f64 {
        match &self.said {
            Said::Classes(classes) => classes.share(landings, &self.rows, class),
            Said::Numbers { .. } => 0.0,
        }
    }

    fn number(&self, landings: &[Landing], row: &impl Row) -> f64 {
        let Said::Numbers { values, linear } = &self.said else { return f64::NAN };
        let value = |column: ColumnId| match row.cell(column) {
            Cell::Number(value) => value,
            _ => f64::NAN,
        };
        let says = |node: NodeId| match linear.binary_search_by_key(&node, |(id, _)| *id) {
            Ok(place) => linear[place].1.answer(value),
            Err(_) => values[node.place()],
        };
        match landings {
            [only] => says(only.node),
            _ => landings.iter().map(|landing| landing.share * says(landing.node)).sum(),
        }
    }
}
