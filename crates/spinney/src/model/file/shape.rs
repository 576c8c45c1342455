//! Which nodes of a forest have branches, where every split has two.
//!
//! Nodes stand level by level, tree after tree. Before split `k` of all splits stand `k` others with two children each, and the roots of
//! its own tree, number `t`, and of those before: so its children are the nodes `2k + t + 1` and `2k + t + 2`. A bit for each node, and how many are
//! set before every 64th, is all that a walk needs.

use super::stream::Stream;

/// The nodes of all trees.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    words: Vec<Word>,
    /// The first node of each tree.
    roots: Vec<u32>,
    splits: usize,
    nodes: usize,
}

/// Sixty-four nodes.
#[derive(Debug, Clone, Copy, Default)]
struct Word {
    /// A bit for each node, 1 for a split.
    bits: u64,
    /// The splits before these nodes.
    before: u32,
}

impl Shape {
    /// The shape of trees of so many nodes, whose nodes have so many branches each; `None` where a split has not two, or where the nodes
    /// make no trees.
    pub(super) fn new(counts: &Stream<'_>, branches: &Stream<'_>) -> Option<Self> {
        let (_, bytes) = branches.rest();
        if branches.size() != 1 || bytes.len() >= u32::MAX as usize {
            return None;
        }
        let mut shape = Shape { words: words(bytes)?, roots: Vec::new(), splits: 0, nodes: bytes.len() };
        for word in &mut shape.words {
            word.before = shape.splits as u32;
            shape.splits += word.bits.count_ones() as usize;
        }
        let (mut end, mut sound) = (0, true);
        counts.each(|count| {
            let start = end;
            end = (start + count as usize).min(bytes.len() + 1); // a wild number leads behind the last node, and stays there
            shape.roots.push(start as u32);
            sound = sound && end <= bytes.len() && shape.is_tree(start, end);
        });
        (sound && end == bytes.len()).then_some(shape)
    }

    /// Whether these nodes are one tree: every node is a child of one before it, and there are no more children than nodes.
    ///
    /// At each node the children so far, its own not counted, less the nodes so far must leave one that is still to come: itself.
    fn is_tree(&self, start: usize, end: usize) -> bool {
        let (mut open, mut node) = (1_i64, start);
        while node < end && open > 0 {
            let bits = self.words[node / 64].bits;
            if node % 64 == 0 && open > 64 && node + 64 <= end {
                open += 2 * i64::from(bits.count_ones()) - 64; // even 64 leaves could not use up all
                node += 64;
            } else {
                open += if bits >> (node % 64) & 1 == 1 { 1 } else { -1 };
                node += 1;
            }
        }
        node == end && open == 0
    }

    /// The number of a node's split among all splits; for a leaf that of the next split.
    #[inline]
    pub(super) fn split(&self, node: u32) -> (bool, u32) {
        let word = self.words[node as usize / 64];
        let bit = 1_u64 << (node % 64);
        (word.bits & bit != 0, word.before + (word.bits & (bit - 1)).count_ones())
    }

    /// The first node of each tree.
    pub(super) fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// How many splits there are.
    pub(super) fn splits(&self) -> usize {
        self.splits
    }

    /// How many leaves there are.
    pub(super) fn leaves(&self) -> usize {
        self.nodes - self.splits
    }
}

/// A bit for each byte that is 2; `None` where one is neither 2 nor 0.
fn words(bytes: &[u8]) -> Option<Vec<Word>> {
    /// Eight bytes with their second bits alone.
    const SECOND: u64 = 0x0202_0202_0202_0202;
    /// Brings the lowest bits of eight bytes side by side into the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut odd = 0;
    let word = |nodes: &[u8]| {
        let mut full = [0; 64];
        full[..nodes.len()].copy_from_slice(nodes);
        let (eights, _) = full.as_chunks::<8>();
        let mut bits = 0;
        for (place, eight) in eights.iter().enumerate() {
            let eight = u64::from_le_bytes(*eight);
            odd |= eight & !SECOND;
            bits |= ((eight & SECOND) >> 1).wrapping_mul(GATHER) >> 56 << (8 * place);
        }
        Word { bits, before: 0 }
    };
    let words = bytes.chunks(64).map(word).collect();
    (odd == 0).then_some(words)
}
