//! Columns that look wrong for learning.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::column::{CategoryKind, Column, MISSING, Meaning, Number, Values};
use super::frame::Table;
use super::sparse::Sparse;
use super::target::{Target, TargetValues};
use super::warning::Warning;
use crate::parallel;

/// A nominal column whose values number at least this share of its rows names rows.
const IDENTIFIER_SHARE: f64 = 0.95;
/// Fewer rows than this cannot show that a column of names is an identifier.
const IDENTIFIER_ROWS: usize = 4;
/// Fewer rows than this cannot show that whole numbers count the rows.
const COUNTER_ROWS: usize = 10;
/// Near-unique: more distinct values than this, and than half of the rows.
const MANY_VALUES: usize = 20;
/// Fewer distinct values than this may follow a numeric target by chance.
const COPY_VALUES: usize = 10;

/// So many rows tell in most cases whether a target rises with a column.
const HEAD: usize = 64;

/// What was found.
#[derive(Debug, Clone)]
pub struct Inspection {
    /// For each column of the table, how many different values occur.
    pub distinct: Vec<usize>,
    /// For each column of the table, how many rows have no value.
    pub missing: Vec<usize>,
    /// For each column of the table, whether learning leaves it out.
    pub left_out: Vec<bool>,
    /// What a person would be glad to hear, with what was noticed while reading, in the order of the columns.
    pub warnings: Vec<Warning>,
}

/// What one column looks like.
#[derive(Default)]
struct Facts {
    distinct: usize,
    missing: usize,
    infinite: usize,
    identifier: bool,
    copy: bool,
}

/// Looks at every column, and at the target where there is one; `keep` names columns that stay whatever they look like.
pub fn inspect(table: &Table, target: Option<&Target>, keep: &[String]) -> Inspection {
    inspect_until(table, target, keep, &|| false)
}

/// The same, where somebody may stop it between two columns; what was found then says nothing.
pub(crate) fn inspect_until(
    table: &Table,
    target: Option<&Target>,
    keep: &[String],
    stopped: &(dyn Fn() -> bool + Sync),
) -> Inspection {
    let is_target = |place: usize| target.is_some_and(|target| target.column == place);
    let places: Vec<usize> = (0..table.columns().len()).collect();
    let facts = parallel::map(&places, |place| {
        let look = || look(&table.columns()[*place], target.filter(|_| !is_target(*place)));
        if stopped() { Facts::default() } else { look() }
    });
    let keep: HashSet<&String> = keep.iter().collect();
    // Where every column looks like an identifier there would be nothing left to learn from.
    let names = |place: usize| facts[place].identifier && !is_target(place);
    let stays = |place: usize| !names(place) || keep.contains(&table.columns()[place].name);
    let any_stays = places.iter().any(|place| !is_target(*place) && stays(*place));
    let left_out: Vec<bool> = places.iter().map(|place| any_stays && !stays(*place)).collect();
    let mut warnings = table.warnings().to_vec();
    for (column, (facts, left_out)) in table.columns().iter().zip(facts.iter().zip(&left_out)) {
        warnings.extend(match target {
            Some(target) if target.name == column.name => target_warnings(column, facts, target),
            _ => column_warnings(column, facts, *left_out, target),
        });
    }
    let (distinct, missing) = facts.iter().map(|facts| (facts.distinct, facts.missing)).unzip();
    Inspection { distinct, missing, left_out, warnings: in_order(warnings, table) }
}

/// The facts of a column; `target` is absent for the target itself.
fn look(column: &Column, target: Option<&Target>) -> Facts {
    let (distinct, missing) = (column.distinct(), column.missing());
    let infinite = match &column.values {
        Values::Number(number) => number.values.iter().filter(|value| value.is_infinite()).count(),
        Values::Sparse(_) | Values::Category(_) => 0,
    };
    let identifier = names_rows(column, distinct, missing);
    Facts {
        distinct,
        missing,
        infinite,
        identifier,
        copy: target.is_some_and(|target| copies(column, distinct, target)),
    }
}

