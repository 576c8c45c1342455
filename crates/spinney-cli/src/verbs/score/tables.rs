//! Who was taken for whom, curves and calibration as tables.

use std::fmt::Write;

use spinney::evaluate::{Calibration, ClassScore, NamedCell, NamedClass, RecallCurve, RocCurve};
use spinney::explain::figures::count;
use spinney::metric::Average;

use crate::text::{Grid, Heading, decimals, digits, label};

/// Up to so many classes are shown as a matrix; of more, the most frequent mistakes.
const MOST_CLASSES: usize = 10;
/// So many mistakes are listed.
const MOST_MISTAKES: usize = 10;
/// So many points of a curve are listed.
const MOST_POINTS: usize = 25;

/// The figures of classes.
const FIGURES: [Heading<'static>; 3] =
    [Heading::figure("recall").goes(3), Heading::figure("precision").goes(2), Heading::figure("F1").goes(1)];

/// Who was taken for whom, and how well each class is found.
pub(super) fn classes(score: &ClassScore) -> String {
    if score.classes.len() > MOST_CLASSES { mistakes(score) + &averages(score) } else { matrix(score) }
}

fn matrix(score: &ClassScore) -> String {
    let names: Vec<String> = score.classes.iter().map(|of| cut(&of.class)).collect();
    let mut headings = vec![Heading::text("")];
    headings.extend(names.iter().map(|name| Heading::figure(name)));
    headings.push(Heading::figure("rows"));
    headings.extend(FIGURES);
    let mut grid = Grid::new(&headings);
    for (truth, name) in score.classes.iter().zip(&names) {
        let weight = |of: &NamedClass| {
            let here = |cell: &&NamedCell| cell.truth == truth.class && cell.predicted == of.class;
            count(score.confusion.iter().find(here).map_or(0.0, |cell| cell.weight))
        };
        let figures = [truth.recall, truth.precision, truth.f1].map(or_dash);
        let cells = score.classes.iter().map(weight).chain([count(truth.rows)]).chain(figures);
        grid.row(std::iter::once(name.clone()).chain(cells).collect());
    }
    for (name, average) in means(score) {
        let blank = vec![String::new(); names.len() + 1];
        grid.row(std::iter::once(name.to_owned()).chain(blank).chain(cells(&average)).collect());
    }
    format!("true classes down, answers across\n{}", grid.lines())
}

/// The averages alone, of a target with many classes.
fn averages(score: &ClassScore) -> String {
    let mut headings = vec![Heading::text("")];
    headings.extend(FIGURES);
    let mut grid = Grid::new(&headings);
    for (name, average) in means(score) {
        grid.row(std::iter::once(name.to_owned()).chain(cells(&average)).collect());
    }
    format!("\n{}", grid.lines())
}

fn means(score: &ClassScore) -> impl Iterator<Item = (&'static str, Average)> {
    let means = [("macro mean", score.macro_average), ("weighted mean", score.weighted_average)];
    means.into_iter().filter_map(|(name, average)| Some((name, average?)))
}

fn cells(average: &Average) -> [String; 3] {
    [average.recall, average.precision, average.f1].map(decimals)
}

fn or_dash(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), decimals)
}

/// The most frequent mistakes, of a target with many classes.
fn mistakes(score: &ClassScore) -> String {
    let mut wrong: Vec<_> = score.confusion.iter().filter(|cell| cell.truth != cell.predicted).collect();
    wrong.sort_by(|one, two| two.weight.total_cmp(&one.weight)); // stable: equal ones stay in the order of classes
    if wrong.is_empty() {
        return String::new();
    }
    let mut grid = Grid::new(&[Heading::text("true class"), Heading::text("answered as"), Heading::figure("rows")]);
    for cell in wrong.iter().take(MOST_MISTAKES) {
        grid.row(vec![label(&cell.truth), label(&cell.predicted), count(cell.weight)]);
    }
    format!("the most frequent mistakes\n{}{}", grid.lines(), more(wrong.len(), MOST_MISTAKES))
}

/// Whether what is said comes true.
pub(super) fn calibration(of: &Calibration) -> String {
    let mut grid = Grid::new(&[
        Heading::text("probability"),
        Heading::figure("rows"),
        Heading::figure("said"),
        Heading::figure("came true"),
    ]);
    for bin in &of.bins {
        let said = [bin.mean_predicted, bin.fraction_positive].map(decimals);
        let range = format!("{} to {}", digits(bin.low), digits(bin.high));
        grid.row([range, count(bin.rows)].into_iter().chain(said).collect());
    }
    let class = label(&of.class);
    let off =
        of.expected_calibration_error.map_or_else(String::new, |off| format!(": off by {} on average", decimals(off)));
    format!("calibration of {class}{off}\n{}", grid.lines())
}

/// The points of a ROC curve.
pub(super) fn roc(curve: &RocCurve) -> String {
    let lines = curve.points.iter().map(|at| [at.threshold, at.true_positive_rate, at.false_positive_rate]);
    let area = curve.roc_auc.map_or_else(String::new, |area| format!(", area {}", decimals(area)));
    points(&format!("ROC of {}{area}", label(&curve.class)), ["found", "false alarms"], &lines.collect::<Vec<_>>())
}

/// The points of a precision-recall curve.
pub(super) fn recall(curve: &RecallCurve) -> String {
    let lines = curve.points.iter().map(|at| [at.threshold, at.recall, at.precision]);
    let average =
        curve.average_precision.map_or_else(String::new, |of| format!(", average precision {}", decimals(of)));
    points(
        &format!("precision and recall of {}{average}", label(&curve.class)),
        ["recall", "precision"],
        &lines.collect::<Vec<_>>(),
    )
}

fn points(head: &str, names: [&str; 2], lines: &[[f64; 3]]) -> String {
    let mut out = format!("{head}\n");
    if lines.is_empty() {
        let _ = writeln!(out, "  no curve: all rows, or none, are of this class");
        return out;
    }
    let mut grid = Grid::new(&[Heading::figure("from"), Heading::figure(names[0]), Heading::figure(names[1])]);
    for line in lines.iter().take(MOST_POINTS) {
        let from = if line[0].is_infinite() { "none".to_owned() } else { decimals(line[0]) };
        grid.row(vec![from, decimals(line[1]), decimals(line[2])]);
    }
    out + &grid.lines() + &more(lines.len(), MOST_POINTS)
}

/// How many more there are than are shown.
fn more(all: usize, shown: usize) -> String {
    let more = all.saturating_sub(shown);
    if more > 0 { format!("(and {} more; --json has all)\n", crate::text::count(more)) } else { String::new() }
}

/// A class's name over a column of figures.
fn cut(name: &str) -> String {
    spinney::draw::cut_cells(&label(name), 16)
}
