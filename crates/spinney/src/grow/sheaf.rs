//! The rows of a tree in the order of its nodes: each node is a range, and so are its branches. Where lines are short, the codes of a
//! row travel with it, so that every search reads memory from one end to the other.

use std::ops::Range;

use super::item::{Item, Stored};
use super::quick::{ByByte, Flock, Side};
use crate::encode::{Abreast, Encoded, EncodedColumn, Word};

/// Lines of at most so many words have a length that is known to the compiler.
const SHORT: usize = 16;

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

    /// Parts a node: rows whose code in a column is at most a code, or not listed, first. Returns where the others begin.
    pub(crate) fn part(&mut self, node: &Stand, side: Side, cut: (&EncodedColumn<'_>, u32, &[bool])) -> usize {
        let mut right = std::mem::take(&mut self.right);
        let by_byte = side.by_byte(cut.2).filter(|_| self.words <= SHORT);
        if by_byte.is_none() {
            self.flock(node).sides(side, cut, &mut right);
        }
        let [one, two] = &mut self.halves;
        let (from, to) = if node.half == 0 { (one, two) } else { (two, one) };
        let Range { start, end } = node.rows;
        let own = if from.lines.is_empty() { 0..0 } else { start * self.words..end * self.words };
        let from = Rows { items: &from.items[start..end], lines: &from.lines[own.clone()] };
        let to = RowsMut { items: &mut to.items[start..end], lines: &mut to.lines[own] };
        let kept = match by_byte {
            Some(by_byte) => part_by_byte(from, to, self.words, (&by_byte, &|row| cut.0.codes.at(row) > cut.1)),
            None => part_as_said(from, to, self.words, &right),
        };
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

/// The rows of a node, and where its branches go.
struct Rows<'r, S, L> {
    items: &'r [Item<S>],
    lines: &'r [L],
}
struct RowsMut<'r, S, L> {
    items: &'r mut [Item<S>],
    lines: &'r mut [L],
}

/// Calls the same code with lines of so many words; their length is known to the compiler, so that a copy is a few moves.
macro_rules! with_lines {
    ($words:expr, ($lines:ident, $to:ident) => $body:expr, $($length:literal)*) => {
        match $words {
            $($length => {
                let ($lines, $to) = ($lines.as_chunks::<$length>().0, $to.as_chunks_mut::<$length>().0);
                return $body;
            })*
            _ => {}
        }
    };
}

