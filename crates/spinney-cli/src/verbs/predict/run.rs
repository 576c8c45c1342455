//! From the request to the answers.

use spinney::table::Task;

use super::super::asking::{predictor, tell_unseen, unseen};
use super::answers::{csv, first, json, ways};
use super::pipe::pipe;
use crate::args::{General, Predict as Args};
use crate::console::Report;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::saving::Place;
use crate::text::counted;

/// The answers, printed or saved.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let place = args.out.as_deref().map(|out| Place::new(out, &[&args.model, &args.table.table])).transpose()?;
    check_name(place.as_ref(), general)?;
    let mut predictor = predictor(&args.model)?;
    if args.proba && predictor.schema().task() == Task::Regression {
        let target = &predictor.schema().target.name;
        return Err(Mistake::new(format!("--proba: {target:?} is a number, and has no classes")).into());
    }
    if args.table.table == "-" && place.is_none() && !general.json {
        pipe(predictor, args, general)?;
        return Ok(Report::default());
    }
    let table = reading::table(&args.table, general)?;
    predictor.prepare(table.rows());
    let in_table = |error| reading::in_table(&args.table, &error);
    let text = if let Some(ways) = ways(args, &predictor) {
        let rows = predictor.rows(&table, unseen(args.unseen)).map_err(in_table)?;
        tell_unseen(rows.unseen(), args.unseen, general);
        if general.json {
            ways.json(&predictor, &rows)?
        } else {
            first(args, &predictor) + &ways.csv(&predictor, &rows)
        }
    } else {
        let predictions = predictor.predict(&table, unseen(args.unseen)).map_err(in_table)?;
        let probabilities = args.proba.then(|| predictions.probabilities()).transpose().map_err(in_table)?;
        tell_unseen(predictions.unseen(), args.unseen, general);
        let shares = probabilities.as_deref();
        if general.json { json(&predictions, shares)? } else { first(args, &predictor) + &csv(&predictions, shares) }
    };
    let Some(place) = place else { return Ok(text.into()) };
    place.save(text.as_bytes())?;
    let rows = counted(table.rows(), "row");
    let note = format!("the answers for {rows} are in {}", args.out.as_deref().unwrap_or_default());
    Ok(Report { out: Vec::new(), notes: vec![note] })
}

/// A name that promises another format would mislead whoever reads the file.
fn check_name(place: Option<&Place>, general: &General) -> Outcome {
    let ending = place.map(Place::ending).unwrap_or_default();
    if !matches!(
        ending.as_str(),
        "parquet" | "arrow" | "feather" | "arff" | "svm" | "gz" | "zst" | "tsv" | "xlsx" | "json"
    ) {
        return Ok(());
    }
    match (ending.as_str(), general.json) {
        ("json", true) => Ok(()),
        ("json", false) => Err(Mistake::new("answers are written as CSV, and the file is called .json")
            .hint("--json writes them as JSON")
            .into()),
        _ => Err(Mistake::new(format!("answers are written as CSV, and the file is called .{ending}"))
            .hint("--out with a name in .csv")
            .into()),
    }
}
