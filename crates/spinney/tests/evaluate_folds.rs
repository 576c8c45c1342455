//! Folds of every kind: every row asked once, groups whole, time in order, classes in their shares.
#![cfg(test)]

mod proof;

use proptest::prelude::*;
use spinney::Error;
use spinney::error::Mistake;
use spinney::evaluate::*;
use spinney::grow::Watch;
use spinney::table::Column;

/// All but every fifth row, so that numbers of rows and places differ.
fn some_rows(many: usize) -> Vec<u32> {
    (0..many as u32).filter(|row| row % 5 != 3).collect()
}

fn tests(folds: &Folds) -> Vec<Vec<u32>> {
    folds.iter().map(|parts| parts.test).collect()
}

fn count(rows: &[u32], of: impl Fn(u32) -> bool) -> usize {
    rows.iter().filter(|row| of(**row)).count()
}

#[test]
fn repeats_have_lots_of_their_own() {
    let rows: Vec<u32> = (0..20).collect();
    let found = repeated_folds(&rows, (4, 3), 1, None).unwrap();
    assert_eq!((found.len(), found.repeats()), (12, 3));
    let rounds: Vec<Vec<Vec<u32>>> = tests(&found).chunks(4).map(<[_]>::to_vec).collect();
    assert_eq!(rounds[0], tests(&folds(&rows, 4, 1, None).unwrap()));
    assert!(rounds[0] != rounds[1] && rounds[1] != rounds[2] && rounds[0] != rounds[2]);
    assert_eq!(found.parts(12).test, Vec::<u32>::new(), "beyond the last");
    assert_eq!(repeated_folds(&rows, (4, 0), 1, None).unwrap_err().to_string(), "20 rows cannot be dealt into 0 folds");
}

#[test]
fn the_largest_group_comes_first_and_sizes_are_even() {
    // Groups of 5, 3, 2, 2: 5 | 3, then 2 to the lighter, then 2 to the lighter again … 7 and 5.
    let groups = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4];
    let found = grouped_folds(&(0..12).collect::<Vec<_>>(), 2, &groups, 0).unwrap();
    let mut sizes: Vec<usize> = tests(&found).iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [5, 7]);
    assert_eq!(count(&found.parts(0).test, |row| groups[row as usize] == 1), 5);
}

#[test]
fn time_goes_on_and_equal_times_stay_together() {
    let times = [5.0, 1.0, 2.0, 2.0, 2.0, 2.0, 3.0, 4.0, -0.0, 0.0];
    let found = ordered_folds(&(0..10).collect::<Vec<_>>(), 2, &times).unwrap();
    // Of ten rows: 0, 0, 1 | 2, 2, 2, 2 | 3, 4, 5.
    assert_eq!(tests(&found), [vec![2, 3, 4, 5], vec![0, 6, 7]]);
    assert_eq!(found.parts(0).train, [1, 8, 9]);
    assert_eq!(found.parts(1).train, [1, 2, 3, 4, 5, 8, 9]);
}

#[test]
fn a_single_hold_out_is_a_fold_too() {
    let parts = holdout(&[3, 5, 7, 9, 11], 0.4, 1, None).unwrap();
    let found = Folds::from(parts.clone());
    assert_eq!((found.len(), found.parts(0), found.ratio()), (1, parts, 2.0 / 3.0));
}

#[test]
fn what_cannot_be_dealt_says_why_and_what_would_do() {
    let rows = [0, 1, 2, 3];
    let told = |error: Error| (error.to_string(), error.hint().unwrap());
    let (message, hint) = told(grouped_folds(&rows, 3, &[1, 1, 2, 2], 0).unwrap_err());
    assert_eq!(message, "2 groups cannot be dealt into 3 folds");
    assert_eq!(hint, "from 2 folds to as many as there are groups");
    assert!(grouped_folds(&rows, 1, &[1, 1, 2, 2], 0).is_err());
    let (message, hint) = told(ordered_folds(&rows, 2, &[1.0, 1.0, 2.0, 2.0]).unwrap_err());
    assert_eq!(message, "2 folds in the order of time need 3 different times, and there are 2");
    assert_eq!(hint, "ask for fewer folds: rows of one time are never parted");
    assert!(ordered_folds(&rows, 0, &[1.0, 2.0, 3.0, 4.0]).is_err());
    assert_eq!(given_folds(&rows, &[7; 4]).unwrap_err().to_string(), "4 rows cannot be dealt into 1 fold");
    let (message, _) = told(nested(&rows, &[0.5, 0.4], 0, None).unwrap_err());
    assert_eq!(message, "0.4 of 4 rows as a step of a learning curve");
    assert!(nested(&rows, &[0.0], 0, None).is_err() && nested(&rows, &[1.1], 0, None).is_err());
    assert!(nested(&rows, &[f64::NAN], 0, None).is_err() && nested(&[], &[0.5], 0, None).is_err());
}

