//! Bad input: a message that says where and what, exit code 1, and nothing on standard output.

use crate::program::{File, run, run_with};

/// The run fails with exit code 1, prints nothing, and says all of `expected`.
pub(crate) fn refused(args: &[&str], expected: &[&str]) {
    let run = run(args);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.out, "", "half an answer");
    for text in expected {
        assert!(run.talk.contains(text), "{text:?} is not in:\n{}", run.talk);
    }
    assert!(run.talk.starts_with("error: "), "{}", run.talk);
    assert!(run.talk.len() < 2000, "a message that nobody reads: {} bytes", run.talk.len());
}

#[test]
fn a_ragged_row_is_named() {
    let table = File::new("t.csv", b"a,b,c\n1,2,3\n4,5\n");
    refused(&["info", &table.path], &["t.csv", "row 2 (line 3)", "2 fields, but the header names 3"]);
}

#[test]
fn an_unknown_target_gets_the_nearest_name() {
    refused(
        &["info", "data/tennis.csv", "--target", "Play"],
        &["data/tennis.csv", "no column \"Play\"", "hint: did you mean \"play\"?"],
    );
}

#[test]
fn an_empty_file_is_empty() {
    refused(&["info", &File::new("t.csv", b"").path], &["t.csv", "nothing in it"]);
}

#[test]
fn a_header_without_rows_is_not_a_table() {
    refused(&["info", &File::new("t.csv", b"a,b\n").path], &["t.csv", "a header but no rows"]);
}

#[test]
fn nul_bytes_are_found() {
    refused(&["info", &File::new("t.csv", b"a,b\n1,2\n3,\0\n").path], &["line 3", "NUL", "hint"]);
}

#[test]
fn invalid_utf_8_is_found_and_latin_1_offered() {
    let table = File::new("t.csv", b"a,b\n1,caf\xe9\n2,tea\n");
    refused(&["info", &table.path], &["line 2", "E9", "UTF-8", "--encoding latin1"]);
    let read = run(&["info", &table.path, "--encoding", "latin1"]);
    assert!(read.out.contains("café"), "{read:?}");
}

#[test]
fn a_header_of_200_000_columns_is_over_the_limit_and_can_be_asked_for() {
    let header: Vec<String> = (0..200_000).map(|place| format!("c{place}")).collect();
    let table = File::new("t.csv", format!("{}\n{}\n", header.join(","), vec!["1"; 200_000].join(",")).as_bytes());
    refused(&["info", &table.path], &["200000 columns", "--max-columns 200000"]);
    let read = run(&["info", &table.path, "--max-columns", "200000", "--top", "1", "--json"]);
    assert_eq!(read.json()["columns"][0]["name"], "c0");
}

#[test]
fn a_number_beyond_f64_is_named() {
    let table = File::new("t.csv", b"a,b\n1,2\n3,1e999\n");
    refused(&["info", &table.path], &["row 2 (line 3)", "column \"b\"", "1e999", "--nominal"]);
}

#[test]
fn a_truncated_gzip_is_not_read_halfway() {
    let whole = include_bytes!("tennis.csv.gz");
    let table = File::new("t.csv.gz", &whole[..whole.len() / 2]);
    refused(&["info", &table.path], &["t.csv.gz", "gzip", "truncated"]);
    let read = run(&["info", &File::new("t.csv.gz", whole).path, "--json"]);
    assert_eq!(read.json()["rows"], 14);
}

#[test]
fn a_truncated_parquet_is_not_read_halfway() {
    let whole = include_bytes!("tennis.parquet");
    refused(&["info", &File::new("t.parquet", &whole[..whole.len() / 2]).path], &["t.parquet", "Parquet"]);
    let read = run(&["info", &File::new("t.parquet", whole).path, "--json"]);
    assert_eq!(read.json()["rows"], 14);
}

#[test]
fn what_is_known_not_to_be_a_table_is_called_by_its_name() {
    for (content, expected) in
        [(&b"PK\x03\x04rest"[..], "zip"), (b"BZh91AY", "bzip2"), (b"\xFD7zXZ\x00rest", "xz"), (b"%PDF-1.7", "PDF")]
    {
        refused(&["info", &File::new("t.csv", content).path], &["t.csv", expected, "hint"]);
    }
    // Through a pipe, one layer of gzip comes off.
    assert_eq!(run_with(&["info", "-", "--json"], include_bytes!("tennis.csv.gz")).json()["rows"], 14);
}

#[test]
fn a_directory_is_not_a_file() {
    refused(&["info", "data"], &["data", "directory"]);
}

#[test]
fn a_missing_file_is_named() {
    refused(&["info", "data/tenis.csv"], &["data/tenis.csv", "tennis.csv"]);
}

#[test]
fn a_text_in_a_declared_number_is_named() {
    let table = File::new("t.csv", b"age\n31\nn/a\n");
    refused(
        &["info", &table.path, "--continuous", "age"],
        &["row 2 (line 3)", "column \"age\"", "\"n/a\" is not a number", "--missing"],
    );
}

