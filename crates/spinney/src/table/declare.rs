//! Kinds that a person declares, and what they make of a column.

use super::column::{Category, CategoryKind, Column, MISSING, Meaning, Number, Values};
use super::hierarchy::Hierarchy;
use super::number::{self, Written};
use crate::error::{Mistake, Result};

/// The kind of a column as a person declares it.
#[derive(Debug, Clone, PartialEq)]
pub enum Declared {
    /// Numbers, also where they look like codes.
    Continuous,
    /// Names, also where they look like numbers.
    Nominal,
    /// Names in this order, lowest first.
    Ordinal(Vec<String>),
    /// Names in this tree.
    Hierarchical(Hierarchy),
}

impl Declared {
    /// Reads `S<M<L`.
    ///
    /// ```
    /// use spinney::table::Declared;
    /// let sizes = Declared::ordinal("S < M < L")?;
    /// assert_eq!(sizes, Declared::Ordinal(vec!["S".into(), "M".into(), "L".into()]));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn ordinal(text: &str) -> Result<Self> {
        let levels: Vec<String> = text.split('<').map(|level| level.trim().to_owned()).collect();
        for (place, level) in levels.iter().enumerate() {
            if level.is_empty() || levels[..place].contains(level) {
                return Err(Mistake::DeclaredTwice { value: level.clone() }.anywhere());
            }
        }
        Ok(Declared::Ordinal(levels))
    }

    /// The column under this kind; a value that does not fit is an error with its row.
    pub fn apply(&self, column: Column) -> Result<Column> {
        let Column { name, values } = column;
        let values = match self {
            Declared::Continuous => Values::Number(into_number(values, &name)?),
            Declared::Nominal => Values::Category(into_category(values)),
            Declared::Ordinal(levels) => Values::Category(in_order(into_category(values), levels, &name)?),
            Declared::Hierarchical(tree) => Values::Category(in_tree(into_category(values), tree, &name)?),
        };
        Ok(Column { name, values })
    }
}

fn into_number(values: Values, name: &str) -> Result<Number> {
    let category = match values {
        Values::Number(number) => return Ok(number),
        Values::Category(category) => category,
    };
    let rows = category.level_rows();
    let mut numbers = Vec::with_capacity(category.levels.len());
    for (code, level) in category.levels.iter().enumerate() {
        let place = || category.first_row_of(code).map_or(0, |row| row as u64 + 1);
        numbers.push(match number::read(level.trim()) {
            Some(Written::Whole(value) | Written::BigWhole(value) | Written::Real(value)) => value,
            _ if rows[code] == 0 => f64::NAN,
            Some(Written::BeyondRange) => return Err(Mistake::BeyondRange { found: level.clone() }.at(place(), name)),
            None => return Err(Mistake::NotANumber { found: level.clone() }.at(place(), name)),
        });
    }
    let values = category.codes.iter().map(|code| numbers.get(*code as usize).copied().unwrap_or(f64::NAN)).collect();
    Ok(Number { values, meaning: Meaning::Plain })
}

fn into_category(values: Values) -> Category {
    let number = match values {
        Values::Category(category) => return Category { kind: CategoryKind::Nominal, ..category },
        Values::Number(number) => number,
    };
    let mut known: Vec<f64> = number.values.iter().copied().filter(|value| !value.is_nan()).collect();
    known.sort_unstable_by(f64::total_cmp);
    known.dedup();
    let code = |value: &f64| known.binary_search_by(|other| other.total_cmp(value)).map_or(MISSING, |code| code as u32);
    let codes = number.values.iter().map(code).collect();
    let levels = known.iter().map(|value| number.text(*value)).collect();
    Category { codes, levels, kind: CategoryKind::Nominal }
}

fn in_order(category: Category, order: &[String], name: &str) -> Result<Category> {
    let rows = category.level_rows();
    let mut place = Vec::with_capacity(category.levels.len());
    for (code, level) in category.levels.iter().enumerate() {
        match order.iter().position(|declared| declared == level) {
            Some(found) => place.push(found as u32),
            None if rows[code] == 0 => place.push(MISSING),
            None => {
                let row = category.first_row_of(code).map_or(0, |row| row as u64 + 1);
                let mistake = Mistake::UndeclaredValue { found: level.clone(), allowed: order.to_vec() };
                return Err(mistake.at(row, name));
            }
        }
    }
    let codes = category.codes.iter().map(|code| place.get(*code as usize).copied().unwrap_or(MISSING)).collect();
    Ok(Category { codes, levels: order.to_vec(), kind: CategoryKind::Ordinal })
}

fn in_tree(category: Category, tree: &Hierarchy, name: &str) -> Result<Category> {
    let rows = category.level_rows();
    for (code, level) in category.levels.iter().enumerate().filter(|(code, _)| rows[*code] > 0) {
        if tree.above(level).is_none() {
            let row = category.first_row_of(code).map_or(0, |row| row as u64 + 1);
            return Err(Mistake::OutsideHierarchy { found: level.clone() }.at(row, name));
        }
    }
    Ok(Category { kind: CategoryKind::Hierarchical(tree.clone()), ..category })
}
