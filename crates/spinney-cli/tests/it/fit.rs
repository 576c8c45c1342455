//! `spinney fit`: trees, scores, settings, files.

use std::fmt::Write as _;
use std::path::Path;

use crate::program::{File, run, run_with};

const TENNIS: [&str; 4] = ["fit", "data/tennis.csv", "--target", "play"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// A folder of its own, and the path of a model in it.
fn model() -> (File, String) {
    let file = File::new("model.spinney", b"");
    std::fs::remove_file(&file.path).expect("a new file");
    let path = file.path.clone();
    (file, path)
}

#[test]
fn tennis_by_id3_is_the_tree_of_the_lectures() {
    let run = run(&with(&TENNIS, &["--preset", "id3"]));
    assert_eq!((run.code, run.talk.as_str()), (Some(0), ""));
    for line in [
        "├─ = Overcast             Yes     100 %   0    4     4",
        "│  ├─ = Strong            No      100 %   2    0     2",
        "   └─ = Normal            Yes     100 %   0    2     2",
        "! day: identifier-like: 14 values in 14 rows; left out of learning (--keep overrides)",
    ] {
        assert!(run.out.lines().any(|shown| shown == line), "{line}\n{}", run.out);
    }
}

#[test]
fn a_kept_identifier_is_learned_from_and_makes_a_leaf_for_each_row() {
    let fit = run(&with(&TENNIS, &["--preset", "id3", "--keep", "day", "--json"])).json();
    assert_eq!((&fit["leaves"], &fit["depth"]), (&14.into(), &1.into()));
    let fit = run(&with(&TENNIS, &["--preset", "id3", "--json"])).json();
    assert_eq!((&fit["leaves"], &fit["left_out"]), (&5.into(), &serde_json::json!(["day"])));
    assert_eq!(fit["columns"], serde_json::json!(["outlook", "humidity", "wind"]));
}

#[test]
fn the_document_tells_model_rows_size_time_scores_and_settings() {
    let fit = run(&with(&TENNIS, &["--preset", "id3", "--json"])).json();
    assert_eq!((&fit["model"], &fit["rows"], &fit["nodes"]), (&"tree".into(), &14.into(), &8.into()));
    assert!(fit["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0));
    assert_eq!(fit["train"]["accuracy"], 1.0);
    assert_eq!((&fit["settings"]["criterion"], &fit["preset"]), (&"entropy".into(), &"id3".into()));
    for absent in ["test", "out"] {
        assert!(fit.get(absent).is_none(), "{absent}");
    }
}

#[test]
fn every_setting_can_be_set_and_is_stored_in_the_model() {
    let flags = [
        ("--criterion", "gain-ratio", "criterion", "\"gain-ratio\""),
        ("--nominal-split", "values", "nominal", "\"values\""),
        ("--threshold", "random", "threshold", "\"random\""),
        ("--missing-policy", "own", "missing", "\"own\""),
        ("--missing-last", "true", "missing-last", "true"),
        ("--max-depth", "3", "max-depth", "3"),
        ("--min-rows-leaf", "1.5", "min-rows-leaf", "1.5"),
        ("--min-rows-split", "3", "min-rows-split", "3.0"),
        ("--min-gain", "0.01", "min-gain", "0.01"),
        ("--min-share-leaf", "0.05", "min-share-leaf", "0.05"),
        ("--min-share-split", "0.1", "min-share-split", "0.1"),
        ("--min-tree-gain", "0.001", "min-tree-gain", "0.001"),
        ("--zero-gain", "false", "zero-gain", "false"),
        ("--max-leaves", "7", "max-leaves", "7"),
        ("--acceptable-error", "0.1", "acceptable-error", "0.1"),
        ("--complexity", "0.02", "complexity", "0.02"),
        ("--collapse", "true", "collapse", "true"),
        ("--leaf", "median", "leaf", "\"median\""),
        ("--conventions", "j48", "conventions", "\"j48\""),
        ("--seed", "9", "seed", "9"),
    ];
    let (_folder, path) = model();
    let mut args = with(&TENNIS, &["--json", "--out", &path]);
    args.extend(flags.iter().flat_map(|flag| [flag.0, flag.1]));
    let fit = run(&args).json();
    let shown = run(&["show", &path, "--as", "json"]).json();
    for (flag, _, name, value) in flags {
        assert_eq!(fit["settings"][name].to_string(), value, "{flag}");
        assert_eq!(shown["settings"][name].to_string(), value, "{flag}");
    }
}

#[test]
fn a_flag_changes_a_single_setting_of_a_preset_and_none_lifts_a_limit() {
    let fit = |more: &[&str]| run(&with(&["fit", "data/penguins.csv", "-t", "species", "--json"], more)).json();
    let rpart = fit(&["--preset", "rpart"]);
    assert_eq!((&rpart["settings"]["max-depth"], &rpart["settings"]["min-rows-leaf"]), (&30.into(), &7.0.into()));
    let lifted = fit(&["--preset", "rpart", "--max-depth", "none"]);
    assert!(lifted["settings"]["max-depth"].is_null());
    assert_eq!(lifted["settings"]["min-rows-leaf"], 7.0);
    assert_eq!(fit(&["--max-depth", "0"])["leaves"], 1);
    assert!(fit(&["--max-leaves", "3"])["leaves"].as_u64() <= Some(3));
}

#[test]
fn without_a_preset_leaves_have_five_rows_and_the_settings_are_printed() {
    let run = run(&["fit", "data/penguins.csv", "-t", "species"]);
    let settings = "settings: criterion gini, nominal-split subset, missing-policy learned,\n  min-rows-leaf 5, min-rows-value 10, prune cost-complexity, prune-risk gini,\n  prune-folds 10, prune-rule best\n";
    assert!(run.out.contains(settings), "{}", run.out);
}

#[test]
fn mean_absolute_error_goes_with_medians_unless_told_otherwise() {
    let leaf = |more: &[&str]| {
        let args = with(&["fit", "data/penguins.csv", "-t", "body_mass_g", "--json", "--criterion", "mae"], more);
        run(&args).json()["settings"]["leaf"].clone()
    };
    assert_eq!((leaf(&[]), leaf(&["--leaf", "mean"])), ("median".into(), "mean".into()));
}

#[test]
fn a_share_means_a_quantile_and_friedman_means_mse() {
    let fit = |more: &[&str]| run(&with(&["fit", "data/penguins.csv", "-t", "body_mass_g", "--json"], more)).json();
    let leaf = |more: &[&str]| fit(more)["settings"]["leaf"].to_string();
    assert_eq!(leaf(&["--quantile", "0.9"]), r#"{"quantile":0.9}"#);
    assert_eq!(leaf(&["--leaf", "quantile"]), r#"{"quantile":0.5}"#);
    assert_eq!(leaf(&["--criterion", "mae", "--leaf", "quantile", "--quantile", "0.25"]), r#"{"quantile":0.25}"#);
    for word in ["friedman", "friedman-mse", "mse"] {
        assert_eq!(fit(&["--criterion", word])["settings"]["criterion"], "mse");
    }
    let wrong = run(&["fit", "data/penguins.csv", "-t", "body_mass_g", "--leaf", "mean", "--quantile", "0.9"]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.talk.contains("--quantile is for --leaf quantile"), "{}", wrong.talk);
    let shown = run(&["fit", "data/penguins.csv", "-t", "body_mass_g", "--quantile", "0.9"]).out;
    assert!(shown.contains("leaf quantile, quantile 0.9"), "{shown}");
}

#[test]
fn rows_held_out_are_scored_and_the_model_is_that_of_the_others() {
    let (_folder, path) = model();
    let args = ["fit", "data/penguins.csv", "-t", "species", "--test-fraction", "0.25", "--json", "--out", &path];
    let fit = run(&args).json();
    assert_eq!((&fit["rows"], &fit["train"]["rows"], &fit["test"]["rows"]), (&258.into(), &258.into(), &86.into()));
    assert_eq!((&fit["test"]["by"], &fit["test"]["fraction"]), (&"fraction".into(), &0.25.into()));
    assert_eq!(run(&["show", &path, "--as", "json"]).json()["tree"]["rows"], 258);
    assert!(fit["test"]["accuracy"].as_f64() > Some(0.9));
}

#[test]
fn folds_are_scored_and_the_model_is_that_of_all_rows() {
    let fit = run(&["fit", "data/penguins.csv", "-t", "species", "--cv", "5", "--json"]).json();
    let test = &fit["test"];
    assert_eq!((&fit["rows"], &test["folds"], &test["rows"]), (&344.into(), &5.into(), &344.into()));
    let each: Vec<f64> =
        test["each"].as_array().expect("folds").iter().filter_map(|fold| fold["accuracy"].as_f64()).collect();
    let mean = each.iter().sum::<f64>() / 5.0;
    let sd = (each.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 4.0).sqrt();
    assert!((test["accuracy"]["mean"].as_f64().expect("a mean") - mean).abs() < 1e-12);
    assert!((test["accuracy"]["sd"].as_f64().expect("a deviation") - sd).abs() < 1e-12 && sd > 0.0);
}

#[test]
fn another_table_is_asked() {
    let fit =
        run(&["fit", "data/tennis.csv", "-t", "play", "--preset", "id3", "--test", "data/tennis.csv", "--json"]).json();
    assert_eq!(fit["test"]["by"], "file");
    assert_eq!((&fit["test"]["file"], &fit["test"]["accuracy"]), (&"data/tennis.csv".into(), &1.0.into()));
}

#[test]
fn the_same_seed_holds_out_the_same_rows_and_another_others() {
    let fit = |seed: &str| {
        let mut fit =
            run(&["fit", "data/penguins.csv", "-t", "body_mass_g", "--test-fraction", "0.5", "--seed", seed, "--json"])
                .json();
        fit["seconds"].take();
        fit
    };
    assert_eq!(fit("1"), fit("1"));
    assert_ne!(fit("1")["test"], fit("2")["test"]);
}

#[test]
fn equal_inputs_give_equal_files_whatever_the_threads() {
    let bytes = |threads: &str, table: &str| {
        let (_folder, path) = model();
        let args =
            ["fit", table, "-t", "species", "--out", &path, "--threads", threads, "--missing-policy", "fractions"];
        assert_eq!(run(&args).code, Some(0));
        std::fs::read(&path).expect("a model")
    };
    let first = bytes("1", "data/penguins.csv");
    assert_eq!(first, bytes("1", "data/penguins.csv"));
    assert_eq!(first, bytes("2", "data/penguins.csv"));
    let copy = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/penguins.csv")).expect("a table");
    assert_eq!(first, bytes("2", &File::new("elsewhere.csv", &copy).path), "no path in the file");
}

#[test]
fn a_model_kept_as_json_is_the_same_model() {
    let (_one, path) = model();
    let (_two, json) = model();
    let json = json.replace(".spinney", ".json");
    run(&with(&TENNIS, &["--out", &path]));
    run(&with(&TENNIS, &["--out", &json]));
    assert_eq!(run(&["show", &path, "--as", "json"]).out, std::fs::read_to_string(&json).expect("JSON"));
    assert_eq!(run(&["show", &json]).out, run(&["show", &path]).out);
}

#[test]
fn whole_weights_count_as_copies() {
    let once = File::new("t.csv", b"x,w,y\n1,2,a\n2,1,b\n3,1,b\n4,3,a\n");
    let copies = File::new("t.csv", b"x,y\n1,a\n1,a\n2,b\n3,b\n4,a\n4,a\n4,a\n");
    let tree = |table: &str, more: &[&str]| {
        let (_folder, path) = model();
        assert_eq!(run(&with(&["fit", table, "-t", "y", "--preset", "cart", "--out", &path], more)).code, Some(0));
        run(&["show", &path, "--as", "json"]).json()
    };
    let (weighed, copied) = (tree(&once.path, &["--weight", "w"]), tree(&copies.path, &[]));
    assert_eq!(weighed["tree"], copied["tree"]);
    assert_eq!(weighed["columns"], copied["columns"], "the weights are not learned from");
}

#[test]
fn balanced_classes_weigh_the_same_and_given_factors_what_they_say() {
    let weights = |more: &[&str]| {
        let fit = with(&TENNIS, &["--max-depth", "0", "--json"]);
        let (_folder, path) = model();
        assert_eq!(run(&with(&fit, &with(&["--out", &path], more))).code, Some(0));
        run(&["show", &path, "--as", "json"]).json()["tree"]["counts"].clone()
    };
    let balanced = weights(&["--class-weight", "balanced"]);
    let of = |class: &str| balanced[class].as_f64().expect("a weight");
    assert!((of("No") - 7.0).abs() < 1e-6 && (of("Yes") - 7.0).abs() < 1e-6, "{balanced}");
    assert_eq!(weights(&["--class-weight", "No=3"]), serde_json::json!({"No": 15, "Yes": 9}));
}

#[test]
fn rows_without_a_target_are_left_out_and_that_is_said() {
    let table = File::new("t.csv", b"x,y\n1,a\n2,\n3,b\n4,b\n");
    let fit = run(&["fit", &table.path, "-t", "y", "--preset", "cart"]);
    assert!(fit.out.contains("  1 row without a target left out\n"), "{}", fit.out);
    let fit = run(&["fit", &table.path, "-t", "y", "--preset", "cart", "--json"]).json();
    assert_eq!((&fit["rows"], &fit["rows_without_target"]), (&3.into(), &1.into()));
}

#[test]
fn a_large_tree_is_folded_and_all_of_it_is_shown_on_request() {
    let mut rows = String::from("x,y\n");
    for row in 0..300 {
        writeln!(rows, "{row}.5,{}", row * row * 7919 % 1009 % 2).expect("a row");
    }
    let table = File::new("t.csv", rows.as_bytes());
    let shown = |more: &[&str]| run(&with(&["fit", &table.path, "-t", "y", "--preset", "cart"], more)).out;
    let folded = shown(&[]);
    assert!(folded.contains("--show-depth all shows the whole tree"), "{folded}");
    assert!(folded.contains(" leaves") && folded.lines().count() < 90, "{folded}");
    let whole = shown(&["--show-depth", "all"]);
    assert!(!whole.contains("folded") && whole.lines().count() > 150, "{whole}");
    assert!(shown(&["--show-depth", "1"]).contains("(folded below depth 1 of "));
    let tree = folded.lines().skip(4).chain(whole.lines().skip(4)).filter(|line| !line.starts_with('('));
    assert!(tree.map(|line| line.chars().count()).all(|width| width <= 80));
}

#[test]
fn standard_input_teaches_like_a_file() {
    let text = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/tennis.csv")).expect("a table");
    let piped = run_with(&["fit", "-", "--target", "play", "--preset", "c45"], &text).out;
    let read = run(&with(&TENNIS, &["--preset", "c45"])).out;
    assert_eq!(piped.lines().skip(1).collect::<Vec<_>>(), read.lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn talk_about_the_file_is_on_standard_error_and_quiet_is_quiet() {
    let (_folder, path) = model();
    let said = run(&with(&TENNIS, &["--out", &path]));
    assert!(said.talk.contains("model.spinney") && !said.out.contains("model.spinney"), "{said:?}");
    assert_eq!(run(&with(&TENNIS, &["--out", &path, "--quiet"])).talk, "");
}
