//! From the request to the answer.

use spinney::contest::{Dealt, Tuned, best_of_each_size, search};
use spinney::evaluate::Score;

use super::super::asking::ask_table;
use super::super::fit::bytes;
use super::super::learning::{Lesson, by, deal, in_table};
use super::grid::grid;
use super::report::report;
use super::work::work;
use crate::args::{General, Tune as Args};
use crate::console::Report;
use crate::fault::Outcome;
use crate::reading;
use crate::saving::Place;

/// Folds where the person names no number.
const FOLDS: usize = 5;

/// Searches, and reports.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let mut read = vec![args.learn.table.table.as_str()];
    read.extend(args.test.as_deref());
    let place = |file: &Option<String>| file.as_deref().map(|file| Place::new(file, &read)).transpose();
    let (out, drawing) = (place(&args.out)?, place(&args.plot)?);
    let lesson = Lesson::of_one("tune", &args.learn, args.cv.aside(), general)?;
    let dealt = deal((&args.learn, &args.cv, FOLDS), &lesson, general)?;
    let (tuned, test) = tuned(args, &lesson, &dealt, general).map_err(|error| in_table(&args.learn, error))?;
    let shown = if general.json {
        let warnings = lesson.all_warnings(&dealt.warnings);
        serde_json::to_string_pretty(&search(&lesson, &dealt, (&tuned, test.as_ref()), &warnings))? + "\n"
    } else {
        report(args, (&lesson, &dealt), &tuned, test.as_ref())
    };
    let mut report = Report::from(shown);
    if let Some(place) = &drawing {
        place.save_drawing(&best_of_each_size(&lesson, &dealt, &tuned))?;
        report.notes.push(format!("the drawing is in {}", args.plot.as_deref().unwrap_or_default()));
    }
    if let Some(place) = &out {
        place.save(&bytes(&tuned.model.clone().into(), place))?;
        report.notes.push(format!("the model is in {}", args.out.as_deref().unwrap_or_default()));
    }
    Ok(report)
}

/// Lets the contenders run, and asks the winner, grown on all rows, about another table where there is one.
fn tuned(args: &Args, lesson: &Lesson, dealt: &Dealt, general: &General) -> Outcome<(Tuned, Option<Score>)> {
    let by = by(&args.by, lesson.target.task())?;
    let grid = grid(args, lesson, general.seed)?;
    // What can be wrong with another table is found before the long work.
    let other = match &args.test {
        Some(file) => Some((file, reading::another(file, &args.learn.table.read, general)?)),
        None => None,
    };
    let tuned = work(args, lesson, (grid, dealt, by), general)?;
    let test = match other {
        Some((file, table)) => Some(ask_table(&tuned.model, (file, &table), args.learn.weight.as_deref())?),
        None => None,
    };
    Ok((tuned, test))
}
