//! Forests that are grown at once, further, in pieces, on any number of threads, or thinned, are the same to the last bit.
#![cfg(test)]

mod copse;
mod proof;
mod stand;

use std::sync::atomic::{AtomicU64, Ordering};

use spinney::error::Mistake;
use spinney::forest::{Course, End, ForestSettings, Piece, Settle, grow};
use spinney::grow::{Sample, Training, TreeSettings, Watch};
use spinney::seed::{Draws, Key};
use spinney::table::{Column, Table, Task};
use stand::{Stand, random_stand};

fn stands(name: u64, many: u32) -> impl Iterator<Item = (Stand, Draws)> {
    (0..u64::from(proof::cases(many).cases)).map(move |number| {
        let mut draws = Key::new(name).child(number).draws();
        (random_stand(&mut draws), draws)
    })
}

fn part(stand: &Stand, numbers: std::ops::Range<u64>) -> Piece {
    Piece::of(&stand.training(), &stand.settings, numbers, &Course::watched(), &()).unwrap()
}

#[test]
fn any_number_of_threads_grows_the_same_forest() {
    for (stand, _) in stands(1, 60) {
        let whole = stand.grow();
        let forest = grow(&stand.training(), &stand.settings, &()).unwrap();
        assert!(forest == whole.clone().into_forest(), "{stand:?}");
        let (worth, dealt) = (whole.importances(), whole.permutation(&stand.training(), &()).unwrap());
        for threads in [1, 2, 3, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let again = stand.grow();
                assert!(again == whole, "{threads} threads {stand:?}");
                assert!(again.importances() == worth, "{threads} threads {stand:?}");
                assert!(again.permutation(&stand.training(), &()).unwrap() == dealt, "{threads} threads {stand:?}");
            });
        }
    }
}

#[test]
fn pieces_merge_to_the_forest_that_is_grown_at_once() {
    for (stand, mut draws) in stands(2, 200) {
        let trees = u64::from(stand.settings.trees);
        let (one, two) = (draws.below(trees + 1), draws.below(trees + 1));
        let (low, high) = (one.min(two), one.max(two));
        let mut pieces: Vec<Piece> = [0..low, low..high, high..trees]
            .into_iter()
            .filter(|numbers| !numbers.is_empty())
            .map(|numbers| part(&stand, numbers))
            .collect();
        draws.shuffle(&mut pieces);
        let merged = pieces.into_iter().reduce(|one, two| one.merge(two).unwrap()).unwrap();
        assert!(merged == stand.grow(), "{stand:?}");
    }
}

#[test]
fn a_forest_that_is_grown_further_is_the_forest_that_is_grown_at_once() {
    for (stand, mut draws) in stands(3, 200) {
        let trees = stand.settings.trees;
        let first = 1 + draws.below(u64::from(trees)) as u32;
        let start = part(&stand, 0..u64::from(first));
        let further = start.more(&stand.training(), trees - first, &Course::watched(), &()).unwrap();
        assert!(further == stand.grow(), "{stand:?}");
    }
}

#[test]
fn a_thinned_forest_knows_what_its_trees_would_know_alone() {
    for (stand, mut draws) in stands(4, 200) {
        let whole = stand.grow();
        let gone: Vec<u64> = whole.numbers().iter().copied().filter(|_| draws.below(3) == 0).collect();
        if gone.len() == whole.trees().len() {
            let refused = whole.without(&gone, &stand.training()).unwrap_err();
            assert_eq!(refused.to_string(), "tree 0 cannot be taken away: a forest keeps at least one tree");
            continue;
        }
        let kept = whole.numbers().iter().filter(|number| !gone.contains(number));
        let alone = kept.map(|number| part(&stand, *number..number + 1)).reduce(|one, two| one.merge(two).unwrap());
        assert!(whole.without(&gone, &stand.training()).unwrap() == alone.unwrap(), "{stand:?}");
    }
}

#[test]
fn trees_of_different_numbers_differ_though_columns_and_table_are_the_same() {
    let stand = large_stand(300, 20);
    let piece = stand.grow();
    for (place, tree) in piece.trees().iter().enumerate() {
        assert!(piece.trees()[..place].iter().all(|other| other != tree));
    }
}

