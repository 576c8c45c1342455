//! `spinney predict`, `score`, `explain`: what is asked of a finished model.

use std::fmt::Write as _;

use crate::program::{File, run, run_with};

/// The tennis tree, written by hand.
const TREE: &str = r#"{"target": "play", "tree": {
  "split": {"column": "outlook"},
  "children": [
    {"when": "Sunny", "node": {"split": {"column": "humidity"}, "children": [
      {"when": "<= 75", "node": {"counts": {"Yes": 2}}}, {"when": "> 75", "node": {"counts": {"No": 3}}}]}},
    {"when": "Overcast", "node": {"counts": {"Yes": 4}}},
    {"when": "Rain", "node": {"counts": {"Yes": 3, "No": 2}}}]}}"#;

/// A regression tree, written by hand.
const NUMBERS: &str = r#"{"target": "rent", "tree": {"split": {"column": "area"}, "children": [
    {"when": "<= 50", "node": {"predict": 500.5}}, {"when": "> 50", "node": {"predict": 900}}]}}"#;

fn tree() -> File {
    File::new("tree.json", TREE.as_bytes())
}

#[test]
fn answers_are_csv_with_the_targets_name_and_a_line_for_each_row() {
    let model = tree();
    let run = run_with(&["predict", &model.path, "-"], b"humidity,outlook,extra\n80,Sunny,1\n70,Sunny,2\n,Rain,3\n");
    assert_eq!((run.out.as_str(), run.talk.as_str()), ("play\nNo\nYes\nYes\n", ""));
}

#[test]
fn probabilities_have_a_column_for_each_class() {
    let model = tree();
    let run = run_with(&["predict", &model.path, "-", "--proba"], b"humidity,outlook\n80,Sunny\n1,Rain\n");
    assert_eq!(run.out, "play,P(No),P(Yes)\nNo,1,0\nYes,0.4,0.6\n");
}

#[test]
fn answers_with_commas_and_quotes_are_quoted() {
    let model = File::new("m.json", br#"{"target": "a \"b\", c", "tree": {"predict": "x,y"}}"#);
    assert_eq!(run_with(&["predict", &model.path, "-"], b"q\n1\n").out, "\"a \"\"b\"\", c\"\n\"x,y\"\n");
}

#[test]
fn numbers_are_answered_and_scored() {
    let model = File::new("m.json", NUMBERS.as_bytes());
    assert_eq!(run_with(&["predict", &model.path, "-"], b"area\n50\n51\n").out, "rent\n500.5\n900\n");
    let table = File::new("t.csv", b"area,rent\n40,500.5\n60,900\n70,1000\n");
    let score = run(&["score", &model.path, &table.path, "--json"]).json();
    assert_eq!((&score["task"], &score["rows"]), (&"regression".into(), &3.into()));
    assert!((score["mean_absolute_error"].as_f64().expect("an error") - 100.0 / 3.0).abs() < 1e-9);
    let text = run(&["score", &model.path, &table.path]).out;
    assert!(text.contains(" RMSE            57.735\n") && text.contains(" largest error      100\n"), "{text}");
}

#[test]
fn json_tells_answers_probabilities_and_unseen_values() {
    let model = tree();
    let run = run_with(&["predict", &model.path, "-", "--proba", "--json"], b"humidity,outlook\n80,Fog\n1,Rain\n");
    let answers = run.json();
    assert_eq!(answers["predictions"], serde_json::json!(["Yes", "Yes"]));
    assert_eq!(answers["probabilities"][1], serde_json::json!([0.4, 0.6]));
    assert_eq!((&answers["unseen"][0]["example"], &answers["unseen"][0]["row"]), (&"Fog".into(), &1.into()));
    assert_eq!((&answers["target"], &answers["rows"]), (&"play".into(), &2.into()));
}

#[test]
fn unseen_values_are_told_taken_as_missing_or_refused() {
    let (model, table) = (tree(), b"humidity,outlook\n80,Fog\n1,Rain\n3,Fog\n");
    let told = run_with(&["predict", &model.path, "-"], table);
    assert!(
        told.talk.contains("outlook: 1 value in 2 rows that training never saw, such as \"Fog\" in row 1"),
        "{told:?}"
    );
    assert_eq!(run_with(&["predict", &model.path, "-", "--quiet"], table).talk, "");
    let missing = run_with(&["predict", &model.path, "-", "--unseen", "missing"], table);
    assert!(missing.talk.contains("taken as missing"), "{missing:?}");
    let refused = run_with(&["predict", &model.path, "-", "--unseen", "error"], table);
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.talk.contains("row 1, column \"outlook\": \"Fog\""), "{}", refused.talk);
}

