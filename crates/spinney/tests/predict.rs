//! Predictions beside the plain walk of the tree, and tables that are typed otherwise than the one that was learned from.
#![cfg(test)]

mod proof;
mod saplings;

use proptest::prelude::*;
use saplings::{Answered, Loose};
use spinney::error::Mistake;
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::predict::{Predicted, Predictor, Unseen};
use spinney::table::{Column, Meaning, ReadOptions, Table};
use spinney::tree::*;

/// The node whose weights count: the nearest at or above that has any.
fn weighed(tree: &Tree, mut node: NodeId) -> NodeId {
    while tree.rows(node) <= 0.0 {
        node = tree.parent(node).unwrap();
    }
    node
}

/// The probabilities of three classes and the class answered, from the tree's own walk.
fn plain_class(tree: &Tree, landings: &[Landing]) -> ([f64; 3], u32) {
    let mut shares = [0.0; 3];
    for landing in landings {
        let node = weighed(tree, landing.node);
        for pair in tree.class_weights(node) {
            shares[pair.class as usize] += landing.share * (pair.weight / tree.rows(node));
        }
    }
    if let [only] = landings {
        return (shares, tree.majority(weighed(tree, only.node)).unwrap());
    }
    let most = shares.iter().copied().fold(0.0, f64::max);
    (shares, shares.iter().position(|share| *share == most).unwrap() as u32)
}

fn plain_number(tree: &Tree, landings: &[Landing], row: &Loose) -> f64 {
    let Answers::Numbers(all) = tree.answers() else { panic!("numbers") };
    let value = |column: ColumnId| if let Cell::Number(value) = row.cell(column) { value } else { f64::NAN };
    let says = |node: NodeId| match all.linear.iter().find(|(id, _)| *id == node) {
        Some((_, model)) => model.answer(value),
        None => all.values[node.place()],
    };
    match landings {
        [only] => says(only.node),
        _ => landings.iter().map(|landing| landing.share * says(landing.node)).sum(),
    }
}

proptest! {
    #![proptest_config(proof::cases(3000))]

    #[test]
    fn compiled_class_trees_agree_with_the_plain_walk_to_the_last_bit(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Classes);
        let rows = saplings::rows(seed, 40);
        let table = saplings::table(&rows);
        let predictor = Predictor::new(&model).unwrap();
        let found = predictor.predict(&table, Unseen::AsNode).unwrap();
        let Predicted::Classes(classes) = found.values() else { panic!("classes") };
        let all = found.probabilities().unwrap();
        for (place, row) in rows.iter().enumerate() {
            let landings = model.tree.landings(row);
            prop_assert_eq!(&found.landings(place), &landings);
            prop_assert_eq!(&predictor.landings(row), &landings);
            let (shares, class) = plain_class(&model.tree, &landings);
            prop_assert_eq!(&all[place * 3..place * 3 + 3], &shares);
            prop_assert_eq!(found.share(place, class), shares[class as usize]);
            prop_assert_eq!(classes[place], class);
        }
    }

    #[test]
    fn compiled_number_trees_agree_with_the_plain_walk_to_the_last_bit(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Numbers);
        let rows = saplings::rows(seed, 40);
        let table = saplings::table(&rows);
        let predictor = Predictor::new(&model).unwrap();
        let found = predictor.predict(&table, Unseen::AsNode).unwrap();
        let Predicted::Numbers(numbers) = found.values() else { panic!("numbers") };
        for (place, row) in rows.iter().enumerate() {
            let landings = model.tree.landings(row);
            prop_assert_eq!(&found.landings(place), &landings);
            prop_assert_eq!(numbers[place], plain_number(&model.tree, &landings, row));
        }
    }

    #[test]
    fn values_never_seen_may_be_taken_as_missing(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Classes);
        let mut rows = saplings::rows(seed, 20);
        let table = saplings::table(&rows);
        let predictor = Predictor::new(&model).unwrap();
        let found = predictor.predict(&table, Unseen::Missing).unwrap();
        for (place, row) in rows.iter_mut().enumerate() {
            row.0.iter_mut().filter(|cell| **cell == Cell::Unseen).for_each(|cell| *cell = Cell::Missing);
            prop_assert_eq!(found.landings(place), model.tree.landings(row));
        }
    }
}

