//! Rules: one for each leaf, in words that can be checked by hand, and together the tree itself.
#![cfg(test)]

mod grove;
mod proof;

use grove::*;
use proptest::prelude::*;
use spinney::draw::{TextOptions, text as text_of};
use spinney::explain::{Conclusion, RuleOptions, RuleOrder, Words, explain_row, rules, rules_text};
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema};
use spinney::predict::{Predictor, Unseen};
use spinney::table::{Column, Meaning, Table};
use spinney::tree::{Cell, ColumnId, LinearModel, Missing, Split, Surrogate, Term, Test};

fn text(schema: &Schema, plan: Plan) -> String {
    let tree = tree(plan, schema.classes().len() as u32);
    rules_text(schema, &tree, RuleOptions::default())
}

fn conditions(schema: &Schema, plan: Plan) -> Vec<Vec<String>> {
    let tree = tree(plan, schema.classes().len() as u32);
    let all = rules(schema, &tree, RuleOptions { unlisted: true, ..RuleOptions::default() });
    all.into_iter().map(|rule| rule.conditions.into_iter().map(|condition| condition.text).collect()).collect()
}

#[test]
fn tennis_has_five_rules_with_support_and_confidence() {
    let (schema, tree) = tennis();
    let text = rules_text(&schema, &tree, RuleOptions::default());
    let without = rules_text(&schema, &tree, RuleOptions { hide_missing: true, ..RuleOptions::default() });
    assert_eq!(
        without,
        "\
IF outlook = Overcast THEN play = Yes  [4 rows, 29 %; confidence 100 %]
IF outlook = Rain AND wind = Strong THEN play = No  [2 rows, 14 %; confidence 100 %]
IF outlook = Rain AND wind = Weak THEN play = Yes  [3 rows, 21 %; confidence 100 %]
IF outlook = Sunny AND humidity = High THEN play = No  [3 rows, 21 %; confidence 100 %]
IF outlook = Sunny AND humidity = Normal THEN play = Yes  [2 rows, 14 %; confidence 100 %]
"
    );
    assert!(text.starts_with("IF outlook = Overcast or missing THEN"), "missing values go down branch 0: {text}");
}

/// Two leaves, the second of which may not answer less than three quarters.
const HELD: &str = r#"{"target": "cured", "tree": {"split": {"column": "dose", "cut": 2}, "children": [
    {"when": "<= 2", "node": {"counts": {"no": 6, "yes": 2}}},
    {"when": "> 2", "node": {"counts": {"no": 5, "yes": 3}, "held": 0.75}}]}}"#;

#[test]
fn a_node_that_is_held_says_what_it_answers_beside_the_counts_of_its_rows() {
    let model = Model::from_json(HELD).unwrap();
    let (schema, tree) = (model.schema(), model.tree().unwrap());
    let hidden = RuleOptions { hide_missing: true, ..RuleOptions::default() };
    assert_eq!(
        rules_text(schema, tree, hidden),
        "IF dose ≤ 2 THEN cured = no  [8 rows, 50 %; confidence 75 %]\n\
         IF dose > 2 THEN cured = yes  [8 rows, 50 %; confidence 75 %]\n"
    );
    let drawn = text_of(schema, tree, &TextOptions::default());
    assert!(drawn.lines().any(|line| line.split_whitespace().eq(["└─", ">", "2", "yes", "75", "%", "5", "3", "8"])));
    let table = Table::new(vec![Column::numbers("dose", vec![1.0, 3.0])]).unwrap();
    let told = |row: usize| explain_row(&model, &table, row, Unseen::AsNode).unwrap();
    assert!(told(1).to_string().contains("node 2: 8 rows (no 5, yes 3), the end, held to yes 0.75"), "{}", told(1));
    assert_eq!(told(0).ends[0].held, None);
    let held = told(1).ends[0].held.clone().map(|held| (held.class, held.probability));
    assert_eq!(held, Some(("yes".to_owned(), 0.75)));
    let predictor = Predictor::new(&model);
    let shares = predictor.predict(&table, Unseen::AsNode).unwrap();
    assert_eq!(
        shares.shares(1).iter().map(|pair| (pair.class, pair.share)).collect::<Vec<_>>(),
        [(0, 0.25), (1, 0.75)]
    );
    assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap(), model);
}

#[test]
fn by_support_the_heaviest_rule_comes_first_and_equal_ones_keep_their_order() {
    let (schema, tree) = tennis();
    let all = rules(&schema, &tree, RuleOptions { order: RuleOrder::Support, ..RuleOptions::default() });
    let rows: Vec<(f64, u32)> = all.iter().map(|rule| (rule.rows, rule.node.0)).collect();
    assert_eq!(rows, [(4.0, 1), (3.0, 5), (3.0, 6), (2.0, 4), (2.0, 7)]);
}

