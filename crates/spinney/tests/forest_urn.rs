//! What the rows of trees are drawn from, kept without the table; and trees grown again from their own rows.
#![cfg(test)]

mod copse;
mod proof;
mod stand;

use spinney::forest::{Bag, Course, ForestSettings};
use spinney::grow::{Columns, Conventions, Sample, SampleBy, Training, TreeSettings, grow, tree_seed};
use spinney::seed::{Draws, Key};
use spinney::table::Task;
use stand::{Stand, random_stand};

/// A forest whose rows are drawn one by one from all, at times more than there are.
fn drawn(draws: &mut Draws) -> Stand {
    let mut stand = random_stand(draws);
    (stand.settings.sample_by, stand.settings.balance) = (SampleBy::Rows, false);
    if draws.below(4) == 0 {
        stand.settings.sample = Sample::Bootstrap(1.0 + draws.below(30) as f64 / 10.0);
    }
    stand
}

#[test]
fn an_urn_names_the_rows_of_every_tree() {
    let mut draws = Key::new(61).draws();
    for _ in 0..proof::cases(300).cases {
        let stand = drawn(&mut draws);
        let piece = stand.grow_along(&Course { urn: true, ..Course::new() });
        let urn = piece.urn().unwrap();
        let numbers: Vec<u64> = (0..u64::from(stand.settings.trees)).collect();
        let whole = (0..stand.case.table.rows()).all(|row| stand.case.weight(row).fract() == 0.0);
        for (number, Bag { rows, out }) in numbers.iter().zip(stand.bags(&numbers)) {
            let mut found = urn.rows_of(*number);
            let away = |row: &usize| !found.contains(&(*row as u32));
            assert!(stand.rows().into_iter().filter(away).eq(out.iter().map(|row| *row as usize)), "{stand:?}");
            // A bag names the first of rows that are alike; where all rows are in it, each.
            let first = |row: &mut u32| {
                let alike = |other: &usize| stand.settings.sample != Sample::All && stand.alike(*other, *row as usize);
                *row = stand.rows().into_iter().find(alike).map_or(*row, |first| first as u32);
            };
            found.iter_mut().for_each(first);
            if matches!(stand.settings.sample, Sample::Bootstrap(_)) {
                let times: f64 = rows.iter().map(|(_, times)| times).sum();
                assert_eq!(found.len() as f64, times, "{stand:?}");
            }
            found.sort_unstable();
            for (row, times) in &rows {
                let again = found.iter().filter(|found| *found == row).count() as f64;
                assert!(again > 0.0 && (again == *times || !matches!(stand.settings.sample, Sample::Bootstrap(_))));
                assert!(again == *times || !whole || stand.settings.sample == Sample::All, "{stand:?}");
            }
            found.dedup();
            assert!(found.iter().eq(rows.iter().map(|(row, _)| row)), "{stand:?}");
        }
    }
}

#[test]
fn an_urn_is_kept_where_it_is_asked_for_alone_and_where_rows_are_drawn_from_all() {
    let mut draws = Key::new(62).draws();
    let mut stand = drawn(&mut draws);
    stand.settings.sample = Sample::Bootstrap(1.0);
    assert!(stand.grow_along(&Course::watched()).urn().is_none());
    let asked = Course { urn: true, ..Course::new() };
    assert!(stand.grow_along(&asked).urn().is_some());
    let strata = ForestSettings { sample_by: SampleBy::Strata, ..ForestSettings::random_forest(Task::Classification) };
    let case = copse::random_case_of(&mut draws, 40, Task::Classification);
    let stand = Stand::new(case, strata.trees(2));
    assert!(stand.grow_along(&asked).urn().is_none());
}

#[test]
fn a_tree_grows_again_from_its_own_rows() {
    let mut draws = Key::new(63).draws();
    let mut inner = 0;
    for _ in 0..proof::cases(300).cases {
        let mut stand = drawn(&mut draws);
        stand.settings.columns_per_tree = Columns::All;
        stand.settings.prune_alpha = 0.0;
        if stand.settings.tree.conventions != Conventions::Exact {
            continue; // C4.5 cuts at values of the whole table
        }
        let piece = stand.grow();
        let numbers: Vec<u64> = (0..u64::from(stand.settings.trees)).collect();
        for ((number, bag), tree) in numbers.iter().zip(stand.bags(&numbers)).zip(piece.trees()) {
            let mut weights = vec![0.0; stand.case.table.rows()];
            bag.rows.iter().for_each(|(row, times)| weights[*row as usize] = *times);
            let alone = Training { weights: Some(&weights), ..stand.training() };
            let tree_settings = &stand.settings.tree;
            let settings = TreeSettings { seed: tree_seed(tree_settings.seed, *number), ..tree_settings.clone() };
            let again = grow(&alone, &settings, &()).unwrap();
            assert_eq!(again.nodes(), tree.nodes(), "tree {number} of {stand:?}");
            inner += usize::from(tree.len() > 3);
        }
    }
    assert!(inner > 100, "{inner}");
}
