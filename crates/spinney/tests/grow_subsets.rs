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

fn tree_of(counts: &Counts, settings: &TreeSettings) -> Tree {
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
    let settings = TreeSettings { nominal: Nominal::Subset, max_depth: Some(1), ..settings.clone() };
    grow(&Training::new(&table, &[0], &target), &settings, &()).unwrap()
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
    let tree = tree_of(counts, &TreeSettings::classification().criterion(criterion));
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

/// Values of few rows among many are not told apart, and the two sets are the best of those that keep them together.
#[test]
fn rare_values_among_many_go_together_and_the_sets_are_the_best_of_such() {
    let mut draws = Key::new(12).draws();
    let (mut cases, mut with_rare) = (0, 0);
    while cases < proof::cases(60).cases {
        cases += 1;
        let counts: Counts = (0..11 + draws.below(3))
            .map(|_| {
                let most = if draws.below(3) == 0 { 9 } else { 2 };
                vec![draws.below(most + 1) as f64, 1.0 + draws.below(most) as f64]
            })
            .collect();
        let least = 1.0 + draws.below(6) as f64;
        let rare = |value: usize| counts[value].iter().sum::<f64>() < least;
        let many = (0..counts.len()).filter(|value| rare(*value)).count();
        let tree = tree_of(&counts, &TreeSettings { min_rows_value: least, ..TreeSettings::classification() });
        let groups: Vec<Vec<usize>> = if many > 1 {
            with_rare += 1;
            let (few, others): (Vec<usize>, Vec<usize>) = (0..counts.len()).partition(|value| rare(*value));
            others.into_iter().map(|value| vec![value]).chain([few]).collect()
        } else {
            (0..counts.len()).map(|value| vec![value]).collect()
        };
        let set_of = |set: u32| {
            move |value: usize, groups: &[Vec<usize>]| {
                groups.iter().position(|group| group.contains(&value)).is_some_and(|group| set >> group & 1 == 1)
            }
        };
        let pairs = 1..1_u32 << (groups.len() - 1);
        let best = pairs.map(|set| rest(&counts, Criterion::Gini, |value| set_of(set)(value, &groups)));
        let best = best.fold(f64::INFINITY, f64::min);
        let Node::Branch { split, .. } = tree.node(NodeId::ROOT) else {
            assert!(groups.len() < 2, "no split of {counts:?}, least {least}");
            continue;
        };
        let Test::Subset { branches } = &split.test else { panic!("{:?}", split.test) };
        let found = rest(&counts, Criterion::Gini, |value| branches[value].branch == 0);
        assert!((found - best).abs() <= 1e-9 * best.max(1.0), "{found} and {best}: {counts:?}, least {least}");
        let mut sides: Vec<u32> =
            (0..counts.len()).filter(|value| many > 1 && rare(*value)).map(|value| branches[value].branch).collect();
        sides.dedup();
        assert!(sides.len() <= 1, "rare values on both sides: {counts:?}, least {least}");
    }
    assert!(3 * with_rare > cases, "only {with_rare} of {cases} have rare values");
}

/// Ten values are few: each is told apart.
#[test]
fn few_values_are_told_apart_however_rare() {
    let counts: Counts = (0..10).map(|value| if value % 2 == 0 { vec![1.0, 0.0] } else { vec![0.0, 1.0] }).collect();
    let tree = tree_of(&counts, &TreeSettings { min_rows_value: 10.0, ..TreeSettings::classification() });
    assert_eq!(tree.class_weights(NodeId(1)).len(), 1);
    assert_eq!(tree.class_weights(NodeId(2)).len(), 1);
}
