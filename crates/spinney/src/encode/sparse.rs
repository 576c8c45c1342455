//! Codes of a column of which most rows have one: that of 0.

/// The codes of rows that have another number than 0, and the code of all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparseCodes {
    /// Ascending.
    pub(crate) rows: Vec<u32>,
    pub(crate) codes: Vec<u32>,
    /// The code of rows that are not named.
    pub(crate) rest: u32,
    pub(crate) len: usize,
}

impl SparseCodes {
    /// The code of a row.
    #[inline]
    pub(crate) fn at(&self, row: u32) -> u32 {
        self.rows.binary_search(&row).map_or(self.rest, |place| self.codes[place])
    }

    /// Those of all rows, one after the other: for what cannot do without, one column at a time.
    pub(crate) fn spread(&self) -> Vec<u32> {
        let mut all = vec![self.rest; self.len];
        for (row, code) in self.rows.iter().zip(&self.codes) {
            all[*row as usize] = *code;
        }
        all
    }

    /// Those of some rows.
    pub(super) fn gathered(&self, rows: &[u32]) -> Vec<u32> {
        rows.iter().map(|row| self.at(*row)).collect()
    }
}
