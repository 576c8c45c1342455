//! Proximity and quantiles against every pair of rows, one by one.
#![cfg(test)]

mod copse;
mod proof;
mod stand;

use spinney::forest::{Neighbour, Quantiles, Rows, nearest, proximity};
use spinney::seed::Key;
use spinney::table::{TargetValues, Task};
use spinney::tree::{NodeId, Tree};
use stand::{Stand, random_stand};

/// Σ over nodes of the share of the one that ends there times that of the other.
fn together(stand: &Stand, tree: &Tree, one: usize, two: usize) -> f64 {
    let others = tree.landings(&stand.row(two));
    let pair = |end: &spinney::tree::Landing| {
        others.iter().filter(|other| other.node == end.node).map(|other| other.share * end.share).sum::<f64>()
    };
    tree.landings(&stand.row(one)).iter().map(pair).sum()
}

#[test]
fn proximity_is_the_share_of_trees_with_a_leaf_in_common() {
    let mut pairs = 0;
    for number in 0..u64::from(proof::cases(100).cases) {
        let mut draws = Key::new(1).child(number).draws();
        let stand = random_stand(&mut draws);
        let piece = stand.grow();
        let training = stand.training();
        let all = stand.case.table.rows() as u64;
        let some: Vec<u32> = (0..5).map(|_| draws.below(all) as u32).collect();
        let others: Vec<u32> = (0..12).map(|_| draws.below(all) as u32).collect();
        let (some, others) = (Rows { data: &training, rows: &some }, Rows { data: &training, rows: &others });
        let dense = proximity(piece.trees(), some, others);
        let near = nearest(piece.trees(), some, others, 4);
        for (row, one) in some.rows.iter().enumerate() {
            let mut slow: Vec<Neighbour> = Vec::new();
            for (place, two) in others.rows.iter().enumerate() {
                let sum: f64 =
                    piece.trees().iter().map(|tree| together(&stand, tree, *one as usize, *two as usize)).sum();
                let mean = sum / piece.trees().len() as f64;
                let found = dense[row * others.rows.len() + place];
                assert!((found - mean).abs() < 1e-12, "{stand:?}");
                pairs += u32::from(found > 0.0);
                slow.extend((found > 0.0).then_some(Neighbour { row: *two, proximity: found }));
            }
            slow.sort_by(|one, two| two.proximity.total_cmp(&one.proximity)); // stable: those named first stay first
            slow.truncate(4);
            assert_eq!(near[row], slow, "{stand:?}");
        }
    }
    assert!(pairs > 1_000, "{pairs}");
}

fn is_below(tree: &Tree, mut node: NodeId, above: NodeId) -> bool {
    while node != above {
        match tree.parent(node) {
            Some(parent) => node = parent,
            None => return false,
        }
    }
    true
}

