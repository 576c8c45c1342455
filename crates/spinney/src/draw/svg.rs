//! A tree as a picture: text in, text out.

use crate::explain::figures::counted;
use crate::explain::{Words, plain};
use crate::model::Schema;
use crate::tree::{NodeId, Tree};

use super::card::{branch, card, edge};
use super::colour::{Texture, class_colour, ramp};
use super::face::{Bar, Face, range};
use super::ink::{Area, FAINT, Hand, INK, Ink, class_fill};
use super::letters::{Weight, cut_room, cut_width, room};
use super::page::{LINE, Page};
use super::picture::{Picture, PictureOptions};
use super::sketch::{Kind, Mark};

/// The space around a picture.
const MARGIN: f64 = 24.0;
/// The least width of a picture, so that its heading has room.
const LEAST: f64 = 420.0;
/// Classes in a legend.
const MOST_NAMED: usize = 40;

/// Draws a tree as an SVG that needs nothing else: no script, no font, no style sheet.
pub fn svg(schema: &Schema, tree: &Tree, options: &PictureOptions) -> String {
    let mut picture = Picture::new(schema, tree, options);
    let head = Head::new(&picture, tree, options);
    let (wide, high) = (picture.page.width.max(head.width), picture.page.height + head.height);
    // A small tree stands in the middle under its heading.
    let middle = if picture.page.across { 0.0 } else { (wide - picture.page.width) / 2.0 };
    picture.shift(MARGIN + middle, MARGIN + head.height);
    let mut ink = Ink::new(wide + 2.0 * MARGIN, high + 2.0 * MARGIN, &head.title, &textures(&picture.faces));
    head.draw(&mut ink);
    draw(&mut ink, &picture.page, &picture.marks, &picture.faces);
    ink.finish()
}

/// Lines below words, words below cards; the heaviest lines first, so that light ones are not hidden.
fn draw(ink: &mut Ink, page: &Page, marks: &[Mark], faces: &[Face]) {
    let mut order: Vec<usize> = (1..marks.len()).collect();
    order.sort_by(|one, two| faces[*two].share.total_cmp(&faces[*one].share));
    for at in order {
        edge(ink, page, &marks[at], at, &faces[at]);
    }
    for place in &page.places {
        branch(ink, page, place);
    }
    for (at, mark) in marks.iter().enumerate() {
        card(ink, page, mark, &page.places[at], &faces[at]);
    }
}

