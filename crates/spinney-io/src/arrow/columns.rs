//! The columns of a schema.

use std::collections::HashSet;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use spinney::table::{Column, Declared, ReadOptions, Table, assemble};

use super::builder::Builder;
use crate::error::Problem;
use crate::format::Format;
use crate::limit::check_rows;

/// A table of batches that are in memory already, such as other programs hand over.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, Float64Array, RecordBatch};
/// use spinney::table::ReadOptions;
/// let ages: ArrayRef = Arc::new(Float64Array::from(vec![Some(31.0), None]));
/// let batch = RecordBatch::try_from_iter([("age", ages)])?;
/// let table = spinney_io::from_batches(&batch.schema(), &[batch], &ReadOptions::new())?;
/// assert_eq!((table.rows(), table.columns()[0].missing()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_batches(schema: &Schema, batches: &[RecordBatch], options: &ReadOptions) -> Result<Table, Problem> {
    let mut columns = Columns::new(schema, options, Format::Arrow)?;
    let wanted = columns.wanted();
    columns.reserve(batches.iter().map(|batch| batch.num_rows() as u64).sum());
    for batch in batches {
        let some = batch.project(&wanted).map_err(|error| damaged(&error.to_string()))?;
        columns.take(&some);
    }
    columns.finish(options)
}

fn damaged(reason: &str) -> Problem {
    Problem::Damaged { format: Format::Arrow, reason: reason.to_owned() }
}

/// The columns of a schema; those that the options skip are not built.
pub(crate) struct Columns {
    fields: Vec<(String, Option<Builder>)>,
    rows: u64,
    format: Format,
}

impl Columns {
    /// No row yet.
    pub(crate) fn new(schema: &Schema, options: &ReadOptions, format: Format) -> Result<Self, Problem> {
        let mut seen = HashSet::new();
        let mut fields = Vec::with_capacity(schema.fields().len());
        for field in schema.fields() {
            let name = field.name();
            // The second column of one name will go by another.
            let skipped = seen.insert(name) && options.skips(name);
            let continuous = options.declared(name) == Some(&Declared::Continuous);
            let builder = Builder::new(field.data_type(), continuous);
            if builder.is_none() && !skipped {
                return Err(Problem::Unsupported { column: name.clone(), found: field.data_type().to_string() });
            }
            fields.push((name.clone(), builder.filter(|_| !skipped)));
        }
        Ok(Columns { fields, rows: 0, format })
    }

    /// The places in the schema of the columns that are built, in order.
    pub(crate) fn wanted(&self) -> Vec<usize> {
        let built = |(place, (_, builder)): (usize, &(String, Option<Builder>))| builder.is_some().then_some(place);
        self.fields.iter().enumerate().filter_map(built).collect()
    }

    /// Rows so far.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Sets room aside for so many rows in all.
    pub(crate) fn reserve(&mut self, rows: u64) {
        for builder in self.fields.iter_mut().filter_map(|(_, builder)| builder.as_mut()) {
            builder.reserve(rows as usize);
        }
    }

    /// Refuses so many rows more where no file of this size holds them.
    pub(crate) fn expect(&self, more: u64, bytes: u64) -> Result<(), Problem> {
        check_rows(self.rows.saturating_add(more), self.fields.len(), bytes, self.format)
    }

    /// Takes in a batch of the wanted columns.
    pub(crate) fn take(&mut self, batch: &RecordBatch) {
        let builders = self.fields.iter_mut().filter_map(|(_, builder)| builder.as_mut());
        for (builder, array) in builders.zip(batch.columns()) {
            builder.take(array);
        }
        self.rows += batch.num_rows() as u64;
    }

    /// The table.
    pub(crate) fn finish(self, options: &ReadOptions) -> Result<Table, Problem> {
        let mut warnings = Vec::new();
        let mut columns = Vec::with_capacity(self.fields.len());
        for (name, builder) in self.fields {
            // A skipped column is there by its name only: the options that name it are checked against all names.
            let (column, warning) =
                builder.map_or_else(|| (Column::numbers(&name, Vec::new()), None), |b| b.finish(&name));
            warnings.extend(warning.filter(|_| options.declared(&name).is_none()));
            columns.push(column);
        }
        Ok(assemble(columns, warnings, options)?)
    }
}
