//! From the request to the answer.

use super::super::asking::ask_table;
use super::super::fit::bytes;
use super::super::learning::{By, Dealt, Lesson, deal, in_table};
use super::document::document;
use super::grid::Grid;
use super::plot::plot;
use super::report::report;
use super::winner::{Tuned, winner};
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
    let tuned = tuned(args, &lesson, &dealt, general).map_err(|error| in_table(&args.learn, error))?;
    let shown = if general.json { document(&lesson, &dealt, &tuned)? } else { report(args, &lesson, &dealt, &tuned) };
    let mut report = Report::from(shown);
    if let Some(place) = &drawing {
        place.save_drawing(&plot(&lesson, &dealt, &tuned))?;
        report.notes.push(format!("the drawing is in {}", args.plot.as_deref().unwrap_or_default()));
    }
    if let Some(place) = &out {
        place.save(&bytes(&tuned.model.clone().into(), place))?;
        report.notes.push(format!("the model is in {}", args.out.as_deref().unwrap_or_default()));
    }
    Ok(report)
}

/// Lets the contenders run, and grows the winner on all rows.
fn tuned(args: &Args, lesson: &Lesson, dealt: &Dealt, general: &General) -> Outcome<Tuned> {
    let task = lesson.target.task();
    let by = By::new(&args.by, task)?;
    let grid = Grid::new(args, lesson, general.seed)?;
    // What can be wrong with another table is found before the long work.
    let other = match &args.test {
        Some(file) => Some((file, reading::another(file, &args.learn.table.read, general)?)),
        None => None,
    };
    let race = work(args, lesson, (&grid, dealt, by), general)?;
    let winner = winner(&race, by, args.rule)?;
    let how = grid.how(race.contenders[winner]);
    let growing = how.growing(general, 1, lesson.rows.len());
    let model = lesson.learn_one(&how.clone().kept(), &lesson.rows, &growing)?.model;
    let test = match other {
        Some((file, table)) => Some((file.clone(), ask_table(&model, (file, &table), args.learn.weight.as_deref())?)),
        None => None,
    };
    Ok(Tuned { grid, race, by, winner, how, model, test })
}