#[test]
fn answers_are_saved_whole() {
    let (model, table) = (tree(), File::new("t.csv", b"humidity,outlook\n80,Sunny\n"));
    let out = table.path.replace("t.csv", "answers.csv");
    let run = run(&["predict", &model.path, &table.path, "--out", &out]);
    assert_eq!((run.out.as_str(), run.code), ("", Some(0)));
    assert!(run.talk.contains("the answers for 1 row are in"), "{}", run.talk);
    assert_eq!(std::fs::read_to_string(&out).expect("answers"), "play\nNo\n");
}

#[test]
fn the_reading_flags_work_for_a_table_that_is_asked() {
    let model = tree();
    let run = run_with(
        &["predict", &model.path, "-", "--delimiter", ";", "--missing", "?"],
        b"outlook;humidity\nSunny;?\nRain;1\n",
    );
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 3), "{run:?}");
}

#[test]
fn codes_that_were_learned_as_names_are_found_among_numbers() {
    let table = File::new("t.csv", b"zip,y\n01,a\n02,b\n01,a\n02,b\n03,b\n");
    let model = table.path.replace("t.csv", "m.spinney");
    assert_eq!(
        run(&["fit", &table.path, "-t", "y", "--nominal", "zip", "--preset", "cart", "--out", &model]).code,
        Some(0)
    );
    let answers = run_with(&["predict", &model, "-"], b"zip\n01\n02\n");
    assert_eq!((answers.out.as_str(), answers.talk.as_str()), ("y\na\nb\n", ""));
}

#[test]
fn a_score_tells_who_was_taken_for_whom() {
    let (model, table) = (
        tree(),
        File::new("t.csv", b"outlook,humidity,play\nRain,1,No\nRain,1,Yes\nSunny,80,No\nRain,1,\nRain,1,Maybe\n"),
    );
    let score = run(&["score", &model.path, &table.path, "--json"]).json();
    assert_eq!((&score["rows"], &score["without_target"], &score["accuracy"]), (&4.into(), &1.into(), &0.5.into()));
    assert_eq!(score["unknown"][0]["class"], "Maybe");
    let text = run(&["score", &model.path, &table.path]).out;
    for line in [
        "true classes down, answers across",
        " No              1    1      0     2  0.5000     1.0000  0.6667",
        " accuracy           0.5000  95 %: 0.1500 to 0.8500",
        "  1 row without play left out",
        "! the model does not know \"Maybe\", which is true in 1 row",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
    }
}

#[test]
fn curves_calibration_and_intervals_are_shown_where_they_are_asked_for() {
    let table = "data/tennis.csv";
    let ask = |more: &[&str]| run(&[&["score", "data/tennis_by_hand.json", table], more].concat());
    let plain = ask(&["--json"]).json();
    assert_eq!((&plain["intervals"]["accuracy"]["by"], &plain["intervals"]["level"]), (&"wilson".into(), &0.95.into()));
    assert!(plain["calibration"].is_null() && plain["roc_curve"].is_null() && plain["intervals"]["roc_auc"].is_null());
    let drawn = ask(&["--intervals", "--json"]).json();
    let area = &drawn["intervals"]["roc_auc"];
    assert!(area["low"].as_f64() < drawn["roc_auc"].as_f64() && drawn["roc_auc"].as_f64() < area["high"].as_f64());
    assert_eq!(
        ask(&["--intervals", "--json", "--threads", "1"]).out,
        ask(&["--intervals", "--json", "--threads", "3"]).out
    );
    assert_ne!(ask(&["--intervals", "--json", "--seed", "1"]).out, ask(&["--intervals", "--json"]).out);
    let both = ask(&["--calibration=quantile", "--curve", "pr", "--class", "No", "--json"]).json();
    assert_eq!(
        (&both["calibration"][0]["class"], &both["precision_recall_curve"][0]["class"]),
        (&"No".into(), &"No".into())
    );
    let text = ask(&["--curve", "roc"]).out;
    assert!(text.contains("ROC of Yes, area 0.8889\n") && text.contains(" 0.8333  0.8889        0.2000\n"), "{text}");
}

