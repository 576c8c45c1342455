//! Forests: grown, kept, asked, compared, tuned; what columns are worth.

use serde_json::Value;

use crate::program::{File, place, run, run_with};

const SPECIES: [&str; 6] = ["fit", "data/penguins.csv", "--target", "species", "--model", "forest"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// A small forest of penguins, in a file.
fn forest(more: &[&str]) -> (File, String) {
    let (folder, path) = place("forest.spinney");
    let run = run(&with(&SPECIES, &with(&["--trees", "20", "--out", &path], more)));
    assert_eq!(run.code, Some(0), "{run:?}");
    (folder, path)
}

#[test]
fn a_forest_is_grown_kept_asked_and_scored() {
    let (_folder, path) = forest(&[]);
    let fit = run(&with(&SPECIES, &["--trees", "20", "--json"])).json();
    let score = run(&["score", &path, "data/penguins.csv", "--json"]).json();
    assert_eq!(score["accuracy"], fit["train"]["accuracy"]);
    let answers = run(&["predict", &path, "data/penguins.csv", "--proba"]);
    assert_eq!(answers.out.lines().count(), 345);
    assert!(answers.out.starts_with("species,P(Adelie),P(Chinstrap),P(Gentoo)\nAdelie,"), "{}", &answers.out[..99]);
    let shown = run(&["show", &path, "--tree", "19"]);
    assert!(shown.out.starts_with("species: "), "{shown:?}");
}

#[test]
fn a_few_rows_are_answered_as_many_are() {
    // One row is asked of the file as it lies, all of them of the compiled forest.
    let row = |place: u32| format!("{},{}", place * 37 % 101, place * 53 % 89);
    let far = |place: u32| if place * 37 % 101 + place * 53 % 89 > 95 { "far" } else { "near" };
    let rows: Vec<String> = (0..60).map(|place| format!("{},{}", row(place), far(place))).collect();
    let table = File::new("t.csv", format!("x,y,where\n{}\n", rows.join("\n")).as_bytes());
    let (_folder, path) = place("m.spinney");
    let fit = ["fit", &table.path, "-t", "where", "--model", "forest", "--trees", "20", "--out", &path];
    assert_eq!(run(&fit).code, Some(0));
    let many = run(&["predict", &path, &table.path, "--proba"]);
    let mut answers = many.out.lines();
    let names = answers.next().expect("a head");
    for (row, answer) in rows.iter().zip(answers) {
        let piece = format!("x,y,where\n{row}\n");
        let one = run_with(&["predict", &path, "-", "--proba"], piece.as_bytes());
        assert_eq!((one.out, one.talk), (format!("{names}\n{answer}\n"), String::new()), "{row}");
    }
}

#[test]
fn the_same_bytes_come_of_any_number_of_threads() {
    for model in ["forest", "extra-trees"] {
        let bytes = |threads: &str| {
            let (_folder, path) = place("m.spinney");
            let fit =
                ["fit", "data/penguins.csv", "-t", "sex", "--model", model, "--trees", "30", "--threads", threads];
            assert_eq!(run(&with(&fit, &["--out", &path])).code, Some(0));
            std::fs::read(&path).expect("a model")
        };
        assert_eq!(bytes("1"), bytes("2"), "{model}");
    }
}

#[test]
fn the_report_tells_settings_size_columns_and_the_score_out_of_bag() {
    let run = run(&with(&SPECIES, &["--trees", "20"]));
    assert_eq!((run.code, run.talk.as_str()), (Some(0), ""));
    for line in [
        "settings: trees 20, columns-per-split sqrt, sample 1, replacement true,",
        "  vote mean, criterion gini, nominal-split subset, missing-policy learned,",
        "  min-rows-value 10, seed 0",
        " out of bag   344    0.9767    0.9706    0.1752  0.9953",
    ] {
        assert!(run.out.lines().any(|shown| shown == line), "{line}\n{}", run.out);
    }
    assert!(run.out.contains("a forest of 20 trees: ") && run.out.contains("█"), "{}", run.out);
    assert!(run.out.contains("not grown from it)\n"), "{}", run.out);
}

#[test]
fn rows_that_were_never_out_of_bag_are_told() {
    let run = run(&with(&SPECIES, &["--trees", "2"]));
    assert!(run.out.contains("rows were never so"), "{}", run.out);
    let fit = crate::program::run(&with(&SPECIES, &["--trees", "2", "--json"])).json();
    let rows = |field: &str| fit["out_of_bag"][field].as_u64().expect("a count");
    assert_eq!(rows("rows") + rows("never"), 344);
}

#[test]
fn extra_trees_see_all_rows_and_say_so() {
    let fit = ["fit", "data/penguins.csv", "-t", "body_mass_g", "--model", "extra-trees", "--trees", "9"];
    let told = run(&fit);
    assert!(told.out.contains("threshold random") && told.out.contains("replacement false"), "{}", told.out);
    assert!(told.out.contains("none was out of bag") && told.out.contains("impurity"), "{}", told.out);
    let json = run(&with(&fit, &["--json"])).json();
    assert!(json.get("out_of_bag").is_none() && json["importance"][0].get("debiased").is_none(), "{json}");
    // A share alone is drawn in the way of the model.
    let sample = |more: &[&str]| run(&with(&with(&fit, &["--json"]), more)).json()["settings"]["sample"].clone();
    assert_eq!(sample(&[]), "all");
    assert_eq!(sample(&["--sample", "0.5"]), serde_json::json!({"part": 0.5}));
    assert_eq!(sample(&["--replacement", "true"]), serde_json::json!({"bootstrap": 1.0}));
}

#[test]
fn the_document_of_a_forest_tells_trees_size_scores_importance_and_its_end() {
    let fit = run(&with(&SPECIES, &["--trees", "20", "--json"])).json();
    assert_eq!((&fit["model"], &fit["trees"], &fit["ended"]), (&"forest".into(), &20.into(), &"complete".into()));
    assert_eq!(fit["settings"]["tree"]["columns-per-split"], "sqrt");
    assert_eq!(fit["out_of_bag"]["rows"], 344);
    for field in ["nodes", "leaves", "depth"] {
        assert!(fit[field].as_u64().is_some_and(|size| size > 1), "{field}");
    }
    for figure in ["accuracy", "accuracy_of_votes", "log_loss"] {
        assert!(fit["out_of_bag"][figure].is_f64(), "{figure}");
    }
    let importance = fit["importance"].as_array().expect("a list");
    assert_eq!((importance.len(), &importance[0]["column"]), (7, &"bill_length_mm".into()));
    let means: Vec<f64> = importance.iter().map(|worth| worth["debiased"]["mean"].as_f64().expect("a mean")).collect();
    assert!(means.is_sorted_by(|one, two| one >= two), "{means:?}");
    assert!(importance[0]["debiased"]["interval"]["low"].as_f64() < importance[0]["debiased"]["mean"].as_f64());
    for absent in ["pruning", "unpruned", "test"] {
        assert!(fit.get(absent).is_none(), "{absent}");
    }
}

#[test]
fn every_setting_of_a_forest_can_be_set_and_is_stored_in_the_model() {
    let flags = [
        ("--trees", "7", "/trees", "7"),
        ("--columns-per-split", "0.4", "/tree/columns-per-split", "{\"share\":0.4}"),
        ("--count-constant", "true", "/tree/count-constant", "true"),
        ("--columns-per-tree", "5", "/columns-per-tree", "{\"count\":5}"),
        ("--sample", "0.6", "/sample", "{\"part\":0.6}"),
        ("--replacement", "false", "/sample", "{\"part\":0.6}"),
        ("--vote", "majority", "/vote", "\"majority\""),
        ("--min-rows-leaf", "2", "/tree/min-rows-leaf", "2.0"),
        ("--seed", "5", "/tree/seed", "5"),
    ];
    let (_folder, path) = place("f.spinney");
    let mut args = with(&SPECIES, &["--out", &path]);
    args.extend(flags.iter().flat_map(|flag| [flag.0, flag.1]));
    let told = run(&args);
    assert_eq!(told.code, Some(0), "{told:?}");
    let model = run(&["show", &path, "--as", "json"]).json();
    for (flag, value, field, stored) in flags {
        assert_eq!(model["settings"].pointer(field).map(Value::to_string).as_deref(), Some(stored), "{flag}");
        let words = format!("{} {value}", &flag[2..]);
        assert!(told.out.contains(&words), "{words}\n{}", told.out);
    }
    for word in ["sqrt", "log2", "third", "all"] {
        let fit = run(&with(&SPECIES, &["--trees", "1", "--columns-per-split", word])).out;
        assert!(fit.contains(&format!("columns-per-split {word}")), "{fit}");
    }
}

#[test]
fn a_preset_says_how_the_trees_are_grown() {
    let fit = run(&[
        "fit",
        "data/tennis.csv",
        "-t",
        "play",
        "--model",
        "forest",
        "--preset",
        "c45",
        "--trees",
        "9",
        "--json",
    ]);
    let fit = fit.json();
    let tree = &fit["settings"]["tree"];
    assert_eq!((&tree["criterion"], &tree["nominal"]), (&"gain-ratio".into(), &"values".into()));
    assert_eq!((&tree["columns-per-split"], &fit["preset"]), (&"sqrt".into(), &"c45".into()));
    let extra = ["fit", "data/tennis.csv", "-t", "play", "--model", "extra-trees", "--preset", "cart", "--json"];
    assert_eq!(run(&extra).json()["settings"]["tree"]["threshold"], "random");
    assert_eq!(run(&with(&extra, &["--threshold", "best"])).json()["settings"]["tree"]["threshold"], "best");
}

#[test]
fn growth_ends_when_the_score_settles_or_the_time_is_up_and_that_is_said() {
    let settled = run(&with(&SPECIES, &["--trees", "400", "--settle", "--json"])).json();
    assert_eq!((&settled["ended"], &settled["settings"]["trees"]), (&"settled".into(), &400.into()));
    let trees = settled["trees"].as_u64().expect("a count");
    assert!(trees.is_multiple_of(20) && (80..400).contains(&trees), "{trees}");
    let told = run(&with(&SPECIES, &["--trees", "400", "--settle"])).out;
    assert!(told.contains("(no more of the 400 trees were grown: the score out of bag had settled)"), "{told}");
    let (_folder, path) = place("f.spinney");
    let short = run(&with(&SPECIES, &["--trees", "200000", "--budget", "0.2s", "--out", &path, "--cv", "2"]));
    assert!(short.out.contains("(no more of the 200,000 trees were grown: the time was up)"), "{short:?}");
    assert!(short.out.contains("2 folds"), "{short:?}");
    assert_eq!(run(&["score", &path, "data/penguins.csv"]).code, Some(0));
}

#[test]
fn a_forest_that_needs_more_memory_than_is_allowed_is_refused() {
    let (_folder, path) = place("f.spinney");
    let refused = run(&with(&SPECIES, &["--trees", "5000", "--max-memory", "800K", "--out", &path]));
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused.talk.contains("data/penguins.csv: 5000 trees take about ")
            && refused.talk.contains("800 KB are allowed"),
        "{refused:?}"
    );
    assert!(refused.talk.contains("--max-memory") && refused.talk.contains("--min-rows-leaf"), "{refused:?}");
    assert!(!std::path::Path::new(&path).exists());
    assert_eq!(run(&with(&SPECIES, &["--trees", "20", "--max-memory", "1GiB"])).code, Some(0));
}

