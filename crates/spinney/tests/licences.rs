//! Every dependency may be used and passed on by anyone: its licence is on the list, its source is the public registry.
#![cfg(test)]

use std::process::Command;

use serde_json::Value;

const ALLOWED: [&str; 11] = [
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
    "0BSD",
    "CC0-1.0",
    "BSL-1.0",
];

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met from the list. `AND` binds before `OR`;
/// the older `MIT/Apache-2.0` means `OR`; an exception (`WITH …`) only adds rights.
fn is_met(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = any_of(&words, &mut at);
    met && at == words.len()
}

fn any_of(words: &[&str], at: &mut usize) -> bool {
    let mut met = all_of(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all_of(words, at);
    }
    met
}

fn all_of(words: &[&str], at: &mut usize) -> bool {
    let mut met = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at);
    }
    met
}

fn one(words: &[&str], at: &mut usize) -> bool {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    if word == "(" {
        let met = any_of(words, at);
        *at += 1;
        return met;
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    ALLOWED.contains(&word)
}

#[test]
fn every_dependency_has_an_open_licence_and_comes_from_the_registry() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 20, "the dependencies are here");
    let bad_licence = |package: &&Value| !is_met(package["license"].as_str().unwrap_or_default());
    let bad_source =
        |package: &&Value| package["source"].as_str().is_some_and(|source| !source.starts_with("registry+"));
    let bad = packages.iter().filter(|package| bad_licence(package) || bad_source(package));
    let bad: Vec<String> =
        bad.map(|package| format!("{} {} {}", package["name"], package["license"], package["source"])).collect();
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn expressions_are_met_as_they_are_written() {
    for met in [
        "MIT",
        "MIT OR Apache-2.0",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-3.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
        "GPL-3.0 AND MPL-2.0 OR ISC",
        "Unlicense OR MIT",
    ] {
        assert!(is_met(met), "{met}");
    }
    for unmet in [
        "",
        "GPL-3.0",
        "MPL-2.0",
        "MIT AND GPL-3.0",
        "(MIT OR ISC) AND MPL-2.0",
        "MIT OR ISC AND",
        "MIT MIT",
        "(MIT",
        "mit",
    ] {
        assert!(!is_met(unmet), "{unmet}");
    }
}
