//! What columns are worth: as was found while the model grew, or on the rows of a table.

use spinney::fit::in_terms;
use spinney::forest::{Repeats, Worth, permutation_on};
use spinney::grow::Training;
use spinney::model::Model;
use spinney::table::{Table, Task};

use super::super::asking::{tree_of, weights};
use super::super::learning::known_rows;
use super::super::worth::{ColumnWorth, ranked};
use crate::args::{Explain as Args, General};
use crate::fault::Outcome;
use crate::reading;

/// Repeats where the person names no number.
const REPEATS: u32 = 10;

/// What columns are worth.
pub(super) struct Found {
    pub(super) target: String,
    pub(super) task: Task,
    pub(super) trees: usize,
    pub(super) columns: Columns,
}

/// The columns, the most important first.
pub(super) enum Columns {
    /// What was found while the model grew.
    Grown(Vec<ColumnWorth>),
    /// What is lost where the values of a column are dealt out anew.
    Permuted { rows: usize, repeats: u32, columns: Vec<(String, Worth)> },
}

impl Found {
    fn new(model: &Model, columns: Columns) -> Self {
        let schema = model.schema();
        Found { target: schema.target.name.clone(), task: schema.task(), trees: model.trees().len(), columns }
    }

    /// What was found while the model, or one of its trees, grew.
    pub(super) fn grown(args: &Args, model: &Model) -> Outcome<Self> {
        let model = read(args, model)?;
        Ok(Found::new(&model, Columns::Grown(ranked(&model))))
    }

    /// What the rows of a table tell.
    pub(super) fn permuted(
        args: &Args,
        model: &Model,
        (file, table): (&str, &Table),
        general: &General,
    ) -> Outcome<Self> {
        let model = read(args, model)?;
        let weights = args.weight.as_deref().map(|name| weights(table, name, file)).transpose()?;
        let how = Repeats { repeats: args.repeats.unwrap_or(REPEATS), seed: general.seed };
        let found = || {
            let terms = in_terms(model.schema(), table)?;
            let rows = known_rows(&terms.target);
            let data = Training { rows: Some(&rows), weights: weights.as_deref(), ..terms.training() };
            Ok((permutation_on(model.trees(), &data, how, &())?, rows.len()))
        };
        let (worth, rows) = found().map_err(|error| reading::in_file(file, &error))?;
        let names = model.schema().columns.iter().map(|column| column.name.clone());
        let mut columns: Vec<(String, Worth)> = names.zip(worth).collect();
        columns.sort_by(|one, two| two.1.mean.total_cmp(&one.1.mean)); // stable: equal ones in the order of columns
        Ok(Found::new(&model, Columns::Permuted { rows, repeats: how.repeats, columns }))
    }
}

fn read(args: &Args, model: &Model) -> Outcome<Model> {
    match args.tree {
        None => Ok(model.clone()),
        Some(_) => tree_of(model, &args.model, args.tree),
    }
}
