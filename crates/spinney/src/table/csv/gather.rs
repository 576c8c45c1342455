//! Cells gathered into columns.

use super::parse::Cells;
use super::shape::{Shape, Slot};
use crate::parallel;
use crate::table::column::{Category, Column, MISSING, Meaning, Number, Values};
use crate::table::date::DAY;
use crate::table::level::Interner;

/// The columns so far, in the order of the header without the skipped ones.
pub(super) struct Gathered {
    stores: Vec<Store>,
    pub(super) shapes: Vec<Shape>,
    pub(super) rows: u64,
    pub(super) lines: u64,
}

enum Store {
    Numbers(Vec<f64>),
    Texts { codes: Vec<u32>, levels: Interner },
}

/// A finished column and, for text, its levels in the order of their first rows with the number of rows of each.
pub(super) struct Finished {
    pub(super) column: Column,
    pub(super) first_seen: Vec<(String, u64)>,
}

impl Gathered {
    /// Nothing yet, for these slots; `lines` have gone before.
    pub(super) fn new(slots: &[Slot], lines: u64) -> Self {
        let stores: Vec<Store> = slots
            .iter()
            .filter(|slot| **slot != Slot::Skip)
            .map(|slot| match slot {
                Slot::Text => Store::Texts { codes: Vec::new(), levels: Interner::default() },
                Slot::Number | Slot::Moment | Slot::Skip => Store::Numbers(Vec::new()),
            })
            .collect();
        Gathered { shapes: vec![Shape::default(); stores.len()], stores, rows: 0, lines }
    }

    /// Sets room aside for so many rows.
    pub(super) fn reserve(&mut self, rows: usize) {
        self.stores.iter_mut().for_each(|store| store.reserve(rows));
    }

    /// Takes in blocks, in their order, on all threads: each column by itself.
    pub(super) fn append(&mut self, blocks: Vec<Cells>) {
        parallel::change(&mut self.stores, |place, store| {
            for block in &blocks {
                store.append(block.column(place), &block.texts[place]);
            }
        });
        for block in blocks {
            for (shape, seen) in self.shapes.iter_mut().zip(block.shapes) {
                shape.merge(seen, self.rows, self.lines);
            }
            self.rows += block.rows as u64;
            self.lines += block.lines;
        }
    }

    /// The columns under their names.
    pub(super) fn finish(self, names: &[String]) -> Vec<Finished> {
        let mut work: Vec<_> = self.stores.into_iter().zip(self.shapes).map(|pair| (Some(pair), None)).collect();
        parallel::change(&mut work, |place, (input, output)| {
            *output = input.take().map(|(store, shape)| store.finish(&names[place], &shape));
        });
        work.into_iter().filter_map(|(_, output)| output).collect()
    }
}

impl Store {
    /// Sets room aside, so that growing neither copies nor leaves holes; untouched room takes no memory.
    fn reserve(&mut self, rows: usize) {
        // A failed wish is no harm: the columns then grow as they go.
        let _ = match self {
            Store::Numbers(values) => values.try_reserve_exact(rows.saturating_sub(values.len())),
            Store::Texts { codes, .. } => codes.try_reserve_exact(rows.saturating_sub(codes.len())),
        };
    }

    fn append(&mut self, cells: &[u64], texts: &Interner) {
        match self {
            Store::Numbers(values) => values.extend(cells.iter().map(|cell| f64::from_bits(*cell))),
            Store::Texts { codes, levels } => {
                let place: Vec<u32> = texts.levels().iter().map(|text| levels.intern(text)).collect();
                codes.extend(cells.iter().map(|cell| place.get(*cell as usize).copied().unwrap_or(MISSING)));
            }
        }
    }

    fn finish(self, name: &str, shape: &Shape) -> Finished {
        let mut first_seen = Vec::new();
        let values = match self {
            Store::Numbers(mut values) => {
                values.shrink_to_fit();
                let meaning = match (shape.date, shape.time) {
                    (_, true) => Meaning::Time,
                    (true, false) => Meaning::Date,
                    (false, false) => Meaning::Plain,
                };
                if meaning == Meaning::Date {
                    values.iter_mut().for_each(|seconds| *seconds /= DAY);
                }
                Values::Number(Number { values, meaning })
            }
            Store::Texts { mut codes, levels } => {
                codes.shrink_to_fit();
                let mut rows = vec![0; levels.len()];
                codes.iter().filter(|code| **code != MISSING).for_each(|code| rows[*code as usize] += 1);
                let texts = levels.levels();
                first_seen = texts.iter().map(|text| (*text).to_owned()).zip(rows).collect();
                Values::Category(Category::canonical(codes, &texts))
            }
        };
        Finished { column: Column { name: name.to_owned(), values }, first_seen }
    }
}
