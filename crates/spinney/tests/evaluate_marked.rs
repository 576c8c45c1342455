//! Curves, calibration and intervals of a model's answers: those of its rows, one by one.
#![cfg(test)]

mod proof;
mod saplings;

use proptest::prelude::*;
use saplings::Answered;
use spinney::error::Mistake;
use spinney::evaluate::{IntervalBy, Marked};
use spinney::grow::Watch;
use spinney::metric::*;
use spinney::predict::{Predictor, Unseen};
use spinney::seed::Key;
use spinney::table::{Column, Table, Target, Task};

const ROWS: usize = 40;
/// The classes of the model, and one that it does not know.
const NAMES: [&str; 4] = ["no", "so", "yes", "else"];

/// Rows with their truth, chances of each class, and weights.
struct Case {
    marked: Marked,
    codes: Vec<u32>,
    chances: Vec<f64>,
    weights: Option<Vec<f64>>,
}

fn case(seed: u64, weighed: bool) -> Case {
    let mut draws = Key::new(seed).child(9).draws();
    let codes: Vec<u32> = (0..ROWS).map(|_| draws.below(4) as u32).collect();
    let weights: Option<Vec<f64>> = weighed.then(|| (0..ROWS).map(|_| draws.below(16) as f64 / 8.0).collect());
    let truth = Column::categories("answer", codes.iter().map(|code| Some(NAMES[*code as usize])));
    let target = Target::new(&Table::new(vec![truth]).unwrap(), "answer", None).unwrap();
    let predictor = Predictor::new(&saplings::model(seed, Answered::Classes));
    let table = saplings::table(&saplings::rows(seed, ROWS));
    let predictions = predictor.predict(&table, Unseen::AsNode).unwrap();
    let all: Vec<u32> = (0..ROWS as u32).collect();
    let marked = Marked::new(&predictions, &all, &target, weights.as_deref()).unwrap();
    Case { marked, codes, chances: predictions.probabilities().unwrap(), weights }
}

impl Case {
    fn against_rest(&self, class: usize) -> (Vec<f64>, Vec<bool>) {
        let scores = self.chances.chunks(3).map(|row| row[class]).collect();
        (scores, self.codes.iter().map(|code| *code as usize == class).collect())
    }
}

fn close(one: f64, two: f64) -> bool {
    (one - two).abs() < 1e-9 || one == two
}

/// Somebody who has seen enough.
struct Enough;

impl Watch for Enough {
    fn stopped(&self) -> bool {
        true
    }
}

#[test]
fn numbers_have_intervals_and_no_curves() {
    let predictor = Predictor::new(&saplings::model(1, Answered::Numbers));
    let table = saplings::table(&saplings::rows(1, ROWS));
    let predictions = predictor.predict(&table, Unseen::AsNode).unwrap();
    let mut draws = Key::new(1).draws();
    let truth: Vec<f64> = (0..ROWS).map(|_| draws.unit()).collect();
    let column = Table::new(vec![Column::numbers("answer", truth.clone())]).unwrap();
    let target = Target::new(&column, "answer", Some(Task::Regression)).unwrap();
    let all: Vec<u32> = (0..ROWS as u32).collect();
    let marked = Marked::new(&predictions, &all, &target, None).unwrap();
    assert!(marked.known_classes().is_empty() && marked.curve_classes().is_empty());
    assert_eq!((marked.roc_curve("no"), marked.accuracy_interval(0.95)), (None, None));
    let how = Resampling { resamples: 60, ..Resampling::default() };
    let found = marked.intervals(&how, &()).unwrap();
    let spinney::predict::Predicted::Numbers(answered) = predictions.values() else { panic!("numbers") };
    let direct = bootstrap(ROWS, &how, |drawn| vec![mean_absolute_error(&truth, answered, Some(drawn))]);
    assert_eq!((found[2].score, Some(found[2].interval)), ("mean_absolute_error", direct[0]));
    assert!(matches!(marked.intervals(&how, &Enough).unwrap_err().mistake, Mistake::Stopped));
}

#[test]
fn a_class_that_the_model_does_not_know_has_no_curve() {
    let marked = case(3, false).marked;
    assert_eq!(marked.known_classes(), ["no", "so", "yes"]);
    assert_eq!((marked.roc_curve("else"), marked.calibration("else", Bins::Uniform(5))), (None, None));
}

