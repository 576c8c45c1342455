//! What trees say of rows that they were not grown from, against sums made slowly, row by row and tree by tree.
#![cfg(test)]

mod copse;
mod proof;
mod stand;

use copse::{Case, TableRow, shuffled};
use spinney::forest::{Course, ForestSettings, OutOfBag, OutOfBagMeasures, Piece};
use spinney::grow::Sample;
use spinney::metric::{accuracy, log_loss, mean_squared_error, r2, roc_auc_one_vs_rest};
use spinney::seed::Key;
use spinney::table::{Column, Table, Target, TargetValues, Task};
use stand::{Stand, random_stand, said};

fn near(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-11 * one.abs().max(two.abs()).max(1.0)
}

/// The largest number of a target.
fn reach(stand: &Stand) -> f64 {
    match &stand.target.values {
        TargetValues::Classes(_) => 1.0,
        TargetValues::Numbers(values) => {
            values.iter().filter(|value| !value.is_nan()).map(|value| value.abs()).fold(0.0, f64::max)
        }
    }
}

/// The rows that no tree was grown from, re-derived from those that it was. Which of rows that are alike were drawn is known by their number alone.
#[test]
fn a_row_is_out_of_bag_where_no_copy_of_it_was_drawn() {
    let (mut apart, mut both) = (0, 0);
    for number in 0..u64::from(proof::cases(300).cases) {
        let stand = random_stand(&mut Key::new(1).child(number).draws());
        for bag in stand.bags(&[0, 1, 5]) {
            assert!(bag.rows.iter().all(|(row, weight)| *weight > 0.0 && stand.case.weight(*row as usize) > 0.0));
            assert!(bag.out.is_sorted_by(|one, two| one < two));
            for row in stand.rows() {
                let kind: Vec<usize> = stand.rows().into_iter().filter(|other| stand.alike(*other, row)).collect();
                let drawn = bag.rows.iter().filter(|(other, _)| stand.alike(*other as usize, row)).count() > 0;
                let out = kind.iter().filter(|row| bag.out.contains(&(**row as u32))).count();
                assert!(if drawn { out < kind.len() } else { out == kind.len() }, "{row} of {bag:?} in {stand:?}");
                apart += usize::from(kind.len() == 1);
                both += usize::from(drawn && out > 0);
            }
        }
    }
    assert!(apart > 5_000 && both > 500, "{apart} {both}");
}

/// 800 rows that say one of 64 things, and for three in four the same of the target: nearly all have rows like them.
fn crowd(key: Key, rows: usize) -> Table {
    let mut draws = key.draws();
    let mut columns: Vec<Column> = (0..6)
        .map(|place| Column::numbers(&format!("x{place}"), (0..rows).map(|_| draws.below(2) as f64).collect()))
        .collect();
    columns.push(Column::categories("y", (0..rows).map(|_| Some(if draws.below(4) == 0 { "no" } else { "yes" }))));
    Table::new(columns).unwrap()
}

#[test]
fn rows_that_are_alike_do_not_bias_the_score() {
    let table = crowd(Key::new(21), 800);
    let settings = ForestSettings::random_forest(Task::Classification).trees(60);
    let case = Case { table, task: Task::Classification, weights: None, settings: settings.tree.clone() };
    let stand = Stand::new(case, settings);
    let piece = stand.grow();
    let known = piece.out_of_bag().unwrap();
    let OutOfBagMeasures::Classes { accuracy: Some(found), .. } = known.score(&stand.training()).measures else {
        panic!("classes")
    };
    // As many other rows of the same kind.
    let fresh = crowd(Key::new(22), 800);
    let target = Target::new(&fresh, "y", None).unwrap();
    let TargetValues::Classes(classes) = &target.values else { panic!("classes") };
    let right = |row: &usize| {
        let answers: Vec<Vec<f64>> = piece.trees().iter().map(|tree| said(tree, &TableRow(&fresh, *row))).collect();
        let of = |class: usize| answers.iter().map(|answer| answer[class]).sum::<f64>();
        usize::from(of(1) > of(0)) == classes.codes[*row] as usize
    };
    let held_out = (0..fresh.rows()).filter(right).count() as f64 / fresh.rows() as f64;
    assert!((found - held_out).abs() < 0.05, "{found} {held_out}");
    // Each row is away as often as any other.
    let away = |row: usize| f64::from(known.trees(row)) / 60.0;
    let mean = (0..800).map(away).sum::<f64>() / 800.0;
    assert!((mean - (-1.0_f64).exp()).abs() < 0.01 && (0..800).all(|row| away(row) > 0.05), "{mean}");
}