fn column_warnings(column: &Column, facts: &Facts, left_out: bool, target: Option<&Target>) -> Vec<Warning> {
    let name = || column.name.clone();
    let (distinct, known) = (facts.distinct, column.len() - facts.missing);
    let mut warnings = Vec::new();
    warnings.extend(match distinct {
        0 => Some(Warning::NoValues { column: name() }),
        1 if column.is_sparse() => None, // an index that nobody uses
        1 => Some(Warning::Constant { column: name(), value: only_value(column) }),
        _ if facts.identifier => Some(Warning::Identifier { column: name(), distinct, known, left_out }),
        _ if is_nominal(column) && distinct > MANY_VALUES && distinct * 2 > known => {
            Some(Warning::NearUnique { column: name(), distinct, known })
        }
        _ => None,
    });
    if facts.infinite > 0 {
        warnings.push(Warning::Infinite { column: name(), rows: facts.infinite });
    }
    if let (true, Some(target)) = (facts.copy, target) {
        warnings.push(Warning::CopyOfTarget { column: name(), target: target.name.clone() });
    }
    warnings
}

fn target_warnings(column: &Column, facts: &Facts, target: &Target) -> Vec<Warning> {
    if facts.distinct == 1 && !has_classes(target) {
        return vec![Warning::Constant { column: column.name.clone(), value: only_value(column) }];
    }
    target_warning(target).into_iter().collect()
}

/// The warnings in the order of the columns that they speak of, those of the whole table first.
fn in_order(mut warnings: Vec<Warning>, table: &Table) -> Vec<Warning> {
    let places: HashMap<&str, usize> =
        table.columns().iter().enumerate().map(|(place, column)| (column.name.as_str(), place)).collect();
    warnings.sort_by_key(|warning| warning.column().and_then(|name| places.get(name).copied()));
    warnings
}

fn has_classes(target: &Target) -> bool {
    matches!(target.values, TargetValues::Classes(_))
}

fn is_nominal(column: &Column) -> bool {
    matches!(&column.values, Values::Category(category) if category.kind == CategoryKind::Nominal)
}

fn only_value(column: &Column) -> String {
    (0..column.len()).find_map(|row| column.text(row)).unwrap_or_default()
}

/// A name for (nearly) every row, or whole numbers that count the rows from 0 or 1. A measured number never.
fn names_rows(column: &Column, distinct: usize, missing: usize) -> bool {
    let known = column.len() - missing;
    match &column.values {
        Values::Category(_) => {
            is_nominal(column) && known >= IDENTIFIER_ROWS && distinct as f64 >= IDENTIFIER_SHARE * known as f64
        }
        Values::Sparse(_) if distinct < known => false,
        Values::Sparse(sparse) => {
            let dense = Column { name: column.name.clone(), values: Values::Number(Number::from(sparse)) };
            names_rows(&dense, distinct, missing)
        }
        Values::Number(number) => {
            let least = number.values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = number.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            missing == 0
                && number.meaning == Meaning::Plain
                && known >= COUNTER_ROWS
                && distinct == known
                && (least == 0.0 || least == 1.0)
                && most == least + (known - 1) as f64
                && number.is_whole()
        }
    }
}

