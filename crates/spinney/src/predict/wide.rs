//! A forest of thresholds and sets of levels in nodes of 16 bytes.
//!
//! ```text
//! word   8 bytes   the cut; or a bit for each level, 1 where it takes branch 1; or where such bits begin in a list beside the nodes
//! first  4 bytes   the place of branch 0; at a leaf its own: a step from a leaf leads back to it
//! ask    4 bytes   the place of the column in a row (28 bits), TABLE, LEVELS, the branch of missing values (2 bits)
//! ```
//! A row holds 8 bytes for each column: a number's bits, or 1 + a level, 0 for one never seen; NaN where it is missing.

use super::layout::{Laid, usual_steps};
use super::matching::UNSEEN;
use super::told::{Known, ODD, Told, Voices};
use super::walk::View;
use crate::forest::Vote;
use crate::model::Schema;
use crate::parallel;
use crate::table::MISSING;
use crate::tree::{Answers, Cell, ColumnId, Missing, Node, NodeId, Row, Split, Test, Tree};

/// The bits of `ask`.
const LEVELS: u32 = 4;
const TABLE: u32 = 8;
const PLACE: u32 = 4;
/// The most places of a row.
const MOST_PLACES: usize = 1 << 12;

#[derive(Debug, Clone, Copy)]
struct WideNode {
    word: u64,
    first: u32,
    ask: u32,
}

/// A forest of thresholds and sets of levels.
#[derive(Debug, Clone)]
pub(super) struct Wide {
    /// The columns that are asked, by place.
    columns: Vec<ColumnId>,
    nodes: Vec<WideNode>,
    /// The branches of levels, where a column has too many for a word.
    tables: Vec<u64>,
    /// The place of each tree's root.
    pub(super) roots: Vec<u32>,
    /// The usual steps of a row in each tree.
    pub(super) steps: Vec<usize>,
    /// The number of each node in its tree.
    pub(super) ids: Vec<u32>,
    told: Told,
}

/// The trees on their way into the forest.
struct Compiler<'a> {
    schema: &'a Schema,
    columns: &'a [ColumnId],
}

impl Wide {
    /// Compiles such trees; `None` where a tree asks or answers otherwise.
    pub(super) fn new(schema: &Schema, trees: &[Tree], vote: Vote) -> Option<Self> {
        let mut columns: Vec<ColumnId> = Vec::new();
        for tree in trees {
            columns.extend(tree_columns(tree)?);
            columns.sort_unstable();
            columns.dedup();
        }
        let compiler = Compiler { schema, columns: &columns };
        let parts = || parallel::map(trees, |tree| compiler.part(tree, vote));
        let parts = (columns.len() <= MOST_PLACES).then(parts)?;
        u32::try_from(parts.iter().map(|(nodes, ..)| nodes.len()).sum::<usize>()).ok()?;
        let told = Told::new(trees);
        let (nodes, tables) = (Vec::new(), Vec::new());
        let steps = trees.iter().map(usual_steps).collect();
        let mut wide = Wide { columns, nodes, tables, roots: Vec::new(), steps, ids: Vec::new(), told };
        let mut known = Known::default();
        for (tree, (nodes, tables, laid, voices)) in trees.iter().zip(parts) {
            let (root, table) = (wide.nodes.len() as u32, wide.tables.len() as u64);
            let moved = |node: WideNode| WideNode {
                word: node.word + if node.ask & TABLE == 0 { 0 } else { table },
                first: node.first + root,
                ..node
            };
            wide.roots.push(root);
            wide.nodes.extend(nodes.into_iter().map(moved));
            wide.tables.extend(tables);
            wide.ids.extend(laid.nodes.iter().map(|id| id.0));
            wide.told.extend((tree, voices.odd), root, &laid.nodes, &mut known);
        }
        Some(wide)
    }

    /// Tells of each tree how many nodes it has, and of each of these its number and that of its first child; a leaf's is its own.
    pub(super) fn families(&self, mut each: impl FnMut(usize, &mut dyn Iterator<Item = (u32, u32)>)) {
        for (tree, root) in self.roots.iter().enumerate() {
            let end = self.roots.get(tree + 1).map_or(self.nodes.len(), |root| *root as usize);
            let span = *root as usize..end;
            let first = |node: &WideNode| self.ids[node.first as usize];
            let pairs = self.ids[span.clone()].iter().copied().zip(self.nodes[span.clone()].iter().map(first));
            each(span.len(), &mut { pairs });
        }
    }

    /// One step of a row.
    #[inline]
    pub(super) fn step<const N: usize, const TABLES: bool>(&self, row: &[u64; N], at: u32) -> u32 {
        let node = self.nodes[at as usize];
        let value = row[(node.ask >> PLACE) as usize & (N - 1)];
        let number = f64::from_bits(value);
        let mut word = node.word;
        if TABLES && node.ask & TABLE != 0 {
            // Neighbouring words hold the branches of neighbouring levels; a missing value's are not looked at.
            let place = if number.is_nan() { word } else { word + value / 64 };
            word = self.tables[place as usize];
        }
        let known = match node.ask & LEVELS {
            0 => u32::from(number > f64::from_bits(word)),
            _ => (word >> (value % 64)) as u32 & 1,
        };
        node.first + if number.is_nan() { node.ask & 3 } else { known }
    }

