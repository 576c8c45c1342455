//! Predictions of forests beside the plain walk of each of their trees.
#![cfg(test)]

mod copse;
mod plainly;
mod proof;
mod saplings;

use copse::TableRow;
use proptest::prelude::*;
use saplings::Answered;
use spinney::forest::{Forest, ForestSettings, Vote, grow};
use spinney::grow::{Columns, Sample, Training};
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::predict::{Answer, Desk, Outcome, Predicted, Predictions, Predictor, Unseen};
use spinney::seed::Key;
use spinney::table::{Column, Meaning, Table, Task};
use spinney::tree::*;

const VOTES: [Vote; 2] = [Vote::Mean, Vote::Majority];

/// Probabilities that are written into a room, whatever is in it, are those that are made.
fn check_written(predictor: &Predictor, table: &Table, all: &[f64]) {
    let mut room = vec![f64::NAN; all.len()];
    predictor.write_probabilities(table, Unseen::AsNode, &(), &mut room).unwrap();
    assert!(room.iter().map(|one| one.to_bits()).eq(all.iter().map(|one| one.to_bits())));
}

/// Holds every way of asking to the plain walk; `row` is the plain row of a table's row.
fn check<R: Row>(trees: &[Tree], schema: &Schema, table: &Table, row: impl Fn(usize) -> R) {
    let classes = schema.classes().len();
    for vote in VOTES {
        let predictor = Predictor::of(schema, trees, vote);
        let found = predictor.predict(table, Unseen::AsNode).unwrap();
        check_opened(trees, vote, (table, &found), &row);
        let all = if classes > 0 { found.probabilities().unwrap() } else { Vec::new() };
        check_written(&predictor, table, &all);
        let mut desk = Desk::new();
        for place in 0..table.rows() {
            let row = row(place);
            let landings: Vec<_> = trees.iter().map(|tree| tree.landings(&row)).collect();
            let ends = landings.iter().map(|all| if let [only] = all[..] { Some(only.node) } else { None });
            assert_eq!(predictor.leaves(&row), ends.collect::<Vec<_>>());
            assert!((0..trees.len()).all(|tree| predictor.landings_of(tree, &row) == landings[tree]));
            let outcome = predictor.one(&mut desk, &row);
            match found.values() {
                Predicted::Classes(answers) => {
                    let (shares, class) = plainly::forest_class(trees, vote, &row, classes);
                    assert_eq!(outcome, Outcome::Class(class));
                    assert_eq!((answers[place], desk.shares()), (class, &shares[..]));
                    assert_eq!(all[place * classes..][..classes], shares);
                    assert_eq!(found.share(place, class), shares[class as usize]);
                    let Answer::Class { shares: sparse, .. } = predictor.answer(&landings[0], &row) else { panic!() };
                    assert_eq!(sparse, found.shares(place));
                    assert!(sparse.iter().all(|pair| pair.share > 0.0 && pair.share == shares[pair.class as usize]));
                    assert_eq!(sparse.len(), shares.iter().filter(|share| **share > 0.0).count());
                }
                Predicted::Numbers(numbers) => {
                    let mean = plainly::forest_number(trees, &row).to_bits();
                    assert_eq!(numbers[place].to_bits(), mean);
                    assert!(matches!(outcome, Outcome::Number(number) if number.to_bits() == mean));
                }
            }
        }
    }
}

