//! What is asked of one tree: a forest must say which of its trees is meant.

use crate::program::{File, run};

/// Two trees: one asks the outlook, the other the humidity.
fn forest() -> File {
    let text = br#"{"target": "play", "forest": {"trees": [
        {"split": {"column": "outlook", "kind": "subset"}, "children": [
            {"when": ["Sunny"], "node": {"counts": {"No": 3, "Yes": 2}}},
            {"when": ["Overcast", "Rain"], "node": {"counts": {"No": 2, "Yes": 7}}}]},
        {"split": {"column": "humidity", "kind": "values"}, "children": [
            {"when": "High", "node": {"counts": {"No": 4, "Yes": 3}}},
            {"when": "Normal", "node": {"counts": {"No": 1, "Yes": 6}}}]}]}}"#;
    File::new("forest.json", text)
}

const ASKED: [&[&str]; 4] = [
    &["show"],
    &["show", "--as", "rules"],
    &["explain", "data/tennis.csv", "--row", "1"],
    &["prune", "data/tennis.csv", "--merge"],
];

fn with<'a>(asked: &[&'a str], model: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&asked[..1], &[model], &asked[1..], more].concat()
}

#[test]
fn a_forest_is_refused_where_one_tree_is_asked_and_the_flag_is_named() {
    let file = forest();
    for asked in ASKED {
        let run = run(&with(asked, &file.path, &[]));
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(
            run.talk.contains("forest.json: the model is a forest of 2 trees, and this is asked of one tree"),
            "{run:?}"
        );
        assert!(run.talk.contains("--tree 0 … --tree 1"), "{run:?}");
    }
}

#[test]
fn one_tree_of_a_forest_is_shown_explained_and_pruned() {
    let file = forest();
    for asked in ASKED {
        let run = run(&with(asked, &file.path, &["--tree", "1"]));
        assert_eq!(run.code, Some(0), "{run:?}");
    }
    let shown = |number: &str| run(&["show", &file.path, "--tree", number]).out;
    assert!(shown("0").contains("outlook") && !shown("0").contains("humidity"), "{}", shown("0"));
    assert!(shown("1").contains("humidity") && !shown("1").contains("outlook"), "{}", shown("1"));
    let beyond = run(&["show", &file.path, "--tree", "2"]);
    assert_eq!(beyond.code, Some(1));
    assert!(beyond.talk.contains("there is no tree 2: the model has 2 trees, counted from 0"), "{beyond:?}");
}

#[test]
fn as_json_a_forest_is_shown_whole() {
    let file = forest();
    assert!(run(&["show", &file.path, "--as", "json"]).out.contains("\"forest\": {\"vote\": \"mean\""));
    assert!(run(&["show", &file.path, "--as", "json", "--tree", "0"]).out.contains("\"tree\": {"));
}
