//! What the colours of a plane mean.

use crate::explain::Words;
use crate::explain::figures::percent;
use crate::predict::Answer;
use crate::tree::Tree;

use super::colour::{Colour, Texture, class_colour, ramp};
use super::dots::Truth;
use super::face::range;
use super::ink::{Area, FAINT, Hand, INK, Ink, class_fill, px};
use super::letters::{Weight, cut_width, width};
use super::marker::marker;

/// The size of names.
const SIZE: f64 = 12.0;
/// The most room of a name.
const WIDEST: f64 = 180.0;
/// Classes that are named before the others are counted.
const MOST_NAMED: usize = 20;
/// The height of a line.
const ROW: f64 = 20.0;

const PLAIN: Hand = Hand { size: SIZE, weight: Weight::Regular, colour: INK, anchor: "start" };

/// Colours of classes, or of numbers between the least and the greatest.
pub(super) enum Paint {
    Classes {
        names: Vec<String>,
    },
    Numbers {
        least: f64,
        most: f64,
        texts: [String; 2],
        target: String,
    },
    /// One colour: the upright axis tells the numbers.
    Line,
}

impl Paint {
    /// The colours for the answers of a tree.
    pub(super) fn new(words: &Words<'_>, tree: &Tree) -> Self {
        let classes = words.schema().classes().len() as u32;
        if classes > 0 {
            let name = |class| cut_width(&words.class(class), WIDEST, SIZE, Weight::Regular);
            return Paint::Classes { names: (0..classes).map(name).collect() };
        }
        // All answers of the tree: what is averaged lies between them, and true values are nearer to them.
        let (least, most) = range(tree).unwrap_or((0.0, 0.0));
        let texts = [least, most].map(|value| words.answer(value));
        Paint::Numbers { least, most, texts, target: words.target() }
    }

    /// Filling and opacity of a cell.
    pub(super) fn cell(&self, answer: &Answer) -> (String, f64) {
        match (self, answer) {
            (Paint::Classes { names }, Answer::Class { class, shares }) => {
                let share = shares.iter().find(|pair| pair.class == *class).map_or(0.0, |pair| pair.share);
                let chance = 1.0 / names.len().max(2) as f64;
                (class_fill(*class), 0.2 + 0.45 * ((share - chance) / (1.0 - chance)).clamp(0.0, 1.0))
            }
            (Paint::Numbers { .. }, Answer::Number(value)) => (ramp(self.place(*value)).hex(), 1.0),
            _ => ("#ffffff".to_owned(), 1.0),
        }
    }

    fn place(&self, value: f64) -> f64 {
        match self {
            Paint::Numbers { least, most, .. } if most > least => (value - least) / (most - least),
            _ => 0.5,
        }
    }

    /// Draws a row as a small shape.
    pub(super) fn dot(&self, ink: &mut Ink, at: (f64, f64), truth: Truth, radius: f64) {
        if matches!(self, Paint::Line) {
            ink.shape(&marker(0, at, radius), &class_colour(0).0.hex(), "fill-opacity=\"0.5\" stroke-width=\"0.7\"");
            return;
        }
        let (fill, shape) = match truth {
            Truth::Class(class) => (class_colour(class).0.mixed(Colour(0, 0, 0), 0.18).hex(), class as usize),
            Truth::Number(value) => (ramp(self.place(value)).hex(), 0),
            Truth::Unknown => ("#9aa5b1".to_owned(), 0),
        };
        let edge = if matches!(truth, Truth::Number(_)) { "#1f2933" } else { "#ffffff" };
        ink.shape(&marker(shape, at, radius), &fill, &format!("stroke=\"{edge}\" stroke-width=\"0.7\""));
    }

    /// The classes that need a pattern.
    pub(super) fn textures(&self) -> Vec<u32> {
        match self {
            Paint::Classes { names } => {
                (0..names.len() as u32).filter(|class| class_colour(*class).1 != Texture::Plain).collect()
            }
            Paint::Numbers { .. } | Paint::Line => Vec::new(),
        }
    }

    /// The room that the legend takes.
    pub(super) fn width(&self) -> f64 {
        let wide = |name: &String| width(name, SIZE, Weight::Regular);
        match self {
            Paint::Line => 120.0,
            Paint::Classes { names } => 46.0 + names.iter().take(MOST_NAMED).map(wide).fold(90.0, f64::max),
            Paint::Numbers { texts, target, .. } => {
                (26.0 + texts.iter().map(wide).fold(0.0, f64::max)).max(wide(target).min(WIDEST))
            }
        }
    }

    /// The height of the legend.
    pub(super) fn height(&self) -> f64 {
        match self {
            Paint::Classes { names } => (names.len().min(MOST_NAMED) + 1) as f64 * ROW,
            Paint::Numbers { .. } => 200.0,
            Paint::Line => 2.0 * ROW,
        }
    }

    /// Draws what colours, and the shapes of rows, mean.
    pub(super) fn legend(&self, ink: &mut Ink, (left, top): (f64, f64), rows: bool) {
        match self {
            Paint::Line => {
                ink.line(&format!("M{} {}h22", px(left), px(top + 10.0)), INK, 2.4, "");
                ink.words(left + 29.0, top + 14.2, "the answer", PLAIN);
                if rows {
                    self.dot(ink, (left + 11.0, top + 30.0), Truth::Unknown, 2.9);
                    ink.words(left + 29.0, top + 34.2, "rows", PLAIN);
                }
            }
            Paint::Classes { names } => {
                for (place, name) in names.iter().take(MOST_NAMED).enumerate() {
                    let middle = top + (place as f64 + 0.5) * ROW;
                    let chip = Area { left, top: middle - 7.0, width: 22.0, height: 14.0 };
                    ink.rect(chip, 2.0, &class_fill(place as u32), "fill-opacity=\"0.65\"");
                    if rows {
                        self.dot(ink, (left + 11.0, middle), Truth::Class(place as u32), 2.9);
                    }
                    ink.words(left + 29.0, middle + 4.2, name, PLAIN);
                }
                let base = top + (names.len().min(MOST_NAMED) as f64 + 0.5) * ROW + 4.2;
                let more = names.len().saturating_sub(MOST_NAMED);
                let more = if more > 0 { format!("and {more} more") } else { String::new() };
                ink.words(left, base, &more, Hand { colour: FAINT, ..PLAIN });
            }
            Paint::Numbers { texts, target, .. } => {
                const STEPS: u32 = 40;
                ink.words(left, top + 10.0, &cut_width(target, WIDEST, SIZE, Weight::Regular), PLAIN);
                for step in 0..STEPS {
                    let area = Area { left, top: top + 20.0 + 4.0 * f64::from(step), width: 16.0, height: 4.4 };
                    ink.rect(area, 0.0, &ramp(1.0 - f64::from(step) / f64::from(STEPS - 1)).hex(), "");
                }
                ink.words(left + 22.0, top + 29.0, &texts[1], PLAIN);
                ink.words(left + 22.0, top + 20.0 + 160.0, &texts[0], PLAIN);
            }
        }
    }

    /// An answer in words.
    pub(super) fn told(words: &Words<'_>, answer: &Answer) -> String {
        match answer {
            Answer::Number(value) => format!("{} {}", words.target(), words.answer(*value)),
            Answer::Class { shares, .. } => {
                let mut shares = shares.clone();
                shares.sort_by(|one, two| two.share.total_cmp(&one.share));
                let one =
                    |pair: &crate::predict::ClassShare| format!("{} {}", words.class(pair.class), percent(pair.share));
                shares.iter().take(8).map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }
}