#[test]
fn sums_are_those_of_a_slow_walk_over_the_trees() {
    let (mut answered, mut never) = (0, 0);
    for number in 0..u64::from(proof::cases(400).cases) {
        let stand = random_stand(&mut Key::new(2).child(number).draws());
        let piece = stand.grow();
        let known = piece.out_of_bag().unwrap();
        let bags = stand.bags(piece.numbers());
        for row in 0..stand.case.table.rows() {
            let asked: Vec<usize> = (0..bags.len()).filter(|tree| bags[*tree].out.contains(&(row as u32))).collect();
            assert_eq!(known.trees(row) as usize, asked.len());
            let answers: Vec<Vec<f64>> =
                asked.iter().map(|tree| said(&piece.trees()[*tree], &stand.row(row))).collect();
            if asked.is_empty() {
                assert_eq!((known.chances(row), known.votes(row), known.number(row)), (None, None, None));
                never += 1;
                continue;
            }
            answered += 1;
            let mean = |place: usize| answers.iter().map(|one| one[place]).sum::<f64>() / answers.len() as f64;
            match stand.case.task {
                // Answers are added up in steps of the target's range.
                Task::Regression => {
                    let (found, mean) = (known.number(row).unwrap(), mean(0));
                    assert!(near(found, mean) || (found - mean).abs() <= 1e-13 * reach(&stand), "{stand:?}");
                }
                Task::Classification => {
                    let chances = known.chances(row).unwrap();
                    assert!(chances.iter().enumerate().all(|(class, chance)| near(*chance, mean(class))));
                    let votes = known.votes(row).unwrap();
                    assert_eq!(votes.iter().sum::<u32>() as usize, asked.len());
                    let best = |one: &Vec<f64>| one.iter().copied().fold(0.0, f64::max);
                    for (class, votes) in votes.iter().enumerate() {
                        let sure = answers.iter().filter(|one| {
                            let others = one.iter().enumerate().filter(|(other, _)| *other != class);
                            others.map(|(_, chance)| *chance).fold(0.0, f64::max) + 1e-9 < one[class]
                        });
                        let possible = answers.iter().filter(|one| one[class] + 1e-9 >= best(one));
                        assert!((sure.count()..=possible.count()).contains(&(*votes as usize)), "{stand:?}");
                    }
                }
            }
        }
    }
    assert!(answered > 5_000 && never > 1_000, "{answered} {never}");
}

