//! Derivations read like the lectures' worked solutions, and every sum in them is right.
#![cfg(test)]

mod proof;
mod sight;
mod sums;

use proptest::prelude::*;
use sight::{columns, sample, table};
use spinney::draw::cells;
use spinney::grow::{Conventions, Criterion, MissingPolicy, Nominal, Preset, Training, TreeSettings};
use spinney::prune::Pruning;
use spinney::steps::{Scope, Steps, html, latex, markdown, steps, steps_pruned, text};
use spinney::table::{Column, Table, Target, Task};
use spinney::tree::NodeId;
use sums::{Span, check, evaluate, sums_of};

fn id3() -> TreeSettings {
    TreeSettings::preset(Preset::Id3, Task::Classification)
}

fn told(table: &Table, settings: &TreeSettings, without: &[&str], scope: Scope) -> Steps {
    let target = Target::new(table, &table.columns().last().unwrap().name, None).unwrap();
    let columns = columns(table, without);
    steps(&Training::new(table, &columns, &target), settings, (scope, false), &()).unwrap()
}

fn text_of(table: &Table, settings: &TreeSettings, without: &[&str]) -> String {
    text(&told(table, settings, without, Scope::default()).derivation())
}

fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

/// The same of sentences, wherever their lines end.
fn says(text: &str, parts: &[&str]) {
    holds(&text.split_whitespace().collect::<Vec<&str>>().join(" "), parts);
}

/// All sums are right; how many there are.
fn checked(text: &str) -> usize {
    let sums = sums_of(text);
    sums.iter().map(|sum| check(sum).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))).sum()
}

#[test]
fn tennis_reads_like_the_lecture() {
    let text = text_of(&sample("tennis"), &id3(), &["day"]);
    holds(
        &text,
        &[
            "H(play) = −5/14·log₂(5/14) − 9/14·log₂(9/14) = 0.9403\n",
            "= Sunny        5   3    2  H(3/5, 2/5) = 0.9710\n",
            "H(play | outlook) = 4/14·0 + 5/14·0.9710 + 5/14·0.9710 = 0.6935\n",
            "gain(outlook) = 0.9403 − 0.6935 = 0.2467\n",
            "gain(humidity) = 0.9403 − 0.7885 = 0.1518\n",
            "gain(wind) = 0.9403 − 0.8922 = 0.0481\n",
            "outlook has the largest gain, 0.2467",
            "outlook = Overcast     4  all Yes      leaf: Yes\n",
            "Node 2: outlook = Rain\n",
            "8 nodes, of which 5 leaves; depth 2.",
        ],
    );
    assert!(checked(&text) >= 25, "{text}");
}

#[test]
fn the_gain_ratio_of_outlook_is_0_1564() {
    let settings = id3().criterion(Criterion::GainRatio);
    let text = text_of(&sample("tennis"), &settings, &["day"]);
    holds(
        &text,
        &["split(outlook) = H(4/14, 5/14, 5/14) = 1.5774\n", "gain ratio(outlook) = 0.2467 / 1.5774 = 0.1564\n"],
    );
    checked(&text);
}

#[test]
fn restaurant_ties_at_two_thirds_and_hunger_stands_first() {
    let text = text_of(&sample("restaurant"), &id3(), &[]);
    holds(
        &text,
        &[
            "H(will_wait | pat) = 6/12·0.9183 + 2/12·0 + 4/12·0 = 0.4591\n",
            "H(will_wait | type) = 4/12·1 + 2/12·1 + 2/12·1 + 4/12·1 = 1\n",
            "hun    0.6667  0.2516  wins ◄\n",
            "price  0.6667  0.2516  equal, but stands later\n",
            "est    0.6667  0.2516  equal, but stands later\n",
        ],
    );
    says(
        &text,
        &["hun, price, res, type and est have the same largest gain, 0.2516. \
           Of equal columns the first in the table wins: hun."],
    );
    checked(&text);
}

