//! Metrics: by hand, beside scikit-learn 1.9, and in any order of rows.
#![cfg(test)]

mod proof;

use proptest::prelude::*;
use spinney::metric::*;

/// Data from formulae, so that another program can make the same.
const ROWS: usize = 60;

fn truth() -> Vec<u32> {
    (0..ROWS as u32).map(|i| (7 * i * i + 3 * i + i / 5) % 3).collect()
}

fn predicted() -> Vec<u32> {
    (0..ROWS as u32).map(|i| (5 * i * i + i + i / 7) % 3).collect()
}

fn weights() -> Vec<f64> {
    (0..ROWS).map(|i| ((11 * i) % 8 + 1) as f64 / 8.0).collect()
}

fn chances() -> Vec<f64> {
    let row = |i: usize| {
        let parts: Vec<f64> = (0..3).map(|k| (1 + (i * (k + 2) * (k + 3)) % 7) as f64).collect();
        let sum: f64 = parts.iter().sum();
        parts.into_iter().map(move |part| part / sum)
    };
    (0..ROWS).flat_map(row).collect()
}

fn near(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn classes_score_as_scikit_learn_says() {
    let (truth, predicted, weights) = (truth(), predicted(), weights());
    near(accuracy(&truth, &predicted, None), 0.383_333_333_333_333_36);
    near(accuracy(&truth, &predicted, Some(&weights)), 0.357_142_857_142_857_15);
    near(balanced_accuracy(&truth, &predicted, None), 0.376_388_888_888_888_9);
    near(balanced_accuracy(&truth, &predicted, Some(&weights)), 0.364_946_841_776_110_1);
    let of_truth: Vec<f64> = truth.iter().zip(chances().chunks(3)).map(|(class, row)| row[*class as usize]).collect();
    near(log_loss(&of_truth, None), 1.118_836_162_018_482_3);
    near(log_loss(&of_truth, Some(&weights)), 1.115_101_391_032_113_7);
}

#[test]
fn areas_are_as_scikit_learn_says() {
    let (truth, chances, weights) = (truth(), chances(), weights());
    near(roc_auc_one_vs_rest(&truth, &chances, 3, None), 0.521_269_290_123_456_8);
    near(roc_auc_one_vs_rest(&truth, &chances, 3, Some(&weights)), 0.522_434_435_322_279_4);
    let (scores, ones): (Vec<f64>, Vec<bool>) =
        chances.chunks(3).zip(&truth).map(|(row, class)| (row[1], *class == 1)).unzip();
    near(roc_auc(&scores, &ones, None), 0.529_375);
    near(roc_auc(&scores, &ones, Some(&weights)), 0.535_193_531_283_138_8);
}

#[test]
fn confusion_and_the_figures_of_classes_are_as_scikit_learn_says() {
    let confusion = Confusion::new(&truth(), &predicted(), Some(&weights()));
    let matrix = [3.5, 5.625, 3.875, 3.5, 4.875, 1.875, 2.75, 3.75, 3.5];
    assert_eq!(confusion.dense(3).unwrap(), matrix);
    let expected = [
        (0.358_974_358_974_359, 0.269_230_769_230_769_2, 0.307_692_307_692_307_7, 13.0),
        (0.342_105_263_157_894_75, 0.475_609_756_097_560_95, 0.397_959_183_673_469_4, 10.25),
        (0.378_378_378_378_378_4, 0.35, 0.363_636_363_636_363_65, 10.0),
    ];
    for (class, (precision, recall, f1, rows)) in confusion.classes().iter().zip(expected) {
        near(class.precision, precision);
        near(class.recall, recall);
        near(class.f1, f1);
        assert_eq!(class.rows, rows);
    }
    let plain = Confusion::new(&truth(), &predicted(), None);
    assert_eq!(plain.dense(3).unwrap(), [10.0, 8.0, 6.0, 7.0, 8.0, 5.0, 6.0, 5.0, 5.0]);
}

#[test]
fn numbers_score_as_scikit_learn_says() {
    let truth: Vec<f64> = (0..ROWS).map(|i| ((13 * i * i + 5 * i) % 37) as f64 / 4.0).collect();
    let predicted: Vec<f64> = (0..ROWS).map(|i| ((11 * i * i + 2 * i) % 31) as f64 / 3.0).collect();
    near(r2(&truth, &predicted, None), -1.709_033_127_501_658_4);
    near(root_mean_squared_error(&truth, &predicted, None), 4.325_072_253_731_722);
    near(mean_absolute_error(&truth, &predicted, None), 3.433_333_333_333_332_2);
    let weights = weights();
    near(r2(&truth, &predicted, Some(&weights)), -1.704_233_363_871_266);
    near(root_mean_squared_error(&truth, &predicted, Some(&weights)), 4.305_409_354_242_909);
    near(mean_absolute_error(&truth, &predicted, Some(&weights)), 3.412_907_268_170_425_6);
}

#[test]
fn nothing_has_no_score() {
    assert_eq!(accuracy(&[], &[], None), None);
    assert_eq!(balanced_accuracy(&[], &[], None), None);
    assert_eq!(accuracy(&[1], &[1], Some(&[0.0])), None);
    assert_eq!(log_loss(&[], None), None);
    assert_eq!(log_loss(&[0.5], Some(&[0.0])), None);
    assert_eq!(
        (root_mean_squared_error(&[], &[], None), mean_absolute_error(&[], &[], None), r2(&[], &[], None)),
        (None, None, None)
    );
    assert_eq!(r2(&[0.1, 0.1, 0.1], &[0.0; 3], None), None);
    assert_eq!(roc_auc(&[0.5, 0.7], &[true, true], None), None);
    assert_eq!(roc_auc(&[0.5, f64::NAN], &[true, false], None), None);
    assert_eq!(roc_auc_one_vs_rest(&[], &[], 0, None), None);
}

#[test]
fn equal_scores_count_half() {
    assert_eq!(roc_auc(&[0.5, 0.5], &[true, false], None), Some(0.5));
    assert_eq!(roc_auc(&[0.0, -0.0, 1.0], &[true, false, true], None), Some(0.75));
}

#[test]
fn two_classes_agree_beyond_chance_as_by_hand() {
    let truth = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
    let answers = [0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1];
    // Margins 8 and 4, 7 and 5: chance (8 · 7 + 4 · 5) / 144, accuracy 9 / 12.
    let chance = 76.0 / 144.0;
    near(cohen_kappa(&truth, &answers, None), (0.75 - chance) / (1.0 - chance));
    near(matthews_corrcoef(&truth, &answers, None), (6.0 * 3.0 - 2.0 * 1.0) / (8.0 * 4.0 * 7.0 * 5.0_f64).sqrt());
}

#[test]
fn bins_of_the_same_weight_lie_between_quantiles() {
    let scores = [0.1, 0.2, 0.3, 0.9, 0.9, 0.9];
    let found = calibration(&scores, &[false, false, true, true, true, false], None, Bins::Quantile(2));
    assert_eq!(found.len(), 2);
    assert!((found[0].high - 0.6).abs() < 1e-15, "the middle of 0.3 and 0.9");
    assert_eq!((found[0].rows, found[1].fraction_positive), (3.0, 2.0 / 3.0));
    assert_eq!(calibration(&[1.2], &[true], None, Bins::Uniform(2)), []);
    assert_eq!(expected_calibration_error(&[]), None);
}

#[test]
fn a_true_class_that_was_thought_impossible_costs_36_nats() {
    assert_eq!(log_loss(&[0.0], None).map(|loss| (loss * 100.0).round()), Some(3604.0));
}

#[test]
fn a_class_that_never_occurs_does_not_weigh_in_balanced_accuracy() {
    // Class 2 is answered and never true; classes 0 and 1 are found to 1/2 and 1.
    assert_eq!(balanced_accuracy(&[0, 0, 1], &[0, 2, 1], None), Some(0.75));
    let confusion = Confusion::new(&[0, 0, 1], &[0, 2, 1], None);
    let never = confusion.classes()[2];
    assert_eq!((never.rows, never.precision, never.recall, never.f1), (0.0, Some(0.0), None, Some(0.0)));
}

#[test]
fn a_hundred_thousand_classes_need_no_matrix() {
    let classes: Vec<u32> = (0..100_000).collect();
    let confusion = Confusion::new(&classes, &classes, None);
    assert_eq!(confusion.cells().len(), 100_000);
    assert_eq!(confusion.dense(100_000), None);
    assert_eq!(confusion.accuracy(), Some(1.0));
    assert_eq!(confusion.weight(7, 8), 0.0);
}

/// Rows as (true class, class answered, score, weight).
type Row = (u32, u32, f64, f64);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec((0..4_u32, 0..4_u32, 0..6_i32, 0.001..3.0_f64), 1..50).prop_map(|rows| {
        let score = |score: i32| f64::from(score) / 7.0;
        rows.into_iter().map(|(truth, predicted, at, weight)| (truth, predicted, score(at), weight)).collect()
    })
}

