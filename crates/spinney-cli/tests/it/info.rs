//! `spinney info` as a person and as a program sees it.

use std::fmt::Write as _;

use crate::program::{File, run, run_with};

fn column<'a>(account: &'a serde_json::Value, name: &str) -> &'a serde_json::Value {
    let columns = account["columns"].as_array().expect("columns");
    columns.iter().find(|column| column["name"] == name).unwrap_or_else(|| panic!("no column {name}"))
}

fn figure(account: &serde_json::Value, name: &str, figure: &str) -> f64 {
    column(account, name)[figure].as_f64().unwrap_or_else(|| panic!("{name} has no {figure}"))
}

#[test]
fn day_of_tennis_gains_0_9403_outlook_0_2467_and_day_is_marked_as_an_identifier() {
    let account = run(&["info", "data/tennis.csv", "--target", "play", "--json"]).json();
    assert!((figure(&account, "day", "information_gain") - 0.9403).abs() < 5e-5);
    assert!((figure(&account, "outlook", "information_gain") - 0.2467).abs() < 5e-5);
    assert!((figure(&account, "day", "gain_ratio") - 0.247).abs() < 5e-5);
    let warnings = column(&account, "day")["warnings"].as_array().expect("warnings");
    assert!(warnings.iter().any(|warning| warning.as_str().is_some_and(|text| text.contains("identifier-like"))));
    assert_eq!(column(&account, "day")["left_out"], true);
    assert_eq!(column(&account, "outlook")["left_out"], false);
    assert_eq!(account["rows"], 14);
    assert_eq!(account["target"]["classes"], serde_json::json!(["No", "Yes"]));
}

#[test]
fn a_kept_identifier_is_not_left_out() {
    let account = run(&["info", "data/tennis.csv", "--target", "play", "--keep", "day", "--json"]).json();
    assert_eq!(column(&account, "day")["left_out"], false);
}

#[test]
fn fields_that_do_not_apply_are_absent() {
    let account = run(&["info", "data/tennis.csv", "--target", "play", "--json"]).json();
    for absent in ["mse_reduction", "threshold", "format"] {
        assert!(column(&account, "outlook").get(absent).is_none(), "{absent}");
    }
    assert!(account["target"].get("variance").is_none());
    let account = run(&["info", "data/penguins.csv", "--target", "body_mass_g", "--json"]).json();
    for absent in ["information_gain", "gini_split"] {
        assert!(column(&account, "island").get(absent).is_none(), "{absent}");
    }
    for absent in ["entropy_bits", "gini", "classes"] {
        assert!(account["target"].get(absent).is_none(), "{absent}");
    }
    assert!(account["target"]["variance"].as_f64() > Some(6e5));
}

