//! The trees that the lectures draw.
#![cfg(test)]

mod sight;

use sight::{sample, table, tree_of};
use spinney::grow::{Criterion, Preset, TreeSettings};
use spinney::table::Task;

fn id3() -> TreeSettings {
    TreeSettings::preset(Preset::Id3, Task::Classification)
}

#[test]
fn tennis_asks_for_outlook_then_humidity_or_wind() {
    let tree = tree_of(&sample("tennis"), &id3(), &["day"]);
    let expected =
        "outlook(Overcast: Yes 4, Rain: wind(Strong: No 2, Weak: Yes 3), Sunny: humidity(High: No 3, Normal: Yes 2))";
    assert_eq!(tree, expected);
}

#[test]
fn restaurant_asks_for_patrons_then_hunger() {
    let tree = tree_of(&sample("restaurant"), &id3(), &[]);
    assert!(tree.starts_with("pat(Full: hun("), "{tree}");
    assert!(tree.ends_with("None: F 2, Some: T 4)"), "{tree}");
}

#[test]
fn two_bits_splits_on_x1_under_entropy_and_under_gini() {
    for criterion in [Criterion::Entropy, Criterion::Gini] {
        let tree = tree_of(&sample("two_bits"), &id3().criterion(criterion), &[]);
        assert!(tree.starts_with("x1("), "{tree}");
    }
}

#[test]
fn weekend_asks_for_weather_first() {
    let tree = tree_of(&sample("weekend"), &id3(), &[]);
    assert!(tree.starts_with("weather("), "{tree}");
}

#[test]
fn party_asks_for_prior_then_friend() {
    let tree = tree_of(&sample("party"), &id3(), &[]);
    assert!(tree.starts_with("prior("), "{tree}");
    assert!(tree.contains("friend("), "{tree}");
}

#[test]
fn a_parity_of_bits_is_learned_though_no_first_split_gains() {
    let parity = table("a,b,y\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n");
    let tree = tree_of(&parity, &TreeSettings::classification(), &[]);
    assert_eq!(tree, "a(<=0.5: b(<=0.5: 0 1, >0.5: 1 1), >0.5: b(<=0.5: 1 1, >0.5: 0 1))");
}

#[test]
fn ten_eleven_thirteen_fourteen_are_cut_at_midpoints() {
    let numbers = table("x,y\n10,a\n11,b\n13,c\n14,d\n");
    let tree = tree_of(&numbers, &TreeSettings::classification(), &[]);
    // Every cut of four classes leaves the same Gini, so the lowest is taken each time.
    assert_eq!(tree, "x(<=10.5: a 1, >10.5: x(<=12: b 1, >12: x(<=13.5: c 1, >13.5: d 1)))");
}
