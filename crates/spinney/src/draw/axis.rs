//! An axis: what it counts, from where to where, and how it is drawn.

use super::ink::{Area, FAINT, FIELD, Hand, INK, Ink, LINE_COLOUR, px};
use super::letters::{Weight, cut_width, width};
use super::ticks::{Tick, even_ticks, log_ticks};

/// The size of what is written at ticks.
pub(super) const SMALL: f64 = 11.0;
/// The size of an axis's name.
const NAME: f64 = 12.0;

/// The greatest number that an axis shows: sums of such numbers are numbers.
const MOST: f64 = 1e300;
/// The least stretch that an axis shows, and the least number of an axis of powers.
const LEAST: f64 = 1e-290;

/// One axis of a chart.
///
/// ```
/// use spinney::draw::Axis;
/// let sizes = Axis::new("leaves").whole().log();
/// let shares = Axis::new("error").between(0.0, 1.0);
/// assert_eq!(shares.high, Some(1.0));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    /// What it counts, with its unit.
    pub name: String,
    /// Where it begins; a little before the least value where nothing is said.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
    /// Whether equal steps are equal factors; values must be above 0, others are left out.
    pub log: bool,
    /// Whether only whole numbers mean something.
    pub whole: bool,
}

impl Axis {
    /// An axis from the least to the greatest value.
    pub fn new(name: &str) -> Self {
        Axis { name: name.to_owned(), ..Axis::default() }
    }

    /// The same between these two numbers.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> Self {
        Axis { low: Some(low), high: Some(high), ..self }
    }

    /// The same from this number on.
    #[must_use]
    pub fn from(self, low: f64) -> Self {
        Axis { low: Some(low), ..self }
    }

    /// The same with equal factors as equal steps.
    #[must_use]
    pub fn log(self) -> Self {
        Axis { log: true, ..self }
    }

    /// The same with whole numbers alone.
    #[must_use]
    pub fn whole(self) -> Self {
        Axis { whole: true, ..self }
    }

    /// The stretch that shows these values; values that are no numbers do not count.
    pub(super) fn span(&self, values: impl Iterator<Item = f64>) -> Span {
        let usable = |value: &f64| value.abs() <= MOST && (!self.log || *value >= LEAST);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(usable) {
            (low, high) = (low.min(value), high.max(value));
        }
        let (from, to) = (self.low.filter(usable), self.high.filter(usable));
        if low > high {
            low = from.or(to).unwrap_or(if self.log { 1.0 } else { 0.0 });
            high = to.or(from).unwrap_or(if self.log { 10.0 } else { 1.0 });
        }
        let (low, high) = self.padded(low.min(high), low.max(high));
        let (first, last) = (from.unwrap_or(low), to.unwrap_or(high));
        // A fixed end beyond all values leaves nothing in between: what there is counts then.
        let (low, high) = if last - first > LEAST { (first, last) } else { (low, high) };
        Span { low, high, log: self.log, start: 0.0, end: 1.0 }
    }

    /// A little room on both sides, but not across 0.
    fn padded(&self, low: f64, high: f64) -> (f64, f64) {
        if self.log {
            let room = (high / low).powf(0.03).clamp(1.05, 2.0);
            return (low / room, high * room);
        }
        let size = low.abs().max(high.abs());
        let span = high / 2.0 - low / 2.0;
        let room = if span > LEAST && span > size * 1e-9 {
            span * 0.08
        } else if size > LEAST {
            size * 0.1
        } else {
            0.5
        };
        let padded = (low - room, high + room);
        (
            if low >= 0.0 { padded.0.max(0.0) } else { padded.0 },
            if high <= 0.0 && low < 0.0 { padded.1.min(0.0) } else { padded.1 },
        )
    }

    /// Round numbers along a stretch of this many units of the drawing, as many as can be read.
    pub(super) fn ticks(&self, span: &Span, room: f64, upright: bool) -> Vec<Tick> {
        let mut most = if upright { room / 42.0 } else { room / 64.0 }.clamp(2.0, 12.0) as usize;
        loop {
            let ticks = if self.log {
                log_ticks(span.low, span.high, most)
            } else {
                even_ticks(span.low, span.high, most, self.whole)
            };
            if upright || most <= 2 || apart(&ticks, span, room) {
                return ticks;
            }
            most -= 1;
        }
    }
}

