//! `spinney score`: how good a model's answers are, where the truth is known.

use std::fmt::Write;

use spinney::evaluate::{Measures, Score, score, truth};
use spinney::predict::Predictor;

use super::asking::{model, tell_unseen, unseen, weights};
use super::figures::{Figure, confusion, figures};
use crate::args::{General, Score as Args};
use crate::fault::Outcome;
use crate::reading;
use crate::text::{counted, digits, label};

/// The score of a model.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<String> {
    let predictor = Predictor::new(&model(&args.model)?);
    let table = reading::table(&args.table, general)?;
    let in_table = |error| reading::in_table(&args.table, &error);
    let weights = args.weight.as_deref().map(|name| weights(&table, name, &args.table.table)).transpose()?;
    let target = truth(predictor.schema(), &table).map_err(in_table)?;
    let predictions = predictor.predict(&table, unseen(args.unseen)).map_err(in_table)?;
    let score = score(&predictions, &target, weights.as_deref()).map_err(in_table)?;
    tell_unseen(predictions.unseen(), args.unseen, general);
    if general.json {
        return Ok(serde_json::to_string_pretty(&score)? + "\n");
    }
    Ok(text(&args.table.table, &label(&target.name), &score))
}

fn text(file: &str, target: &str, score: &Score) -> String {
    let weight = score.weight.map(|weight| format!(", of weight {}", digits(weight))).unwrap_or_default();
    let mut out = format!("{file}: {} with {target}{weight}\n", counted(score.rows, "row"));
    if score.without_target > 0 {
        let _ = writeln!(out, "  {} without {target} left out", counted(score.without_target, "row"));
    }
    out.push('\n');
    let figures = figures(score);
    let wide = figures.iter().map(|figure| figure.words.chars().count()).max().unwrap_or(0);
    let right = figures.iter().map(|figure| figure.own_text().chars().count()).max().unwrap_or(0);
    for figure in &figures {
        let _ = writeln!(out, " {:wide$}  {:>right$}", figure.words, Figure::own_text(figure));
    }
    let Measures::Classification(classes) = &score.measures else { return out };
    let grid = confusion(classes);
    if !grid.is_empty() {
        let _ = write!(out, "\n{grid}");
    }
    for unknown in &classes.unknown {
        let rows = counted(unknown.rows, "row");
        let _ = writeln!(out, "! the model does not know {:?}, which is true in {rows}", label(&unknown.class));
    }
    out
}