#[test]
fn columns_name_groups_and_times() {
    let places = Column::categories("place", [Some("b"), Some("a"), Some("b"), None]);
    let groups = groups_of(&places, &[0, 1, 2]).unwrap();
    assert!(groups[0] == groups[2] && groups[0] != groups[1]);
    let error = groups_of(&places, &[0, 3]).unwrap_err();
    assert_eq!(error.to_string(), "row 4, column \"place\": there is no value, and folds are made by this column");
    let days = Column::numbers("day", vec![3.0, 1.0, 3.0, f64::NAN]);
    assert_eq!(groups_of(&days, &[0, 1, 2]).unwrap()[..3], [1, 0, 1]);
    assert_eq!(times_of(&days, &[0, 1]).unwrap()[..3], [3.0, 1.0, 3.0]);
    assert!(times_of(&days, &[3]).is_err());
    assert_eq!(
        times_of(&places, &[0]).unwrap_err().to_string(),
        "column \"place\": the column is nominal, and this needs a continuous one"
    );
}

#[test]
fn a_class_with_fewer_rows_than_folds_is_told_not_refused() {
    let classes = [0, 0, 0, 0, 0, 1];
    let found = folds(&[0, 1, 2, 3, 4, 5], 3, 1, Some(&classes)).unwrap();
    let lacking = found.lacking(&classes);
    let missed: Vec<usize> = lacking.iter().filter(|of| of.side == Side::Train).map(|of| of.fold).collect();
    assert_eq!(missed.len(), 1, "the fold that asks for the only row");
    assert_eq!(lacking.iter().filter(|of| of.side == Side::Test).count(), 2);
    assert!(lacking.iter().all(|of| of.class == 1));
    assert!(folds(&[0, 1, 2, 3], 2, 1, Some(&[0, 0, 1, 1])).unwrap().lacking(&[0, 0, 1, 1]).is_empty());
}

/// Stops after so many looks.
struct Impatient(std::sync::atomic::AtomicU32);

impl Watch for Impatient {
    fn stopped(&self) -> bool {
        self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 0
    }
}

#[test]
fn folds_are_asked_in_order_until_someone_stops_them() {
    let found = folds(&(0..9).collect::<Vec<_>>(), 3, 0, None).unwrap();
    let mut seen = Vec::new();
    let all = cross_validate(&found, &(), |fold, parts| {
        seen.push(fold);
        Ok::<_, Error>(parts.test.len())
    });
    assert_eq!((all.unwrap(), seen), (vec![3; 3], vec![0, 1, 2]));
    let mut asked = 0;
    let stopped = cross_validate(&found, &Impatient(2.into()), |_, _| {
        asked += 1;
        Ok::<_, Error>(())
    });
    assert!(matches!(stopped.unwrap_err().mistake, Mistake::Stopped));
    assert_eq!(asked, 2);
    let how = Shares { shares: &[0.5, 1.0], seed: 0, classes: None };
    let stopped = learning_curve(&found, &how, &Impatient(4.into()), |_, _| Ok::<_, Error>(()));
    assert!(matches!(stopped.unwrap_err().mistake, Mistake::Stopped));
    let failed =
        cross_validate(&found, &(), |fold, _| if fold == 1 { Err(Mistake::NoRows.anywhere()) } else { Ok(()) });
    assert!(matches!(failed.unwrap_err().mistake, Mistake::NoRows));
}

