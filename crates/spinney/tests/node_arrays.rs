//! The nodes of trees as arrays beside the trees themselves.
#![cfg(test)]

mod copse;
mod proof;

use copse::TableRow;
use proptest::prelude::*;
use spinney::error::{Mistake, Unlike};
use spinney::explain::{NodeArrays, node_arrays};
use spinney::grow::{Criterion, LeafKind, MissingPolicy, Training, TreeSettings, grow};
use spinney::measure::{entropy, gini};
use spinney::model::{Model, Schema};
use spinney::seed::Key;
use spinney::table::{Kind, Table, Task};
use spinney::tree::*;

/// Where a row ends by the arrays alone.
fn walk(arrays: &NodeArrays, row: &impl Row) -> usize {
    let mut at = 0;
    while arrays.children_left[at] >= 0 {
        let left = match row.cell(ColumnId(arrays.feature[at] as u32)) {
            Cell::Number(value) => value <= arrays.threshold[at],
            Cell::Level(level) => f64::from(level) <= arrays.threshold[at],
            Cell::Missing | Cell::Unseen => arrays.missing_go_to_left[at],
        };
        at = if left { arrays.children_left[at] } else { arrays.children_right[at] } as usize;
    }
    at
}

/// The first node that has no place in the arrays, in the order of their nodes.
fn first_unlike(tree: &Tree) -> Option<(u32, Unlike)> {
    let mut open = vec![NodeId::ROOT];
    while let Some(id) = open.pop() {
        let Node::Branch { split, branches } = tree.node(id) else { continue };
        let cuts = matches!(split.test, Test::Threshold { .. } | Test::Cut { .. });
        match (branches.count, cuts, &split.missing) {
            (2, true, Missing::Branch(_)) => open.extend(branches.iter().rev()),
            (2, true, _) => return Some((id.0, Unlike::Missing)),
            (2, false, _) => return Some((id.0, Unlike::Names)),
            (count, ..) => return Some((id.0, Unlike::Branches(count))),
        }
    }
    let Answers::Numbers(numbers) = tree.answers() else { return None };
    numbers.linear.first().map(|(id, _)| (id.0, Unlike::Linear))
}

fn check(model: &Model, table: &Table) {
    let tree = model.tree().unwrap();
    let arrays = match (node_arrays(model), first_unlike(tree)) {
        (Ok(arrays), None) => arrays,
        (Err(error), Some((node, why))) => {
            assert!(
                matches!(error.mistake, Mistake::NoNodeArrays { node: n, why: w } if (n, w) == (node, why)),
                "{error}"
            );
            return;
        }
        (found, expected) => panic!("{found:?} {expected:?}"),
    };
    assert_eq!(arrays.node_count, tree.len());
    // Depth first: a left child is the next node.
    let next = |(place, left): (i64, &i64)| *left < 0 || *left == place + 1;
    assert!((0..).zip(&arrays.children_left).all(next));
    for row in 0..table.rows() {
        let row = TableRow(table, row);
        assert_eq!(arrays.ids[walk(&arrays, &row)], tree.landings(&row)[0].node.0);
    }
    let bits = model.settings().is_some_and(|settings| {
        matches!(settings.criterion, Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy)
    });
    for (place, id) in arrays.ids.iter().map(|id| NodeId(*id)).enumerate() {
        let rows = tree.rows(id);
        assert_eq!((arrays.weighted_n_node_samples[place], arrays.n_node_samples[place]), (rows, rows.round() as u64));
        match tree.answers() {
            Answers::Classes(classes) => {
                let mut weights = vec![0.0; classes.classes as usize];
                tree.class_weights(id).iter().for_each(|pair| weights[pair.class as usize] = pair.weight);
                let impurity = if bits { entropy(&weights) } else { gini(&weights) };
                assert!((arrays.impurity[place] - impurity).abs() < 1e-12);
                let shares = arrays.value.of(place).iter().zip(&weights);
                shares.for_each(|(share, weight)| assert!((share - weight / rows).abs() < 1e-12));
            }
            Answers::Numbers(numbers) => {
                assert_eq!(arrays.value.of(place), [numbers.values[id.place()]]);
                assert_eq!(arrays.impurity[place], numbers.errors[id.place()] / rows);
            }
        }
    }
}

proptest! {
    #![proptest_config(proof::cases(1500))]

    #[test]
    fn arrays_walk_and_say_what_the_tree_does_or_name_the_node_that_has_no_place(seed in any::<u64>()) {
        let case = copse::random_case(&mut Key::new(seed).draws());
        let schema = Schema::new(&case.table, &case.columns(), &case.target());
        check(&Model::new(schema, Some(case.settings.clone()), case.grow()).unwrap(), &case.table);
    }
}

#[test]
fn trees_of_numbers_and_of_names_in_an_order_are_held() {
    let mut held = 0;
    for seed in 0..300 {
        let task = if seed % 2 == 0 { Task::Classification } else { Task::Regression };
        let case = copse::random_case_of(&mut Key::new(seed).draws(), 30, task);
        let in_order = |place: &usize| matches!(case.table.columns()[*place].kind(), Kind::Continuous | Kind::Ordinal);
        let (columns, target): (Vec<usize>, _) = (case.columns().into_iter().filter(in_order).collect(), case.target());
        let settings = TreeSettings { missing: MissingPolicy::Learned, leaf: LeafKind::Mean, ..case.settings.clone() };
        let tree = grow(&Training::new(&case.table, &columns, &target), &settings, &());
        let Ok(tree) = tree else { continue };
        let model = Model::new(Schema::new(&case.table, &columns, &target), Some(settings), tree).unwrap();
        // Columns are counted among those of the model.
        let kept = columns.iter().map(|place| case.table.columns()[*place].clone()).collect();
        let Ok(table) = Table::new(kept) else { continue };
        check(&model, &table);
        held += usize::from(node_arrays(&model).is_ok_and(|arrays| arrays.node_count > 3));
    }
    assert!(held > 60, "{held}");
}

#[test]
fn a_node_without_weight_has_the_shares_of_the_node_above() {
    let json = r#"{"target": "walk", "tree": {"split": {"column": "rain", "missing": 0}, "children": [
        {"when": "<= 1", "node": {"counts": {"no": 1, "yes": 3}}}, {"when": "> 1", "node": {"counts": {}}}]}}"#;
    let model = Model::from_json(json).unwrap();
    let arrays = node_arrays(&model).unwrap();
    assert_eq!((arrays.value.of(2), arrays.n_node_samples[2]), (&[0.25, 0.75][..], 0));
}
