//! What a comparison came to, for people.

use std::fmt::Write;

use spinney::contest::{Compared, Contestant, Dealt, How, Line, Point};
use spinney::evaluate::ComparedPair;

use super::super::figures::{Figure, spread_text, spreads};
use super::super::learning::{InWords, Lesson};
use crate::args::Compare as Args;
use crate::text::{Grid, Heading, counted, digits, label};

/// Below this probability of luck a difference is taken for one.
const SURE: f64 = 0.05;

/// Figures beside the one that decides, as many as fit a line.
const OTHERS: usize = 2;

/// The report of a comparison.
pub(super) fn report(
    args: &Args,
    lesson: &Lesson,
    dealt: &Dealt,
    (contestants, compared): (&[Contestant], &Compared),
) -> String {
    let mut out = format!("{}: {}\n", args.learn.table.table, counted(lesson.rows.len(), "row"));
    let (target, task) = (label(&lesson.target.name), lesson.target.task());
    let _ = writeln!(out, "target {target}: {task}; {}, the same for every model\n", dealt.words);
    let mut order: Vec<&Line> = compared.models.iter().collect();
    let worth = |line: &Line| if compared.by.less_is_better { line.mean() } else { -line.mean() };
    order.sort_by(|one, two| worth(one).total_cmp(&worth(two)));
    out += &models(&order, compared);
    out += "(mean ± standard deviation over folds; the interval is of 95 %, and counts with what folds share)\n";
    if contestants.iter().any(|contestant| matches!(contestant.how, How::Forest(_))) {
        out += "(leaves of a forest are those of all its trees)\n";
    }
    out += &pairs(&order, compared);
    if compared.models.iter().any(|line| line.points.len() > 1) {
        out += &curves(&order, compared);
    }
    out + &lesson.told_warnings(&dealt.warnings)
}

/// Each model's figures, the best first.
fn models(order: &[&Line], compared: &Compared) -> String {
    let shown = |point: &Point| -> Vec<(Figure, String)> {
        let all = spreads(&point.scores, compared.ratio).into_iter().filter(|(figure, _)| {
            figure.name != compared.by.name && figure.name != "balanced_accuracy" && figure.name != "log_loss"
        });
        all.map(|(figure, spread)| {
            let text = spread_text(&figure, spread.as_ref());
            (figure, text)
        })
        .collect()
    };
    let first = order.first().and_then(|line| line.last()).map(shown).unwrap_or_default();
    let mut headings = vec![Heading::text("model"), Heading::figure(compared.by.heading()), Heading::text("interval")];
    headings.extend(first.iter().take(OTHERS).map(|(figure, _)| Heading::figure(figure.heading)));
    headings.push(Heading::figure("leaves"));
    let mut grid = Grid::new(&headings);
    for line in order {
        let Some(point) = line.last() else { continue };
        let by = |value: f64| compared.by.text(value);
        let mean = point.by.map_or_else(|| "-".to_owned(), |found| by(found.mean));
        let interval = point.by.and_then(|found| found.interval);
        let interval =
            interval.map_or_else(|| "-".to_owned(), |found| format!("{} to {}", by(found.low), by(found.high)));
        let mut cells = vec![label(&line.name), mean, interval];
        cells.extend(shown(point).into_iter().take(OTHERS).map(|(_, text)| text));
        cells.push(digits((point.leaves * 10.0).round() / 10.0));
        grid.row(cells);
    }
    grid.lines()
}

/// The others beside the best.
fn pairs(order: &[&Line], compared: &Compared) -> String {
    let best = &compared.models[compared.best];
    if order.len() < 2 {
        return String::new();
    }
    if compared.pairs.is_empty() {
        return "\n(a single fold: nothing can be said of luck)\n".to_owned();
    }
    let mut out = format!("\nBeside {}, by {}:\n", label(&best.name), compared.by.words());
    let headings = [Heading::text("model"), Heading::figure("behind"), Heading::figure("p"), Heading::text("")];
    let mut grid = Grid::new(&headings);
    for line in order.iter().filter(|line| line.name != best.name) {
        let Some((pair, first)) = pair(compared, &line.name) else { continue };
        let behind = if first == compared.by.less_is_better { -pair.test.difference } else { pair.test.difference };
        let sure = pair.adjusted_p_value < SURE;
        let verdict = if sure { "worse, and not by luck" } else { "may be luck" };
        let behind = compared.by.text(behind.abs());
        grid.row(vec![label(&line.name), behind, chance(pair.adjusted_p_value), verdict.to_owned()]);
    }
    out += &grid.lines();
    out += "(corrected t test over folds";
    if compared.pairs.len() > 1 {
        let _ = write!(out, "; p is raised for {} that were looked at", counted(compared.pairs.len(), "pair"));
    }
    out += ")\n";
    out
}

/// A probability as text.
fn chance(p: f64) -> String {
    if p < 1e-4 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// The pair of the best and another, and whether the best is its first.
fn pair<'a>(compared: &'a Compared, name: &str) -> Option<(&'a ComparedPair, bool)> {
    let place = compared.models.iter().position(|line| line.name == name)?;
    let both = |pair: &&ComparedPair| {
        [pair.first, pair.second].contains(&place) && [pair.first, pair.second].contains(&compared.best)
    };
    compared.pairs.iter().find(both).map(|pair| (pair, pair.first == compared.best))
}

/// The score that decides, by the rows learned from.
fn curves(order: &[&Line], compared: &Compared) -> String {
    let mut out = format!("\n{} by the rows learned from:\n", compared.by.name);
    let rows: Vec<String> = order
        .first()
        .map(|line| line.points.iter().map(|point| digits(point.rows.round())).collect())
        .unwrap_or_default();
    let mut headings = vec![Heading::text("model")];
    headings.extend(rows.iter().map(|rows| Heading::figure(rows)));
    let mut grid = Grid::new(&headings);
    for line in order {
        let cell = |point: &Point| point.by.map_or_else(|| "-".to_owned(), |found| compared.by.text(found.mean));
        grid.row(std::iter::once(label(&line.name)).chain(line.points.iter().map(cell)).collect());
    }
    out += &grid.lines();
    out
}
