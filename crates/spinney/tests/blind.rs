//! Trees without a target: how they are grown, what they say, and their files.
#![cfg(test)]

mod copse;
mod proof;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use copse::TableRow;
use proptest::prelude::*;
use spinney::blind::{Blind, BlindKind, BlindSettings, SampleRows, grow, grow_by, outlyingness, usual_depth};
use spinney::fit::{fit_blind, fit_blind_by};
use spinney::grow::Watch;
use spinney::model::Model;
use spinney::predict::{Desk, Outcome, Predicted, Predictor, Unseen};
use spinney::seed::Key;
use spinney::table::{Column, Table, Task};
use spinney::tree::*;

fn settings(seed: u64) -> BlindSettings {
    let mut draws = Key::new(seed).child(9).draws();
    let samples = [SampleRows::All, SampleRows::Count(7), SampleRows::Share(0.5), SampleRows::Count(1)];
    BlindSettings {
        kind: if draws.below(2) == 0 { BlindKind::Isolation } else { BlindKind::Embedding },
        trees: 1 + draws.below(6) as u32,
        sample: samples[draws.below(4) as usize],
        max_depth: [None, Some(0), Some(3), Some(40)][draws.below(4) as usize],
        seed,
        contamination: [None, Some(0.1), Some(0.5)][draws.below(3) as usize],
    }
}

