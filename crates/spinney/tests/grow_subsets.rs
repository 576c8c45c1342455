//! How near the best two sets of more than ten values come, against all pairs of sets.
#![cfg(test)]

mod proof;

use spinney::grow::{Criterion, Nominal, Training, TreeSettings, grow};
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Table, Target, Task};
use spinney::tree::{Node, NodeId, Test, Tree};

/// The class counts of each value.
type Counts = Vec<Vec<f64>>;

fn random_counts(draws: &mut Draws) -> Counts {
    let (values, classes) = (11 + draws.below(3), 3 + draws.below(4));
    let most = 1 + draws.below(12);
    (0..values)
        .map(|_| {
            let mut row: Vec<f64> = (0..classes).map(|_| draws.below(most + 1) as f64).collect();
            row[draws.below(classes) as usize] += 1.0; // every value occurs
            row
        })
        .collect()
}

fn tree_of(counts: &Counts, criterion: Criterion) -> Tree {
    let (mut values, mut classes) = (Vec::new(), Vec::new());
    for (value, row) in counts.iter().enumerate() {
        for (class, count) in row.iter().enumerate() {
            for _ in 0..*count as usize {
                values.push(format!("v{value:02}"));
                classes.push(format!("c{class}"));
            }
        }
    }
    let column = |name, all: &[String]| Column::categories(name, all.iter().map(|value| Some(value.as_str())));
    let table = Table::new(vec![column("x", &values), column("y", &classes)]).unwrap();
    let target = Target::new(&table, "y", Some(Task::Classification)).unwrap();
    let settings = TreeSettings { nominal: Nominal::Subset, max_depth: Some(1), ..TreeSettings::classification() };
    grow(&Training::new(&table, &[0], &target), &settings.criterion(criterion), &()).unwrap()
}

/// What is left of the impurity, times the rows, when the values are parted in two.
fn rest(counts: &Counts, criterion: Criterion, left: impl Fn(usize) -> bool) -> f64 {
    let mut sides = [vec![0.0; counts[0].len()], vec![0.0; counts[0].len()]];
    for (value, row) in counts.iter().enumerate() {
        let side = &mut sides[usize::from(left(value))];
        row.iter().zip(side).for_each(|(count, sum)| *sum += count);
    }
    let impurity = |side: &Vec<f64>| {
        let total: f64 = side.iter().sum();
        let of = |count: &f64| match criterion {
            _ if *count == 0.0 => 0.0,
            Criterion::Entropy => -count * (count / total).log2(),
            _ => count * (1.0 - count / total),
        };
        side.iter().map(of).sum::<f64>()
    };
    sides.iter().map(impurity).sum()
}

/// The gain of the engine's split over that of the best one.
fn share(counts: &Counts, criterion: Criterion) -> f64 {
    let tree = tree_of(counts, criterion);
    let Node::Branch { split, .. } = tree.node(NodeId::ROOT) else { panic!("no split") };
    let Test::Subset { branches } = &split.test else { panic!("{:?}", split.test) };
    let whole = rest(counts, criterion, |_| true);
    let found = whole - rest(counts, criterion, |value| branches[value].branch == 0);
    let pairs = 1..1_u32 << (counts.len() - 1);
    let best = pairs.map(|set| whole - rest(counts, criterion, |value| set >> value & 1 == 1)).fold(0.0, f64::max);
    found / best
}

/// What docs/trees.md says of it.
#[test]
fn the_heuristic_for_many_values_and_classes_is_near_the_best() {
    let mut draws = Key::new(11).draws();
    for criterion in [Criterion::Gini, Criterion::Entropy] {
        let cases = proof::cases(60).cases;
        let shares: Vec<f64> = (0..cases).map(|_| share(&random_counts(&mut draws), criterion)).collect();
        let exact = shares.iter().filter(|share| **share > 1.0 - 1e-9).count() as f64 / f64::from(cases);
        let mean = shares.iter().sum::<f64>() / f64::from(cases);
        let worst = shares.iter().copied().fold(1.0, f64::min);
        let figures = format!("{criterion:?}: best in {exact:.4}, mean {mean:.5}, worst {worst:.4} of {cases}");
        #[expect(clippy::print_stdout, reason = "the figures of the guide")]
        {
            println!("{figures}");
        }
        assert!(shares.iter().all(|share| *share <= 1.0 + 1e-9), "better than the best: {figures}");
        assert!(exact >= 0.85 && mean >= 0.995 && worst >= 0.8, "{figures}");
    }
}