#[test]
fn what_makes_no_sense_is_told_with_what_would_do() {
    let tree = &["fit", "data/penguins.csv", "--target", "species"][..];
    let forest = &SPECIES[..];
    let cases: [(&[&str], &[&str], &[&str]); 17] = [
        (tree, &["--trees", "5"], &["--trees is for forests, and --model tree was asked for", "--model forest"]),
        (tree, &["--columns-per-tree", "2"], &["--columns-per-tree is for forests"]),
        (tree, &["--settle"], &["--settle is for forests"]),
        (tree, &["--budget", "1m"], &["--budget is for forests"]),
        (tree, &["--max-memory", "1G"], &["--max-memory is for forests"]),
        (tree, &["--model", "grove"], &["invalid value 'grove'", "extra-trees"]),
        (
            forest,
            &["--prune", "mdl"],
            &["--prune is for one tree, and --model forest was asked for", "--min-rows-leaf"],
        ),
        (forest, &["--prune-folds", "5"], &["--prune-folds is for one tree"]),
        (forest, &["--show-depth", "3"], &["--show-depth is for one tree", "show MODEL --tree 0"]),
        (forest, &["--trees", "0"], &["trees is 0", "at least 1"]),
        (forest, &["--sample", "1.5", "--replacement", "false"], &["sample is 1.5", "above 0 and at most 1"]),
        (forest, &["--sample", "-1.5"], &["sample is -1.5", "above 0 and finite"]),
        (forest, &["--columns-per-split", "2.5"], &["neither sqrt, log2, third, all"]),
        (forest, &["--columns-per-split", "0"], &["neither sqrt, log2, third, all"]),
        (forest, &["--max-memory", "lots"], &["no size such as 500M or 2G"]),
        (forest, &["--budget", "soon"], &["no time such as 30s, 5m or 1h"]),
        (
            &["fit", "data/penguins.csv", "--target", "species", "--model", "extra-trees"],
            &["--settle"],
            &["settling needs rows that trees are not grown from", "--replacement true"],
        ),
    ];
    for (args, more, told) in cases {
        let run = run(&with(args, more));
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{more:?}");
        for words in told {
            assert!(run.talk.contains(words), "{more:?}: {words}\n{}", run.talk);
        }
    }
    assert_eq!(run(&with(forest, &["--trees", "3", "--prune", "none"])).code, Some(0));
}

