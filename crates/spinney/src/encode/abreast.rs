//! The codes of a row side by side: what is looked at together lies together, and can travel with the row.
//!
//! ```text
//! line of a row   | two-valued columns, 64 to a word | codes of one byte, eight to a word |
//! ```

use super::bits::BitBlock;
use super::encoded::EncodedColumn;
use crate::parallel;

/// No place.
const NONE: u32 = u32::MAX;
/// Rows that one thread lays out at a time.
const BLOCK: usize = 1 << 12;
/// Lines of more words are not worth their copies.
pub(crate) const MOST_WORDS: usize = 16;

/// Ordered columns without missing values: two-valued ones as bits, of others the codes themselves where they take one byte, else
/// the coarse codes.
#[derive(Debug, Clone)]
pub struct Abreast {
    /// Words of each line.
    pub(crate) words: usize,
    /// For each column the byte of its codes in a line.
    places: Vec<u32>,
    lines: Vec<u64>,
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
        let mut parts: Vec<&mut [u64]> = lines.chunks_mut(BLOCK * words).collect();
        parallel::change(&mut parts, |part, lines| {
            for (word, block) in blocks.iter().enumerate() {
                let source = block.words[part * BLOCK..].iter();
                lines[word..].iter_mut().step_by(words).zip(source).for_each(|(out, bits)| *out = *bits);
            }
            for (place, source) in sources.iter().enumerate() {
                let (word, shift) = within(first + place);
                let source = source[part * BLOCK..].iter();
                let line = lines[word..].iter_mut().step_by(words);
                line.zip(source).for_each(|(out, code)| *out |= u64::from(*code) << shift);
            }
        });
        Some(Abreast { words, places, lines })
    }

    /// The word and the shift of a column's code in a line.
    pub(crate) fn place(&self, column: u32) -> Option<(usize, u32)> {
        let place = self.places[column as usize];
        (place != NONE).then(|| within(place as usize))
    }

    /// The lines of these rows, one after the other.
    pub(crate) fn lines(&self, rows: impl ExactSizeIterator<Item = u32>) -> Vec<u64> {
        let mut lines = Vec::with_capacity(rows.len() * self.words);
        rows.for_each(|row| lines.extend_from_slice(&self.lines[row as usize * self.words..][..self.words]));
        lines
    }
}

/// The word that holds a byte, and how far up.
fn within(byte: usize) -> (usize, u32) {
    (byte / 8, 8 * (byte % 8) as u32)
}
