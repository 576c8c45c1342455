//! Predictions beside the plain walk of the tree, and of trees that are long.
#![cfg(test)]

mod plainly;
mod proof;
mod saplings;

use proptest::prelude::*;
use saplings::{Answered, Loose};
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::predict::{Desk, Predicted, Predictor, Unseen};
use spinney::table::{Column, Meaning, Table};
use spinney::tree::*;

proptest! {
    #![proptest_config(proof::cases(3000))]

    #[test]
    fn compiled_class_trees_agree_with_the_plain_walk_to_the_last_bit(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Classes);
        let rows = saplings::rows(seed, 40);
        let table = saplings::table(&rows);
        let predictor = Predictor::new(&model);
        let found = predictor.predict(&table, Unseen::AsNode).unwrap();
        let Predicted::Classes(classes) = found.values() else { panic!("classes") };
        let all = found.probabilities().unwrap();
        let mut room = vec![f64::NAN; all.len()];
        predictor.write_probabilities(&table, Unseen::AsNode, &(), &mut room).unwrap();
        prop_assert_eq!(&room, &all);
        for (place, row) in rows.iter().enumerate() {
            let landings = model.tree().unwrap().landings(row);
            prop_assert_eq!(&found.landings(place), &landings);
            prop_assert_eq!(&predictor.landings(row), &landings);
            let (shares, class) = plainly::class(model.tree().unwrap(), &landings, 3);
            prop_assert_eq!(&all[place * 3..place * 3 + 3], &shares[..]);
            prop_assert_eq!(found.share(place, class), shares[class as usize]);
            prop_assert_eq!(classes[place], class);
        }
    }

    #[test]
    fn compiled_number_trees_agree_with_the_plain_walk_to_the_last_bit(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Numbers);
        let rows = saplings::rows(seed, 40);
        let table = saplings::table(&rows);
        let predictor = Predictor::new(&model);
        let found = predictor.predict(&table, Unseen::AsNode).unwrap();
        let Predicted::Numbers(numbers) = found.values() else { panic!("numbers") };
        for (place, row) in rows.iter().enumerate() {
            let landings = model.tree().unwrap().landings(row);
            prop_assert_eq!(&found.landings(place), &landings);
            prop_assert_eq!(numbers[place], plainly::number(model.tree().unwrap(), &landings, row));
        }
    }

    #[test]
    fn values_never_seen_may_be_taken_as_missing(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Classes);
        let mut rows = saplings::rows(seed, 20);
        let table = saplings::table(&rows);
        let predictor = Predictor::new(&model);
        let found = predictor.predict(&table, Unseen::Missing).unwrap();
        for (place, row) in rows.iter_mut().enumerate() {
            row.0.iter_mut().filter(|cell| **cell == Cell::Unseen).for_each(|cell| *cell = Cell::Missing);
            prop_assert_eq!(found.landings(place), model.tree().unwrap().landings(row));
        }
    }
}

proptest! {
    #![proptest_config(proof::cases(20))]

    #[test]
    fn any_number_of_threads_gives_the_same_answers(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Classes);
        let table = saplings::table(&saplings::rows(seed, 100).repeat(200));
        let predictor = Predictor::new(&model);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| predictor.predict(&table, Unseen::AsNode).unwrap().into_values())
        };
        prop_assert_eq!(with(1), with(3));
    }
}

#[test]
fn a_row_that_would_be_spread_by_no_weights_stays() {
    let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 1.0 }, missing: Missing::Spread };
    let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
    let answers = NumberAnswers { rows: vec![0.0; 3], values: vec![0.0; 3], errors: vec![0.0; 3], linear: vec![] };
    let tree = Tree::new(vec![root, Node::Leaf, Node::Leaf], Answers::Numbers(answers)).unwrap();
    let row = Loose([Cell::Missing; saplings::COLUMNS]);
    assert_eq!(tree.landings(&row), [Landing { node: NodeId::ROOT, share: 1.0 }]);
}

