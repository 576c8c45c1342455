//! The codes of a row side by side: what is looked at together lies together, and can travel with the row.
//!
//! ```text
//! line of a row   | two-valued columns, 64 to a word | codes of one byte, eight to a word |
//! ```

use std::sync::Mutex;

use super::bits::BitBlock;
use super::encoded::EncodedColumn;
use crate::parallel;

/// No place.
const NONE: u32 = u32::MAX;
/// Bytes that one thread lays out at a time: what is written again and again stays in its cache.
const BLOCK: usize = 1 << 18;
/// So many codes a byte tells apart.
const BYTE: u32 = 256;
/// Longer lines are not laid out: the rows of a small subtree would not fit the cache.
const MOST_WORDS: usize = 512;
/// Lines of more words are brought along by few rows only.
const MANY_WORDS: usize = 16;
/// So many bytes of long lines stay in the cache.
const NEAR: usize = 1 << 20;

/// Ordered columns without missing values: two-valued ones as bits, of others the codes themselves where they take one byte, else
/// the coarse codes.
#[derive(Debug)]
pub struct Abreast {
    /// Words of each line.
    pub(crate) words: usize,
    /// For each column the byte of its codes in a line.
    places: Vec<u32>,
    lines: Vec<u64>,
    /// Where codes are coarse, what tells codes of one bucket apart, as far as a byte does: for each column its place in a tail.
    lows: Vec<Option<Low>>,
    /// Bytes of each tail.
    pub(crate) tail: usize,
    tails: Vec<u8>,
    /// Room that trees are done with: fresh memory costs more than what is written into it.
    spares: Mutex<Vec<Vec<u64>>>,
}

/// The second byte of a column's codes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Low {
    /// Its place in a tail.
    pub(crate) place: usize,
    /// Whether both bytes together tell all codes apart.
    pub(crate) is_exact: bool,
}

impl Abreast {
    /// The lines of all rows; `None` where they would be too long.
    pub(super) fn new(columns: &[EncodedColumn<'_>], blocks: &[BitBlock], rows: usize) -> Option<Self> {
        let packed = |place: u32| blocks.iter().any(|block| block.columns.binary_search(&place).is_ok());
        let first = 8 * blocks.len();
        let mut places = vec![NONE; columns.len()];
        let mut sources: Vec<&[u8]> = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            if let (Some(bytes), false) = (column.bytes(), packed(place as u32)) {
                places[place] = (first + sources.len()) as u32;
                sources.push(bytes);
            }
        }
        let words = (first + sources.len()).div_ceil(8).max(1);
        if words > MOST_WORDS {
            return None;
        }
        let mut lines = vec![0_u64; rows * words];
        let many = BLOCK.div_ceil(8 * words);
        let mut parts: Vec<&mut [u64]> = lines.chunks_mut(many * words).collect();
        parallel::change(&mut parts, |part, lines| {
            for (word, block) in blocks.iter().enumerate() {
                let source = block.words[part * many..].iter();
                lines[word..].iter_mut().step_by(words).zip(source).for_each(|(out, bits)| *out = *bits);
            }
            for (place, source) in sources.iter().enumerate() {
                let (word, shift) = within(first + place);
                let source = source[part * many..].iter();
                let line = lines[word..].iter_mut().step_by(words);
                line.zip(source).for_each(|(out, code)| *out |= u64::from(*code) << shift);
            }
        });
        let mut tails = Tails::new(columns, rows);
        tails.fill();
        let Tails { lows, length, bytes, .. } = tails;
        Some(Abreast { words, places, lines, lows, tail: length, tails: bytes, spares: Mutex::default() })
    }

    /// Up to how many rows bring their lines along. Where lines are short, all do: one look at a line serves all columns. Many rows
    /// with long lines are better off with the columns, whose lines of the cache serve many rows each.
    pub(crate) fn near(&self) -> usize {
        if self.words <= MANY_WORDS { usize::MAX } else { NEAR / (8 * self.words) }
    }

    /// The second byte of a column's codes, where they are coarse.
    pub(crate) fn low(&self, column: u32) -> Option<Low> {
        self.lows[column as usize]
    }

    /// The tail of a row: the second bytes of all columns.
    pub(crate) fn tail_of(&self, row: u32) -> &[u8] {
        &self.tails[row as usize * self.tail..][..self.tail]
    }

    /// The word and the shift of a column's code in a line.
    pub(crate) fn place(&self, column: u32) -> Option<(usize, u32)> {
        let place = self.places[column as usize];
        (place != NONE).then(|| within(place as usize))
    }

    /// Room for the lines of so many rows; what is in it means nothing.
    pub(crate) fn room(&self, rows: usize) -> Vec<u64> {
        let mut room = self.spares.lock().ok().and_then(|mut spares| spares.pop()).unwrap_or_default();
        room.resize(rows * self.words, 0);
        room
    }

    /// Takes room back for the next tree.
    pub(crate) fn give_back(&self, room: Vec<u64>) {
        if let Ok(mut spares) = self.spares.lock() {
            spares.push(room);
        }
    }

    /// The lines of these rows, one after the other.
    pub(crate) fn lines(&self, rows: impl ExactSizeIterator<Item = u32>) -> Vec<u64> {
        let mut lines = self.room(0);
        lines.reserve(rows.len() * self.words);
        rows.for_each(|row| lines.extend_from_slice(&self.lines[row as usize * self.words..][..self.words]));
        lines
    }
}

/// The second bytes, while they are laid out.
struct Tails<'c> {
    columns: Vec<&'c EncodedColumn<'c>>,
    lows: Vec<Option<Low>>,
    length: usize,
    bytes: Vec<u8>,
}

impl<'c> Tails<'c> {
    fn new(all: &'c [EncodedColumn<'c>], rows: usize) -> Self {
        let mut columns: Vec<&EncodedColumn<'_>> = Vec::new();
        let low = |column: &'c EncodedColumn<'c>| {
            (column.bytes().is_some() && column.coarse.is_some()).then(|| {
                columns.push(column);
                Low { place: columns.len() - 1, is_exact: column.widest() <= BYTE }
            })
        };
        let lows = all.iter().map(low).collect();
        let length = columns.len();
        Tails { columns, lows, length, bytes: vec![0; rows * length] }
    }

    fn fill(&mut self) {
        if self.length == 0 {
            return;
        }
        let (columns, length) = (&self.columns, self.length);
        let many = BLOCK.div_ceil(length);
        let mut parts: Vec<&mut [u8]> = self.bytes.chunks_mut(many * length).collect();
        parallel::change(&mut parts, |part, tails| {
            for (place, column) in columns.iter().enumerate() {
                let tails = tails[place..].iter_mut().step_by(length);
                column.lows(part * many, tails);
            }
        });
    }
}

/// The word that holds a byte, and how far up.
fn within(byte: usize) -> (usize, u32) {
    (byte / 8, 8 * (byte % 8) as u32)
}
