//! A forest as it lies in its file: nothing is decoded, and any node can be read.
//!
//! Most forests ask by thresholds alone and send missing values down a branch. For such the arrays are looked at as a whole, in a few
//! loops without a tree in them, and then answer rows where they lie. The looks say only that a file is sound. Where they cannot
//! (the forest asks otherwise, is odd, or is damaged), the full door decides, and tells what is wrong.

use crate::forest::{ForestSettings, Vote};
use crate::model::check::check_forest;
use crate::model::error::ModelError;
use crate::model::finished::Model;
use crate::model::kind::TestKind;
use crate::model::schema::{Schema, TargetKind};
use crate::parallel;
use crate::tree::ColumnId;

use super::decode::{begin, decode};
use super::header::{CHECKSUM, Header, settings};
use super::lane::{Lane, Numbers};
use super::reals::{Found, real};
use super::shape::Shape;
use super::stream::{Arrays, Stream};
use super::voice::{Heard, Voice};

/// A model that was opened.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub(crate) enum Opened {
    /// A forest that stays as it lies.
    Packed(Packed),
    /// Any other model.
    Model(Model),
}

/// A forest of thresholds as it lies in its file.
#[derive(Debug, Clone)]
pub(crate) struct Packed {
    bytes: Vec<u8>,
    schema: Schema,
    vote: Vote,
    lies: Lies,
}

/// Where everything lies.
#[derive(Debug, Clone)]
struct Lies {
    shape: Shape,
    /// Of each split: its column, its cut, the branch of missing values.
    column: Lane,
    cut: Numbers,
    missing: Lane,
    voice: Voice,
    /// The columns that splits ask for.
    used: Vec<ColumnId>,
}

impl Opened {
    /// Opens the bytes of a file. They are refused exactly where [`Model::from_bytes`] refuses them, in its words.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<Self, ModelError> {
        let (header, start) = begin(&bytes)?;
        match (Lies::find(&header, start, &bytes), header.vote) {
            (Some(lies), Some(vote)) => Ok(Opened::Packed(Packed { bytes, schema: header.schema, vote, lies })),
            _ => decode(header, start, &bytes)?.into_only().map(Opened::Model),
        }
    }
}

impl Lies {
    /// Looks at everything; `None` where the full door has to.
    fn find(header: &Header, start: usize, bytes: &[u8]) -> Option<Self> {
        let classes = classes(header)?;
        let settings: Option<ForestSettings> = settings(header.settings.clone(), "").ok()?;
        check_forest(&header.schema, settings.as_ref(), header.findings.as_ref()).ok()?;
        let mut arrays = Arrays::new(header, &bytes[start..bytes.len() - CHECKSUM], start as u64, "").ok()?;
        let (counts, branches) = (arrays.take("tree.nodes").ok()?, arrays.take("node.branches").ok()?);
        let (column, missing) = (arrays.take("test.column").ok()?, arrays.take("missing.branch").ok()?);
        let (cut, heard) = (arrays.find_reals("threshold.cut").ok()?, Heard::take(&mut arrays, classes)?);
        arrays.end().ok()?;
        let ((cuts, voice), (shape, used)) = parallel::both(
            || parallel::both(|| are_cuts(&cut), || heard.check()),
            || parallel::both(|| Shape::new(&counts, &branches), || used(&header.schema, &column, &missing)),
        );
        let (shape, voice, used) = (shape?, voice?, used?);
        let splits = shape.splits();
        let fits = [column.left(), missing.left(), cut.count()] == [splits; 3] && heard.fits(shape.leaves(), splits);
        let (column, cut, missing) = (Lane::new(&column), Numbers::new(&cut), Lane::new(&missing));
        // A single tree answers by weights, and is soon decoded.
        let sound = cuts && fits && splits > 0 && shape.roots().len() > 1;
        sound.then_some(Lies { shape, column, cut, missing, voice, used })
    }
}