#[test]
fn scores_are_the_metrics_of_rows_that_were_out_of_bag() {
    let mut areas = 0;
    for number in 0..u64::from(proof::cases(200).cases) {
        let stand = random_stand(&mut Key::new(3).child(number).draws());
        let piece = stand.grow();
        let known = piece.out_of_bag().unwrap();
        let score = known.score(&stand.training());
        let rows: Vec<usize> = stand.rows().into_iter().filter(|row| known.trees(*row) > 0).collect();
        assert_eq!((score.rows, score.never), (rows.len(), stand.rows().len() - rows.len()));
        let weights: Vec<f64> = rows.iter().map(|row| stand.case.weight(*row)).collect();
        match (&stand.target.values, score.measures) {
            (
                TargetValues::Classes(classes),
                OutOfBagMeasures::Classes { accuracy: found, log_loss: loss, roc_auc: area, .. },
            ) => {
                let truth: Vec<u32> = rows.iter().map(|row| classes.codes[*row]).collect();
                let answered: Vec<u32> = rows.iter().map(|row| known.class(*row).unwrap()).collect();
                assert_eq!(found, accuracy(&truth, &answered, Some(&weights)));
                let of = |(row, class): (&usize, &u32)| known.chances(*row).unwrap()[*class as usize];
                let chances: Vec<f64> = rows.iter().zip(&truth).map(of).collect();
                assert_eq!(loss, log_loss(&chances, Some(&weights)));
                let classes = classes.names.len();
                let all: Vec<f64> = rows.iter().flat_map(|row| known.chances(*row).unwrap()).collect();
                let own = roc_auc_one_vs_rest(&truth, &all, classes, Some(&weights));
                let near = area.zip(own).is_none_or(|(area, own)| (area - own).abs() < 1e-12);
                assert!(near && area.is_some() == own.is_some(), "{area:?} {own:?}");
                areas += usize::from(area.is_some());
            }
            (TargetValues::Numbers(values), OutOfBagMeasures::Numbers { r2: found, mean_squared_error: mse, .. }) => {
                let truth: Vec<f64> = rows.iter().map(|row| values[*row]).collect();
                let answered: Vec<f64> = rows.iter().map(|row| known.number(*row).unwrap()).collect();
                assert_eq!(found, r2(&truth, &answered, Some(&weights)));
                assert_eq!(mse, mean_squared_error(&truth, &answered, Some(&weights)));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(areas > 40, "{areas}");
}

#[test]
fn rows_that_were_never_out_of_bag_have_nan_and_not_zero() {
    let table = Table::new(vec![
        Column::numbers("x", vec![1.0, 2.0, 3.0, 4.0]),
        Column::categories("y", ["a", "a", "b", "b"].map(Some)),
    ]);
    let case = Case {
        table: table.unwrap(),
        task: Task::Classification,
        weights: None,
        settings: spinney::grow::TreeSettings::classification(),
    };
    let settings = ForestSettings { sample: Sample::All, ..ForestSettings::random_forest(Task::Classification) };
    let piece = Stand::new(case, settings.trees(3)).grow();
    let decisions = piece.out_of_bag().unwrap().decisions();
    assert_eq!(decisions.len(), 8);
    assert!(decisions.iter().all(|chance| chance.is_nan()));
}

/// What is known of each row, to the last bit.
fn facts(known: &OutOfBag, row: usize) -> (u32, Vec<u64>, Vec<u32>, Option<u64>) {
    let bits = |chances: Vec<f64>| chances.iter().map(|chance| chance.to_bits()).collect();
    let votes = known.votes(row).map(<[u32]>::to_vec).unwrap_or_default();
    (known.trees(row), known.chances(row).map(bits).unwrap_or_default(), votes, known.number(row).map(f64::to_bits))
}

#[test]
fn whole_weights_are_copies_in_any_order() {
    let mut held = 0;
    for number in 0..u64::from(proof::cases(400).cases) {
        let mut draws = Key::new(4).child(number).draws();
        let stand = random_stand(&mut draws);
        let rows = stand.case.table.rows();
        let weights: Vec<f64> = (0..rows).map(|_| draws.below(4) as f64).collect();
        let mut copies: Vec<usize> = (0..rows).flat_map(|row| vec![row; weights[row] as usize]).collect();
        if copies.is_empty() {
            continue;
        }
        let order = shuffled(&mut draws, copies.len());
        copies = order.iter().map(|place| copies[*place]).collect();
        let bare = Case { weights: None, ..stand.case.clone() };
        let copied = Stand::new(bare.with_rows(&copies), stand.settings.clone());
        let weighted = Stand::new(Case { weights: Some(weights), ..stand.case.clone() }, stand.settings.clone());
        let (one, two) = (weighted.grow(), copied.grow());
        assert!(one.trees() == two.trees(), "{weighted:?}\n{copies:?}");
        // A row is out where all of its copies are.
        let numbers: Vec<u64> = (0..u64::from(stand.settings.trees)).collect();
        for (own, theirs) in weighted.bags(&numbers).into_iter().zip(copied.bags(&numbers)) {
            for row in weighted.rows() {
                let alone = weighted.rows().into_iter().filter(|other| weighted.alike(*other, row)).count() == 1;
                let out = (0..copies.len()).filter(|copy| copies[*copy] == row && theirs.out.contains(&(*copy as u32)));
                let all = out.count() as f64 == weighted.case.weight(row);
                assert!(!alone || all == own.out.contains(&(row as u32)), "{weighted:?}\n{copies:?}");
                held += u32::from(alone && all);
            }
        }
        let (own, theirs) = (one.out_of_bag().unwrap(), two.out_of_bag().unwrap());
        for (copy, row) in copies.iter().enumerate().filter(|(_, row)| weighted.case.weight(**row) == 1.0) {
            let alone = copied.rows().into_iter().filter(|other| copied.alike(*other, copy)).count() == 1;
            assert!(!alone || facts(own, *row) == facts(theirs, copy), "{weighted:?}\n{copies:?}");
        }
    }
    assert!(held > 2_000, "{held}");
}

#[test]
fn a_row_that_is_named_twice_counts_as_two_rows_and_has_one_answer() {
    let stand = random_stand(&mut Key::new(9).draws());
    let rows: Vec<u32> = (0..stand.case.table.rows() as u32).rev().chain([0, 0]).collect();
    let training = spinney::grow::Training { rows: Some(&rows), weights: None, ..stand.training() };
    let piece = Piece::grow(&training, &stand.settings, &Course::watched(), &()).unwrap();
    let trees = piece.trees().len() as u32;
    assert!((0..stand.case.table.rows()).all(|row| piece.out_of_bag().unwrap().trees(row) <= trees));
}