/// Parts rows by a byte of their lines, which have at most [`SHORT`] words; how many go left. Those that go right are turned round: so
/// nothing must be known of a row before it is its turn, and one look at its line is enough. `above` says it of rows whose code decides.
fn part_by_byte<S: Copy>(
    Rows { items, lines }: Rows<'_, S, Word>,
    RowsMut { items: to_items, lines: to_lines }: RowsMut<'_, S, Word>,
    words: usize,
    by: (&ByByte, &dyn Fn(u32) -> bool),
) -> usize {
    fn part<S: Copy, const WORDS: usize>(
        Rows { items, lines }: Rows<'_, S, [Word; WORDS]>,
        to: RowsMut<'_, S, [Word; WORDS]>,
        (by_byte, above): (&ByByte, &dyn Fn(u32) -> bool),
    ) -> usize {
        let many = items.len();
        let RowsMut { items: to_items, lines: to_lines } = to;
        let (to_items, to_lines) = (&mut to_items[..many], &mut to_lines[..many]);
        let (mut left, mut end) = (0, many);
        if by_byte.byte >= 8 * WORDS {
            return 0; // no line has such a byte: said here, it is not asked at every row
        }
        // No branch: which way a row goes is anybody's guess.
        for (item, line) in items.iter().zip(lines) {
            let byte = line.as_flattened()[by_byte.byte];
            let right = usize::from(by_byte.right(byte, || above(item.row)));
            end -= right;
            let place = if right == 1 { end } else { left };
            to_items[place] = *item;
            to_lines[place] = *line;
            left += 1 - right;
        }
        left
    }
    with_lines!(words, (lines, to_lines) => {
        part(Rows { items, lines }, RowsMut { items: to_items, lines: to_lines }, by)
    }, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    0
}

/// Parts rows as is said of each, all in their order; how many go left.
fn part_as_said<S: Copy>(
    Rows { items, lines }: Rows<'_, S, Word>,
    RowsMut { items: to_items, lines: to_lines }: RowsMut<'_, S, Word>,
    words: usize,
    right: &[bool],
) -> usize {
    fn part<S: Copy, L: Copy>(
        Rows { items, lines }: Rows<'_, S, L>,
        RowsMut { items: to_items, lines: to_lines }: RowsMut<'_, S, L>,
        right: &[bool],
        kept: usize,
    ) -> usize {
        let many = items.len();
        let (to_items, to_lines) = (&mut to_items[..many], &mut to_lines[..many]);
        let (mut left, mut moved) = (0, kept);
        for ((item, line), right) in items.iter().zip(lines).zip(right) {
            let place = if *right { moved } else { left };
            to_items[place] = *item;
            to_lines[place] = *line;
            left += usize::from(!right);
            moved += usize::from(*right);
        }
        kept
    }
    let kept = right.iter().filter(|right| !**right).count();
    if !lines.is_empty() {
        with_lines!(words, (lines, to_lines) => {
            part(Rows { items, lines }, RowsMut { items: to_items, lines: to_lines }, right, kept)
        }, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    }
    let (mut left, mut moved) = (0, kept);
    for (line, right) in lines.chunks_exact(words).zip(right) {
        let next = if *right { &mut moved } else { &mut left };
        to_lines[*next * words..][..words].copy_from_slice(line);
        *next += 1;
    }
    let mut none = vec![(); right.len()]; // takes no room
    part(Rows { items, lines: &none.clone() }, RowsMut { items: to_items, lines: &mut none }, right, kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grow::quick::BY_CODE;
    use crate::seed::Key;

    /// Rows with lines of so many words, in which a byte says 1 where a row goes right; of every third row it does not say.
    fn parted(words: usize, byte: Option<usize>, right: &[bool]) -> (Vec<u32>, usize) {
        let many = right.len();
        let items: Vec<Item<u32>> = (0..many as u32).map(|row| Item { row, stored: row + 7 }).collect();
        let mut lines = vec![Word::default(); many * words];
        for (row, right) in right.iter().enumerate() {
            let line = lines[row * words..][..words].as_flattened_mut();
            line.fill(row as u8 | 2);
            line[byte.unwrap_or(0)] = if row % 3 == 0 { BY_CODE } else { u8::from(*right) };
        }
        let mut to_items = vec![Item { row: 0, stored: 0 }; many];
        let mut to_lines = vec![Word::default(); many * words];
        let from = Rows { items: &items, lines: &lines };
        let to = RowsMut { items: &mut to_items, lines: &mut to_lines };
        let kept = match byte {
            Some(byte) => {
                let ways = std::array::from_fn(|byte| [0, 1, BY_CODE][byte.min(2)]);
                part_by_byte(from, to, words, (&ByByte { byte, ways }, &|row| right[row as usize]))
            }
            None => part_as_said(from, to, words, right),
        };
        for (item, line) in to_items.iter().zip(to_lines.chunks(words)) {
            assert_eq!((item.stored, line), (item.row + 7, &lines[item.row as usize * words..][..words]));
        }
        (to_items.iter().map(|item| item.row).collect(), kept)
    }

    #[test]
    fn rows_go_where_they_are_sent_with_their_lines() {
        let mut draws = Key::new(3).draws();
        for words in 1..=20 {
            let right: Vec<bool> = (0..draws.below(100)).map(|_| draws.below(3) == 0).collect();
            let of =
                |side: bool| (0..right.len() as u32).filter(|row| right[*row as usize] == side).collect::<Vec<_>>();
            let (left, mut moved) = (of(false), of(true));
            assert_eq!(parted(words, None, &right), ([&left[..], &moved].concat(), left.len()));
            if words <= SHORT {
                moved.reverse();
                let byte = draws.below(8 * words as u64) as usize;
                assert_eq!(parted(words, Some(byte), &right), ([&left[..], &moved].concat(), left.len()));
            }
        }
    }
}
