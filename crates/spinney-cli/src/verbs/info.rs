//! `spinney info`: what a table holds, and how much each column tells about the target.

use std::fmt::Write;

use spinney::info::{ColumnInfo, Info, TargetInfo, info};
use spinney::table::date::{date_text, time_text};
use spinney::table::{Target, Task};

use super::task::{reason, told};
use crate::args::{General, Info as Args};
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{Grid, Heading, count, counted, decimals, digits, label};

/// The report of a table.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<String> {
    let task = told(args.task);
    if task.is_some() && args.target.is_none() {
        return Err(Mistake::new("--task without a target")
            .hint("name the column to be predicted with --target")
            .into());
    }
    let table = reading::table(&args.table, general)?;
    let target = args
        .target
        .as_deref()
        .or(reading::usual_target(&args.table))
        .map(|name| Target::new(&table, name, task))
        .transpose();
    let target = target.map_err(|error| reading::in_table(&args.table, &error))?;
    let mut account = info(&table, target.as_ref(), &reading::lists(&args.keep))
        .map_err(|error| reading::in_table(&args.table, &error))?;
    let columns = table.columns().len();
    let all = account.columns.len();
    account.columns.truncate(args.top.map_or(usize::MAX, |top| top as usize));
    if general.json {
        return Ok(serde_json::to_string_pretty(&account)? + "\n");
    }
    let (rows, columns) = (counted(table.rows(), "row"), counted(columns, "column"));
    let mut out = format!("{}: {rows}, {columns}\n", args.table.table);
    if let Some(target) = &account.target {
        out += &target_lines(target, &account, &reason(table.column(&target.name)?, target.task, args.task.is_some()));
    }
    out.push('\n');
    out += &match &account.target {
        None => described(&account),
        Some(TargetInfo { task: Task::Classification, .. }) => by_gain(&account),
        Some(TargetInfo { task: Task::Regression, .. }) => by_reduction(&account),
    };
    if account.columns.len() < all {
        let _ = writeln!(out, "the first {} of {}", account.columns.len(), counted(all, "column"));
    }
    if account.columns.iter().any(|column| column.known_share.is_some_and(|share| share > 0.0 && share < 1.0)) {
        out += "(with missing values: over the rows where the column is known, the gain times their share)\n";
    }
    out += &warnings(&account);
    Ok(out)
}

fn target_lines(target: &TargetInfo, account: &Info, why: &str) -> String {
    let mut out = format!("target {}: {}, {why}\n", label(&target.name), target.task);
    if let (Some(classes), Some(rows)) = (&target.classes, &target.class_rows) {
        let shown = classes
            .iter()
            .zip(rows)
            .take(8)
            .map(|(class, rows)| format!("{} ({})", label(class), count(*rows as usize)));
        let more = if classes.len() > 8 { format!(", and {} more", classes.len() - 8) } else { String::new() };
        let _ = writeln!(out, "  {}: {}{more}", counted(classes.len(), "class"), shown.collect::<Vec<_>>().join(", "));
    }
    if let (Some(entropy), Some(gini)) = (target.entropy_bits, target.gini) {
        let _ = writeln!(out, "  H(Y) = {} bits, Gini = {}", decimals(entropy), decimals(gini));
    }
    if let (Some(mean), Some(variance)) = (target.mean, target.variance) {
        let _ = writeln!(out, "  mean = {}, variance = {}", digits(mean), digits(variance));
    }
    if let Some(left @ 1..) = account.rows_without_target {
        let _ = writeln!(out, "  {} without a target left out", counted(left, "row"));
    }
    out
}

/// What every account begins with.
const HEAD: [Heading<'static>; 4] = [
    Heading::text("column"),
    Heading::text("kind").goes(4),
    Heading::figure("distinct").goes(2),
    Heading::figure("missing").goes(3),
];

/// The cells under [`HEAD`]. A mark points at a warning below.
fn common(column: &ColumnInfo) -> Vec<String> {
    let mark = if column.warnings.is_empty() { "" } else { " !" };
    let kind = column.format.map_or_else(|| column.kind.to_string(), ToString::to_string);
    vec![format!("{}{mark}", label(&column.name)), kind, count(column.distinct), count(column.missing)]
}

fn figure(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), decimals)
}

fn threshold(column: &ColumnInfo) -> String {
    let number = column.score.threshold.map(digits);
    column.threshold_text.clone().or(number).unwrap_or_default()
}

fn by_gain(account: &Info) -> String {
    let mut headings = ["H(Y|X)", "gain", "split H", "gain ratio", "Gini split", "threshold"].map(Heading::figure);
    headings[2] = headings[2].goes(1);
    // Without a continuous column there is nothing to cut.
    let cut = account.columns.iter().any(|column| column.score.threshold.is_some());
    let headings = &headings[..headings.len() - usize::from(!cut)];
    let mut grid = Grid::new(&[&HEAD[..], headings].concat());
    for column in &account.columns {
        let score = &column.score;
        let figures = [
            score.conditional_entropy,
            score.information_gain,
            score.split_entropy,
            score.gain_ratio,
            score.gini_split,
        ];
        let mut row = common(column);
        row.extend(figures.map(figure));
        row.push(threshold(column));
        grid.row(row);
    }
    grid.lines()
}

fn by_reduction(account: &Info) -> String {
    let headings = ["MSE reduction", "share of variance", "threshold"].map(Heading::figure);
    let variance = account.target.as_ref().and_then(|target| target.variance).unwrap_or(0.0);
    let mut grid = Grid::new(&[&HEAD[..], &headings].concat());
    for column in &account.columns {
        let reduction = column.score.mse_reduction;
        let share = reduction.filter(|_| variance > 0.0).map(|reduction| reduction / variance);
        let mut row = common(column);
        row.push(reduction.map_or_else(|| "-".to_owned(), digits));
        row.push(figure(share));
        row.push(threshold(column));
        grid.row(row);
    }
    grid.lines()
}

fn described(account: &Info) -> String {
    let mut grid = Grid::new(&[&HEAD[..], &[Heading::text("values").cut()]].concat());
    for column in &account.columns {
        let mut row = common(column);
        row.push(values(column));
        grid.row(row);
    }
    grid.lines()
}

fn values(column: &ColumnInfo) -> String {
    if let Some(range) = column.range {
        let text = match column.format {
            Some("date") => date_text,
            Some(_) => time_text,
            None => digits,
        };
        return format!("{} to {}, mean {}", text(range.min), text(range.max), text(range.mean));
    }
    let Some(top) = &column.top else { return String::new() };
    let shown: Vec<String> =
        top.iter().map(|level| format!("{} ({})", label(&level.value), count(level.rows as usize))).collect();
    let more = if column.distinct > top.len() { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

fn warnings(account: &Info) -> String {
    let mut lines: Vec<String> = account.warnings.clone();
    let target = account.target.iter().map(|target| (&target.name, &target.warnings));
    let columns = account.columns.iter().map(|column| (&column.name, &column.warnings));
    for (name, warnings) in target.chain(columns) {
        lines.extend(warnings.iter().map(|warning| format!("{}: {warning}", label(name))));
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("\n! {}\n", lines.join("\n! "))
}