#[test]
fn importance_is_told_in_text_with_bars_that_fit_the_line() {
    let (_folder, path) = forest(&[]);
    let told = run(&["explain", &path, "--importance"]);
    assert_eq!((told.code, told.talk.as_str()), (Some(0), ""), "{told:?}");
    assert!(told.out.lines().all(|line| line.chars().count() <= 80), "{}", told.out);
    let first = told.out.lines().nth(4).expect("a line");
    assert!(first.starts_with(" bill_length_mm") && first.contains('█') && first.contains(" to "), "{first}");
    assert!(told.out.contains("favours columns of many values"), "{}", told.out);
    assert!(told.out.contains("rows that their") && told.out.contains("about 0"), "{}", told.out);
}

#[test]
fn importance_in_json_is_what_the_fit_told_and_what_the_file_keeps() {
    let (_folder, path) = forest(&[]);
    let told = run(&["explain", &path, "--importance", "--json"]).json();
    let fit = run(&with(&SPECIES, &["--trees", "20", "--json"])).json();
    assert_eq!((&told["by"], &told["trees"], &told["columns"]), (&"grown".into(), &20.into(), &fit["importance"]));
    let kept = run(&["show", &path, "--as", "json"]).json();
    assert_eq!(kept["findings"]["out_of_bag"]["rows"], 344);
    assert_eq!(kept["findings"]["importances"]["splits"].as_array().map(Vec::len), Some(7));
}

