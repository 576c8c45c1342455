//! The cells of an array: numbers, texts, codes.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Float16Type, Float32Type, Float64Type,
    Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrowPrimitiveType};
use arrow_schema::{DataType, TimeUnit};
use spinney::table::column::MISSING;
use spinney::table::date::DAY;
use spinney::table::level::Interner;
use spinney::table::number::decimal;

/// Texts one after the other; `None` is a missing one.
type Texts<'a> = Box<dyn Iterator<Item = Option<Cow<'a, str>>> + 'a>;

/// Appends a primitive array's values; null becomes NaN and −0.0 becomes 0.0.
fn extend<T: ArrowPrimitiveType>(out: &mut Vec<f64>, array: &dyn Array, number: impl Fn(T::Native) -> f64) {
    let Some(array) = array.as_primitive_opt::<T>() else { return };
    if array.null_count() == 0 {
        out.extend(array.values().iter().map(|value| number(*value) + 0.0));
    } else {
        out.extend(array.iter().map(|value| value.map_or(f64::NAN, |value| number(value) + 0.0)));
    }
}

/// Appends an array of numbers, dates, times or nothing. The column's type says that it is one.
pub(super) fn extend_numbers(out: &mut Vec<f64>, array: &dyn Array) {
    match array.data_type() {
        DataType::Int8 => extend::<Int8Type>(out, array, f64::from),
        DataType::Int16 => extend::<Int16Type>(out, array, f64::from),
        DataType::Int32 => extend::<Int32Type>(out, array, f64::from),
        DataType::Int64 => extend::<Int64Type>(out, array, |value| value as f64),
        DataType::UInt8 => extend::<UInt8Type>(out, array, f64::from),
        DataType::UInt16 => extend::<UInt16Type>(out, array, f64::from),
        DataType::UInt32 => extend::<UInt32Type>(out, array, f64::from),
        DataType::UInt64 => extend::<UInt64Type>(out, array, |value| value as f64),
        DataType::Float16 => extend::<Float16Type>(out, array, <Float16Type as ArrowPrimitiveType>::Native::to_f64),
        DataType::Float32 => extend::<Float32Type>(out, array, f64::from),
        DataType::Float64 => extend::<Float64Type>(out, array, |value| value),
        DataType::Date32 => extend::<Date32Type>(out, array, f64::from),
        DataType::Date64 => extend::<Date64Type>(out, array, |value| value as f64 / (DAY * 1e3)),
        DataType::Timestamp(TimeUnit::Second, _) => {
            extend::<TimestampSecondType>(out, array, |value| decimal(value.into(), 0));
        }
        DataType::Timestamp(TimeUnit::Millisecond, _) => {
            extend::<TimestampMillisecondType>(out, array, |value| decimal(value.into(), 3));
        }
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            extend::<TimestampMicrosecondType>(out, array, |value| decimal(value.into(), 6));
        }
        DataType::Timestamp(TimeUnit::Nanosecond, _) => {
            extend::<TimestampNanosecondType>(out, array, |value| decimal(value.into(), 9));
        }
        DataType::Decimal32(_, scale) => {
            extend::<Decimal32Type>(out, array, |value| decimal(value.into(), (*scale).into()));
        }
        DataType::Decimal64(_, scale) => {
            extend::<Decimal64Type>(out, array, |value| decimal(value.into(), (*scale).into()));
        }
        DataType::Decimal128(_, scale) => extend::<Decimal128Type>(out, array, |value| decimal(value, (*scale).into())),
        _ => out.resize(out.len() + array.len(), f64::NAN),
    }
}

/// Appends an array of texts, booleans or whole numbers as codes; an empty text is missing, as in CSV.
pub(super) fn extend_codes(out: &mut Vec<u32>, levels: &mut Interner, array: &dyn Array) {
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        let values = dictionary.values();
        if values.is_empty() {
            return out.resize(out.len() + array.len(), MISSING);
        }
        let keys = dictionary.normalized_keys();
        let mut used = vec![false; values.len()];
        for (row, key) in keys.iter().enumerate() {
            used[*key] |= array.is_valid(row);
        }
        // Levels are the values that occur, not those that a dictionary could say.
        let code = |(text, used): (Option<Cow<'_, str>>, bool)| if used { code(levels, text) } else { MISSING };
        let codes: Vec<u32> = texts(values).zip(used).map(code).collect();
        let cell = |(row, key): (usize, &usize)| if array.is_valid(row) { codes[*key] } else { MISSING };
        out.extend(keys.iter().enumerate().map(cell));
    } else {
        out.extend(texts(array).map(|text| code(levels, text)));
    }
}

fn code(levels: &mut Interner, text: Option<Cow<'_, str>>) -> u32 {
    text.filter(|text| !text.is_empty()).map_or(MISSING, |text| levels.intern(&text))
}

/// The texts of an array of texts, booleans or whole numbers. The column's type says that it is one.
fn texts(array: &dyn Array) -> Texts<'_> {
    fn borrowed(text: Option<&str>) -> Option<Cow<'_, str>> {
        text.map(Cow::Borrowed)
    }
    fn digits<T: ArrowPrimitiveType<Native: ToString>>(array: &dyn Array) -> Texts<'_> {
        Box::new(array.as_primitive::<T>().iter().map(|value| value.map(|value| Cow::Owned(value.to_string()))))
    }
    match array.data_type() {
        DataType::Utf8 => Box::new(array.as_string::<i32>().iter().map(borrowed)),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().iter().map(borrowed)),
        DataType::Utf8View => Box::new(array.as_string_view().iter().map(borrowed)),
        DataType::Boolean => {
            let word = |value: bool| Cow::Borrowed(if value { "true" } else { "false" });
            Box::new(array.as_boolean().iter().map(move |value| value.map(word)))
        }
        DataType::Int8 => digits::<Int8Type>(array),
        DataType::Int16 => digits::<Int16Type>(array),
        DataType::Int32 => digits::<Int32Type>(array),
        DataType::Int64 => digits::<Int64Type>(array),
        DataType::UInt8 => digits::<UInt8Type>(array),
        DataType::UInt16 => digits::<UInt16Type>(array),
        DataType::UInt32 => digits::<UInt32Type>(array),
        DataType::UInt64 => digits::<UInt64Type>(array),
        _ => Box::new((0..array.len()).map(|_| None)),
    }
}

/// The first whole number beyond 2⁵³, by its digits.
pub(super) fn first_big(array: &dyn Array) -> Option<String> {
    let big = |value: &i128| value.unsigned_abs() > 1 << 53;
    let found = match array.data_type() {
        DataType::Int64 => array.as_primitive::<Int64Type>().iter().flatten().map(i128::from).find(big),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().iter().flatten().map(i128::from).find(big),
        _ => None,
    };
    found.map(|value| value.to_string())
}
