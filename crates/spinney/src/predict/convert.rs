//! One column of a table in the terms of a model's column.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::error::{Mistake, Result};
use crate::table::date::{self, DAY};
use crate::table::number::{self, Written};
use crate::table::{Category, Column, Declared, Meaning, Number, Values};

/// Numbers in the model's unit; text is read where it can be, and is a mistake with its row where it cannot.
pub(crate) fn numbers(column: &Column, meaning: Meaning) -> Result<Cow<'_, [f64]>> {
    match &column.values {
        Values::Number(number) => rescaled(number, meaning, &column.name),
        Values::Sparse(sparse) if meaning == Meaning::Plain => Ok(Cow::Owned(sparse.spread())),
        Values::Sparse(_) => Err(Mistake::WrongKind { found: "numeric", needed: "date" }.in_column(&column.name)),
        Values::Category(category) => Ok(Cow::Owned(read(category, meaning, &column.name)?)),
    }
}

/// Days become seconds and the other way round; plain numbers are no dates.
fn rescaled<'a>(number: &'a Number, meaning: Meaning, name: &str) -> Result<Cow<'a, [f64]>> {
    let times = |by: f64| Cow::Owned(number.values.iter().map(|value| value * by).collect());
    match (meaning, number.meaning) {
        (one, two) if one == two => Ok(Cow::Borrowed(&number.values)),
        (Meaning::Time, Meaning::Date) => Ok(times(DAY)),
        (Meaning::Date, Meaning::Time) => Ok(Cow::Owned(number.values.iter().map(|value| value / DAY).collect())),
        _ if number.values.iter().all(|value| value.is_nan()) => Ok(Cow::Borrowed(&number.values)),
        (Meaning::Plain, _) => Err(Mistake::WrongKind { found: "a date", needed: "numeric" }.in_column(name)),
        _ => Err(Mistake::WrongKind { found: "numeric", needed: "date" }.in_column(name)),
    }
}

fn read(category: &Category, meaning: Meaning, name: &str) -> Result<Vec<f64>> {
    let values: Vec<Option<f64>> = category.levels.iter().map(|level| value_of(level.trim(), meaning)).collect();
    let unfit = |code: &u32| values.get(*code as usize).is_some_and(Option::is_none);
    if let Some(row) = category.codes.iter().position(unfit) {
        let found = category.levels[category.codes[row] as usize].clone();
        let mistake = match meaning {
            Meaning::Plain => Mistake::NotANumber { found },
            Meaning::Date | Meaning::Time => Mistake::NotADate { found },
        };
        return Err(mistake.at(row as u64 + 1, name));
    }
    let value = |code: &u32| values.get(*code as usize).copied().flatten().unwrap_or(f64::NAN);
    Ok(category.codes.iter().map(value).collect())
}

/// The number that a text stands for.
fn value_of(text: &str, meaning: Meaning) -> Option<f64> {
    let moment = || date::read(text).map(|moment| moment.seconds);
    match meaning {
        Meaning::Plain => number::read(text).and_then(Written::value),
        Meaning::Date => moment().map(|seconds| seconds / DAY),
        Meaning::Time => moment(),
    }
}

/// The column's codes, and for each of its levels the place of the same one among `levels`; `None` where every code means
/// the same in both.
///
/// A level is the same where its text is. Numbers have lost the text that they were read from (`01`, `1.0`): they are sought
/// by the text that people would write, then by their value, where a single level has it.
pub(crate) fn level_codes<'a>(column: &'a Column, levels: &[String]) -> (Cow<'a, [u32]>, Option<Vec<Option<u32>>>) {
    if let Values::Category(category) = &column.values {
        if category.levels == levels {
            return (Cow::Borrowed(&category.codes), None);
        }
        return (Cow::Borrowed(&category.codes), Some(by_text(&category.levels, levels)));
    }
    let Ok(Column { values: Values::Category(category), .. }) = Declared::Nominal.apply(column.clone()) else {
        return (Cow::Borrowed(&[]), None); // numbers always become levels
    };
    let to = by_value(&category.levels, levels);
    (Cow::Owned(category.codes), Some(to))
}

fn by_text(these: &[String], levels: &[String]) -> Vec<Option<u32>> {
    let places: FxHashMap<&str, u32> = levels.iter().map(String::as_str).zip(0..).collect();
    these.iter().map(|level| places.get(level.as_str()).copied()).collect()
}

/// As [`by_text`], then by the number or the moment that a text stands for.
pub(crate) fn by_value(these: &[String], levels: &[String]) -> Vec<Option<u32>> {
    let mut places = by_text(these, levels);
    if places.iter().all(Option::is_some) {
        return places;
    }
    let mut values: FxHashMap<(u64, bool), Option<u32>> = FxHashMap::default();
    for (level, place) in levels.iter().zip(0..) {
        if let Some(value) = worth(level) {
            values.entry(value).and_modify(|known| *known = None).or_insert(Some(place));
        }
    }
    for (level, place) in these.iter().zip(&mut places).filter(|(_, place)| place.is_none()) {
        *place = worth(level).and_then(|value| values.get(&value).copied()).flatten();
    }
    places
}

/// What two texts that mean the same number or moment have in common; a number is not a moment.
fn worth(text: &str) -> Option<(u64, bool)> {
    match number::read(text) {
        Some(Written::Whole(value) | Written::Real(value)) => Some((value.to_bits(), false)),
        Some(_) => None, // whole numbers beyond 2⁵³ would meet their neighbours
        None => date::read(text).map(|moment| (moment.seconds.to_bits(), true)),
    }
}
