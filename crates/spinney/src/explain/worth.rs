//! What columns are worth: as was found while the model grew, or on the rows of a table.

use serde::Serialize;

use crate::error::Result;
use crate::fit::in_terms;
use crate::forest::{Importances, Repeats, Worth, permutation_on};
use crate::grow::{Training, Watch};
use crate::model::{Body, ColumnSchema, Model};
use crate::table::{Table, Task};

/// What one column is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ColumnWorth {
    /// Its name.
    pub column: String,
    /// What its splits take off the impurity of rows that their trees were not grown from, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub debiased: Option<Worth>,
    /// The same for the rows that trees were grown from, as a share.
    pub impurity: f64,
    /// The same as it is.
    pub decrease: f64,
    /// How many splits ask it.
    pub splits: u64,
}

impl ColumnWorth {
    /// The figure that ranks it.
    pub fn value(&self) -> f64 {
        self.debiased.map_or(self.impurity, |worth| worth.mean)
    }
}

/// What columns are worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Worths {
    /// The target's name.
    pub target: String,
    /// What is learned.
    pub task: Task,
    /// How many trees tell.
    pub trees: usize,
    /// Of each column, the most important first.
    #[serde(flatten)]
    pub columns: WorthBy,
}

/// By what columns are judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum WorthBy {
    /// What was found while the model grew.
    Grown {
        /// The columns.
        columns: Vec<ColumnWorth>,
    },
    /// What is lost where the values of a column are dealt out anew.
    Permutation {
        /// The rows that were asked.
        rows: usize,
        /// How often values were dealt out.
        repeats: u32,
        /// The columns.
        columns: Vec<PermutedWorth>,
    },
}

/// What is lost where the values of a column are dealt out anew.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PermutedWorth {
    /// Its name.
    pub column: String,
    /// What is lost.
    #[serde(flatten)]
    pub worth: Worth,
}

impl Worths {
    /// What was found while the model grew, else what its trees alone tell.
    pub fn grown(model: &Model) -> Self {
        Worths::of(model, WorthBy::Grown { columns: ranked(model) })
    }

    /// What the rows of a table tell, with their weights.
    pub fn permuted(
        model: &Model,
        (table, weights): (&Table, Option<&[f64]>),
        how: Repeats,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let terms = in_terms(model.schema(), table)?;
        let rows = terms.target.known_rows();
        let data = Training { rows: Some(&rows), weights, ..terms.training() };
        let found = permutation_on(model.trees(), &data, how, watch)?;
        let names = model.schema().columns.iter().map(|column| column.name.clone());
        let mut columns: Vec<PermutedWorth> =
            names.zip(found).map(|(column, worth)| PermutedWorth { column, worth }).collect();
        // Stable: equal ones in the order of columns.
        columns.sort_by(|one, two| two.worth.mean.total_cmp(&one.worth.mean));
        Ok(Worths::of(model, WorthBy::Permutation { rows: rows.len(), repeats: how.repeats, columns }))
    }

    fn of(model: &Model, columns: WorthBy) -> Self {
        let schema = model.schema();
        Worths { target: schema.target.name.clone(), task: schema.task(), trees: model.trees().len(), columns }
    }
}

/// What is known of a model's columns: what was found while it grew, else what its trees alone tell.
fn importances(model: &Model) -> Importances {
    if let Body::Forest { findings: Some(found), .. } = model.body() {
        return found.importances.clone();
    }
    let criterion = model.settings().cloned().unwrap_or_default().criterion;
    Importances::of(model.trees(), model.schema().columns.len(), criterion)
}

/// The columns of a model, the most important first: by the debiased worth where it is known, else by impurity.
pub fn ranked(model: &Model) -> Vec<ColumnWorth> {
    let Importances { debiased, impurity, decrease, splits } = importances(model);
    let of = |(place, column): (usize, &ColumnSchema)| ColumnWorth {
        column: column.name.clone(),
        debiased: debiased.as_ref().map(|all| all[place]),
        impurity: impurity[place],
        decrease: decrease[place],
        splits: splits[place],
    };
    let mut found: Vec<ColumnWorth> = model.schema().columns.iter().enumerate().map(of).collect();
    found.sort_by(|one, two| two.value().total_cmp(&one.value())); // stable: equal ones in the order of columns
    found
}