#[test]
fn what_has_no_curve_is_told() {
    let (model, table) = (File::new("n.json", NUMBERS.as_bytes()), File::new("t.csv", b"area,rent\n40,500\n80,950\n"));
    let told = |args: &[&str], words: &str| {
        let run = run(args);
        assert!(run.code == Some(1) && run.talk.contains(words), "{run:?}");
    };
    told(&["score", &model.path, &table.path, "--curve", "roc"], "the target is a number");
    let tennis = ["score", "data/tennis_by_hand.json", "data/tennis.csv"];
    told(
        &[&tennis[..], &["--curve", "pr", "--class", "Maybe"]].concat(),
        "does not know the class \"Maybe\"\nhint: the classes are No, Yes",
    );
    told(&[&tennis[..], &["--class", "No"]].concat(), "--class says nothing by itself");
    // Weights may stand for rows or for their worth: only drawing again knows how far the accuracy may be off.
    let table = File::new("w.csv", b"outlook,humidity,play,w\nRain,1,No,3\nRain,1,Yes,1\nSunny,80,No,2\n");
    let score = run(&["score", &tree().path, &table.path, "--weight", "w", "--json"]).json();
    assert!(score["intervals"].is_null());
    let score = run(&["score", &tree().path, &table.path, "--weight", "w", "--intervals", "--json"]).json();
    assert_eq!(score["intervals"]["accuracy"]["by"], "bootstrap");
}

/// What `score` draws of a table, as text.
fn drawn(model: &str, table: &str, more: &[&str]) -> String {
    let plot = File::new("plot.svg", b"");
    let run = run(&[&["score", model, table, "--plot", &plot.path], more].concat());
    assert_eq!(run.code, Some(0), "{}", run.talk);
    assert!(run.talk.ends_with(&format!("the drawing is in {}\n", plot.path)), "{}", run.talk);
    std::fs::read_to_string(&plot.path).expect("a drawing")
}

#[test]
fn what_is_asked_for_is_drawn() {
    let tennis = |more: &[&str]| drawn("data/tennis_by_hand.json", "data/tennis.csv", more);
    let holds = |drawing: &str, words: &[&str]| {
        for word in words {
            assert!(drawing.contains(&format!(">{word}</text>")), "{word}\n{drawing}");
        }
    };
    holds(
        &tennis(&["--curve", "roc"]),
        &["play: ROC", "14 rows", "false positive rate", "true positive rate", "Yes, AUC 0.8889", "guessing"],
    );
    // 9 of 14 days are Yes.
    holds(&tennis(&["--curve", "pr"]), &["recall", "precision", "Yes, AP 0.9109", "guessing: 0.6429"]);
    let calibration = tennis(&["--calibration"]);
    holds(&calibration, &["mean predicted probability", "share that came true", "Yes, off by 0.0833"]);
    holds(&calibration, &["14 rows; ten bins of the same width; bars: 95 % intervals"]);
    holds(&tennis(&["--calibration=quantile", "--class", "No"]), &["No, off by 0.0833"]);
}

#[test]
fn each_of_many_classes_has_its_line_and_its_level_of_guessing() {
    let model = File::new("m.spinney", b"");
    run(&["fit", "data/penguins.csv", "-t", "species", "--max-depth", "2", "--out", &model.path]);
    let drawing = drawn(&model.path, "data/penguins.csv", &["--curve", "pr"]);
    for class in ["Adelie", "Chinstrap", "Gentoo"] {
        assert!(drawing.contains(&format!(">{class}, AP 0.")), "{class}\n{drawing}");
    }
    assert_eq!(drawing.matches("stroke-dasharray=\"1.5 3\"").count(), 3);
    assert!(drawing.contains("344 rows, each class against the rest; thin: guessing, the share of the class"));
}