#[test]
fn weekend_takes_weather_and_party_takes_prior_then_friend() {
    let weekend = text_of(&sample("weekend"), &id3(), &[]);
    holds(&weekend, &["weather           0.8755  0.6955  wins", "parents_visiting  0.9610  0.6100\n"]);
    let party = text_of(&sample("party"), &id3(), &[]);
    holds(&party, &["prior has the largest gain", "Node 1: prior = N\n"]);
    let next = &party[party.find("Node 1: prior = N").unwrap()..];
    assert!(next.contains("friend has the largest gain"), "{next}");
    checked(&weekend);
    checked(&party);
}

#[test]
fn two_bits_has_gini_three_and_seven_sixteenths() {
    let bits = sample("two_bits");
    let text = text_of(&bits, &id3().criterion(Criterion::Gini), &[]);
    holds(
        &text,
        &[
            "Gini(y) = 1 − (5/8)² − (3/8)² = 0.4688\n",
            "Gini(y | x1 ≤ 0.5) = 4/8·0.3750 + 4/8·0 = 0.1875\n", // 3/16
            "Gini(y | x2 ≤ 0.5) = 4/8·0.5000 + 4/8·0.3750 = 0.4375\n", // 7/16
        ],
    );
    checked(&text);
    holds(&text_of(&bits, &id3(), &[]), &["x1 ≤ 0.5 has the largest gain, 0.5488"]);
}

