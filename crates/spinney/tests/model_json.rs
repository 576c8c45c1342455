//! Trees written by hand: what may be left out, what it means, and how mistakes are told.
#![cfg(test)]

/// Random models.
mod forge;
/// How many cases a property is tried on.
mod proof;

use spinney::model::{ColumnValues, Model, TargetKind};
use spinney::table::{Kind, Meaning};
use spinney::tree::{Answers, Cell, ColumnId, Landing, LevelBranch, Missing, Node, NodeId, Row, Test};

struct Cells(Vec<Cell>);

impl Row for Cells {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0[column.place()]
    }
}

fn read(text: &str) -> Model {
    Model::from_json(text).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    Model::from_json(text).expect_err("a mistake").to_string()
}

/// A tree of one split.
fn one(split: &str, children: &[(&str, &str)]) -> String {
    let children: Vec<String> =
        children.iter().map(|(when, node)| format!("{{\"when\": {when}, \"node\": {node}}}")).collect();
    format!("{{\"target\": \"y\", \"tree\": {{\"split\": {split}, \"children\": [{}]}}}}", children.join(", "))
}

/// A tree of one split that is asked of a declared column.
fn declared(column: &str, split: &str, children: &[(&str, &str)]) -> String {
    one(split, children).replacen("\"tree\"", &format!("\"columns\": [{column}], \"tree\""), 1)
}

fn test(model: &Model) -> (Test, Missing) {
    match model.tree().unwrap().node(NodeId::ROOT) {
        Node::Branch { split, .. } => (split.test, split.missing),
        Node::Leaf => panic!("a leaf"),
    }
}

const YES: &str = "{\"predict\": \"Yes\"}";
const NO: &str = "{\"predict\": \"No\"}";

#[test]
fn tennis_by_hand_answers_as_the_book_does() {
    let model = read(
        r#"{"target": "play", "tree": {
            "split": {"column": "outlook"}, "children": [
                {"when": "Sunny", "node": {"split": {"column": "humidity"}, "children": [
                    {"when": "<= 75", "node": {"predict": "Yes", "rows": 2}},
                    {"when": "> 75", "node": {"predict": "No", "rows": 3}}]}},
                {"when": "Overcast", "node": {"counts": {"Yes": 4}}},
                {"when": "Rain", "node": {"counts": {"Yes": 3, "No": 2}}}]}}"#,
    );
    let names: Vec<(&str, Kind)> =
        model.schema().columns.iter().map(|column| (column.name.as_str(), column.kind())).collect();
    assert_eq!(names, [("outlook", Kind::Nominal), ("humidity", Kind::Continuous)]);
    assert_eq!(model.schema().columns[0].levels(), ["Overcast", "Rain", "Sunny"]);
    assert_eq!(model.schema().classes(), ["No", "Yes"]);
    assert_eq!(model.tree().unwrap().rows(NodeId::ROOT), 14.0);
    assert_eq!(model.settings(), None);
    let answer = |outlook, humidity| {
        let landings = model.tree().unwrap().landings(&Cells(vec![Cell::Level(outlook), Cell::Number(humidity)]));
        model.tree().unwrap().majority(landings[0].node).map(|class| model.schema().classes()[class as usize].as_str())
    };
    assert_eq!(answer(0, 90.0), Some("Yes"));
    assert_eq!(answer(1, 90.0), Some("Yes"));
    assert_eq!(answer(2, 75.0), Some("Yes"));
    assert_eq!(answer(2, 75.1), Some("No"));
}

