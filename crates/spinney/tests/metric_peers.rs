//! Every score beside scikit-learn's, on the cases that `benches/peers/sklearn_scores.py` wrote; and where they differ on
//! purpose.
#![cfg(test)]

use serde_json::Value;
use spinney::metric::*;

fn facts() -> Value {
    serde_json::from_str(include_str!("facts/scores.json")).unwrap()
}

fn cases<'a>(facts: &'a Value, name: &str, least: usize) -> &'a [Value] {
    let cases = facts[name].as_array().unwrap();
    assert!(cases.len() >= least, "only {} cases", cases.len()); // an empty set would pass below
    cases
}

fn whole(list: &Value) -> Vec<u32> {
    list.as_array().unwrap().iter().map(|value| value.as_u64().unwrap() as u32).collect()
}

fn numbers(list: &Value, divisor: f64) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|value| value.as_f64().unwrap() / divisor).collect()
}

fn weights(case: &Value) -> Option<Vec<f64>> {
    (!case["eighths"].is_null()).then(|| numbers(&case["eighths"], 8.0))
}

fn same(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

fn agree(name: &str, found: Option<f64>, fact: &Value, case: &Value) {
    let agree = match (found, fact.as_f64()) {
        (Some(found), Some(fact)) => same(found, fact),
        (found, fact) => found.is_none() && fact.is_none(),
    };
    assert!(agree, "{name}: {found:?} is not {fact} in {case}");
}

fn agree_lists(name: &str, found: &[f64], fact: &Value, case: &Value) {
    let fact = numbers(fact, 1.0);
    let agree = found.len() == fact.len() && found.iter().zip(&fact).all(|(found, fact)| same(*found, *fact));
    assert!(agree, "{name}: {found:?} is not {fact:?} in {case}");
}

/// Rows of one case.
struct Answered {
    classes: usize,
    truth: Vec<u32>,
    predicted: Vec<u32>,
    chances: Vec<f64>,
    weights: Option<Vec<f64>>,
}

impl Answered {
    fn of(case: &Value) -> Self {
        let rows = case["parts"].as_array().unwrap().iter().map(|row| numbers(row, 1.0));
        let chances = rows.flat_map(|row| {
            let sum: f64 = row.iter().sum();
            row.into_iter().map(move |part| part / sum)
        });
        Answered {
            classes: case["classes"].as_u64().unwrap() as usize,
            truth: whole(&case["truth"]),
            predicted: whole(&case["predicted"]),
            chances: chances.collect(),
            weights: weights(case),
        }
    }
}

#[test]
fn classes_score_as_scikit_learn_says() {
    for case in cases(&facts(), "classes", 140) {
        let Answered { classes, truth, predicted, chances, weights } = Answered::of(case);
        let (weights, facts) = (weights.as_deref(), &case["facts"]);
        let own: Vec<f64> =
            truth.iter().zip(chances.chunks(classes)).map(|(class, row)| row[*class as usize]).collect();
        for (name, found) in [
            ("accuracy", accuracy(&truth, &predicted, weights)),
            ("balanced_accuracy", balanced_accuracy(&truth, &predicted, weights)),
            ("cohen_kappa", cohen_kappa(&truth, &predicted, weights)),
            ("log_loss", log_loss(&own, weights)),
            ("brier_score_loss", brier_score_loss(&truth, &chances, classes, weights)),
        ] {
            agree(name, found, &facts[name], case);
        }
        if facts["top_2_accuracy"].is_f64() {
            agree("top 2", top_k_accuracy(&truth, &chances, classes, 2, weights), &facts["top_2_accuracy"], case);
        }
        let matthews = matthews_corrcoef(&truth, &predicted, weights);
        if facts["matthews_corrcoef"].is_null() {
            assert_eq!(matthews, Some(0.0), "it warns of a single class and says 0; so do we, without a warning");
        } else {
            agree("matthews_corrcoef", matthews, &facts["matthews_corrcoef"], case);
        }
        // Where a class has no row, scikit-learn has no mean over the classes; ours is over those that have.
        for (name, found) in [
            ("roc_auc", roc_auc_one_vs_rest(&truth, &chances, classes, weights)),
            ("average_precision", average_precision_one_vs_rest(&truth, &chances, classes, weights)),
        ] {
            if classes == 2 || facts[name].is_f64() {
                agree(name, found, &facts[name], case);
            }
        }
    }
}

#[test]
fn averages_and_confusions_are_as_scikit_learn_says() {
    for case in cases(&facts(), "classes", 140) {
        let Answered { classes, truth, predicted, weights, .. } = Answered::of(case);
        let (confusion, facts) = (Confusion::new(&truth, &predicted, weights.as_deref()), &case["facts"]);
        let matrix: Vec<f64> =
            facts["confusion"].as_array().unwrap().iter().flat_map(|row| numbers(row, 1.0)).collect();
        assert_eq!(confusion.dense(classes).unwrap(), matrix);
        let three = |of: Average| [of.precision, of.recall, of.f1];
        for (name, found) in [
            ("macro", confusion.macro_average()),
            ("weighted", confusion.weighted_average()),
            ("micro", confusion.micro_average()),
        ] {
            agree_lists(name, &three(found.unwrap()), &facts["averages"][name], case);
        }
        let (each, fact) = (confusion.classes(), &facts["averages"]["each"]);
        let figures: [fn(&ClassFigures) -> Option<f64>; 3] = [|of| of.precision, |of| of.recall, |of| of.f1];
        for (place, figure) in figures.into_iter().enumerate() {
            // What is undefined counts as 0 there; here it is none.
            let found: Vec<f64> = each.iter().map(|of| figure(of).unwrap_or(0.0)).collect();
            agree_lists("each", &found, &fact[place], case);
        }
    }
}

#[test]
fn curves_and_calibration_are_as_scikit_learn_says() {
    let mut calibrated = 0;
    for case in cases(&facts(), "curves", 80) {
        let (scores, weights, facts) = (numbers(&case["scores"], 24.0), weights(case), &case["facts"]);
        let positive: Vec<bool> = case["positive"].as_array().unwrap().iter().map(|of| of.as_bool().unwrap()).collect();
        let weights = weights.as_deref();
        agree("roc_auc", roc_auc(&scores, &positive, weights), &facts["roc_auc"], case);
        agree("average_precision", average_precision(&scores, &positive, weights), &facts["average_precision"], case);
        let roc = roc_curve(&scores, &positive, weights);
        let at: Vec<f64> = roc[1..].iter().map(|point| point.threshold).collect();
        agree_lists("threshold", &at, &facts["roc"][0], case);
        let rates = |rate: fn(&RocPoint) -> f64| roc.iter().map(rate).collect::<Vec<_>>();
        agree_lists("fpr", &rates(|point| point.false_positive_rate), &facts["roc"][1], case);
        agree_lists("tpr", &rates(|point| point.true_positive_rate), &facts["roc"][2], case);
        // scikit-learn's goes the other way, by rising thresholds.
        let mut recall = precision_recall_curve(&scores, &positive, weights);
        recall.reverse();
        let list = |of: fn(&RecallPoint) -> f64| recall.iter().map(of).collect::<Vec<_>>();
        agree_lists("threshold", &list(|point| point.threshold)[..recall.len() - 1], &facts["recall"][0], case);
        agree_lists("precision", &list(|point| point.precision), &facts["recall"][1], case);
        agree_lists("recall", &list(|point| point.recall), &facts["recall"][2], case);
        let Some(many) = facts["bins"].as_u64() else { continue };
        calibrated += 1;
        for (name, bins) in [("uniform", Bins::Uniform(many as u32)), ("quantile", Bins::Quantile(many as u32))] {
            let found = calibration(&scores, &positive, weights, bins);
            let list = |of: fn(&CalibrationBin) -> f64| found.iter().map(of).collect::<Vec<_>>();
            agree_lists(name, &list(|bin| bin.fraction_positive), &facts[name][0], case);
            agree_lists(name, &list(|bin| bin.mean_predicted), &facts[name][1], case);
        }
    }
    assert!(calibrated >= 20, "only {calibrated} cases of calibration");
}

/// A score of numbers: truth, answers, weights.
type Metric = fn(&[f64], &[f64], Option<&[f64]>) -> Option<f64>;

#[test]
fn numbers_score_as_scikit_learn_says() {
    for case in cases(&facts(), "numbers", 120) {
        let (truth, predicted, weights) =
            (numbers(&case["truth"], 8.0), numbers(&case["predicted"], 3.0), weights(case));
        let all: [(&str, Metric); 8] = [
            ("r2_score", r2),
            ("explained_variance_score", explained_variance),
            ("mean_squared_error", mean_squared_error),
            ("root_mean_squared_error", root_mean_squared_error),
            ("mean_absolute_error", mean_absolute_error),
            ("median_absolute_error", median_absolute_error),
            ("mean_absolute_percentage_error", mean_absolute_percentage_error),
            ("mean_poisson_deviance", mean_poisson_deviance),
        ];
        for (name, metric) in all {
            agree(name, metric(&truth, &predicted, weights.as_deref()), &case["facts"][name], case);
        }
        if case["facts"]["max_error"].is_f64() {
            agree("max_error", max_error(&truth, &predicted, None), &case["facts"]["max_error"], case);
        }
    }
}

/// Where scikit-learn gives a number for what has no answer, there is none here.
#[test]
fn what_has_no_answer_has_no_score() {
    // It warns and says 0: precision of a class that is never answered, recall of one that never occurs.
    let never = Confusion::new(&[0, 0, 1], &[0, 0, 2], None).classes();
    assert_eq!((never[1].precision, never[2].recall), (None, None));
    // It warns and says 0: average precision without a row of the class.
    assert_eq!(average_precision(&[0.2, 0.8], &[false, false], None), None);
    assert_eq!(precision_recall_curve(&[0.2, 0.8], &[false, false], None), []);
    // It warns and fills a curve with NaN.
    assert_eq!(roc_curve(&[0.2, 0.8], &[true, true], None), []);
    // It says 1 or 0 where the truth does not vary.
    assert_eq!((r2(&[2.0, 2.0], &[2.0, 2.0], None), r2(&[2.0, 2.0], &[2.0, 3.0], None)), (None, None));
    assert_eq!(explained_variance(&[2.0, 2.0], &[2.0, 3.0], None), None);
    // It refuses; so do we.
    assert_eq!(mean_poisson_deviance(&[-1.0], &[1.0], None), None);
    // It means over no class at all where one is missing; ours is over the classes that occur.
    let chances = [0.7, 0.2, 0.1, 0.3, 0.6, 0.1];
    assert_eq!(roc_auc_one_vs_rest(&[0, 1], &chances, 3, None), Some(1.0));
    assert_eq!(average_precision_one_vs_rest(&[0, 1], &chances, 3, None), Some(1.0));
}
