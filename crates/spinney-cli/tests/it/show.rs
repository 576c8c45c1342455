//! `spinney show`: every form of a model.

use crate::program::{File, program, run};

fn tennis() -> File {
    let file = File::new("model.spinney", b"");
    let run = run(&["fit", "data/tennis.csv", "-t", "play", "--preset", "id3", "--out", &file.path]);
    assert_eq!(run.code, Some(0), "{run:?}");
    file
}

#[test]
fn every_form_is_written() {
    let model = tennis();
    let shown = |form: &str| run(&["show", &model.path, "--as", form]).out;
    assert!(shown("text").starts_with("play: 14 rows, 5 leaves, depth 2\n"));
    assert_eq!(shown("rules").lines().count(), 5);
    assert!(
        shown("rules")
            .contains("IF outlook = Rain AND wind = Weak THEN play = Yes  [3 rows, 21 %; confidence 100 %]\n")
    );
    assert!(shown("formula").contains("    outlook = Overcast\n  ∨ (outlook = Rain ∧ wind = Weak)\n"));
    assert!(shown("json").starts_with("{\n  \"provenance\""));
    assert!(shown("dot").starts_with("digraph \"play\" {"));
    assert!(shown("svg").starts_with("<svg"));
    assert!(shown("latex").contains("\\begin{tikzpicture}"));
    assert_eq!(run(&["show", &model.path]).out, shown("text"));
}

#[test]
fn the_name_of_the_file_tells_the_form() {
    let model = tennis();
    for (ending, begin) in [
        ("svg", &b"<svg"[..]),
        ("png", b"\x89PNG\r\n"),
        ("tex", b"% play"),
        ("dot", b"digraph"),
        ("json", b"{"),
        ("txt", b"play: 14 rows"),
    ] {
        let out = model.path.replace("model.spinney", &format!("tree.{ending}"));
        let run = run(&["show", &model.path, "--out", &out]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run:?}");
        assert!(std::fs::read(&out).expect(ending).starts_with(begin), "{ending}");
    }
}

#[test]
fn a_picture_in_dots_goes_through_a_pipe() {
    let model = tennis();
    let bytes = |more: &[&str]| {
        let output = program().args(["show", &model.path, "--as", "png"]).args(more).output().expect("a run");
        assert_eq!(output.status.code(), Some(0));
        output.stdout
    };
    let width = |picture: &[u8]| u32::from_be_bytes([picture[16], picture[17], picture[18], picture[19]]);
    assert_eq!(width(&bytes(&["--scale", "1"])) * 3, width(&bytes(&["--scale", "3"])));
}

#[test]
fn depth_width_order_and_title_are_obeyed() {
    let model = tennis();
    let shown = |more: &[&str]| run(&[&["show", &model.path], more].concat()).out;
    assert!(shown(&["--depth", "1"]).contains("= Rain … 2 leaves"));
    assert!(shown(&["--width", "40"]).lines().all(|line| line.chars().count() <= 50));
    let first = |order: &str| shown(&["--as", "rules", "--order", order]).lines().next().map(str::to_owned);
    assert!(first("support").is_some_and(|rule| rule.contains("[4 rows")));
    assert!(shown(&["--as", "rules"]).lines().nth(1).is_some_and(|rule| rule.contains("[2 rows")));
    assert!(
        shown(&["--as", "rules", "--order", "support"]).lines().nth(1).is_some_and(|rule| rule.contains("[3 rows"))
    );
    assert!(shown(&["--as", "svg", "--title", "Tennis & rain"]).contains("Tennis &amp; rain"));
    assert_ne!(shown(&["--as", "svg", "--root", "left"]), shown(&["--as", "svg", "--root", "top"]));
    assert!(shown(&["--as", "rules", "--tell-missing"]).contains("missing"));
}

#[test]
fn rules_and_formulae_are_json_with_json_and_other_forms_the_model() {
    let model = tennis();
    let json = |form: &str| run(&["show", &model.path, "--as", form, "--json"]).json();
    assert_eq!(json("rules").as_array().map(Vec::len), Some(5));
    assert_eq!(json("formula")["target"], "play");
    assert_eq!(json("text")["target"]["name"], "play");
}

#[test]
fn the_picture_of_the_readme_is_what_the_program_draws() {
    let model = tennis();
    let drawn = run(&["show", &model.path, "--as", "svg"]).out;
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tennis.svg");
    if std::env::var_os("TRYCMD").is_some_and(|how| how == "overwrite") {
        std::fs::write(&path, &drawn).expect("the picture");
    }
    let kept = std::fs::read_to_string(&path).expect("docs/tennis.svg");
    assert_eq!(kept, drawn, "TRYCMD=overwrite draws it anew");
}

#[test]
fn arrays_are_those_of_a_binary_tree_and_name_the_node_that_has_no_place() {
    let (file, table) = (File::new("model.spinney", b""), File::new("t.csv", b"x,y\n1,no\n2,no\n3,yes\n5,no\n"));
    let fitted = run(&["fit", &table.path, "-t", "y", "--preset", "cart", "--prune", "none", "--out", &file.path]);
    assert_eq!(fitted.code, Some(0), "{fitted:?}");
    let arrays = run(&["show", &file.path, "--as", "arrays"]).json();
    let expected = serde_json::json!({
        "target": "y", "columns": ["x"], "classes": ["no", "yes"], "node_count": 5,
        "children_left": [1, -1, 3, -1, -1], "children_right": [2, -1, 4, -1, -1],
        "feature": [0, -2, 0, -2, -2], "threshold": [2.5, -2.0, 4.0, -2.0, -2.0],
        "impurity": [0.375, 0.0, 0.5, 0.0, 0.0],
        "n_node_samples": [4, 2, 2, 1, 1], "weighted_n_node_samples": [4.0, 2.0, 2.0, 1.0, 1.0],
        "value": [[[0.75, 0.25]], [[1.0, 0.0]], [[0.5, 0.5]], [[0.0, 1.0]], [[1.0, 0.0]]],
        "missing_go_to_left": [true, false, true, false, false], "ids": [0, 1, 2, 3, 4],
    });
    assert_eq!(arrays, expected);
    let run = run(&["show", &tennis().path, "--as", "arrays"]);
    assert_eq!(run.code, Some(1));
    assert!(run.talk.contains("node 0 has 3 branches, and arrays hold two"), "{}", run.talk);
}