/// A table of some noise, so that trees are large and scores lie below 1.
fn large_stand(rows: usize, trees: u32) -> Stand {
    let mut draws = Key::new(rows as u64).draws();
    let x: Vec<f64> = (0..rows).map(|_| draws.unit()).collect();
    let z: Vec<f64> = (0..rows).map(|_| draws.unit()).collect();
    let names: Vec<&str> = (0..rows).map(|row| if x[row] + 0.4 * draws.unit() > 0.6 { "yes" } else { "no" }).collect();
    let table = Table::new(vec![
        Column::numbers("x", x),
        Column::numbers("z", z),
        Column::categories("y", names.into_iter().map(Some)),
    ]);
    let case = copse::Case {
        table: table.unwrap(),
        task: Task::Classification,
        weights: None,
        settings: TreeSettings::classification(),
    };
    Stand::new(case, ForestSettings::random_forest(Task::Classification).trees(trees).seed(5))
}

#[test]
fn pieces_that_do_not_fit_are_refused_with_a_sentence() {
    let stand = large_stand(60, 4);
    let piece = |stand: &Stand, numbers| part(stand, numbers);
    let sentence = |found: spinney::Result<Piece>| found.unwrap_err().to_string();
    let first = piece(&stand, 0..2);
    assert_eq!(sentence(first.clone().merge(piece(&stand, 1..4))), "both pieces have tree 1");
    let seeded = Stand { settings: stand.settings.clone().seed(6), ..stand.clone() };
    let other = "these pieces are not of one forest: they were grown with other settings, or from another seed";
    assert_eq!(sentence(first.clone().merge(piece(&seeded, 2..4))), other);
    let shuffled = Stand::new(stand.case.with_rows(&(0..60).rev().collect::<Vec<_>>()), stand.settings.clone());
    let rows =
        "these pieces are not of one forest: they were grown from other rows, columns, weights or another target";
    assert_eq!(sentence(first.clone().merge(piece(&shuffled, 2..4))), rows);
    assert_eq!(sentence(first.clone().more(&shuffled.training(), 2, &Course::new(), &())), rows);
    assert_eq!(sentence(first.clone().without(&[0], &shuffled.training())), rows);
    let bare = Piece::of(&stand.training(), &stand.settings, 2..4, &Course::new(), &()).unwrap();
    let known = "these pieces are not of one forest: one knows of rows out of bag what the other does not";
    assert_eq!(sentence(first.clone().merge(bare)), known);
    let absent = "tree 7 cannot be taken away: there is none of this number";
    assert_eq!(sentence(first.without(&[7], &stand.training())), absent);
}

#[test]
fn growth_ends_where_the_score_has_settled_and_nowhere_else() {
    let stand = large_stand(200, 400);
    let settle = Settle { every: 7, tolerance: 0.004, patience: 3 };
    let course = Course { settle: Some(settle), ..Course::watched() };
    let piece = stand.grow_along(&course);
    assert_eq!(piece.end(), End::Settled);
    let trees = piece.trees().len() as u64;
    assert!(trees.is_multiple_of(7) && trees < 400, "{trees}");
    // The slow way: forests of 7, 14, 21 … trees, each from nothing.
    let mut scores: Vec<f64> = Vec::new();
    let stop = (1..60).find(|looks| {
        let some = part(&stand, 0..7 * looks);
        scores.push(some.out_of_bag().unwrap().score(&stand.training()).figure().unwrap());
        let before = scores.len().saturating_sub(3);
        let best = |scores: &[f64]| scores.iter().copied().fold(0.0, f64::max);
        before > 0 && best(&scores[before..]) <= best(&scores[..before]) + 0.004
    });
    assert_eq!(stop, Some(trees / 7));
    assert_eq!(piece.scores(), scores);
    assert!(piece.trees() == part(&stand, 0..trees).trees());
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(|| stand.grow_along(&course)) == piece, "{threads} threads");
    }
}