/// Holds the opened file of a forest to its compiled predictor, in every way of asking.
fn check_opened<R: Row>(
    trees: &[Tree],
    vote: Vote,
    (table, found): (&Table, &Predictions<'_>),
    row: impl Fn(usize) -> R,
) {
    let predictor = found.predictor();
    let forest = Forest::new(trees.to_vec(), vote).unwrap();
    let Ok(model) = Model::of_forest(predictor.schema().clone(), (None, None), forest) else { return };
    let mut opened = Predictor::open(model.to_bytes()).unwrap();
    assert_eq!(opened.is_compiled(), !lies(trees));
    assert_eq!((opened.schema(), opened.used(), opened.trees()), (predictor.schema(), predictor.used(), trees.len()));
    let bits = |answers: &[f64]| answers.iter().map(|answer| answer.to_bits()).collect::<Vec<u64>>();
    let values = |found: &Predictions<'_>| match found.values() {
        Predicted::Classes(classes) => (classes.clone(), Vec::new()),
        Predicted::Numbers(numbers) => (Vec::new(), bits(numbers)),
    };
    for _ in 0..2 {
        let again = opened.predict(table, Unseen::AsNode).unwrap();
        assert_eq!(values(&again), values(found));
        assert_eq!(bits(&again.probabilities().unwrap()), bits(&found.probabilities().unwrap()));
        let (mut desk, mut other) = (Desk::new(), Desk::new());
        for place in 0..table.rows() {
            let row = row(place);
            let bits_of = |outcome| if let Outcome::Number(number) = outcome { number.to_bits() } else { 0 };
            let (one, two) = (opened.one(&mut desk, &row), predictor.one(&mut other, &row));
            assert_eq!((one, bits_of(one), bits(desk.shares())), (two, bits_of(two), bits(other.shares())));
            assert_eq!(opened.leaves(&row), predictor.leaves(&row));
            assert_eq!(opened.landings(&row), predictor.landings(&row));
            assert_eq!(again.shares(place), found.shares(place));
        }
        opened.prepare(usize::MAX);
        assert!(opened.is_compiled());
    }
}

/// Whether such a forest is left as it lies in its file: several trees, thresholds alone, two branches at a split, weights at every leaf, no node held.
fn lies(trees: &[Tree]) -> bool {
    let half = |node: Node| match node {
        Node::Branch { split, branches } => {
            let plain = matches!((&split.test, &split.missing), (Test::Threshold { .. }, Missing::Branch(_)));
            plain && branches.count == 2
        }
        Node::Leaf => true,
    };
    let says = |tree: &Tree| match tree.answers() {
        Answers::Classes(all) => {
            all.held.is_empty() && tree.ids().all(|id| tree.branches(id).is_some() || !all.of(id).is_empty())
        }
        Answers::Numbers(all) => all.linear.is_empty(),
    };
    let splits = trees.iter().any(|tree| tree.len() > 1);
    trees.len() > 1 && splits && trees.iter().all(|tree| tree.nodes().iter().all(half) && says(tree))
}

proptest! {
    #![proptest_config(proof::cases(1500))]

    #[test]
    fn forests_of_every_kind_of_tree_agree_with_the_plain_walks_to_the_last_bit(seed in any::<u64>(), many in 1_usize..40) {
        let rows = saplings::rows(seed, many);
        for answered in [Answered::Classes, Answered::Numbers, Answered::Held] {
            let trees = saplings::forest(seed, answered);
            check(&trees, &saplings::schema(answered), &saplings::table(&rows), |row| rows[row]);
        }
    }
}

proptest! {
    #![proptest_config(proof::cases(300))]

    #[test]
    fn forests_that_were_grown_agree_with_the_plain_walks_to_the_last_bit(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let case = copse::random_case(&mut draws);
        let (columns, target) = (case.columns(), case.target());
        let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let settings = ForestSettings {
            vote: Vote::Mean,
            trees: 1 + draws.below(12) as u32,
            sample: Sample::Bootstrap(1.0),
            columns_per_tree: Columns::All,
            tree: case.settings.clone(),
            ..ForestSettings::random_forest(case.task)
        };
        let Ok(forest) = grow(&training, &settings, &()) else { return Ok(()) };
        let schema = Schema::new(&case.table, &columns, &target);
        check(forest.trees(), &schema, &case.table, |row| TableRow(&case.table, row));
    }
}

proptest! {
    #![proptest_config(proof::cases(12))]

    #[test]
    fn any_number_of_threads_and_any_tiles_give_the_same_answers(seed in any::<u64>()) {
        for answered in [Answered::Classes, Answered::Numbers, Answered::Held] {
            let trees = saplings::forest(seed, answered);
            let table = saplings::table(&saplings::rows(seed, 100).repeat(350));
            let predictor = Predictor::of(&saplings::schema(answered), &trees, Vote::Mean);
            let with = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
                    (found.probabilities().unwrap(), found.into_values())
                })
            };
            prop_assert_eq!(with(1), with(3));
        }
    }
}

