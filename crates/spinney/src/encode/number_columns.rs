//! The numbers of a table's columns, where cuts are drawn between them: in 32 bits where every one of them is exact in them.

use super::bits::BitBlock;
use super::encoded::{Coded, EncodedColumn};
use super::field::{Field, Real};
use super::row_numbers::RowNumbers;
use crate::parallel;

/// Numbers that are looked at before it is asked whether the others are worth a look.
const CHUNK: usize = 1 << 10;

/// The numbers of all columns that have one in every row.
#[derive(Debug)]
pub struct NumberColumns {
    pub(crate) field: NumberField,
    /// For each column where it lies.
    pub(crate) spots: Vec<NumberSpot>,
}

/// Numbers of one size.
#[derive(Debug)]
pub(crate) enum NumberField {
    Long(Field<f64>),
    Short(Field<f32>),
}

/// Where the numbers of a column lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NumberSpot {
    /// In this column of numbers.
    Number(u32),
    /// In a bit of these words; the two numbers.
    Bit { words: u32, bit: u32, low: f64, high: f64 },
    /// Nowhere: it is no column of numbers, or has holes.
    None,
}

impl NumberColumns {
    /// The numbers of these columns; `None` where one that was not ranked turns out to have holes.
    pub(super) fn new(columns: &[EncodedColumn<'_>], blocks: &[BitBlock], rows: usize) -> Option<Self> {
        let mut spots = vec![NumberSpot::None; columns.len()];
        for (place, block) in blocks.iter().enumerate() {
            for (bit, column) in block.columns.iter().enumerate() {
                if let Some(numbers) = columns[*column as usize].numbers() {
                    let (low, high) = (numbers.at(0), numbers.at(1));
                    spots[*column as usize] = NumberSpot::Bit { words: place as u32, bit: bit as u32, low, high };
                }
            }
        }
        let mut sources: Vec<RowNumbers<'_>> = Vec::new();
        for (spot, column) in spots.iter_mut().zip(columns) {
            if column.is_sparse() {
                continue; // it would be spread out
            }
            if let (Coded::Numbers(source), false, NumberSpot::None) = (&column.coded, column.has_missing, *spot) {
                *spot = NumberSpot::Number(sources.len() as u32);
                sources.push(*source);
            }
        }
        let words = || {
            let flip = |block: &BitBlock| !block.rarer_is_high;
            blocks.iter().flat_map(|block| block.words.iter().map(move |word| word ^ flip(block))).collect()
        };
        let field = if let Some(values) = exact(&sources, rows, |value| value as f32) {
            NumberField::Short(Field { rows, values, words: words() })
        } else {
            let values = exact(&sources, rows, |value| value)?;
            NumberField::Long(Field { rows, values, words: words() })
        };
        Some(NumberColumns { field, spots })
    }

    /// Says the number of each of these rows in a column, with what the row is called. Nothing is said of columns that have none.
    #[inline]
    pub(crate) fn each<T>(&self, column: u32, rows: impl Iterator<Item = (T, u32)>, mut say: impl FnMut(T, f64)) {
        let NumberSpot::Number(place) = self.spots[column as usize] else { return };
        match &self.field {
            NumberField::Long(field) => {
                let column = field.column(place);
                rows.for_each(|(name, row)| say(name, column[row as usize]));
            }
            NumberField::Short(field) => {
                let column = field.column(place);
                rows.for_each(|(name, row)| say(name, f64::from(column[row as usize])));
            }
        }
    }
}

/// The numbers of columns, one column after the other; `None` where one of them is not the same in this size, or is none at all.
fn exact<T: Real>(sources: &[RowNumbers<'_>], rows: usize, of: impl Fn(f64) -> T + Sync) -> Option<Vec<T>> {
    let mut values = vec![T::default(); rows * sources.len()];
    let mut columns: Vec<(&mut [T], bool)> = values.chunks_mut(rows.max(1)).map(|column| (column, true)).collect();
    parallel::change(&mut columns, |place, (column, are_exact)| {
        for (part, column) in column.chunks_mut(CHUNK).enumerate() {
            sources[place].read(part * CHUNK, column.iter_mut(), |out, value| {
                *out = of(value);
                *are_exact &= (*out).into() == value;
            });
            if !*are_exact {
                break;
            }
        }
    });
    let are_exact = columns.iter().all(|(_, are_exact)| *are_exact);
    are_exact.then_some(values)
}
