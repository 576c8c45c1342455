//! What tuning came to, for people.

use std::fmt::Write;

use spinney::contest::{By, Dealt, Grid, Race, Tuned, bests};
use spinney::evaluate::Score;

use super::super::figures::{ScoreLine, score_grid};
use super::super::learning::{InWords, Lesson, how_words};
use crate::args::{ModelArg, Tune as Args};
use crate::text::{Heading, count, counted, digits, label, line_width, listed};

/// The report of a search.
pub(super) fn report(args: &Args, (lesson, dealt): (&Lesson, &Dealt), tuned: &Tuned, test: Option<&Score>) -> String {
    let Tuned { grid, race, by, .. } = tuned;
    let mut out = format!("{}: {}\n", args.learn.table.table, counted(lesson.rows.len(), "row"));
    let (target, task) = (label(&lesson.target.name), lesson.target.task());
    let _ = writeln!(out, "target {target}: {task}; by {}; {}", by.words(), dealt.words);
    let dropped = race.raced.lanes.iter().filter(|lane| lane.dropped).count();
    let _ = writeln!(
        out,
        "{}, of which {} went early; {} asked",
        counted(race.contenders.len(), "contender"),
        count(dropped),
        counted(race.asked, if args.model == ModelArg::Tree { "tree" } else { "forest" })
    );
    if race.out_of_time {
        let _ =
            writeln!(out, "! the time was up after {}: what follows rests on these", counted(race.raced.folds, "fold"));
    }
    for place in 0..4 {
        out += &list(grid, race, *by, place);
    }
    if args.all {
        out += &all(grid, race, *by);
    }
    out += &winner(tuned, lesson, args.test.as_deref().zip(test));
    out + &lesson.told_warnings(&dealt.warnings)
}

/// The best for each value of one list; nothing where there is only one value.
fn list(grid: &Grid, race: &Race, by: By, place: usize) -> String {
    let value = |lane: usize| grid.values(race.contenders[lane])[place].1.clone();
    let found = bests(race, by, value);
    if found.len() < 2 {
        return String::new();
    }
    let name = grid.values(race.contenders[0])[place].0;
    let mut shown = lines(&[Heading::figure(name)], by);
    for (value, lane) in found {
        shown.row(cells(vec![value], race, by, lane));
    }
    format!("\n{}", shown.lines())
}

/// Every contender, the best first.
fn all(grid: &Grid, race: &Race, by: By) -> String {
    let names = grid.values(race.contenders[0]).map(|(name, _)| Heading::figure(name));
    let mut shown = lines(&names, by);
    let mut order: Vec<usize> =
        (0..race.contenders.len()).filter(|lane| !race.raced.lanes[*lane].scores.is_empty()).collect();
    let worth =
        |lane: usize| if by.less_is_better { race.raced.lanes[lane].mean() } else { -race.raced.lanes[lane].mean() };
    order.sort_by(|one, two| {
        (race.raced.lanes[*one].dropped, worth(*one))
            .partial_cmp(&(race.raced.lanes[*two].dropped, worth(*two)))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    for lane in order {
        let values = grid.values(race.contenders[lane]).map(|(_, value)| value).to_vec();
        shown.row(cells(values, race, by, lane));
    }
    format!("\n{}", shown.lines())
}

fn lines<'a>(first: &[Heading<'a>], by: By) -> crate::text::Grid<'a> {
    let mut headings = first.to_vec();
    headings.extend([
        Heading::figure(by.heading()),
        Heading::figure("± sd"),
        Heading::figure("folds"),
        Heading::figure("leaves"),
    ]);
    crate::text::Grid::new(&headings)
}

fn cells(mut first: Vec<String>, race: &Race, by: By, lane: usize) -> Vec<String> {
    let scores = &race.raced.lanes[lane].scores;
    let spread = by.over_folds(scores, race.rules.ratio);
    let text = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| by.text(value));
    first.push(text(spread.map(|spread| spread.mean)));
    first.push(text(spread.map(|spread| spread.sd)));
    first.push(scores.len().to_string());
    first.push(digits((race.leaves[lane] * 10.0).round() / 10.0));
    first
}

/// The winner, how to grow it again, and how it does.
fn winner(tuned: &Tuned, lesson: &Lesson, test: Option<(&str, &Score)>) -> String {
    let Tuned { race, by, winner, how, .. } = tuned;
    let words = how_words(how, lesson.target.task(), lesson.sampling.column.as_deref());
    let mut out = listed("\nthe winner:", &words, line_width());
    if let Some(spread) = by.over_folds(&race.raced.lanes[*winner].scores, race.rules.ratio) {
        let _ = write!(out, "{}: {}", by.name, by.text(spread.mean));
        if let Some(interval) = spread.interval {
            let _ = write!(out, ", 95 % interval {} to {}", by.text(interval.low), by.text(interval.high));
        }
        out += " over folds\n";
    }
    match test {
        Some((file, score)) => out += &tested(file, score),
        None => out += "(the best of many flatters: --test FILE asks rows that had no part in the choice)\n",
    }
    out
}

fn tested(file: &str, score: &Score) -> String {
    format!("\n{}", score_grid(&[ScoreLine::one(&label(file), score)]))
}