fn all_figures(rows: &[Row]) -> Vec<Option<f64>> {
    let truth: Vec<u32> = rows.iter().map(|row| row.0).collect();
    let predicted: Vec<u32> = rows.iter().map(|row| row.1).collect();
    let scores: Vec<f64> = rows.iter().map(|row| row.2).collect();
    let positive: Vec<bool> = rows.iter().map(|row| row.0 > 1).collect();
    let weights: Vec<f64> = rows.iter().map(|row| row.3).collect();
    let numbers: Vec<f64> = truth.iter().map(|class| f64::from(*class) / 3.0).collect();
    let above: Vec<f64> = scores.iter().map(|score| score + 0.5).collect();
    let fours: Vec<f64> = scores.iter().flat_map(|score| [score / 2.0, 0.25, 0.25, 0.5 - score / 2.0]).collect();
    let weights = Some(weights.as_slice());
    vec![
        accuracy(&truth, &predicted, weights),
        balanced_accuracy(&truth, &predicted, weights),
        log_loss(&scores, weights),
        roc_auc(&scores, &positive, weights),
        r2(&numbers, &scores, weights),
        root_mean_squared_error(&numbers, &scores, weights),
        mean_absolute_error(&numbers, &scores, weights),
        matthews_corrcoef(&truth, &predicted, weights),
        cohen_kappa(&truth, &predicted, weights),
        average_precision(&scores, &positive, weights),
        brier_score_loss(&truth, &fours, 4, weights),
        top_k_accuracy(&truth, &fours, 4, 2, weights),
        median_absolute_error(&numbers, &scores, weights),
        max_error(&numbers, &scores, weights),
        mean_squared_error(&numbers, &scores, weights),
        mean_absolute_percentage_error(&above, &scores, weights),
        mean_poisson_deviance(&numbers, &above, weights),
        explained_variance(&numbers, &scores, weights),
        expected_calibration_error(&calibration(&scores, &positive, weights, Bins::Uniform(4))),
    ]
}