fn schema(columns: usize, target: TargetKind) -> Schema {
    let values = ColumnValues::Continuous { meaning: Meaning::Plain };
    let column = |place| ColumnSchema { name: format!("x{place}"), values: values.clone() };
    Schema { columns: (0..columns).map(column).collect(), target: TargetSchema { name: "y".into(), values: target } }
}

fn numbers() -> TargetKind {
    TargetKind::Number { meaning: Meaning::Plain }
}

/// A full tree of so many levels that cuts column `column(node)` at `cut(node)`; each leaf answers its number.
fn full(levels: u32, column: impl Fn(u32) -> u32, cut: impl Fn(u32) -> f64) -> Tree {
    let inner = (1_u32 << levels) - 1;
    let split = |node| Split {
        column: ColumnId(column(node)),
        test: Test::Threshold { cut: cut(node) },
        missing: Missing::Branch(node % 2),
    };
    let branch =
        |node| Node::Branch { split: split(node), branches: Branches { first: NodeId(2 * node + 1), count: 2 } };
    let nodes: Vec<Node> = (0..inner).map(branch).chain((0..=inner).map(|_| Node::Leaf)).collect();
    let many = nodes.len();
    let mut rows = vec![1.0; many];
    (0..inner as usize).rev().for_each(|node| rows[node] = rows[2 * node + 1] + rows[2 * node + 2]);
    let values = (0..many).map(|node| node as f64).collect();
    let answers = NumberAnswers { rows, values, errors: vec![0.0; many], linear: vec![] };
    Tree::new(nodes, Answers::Numbers(answers)).unwrap()
}

/// The middle of what a node of a full search tree over 0 … 2^levels holds, plus a bit.
fn middle(levels: u32, node: u32, more: f64) -> f64 {
    let depth = (node + 1).ilog2();
    let place = node + 1 - (1 << depth);
    f64::from((2 * place + 1) << (levels - depth - 1)) + more
}

#[test]
fn a_column_with_more_cuts_than_a_code_can_tell_apart_is_ranked_in_parts() {
    let trees = [0.0, 0.25, 0.5].map(|more| full(15, |_| 0, |node| middle(15, node, more)));
    let values = (0..3000).map(|step| f64::from(step) * 11.0 + f64::from(step % 4) / 4.0 - 100.0);
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e300, 10922.0, 10922.25, 21845.5];
    let table = Table::new(vec![Column::numbers("x0", values.chain(odd).collect())]).unwrap();
    check(&trees, &schema(1, numbers()), &table, |row| TableRow(&table, row));
}

/// Trees of 65,535 nodes are brought near for so many rows, those of 131,071 are not.
#[test]
fn large_trees_beside_small_ones_are_walked_alike_with_and_without_holes() {
    let trees = [15, 3, 16, 9].map(|levels| full(levels, |node| node % 3, |node| middle(levels, node, 0.5)));
    for holes in [0, 1] {
        let mut draws = Key::new(8).draws();
        let mut value = |_| if draws.below(10) < holes { f64::NAN } else { draws.below(1 << 16) as f64 };
        let column = |place| Column::numbers(&format!("x{place}"), (0..4200).map(&mut value).collect());
        let table = Table::new((0..3).map(column).collect()).unwrap();
        check(&trees, &schema(3, numbers()), &table, |row| TableRow(&table, row));
    }
}

#[test]
fn forests_of_one_to_five_thousand_columns_are_walked_alike() {
    for columns in [1, 15, 16, 17, 40, 100, 250, 300, 1500, 5000] {
        let trees = [1, 7].map(|by| full(6, |node| node * by * 131 % columns, |node| f64::from(node % 5)));
        let wide = full(13, |node| node % columns, |node| f64::from(node % 7));
        let trees: Vec<Tree> = trees.into_iter().chain([wide]).collect();
        let mut draws = Key::new(5).draws();
        let mut value = |_| if draws.below(9) == 0 { f64::NAN } else { draws.below(7) as f64 };
        let column = |place| Column::numbers(&format!("x{place}"), (0..20).map(&mut value).collect());
        let table = Table::new((0..columns).map(column).collect()).unwrap();
        check(&trees, &schema(columns as usize, numbers()), &table, |row| TableRow(&table, row));
    }
}