proptest! {
    #![proptest_config(proof::cases(20))]

    #[test]
    fn any_number_of_threads_gives_the_same_answers(seed in any::<u64>()) {
        let model = saplings::model(seed, Answered::Classes);
        let table = saplings::table(&saplings::rows(seed, 100).repeat(200));
        let predictor = Predictor::new(&model).unwrap();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| predictor.predict(&table, Unseen::AsNode).unwrap().into_values())
        };
        prop_assert_eq!(with(1), with(3));
    }
}

/// Whether a value of one column goes down the first branch of two: "low" there, "high" in the other.
fn stump(values: ColumnValues, test: Test) -> Model {
    let split = Split { column: ColumnId(1), test, missing: Missing::Branch(1) };
    let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
    let pair = |class, weight| ClassWeight { class, weight };
    let weights = vec![pair(0, 1.0), pair(1, 3.0), pair(0, 2.0)];
    let answers = ClassAnswers { classes: 2, starts: vec![0, 0, 2, 3], weights };
    let tree = Tree::new(vec![root, Node::Leaf, Node::Leaf], Answers::Classes(answers)).unwrap();
    let unused = ColumnSchema { name: "unused".into(), values: ColumnValues::Continuous { meaning: Meaning::Plain } };
    let columns = vec![unused, ColumnSchema { name: "size".into(), values }];
    let names = vec!["high".into(), "low".into()];
    let target = TargetSchema { name: "answer".into(), values: TargetKind::Classes { names } };
    Model { schema: Schema { columns, target }, settings: None, tree }
}

fn threshold(meaning: Meaning, cut: f64) -> Model {
    stump(ColumnValues::Continuous { meaning }, Test::Threshold { cut })
}

/// The first so many levels go down the first branch.
fn subset(levels: &[&str], first: usize) -> Model {
    let pair = |place: usize| LevelBranch { level: place as u32, branch: u32::from(place >= first) };
    let branches = (0..levels.len()).map(pair).collect();
    let levels = levels.iter().map(|level| (*level).to_owned()).collect();
    stump(ColumnValues::Nominal { levels }, Test::Subset { branches })
}

fn csv(text: &str) -> Table {
    Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap()
}

fn answers(model: &Model, text: &str) -> Vec<String> {
    let (predictor, table) = (Predictor::new(model).unwrap(), csv(text));
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    (0..found.len()).map(|row| found.text(row).unwrap()).collect()
}

fn mistake(model: &Model, table: &Table, unseen: Unseen) -> spinney::Error {
    Predictor::new(model).unwrap().predict(table, unseen).unwrap_err()
}

#[test]
fn a_column_is_found_by_its_name_and_others_are_passed_over() {
    let model = threshold(Meaning::Plain, 2.0);
    assert_eq!(answers(&model, "colour,size,answer\nred,2,low\nblue,2.5,high\n"), ["low", "high"]);
}

#[test]
fn a_leaf_of_one_and_three_gives_a_quarter_and_three_quarters() {
    let (predictor, table) = (Predictor::new(&threshold(Meaning::Plain, 2.0)).unwrap(), csv("size,a\n1,1\n,1\n"));
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    assert_eq!(found.probabilities().unwrap(), [0.25, 0.75, 1.0, 0.0]);
    assert_eq!((found.end(0), found.end(1), found.end(2)), (Some(NodeId(1)), Some(NodeId(2)), None));
    assert_eq!((found.text(2), found.shares(2), found.landings(2)), (None, vec![], vec![]));
}

#[test]
fn missing_columns_are_named_all_at_once_with_the_nearest_there_are() {
    let error = mistake(&threshold(Meaning::Plain, 2.0), &csv("Sizes,other\n1,2\n"), Unseen::AsNode);
    let says = r#"the model asks for "size" (did you mean "Sizes"?); the columns are "Sizes", "other""#;
    assert_eq!(error.to_string(), says);
}

#[test]
fn text_that_stands_for_numbers_is_read_as_numbers() {
    let model = threshold(Meaning::Plain, 2.0);
    let size = Column::categories("size", [Some("1"), Some(" 3 "), None, Some("2.0")]);
    let table = Table::new(vec![size]).unwrap();
    let predictor = Predictor::new(&model).unwrap();
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    assert_eq!(found.values(), &Predicted::Classes(vec![1, 0, 0, 1]));
}

