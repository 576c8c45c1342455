//! A chart of lines: error against size, the curves of a classifier, what more rows would bring.
//!
//! ```text
//! title
//! note
//! name of the upright axis
//!            chosen: 7 leaves          what a place means, above the frame
//!  0.4 ┤╲       ┆
//!      │ ╲______┆____ validation       names at the ends of lines, or a list beside the frame
//!  0.0 ┤        ┆
//!      └───────────────
//!       1    10    100   name of the lying axis
//! ```
//! Same chart, same bytes. Lines differ by dashes and shapes as well as by colours.

use crate::explain::plain;

use super::axis::{Axis, Frame, Span, draw_lying, draw_names, draw_upright, widest};
use super::curve::{Look, Point, Series, Style, draw_series, spot, stroke, style};
use super::ink::{Area, FAINT, Hand, INK, Ink, px};
use super::key::{Entry, Key, reference};
use super::letters::{Weight, cut_width, width};

/// The space around a chart.
const MARGIN: f64 = 22.0;

const HEADING: Hand = Hand { size: 16.0, weight: Weight::Bold, colour: INK, anchor: "start" };
const NOTE: Hand = Hand { size: 12.0, weight: Weight::Regular, colour: FAINT, anchor: "start" };
const PLACE: Hand = Hand { size: 12.0, weight: Weight::Bold, colour: INK, anchor: "middle" };

/// A chart.
///
/// ```
/// use spinney::draw::{Axis, Chart, Guide, Point, Series, chart};
/// let line = |name: &str, ys: [f64; 3]| {
///     Series::new(name, ys.iter().zip([1.0, 10.0, 100.0]).map(|(y, x)| Point::new(x, *y)).collect())
/// };
/// let picture = chart(&Chart {
///     title: "Error by size".into(),
///     series: vec![line("training", [0.4, 0.2, 0.0]), line("validation", [0.42, 0.25, 0.31])],
///     guides: vec![Guide::Place { x: 10.0, label: "chosen: 10 leaves".into() }],
///     ..Chart::new(Axis::new("leaves").log().whole(), Axis::new("error").from(0.0))
/// });
/// assert!(picture.starts_with("<svg") && picture.contains("chosen: 10 leaves"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The heading; nothing where it is empty.
    pub title: String,
    /// A line below the heading; nothing where it is empty.
    pub note: String,
    /// The lying axis.
    pub x: Axis,
    /// The upright axis.
    pub y: Axis,
    /// The lines, drawn in this order, the first on top.
    pub series: Vec<Series>,
    /// Places and lines to compare with.
    pub guides: Vec<Guide>,
    /// Width and height of the frame.
    pub size: (f64, f64),
}

/// Something to compare with.
#[derive(Debug, Clone, PartialEq)]
pub enum Guide {
    /// A place on the lying axis, with words above the frame.
    Place {
        /// Where.
        x: f64,
        /// What it means.
        label: String,
    },
    /// A level of the upright axis.
    Level {
        /// Where.
        y: f64,
        /// What it means.
        label: String,
    },
    /// A straight line, such as the diagonal of a ROC curve.
    Line {
        /// From here.
        from: (f64, f64),
        /// To here.
        to: (f64, f64),
        /// What it means.
        label: String,
    },
}

impl Chart {
    /// An empty chart between two axes, 560 by 340.
    pub fn new(x: Axis, y: Axis) -> Self {
        let (title, note) = (String::new(), String::new());
        Chart { title, note, x, y, series: Vec::new(), guides: Vec::new(), size: (560.0, 340.0) }
    }
}

/// Draws a chart as an SVG that needs nothing else: no script, no font, no style sheet.
pub fn chart(chart: &Chart) -> String {
    let plan = Plan::new(chart);
    let mut ink = Ink::new(plan.width, plan.height, &plain(&chart.title), &[]);
    let room = plan.width - 2.0 * MARGIN;
    let line = |text: &str, hand: Hand| cut_width(&plain(text), room, hand.size, hand.weight);
    ink.words(MARGIN, MARGIN + 14.0, &line(&chart.title, HEADING), HEADING);
    let below = if chart.title.is_empty() { 12.0 } else { 34.0 };
    ink.words(MARGIN, MARGIN + below, &line(&chart.note, NOTE), NOTE);
    let frame = &plan.frame;
    draw_upright(&mut ink, frame, &chart.y.ticks(&frame.y, frame.area.height, true), true);
    draw_lying(&mut ink, frame, &chart.x.ticks(&frame.x, frame.area.width, false));
    draw_names(&mut ink, frame, (&plain(&chart.x.name), &plain(&chart.y.name)), plan.name);
    for (guide, place) in chart.guides.iter().zip(&plan.labels) {
        draw_guide(&mut ink, frame, guide, place.as_ref());
    }
    for label in plan.labels.iter().flatten() {
        let half = width(&label.text, PLACE.size, PLACE.weight) / 2.0 + 3.0;
        let paper = Area { left: label.middle - half, top: label.base - 12.0, width: 2.0 * half, height: 16.0 };
        ink.rect(paper, 0.0, "#ffffff", "");
        ink.words(label.middle, label.base, &label.text, PLACE);
    }
    for (place, series) in chart.series.iter().enumerate().rev() {
        draw_series(&mut ink, frame, series, style(place, series.look));
    }
    plan.key.draw(&mut ink, frame);
    ink.finish()
}

/// Where everything stands.
struct Plan {
    width: f64,
    height: f64,
    frame: Frame,
    /// The base line of the upright axis's name.
    name: f64,
    /// The words of each guide, where they stand, and the middle of them.
    labels: Vec<Option<Label>>,
    key: Key,
}

/// The words above a place.
#[derive(Debug, Clone)]
struct Label {
    text: String,
    middle: f64,
    base: f64,
}

