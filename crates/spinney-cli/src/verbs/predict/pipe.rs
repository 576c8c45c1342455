//! A pipe is answered as it comes: what is held in memory does not hang on how many rows it brings.

use std::io::{self, Write};

use spinney::model::ColumnValues;
use spinney::predict::{Predictor, Rows, UnseenValues};
use spinney::table::Table;

use super::super::asking::{tell_unseen, unseen};
use super::answers::{Answered, csv, first, ways};
use crate::args::{General, Predict as Args};
use crate::fault::Outcome;
use crate::reading;

/// Answers standard input on standard output, piece by piece.
pub(super) fn pipe(mut predictors: Vec<Predictor>, args: &Args, general: &General) -> Outcome {
    let schema = predictors[0].schema().clone();
    // Whether a column of codes is read as numbers must not hang on where a piece ends.
    let continuous = |values: &ColumnValues| matches!(values, ColumnValues::Continuous { .. });
    let names = schema.columns.iter().filter(|column| !continuous(&column.values)).map(|column| column.name.clone());
    let mut out = io::stdout().lock();
    let mut found: Vec<UnseenValues> = Vec::new();
    let mut failed: Option<anyhow::Error> = None;
    let mut begun = false;
    let mut each = |table: Table, before: u64| {
        // The first rows are answered at once; of a long pipe, which is likely to bring as many again, the forest is compiled.
        let rows = (before as usize).saturating_add(table.rows());
        for predictor in &mut predictors {
            predictor.prepare(rows);
        }
        let predictor = &predictors[0];
        let answer = || -> Outcome {
            let in_table = |mut error: spinney::Error| {
                error.place.row = error.place.row.map(|row| row + before);
                reading::in_table(&args.table, &error)
            };
            let mut told = |rows: &Rows<'_>| rows.unseen().iter().for_each(|values| merge(&mut found, values, before));
            let mut text = if begun { String::new() } else { first(args, &predictors) };
            begun = true;
            if let Some(ways) = ways(args, predictor) {
                let rows = predictor.rows(&table, unseen(args.unseen)).map_err(in_table)?;
                text += &ways.csv(predictor, &rows);
                told(&rows);
            } else {
                let answered = predictors.iter().map(|one| Answered::new(one, &table, args));
                let answered = answered.collect::<spinney::Result<Vec<Answered<'_>>>>().map_err(in_table)?;
                text += &csv(&answered);
                told(answered[0].rows());
            }
            out.write_all(text.as_bytes())?;
            Ok(())
        };
        failed = { answer }().err();
        failed.is_none()
    };
    reading::pieces(&args.table, names.collect(), general, &mut each)?;
    if let Some(failed) = failed {
        return Err(failed);
    }
    out.flush()?;
    tell_unseen(&found, args.unseen, general);
    Ok(())
}

/// Adds what a piece found. Of values that several pieces hold it is not known which are the same: the most that one of them has
/// stands for all.
fn merge(all: &mut Vec<UnseenValues>, found: &UnseenValues, before: u64) {
    match all.iter_mut().find(|known| known.column == found.column) {
        Some(known) => {
            known.rows += found.rows;
            known.values = known.values.max(found.values);
        }
        None => all.push(UnseenValues { row: found.row + before, ..found.clone() }),
    }
}
