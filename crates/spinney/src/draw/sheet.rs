//! The page of a plane: heading, axes and legend around the room for the picture.

use crate::explain::{Words, plain};

use super::axis::{Frame, draw_lying, draw_upright, widest};
use super::ink::{Area, FAINT, Hand, INK, Ink, px};
use super::letters::{Weight, cut_width, width};
use super::paint::Paint;
use super::ruler::Ruler;
use super::ticks::Tick;

/// The space around everything.
const MARGIN: f64 = 22.0;
/// The size of the picture itself.
pub(super) const ROOM: (f64, f64) = (540.0, 400.0);
/// The most room of names beside the picture.
const LABEL: f64 = 130.0;
const HEADING: Hand = Hand { size: 16.0, weight: Weight::Bold, colour: INK, anchor: "start" };
const NOTE: Hand = Hand { size: 12.0, weight: Weight::Regular, colour: FAINT, anchor: "start" };
const NAME: Hand = Hand { size: 12.0, weight: Weight::Regular, colour: INK, anchor: "start" };
const TICK: Hand = Hand { size: 11.0, weight: Weight::Regular, colour: FAINT, anchor: "middle" };

/// What stands along the upright axis.
pub(super) enum Upright<'a> {
    /// A second column.
    Column(&'a Ruler),
    /// Numbers: answers, or shares.
    Numbers(Vec<Tick>),
}

/// A page that is being drawn.
pub(super) struct Sheet {
    pub(super) ink: Ink,
    pub(super) area: Area,
}

/// What is said around a picture.
pub(super) struct Head {
    pub(super) title: String,
    pub(super) notes: Vec<String>,
    /// The names of the lying and of the upright axis.
    pub(super) names: (String, String),
}

/// Where the picture itself lies.
pub(super) fn area(words: &Words<'_>, head: &Head, upright: &Upright<'_>) -> Area {
    let beside = match upright {
        Upright::Numbers(ticks) => widest(ticks),
        Upright::Column(ruler) => {
            let texts = ruler.ticks(words, false);
            texts.iter().map(|(_, text)| width(text, TICK.size, TICK.weight).min(LABEL)).fold(0.0, f64::max)
        }
    };
    let top = MARGIN + 26.0 + 17.0 * head.notes.len() as f64 + 24.0;
    Area { left: (MARGIN + beside + 10.0).ceil(), top, width: ROOM.0, height: ROOM.1 }
}

impl Sheet {
    /// The page with its heading and legend; the picture goes on `area`.
    pub(super) fn new(head: &Head, area: Area, paint: &Paint, rows: bool) -> Self {
        let wide = area.left + area.width + 24.0 + paint.width() + MARGIN;
        let high = area.top + area.height.max(paint.height()) + 42.0 + MARGIN / 2.0;
        let mut ink = Ink::new(wide, high, &plain(&head.title), &paint.textures());
        let cut = |text: &str, hand: Hand| cut_width(&plain(text), wide - 2.0 * MARGIN, hand.size, hand.weight);
        ink.words(MARGIN, MARGIN + 14.0, &cut(&head.title, HEADING), HEADING);
        for (place, note) in head.notes.iter().enumerate() {
            ink.words(MARGIN, MARGIN + 34.0 + 17.0 * place as f64, &cut(note, NOTE), NOTE);
        }
        paint.legend(&mut ink, (area.left + area.width + 24.0, area.top), rows);
        Sheet { ink, area }
    }

    /// Both axes, drawn over the picture's edges.
    pub(super) fn axes(&mut self, words: &Words<'_>, head: &Head, across: &Ruler, upright: &Upright<'_>) {
        let Sheet { ink, area } = self;
        let bottom = area.top + area.height;
        for (x, text) in spaced(across.ticks(words, true), across.is_numbers(), 46.0) {
            ink.path(&format!("M{} {}v4", px(x), px(bottom)), "#9aa5b1", 1.0);
            ink.words(x, bottom + 16.5, &text, TICK);
        }
        if let Upright::Column(up) = upright {
            let ticks = up.ticks(words, false);
            let every = ticks.len().div_ceil((area.height / 14.0) as usize).max(1);
            for (y, text) in ticks.into_iter().step_by(every) {
                ink.path(&format!("M{} {}h-4", px(area.left), px(y)), "#9aa5b1", 1.0);
                let text = cut_width(&text, LABEL, TICK.size, TICK.weight);
                ink.words(area.left - 7.0, y + 3.9, &text, Hand { anchor: "end", ..TICK });
            }
        }
        let cut = |text: &str| cut_width(&plain(text), area.width, NAME.size, NAME.weight);
        ink.words(area.left + area.width / 2.0, bottom + 35.0, &cut(&head.names.0), Hand { anchor: "middle", ..NAME });
        ink.words(area.left, area.top - 9.0, &cut(&head.names.1), NAME);
    }

    /// The axis of answers, behind the picture.
    pub(super) fn scale(&mut self, frame: &Frame, ticks: &[Tick]) {
        draw_upright(&mut self.ink, frame, ticks, true);
        draw_lying(&mut self.ink, frame, &[]);
    }
}

/// Texts side by side: names are cut to their bands, and left out where bands are narrower than a few letters.
fn spaced(ticks: Vec<(f64, String)>, numbers: bool, least: f64) -> Vec<(f64, String)> {
    let near = ticks.windows(2).map(|pair| (pair[1].0 - pair[0].0).abs());
    let band = near.fold(ROOM.0, f64::min).max(0.1);
    if numbers {
        return ticks;
    }
    let every = if band < least { (least / band).ceil() as usize } else { 1 };
    let room = band * every as f64 - 6.0;
    let cut = |(x, text): (f64, String)| (x, cut_width(&text, room, TICK.size, TICK.weight));
    ticks.into_iter().step_by(every).map(cut).collect()
}
