//! What columns are worth: sums against the slow way, and that chance is not taken for worth.
#![cfg(test)]

mod copse;
mod proof;
mod stand;

use copse::Case;
use spinney::forest::{Course, ForestSettings, Importances, Piece, Repeats, permutation_on};
use spinney::grow::{Columns, Criterion, Sample, TreeSettings};
use spinney::measure::{entropy, gini};
use spinney::seed::Key;
use spinney::table::{Column, MISSING, Table, TargetValues, Task, Values};
use spinney::tree::{Answers, Cell, ColumnId, Node, NodeId, Row, Tree};
use stand::{Stand, random_stand, said};

fn near(one: f64, two: f64, unit: f64) -> bool {
    (one - two).abs() <= 1e-9 * unit.max(1.0)
}

/// The largest square of a target: sums are right to some digits of it.
fn unit(stand: &Stand) -> f64 {
    match &stand.target.values {
        TargetValues::Classes(_) => 1.0,
        TargetValues::Numbers(values) => {
            values.iter().filter(|value| !value.is_nan()).map(|value| value * value).fold(1.0, f64::max)
        }
    }
}

#[test]
fn the_decrease_of_impurity_is_summed_node_by_node() {
    for number in 0..u64::from(proof::cases(300).cases) {
        let stand = random_stand(&mut Key::new(1).child(number).draws());
        let piece = stand.grow();
        let found = piece.importances();
        let columns = stand.columns.len();
        let bits = matches!(
            stand.settings.tree.criterion,
            Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy
        );
        let impurity = |tree: &Tree, id: NodeId| match tree.answers() {
            Answers::Classes(_) => {
                let weights: Vec<f64> = tree.class_weights(id).iter().map(|pair| pair.weight).collect();
                if bits { entropy(&weights) } else { gini(&weights) }
            }
            Answers::Numbers(numbers) => numbers.errors[id.place()] / tree.rows(id),
        };
        let (mut raw, mut shares, mut splits) = (vec![0.0; columns], vec![0.0; columns], vec![0; columns]);
        for tree in piece.trees() {
            let mut own = vec![0.0; columns];
            for id in tree.ids() {
                let Node::Branch { split, branches } = tree.node(id) else { continue };
                let after: f64 = branches.iter().map(|child| tree.rows(child) * impurity(tree, child)).sum();
                own[split.column.place()] += (tree.rows(id) * impurity(tree, id) - after) / tree.rows(NodeId::ROOT);
                splits[split.column.place()] += 1;
            }
            let all: f64 = own.iter().sum();
            for column in 0..columns {
                raw[column] += own[column] / piece.trees().len() as f64;
                shares[column] += if all > 1e-12 { own[column] / all } else { 0.0 };
            }
        }
        let all: f64 = shares.iter().sum();
        assert_eq!(found.splits, splits);
        for column in 0..columns {
            assert!(near(found.decrease[column], raw[column], unit(&stand)), "{stand:?}");
            let share = if all > 0.0 { shares[column] / all } else { 0.0 };
            // Decreases of nothing but rounding have shares of their own.
            let sure = raw.iter().sum::<f64>() > 1e-6 * unit(&stand);
            assert!(!sure || (found.impurity[column] - share).abs() < 1e-6, "{stand:?} {found:?} {shares:?}");
        }
    }
}

/// The share of each class, or the value, that training rows have at a node.
fn promise(tree: &Tree, node: NodeId, classes: usize) -> Vec<f64> {
    match tree.answers() {
        Answers::Classes(_) => {
            let mut shares = vec![0.0; classes];
            for pair in tree.class_weights(node) {
                shares[pair.class as usize] = pair.weight / tree.rows(node);
            }
            shares
        }
        Answers::Numbers(numbers) => vec![numbers.values[node.place()]],
    }
}

/// The children of a node that a row goes to, with shares.
fn goes(tree: &Tree, node: NodeId, row: &impl Row) -> Vec<(NodeId, f64)> {
    use spinney::tree::Step;
    let Node::Branch { split, branches } = tree.node(node) else { return Vec::new() };
    match tree.step(node, &split, row) {
        Step::Down(branch) => vec![(branches.child(branch), 1.0)],
        Step::Spread => branches.iter().map(|child| (child, tree.rows(child) / tree.rows(node))).collect(),
        Step::Stay => Vec::new(),
    }
}

