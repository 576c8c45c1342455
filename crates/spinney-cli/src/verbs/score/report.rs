//! What a score came to, for people.

use std::fmt::Write;

use spinney::evaluate::{Intervals, Measures, Score, ScoreDocument};

use super::super::figures::{Figure, more_figures};
use super::tables;
use crate::text::{counted, digits, label};

/// The score of a table's target.
pub(super) fn report(file: &str, target: &str, found: &ScoreDocument) -> String {
    let ScoreDocument { score, intervals, calibration, roc_curve, precision_recall_curve } = found;
    let weight = score.weight.map(|weight| format!(", of weight {}", digits(weight))).unwrap_or_default();
    let mut out = format!("{file}: {} with {target}{weight}\n", counted(score.rows, "row"));
    if score.without_target > 0 {
        let _ = writeln!(out, "  {} without {target} left out", counted(score.without_target, "row"));
    }
    let _ = write!(out, "\n{}", lines(score, intervals));
    if let Measures::Classification(classes) = &score.measures {
        let table = tables::classes(classes);
        if !table.is_empty() {
            let _ = write!(out, "\n{table}");
        }
        for unknown in &classes.unknown {
            let rows = counted(unknown.rows, "row");
            let _ = writeln!(out, "! the model does not know {:?}, which is true in {rows}", label(&unknown.class));
        }
    }
    let extra = calibration.iter().map(tables::calibration);
    let curves = roc_curve.iter().map(tables::roc).chain(precision_recall_curve.iter().map(tables::recall));
    for table in extra.chain(curves) {
        let _ = write!(out, "\n{table}");
    }
    out
}

/// A line for each figure, with its interval where there is one.
fn lines(score: &Score, intervals: &Intervals) -> String {
    let figures = more_figures(score);
    let wide = figures.iter().map(|figure| figure.words.chars().count()).max().unwrap_or(0);
    let right = figures.iter().map(|figure| figure.own_text().chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for figure in &figures {
        let interval = intervals.of(figure.name).map_or_else(String::new, |of| {
            let ends = [of.low, of.high].map(|end| figure.text(end));
            format!("  {} %: {} to {}", digits(intervals.level * 100.0), ends[0], ends[1])
        });
        let _ = writeln!(out, " {:wide$}  {:>right$}{interval}", figure.words, Figure::own_text(figure));
    }
    out
}