#[test]
fn two_cuts_of_one_column_become_one_interval() {
    let schema = mixed(2);
    let inner = Plan::Split(cut(0, 5.0), vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)])]);
    let found = conditions(&schema, Plan::Split(cut(0, 2.0), vec![leaf(&[(1, 1.0)]), inner]));
    assert_eq!(found, [vec!["x ≤ 2 or missing"], vec!["2 < x ≤ 5"], vec!["x > 5"]]);
}

#[test]
fn subsets_are_intersected_and_values_without_a_branch_follow_the_heaviest() {
    let schema = mixed(2);
    let inner = Plan::Split(subset(3, &[(0, 0), (1, 1)]), vec![leaf(&[(0, 5.0)]), leaf(&[(1, 1.0)])]);
    let outer = subset(3, &[(0, 0), (1, 0), (2, 0), (3, 1), (4, 1)]);
    let found = conditions(&schema, Plan::Split(outer, vec![inner, leaf(&[(1, 1.0)])]));
    // f goes with the heavier branch twice, c once.
    assert_eq!(found, [vec!["letter in {a, c, f} or missing"], vec!["letter = b"], vec!["letter in {d, e}"]]);
}

#[test]
fn ordinal_cuts_are_said_by_their_order() {
    let schema = mixed(2);
    let at = |level: u32| Split { column: ColumnId(4), test: Test::Cut { level }, missing: Missing::Branch(1) };
    let inner = Plan::Split(at(2), vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)])]);
    let found = conditions(&schema, Plan::Split(at(0), vec![leaf(&[(1, 1.0)]), inner]));
    assert_eq!(found, [vec!["size = S"], vec!["S < size ≤ L"], vec!["size = XL or missing"]]);
}

#[test]
fn places_of_a_hierarchy_are_named_and_a_place_without_rows_stays_at_the_node() {
    let schema = mixed(2);
    let branches = pairs(&[(0, 0), (1, 0), (2, 1), (4, 2)]);
    let split = Split { column: ColumnId(5), test: Test::Height { height: 1, branches }, missing: Missing::Branch(0) };
    let words = Words::new(&schema);
    assert_eq!(words.test(&split, 0), "place in France");
    assert_eq!(words.missing(true).test(&split, 0), "place in France or missing");
    let leaves = (0..3).map(|class| leaf(&[(class % 2, 1.0)])).collect();
    let found = conditions(&schema, Plan::Split(split, leaves));
    assert_eq!(
        found,
        [vec!["place in France or missing"], vec!["place = Rome"], vec!["place = Tokyo"], vec!["place = Seoul"]]
    );
}

#[test]
fn dates_are_written_as_dates_and_a_cut_between_two_days_as_the_day_before() {
    let day = ColumnSchema { name: "day".into(), values: ColumnValues::Continuous { meaning: Meaning::Date } };
    let schema = Schema { columns: vec![day], target: classes("t", &["a", "b"]) };
    let words = Words::new(&schema);
    assert_eq!(words.test(&cut(0, 0.5), 0), "day ≤ 1970-01-01");
    assert_eq!(words.test(&cut(0, -0.5), 1), "day > 1969-12-31");
}

#[test]
fn branches_of_missing_values_alone_are_said_as_such() {
    let schema = mixed(2);
    let known =
        Split { column: ColumnId(0), test: Test::Threshold { cut: f64::INFINITY }, missing: Missing::Branch(1) };
    let two = || vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)])];
    assert_eq!(conditions(&schema, Plan::Split(known, two())), [["x is known"], ["x is missing"]]);
    let own = Split { missing: Missing::Branch(2), ..each(2, &[0, 2]) };
    let found = conditions(&schema, Plan::Split(own, vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)]), leaf(&[(0, 1.0)])]));
    assert_eq!(found, [["colour = blue"], ["colour = red"], ["colour is missing"], ["colour = green"]]);
}

#[test]
fn spread_and_surrogate_routes_are_stated() {
    let schema = mixed(2);
    let two = || vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)])];
    let spread = Split { missing: Missing::Spread, ..cut(0, 1.0) };
    assert!(text(&schema, Plan::Split(spread, two())).starts_with("IF x ≤ 1 (missing: in part) THEN"));
    let other =
        Surrogate { column: ColumnId(1), test: Test::Threshold { cut: 2.0 }, to: [0, 1].into(), agreement: 1.0 };
    let asks = Split { missing: Missing::Surrogates([other].into()), ..cut(0, 1.0) };
    assert!(text(&schema, Plan::Split(asks, two())).starts_with("IF x ≤ 1 (missing: as other columns say) THEN"));
}