proptest! {
    #![proptest_config(proof::cases(400))]

    #[test]
    fn every_row_is_asked_once_in_every_repeat(
        seed in any::<u64>(), many in 2..7_usize, repeats in 1..4_usize, classes in prop::collection::vec(0..3_u32, 10..60),
    ) {
        let rows = some_rows(classes.len());
        let found = repeated_folds(&rows, (many, repeats), seed, Some(&classes)).unwrap();
        for round in tests(&found).chunks(many) {
            let mut all = round.concat();
            all.sort_unstable();
            prop_assert_eq!(&all, &rows);
            for class in 0..3 {
                let sizes = round.iter().map(|test| count(test, |row| classes[row as usize] == class));
                prop_assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
            }
        }
        for parts in found.iter() {
            prop_assert_eq!(parts.train.len() + parts.test.len(), rows.len());
            prop_assert!(parts.train.iter().all(|row| parts.test.binary_search(row).is_err()));
        }
    }

    #[test]
    fn no_group_is_on_both_sides(seed in any::<u64>(), many in 2..6_usize, groups in prop::collection::vec(0..12_u32, 10..80)) {
        let rows = some_rows(groups.len());
        let mut kinds: Vec<u32> = rows.iter().map(|row| groups[*row as usize]).collect();
        kinds.sort_unstable();
        let largest = kinds.chunk_by(|one, two| one == two).map(<[_]>::len).max().unwrap();
        kinds.dedup();
        prop_assume!(many <= kinds.len());
        let found = grouped_folds(&rows, many, &groups, seed).unwrap();
        for parts in found.iter() {
            prop_assert!(!parts.test.is_empty());
            let of = |rows: &[u32]| rows.iter().map(|row| groups[*row as usize]).collect::<std::collections::BTreeSet<_>>();
            prop_assert!(of(&parts.train).is_disjoint(&of(&parts.test)));
        }
        let mut all = tests(&found).concat();
        all.sort_unstable();
        prop_assert_eq!(&all, &rows);
        // The last group put into the heaviest fold found it the lightest: folds differ by a group at most.
        let sizes: Vec<usize> = tests(&found).iter().map(Vec::len).collect();
        prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= largest);
        // What groups are called does not matter.
        let renamed: Vec<u32> = groups.iter().map(|group| 99 - group * 7).collect();
        prop_assert_eq!(found, grouped_folds(&rows, many, &renamed, seed).unwrap());
    }

    #[test]
    fn time_never_leaks(many in 1..6_usize, times in prop::collection::vec(0..30_i32, 10..80)) {
        let times: Vec<f64> = times.into_iter().map(f64::from).collect();
        let rows = some_rows(times.len());
        let time = |row: &u32| times[*row as usize];
        let mut moments: Vec<f64> = rows.iter().map(time).collect();
        moments.sort_by(f64::total_cmp);
        let most = moments.chunk_by(|one, two| one == two).map(<[_]>::len).max().unwrap();
        moments.dedup();
        prop_assume!(many < moments.len());
        let found = ordered_folds(&rows, many, &times).unwrap();
        prop_assert_eq!(found.len(), many);
        let mut before = found.parts(0).train;
        for parts in found.iter() {
            prop_assert_eq!(&parts.train, &before, "the window only grows");
            let latest = parts.train.iter().map(time).fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(!parts.test.is_empty() && parts.test.iter().all(|row| time(row) > latest));
            before.extend(&parts.test);
            before.sort_unstable();
        }
        prop_assert_eq!(&before, &rows);
        if most == 1 {
            let sizes: Vec<usize> = tests(&found).iter().map(Vec::len).chain([found.parts(0).train.len()]).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn given_folds_are_as_given(numbers in prop::collection::vec(0..4_u32, 10..40)) {
        let rows = some_rows(numbers.len());
        let mut known: Vec<u32> = rows.iter().map(|row| numbers[*row as usize]).collect();
        known.sort_unstable();
        known.dedup();
        prop_assume!(known.len() > 1);
        let found = given_folds(&rows, &numbers).unwrap();
        prop_assert_eq!(found.len(), known.len());
        for (parts, number) in found.iter().zip(known) {
            prop_assert!(parts.test.iter().all(|row| numbers[*row as usize] == number));
            prop_assert!(parts.train.iter().all(|row| numbers[*row as usize] != number));
        }
    }

    #[test]
    fn parts_of_a_curve_lie_within_each_other(seed in any::<u64>(), classes in prop::collection::vec(0..3_u32, 5..90)) {
        let (rows, shares) = (some_rows(classes.len()), [0.1, 0.35, 0.7, 1.0]);
        let parts = nested(&rows, &shares, seed, Some(&classes)).unwrap();
        for (part, share) in parts.iter().zip(shares) {
            prop_assert_eq!(part.len(), ((rows.len() as f64 * share).round() as usize).max(1));
            for class in 0..3 {
                let of = |part: &[u32]| count(part, |row| classes[row as usize] == class) as f64;
                let ideal = of(&rows) * part.len() as f64 / rows.len() as f64;
                prop_assert!((of(part) - ideal).abs() <= 1.0 + 1e-9, "{} for {}", of(part), ideal);
            }
        }
        for pair in parts.windows(2) {
            prop_assert!(pair[0].iter().all(|row| pair[1].binary_search(row).is_ok()));
        }
        prop_assert_eq!(&parts[3], &rows);
    }
}
