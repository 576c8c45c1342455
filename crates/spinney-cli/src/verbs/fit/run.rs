//! From the request to the answer.

use spinney::model::Model;

use super::document::document;
use super::lesson::Lesson;
use super::report::report;
use super::settings::settings;
use super::trial::trial;
use crate::args::{Fit as Args, General};
use crate::console;
use crate::fault::{Mistake, Outcome};
use crate::saving::Place;

/// Growing that takes longer than this is told how long it took.
const SOON: f64 = 1.0;

/// Grows a model, scores it, keeps it, and reports.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<String> {
    if args.model != "tree" {
        let mistake = Mistake::new(format!("--model {}: Spinney grows single trees so far", args.model));
        return Err(mistake.hint("--model tree; forests and others are to come").into());
    }
    let mut read = vec![args.table.table.as_str()];
    read.extend(args.test.test.as_deref());
    let place = args.out.as_deref().map(|out| Place::new(out, &read)).transpose()?;
    let lesson = Lesson::new(args, general)?;
    let settings = settings(&args.grow, lesson.target.task(), general.seed);
    let trial = trial(args, &lesson, &settings, general)?;
    if let Some(place) = &place {
        place.save(&bytes(&trial.model, place))?;
        console::note(general, &format!("the model is in {}", args.out.as_deref().unwrap_or_default()));
    }
    let seconds = trial.time.as_secs_f64();
    if seconds > SOON {
        console::note(general, &format!("grown in {seconds:.1} seconds"));
    }
    if general.json { document(args, &lesson, &trial, &settings) } else { Ok(report(args, &lesson, &trial, &settings)) }
}

/// A model as its file holds it.
fn bytes(model: &Model, place: &Place) -> Vec<u8> {
    if place.ending() == "json" { model.to_json_text().into_bytes() } else { model.to_bytes() }
}
