//! Why one row gets its answer, and what would have changed it, by hand.
#![cfg(test)]

use spinney::explain::{Change, Explanation, Holds, RowAnswer, Why, explain_row};
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::predict::Unseen;
use spinney::table::{Meaning, ReadOptions, Table};
use spinney::tree::*;

const TENNIS: &str = include_str!("../../../data/tennis.csv");

fn column(name: &str, levels: &[&str]) -> ColumnSchema {
    let levels = levels.iter().map(|level| (*level).to_owned()).collect();
    ColumnSchema { name: name.to_owned(), values: ColumnValues::Nominal { levels } }
}

fn per_value(column: u32, levels: u32, first: u32, missing: Missing) -> Node {
    let branches = (0..levels).map(|level| LevelBranch { level, branch: level }).collect();
    let split = Split { column: ColumnId(column), test: Test::Values { branches }, missing };
    Node::Branch { split, branches: Branches { first: NodeId(first), count: levels } }
}

/// The tree of the lecture: outlook; then wind where it rains, humidity where it is sunny.
fn tennis(missing: &Missing) -> Model {
    let nodes = vec![
        per_value(0, 3, 1, missing.clone()),
        Node::Leaf,
        per_value(2, 2, 4, missing.clone()),
        per_value(1, 2, 6, missing.clone()),
        Node::Leaf,
        Node::Leaf,
        Node::Leaf,
        Node::Leaf,
    ];
    let pair = |class, weight| ClassWeight { class, weight };
    let weights = vec![pair(1, 4.0), pair(0, 2.0), pair(1, 3.0), pair(0, 3.0), pair(1, 2.0)];
    let answers = ClassAnswers::new(2, vec![0, 0, 1, 1, 1, 2, 3, 4, 5], weights);
    let columns = vec![
        column("outlook", &["Overcast", "Rain", "Sunny"]),
        column("humidity", &["High", "Normal"]),
        column("wind", &["Strong", "Weak"]),
    ];
    let names = vec!["No".to_owned(), "Yes".to_owned()];
    let target = TargetSchema { name: "play".to_owned(), values: TargetKind::Classes { names } };
    let tree = Tree::new(nodes, Answers::Classes(answers)).unwrap();
    Model::new(Schema { columns, target }, None, tree).unwrap()
}

fn explained(model: &Model, text: &str, row: usize) -> Explanation {
    let table = Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap();
    explain_row(model, &table, row, Unseen::AsNode).unwrap()
}

#[test]
fn the_first_day_is_not_for_tennis_and_this_is_why() {
    let found = explained(&tennis(&Missing::Branch(0)), TENNIS, 0);
    let expected = "\
row 1: play = No (probability 1)

node 0: 14 rows (Yes 9, No 5)
  outlook = Sunny
node 3: 5 rows (No 3, Yes 2)
  humidity = High
node 6: 3 rows (No 3), the end

what would have changed the answer
  outlook Overcast instead of Sunny: Yes (probability 1); 1 other value would change it too
  humidity Normal instead of High: Yes (probability 1)
";
    assert_eq!(found.to_string(), expected);
}

#[test]
fn a_program_reads_the_same_as_json() {
    let json = serde_json::to_value(explained(&tennis(&Missing::Branch(0)), TENNIS, 0)).unwrap();
    assert_eq!(json["answer"]["class"], "No");
    assert_eq!(json["steps"][1]["holds"]["classes"][0]["weight"], 3.0);
    assert_eq!((&json["steps"][1]["value"], &json["steps"][1]["why"]), (&"High".into(), &"value".into()));
    assert_eq!((&json["changes"][1]["column"], &json["changes"][1]["to"]), (&"humidity".into(), &"Normal".into()));
    assert_eq!((&json["ends"][0]["node"], &json["tried_all"]), (&6.into(), &true.into()));
}

#[test]
fn a_rainy_day_depends_on_the_wind_and_on_the_sky() {
    // Rain, Normal, Strong: No. Under any other sky the humidity would be normal, and they would play.
    let found = explained(&tennis(&Missing::Branch(0)), TENNIS, 5);
    let told: Vec<String> = found.changes.iter().map(Change::to_string).collect();
    assert_eq!(
        told,
        [
            "outlook Overcast instead of Rain: Yes (probability 1); 1 other value would change it too",
            "wind Weak instead of Strong: Yes (probability 1)",
        ]
    );
}

