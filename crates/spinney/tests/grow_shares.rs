//! Limits as shares of the whole tree: weights of leaves and of nodes that are split, and gains.
#![cfg(test)]

mod copse;
mod proof;
mod sight;

use copse::{Case, pick, random_case};
use sight::{table, tree_of};
use spinney::grow::{Criterion, MissingPolicy, Training, TreeSettings, grow};
use spinney::seed::Key;
use spinney::table::{Column, Table, Target, Task};
use spinney::tree::{Node, NodeId, Tree};

/// The classes of ten rows, in order: a b a a a b b b b b.
fn ten() -> Table {
    table("x,y\n0,a\n1,b\n2,a\n3,a\n4,a\n5,b\n6,b\n7,b\n8,b\n9,b\n")
}

fn gini() -> TreeSettings {
    TreeSettings::classification()
}

#[test]
fn half_of_ten_rows_are_five_and_a_hair_more_is_six() {
    let leaves = |share| tree_of(&ten(), &TreeSettings { min_share_leaf: share, ..gini() }, &[]);
    assert_eq!(leaves(0.3), "x(<=4.5: a 5, >4.5: b 5)");
    assert_eq!(leaves(0.2), "x(<=4.5: x(<=1.5: a 2, >1.5: a 3), >4.5: b 5)");
    assert_eq!(leaves(0.5), "x(<=4.5: a 5, >4.5: b 5)");
    assert_eq!(leaves(0.51), "b 10");
    let splits = |share| tree_of(&ten(), &TreeSettings { min_share_split: share, ..gini() }, &[]);
    assert_eq!(splits(0.51), "x(<=4.5: a 5, >4.5: b 5)");
    assert_ne!(splits(0.5), splits(0.51));
    // Of a share and a number of rows the larger counts.
    let both = TreeSettings { min_share_leaf: 0.1, min_rows_leaf: 2.0, ..gini() };
    assert_eq!(tree_of(&ten(), &both, &[]), leaves(0.2));
}

#[test]
fn a_gain_of_the_tree_is_that_of_the_node_times_its_share_of_the_rows() {
    // The root: 0.48 of ten rows, less 0.32 of five; 0.32 is gained. Its first branch holds half of the rows, of which
    // {a, b} and {a, a, a} take 0.32 − 0.4 · 0.5 = 0.12: 0.06 of the tree's.
    let grown = |least| tree_of(&ten(), &TreeSettings { min_tree_gain: least, min_rows_leaf: 2.0, ..gini() }, &[]);
    assert_eq!(grown(0.0599), "x(<=4.5: x(<=1.5: a 2, >1.5: a 3), >4.5: b 5)");
    assert_eq!(grown(0.0601), "x(<=4.5: a 5, >4.5: b 5)");
    assert_eq!(grown(0.3199), "x(<=4.5: a 5, >4.5: b 5)");
    assert_eq!(grown(0.3201), "b 10");
}

#[test]
fn a_share_is_the_same_limit_as_that_share_of_all_weight() {
    for number in 0..u64::from(proof::cases(1500).cases) {
        let mut draws = Key::new(71).child(number).draws();
        let mut case = random_case(&mut draws);
        case.settings.min_share_leaf = pick(&mut draws, &[0.0, 0.05, 0.1, 1.0 / 3.0, draws_unit(number)]);
        case.settings.min_share_split = pick(&mut draws, &[0.0, 0.07, 0.5, 0.9]);
        let all: f64 = (0..case.table.rows()).map(|row| case.weight(row)).sum();
        let mut rows = case.clone();
        rows.settings.min_rows_leaf = case.settings.min_rows_leaf.max(case.settings.min_share_leaf * all);
        rows.settings.min_rows_split = case.settings.min_rows_split.max(case.settings.min_share_split * all);
        (rows.settings.min_share_leaf, rows.settings.min_share_split) = (0.0, 0.0);
        assert_eq!(case.grow(), rows.grow(), "{case:?}");
    }
}

fn draws_unit(number: u64) -> f64 {
    Key::new(number).draws().unit()
}

