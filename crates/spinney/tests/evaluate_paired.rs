//! Intervals and tests: by hand, beside SciPy, and by how often they are right.
#![cfg(test)]

use spinney::evaluate::*;
use spinney::metric::*;
use spinney::seed::Key;

const ONE: [f64; 10] = [0.81, 0.79, 0.85, 0.80, 0.78, 0.83, 0.82, 0.84, 0.77, 0.80];
const TWO: [f64; 10] = [0.79, 0.78, 0.82, 0.80, 0.74, 0.80, 0.83, 0.80, 0.75, 0.79];

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} is not {expected}");
}

#[test]
fn the_corrected_test_is_as_scipy_has_it() {
    let found = corrected_t_test(&ONE, &TWO, 1.0 / 9.0).unwrap();
    near(found.difference, 0.019);
    near(found.t, 2.486_105_969_496_527_3);
    near(found.p_value, 0.034_642_638_940_889_67);
    let turned = corrected_t_test(&TWO, &ONE, 1.0 / 9.0).unwrap();
    assert_eq!((turned.t, turned.p_value), (-found.t, found.p_value));
    // Without the correction, which is a ratio of 0, it is the paired t test.
    near(corrected_t_test(&ONE, &TWO, 0.0).unwrap().p_value, 0.005_639_675_878_324_296);
    assert_eq!(corrected_t_test(&[1.0], &[2.0], 0.1), None);
    let always = corrected_t_test(&[1.0, 1.0], &[0.5, 0.5], 0.1).unwrap();
    assert_eq!((always.t, always.p_value), (f64::INFINITY, 0.0));
}

#[test]
fn the_mean_of_folds_has_students_interval() {
    let found = fold_mean(&ONE, 1.0 / 9.0, 0.95).unwrap();
    near(found.mean, 0.809);
    near(found.sd, 0.026_012_817_353_502_2);
    near(found.interval.unwrap().low, 0.781_962_551_109_535_2);
    near(found.interval.unwrap().high, 0.836_037_448_890_464_7);
    let single = fold_mean(&[0.5], 1.0, 0.95).unwrap();
    assert_eq!((single.mean, single.sd, single.interval), (0.5, 0.0, None));
    assert_eq!(fold_mean(&[], 1.0, 0.95), None);
    let same = fold_mean(&[0.1, 0.1, 0.1], 0.5, 0.95).unwrap();
    assert_eq!((same.mean, same.sd, same.interval), (0.1, 0.0, Some(Interval { low: 0.1, high: 0.1 })));
}

#[test]
fn holm_multiplies_by_what_is_left_and_never_falls() {
    assert_eq!(holm(&[0.5, 0.01, 0.9]), [1.0, 0.03, 1.0]);
    assert_eq!(holm(&[0.01, 0.01]), [0.02, 0.02]);
    assert_eq!(holm(&[]), Vec::<f64>::new());
}

#[test]
fn several_models_are_compared_pair_by_pair() {
    let models = vec![ONE.to_vec(), TWO.to_vec(), ONE.iter().map(|score| score + 0.1).collect()];
    let pairs = compare_models(&models, 1.0 / 9.0);
    let places: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.first, pair.second)).collect();
    assert_eq!(places, [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(pairs[0].test, corrected_t_test(&ONE, &TWO, 1.0 / 9.0).unwrap());
    assert!(pairs.iter().all(|pair| pair.adjusted_p_value >= pair.test.p_value));
    let json = serde_json::to_value(pairs[0]).unwrap();
    assert_eq!(json["first"], 0);
    assert!(json["difference"].is_f64() && json["adjusted_p_value"].is_f64());
}

#[test]
fn mcnemar_looks_at_rows_that_only_one_gets_right() {
    let found = Disagreement { only_first: 10, only_second: 20 };
    near(found.mcnemar(), 0.098_737_146_705_389_05);
    let equal = Disagreement::new(&[0, 1, 1], &[0, 1, 0], &[0, 1, 0]);
    assert_eq!((equal.only_first, equal.only_second, equal.mcnemar()), (0, 0, 1.0));
}

#[test]
fn wilsons_interval_is_as_scipy_has_it() {
    for (right, rows, low, high) in [
        (0, 10, 0.0, 0.277_532_799_862_889_26),
        (7, 10, 0.396_778_147_461_145_26, 0.892_208_732_593_699),
        (332, 344, 0.940_024_935_396_922_8, 0.979_934_407_819_131_7),
        (10, 10, 0.722_467_200_137_110_9, 1.0),
    ] {
        let found = wilson(right, rows, 0.95).unwrap();
        near(found.low, low);
        near(found.high, high);
    }
    assert_eq!((wilson(3, 2, 0.95), wilson(1, 2, 1.0), wilson(1, 2, f64::NAN)), (None, None, None));
}

#[test]
fn wilsons_interval_holds_the_truth_as_often_as_it_says() {
    let held = |seed: u64| {
        let mut draws = Key::new(seed).draws();
        let right = (0..60).filter(|_| draws.unit() < 0.9).count() as u64;
        let found = wilson(right, 60, 0.95).unwrap();
        found.low <= 0.9 && 0.9 <= found.high
    };
    let often = (0..4000).filter(|seed| held(*seed)).count();
    assert!((3740..3900).contains(&often), "{often} of 4000");
}

#[test]
fn drawing_rows_again_finds_the_error_of_a_mean() {
    let mut draws = Key::new(5).draws();
    let truth: Vec<f64> = (0..400).map(|_| draws.unit() * 12.0).collect();
    let none = vec![0.0; 400];
    let found = bootstrap(400, &Resampling::default(), |drawn| vec![mean_absolute_error(&truth, &none, Some(drawn))]);
    let found = found[0].unwrap();
    // The standard error of the mean of 400 rows of deviation √12 is √12 / 20; the interval is 2 · 1.96 of them wide.
    let expected = 2.0 * 1.96 * 12.0_f64.sqrt() / 20.0;
    assert!(((found.high - found.low) / expected - 1.0).abs() < 0.1, "{found:?}, {expected}");
}

#[test]
fn the_same_seed_draws_the_same_rows_for_ever() {
    let how = Resampling { resamples: 50, level: 0.9, seed: 3 };
    let once = || bootstrap(20, &how, |drawn| vec![Some(drawn[0] * 100.0 + drawn[7]), None]);
    let found = once();
    assert_eq!(found, once());
    assert_eq!(found[1], None, "no draw has it");
    assert_ne!(
        found,
        bootstrap(20, &Resampling { seed: 4, ..how }, |drawn| vec![Some(drawn[0] * 100.0 + drawn[7]), None])
    );
    assert_eq!(bootstrap(20, &Resampling { resamples: 0, ..how }, |_| vec![None]), []);
    assert_eq!(bootstrap(5, &Resampling { level: 1.0, ..how }, |_| vec![Some(1.0)]), [None]);
}

#[test]
fn every_draw_has_as_many_rows_as_there_are() {
    let sum = |drawn: &[f64]| vec![Some(drawn.iter().sum::<f64>()), Some(drawn.len() as f64)];
    let same = Some(Interval { low: 13.0, high: 13.0 });
    assert_eq!(bootstrap(13, &Resampling::default(), sum), [same, same]);
}