#[test]
fn a_drawing_may_be_in_dots_and_goes_with_json() {
    let plot = File::new("plot.png", b"");
    let ask = ["score", "data/tennis_by_hand.json", "data/tennis.csv", "--calibration", "--json"];
    let document = run(&[&ask[..], &["--plot", &plot.path]].concat()).json();
    assert_eq!(document["calibration"][0]["class"], "Yes");
    assert!(std::fs::read(&plot.path).expect("a picture").starts_with(b"\x89PNG"));
}

#[test]
fn weights_count_no_rows_and_have_no_bars() {
    let table = File::new("w.csv", b"outlook,humidity,play,w\nRain,1,No,3\nRain,1,Yes,1.5\nSunny,80,No,2\n");
    let bars = |more: &[&str]| {
        let model = tree();
        drawn(&model.path, &table.path, &[&["--calibration"], more].concat()).contains("bars:")
    };
    assert!(bars(&[]) && !bars(&["--weight", "w"]));
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let told = |args: &[&str], words: &str| {
        let run = run(&[&["score"], args].concat());
        assert!(run.code == Some(1) && run.talk.contains(words) && run.out.is_empty(), "{run:?}");
    };
    let (model, table) = ("data/tennis_by_hand.json", "data/tennis.csv");
    told(&[model, table, "--plot", "x.svg"], "none is asked for\nhint: add --curve roc, --curve pr or --calibration");
    told(&[model, table, "--plot", "x.svg", "--curve", "pr", "--calibration"], "draws one thing");
    told(&[model, table, "--plot", "nowhere/x.svg", "--curve", "pr"], "no directory");
    let copy = File::new("t.csv", b"outlook,humidity,play\nRain,1,Yes\nSunny,80,Yes\n");
    told(&[model, &copy.path, "--plot", &copy.path, "--curve", "pr"], "would be written over");
    let plot = copy.path.replace("t.csv", "x.svg");
    told(&[&tree().path, &copy.path, "--plot", &plot, "--curve", "roc"], "no curve to draw: all rows, or none");
    assert!(!std::path::Path::new(&plot).exists());
}

#[test]
fn the_guide_shows_the_roc_curves_that_are_drawn() {
    let model = File::new("sizes.spinney", b"");
    let ignored = "island,bill_length_mm,bill_depth_mm,sex,year";
    let fit = ["fit", "data/penguins.csv", "--target", "species", "--ignore", ignored, "--max-depth", "3"];
    run(&[&fit[..], &["--out", &model.path]].concat());
    let found = drawn(&model.path, "data/penguins.csv", &["--curve", "roc"]);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/roc.svg");
    if std::env::var("TRYCMD").as_deref() == Ok("overwrite") {
        std::fs::write(&path, &found).expect("docs/roc.svg");
    }
    assert!(found == std::fs::read_to_string(&path).expect("docs/roc.svg"), "docs/roc.svg is out of date");
}

#[test]
fn weights_weigh_the_score() {
    let (model, table) = (tree(), File::new("t.csv", b"outlook,humidity,play,w\nRain,1,No,3\nRain,1,Yes,1\n"));
    let score = run(&["score", &model.path, &table.path, "--weight", "w", "--json"]).json();
    assert_eq!((&score["accuracy"], &score["weight"]), (&0.25.into(), &4.0.into()));
}

#[test]
fn many_classes_are_told_by_their_most_frequent_mistakes() {
    let mut rows = String::from("x,y\n");
    for class in 0..12 {
        writeln!(rows, "{class},c{class}\n{class},c{class}\n{class},c{}", (class + 1) % 12).expect("rows");
    }
    let table = File::new("t.csv", rows.as_bytes());
    let model = table.path.replace("t.csv", "m.spinney");
    run(&["fit", &table.path, "-t", "y", "--preset", "cart", "--out", &model]);
    let text = run(&["score", &model, &table.path]).out;
    assert!(text.contains("the most frequent mistakes\n") && text.contains("(and 2 more; --json has all)\n"), "{text}");
}