proptest! {
    #![proptest_config(proof::cases(500))]

    #[test]
    fn another_order_of_rows_gives_the_same_bits((one, two) in rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))) {
        prop_assert_eq!(all_figures(&one), all_figures(&two));
    }

    #[test]
    fn a_row_of_weight_two_is_two_rows(rows in rows()) {
        let (mut weighed, mut copied) = (rows.clone(), rows.clone());
        copied.extend_from_slice(&rows);
        for row in &mut copied {
            row.3 = 1.0;
        }
        for row in &mut weighed {
            row.3 = 2.0;
        }
        prop_assert_eq!(all_figures(&weighed), all_figures(&copied));
    }

    #[test]
    fn curves_and_bins_too(rows in rows(), bins in 1..6_u32) {
        let (mut weighed, copied) = (rows.clone(), [rows.clone(), rows.clone()].concat());
        for row in &mut weighed {
            row.3 = 2.0;
        }
        let figures = |rows: &[Row], weight: f64| {
            let scores: Vec<f64> = rows.iter().map(|row| row.2).collect();
            let positive: Vec<bool> = rows.iter().map(|row| row.0 > 1).collect();
            let weights = vec![weight; rows.len()];
            let weights = Some(weights.as_slice());
            let bins = [Bins::Uniform(bins), Bins::Quantile(bins)].map(|bins| calibration(&scores, &positive, weights, bins));
            (roc_curve(&scores, &positive, weights), precision_recall_curve(&scores, &positive, weights), bins)
        };
        let (one, two) = (figures(&weighed, 2.0), figures(&copied, 1.0));
        prop_assert_eq!(&one, &two);
        let rows = rows.len() as f64 * 2.0;
        for bins in one.2 {
            prop_assert_eq!(bins.iter().map(|bin| bin.rows).sum::<f64>(), rows);
            prop_assert!(bins.windows(2).all(|pair| pair[0].high <= pair[1].low));
            prop_assert!(bins.iter().all(|bin| bin.low <= bin.mean_predicted + 1e-12 && bin.mean_predicted <= bin.high + 1e-12));
        }
    }

    #[test]
    fn the_area_is_the_area_under_the_curve(rows in rows()) {
        let scores: Vec<f64> = rows.iter().map(|row| row.2).collect();
        let positive: Vec<bool> = rows.iter().map(|row| row.0 > 1).collect();
        let weights: Vec<f64> = rows.iter().map(|row| row.3).collect();
        let curve = roc_curve(&scores, &positive, Some(&weights));
        let under = |pair: &[RocPoint]| {
            let wide = pair[1].false_positive_rate - pair[0].false_positive_rate;
            wide * f64::midpoint(pair[0].true_positive_rate, pair[1].true_positive_rate)
        };
        let area: f64 = curve.windows(2).map(under).sum();
        match roc_auc(&scores, &positive, Some(&weights)) {
            Some(found) => prop_assert!((found - area).abs() < 1e-12),
            None => prop_assert!(curve.is_empty()),
        }
    }

    #[test]
    fn the_area_is_the_share_of_pairs_in_the_right_order(rows in rows()) {
        let (mut won, mut pairs) = (0.0, 0.0);
        for up in rows.iter().filter(|row| row.0 > 1) {
            for down in rows.iter().filter(|row| row.0 <= 1) {
                pairs += up.3 * down.3;
                won += up.3 * down.3 * if up.2 > down.2 { 1.0 } else if up.2 == down.2 { 0.5 } else { 0.0 };
            }
        }
        let scores: Vec<f64> = rows.iter().map(|row| row.2).collect();
        let positive: Vec<bool> = rows.iter().map(|row| row.0 > 1).collect();
        let weights: Vec<f64> = rows.iter().map(|row| row.3).collect();
        let area = roc_auc(&scores, &positive, Some(&weights));
        prop_assert_eq!(area.is_none(), pairs == 0.0);
        prop_assert!(area.is_none_or(|area| (area - won / pairs).abs() < 1e-12));
    }
}
