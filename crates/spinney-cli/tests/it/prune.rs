//! `spinney prune`, and pruning in `spinney fit`.

use crate::program::{File, run};

/// A model of the penguins' sex, as it grew, in a folder of its own.
fn grown() -> (File, String) {
    let file = File::new("sex.spinney", b"");
    let path = file.path.clone();
    let fit = run(&["fit", "data/penguins.csv", "--target", "sex", "--prune", "none", "--out", &path]);
    assert_eq!(fit.code, Some(0), "{}", fit.talk);
    (file, path)
}

#[test]
fn a_tree_is_pruned_unless_that_is_declined_and_the_model_says_how() {
    let (_held, path) = grown();
    let whole = run(&["show", &path, "--json"]).json();
    assert!(whole.get("pruning").is_none());
    let file = File::new("pruned.spinney", b"");
    let fit = run(&["fit", "data/penguins.csv", "--target", "sex", "--json", "--out", &file.path]).json();
    assert_eq!(fit["pruning"]["method"], "cost-complexity");
    assert!(fit["leaves"].as_u64() <= fit["unpruned"]["leaves"].as_u64());
    let pruned = run(&["show", &file.path, "--json"]).json();
    assert_eq!(pruned["pruning"][0], fit["pruning"]);
}

#[test]
fn presets_prune_as_their_programs_do() {
    for (preset, method) in [("c45", "pessimistic"), ("j48", "pessimistic")] {
        let fit = run(&["fit", "data/penguins.csv", "--target", "sex", "--preset", preset, "--json"]).json();
        assert_eq!((&fit["pruning"]["method"], &fit["pruning"]["doubt"]), (&method.into(), &preset.into()));
    }
    for preset in ["id3", "cart", "rpart"] {
        let fit = run(&["fit", "data/penguins.csv", "--target", "sex", "--preset", preset, "--json"]).json();
        assert!(fit.get("pruning").is_none(), "{preset}");
    }
}

#[test]
fn pruning_a_model_later_gives_what_fit_gives_at_once() {
    let (_held, path) = grown();
    for flags in [
        &["--prune", "cost-complexity"][..],
        &["--prune-rule", "one-error"],
        &["--prune-complexity", "0.02"],
        &["--prune", "mdl"],
        &["--confidence", "0.1", "--raising", "false"],
    ] {
        let (later, at_once) = (File::new("later.spinney", b""), File::new("once.spinney", b""));
        let prune = run(&[&["prune", &path, "data/penguins.csv", "--out", &later.path], flags].concat());
        assert_eq!(prune.code, Some(0), "{}", prune.talk);
        let fit = run(&[&["fit", "data/penguins.csv", "--target", "sex", "--out", &at_once.path], flags].concat());
        assert_eq!(fit.code, Some(0), "{}", fit.talk);
        let [later, at_once] = [&later, &at_once].map(|file| std::fs::read(&file.path).expect("a model"));
        assert!(later == at_once, "{flags:?}");
    }
}

#[test]
fn nodes_are_snipped_by_their_numbers_and_the_model_says_so() {
    let (_held, path) = grown();
    let out = File::new("snipped.spinney", b"");
    let prune = run(&["prune", &path, "data/penguins.csv", "--snip", "1,2", "--out", &out.path, "--json"]).json();
    assert_eq!((&prune["after"]["nodes"], &prune["after"]["depth"]), (&3.into(), &1.into()));
    assert_eq!(prune["from"], serde_json::json!([0, 1, 2]));
    let kept = run(&["show", &out.path, "--json"]).json();
    assert_eq!(kept["pruning"][0], serde_json::json!({"method": "snip", "nodes": [1, 2]}));
    let wrong = run(&["prune", &path, "data/penguins.csv", "--snip", "99999"]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.talk.contains("99999"), "{}", wrong.talk);
}

