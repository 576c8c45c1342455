//! Bad requests about models: what, where, and what would do.

use crate::mistakes::refused;
use crate::program::{File, run, run_with};

const TENNIS: [&str; 4] = ["fit", "data/tennis.csv", "--target", "play"];

fn tennis_refuses(more: &[&str], expected: &[&str]) {
    refused(&[&TENNIS, more].concat(), expected);
}

#[test]
fn an_unknown_target_or_kept_column_gets_the_nearest_name() {
    refused(
        &["fit", "data/tennis.csv", "-t", "Play"],
        &["data/tennis.csv", "no column \"Play\"", "did you mean \"play\"?"],
    );
    tennis_refuses(&["--keep", "days"], &["no column \"days\"", "did you mean \"day\"?"]);
}

#[test]
fn a_criterion_for_the_other_task_is_named_with_those_that_fit() {
    tennis_refuses(&["--criterion", "mse"], &["mse measures numbers, and this is classification", "--criterion gini"]);
    refused(
        &["fit", "data/penguins.csv", "-t", "body_mass_g", "--preset", "id3", "--criterion", "gain-ratio"],
        &["gain-ratio measures classes, and this is regression", "--criterion mse"],
    );
    let table = File::new("t.csv", b"x,y\n1,2.5\n2,-1.5\n3,4\n");
    refused(
        &["fit", &table.path, "-t", "y", "--task", "regression", "--criterion", "poisson"],
        &["t.csv", "row 2", "-1.5"],
    );
}

#[test]
fn weights_of_classes_that_are_not_there_are_refused() {
    tennis_refuses(&["--class-weight", "yes=2"], &["\"play\" has no class \"yes\"", "did you mean \"Yes\"?"]);
    tennis_refuses(&["--class-weight", "Zebra=2"], &["\"Zebra\"", "the classes are \"No\", \"Yes\""]);
    tennis_refuses(&["--monotone", "wind"], &["\"wind\" is no column with its direction", "age=increasing"]);
    tennis_refuses(&["--monotone", "wind=up"], &["\"wind=up\"", "price=decreasing"]);
    tennis_refuses(&["--monotone", "wind=increasing"], &["column \"wind\": its values have no order", "--ordinal"]);
    tennis_refuses(&["--monotone", "wing=increasing"], &["no column \"wing\"", "did you mean \"wind\"?"]);
    tennis_refuses(&["--interaction", "wind,play"], &["column \"play\": it is not among the columns"]);
    tennis_refuses(&["--class-weight", "2"], &["\"2\"", "balanced"]);
    tennis_refuses(&["--class-weight", "Yes=-1"], &["-1 is no weight"]);
    refused(
        &["fit", "data/penguins.csv", "-t", "body_mass_g", "--class-weight", "balanced"],
        &["learned as a number", "--weight"],
    );
}

#[test]
fn columns_of_weights_that_are_none_are_refused() {
    tennis_refuses(&["--weight", "wind"], &["column \"wind\" holds no numbers"]);
    tennis_refuses(&["--weight", "wnid"], &["no column \"wnid\"", "did you mean \"wind\"?"]);
    let table = File::new("t.csv", b"x,w,y\n1,1,a\n2,-3,b\n");
    refused(&["fit", &table.path, "-t", "y", "--weight", "w"], &["t.csv", "row 2", "-3 is no weight"]);
    refused(&["fit", &table.path, "-t", "w", "--weight", "w"], &["is the target"]);
}

#[test]
fn settings_outside_their_range_are_named() {
    tennis_refuses(&["--min-rows-leaf", "-1"], &["min-rows-leaf is -1"]);
    tennis_refuses(&["--complexity", "nan"], &["complexity is NaN"]);
    tennis_refuses(&["--max-leaves", "0"], &["max-leaves", "at least 1"]);
    for wrong in [["--max-depth", "deep"], ["--zero-gain", "maybe"], ["--preset", "c5"], ["--show-depth", "x"]] {
        assert_eq!(run(&[&TENNIS[..], &wrong].concat()).code, Some(1), "{wrong:?}");
    }
}

#[test]
fn folds_and_fractions_that_cannot_be_are_refused() {
    tennis_refuses(&["--cv", "1"], &["14 rows cannot be dealt into 1 fold", "from 2 folds"]);
    tennis_refuses(&["--cv", "15"], &["15 folds"]);
    tennis_refuses(&["--test-fraction", "1.5"], &["1.5", "between 0 and 1"]);
    tennis_refuses(&["--test", "data/party.csv"], &["data/party.csv", "\"play\""]);
    tennis_refuses(&["--test", "data/tenis.csv"], &["data/tenis.csv", "tennis.csv"]);
    assert_eq!(run(&[&TENNIS[..], &["--cv", "3", "--test-fraction", "0.5"]].concat()).code, Some(1));
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    tennis_refuses(&["--out", "no/such/folder/m.spinney"], &["no/such/folder", "make the directory first"]);
    tennis_refuses(&["--out", "data"], &["data: it is a directory"]);
    tennis_refuses(&["--out", "data/tennis.csv"], &["would be written over"]);
    tennis_refuses(&["--out", "data/../data/tennis.csv"], &["would be written over"]);
}