/// The classes that are drawn with a texture.
fn textures(faces: &[Face]) -> Vec<u32> {
    let shares = faces.iter().filter_map(|face| match &face.bar {
        Bar::Classes { shares, answer } => Some(shares.iter().map(|pair| pair.0).chain(*answer)),
        _ => None,
    });
    let mut classes: Vec<u32> = shares.flatten().filter(|class| class_colour(*class).1 != Texture::Plain).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The heading: title, a line on the tree, and what colours mean.
struct Head {
    title: String,
    line: String,
    legend: Legend,
    width: f64,
    height: f64,
}

enum Legend {
    /// Classes with their places, and the words after the last.
    Classes(Vec<(u32, String, f64, f64)>, String),
    /// The least and the greatest answer.
    Scale(String, String),
    Nothing,
}

const HEADING: Hand = Hand { size: 18.0, weight: Weight::Bold, colour: INK, anchor: "start" };
const PLAIN: Hand = Hand { size: LINE, weight: Weight::Regular, colour: INK, anchor: "start" };

impl Head {
    fn new(picture: &Picture<'_>, tree: &Tree, options: &PictureOptions) -> Self {
        let Picture { words, marks, faces, page } = picture;
        let wide = page.width.max(LEAST);
        let title = options.title.as_ref().map_or_else(|| words.target(), |title| plain(title));
        let title = cut_room(&title, wide, HEADING.size, Weight::Bold);
        let mut line = [
            counted(tree.rows(NodeId::ROOT), "row"),
            counted(tree.len() as f64, "node"),
            counted(tree.leaves() as f64, "leaf"),
            format!("depth {}", tree.depth()),
        ]
        .join(" · ");
        let folded = marks.iter().filter(|mark| mark.kind != Kind::Inner && mark.kind != Kind::Leaf).count();
        if folded > 0 {
            line = format!("{line} · dashed: {} folded", counted(folded as f64, "branch"));
        }
        let (legend, rows) = legend(words, tree, faces, wide);
        let width = room(&line, LINE, Weight::Regular).max(wide.min(LEAST)).max(legend.width());
        Head { title, line, legend, width, height: 46.0 + rows + 22.0 }
    }

    fn draw(&self, ink: &mut Ink) {
        ink.words(MARGIN, MARGIN + 16.0, &self.title, HEADING);
        ink.words(MARGIN, MARGIN + 36.0, &self.line, Hand { colour: FAINT, ..PLAIN });
        let top = MARGIN + 46.0;
        match &self.legend {
            Legend::Nothing => {}
            Legend::Classes(entries, more) => {
                for (class, name, left, row) in entries {
                    let chip = Area { left: MARGIN + left, top: top + row + 3.0, width: 16.0, height: 12.0 };
                    ink.rect(chip, 2.0, &class_fill(*class), "");
                    ink.words(MARGIN + left + 22.0, top + row + 13.2, name, PLAIN);
                }
                if let Some((_, name, left, row)) = entries.last() {
                    let after = left + 38.0 + room(name, LINE, Weight::Regular);
                    ink.words(MARGIN + after, top + row + 13.2, more, Hand { colour: FAINT, ..PLAIN });
                }
            }
            Legend::Scale(least, most) => scale(ink, top, least, most),
        }
    }
}

fn scale(ink: &mut Ink, top: f64, least: &str, most: &str) {
    const STEPS: u32 = 24;
    let start = MARGIN + room(least, LINE, Weight::Regular) + 8.0;
    ink.words(MARGIN, top + 13.2, least, PLAIN);
    for step in 0..STEPS {
        let area = Area { left: start + 6.0 * f64::from(step), top: top + 3.0, width: 6.3, height: 12.0 };
        ink.rect(area, 0.0, &ramp(f64::from(step) / f64::from(STEPS - 1)).hex(), "");
    }
    ink.words(start + 6.0 * f64::from(STEPS) + 9.0, top + 13.2, most, PLAIN);
}

/// What colours mean, and how high that is.
fn legend(words: &Words<'_>, tree: &Tree, faces: &[Face], wide: f64) -> (Legend, f64) {
    if let Some((least, most)) = range(tree) {
        return (Legend::Scale(words.answer(least), words.answer(most)), 20.0);
    }
    let Some(Face { bar: Bar::Classes { shares, .. }, .. }) = faces.first() else { return (Legend::Nothing, 0.0) };
    let mut classes = shares.clone();
    classes.sort_by(|one, two| two.1.total_cmp(&one.1));
    let more = classes.len().saturating_sub(MOST_NAMED);
    classes.truncate(MOST_NAMED);
    classes.sort_by_key(|pair| pair.0);
    let (mut left, mut row) = (0.0, 0.0);
    let mut entries = Vec::new();
    for (class, _) in classes {
        let name = cut_width(&words.class(class), 180.0, LINE, Weight::Regular);
        let own = 22.0 + room(&name, LINE, Weight::Regular) + 18.0;
        if left > 0.0 && left + own > wide {
            (left, row) = (0.0, row + 20.0);
        }
        entries.push((class, name, left, row));
        left += own;
    }
    let more = if more > 0 { format!("and {more} more classes") } else { String::new() };
    (Legend::Classes(entries, more), row + 20.0)
}

impl Legend {
    fn width(&self) -> f64 {
        match self {
            Legend::Classes(entries, more) => {
                let ends = entries.iter().map(|entry| entry.2 + 22.0 + room(&entry.1, LINE, Weight::Regular));
                ends.fold(0.0, f64::max) + if more.is_empty() { 0.0 } else { 180.0 }
            }
            Legend::Scale(..) => 320.0,
            Legend::Nothing => 0.0,
        }
    }
}