#[test]
fn scores_have_settled_where_no_late_look_is_better_by_more_than_the_tolerance() {
    let settle = Settle { every: 10, tolerance: 0.25, patience: 2 };
    assert!(!settle.has_settled(&[0.5, 0.5])); // nothing before the last two looks
    assert!(settle.has_settled(&[0.5, 0.75, 0.75])); // better by the tolerance, not by more
    assert!(!settle.has_settled(&[0.5, 0.75 + 1e-9, 0.5]));
    assert!(settle.has_settled(&[0.5, 1.0, 0.5, 0.5])); // the best look is no longer among the last two
    assert!(!settle.has_settled(&[]));
}

#[test]
fn what_settles_must_have_rows_out_of_bag_and_begin_at_the_first_tree() {
    let mut stand = large_stand(60, 10);
    let course = Course { settle: Some(Settle::default()), ..Course::new() };
    let refused = Piece::of(&stand.training(), &stand.settings, 5..10, &course, &()).unwrap_err();
    assert!(matches!(refused.mistake, Mistake::BadSetting { name: "settle", .. }));
    stand.settings.sample = Sample::All;
    let refused = Piece::grow(&stand.training(), &stand.settings, &course, &()).unwrap_err();
    assert!(matches!(refused.mistake, Mistake::NothingOut { .. }));
}

/// Has enough when so many rows have reached a leaf.
struct Until {
    rows: AtomicU64,
    most: u64,
}

impl Watch for Until {
    fn enough(&self) -> bool {
        self.rows.load(Ordering::Relaxed) >= self.most
    }
    fn settled(&self, rows: u64) {
        self.rows.fetch_add(rows, Ordering::Relaxed);
    }
}

#[test]
fn a_watch_that_has_enough_leaves_the_first_trees_with_their_sums() {
    let stand = large_stand(200, 500);
    for most in [0, 1, 10_000] {
        let watch = Until { rows: AtomicU64::new(0), most };
        let piece = Piece::grow(&stand.training(), &stand.settings, &Course::watched(), &watch).unwrap();
        let trees = piece.trees().len() as u64;
        assert!((1..500).contains(&trees));
        assert_eq!(piece.end(), End::Enough);
        let whole = part(&stand, 0..trees);
        assert!(piece.trees() == whole.trees() && piece.out_of_bag() == whole.out_of_bag());
    }
}

#[test]
fn memory_ends_growth_or_refuses_it() {
    let stand = large_stand(500, 60);
    let limit = |bytes| Course { max_memory: Some(bytes), as_many_as_fit: true, ..Course::watched() };
    let whole = stand.grow();
    let few = (0..40).map(|power| 1 << power).find_map(|bytes| {
        let piece = Piece::grow(&stand.training(), &stand.settings, &limit(bytes), &()).ok()?;
        (piece.trees().len() > 1).then_some((piece, bytes))
    });
    let (few, bytes) = few.unwrap();
    assert_eq!(few.end(), End::Memory);
    let some = few.trees().len();
    assert!(some < 60 && few.trees() == &whole.trees()[..some]);
    assert!(few.out_of_bag() == part(&stand, 0..some as u64).out_of_bag());
    let strict = Course { as_many_as_fit: false, ..limit(bytes) };
    let refused = Piece::grow(&stand.training(), &stand.settings, &strict, &()).unwrap_err();
    assert!(matches!(refused.mistake, Mistake::TooLittleMemory { trees: 60, .. }), "{refused}");
    assert!(refused.hint().is_some());
    let ample = Course { max_memory: Some(1 << 40), ..Course::watched() };
    assert!(stand.grow_along(&ample) == whole);
}

#[test]
fn a_training_of_few_named_rows_makes_pieces_too() {
    let stand = large_stand(80, 6);
    let rows: Vec<u32> = (0..80).filter(|row| row % 3 > 0).rev().collect();
    let training = Training { rows: Some(&rows), ..stand.training() };
    let grown = |numbers| Piece::of(&training, &stand.settings, numbers, &Course::watched(), &()).unwrap();
    assert!(grown(0..3).merge(grown(3..6)).unwrap() == grown(0..6));
    let known = grown(0..6);
    assert!((0..80).filter(|row| row % 3 == 0).all(|row| known.out_of_bag().unwrap().trees(row) == 0));
}
