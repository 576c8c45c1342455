//! Lying bars with names at their left and figures at their right: what columns are worth.
//!
//! ```text
//! title
//! note
//!        petal width │██████████├─┤   0.31
//!       sepal length │███├┤           0.08
//!         petal hue ├┤│              −0.01
//!                    └──────────────
//!                    0.0   0.2   0.4
//!                    name of the axis
//! and 4 more that are not shown
//! ```
//! Same bars, same bytes.

use crate::explain::figures::rounded;
use crate::explain::plain;
use crate::metric::Interval;

use super::axis::{Axis, Frame, Span, draw_lying, draw_names};
use super::colour::{CLASSES, Colour};
use super::ink::{Area, FAINT, FIELD, Hand, INK, Ink, px};
use super::letters::{Weight, cut_width, width};

/// Bars beyond these are counted.
pub const MOST_BARS: usize = 30;

/// The space around the picture.
const MARGIN: f64 = 22.0;
/// The height of a row, and of its bar.
const ROW: f64 = 22.0;
const THICK: f64 = 13.0;
/// The length of the axis.
const LENGTH: f64 = 420.0;
/// The most room of a name.
const WIDEST: f64 = 210.0;
/// Half the length of the strokes at the ends of an interval.
const CAP: f64 = 3.5;

const HEADING: Hand = Hand { size: 16.0, weight: Weight::Bold, colour: INK, anchor: "start" };
const NOTE: Hand = Hand { size: 12.0, weight: Weight::Regular, colour: FAINT, anchor: "start" };
const NAME: Hand = Hand { size: 12.0, weight: Weight::Regular, colour: INK, anchor: "end" };

/// Bars, one below the other in this order.
///
/// ```
/// use spinney::draw::{Bar, Bars, bars};
/// let bar = |name: &str, value| Bar { name: name.to_owned(), value, interval: None };
/// let picture = bars(&Bars {
///     title: "play: what columns are worth".into(),
///     note: String::new(),
///     axis: "taken off the Gini index".into(),
///     bars: vec![bar("outlook", 0.12), bar("wind", -0.004)],
/// });
/// assert!(picture.starts_with("<svg") && picture.contains("outlook") && picture.contains("−0.004"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// The heading; nothing where it is empty.
    pub title: String,
    /// A line below the heading; nothing where it is empty.
    pub note: String,
    /// What the axis counts.
    pub axis: String,
    /// The bars; those beyond [`MOST_BARS`] are counted.
    pub bars: Vec<Bar>,
}

/// A bar from 0 to its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// What it is.
    pub name: String,
    /// How long it is; left of 0 where it is below.
    pub value: f64,
    /// How far the value may be off.
    pub interval: Option<Interval>,
}

/// Draws bars as an SVG that needs nothing else: no script, no font, no style sheet.
pub fn bars(bars: &Bars) -> String {
    let plan = Plan::new(bars);
    let mut ink = Ink::new(plan.width, plan.height, &plain(&bars.title), &[]);
    let line = |text: &str, hand: Hand| cut_width(&plain(text), plan.width - 2.0 * MARGIN, hand.size, hand.weight);
    ink.words(MARGIN, MARGIN + 14.0, &line(&bars.title, HEADING), HEADING);
    let below = if bars.title.is_empty() { 12.0 } else { 34.0 };
    ink.words(MARGIN, MARGIN + below, &line(&bars.note, NOTE), NOTE);
    let (frame, axis) = (&plan.frame, Axis::new(&bars.axis));
    let ticks = axis.ticks(&frame.x, LENGTH, false);
    for tick in &ticks {
        let way = format!("M{} {}V{}", px(frame.x.at(tick.value)), px(frame.area.top), px(frame.bottom()));
        ink.path(&way, FIELD, 1.0);
    }
    for (place, (bar, texts)) in bars.bars.iter().zip(&plan.texts).enumerate() {
        plan.draw(&mut ink, place, bar, texts);
    }
    let zero = px(plan.at(0.0));
    ink.path(&format!("M{zero} {}V{}", px(frame.area.top - 2.0), px(frame.bottom())), "#52606d", 1.2);
    draw_lying(&mut ink, frame, &ticks);
    draw_names(&mut ink, frame, (&plain(&bars.axis), ""), 0.0);
    if plan.more > 0 {
        let more = format!("and {} more that {} not shown", plan.more, if plan.more == 1 { "is" } else { "are" });
        ink.words(MARGIN, plan.height - MARGIN / 2.0 - 4.0, &line(&more, NOTE), NOTE);
    }
    ink.finish()
}

/// A name and a figure, as they are written.
struct Texts {
    name: String,
    figure: String,
}

/// Where everything stands.
struct Plan {
    width: f64,
    height: f64,
    frame: Frame,
    texts: Vec<Texts>,
    /// Where figures end.
    right: f64,
    /// Bars that are not shown.
    more: usize,
}

