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
        let own = if from.lines.is_empty() { 0..0 } else { start * self.words..end * self.words };
        let (from, to) = (
            (&from.items[start..end], &from.lines[own.clone()]),
            (&mut to.items[start..end], &mut to.lines[own]),
        );
        part_lines(from, to, &right, (kept, self.words));
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

/// Rows with their lines: those that stay left first, so many, all in their order.
#[inline]
fn part<T: Copy, L: Copy>(
    (items, lines): (&[T], &[L]),
    (to_items, to_lines): (&mut [T], &mut [L]),
    right: &[bool],
    kept: usize,
) {
    let many = items.len();
    let (to_items, to_lines) = (&mut to_items[..many], &mut to_lines[..many]);
    let (mut left, mut moved) = (0, kept);
    // No branch: which way a row goes is anybody's guess.
    for ((item, line), right) in items.iter().zip(lines).zip(right) {
        let to = if *right { moved } else { left };
        to_items[to] = *item;
        to_lines[to] = *line;
        left += usize::from(!right);
        moved += usize::from(*right);
    }
}

/// The same for lines of so many words, or none; their length is known to the compiler, so that a copy is a few moves.
fn part_lines<T: Copy>(
    (items, lines): (&[T], &[Word]),
    (to_items, to_lines): (&mut [T], &mut [Word]),
    right: &[bool],
    (kept, words): (usize, usize),
) {
    macro_rules! of_length {
        ($($length:literal)*) => {
            match words {
                $($length if !lines.is_empty() => {
                    let to = (to_items, to_lines.as_chunks_mut::<$length>().0);
                    return part((items, lines.as_chunks::<$length>().0), to, right, kept);
                })*
                _ => {}
            }
        };
    }
    of_length!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    let none = vec![(); items.len()]; // takes no room
    part((items, &none), (to_items, &mut none.clone()), right, kept);
    let (mut left, mut moved) = (0, kept);
    for (line, right) in lines.chunks_exact(words).zip(right) {
        let next = if *right { &mut moved } else { &mut left };
        to_lines[*next * words..][..words].copy_from_slice(line);
        *next += 1;
    }
}
