//! `spinney measure`: the lectures' numbers at the terminal.

use crate::program::run;

/// The number that a measure gives.
fn number(args: &[&str], field: &str) -> f64 {
    let answer = run(&[&["measure"], args, &["--json"]].concat()).json();
    answer[field].as_f64().unwrap_or_else(|| panic!("no {field} in {answer}"))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 5e-5, "{found} for {expected}");
}

#[test]
fn entropies_of_the_lectures() {
    near(number(&["entropy", "9", "5"], "bits"), 0.9403);
    near(number(&["entropy", "0.99", "0.01"], "bits"), 0.0808);
    near(number(&["entropy", "4", "1"], "bits"), 0.7219);
    assert_eq!(number(&["entropy", "0.5", "0.5"], "bits"), 1.0);
}

#[test]
fn questions_for_three_buckets() {
    assert_eq!(number(&["questions", "8"], "questions"), 0.0);
    assert_eq!(number(&["questions", "4", "2", "1", "1"], "questions"), 1.75);
    assert_eq!(number(&["questions", "2", "2", "2", "2"], "questions"), 2.0);
}

#[test]
fn a_gaussian_grows_with_its_spread_and_not_with_its_mean() {
    near(number(&["gaussian", "--sd", "1"], "nats"), 1.4189);
    assert!(number(&["gaussian", "--sd", "2"], "nats") > number(&["gaussian", "--sd", "1"], "nats"));
    assert_eq!(number(&["gaussian", "--sd", "2", "--mean", "-9"], "nats"), number(&["gaussian", "--sd", "2"], "nats"));
}

#[test]
fn the_split_by_outlook() {
    let split = ["split", "2,3", "4,0", "3,2"];
    near(number(&split, "information_gain"), 0.2467);
    near(number(&split, "split_entropy"), 1.5774);
    near(number(&split, "gain_ratio"), 0.1564);
    near(number(&split, "gini_gain"), 0.1163);
    assert_eq!(number(&["split", "4,0", "1,3"], "gini_split"), 3.0 / 16.0);
}

#[test]
fn gini_of_five_to_three_is_fifteen_32ths() {
    assert_eq!(number(&["gini", "5", "3"], "gini"), 15.0 / 32.0);
}

#[test]
fn rarer_outcomes_tell_more() {
    let answer = run(&["measure", "information", "0.75", "0.05", "0.1", "--json"]).json();
    let bits: Vec<f64> =
        answer["bits"].as_array().expect("bits").iter().filter_map(serde_json::Value::as_f64).collect();
    assert!(bits[0] < bits[2] && bits[2] < bits[1], "{bits:?}");
}

#[test]
fn variance_and_its_reduction() {
    near(number(&["variance", "1,2,3", "7,9"], "mse_reduction"), 8.64);
    near(number(&["variance", "1", "2", "6"], "variance"), 14.0 / 3.0);
    near(number(&["histogram", "1", "1", "--edges", "0,1,2"], "nats"), 2.0_f64.ln());
}

#[test]
fn dice() {
    let fraction = |args: &[&str], field: &str| {
        let answer = run(&[&["measure", "event"], args, &["--json"]].concat()).json();
        answer[field].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(fraction(&["data/die.csv", "face=2|4|6", "--given", "face>4"], "conditional_fraction"), "1/2");
    assert_eq!(fraction(&["data/die.csv", "face=4.0"], "fraction"), "1/6"); // numbers by value
    assert_eq!(fraction(&["data/two_dice.csv", "sum=2"], "fraction"), "1/36");
    assert_eq!(fraction(&["data/two_dice.csv", "sum=8"], "fraction"), "5/36");
    assert_eq!(fraction(&["data/two_dice.csv", "sum=5 & first=2 & second=3"], "fraction"), "1/36");
    let dependent = run(&["measure", "event", "data/die.csv", "face=1|2|5", "--given", "face=3|4|6", "--json"]).json();
    assert_eq!(dependent["independent"], false);
    let free = run(&["measure", "event", "data/two_dice.csv", "first=1", "--given", "second=6", "--json"]).json();
    assert_eq!(free["independent"], true);
}

#[test]
fn two_dice_are_independent_and_outlook_and_play_are_not() {
    let dice = run(&["measure", "joint", "data/two_dice.csv", "--columns", "first,second", "--json"]).json();
    assert_eq!((&dice["independent"], &dice["information_gain"]), (&true.into(), &0.0.into()));
    let tennis = run(&["measure", "joint", "data/tennis.csv", "--columns", "outlook,play", "--json"]).json();
    assert_eq!(tennis["independent"], false);
    assert_eq!(tennis["counts"], serde_json::json!([[0, 4], [2, 3], [3, 2]]));
}

#[test]
fn every_measure_writes_its_sum_out() {
    for args in [
        &["information", "0.5"][..],
        &["entropy", "9", "5"],
        &["questions", "4", "2"],
        &["gini", "5", "3"],
        &["gaussian", "--sd", "2"],
        &["histogram", "3", "5", "--edges", "0,1,2"],
        &["split", "2,3", "4,0"],
        &["variance", "1,2", "5,6"],
        &["joint", "data/two_bits.csv", "--columns", "x1,y"],
        &["event", "data/die.csv", "face=1", "--given", "face<3"],
    ] {
        let plain = run(&[&["measure"], args].concat());
        let explained = run(&[&["measure"], args, &["--explain"]].concat());
        assert_eq!(plain.code, Some(0), "{args:?}: {}", plain.talk);
        assert!(
            explained.out.ends_with(&plain.out) && explained.out.len() > plain.out.len(),
            "{args:?}\n{}",
            explained.out
        );
        let json = run(&[&["measure"], args, &["--explain", "--json"]].concat()).json();
        assert!(json["explain"].as_array().is_some_and(|lines| !lines.is_empty()), "{args:?}");
    }
}