#[test]
fn worth_out_of_bag_is_the_covariance_of_promise_and_truth() {
    let mut counted = 0;
    for number in 0..u64::from(proof::cases(200).cases) {
        let stand = random_stand(&mut Key::new(2).child(number).draws());
        let piece = stand.grow();
        let classes = match &stand.target.values {
            TargetValues::Classes(classes) => classes.names.len(),
            TargetValues::Numbers(_) => 1,
        };
        let truth = |row: usize| match &stand.target.values {
            TargetValues::Classes(all) => {
                (0..classes).map(|class| f64::from(u8::from(all.codes[row] as usize == class))).collect()
            }
            TargetValues::Numbers(values) => vec![values[row]],
        };
        let bags = stand.bags(piece.numbers());
        let mut means = vec![0.0; stand.columns.len()];
        let mut known = 0.0;
        for (tree, bag) in piece.trees().iter().zip(&bags) {
            let all: f64 = bag.out.iter().map(|row| stand.case.weight(*row as usize)).sum();
            if all == 0.0 {
                continue;
            }
            known += 1.0;
            // Every node's rows out of bag with their weights, top down.
            let mut at: Vec<Vec<(usize, f64)>> = vec![Vec::new(); tree.len()];
            at[0] = bag.out.iter().map(|row| (*row as usize, stand.case.weight(*row as usize))).collect();
            for id in tree.ids() {
                let Node::Branch { split, .. } = tree.node(id) else { continue };
                let steps: Vec<(usize, NodeId, f64)> = at[id.place()]
                    .iter()
                    .flat_map(|(row, weight)| {
                        goes(tree, id, &stand.row(*row))
                            .into_iter()
                            .map(move |(child, share)| (*row, child, weight * share))
                    })
                    .collect();
                let total: f64 = steps.iter().map(|step| step.2).sum();
                for class in 0..classes {
                    let mean = steps.iter().map(|(row, _, weight)| weight * truth(*row)[class]).sum::<f64>()
                        / total.max(1e-300);
                    let of = |(row, child, weight): &(usize, NodeId, f64)| {
                        weight * (truth(*row)[class] - mean) * promise(tree, *child, classes)[class]
                    };
                    means[split.column.place()] += steps.iter().map(of).sum::<f64>() / all;
                }
                for (row, child, weight) in steps {
                    at[child.place()].push((row, weight));
                }
            }
        }
        let found = piece.importances().debiased;
        assert_eq!(found.is_some(), known > 0.0);
        for (found, mean) in found.into_iter().flatten().zip(&means) {
            assert!(near(found.mean, mean / known, unit(&stand)), "{stand:?} {found:?} {}", mean / known);
            counted += 1;
        }
    }
    assert!(counted > 300, "{counted}");
}

/// A column that tells, two that do not: one of two values, one with a value for nearly every row; and one of many names.
fn noisy(task: Task, seed: u64) -> Stand {
    let rows = 400;
    let mut draws = Key::new(seed).draws();
    let signal: Vec<f64> = (0..rows).map(|_| draws.below(4) as f64).collect();
    let coin: Vec<f64> = (0..rows).map(|_| draws.below(2) as f64).collect();
    let many: Vec<f64> = (0..rows).map(|_| draws.unit()).collect();
    let names: Vec<String> = (0..rows).map(|_| format!("n{}", draws.below(30))).collect();
    let lies: Vec<bool> = (0..rows).map(|_| draws.below(3) == 0).collect();
    let yes: Vec<bool> = (0..rows).map(|row| (signal[row] >= 2.0) ^ lies[row]).collect();
    let target = match task {
        Task::Classification => Column::categories("y", yes.iter().map(|yes| Some(if *yes { "yes" } else { "no" }))),
        Task::Regression => {
            Column::numbers("y", (0..rows).map(|row| 1000.0 + signal[row] + 3.0 * draws.unit()).collect())
        }
    };
    let columns = vec![
        Column::numbers("signal", signal),
        Column::numbers("coin", coin),
        Column::numbers("many", many),
        Column::categories("names", names.iter().map(|name| Some(name.as_str()))),
        target,
    ];
    let case = Case { table: Table::new(columns).unwrap(), task, weights: None, settings: TreeSettings::default() };
    let mut settings = ForestSettings::random_forest(task).trees(80).seed(seed);
    settings.tree.min_rows_value = 1.0; // rare values taken together would hide the bias
    Stand::new(case, settings)
}

#[test]
fn a_column_of_many_values_that_tells_nothing_is_worth_about_nothing_out_of_bag() {
    for task in [Task::Classification, Task::Regression] {
        let (mut debiased, mut plain) = (vec![0.0; 4], vec![0.0; 4]);
        let seeds = 8;
        for seed in 0..seeds {
            let found = noisy(task, seed).grow().importances();
            for (sum, worth) in debiased.iter_mut().zip(found.debiased.unwrap()) {
                *sum += worth.mean / seeds as f64;
            }
            plain.iter_mut().zip(&found.decrease).for_each(|(sum, worth)| *sum += worth / seeds as f64);
        }
        let signal = debiased[0];
        // Plain impurity gives the column of many values a large part of what it gives the signal, and the coin far less.
        assert!(plain[2] > 0.4 * plain[0] && plain[2] > 4.0 * plain[1], "{task} {plain:?}");
        assert!(plain[3] > 4.0 * plain[1], "{task} {plain:?}");
        for noise in &debiased[1..] {
            assert!(noise.abs() < 0.05 * signal, "{task} {debiased:?}");
        }
        // What the signal takes off the rows out of bag is nearly what it takes off all rows.
        assert!(signal > 0.5 * plain[0], "{task} {debiased:?} {plain:?}");
    }
}