/// A chain: every node has a leaf and the next node, down to `depth`.
fn chain(depth: u32, test: impl Fn(u32) -> Test, missing: &Missing) -> Model {
    let mut nodes = Vec::new();
    let mut answers = ClassAnswers::new(depth + 1, vec![0], Vec::new());
    for step in 0..depth {
        let split = Split { column: ColumnId(0), test: test(step), missing: missing.clone() };
        let branches = Branches { first: NodeId(2 * step + 1), count: 2 };
        if step > 0 {
            nodes.push(Node::Leaf);
        }
        nodes.push(Node::Branch { split, branches });
    }
    nodes.extend([Node::Leaf, Node::Leaf]);
    for (node, class) in nodes.iter().zip((0..).flat_map(|class| [class, class])) {
        if matches!(node, Node::Leaf) {
            answers.weights.push(ClassWeight { class: class.min(depth), weight: 1.0 });
        }
        answers.starts.push(answers.weights.len() as u32);
    }
    let levels: Vec<String> = (0..=depth).map(|level| format!("l{level:06}")).collect();
    let values = match test(0) {
        Test::Threshold { .. } => ColumnValues::Continuous { meaning: Meaning::Plain },
        _ => ColumnValues::Nominal { levels: levels.clone() },
    };
    let columns = vec![ColumnSchema { name: "x".into(), values }];
    let target = TargetSchema { name: "y".into(), values: TargetKind::Classes { names: levels } };
    let tree = Tree::new(nodes, Answers::Classes(answers)).unwrap();
    Model::new(Schema { columns, target }, None, tree).unwrap()
}

#[test]
fn a_chain_of_a_hundred_thousand_thresholds_is_walked_to_its_end() {
    let model = chain(100_000, |step| Test::Threshold { cut: f64::from(step) }, &Missing::Branch(1));
    let predictor = Predictor::new(&model);
    let table = Table::new(vec![Column::numbers("x", vec![0.0, 1e9, f64::NAN, 50_000.0])]).unwrap();
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    assert_eq!(found.end(0), Some(NodeId(1)));
    assert_eq!((found.end(1), found.end(2)), (Some(NodeId(200_000)), Some(NodeId(200_000))));
    assert_eq!(found.end(3), Some(NodeId(100_001)));
}

#[test]
fn a_long_chain_where_every_row_stays_takes_no_square_of_its_length() {
    let pair = |level, branch| LevelBranch { level, branch };
    let values = |step: u32| Test::Values { branches: [pair(step, 0), pair(step + 1, 1)].into() };
    let model = chain(60_000, values, &Missing::Branch(1));
    let predictor = Predictor::new(&model);
    let table = Table::new(vec![Column::categories("x", [Some("never"), Some("l000001"), None])]).unwrap();
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    assert_eq!((found.end(0), found.end(1)), (Some(NodeId(0)), Some(NodeId(3))));
    let shares = found.shares(0);
    assert_eq!((shares.len(), shares[0].share), (60_001, 1.0 / 60_001.0));
}

#[test]
fn probabilities_beyond_all_memory_are_refused_and_read_row_by_row() {
    let model = chain(100_000, |step| Test::Threshold { cut: f64::from(step) }, &Missing::Branch(1));
    let predictor = Predictor::new(&model);
    let table = Table::new(vec![Column::numbers("x", vec![0.5; 2_000])]).unwrap();
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    let error = found.probabilities().unwrap_err();
    assert_eq!(error.to_string(), "2000 rows of 100001 classes make more than 134217728 probabilities");
    assert_eq!(found.shares(1_999).len(), 1);
}

/// A row of a table without columns.
struct Nothing;

impl Row for Nothing {
    fn cell(&self, column: ColumnId) -> Cell {
        panic!("there is no column {column:?}")
    }
}

#[test]
fn a_leaf_by_itself_asks_for_no_column() {
    let model = Model::from_json(r#"{"target": "walk", "tree": {"predict": "yes"}}"#).unwrap();
    let predictor = Predictor::new(&model);
    assert_eq!(predictor.text(predictor.one(&mut Desk::new(), &Nothing)), "yes");
    assert_eq!(predictor.landings(&Nothing), [Landing { node: NodeId::ROOT, share: 1.0 }]);
    let two = r#"{"target": "walk", "forest": {"trees": [{"predict": "yes"}, {"counts": {"yes": 1, "no": 2}}]}}"#;
    let predictor = Predictor::new(&Model::from_json(two).unwrap());
    assert_eq!(predictor.text(predictor.one(&mut Desk::new(), &Nothing)), "yes");
}
