//! Cells gathered into columns.

use super::parse::Cells;
use super::shape::{DATE, Shape, Slot, Spot, TIME};
use crate::parallel;
use crate::table::column::{Category, Column, MISSING, Meaning, Number, Values};
use crate::table::date::{self, DAY};
use crate::table::level::Interner;
use crate::table::number::{self, Written};
use crate::table::options::ReadOptions;
use crate::table::warning::Warning;

/// The columns so far, in the order of the header without the skipped ones.
pub(super) struct Gathered {
    stores: Vec<Store>,
    shapes: Vec<Shape>,
    pub(super) rows: u64,
    pub(super) lines: u64,
}

enum Store {
    Numbers(Vec<f64>),
    Texts { codes: Vec<u32>, levels: Interner },
}

/// A finished column, and why it became text where that may be a surprise.
pub(super) struct Finished {
    pub(super) column: Column,
    pub(super) mixture: Option<Warning>,
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
        for store in &mut self.stores {
            store.reserve(rows);
        }
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

    /// What the fields of a kept column looked like; text is judged by its levels, up to the first that can be nothing else.
    pub(super) fn shape(&self, kept: usize) -> Shape {
        let Store::Texts { levels, .. } = &self.stores[kept] else { return self.shapes[kept].clone() };
        let mut shape = Shape::default();
        for level in levels.texts() {
            shape.see(level, Spot::default);
            if shape.text.is_some() {
                break;
            }
        }
        shape
    }

    /// The columns under their names.
    pub(super) fn finish(self, names: &[&String], options: &ReadOptions) -> Vec<Finished> {
        let mut work: Vec<_> = self.stores.into_iter().zip(self.shapes).map(|pair| (Some(pair), None)).collect();
        parallel::change(&mut work, |place, (input, output)| {
            let declared = options.declared(names[place]).is_some();
            *output = input.take().map(|(store, shape)| store.finish(names[place], &shape, declared));
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

    fn finish(self, name: &str, shape: &Shape, declared: bool) -> Finished {
        let mut warning = None;
        let values = match self {
            Store::Numbers(values) => Values::Number(numbers(values, shape)),
            Store::Texts { mut codes, levels } => {
                codes.shrink_to_fit();
                warning = if declared { None } else { mixture(name, &codes, &levels) };
                Values::Category(Category::canonical(codes, &levels.levels()))
            }
        };
        Finished { column: Column { name: name.to_owned(), values }, mixture: warning }
    }
}

fn numbers(mut values: Vec<f64>, shape: &Shape) -> Number {
    values.shrink_to_fit();
    let meaning = match (shape.has(DATE), shape.has(TIME)) {
        (_, true) => Meaning::Time,
        (true, false) => Meaning::Date,
        (false, false) => Meaning::Plain,
    };
    if meaning == Meaning::Date {
        for seconds in &mut values {
            *seconds /= DAY;
        }
    }
    Number { values: values.into(), meaning }
}

/// Whether a column became text because of whole numbers beyond 2⁵³, or of some texts among numbers or dates.
fn mixture(name: &str, codes: &[u32], levels: &Interner) -> Option<Warning> {
    let mut rows = vec![0_u64; levels.len()];
    for code in codes.iter().filter(|code| **code != MISSING) {
        rows[*code as usize] += 1;
    }
    let all_rows: u64 = rows.iter().sum();
    let column = || name.to_owned();
    // The rows of one look, and the least level of another: the order of the rows must not show.
    let split = |looks: &dyn Fn(&str) -> bool| {
        let of_look: u64 = levels.texts().zip(&rows).filter(|(text, _)| looks(text)).map(|(_, rows)| rows).sum();
        (of_look, levels.texts().filter(|text| !looks(text)).min().map(str::to_owned))
    };
    let (number_rows, odd) = split(&|text| number::read(text).is_some());
    let Some(odd) = odd else {
        let big = |text: &&str| matches!(number::read(text), Some(Written::BigWhole(_)));
        let example = levels.texts().filter(big).min();
        return example.map(|text| Warning::BigWholeNumbers { column: column(), example: text.to_owned() });
    };
    if number_rows > 0 && number_rows * 2 >= all_rows {
        return Some(Warning::Mixed { column: column(), odd, odd_rows: all_rows - number_rows, number_rows });
    }
    let (date_rows, odd) = split(&|text| date::read(text).is_some());
    let odd = odd.filter(|_| date_rows > 0 && date_rows * 2 >= all_rows)?;
    Some(Warning::MixedDates { column: column(), odd, odd_rows: all_rows - date_rows, date_rows })
}