    /// Whether the node at a place is a leaf.
    #[inline]
    pub(super) fn is_leaf(&self, at: u32) -> bool {
        self.nodes[at as usize].first == at
    }

    /// Adds what the leaves at these places say, to the sums of each row.
    #[inline]
    pub(super) fn tell_all<'a>(&self, ends: &[u32], rows: impl Iterator<Item = &'a mut [f64]>) {
        self.told.add_all(ends, |end| (end, self.nodes[end as usize].word & ODD), rows);
    }

    /// Adds what the leaf at a place says.
    #[inline]
    pub(super) fn tell(&self, end: u32, sums: &mut [f64]) {
        self.tell_all(&[end], std::iter::once(sums));
    }

    /// Whether a column has more levels than a word has bits.
    pub(super) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// The places that a row is given: a power of two, so that no place needs to be checked.
    pub(super) fn width(&self) -> usize {
        self.columns.len().next_power_of_two()
    }

    /// The values of one row.
    pub(super) fn value_one(&self, row: &impl Row, values: &mut [u64]) {
        for (column, value) in self.columns.iter().zip(values) {
            *value = match row.cell(*column) {
                Cell::Number(number) => number.to_bits(),
                Cell::Level(level) => 1 + u64::from(level),
                Cell::Unseen => 0,
                Cell::Missing => f64::NAN.to_bits(),
            };
        }
    }

    /// The values of rows from `start` on.
    pub(super) fn value<const N: usize>(&self, view: &View<'_>, start: usize, rows: &mut [[u64; N]]) {
        for (place, column) in self.columns.iter().enumerate() {
            let (numbers, codes) = view.column(*column);
            let numbers = numbers.iter().skip(start).map(|number| number.to_bits());
            let code = |code: &u32| match *code {
                MISSING => f64::NAN.to_bits(),
                UNSEEN => 0,
                level => 1 + u64::from(level),
            };
            let values = numbers.chain(codes.iter().skip(start).map(code));
            for (row, value) in rows.iter_mut().zip(values) {
                row[place & (N - 1)] = value;
            }
        }
    }
}

impl Compiler<'_> {
    /// One tree, its places counted from its own root.
    fn part(&self, tree: &Tree, vote: Vote) -> (Vec<WideNode>, Vec<u64>, Laid, Voices) {
        let (laid, mut voices, mut tables) = (Laid::new(tree), Voices::new(tree, vote), Vec::new());
        let nodes = (0_u32..).zip(&laid.nodes).map(|(place, id)| match tree.node(*id) {
            Node::Branch { split, branches } => {
                let (word, ask) = self.branch(tree, *id, &split, &mut tables);
                WideNode { word, first: laid.place(branches.first), ask }
            }
            // A cut that no number is above, with the voice in its last bits.
            Node::Leaf => WideNode { word: NOTHING | voices.leaf(*id, place), first: place, ask: 0 },
        });
        let nodes = nodes.collect();
        (nodes, tables, laid, voices)
    }

    /// The word and the ask of a split.
    fn branch(&self, tree: &Tree, id: NodeId, split: &Split, tables: &mut Vec<u64>) -> (u64, u32) {
        let place = self.columns.binary_search(&split.column).unwrap_or(0) as u32;
        let missing = if let Missing::Branch(branch) = split.missing { branch } else { 0 };
        let ask = place << PLACE | missing;
        if let Test::Threshold { cut } = split.test {
            return (cut.to_bits(), ask);
        }
        let levels = self.schema.column(split.column).levels().len() as u32;
        let heaviest = tree.heaviest(id);
        let mut words = vec![0; levels as usize / 64 + 1];
        for value in 0..=levels {
            let branch = value.checked_sub(1).and_then(|level| split.test.branch(Cell::Level(level)));
            words[value as usize / 64] |= u64::from(branch.unwrap_or(heaviest)) << (value % 64);
        }
        if let [word] = words[..] {
            return (word, ask | LEVELS);
        }
        tables.extend_from_slice(&words);
        ((tables.len() - words.len()) as u64, ask | LEVELS | TABLE)
    }
}

/// The bits of a NaN: nothing is above it. Its last 15 bits are free.
const NOTHING: u64 = 0x7FF8_0000_0000_0000;

/// The columns that a tree asks for; `None` where it asks otherwise than by thresholds, cuts of levels and sets of levels, where missing
/// values do not take one branch, or where leaves answer by linear models.
fn tree_columns(tree: &Tree) -> Option<Vec<ColumnId>> {
    if matches!(tree.answers(), Answers::Numbers(numbers) if !numbers.linear.is_empty()) {
        return None;
    }
    let splits = tree.ids().filter_map(|id| match tree.node(id) {
        Node::Branch { split, .. } => Some((id, split)),
        Node::Leaf => None,
    });
    let column = |(id, split): (NodeId, Split)| match (&split.test, &split.missing) {
        (Test::Threshold { .. }, Missing::Branch(0..3)) => Some(split.column),
        // A level without a branch takes the heaviest, which a bit must be able to say.
        (Test::Cut { .. } | Test::Subset { .. }, Missing::Branch(0..3)) if tree.heaviest(id) < 2 => Some(split.column),
        _ => None,
    };
    let mut columns = splits.map(column).collect::<Option<Vec<_>>>()?;
    columns.sort_unstable();
    columns.dedup();
    Some(columns)
}
