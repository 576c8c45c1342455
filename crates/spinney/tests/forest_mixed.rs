//! Names, holes and numbers side by side: the quick ways of forests find the splits that trying all of them finds.
#![cfg(test)]

mod copse;
mod proof;

use copse::{Case, pick};
use spinney::grow::{Columns, Criterion, MissingPolicy, Nominal, Threshold, TreeSettings};
use spinney::seed::{Draws, Key};
use spinney::table::{Category, CategoryKind, Column, MISSING, Table, Task, Values};
use spinney::tree::{Missing, Node, Test};

fn numbers(draws: &mut Draws, name: &str, rows: usize, holes: u64) -> Column {
    let distinct = pick(draws, &[2, 3, 40, 255, 256, 257, 1 << 30]);
    let value = |draws: &mut Draws| draws.below(distinct) as f64;
    Column::numbers(name, (0..rows).map(|_| if draws.below(20) < holes { f64::NAN } else { value(draws) }).collect())
}

fn levels(draws: &mut Draws, name: &str, rows: usize, holes: u64) -> Column {
    let many = pick(draws, &[2, 3, 8, 11, 40, 255, 256, 700]);
    let code = |draws: &mut Draws| if draws.below(20) < holes { MISSING } else { draws.below(many) as u32 };
    let codes = (0..rows).map(|_| code(draws)).collect();
    let levels = (0..many).map(|level| format!("v{level:03}")).collect();
    let kind = pick(draws, &[0, 0, 0, 1]);
    let kind = if kind == 0 { CategoryKind::Nominal } else { CategoryKind::Ordinal };
    Column { name: name.into(), values: Values::Category(Category { codes, levels, kind }) }
}

/// What rows say, as far as a first column tells.
fn target(draws: &mut Draws, first: &Column, rows: usize, classes: Option<u64>) -> Column {
    let noise = draws.below(4);
    let signal: Vec<u64> = (0..rows)
        .map(|row| match &first.values {
            Values::Sparse(_) => unreachable!("no column here is sparse"),
            _ if draws.below(4) < noise => draws.below(1000),
            Values::Number(number) if !number.values[row].is_nan() => number.values[row] as u64 % 7,
            Values::Category(category) => u64::from(category.codes[row]) % 5,
            Values::Number(_) => 3,
        })
        .collect();
    match classes {
        Some(classes) => {
            let names: Vec<String> = signal.iter().map(|signal| format!("c{}", signal % classes)).collect();
            Column::categories("y", names.iter().map(|name| Some(name.as_str())))
        }
        None => Column::numbers("y", signal.iter().map(|signal| *signal as f64 / 8.0).collect()),
    }
}

fn mixed_case(draws: &mut Draws) -> Case {
    let rows = pick(draws, &[3, 20, 200, 600, 2000]);
    let rows = 2 + draws.below(rows) as usize;
    let mut columns = Vec::new();
    for place in 0..2 + draws.below(4) {
        let (name, holes) = (format!("x{place}"), pick(draws, &[0, 0, 1, 10, 19]));
        columns.push(match draws.below(2) {
            0 => numbers(draws, &name, rows, holes),
            _ => levels(draws, &name, rows, holes),
        });
    }
    let classes = pick(draws, &[None, Some(2), Some(2), Some(3), Some(9)]);
    columns.push(target(draws, &columns[0], rows, classes));
    let task = if classes.is_some() { Task::Classification } else { Task::Regression };
    let weights = (draws.below(3) == 0).then(|| (0..rows).map(|_| 1.0 + draws.below(3) as f64).collect());
    let settings = TreeSettings {
        criterion: if classes.is_some() { pick(draws, &[Criterion::Gini, Criterion::Entropy]) } else { Criterion::Mse },
        nominal: Nominal::Subset,
        missing: MissingPolicy::Learned,
        missing_last: draws.below(2) == 0,
        min_rows_leaf: pick(draws, &[1.0, 1.0, 1.0, 4.0]),
        min_rows_value: pick(draws, &[1.0, 1.0, 1.0, 5.0]),
        columns_per_split: pick(draws, &[Columns::Count(1), Columns::Count(2), Columns::Share(0.9)]),
        seed: draws.number(),
        ..if classes.is_some() { TreeSettings::classification() } else { TreeSettings::regression() }
    };
    Case { table: Table::new(columns).unwrap(), task, weights, settings }
}

#[test]
fn names_and_holes_are_searched_quickly_as_plainly() {
    let (mut sets, mut holes, mut apart) = (0, 0, 0);
    for number in 0..u64::from(proof::cases(300).cases) {
        let case = mixed_case(&mut Key::new(71).child(number).draws());
        let (tree, record) = case.record();
        assert_eq!(record.differing, [], "case {number}: {case:?}");
        assert_eq!(tree.len(), record.nodes.len());
        for node in tree.nodes() {
            let Node::Branch { split, .. } = node else { continue };
            sets += usize::from(matches!(&split.test, Test::Subset { .. }));
            let known = case.table.columns()[split.column.place()].missing() > 0;
            holes += usize::from(known && matches!(split.missing, Missing::Branch(_)));
            apart += usize::from(matches!(split.test, Test::Threshold { cut } if cut == f64::INFINITY));
        }
    }
    assert!(sets > 1000 && holes > 1000 && apart > 100, "{sets} sets, {holes} with holes, {apart} apart");
}

#[test]
fn cuts_that_are_drawn_are_written_down_as_they_were_made() {
    for number in 0..u64::from(proof::cases(100).cases) {
        let mut draws = Key::new(72).child(number).draws();
        let rows = 2 + draws.below(700) as usize;
        let mut columns: Vec<Column> = (0..3).map(|place| numbers(&mut draws, &format!("x{place}"), rows, 0)).collect();
        let classes = pick(&mut draws, &[None, Some(2), Some(5)]);
        columns.push(target(&mut draws, &columns[0], rows, classes));
        let usual = if classes.is_some() { TreeSettings::classification() } else { TreeSettings::regression() };
        let settings = TreeSettings {
            threshold: Threshold::Random,
            columns_per_split: pick(&mut draws, &[Columns::Count(1), Columns::Count(2), Columns::All]),
            seed: draws.number(),
            ..usual
        };
        let task = if classes.is_some() { Task::Classification } else { Task::Regression };
        let case = Case { table: Table::new(columns).unwrap(), task, weights: None, settings };
        let (tree, record) = case.record();
        assert_eq!(record.differing, [], "case {number}: {case:?}");
        assert_eq!(tree.len(), record.nodes.len());
    }
}

#[test]
fn so_are_those_of_rows_that_are_brought_together() {
    for (number, classes) in [(0, Some(5)), (1, None)] {
        let mut draws = Key::new(73).child(number).draws();
        let rows = 40_000; // more numbers than stay in the cache
        let mut columns: Vec<Column> = (0..6).map(|place| numbers(&mut draws, &format!("x{place}"), rows, 0)).collect();
        columns.push(target(&mut draws, &columns[0], rows, classes));
        let usual = if classes.is_some() { TreeSettings::classification() } else { TreeSettings::regression() };
        let settings = TreeSettings {
            threshold: Threshold::Random,
            columns_per_split: Columns::Count(2),
            max_depth: Some(12),
            ..usual
        };
        let task = if classes.is_some() { Task::Classification } else { Task::Regression };
        let case = Case { table: Table::new(columns).unwrap(), task, weights: None, settings };
        let (tree, record) = case.record();
        assert_eq!(record.differing, [], "case {number}");
        assert_eq!(tree.len(), record.nodes.len());
    }
}