#[test]
fn columns_come_by_gain() {
    let account = run(&["info", "data/penguins.csv", "--target", "species", "--json"]).json();
    let gains: Vec<f64> = account["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .map(|column| column["information_gain"].as_f64().expect("a gain"))
        .collect();
    assert!(gains.windows(2).all(|pair| pair[0] >= pair[1]), "{gains:?}");
    assert_eq!(account["columns"][0]["name"], "flipper_length_mm");
}

#[test]
fn standard_input_reads_like_a_file() {
    let text = std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/tennis.csv"));
    let piped = run_with(&["info", "-", "--target", "play", "--json"], &text.expect("a table"));
    assert_eq!(piped.json(), run(&["info", "data/tennis.csv", "--target", "play", "--json"]).json());
}

#[test]
fn declared_kinds_are_shown() {
    let places = File::new(
        "places.csv",
        "city,state,country\nLyon,Rhône,France\nNice,Var,France\nBonn,NRW,Germany\n".as_bytes(),
    );
    let table = File::new("t.csv", b"id,zip,size,place,y\n1,01,S,Lyon,a\n2,02,L,Nice,b\n3,01,M,Bonn,a\n");
    let hierarchy = format!("place={}", places.path);
    let args = ["info", &table.path, "--nominal", "zip", "--ordinal", "size=S<M<L", "--hierarchy", &hierarchy];
    let account = run(&[&args[..], &["--ignore", "id", "--json"]].concat()).json();
    assert_eq!(column(&account, "zip")["kind"], "nominal");
    assert_eq!(column(&account, "zip")["top"][0]["value"], "01");
    assert_eq!(column(&account, "size")["kind"], "ordinal");
    assert_eq!(column(&account, "place")["kind"], "hierarchical");
    assert_eq!(account["columns"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_hierarchy_needs_no_header_and_may_have_shorter_paths() {
    let places = File::new("places.csv", b"Lyon,Rhone,France\nMonaco,Monaco city,\n");
    let table = File::new("t.csv", b"place\nLyon\nMonaco\n");
    let account = run(&["info", &table.path, "--hierarchy", &format!("place={}", places.path), "--json"]).json();
    assert_eq!(column(&account, "place")["kind"], "hierarchical");
}

#[test]
fn infinite_numbers_are_said_and_can_be_left_out() {
    let table = File::new("t.csv", b"x,y\n1,a\n-inf,b\n2.5,a\n");
    assert!(run(&["info", &table.path]).out.contains("x: infinite numbers in 1 rows"));
    let account = run(&["info", &table.path, "--missing", "inf,-inf", "--json"]).json();
    assert_eq!((&column(&account, "x")["missing"], &column(&account, "x")["range"]["min"]), (&1.into(), &1.0.into()));
}

#[test]
fn a_listed_text_may_hold_a_comma() {
    let table = File::new("t.csv", b"x\n\"1,000\"\n1\n5\n");
    let shown = run(&["info", &table.path]).out;
    assert!(shown.contains(r"--missing '1\,000'"), "{shown}");
    let account = run(&["info", &table.path, "--missing", r"1\,000", "--json"]).json();
    assert_eq!((&column(&account, "x")["kind"], &column(&account, "x")["missing"]), (&"continuous".into(), &1.into()));
}

#[test]
fn long_names_and_values_take_one_short_line() {
    let long = "z".repeat(4_000_000);
    let table = File::new("t.csv", format!("{long},b\n1,{long}\n2,x\n").as_bytes());
    let shown = run(&["info", &table.path]).out;
    assert!(shown.lines().all(|line| line.chars().count() < 200), "{} bytes", shown.len());
}

#[test]
fn dates_are_cut_at_dates_and_give_their_parts() {
    let table = File::new("t.csv", b"when,y\n2026-01-01,a\n2026-01-02,a\n2026-01-05,b\n2026-01-06,b\n");
    let account = run(&["info", &table.path, "-t", "y", "--date-parts", "when=weekday,year", "--json"]).json();
    assert_eq!(column(&account, "when")["format"], "date");
    assert_eq!(column(&account, "when")["threshold_text"], "2026-01-03");
    assert_eq!(column(&account, "when.weekday")["range"]["max"], 5.0);
}

#[test]
fn the_task_can_be_set() {
    let classes = run(&["info", "data/two_dice.csv", "--target", "sum", "--json"]).json();
    assert_eq!(classes["target"]["task"], "classification");
    let numbers = run(&["info", "data/two_dice.csv", "--target", "sum", "--task", "regression", "--json"]).json();
    assert_eq!(numbers["target"]["task"], "regression");
    assert!((numbers["target"]["variance"].as_f64().expect("a variance") - 35.0 / 6.0).abs() < 1e-12);
}

#[test]
fn threads_change_nothing() {
    let with = |threads: &str| run(&["info", "data/penguins.csv", "-t", "species", "--json", "--threads", threads]).out;
    assert_eq!(with("1"), with("2"));
    assert_eq!(with("2"), with("7"));
}

#[test]
fn every_warning_reaches_the_person() {
    let mut rows = String::new();
    for row in 0..30 {
        let odd = if row == 7 { "odd" } else { "3" };
        writeln!(rows, "{row},n{row},1,{0},,{0},{odd}", row % 2).expect("a row");
    }
    let table = File::new("t.csv", format!("count,name,same,copy,empty,y,y\n{rows}").as_bytes());
    let shown = run(&["info", &table.path, "--target", "y"]).out;
    for expected in [
        "count: identifier-like: 30 values in 30 rows",
        "name: identifier-like",
        "same: constant: every known value is \"1\"",
        "copy: a copy of the target",
        "empty: empty: no row has a value",
        "y_2: duplicate column name \"y\", read as \"y_2\"",
        "y_2: mixed types: 29 numbers and 1 texts such as \"odd\"",
    ] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }
}
