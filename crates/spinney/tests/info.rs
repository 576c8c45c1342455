//! The figures of `info` against the lectures' oracle and against brute force over random tables.
#![cfg(test)]

mod proof;

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use serde_json::Value;
use spinney::info::{Info, info};
use spinney::table::{Column, ReadOptions, Table, Target, Task};

fn account(text: &str, target: &str) -> Info {
    let table = Table::from_csv(text.as_bytes(), &ReadOptions::new()).expect("a table");
    let target = Target::new(&table, target, None).expect("a target");
    info(&table, Some(&target), &[]).expect("an account")
}

fn close(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-12
}

#[test]
fn every_figure_of_the_lectures_agrees_with_the_oracle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let oracle = std::fs::read_to_string(root.join("tests/oracle.json")).expect("the oracle");
    let oracle: Value = serde_json::from_str(&oracle).expect("JSON");
    let mut checked = 0;
    for (name, facts) in oracle.as_object().expect("tables") {
        let text = std::fs::read_to_string(root.join(format!("../../data/{name}.csv"))).expect("a table");
        let target = text.lines().next().and_then(|header| header.split(',').next_back()).expect("a header").to_owned();
        let account = account(&text, &target);
        let own = account.target.as_ref().expect("a target");
        assert!(close(own.entropy_bits.expect("H"), facts["entropy_bits"].as_f64().expect("H")), "{name}");
        assert!(close(own.gini.expect("Gini"), facts["gini"].as_f64().expect("Gini")), "{name}");
        assert_eq!(account.columns.len(), facts["attributes"].as_object().expect("attributes").len());
        for column in &account.columns {
            let score = serde_json::to_value(&column.score).expect("figures");
            for (figure, expected) in facts["attributes"][&column.name].as_object().expect("an attribute") {
                let (found, expected) = (score[figure].as_f64().expect(figure), expected.as_f64().expect(figure));
                assert!(close(found, expected), "{name}, {}, {figure}: {found} for {expected}", column.name);
                checked += 1;
            }
        }
    }
    assert!(checked >= 100, "only {checked} figures");
}

#[test]
fn type_of_restaurant_gains_exactly_nothing() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/restaurant.csv"));
    let account = account(&text.expect("a table"), "will_wait");
    let column = account.columns.iter().find(|column| column.name == "type").expect("the column");
    assert_eq!(column.score.information_gain, Some(0.0));
}

#[test]
fn of_four_numbers_the_best_threshold_is_the_midpoint_12() {
    let account = account("x,y\n10,a\n11,a\n13,b\n14,b\n", "y");
    assert_eq!(account.columns[0].score.threshold, Some(12.0));
    assert_eq!(account.columns[0].score.information_gain, Some(1.0));
}

#[test]
fn of_equal_thresholds_the_lowest_is_taken() {
    let account = account("x,y\n1,a\n2,b\n3,b\n4,a\n", "y");
    assert_eq!(account.columns[0].score.threshold, Some(1.5));
}

#[test]
fn a_half_known_column_has_half_its_gain() {
    let account = account("x,y\nT,a\nF,b\n,a\n,b\n", "y");
    let score = &account.columns[0].score;
    assert_eq!(score.conditional_entropy, Some(0.0));
    assert_eq!(score.information_gain, Some(0.5));
    assert_eq!(score.split_entropy, Some(1.0));
    assert_eq!(score.gain_ratio, Some(0.5));
    assert_eq!(account.columns[0].known_share, Some(0.5));
}

#[test]
fn rows_without_a_target_are_left_out_and_counted() {
    let account = account("x,y\nT,a\nF,b\nT,\nF,\n", "y");
    assert_eq!((account.rows, account.rows_without_target), (4, Some(2)));
    assert_eq!(account.columns[0].score.information_gain, Some(1.0));
}

#[test]
fn a_column_without_values_has_no_figures_and_comes_last() {
    let account = account("x,z,y\n,T,a\n,F,b\n,T,a\n", "y");
    assert_eq!(account.columns[1].name, "x");
    assert_eq!(account.columns[1].score.merit(), None);
    assert_eq!(account.columns[1].known_share, Some(0.0));
}

#[test]
fn splitting_6_5_off_leaves_the_error_of_1_and_2_5() {
    let account = account("x,y\nT,1.0\nT,2.5\nF,6.5\n", "y");
    let target = account.target.expect("a target");
    assert_eq!(target.task, Task::Regression);
    let mean = 10.0 / 3.0;
    let variance = [1.0_f64, 2.5, 6.5].iter().map(|y| (y - mean) * (y - mean)).sum::<f64>() / 3.0;
    assert!(close(target.variance.expect("a variance"), variance));
    let left = variance - account.columns[0].score.mse_reduction.expect("a reduction");
    assert!(close(left, 2.0 / 3.0 * 0.75 * 0.75), "{left}"); // (1, 2.5) around 1.75; 6.5 by itself
}

