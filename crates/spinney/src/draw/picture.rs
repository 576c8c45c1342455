//! What every picture begins with: the part shown, the words on it, the places.

use crate::explain::Words;
use crate::model::Schema;
use crate::tree::Tree;

use super::face::{Face, faces};
use super::page::{Orientation, Page, page};
use super::sketch::{Mark, sketch};

/// Values of a set that a branch names.
const MOST_VALUES: usize = 3;
/// Significant digits of long numbers.
const DIGITS: usize = 4;

/// How a tree is drawn.
#[derive(Debug, Clone)]
pub struct PictureOptions {
    /// The heading; the target's name where there is none.
    pub title: Option<String>,
    /// Upright or lying.
    pub orientation: Orientation,
    /// The most nodes: rows below that are folded.
    pub max_nodes: usize,
    /// The depth below which branches are folded.
    pub max_depth: Option<u32>,
    /// Whether the way of missing values is told.
    pub missing: bool,
}

impl Default for PictureOptions {
    fn default() -> Self {
        PictureOptions { title: None, orientation: Orientation::Auto, max_nodes: 2000, max_depth: None, missing: false }
    }
}

/// A tree, ready to be drawn.
pub(super) struct Picture<'a> {
    pub(super) words: Words<'a>,
    pub(super) marks: Vec<Mark>,
    pub(super) faces: Vec<Face>,
    pub(super) page: Page,
}

impl<'a> Picture<'a> {
    pub(super) fn new(schema: &'a Schema, tree: &Tree, options: &PictureOptions) -> Self {
        let marks = sketch(tree, options.max_nodes, options.max_depth);
        let full = Words::new(schema).missing(options.missing);
        let words = full.rounded(DIGITS).most(MOST_VALUES);
        let faces = faces(tree, &marks, &words, &full);
        let page = page(&marks, &faces, options.orientation);
        Picture { words, marks, faces, page }
    }

    /// Moves everything right and down.
    pub(super) fn shift(&mut self, right: f64, down: f64) {
        for place in &mut self.page.places {
            place.left += right;
            place.bar_left += right;
            place.top += down;
            place.turn += if self.page.across { right } else { down };
        }
    }
}
