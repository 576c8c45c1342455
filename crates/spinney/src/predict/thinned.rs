//! Rows of a sparse table, some at a time: what they say is put down among zeros, walked over, and taken away again, so that they cost what
//! they say and not what the table is wide.

use std::ops::Range;
use std::sync::Mutex;

use super::answer::{Outcome, Predicted};
use super::desk::Desk;
use super::matching::{Cells, MatchedRow, Rows};
use super::predictor::Predictor;
use crate::parallel;
use crate::tree::{Cell, ColumnId, Row};

/// Bytes of the numbers of a tile.
const BYTES: usize = 1 << 25;
/// The fewest and the most rows of a tile.
const ROWS: (usize, usize) = (16, 1 << 12);

/// Rows that one thread answers one by one, before it takes others.
const SOME: usize = 256;

/// A row of a sparse table, whose numbers are put down among zeros.
struct Spread<'a> {
    row: MatchedRow<'a>,
    /// For each column of the model its place among the sparse ones.
    places: &'a [u32],
    numbers: &'a [f64],
}

impl Row for Spread<'_> {
    #[inline]
    fn cell(&self, column: ColumnId) -> Cell {
        match self.numbers.get(self.places[column.place()] as usize) {
            Some(number) => Cell::Number(*number),
            None => self.row.cell(column),
        }
    }
}

impl Predictor {
    /// What is answered for each row and, where they are to be kept, all probabilities, row by row: where trees ask too many columns for rows to
    /// be laid out for all of them. `None` where no column is sparse.
    pub(super) fn one_by_one(&self, rows: &Rows<'_>, keep: bool) -> Option<(Predicted, Vec<f64>)> {
        let told = rows.by_row.as_ref()?;
        let places = rows.sparse_places();
        let starts: Vec<usize> = (0..rows.len()).step_by(SOME).collect();
        let parts = parallel::map(&starts, |start| {
            let (mut desk, mut numbers) = (Desk::new(), vec![0.0; told.columns]);
            let (mut classes, mut means, mut shares) = (Vec::new(), Vec::new(), Vec::new());
            for row in *start..rows.len().min(start + SOME) {
                let Some(matched) = rows.row(row) else { continue };
                told.put(row..row + 1, &mut numbers, false);
                match self.one(&mut desk, &Spread { row: matched, places: &places, numbers: &numbers }) {
                    Outcome::Class(class) => classes.push(class),
                    Outcome::Number(mean) => means.push(mean),
                }
                told.put(row..row + 1, &mut numbers, true);
                if keep {
                    shares.extend_from_slice(desk.shares());
                }
            }
            let numbers = self.schema().classes().is_empty();
            (if numbers { Predicted::Numbers(means) } else { Predicted::Classes(classes) }, shares)
        });
        let (answers, shares): (Vec<Predicted>, Vec<Vec<f64>>) = parts.into_iter().unzip();
        Some((Predicted::together(answers, self.schema().classes().is_empty()), shares.concat()))
    }
}

impl Rows<'_> {
    /// For each column of the model its place among the sparse ones; none where it is not.
    fn sparse_places(&self) -> Vec<u32> {
        let mut next = 0;
        let place = |cells: &Cells<'_>| {
            let is_sparse = matches!(cells, Cells::Sparse(_));
            next += u32::from(is_sparse);
            if is_sparse { next - 1 } else { u32::MAX }
        };
        self.cells().iter().map(place).collect()
    }

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
