//! The lines and points of a chart.

use std::fmt::Write;

use super::axis::Frame;
use super::colour::{CLASSES, Colour};
use super::ink::{Ink, px, way};
use super::marker::{SHAPES, marker};

/// Points of a line that are marked, at most.
const MOST_MARKED: usize = 40;
/// No spot is farther from the page's corner than this.
const FAR_OFF: f64 = 1e9;
/// The colours of lines; yellow, which a white page swallows, is not among them.
const COLOURS: [usize; 7] = [0, 5, 2, 3, 1, 7, 4];
/// The dashes of lines.
const DASHES: [&str; 4] = ["", "7 4", "2 4", "10 4 2 4"];

/// Points that belong together.
///
/// ```
/// use spinney::draw::{Look, Point, Series};
/// let validation = Series::new("validation", [(1.0, 0.4), (7.0, 0.2)].map(|(x, y)| Point::new(x, y)).to_vec());
/// assert_eq!(validation.look, Look::Line);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What they are; cut where it is long.
    pub name: String,
    /// The points in the order in which a line goes through them. A coordinate that is no finite number leaves a gap.
    pub points: Vec<Point>,
    /// Whether and how they are joined.
    pub look: Look,
    /// Whether and how the bounds of points are shown.
    pub spread: Spread,
    /// A level to compare it with, as a thin line in its colour.
    pub level: Option<f64>,
}

/// A point, with the bounds between which its second value is thought to lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Its place on the lying axis.
    pub x: f64,
    /// Its place on the upright axis.
    pub y: f64,
    /// The lower bound of `y`.
    pub low: f64,
    /// The upper bound of `y`.
    pub high: f64,
}

/// How points are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// By a line.
    Line,
    /// By a line, with a shape at each point (at some, where there are more than 40).
    LinePoints,
    /// Not at all.
    Points,
    /// By steps: a value holds until the next point.
    Step,
}

/// How the bounds of points are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Not at all.
    Nothing,
    /// As a light band behind the line.
    Band,
    /// As an upright stroke through each point.
    Bars,
}

impl Point {
    /// A point without bounds.
    pub fn new(x: f64, y: f64) -> Self {
        Point { x, y, low: y, high: y }
    }

    /// The same, give or take.
    #[must_use]
    pub fn give_or_take(self, most: f64) -> Self {
        Point { low: self.y - most, high: self.y + most, ..self }
    }

    /// The same between these bounds.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> Self {
        Point { low, high, ..self }
    }
}

impl Series {
    /// Points joined by a line.
    pub fn new(name: &str, points: Vec<Point>) -> Self {
        Series { name: name.to_owned(), points, look: Look::Line, spread: Spread::Nothing, level: None }
    }

    /// The same with another look.
    #[must_use]
    pub fn look(self, look: Look) -> Self {
        Series { look, ..self }
    }

    /// The same with bounds shown in this way.
    #[must_use]
    pub fn spread(self, spread: Spread) -> Self {
        Series { spread, ..self }
    }

    /// The same with a level to compare it with.
    #[must_use]
    pub fn level(self, level: f64) -> Self {
        Series { level: Some(level), ..self }
    }
}

/// What tells a series from the others: colour, dashes, shape; what is only there to compare with is thinner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) colour: Colour,
    pub(super) dashes: &'static str,
    pub(super) thick: f64,
    pub(super) shape: usize,
    pub(super) look: Look,
}

/// The style of the series with this number.
pub(super) fn style(place: usize, look: Look) -> Style {
    let colour = CLASSES[COLOURS[place % COLOURS.len()]];
    Style { colour, dashes: DASHES[place % DASHES.len()], thick: 2.0, shape: place % SHAPES, look }
}

/// A point of the drawing.
type Spot = (f64, f64);

/// Draws a series: level, bounds, line, shapes.
pub(super) fn draw_series(ink: &mut Ink, frame: &Frame, series: &Series, style: Style) {
    let ends = |level: f64| [frame.x.low, frame.x.high].map(|x| spot(frame, x, level));
    if let Some([Some(from), Some(to)]) = series.level.map(ends) {
        stroke(ink, frame, &[from, to], Style { dashes: "1.5 3", thick: 1.0, ..style });
    }
    for run in runs(frame, series) {
        if series.spread == Spread::Band {
            band(ink, frame, &run, style);
        }
        if style.look != Look::Points {
            let spots: Vec<Spot> = run.iter().map(|shown| shown.at).collect();
            stroke(ink, frame, &spots, style);
        }
        if series.spread == Spread::Bars {
            for shown in &run {
                bars(ink, frame, shown, style.colour);
            }
        }
    }
    let shown = series.points.iter().filter_map(|point| spot(frame, point.x, point.y));
    let shown: Vec<Spot> = shown.filter(|at| inside(frame, *at)).collect();
    let every = match style.look {
        Look::Points => 1,
        Look::LinePoints => shown.len().div_ceil(MOST_MARKED).max(1),
        // A line through one point has no length: the point is drawn.
        Look::Line | Look::Step if shown.iter().all(|at| rounded(*at) == rounded(shown[0])) => 1,
        Look::Line | Look::Step => return,
    };
    let mut last = None;
    for at in shown.iter().step_by(every).filter(|at| last.replace(rounded(**at)) != Some(rounded(**at))) {
        ink.shape(&marker(style.shape, *at, 3.6), &style.colour.hex(), "stroke=\"#ffffff\"");
    }
}