/// A table of numbers without holes, whose last column is the target.
fn plain_case(number: u64) -> (Case, Criterion) {
    let mut draws = Key::new(72).child(number).draws();
    let task = pick(&mut draws, &[Task::Classification, Task::Regression]);
    let rows = 5 + draws.below(60) as usize;
    let mut columns: Vec<Column> = (0..3)
        .map(|place| Column::numbers(&format!("x{place}"), (0..rows).map(|_| draws.below(30) as f64).collect()))
        .collect();
    let signal: Vec<u64> = (0..rows).map(|_| draws.below(6)).collect();
    columns.push(match task {
        Task::Classification => {
            let names: Vec<String> = signal.iter().map(|class| format!("c{}", class % 3)).collect();
            Column::categories("y", names.iter().map(|name| Some(name.as_str())))
        }
        Task::Regression => Column::numbers("y", signal.iter().map(|value| *value as f64).collect()),
    });
    let weights = (draws.below(2) == 0).then(|| (0..rows).map(|_| 1.0 + draws.below(3) as f64).collect());
    let criterion = match task {
        Task::Classification => pick(&mut draws, &[Criterion::Gini, Criterion::Entropy]),
        Task::Regression => pick(&mut draws, &[Criterion::Mse, Criterion::Mae]),
    };
    let settings = TreeSettings { criterion, missing: MissingPolicy::Learned, ..TreeSettings::default() };
    (Case { table: Table::new(columns).unwrap(), task, weights, settings }, criterion)
}

/// Weight times impurity of some rows, plainly.
fn rest(case: &Case, criterion: Criterion, rows: &[usize]) -> f64 {
    let y = case.table.columns().last().unwrap();
    let value = |row: usize| y.text(row).unwrap();
    let weight = |rows: &[usize]| rows.iter().map(|row| case.weight(*row)).sum::<f64>();
    let total = weight(rows);
    let mut values: Vec<String> = rows.iter().map(|row| value(*row)).collect();
    values.sort();
    values.dedup();
    let of = |name: &String| weight(&rows.iter().copied().filter(|row| value(*row) == *name).collect::<Vec<_>>());
    let numbers = || values.iter().map(|name| (name.parse::<f64>().unwrap(), of(name)));
    let absolute = |at: f64| numbers().map(|(value, weight)| weight * (value - at).abs()).sum::<f64>();
    match criterion {
        Criterion::Gini => total - values.iter().map(|name| of(name) * of(name)).sum::<f64>() / total,
        Criterion::Entropy => values.iter().map(|name| -of(name) * (of(name) / total).log2()).sum(),
        Criterion::Mse => {
            let mean = numbers().map(|(value, weight)| value * weight).sum::<f64>() / total;
            numbers().map(|(value, weight)| weight * (value - mean).powi(2)).sum()
        }
        _ => numbers().map(|(value, _)| absolute(value)).fold(f64::INFINITY, f64::min),
    }
}

/// For each node what its split takes off the impurity of the whole tree, reckoned from the rows that reach it.
fn decreases(case: &Case, criterion: Criterion, tree: &Tree) -> Vec<f64> {
    let mut reached: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
    for row in 0..case.table.rows() {
        let mut id = NodeId::ROOT;
        loop {
            reached[id.place()].push(row);
            let Node::Branch { split, branches } = tree.node(id) else { break };
            let cell = copse::cell(&case.table.columns()[split.column.place()], row);
            id = branches.child(split.test.branch(cell).unwrap());
        }
    }
    let all: f64 = (0..case.table.rows()).map(|row| case.weight(row)).sum();
    let of = |id: NodeId| rest(case, criterion, &reached[id.place()]);
    let decrease = |id: NodeId| match tree.node(id) {
        Node::Branch { branches, .. } => (of(id) - branches.iter().map(of).sum::<f64>()) / all,
        Node::Leaf => 0.0,
    };
    tree.ids().map(decrease).collect()
}