#[test]
fn a_sky_that_nobody_knows_is_answered_by_the_root() {
    let found = explained(&tennis(&Missing::Branch(0)), "outlook,humidity,wind\nFog,High,Weak\n", 0);
    assert_eq!(found.steps[0].why, Why::Stays);
    assert_eq!(found.ends[0].node, NodeId(0));
    let expected = "node 0: 14 rows (Yes 9, No 5)\n  outlook is Fog, which training rows never had here; \
                    the node itself answers";
    assert_eq!(found.steps[0].to_string(), expected);
    assert_eq!(found.changes[0].to_string(), "outlook Sunny instead of Fog: No (probability 1)");
}

#[test]
fn a_missing_sky_is_spread_over_all_and_every_way_is_told() {
    let found = explained(&tennis(&Missing::Spread), "outlook,humidity,wind\n,High,Weak\n", 0);
    // 4/14 and 5/14 say yes, 5/14 say no.
    let RowAnswer::Class { class, probability, .. } = &found.answer else { panic!("a class") };
    assert_eq!((class.as_str(), *probability), ("Yes", 4.0 / 14.0 + 5.0 / 14.0));
    let ends: Vec<(u32, f64)> = found.ends.iter().map(|end| (end.node.0, end.share)).collect();
    assert_eq!(ends, [(1, 4.0 / 14.0), (5, 5.0 / 14.0), (6, 5.0 / 14.0)]);
    assert_eq!(found.steps[0].why, Why::Spread);
    assert_eq!(found.steps[2].to_string(), "node 3: 5 rows (No 3, Yes 2), 0.3571 of the row\n  humidity = High");
    // Only a sunny day would turn it; neither wind nor humidity alone.
    let told: Vec<String> = found.changes.iter().map(Change::to_string).collect();
    assert_eq!(
        told,
        [
            "outlook Sunny instead of no value: No (probability 1)",
            "wind Strong instead of Weak: No (probability 0.7143)"
        ]
    );
}

/// Two cuts of one column: low answers 1, the middle 2, high 1 again; the rest is for `more`.
fn ladder(missing: &Missing, linear: bool) -> Model {
    let node = |cut, first| {
        let split = Split { column: ColumnId(0), test: Test::Threshold { cut }, missing: missing.clone() };
        Node::Branch { split, branches: Branches { first: NodeId(first), count: 2 } }
    };
    let nodes = vec![node(10.0, 1), Node::Leaf, node(20.0, 3), Node::Leaf, Node::Leaf];
    let model = LinearModel {
        base: 1.0,
        terms: vec![Term { column: ColumnId(0), slope: -0.5, centre: 8.0 }],
        low: 0.0,
        high: 2.0,
    };
    let answers = NumberAnswers {
        rows: vec![6.0, 2.0, 4.0, 2.0, 2.0],
        values: vec![1.5, 1.0, 1.5, 2.0, 1.0],
        errors: vec![1.5, 0.0, 1.0, 0.0, 0.0],
        linear: if linear { vec![(NodeId(1), model)] } else { vec![] },
    };
    let tree = Tree::new(nodes, Answers::Numbers(answers)).unwrap();
    let number = || ColumnValues::Continuous { meaning: Meaning::Plain };
    let columns = ["size", "other"].map(|name| ColumnSchema { name: name.to_owned(), values: number() }).to_vec();
    let target = TargetSchema { name: "y".to_owned(), values: TargetKind::Number { meaning: Meaning::Plain } };
    Model::new(Schema { columns, target }, None, tree).unwrap()
}

#[test]
fn the_nearest_cut_counts_and_a_stretch_with_the_same_answer_is_passed_over() {
    let model = ladder(&Missing::Branch(0), false);
    let change = |value: &str| {
        let found = explained(&model, &format!("size\n{value}\n"), 0).changes;
        found.iter().map(|change| (change.to.clone(), change.distance)).collect::<Vec<_>>()
    };
    assert_eq!(change("13"), [("≤ 10".to_owned(), Some(3.0))]);
    assert_eq!(change("19"), [("> 20".to_owned(), Some(20.0_f64.next_up() - 19.0))]);
    assert_eq!(change("25"), [("≤ 20".to_owned(), Some(5.0))]);
    assert_eq!(change("10"), [("> 10".to_owned(), Some(10.0_f64.next_up() - 10.0))]);
    assert_eq!(change("inf"), [("≤ 20".to_owned(), Some(f64::INFINITY))]);
}