/// A point of a run with its bounds, on the drawing.
#[derive(Debug, Clone, Copy)]
struct Shown {
    at: Spot,
    low: f64,
    high: f64,
}

/// Where a point stands; none where it has no place on the axes.
pub(super) fn spot(frame: &Frame, x: f64, y: f64) -> Option<Spot> {
    let (right, down) = (frame.x.at(x), frame.y.at(y));
    // What is far off the page may be nearer: lines are cut off at the frame anyway.
    (right.is_finite() && down.is_finite()).then(|| (right.clamp(-FAR_OFF, FAR_OFF), down.clamp(-FAR_OFF, FAR_OFF)))
}

/// The points of a series between its gaps; steps have their corners, and points that would fall together are one.
fn runs(frame: &Frame, series: &Series) -> Vec<Vec<Shown>> {
    let mut runs: Vec<Vec<Shown>> = vec![Vec::new()];
    for point in &series.points {
        let Some(at) = spot(frame, point.x, point.y) else {
            runs.push(Vec::new());
            continue;
        };
        let bound = |value: f64| Some(frame.y.at(value)).filter(|at| at.is_finite()).unwrap_or(at.1);
        let shown = Shown { at, low: bound(point.low), high: bound(point.high) };
        let Some(run) = runs.last_mut() else { continue };
        if let Some(before) = run.last().copied() {
            if rounded(before.at) == rounded(at)
                && rounded((before.low, before.high)) == rounded((shown.low, shown.high))
            {
                continue;
            }
            if series.look == Look::Step {
                run.push(Shown { at: (at.0, before.at.1), ..before });
            }
        }
        run.push(shown);
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// A spot in tenths: what two spots on the same dot have in common.
fn rounded((x, y): Spot) -> (i64, i64) {
    ((x * 10.0).round() as i64, (y * 10.0).round() as i64)
}

fn inside(frame: &Frame, (x, y): Spot) -> bool {
    let near = 0.05;
    (frame.area.left - near..=frame.right() + near).contains(&x)
        && (frame.area.top - near..=frame.bottom() + near).contains(&y)
}

/// A light band between the bounds, kept on the frame.
fn band(ink: &mut Ink, frame: &Frame, run: &[Shown], style: Style) {
    let kept: Vec<&Shown> = run.iter().filter(|shown| inside(frame, (shown.at.0, frame.area.top))).collect();
    let clamp = |y: f64| y.clamp(frame.area.top, frame.bottom());
    let upper = kept.iter().map(|shown| (shown.at.0, clamp(shown.high)));
    let lower = kept.iter().rev().map(|shown| (shown.at.0, clamp(shown.low)));
    if !kept.is_empty() {
        ink.shape(&(way(upper.chain(lower)) + "Z"), &style.colour.hex(), "fill-opacity=\"0.14\"");
    }
}

/// An upright stroke with feet between the bounds of a point.
fn bars(ink: &mut Ink, frame: &Frame, shown: &Shown, colour: Colour) {
    let x = shown.at.0;
    if !inside(frame, (x, frame.area.top)) || shown.low == shown.high {
        return;
    }
    let clamp = |y: f64| px(y.clamp(frame.area.top, frame.bottom()));
    let (left, right) = (px(x - 3.0), px(x + 3.0));
    let (low, high) = (clamp(shown.low), clamp(shown.high));
    let way = format!("M{left} {low}H{right}M{left} {high}H{right}M{} {low}V{high}", px(x));
    ink.path(&way, &colour.hex(), 1.2);
}

/// A line through spots, cut off at the frame.
pub(super) fn stroke(ink: &mut Ink, frame: &Frame, spots: &[Spot], style: Style) {
    let (mut way, mut end) = (String::new(), None);
    for pair in spots.windows(2) {
        let Some((from, to)) = cut_off(frame, pair[0], pair[1]) else { continue };
        if end != Some(rounded(from)) {
            let _ = write!(way, "M{} {}", px(from.0), px(from.1));
        }
        let _ = write!(way, "L{} {}", px(to.0), px(to.1));
        end = Some(rounded(to));
    }
    if !way.is_empty() {
        ink.line(&way, &style.colour.hex(), style.thick, style.dashes);
    }
}

/// The part of a line from one spot to another that lies on the frame (the way of Liang and Barsky).
fn cut_off(frame: &Frame, from: Spot, to: Spot) -> Option<(Spot, Spot)> {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let sides = [
        (-across, from.0 - frame.area.left),
        (across, frame.right() - from.0),
        (-down, from.1 - frame.area.top),
        (down, frame.bottom() - from.1),
    ];
    for (towards, room) in sides {
        if towards == 0.0 && room < -0.05 {
            return None;
        }
        match (towards, room / towards) {
            (towards, share) if towards < 0.0 => first = first.max(share),
            (towards, share) if towards > 0.0 => last = last.min(share),
            _ => {}
        }
    }
    let on = |share: f64| (from.0 + share * across, from.1 + share * down);
    (first <= last).then(|| (if first > 0.0 { on(first) } else { from }, if last < 1.0 { on(last) } else { to }))
}