#[test]
fn quantiles_are_those_of_training_rows_weighed_by_shared_leaves() {
    let mut counted = 0;
    for number in 0..u64::from(proof::cases(150).cases) {
        let stand = random_stand(&mut Key::new(2).child(number).draws());
        let training = stand.training();
        let TargetValues::Numbers(values) = &stand.target.values else {
            assert!(Quantiles::new(&[], &training).is_err());
            continue;
        };
        let piece = stand.grow();
        let quantiles = Quantiles::new(piece.trees(), &training).unwrap();
        let rows: Vec<u32> = (0..stand.case.table.rows().min(10) as u32).collect();
        let asked = Rows { data: &training, rows: &rows };
        let shares = [0.0, 0.05, 0.25, 0.5, 0.9, 1.0];
        let found = quantiles.of(asked, &shares);
        let weights = quantiles.weights(asked);
        for (place, row) in rows.iter().enumerate() {
            let mut slow = vec![0.0; values.len()];
            for tree in piece.trees() {
                for end in tree.landings(&stand.row(*row as usize)) {
                    let mate = |other: usize| -> f64 {
                        let ends = tree.landings(&stand.row(other));
                        let there = ends.iter().filter(|other| is_below(tree, other.node, end.node));
                        there.map(|other| other.share).sum::<f64>() * stand.case.weight(other)
                    };
                    let mates: Vec<f64> = (0..values.len()).map(mate).collect();
                    let all: f64 = mates.iter().sum();
                    mates.iter().zip(&mut slow).for_each(|(mate, sum)| *sum += end.share * mate / all);
                }
            }
            let total: f64 = slow.iter().sum();
            let mean: f64 = slow.iter().zip(values).map(|(weight, value)| weight * value).sum::<f64>() / total;
            let fast: f64 = weights[place].iter().map(|(value, weight)| value * weight).sum();
            assert!((mean - fast).abs() < 1e-9 * mean.abs().max(1.0), "{stand:?}");
            for (at, share) in shares.iter().enumerate() {
                let found = found[place * shares.len() + at];
                let below = |of: &dyn Fn(f64) -> bool| {
                    slow.iter().zip(values).filter(|(_, value)| of(**value)).map(|(weight, _)| weight).sum::<f64>()
                        / total
                };
                // The least value that reaches the share: it does, and those below it do not.
                assert!(below(&|value| value <= found) >= share - 1e-9, "{stand:?} {share} {found}");
                assert!(below(&|value| value < found) <= share + 1e-9, "{stand:?} {share} {found}");
                counted += 1;
            }
        }
    }
    assert!(counted > 1_000, "{counted}");
}

#[test]
fn nine_in_ten_fresh_rows_lie_in_an_interval_of_ninety_percent() {
    let table = |rows: usize, seed: u64| {
        let mut draws = Key::new(seed).draws();
        let x: Vec<f64> = (0..rows).map(|_| draws.unit()).collect();
        let y = x.iter().map(|x| 10.0 * x + (1.0 + 3.0 * x) * draws.unit()).collect();
        spinney::table::Table::new(vec![
            spinney::table::Column::numbers("x", x),
            spinney::table::Column::numbers("y", y),
        ])
        .unwrap()
    };
    let case = |table| copse::Case {
        table,
        task: Task::Regression,
        weights: None,
        settings: spinney::grow::TreeSettings::regression(),
    };
    let mut settings = spinney::forest::ForestSettings::random_forest(Task::Regression).trees(60);
    settings.tree.min_rows_leaf = 15.0;
    let (known, fresh) =
        (Stand::new(case(table(1500, 1)), settings.clone()), Stand::new(case(table(1500, 2)), settings));
    let piece = known.grow();
    let (training, data) = (known.training(), fresh.training());
    let rows: Vec<u32> = (0..1500).collect();
    let found = Quantiles::new(piece.trees(), &training).unwrap().of(Rows { data: &data, rows: &rows }, &[0.05, 0.95]);
    let TargetValues::Numbers(values) = &fresh.target.values else { panic!("numbers") };
    let inside =
        found.as_chunks::<2>().0.iter().zip(values).filter(|([low, high], value)| low <= value && *value <= high);
    let share = inside.count() as f64 / 1500.0;
    assert!((0.86..0.95).contains(&share), "{share}");
    let wide = |low: f64, high: f64| {
        let TargetValues::Numbers(_) = &fresh.target.values else { panic!("numbers") };
        let spinney::table::Values::Number(x) = &fresh.case.table.columns()[0].values else { panic!("numbers") };
        let widths: Vec<f64> = (0..1500)
            .filter(|row| (low..high).contains(&x.values[*row]))
            .map(|row| found[2 * row + 1] - found[2 * row])
            .collect();
        widths.iter().sum::<f64>() / widths.len() as f64
    };
    assert!(wide(0.8, 1.0) > 1.8 * wide(0.0, 0.2)); // where the target is more spread, the interval is wider
    assert!(piece.trees().iter().all(|tree| tree.branches(NodeId::ROOT).is_some()));
}
