//! Several ways to learn on the same folds: who goes, who stays, who leads.
#![cfg(test)]

mod proof;

use spinney::evaluate::{Raced, Rules, race};
use spinney::seed::Key;

const RULES: Rules = Rules { less_is_better: false, ratio: 0.25, drop_below: Some(0.05) };

/// The race of contenders whose scores are known.
fn raced(scores: &[Vec<f64>], rules: &Rules) -> (Raced, Vec<Vec<usize>>) {
    let mut asked = Vec::new();
    let raced = race((scores.len(), scores[0].len()), rules, |fold, lanes| {
        asked.push(lanes.to_vec());
        Ok::<_, spinney::Error>(Some(lanes.iter().map(|lane| Some(scores[*lane][fold])).collect()))
    });
    (raced.unwrap(), asked)
}

fn random_scores(name: u64) -> Vec<Vec<f64>> {
    let mut draws = Key::new(5).child(name).draws();
    let (lanes, folds) = (1 + draws.below(8) as usize, 1 + draws.below(8) as usize);
    let ease: Vec<f64> = (0..folds).map(|_| draws.unit()).collect();
    (0..lanes)
        .map(|_| {
            let worth = draws.unit();
            ease.iter().map(|ease| worth + ease + 0.1 * draws.unit()).collect()
        })
        .collect()
}

#[test]
fn who_stays_is_asked_every_fold_and_who_goes_none_after_that() {
    let mut gone = 0;
    for name in 0..u64::from(proof::cases(300).cases) {
        let scores = random_scores(name);
        let folds = scores[0].len();
        let (found, asked) = raced(&scores, &RULES);
        assert_eq!((found.folds, asked.len()), (folds, folds));
        for (lane, of) in found.lanes.iter().enumerate() {
            assert_eq!(of.scores, scores[lane][..of.scores.len()]);
            assert_eq!(of.dropped, of.scores.len() < folds);
            assert!(of.scores.len() >= folds.min(3), "nobody goes before the third fold");
            assert_eq!(asked.iter().filter(|lanes| lanes.contains(&lane)).count(), of.scores.len());
            gone += usize::from(of.dropped);
        }
        // Who leads has the best mean of those who stayed.
        let leader = found.leader(&RULES).unwrap();
        let stayed = || found.lanes.iter().filter(|lane| !lane.dropped);
        assert!(!found.lanes[leader].dropped && stayed().all(|lane| lane.mean() <= found.lanes[leader].mean()));
        // Without dropping, the leader is the best of all.
        let all = Rules { drop_below: None, ..RULES };
        let (whole, _) = raced(&scores, &all);
        assert!(whole.lanes.iter().all(|lane| !lane.dropped && lane.scores.len() == folds));
        let best = whole.leader(&all).unwrap();
        assert!(whole.lanes.iter().all(|lane| lane.mean() <= whole.lanes[best].mean()));
    }
    assert!(gone > 100, "only {gone} went early");
}

#[test]
fn losses_are_the_same_race_with_the_signs_turned() {
    let less = Rules { less_is_better: true, ..RULES };
    for name in 0..200 {
        let scores = random_scores(name);
        let turned: Vec<Vec<f64>> = scores.iter().map(|lane| lane.iter().map(|score| -score).collect()).collect();
        let ((one, asked), (two, again)) = (raced(&scores, &RULES), raced(&turned, &less));
        assert_eq!((one.leader(&RULES), asked), (two.leader(&less), again));
    }
}

#[test]
fn equal_contenders_stay_and_the_first_of_them_leads() {
    let (found, _) = raced(&[vec![0.7; 5], vec![0.9; 5], vec![0.9; 5]], &RULES);
    assert_eq!(found.leader(&RULES), Some(1));
    assert_eq!(found.lanes.iter().map(|lane| lane.dropped).collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn a_fold_without_the_score_does_not_count_and_who_was_not_asked_goes() {
    let answers = [vec![None, None], vec![Some(0.5), None], vec![Some(0.5), Some(0.9)]];
    let found = race((2, 3), &RULES, |fold, lanes| {
        Ok::<_, spinney::Error>(Some(lanes.iter().map(|lane| answers[fold][*lane]).collect()))
    });
    let found = found.unwrap();
    assert_eq!((found.folds, found.leader(&RULES)), (2, Some(0)));
    assert!(found.lanes[1].dropped && found.lanes[1].scores.is_empty());
}

#[test]
fn whoever_asks_may_end_the_race_and_the_folds_before_count() {
    let found = race((2, 9), &RULES, |fold, lanes| {
        Ok::<_, spinney::Error>((fold < 2).then(|| lanes.iter().map(|lane| Some(*lane as f64)).collect()))
    });
    let found = found.unwrap();
    assert_eq!((found.folds, found.leader(&RULES), found.lanes[0].scores.len()), (2, Some(1), 2));
    let none = race((2, 9), &RULES, |_, _| Ok::<_, spinney::Error>(None)).unwrap();
    assert_eq!((none.folds, none.leader(&RULES)), (0, None));
    let wrong = race((2, 9), &RULES, |_, _| Ok::<_, spinney::Error>(Some(vec![Some(1.0)])));
    assert!(wrong.is_err(), "one score for two lanes");
}
