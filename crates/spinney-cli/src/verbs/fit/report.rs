//! What a fit came to, for people.

use std::fmt::Write;

use spinney::draw::{TextOptions, text};
use spinney::evaluate::Score;
use spinney::metric::Interval;
use spinney::tree::Tree;

use super::super::figures::{ScoreLine, score_grid, spreads};
use super::super::learning::{How, Lesson};
use super::super::task::reason;
use super::trial::{Test, Trial};
use crate::args::{Depth, Fit as Args};
use crate::text::{count, counted, digits, label, line_width, listed};
use crate::verbs::settings::preset_word;

/// A tree is shown as deep as fits so many lines.
const MOST_LINES: usize = 60;

/// The report of a fit.
pub(super) fn report(args: &Args, lesson: &Lesson, trial: &Trial, how: &How) -> String {
    let (rows, columns) = (lesson.table.rows(), lesson.table.columns());
    let mut out =
        format!("{}: {}, {}\n", args.learn.table.table, counted(rows, "row"), counted(columns.len(), "column"));
    let task = lesson.target.task();
    let why = reason(&columns[lesson.target.column], task, args.learn.task.is_some());
    let _ = writeln!(out, "target {}: {task}, {why}", label(&lesson.target.name));
    if rows > lesson.rows.len() {
        let _ = writeln!(out, "  {} without a target left out", counted(rows - lesson.rows.len(), "row"));
    }
    let head = args
        .grow
        .preset
        .map_or_else(|| "settings:".to_owned(), |preset| format!("settings, from {}:", preset_word(preset)));
    out += &listed(&head, &how.words(task), line_width());
    out.push('\n');
    out += &shown(trial, args.show_depth);
    if how.pruning.is_some() {
        out += &pruned(trial);
    }
    out.push('\n');
    out += &scores(trial);
    let folds = match &trial.test {
        Some(Test::Folds { warnings, .. }) => &warnings[..],
        _ => &[],
    };
    out + &lesson.told_warnings(folds)
}

/// What pruning has done.
fn pruned(trial: &Trial) -> String {
    let (before, after) = (trial.fitted.grown.leaves(), trial.model.leaves());
    let mut out = match before.saturating_sub(after) {
        0 => format!("(pruning keeps all {}", counted(before, "leaf")),
        _ => format!("(pruned: {} of {} stay", count(after), counted(before, "leaf")),
    };
    if trial.fitted.held_out > 0 {
        let _ = write!(out, "; {} held out to prune by", counted(trial.fitted.held_out, "row"));
    }
    out + ")\n"
}

/// The tree, as deep as was asked for or as fits; of a forest its size.
fn shown(trial: &Trial, asked: Option<Depth>) -> String {
    let schema = trial.model.schema();
    let Ok(tree) = trial.model.tree() else {
        let (trees, nodes) = (counted(trial.model.trees().len(), "tree"), counted(trial.model.nodes(), "node"));
        return format!("a forest of {trees} with {nodes}\n");
    };
    let most = match asked {
        Some(Depth::All) => None,
        Some(Depth::To(depth)) => Some(depth),
        None => Some(fitting(tree)),
    };
    let depth = tree.depth();
    let most = most.filter(|most| *most < depth);
    let mut out = text(schema, tree, &TextOptions { width: line_width(), max_depth: most, ..TextOptions::default() });
    if let Some(most) = most {
        let _ = writeln!(out, "(folded below depth {most} of {depth}; --show-depth all shows the whole tree)");
    }
    out
}

/// The greatest depth whose nodes fit the lines of a page; at least 1.
fn fitting(tree: &Tree) -> u32 {
    let mut counts = vec![0_usize; tree.depth() as usize + 1];
    for depth in tree.depths() {
        counts[depth as usize] += 1;
    }
    let mut lines = 0;
    let fits = |count: &&usize| {
        lines += **count;
        lines <= MOST_LINES
    };
    (counts.iter().take_while(fits).count() as u32).saturating_sub(1).max(1)
}

fn scores(trial: &Trial) -> String {
    let train = ScoreLine::one("training", &trial.train);
    let (test, note) = match &trial.test {
        None => (None, "(rows that were learned from flatter: --cv 10 asks others)\n".to_owned()),
        Some(Test::Fraction { fraction, score }) => {
            let note = format!("({} of the rows held out; the model has not seen them)\n", digits(*fraction));
            (Some(ScoreLine::one("held out", score)), note)
        }
        Some(Test::File { file, score }) => (Some(ScoreLine::one(&label(file), score)), String::new()),
        Some(Test::Folds { words, ratio, each, .. }) => {
            let note = "(mean ± standard deviation over folds; the model itself is grown on all rows)\n".to_owned();
            (Some(ScoreLine::several(words, each, *ratio)), note + &interval(each, *ratio))
        }
    };
    score_grid(&std::iter::once(train).chain(test).collect::<Vec<_>>()) + &note
}

/// Where the first figure would lie on other rows.
fn interval(each: &[Score], ratio: f64) -> String {
    let spreads = spreads(each, ratio);
    let Some((figure, Some(spread))) = spreads.first() else { return String::new() };
    let Some(Interval { low, high }) = spread.interval else { return String::new() };
    let (words, low, high) = (figure.words, figure.text(low), figure.text(high));
    format!("(95 % interval of the {words}: {low} to {high})\n")
}