#[test]
fn infinite_numbers_are_ordered_and_cut_like_others() {
    let account = account("x,y\n-inf,a\n3,b\ninf,b\n", "y");
    let cut = account.columns[0].score.threshold.expect("a cut");
    assert!((f64::NEG_INFINITY..3.0).contains(&cut) && cut.is_finite());
}

/// A small random table: up to three columns of small numbers or names, some missing.
#[derive(Debug, Clone)]
struct Small {
    columns: Vec<Vec<Option<u8>>>,
    numeric: Vec<bool>,
    target: Vec<Option<u8>>,
}

fn small() -> impl Strategy<Value = Small> {
    (1_usize..12, 1_usize..4).prop_flat_map(|(rows, columns)| {
        let cell = prop::option::weighted(0.85, 0_u8..5);
        let column = prop::collection::vec(cell, rows);
        (
            prop::collection::vec(column, columns),
            prop::collection::vec(any::<bool>(), columns),
            prop::collection::vec(prop::option::weighted(0.9, 0_u8..4), rows),
        )
            .prop_map(|(columns, numeric, target)| Small { columns, numeric, target })
    })
}

impl Small {
    fn table(&self, order: &[usize], rename: &dyn Fn(u8) -> String) -> Table {
        let mut columns: Vec<Column> = Vec::new();
        for (place, (cells, numeric)) in self.columns.iter().zip(&self.numeric).enumerate() {
            let name = format!("x{place}");
            columns.push(if *numeric {
                Column::numbers(&name, order.iter().map(|row| cells[*row].map_or(f64::NAN, f64::from)).collect())
            } else {
                let texts: Vec<Option<String>> = order.iter().map(|row| cells[*row].map(rename)).collect();
                Column::categories(&name, texts.iter().map(Option::as_deref))
            });
        }
        let target: Vec<Option<String>> = order.iter().map(|row| self.target[*row].map(rename)).collect();
        columns.push(Column::categories("y", target.iter().map(Option::as_deref)));
        Table::new(columns).expect("equal lengths")
    }

    /// Rows where both the column and the target are known, as (branch key, class) under a branching.
    fn pairs(&self, place: usize, branch: &dyn Fn(u8) -> u8) -> Vec<(u8, u8)> {
        let both = self.columns[place].iter().zip(&self.target).filter_map(|(x, y)| x.zip(*y));
        both.map(|(x, y)| (branch(x), y)).collect()
    }
}

/// −Σ p log p, with std's logarithm: independent of the code under test.
fn entropy_of(keys: impl Iterator<Item = u8>) -> f64 {
    let mut counts: BTreeMap<u8, f64> = BTreeMap::new();
    keys.for_each(|key| *counts.entry(key).or_default() += 1.0);
    let total: f64 = counts.values().sum();
    counts.values().map(|count| -count / total * (count / total).log2()).sum()
}

/// H(Y|X) by definition.
fn conditional(pairs: &[(u8, u8)]) -> f64 {
    let branches: std::collections::BTreeSet<u8> = pairs.iter().map(|pair| pair.0).collect();
    let part = |branch: u8| {
        let classes: Vec<u8> = pairs.iter().filter(|pair| pair.0 == branch).map(|pair| pair.1).collect();
        classes.len() as f64 / pairs.len() as f64 * entropy_of(classes.into_iter())
    };
    branches.into_iter().map(part).sum()
}

/// The weighted mean of 1 − Σ p² over the branches, by definition.
fn gini_of(pairs: &[(u8, u8)]) -> f64 {
    let agree = |one: &(u8, u8)| {
        let branch = pairs.iter().filter(|pair| pair.0 == one.0).count();
        pairs.iter().filter(|pair| *pair == one).count() as f64 / branch as f64
    };
    1.0 - pairs.iter().map(agree).sum::<f64>() / pairs.len() as f64
}

