//! The columns of a table, encoded.

use super::bits::{BitBlock, blocks};
use super::codes::Codes;
use super::encoded::{Coded, EncodedColumn};
use super::numbers::Numbers;
use crate::parallel;
use crate::table::Table;

/// Columns of training rows as codes.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The columns.
    pub columns: Vec<EncodedColumn>,
    /// How many rows each has.
    pub rows: usize,
    /// Those with two values, packed.
    pub blocks: Vec<BitBlock>,
}

impl Encoded {
    /// Encodes these columns of a table, for these rows (all where none are named).
    pub fn new(table: &Table, places: &[usize], rows: Option<&[u32]>) -> Self {
        let columns = parallel::map(places, |place| EncodedColumn::new(&table.columns()[*place], rows));
        let rows = rows.map_or(table.rows(), <[u32]>::len);
        let blocks = blocks(&columns, rows);
        Encoded { columns, rows, blocks }
    }

    /// Lets go of the codes of rows, and of the numbers that codes stand for.
    pub(crate) fn forget(&mut self) {
        self.blocks = Vec::new();
        for column in &mut self.columns {
            column.codes = Codes::U8(Vec::new());
            column.coarse = None;
            if let Coded::Numbers(numbers) = &mut column.coded {
                *numbers = Numbers::Short(Vec::new());
            }
        }
    }
}