#[test]
fn a_least_gain_of_the_tree_folds_the_whole_tree_where_splits_take_less_off() {
    let mut folded = 0;
    for number in 0..u64::from(proof::cases(400).cases) {
        let (case, criterion) = plain_case(number);
        let whole = case.grow();
        let decreases = decreases(&case, criterion, &whole);
        for least in [0.003, 0.01, 0.03, 0.1] {
            if decreases.iter().any(|found| (found - least).abs() < 1e-9) {
                continue;
            }
            let settings = TreeSettings { min_tree_gain: least, ..case.settings.clone() };
            let limited = Case { settings, ..case.clone() }.grow();
            let expected = whole.folded(|id| decreases[id.place()] < least).tree;
            assert_eq!(limited, expected, "{least} {case:?}");
            folded += u32::from(limited.len() < whole.len() && limited.len() > 1);
        }
    }
    assert!(folded > 200, "only {folded} trees were cut short");
}

#[test]
fn friedmans_improvement_is_what_two_branches_take_off_the_squared_error() {
    for number in 0..u64::from(proof::cases(400).cases) {
        let (mut case, _) = plain_case(number);
        if case.task == Task::Classification {
            continue;
        }
        case.settings = TreeSettings { criterion: Criterion::Mse, max_depth: Some(1), ..case.settings };
        let improvement = |left: &[usize], right: &[usize]| {
            let weight = |rows: &[usize]| rows.iter().map(|row| case.weight(*row)).sum::<f64>();
            let value = |row: usize| case.table.columns()[3].text(row).unwrap().parse::<f64>().unwrap();
            let mean =
                |rows: &[usize]| rows.iter().map(|row| case.weight(*row) * value(*row)).sum::<f64>() / weight(rows);
            let (one, two) = (weight(left), weight(right));
            one * two / (one + two) * (mean(left) - mean(right)).powi(2)
        };
        // Every way to cut a column, by Friedman's formula; the engine's own must be the best of them.
        let all: Vec<usize> = (0..case.table.rows()).collect();
        let mut best = 0.0_f64;
        for place in 0..3 {
            let number = |row: usize| case.table.columns()[place].text(row).unwrap().parse::<f64>().unwrap();
            for cut in 0..30 {
                let (left, right): (Vec<_>, Vec<_>) = all.iter().partition(|row| number(**row) <= f64::from(cut));
                if left.is_empty() || right.is_empty() {
                    continue;
                }
                let of = |rows: &[usize]| rest(&case, Criterion::Mse, rows);
                let found = improvement(&left, &right);
                assert!((of(&all) - of(&left) - of(&right) - found).abs() < 1e-9 * of(&all).max(1.0));
                best = best.max(found);
            }
        }
        let tree = case.grow();
        let Node::Branch { split, .. } = tree.node(NodeId::ROOT) else { continue };
        let side = |row: &usize| split.test.branch(copse::cell(&case.table.columns()[split.column.place()], *row));
        let (left, right): (Vec<_>, Vec<_>) = all.iter().partition(|row| side(row) == Some(0));
        assert!((improvement(&left, &right) - best).abs() < 1e-9 * best.max(1.0), "{case:?}");
    }
}

#[test]
fn friedman_is_another_word_for_mse() {
    let settings: TreeSettings = serde_json::from_str(r#"{"criterion": "friedman"}"#).unwrap();
    assert_eq!(settings.criterion, Criterion::Mse);
    assert!(serde_json::to_string(&settings).unwrap().contains(r#""criterion":"mse""#));
}

#[test]
fn settings_without_the_new_limits_keep_their_text_and_shares_beyond_one_are_refused() {
    let text = serde_json::to_string(&gini()).unwrap();
    assert!(!text.contains("share") && !text.contains("tree-gain"), "{text}");
    let all = ten();
    let target = Target::new(&all, "y", None).unwrap();
    let refused = |settings: TreeSettings| grow(&Training::new(&all, &[0], &target), &settings, &()).unwrap_err();
    for share in [-0.1, 1.5, f64::NAN] {
        let told = refused(TreeSettings { min_share_leaf: share, ..gini() }).to_string();
        assert!(told.contains("min-share-leaf"), "{told}");
        assert!(refused(TreeSettings { min_share_split: share, ..gini() }).to_string().contains("min-share-split"));
    }
    assert!(refused(TreeSettings { min_tree_gain: -1.0, ..gini() }).to_string().contains("min-tree-gain"));
}
