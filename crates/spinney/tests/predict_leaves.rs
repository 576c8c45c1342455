//! Leaf numbers and paths of compiled models beside the plain walk of each of their trees.
#![cfg(test)]

mod copse;
mod proof;
mod saplings;

use std::collections::BTreeSet;

use copse::TableRow;
use proptest::prelude::*;
use saplings::Answered;
use spinney::forest::{Forest, ForestSettings, Vote, grow};
use spinney::grow::Training;
use spinney::model::{Model, Schema};
use spinney::predict::{Predictor, Unseen};
use spinney::seed::Key;
use spinney::table::{Column, Table};
use spinney::tree::*;

/// The node where most of a row ends, the lowest of equals, by the plain walk.
fn plain_leaf(tree: &Tree, row: &impl Row) -> u32 {
    let mut landings = tree.landings(row);
    landings.sort_by(|one, two| two.share.total_cmp(&one.share).then(one.node.cmp(&two.node)));
    landings[0].node.0
}

/// All nodes that a row, or a share of it, comes to.
fn plain_path(tree: &Tree, row: &impl Row) -> BTreeSet<u32> {
    let (mut open, mut seen) = (vec![NodeId::ROOT], BTreeSet::new());
    while let Some(id) = open.pop() {
        seen.insert(id.0);
        let Node::Branch { split, branches } = tree.node(id) else { continue };
        match tree.step(id, &split, row) {
            Step::Down(branch) => open.push(branches.child(branch)),
            Step::Spread if tree.rows(id) > 0.0 => open.extend(branches.iter().filter(|child| tree.rows(*child) > 0.0)),
            Step::Spread | Step::Stay => {}
        }
    }
    seen
}

/// Holds leaf numbers and paths of all rows, and of some, to the plain walk.
fn check<R: Row>(predictor: &Predictor, trees: &[Tree], table: &Table, row: impl Fn(usize) -> R) {
    let rows = predictor.rows(table, Unseen::AsNode).unwrap();
    let many = rows.len();
    let leaves: Vec<u32> = (0..many)
        .flat_map(|place| trees.iter().map(|tree| plain_leaf(tree, &row(place))).collect::<Vec<_>>())
        .collect();
    assert_eq!(predictor.leaf_numbers(&rows, 0..many), leaves);
    let paths = predictor.paths(&rows, 0..usize::MAX);
    let mut roots = vec![0];
    for tree in trees {
        roots.push(roots[roots.len() - 1] + tree.len() as u64);
    }
    assert_eq!((&paths.roots, paths.len(), paths.row(many)), (&roots, many, &[][..]));
    for place in 0..many {
        let nodes = trees.iter().zip(&roots).flat_map(|(tree, root)| {
            plain_path(tree, &row(place)).into_iter().map(move |node| root + u64::from(node)).collect::<Vec<_>>()
        });
        assert_eq!(paths.row(place), nodes.collect::<Vec<_>>());
    }
    let some = many / 3..many - many / 4;
    assert_eq!(predictor.leaf_numbers(&rows, some.clone()), leaves[some.start * trees.len()..some.end * trees.len()]);
    let part = predictor.paths(&rows, some.clone());
    assert!(some.enumerate().all(|(place, whole)| part.row(place) == paths.row(whole)));
}

/// The same of the trees compiled, each by itself, and opened from the bytes of their file, before and after they are compiled.
fn check_all<R: Row>(trees: &[Tree], schema: &Schema, table: &Table, row: impl Fn(usize) -> R) {
    check(&Predictor::of(schema, trees, Vote::Mean), trees, table, &row);
    check(&Predictor::of(schema, &trees[..1], Vote::Mean), &trees[..1], table, &row);
    let forest = Forest::new(trees.to_vec(), Vote::Mean).unwrap();
    let Ok(model) = Model::of_forest(schema.clone(), (None, None), forest) else { return };
    let mut opened = Predictor::open(model.to_bytes()).unwrap();
    check(&opened, trees, table, &row);
    opened.prepare(usize::MAX);
    check(&opened, trees, table, &row);
}

proptest! {
    #![proptest_config(proof::cases(1000))]

    #[test]
    fn forests_of_every_kind_of_tree_end_and_go_as_the_plain_walk_does(seed in any::<u64>(), many in 1_usize..40) {
        let rows = saplings::rows(seed, many);
        for answered in [Answered::Classes, Answered::Numbers] {
            let trees = saplings::forest(seed, answered);
            check_all(&trees, &saplings::schema(answered), &saplings::table(&rows), |row| rows[row]);
        }
    }
}

proptest! {
    #![proptest_config(proof::cases(300))]

    #[test]
    fn forests_that_were_grown_end_and_go_as_the_plain_walk_does(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let case = copse::random_case(&mut draws);
        let (columns, target) = (case.columns(), case.target());
        let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let usual = ForestSettings::random_forest(target.task()).trees(1 + draws.below(9) as u32);
        let settings = ForestSettings { tree: case.settings.clone(), ..usual };
        let Ok(forest) = grow(&training, &settings, &()) else { return Ok(()) };
        let schema = Schema::new(&case.table, &columns, &target);
        check_all(forest.trees(), &schema, &case.table, |row| TableRow(&case.table, row));
    }
}

proptest! {
    #![proptest_config(proof::cases(6))]

    #[test]
    fn any_number_of_threads_gives_the_same_leaves_and_paths(seed in any::<u64>()) {
        let trees = saplings::forest(seed, Answered::Classes);
        let table = saplings::table(&saplings::rows(seed, 100).repeat(200));
        let predictor = Predictor::of(&saplings::schema(Answered::Classes), &trees, Vote::Mean);
        let rows = predictor.rows(&table, Unseen::AsNode).unwrap();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| (predictor.leaf_numbers(&rows, 0..20_000), predictor.paths(&rows, 0..20_000)))
        };
        prop_assert_eq!(with(1), with(3));
    }
}

/// Two rows of three are wet, so that a row without a value ends there by two thirds.
#[test]
fn a_spread_row_ends_where_most_of_it_does_and_visits_all() {
    let leaf = |yes: u32| format!(r#"{{"counts": {{"no": 1, "yes": {yes}}}}}"#);
    for (dry, wet, end) in [(1, 3, 2), (3, 1, 1), (2, 2, 1)] {
        let json = format!(
            r#"{{"target": "walk", "tree": {{"split": {{"column": "rain", "missing": "spread"}}, "children": [
                {{"when": "<= 2", "node": {}}}, {{"when": "> 2", "node": {}}}]}}}}"#,
            leaf(dry),
            leaf(wet)
        );
        let predictor = Predictor::new(&Model::from_json(&json).unwrap());
        let table = Table::new(vec![Column::numbers("rain", vec![f64::NAN, 1.0, 3.0])]).unwrap();
        let rows = predictor.rows(&table, Unseen::AsNode).unwrap();
        assert_eq!(predictor.leaf_numbers(&rows, 0..3), [end, 1, 2]);
        let paths = predictor.paths(&rows, 0..3);
        assert_eq!((&paths.starts[..], &paths.nodes[..]), (&[0, 3, 5, 7][..], &[0, 1, 2, 0, 1, 0, 2][..]));
    }
}
