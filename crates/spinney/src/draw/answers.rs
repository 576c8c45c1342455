//! How good answers are, drawn: ROC, precision and recall, calibration.

use super::axis::Axis;
use super::chart::{Chart, Guide, chart};
use super::curve::{Look, Point, Series, Spread};
use super::letters::cut_cells;
use crate::evaluate::{Calibration, RecallCurve, RocCurve};
use crate::explain::figures::{counted, decimals, label};
use crate::metric::{Bins, CalibrationBin, wilson};

/// Shares are set against shares: the frame is a square.
const SIDE: f64 = 380.0;
/// The most cells of a class's name, so that its figure behind it is never cut off.
const NAME: usize = 16;
/// How sure the bars of a calibration are.
const LEVEL: f64 = 0.95;

/// What is drawn of answers beside the truth.
#[derive(Debug, Clone, Copy)]
pub enum AnswerChart<'a> {
    /// What is found against false alarms.
    Roc(&'a [RocCurve]),
    /// Precision against recall.
    Recall(&'a [RecallCurve]),
    /// What came true against what was said, in such bins; bars tell how far few rows can be trusted, and are for rows without weights.
    Calibration(&'a [Calibration], Bins, bool),
}

/// The drawing for a target with so many rows; nothing where there is no curve, since all rows, or none, are of the class.
pub fn answers(target: &str, rows: usize, what: AnswerChart<'_>) -> Option<String> {
    let drawn = match what {
        AnswerChart::Roc(curves) => roc(curves),
        AnswerChart::Recall(curves) => recall(curves),
        AnswerChart::Calibration(of, bins, bars) => calibration(of, bins, bars),
    };
    if drawn.series.is_empty() {
        return None;
    }
    let rows = counted(rows as f64, "row");
    let several = if drawn.series.len() > 1 { ", each class against the rest" } else { "" };
    let more = if drawn.note.is_empty() { String::new() } else { format!("; {}", drawn.note) };
    let title = format!("{}: {}", label(target), drawn.title);
    Some(chart(&Chart { title, note: format!("{rows}{several}{more}"), size: (SIDE, SIDE), ..drawn }))
}

/// What is found against false alarms.
fn roc(curves: &[RocCurve]) -> Chart {
    let curves = curves.iter().filter(|curve| !curve.points.is_empty());
    let series = curves.map(|curve| {
        let points = curve.points.iter().map(|at| Point::new(at.false_positive_rate, at.true_positive_rate));
        Series::new(&named(&curve.class, "AUC", curve.roc_auc), points.collect())
    });
    Chart {
        title: "ROC".to_owned(),
        series: series.collect(),
        guides: vec![diagonal("guessing")],
        ..Chart::new(share("false positive rate"), share("true positive rate"))
    }
}

/// Precision against recall. Steps, as the average precision has them: lines from point to point would flatter.
fn recall(curves: &[RecallCurve]) -> Chart {
    let curves = curves.iter().filter(|curve| !curve.points.is_empty());
    let series = curves.map(|curve| {
        let name = named(&curve.class, "AP", curve.average_precision);
        Series::new(&name, steps(curve)).look(Look::Step)
    });
    let mut series: Vec<Series> = series.collect();
    let (mut guides, mut note) = (Vec::new(), String::new());
    // Where all rows are taken, the precision is the share of the class, which is what guessing has.
    let guessing = |series: &Series| series.points.first().map(|all| all.y);
    if let [one] = &series[..] {
        guides.extend(guessing(one).map(|y| Guide::Level { y, label: format!("guessing: {}", decimals(y)) }));
    } else {
        "thin: guessing, the share of the class".clone_into(&mut note);
        for of in &mut series {
            of.level = guessing(of);
        }
    }
    Chart {
        title: "precision and recall".to_owned(),
        note,
        series,
        guides,
        ..Chart::new(share("recall"), share("precision"))
    }
}

/// From the right: the precision of a point holds back to the recall of the one before it. Where nothing is taken there is no
/// precision, and that of the first rows holds to the left end.
fn steps(curve: &RecallCurve) -> Vec<Point> {
    let mut points: Vec<Point> = curve.points.iter().rev().map(|at| Point::new(at.recall, at.precision)).collect();
    if let [.., first, nothing] = &mut points[..] {
        *nothing = Point::new(nothing.x, first.y);
    }
    points
}

/// What came true against what was said. Bars tell how far few rows can be trusted; weights count no rows, and have none.
fn calibration(of: &[Calibration], bins: Bins, bars: bool) -> Chart {
    let of = of.iter().filter(|of| !of.bins.is_empty());
    let series = of.map(|of| {
        let points = of.bins.iter().map(|bin| if bars { barred(bin) } else { middle(bin) });
        let series = Series::new(&named(&of.class, "off by", of.expected_calibration_error), points.collect());
        series.look(Look::LinePoints).spread(Spread::Bars)
    });
    let bins = match bins {
        Bins::Uniform(_) => "ten bins of the same width",
        Bins::Quantile(_) => "ten bins of about as many rows",
    };
    Chart {
        title: "calibration".to_owned(),
        note: if bars { format!("{bins}; bars: 95 % intervals") } else { bins.to_owned() },
        series: series.collect(),
        guides: vec![diagonal("comes true as said")],
        ..Chart::new(share("mean predicted probability"), share("share that came true"))
    }
}

fn middle(bin: &CalibrationBin) -> Point {
    Point::new(bin.mean_predicted, bin.fraction_positive)
}

fn barred(bin: &CalibrationBin) -> Point {
    let came = (bin.fraction_positive * bin.rows).round();
    let point = middle(bin);
    wilson(came as u64, bin.rows as u64, LEVEL).map_or(point, |of| point.between(of.low, of.high))
}

/// A class with its figure.
fn named(class: &str, word: &str, figure: Option<f64>) -> String {
    let class = cut_cells(&label(class), NAME);
    figure.map_or_else(|| class.clone(), |figure| format!("{class}, {word} {}", decimals(figure)))
}

fn share(name: &str) -> Axis {
    Axis::new(name).between(0.0, 1.0)
}

fn diagonal(label: &str) -> Guide {
    Guide::Line { from: (0.0, 0.0), to: (1.0, 1.0), label: label.to_owned() }
}
