//! What a fit came to, for people.

use std::fmt::Write;

use spinney::contest::{ForestWay, How, Story};
use spinney::draw::{TextOptions, text_several};
use spinney::evaluate::Score;
use spinney::explain::ranked;
use spinney::fit::Fitted;
use spinney::forest::End;
use spinney::metric::Interval;
use spinney::model::Model;
use spinney::tree::Tree;

use super::super::figures::{ScoreLine, score_grid, spreads};
use super::super::learning::{Lesson, how_words};
use super::super::task::reason;
use super::super::worth::{BarLine, amount, bar_grid};
use super::trial::{Test, Trial};
use crate::args::{Depth, Fit as Args};
use crate::text::{Heading, count, counted, decimals, digits, label, line_width, listed, remark};
use crate::verbs::settings::preset_word;

/// A tree is shown as deep as fits so many lines.
const MOST_LINES: usize = 60;

/// Columns of a forest that are shown.
const MOST_COLUMNS: usize = 10;

/// The report of a fit.
pub(super) fn report(args: &Args, lesson: &Lesson, trials: &[Trial], how: &How) -> String {
    let (rows, columns) = (lesson.table.rows(), lesson.table.columns());
    let mut out =
        format!("{}: {}, {}\n", args.learn.table.table, counted(rows, "row"), counted(columns.len(), "column"));
    let task = lesson.target.task();
    for target in lesson.targets() {
        let why = reason(&columns[target.column], task, args.learn.task.is_some());
        let _ = writeln!(out, "target {}: {task}, {why}", label(&target.name));
    }
    if rows > lesson.rows.len() {
        let what = if lesson.others.is_empty() { "a target" } else { "one of the targets" };
        let _ = writeln!(out, "  {} without {what} left out", counted(rows - lesson.rows.len(), "row"));
    }
    let head = args
        .how
        .grow
        .preset
        .map_or_else(|| "settings:".to_owned(), |preset| format!("settings, from {}:", preset_word(preset)));
    out += &listed(&head, &how_words(how, task, lesson.sampling.column.as_deref()), line_width());
    out.push('\n');
    let first = &trials[0];
    match (&first.story, how) {
        (Story::Tree(fitted), _) => {
            out += &shown(trials, args.show_depth);
            out += &pruned(first, fitted);
        }
        (Story::Forest(end), How::Forest(way)) => out += &forest(first, *end, way),
        (Story::Forest(_), How::Tree(_)) => {}
    }
    for trial in trials {
        out.push('\n');
        if trials.len() > 1 {
            let _ = writeln!(out, "{}", label(&trial.model.schema().target.name));
        }
        if trial.model.forest().is_some() {
            out += &important(trial);
            out.push('\n');
        }
        out += &scores(trial);
    }
    let folds = match &first.test {
        Some(Test::Folds { warnings, .. }) => &warnings[..],
        _ => &[],
    };
    out + &lesson.told_warnings(folds)
}

/// What pruning has done; nothing where the tree was not pruned.
fn pruned(trial: &Trial, fitted: &Fitted) -> String {
    if fitted.pruned.is_none() {
        return String::new();
    }
    let (before, after) = (fitted.grown.leaves(), trial.model.leaves());
    let mut out = match before.saturating_sub(after) {
        0 => format!("(pruning keeps all {}", counted(before, "leaf")),
        _ => format!("(pruned: {} of {} stay", count(after), counted(before, "leaf")),
    };
    if fitted.held_out > 0 {
        let _ = write!(out, "; {} held out to prune by", counted(fitted.held_out, "row"));
    }
    out + ")\n"
}

