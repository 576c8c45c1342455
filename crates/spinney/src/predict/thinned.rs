//! Rows of a sparse table, some at a time: what they say is put down among zeros, walked over, and taken away again, so that they cost what
//! they say and not what the table is wide.

use std::ops::Range;
use std::sync::Mutex;

use super::matching::{Cells, Rows};
use crate::parallel;

/// Bytes of the numbers of a tile.
const BYTES: usize = 1 << 25;
/// The fewest and the most rows of a tile.
const ROWS: (usize, usize) = (16, 1 << 12);

impl Rows<'_> {
    /// What `work` makes of some rows at a time, in their order; `None` where no column is sparse, and all can be walked at once.
    pub(super) fn in_tiles<T: Send>(
        &self,
        span: Range<usize>,
        work: impl Fn(&Rows<'_>) -> T + Sync + Send,
    ) -> Option<Vec<T>> {
        let told = self.by_row.as_ref()?;
        let tile = (BYTES / (8 * told.columns.max(1))).clamp(ROWS.0, ROWS.1);
        let tile = tile.min(span.len().div_ceil(parallel::threads().max(1)).max(1));
        let starts: Vec<usize> = span.clone().step_by(tile).collect();
        let rooms: Mutex<Vec<Vec<f64>>> = Mutex::default();
        Some(parallel::map(&starts, |start| {
            let rows = *start..span.end.min(start + tile);
            let mut room = rooms.lock().ok().and_then(|mut rooms| rooms.pop()).unwrap_or_default();
            room.resize(told.columns * tile, 0.0);
            told.put(rows.clone(), &mut room, false);
            let answer = work(&self.some(rows.clone(), &room));
            told.put(rows, &mut room, true);
            if let Ok(mut rooms) = rooms.lock() {
                rooms.push(room);
            }
            answer
        }))
    }

    /// Some of the rows, with the numbers of sparse columns from a room.
    fn some<'r>(&'r self, rows: Range<usize>, room: &'r [f64]) -> Rows<'r> {
        let mut columns = room.chunks_exact(rows.len().max(1));
        let cells = self.cells().iter().map(|cells| match cells {
            Cells::Unused => Cells::Unused,
            Cells::Numbers(values) => Cells::Numbers(values[rows.clone()].into()),
            Cells::Sparse(_) => Cells::Numbers(columns.next().unwrap_or_default().into()),
            Cells::Levels(codes) => Cells::Levels(codes[rows.clone()].into()),
        });
        Rows { cells: cells.collect(), many: rows.len(), unseen: Vec::new(), by_row: None }
    }
}
