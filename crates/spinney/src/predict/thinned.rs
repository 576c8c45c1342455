//! Rows of a sparse table, some at a time: what they say is put down among zeros, walked over, and taken away again, so that they cost what
//! they say and not what the table is wide.

use std::ops::Range;
use std::sync::Mutex;

use super::answer::Predicted;
use super::class::most;
use super::detours::Detours;
use super::matching::{Cells, Rows};
use super::predictor::Predictor;
use super::thin::ByRow;
use crate::parallel;
use crate::table::Sparse;

/// Bytes of the numbers of a tile.
const BYTES: usize = 1 << 25;
/// The fewest and the most rows of a tile.
const ROWS: (usize, usize) = (16, 1 << 12);

/// About so many numbers are laid out row by row at a time.
const ENTRIES: usize = 1 << 19;
/// So many parts for each thread at least, that all may end at one time.
const PARTS: usize = 4;

/// Rows of a sparse table, by what each of them says.
struct Sayings<'a> {
    rows: &'a Rows<'a>,
    /// The columns that are sparse, and the others that hold numbers.
    sparse: Vec<(u32, &'a Sparse)>,
    others: Vec<u32>,
    detours: &'a Detours,
}

impl Sayings<'_> {
    /// Where these rows end in each tree: hears the row, the tree and the end, tree by tree of one row after the other.
    fn ends(&self, span: Range<usize>, mut found: impl FnMut(usize, usize, u32)) {
        let mut noted = self.detours.room();
        for (row, said) in span.clone().zip(ByRow::new(&self.sparse, span).each()) {
            if self.rows.stopped() {
                return;
            }
            for (column, number) in said {
                self.detours.note(*column, *number, &mut noted);
            }
            for column in &self.others {
                if let Cells::Numbers(values) = &self.rows.cells()[*column as usize] {
                    self.detours.note(*column, values[row], &mut noted);
                }
            }
            self.detours.ends(&mut noted, |tree, end| found(row, tree, end));
        }
    }

    /// Rows some at a time.
    fn parts(&self, span: &Range<usize>) -> Vec<Range<usize>> {
        let entries: usize = self.sparse.iter().map(|(_, own)| own.rows().len()).sum();
        let many = (entries / ENTRIES + 1).max(PARTS * parallel::threads());
        let each = span.len().div_ceil(many).max(1);
        span.clone().step_by(each).map(|start| start..span.end.min(start + each)).collect()
    }
}

impl Predictor {
    /// The rows of a sparse table, where trees ask by thresholds alone, and rows say so little that it is worth to look at that alone.
    fn sayings<'a>(&'a self, rows: &'a Rows<'a>) -> Option<Sayings<'a>> {
        if !rows.cells().iter().any(|cells| matches!(cells, Cells::Sparse(_))) {
            return None;
        }
        let detours = self.detours.get_or_init(|| self.way.detours(self.schema.columns.len())).as_ref()?;
        let (mut sparse, mut others) = (Vec::new(), Vec::new());
        for (column, cells) in (0..).zip(rows.cells()) {
            match cells {
                Cells::Sparse(own) => sparse.extend(own.map(|own| (column, own))),
                Cells::Numbers(_) => others.push(column),
                Cells::Unused | Cells::Levels(_) => {}
            }
        }
        let asked = |(column, cells): (u32, &Cells<'_>)| match cells {
            Cells::Sparse(own) => own.map_or(0, |own| own.rows().len()) * detours.questions(column),
            Cells::Numbers(values) => values.len() * detours.questions(column),
            Cells::Unused | Cells::Levels(_) => 0,
        };
        let asked: usize = (0..).zip(rows.cells()).map(asked).sum();
        // Laid out, a row takes room for every column that is asked, and goes all the way down.
        let laid_out = rows.len() as f64 * (self.used.len() as f64 + detours.depth());
        (asked as f64 <= laid_out).then_some(Sayings { rows, sparse, others, detours })
    }

    /// Where these rows end: row after row, as many numbers as there are trees. `None` where no column is sparse, or trees ask in other ways.
    pub(super) fn sparse_ends(&self, rows: &Rows<'_>, span: Range<usize>) -> Option<Vec<u32>> {
        let sayings = self.sayings(rows)?;
        let parts = parallel::map(&sayings.parts(&span), |part| {
            let mut ends = Vec::with_capacity(part.len() * self.trees());
            sayings.ends(part.clone(), |_, _, end| ends.push(self.way.number_at(end)));
            ends
        });
        Some(parts.concat())
    }

    /// What is answered for each row and, where they are to be kept, all probabilities, row by row, some rows after the others. `None` where no
    /// column is sparse, or trees ask in other ways.
    pub(super) fn one_by_one(&self, rows: &Rows<'_>, keep: bool) -> Option<(Predicted, Vec<Vec<f64>>)> {
        let sayings = self.sayings(rows)?;
        let (classes, trees) = (self.schema().classes().len(), self.trees() as f64);
        let parts = parallel::map(&sayings.parts(&(0..rows.len())), |part| {
            // -0.0 + x is x, for -0.0 too.
            let mut sums = vec![if classes == 0 { -0.0 } else { 0.0 }; part.len() * classes.max(1)];
            sayings.ends(part.clone(), |row, tree, end| {
                let own = (row - part.start) * classes.max(1);
                self.way.add_at((tree, end), self.vote, &mut sums[own..own + classes.max(1)]);
            });
            for sum in &mut sums {
                *sum /= trees;
            }
            if classes == 0 {
                return (Predicted::Numbers(sums.into_iter().map(|mean| self.told(mean)).collect()), Vec::new());
            }
            let answers = sums.chunks_exact(classes).map(most).collect();
            (Predicted::Classes(answers), if keep { sums } else { Vec::new() })
        });
        let (answers, shares): (Vec<Predicted>, Vec<Vec<f64>>) = parts.into_iter().unzip();
        Some((Predicted::together(answers, classes == 0), shares))
    }
}

impl Rows<'_> {
    /// What `work` makes of some rows at a time, in their order; `None` where no column is sparse, and all can be walked at once.
    pub(super) fn in_tiles<T: Send>(
        &self,
        span: Range<usize>,
        work: impl Fn(&Rows<'_>) -> T + Sync + Send,
    ) -> Option<Vec<T>> {
        let sparse =
            self.cells.iter().filter_map(|cells| if let Cells::Sparse(own) = cells { Some(*own) } else { None });
        // A column may be 0 everywhere.
        let sparse: Vec<Option<&Sparse>> = sparse.collect();
        if sparse.is_empty() {
            return None;
        }
        let named: Vec<(u32, &Sparse)> = (0..).zip(&sparse).filter_map(|(place, own)| Some((place, (*own)?))).collect();
        let tile = (BYTES / (8 * sparse.len())).clamp(ROWS.0, ROWS.1);
        let tile = tile.min(span.len().div_ceil(parallel::threads().max(1)).max(1));
        let starts: Vec<usize> = span.clone().step_by(tile).collect();
        let rooms: Mutex<Vec<Vec<f64>>> = Mutex::default();
        Some(parallel::map(&starts, |start| {
            let rows = *start..span.end.min(start + tile);
            let mut room = rooms.lock().ok().and_then(|mut rooms| rooms.pop()).unwrap_or_default();
            room.resize(sparse.len() * tile, 0.0);
            let told = ByRow::new(&named, rows.clone());
            told.put(&mut room, false);
            let answer = work(&self.some(rows, &room));
            told.put(&mut room, true);
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
        Rows { cells: cells.collect(), many: rows.len(), unseen: Vec::new(), watched: self.watched }
    }
}
