//! Columns as read become a table: kinds, names, missing tokens, warnings.

use std::collections::HashSet;

use super::column::{Category, Column, MISSING, Meaning, Number, Values};
use super::date::{DAY, Part};
use super::frame::{Table, no_column};
use super::number::{Written, read};
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
    columns.retain(|column| !options.ignores(&column.name));
    complete(columns, warnings, options)
}

/// Columns under usable names, without the ignored ones, become a table.
pub(super) fn complete(columns: Vec<Column>, mut warnings: Vec<Warning>, options: &ReadOptions) -> Result<Table> {
    let rows = columns.first().map_or(0, Column::len);
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
        let parts = options.parts.iter().filter(|(name, _)| *name == column.name).flat_map(|(_, parts)| parts);
        let parts: Vec<Column> = parts.map(|part| date_part(&column, *part)).collect::<Result<_>>()?;
        kept.push(column);
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
    let mut usable = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        if !name.is_empty() && seen.insert(name) {
            usable.push(name.clone());
            continue;
        }
        let stem = if name.is_empty() { "column" } else { name };
        let first = if name.is_empty() { place + 1 } else { 2 };
        let free = (first..).map(|number| format!("{stem}_{number}")).find(|free| !taken.contains(free));
        let renamed = free.unwrap_or_default();
        taken.insert(renamed.clone());
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
    let declared = options.declared.iter().map(|(name, _)| name);
    let parts = options.parts.iter().map(|(name, _)| name);
    for name in declared.clone().chain(&options.ignored).chain(parts) {
        if !names.contains(name) {
            return Err(no_column(name, names));
        }
    }
    let mut seen = HashSet::new();
    match declared.into_iter().find(|name| !seen.insert(*name)) {
        Some(name) => Err(Mistake::DeclaredTwice { value: name.clone() }.anywhere()),
        None => Ok(()),
    }
}

/// The column with the listed texts missing; a listed number is missing however it was written.
fn without_tokens(column: Column, tokens: &[String]) -> Column {
    if tokens.is_empty() {
        return column;
    }
    let Column { name, values } = column;
    let values = match values {
        Values::Number(mut number) => {
            let numbers: Vec<f64> = tokens.iter().filter_map(|token| token_number(token)).collect();
            for value in number.values.iter_mut().filter(|value| numbers.contains(value)) {
                *value = f64::NAN;
            }
            Values::Number(number)
        }
        Values::Category(category) if category.levels.iter().any(|level| tokens.contains(level)) => {
            Values::Category(without_levels(category, tokens))
        }
        Values::Category(category) => Values::Category(category),
    };
    Column { name, values }
}

fn token_number(token: &str) -> Option<f64> {
    match read(token) {
        Some(Written::Whole(value) | Written::BigWhole(value) | Written::Real(value)) => Some(value),
        Some(Written::BeyondRange) | None => None,
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
