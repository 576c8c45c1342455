//! From the request to the answer.

use spinney::draw::worth_bars;
use spinney::explain::Worths;
use spinney::model::Model;

use super::super::asking::{models, of_each};
use super::importance::{grown, permuted};
use super::report::report;
use super::row::row;
use crate::args::{Explain as Args, General, ImportanceArg};
use crate::console::Report;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::saving::Place;

/// Explains a row, or tells what columns are worth.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let read: Vec<&str> = [Some(&args.model), args.table.as_ref()].into_iter().flatten().map(String::as_str).collect();
    let place = args.plot.as_deref().map(|file| Place::new(file, &read)).transpose()?;
    let misplaced = args.plot.as_ref().map(|_| "--plot").or(of_permutation(args));
    if let (None, Some(flag)) = (args.importance, misplaced) {
        return Err(wrong(&format!("{flag} is for --importance")));
    }
    match (args.importance, args.row, &args.table) {
        (None, Some(number), Some(table)) => Ok(row(args, (table, number), general)?.into()),
        (None, _, None) => Err(wrong("TABLE names the rows, and there is none")),
        (None, None, _) => Err(wrong("nothing was asked")),
        (Some(ImportanceArg::Grown), ..) => {
            let table = args.table.as_ref().map(|_| "a TABLE");
            if let Some(what) = table.or(of_permutation(args)) {
                let mistake =
                    format!("{what} is for --importance permutation: what was found in growing needs no rows");
                return Err(Mistake::new(mistake).hint("--importance permutation asks the rows of a table").into());
            }
            told(args, place.as_ref(), general, |model| grown(args, model))
        }
        (Some(ImportanceArg::Permutation), _, Some(file)) => {
            let table = reading::another(file, &args.read, general)?;
            told(args, place.as_ref(), general, |model| permuted(args, model, (file, &table), general))
        }
        (Some(ImportanceArg::Permutation), _, None) => {
            let mistake = Mistake::new("--importance permutation asks the rows of a table, and there is none");
            Err(mistake.hint("spinney explain MODEL TABLE --importance permutation").into())
        }
    }
}

/// The first flag that was said of those that deal values out anew.
fn of_permutation(args: &Args) -> Option<&'static str> {
    let flags = [(args.repeats.is_some(), "--repeats"), (args.weight.is_some(), "--weight")];
    flags.into_iter().find(|(said, _)| *said).map(|(_, flag)| flag)
}

fn wrong(what: &str) -> anyhow::Error {
    Mistake::new(what)
        .hint("spinney explain MODEL TABLE --row 1 tells of a row, spinney explain MODEL --importance of columns")
        .into()
}

/// What was found of each target, printed and drawn.
fn told(
    args: &Args,
    place: Option<&Place>,
    general: &General,
    find: impl Fn(&Model) -> Outcome<Worths>,
) -> Outcome<Report> {
    let models = models(&args.model, args.target.as_deref())?;
    if place.is_some() && models.all().len() > 1 {
        return Err(Mistake::new("--plot draws one target").hint("--target NAME says which").into());
    }
    let mut notes = Vec::new();
    let shown = of_each(&models, general.json, |model| {
        let found = find(model)?;
        if let Some(place) = place {
            place.save_drawing(&worth_bars(&found))?;
            notes.push(format!("the drawing is in {}", args.plot.as_deref().unwrap_or_default()));
        }
        let json = || serde_json::to_string_pretty(&found);
        Ok(if general.json { json()? + "\n" } else { report(&found) })
    })?;
    Ok(Report { notes, ..Report::from(shown) })
}