#[test]
fn what_does_not_fit_together_is_not_read() {
    let whole = case(3, true).marked.to_json().unwrap();
    assert!(Marked::from_json(&whole).is_some());
    let said = |from: &str, to: &str| {
        let damaged = whole.replacen(from, to, 1);
        assert_ne!(damaged, whole, "there is no {from}");
        Marked::from_json(&damaged).is_none()
    };
    assert!(said("\"rows\":40", "\"rows\":39") && said("\"line_of\":[", "\"line_of\":[999,"));
    assert!(said("\"truth\":[", "\"truth\":[0,") && said("\"group\":[", "\"group\":[0,") && said("{", "["));
}

proptest! {
    #![proptest_config(proof::cases(60))]

    #[test]
    fn what_is_kept_comes_back(seed in any::<u64>(), weighed in any::<bool>()) {
        let case = case(seed, weighed);
        let again = Marked::from_json(&case.marked.to_json().unwrap()).unwrap();
        prop_assert_eq!(again.score(), case.marked.score());
        let how = Resampling { resamples: 5, ..Resampling::default() };
        prop_assert_eq!(again.intervals(&how, &()).unwrap(), case.marked.intervals(&how, &()).unwrap());
        for class in NAMES {
            prop_assert_eq!(again.roc_curve(class), case.marked.roc_curve(class));
            prop_assert_eq!(again.calibration(class, Bins::Quantile(5)), case.marked.calibration(class, Bins::Quantile(5)));
        }
    }

    #[test]
    fn intervals_are_those_of_the_rows_drawn(seed in any::<u64>(), weighed in any::<bool>()) {
        let case = case(seed, weighed);
        let how = Resampling { resamples: 30, level: 0.9, seed };
        let found = case.marked.intervals(&how, &()).unwrap();
        let direct = bootstrap(ROWS, &how, |copies| {
            let weight = |row: usize| case.weights.as_ref().map_or(1.0, |weights| weights[row]);
            let drawn: Vec<f64> = copies.iter().enumerate().map(|(row, copies)| copies * weight(row)).collect();
            vec![
                roc_auc_one_vs_rest(&case.codes, &case.chances, 3, Some(&drawn)),
                brier_score_loss(&case.codes, &case.chances, 3, Some(&drawn)),
            ]
        });
        for (name, direct) in ["roc_auc", "brier_score_loss"].into_iter().zip(direct) {
            let found = found.iter().find(|of| of.score == name).map(|of| of.interval);
            prop_assert_eq!(found.is_some(), direct.is_some());
            if let (Some(one), Some(two)) = (found, direct) {
                prop_assert!(close(one.low, two.low) && close(one.high, two.high), "{}: {:?} {:?}", name, one, two);
            }
        }
        let by = if weighed { IntervalBy::Bootstrap } else { IntervalBy::Wilson };
        prop_assert_eq!((found[0].score, found[0].by), ("accuracy", by));
    }

    #[test]
    fn curves_and_bins_are_those_of_the_rows(seed in any::<u64>(), weighed in any::<bool>()) {
        let case = case(seed, weighed);
        for (class, name) in NAMES[..3].iter().enumerate() {
            let ((scores, positive), weights) = (case.against_rest(class), case.weights.as_deref());
            let (found, rows) = (case.marked.roc_curve(name).unwrap().points, roc_curve(&scores, &positive, weights));
            prop_assert_eq!(found.len(), rows.len());
            for (one, two) in found.iter().zip(&rows) {
                prop_assert!(close(one.threshold, two.threshold) && close(one.true_positive_rate, two.true_positive_rate));
                prop_assert!(close(one.false_positive_rate, two.false_positive_rate));
            }
            let found = case.marked.precision_recall_curve(name).unwrap().points;
            let rows = precision_recall_curve(&scores, &positive, weights);
            prop_assert_eq!(found.len(), rows.len());
            prop_assert!(found.iter().zip(&rows).all(|(one, two)| close(one.precision, two.precision) && close(one.recall, two.recall)));
            let found = case.marked.calibration(name, Bins::Uniform(5)).unwrap().bins;
            let rows = calibration(&scores, &positive, weights, Bins::Uniform(5));
            prop_assert_eq!(found.len(), rows.len());
            prop_assert!(found.iter().zip(&rows).all(|(one, two)| close(one.fraction_positive, two.fraction_positive)));
        }
    }
}