#[test]
fn every_column_of_every_lecture_table_agrees_with_the_oracle() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle.json");
    let oracle: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(root).unwrap()).unwrap();
    let mut seen = 0;
    for (name, facts) in oracle.as_object().unwrap() {
        let settings = id3().criterion(Criterion::GainRatio);
        let text = text_of(&sample(name), &settings, &[]);
        let root: Vec<String> = sums_of(text.split("\nNode ").nth(1).unwrap());
        for (column, figures) in facts["attributes"].as_object().unwrap() {
            for (head, figure) in
                [("gain(", "information_gain"), ("split(", "split_entropy"), ("gain ratio(", "gain_ratio")]
            {
                let is_it = |sum: &&String| {
                    sum.strip_prefix(head).is_some_and(|rest| {
                        rest.starts_with(&format!("{column})")) || rest.starts_with(&format!("{column} ≤ 0.5)"))
                    })
                };
                let sum = root.iter().find(is_it).unwrap_or_else(|| panic!("{name} {column} {head}\n{text}"));
                let shown = evaluate(sum.rsplit(" = ").next().unwrap()).unwrap();
                let exact = figures[figure].as_f64().unwrap();
                assert!(shown.meets(Span(exact, exact)), "{name}: {sum}, not {exact}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 60, "{seen}");
}

#[test]
fn a_wrong_sum_is_found() {
    for wrong in [
        "H(y) = −2/5·log₂(2/5) − 3/5·log₂(3/5) = 0.9711",
        "gain(x) = 0.9403 − 0.6935 = 0.2470",
        "cell = H(1/3, 2/3) = 0.9184",
        "Gini(y) = 1 − (5/8)² − (3/8)² = 0.4686",
        "gain(x) = 2/4·(1 − 0.5000) − log₂(3) / 4 = 0.1463",
    ] {
        assert!(check(wrong).is_err(), "{wrong}");
    }
    assert_eq!(check("gain(x) = 4/14·(0.9403 − 0.6935) − log₂(2) / 14 = −0.0009"), Ok(1));
}

#[test]
fn c45_says_what_its_guard_and_its_price_did() {
    let text = text_of(&sample("penguins"), &TreeSettings::preset(Preset::C45, Task::Classification), &[]);
    holds(
        &text,
        &[
            "gain(year ≤ 2007) = 1.5136 − 1.5084 − log₂(2) / 344 = 0.0023\n",
            "The best of 143 cuts; C4.5 takes log₂(143) bits off for the choice",
            "2 of 344 rows have no value of bill_length_mm",
            "H(species | sex known) = ",
            "year ≤ 2007            1.5084  0.0023  0.9041      0.0025  below the average\n",
            "C4.5 compares ratios only among splits whose gain is at least the average",
        ],
    );
    assert!(checked(&text) > 100);
}

#[test]
fn regression_is_told_with_means() {
    let text = text_of(&table("x,y\n1,1.5\n2,2.5\n3,9\n4,11\n"), &TreeSettings::regression(), &[]);
    holds(
        &text,
        &[
            "MSE(y) = 1/4·Σ(y − 6)² = 16.6250\n", // (4.5² + 3.5² + 3² + 5²) / 4
            "≤ 2.5     2     2  0.2500\n",
            "MSE(y | x ≤ 2.5) = 2/4·0.2500 + 2/4·1 = 0.6250\n",
            "gain(x ≤ 2.5) = 16.6250 − 0.6250 = 16\n",
        ],
    );
    checked(&text);
}

#[test]
fn a_leaf_says_why_growth_stopped() {
    let xor = table("a,b,y\nt,t,no\nt,f,yes\nf,t,yes\nf,f,no\n");
    says(&text_of(&xor, &id3(), &[]), &["No column gains anything: the node is a leaf and answers no"]);
    let same = table("a,y\nt,no\nt,no\nt,yes\n");
    says(&text_of(&same, &id3(), &[]), &["No column is left that could be asked", "no (2/3 of its rows)"]);
    let shallow = id3().max_depth(Some(1));
    says(&text_of(&sample("tennis"), &shallow, &["day"]), &["leaf: Yes (depth limit)"]);
    let few = TreeSettings { max_leaves: Some(2), ..TreeSettings::classification() };
    let text = text_of(&table("x,y\n1,a\n2,b\n3,c\n4,d\n"), &few, &[]);
    says(&text, &["The tree has as many leaves as it may have, and other splits gained more"]);
    let collapsed = TreeSettings::preset(Preset::C45, Task::Classification);
    let text = text_of(&table("x,y\na,n\na,n\na,n\na,y\nb,n\nb,n\nb,n\nb,n\n"), &collapsed, &[]);
    says(&text, &["was taken back"]);
}

#[test]
fn one_node_or_the_top_of_the_tree_can_be_told_alone() {
    let tennis = sample("tennis");
    let one = told(&tennis, &id3(), &["day"], Scope { node: Some(NodeId(3)), ..Scope::default() });
    let text = text(&one.derivation());
    holds(&text, &["Node 3: outlook = Sunny\n"]);
    assert!(!text.contains("Node 0") && !text.contains("Node 2:"), "{text}");
    let leaf = told(&tennis, &id3(), &["day"], Scope { node: Some(NodeId(1)), ..Scope::default() });
    holds(
        &spinney::steps::text(&leaf.derivation()),
        &["All rows are of one class: the node is a leaf and answers Yes."],
    );
    let top = told(&tennis, &id3(), &["day"], Scope { depth: Some(0), ..Scope::default() });
    let sections = top.derivation().sections;
    assert_eq!(sections.iter().map(|section| section.node).collect::<Vec<u32>>(), [0]);
    let target = Target::new(&tennis, "play", None).unwrap();
    let training = Training::new(&tennis, &[1], &target);
    let none = steps(&training, &id3(), (Scope { node: Some(NodeId(9)), ..Scope::default() }, false), &());
    assert_eq!(none.err().unwrap().to_string(), "there is no node 9: the tree has 4, from 0 to 3");
}

#[test]
fn a_large_tree_is_told_from_the_top_and_says_so() {
    let lines: Vec<String> = (0..300).map(|row| format!("{row},c{}", row * 7 % 11)).collect();
    let large = table(&format!("x,y\n{}\n", lines.join("\n")));
    let steps = told(&large, &TreeSettings::classification(), &[], Scope::default());
    let (shown, all) = steps.told();
    assert_eq!(shown, 200);
    assert_eq!(all, steps.tree().len());
    assert!(all > 400, "{all}");
    let text = text(&steps.derivation());
    assert!(text.contains(&format!("The tree has {all} nodes. The first 200")), "{}", &text[..2000]);
    assert!(text.lines().count() < 12_000);
    let whole = told(&large, &TreeSettings::classification(), &[], Scope { most: None, ..Scope::default() });
    assert_eq!(whole.told(), (all, all));
}

#[test]
fn sections_come_root_first_then_each_branch_with_all_below_it() {
    let derivation = told(&sample("weekend"), &id3(), &[], Scope::default()).derivation();
    let order: Vec<u32> = derivation.sections.iter().map(|section| section.node).collect();
    assert_eq!(order, [0, 1, 2, 3, 8]);
}

#[test]
fn many_branches_are_summed_up_beyond_the_first() {
    let rows: Vec<String> = (0..120).map(|row| format!("v{},c{}", row / 2, row % 3)).collect();
    let text = text_of(&table(&format!("x,y\n{}\n", rows.join("\n"))), &id3(), &[]);
    holds(&text, &["36 more branches"]);
    checked(&text);
}

#[test]
fn missing_values_are_told_by_policy() {
    let gaps = table("x,z,y\n1,a,n\n2,a,n\n3,b,y\n4,b,y\n,a,y\n,,y\n");
    let with = |missing| text_of(&gaps, &TreeSettings { missing, ..id3() }, &[]);
    holds(&with(MissingPolicy::Learned), &["2 of 6 rows have no value of x: they gain most where they join x > 2.5."]);
    holds(&with(MissingPolicy::Own), &["they are a branch of their own"]);
    let fractions = with(MissingPolicy::Fractions);
    holds(&fractions, &["gain(x ≤ 2.5) = 4/6·(1 − 0) = 0.6667", "H(y | x known) = "]);
    for policy in [MissingPolicy::Learned, MissingPolicy::Own, MissingPolicy::Fractions, MissingPolicy::Surrogates] {
        checked(&with(policy));
    }
}

const CRITERIA: [Criterion; 5] =
    [Criterion::Entropy, Criterion::GainRatio, Criterion::Gini, Criterion::ConditionalEntropy, Criterion::Random];
const NUMBERS: [Criterion; 4] = [Criterion::Mse, Criterion::Mae, Criterion::Poisson, Criterion::Random];
const POLICIES: [MissingPolicy; 4] =
    [MissingPolicy::Learned, MissingPolicy::Fractions, MissingPolicy::Surrogates, MissingPolicy::Own];

/// A row: a number, two categories, each maybe missing; the target; a weight.
type Raw = (Option<u8>, Option<u8>, Option<u8>, u8, u8);

fn random_table(rows: &[Raw], numeric: bool) -> Table {
    let number = |value: &Option<u8>| value.map_or(f64::NAN, |value| f64::from(value) * 0.75);
    let names: Vec<String> = (0..8).map(|name| format!("v{name}")).collect();
    let name = |value: u8| names[value as usize % 8].as_str();
    let target = if numeric {
        Column::numbers("y", rows.iter().map(|row| f64::from(row.3) * 1.3 + 0.1).collect())
    } else {
        Column::categories("y", rows.iter().map(|row| Some(name(row.3 % 4))))
    };
    Table::new(vec![
        Column::numbers("x", rows.iter().map(|row| number(&row.0)).collect()),
        Column::categories("a", rows.iter().map(|row| row.1.map(name))),
        Column::categories("a long name for a column", rows.iter().map(|row| row.2.map(|value| name(value % 3)))),
        target,
    ])
    .unwrap()
}

fn rows() -> impl Strategy<Value = Vec<Raw>> {
    let maybe = |most: u8| proptest::option::weighted(0.9, 0..most);
    proptest::collection::vec((maybe(12), maybe(5), maybe(6), 0..9_u8, 0..4_u8), 2..40)
}

proptest! {
    #![proptest_config(proof::cases(400))]

    #[test]
    fn every_sum_of_a_random_tree_is_right(
        rows in rows(), numeric: bool, pick in 0..5_usize, policy in 0..4_usize, subset: bool, weighted in 0..3_u8,
    ) {
        let table = random_table(&rows, numeric);
        let task = if numeric { Task::Regression } else { Task::Classification };
        let criterion = if numeric { NUMBERS[pick % 4] } else { CRITERIA[pick] };
        let settings = TreeSettings {
            criterion,
            missing: POLICIES[policy],
            nominal: if subset { Nominal::Subset } else { Nominal::Values },
            zero_gain: subset,
            conventions: Conventions::Exact,
            ..TreeSettings::preset(Preset::Id3, task)
        };
        let settings = if weighted == 2 && !numeric { TreeSettings::preset(Preset::C45, task) } else { settings };
        prop_assert_eq!(told_right(&table, &rows, &settings, weighted), Ok(()));
    }
}

fn told_right(table: &Table, rows: &[Raw], settings: &TreeSettings, weighted: u8) -> Result<(), String> {
    let numeric = matches!(table.columns()[3].values, spinney::table::Values::Number(_));
    let task = if numeric { Task::Regression } else { Task::Classification };
    let target = Target::new(table, "y", Some(task)).unwrap();
    let weights: Vec<f64> = rows.iter().map(|row| f64::from(row.4) * 0.35 + 0.5).collect();
    let weights = (weighted == 1).then_some(&weights[..]);
    let training = Training { weights, ..Training::new(table, &[0, 1, 2], &target) };
    let scope = Scope { most: None, ..Scope::default() };
    let steps = steps(&training, settings, (scope, false), &()).map_err(|error| error.to_string())?;
    let text = text(&steps.derivation());
    for sum in sums_of(&text) {
        check(&sum).map_err(|wrong| format!("{wrong}\n{text}"))?;
    }
    match text.lines().find(|line| cells(line) > 80) {
        Some(long) => Err(format!("{long}\n{text}")),
        None => Ok(()),
    }
}

#[test]
fn weights_are_what_is_counted_and_their_sums_are_right() {
    let table = sample("tennis");
    let target = Target::new(&table, "play", None).unwrap();
    let columns = columns(&table, &["day"]);
    let weights: Vec<f64> = (0..table.rows()).map(|row| if row % 2 == 0 { 2.0 } else { 0.5 }).collect();
    let training = Training { weights: Some(&weights), ..Training::new(&table, &columns, &target) };
    let found = steps(&training, &id3(), (Scope::default(), false), &()).unwrap();
    let told = text(&found.derivation());
    holds(&told, &["17.5 rows with the target play"]);
    says(&told, &["what is counted here are the weights of rows."]);
    assert!(checked(&told) > 20);
    let scaled = text(&found.in_units(0.25).derivation());
    says(&scaled, &["the weights of rows, and 1 stands for a weight of 0.25."]);
}

#[test]
fn what_pruning_took_back_is_told_below_the_grown_tree() {
    let table = sample("penguins");
    let target = Target::new(&table, "species", None).unwrap();
    let columns = columns(&table, &["species"]);
    let training = Training::new(&table, &columns, &target);
    let pruned = |way: &Pruning| {
        let whole = (Scope::default(), false);
        steps_pruned(&training, &TreeSettings::classification(), way, whole, &()).unwrap()
    };
    let held = pruned(&Pruning::ReducedError { share: 0.25, backfit: false });
    let told = text(&held.derivation());
    says(
        &told,
        &[
            "258 rows with the target species",
            "86 rows were held out while the tree grew",
            "taken back: this is the tree.",
        ],
    );
    let by_bits = pruned(&Pruning::Mdl);
    assert!(by_bits.left().leaves() < by_bits.tree().leaves());
    let json = by_bits.json();
    assert_eq!(json["pruning"]["tree"]["leaves"], by_bits.left().leaves());
    assert_eq!(json["pruning"]["weighings"].as_array().unwrap().len(), by_bits.tree().len() - by_bits.tree().leaves());
    for page in [html(&by_bits.derivation()), markdown(&by_bits.derivation()), latex(&by_bits.derivation())] {
        assert!(page.contains("so it is"));
    }
}