#[test]
fn the_path_is_printed_with_the_chosen_tree_marked_and_folds_can_be_given() {
    let (_held, path) = grown();
    let shown = run(&["prune", &path, "data/penguins.csv", "--path"]);
    assert_eq!(shown.out.lines().filter(|line| line.contains("chosen")).count(), 1, "{}", shown.out);
    let json = run(&["prune", &path, "data/penguins.csv", "--path", "--json"]).json();
    let lines = json["path"].as_array().expect("lines");
    assert_eq!((lines[0]["leaves"].as_u64(), lines[0]["risk"].as_f64()), (Some(1), Some(1.0)));
    let sizes: Vec<u64> = lines.iter().filter_map(|line| line["leaves"].as_u64()).collect();
    assert!(sizes.is_sorted_by(|one, two| one < two));
    let folds = "a\nb\nc\n".repeat(115);
    let file = File::new("folds.csv", format!("fold\n{}", &folds[..2 * 344]).as_bytes());
    let given = run(&["prune", &path, "data/penguins.csv", "--folds", &file.path, "--json"]).json();
    assert_ne!(given["path"], json["path"]);
    for (content, said) in [
        ("fold\n1\n2\n", "2 rows"),
        ("fold,more\n1,2\n", "one column"),
        (&format!("fold\n{}", "7\n".repeat(344)), "one fold"),
    ] {
        let file = File::new("folds.csv", content.as_bytes());
        let wrong = run(&["prune", &path, "data/penguins.csv", "--folds", &file.path]);
        assert!(wrong.code == Some(1) && wrong.talk.contains(said), "{said}: {}", wrong.talk);
    }
}

#[test]
fn what_was_weighed_is_told() {
    let (_held, path) = grown();
    let told = run(&["prune", &path, "data/penguins.csv", "--prune", "pessimistic", "--explain"]);
    assert!(told.out.contains("branch raised") && told.out.contains("so it is"), "{}", told.out);
    let json = run(&["prune", &path, "data/penguins.csv", "--prune", "pessimistic", "--json"]).json();
    let weighing = &json["weighings"][0];
    for field in ["node", "leaf", "subtree", "outcome"] {
        assert!(weighing.get(field).is_some(), "{field} in {weighing}");
    }
}

#[test]
fn error_is_drawn_against_size() {
    let (_held, path) = grown();
    let plot = File::new("plot.svg", b"");
    let drawn = run(&["prune", &path, "data/penguins.csv", "--plot", &plot.path, "--test", "data/penguins.csv"]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.talk);
    let svg = std::fs::read_to_string(&plot.path).expect("a drawing");
    for word in ["training", "cross-validation", "chosen:", "leaves"] {
        assert!(svg.contains(word), "{word}");
    }
}

#[test]
fn requests_that_make_no_sense_are_said() {
    let (_held, path) = grown();
    for (flags, said) in [
        (&["--prune", "none"][..], "leaves the model as it is"),
        (&["--prune", "mdl", "--path"], "cost-complexity"),
        (&["--prune", "mdl", "--confidence", "0.2"], "--confidence is for --prune pessimistic"),
        (&["--confidence", "0.9"], "confidence"),
        (&["--prune-folds", "1"], "prune-folds"),
        (&["--plot", "nowhere/plot.svg"], "no directory"),
    ] {
        let run = run(&[&["prune", &path, "data/penguins.csv"], flags].concat());
        assert!(run.code == Some(1) && run.talk.contains(said), "{flags:?}: {:?} {}", run.code, run.talk);
    }
    let other = File::new("other.csv", b"species,sex\nGentoo,male\n");
    let run = run(&["prune", &path, &other.path]);
    assert!(run.code == Some(1) && run.talk.contains("column"), "{}", run.talk);
}

#[test]
fn the_picture_of_overfitting_in_the_guide_is_what_the_program_draws() {
    let (_held, path) = grown();
    let plot = File::new("plot.svg", b"");
    let drawn = run(&["prune", &path, "data/penguins.csv", "--plot", &plot.path]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.talk);
    let (found, guide) = (std::fs::read_to_string(&plot.path).expect("a drawing"), "../../docs/overfitting.svg");
    let guide = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(guide);
    if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
        std::fs::write(&guide, &found).expect("the guide's picture");
    }
    assert!(std::fs::read_to_string(&guide).expect("the guide's picture") == found, "TRYCMD=overwrite draws it anew");
}
