//! The numbers of a row side by side: cuts that are drawn between numbers look at many columns of few rows.

use super::encoded::{Coded, EncodedColumn};
use crate::encode::Numbers;
use crate::parallel;

/// Rows that one thread lays out at a time.
const BLOCK: usize = 1 << 12;
/// Bytes of lines that stay in the nearest cache while they are written.
const TILE: usize = 1 << 16;
/// Rows that are laid out together at least: so many numbers of a column lie on two lines of the cache.
const LEAST: usize = 16;

/// The numbers of all rows, row by row; in 32 bits where every one of them fits exactly. Of columns without numbers there is 0.
#[derive(Debug)]
pub struct NumberLines {
    columns: usize,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Long(Vec<f64>),
    Short(Vec<f32>),
}

impl NumberLines {
    pub(super) fn new(columns: &[EncodedColumn<'_>], rows: usize) -> Self {
        let numbers: Vec<Option<&Numbers>> = columns.iter().map(EncodedColumn::numbers).collect();
        let long = numbers.iter().any(|numbers| matches!(numbers, Some(Numbers::Long(_))));
        let values = if long {
            Values::Long(laid(columns, rows, |value| value))
        } else {
            Values::Short(laid(columns, rows, |value| value as f32))
        };
        NumberLines { columns: columns.len(), values }
    }

    /// Says the number of each of these rows in a column, with what the row is called.
    #[inline]
    pub(crate) fn each<T>(&self, column: u32, rows: impl Iterator<Item = (T, u32)>, mut say: impl FnMut(T, f64)) {
        let place = |row: u32| row as usize * self.columns + column as usize;
        match &self.values {
            Values::Long(values) => rows.for_each(|(name, row)| say(name, values[place(row)])),
            Values::Short(values) => rows.for_each(|(name, row)| say(name, f64::from(values[place(row)]))),
        }
    }
}

/// Few rows at a time, so that their lines stay in the cache until all of their numbers are written.
fn laid<T: Default + Clone + Send>(columns: &[EncodedColumn<'_>], rows: usize, of: impl Fn(f64) -> T + Sync) -> Vec<T> {
    let width = columns.len().max(1);
    let mut values = vec![T::default(); rows * columns.len()];
    let tile = (TILE / (width * size_of::<T>())).clamp(LEAST, BLOCK);
    let mut parts: Vec<&mut [T]> = values.chunks_mut(BLOCK * width).collect();
    parallel::change(&mut parts, |part, lines| {
        for (number, lines) in lines.chunks_mut(tile * width).enumerate() {
            let first = part * BLOCK + number * tile;
            for (place, column) in columns.iter().enumerate() {
                let (Coded::Numbers(source), false) = (&column.coded, column.has_missing) else { continue };
                let lines = lines[place..].iter_mut().step_by(width);
                source.read(first, lines, |out, value| *out = of(value));
            }
        }
    });
    values
}
