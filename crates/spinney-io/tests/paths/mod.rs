//! The paths of cost-complexity that scikit-learn finds, kept as facts.

use spinney::grow::{Preset, Training, TreeSettings, grow};
use spinney::prune::{Risk, path};
use spinney::table::{ReadOptions, Table, Target, Task};
use spinney_io::{Input, Reading, read};

use super::{file, golden};

/// Prices and impurities of `cost_complexity_pruning_path`, with at least five rows in a leaf.
#[test]
fn the_path_is_scikit_learns_path_of_costs() {
    let text = golden("sklearn/path.txt");
    for block in text.split("end\n").filter(|block| !block.is_empty()) {
        let (head, rest) = block.split_once('\n').unwrap();
        let (rows, steps) = rest.split_once("path\n").unwrap();
        let [_, name, task] = head.split(' ').collect::<Vec<_>>()[..] else { panic!("{head}") };
        let task = if task == "regression" { Task::Regression } else { Task::Classification };
        let table = if rows.is_empty() {
            let Some(file) = file(name) else { continue };
            read(&Input::from(file.to_str().unwrap()), &ReadOptions::new(), &Reading::default()).unwrap()
        } else {
            Table::from_csv(rows.as_bytes(), &ReadOptions::new()).unwrap()
        };
        let facts: Vec<Vec<f64>> =
            steps.lines().map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
        let found = costs(&table, task);
        assert!(facts.len() >= 6 && found.len() == facts.len(), "{name}: {found:?} {facts:?}");
        for (one, two) in found.iter().flatten().zip(facts.iter().flatten()) {
            assert!((one - two).abs() <= 1e-9, "{name}: {found:?} {facts:?}");
        }
    }
}

/// The price and the impurity of each tree of the path, for each row; the target is the last column.
fn costs(table: &Table, task: Task) -> Vec<[f64; 2]> {
    let target = Target::new(table, &table.columns().last().unwrap().name, Some(task)).unwrap();
    let columns: Vec<usize> = (0..target.column).collect();
    let settings = TreeSettings { min_rows_leaf: 5.0, ..TreeSettings::preset(Preset::Cart, task) };
    let tree = grow(&Training::new(table, &columns, &target), &settings, &()).unwrap();
    let rows = table.rows() as f64;
    path(&tree, Risk::Gini).steps.iter().map(|step| [step.price / rows, step.risk / rows]).collect()
}
