//! The distinct numbers of a column.

use super::codes::{Code, Codes, with_codes};
use super::row_numbers::RowNumbers;
use super::sparse::SparseCodes;

/// Rows that are looked at before it is asked whether the rest is worth a look.
const CHUNK: usize = 1 << 10;

/// Distinct numbers, ascending; in 32 bits where every one of them fits exactly, since they stay in memory while trees grow.
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// As they are.
    Long(Vec<f64>),
    /// Exact in 32 bits.
    Short(Vec<f32>),
}

impl Numbers {
    /// The numbers that these codes of rows stand for.
    pub(super) fn read(source: &RowNumbers<'_>, codes: &Codes, distinct: u32) -> Self {
        if let Codes::Sparse(codes) = codes {
            return Numbers::read_sparse(source, codes, distinct);
        }
        with_codes!(codes, codes => {
            let short = by_code(source, codes, distinct, |value| value as f32).map(Numbers::Short);
            short.unwrap_or_else(|| Numbers::Long(by_code(source, codes, distinct, |value| value).unwrap_or_default()))
        })
    }

    /// The same from the entries alone: all other rows have 0.
    fn read_sparse(source: &RowNumbers<'_>, codes: &SparseCodes, distinct: u32) -> Self {
        let mut numbers = vec![0.0; distinct as usize];
        if let Some(values) = source.entries() {
            // They stand there as codes do here.
            codes.codes.iter().zip(values).for_each(|(code, value)| numbers[*code as usize] = *value);
        } else {
            for (row, code) in codes.rows.iter().zip(&codes.codes) {
                numbers[*code as usize] = source.at(*row as usize);
            }
        }
        let is_exact = numbers.iter().all(|number: &f64| f64::from(*number as f32) == *number);
        if is_exact {
            Numbers::Short(numbers.iter().map(|number| *number as f32).collect())
        } else {
            Numbers::Long(numbers)
        }
    }

    /// The number of a code.
    #[inline]
    pub fn at(&self, code: u32) -> f64 {
        match self {
            Numbers::Long(values) => values[code as usize],
            Numbers::Short(values) => f64::from(values[code as usize]),
        }
    }

    /// The last of these codes that stands for a number not above `cut`; the first where none does.
    pub(crate) fn last_up_to(&self, cut: f64, (first, last): (u32, u32)) -> u32 {
        let codes = first as usize + 1..last as usize + 1;
        let more = match self {
            Numbers::Long(values) => values[codes].partition_point(|value| *value <= cut),
            Numbers::Short(values) => values[codes].partition_point(|value| f64::from(*value) <= cut),
        };
        first + more as u32
    }

    /// How many codes at the start stand for numbers that hold; those that hold come first.
    pub fn first(&self, holds: impl Fn(f64) -> bool) -> u32 {
        let place = match self {
            Numbers::Long(values) => values.partition_point(|value| holds(*value)),
            Numbers::Short(values) => values.partition_point(|value| holds(f64::from(*value))),
        };
        place as u32
    }
}

/// The numbers of codes; `None` where one is not exact.
fn by_code<T>(source: &RowNumbers<'_>, codes: &[impl Code], distinct: u32, of: impl Fn(f64) -> T) -> Option<Vec<T>>
where
    T: Copy + Into<f64>,
{
    let mut numbers = vec![of(f64::NAN); distinct as usize + 1]; // the last is for rows without a value
    for (part, codes) in codes.chunks(CHUNK).enumerate() {
        let mut is_exact = true;
        source.read(part * CHUNK, codes.iter(), |code, value| {
            let number = of(value);
            is_exact &= (number.into() == value) | value.is_nan();
            numbers[code.wide() as usize] = number;
        });
        if !is_exact {
            return None;
        }
        // Few numbers are found long before the last row.
        let all_found = || numbers[..distinct as usize].iter().all(|number| !(*number).into().is_nan());
        if part.is_power_of_two() && all_found() {
            break;
        }
    }
    numbers.pop();
    Some(numbers)
}