/// Whether texts side by side leave a gap between them.
fn apart(ticks: &[Tick], span: &Span, room: f64) -> bool {
    let span = span.placed(0.0, room);
    ticks.windows(2).all(|pair| {
        let halves = pair.iter().map(|tick| width(&tick.text, SMALL, Weight::Regular) / 2.0).sum::<f64>();
        span.at(pair[1].value) - span.at(pair[0].value) >= halves + 8.0
    })
}

/// A stretch of values, and the stretch of the drawing that it is put on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) log: bool,
    pub(super) start: f64,
    pub(super) end: f64,
}

impl Span {
    pub(super) fn placed(self, start: f64, end: f64) -> Span {
        Span { start, end, ..self }
    }

    /// Where a value stands; beyond the ends for values beyond them.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = if self.log {
            (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
        } else {
            // Halves, so that the widest stretch of numbers has a length.
            (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
        };
        self.start + share * (self.end - self.start)
    }
}

/// The room of a drawing between its axes.
pub(super) struct Frame {
    pub(super) area: Area,
    pub(super) x: Span,
    pub(super) y: Span,
}

impl Frame {
    /// The frame on this room; the second axis points up.
    pub(super) fn new(area: Area, x: Span, y: Span) -> Self {
        let (right, bottom) = (area.left + area.width, area.top + area.height);
        Frame { area, x: x.placed(area.left, right), y: y.placed(bottom, area.top) }
    }

    pub(super) fn right(&self) -> f64 {
        self.area.left + self.area.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.area.top + self.area.height
    }
}

/// How wide the texts at the ticks of an upright axis are.
pub(super) fn widest(ticks: &[Tick]) -> f64 {
    ticks.iter().map(|tick| width(&tick.text, SMALL, Weight::Regular)).fold(0.0, f64::max)
}

const TEXT: Hand = Hand { size: SMALL, weight: Weight::Regular, colour: FAINT, anchor: "middle" };

/// Light lines at the ticks of the upright axis, and what they stand for.
pub(super) fn draw_upright(ink: &mut Ink, frame: &Frame, ticks: &[Tick], lines: bool) {
    for tick in ticks {
        let y = frame.y.at(tick.value);
        let from = if lines { frame.right() } else { frame.area.left - 4.0 };
        let colour = if lines { FIELD } else { LINE_COLOUR };
        ink.path(&format!("M{} {}H{}", px(from), px(y), px(frame.area.left)), colour, 1.0);
        ink.words(frame.area.left - 7.0, y + 3.9, &tick.text, Hand { anchor: "end", ..TEXT });
    }
}

/// The lying axis: a line, ticks and what they stand for.
pub(super) fn draw_lying(ink: &mut Ink, frame: &Frame, ticks: &[Tick]) {
    let bottom = frame.bottom();
    ink.path(&format!("M{} {}H{}", px(frame.area.left), px(bottom), px(frame.right())), "#9aa5b1", 1.0);
    for tick in ticks {
        let x = frame.x.at(tick.value);
        ink.path(&format!("M{} {}v4", px(x), px(bottom)), "#9aa5b1", 1.0);
        ink.words(x, bottom + 16.5, &tick.text, TEXT);
    }
}

/// The names: that of the lying axis below it, that of the upright one above it, both to be read without turning the head.
pub(super) fn draw_names(ink: &mut Ink, frame: &Frame, (x, y): (&str, &str), top: f64) {
    let hand = Hand { size: NAME, weight: Weight::Regular, colour: INK, anchor: "middle" };
    let name = |text: &str| cut_width(text, frame.area.width, NAME, Weight::Regular);
    ink.words(frame.area.left + frame.area.width / 2.0, frame.bottom() + 35.0, &name(x), hand);
    ink.words(frame.area.left, top, &name(y), Hand { anchor: "start", ..hand });
}
