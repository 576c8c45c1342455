//! What would have changed an answer, beside trying every value there is.
#![cfg(test)]

mod proof;
mod saplings;

use std::collections::BTreeMap;

use proptest::prelude::*;
use saplings::{Answered, COLUMNS, Loose};
use spinney::explain::{Change, Holds, explain_row};
use spinney::predict::{Outcome, Predictor, Unseen};
use spinney::tree::*;

/// A row with another value in one column.
fn with(row: &Loose, column: usize, cell: Cell) -> Loose {
    let mut other = *row;
    other.0[column] = cell;
    other
}

/// Every value that could matter: all cuts of the tree and what lies just above, or all levels.
fn every_value(tree: &Tree, column: usize) -> Vec<Cell> {
    if column >= 2 {
        return (0..7).map(Cell::Level).collect();
    }
    let tests = tree.nodes().iter().filter_map(|node| match node {
        Node::Branch { split, .. } => Some(split),
        Node::Leaf => None,
    });
    let mut cuts = Vec::new();
    for split in tests {
        let surrogates = match &split.missing {
            Missing::Surrogates(others) => others.iter().map(|other| &other.test).collect(),
            _ => Vec::new(),
        };
        for test in std::iter::once(&split.test).chain(surrogates) {
            cuts.extend(if let Test::Threshold { cut } = test { Some(*cut) } else { None });
        }
    }
    cuts.iter().flat_map(|cut| [Cell::Number(*cut), Cell::Number(cut.next_up())]).collect()
}

/// How far a changed value is from the row's own; none where there is no distance.
fn distance(column: usize, from: Cell, to: Cell) -> Option<f64> {
    match (from, to) {
        (Cell::Number(from), Cell::Number(to)) => Some((to - from).abs()),
        (Cell::Level(from), Cell::Level(to)) if column == 3 => Some(f64::from(from.abs_diff(to))),
        _ => None,
    }
}

proptest! {
    #![proptest_config(proof::cases(400))]

    #[test]
    fn no_value_that_is_nearer_changes_the_answer(seed in any::<u64>(), numbers in any::<bool>()) {
        let model = saplings::model(seed, if numbers { Answered::Numbers } else { Answered::Classes });
        let rows = saplings::rows(seed, 6);
        let (table, predictor) = (saplings::table(&rows), Predictor::new(&model));
        let outcome = |row: &Loose| -> Outcome { predictor.outcome(&model.tree().unwrap().landings(row), row) };
        // Along a linear leaf every value changes the answer; only cuts and levels are changes here.
        prop_assume!(!matches!(model.tree().unwrap().answers(), Answers::Numbers(all) if !all.linear.is_empty()));
        for (place, row) in rows.iter().enumerate() {
            let found = explain_row(&model, &table, place, Unseen::AsNode).unwrap();
            prop_assert!(found.tried_all);
            let ends: Vec<Landing> = found.ends.iter().map(|end| Landing { node: end.node, share: end.share }).collect();
            prop_assert_eq!(ends, model.tree().unwrap().landings(row));
            let told: BTreeMap<&str, &Change> = found.changes.iter().map(|change| (&*change.column, change)).collect();
            for column in 0..COLUMNS {
                let name = &model.schema().columns[column].name;
                let now = outcome(row);
                let turning: Vec<Cell> = every_value(model.tree().unwrap(), column)
                    .into_iter()
                    .filter(|cell| outcome(&with(row, column, *cell)) != now)
                    .collect();
                let change = told.get(name.as_str());
                prop_assert_eq!(change.is_some(), !turning.is_empty(), "{} of {}", name, found);
                let Some(change) = change else { continue };
                let nearest = turning.iter().filter_map(|cell| distance(column, row.0[column], *cell)).min_by(f64::total_cmp);
                prop_assert_eq!(change.distance, nearest);
                if column == 2 || column == 4 {
                    prop_assert_eq!(change.others + 1, turning.len());
                }
            }
        }
    }

    #[test]
    fn every_step_shows_what_its_node_holds(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Classes);
        let rows = saplings::rows(seed, 4);
        let table = saplings::table(&rows);
        for place in 0..rows.len() {
            for step in explain_row(&model, &table, place, Unseen::AsNode).unwrap().steps {
                let Holds::Classes { rows, classes, more } = step.holds else { panic!("classes") };
                let mut expected: Vec<(String, f64)> = Vec::new();
                for pair in model.tree().unwrap().class_weights(step.node) {
                    expected.push((model.schema().classes()[pair.class as usize].clone(), pair.weight));
                }
                expected.sort_by(|one, two| two.1.total_cmp(&one.1));
                let found: Vec<(String, f64)> = classes.into_iter().map(|count| (count.class, count.weight)).collect();
                prop_assert_eq!((found, rows, more), (expected, model.tree().unwrap().rows(step.node), 0));
            }
        }
    }
}
