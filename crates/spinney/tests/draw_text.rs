//! A tree as text: whole drawings, in the width of a page.
#![cfg(test)]

mod grove;
mod proof;

use grove::*;
use proptest::prelude::*;
use spinney::draw::{TextOptions, cells, text};
use spinney::model::Schema;
use spinney::tree::{Missing, Split};

#[test]
fn tennis_is_drawn_with_counts_and_shares() {
    let (schema, tree) = tennis();
    let found = text(&schema, &tree, &TextOptions::default());
    assert_eq!(
        found,
        "\
play: 14 rows, 5 leaves, depth 2

                          answer  share  No  Yes  rows
outlook                                   5    9    14
├─ = Overcast             Yes     100 %   0    4     4
├─ = Rain: wind                           2    3     5
│  ├─ = Strong            No      100 %   2    0     2
│  └─ = Weak              Yes     100 %   0    3     3
└─ = Sunny: humidity                      3    2     5
   ├─ = High              No      100 %   3    0     3
   └─ = Normal            Yes     100 %   0    2     2
"
    );
}

fn prices() -> (Schema, spinney::tree::Tree) {
    let schema = Schema { target: number("price"), ..mixed(2) };
    let inner = Plan::Split(each(2, &[0, 2]), vec![mean(1.0, 31.5, 0.0), mean(1000.0, 3.0, 4000.0)]);
    (schema, tree(Plan::Split(cut(0, 0.1 + 0.2), vec![mean(4.0, 10.0, 16.0), inner]), 0))
}

#[test]
fn numbers_are_drawn_with_value_spread_and_rows_and_long_cuts_are_rounded() {
    let (schema, tree) = prices();
    let found = text(&schema, &tree, &TextOptions::default());
    assert_eq!(
        found,
        "\
price: 1,005 rows, 3 leaves, depth 2

                            value     ± sd   rows
x                                           1,005
├─ ≤ 0.3                       10      ± 2      4
└─ > 0.3: colour                            1,001
   ├─ = blue                 31.5      ± 0      1
   ├─ = red                     3      ± 2  1,000
   └─ = green (no rows)   3.02847  ± 2.192

(no rows): no training row had these values there; the answer is that of the node itself
"
    );
    let exact = text(&schema, &tree, &TextOptions { exact: true, ..TextOptions::default() });
    assert!(exact.contains("≤ 0.30000000000000004"), "{exact}");
}

#[test]
fn many_values_without_rows_are_counted() {
    let levels: Vec<String> = (10..40).map(|level| format!("v{level}")).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let schema = Schema { columns: vec![nominal("code", &levels)], target: classes("t", &["a", "b"]) };
    let plan = Plan::Split(each(0, &[1, 2]), vec![leaf(&[(0, 1.0)]), leaf(&[(1, 3.0)])]);
    let found = text(&schema, &tree(plan, 2), &TextOptions::default());
    assert!(found.contains("└─ = 28 other values (no rows)  b        75 %\n"), "{found}");
}

#[test]
fn folded_branches_say_how_many_leaves_they_hide() {
    let (schema, tree) = tennis();
    let found = text(&schema, &tree, &TextOptions { max_depth: Some(1), ..TextOptions::default() });
    let rain = found.lines().find(|line| line.contains("Rain")).unwrap();
    assert_eq!(rain, "├─ = Rain … 2 leaves      Yes      60 %   2    3     5");
    assert!(!found.contains("wind"));
    let root = text(&schema, &tree, &TextOptions { max_depth: Some(0), ..TextOptions::default() });
    assert!(root.contains(" … 5 leaves"), "{root}");
}

#[test]
fn the_way_of_missing_values_is_told_when_asked_and_a_branch_of_their_own_always() {
    let (schema, tree_) = tennis();
    let told = text(&schema, &tree_, &TextOptions { missing: true, ..TextOptions::default() });
    assert!(told.contains("├─ = Overcast or missing "), "{told}");
    let own = Split { missing: Missing::Branch(3), ..each(2, &[0, 1, 2]) };
    let plan = Plan::Split(own, (0..4).map(|class| leaf(&[(class % 2, 1.0)])).collect());
    let found = text(&mixed(2), &tree(plan, 2), &TextOptions::default());
    assert!(found.contains("└─ is missing"), "{found}");
}