#[test]
fn a_leaf_alone_is_a_tree() {
    let model = read(r#"{"target": "y", "tree": {"predict": "Yes"}}"#);
    assert_eq!(model.tree().unwrap().rows(NodeId::ROOT), 1.0);
    let model = read(r#"{"target": "y", "tree": {"predict": 2.5}}"#);
    assert_eq!(model.schema().target.values, TargetKind::Number { meaning: Meaning::Plain });
}

#[test]
fn kinds_of_tests_are_guessed_from_what_is_said() {
    let threshold = read(&one(r#"{"column": "x", "cut": 2.5}"#, &[("\"> 2.5\"", YES), ("\"<= 2.5\"", NO)]));
    assert_eq!(test(&threshold).0, Test::Threshold { cut: 2.5 });
    // The child of "<=" comes first, however they were written.
    assert_eq!(threshold.tree().unwrap().majority(NodeId(1)), Some(0));
    let values = read(&one(r#"{"column": "x"}"#, &[("\"a\"", YES), ("\"b\"", NO)]));
    assert!(matches!(test(&values).0, Test::Values { .. }));
    let subset = read(&one(r#"{"column": "x"}"#, &[("[\"a\", \"c\"]", YES), ("\"b\"", NO)]));
    let pairs = [(0, 0), (1, 1), (2, 0)].map(|(level, branch)| LevelBranch { level, branch });
    assert_eq!(test(&subset).0, Test::Subset { branches: pairs.into() });
    let grouped = read(&one(r#"{"column": "x"}"#, &[("[\"a\", \"c\"]", YES), ("\"b\"", NO), ("\"d\"", NO)]));
    assert!(matches!(test(&grouped).0, Test::Values { .. }));
    // Values that look like comparisons are values where that is said.
    let named = read(&one(r#"{"column": "x", "kind": "values"}"#, &[("\"<= 1\"", YES), ("\"> 1\"", NO)]));
    assert_eq!(named.schema().columns[0].levels(), ["<= 1", "> 1"]);
    // Numbers and truth values may be values too.
    let bare = read(&one(r#"{"column": "x"}"#, &[("10", YES), ("9", NO), ("true", NO)]));
    assert_eq!(bare.schema().columns[0].levels(), ["9", "10", "true"]);
}

#[test]
fn ordinal_and_hierarchical_columns_are_declared() {
    let ordinal = r#"{"kind": "ordinal", "name": "x", "levels": ["S", "M", "L"]}"#;
    let model = read(&declared(ordinal, r#"{"column": "x", "cut": "M"}"#, &[("\"<= M\"", YES), ("\"> M\"", NO)]));
    assert_eq!(test(&model).0, Test::Cut { level: 1 });
    let towns = r#"{"kind": "hierarchical", "name": "x", "levels": ["Bonn", "Lyon", "Nice"],
        "above": [["Germany"], ["Rhône", "France"], ["Var", "France"]]}"#;
    let split = r#"{"column": "x", "height": 2}"#;
    let model = read(&declared(towns, split, &[("\"France\"", YES), ("{\"at\": \"Germany\"}", NO)]));
    let pairs = [(0, 1), (1, 0), (2, 0)].map(|(level, branch)| LevelBranch { level, branch });
    assert_eq!(test(&model).0, Test::Height { height: 2, branches: pairs.into() });
    let split = r#"{"column": "x", "height": 1}"#;
    let model = read(&declared(towns, split, &[("\"France/Var\"", YES), ("[\"Bonn\"]", NO)]));
    let pairs = [(0, 1), (2, 0)].map(|(level, branch)| LevelBranch { level, branch });
    assert_eq!(test(&model).0, Test::Height { height: 1, branches: pairs.into() });
    let undeclared = error(&one(r#"{"column": "x", "kind": "cut"}"#, &[("\"<= M\"", YES), ("\"> M\"", NO)]));
    let told = "tree.split (line 1): \"cut\" needs to know the values of column \"x\": list it under \"columns\"";
    assert_eq!(undeclared, told);
}

#[test]
fn dates_are_read_as_dates() {
    let day = r#"{"kind": "continuous", "name": "x", "format": "date"}"#;
    let model = read(&declared(day, r#"{"column": "x"}"#, &[("\"<= 1970-01-11\"", YES), ("\"> 1970-01-11\"", NO)]));
    assert_eq!(test(&model).0, Test::Threshold { cut: 10.0 });
    let split = r#"{"column": "x", "cut": 10.5}"#;
    let model = read(&declared(day, split, &[("\"<= 1970-01-11\"", YES), ("\"> 1970-01-11\"", NO)]));
    assert_eq!(test(&model).0, Test::Threshold { cut: 10.5 });
}

#[test]
fn missing_values_go_where_it_is_said() {
    let with = |missing: &str, more: &[(&str, &str)]| {
        let children: Vec<(&str, &str)> = [("\"a\"", YES), ("\"b\"", NO)].iter().chain(more).copied().collect();
        let model = read(&one(&format!("{{\"column\": \"x\"{missing}}}"), &children));
        test(&model).1.clone()
    };
    assert_eq!(with("", &[]), Missing::Surrogates([].into()));
    assert_eq!(with(", \"missing\": \"heaviest\"", &[]), Missing::Surrogates([].into()));
    assert_eq!(with(", \"missing\": 1", &[]), Missing::Branch(1));
    assert_eq!(with(", \"missing\": \"spread\"", &[]), Missing::Spread);
    assert_eq!(with("", &[("{\"missing\": true}", NO)]), Missing::Branch(2));
    // A child's number is its place as it is written: the child of "> 1" is branch 1.
    let swapped = one(r#"{"column": "x", "cut": 1, "missing": 0}"#, &[("\"> 1\"", YES), ("\"<= 1\"", NO)]);
    assert_eq!(test(&read(&swapped)).1, Missing::Branch(1));
    let own = one(r#"{"column": "x"}"#, &[("{\"missing\": true}", NO), ("\"a\"", YES), ("\"b\"", YES)]);
    let model = read(&own);
    let landings = model.tree().unwrap().landings(&Cells(vec![Cell::Missing]));
    assert_eq!(landings, [Landing { node: NodeId(3), share: 1.0 }]);
    assert_eq!(model.tree().unwrap().majority(NodeId(3)), Some(0));
}

#[test]
fn what_inner_nodes_of_a_numeric_tree_do_not_say_follows_from_their_children() {
    let model = read(&one(
        r#"{"column": "x", "cut": 1}"#,
        &[
            ("\"<= 1\"", "{\"rows\": 1, \"mean\": 2, \"squared_error\": 0}"),
            ("\"> 1\"", "{\"rows\": 3, \"mean\": 6, \"squared_error\": 2}"),
        ],
    ));
    let Answers::Numbers(answers) = model.tree().unwrap().answers() else { panic!("classes") };
    assert_eq!(answers.rows, [4.0, 1.0, 3.0]);
    assert_eq!(answers.values, [5.0, 2.0, 6.0]); // (2 + 18) / 4
    assert_eq!(answers.errors, [14.0, 0.0, 2.0]); // 9 + 0 and 3 · 1 + 2
}

#[test]
fn classes_that_look_like_numbers_can_be_declared() {
    let text = r#"{"target": {"name": "y", "classes": [0, 1]}, "tree": {"predict": 1}}"#;
    assert_eq!(read(text).tree().unwrap().majority(NodeId::ROOT), Some(1));
    let ColumnValues::Continuous { meaning } =
        read(&one(r#"{"column": "x", "cut": 1}"#, &[("\"<= 1\"", YES), ("\"> 1\"", NO)])).schema().columns[0].values
    else {
        panic!("numbers")
    };
    assert_eq!(meaning, Meaning::Plain);
}

#[test]
fn mistakes_are_told_with_the_way_to_their_place() {
    let deep = r#"{"target": "y",
 "columns": [{"kind": "continuous", "name": "humidity"}, {"kind": "nominal", "name": "wind", "levels": ["Strong", "Weak"]}],
 "tree": {"split": {"column": "humidity", "cut": 70}, "children": [
   {"when": "<= 70", "node": {"predict": "Yes"}},
   {"when": "> 70", "node": {"split": {"column": "SPLIT"}, "children": [
     {"when": "Strong", "node": {"predict": "No"}},
     {"when": "WHEN", "node": {"predict": "Yes"}}]}}]}}"#;
    let with = |split: &str, when: &str| deep.replace("SPLIT", split).replace("WHEN", when);
    assert!(Model::from_json(&with("wind", "Weak")).is_ok());
    let place = "tree.children[1].node";
    assert_eq!(
        error(&with("wnd", "Weak")),
        format!("{place}.split (line 5): there is no column \"wnd\"; did you mean \"wind\"?")
    );
    assert_eq!(
        error(&with("wind", "Week")),
        format!("{place}.children[1].when (line 7): column \"wind\" has no value \"Week\"; did you mean \"Weak\"?")
    );
    assert_eq!(
        error(&with("wind", "Strong")),
        format!("{place}.children[1].when (line 7): \"Strong\" stands here twice")
    );
    let kind = with("humidity", "Weak")
        .replace("\"column\": \"humidity\"}", "\"column\": \"humidity\", \"kind\": \"values\"}");
    assert_eq!(
        error(&kind),
        format!("{place}.split (line 5): \"values\" cannot be asked of column \"humidity\", which is continuous")
    );
}

#[test]
fn every_other_mistake_has_a_sentence_of_its_own() {
    let cut = |split: &str, low: &str, high: &str| error(&one(split, &[(low, YES), (high, NO)]));
    let names = |split: &str| cut(split, "\"a\"", "\"b\"");
    let leaf = |leaf: &str| error(&format!("{{\"target\": \"y\", \"tree\": {leaf}}}"));
    for (found, told) in [
        (leaf("{\"predicts\": 1}"), "tree (line 1): there is no field \"predicts\" here; did you mean \"predict\"?"),
        (leaf("{\"predict\": 1, \"predict\": 2}"), "tree (line 1): \"predict\" stands here twice"),
        (leaf("{}"), "tree (line 1): \"predict\" or \"mean\" must stand here"),
        (leaf("[]"), "tree (line 1): an object, in braces, must stand here"),
        (leaf("{\"children\": []}"), "tree (line 1): the field \"split\" is missing here"),
        (leaf("{\"counts\": {\"a\": -1}}"), "tree.counts.a (line 1): a number that is not negative must stand here"),
        (leaf("{\"counts\": {\"a\": 1, \"a\": 2}}"), "tree.counts (line 1): \"a\" stands here twice"),
        (leaf("{\"counts\": {\"a\": 0}}"), "line 1: no leaf has any weight, so there is no answer"),
        (
            leaf("{\"counts\": {\"a\": 3, \"b\": 2}, \"predict\": \"b\"}"),
            "tree (line 1): \"predict\" and \"counts\" say different things",
        ),
        (
            leaf("{\"counts\": {\"a\": 3, \"b\": 2}, \"held\": 0.75, \"predict\": \"a\"}"),
            "tree (line 1): \"predict\" and \"held\" say different things",
        ),
        (
            leaf("{\"counts\": {\"a\": 3, \"b\": 2}, \"held\": 1.5}"),
            "tree.held (line 1): the share of the second of two classes, 0 to 1 must stand here",
        ),
        (
            leaf("{\"counts\": {\"a\": 3, \"b\": 2, \"c\": 1}, \"held\": 0.5}"),
            "tree.held (line 1): the share of the second of two classes, 0 to 1 must stand here",
        ),
        (leaf("{\"counts\": {\"a\": 3}, \"rows\": 4}"), "tree (line 1): \"rows\" and \"counts\" say different things"),
        (
            leaf(
                "{\"rows\": 4, \"split\": {\"column\": \"x\", \"cut\": 2}, \"children\": [\
                 {\"when\": \"<= 2\", \"node\": {\"mean\": 3, \"rows\": 2}}, \
                 {\"when\": \"> 2\", \"node\": {\"mean\": 5, \"rows\": 3}}]}",
            ),
            "tree (line 1): \"rows\" and the rows of its branches say different things",
        ),
        (
            leaf("{\"mean\": 3, \"predict\": 4}"),
            "tree.predict (line 1): this and the answer before it say different things",
        ),
        (
            cut("{\"column\": \"x\", \"cut\": 2}", "\"<= 2\"", "\"> 3\""),
            "tree.children[1].when (line 1): this and the cut say different things",
        ),
        (
            cut("{\"column\": \"x\", \"cut\": 2}", "\"<= 2\"", "\"<= 2\""),
            "tree.split (line 1): one branch \"<= …\" and one \"> …\" of the same cut must stand here",
        ),
        (
            cut("{\"column\": \"x\", \"cut\": 2}", "\"< 2\"", "\">= 2\""),
            "tree.children[0].when (line 1): \"<= …\" or \"> …\" must stand here",
        ),
        (
            names("{\"column\": \"x\", \"kind\": \"guess\"}"),
            "tree.split.kind (line 1): \"guess\" is none of cut, height, subset, threshold, values",
        ),
        (
            names("{\"column\": \"x\", \"missing\": \"nowhere\"}"),
            "tree.split.missing (line 1): \"nowhere\" is none of heaviest, spread, surrogates",
        ),
        (
            names("{\"column\": \"x\", \"missing\": 2}"),
            "tree.split.missing (line 1): there is no child 2: there are 2, counted from 0",
        ),
        (
            error(&one("{\"column\": \"x\"}", &[("\"a\"", YES)])),
            "tree (line 1): the tree is not sound: node 0 has 1 branches, which its test does not",
        ),
        (error("{\"target\": \"y\""), "line 1: this is not JSON: a comma or } must stand at character 15 of the line"),
        (
            error("{\"target\": \"y\",\n \"tree\": {,}}"),
            "line 2: this is not JSON: a name in quotes must stand at character 11 of the line",
        ),
        (error("{\"tree\": {\"predict\": 1}}"), "line 1: the field \"target\" is missing here"),
        (error("{\"target\": \"y\"}"), "line 1: the field \"tree\" is missing here"),
        (
            error("{\"target\": \"y\", \"columns\": [{\"kind\": \"nominal\"}], \"tree\": {\"predict\": 1}}"),
            "columns[0] (line 1): missing field `name`",
        ),
        (
            error("{\"target\": \"y\", \"settings\": {\"seeds\": 1}, \"tree\": {\"predict\": 1}}")
                .split(", expected")
                .next()
                .unwrap_or_default()
                .to_owned(),
            "settings (line 1): unknown field `seeds`",
        ),
    ] {
        assert_eq!(found, told);
    }
}

#[test]
fn a_column_is_asked_for_numbers_or_for_names_but_not_both() {
    let text = r#"{"target": "y", "tree": {"split": {"column": "x", "cut": 1}, "children": [
        {"when": "<= 1", "node": {"predict": 1}},
        {"when": "> 1", "node": {"split": {"column": "x"}, "children": [
            {"when": "a", "node": {"predict": 1}}, {"when": "b", "node": {"predict": 2}}]}}]}}"#;
    assert_eq!(error(text), "tree.children[1].node.split (line 3): column \"x\" is asked for numbers and for names");
}

#[test]
fn text_is_read_as_json_says() {
    let text = "\u{feff}{\"target\": \"\\u00e9\\ud83c\\udf32\\n\\/\", \"tree\": {\"predict\": -1.5E+3}}";
    let model = read(text);
    assert_eq!(model.schema().target.name, "é🌲\n/");
    let Answers::Numbers(answers) = model.tree().unwrap().answers() else { panic!("classes") };
    assert_eq!(answers.values, [-1500.0]);
    for bad in [
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "1e999",
        "NaN",
        "tru",
        "\"a",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\t\"",
    ] {
        assert!(
            error(&format!("{{\"target\": \"y\", \"tree\": {{\"predict\": {bad}}}}}")).contains("this is not JSON"),
            "{bad}"
        );
    }
}

#[test]
fn deep_nonsense_is_a_mistake_not_a_crash() {
    let work = || {
        for open in ["[", "{\"a\":", "{\"tree\": [", "{\"target\": \"y\", \"tree\": {\"split\": "] {
            assert!(Model::from_json(&open.repeat(200_000)).is_err());
        }
        let lists = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        for field in ["target", "columns", "settings", "provenance", "tree"] {
            let text = format!("{{\"target\": \"y\", \"{field}\": {lists}, \"tree\": {{\"predict\": 1}}}}");
            assert!(Model::from_json(&text).is_err(), "{field}");
        }
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}

/// Texts near to sound ones: a mistake or a model, never a panic.
#[test]
fn changed_texts_are_mistakes_or_models() {
    let mut chance = forge::Chance(7);
    let mut sound = 0;
    for case in 0..proof::cases(3000).cases {
        let make = if case % 3 == 0 { forge::forest } else { forge::model };
        let text = make(u64::from(case), chance.below(8)).to_json_text();
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=chance.below(3) {
            let (at, length) = (chance.below(letters.len()), chance.below(6));
            let end = (at + length).min(letters.len());
            let new =
                chance.of(&["", "0", "\"", "}", "{", "[", ",", "-1", "null", "\"missing\": ", "1e400", "\\u12", "]"]);
            letters.splice(at..end, new.chars());
        }
        if let Ok(model) = Model::from_json(&letters.iter().collect::<String>()) {
            assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap(), model);
            for tree in model.trees() {
                tree.landings(&forge::row(model.schema(), &mut chance));
            }
            sound += 1;
        }
    }
    assert!(sound > 50, "{sound}");
}

#[test]
fn a_forest_is_written_as_its_trees_are() {
    let text = r#"{"target": "play", "forest": {"trees": [
        {"split": {"column": "windy"}, "children": [
            {"when": "yes", "node": {"predict": "No"}}, {"when": "no", "node": {"predict": "Yes"}}]},
        {"split": {"column": "humidity"}, "children": [
            {"when": "<= 75", "node": {"predict": "Yes"}}, {"when": "> 75", "node": {"predict": "Perhaps"}}]}]}}"#;
    let model = Model::from_json(text).unwrap();
    let names: Vec<&str> = model.schema().columns.iter().map(|column| column.name.as_str()).collect();
    // Columns and classes are those of all trees.
    assert_eq!(
        (names, model.schema().classes()),
        (vec!["windy", "humidity"], &["No", "Perhaps", "Yes"].map(str::to_owned)[..])
    );
    assert_eq!((model.trees().len(), model.forest().unwrap().vote()), (2, spinney::forest::Vote::Mean));
    let told = model.to_json_text();
    assert!(told.contains("\"forest\": {\"vote\": \"mean\", \"trees\": [\n    {\n"), "{told}");
    assert_eq!(Model::from_json(&told).unwrap(), model);
}

#[test]
fn mistakes_in_a_forest_are_told_with_their_places() {
    let told = |forest: &str| {
        Model::from_json(&format!(r#"{{"target": "play", "forest": {forest}}}"#)).unwrap_err().to_string()
    };
    assert_eq!(told(r#"{"trees": []}"#), "line 1: the forest is not sound: it has no tree");
    assert_eq!(told(r#"{"vote": "mean"}"#), "forest (line 1): the field \"trees\" is missing here");
    assert!(told(r#"{"vote": "loudest", "trees": []}"#).starts_with("forest.vote (line 1): unknown variant `loudest`"));
    assert_eq!(
        told(r#"{"vote": "majority", "trees": [{"predict": 1}]}"#),
        "forest (line 1): a majority and answers that are numbers say different things"
    );
    let leaf = r#"{"predict": "Yes"}"#;
    assert_eq!(
        told(&format!(r#"{{"trees": [{leaf}, {{"leaf": 1}}]}}"#)),
        "forest.trees[1] (line 1): there is no field \"leaf\" here; did you mean \"mean\"?"
    );
    let lone = r#"{"split": {"column": "x"}, "children": [{"when": "a", "node": {"predict": "Yes"}}]}"#;
    let lone = told(&format!(r#"{{"trees": [{leaf}, {lone}]}}"#));
    assert!(lone.starts_with("forest.trees[1] (line 1): ") && lone.contains("branches"), "{lone}");
    let beside = format!(r#"{{"target": "y", "pruning": [], "forest": {{"trees": [{leaf}]}}}}"#);
    assert_eq!(Model::from_json(&beside).unwrap_err().to_string(), "line 1: there is no field \"pruning\" here");
    let misfit = Model::from_json(
        r#"{"target": "y", "columns": [{"kind": "continuous", "name": "x"}], "forest": {"trees": [{"predict": "a"},
        {"counts": {"a": 0}}]}}"#,
    );
    assert_eq!(
        misfit.unwrap_err().to_string(),
        "forest.trees[1] (line 2): no leaf has any weight, so there is no answer"
    );
}