impl Plan {
    fn new(bars: &Bars) -> Self {
        let shown = &bars.bars[..bars.bars.len().min(MOST_BARS)];
        let name = |bar: &Bar| cut_width(&plain(&bar.name), WIDEST, NAME.size, NAME.weight);
        let texts: Vec<Texts> =
            shown.iter().zip(figures(shown)).map(|(bar, figure)| Texts { name: name(bar), figure }).collect();
        let wide = |text: fn(&Texts) -> &String| {
            texts.iter().map(|texts| width(text(texts), NAME.size, NAME.weight)).fold(0.0, f64::max)
        };
        let left = (MARGIN + wide(|texts| &texts.name) + 9.0).ceil();
        let mut top = MARGIN + 6.0;
        top += if bars.title.is_empty() { 0.0 } else { 22.0 };
        top += if bars.note.is_empty() { 0.0 } else { 20.0 };
        let area = Area { left, top, width: LENGTH, height: ROW * shown.len().max(1) as f64 };
        let right = left + LENGTH + 12.0 + wide(|texts| &texts.figure);
        let more = bars.bars.len() - shown.len();
        let upright = Span { low: 0.0, high: 1.0, log: false, start: 0.0, end: 1.0 };
        Plan {
            width: right + MARGIN,
            height: top + area.height + 42.0 + MARGIN / 2.0 + if more > 0 { 22.0 } else { 0.0 },
            frame: Frame::new(area, span(shown), upright),
            texts,
            right,
            more,
        }
    }

    /// Where a value stands, at most at the ends of the axis.
    fn at(&self, value: f64) -> f64 {
        self.frame.x.at(value.clamp(self.frame.x.low, self.frame.x.high))
    }

    fn draw(&self, ink: &mut Ink, place: usize, bar: &Bar, texts: &Texts) {
        let middle = self.frame.area.top + (place as f64 + 0.5) * ROW;
        let between = |found: Interval| format!(" ({} to {})", rounded(found.low, 4), rounded(found.high, 4));
        let interval = bar.interval.filter(|found| found.low.is_finite() && found.high.is_finite());
        let tip = format!("{}: {}{}", plain(&bar.name), rounded(bar.value, 4), interval.map_or(String::new(), between));
        ink.open(&tip);
        ink.words(self.frame.area.left - 9.0, middle + 4.2, &texts.name, NAME);
        if !bar.value.is_nan() {
            let (one, two) = (self.at(0.0), self.at(bar.value));
            let area = Area { left: one.min(two), top: middle - THICK / 2.0, width: (two - one).abs(), height: THICK };
            ink.rect(area, 0.0, &fill(bar.value), "");
        }
        if let Some(Interval { low, high }) = interval {
            let (low, high) = (self.at(low), self.at(high));
            let cap = |x: f64| format!("M{} {}v{}", px(x), px(middle - CAP), px(2.0 * CAP));
            ink.path(&format!("M{} {}H{}{}{}", px(low), px(middle), px(high), cap(low), cap(high)), INK, 1.2);
        }
        ink.words(self.right, middle + 4.2, &texts.figure, NAME);
        ink.close();
    }
}

/// Below 0 a bar is grey: chance, and nothing that a column tells.
fn fill(value: f64) -> String {
    let colour = if value < 0.0 { Colour(154, 165, 177) } else { CLASSES[0].mixed(Colour::WHITE, 0.3) };
    colour.hex()
}

/// The stretch of values that holds 0 and every bar with its interval.
fn span(bars: &[Bar]) -> Span {
    let ends = |bar: &Bar| [Some(bar.value), bar.interval.map(|found| found.low), bar.interval.map(|found| found.high)];
    Axis::default().span(bars.iter().flat_map(ends).flatten().chain([0.0]))
}

/// The figures of bars, all with as many decimals as the longest bar needs for three digits.
fn figures(bars: &[Bar]) -> Vec<String> {
    let usable = |value: &f64| value.is_finite();
    let most = bars.iter().map(|bar| bar.value.abs()).filter(usable).fold(0.0, f64::max);
    let power: i32 = format!("{most:e}").split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    let places = usize::try_from(2 - power).unwrap_or(0);
    let text = |value: f64| match (-5..7).contains(&power) || most == 0.0 {
        _ if !usable(&value) => "-".to_owned(),
        true => format!("{value:.places$}"),
        false => format!("{value:.2e}"),
    };
    let signed = |text: String| match text.strip_prefix('-') {
        Some(rest) if rest.contains(|letter: char| ('1'..='9').contains(&letter)) => format!("−{rest}"),
        Some(zero) if !zero.is_empty() => zero.to_owned(),
        _ => text,
    };
    bars.iter().map(|bar| signed(text(bar.value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(values: &[f64]) -> Vec<String> {
        let bar = |value: &f64| Bar { name: String::new(), value: *value, interval: None };
        figures(&values.iter().map(bar).collect::<Vec<_>>())
    }

    #[test]
    fn figures_have_the_decimals_of_the_longest_bar() {
        assert_eq!(written(&[0.3127, 0.02, -0.0004]), ["0.313", "0.020", "0.000"]);
        assert_eq!(written(&[12_345.6, -3.2]), ["12346", "−3"]);
        assert_eq!(written(&[0.0]), ["0.00"]);
        assert_eq!(written(&[2.5e-7, -1e-8]), ["2.50e-7", "−1.00e-8"]);
        assert_eq!(written(&[6.5723e9, f64::NAN]), ["6.57e9", "-"]);
    }
}
