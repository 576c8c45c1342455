//! Rows of forests drawn by groups and strata, classes that weigh the same, trees that are pruned.

use crate::program::run;

const FIT: [&str; 11] =
    ["fit", "data/penguins.csv", "-t", "species", "--model", "forest", "--trees", "8", "--json", "--seed", "3"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

#[test]
fn what_is_drawn_is_stored_in_the_model_and_told() {
    let settings = |more: &[&str]| run(&with(&FIT, more)).json()["settings"].clone();
    assert_eq!(settings(&["--sample-groups", "island"])["sample-by"], "groups");
    assert_eq!(settings(&["--sample-strata", "target"])["sample-by"], "strata");
    assert_eq!(settings(&["--sample-strata", "island"])["sample-by"], "strata");
    assert_eq!(settings(&["--sample-each", "rarest"])["sample-by"], "balanced");
    assert_eq!(
        settings(&["--sample-each", "20", "--sample-strata", "year"])["sample-by"].to_string(),
        r#"{"each":20}"#
    );
    assert_eq!(settings(&["--class-weight", "balanced-subsample"])["balance"], true);
    assert_eq!(settings(&["--prune-alpha", "0.01"])["prune-alpha"], 0.01);
    assert!(settings(&[])["sample-by"].is_null() && settings(&[])["balance"].is_null());
    let told = |more: &[&str]| run(&with(&with(&["fit", "data/penguins.csv", "-t", "species"], &FIT[4..8]), more)).out;
    let words = told(&["--sample-groups", "island", "--class-weight", "balanced-subsample", "--prune-alpha", "0.01"]);
    for word in ["sample-groups island", "class-weight balanced-subsample", "prune-alpha 0.01"] {
        assert!(words.contains(word), "{words}");
    }
    assert!(told(&["--sample-each", "rarest"]).contains("sample-strata target, sample-each rarest"));
}

#[test]
fn a_column_of_groups_is_not_learned_from_and_one_of_strata_is() {
    let columns = |more: &[&str]| run(&with(&FIT, more)).json()["columns"].as_array().map(Vec::len);
    let all = columns(&[]).unwrap();
    assert_eq!(columns(&["--sample-groups", "island"]), Some(all - 1));
    assert_eq!(columns(&["--sample-strata", "island"]), Some(all));
}

#[test]
fn what_is_for_forests_is_refused_for_one_tree_and_a_row_without_a_group_is_named() {
    for flag in
        [["--sample-groups", "island"], ["--sample-strata", "target"], ["--sample-each", "5"], ["--prune-alpha", "0.1"]]
    {
        let run = run(&with(&["fit", "data/penguins.csv", "-t", "species"], &flag));
        assert_eq!(run.code, Some(1));
        assert!(run.talk.contains(&format!("{} is for forests", flag[0])), "{}", run.talk);
    }
    let run_with = |more: &[&str]| run(&with(&FIT, more));
    let missing = run_with(&["--sample-groups", "sex"]).talk;
    assert!(missing.contains("\"sex\"") && missing.contains("the row has no group"), "{missing}");
    let unknown = run_with(&["--sample-groups", "patient"]).talk;
    assert!(unknown.contains("patient"), "{unknown}");
    let target = run_with(&["--sample-groups", "species"]).talk;
    assert!(target.contains("is the target"), "{target}");
    assert!(run_with(&["--sample-each", "0"]).talk.contains("sample-each"));
    assert!(run_with(&["--sample-each", "few"]).talk.contains("neither a whole number nor rarest"));
}

#[test]
fn for_one_tree_a_balanced_subsample_is_balanced() {
    let tree = |how: &str| {
        let args = ["fit", "data/penguins.csv", "-t", "species", "--json", "--class-weight", how];
        run(&args).json()["train"].clone()
    };
    assert_eq!(tree("balanced"), tree("balanced-subsample"));
}

#[test]
fn forests_are_compared_and_tuned_as_their_rows_are_drawn() {
    let compare = ["compare", "data/penguins.csv", "-t", "species", "--models", "tree", "--models", "forest:trees=3"];
    let found = run(&with(&compare, &["--cv", "3", "--sample-each", "rarest", "--json"])).json();
    assert!(found.to_string().contains(r#""sample-by":"balanced""#), "{found}");
    let tune =
        ["tune", "data/penguins.csv", "-t", "species", "--model", "forest", "--trees", "3", "--cv", "3", "--json"];
    let found = run(&with(&tune, &["--depths", "3", "--leaf-rows", "1", "--sample-strata", "target"])).json();
    assert!(found.to_string().contains(r#""sample-by":"strata""#), "{found}");
}