/// How many classes a forest has that asks by thresholds alone, all missing values down a branch; none stand for a number.
fn classes(header: &Header) -> Option<u32> {
    let plain = header.model == "forest" && header.tests == ["threshold"] && header.missing == ["branch"];
    let classes = match (&header.schema.target.values, header.answers.as_str(), header.vote?) {
        (TargetKind::Classes { names }, "classes", _) if !names.is_empty() => u32::try_from(names.len()).ok()?,
        (TargetKind::Number { .. }, "numbers", Vote::Mean) => 0,
        _ => return None,
    };
    (plain && header.pruning.is_empty() && header.others.is_empty()).then_some(classes)
}

fn are_cuts(cut: &Found<'_>) -> bool {
    cut.check().is_ok() && !cut.numbers.elements().map(real).any(f64::is_nan)
}

/// The columns that splits ask for, each once; `None` where one is not there or not asked so, or where missing values take a branch that
/// is not one of two.
fn used(schema: &Schema, column: &Stream<'_>, missing: &Stream<'_>) -> Option<Vec<ColumnId>> {
    let two = missing.size() == 1 && missing.rest().1.iter().fold(0, |all, branch| all | branch) <= 1;
    // The last is for columns that are not there.
    let mut asked = vec![false; schema.columns.len() + 1];
    let beyond = schema.columns.len();
    column.each(|column| asked[(column as usize).min(beyond)] = true);
    let used: Vec<ColumnId> =
        (0..).zip(&asked).filter(|(_, asked)| **asked).map(|(column, _)| ColumnId(column)).collect();
    let fits = |id: &ColumnId| schema.columns.get(id.place()).is_some_and(|own| TestKind::Threshold.fits(own.kind()));
    (two && used.iter().all(fits)).then_some(used)
}

impl Packed {
    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The names.
    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    /// How the trees come to one answer.
    pub(crate) fn vote(&self) -> Vote {
        self.vote
    }

    /// The columns that splits ask for, each once.
    pub(crate) fn used(&self) -> &[ColumnId] {
        &self.lies.used
    }

    /// The first node of each tree. Nodes have numbers that go on from tree to tree.
    pub(crate) fn roots(&self) -> &[u32] {
        self.lies.shape.roots()
    }

    /// How many nodes there are.
    pub(crate) fn nodes(&self) -> usize {
        self.lies.shape.splits() + self.lies.shape.leaves()
    }

    /// Whether a node is a split, and its number among the splits; the number of the next split for a leaf.
    #[inline]
    pub(crate) fn split(&self, node: u32) -> (bool, u32) {
        self.lies.shape.split(node)
    }

    /// The column that a split asks for, and its cut.
    #[inline]
    pub(crate) fn ask(&self, split: u32) -> (usize, f64) {
        let (bytes, place) = (&self.bytes[..], split as usize);
        (self.lies.column.get(bytes, place) as usize, self.lies.cut.get(bytes, place))
    }

    /// The branch of missing values at a split.
    #[inline]
    pub(crate) fn missing(&self, split: u32) -> u32 {
        self.lies.missing.get(&self.bytes, split as usize)
    }

    /// The number that a leaf answers; 0 where the forest answers classes.
    #[inline]
    pub(crate) fn number(&self, leaf: u32) -> f64 {
        match &self.lies.voice {
            Voice::Numbers(values) => values.get(&self.bytes, leaf as usize),
            Voice::Classes(_) => 0.0,
        }
    }

    /// The classes that have weight at a leaf, in order, and their weights; none where the forest answers numbers.
    #[inline]
    pub(crate) fn weights(&self, leaf: u32) -> Option<impl Iterator<Item = (u32, f64)> + Clone + '_> {
        match &self.lies.voice {
            Voice::Classes(weights) => Some(weights.of(&self.bytes, leaf as usize)),
            Voice::Numbers(_) => None,
        }
    }
}