#[test]
fn an_undeclared_value_of_an_order_is_named() {
    let table = File::new("t.csv", b"size\nS\nXL\n");
    refused(&["info", &table.path, "--ordinal", "size=S<M<L"], &["row 2", "\"XL\"", "\"S\", \"M\", \"L\""]);
}

#[test]
fn a_value_outside_its_hierarchy_is_named() {
    let places = File::new("places.csv", b"city,country\nLyon,France\n");
    let table = File::new("t.csv", b"place\nLyon\nOslo\n");
    refused(
        &["info", &table.path, "--hierarchy", &format!("place={}", places.path)],
        &["row 2", "\"Oslo\"", "hierarchy"],
    );
}

#[test]
fn a_text_target_cannot_be_regressed() {
    refused(
        &["info", "data/tennis.csv", "--target", "play", "--task", "regression"],
        &["row 1", "column \"play\"", "\"No\" is not a number", "--task classification"],
    );
}

#[test]
fn a_target_without_values_cannot_be_learned() {
    let table = File::new("t.csv", b"x,y\n1,\n2,\n");
    refused(&["info", &table.path, "--target", "y"], &["column \"y\"", "no row has a value"]);
}

#[test]
fn wrong_flags_are_the_persons_mistake_too() {
    assert_eq!(run(&["info", "data/tennis.csv", "--tagret", "play"]).code, Some(1));
    assert_eq!(run(&["inform"]).code, Some(1));
    for threads in ["0", "1025", "99999999", "many"] {
        assert_eq!(run(&["info", "data/tennis.csv", "--threads", threads]).code, Some(1), "{threads}");
    }
    refused(&["info", "data/tennis.csv", "--delimiter", "::"], &["\"::\"", "hint"]);
    refused(&["info", "data/tennis.csv", "--ordinal", "wind"], &["\"wind\"", "hint"]);
    refused(&["info", "data/tennis.csv", "--ignore", "winds"], &["winds", "did you mean \"wind\""]);
    refused(&["info", "data/tennis.csv", "--nominal", "wind", "--continuous", "wind"], &["wind", "twice"]);
    refused(&["measure", "entropy", "0", "0"], &["zero"]);
    refused(&["measure", "entropy", "-1", "2"], &["-1"]);
    refused(&["measure", "gaussian", "--sd", "0"], &["standard deviation"]);
    refused(&["measure", "split", "1,2", "3"], &["2"]);
    refused(&["measure", "joint", "data/tennis.csv", "--columns", "outlook"], &["two"]);
    refused(&["measure", "variance", "1e200,-1e200", "1"], &["squares"]);
    refused(&["measure", "gaussian", "--sd", "2", "--mean", "nan"], &["mean"]);
    assert_eq!(run(&["info", "data/tennis.csv", "--top", "0"]).code, Some(1));
}

#[test]
fn events_that_cannot_be_meant_are_refused() {
    for event in ["face", "face==4", "face=>4", "face=four", "face<nan", "face=4 and face=5", "face=", "face<1|2"] {
        refused(&["measure", "event", "data/die.csv", event], &["face", "hint"]);
    }
    refused(&["measure", "event", "data/die.csv", "face=1", "--given", "face=9"], &["face=9"]);
    refused(&["measure", "event", "data/penguins.csv", "island=Atlantis"], &["Atlantis", "Biscoe"]);
    refused(&["measure", "event", "data/penguins.csv", "island<Dream"], &["no numbers"]);
}

#[test]
fn a_target_whose_squares_overflow_is_named() {
    let table = File::new("t.csv", b"k,x\na,1e160\nb,2.5e160\n");
    refused(&["info", &table.path, "-t", "x", "--task", "regression"], &["row 1", "column \"x\"", "1e160", "squares"]);
}

#[test]
fn a_hierarchy_that_cannot_be_a_tree_is_refused_with_its_row() {
    let table = File::new("t.csv", b"place\nLyon\nParis\n");
    for (paths, expected) in [
        ("Lyon,Paris,Lyon\nParis,X,\n", "row 1: the hierarchy puts \"Lyon\" above itself"),
        ("Lyon,A,B\nParis,B,A\n", "row 2: the hierarchy puts \"B\" above itself"),
        ("Lyon,,F\nParis,X,F\n", "row 1: the hierarchy's path of \"Lyon\" has a hole"),
        ("Lyon,X\nParis,Y\nLyon,Y\n", "row 3: the hierarchy gives \"Lyon\" two different parents"),
    ] {
        let tree = File::new("tree.csv", paths.as_bytes());
        refused(&["info", &table.path, "--hierarchy", &format!("place={}", tree.path)], &["tree.csv", expected]);
    }
}

#[test]
fn broken_standard_input_is_named() {
    let run = run_with(&["info", "-"], b"a,b\n1\n");
    assert_eq!(run.code, Some(1));
    assert!(run.talk.contains("standard input"), "{}", run.talk);
}