#[test]
fn from_an_endless_value_the_first_stretch_on_the_way_counts() {
    let mut model = ladder(&Missing::Branch(0), false);
    let Answers::Numbers(mut answers) = model.tree().unwrap().answers().clone() else { panic!("numbers") };
    answers.values[1] = 3.0; // all three stretches differ
    model = with_tree(&model, Tree::new(model.tree().unwrap().nodes().to_vec(), Answers::Numbers(answers)).unwrap());
    assert_eq!(explained(&model, "size\ninf\n", 0).changes[0].to, "≤ 20");
    assert_eq!(explained(&model, "size\n-inf\n", 0).changes[0].to, "> 10");
}

#[test]
fn a_value_never_seen_by_a_subset_goes_with_the_heaviest_branch() {
    let mut model = tennis(&Missing::Branch(0));
    let mut nodes = model.tree().unwrap().nodes().to_vec();
    if let Node::Branch { split, .. } = &mut nodes[3] {
        let pair = |level| LevelBranch { level, branch: level };
        split.test = Test::Subset { branches: [pair(0), pair(1)].into() };
    }
    model = with_tree(&model, Tree::new(nodes, model.tree().unwrap().answers().clone()).unwrap());
    let found = explained(&model, "outlook,humidity,wind\nSunny,Damp,Weak\n", 0);
    assert_eq!(found.steps[1].why, Why::Unseen);
    let text = "humidity is Damp, which training rows never had here; the heaviest branch: humidity = High";
    assert!(found.steps[1].to_string().ends_with(text));
}

#[test]
fn conditions_are_worded_by_the_kind_of_their_test() {
    let pair = |level, branch| LevelBranch { level, branch };
    let levels: Vec<String> = ["Bonn", "Köln", "Lyon"].map(str::to_owned).to_vec();
    let above = [vec!["Germany"], vec!["Germany"], vec!["France"]];
    let above = above.map(|path| path.into_iter().map(str::to_owned).collect()).to_vec();
    let told = |values: ColumnValues, test: Test, value: &str| {
        let mut schema = ladder(&Missing::Branch(0), false).schema().clone();
        schema.columns[0].values = values;
        let split = Split { column: ColumnId(0), test, missing: Missing::Branch(0) };
        let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
        let answers =
            NumberAnswers { rows: vec![2.0, 1.0, 1.0], values: vec![0.0; 3], errors: vec![0.0; 3], linear: vec![] };
        let tree = Tree::new(vec![root, Node::Leaf, Node::Leaf], Answers::Numbers(answers)).unwrap();
        let model = Model::new(schema, None, tree).unwrap();
        explained(&model, &format!("size\n{value}\n"), 0).steps[0].condition.clone().unwrap()
    };
    let branches: List<LevelBranch> = [pair(0, 0), pair(1, 0), pair(2, 1)].into();
    let places = ColumnValues::Hierarchical { levels: levels.clone(), above };
    assert_eq!(told(places, Test::Height { height: 1, branches: branches.clone() }, "Köln"), "size in Germany");
    let names = || ColumnValues::Nominal { levels: levels.clone() };
    assert_eq!(told(names(), Test::Subset { branches: branches.clone() }, "Köln"), "size in {Bonn, Köln}");
    assert_eq!(told(names(), Test::Subset { branches }, "Lyon"), "size = Lyon");
    let order = ColumnValues::Ordinal { levels };
    assert_eq!(told(order, Test::Cut { level: 1 }, "Lyon"), "size > Köln");
    let days = ColumnValues::Continuous { meaning: Meaning::Date };
    assert_eq!(told(days, Test::Threshold { cut: 1.0 }, "1970-01-05"), "size > 1970-01-02");
    let number = ColumnValues::Continuous { meaning: Meaning::Plain };
    assert_eq!(told(number, Test::Threshold { cut: f64::INFINITY }, "5"), "size is known");
}

