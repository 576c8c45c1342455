//! Agreement with an independent program: the lectures' tables, computed elsewhere in double precision.
#![cfg(test)]

use serde_json::Value;
use spinney::measure::*;
use std::collections::BTreeSet;
use std::path::Path;

/// One table of the repository's `data` folder: names, then rows; the last column is the target.
fn read(name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/{name}.csv"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    (lines.next().unwrap(), lines.collect())
}

/// The place of each row's value among the column's distinct values.
fn codes(rows: &[Vec<String>], column: usize) -> Vec<usize> {
    let levels: BTreeSet<&String> = rows.iter().map(|row| &row[column]).collect();
    rows.iter().map(|row| levels.iter().position(|level| **level == row[column]).unwrap()).collect()
}

fn agree(found: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-12, "{what}: {found} instead of {expected}");
}

#[test]
fn every_number_of_the_lectures_tables_agrees_to_twelve_digits() {
    let oracle: Value = serde_json::from_str(include_str!("oracle.json")).unwrap();
    let mut compared = 0;
    for (name, expected) in oracle.as_object().unwrap() {
        let (header, rows) = read(name);
        let target = codes(&rows, header.len() - 1);
        assert_eq!(expected["rows"], rows.len());
        for (column, attribute) in header[..header.len() - 1].iter().enumerate() {
            let expected_here = &expected["attributes"][attribute];
            let mut split = Crosstab::default();
            codes(&rows, column).iter().zip(&target).for_each(|(&branch, &class)| split.add(branch, class, 1.0));
            for (key, found) in [
                ("conditional_entropy", conditional_entropy(&split)),
                ("information_gain", information_gain(&split)),
                ("split_entropy", split_entropy(&split)),
                ("gain_ratio", gain_ratio(&split)),
                ("gini_split", gini_split(&split)),
            ] {
                agree(found, &expected_here[key], &format!("{name}.{attribute} {key}"));
                compared += 1;
            }
            agree(entropy(&split.class_totals()), &expected["entropy_bits"], name);
            agree(gini(&split.class_totals()), &expected["gini"], name);
        }
        assert_eq!(expected["attributes"].as_object().unwrap().len(), header.len() - 1);
    }
    assert_eq!(compared, 140);
}
