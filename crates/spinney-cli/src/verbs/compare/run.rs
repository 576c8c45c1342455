//! From the request to the answer.

use spinney::contest::{comparison, learning_curves};

use super::super::learning::{Lesson, by, deal, in_table};
use super::contestants::contestants;
use super::report::report;
use super::work::work;
use crate::args::{Compare as Args, General};
use crate::console::Report;
use crate::fault::Outcome;
use crate::saving::Place;

/// Folds where the person names no number.
const FOLDS: usize = 10;

/// Compares models, and reports.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let place = args.plot.as_deref().map(|file| Place::new(file, &[&args.learn.table.table])).transpose()?;
    let lesson = Lesson::of_one("compare", &args.learn, args.cv.aside(), general)?;
    let task = lesson.target.task();
    let by = by(&args.by, task)?;
    let contestants = contestants(&args.models, &lesson, general.seed)?;
    let dealt = deal((&args.learn, &args.cv, FOLDS), &lesson, general)?;
    let compared =
        work(args, &lesson, (&contestants, &dealt, by), general).map_err(|error| in_table(&args.learn, error))?;
    let shown = if general.json {
        let warnings = lesson.all_warnings(&dealt.warnings);
        serde_json::to_string_pretty(&comparison(&lesson, &dealt, (&contestants, &compared), &warnings))? + "\n"
    } else {
        report(args, &lesson, &dealt, (&contestants, &compared))
    };
    let mut report = Report::from(shown);
    if let Some(place) = &place {
        place.save_drawing(&learning_curves(&lesson, &dealt, &compared))?;
        report.notes.push(format!("the learning curves are in {}", args.plot.as_deref().unwrap_or_default()));
    }
    Ok(report)
}