impl Plan {
    fn new(chart: &Chart) -> Self {
        let usable = |side: f64, least: f64| if side.is_finite() { side.clamp(least, 10_000.0) } else { least };
        let (wide, high) = (usable(chart.size.0, 120.0), usable(chart.size.1, 80.0));
        let (x, y) = spans(chart);
        let left = (MARGIN + widest(&chart.y.ticks(&y, high, true)) + 8.0).ceil();
        let mut top = MARGIN;
        top += if chart.title.is_empty() { 0.0 } else { 22.0 };
        top += if chart.note.is_empty() { 0.0 } else { 20.0 };
        let name = top + 14.0;
        top += if chart.y.name.is_empty() { 6.0 } else { 24.0 };
        let area = Area { left, top, width: wide, height: high };
        let (mut labels, rows) = labels(chart, &Frame::new(area, x, y));
        let strip = rows as f64 * 17.0;
        for label in labels.iter_mut().flatten() {
            label.base += top;
        }
        let frame = Frame::new(Area { top: top + strip, ..area }, x, y);
        let key = Key::new(entries(chart, &frame), high);
        Plan {
            width: left + wide + key.width().max(14.0) + MARGIN,
            height: top + strip + high.max(key.height()) + 42.0 + MARGIN / 2.0,
            frame,
            name,
            labels,
            key,
        }
    }
}

/// The stretches of values that both axes show.
fn spans(chart: &Chart) -> (Span, Span) {
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let drawn = |point: &&Point| point.x.is_finite() && point.y.is_finite();
    let guides = chart.guides.iter();
    let xs = guides.clone().flat_map(|guide| match guide {
        Guide::Place { x, .. } => vec![*x],
        Guide::Level { .. } => vec![],
        Guide::Line { from, to, .. } => vec![from.0, to.0],
    });
    let ys = guides.flat_map(|guide| match guide {
        Guide::Place { .. } => vec![],
        Guide::Level { y, .. } => vec![*y],
        Guide::Line { from, to, .. } => vec![from.1, to.1],
    });
    let levels = chart.series.iter().filter_map(|series| series.level);
    let bounds = points().filter(drawn).flat_map(|point| [point.y, point.low, point.high]).chain(levels);
    (chart.x.span(points().filter(drawn).map(|point| point.x).chain(xs)), chart.y.span(bounds.chain(ys)))
}

/// The words above places, in as many rows as keep them apart; base lines count from the first row.
fn labels(chart: &Chart, frame: &Frame) -> (Vec<Option<Label>>, usize) {
    let mut rows: Vec<f64> = Vec::new();
    let mut labels = vec![None; chart.guides.len()];
    let mut order: Vec<(f64, usize, &str)> = Vec::new();
    for (place, guide) in chart.guides.iter().enumerate() {
        if let Guide::Place { x, label } = guide {
            order.push((frame.x.at(*x), place, label));
        }
    }
    order.retain(|(x, ..)| (frame.area.left..=frame.right()).contains(x));
    order.sort_by(|one, two| one.0.total_cmp(&two.0));
    for (x, place, label) in order {
        let text = cut_width(&plain(label), frame.area.width, PLACE.size, PLACE.weight);
        let half = width(&text, PLACE.size, PLACE.weight) / 2.0;
        let middle = x.clamp(frame.area.left + half, (frame.right() - half).max(frame.area.left + half));
        let row = rows.iter().position(|end| middle - half >= *end + 10.0).unwrap_or(rows.len());
        if row == rows.len() {
            rows.push(0.0);
        }
        rows[row] = middle + half;
        labels[place] = Some(Label { text, middle, base: row as f64 * 17.0 + 11.0 });
    }
    (labels, rows.len())
}

fn draw_guide(ink: &mut Ink, frame: &Frame, guide: &Guide, label: Option<&Label>) {
    let ends = match guide {
        Guide::Place { x, .. } => {
            let Some(label) = label else { return };
            let way = format!("M{} {}V{}", px(frame.x.at(*x)), px(label.base + 4.0), px(frame.bottom()));
            ink.line(&way, "#52606d", 1.4, "5 3");
            return;
        }
        Guide::Level { y, .. } => [(frame.x.low, *y), (frame.x.high, *y)],
        Guide::Line { from, to, .. } => [*from, *to],
    };
    let spots: Vec<_> = ends.iter().filter_map(|(x, y)| spot(frame, *x, *y)).collect();
    stroke(ink, frame, &spots, reference());
}

/// The lines that have names, and where they end.
fn entries(chart: &Chart, frame: &Frame) -> Vec<Entry> {
    let ends_at = |x: f64, y: f64| {
        let (x, y) = (frame.x.at(x), frame.y.at(y) - frame.area.top);
        // Near the right side, and not beyond it.
        let near = x >= frame.right() - frame.area.width * 0.045 && x <= frame.right() + 0.1;
        (near && (0.0..=frame.area.height).contains(&y)).then_some(y)
    };
    let series = chart.series.iter().enumerate().map(|(place, series)| {
        let last = series.points.iter().rev().find(|point| point.x.is_finite() && point.y.is_finite());
        let end = last.filter(|_| series.look != Look::Points).and_then(|point| ends_at(point.x, point.y));
        (&series.name, style(place, series.look), end)
    });
    let guides = chart.guides.iter().filter_map(|guide| match guide {
        Guide::Place { .. } => None,
        Guide::Level { y, label } => Some((label, reference(), ends_at(frame.x.high, *y))),
        Guide::Line { to, label, .. } => Some((label, reference(), ends_at(to.0, to.1))),
    });
    let entry = |(name, style, end): (&String, Style, Option<f64>)| Entry { name: plain(name), style, end };
    series.chain(guides).map(entry).collect()
}
