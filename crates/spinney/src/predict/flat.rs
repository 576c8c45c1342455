//! Nodes as the fast walk wants them: 16 bytes each, under the same numbers as in the tree, whose siblings already stand
//! side by side. What does not fit lies in tables beside them.

use super::detours::Asked;
use crate::tree::{LevelBranch, Missing, Node, NodeId, Split, Test, Tree};

/// No branch.
pub(super) const NONE: u32 = u32::MAX;
/// Bits of `ask` that hold the kind.
const KIND: u32 = 3;
/// Kinds as bits. Those of a threshold are the branch of its missing values, 0 to 2; the last two bits of a leaf's are 0.
const LEAF: u32 = 4;
const LEVELS: u32 = 5;
const OTHER: u32 = 6;

/// A node.
///
/// ```text
/// word   8 bytes   the cut of a threshold, or the number of an entry in a table beside the nodes
/// first  4 bytes   the node of branch 0; a leaf's own number
/// ask    4 bytes   the column (29 bits) and the kind (3 bits)
/// ```
#[derive(Debug, Clone, Copy)]
pub(super) struct Flat {
    word: u64,
    pub(super) first: u32,
    ask: u32,
}

/// How a node is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Rows end. The test is one that keeps every row at the node, so that rows may be walked in step.
    Leaf,
    /// A threshold; missing values go down this branch.
    Threshold(u32),
    /// A table of levels.
    Levels,
    /// Everything else.
    Other,
}

/// The branches of neighbouring levels, where nearly all of them are named.
#[derive(Debug, Clone)]
pub(super) struct LevelTable {
    /// The first level in the table.
    pub(super) low: u32,
    /// The branch of each level, [`NONE`] where it has none.
    pub(super) branches: Box<[u32]>,
    /// The branch of levels that have none, [`NONE`] where rows stay.
    pub(super) otherwise: u32,
    /// The branch of missing values.
    pub(super) missing: u32,
}

/// A split that needs the general walk.
#[derive(Debug, Clone)]
pub(super) struct Other {
    pub(super) split: Split,
    pub(super) heaviest: u32,
    pub(super) count: u32,
}

/// The whole tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Flats {
    pub(super) nodes: Vec<Flat>,
    pub(super) tables: Vec<LevelTable>,
    pub(super) others: Vec<Other>,
}

impl Flat {
    fn new(word: u64, first: NodeId, column: u32, kind: u32) -> Self {
        Flat { word, first: first.0, ask: column << KIND | kind }
    }

    #[inline]
    pub(super) fn column(self) -> usize {
        (self.ask >> KIND) as usize
    }

    #[inline]
    pub(super) fn cut(self) -> f64 {
        f64::from_bits(self.word)
    }

    /// The entry in a table beside the nodes.
    #[inline]
    pub(super) fn entry(self) -> usize {
        self.word as usize
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        match self.ask & ((1 << KIND) - 1) {
            LEAF => Kind::Leaf,
            LEVELS => Kind::Levels,
            OTHER => Kind::Other,
            missing => Kind::Threshold(missing),
        }
    }

    /// The same for rows that say little, in a tree of thresholds alone.
    pub(super) fn asked(self) -> Asked {
        match self.kind() {
            Kind::Threshold(missing) => {
                Asked::Number { column: self.column() as u32, cut: self.cut(), missing, first: self.first }
            }
            _ => Asked::Leaf,
        }
    }

    /// The branch of missing values at a threshold; 0 at a leaf.
    #[inline]
    pub(super) fn missing(self) -> u32 {
        self.ask & 3
    }
}

impl Flats {
    /// Whether every split is a threshold.
    pub(super) fn is_plain(&self) -> bool {
        self.tables.is_empty() && self.others.is_empty()
    }

    pub(super) fn new(tree: &Tree) -> Self {
        let mut flats = Flats::default();
        flats.nodes.reserve_exact(tree.len());
        // A leaf asks a column that is surely there: the root's.
        let column = match tree.node(NodeId::ROOT) {
            Node::Branch { split, .. } => split.column.0,
            Node::Leaf => 0,
        };
        for id in tree.ids() {
            let flat = match tree.node(id) {
                Node::Leaf => Flat::new(f64::INFINITY.to_bits(), id, column, LEAF),
                Node::Branch { split, branches } => {
                    let (word, kind) = flats.place(tree, id, &split, branches.count);
                    Flat::new(word, branches.first, split.column.0, kind)
                }
            };
            flats.nodes.push(flat);
        }
        flats
    }

    /// The word and the kind of a split.
    fn place(&mut self, tree: &Tree, id: NodeId, split: &Split, count: u32) -> (u64, u32) {
        match (&split.test, &split.missing) {
            (Test::Threshold { cut }, Missing::Branch(missing @ 0..3)) => return (cut.to_bits(), *missing),
            (Test::Values { branches } | Test::Height { branches, .. }, Missing::Branch(missing)) => {
                if let Some(table) = level_table(branches, NONE, *missing) {
                    self.tables.push(table);
                    return (self.tables.len() as u64 - 1, LEVELS);
                }
            }
            (Test::Subset { branches }, Missing::Branch(missing)) => {
                if let Some(table) = level_table(branches, tree.heaviest(id), *missing) {
                    self.tables.push(table);
                    return (self.tables.len() as u64 - 1, LEVELS);
                }
            }
            _ => {}
        }
        self.others.push(Other { split: split.clone(), heaviest: tree.heaviest(id), count });
        (self.others.len() as u64 - 1, OTHER)
    }
}

/// A table from the first level named to the last, unless most of it would be empty.
fn level_table(pairs: &[LevelBranch], otherwise: u32, missing: u32) -> Option<LevelTable> {
    let (low, high) = (pairs.first()?.level, pairs.last()?.level);
    let span = (high - low) as usize + 1;
    if span > 4 * pairs.len() + 8 {
        return None;
    }
    let mut branches = vec![NONE; span];
    for pair in pairs {
        branches[(pair.level - low) as usize] = pair.branch;
    }
    Some(LevelTable { low, branches: branches.into(), otherwise, missing })
}