#[test]
fn a_missing_number_is_told_the_first_stretch_that_changes_the_answer() {
    let model = ladder(&Missing::Branch(0), false);
    let found = explained(&model, "size,b\n,1\n", 0);
    assert_eq!(found.changes[0].to_string(), "size > 10 and ≤ 20 instead of no value: 2");
    assert_eq!(found.steps[0].to_string(), "node 0: 6 rows (answer 1.5)\n  size is missing, and goes with size ≤ 10");
    let Holds::Numbers { deviation, .. } = found.steps[0].holds else { panic!("numbers") };
    assert_eq!(deviation, Some(0.5));
}

#[test]
fn a_linear_leaf_shows_its_formula() {
    let found = explained(&ladder(&Missing::Branch(0), true), "size\n9\n", 0);
    assert_eq!(found.ends[0].formula.as_deref(), Some("1 − 0.5 (size − 8)"));
    assert_eq!(found.answer.to_string(), "0.5");
}

#[test]
fn a_column_that_stands_in_for_a_missing_one_is_named_and_can_change_the_answer() {
    let test = Test::Threshold { cut: 1.5 };
    let surrogate = Surrogate { column: ColumnId(1), test, to: [1, 0].into(), agreement: 5.0 };
    let model = ladder(&Missing::Surrogates([surrogate].into()), false);
    let found = explained(&model, "size,other\n,1\n", 0);
    assert_eq!(found.steps[0].why, Why::Surrogate("other ≤ 1.5".to_owned()));
    let told: Vec<String> = found.changes.iter().map(Change::to_string).collect();
    assert_eq!(told, ["size > 10 and ≤ 20 instead of no value: 2"]);
    let nothing = explained(&model, "size,other\n,\n", 0);
    assert_eq!(nothing.steps[0].why, Why::NoSurrogate);
}

#[test]
fn a_row_that_is_not_there_and_a_wrong_value_are_mistakes_with_their_place() {
    let model = ladder(&Missing::Branch(0), false);
    let table = Table::from_csv(b"size\n1\nbig\n", &ReadOptions::new()).unwrap();
    let error = explain_row(&model, &table, 2, Unseen::AsNode).unwrap_err();
    assert_eq!(error.to_string(), "there is no row 3: the table has 2 rows");
    let error = explain_row(&model, &table, 1, Unseen::AsNode).unwrap_err();
    assert_eq!(error.to_string(), r#"row 2, column "size": "big" is not a number"#);
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_is_explained_in_time() {
    let depth = 100_000_u32;
    let mut nodes = Vec::new();
    for step in 0..depth {
        let split = Split {
            column: ColumnId(step % 2),
            test: Test::Threshold { cut: f64::from(step) },
            missing: Missing::Branch(1),
        };
        if step > 0 {
            nodes.push(Node::Leaf);
        }
        nodes.push(Node::Branch { split, branches: Branches { first: NodeId(2 * step + 1), count: 2 } });
    }
    nodes.extend([Node::Leaf, Node::Leaf]);
    let mut answers = ClassAnswers::new(depth, vec![0], Vec::new());
    for (place, node) in nodes.iter().enumerate() {
        if matches!(node, Node::Leaf) {
            let class = if place % 4 == 1 { 0 } else { place as u32 / 2 % depth };
            answers.weights.push(ClassWeight { class, weight: 1.0 });
        }
        answers.starts.push(answers.weights.len() as u32);
    }
    let mut schema = ladder(&Missing::Branch(0), false).schema().clone();
    schema.target.values = TargetKind::Classes { names: (0..depth).map(|class| format!("c{class}")).collect() };
    let model = Model::new(schema, None, Tree::new(nodes, Answers::Classes(answers)).unwrap()).unwrap();
    let found = explained(&model, "size,other\n1e9,1e9\n", 0);
    assert_eq!(found.steps.len(), depth as usize);
    // Every other leaf answers as the last one does: along the first column nothing changes, which takes too long to try.
    let told: Vec<&str> = found.changes.iter().map(|change| change.to.as_str()).collect();
    assert_eq!((told, found.tried_all), (vec!["≤ 99999"], false));
}

/// The same names for another tree.
fn with_tree(model: &Model, tree: Tree) -> Model {
    Model::new(model.schema().clone(), None, tree).unwrap()
}
