//! The quick ways make the splits that trying every split makes, ties and all.
#![cfg(test)]

mod proof;
mod sight;

use spinney::grow::{Criterion, Outcome, Training, TreeSettings, grow, grow_recorded};
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Table, Target, Task};

/// Numbers with so many distinct values, in some relation to the others.
fn numbers(draws: &mut Draws, rows: usize, distinct: u64) -> Vec<f64> {
    (0..rows).map(|_| draws.below(distinct) as f64).collect()
}

fn random_table(draws: &mut Draws, rows: usize, task: Task) -> Table {
    let classes = 2 + draws.below(5);
    let mut columns: Vec<Column> = Vec::new();
    for place in 0..=draws.below(4) as usize {
        let distinct = [2, 3, 40, 300, 700, 1 << 40][draws.below(6) as usize];
        let values = match (draws.below(5), columns.last()) {
            (0, Some(last)) => doubled(last), // the same order: every cut ties
            _ => numbers(draws, rows, distinct),
        };
        columns.push(Column::numbers(&format!("x{place}"), values));
    }
    let first = columns[0].clone();
    let noise = 1 + draws.below(4);
    let signal = |row: usize, draws: &mut Draws| {
        let spinney::table::Values::Number(number) = &first.values else { panic!("numbers") };
        if draws.below(4) < noise { draws.below(classes) } else { number.values[row] as u64 % 1000 / (1000 / classes) }
    };
    let target: Vec<u64> = (0..rows).map(|row| signal(row, draws)).collect();
    columns.push(target_column(&target, task));
    Table::new(columns).unwrap()
}

fn target_column(target: &[u64], task: Task) -> Column {
    match task {
        Task::Classification => {
            let names: Vec<String> = target.iter().map(|class| format!("c{class}")).collect();
            Column::categories("y", names.iter().map(|name| Some(name.as_str())))
        }
        Task::Regression => Column::numbers("y", target.iter().map(|class| *class as f64 * 0.1).collect()),
    }
}

fn doubled(column: &Column) -> Vec<f64> {
    match &column.values {
        spinney::table::Values::Sparse(_) => unreachable!("no column here is sparse"),
        spinney::table::Values::Number(number) => number.values.iter().map(|value| 2.0 * value).collect(),
        spinney::table::Values::Category(_) => panic!("numbers"),
    }
}

#[test]
fn seventy_two_valued_columns_are_searched_as_one_by_one() {
    for case in 0..u64::from(proof::cases(4).cases) {
        let mut draws = Key::new(case).child(70).draws();
        let rows = 1500 + draws.below(1500) as usize;
        let mut columns: Vec<Column> = (0..70)
            .map(|place| {
                let rarity = 2 + draws.below(9);
                let values = (0..rows).map(|_| if draws.below(rarity) == 0 { 3.0 } else { 8.0 }).collect();
                Column::numbers(&format!("b{place}"), values)
            })
            .collect();
        columns.push(Column::numbers("x", numbers(&mut draws, rows, 1000)));
        let names: Vec<String> = (0..rows).map(|_| format!("c{}", draws.below(3))).collect();
        columns.push(Column::categories("y", names.iter().map(|name| Some(name.as_str()))));
        let table = Table::new(columns).unwrap();
        let target = Target::new(&table, "y", None).unwrap();
        let places: Vec<usize> = (0..71).collect();
        let settings = TreeSettings { max_depth: Some(6), ..TreeSettings::classification() };
        let (tree, record) = grow_recorded(&Training::new(&table, &places, &target), &settings, &()).unwrap();
        assert_eq!(record.differing, [], "case {case}");
        assert!(tree.depth() == 6);
    }
}

#[test]
fn quick_splits_are_the_plain_ones() {
    let mut splits = 0;
    for case in 0..u64::from(proof::cases(60).cases) {
        for (task, criteria) in [
            (Task::Classification, &[Criterion::Gini, Criterion::Entropy][..]),
            (Task::Regression, &[Criterion::Mse][..]),
        ] {
            let mut draws = Key::new(case).child(task as u64).draws();
            let most = [30, 400, 1500, 3000][draws.below(4) as usize];
            let rows = 2 + draws.below(most) as usize;
            let table = random_table(&mut draws, rows, task);
            let target = Target::new(&table, "y", Some(task)).unwrap();
            let columns: Vec<usize> = (0..table.columns().len() - 1).collect();
            let whole: Vec<f64> = (0..rows).map(|_| draws.below(3) as f64).collect();
            let weights = (draws.below(3) == 0 && whole.iter().any(|weight| *weight > 0.0)).then_some(&whole[..]);
            for criterion in criteria {
                let settings = TreeSettings {
                    criterion: *criterion,
                    min_rows_leaf: [1.0, 1.0, 5.0][draws.below(3) as usize],
                    ..TreeSettings::default()
                };
                let training = Training { weights, ..Training::new(&table, &columns, &target) };
                let (tree, record) = grow_recorded(&training, &settings, &()).unwrap();
                assert_eq!(record.differing, [], "case {case} {task} {criterion:?}");
                assert_eq!(record.nodes.len(), tree.len());
                splits += record.nodes.iter().filter(|node| matches!(node.outcome, Outcome::Split(_))).count();
                for threads in [1, 2, 3] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    let again = pool.install(|| grow(&training, &settings, &()).unwrap());
                    assert!(again == tree, "case {case}: another tree on {threads} threads");
                }
            }
        }
    }
    assert!(splits > 5_000, "only {splits} splits");
}

/// A long table: rows of small nodes lie far apart in it, and are brought together before the subtree grows.
fn long_table(draws: &mut Draws, task: Task) -> Table {
    let rows = 40_000;
    let mut columns: Vec<Column> = [2, 2, 9, 300, 5000, 1 << 40, 1 << 40]
        .iter()
        .enumerate()
        .map(|(place, distinct)| Column::numbers(&format!("x{place}"), numbers(draws, rows, *distinct)))
        .collect();
    let (one, two) = (numbers(draws, rows, 50), numbers(draws, rows, 7));
    let value = |row: usize, draws: &mut Draws| (one[row] * two[row]) as u64 % 11 + draws.below(3);
    let target: Vec<u64> = (0..rows).map(|row| value(row, draws)).collect();
    columns.extend([Column::numbers("one", one), Column::numbers("two", two)]);
    columns.push(target_column(&target, task));
    Table::new(columns).unwrap()
}

#[test]
fn rows_that_are_brought_together_grow_the_tree_that_they_grow_where_they_are() {
    for case in 0..u64::from(proof::cases(2).cases) {
        let mut draws = Key::new(case).child(71).draws();
        for task in [Task::Classification, Task::Regression] {
            let table = long_table(&mut draws, task);
            let target = Target::new(&table, "y", Some(task)).unwrap();
            let places: Vec<usize> = (0..table.columns().len() - 1).collect();
            let weights: Vec<f64> = (0..table.rows()).map(|_| draws.below(3) as f64).collect();
            let training = Training {
                weights: (case % 2 == 1).then_some(&weights[..]),
                ..Training::new(&table, &places, &target)
            };
            let usual = match task {
                Task::Classification => TreeSettings::classification(),
                Task::Regression => TreeSettings::regression(),
            };
            // Growth by the largest gain decides every node where its rows are; without a real limit the tree is the same.
            let whole = grow(&training, &usual, &()).unwrap();
            let best_first = TreeSettings { max_leaves: Some(u32::MAX), ..usual };
            assert!(whole == grow(&training, &best_first, &()).unwrap(), "case {case}, {task}");
            assert!(whole.len() > 5000);
        }
    }
}