proptest! {
    #![proptest_config(proof::cases(2048))]

    #[test]
    fn figures_equal_brute_force(small in small()) {
        prop_assume!(small.target.iter().any(Option::is_some));
        let order: Vec<usize> = (0..small.target.len()).collect();
        let table = small.table(&order, &|value| format!("v{value}"));
        let target = Target::new(&table, "y", None).expect("a target");
        let account = info(&table, Some(&target), &[]).expect("an account");
        let with_target = small.target.iter().flatten().count() as f64;
        for column in &account.columns {
            let place: usize = column.name[1..].parse().expect("a place");
            let pairs = small.pairs(place, &|value| value);
            let share = pairs.len() as f64 / with_target;
            prop_assert_eq!(column.known_share, Some(share));
            if pairs.is_empty() {
                prop_assert_eq!(column.score.merit(), None);
                continue;
            }
            let known = entropy_of(pairs.iter().map(|pair| pair.1));
            let split = if small.numeric[place] {
                // Every cut, by definition; the chosen one must be the lowest of the best.
                let cut = |bound: f64| small.pairs(place, &|value| u8::from(f64::from(value) > bound));
                let present: std::collections::BTreeSet<u8> = pairs.iter().map(|pair| pair.0).collect();
                let present: Vec<f64> = present.into_iter().map(f64::from).collect();
                let bounds: Vec<f64> = present.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
                let best = bounds.iter().copied().fold(None, |best: Option<(f64, f64)>, bound| {
                    let rest = conditional(&cut(bound));
                    if best.is_none_or(|(least, _)| rest < least - 1e-12) { Some((rest, bound)) } else { best }
                });
                prop_assert_eq!(column.score.threshold, best.map(|(_, bound)| bound));
                cut(best.map_or(f64::INFINITY, |(_, bound)| bound))
            } else {
                prop_assert_eq!(column.score.threshold, None);
                pairs.clone()
            };
            let rest = conditional(&split);
            let gain = share * (known - rest);
            prop_assert!(close(column.score.conditional_entropy.expect("H(Y|X)"), rest));
            prop_assert!(close(column.score.information_gain.expect("gain"), gain.max(0.0)));
            prop_assert!(column.score.information_gain >= Some(0.0));
            prop_assert!(close(column.score.gini_split.expect("Gini"), gini_of(&split)));
            let own = entropy_of(split.iter().map(|pair| pair.0));
            prop_assert!(close(column.score.split_entropy.expect("split H"), own));
            let ratio = if own > 0.0 { gain / own } else { 0.0 };
            prop_assert!(close(column.score.gain_ratio.expect("ratio"), ratio.max(0.0)));
        }
    }

    #[test]
    fn neither_row_order_nor_names_change_a_digit(small in small(), seed in any::<u64>()) {
        prop_assume!(small.target.iter().any(Option::is_some));
        let order: Vec<usize> = (0..small.target.len()).collect();
        let mut turned = order.clone();
        turned.sort_by_key(|row| (*row as u64 + 1).wrapping_mul(seed | 1));
        let judge = |table: &Table| {
            let target = Target::new(table, "y", Some(Task::Classification)).expect("a target");
            let account = info(table, Some(&target), &[]).expect("an account");
            account.columns.into_iter().map(|column| (column.name, column.score)).collect::<BTreeMap<_, _>>()
        };
        let plain = judge(&small.table(&order, &|value| format!("v{value}")));
        let other = judge(&small.table(&turned, &|value| format!("w{}", 9 - value)));
        prop_assert_eq!(plain, other);
    }

    #[test]
    fn reductions_of_variance_equal_brute_force(small in small(), shift in -1e6_f64..1e6) {
        prop_assume!(small.target.iter().flatten().count() > 1);
        let order: Vec<usize> = (0..small.target.len()).collect();
        let mut columns = small.table(&order, &|value| format!("v{value}")).into_columns();
        let number = |class: u8| f64::from(class) * 1.25 + shift;
        let target: Vec<f64> = small.target.iter().map(|class| class.map_or(f64::NAN, number)).collect();
        columns.pop();
        columns.push(Column::numbers("y", target.clone()));
        let table = Table::new(columns).expect("a table");
        let wanted = Target::new(&table, "y", Some(Task::Regression)).expect("a target");
        let account = info(&table, Some(&wanted), &[]).expect("an account");
        let with_target = small.target.iter().flatten().count() as f64;
        let variance = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
            values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / values.len().max(1) as f64
        };
        for column in account.columns.iter().filter(|column| column.score.merit().is_some()) {
            let place: usize = column.name[1..].parse().expect("a place");
            let rows: Vec<(u8, f64)> = small.pairs(place, &|value| value).iter().map(|(x, y)| (*x, number(*y))).collect();
            let all: Vec<f64> = rows.iter().map(|row| row.1).collect();
            let left = |branch: &dyn Fn(u8) -> u8| -> f64 {
                let branches: std::collections::BTreeSet<u8> = rows.iter().map(|row| branch(row.0)).collect();
                let part = |key: u8| {
                    let values: Vec<f64> = rows.iter().filter(|row| branch(row.0) == key).map(|row| row.1).collect();
                    values.len() as f64 / rows.len() as f64 * variance(&values)
                };
                branches.into_iter().map(part).sum()
            };
            let least = if small.numeric[place] {
                (0..5).map(|bound| left(&move |value| u8::from(value > bound))).fold(variance(&all), f64::min)
            } else {
                left(&|value| value)
            };
            let expected = rows.len() as f64 / with_target * (variance(&all) - least);
            let found = column.score.mse_reduction.expect("a reduction");
            prop_assert!((found - expected).abs() < 1e-6, "{} for {}", found, expected);
        }
    }
}