/// A tree beside the rows that it was grown from.
fn check_tree(tree: &Tree, table: &Table, rows: &[u32], deepest: u32) {
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
    for row in rows.iter().map(|row| *row as usize) {
        let mut open = NodeId::ROOT;
        loop {
            at[open.place()].push(row);
            let Node::Branch { split, branches } = tree.node(open) else { break };
            let Step::Down(branch) = tree.step(open, &split, &TableRow(table, row)) else { panic!("all rows go on") };
            open = branches.child(branch);
        }
    }
    let depths = tree.depths();
    let Answers::Numbers(answers) = tree.answers() else { panic!("depths") };
    let text = |place: usize, row: usize| table.columns()[place].text(row);
    let differ = |rows: &[usize], place: usize| rows.iter().any(|row| text(place, *row) != text(place, rows[0]));
    for id in tree.ids() {
        let (rows, depth) = (&at[id.place()], depths[id.place()]);
        assert!(!rows.is_empty(), "no branch is empty");
        assert_eq!(tree.rows(id), rows.len() as f64);
        assert_eq!(answers.values[id.place()], f64::from(depth) + usual_depth(rows.len() as f64));
        let columns = 0..table.columns().len();
        match tree.node(id) {
            Node::Branch { split, branches } => {
                assert!(branches.count == 2 && differ(rows, split.column.place()));
                assert!(depth < deepest);
            }
            Node::Leaf => {
                let full = depth == deepest;
                assert!(full || !columns.into_iter().any(|place| differ(rows, place)), "{rows:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(proof::cases(600))]

    #[test]
    fn every_node_parts_rows_that_differ_until_none_do_or_it_is_deep_enough(seed in any::<u64>()) {
        let case = copse::random_case(&mut Key::new(seed).draws());
        let columns: Vec<usize> = (0..case.table.columns().len()).collect();
        let settings = settings(seed);
        let weights: Vec<f64> = (0..case.table.rows()).map(|row| [0.5, 3.0, 1.0, 0.0][row % 4]).collect();
        let weights = if seed % 2 == 0 && case.table.rows() > 1 { Some(&weights[..]) } else { None };
        let found = fit_blind_by(&case.table, &columns, weights, &settings, &()).unwrap();
        for (number, tree) in (0..).zip(found.model.trees()) {
            let rows = found.urn.rows_of(number);
            prop_assert_eq!(rows.len(), found.model.blind().unwrap().rows as usize);
            prop_assert!(weights.is_none_or(|weights| rows.iter().all(|row| weights[*row as usize] > 0.0)));
            check_tree(tree, &case.table, &rows, settings.depth(found.urn.rows().len()));
        }
    }

    #[test]
    fn rows_in_another_order_and_other_threads_make_the_same_bytes(seed in any::<u64>()) {
        let case = copse::random_case(&mut Key::new(seed).draws());
        let columns: Vec<usize> = (0..case.table.columns().len()).collect();
        let rows = copse::shuffled(&mut Key::new(seed).child(1).draws(), case.table.rows());
        let turned = case.with_rows(&rows);
        let bytes = |table: &Table| fit_blind(table, &columns, &settings(seed), &()).unwrap().model.to_bytes();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let many = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        prop_assert_eq!(one.install(|| bytes(&case.table)), many.install(|| bytes(&turned.table)));
    }

    #[test]
    fn files_and_texts_keep_the_model_and_answers_are_those_of_the_mean_depth(seed in any::<u64>()) {
        let case = copse::random_case(&mut Key::new(seed).draws());
        let columns: Vec<usize> = (0..case.table.columns().len()).collect();
        let model = fit_blind(&case.table, &columns, &settings(seed), &()).unwrap().model;
        prop_assert_eq!(&Model::from_bytes(&model.to_bytes()).unwrap(), &model);
        prop_assert_eq!(&Model::from_json(&model.to_json_text()).unwrap(), &model);
        let opened = Predictor::open(model.to_bytes()).unwrap();
        let found = opened.predict(&case.table, Unseen::AsNode).unwrap();
        let Predicted::Numbers(answers) = found.values() else { panic!("numbers") };
        let blind = model.blind().unwrap();
        for (row, answer) in answers.iter().enumerate() {
            let row = TableRow(&case.table, row);
            let depth = |tree: &Tree| match tree.answers() {
                Answers::Numbers(numbers) => numbers.values[tree.landings(&row)[0].node.place()],
                Answers::Classes(_) => f64::NAN,
            };
            let mean = model.trees().iter().map(depth).sum::<f64>() / model.trees().len() as f64;
            let expected = if blind.settings.kind == BlindKind::Isolation { outlyingness(mean, blind.rows) } else { mean };
            prop_assert_eq!(*answer, expected);
            prop_assert_eq!(opened.one(&mut Desk::new(), &row), Outcome::Number(expected));
        }
    }
}

/// numpy.percentile of the negative scores, which lies between two of them.
#[test]
fn contamination_puts_the_offset_at_its_quantile_of_the_training_scores() {
    let table = copse::random_case_of(&mut Key::new(3).draws(), 200, Task::Regression).table;
    let settings = BlindSettings { contamination: Some(0.1), ..BlindSettings::isolation() };
    let fitted = fit_blind(&table, &[0, 1], &settings, &()).unwrap();
    let blind = fitted.model.blind().unwrap();
    let mut sorted: Vec<f64> = fitted.scores.iter().map(|score| -score).collect();
    sorted.sort_by(f64::total_cmp);
    let expected = sorted[19] + (0.1 * 199.0 - 19.0) * (sorted[20] - sorted[19]);
    assert!((blind.offset - expected).abs() < 1e-15);
    let many = fitted.scores.iter().filter(|score| blind.is_outlying(**score)).count();
    assert!(many <= 20, "{many}");
    assert_eq!(
        fit_blind(&table, &[0, 1], &BlindSettings::isolation(), &()).unwrap().model.blind().unwrap().offset,
        Blind::OFFSET
    );
}

/// Of 1 … 8 a cut below 2 parts off one row, and each of the seven gaps is as likely: the root's cut is drawn evenly.
#[test]
fn cuts_are_drawn_evenly_and_columns_too() {
    let numbers: Vec<f64> = (1..=8).map(f64::from).collect();
    let table = Table::new(vec![Column::numbers("a", numbers.clone()), Column::numbers("b", numbers)]).unwrap();
    let settings = BlindSettings { trees: 14_000, max_depth: Some(1), ..BlindSettings::isolation() };
    let mut seen = [[0_u32; 7]; 2];
    for tree in grow(&table, &[0, 1], &settings, &()).unwrap().trees() {
        let Node::Branch { split, .. } = tree.node(NodeId::ROOT) else { panic!("a split") };
        let Test::Threshold { cut } = split.test else { panic!("a cut") };
        seen[split.column.place()][cut as usize - 1] += 1;
    }
    // 1,000 are expected in each, give or take 31: six times that is never reached.
    assert!(seen.iter().flatten().all(|many| many.abs_diff(1000) < 186), "{seen:?}");
}

/// Two rows of three are missing, and the known values differ: they go left by the chance of its rows.
#[test]
fn missing_values_take_a_branch_in_proportion_to_its_rows() {
    let table = Table::new(vec![Column::numbers("a", vec![0.0, 9.9, 9.95, 10.0, f64::NAN])]).unwrap();
    let settings = BlindSettings { trees: 4000, max_depth: Some(1), ..BlindSettings::isolation() };
    let (mut left, mut likely) = (0.0, 0.0);
    for tree in grow(&table, &[0], &settings, &()).unwrap().trees() {
        let Node::Branch { split, .. } = tree.node(NodeId::ROOT) else { panic!("a split") };
        let Test::Threshold { cut } = split.test else { panic!("a cut") };
        likely += [0.0, 9.9, 9.95, 10.0].iter().filter(|value| **value <= cut).count() as f64 / 4.0;
        left += f64::from(u8::from(split.missing == Missing::Branch(0)));
    }
    assert!((left - likely).abs() < 6.0 * 32.0, "{left} {likely}");
}

#[test]
fn settings_that_cannot_be_followed_are_refused() {
    let table = Table::new(vec![Column::numbers("a", vec![0.0, 1.0])]).unwrap();
    let plain = BlindSettings::isolation();
    for wrong in [
        BlindSettings { trees: 0, ..plain.clone() },
        BlindSettings { sample: SampleRows::Count(0), ..plain.clone() },
        BlindSettings { sample: SampleRows::Share(1.5), ..plain.clone() },
        BlindSettings { contamination: Some(0.6), ..plain.clone() },
        BlindSettings { contamination: Some(0.0), ..plain },
    ] {
        assert!(grow(&table, &[0], &wrong, &()).is_err(), "{wrong:?}");
    }
}

#[test]
fn one_hot_columns_are_the_leaves_tree_by_tree() {
    let case = copse::random_case_of(&mut Key::new(5).draws(), 60, Task::Classification);
    let columns: Vec<usize> = (0..case.table.columns().len()).collect();
    let model =
        fit_blind(&case.table, &columns, &BlindSettings { trees: 9, ..BlindSettings::embedding() }, &()).unwrap().model;
    let predictor = Predictor::new(&model);
    let rows = predictor.rows(&case.table, Unseen::AsNode).unwrap();
    let (found, ends) = (predictor.one_hot(&rows, 0..60), predictor.leaf_numbers(&rows, 0..60));
    assert_eq!(found.width, model.leaves() as u64);
    for (place, column) in found.columns.iter().enumerate() {
        let before: usize = model.trees()[..place % 9].iter().map(Tree::leaves).sum();
        let tree = &model.trees()[place % 9];
        let own = tree.ids().filter(|id| tree.branches(*id).is_none()).position(|id| id.0 == ends[place]);
        assert_eq!(Some(*column as usize - before), own);
    }
}

/// The two names that each tree was grown from: they are dealt out to its two branches.
fn pairs(weights: &[f64], trees: u32) -> BTreeMap<(u32, u32), f64> {
    let names = ["a", "b", "c", "d"].map(Some);
    let table = Table::new(vec![Column::categories("name", names)]).unwrap();
    let settings = BlindSettings { trees, sample: SampleRows::Count(2), ..BlindSettings::isolation() };
    let forest = grow_by(&table, &[0], Some(weights), &settings, &()).unwrap();
    let mut found = BTreeMap::new();
    for tree in forest.trees() {
        let Node::Branch { split, .. } = tree.node(NodeId::ROOT) else { panic!("two names are parted") };
        let levels: Vec<u32> = split.test.levels().unwrap().iter().map(|pair| pair.level).collect();
        *found.entry((levels[0], levels[1])).or_insert(0.0) += 1.0 / f64::from(trees);
    }
    found
}

#[test]
fn rows_are_drawn_one_after_the_other_by_their_weights() {
    // The second is so uneven that the rarest pairs are drawn by waiting times.
    for weights in [[0.5, 1.25, 3.0, 0.25], [0.5, 1e9, 1.5, 2e9]] {
        let (trees, all) = (40_000, weights.iter().sum::<f64>());
        let found = pairs(&weights, trees);
        for one in 0..4 {
            for two in one + 1..4 {
                let (a, b) = (weights[one], weights[two]);
                let expected = a / all * b / (all - a) + b / all * a / (all - b);
                let error = (expected * (1.0 - expected) / f64::from(trees)).sqrt();
                let share = found.get(&(one as u32, two as u32)).copied().unwrap_or(0.0);
                assert!((share - expected).abs() < 5.0 * error + 1e-9, "{one} {two}: {share} {expected}");
            }
        }
    }
}

#[test]
fn where_few_rows_weigh_almost_all_the_others_are_drawn_by_their_weights() {
    let table = Table::new(vec![Column::categories("name", ["a", "b", "c", "d"].map(Some))]).unwrap();
    let settings = BlindSettings { trees: 30_000, sample: SampleRows::Count(2), ..BlindSettings::isolation() };
    let forest = grow_by(&table, &[0], Some(&[1e15, 1.0, 2.0, 5.0]), &settings, &()).unwrap();
    let mut shares = [0.0_f64; 4];
    for tree in forest.trees() {
        let Node::Branch { split, .. } = tree.node(NodeId::ROOT) else { panic!("two names are parted") };
        split.test.levels().unwrap().iter().for_each(|pair| shares[pair.level as usize] += 1.0 / 30_000.0);
    }
    for (share, expected) in shares.iter().zip([1.0, 0.125, 0.25, 0.625]) {
        assert!((share - expected).abs() < 0.015, "{shares:?}");
    }
}

#[test]
fn weights_that_are_none_are_refused() {
    let table = Table::new(vec![Column::numbers("x", vec![1.0, 2.0])]).unwrap();
    let grown = |weights: &[f64]| grow_by(&table, &[0], Some(weights), &BlindSettings::isolation(), &());
    assert!(grown(&[1.0, f64::NAN]).unwrap_err().to_string().contains("NaN is no weight"));
    assert!(grown(&[-1.0, 1.0]).is_err());
    assert!(grown(&[0.0, 0.0]).is_err());
    assert!(grown(&[0.5, 0.0]).is_ok());
}

/// Stops the work once so many trees are grown.
struct Grown {
    seen: AtomicU32,
    until: u32,
}

impl Watch for Grown {
    fn stopped(&self) -> bool {
        self.seen.load(Ordering::Relaxed) >= self.until
    }
    fn grown(&self) {
        self.seen.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn whoever_stops_the_work_is_heard_while_outlying_rows_are_looked_for_too() {
    let size = Column::numbers("size", (0..500).map(f64::from).collect());
    let table = Table::new(vec![size]).unwrap();
    let mut settings = BlindSettings { trees: 5, ..BlindSettings::isolation() };
    let fit = |settings: &BlindSettings, until: u32| {
        fit_blind(&table, &[0], settings, &Grown { seen: AtomicU32::new(0), until }).is_ok()
    };
    assert!(fit(&settings, 5), "all trees are grown");
    settings.contamination = Some(0.1);
    assert!(!fit(&settings, 5), "rows are still to be asked");
    assert!(fit(&settings, 6));
}
