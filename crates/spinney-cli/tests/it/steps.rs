//! `spinney steps`.

use crate::program::{File, run};

#[test]
fn every_form_is_what_it_says() {
    let starts = [
        ("text", "Growing a tree for play\n═"),
        ("markdown", "# Growing a tree for play\n"),
        ("latex", "\\documentclass[11pt]{article}\n"),
        ("html", "<!DOCTYPE html>\n"),
        ("json", "{\n"),
    ];
    for (form, start) in starts {
        let shown = run(&["steps", "data/tennis.csv", "--target", "play", "--ignore", "day", "--as", form]);
        assert_eq!(shown.code, Some(0), "{}", shown.talk);
        assert!(shown.out.starts_with(start), "{form}: {}", shown.out);
        assert!(shown.out.contains("0.2467") || form == "json", "{form}");
    }
}

#[test]
fn json_is_the_same_by_both_names() {
    let with = |last: &[&str]| run(&[&["steps", "data/party.csv", "--target", "attend"], last].concat());
    assert_eq!(with(&["--json"]).json(), with(&["--as", "json"]).json());
    assert_eq!(with(&["--json"]).json()["nodes"][0]["trials"][0]["column"], "prior");
}

#[test]
fn an_identifier_is_left_out_and_that_is_said() {
    let shown = run(&["steps", "data/tennis.csv", "--target", "play"]);
    assert!(shown.talk.contains("day: "), "{}", shown.talk);
    assert!(!shown.out.contains("gain(day)"));
    let kept = run(&["steps", "data/tennis.csv", "--target", "play", "--keep", "day", "--quiet"]);
    assert!(kept.out.contains("gain(day) = 0.9403 − 0 = 0.9403"), "{}", kept.out);
    assert_eq!(kept.talk, "");
}

#[test]
fn a_large_tree_stops_at_a_limit_and_says_how_to_go_on() {
    let rows: Vec<String> = (0..400).map(|row| format!("{row}.5,c{}", row * 7 % 11)).collect();
    let file = File::new("large.csv", format!("x,y\n{}\n", rows.join("\n")).as_bytes());
    let shown = run(&["steps", &file.path, "--target", "y"]);
    assert!(shown.talk.contains("The first 200 of "), "{}", shown.talk);
    assert!(shown.talk.contains("hint: --all goes on to the end, --node ID"), "{}", shown.talk);
    let all = run(&["steps", &file.path, "--target", "y", "--all"]);
    assert_eq!(all.talk, "");
    assert!(all.out.len() > shown.out.len());
}

#[test]
fn a_node_that_is_not_there_is_the_persons_mistake() {
    let shown = run(&["steps", "data/tennis.csv", "--target", "play", "--ignore", "day", "--node", "8"]);
    assert_eq!(shown.code, Some(1));
    assert!(shown.talk.contains("there is no node 8: the tree has 8, from 0 to 7"), "{}", shown.talk);
}

#[test]
fn a_criterion_for_numbers_is_refused_for_classes() {
    let shown = run(&["steps", "data/tennis.csv", "--target", "play", "--criterion", "mse"]);
    assert_eq!(shown.code, Some(1));
    let help = run(&["steps", "--help"]);
    for flag in ["--as", "--node", "--depth", "--all", "--preset", "--criterion", "--nominal-split", "--missing-policy"]
    {
        assert!(help.out.contains(flag), "{flag}");
    }
}
