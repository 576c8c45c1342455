//! From the request to the answer.

use spinney::model::Model;

use super::super::learning::{How, Lesson};
use super::document::document;
use super::report::report;
use super::trial::trial;
use crate::args::{Fit as Args, General};
use crate::console::Report;
use crate::fault::{Mistake, Outcome};
use crate::saving::Place;
use crate::verbs::pruning::{given_folds, pruning};
use crate::verbs::settings::{own, settings};

/// Growing that takes longer than this is told how long it took.
const SOON: f64 = 1.0;

/// Grows a model, scores it, keeps it, and reports.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    if args.model != "tree" {
        let mistake = Mistake::new(format!("--model {}: Spinney grows single trees so far", args.model));
        return Err(mistake.hint("--model tree; forests and others are to come").into());
    }
    let mut read = vec![args.learn.table.table.as_str()];
    read.extend(args.test.test.as_deref());
    let place = args.out.as_deref().map(|out| Place::new(out, &read)).transpose()?;
    let lesson = Lesson::new(&args.learn, args.cv.aside(), general)?;
    let settings = settings(&args.grow, own(lesson.target.task()), lesson.target.task(), general.seed);
    let pruning = pruning(&args.prune, args.grow.preset)?;
    let folds = given_folds(&args.prune, &args.learn.table.read, &lesson.table, general)?;
    let how = How { settings, pruning, folds };
    let trial = trial(args, &lesson, &how, general)?;
    let shown = if general.json { document(args, &lesson, &trial, &how)? } else { report(args, &lesson, &trial, &how) };
    let mut report = Report::from(shown);
    let seconds = trial.time.as_secs_f64();
    if seconds > SOON {
        report.notes.push(format!("grown in {seconds:.1} seconds"));
    }
    if let Some(place) = &place {
        place.save(&bytes(&trial.model, place))?;
        report.notes.push(format!("the model is in {}", args.out.as_deref().unwrap_or_default()));
    }
    Ok(report)
}

/// A model as its file holds it.
pub(crate) fn bytes(model: &Model, place: &Place) -> Vec<u8> {
    if place.ending() == "json" { model.to_json_text().into_bytes() } else { model.to_bytes() }
}
