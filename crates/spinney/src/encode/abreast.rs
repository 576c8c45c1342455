//! Codes of one byte, those of a row side by side: rows that are far apart in the table cost one look at memory, not one for each column.

use super::bits::BitBlock;
use super::encoded::EncodedColumn;
use crate::parallel;

/// No place.
const NONE: u32 = u32::MAX;
/// Rows that one thread lays out at a time.
const BLOCK: usize = 1 << 12;
/// Rows begin at multiples of this where they are longer: the width of a line of the cache.
const LINE: usize = 64;

/// Ordered columns without missing values, but for the two-valued ones that are packed into words: the codes themselves where they
/// take one byte, else the coarse codes.
#[derive(Debug, Clone)]
pub struct Abreast {
    /// Bytes from row to row.
    pub(crate) stride: usize,
    /// For each column its place in a row.
    places: Vec<u32>,
    codes: Vec<u8>,
}

impl Abreast {
    pub(super) fn new(columns: &[EncodedColumn<'_>], blocks: &[BitBlock], rows: usize) -> Self {
        let packed = |place: u32| blocks.iter().any(|block| block.columns.binary_search(&place).is_ok());
        let mut places = vec![NONE; columns.len()];
        let mut sources: Vec<&[u8]> = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            if let (Some(bytes), false) = (column.bytes(), packed(place as u32)) {
                places[place] = sources.len() as u32;
                sources.push(bytes);
            }
        }
        let stride = match sources.len() {
            few @ 0..LINE => few.next_power_of_two(),
            many => many.next_multiple_of(LINE),
        };
        let mut codes = vec![0; rows * stride];
        let mut blocks: Vec<&mut [u8]> = codes.chunks_mut(BLOCK * stride).collect();
        parallel::change(&mut blocks, |block, codes| {
            for (place, source) in sources.iter().enumerate() {
                let column = source[block * BLOCK..].iter();
                codes[place..].iter_mut().step_by(stride).zip(column).for_each(|(out, code)| *out = *code);
            }
        });
        Abreast { stride, places, codes }
    }

    /// The codes from those of a column in the first row on: the column's are at multiples of the stride.
    pub(crate) fn from(&self, column: u32) -> Option<&[u8]> {
        let place = self.places[column as usize];
        (place != NONE).then(|| &self.codes[place as usize..])
    }
}