#[test]
fn a_table_with_nothing_to_learn_from_is_refused() {
    let table = File::new("t.csv", b"y\na\nb\n");
    refused(&["fit", &table.path, "-t", "y"], &["t.csv", "no column is left"]);
}

#[test]
fn what_is_no_model_is_named_with_what_makes_one() {
    for verb in [&["predict", "data/tennis.csv", "data/tennis.csv"][..], &["show", "data/tennis.csv"]] {
        refused(verb, &["data/tennis.csv", "not a Spinney model", "spinney fit"]);
    }
    refused(&["show", "data/tenis.spinney"], &["data/tenis.spinney", "no such file"]);
    refused(&["show", &File::new("m.json", b"{\"target\": \"y\"}").path], &["m.json", "tree"]);
    let cut = File::new("m.spinney", b"");
    run(&[&TENNIS[..], &["--out", &cut.path]].concat());
    let whole = std::fs::read(&cut.path).expect("a model");
    std::fs::write(&cut.path, &whole[..whole.len() / 2]).expect("half a model");
    refused(&["show", &cut.path], &["m.spinney", "ends too early", "save it anew"]);
    std::fs::write(&cut.path, &whole).expect("a model");
    refused(&["predict", "data/tennis.csv", &cut.path], &["not a Spinney model"]);
    refused(&["score", &cut.path, &cut.path], &["it is a Spinney model", "a model stands before it"]);
}

#[test]
fn a_mistake_in_a_tree_by_hand_has_its_place() {
    let tree =
        File::new("t.json", b"{\"target\": \"y\", \"tree\": {\"split\": {\"column\": \"x\"}, \"children\": [\n]}}");
    refused(&["show", &tree.path], &["t.json", "line 1"]);
}

#[test]
fn a_table_without_the_models_columns_is_refused_with_near_names() {
    let model = File::new("m.spinney", b"");
    run(&[&TENNIS[..], &["--preset", "id3", "--out", &model.path]].concat());
    let table = File::new("t.csv", b"Outlook,humidity,wind\nRain,High,Weak\n");
    refused(&["predict", &model.path, &table.path], &["t.csv", "\"outlook\" (did you mean \"Outlook\"?)"]);
    refused(&["score", &model.path, "data/party.csv"], &["data/party.csv", "no column \"play\""]);
    refused(
        &["explain", &model.path, "data/tennis.csv", "--row", "15"],
        &["there is no row 15: the table has 14 rows"],
    );
    assert_eq!(run(&["explain", &model.path, "data/tennis.csv", "--row", "0"]).code, Some(1));
}

#[test]
fn what_a_number_cannot_have_is_refused() {
    let model = File::new("m.json", br#"{"target": "rent", "tree": {"predict": 5}}"#);
    refused(&["predict", &model.path, "data/tennis.csv", "--proba"], &["\"rent\" is a number"]);
    refused(&["show", &model.path, "--as", "formula"], &["m.json", "the target is a number", "--as rules"]);
    refused(&["show", &model.path, "--as", "png", "--scale", "-2"], &["--scale is -2"]);
}

#[test]
fn answers_are_not_written_under_a_name_that_misleads() {
    let model = File::new("m.json", br#"{"target": "rent", "tree": {"predict": 5}}"#);
    for (name, hint) in [("a.parquet", ".csv"), ("a.csv.gz", ".csv"), ("a.json", "--json")] {
        let out = model.path.replace("m.json", name);
        refused(&["predict", &model.path, "data/tennis.csv", "--out", &out], &["written as CSV", hint]);
        assert!(!std::path::Path::new(&out).exists());
    }
}

#[test]
fn text_where_the_model_wants_numbers_is_named_with_its_row() {
    let model = File::new(
        "m.json",
        br#"{"target": "y", "tree": {"split": {"column": "x"}, "children": [
        {"when": "<= 1", "node": {"predict": "a"}}, {"when": "> 1", "node": {"predict": "b"}}]}}"#,
    );
    let run = run_with(&["predict", &model.path, "-"], b"x\n1\nn/a\n");
    assert_eq!(run.code, Some(1));
    assert!(run.talk.contains("row 2, column \"x\": \"n/a\" is not a number"), "{}", run.talk);
    assert_eq!(run_with(&["predict", &model.path, "-", "--missing", "n/a"], b"x\n1\nn/a\n").code, Some(0));
}
