//! Curves and calibration, drawn.

use spinney::draw::{Axis, Chart, Guide, Look, Point, Series, Spread, chart, cut_cells};
use spinney::evaluate::{Calibration, RecallCurve, RocCurve};
use spinney::metric::{CalibrationBin, wilson};

use super::document::Document;
use crate::args::{BinsArg, CurveArg, Score as Args};
use crate::fault::{Mistake, Outcome};
use crate::saving::Place;
use crate::text::{counted, decimals, label};

/// Shares are set against shares: the frame is a square.
const SIDE: f64 = 380.0;
/// The most cells of a class's name, so that its figure behind it is never cut off.
const NAME: usize = 16;
/// How sure the bars of a calibration are.
const LEVEL: f64 = 0.95;

/// The one thing that is drawn, and where.
pub(super) struct Plot {
    subject: Subject,
    place: Place,
    file: String,
}

#[derive(Debug, Clone, Copy)]
enum Subject {
    Roc,
    Recall,
    Calibration(BinsArg),
}

impl Plot {
    /// What the person asked for, if it is one thing; looked at before the table is read.
    pub(super) fn new(args: &Args) -> Outcome<Option<Self>> {
        let Some(file) = args.plot.clone() else { return Ok(None) };
        let subject = match (args.curve, args.calibration) {
            (Some(CurveArg::Roc), None) => Subject::Roc,
            (Some(CurveArg::Pr), None) => Subject::Recall,
            (None, Some(bins)) => Subject::Calibration(bins),
            (None, None) => {
                return Err(Mistake::new("--plot draws a curve or a calibration, and none is asked for")
                    .hint("add --curve roc, --curve pr or --calibration")
                    .into());
            }
            (Some(_), Some(_)) => {
                return Err(Mistake::new("--plot draws one thing, and a curve and a calibration are asked for")
                    .hint("leave out --curve or --calibration")
                    .into());
            }
        };
        let place = Place::new(&file, &[&args.model, &args.table.table])?;
        Ok(Some(Plot { subject, place, file }))
    }

    /// Draws it, and says where it is.
    pub(super) fn save(&self, target: &str, found: &Document) -> Outcome<String> {
        let drawn = match self.subject {
            Subject::Roc => roc(&found.roc_curve),
            Subject::Recall => recall(&found.precision_recall_curve),
            Subject::Calibration(bins) => calibration(&found.calibration, bins, found.score.weight.is_none()),
        };
        if drawn.series.is_empty() {
            let mistake = Mistake::new("there is no curve to draw: all rows, or none, are of the class");
            return Err(mistake.hint("--class names another one").into());
        }
        let rows = counted(found.score.rows, "row");
        let several = if drawn.series.len() > 1 { ", each class against the rest" } else { "" };
        let more = if drawn.note.is_empty() { String::new() } else { format!("; {}", drawn.note) };
        let note = format!("{rows}{several}{more}");
        let title = format!("{target}: {}", drawn.title);
        self.place.save_drawing(&chart(&Chart { title, note, size: (SIDE, SIDE), ..drawn }))?;
        Ok(format!("the drawing is in {}", self.file))
    }
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
fn calibration(of: &[Calibration], bins: BinsArg, bars: bool) -> Chart {
    let of = of.iter().filter(|of| !of.bins.is_empty());
    let series = of.map(|of| {
        let points = of.bins.iter().map(|bin| if bars { barred(bin) } else { middle(bin) });
        let series = Series::new(&named(&of.class, "off by", of.expected_calibration_error), points.collect());
        series.look(Look::LinePoints).spread(Spread::Bars)
    });
    let bins = match bins {
        BinsArg::Uniform => "ten bins of the same width",
        BinsArg::Quantile => "ten bins of about as many rows",
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
