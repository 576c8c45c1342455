//! Kinds that a person declares, and what they make of a column.

use std::collections::{BTreeMap, BTreeSet};

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
        check_order(&levels)?;
        Ok(Declared::Ordinal(levels))
    }

    /// The column under this kind; a value that does not fit is an error with its row.
    pub fn apply(&self, column: Column) -> Result<Column> {
        let Column { name, values } = column;
        let values = match self {
            Declared::Continuous if matches!(values, Values::Sparse(_)) => values,
            Declared::Continuous => Values::Number(into_number(values, &name)?),
            Declared::Nominal => Values::Category(into_category(values)),
            Declared::Ordinal(levels) => Values::Category(in_order(&into_category(values), levels, &name)?),
            Declared::Hierarchical(tree) => Values::Category(in_tree(into_category(values), tree, &name)?),
        };
        Ok(Column { name, values })
    }
}

/// An order names every value once.
fn check_order(levels: &[String]) -> Result<()> {
    let mut seen = BTreeSet::new();
    if levels.iter().any(String::is_empty) {
        return Err(Mistake::EmptyLevel.anywhere());
    }
    match levels.iter().find(|level| !seen.insert(*level)) {
        Some(level) => Err(Mistake::DeclaredTwice { value: level.clone() }.anywhere()),
        None => Ok(()),
    }
}

/// For each level what it becomes; where a level that occurs becomes nothing, the mistake at its first row.
fn each_level<T>(
    category: &Category,
    name: &str,
    becomes: impl Fn(&str) -> Option<T>,
    mistake: impl Fn(&str) -> Mistake,
) -> Result<Vec<Option<T>>> {
    let made: Vec<Option<T>> = category.levels.iter().map(|level| becomes(level)).collect();
    let unfit = |code: &u32| made.get(*code as usize).is_some_and(Option::is_none);
    match category.codes.iter().position(unfit) {
        Some(row) => Err(mistake(&category.levels[category.codes[row] as usize]).at(row as u64 + 1, name)),
        None => Ok(made),
    }
}

fn into_number(values: Values, name: &str) -> Result<Number> {
    let category = match values {
        Values::Number(number) => return Ok(number),
        Values::Sparse(sparse) => return Ok(Number::from(&sparse)),
        Values::Category(category) => category,
    };
    let number_of = |level: &str| number::read(level.trim()).and_then(Written::value);
    let mistake = |level: &str| match number::read(level.trim()) {
        Some(_) => Mistake::BeyondRange { found: level.to_owned() },
        None => Mistake::NotANumber { found: level.to_owned() },
    };
    let numbers = each_level(&category, name, number_of, mistake)?;
    let value = |code: &u32| numbers.get(*code as usize).copied().flatten().unwrap_or(f64::NAN);
    Ok(Number { values: category.codes.iter().map(value).collect(), meaning: Meaning::Plain })
}

fn into_category(values: Values) -> Category {
    let number = match values {
        Values::Category(category) => return Category { kind: CategoryKind::Nominal, ..category },
        Values::Number(number) => number,
        Values::Sparse(sparse) => Number::from(&sparse),
    };
    let known = number.distinct_values();
    let code = |value: &f64| known.binary_search_by(|other| other.total_cmp(value)).map_or(MISSING, |code| code as u32);
    let codes = number.values.iter().map(code).collect();
    let levels = known.iter().map(|value| number.text(*value)).collect();
    Category { codes, levels, kind: CategoryKind::Nominal }
}

fn in_order(category: &Category, order: &[String], name: &str) -> Result<Category> {
    check_order(order)?;
    let ranks: BTreeMap<&str, u32> = order.iter().map(String::as_str).zip(0..).collect();
    let mistake = |level: &str| Mistake::UndeclaredValue { found: level.to_owned(), allowed: order.to_vec() };
    let places = each_level(category, name, |level| ranks.get(level).copied(), mistake)?;
    let code = |code: &u32| places.get(*code as usize).copied().flatten().unwrap_or(MISSING);
    Ok(Category {
        codes: category.codes.iter().map(code).collect(),
        levels: order.to_vec(),
        kind: CategoryKind::Ordinal,
    })
}

fn in_tree(category: Category, tree: &Hierarchy, name: &str) -> Result<Category> {
    let mistake = |level: &str| Mistake::OutsideHierarchy { found: level.to_owned() };
    each_level(&category, name, |level| tree.above(level).map(|_| ()), mistake)?;
    Ok(Category { kind: CategoryKind::Hierarchical(tree.clone()), ..category })
}
