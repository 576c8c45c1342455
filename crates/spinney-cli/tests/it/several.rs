//! Several targets: learned together, kept in one file, answered one beside the other.

use serde_json::Value;

use crate::program::{place, run};

fn fit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["fit", "data/penguins.csv", "--target", "species,sex"], more].concat()
}

#[test]
fn both_targets_are_answered_and_scored_as_fit_says() {
    for more in
        [&["--max-depth", "3"][..], &["--model", "forest", "--trees", "7"], &["--model", "extra-trees", "--trees", "7"]]
    {
        let (_folder, path) = place("both.spinney");
        let found = run(&[&fit(&["--json", "--out", &path])[..], more].concat()).json();
        let targets = found["targets"].as_array().expect("a list");
        assert_eq!(targets.len(), 2);
        assert_eq!((&targets[0]["target"], &targets[1]["target"]), (&Value::from("species"), &Value::from("sex")));
        assert_eq!(targets[0]["nodes"], targets[1]["nodes"]);
        assert_eq!(targets[0]["rows_without_target"], 11);
        let scores = run(&["score", &path, "data/penguins.csv", "--json"]).json();
        // Two rows of all have a species and no sex: they were not learned from.
        assert_eq!(scores[1]["accuracy"], targets[1]["train"]["accuracy"]);
        assert_eq!(scores[1]["target"], "sex");
        let one = run(&["score", &path, "data/penguins.csv", "--json", "--target", "sex"]).json();
        assert_eq!(one["accuracy"], scores[1]["accuracy"]);
        let answers = run(&["predict", &path, "data/penguins.csv", "--proba"]).out;
        assert!(
            answers.starts_with(
                "species,P(species=Adelie),P(species=Chinstrap),P(species=Gentoo),sex,P(sex=female),P(sex=male)\n"
            ),
            "{}",
            &answers[..99]
        );
        assert_eq!(answers.lines().count(), 345);
        // A pipe gives the same, and so does the model written as text.
        let table = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/penguins.csv")).expect("the table");
        let piped = crate::program::run_with(&["predict", &path, "-", "--proba"], &table);
        assert!(piped.out == answers, "{}", piped.talk);
        let (_other, text) = place("both.json");
        assert_eq!(run(&["show", &path, "--as", "json", "--out", &text]).code, Some(0));
        assert_eq!(run(&["predict", &text, "data/penguins.csv", "--proba"]).out, answers);
        let together = run(&["predict", &path, "data/penguins.csv", "--json"]).json();
        assert_eq!(together["targets"][1]["predictions"].as_array().map(Vec::len), Some(344));
        let leaves = run(&["predict", &path, "data/penguins.csv", "--leaves"]);
        assert_eq!(leaves.out.lines().count(), 345);
        let worth = run(&["explain", &path, "--importance", "--json"]).json();
        assert_eq!(worth.as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn folds_and_rows_held_out_are_scored_for_each_target() {
    for more in [&["--cv", "3"][..], &["--test-fraction", "0.3"], &["--test", "data/penguins.csv"]] {
        let found = run(&fit(&[&["--json", "--max-depth", "3"], more].concat())).json();
        for target in found["targets"].as_array().expect("a list") {
            let accuracy = &target["test"]["accuracy"];
            let accuracy = accuracy["mean"].as_f64().or(accuracy.as_f64()).expect("a figure");
            assert!((0.6..1.0).contains(&accuracy), "{target}");
        }
    }
}

#[test]
fn numbers_are_learned_together_too() {
    let (_folder, path) = place("bills.spinney");
    let args = ["fit", "data/penguins.csv", "--target", "bill_length_mm,bill_depth_mm", "--out", &path];
    let shown = run(&args);
    assert!(shown.out.contains("bill_length_mm, bill_depth_mm: 342 rows"), "{}", shown.out);
    assert!(shown.out.contains("pruned:"), "{}", shown.out);
    let scores = run(&["score", &path, "data/penguins.csv", "--json"]).json();
    for target in 0..2 {
        assert!(scores[target]["r2"].as_f64().is_some_and(|r2| r2 > 0.5), "{scores}");
    }
    let row = run(&["explain", &path, "data/penguins.csv", "--row", "1"]).out;
    assert!(row.contains("bill_length_mm") && row.contains("row 1: bill_depth_mm"), "{row}");
}

#[test]
fn what_is_for_one_target_says_so() {
    let (_folder, path) = place("both.spinney");
    assert_eq!(run(&fit(&["--max-depth", "2", "--out", &path])).code, Some(0));
    let cases: [(&[&str], &str); 12] = [
        (&["show", &path, "--as", "svg"], "answers several targets: species, sex"),
        (&["show", &path, "--target", "island"], "it answers no target \"island\""),
        (&["prune", &path, "data/penguins.csv"], "answers several targets: species, sex"),
        (&["tune", "data/penguins.csv", "--target", "species,sex"], "tune is for one target, and --target names 2"),
        (&["compare", "data/penguins.csv", "--target", "species,sex"], "compare is for one target"),
        (&fit(&["--class-weight", "balanced"]), "--class-weight is for one target"),
        (&fit(&["--model", "forest", "--sample-groups", "sex"]), "--sample-groups: \"sex\" is the target"),
        (&fit(&["--model", "forest", "--sample-each", "rarest"]), "--sample-each is for one target"),
        (&fit(&["--prune", "mdl"]), "mdl is for one target, and there are several"),
        (&["fit", "data/penguins.csv", "--target", "species,bill_length_mm"], "one tree learns targets of one kind"),
        (&["fit", "data/penguins.csv", "--target", "species,species"], "this target is named twice"),
        (&["fit", "data/penguins.csv", "--target", "species,sexx"], "sexx"),
    ];
    for (args, message) in cases {
        let run = run(args);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.talk.contains(message), "{args:?}: {}", run.talk);
    }
    let drawn = run(&["explain", &path, "--importance", "--plot", "x.svg"]);
    assert!(drawn.talk.contains("--plot draws one target"), "{}", drawn.talk);
}