/// Whether each value of the column goes with one value of the target and the other way round, in at least half of the rows.
fn copies(column: &Column, distinct: usize, target: &Target) -> bool {
    if (column.len() - column.missing()) * 2 < column.len() {
        return false;
    }
    match (&target.values, &column.values) {
        (TargetValues::Classes(classes), Values::Category(category)) => {
            one_to_one(category.codes.iter().copied().zip(classes.codes.iter().copied()), distinct, classes.names.len())
        }
        (TargetValues::Classes(classes), Values::Sparse(_)) if distinct > classes.names.len() => false,
        (TargetValues::Numbers(_), Values::Sparse(_)) if distinct < COPY_VALUES => false,
        (TargetValues::Classes(classes), Values::Sparse(sparse)) => {
            let few = sparse.distinct_values();
            let code = |row: u32| few.partition_point(|other| *other < sparse.at(row)) as u32;
            one_to_one((0..).map(code).zip(classes.codes.iter().copied()), distinct, classes.names.len())
        }
        (TargetValues::Numbers(target), Values::Sparse(sparse)) if !begins_to_rise(sparse, target) => false,
        (TargetValues::Numbers(_), Values::Sparse(sparse)) => {
            let dense = Column { name: column.name.clone(), values: Values::Number(Number::from(sparse)) };
            copies(&dense, distinct, target)
        }
        (TargetValues::Classes(classes), Values::Number(number)) => {
            if distinct > classes.names.len() {
                return false;
            }
            let few = number.distinct_up_to(distinct).unwrap_or_default();
            let code =
                |value: &f64| few.binary_search_by(|other| other.total_cmp(value)).map_or(MISSING, |code| code as u32);
            one_to_one(number.values.iter().map(code).zip(classes.codes.iter().copied()), distinct, classes.names.len())
        }
        (TargetValues::Numbers(target), Values::Number(number)) => {
            distinct >= COPY_VALUES && rises_with(&number.values, target)
        }
        (TargetValues::Numbers(_), Values::Category(_)) => false,
    }
}

/// Whether the first rows leave it open that the target strictly rises or falls with the numbers.
fn begins_to_rise(sparse: &Sparse, target: &[f64]) -> bool {
    let pairs = (0..).zip(target).take(HEAD).filter(|(_, target)| !target.is_nan());
    strictly_monotone(pairs.map(|(row, target)| (sparse.at(row), *target)).collect()).is_some()
}

/// Whether the pairs of codes pair off; missing ones do not count.
fn one_to_one(pairs: impl Iterator<Item = (u32, u32)>, distinct: usize, classes: usize) -> bool {
    if distinct < 2 || distinct > classes {
        return false;
    }
    let mut class_of = BTreeMap::new();
    let mut value_of = BTreeMap::new();
    for (value, class) in pairs.filter(|(value, class)| *value != MISSING && *class != MISSING) {
        if *class_of.entry(value).or_insert(class) != class || *value_of.entry(class).or_insert(value) != value {
            return false;
        }
    }
    class_of.len() > 1
}

/// Whether the target strictly rises, or strictly falls, with the values. A few rows tell in most cases.
fn rises_with(values: &[f64], target: &[f64]) -> bool {
    let known = |pair: &(f64, f64)| !pair.0.is_nan() && !pair.1.is_nan();
    let pairs = || values.iter().copied().zip(target.iter().copied()).filter(known);
    strictly_monotone(pairs().take(HEAD).collect()).is_some()
        && strictly_monotone(pairs().collect()).is_some_and(|distinct| distinct >= COPY_VALUES)
}

/// How many different pairs there are, where the second strictly rises, or strictly falls, with the first.
fn strictly_monotone(mut pairs: Vec<(f64, f64)>) -> Option<usize> {
    pairs.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then(one.1.total_cmp(&two.1)));
    pairs.dedup();
    let steps = || pairs.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
    let monotone = steps().all(|(dx, dy)| dx > 0.0 && dy > 0.0) || steps().all(|(dx, dy)| dx > 0.0 && dy < 0.0);
    monotone.then_some(pairs.len())
}

fn target_warning(target: &Target) -> Option<Warning> {
    let TargetValues::Classes(classes) = &target.values else { return None };
    let rows = classes.rows();
    let named = |rows_wanted: &dyn Fn(u64) -> bool| -> Vec<String> {
        classes.names.iter().zip(&rows).filter(|(_, rows)| rows_wanted(**rows)).map(|(name, _)| name.clone()).collect()
    };
    let present = named(&|rows| rows > 0);
    if let [class] = present.as_slice() {
        return Some(Warning::OneClass { column: target.name.clone(), class: class.clone() });
    }
    let lone = named(&|rows| rows == 1);
    (!lone.is_empty()).then(|| Warning::LoneClasses { column: target.name.clone(), classes: lone })
}
