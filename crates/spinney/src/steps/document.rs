//! What a derivation is made of. Texts are plain, on one line, and escaped by each format.

use super::formula::Formula;

/// A derivation: what is done, every node, the finished tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// Its title.
    pub title: String,
    /// What is done, and how.
    pub opening: Vec<Block>,
    /// A section for each node that is told, the root first, then its branches, each with all below it.
    pub sections: Vec<Section>,
    /// What came of it.
    pub ending: Vec<Block>,
}

/// All about one node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The node's number.
    pub node: u32,
    /// Its number and its rows in words.
    pub heading: String,
    /// What was decided, in a few words.
    pub gist: String,
    /// Its sums.
    pub blocks: Vec<Block>,
}

/// A part of a derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading within a section.
    Heading(String),
    /// Words.
    Words(String),
    /// A formula.
    Formula(Formula),
    /// A table.
    Table(Table),
    /// A drawing in letters, with its own line ends.
    Drawing(String),
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its columns.
    pub heads: Vec<Head>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// The row that won.
    pub marked: Option<usize>,
}

/// The head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Its text.
    pub text: String,
    /// Whether figures stand below it, set right.
    pub figures: bool,
    /// What may be done with it where there is too little room.
    pub fit: Fit,
}

/// What may be done with a column where there is too little room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// Its cells may be cut.
    Cut,
    /// Its cells stay whole.
    Whole,
    /// It may go: what it says is said elsewhere too.
    Spare,
}

impl Head {
    pub(super) fn words(text: &str) -> Self {
        Head { text: text.to_owned(), figures: false, fit: Fit::Cut }
    }

    pub(super) fn figures(text: &str) -> Self {
        Head { text: text.to_owned(), figures: true, fit: Fit::Whole }
    }

    pub(super) fn spare(self) -> Self {
        Head { fit: Fit::Spare, ..self }
    }

    pub(super) fn whole(self) -> Self {
        Head { fit: Fit::Whole, ..self }
    }
}

impl Table {
    pub(super) fn new(heads: Vec<Head>) -> Self {
        Table { heads, rows: Vec::new(), marked: None }
    }
}
