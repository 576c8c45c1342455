//! Trees without a target: `--model isolation` and `--model embedding`.

use crate::program::{File, run, run_with};

/// Forty rows near each other, and one far off.
fn table() -> File {
    let rows = (0..40).fold("x,y\n".to_owned(), |text, row| text + &format!("{}.5,{}\n", row % 7, row % 5));
    File::new("t.csv", (rows + "900,-70\n").as_bytes())
}

fn fitted(table: &File, more: &[&str]) -> File {
    let model = File::new("m.spinney", b"");
    let run = run(&[&["fit", &table.path, "--out", &model.path][..], more].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    model
}

#[test]
fn an_isolation_forest_scores_the_odd_row_highest_and_calls_it_an_outlier() {
    let table = table();
    let model = fitted(&table, &["--model", "isolation", "--contamination", "0.02"]);
    let told = run(&["predict", &model.path, &table.path]).out;
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!((lines[0], lines.len()), ("score,outlier", 42));
    let score = |line: &str| line.split(',').next().and_then(|score| score.parse::<f64>().ok()).expect("a score");
    assert!(lines[41].ends_with(",yes") && lines[1..41].iter().all(|line| line.ends_with(",no")), "{told}");
    assert!(lines[1..41].iter().all(|line| score(line) < score(lines[41])));
    let json = run(&["predict", &model.path, &table.path, "--json"]).json();
    assert_eq!((&json["outliers"][40], &json["rows"]), (&true.into(), &41.into()));
    let plain = fitted(&table, &["--model", "isolation", "--sample", "16", "--trees", "7"]);
    assert!(run_with(&["predict", &plain.path, "-"], b"y,x\n1,2\n").out.starts_with("score\n0."));
    let shown = run(&["fit", &table.path, "--model", "isolation", "--sample", "16", "--json"]).json();
    assert_eq!(
        (&shown["rows_per_tree"], &shown["settings"]["sample"]["count"], &shown["depth"]),
        (&16.into(), &16.into(), &4.into())
    );
    assert_eq!(shown["offset"], -0.5);
}

#[test]
fn totally_random_trees_answer_the_numbers_of_their_leaves() {
    let table = table();
    let model = fitted(&table, &["--model", "embedding", "--trees", "3", "--max-depth", "2"]);
    let told = run(&["predict", &model.path, &table.path]).out;
    assert!(told.starts_with("leaf_0,leaf_1,leaf_2\n"));
    assert_eq!(told, run(&["predict", &model.path, &table.path, "--leaves"]).out);
    assert!(run(&["predict", &model.path, &table.path, "--paths"]).out.starts_with("path_0,path_1,path_2\n0 "));
}

#[test]
fn a_model_without_a_target_can_be_shown_kept_as_json_and_not_scored() {
    let table = table();
    let model = fitted(&table, &["--model", "isolation", "--trees", "3"]);
    let text = run(&["show", &model.path, "--as", "json"]).out;
    let copy = File::new("copy.json", text.as_bytes());
    let scores = |model: &File| run(&["predict", &model.path, &table.path]).out;
    assert_eq!(scores(&copy), scores(&model));
    assert!(run(&["show", &model.path, "--tree", "1"]).out.starts_with("depth: "));
    let scored = run(&["score", &model.path, &table.path]);
    assert_eq!(scored.code, Some(1));
    assert!(scored.talk.contains("grown without a target"), "{}", scored.talk);
}

#[test]
fn flags_that_say_nothing_here_and_a_target_that_is_missing_are_told() {
    let table = table();
    let refused = |more: &[&str], part: &str| {
        let run = run(&[&["fit", &table.path][..], more].concat());
        assert!(run.code == Some(1) && run.talk.contains(part), "{run:?}");
    };
    refused(&["--model", "isolation", "-t", "x"], "--target says nothing to trees without a target");
    refused(&["--model", "embedding", "--contamination", "0.1"], "--contamination says nothing");
    for (flag, value) in [
        ("--min-share-leaf", "0.1"),
        ("--min-share-split", "0.1"),
        ("--min-tree-gain", "0.1"),
        ("--quantile", "0.9"),
        ("--monotone", "x=increasing"),
        ("--missing-last", "true"),
        ("--interaction", "x"),
        ("--prune-alpha", "0.1"),
        ("--sample-groups", "x"),
        ("--sample-strata", "x"),
        ("--sample-each", "3"),
    ] {
        refused(&["--model", "isolation", flag, value], &format!("{flag} says nothing to trees without a target"));
    }
    refused(&["--model", "isolation", "--contamination", "0.7"], "contamination");
    refused(&["--model", "isolation", "--sample", "2.5"], "neither a share up to 1 nor a whole number of rows");
    refused(&["-t", "x", "--contamination", "0.1"], "--contamination is for --model isolation");
    refused(&[], "--target is missing");
    let compared = run(&["compare", &table.path]);
    assert!(compared.code == Some(1) && compared.talk.contains("--target"), "{compared:?}");
}