#[test]
fn branches_too_deep_for_the_page_go_on_in_a_section_of_their_own() {
    let (schema, tree) = chain(18);
    let found = text(&schema, &tree, &TextOptions { width: 60, ..TextOptions::default() });
    let numbers: Vec<&str> = found.lines().filter(|line| line.starts_with('[')).collect();
    assert!(!numbers.is_empty(), "{found}");
    for section in numbers {
        let number = section.split(']').next().unwrap();
        assert_eq!(found.matches(&format!("→ {number}]")).count(), 1, "{found}");
    }
    assert_eq!(found.matches("100 %").count(), 19, "every leaf is there once");
}

#[test]
fn a_tree_is_drawn_in_one_piece_where_leaving_out_counts_allows_it() {
    let (schema, tree) = chain(9);
    let drawn = |width| text(&schema, &tree, &TextOptions { width, ..TextOptions::default() });
    let counted = |width| drawn(width).lines().nth(2).is_some_and(|line| line.contains("class 1"));
    assert!(!drawn(100).contains('→') && !drawn(76).contains('→'), "{}", drawn(76));
    assert!(counted(100) && !counted(76), "{}", drawn(76));
}

#[test]
fn the_number_of_a_section_is_not_cut_away() {
    let (mut schema, tree) = chain(18);
    schema.columns[0].name = "a name that takes more room than there is".to_owned();
    let found = text(&schema, &tree, &TextOptions { width: 60, ..TextOptions::default() });
    assert!(found.contains("… → [") && !found.contains("[…"), "{found}");
    assert!(found.lines().all(|line| cells(line) <= 60), "{found}");
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_stays_within_the_page() {
    let (schema, tree) = chain(100_000);
    let found = text(&schema, &tree, &TextOptions::default());
    assert!(found.lines().all(|line| cells(line) <= 80));
    assert_eq!(found.matches("100 %").count(), 100_001);
}

#[test]
fn many_classes_are_named_and_not_counted() {
    let schema = mixed(40);
    let plan = Plan::Split(cut(0, 1.0), vec![leaf(&[(0, 1.0), (39, 2.0)]), leaf(&[(7, 1.0)])]);
    let found = text(&schema, &tree(plan, 40), &TextOptions::default());
    assert!(found.contains("├─ ≤ 1                    class 39   67 %     3\n"), "{found}");
}

#[test]
fn wild_names_stay_on_their_line_and_are_cut() {
    let long = "w".repeat(500);
    let columns = vec![nominal(&"名".repeat(200), &["a\nb", "<script>", "\u{202e}abc", &long])];
    let schema = Schema { columns, target: classes("שלום", &["p\r\nq", "{q}"]) };
    let plan = Plan::Split(each(0, &[0, 1, 2, 3]), (0..4).map(|class| leaf(&[(class % 2, 1.0)])).collect());
    let found = text(&schema, &tree(plan, 2), &TextOptions::default());
    assert_eq!(found.lines().count(), 8, "{found}");
    assert!(found.lines().all(|line| cells(line) <= 80), "{found}");
    assert!(!found.contains('\u{202e}') && !found.contains('\r'));
}

proptest! {
    #![proptest_config(proof::cases(100))]

    #[test]
    fn every_leaf_has_a_line_and_no_line_is_wider_than_the_page(seed in any::<[u8; 32]>(), width in 60_usize..140) {
        let mut dice = Dice::new(seed);
        let tree = tree(any_plan(&mut dice, 5, 3), 3);
        let found = text(&mixed(3), &tree, &TextOptions { width, missing: true, ..TextOptions::default() });
        prop_assert!(found.lines().filter(|line| !line.starts_with("(no rows)")).all(|line| cells(line) <= width), "{}", found);
        let lines = found.lines().filter(|line| line.contains('─')).count();
        let strays = spinney::explain::unlisted(&mixed(3), &tree).len();
        prop_assert_eq!(lines, tree.len() - 1 + strays);
    }
}
