//! Tables to predict that are typed otherwise than the one that was learned from.
#![cfg(test)]

use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::predict::{Predicted, Predictor, Unseen};
use spinney::table::{Column, Meaning, ReadOptions, Table};
use spinney::tree::*;

/// Whether a value of one column goes down the first branch of two: "low" there, "high" in the other.
fn stump(values: ColumnValues, test: Test) -> Model {
    let split = Split { column: ColumnId(1), test, missing: Missing::Branch(1) };
    let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
    let pair = |class, weight| ClassWeight { class, weight };
    let weights = vec![pair(0, 1.0), pair(1, 3.0), pair(0, 2.0)];
    let answers = ClassAnswers::new(2, vec![0, 0, 2, 3], weights);
    let tree = Tree::new(vec![root, Node::Leaf, Node::Leaf], Answers::Classes(answers)).unwrap();
    let unused = ColumnSchema { name: "unused".into(), values: ColumnValues::Continuous { meaning: Meaning::Plain } };
    let columns = vec![unused, ColumnSchema { name: "size".into(), values }];
    let names = vec!["high".into(), "low".into()];
    let target = TargetSchema { name: "answer".into(), values: TargetKind::Classes { names } };
    Model::new(Schema { columns, target }, None, tree).unwrap()
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
    let (predictor, table) = (Predictor::new(model), csv(text));
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    (0..found.len()).map(|row| found.text(row).unwrap()).collect()
}

fn mistake(model: &Model, table: &Table, unseen: Unseen) -> spinney::Error {
    Predictor::new(model).predict(table, unseen).unwrap_err()
}

#[test]
fn a_column_is_found_by_its_name_and_others_are_passed_over() {
    let model = threshold(Meaning::Plain, 2.0);
    assert_eq!(answers(&model, "colour,size,answer\nred,2,low\nblue,2.5,high\n"), ["low", "high"]);
}

#[test]
fn a_leaf_of_one_and_three_gives_a_quarter_and_three_quarters() {
    let (predictor, table) = (Predictor::new(&threshold(Meaning::Plain, 2.0)), csv("size,a\n1,1\n,1\n"));
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
    let predictor = Predictor::new(&model);
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
    let (predictor, table) = (Predictor::new(&model), csv("size\na\nz\nb\nz\ny\n"));
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
    let branches = [LevelBranch { level: 0, branch: 0 }, LevelBranch { level: 1, branch: 1 }].into();
    let levels = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let model = stump(ColumnValues::Nominal { levels }, Test::Values { branches });
    let (predictor, table) = (Predictor::new(&model), csv("size\nc\nz\na\n"));
    let found = predictor.predict(&table, Unseen::AsNode).unwrap();
    // Both leaves together: 3 of 6 are high, 3 low; the first class wins the tie.
    assert_eq!(found.values(), &Predicted::Classes(vec![0, 0, 1]));
    assert_eq!(found.probabilities().unwrap(), [0.5, 0.5, 0.5, 0.5, 0.25, 0.75]);
}

#[test]
fn a_leaf_without_weight_answers_as_the_node_above_it() {
    let mut model = threshold(Meaning::Plain, 2.0);
    let weights = vec![ClassWeight { class: 1, weight: 3.0 }];
    let answers_ = ClassAnswers::new(2, vec![0, 0, 1, 1], weights);
    model = with_tree(&model, Tree::new(model.tree().unwrap().nodes().to_vec(), Answers::Classes(answers_)).unwrap());
    assert_eq!(answers(&model, "size\n9\n"), ["low"]);
}

#[test]
fn a_table_without_rows_has_no_answers() {
    let table = Table::new(vec![Column::numbers("size", vec![])]).unwrap();
    let predictor = Predictor::new(&threshold(Meaning::Plain, 2.0));
    let found = predictor.predict(&table, Unseen::Error).unwrap();
    assert!(found.is_empty() && found.probabilities().unwrap().is_empty());
}

/// The same names for another tree.
fn with_tree(model: &Model, tree: Tree) -> Model {
    Model::new(model.schema().clone(), None, tree).unwrap()
}
