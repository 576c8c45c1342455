//! A column that grows batch by batch.

use arrow_array::Array;
use arrow_schema::DataType;
use spinney::table::level::Interner;
use spinney::table::{Category, Column, MISSING, Meaning, Number, Values, Warning};

use super::cells::{extend_codes, extend_numbers, first_big};

/// A column that grows batch by batch.
pub(super) enum Builder {
    /// Numbers; `whole` ones become texts at the first that an f64 would merge with its neighbour.
    Numbers { values: Vec<f64>, meaning: Meaning, whole: bool },
    /// Texts; with the first of the big numbers that made them texts.
    Texts { codes: Vec<u32>, levels: Interner, big: Option<String> },
}

impl Builder {
    /// A column for arrays of this type, where a table can hold it. Whole numbers stay numbers where they are declared
    /// `continuous`.
    pub(super) fn new(kind: &DataType, continuous: bool) -> Option<Self> {
        let numbers = |meaning, whole| Some(Builder::Numbers { values: Vec::new(), meaning, whole });
        let texts = || Some(Builder::Texts { codes: Vec::new(), levels: Interner::default(), big: None });
        match kind {
            DataType::Int64 | DataType::UInt64 => numbers(Meaning::Plain, !continuous),
            kind if kind.is_integer() || kind.is_floating() => numbers(Meaning::Plain, false),
            DataType::Decimal32(..) | DataType::Decimal64(..) | DataType::Decimal128(..) | DataType::Null => {
                numbers(Meaning::Plain, false)
            }
            DataType::Date32 | DataType::Date64 => numbers(Meaning::Date, false),
            DataType::Timestamp(..) => numbers(Meaning::Time, false),
            DataType::Boolean => texts(),
            kind if kind.is_string() => texts(),
            DataType::Dictionary(_, of) if of.is_string() || of.is_integer() || **of == DataType::Boolean => texts(),
            _ => None,
        }
    }

    /// Sets room aside for so many rows in all.
    pub(super) fn reserve(&mut self, rows: usize) {
        // A failed wish is no harm: the column then grows as it goes.
        let _ = match self {
            Builder::Numbers { values, .. } => values.try_reserve_exact(rows.saturating_sub(values.len())),
            Builder::Texts { codes, .. } => codes.try_reserve_exact(rows.saturating_sub(codes.len())),
        };
    }

    /// Takes in an array of the column's type.
    pub(super) fn take(&mut self, array: &dyn Array) {
        if let Builder::Numbers { values, whole: true, .. } = self
            && let Some(big) = first_big(array)
        {
            *self = by_digits(values, big);
        }
        match self {
            Builder::Numbers { values, .. } => extend_numbers(values, array),
            Builder::Texts { codes, levels, .. } => extend_codes(codes, levels, array),
        }
    }

    /// The finished column, and what was decided on the way.
    pub(super) fn finish(self, name: &str) -> (Column, Option<Warning>) {
        let (values, big) = match self {
            Builder::Numbers { values, meaning, .. } => {
                (Values::Number(Number { values: values.into(), meaning }), None)
            }
            Builder::Texts { codes, levels, big } => {
                (Values::Category(Category::canonical(codes, &levels.levels())), big)
            }
        };
        let warning = big.map(|example| Warning::BigWholeNumbers { column: name.to_owned(), example });
        (Column { name: name.to_owned(), values }, warning)
    }
}

/// Whole numbers up to 2⁵³, each of which an f64 tells exactly, as categories by their digits.
fn by_digits(values: &[f64], big: String) -> Builder {
    let mut levels = Interner::default();
    let mut code = |value: &f64| if value.is_nan() { MISSING } else { levels.intern(&(*value as i64).to_string()) };
    let codes = values.iter().map(&mut code).collect();
    Builder::Texts { codes, levels, big: Some(big) }
}
