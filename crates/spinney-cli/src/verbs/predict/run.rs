//! From the request to the answers.

use spinney::table::Task;

use super::super::asking::{predictors, tell_unseen, unseen};
use super::answers::{Answered, csv, first, json, ways};
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
    let mut predictors = predictors(&args.model)?;
    if args.proba && predictors[0].schema().task() == Task::Regression {
        let target = &predictors[0].schema().target.name;
        return Err(Mistake::new(format!("--proba: {target:?} is a number, and has no classes")).into());
    }
    if args.table.table == "-" && place.is_none() && !general.json {
        pipe(predictors, args, general)?;
        return Ok(Report::default());
    }
    let table = reading::table(&args.table, general)?;
    for predictor in &mut predictors {
        predictor.prepare(table.rows());
    }
    let in_table = |error| reading::in_table(&args.table, &error);
    // All targets have the same nodes.
    let predictor = &predictors[0];
    let text = if let Some(ways) = ways(args, predictor) {
        let rows = predictor.rows(&table, unseen(args.unseen)).map_err(in_table)?;
        tell_unseen(rows.unseen(), args.unseen, general);
        if general.json { ways.json(predictor, &rows)? } else { first(args, &predictors) + &ways.csv(predictor, &rows) }
    } else {
        let answered = predictors.iter().map(|one| Answered::new(one, &table, args));
        let answered = answered.collect::<spinney::Result<Vec<Answered<'_>>>>().map_err(in_table)?;
        tell_unseen(answered[0].rows().unseen(), args.unseen, general);
        if general.json { json(&answered)? } else { first(args, &predictors) + &csv(&answered) }
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
