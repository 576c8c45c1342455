//! The codes of a row side by side: what is looked at together lies together, and can travel with the row.
//!
//! ```text
//! line of a row   | two-valued columns, 64 to a word | codes of one byte, eight to a word |
//! ```

use std::sync::Mutex;

use super::bits::BitBlock;
use super::encoded::EncodedColumn;
use super::lows::Lows;
use super::turn::turn;
use crate::parallel;

/// No place.
const NONE: u32 = u32::MAX;
/// Bytes that one thread lays out at a time: what is written again and again stays in its cache.
const BLOCK: usize = 1 << 18;
/// Second bytes that are read before they are laid out: many of a column, whose codes then come in fast.
const TILE: usize = 1 << 17;
/// At least so many rows of each.
const LEAST: usize = 64;
/// Rows that one thread lays out at least: few codes of many columns each come in slowly.
const MANY_ROWS: usize = 1 << 10;
/// So many codes a byte tells apart.
const BYTE: u32 = 256;
/// Longer lines are not laid out: the rows of a small subtree would not fit the cache.
const MOST_WORDS: usize = 512;
/// Lines of more words are brought along by few rows only.
const MANY_WORDS: usize = 16;
/// So many bytes of long lines stay in the cache.
const NEAR: usize = 1 << 21;

/// A word of a line; its bytes are looked at one by one.
pub(crate) type Word = [u8; 8];

/// Ordered columns without missing values: two-valued ones as bits, of others the codes themselves where they take one byte, else
/// the coarse codes.
#[derive(Debug)]
pub struct Abreast {
    /// Words of each line.
    pub(crate) words: usize,
    /// For each column the byte of its codes in a line.
    places: Vec<u32>,
    lines: Vec<Word>,
    /// Where codes are coarse, what tells codes of one bucket apart, as far as a byte does: for each column its place in a tail.
    lows: Vec<Option<Low>>,
    /// Bytes of each tail.
    pub(crate) tail: usize,
    tails: Vec<u8>,
    /// Room that trees are done with: fresh memory costs more than what is written into it.
    spares: Mutex<Vec<Vec<Word>>>,
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
        let mut lines = vec![Word::default(); rows * words];
        let many = BLOCK.div_ceil(8 * words).max(MANY_ROWS);
        let mut parts: Vec<&mut [Word]> = lines.chunks_mut(many * words).collect();
        parallel::change(&mut parts, |part, lines| {
            let rows = part * many..part * many + lines.len() / words;
            for (word, block) in blocks.iter().enumerate() {
                let source = block.words[rows.clone()].iter();
                lines[word..].iter_mut().step_by(words).zip(source).for_each(|(out, bits)| *out = bits.to_le_bytes());
            }
            let sources: Vec<&[u8]> = sources.iter().map(|source| &source[rows.clone()]).collect();
            turn(&sources, |row, word, bytes| lines[row * words + blocks.len() + word] = bytes.to_le_bytes());
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

    /// The byte of a column's code in a line.
    #[inline]
    pub(crate) fn place(&self, column: u32) -> Option<usize> {
        let place = self.places[column as usize];
        (place != NONE).then_some(place as usize)
    }

    /// Room for the lines of so many rows; what is in it means nothing.
    pub(crate) fn room(&self, rows: usize) -> Vec<Word> {
        let mut room = self.spares.lock().ok().and_then(|mut spares| spares.pop()).unwrap_or_default();
        room.resize(rows * self.words, Word::default());
        room
    }

    /// Takes room back for the next tree.
    pub(crate) fn give_back(&self, room: Vec<Word>) {
        if let Ok(mut spares) = self.spares.lock() {
            spares.push(room);
        }
    }

    /// The lines of these rows, one after the other.
    pub(crate) fn lines(&self, rows: impl ExactSizeIterator<Item = u32>) -> Vec<Word> {
        let mut lines = self.room(0);
        lines.reserve(rows.len() * self.words);
        rows.for_each(|row| lines.extend_from_slice(&self.lines[row as usize * self.words..][..self.words]));
        lines
    }
}

/// The second bytes, while they are laid out.
struct Tails<'c> {
    columns: Vec<Lows<'c>>,
    lows: Vec<Option<Low>>,
    length: usize,
    bytes: Vec<u8>,
}

impl<'c> Tails<'c> {
    fn new(all: &'c [EncodedColumn<'c>], rows: usize) -> Self {
        let mut columns = Vec::new();
        let low = |column: &'c EncodedColumn<'c>| {
            let lows = column.bytes().and_then(|_| column.lows())?;
            columns.push(lows);
            Some(Low { place: columns.len() - 1, is_exact: column.widest() <= BYTE })
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
            let tile = (TILE / length).clamp(LEAST, many);
            let mut room = vec![0; tile * length];
            for (number, tails) in tails.chunks_mut(tile * length).enumerate() {
                let (first, rows) = (part * many + number * tile, tails.len() / length);
                let each = columns.iter().zip(room.chunks_mut(tile));
                each.for_each(|(column, out)| column.read(first, &mut out[..rows]));
                let sources: Vec<&[u8]> = room.chunks(tile).map(|bytes| &bytes[..rows]).collect();
                turn(&sources, |row, word, bytes| {
                    let tail = &mut tails[row * length..][..length][8 * word..];
                    match tail.first_chunk_mut() {
                        Some(tail) => *tail = bytes.to_le_bytes(),
                        None => tail.copy_from_slice(&bytes.to_le_bytes()[..tail.len()]),
                    }
                });
            }
        });
    }
}
