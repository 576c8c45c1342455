//! The rows of a tree in the order of its nodes: each node is a range, and is parted in place. Where lines are short, the codes of a
//! row travel with it, so that every search reads memory from one end to the other.

use std::ops::Range;

use super::item::{Item, Stored};
use super::quick::{Flock, Side};
use crate::encode::{Abreast, Encoded, EncodedColumn};

/// The rows.
pub(crate) struct Sheaf<'d, S> {
    /// Where lines come from, and their room goes back to.
    abreast: Option<&'d Abreast>,
    items: Vec<Item<S>>,
    /// The line of each row; empty where codes stay in the table.
    lines: Vec<u64>,
    /// Words of each line.
    words: usize,
    spare: Vec<Item<S>>,
    spare_lines: Vec<u64>,
    right: Vec<bool>,
}

impl<'d, S: Stored> Sheaf<'d, S> {
    /// These rows; they bring their lines along unless they are too many.
    pub(crate) fn new(items: Vec<Item<S>>, data: &'d Encoded<'d>) -> Self {
        let abreast = data.abreast.as_ref().filter(|abreast| items.len() <= abreast.near());
        let lines = abreast.map(|abreast| abreast.lines(items.iter().map(|item| item.row))).unwrap_or_default();
        let spare_lines = abreast.map(|abreast| abreast.room(items.len())).unwrap_or_default();
        let words = abreast.map_or(1, |abreast| abreast.words);
        Sheaf { abreast, spare: items.clone(), items, spare_lines, lines, words, right: Vec::new() }
    }

    /// The rows of a node with their lines, where the node is the first on its way that is small enough to bring them along.
    pub(crate) fn brought_near(&self, node: Range<usize>, data: &'d Encoded<'d>) -> Option<Self> {
        let near = data.abreast.as_ref().filter(|_| self.lines.is_empty())?.near();
        (node.len() <= near).then(|| Sheaf::new(self.items[node].to_vec(), data))
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn items_mut(&mut self, node: Range<usize>) -> &mut [Item<S>] {
        &mut self.items[node]
    }

    /// The rows of a node.
    pub(crate) fn flock(&self, node: Range<usize>) -> Flock<'_, S> {
        let lines =
            if self.lines.is_empty() { &[] } else { &self.lines[node.start * self.words..node.end * self.words] };
        Flock { items: &self.items[node], lines, words: self.words }
    }

    /// Parts a node: rows whose code in a column is at most a code, or not listed, first, all in their order. Returns where the others
    /// begin.
    pub(crate) fn part(&mut self, node: Range<usize>, side: Side, cut: (&EncodedColumn<'_>, u32, &[bool])) -> usize {
        let mut right = std::mem::take(&mut self.right);
        self.flock(node.clone()).sides(side, cut, &mut right);
        let kept = part(&mut self.items[node.clone()], &mut self.spare, &right);
        if !self.lines.is_empty() {
            let lines = &mut self.lines[node.start * self.words..node.end * self.words];
            part_lines(lines, &mut self.spare_lines, &right, self.words);
        }
        self.right = right;
        node.start + kept
    }
}

impl<S> Drop for Sheaf<'_, S> {
    fn drop(&mut self) {
        if let Some(abreast) = self.abreast {
            abreast.give_back(std::mem::take(&mut self.lines));
            abreast.give_back(std::mem::take(&mut self.spare_lines));
        }
    }
}

/// Those that stay left first, all in their order; how many these are. The room for others is as long as all of them.
#[inline]
fn part<T: Copy>(all: &mut [T], spare: &mut [T], right: &[bool]) -> usize {
    let (mut kept, mut moved) = (0, 0);
    // No branch: which way a row goes is anybody's guess.
    for (place, right) in right.iter().enumerate() {
        let one = all[place];
        all[kept] = one;
        spare[moved] = one;
        kept += usize::from(!right);
        moved += usize::from(*right);
    }
    all[kept..].copy_from_slice(&spare[..moved]);
    kept
}

/// The same for lines of so many words; their length is known to the compiler, so that a copy is a few moves.
fn part_lines(lines: &mut [u64], spare: &mut [u64], right: &[bool], words: usize) {
    fn of<const WORDS: usize>(lines: &mut [u64], spare: &mut [u64], right: &[bool]) {
        part(lines.as_chunks_mut::<WORDS>().0, spare.as_chunks_mut::<WORDS>().0, right);
    }
    type Parting = fn(&mut [u64], &mut [u64], &[bool]);
    const BY_WORDS: [Parting; 16] = [
        of::<1>, of::<2>, of::<3>, of::<4>, of::<5>, of::<6>, of::<7>, of::<8>, of::<9>, of::<10>, of::<11>, of::<12>,
        of::<13>, of::<14>, of::<15>, of::<16>,
    ];
    match BY_WORDS.get(words - 1) {
        Some(part) => part(lines, spare, right),
        None => part_long(lines, spare, right, words),
    }
}

/// The same for long lines, which are copied once.
fn part_long(lines: &mut [u64], spare: &mut [u64], right: &[bool], words: usize) {
    let (mut kept, mut moved) = (0, 0);
    for (place, right) in right.iter().enumerate() {
        let line = place * words..(place + 1) * words;
        if *right {
            spare[moved..moved + words].copy_from_slice(&lines[line]);
            moved += words;
        } else {
            lines.copy_within(line, kept);
            kept += words;
        }
    }
    lines[kept..].copy_from_slice(&spare[..moved]);
}
