//! From the request to the answer.

use super::document::document;
use super::plot::plot;
use super::report::report;
use super::work::Work;
use crate::args::{General, Prune as Args};
use crate::console::Report;
use crate::fault::Outcome;
use crate::saving::Place;

/// Prunes a model, keeps it, and reports.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let mut read = vec![args.model.as_str(), args.table.table.as_str()];
    read.extend(args.test.as_deref());
    let place = args.out.as_deref().map(|out| Place::new(out, &read)).transpose()?;
    let drawing = args.plot.as_deref().map(|plot| Place::new(plot, &read)).transpose()?;
    let work = Work::new(args, general)?;
    let shown = if general.json { document(args, &work)? } else { report(args, &work) };
    let mut report = Report::from(shown);
    if let Some(place) = &place {
        place.save(&super::super::fit::bytes(&work.after.clone().into(), place))?;
        report.notes.push(format!("the model is in {}", args.out.as_deref().unwrap_or_default()));
    }
    if let Some(place) = &drawing {
        place.save_drawing(&plot(args, &work, general)?)?;
        report.notes.push(format!("the drawing is in {}", args.plot.as_deref().unwrap_or_default()));
    }
    Ok(report)
}
