//! What each line of a chart is: written at its end where there is room, else in a list beside the chart.

use super::axis::Frame;
use super::colour::Colour;
use super::curve::{Look, Style};
use super::ink::{FAINT, Hand, INK, Ink, px};
use super::letters::{Weight, cut_width, width};
use super::marker::marker;

/// The size of names.
const SIZE: f64 = 12.0;
/// The most room of a name.
const WIDEST: f64 = 190.0;
/// The height of a line of the list.
const ROW: f64 = 19.0;
/// Names that a list holds before it counts the others.
const MOST_NAMED: usize = 30;
/// How far a name may be moved away from the end of its line.
const FAR: f64 = 7.0;
/// Lines that end nearer to each other than this end in one spot: nobody could tell which name is whose.
const SPOT: f64 = 2.0;
/// The least distance between the base lines of two names.
const APART: f64 = 14.0;

/// A line and its name.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) style: Style,
    /// Where the line ends, if it ends at the right side of the frame.
    pub(super) end: Option<f64>,
}

/// Names of lines, placed.
pub(super) enum Key {
    /// At the ends of lines: the base line of each name.
    Ends(Vec<(String, f64)>),
    /// As a list, with how many are left out.
    List(Vec<Entry>, usize),
}

impl Key {
    /// `height` is that of the frame, at whose top ends are counted from.
    pub(super) fn new(mut entries: Vec<Entry>, height: f64) -> Self {
        entries.retain(|entry| !entry.name.is_empty());
        for entry in &mut entries {
            entry.name = cut_width(&entry.name, WIDEST, SIZE, Weight::Regular);
        }
        if let Some(ends) = ends(&entries, height) {
            return Key::Ends(entries.into_iter().map(|entry| entry.name).zip(ends).collect());
        }
        let more = entries.len().saturating_sub(MOST_NAMED);
        entries.truncate(MOST_NAMED);
        Key::List(entries, more)
    }

    /// The room that it takes beside the frame.
    pub(super) fn width(&self) -> f64 {
        let wide = |name: &str| width(name, SIZE, Weight::Regular);
        match self {
            Key::Ends(names) => names.iter().map(|(name, _)| 10.0 + wide(name)).fold(0.0, f64::max),
            Key::List(entries, _) => entries.iter().map(|entry| 54.0 + wide(&entry.name)).fold(0.0, f64::max),
        }
    }

    /// The height that it needs.
    pub(super) fn height(&self) -> f64 {
        match self {
            Key::Ends(_) => 0.0,
            Key::List(entries, more) => (entries.len() + usize::from(*more > 0)) as f64 * ROW,
        }
    }

    pub(super) fn draw(&self, ink: &mut Ink, frame: &Frame) {
        let hand = Hand { size: SIZE, weight: Weight::Regular, colour: INK, anchor: "start" };
        match self {
            Key::Ends(names) => {
                for (name, base) in names {
                    ink.words(frame.right() + 8.0, frame.area.top + base, name, hand);
                }
            }
            Key::List(entries, more) => {
                let left = frame.right() + 18.0;
                for (row, entry) in entries.iter().enumerate() {
                    let middle = frame.area.top + (row as f64 + 0.5) * ROW;
                    sample(ink, (left, middle), entry.style);
                    ink.words(left + 36.0, middle + 4.2, &entry.name, hand);
                }
                if *more > 0 {
                    let base = frame.area.top + (entries.len() as f64 + 0.5) * ROW + 4.2;
                    ink.words(left, base, &format!("and {more} more"), Hand { colour: FAINT, ..hand });
                }
            }
        }
    }
}

/// A short piece of a line.
pub(super) fn sample(ink: &mut Ink, (left, middle): (f64, f64), style: Style) {
    let Style { colour, dashes, thick, shape, look } = style;
    if look != Look::Points {
        ink.line(&format!("M{} {}h28", px(left), px(middle)), &colour.hex(), thick, dashes);
    }
    if matches!(look, Look::Points | Look::LinePoints) {
        ink.shape(&marker(shape, (left + 14.0, middle), 3.6), &colour.hex(), "stroke=\"#ffffff\"");
    }
}

/// The base lines of names at the ends of their lines, from the frame's top; `None` where a line does not end at the right
/// side, two end in one spot, or names would stand on each other or far from their lines.
fn ends(entries: &[Entry], height: f64) -> Option<Vec<f64>> {
    let wanted: Vec<f64> = entries.iter().map(|entry| entry.end).collect::<Option<_>>()?;
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, two| wanted[*one].total_cmp(&wanted[*two]));
    if order.windows(2).any(|pair| wanted[pair[1]] - wanted[pair[0]] < SPOT) {
        return None;
    }
    let mut placed = wanted.clone();
    // Down, each below the one before; then up again by half of what that moved the last of a crowd.
    for pair in 1..order.len() {
        let least = placed[order[pair - 1]] + APART;
        placed[order[pair]] = placed[order[pair]].max(least);
    }
    let mut limit = height;
    for place in order.iter().rev() {
        let moved = placed[*place] - wanted[*place];
        placed[*place] = (placed[*place] - moved / 2.0).min(limit);
        limit = placed[*place] - APART;
    }
    let near = placed.iter().zip(&wanted).all(|(placed, wanted)| (placed - wanted).abs() <= FAR);
    near.then(|| placed.into_iter().map(|middle| middle + 4.2).collect())
}

/// The style of lines that are only there to compare with.
pub(super) fn reference() -> Style {
    Style { colour: Colour(122, 133, 145), dashes: "3 4", thick: 1.4, shape: 0, look: Look::Line }
}