/// A table in which one column has the values of other rows.
struct Dealt<'a>(&'a Stand, usize, ColumnId, usize);

impl Row for Dealt<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        self.0.row(if column == self.2 { self.3 } else { self.1 }).cell(column)
    }
}

fn vote(tree: &Tree, row: &impl Row) -> u32 {
    let chances = said(tree, row);
    let ends = tree.landings(row);
    if let [only] = ends[..] {
        return tree.majority(only.node).unwrap();
    }
    let most = chances.iter().copied().fold(0.0, f64::max);
    chances.iter().position(|chance| *chance == most).unwrap() as u32
}

#[test]
fn values_dealt_out_anew_cost_what_a_slow_walk_says() {
    let (mut counted, mut exact) = (0, 0);
    for number in 0..u64::from(proof::cases(150).cases) {
        let stand = random_stand(&mut Key::new(3).child(number).draws());
        let piece = stand.grow();
        let found = piece.permutation(&stand.training(), &()).unwrap();
        let error = |tree: &Tree, row: usize, as_row: &Dealt<'_>| match &stand.target.values {
            TargetValues::Classes(classes) => f64::from(u8::from(vote(tree, as_row) != classes.codes[row])),
            TargetValues::Numbers(values) => (said(tree, as_row)[0] - values[row]).powi(2),
        };
        // Where a row is spread, classes that are equally likely come out one way or the other by rounding.
        let in_doubt = |tree: &Tree, as_row: &Dealt<'_>| {
            let mut chances = said(tree, as_row);
            chances.sort_by(|one, two| two.total_cmp(one));
            tree.landings(as_row).len() > 1 && chances.len() > 1 && chances[0] - chances[1] < 1e-12
        };
        let bags = stand.bags(piece.numbers());
        let known = bags.iter().filter(|bag| !bag.out.is_empty()).count();
        assert_eq!(found.is_some(), known > 0);
        for (column, found) in found.into_iter().flatten().enumerate() {
            let column = ColumnId(column as u32);
            let (mut sum, mut doubt) = (0.0, 0.0);
            for ((tree, number), bag) in piece.trees().iter().zip(piece.numbers()).zip(&bags) {
                let mut from = bag.out.clone();
                let key = Key::new(stand.settings.tree.seed).child(*number).child(3).child(u64::from(column.0));
                key.draws().shuffle(&mut from);
                let all: f64 = bag.out.iter().map(|row| stand.case.weight(*row as usize)).sum();
                for (row, other) in bag.out.iter().zip(&from) {
                    let (row, other) = (*row as usize, *other as usize);
                    let (dealt, own) = (Dealt(&stand, row, column, other), Dealt(&stand, row, column, row));
                    let share = stand.case.weight(row) / all;
                    sum += share * (error(tree, row, &dealt) - error(tree, row, &own));
                    if in_doubt(tree, &dealt) || in_doubt(tree, &own) {
                        doubt += share;
                    }
                }
            }
            counted += 1;
            let (expected, doubt) = (sum / known as f64, doubt / known as f64);
            let alike = near(found.mean, expected, unit(&stand)) || (found.mean - expected).abs() <= doubt + 1e-12;
            assert!(alike, "{stand:?} {column:?} {found:?}");
            exact += u32::from(doubt == 0.0);
            assert!(found.interval.is_none_or(|of| of.low <= found.mean && found.mean <= of.high));
        }
    }
    assert!(counted > 200 && 10 * exact > 9 * counted, "{exact} of {counted}");
}

#[test]
fn dealing_out_anew_finds_the_column_that_tells() {
    for task in [Task::Classification, Task::Regression] {
        let stand = noisy(task, 1);
        let piece = stand.grow();
        let out = piece.permutation(&stand.training(), &()).unwrap().unwrap();
        let given = permutation_on(piece.trees(), &stand.training(), Repeats { repeats: 6, seed: 2 }, &()).unwrap();
        assert_eq!(
            given,
            permutation_on(piece.trees(), &stand.training(), Repeats { repeats: 6, seed: 2 }, &()).unwrap()
        );
        for noise in 1..4 {
            assert!(out[0].mean > 4.0 * out[noise].mean.abs(), "{task} {out:?}");
            assert!(out[0].interval.unwrap().low > out[noise].interval.unwrap().high);
        }
        let other = noisy(task, 1000); // rows that no tree has seen
        let fresh = permutation_on(piece.trees(), &other.training(), Repeats { repeats: 6, seed: 2 }, &()).unwrap();
        assert!(fresh[0].mean > 5.0 * fresh[2].mean.abs(), "{task} {fresh:?}");
    }
}

