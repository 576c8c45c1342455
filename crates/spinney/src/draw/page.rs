//! The page of a picture: the size of every card, and where it stands.
//!
//! Small trees stand upright, with a card of three lines for each node. Larger ones lie on their side, with a line for each
//! node: text runs across, so rows can be close together, and a tree of two hundred nodes still fits a page.

use super::face::Face;
use super::layout::{Gaps, tidy};
use super::letters::{Weight, cut_width, room};
use super::sketch::{Kind, Mark};

/// Upright trees are at most this wide, and have at most so many nodes.
const WIDEST: f64 = 1500.0;
const MOST_UPRIGHT: usize = 60;

/// Sizes of letters.
pub(super) const TITLE: f64 = 14.0;
pub(super) const LINE: f64 = 12.0;
pub(super) const SMALL: f64 = 11.0;

/// The bar of a lying card.
pub(super) const BAR: f64 = 40.0;

/// How a tree is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// Upright where that is narrow enough, lying otherwise.
    #[default]
    Auto,
    /// The root on top.
    Down,
    /// The root on the left.
    Across,
}

/// Where a node stands, and what is written there: cut to fit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) branch: String,
    pub(super) title: String,
    /// The room for the branch's words.
    pub(super) branch_width: f64,
    /// Where the line that leads here has turned into its last, straight part.
    pub(super) turn: f64,
    /// Where the bar of a lying card begins: those of one column stand in line.
    pub(super) bar_left: f64,
}

/// A page without its heading.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Page {
    pub(super) across: bool,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) places: Vec<Place>,
}

impl Place {
    pub(super) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(super) fn middle(&self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

/// The page of these nodes.
pub(super) fn page(marks: &[Mark], faces: &[Face], orientation: Orientation) -> Page {
    match orientation {
        Orientation::Down => upright(marks, faces),
        Orientation::Across => lying(marks, faces),
        Orientation::Auto if marks.len() >= MOST_UPRIGHT => lying(marks, faces),
        Orientation::Auto => {
            Some(upright(marks, faces)).filter(|page| page.width <= WIDEST).unwrap_or_else(|| lying(marks, faces))
        }
    }
}

/// The height of an upright card, of the branch's words above it, and of the way to them.
const CARD: f64 = 64.0;
pub(super) const LABEL: f64 = 22.0;
const WAY: f64 = 38.0;

fn upright(marks: &[Mark], faces: &[Face]) -> Page {
    let mut places: Vec<Place> = faces.iter().map(upright_place).collect();
    let sizes: Vec<f64> = places.iter().map(|place| place.width.max(place.branch_width + 18.0)).collect();
    let middles = tidy(&children(marks), &sizes, Gaps { siblings: 18.0, cousins: 30.0 });
    let (mut right, mut bottom) = (0.0_f64, 0.0_f64);
    let depths = depths(marks);
    for (at, place) in places.iter_mut().enumerate() {
        place.left = middles[at] - place.width / 2.0;
        place.top = depths[at] as f64 * (CARD + LABEL + WAY);
        place.turn = place.top - LABEL;
        right = right.max(middles[at] + sizes[at] / 2.0);
        bottom = bottom.max(place.bottom());
    }
    Page { across: false, width: right, height: bottom, places }
}

fn upright_place(face: &Face) -> Place {
    let title = cut_width(&face.title, 190.0, TITLE, Weight::Bold);
    let branch = cut_width(&face.branch, 170.0, LINE, Weight::Regular);
    let foot = room(&face.rows, SMALL, Weight::Regular) + room(&face.note, SMALL, Weight::Regular) + 16.0;
    let inner = room(&title, TITLE, Weight::Bold).max(foot).max(72.0);
    let branch_width = room(&branch, LINE, Weight::Regular);
    Place {
        left: 0.0,
        top: 0.0,
        width: inner + 28.0,
        height: CARD,
        branch,
        title,
        branch_width,
        turn: 0.0,
        bar_left: 0.0,
    }
}

/// The height of a lying card, and the space around the words of a branch.
const ROW: f64 = 24.0;
const CURVE: f64 = 30.0;

fn lying(marks: &[Mark], faces: &[Face]) -> Page {
    let mut places: Vec<Place> = faces.iter().map(lying_place).collect();
    let middles = tidy(&children(marks), &vec![ROW; marks.len()], Gaps { siblings: 6.0, cousins: 12.0 });
    let depths = depths(marks);
    let rows = depths.iter().copied().max().unwrap_or(0) + 1;
    let mut columns = vec![Column::default(); rows];
    for ((place, face), depth) in places.iter().zip(faces).zip(&depths) {
        columns[*depth].widen(place, room(short_rows(face), SMALL, Weight::Regular));
    }
    let mut lefts = vec![0.0; rows];
    for depth in 1..rows {
        lefts[depth] = lefts[depth - 1] + columns[depth - 1].card() + CURVE + columns[depth].words + 14.0;
    }
    let (mut right, mut bottom) = (0.0_f64, 0.0_f64);
    for (at, place) in places.iter_mut().enumerate() {
        let column = columns[depths[at]];
        place.left = lefts[depths[at]];
        place.turn = place.left - column.words - 14.0;
        place.top = middles[at] - ROW / 2.0;
        place.width = column.card();
        place.bar_left = place.right() - column.rows - 16.0 - BAR;
        right = right.max(place.right());
        bottom = bottom.max(place.bottom());
    }
    Page { across: true, width: right, height: bottom, places }
}

/// The widest branch, title and count of the cards that stand above each other in a lying tree.
#[derive(Debug, Clone, Copy, Default)]
struct Column {
    words: f64,
    title: f64,
    rows: f64,
}

impl Column {
    fn widen(&mut self, place: &Place, rows: f64) {
        self.words = self.words.max(place.branch_width);
        self.title = self.title.max(place.width);
        self.rows = self.rows.max(rows);
    }

    fn card(&self) -> f64 {
        self.title + 10.0 + BAR + 8.0 + self.rows + 8.0
    }
}

/// The place of a lying card, as wide as its title for the time being.
fn lying_place(face: &Face) -> Place {
    let title = cut_width(&face.title, 120.0, LINE, Weight::Bold);
    let branch = cut_width(&face.branch, 120.0, SMALL, Weight::Regular);
    let note = if face.note.is_empty() { 0.0 } else { room(&face.note, SMALL, Weight::Regular) + 6.0 };
    let inner = 14.0 + room(&title, LINE, Weight::Bold) + note;
    let branch_width = room(&branch, SMALL, Weight::Regular);
    Place { left: 0.0, top: 0.0, width: inner, height: ROW, branch, title, branch_width, turn: 0.0, bar_left: 0.0 }
}

/// The figure alone: the root says what it counts.
pub(super) fn short_rows(face: &Face) -> &str {
    if face.branch.is_empty() { &face.rows } else { face.rows.split(' ').next().unwrap_or_default() }
}

fn children(marks: &[Mark]) -> Vec<std::ops::Range<usize>> {
    marks.iter().map(|mark| mark.children.clone()).collect()
}

pub(super) fn depths(marks: &[Mark]) -> Vec<usize> {
    let mut depths = vec![0; marks.len()];
    for (at, mark) in marks.iter().enumerate().skip(1) {
        depths[at] = depths[mark.parent] + 1;
    }
    depths
}

/// Whether a mark stands for rows that end here.
pub(super) fn ends(mark: &Mark) -> bool {
    matches!(mark.kind, Kind::Leaf | Kind::Folded)
}