#[test]
fn permutation_asks_the_rows_of_a_table() {
    let (_folder, path) = forest(&[]);
    let args = ["explain", &path, "data/penguins.csv", "--importance", "permutation", "--repeats", "4"];
    let told = run(&with(&args, &["--json"])).json();
    assert_eq!((&told["by"], &told["rows"], &told["repeats"]), (&"permutation".into(), &344.into(), &4.into()));
    assert_eq!(told["columns"][0]["column"], "flipper_length_mm");
    assert!(told["columns"][0]["mean"].as_f64().is_some_and(|lost| lost > 0.1), "{told}");
    assert_eq!(told, run(&with(&args, &["--json", "--threads", "2"])).json());
    assert_ne!(told, run(&with(&args, &["--json", "--seed", "1"])).json());
    let text = run(&args).out;
    assert!(text.contains("accuracy lost") && text.contains("dealt out anew 4 times"), "{text}");
}

#[test]
fn one_tree_has_impurity_and_splits_alone() {
    let (_folder, path) = place("tree.spinney");
    assert_eq!(run(&["fit", "data/penguins.csv", "-t", "species", "--out", &path]).code, Some(0));
    let told = run(&["explain", &path, "--importance"]).out;
    assert!(told.contains("impurity") && !told.contains("debiased") && told.contains("one tree"), "{told}");
    let (_other, forest) = forest(&[]);
    let one = run(&["explain", &forest, "--importance", "--tree", "3", "--json"]).json();
    assert_eq!(one["trees"], 1);
    assert!(one["columns"][0].get("debiased").is_none());
}

#[test]
fn importance_is_drawn() {
    let (_folder, path) = forest(&[]);
    let (_svg, svg) = place("bars.svg");
    let told = run(&["explain", &path, "--importance", "--plot", &svg]);
    assert_eq!((told.code, told.talk.contains("the drawing is in ")), (Some(0), true), "{told:?}");
    let drawing = std::fs::read_to_string(&svg).expect("a drawing");
    assert!(drawing.contains("species: what columns are worth") && drawing.contains("bill_length_mm"), "{drawing}");
    let (_png, png) = place("bars.png");
    let args = ["explain", &path, "data/penguins.csv", "--importance", "permutation", "--repeats", "2", "--plot", &png];
    assert_eq!(run(&args).code, Some(0));
    assert!(std::fs::read(&png).expect("a picture").starts_with(b"\x89PNG"));
}

