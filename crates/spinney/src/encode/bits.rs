//! Two-valued columns, up to 64 of them in one word for each row: one look at a row serves them all.

use super::codes::{Code, Codes, with_codes};
use super::encoded::{Coded, EncodedColumn};
use crate::parallel;

/// Rows whose words stay in the nearest cache until all of their bits are set.
const TILE: usize = 1 << 11;

/// Two-valued columns without missing values, side by side.
#[derive(Debug, Clone)]
pub struct BitBlock {
    /// The column of each bit.
    pub columns: Vec<u32>,
    /// One word for each row. A bit is set where the row has the rarer of the column's two values.
    pub words: Vec<u64>,
    /// The columns whose rarer value is the higher one.
    pub rarer_is_high: u64,
}

/// The blocks of all two-valued columns; few columns of this kind are not worth a block.
pub(super) fn blocks(columns: &[EncodedColumn], rows: usize) -> Vec<BitBlock> {
    let two_valued = |column: &&EncodedColumn| {
        column.distinct == 2
            && !column.has_missing
            && !column.is_sparse()
            && matches!(column.coded, Coded::Numbers(_) | Coded::Ordinal)
    };
    let found: Vec<u32> = (0..).zip(columns).filter(|(_, column)| two_valued(column)).map(|(place, _)| place).collect();
    found.chunks(64).filter(|chunk| chunk.len() > 1).map(|chunk| block(columns, chunk, rows)).collect()
}

fn block(columns: &[EncodedColumn], chunk: &[u32], rows: usize) -> BitBlock {
    let codes: Vec<&Codes> = chunk.iter().map(|place| &columns[*place as usize].codes).collect();
    let rarer = |codes: &&Codes| {
        let ones: usize = with_codes!(codes, codes => codes.iter().map(|code| usize::from(code.wide() == 1)).sum());
        u32::from(2 * ones <= rows)
    };
    let rarer = parallel::map(&codes, rarer);
    let mut words = vec![0_u64; rows];
    let mut tiles: Vec<&mut [u64]> = words.chunks_mut(TILE).collect();
    parallel::change(&mut tiles, |tile, words| {
        for (bit, (codes, rarer)) in codes.iter().zip(&rarer).enumerate() {
            with_codes!(codes, codes => for (word, code) in words.iter_mut().zip(&codes[tile * TILE..]) {
                *word |= u64::from(code.wide() == *rarer) << bit;
            });
        }
    });
    let rarer_is_high = rarer.iter().rev().fold(0, |bits, rarer| bits << 1 | u64::from(*rarer));
    BitBlock { columns: chunk.to_vec(), words, rarer_is_high }
}