/// A full tree that asks a column of so many levels for sets of them.
fn sets(levels: u32, seed: u64, missing: u32) -> Tree {
    let mut draws = Key::new(seed).draws();
    let plain = full(5, |_| 0, |_| 0.0);
    let mut nodes = plain.nodes().to_vec();
    for node in &mut nodes {
        let Node::Branch { split, .. } = node else { continue };
        let cut = draws.below(4) == 0;
        let side = |level| LevelBranch { level, branch: if level < 2 { level } else { draws.below(2) as u32 } };
        let branches = (0..levels).filter(|level| level % 7 != 3).map(side).collect();
        split.test = if cut { Test::Cut { level: levels / 2 } } else { Test::Subset { branches } };
        split.missing = Missing::Branch(missing);
    }
    Tree::new(nodes, plain.answers().clone()).unwrap()
}

#[test]
fn sets_of_two_to_three_hundred_levels_are_asked_alike() {
    for levels in [2, 10, 62, 63, 64, 65, 127, 128, 300] {
        let names: Vec<String> = (0..levels).map(|level| format!("l{level:03}")).collect();
        let mut schema = schema(1, numbers());
        schema.columns[0].values = ColumnValues::Nominal { levels: names.clone() };
        let values = names.iter().map(|name| Some(name.as_str())).chain([None]);
        let table = Table::new(vec![Column::categories("x0", values)]).unwrap();
        let trees = [sets(levels, 1, 0), sets(levels, 2, 1), sets(levels, 3, 0)];
        check(&trees, &schema, &table, |row| TableRow(&table, row));
    }
}

#[test]
fn two_trees_of_two_and_three_quarters_give_five_eighths() {
    let stump = |left: [f64; 2], right: [f64; 2]| {
        let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 0.5 }, missing: Missing::Branch(1) };
        let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
        let pair = |class, weight| ClassWeight { class, weight };
        let weights = vec![pair(0, left[0]), pair(1, left[1]), pair(0, right[0]), pair(1, right[1])];
        let answers = ClassAnswers::new(2, vec![0, 0, 2, 4], weights);
        Tree::new(vec![root, Node::Leaf, Node::Leaf], Answers::Classes(answers)).unwrap()
    };
    let trees = [stump([1.0, 1.0], [1.0, 3.0]), stump([1.0, 3.0], [3.0, 1.0])];
    let names = TargetKind::Classes { names: vec!["no".into(), "yes".into()] };
    let table = Table::new(vec![Column::numbers("x0", vec![0.0, 1.0])]).unwrap();
    let asked = |vote| {
        let predictor = Predictor::of(&schema(1, names.clone()), &trees, vote);
        let found = predictor.predict(&table, Unseen::AsNode).unwrap();
        assert_eq!((predictor.trees(), found.end(0)), (2, None));
        (found.probabilities().unwrap(), [found.text(0).unwrap(), found.text(1).unwrap()])
    };
    assert_eq!(asked(Vote::Mean), (vec![0.375, 0.625, 0.5, 0.5], ["yes", "no"].map(str::to_owned)));
    // The first tree answers the first of equal classes; one voice each is a tie, which goes to the first class too.
    assert_eq!(asked(Vote::Majority), (vec![0.5, 0.5, 0.5, 0.5], ["no", "no"].map(str::to_owned)));
}

#[test]
fn random_forests_of_few_and_many_rows_of_classes_with_holes_agree() {
    for (seed, task) in [(1, Task::Classification), (2, Task::Regression), (3, Task::Classification)] {
        let case = copse::random_case_of(&mut Key::new(seed).draws(), 700, task);
        let (columns, target) = (case.columns(), case.target());
        let settings = ForestSettings::random_forest(task).trees(17);
        let forest = grow(&Training::new(&case.table, &columns, &target), &settings, &()).unwrap();
        let schema = Schema::new(&case.table, &columns, &target);
        check(forest.trees(), &schema, &case.table, |row| TableRow(&case.table, row));
    }
}
