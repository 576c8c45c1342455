//! Sparse tables: svmlight files.

use crate::program::{File, run};

/// The same table in full.
fn in_full() -> File {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/messages.svm")).expect("a table");
    let names: Vec<String> = (1..=16).map(|column: u32| column.to_string()).collect();
    let mut lines = vec![format!("label,{}", names.join(","))];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (label, entries) = line.split_once(' ').unwrap_or((line, ""));
        let mut cells = vec!["0"; 16];
        for entry in entries.split(' ').filter(|entry| !entry.is_empty()) {
            let (index, value) = entry.split_once(':').expect("an entry");
            cells[index.parse::<usize>().expect("an index") - 1] = value;
        }
        lines.push(format!("{label},{}", cells.join(",")));
    }
    File::new("messages.csv", (lines.join("\n") + "\n").as_bytes())
}

#[test]
fn a_sparse_table_makes_the_model_of_the_same_table_in_full() {
    let full = in_full();
    for more in [
        &["--model", "forest", "--trees", "9"][..],
        &["--model", "extra-trees", "--trees", "9"],
        &["--max-leaves", "5"],
        &[],
    ] {
        let (one, two) = (File::new("one.json", b""), File::new("two.json", b""));
        let sparse = [&["fit", "data/messages.svm", "--out", &one.path], more].concat();
        let dense = [&["fit", &full.path, "-t", "label", "--out", &two.path], more].concat();
        for args in [sparse, dense] {
            let run = run(&args);
            assert_eq!(run.code, Some(0), "{args:?} {}", run.talk);
        }
        let told = |file: &File| std::fs::read_to_string(&file.path).expect("a model");
        assert_eq!(told(&one), told(&two), "{more:?}");
        let asked = |table: &str| run(&["predict", &one.path, table, "--proba"]).out;
        assert_eq!(asked("data/messages.svm"), asked(&full.path));
        assert_eq!(asked(&full.path).lines().count(), 61);
        let scored = |table: &str| run(&["score", &one.path, table, "--json"]).json()["accuracy"].clone();
        assert_eq!(scored("data/messages.svm"), scored(&full.path));
    }
}

#[test]
fn a_file_that_ends_with_a_smaller_index_has_zeros_beyond() {
    let model = File::new("model.spinney", b"");
    assert_eq!(run(&["fit", "data/messages.svm", "--out", &model.path]).code, Some(0));
    let (short, long) = (File::new("a.svm", b"1 1:1\n"), File::new("b.svm", b"1 1:1 16:0\n"));
    let answers = [&short, &long].map(|file| run(&["predict", &model.path, &file.path]));
    assert_eq!(answers[0].code, Some(0), "{}", answers[0].talk);
    assert_eq!(answers[0].out, answers[1].out);
}

#[test]
fn the_format_may_be_said_and_the_label_may_be_another_column() {
    let file = File::new("rows.txt", b"1 1:1 2:3\n0 2:1\n1 1:2\n0 1:3 2:2\n");
    let fit = run(&["fit", &file.path, "--format", "svmlight", "--target", "2", "--json"]).json();
    assert_eq!(fit["columns"], serde_json::json!(["label", "1"]));
    let wrong = run(&["fit", &file.path, "--json"]);
    assert_eq!(wrong.code, Some(1));
}

#[test]
fn a_hole_in_a_sparse_row_is_refused_with_its_line_and_column() {
    let file = File::new("rows.svm", b"1 3:1\n0 3:nan\n");
    let wrong = run(&["fit", &file.path]);
    let said = "row 2 (line 2), column \"3\": NaN in sparse data: every entry is a finite number";
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.talk.contains(said) && wrong.talk.contains("leave the entry out"), "{}", wrong.talk);
}