#[test]
fn text_that_stands_for_no_number_is_a_mistake_with_its_row() {
    let error = mistake(&threshold(Meaning::Plain, 2.0), &csv("size\n1\nn/a\n"), Unseen::AsNode);
    assert_eq!(error.to_string(), r#"row 2, column "size": "n/a" is not a number"#);
}

#[test]
fn codes_that_a_small_table_shows_as_numbers_are_found_by_their_text() {
    let model = subset(&["1", "2", "10", "A"], 2);
    assert_eq!(answers(&model, "size,b\n1,x\n2,x\n10,x\n,x\n"), ["low", "low", "high", "high"]);
}

#[test]
fn codes_that_lost_their_spelling_are_found_by_their_value() {
    let model = subset(&["01", "2.50", "A"], 2);
    assert_eq!(answers(&model, "size,b\n01,x\n2.5,x\n"), ["low", "low"]);
    // Two spellings of one number: neither is surely meant, and the heavier branch is taken.
    let both = subset(&["A", "1.0", "01"], 1);
    assert_eq!(answers(&both, "size,b\n1,x\n"), ["low"]);
}

#[test]
fn booleans_and_dates_as_levels_are_found_too() {
    assert_eq!(answers(&subset(&["2026/11/15", "soon"], 1), "size,b\n2026-11-15,x\n"), ["low"]);
    assert_eq!(answers(&subset(&["false", "true"], 1), "size,b\ntrue,x\nfalse,x\n"), ["high", "low"]);
}

#[test]
fn dates_and_times_meet_in_the_unit_of_the_model() {
    let days = threshold(Meaning::Date, 1.0); // until 1970-01-02
    assert_eq!(answers(&days, "size\n1970-01-02\n1970-01-03\n"), ["low", "high"]);
    assert_eq!(answers(&days, "size\n1970-01-01T12:00:00\n1970-01-02T12:00:00\n"), ["low", "high"]);
    let seconds = threshold(Meaning::Time, 86_400.0);
    assert_eq!(answers(&seconds, "size\n1970-01-02\n1970-01-03\n"), ["low", "high"]);
}

#[test]
fn numbers_are_no_dates_and_dates_no_numbers_unless_all_are_missing() {
    let error = mistake(&threshold(Meaning::Date, 1.0), &csv("size\n5\n"), Unseen::AsNode);
    assert_eq!(error.to_string(), r#"column "size": the column is numeric, and this needs a date one"#);
    let error = mistake(&threshold(Meaning::Plain, 1.0), &csv("size\n1970-01-02\n"), Unseen::AsNode);
    assert_eq!(error.to_string(), r#"column "size": the column is a date, and this needs a numeric one"#);
    let error = mistake(&threshold(Meaning::Time, 1.0), &csv("size\n1970-01-02\nsoon\n"), Unseen::AsNode);
    assert_eq!(error.to_string(), r#"row 2, column "size": "soon" is not a date"#);
    assert_eq!(answers(&threshold(Meaning::Date, 1.0), "size,b\n,1\n"), ["high"]);
}

#[test]
fn values_never_seen_are_counted_and_reported() {
    let model = subset(&["a", "b"], 1);
    let (predictor, table) = (Predictor::new(&model).unwrap(), csv("size\na\nz\nb\nz\ny\n"));
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    let [only] = found.unseen() else { panic!("one column") };
    assert_eq!((only.column.as_str(), only.values, only.rows, only.row, only.example.as_str()), ("size", 2, 3, 2, "z"));
    // The first branch holds 4 of 6.
    assert_eq!(found.values(), &Predicted::Classes(vec![1, 1, 0, 1, 1]));
    let missing = predictor.predict(&table, Unseen::Missing).unwrap();
    assert_eq!(missing.values(), &Predicted::Classes(vec![1, 0, 0, 0, 0]));
    assert_eq!(missing.unseen().len(), 1);
    let error = mistake(&model, &table, Unseen::Error);
    assert_eq!(error.to_string(), r#"row 2, column "size": "z" was never seen in training"#);
}

#[test]
fn a_row_stays_where_a_branch_per_value_has_none_for_it() {
    let branches = Box::new([LevelBranch { level: 0, branch: 0 }, LevelBranch { level: 1, branch: 1 }]);
    let levels = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let model = stump(ColumnValues::Nominal { levels }, Test::Values { branches });
    let (predictor, table) = (Predictor::new(&model).unwrap(), csv("size\nc\nz\na\n"));
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    // Both leaves together: 3 of 6 are high, 3 low; the first class wins the tie.
    assert_eq!(found.values(), &Predicted::Classes(vec![0, 0, 1]));
    assert_eq!(found.probabilities().unwrap(), [0.5, 0.5, 0.5, 0.5, 0.25, 0.75]);
}

#[test]
fn a_leaf_without_weight_answers_as_the_node_above_it() {
    let mut model = threshold(Meaning::Plain, 2.0);
    let weights = vec![ClassWeight { class: 1, weight: 3.0 }];
    let answers_ = ClassAnswers { classes: 2, starts: vec![0, 0, 1, 1], weights };
    model.tree = Tree::new(model.tree.nodes().to_vec(), Answers::Classes(answers_)).unwrap();
    assert_eq!(answers(&model, "size\n9\n"), ["low"]);
}

#[test]
fn a_table_without_rows_has_no_answers() {
    let table = Table::new(vec![Column::numbers("size", vec![])]).unwrap();
    let predictor = Predictor::new(&threshold(Meaning::Plain, 2.0)).unwrap();
    let found = predictor.predict(&table, Unseen::Error).unwrap();
    assert!(found.is_empty() && found.probabilities().unwrap().is_empty());
}

#[test]
fn a_tree_that_does_not_fit_its_names_is_refused() {
    let refused = |model: &Model| Predictor::new(model).unwrap_err().to_string();
    let mut model = threshold(Meaning::Plain, 2.0);
    model.schema.columns.pop();
    assert_eq!(refused(&model), "the model does not fit together: node 0 asks for a column that has no name");
    let mut model = subset(&["a", "b"], 1);
    model.schema.columns[1].values = ColumnValues::Nominal { levels: vec!["a".into()] };
    assert_eq!(refused(&model), "the model does not fit together: node 0 names a level that its column lacks");
    model.schema.columns[1].values = ColumnValues::Continuous { meaning: Meaning::Plain };
    assert_eq!(
        refused(&model),
        "the model does not fit together: node 0 asks for values that its column does not have"
    );
    model.schema.target.values = TargetKind::Number { meaning: Meaning::Plain };
    assert_eq!(refused(&model), "the model does not fit together: node 0 answers other classes than there are names");
}

/// A chain: every node has a leaf and the next node, down to `depth`.
fn chain(depth: u32, test: impl Fn(u32) -> Test, missing: &Missing) -> Model {
    let mut nodes = Vec::new();
    let mut answers = ClassAnswers { classes: depth + 1, starts: vec![0], weights: Vec::new() };
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
    Model { schema: Schema { columns, target }, settings: None, tree }
}

#[test]
fn a_chain_of_a_hundred_thousand_thresholds_is_walked_to_its_end() {
    let model = chain(100_000, |step| Test::Threshold { cut: f64::from(step) }, &Missing::Branch(1));
    let predictor = Predictor::new(&model).unwrap();
    let table = Table::new(vec![Column::numbers("x", vec![0.0, 1e9, f64::NAN, 50_000.0])]).unwrap();
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    assert_eq!(found.end(0), Some(NodeId(1)));
    assert_eq!((found.end(1), found.end(2)), (Some(NodeId(200_000)), Some(NodeId(200_000))));
    assert_eq!(found.end(3), Some(NodeId(100_001)));
}

#[test]
fn a_long_chain_where_every_row_stays_takes_no_square_of_its_length() {
    let pair = |level, branch| LevelBranch { level, branch };
    let values = |step: u32| Test::Values { branches: Box::new([pair(step, 0), pair(step + 1, 1)]) };
    let model = chain(60_000, values, &Missing::Branch(1));
    let predictor = Predictor::new(&model).unwrap();
    let table = Table::new(vec![Column::categories("x", [Some("never"), Some("l000001"), None])]).unwrap();
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    assert_eq!((found.end(0), found.end(1)), (Some(NodeId(0)), Some(NodeId(3))));
    let shares = found.shares(0);
    assert_eq!((shares.len(), shares[0].share), (60_001, 1.0 / 60_001.0));
    assert!(matches!(
        predictor.predict(&csv("x\na\n"), Unseen::Error).unwrap_err().mistake,
        Mistake::UnseenValue { .. }
    ));
}

#[test]
fn probabilities_beyond_all_memory_are_refused_and_read_row_by_row() {
    let model = chain(100_000, |step| Test::Threshold { cut: f64::from(step) }, &Missing::Branch(1));
    let predictor = Predictor::new(&model).unwrap();
    let table = Table::new(vec![Column::numbers("x", vec![0.5; 2_000])]).unwrap();
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    let error = found.probabilities().unwrap_err();
    assert_eq!(error.to_string(), "2000 rows of 100001 classes make more than 134217728 probabilities");
    assert_eq!(found.shares(1_999).len(), 1);
}