#[test]
fn given_rows_cost_what_a_forest_of_dealt_out_tables_loses() {
    for number in 0..u64::from(proof::cases(40).cases) {
        let stand = random_stand(&mut Key::new(4).child(number).draws());
        let Ok(piece) = Piece::grow(&stand.training(), &stand.settings, &Course::new(), &()) else { continue };
        let found = permutation_on(piece.trees(), &stand.training(), Repeats { repeats: 1, seed: 9 }, &()).unwrap();
        let TargetValues::Classes(classes) = &stand.target.values else { continue };
        let rows = stand.rows();
        let right = |from: Option<(usize, &[usize])>| {
            let (mut sum, mut all) = (0.0, 0.0);
            for (place, row) in rows.iter().enumerate() {
                let (column, other) = from.map_or((0, *row), |(column, from)| (column, from[place]));
                let dealt = Dealt(&stand, *row, ColumnId(column as u32), other);
                let mut mean = vec![0.0; classes.names.len()];
                for tree in piece.trees() {
                    said(tree, &dealt)
                        .iter()
                        .zip(&mut mean)
                        .for_each(|(chance, sum)| *sum += (chance * (1_u64 << 40) as f64).round());
                }
                let most = mean.iter().copied().fold(0.0, f64::max);
                let class = mean.iter().position(|chance| *chance == most).unwrap();
                sum += f64::from(u8::from(class == classes.codes[*row] as usize)) * stand.case.weight(*row);
                all += stand.case.weight(*row);
            }
            sum / all
        };
        for (column, worth) in found.iter().enumerate() {
            let mut from = rows.clone();
            Key::new(9).child(0x6465_616C).child(column as u64).child(0).draws().shuffle(&mut from);
            let cost = right(None) - right(Some((column, &from)));
            assert!(near(worth.mean, cost, 1.0), "{stand:?} {worth:?} {cost}");
        }
    }
}

#[test]
fn without_rows_out_of_bag_there_is_no_worth_out_of_bag() {
    let mut stand = noisy(Task::Classification, 3);
    stand.settings.sample = Sample::All;
    stand.settings.trees = 3;
    stand.settings.tree.columns_per_split = Columns::Count(1);
    let piece = stand.grow();
    assert_eq!(piece.importances().debiased, None);
    assert_eq!(piece.permutation(&stand.training(), &()).unwrap(), None);
    let bare = Importances::of(piece.trees(), 4, Criterion::Gini);
    assert_eq!(bare.impurity, piece.importances().impurity);
    assert!((bare.impurity.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

/// The same where values are missing: in one row of five all numbers, in one of four the name.
fn holed(seed: u64) -> Stand {
    let stand = noisy(Task::Classification, seed);
    let mut columns = stand.case.table.columns().to_vec();
    for column in &mut columns[..4] {
        match &mut column.values {
            Values::Sparse(_) => unreachable!("no column here is sparse"),
            Values::Number(number) => number.values.to_mut().iter_mut().step_by(5).for_each(|value| *value = f64::NAN),
            Values::Category(category) => category.codes.iter_mut().step_by(4).for_each(|code| *code = MISSING),
        }
    }
    Stand::new(stand.case.with_columns(columns), stand.settings)
}

#[test]
fn holes_and_names_are_dealt_out_too() {
    // Names are worth something or other in a single table, by chance, but nothing on average.
    let stands: Vec<Stand> = (0..10).map(holed).collect();
    for missing in copse::POLICIES {
        let (mut dealt, mut debiased) = ([0.0; 4], [0.0; 4]);
        for stand in &stands {
            let mut stand = Stand { settings: stand.settings.clone().trees(20), ..stand.clone() };
            (stand.settings.tree.missing, stand.case.settings.missing) = (missing, missing);
            let piece = stand.grow();
            let out = piece.permutation(&stand.training(), &()).unwrap().unwrap();
            let worth = piece.importances().debiased.unwrap();
            for column in 0..4 {
                dealt[column] += out[column].mean / stands.len() as f64;
                debiased[column] += worth[column].mean / stands.len() as f64;
            }
        }
        for noise in 1..4 {
            assert!(dealt[0] > 5.0 * dealt[noise].abs(), "{missing:?} {dealt:?}");
            assert!(debiased[0] > 5.0 * debiased[noise].abs(), "{missing:?} {debiased:?}");
        }
    }
}