#[test]
fn what_explain_cannot_tell_is_a_mistake() {
    let (_folder, path) = forest(&[]);
    let cases: [(&[&str], &str); 8] = [
        (&[], "TABLE names the rows, and there is none"),
        (&["data/penguins.csv"], "nothing was asked"),
        (&["--row", "1"], "TABLE names the rows"),
        (&["--importance", "permutation"], "--importance permutation asks the rows of a table"),
        (&["data/penguins.csv", "--importance"], "a TABLE is for --importance permutation"),
        (&["--importance", "--repeats", "3"], "--repeats is for --importance permutation"),
        (&["--importance", "--row", "1"], "cannot be used with"),
        (&["data/penguins.csv", "--row", "1", "--plot", "x.svg"], "--plot is for --importance"),
    ];
    for (more, told) in cases {
        let run = run(&with(&["explain", &path], more));
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{more:?}");
        assert!(run.talk.contains(told), "{more:?}: {}", run.talk);
    }
}

#[test]
fn forests_take_part_in_a_comparison_by_name_with_settings() {
    let names = "tree,forest:trees=10,extra-trees:trees=10:columns-per-split=all";
    let args = ["compare", "data/penguins.csv", "-t", "species", "--cv", "3", "--models", names];
    let compared = run(&with(&args, &["--json"])).json();
    let models = compared["models"].as_array().expect("a list");
    assert_eq!(models[1]["settings"]["trees"], 10);
    assert_eq!(models[2]["settings"]["sample"], "all");
    let leaves = |place: usize| models[place]["curve"][0]["leaves"].as_f64().expect("leaves");
    assert!(leaves(1) > 10.0 * leaves(0), "{} {}", leaves(1), leaves(0));
    let told = run(&args).out;
    assert!(told.contains("(leaves of a forest are those of all its trees)"), "{told}");
    let usual = run(&["compare", "data/tennis.csv", "-t", "play", "--cv", "2", "--json"]).json();
    assert_eq!(usual["models"].as_array().map(Vec::len), Some(6));
    assert_eq!(usual["models"][5]["model"], "forest");
    let wrong = run(&["compare", "data/tennis.csv", "-t", "play", "--models", "forest:prune=mdl,tree:trees=3"]);
    assert!(wrong.talk.contains("--prune is for one tree"), "{wrong:?}");
}

#[test]
fn forests_are_tuned_over_columns_leaves_and_depths() {
    let args = ["tune", "data/penguins.csv", "-t", "sex", "--model", "forest", "--trees", "8", "--cv", "3"];
    let (_folder, path) = place("best.spinney");
    let tuned = run(&with(&args, &["--json", "--out", &path])).json();
    let contenders = tuned["contenders"].as_array().expect("a list");
    assert_eq!(contenders.len(), 2 * 3 * 2); // sqrt and third are both two of seven columns
    let values = |name: &str| {
        let mut all: Vec<&str> = contenders.iter().map(|lane| lane[name].as_str().expect("a word")).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    assert_eq!(values("columns-per-split"), ["all", "sqrt"]);
    assert_eq!(values("min-rows-leaf"), ["1", "10", "3"]);
    assert_eq!(values("max-depth"), ["8", "none"]);
    assert_eq!(tuned["winner"]["settings"]["trees"], 8);
    let kept = run(&["explain", &path, "--importance", "--json"]).json();
    assert!(kept["columns"][0]["debiased"]["mean"].as_f64().is_some_and(|worth| worth > 0.0), "{kept}");
    let lists = ["--split-columns", "1,0.5", "--depths", "4", "--leaf-rows", "2", "--criteria", "gini,entropy"];
    let told = run(&with(&args, &lists));
    assert!(told.out.contains("4 contenders") && told.out.contains("forests asked"), "{told:?}");
    for (more, words) in [
        (&["--complexities", "0.1"][..], "--complexities is for one tree"),
        (&["--prune-share", "0.3"], "--prune-share is for one tree"),
    ] {
        let wrong = run(&with(&args, more));
        assert!(wrong.code == Some(1) && wrong.talk.contains(words), "{wrong:?}");
    }
    let wrong = run(&["tune", "data/penguins.csv", "-t", "sex", "--split-columns", "2"]);
    assert!(wrong.code == Some(1) && wrong.talk.contains("--split-columns is for forests"), "{wrong:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_growing_forest_and_leaves_no_file() {
    let (_folder, path) = place("forest.spinney");
    let child = crate::program::program()
        .args(with(&SPECIES, &["--trees", "200000", "--out", &path]))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("a start");
    std::thread::sleep(std::time::Duration::from_millis(400)); // it grows one tree after the other
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    assert!(!std::path::Path::new(&path).exists());
}