/// The size of a forest, why it is no larger, and its most important columns.
fn forest(trial: &Trial, end: End, way: &ForestWay) -> String {
    let model = &trial.model;
    let (nodes, leaves) = (counted(model.nodes(), "node"), counted(model.leaves(), "leaf"));
    let trees = counted(model.trees().len(), "tree");
    let mut out = format!("a forest of {trees}: {nodes}, {leaves}, the deepest {} deep\n", model.depth());
    let why = match end {
        End::Complete => None,
        End::Settled => Some("the score out of bag had settled"),
        End::Enough => Some("the time was up"),
        End::Memory => Some("no more would have fitted into the memory"),
    };
    if let Some(why) = why {
        let _ = writeln!(out, "(no more of the {} were grown: {why})", counted(way.settings.trees as usize, "tree"));
    }
    out
}

/// The most important columns.
fn important(trial: &Trial) -> String {
    let (all, task) = (ranked(&trial.model), trial.model.schema().task());
    let debiased = all.iter().any(|worth| worth.debiased.is_some());
    let lines: Vec<BarLine> = all
        .iter()
        .take(MOST_COLUMNS)
        .map(|worth| {
            let shown = if debiased { amount(worth.value(), task) } else { decimals(worth.value()) };
            (worth.column.clone(), worth.value(), vec![shown])
        })
        .collect();
    let heading = if debiased { "debiased" } else { "impurity" };
    let mut out = bar_grid("column", &[Heading::figure(heading)], &lines);
    if all.len() > MOST_COLUMNS {
        let _ = writeln!(out, "({MOST_COLUMNS} of {})", counted(all.len(), "column"));
    }
    out + &remark(if debiased {
        "what columns are worth, by rows out of bag: about 0 where one tells nothing; spinney explain MODEL --importance tells more"
    } else {
        "what columns are worth, by the rows that were learned from: it favours columns of many values"
    })
}

/// The tree, as deep as was asked for or as fits.
fn shown(trials: &[Trial], asked: Option<Depth>) -> String {
    let models: Vec<&Model> = trials.iter().map(|trial| &trial.model).collect();
    let Ok(tree) = models[0].tree() else { return String::new() };
    let most = match asked {
        Some(Depth::All) => None,
        Some(Depth::To(depth)) => Some(depth),
        None => Some(fitting(tree)),
    };
    let depth = tree.depth();
    let most = most.filter(|most| *most < depth);
    let options = TextOptions { width: line_width(), max_depth: most, ..TextOptions::default() };
    let mut out = text_several(&models, &options);
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
    let (out_of_bag, told) = out_of_bag(trial);
    let (test, note) = match &trial.test {
        None if out_of_bag.is_some() => (None, String::new()),
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
    let lines: Vec<ScoreLine> = std::iter::once(train).chain(out_of_bag).chain(test).collect();
    score_grid(&lines) + &told + &note
}

/// The score out of bag, and what is to be said of it.
fn out_of_bag(trial: &Trial) -> (Option<ScoreLine>, String) {
    let (Some(forest), Some(found)) = (trial.model.forest(), trial.model.findings()) else {
        return (None, String::new());
    };
    let Some(score) = &found.out_of_bag else {
        return (None, "(every tree was grown from all rows: none was out of bag)\n".to_owned());
    };
    let mut told = "out of bag: each row is answered by the trees that were not grown from it".to_owned();
    if score.never > 0 {
        let _ = write!(told, "; {} never so, and left out", told_of(score.never));
    }
    (Some(ScoreLine::out_of_bag(score, forest.vote(), &trial.train)), remark(&told))
}

fn told_of(rows: usize) -> String {
    format!("{} {}", counted(rows, "row"), if rows == 1 { "was" } else { "were" })
}

/// Where the first figure would lie on other rows.
fn interval(each: &[Score], ratio: f64) -> String {
    let spreads = spreads(each, ratio);
    let Some((figure, Some(spread))) = spreads.first() else { return String::new() };
    let Some(Interval { low, high }) = spread.interval else { return String::new() };
    let (words, low, high) = (figure.words, figure.text(low), figure.text(high));
    format!("(95 % interval of the {words}: {low} to {high})\n")
}