#[test]
fn a_tree_of_one_leaf_is_one_rule_that_always_holds() {
    let schema = mixed(2);
    assert_eq!(text(&schema, leaf(&[(0, 1.0), (1, 3.0)])), "ALWAYS t = class 1  [4 rows, 100 %; confidence 75 %]\n");
    assert_eq!(text(&schema, leaf(&[])), "ALWAYS no answer  [no rows; the answer of the node above]\n");
}

#[test]
fn a_leaf_without_rows_answers_as_the_node_above() {
    let schema = mixed(2);
    let tree = tree(Plan::Split(cut(0, 1.0), vec![leaf(&[]), leaf(&[(1, 3.0)])]), 2);
    let all = rules(&schema, &tree, RuleOptions::default());
    assert!(matches!(&all[0].then, Conclusion::Class { class: 1, confidence: 0.0, .. }), "{:?}", all[0]);
}

#[test]
fn rules_of_numbers_say_value_and_spread_and_linear_leaves_their_sum() {
    let schema = Schema { target: number("price"), ..mixed(2) };
    let plan = Plan::Split(cut(0, 1.0), vec![mean(4.0, 10.0, 16.0), mean(1.0, 30.0, 0.0)]);
    assert_eq!(
        rules_text(&schema, &tree(plan, 0), RuleOptions::default()),
        "IF x ≤ 1 or missing THEN price = 10  [4 rows, 80 %; ± 2]\nIF x > 1 THEN price = 30  [1 row, 20 %; ± 0]\n"
    );
    let terms = vec![
        Term { column: ColumnId(0), slope: 0.5, centre: 31.0 },
        Term { column: ColumnId(1), slope: -2.0, centre: 0.0 },
    ];
    let model = LinearModel { base: 12.0, terms, low: 0.0, high: 99.0 };
    assert_eq!(Words::new(&schema).linear(&model), "12 + 0.5 (x − 31) − 2 (y − 0)");
}

#[test]
fn names_that_hold_signs_stand_in_quotes_and_on_one_line() {
    let columns = vec![nominal("a\nb", &["x, y", "{z}", "<script>", "\u{202e}abc", &"w".repeat(500)])];
    let schema = Schema { columns, target: classes("t \"q\"", &["p", "q"]) };
    let words = Words::new(&schema);
    let split = subset(0, &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 1)]);
    assert_eq!(words.test(&split, 0), r#""a\nb" in {"x, y", "{z}", "<script>", "\u{202e}abc"}"#);
    let text = text(&schema, Plan::Split(split, vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)])]));
    assert_eq!(text.lines().count(), 2);
    assert!(text.contains(&"w".repeat(500)), "rules cut nothing off");
}

#[test]
fn rules_go_out_as_json_with_stable_names() {
    let (schema, tree) = tennis();
    let all = rules(&schema, &tree, RuleOptions::default());
    let json = serde_json::to_value(&all[1]).unwrap();
    assert_eq!(json["conditions"][1]["text"], "wind = Strong or missing");
    assert_eq!(json["conditions"][0]["known"]["levels"][0], 1);
    assert_eq!(json["then"]["class"]["name"], "No");
    assert_eq!(json["rows"], 2.0);
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_has_as_many_rules() {
    let (schema, tree) = chain(100_000);
    let all = rules(&schema, &tree, RuleOptions::default());
    assert_eq!(all.len(), 100_001);
    assert_eq!(all[100_000].conditions.len(), 1);
}

proptest! {
    #![proptest_config(proof::cases(300))]

    #[test]
    fn every_known_row_meets_exactly_one_rule_and_it_is_the_one_of_its_leaf(seed in any::<[u8; 32]>()) {
        let mut dice = Dice::new(seed);
        let schema = mixed(3);
        let tree = tree(any_plan(&mut dice, 4, 3), 3);
        let all = rules(&schema, &tree, RuleOptions { unlisted: true, ..RuleOptions::default() });
        for _ in 0..20 {
            let mut row = any_row(&mut dice);
            if dice.below(3) == 0 {
                row.0[dice.below(6) as usize] = Cell::Missing;
            }
            let met = |rule: &&spinney::explain::Rule| {
                rule.conditions.iter().all(|condition| condition.holds(row.0[condition.id.place()]))
            };
            let met: Vec<u32> = all.iter().filter(met).map(|rule| rule.node.0).collect();
            let landed: Vec<u32> = tree.landings(&row).iter().map(|landing| landing.node.0).collect();
            prop_assert_eq!(met, landed);
        }
    }
}
