//! Columns as read become a table: kinds, names, missing tokens, warnings.

use std::collections::{HashMap, HashSet};

use super::column::{Category, Column, MISSING, Meaning, Number, Values};
use super::date::{self, DAY, Part};
use super::frame::{Table, no_column};
use super::number::{self, Written};
use super::options::ReadOptions;
use super::warning::Warning;
use crate::error::{Mistake, Result};

/// The door of every reader of typed columns: in the source's order, under the source's names, they become a table.
pub fn assemble(columns: Vec<Column>, warnings: Vec<Warning>, options: &ReadOptions) -> Result<Table> {
    if columns.is_empty() {
        return Err(Mistake::Empty.anywhere());
    }
    let (mut columns, warnings) = with_names(columns, warnings);
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    check_names(&names, options)?;
    columns.retain(|column| !options.skips(&column.name));
    complete(columns, warnings, options)
}

/// Columns under usable names, without those that the options skip, become a table.
pub(super) fn complete(columns: Vec<Column>, mut warnings: Vec<Warning>, options: &ReadOptions) -> Result<Table> {
    let rows = columns.first().ok_or_else(|| Mistake::AllIgnored.anywhere())?.len();
    if rows == 0 {
        return Err(Mistake::NoRows.anywhere());
    }
    let mut kept = Vec::with_capacity(columns.len());
    for column in columns {
        let column = without_tokens(column, &options.missing);
        let column = match options.declared(&column.name) {
            Some(kind) => kind.apply(column)?,
            None if column.has_no_value() => Column::numbers(&column.name, vec![f64::NAN; rows]),
            None => column,
        };
        let parts = options.parts.get(&column.name).into_iter().flatten();
        let parts: Vec<Column> = parts.map(|part| date_part(&column, *part)).collect::<Result<_>>()?;
        if !options.ignores(&column.name) {
            kept.push(column);
        }
        kept.extend(parts);
    }
    let names: HashSet<&str> = kept.iter().map(|column| column.name.as_str()).collect();
    warnings.retain(|warning| warning.column().is_none_or(|name| names.contains(name)));
    Ok(Table::new(kept)?.with_warnings(warnings))
}

/// Names as people can use them: none empty, none twice.
pub(super) fn usable_names(names: &[String]) -> (Vec<String>, Vec<Warning>) {
    let mut warnings = Vec::new();
    let mut taken: HashSet<String> = names.iter().cloned().collect();
    let mut seen: HashSet<&str> = HashSet::new();
    // The number to try next behind each name, so that a thousand columns of one name take a thousand steps.
    let mut next: HashMap<&str, usize> = HashMap::new();
    let mut usable = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        if !name.is_empty() && seen.insert(name) {
            usable.push(name.clone());
            continue;
        }
        let (stem, first) = if name.is_empty() { ("column", place + 1) } else { (name.as_str(), 2) };
        let number = next.entry(name).or_insert(first);
        *number = first.max(*number);
        while !taken.insert(format!("{stem}_{number}")) {
            *number += 1;
        }
        let renamed = format!("{stem}_{number}");
        warnings.push(if name.is_empty() {
            Warning::Unnamed { renamed: renamed.clone() }
        } else {
            Warning::DuplicateName { name: name.clone(), renamed: renamed.clone() }
        });
        usable.push(renamed);
    }
    (usable, warnings)
}

fn with_names(mut columns: Vec<Column>, mut warnings: Vec<Warning>) -> (Vec<Column>, Vec<Warning>) {
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let (usable, more) = usable_names(&names);
    for (column, name) in columns.iter_mut().zip(usable) {
        column.name = name;
    }
    warnings.extend(more);
    (columns, warnings)
}

/// Every column that the options name must be there, and be declared once.
pub(super) fn check_names(names: &[String], options: &ReadOptions) -> Result<()> {
    let known: HashSet<&String> = names.iter().collect();
    let mut asked = options.declared.keys().chain(&options.ignored).chain(options.parts.keys());
    if let Some(name) = asked.find(|name| !known.contains(name)) {
        return Err(no_column(name, names));
    }
    match &options.declared_twice {
        Some(name) => Err(Mistake::DeclaredTwice { value: name.clone() }.anywhere()),
        None => Ok(()),
    }
}

/// The column with the listed texts missing; a listed number or date is missing however it was written.
fn without_tokens(column: Column, tokens: &[String]) -> Column {
    if tokens.is_empty() {
        return column;
    }
    let Column { name, values } = column;
    let values = match values {
        Values::Number(mut number) => {
            let numbers: Vec<f64> = tokens.iter().filter_map(|token| token_value(token, number.meaning)).collect();
            for value in number.values.to_mut().iter_mut().filter(|value| numbers.contains(value)) {
                *value = f64::NAN;
            }
            Values::Number(number)
        }
        Values::Sparse(sparse) => {
            // A listed number that some row has becomes a hole, and holes have no place here.
            let numbers: Vec<f64> = tokens.iter().filter_map(|token| token_value(token, Meaning::Plain)).collect();
            if !sparse.distinct_values().iter().any(|value| numbers.contains(value)) {
                return Column { name, values: Values::Sparse(sparse) };
            }
            let spread = Column { name, values: Values::Number(Number::from(&sparse)) };
            return without_tokens(spread, tokens);
        }
        Values::Category(category) if category.levels.iter().any(|level| tokens.contains(level)) => {
            Values::Category(without_levels(category, tokens))
        }
        Values::Category(category) => Values::Category(category),
    };
    Column { name, values }
}

/// What a token stands for in a column of numbers that mean this: `0` is a number, and not the first day of 1970.
fn token_value(token: &str, meaning: Meaning) -> Option<f64> {
    match meaning {
        Meaning::Plain => number::read(token).and_then(Written::value),
        Meaning::Date => date::read(token).filter(|moment| !moment.has_time).map(|moment| moment.seconds / DAY),
        Meaning::Time => date::read(token).map(|moment| moment.seconds),
    }
}

fn without_levels(category: Category, tokens: &[String]) -> Category {
    let mut place = Vec::with_capacity(category.levels.len());
    let mut levels = Vec::new();
    for level in category.levels {
        place.push(if tokens.contains(&level) { MISSING } else { levels.len() as u32 });
        if !tokens.contains(&level) {
            levels.push(level);
        }
    }
    let codes = category.codes.iter().map(|code| place.get(*code as usize).copied().unwrap_or(MISSING)).collect();
    Category { codes, levels, kind: category.kind }
}

fn date_part(column: &Column, part: Part) -> Result<Column> {
    let wrong = || Mistake::WrongKind { found: column.kind().word(), needed: "date" }.in_column(&column.name);
    let Values::Number(Number { values, meaning }) = &column.values else { return Err(wrong()) };
    let unit = match meaning {
        Meaning::Plain => return Err(wrong()),
        Meaning::Date => DAY,
        Meaning::Time => 1.0,
    };
    let part_of = |value: &f64| if value.is_finite() { part.of(value * unit) } else { f64::NAN };
    Ok(Column::numbers(&format!("{}.{}", column.name, part.word()), values.iter().map(part_of).collect()))
}
