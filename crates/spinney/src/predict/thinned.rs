//! Rows of a sparse table, some at a time: what they say is put down among zeros, walked over, and taken away again, so that they cost what
//! they say and not what the table is wide.

use std::ops::Range;
use std::sync::Mutex;

use super::answer::Predicted;
use super::class::most;
use super::flat::Flats;
use super::matching::{Cells, Rows};
use super::predictor::Predictor;
use super::stem::Stem;
use super::thin::ByRow;
use super::way::Way;
use crate::parallel;

/// Bytes of the numbers of a tile.
const BYTES: usize = 1 << 25;
/// The fewest and the most rows of a tile.
const ROWS: (usize, usize) = (16, 1 << 12);

/// Trees that a row goes down in step.
const IN_STEP: usize = 8;
/// Rows that one thread answers one by one, before it takes others.
const SOME: usize = 256;

/// The numbers of one row after the other, by the columns of the model: those of sparse columns are put down among zeros, and taken away again.
struct Spread<'a> {
    rows: &'a Rows<'a>,
    told: &'a ByRow,
    /// The columns that are sparse, and the others that hold numbers.
    sparse: &'a [u32],
    others: &'a [u32],
    numbers: Vec<f64>,
}

impl Spread<'_> {
    fn put(&mut self, row: usize) {
        for (place, number) in self.told.of(row) {
            self.numbers[self.sparse[*place as usize] as usize] = *number;
        }
        for column in self.others {
            if let Cells::Numbers(values) = &self.rows.cells()[*column as usize] {
                self.numbers[*column as usize] = values[row];
            }
        }
    }

    fn take(&mut self, row: usize) {
        for (place, _) in self.told.of(row) {
            self.numbers[self.sparse[*place as usize] as usize] = 0.0;
        }
    }
}

impl Predictor {
    /// What is answered for each row and, where they are to be kept, all probabilities, row by row: where trees of thresholds ask too many columns
    /// for rows to be laid out for all of them. `None` where that does not serve, or no column is sparse.
    pub(super) fn one_by_one(&self, rows: &Rows<'_>, keep: bool) -> Option<(Predicted, Vec<f64>)> {
        let (Way::Stems(stems), Some(told)) = (&self.way, &rows.by_row) else { return None };
        if self.blind.is_some() || !stems.iter().all(Stem::is_plain) {
            return None;
        }
        let of = |is: fn(&Cells<'_>) -> bool| -> Vec<u32> {
            (0..).zip(rows.cells()).filter(|(_, cells)| is(cells)).map(|(column, _)| column).collect()
        };
        let sparse = of(|cells| matches!(cells, Cells::Sparse(_)));
        let others = of(|cells| matches!(cells, Cells::Numbers(_)));
        let (classes, trees) = (self.schema().classes().len(), stems.len() as f64);
        let starts: Vec<usize> = (0..rows.len()).step_by(SOME).collect();
        let parts = parallel::map(&starts, |start| {
            let numbers = vec![0.0; rows.cells().len()];
            let mut spread = Spread { rows, told, sparse: &sparse, others: &others, numbers };
            let span = *start..rows.len().min(start + SOME);
            // -0.0 + x is x, for -0.0 too.
            let mut sums = vec![if classes == 0 { -0.0 } else { 0.0 }; span.len() * classes.max(1)];
            for (row, sums) in span.zip(sums.chunks_exact_mut(classes.max(1))) {
                spread.put(row);
                let (eights, rest) = stems.as_chunks::<IN_STEP>();
                for stems in eights {
                    let ends = Flats::ends_among(stems.each_ref().map(|stem| &stem.flats), &spread.numbers);
                    stems.iter().zip(ends).for_each(|(stem, end)| stem.add_at(end, self.vote, sums));
                }
                for stem in rest {
                    let [end] = Flats::ends_among([&stem.flats], &spread.numbers);
                    stem.add_at(end, self.vote, sums);
                }
                spread.take(row);
                for sum in sums {
                    *sum /= trees;
                }
            }
            if classes == 0 {
                return (Predicted::Numbers(sums), Vec::new());
            }
            let answers = sums.chunks_exact(classes).map(most).collect();
            (Predicted::Classes(answers), if keep { sums } else { Vec::new() })
        });
        let (answers, shares): (Vec<Predicted>, Vec<Vec<f64>>) = parts.into_iter().unzip();
        Some((Predicted::together(answers, classes == 0), shares.concat()))
    }
}

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
