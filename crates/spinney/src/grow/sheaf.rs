//! The rows of a tree in the order of its nodes: each node is a range, and so are its branches. Where lines are short, the codes of a
//! row travel with it, so that every search reads memory from one end to the other.

use std::ops::Range;

use super::item::{Item, Stored};
use super::quick::{Flock, Side};
use crate::encode::{Abreast, Encoded, EncodedColumn, Word};

/// The rows: those of a node stand in one of two places, and its branches in the other, so that nothing is copied back.
pub(crate) struct Sheaf<'d, S> {
    /// Where lines come from, and their room goes back to.
    abreast: Option<&'d Abreast>,
    halves: [Half<S>; 2],
    /// Words of each line.
    words: usize,
    right: Vec<bool>,
}

/// One of the two places.
struct Half<S> {
    items: Vec<Item<S>>,
    /// The line of each row; empty where codes stay in the table.
    lines: Vec<Word>,
}

/// The rows of a node.
#[derive(Debug, Clone)]
pub(crate) struct Stand {
    pub(crate) rows: Range<usize>,
    /// Which of the two places they stand in.
    half: usize,
}

impl Stand {
    /// The first so many rows of a sheaf that is not parted yet.
    pub(crate) fn whole(rows: usize) -> Self {
        Stand { rows: 0..rows, half: 0 }
    }

    /// Those of the two branches, where the second begins here.
    pub(crate) fn branches(&self, middle: usize) -> [Self; 2] {
        let branch = |rows| Stand { rows, half: 1 - self.half };
        [branch(self.rows.start..middle), branch(middle..self.rows.end)]
    }
}

impl<'d, S: Stored> Sheaf<'d, S> {
    /// These rows; they bring their lines along unless they are too many.
    pub(crate) fn new(items: Vec<Item<S>>, data: &'d Encoded<'d>) -> Self {
        let abreast = data.abreast.as_ref().filter(|abreast| items.len() <= abreast.near());
        let lines = abreast.map(|abreast| abreast.lines(items.iter().map(|item| item.row))).unwrap_or_default();
        let other = Half { items: items.clone(), lines: abreast.map(|own| own.room(items.len())).unwrap_or_default() };
        let words = abreast.map_or(1, |abreast| abreast.words);
        Sheaf { abreast, halves: [Half { items, lines }, other], words, right: Vec::new() }
    }

    /// The rows of a node with their lines, where the node is the first on its way that is small enough to bring them along.
    pub(crate) fn brought_near(&self, node: &Stand, data: &'d Encoded<'d>) -> Option<Self> {
        let Half { items, lines } = &self.halves[node.half];
        let near = data.abreast.as_ref().filter(|_| lines.is_empty())?.near();
        (node.rows.len() <= near).then(|| Sheaf::new(items[node.rows.clone()].to_vec(), data))
    }

    pub(crate) fn len(&self) -> usize {
        self.halves[0].items.len()
    }

    pub(crate) fn items_mut(&mut self, node: &Stand) -> &mut [Item<S>] {
        &mut self.halves[node.half].items[node.rows.clone()]
    }

    /// The rows of a node.
    pub(crate) fn flock(&self, node: &Stand) -> Flock<'_, S> {
        let Half { items, lines } = &self.halves[node.half];
        let Range { start, end } = node.rows;
        let lines = if lines.is_empty() { &[] } else { &lines[start * self.words..end * self.words] };
        Flock { items: &items[node.rows.clone()], lines: lines.as_flattened(), length: 8 * self.words }
    }

    /// Parts a node: rows whose code in a column is at most a code, or not listed, first, all in their order. Returns where the others
    /// begin.
    pub(crate) fn part(&mut self, node: &Stand, side: Side, cut: (&EncodedColumn<'_>, u32, &[bool])) -> usize {
        let mut right = std::mem::take(&mut self.right);
        self.flock(node).sides(side, cut, &mut right);
        let kept = right.iter().filter(|right| !**right).count();
        let [one, two] = &mut self.halves;
        let (from, to) = if node.half == 0 { (one, two) } else { (two, one) };
        let Range { start, end } = node.rows;
        part(&from.items[start..end], &mut to.items[start..end], &right, kept);
        if !from.lines.is_empty() {
            let own = start * self.words..end * self.words;
            part_lines(&from.lines[own.clone()], &mut to.lines[own], &right, (kept, self.words));
        }
        self.right = right;
        start + kept
    }
}

impl<S> Drop for Sheaf<'_, S> {
    fn drop(&mut self) {
        if let Some(abreast) = self.abreast {
            self.halves.iter_mut().for_each(|half| abreast.give_back(std::mem::take(&mut half.lines)));
        }
    }
}

/// Those that stay left first, so many, all in their order.
#[inline]
fn part<T: Copy>(from: &[T], to: &mut [T], right: &[bool], kept: usize) {
    let (mut left, mut moved) = (0, kept);
    // No branch: which way a row goes is anybody's guess.
    for (one, right) in from.iter().zip(right) {
        to[if *right { moved } else { left }] = *one;
        left += usize::from(!right);
        moved += usize::from(*right);
    }
}

/// The same for lines of so many words; their length is known to the compiler, so that a copy is a few moves.
fn part_lines(from: &[Word], to: &mut [Word], right: &[bool], (kept, words): (usize, usize)) {
    fn of<const WORDS: usize>(from: &[Word], to: &mut [Word], right: &[bool], kept: usize) {
        part(from.as_chunks::<WORDS>().0, to.as_chunks_mut::<WORDS>().0, right, kept);
    }
    type Parting = fn(&[Word], &mut [Word], &[bool], usize);
    const BY_WORDS: [Parting; 16] = [
        of::<1>, of::<2>, of::<3>, of::<4>, of::<5>, of::<6>, of::<7>, of::<8>, of::<9>, of::<10>, of::<11>, of::<12>,
        of::<13>, of::<14>, of::<15>, of::<16>,
    ];
    if let Some(part) = BY_WORDS.get(words - 1) {
        part(from, to, right, kept);
        return;
    }
    let (mut left, mut moved) = (0, kept);
    for (line, right) in from.chunks_exact(words).zip(right) {
        let next = if *right { &mut moved } else { &mut left };
        to[*next * words..][..words].copy_from_slice(line);
        *next += 1;
    }
}