#[test]
fn an_explanation_tells_the_way_and_what_would_have_changed_it() {
    let (model, table) = (tree(), File::new("t.csv", b"outlook,humidity\nRain,1\nSunny,80\n"));
    let text = run(&["explain", &model.path, &table.path, "--row", "2"]).out;
    for line in [
        "row 2: play = No (probability 1)",
        "  humidity is 80: humidity > 75",
        "  humidity ≤ 75 instead of 80: Yes (probability 1)",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
    }
    let json = run(&["explain", &model.path, &table.path, "--row", "2", "--json"]).json();
    assert_eq!((&json["row"], &json["answer"]["class"]), (&2.into(), &"No".into()));
    assert_eq!(json["steps"].as_array().map(Vec::len), Some(2));
}

/// Two trees of three nodes each, which send blanks to the left.
const FOREST: &str = r#"{"target": "walk", "forest": {"trees": [
    {"split": {"column": "rain", "missing": 0}, "children": [
        {"when": "<= 1.5", "node": {"predict": "yes"}}, {"when": "> 1.5", "node": {"predict": "no"}}]},
    {"split": {"column": "rain", "missing": 0}, "children": [
        {"when": "<= 2.5", "node": {"predict": "yes"}}, {"when": "> 2.5", "node": {"predict": "no"}}]}]}}"#;

#[test]
fn leaves_and_paths_have_a_column_for_each_tree() {
    let (one, two) = (tree(), File::new("forest.json", FOREST.as_bytes()));
    let told = |model: &File, how: &str, rows: &[u8]| run_with(&["predict", &model.path, "-", how], rows).out;
    let rows = b"humidity,outlook\n80,Sunny\n70,Sunny\n1,Rain\n1,Fog\n";
    // Sunny is node 1, Overcast 2, Rain 3; the leaves below Sunny are 4 and 5. Fog has no branch, and stays.
    assert_eq!(told(&one, "--leaves", rows), "leaf\n5\n4\n3\n0\n");
    assert_eq!(told(&one, "--paths", rows), "path\n0 1 5\n0 1 4\n0 3\n0\n");
    assert_eq!(told(&two, "--leaves", b"rain\n1\n2\n3\n\"\"\n"), "leaf_0,leaf_1\n1,1\n2,1\n2,2\n1,1\n");
    assert_eq!(told(&two, "--paths", b"rain\n1\n2\n3\n"), "path_0,path_1\n0 1,0 1\n0 2,0 1\n0 2,0 2\n");
}

#[test]
fn a_table_and_a_pipe_tell_the_same_leaves_and_paths_however_long() {
    let model = File::new("forest.json", FOREST.as_bytes());
    let text = (0..40_000).fold("rain\n".to_owned(), |text, row| text + &format!("{}\n", row % 4));
    let table = File::new("rain.csv", text.as_bytes());
    for how in ["--leaves", "--paths"] {
        let file = run(&["predict", &model.path, &table.path, how]).out;
        assert_eq!(file.lines().count(), 40_001);
        assert!(file == run_with(&["predict", &model.path, "-", how], text.as_bytes()).out, "{how}");
    }
}

#[test]
fn leaves_and_paths_as_json_are_arrays() {
    let model = File::new("forest.json", FOREST.as_bytes());
    let json = |how: &str| run_with(&["predict", &model.path, "-", how, "--json"], b"rain\n1\n2\n").json();
    let leaves = json("--leaves");
    assert_eq!((&leaves["trees"], &leaves["leaves"]), (&2.into(), &serde_json::json!([[1, 1], [2, 1]])));
    let paths = json("--paths");
    assert_eq!((&paths["roots"], &paths["starts"]), (&serde_json::json!([0, 3, 6]), &serde_json::json!([0, 4, 8])));
    assert_eq!(paths["nodes"], serde_json::json!([0, 1, 3, 4, 0, 2, 3, 4]));
    for both in [["--leaves", "--paths"], ["--leaves", "--proba"], ["--paths", "--proba"]] {
        assert_eq!(run(&["predict", &model.path, "-", both[0], both[1]]).code, Some(1), "{both:?}");
    }
}
