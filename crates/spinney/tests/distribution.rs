//! Tails and quantiles beside SciPy 1.17.
#![cfg(test)]

mod proof;

use proptest::prelude::*;
use spinney::distribution::*;

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-10 * expected.abs(), "{found} is not {expected}");
}

#[test]
fn tails_of_t_are_as_scipy_says() {
    near(student_two_sided(0.5, 1.0), 0.704_832_764_699_133_5);
    near(student_two_sided(-2.1, 4.0), 0.103_653_286_317_602_18);
    near(student_two_sided(2.262, 9.0), 0.050_012_845_502_454_63);
    near(student_two_sided(12.7, 2.0), 0.006_142_941_599_595_777);
    near(student_two_sided(1.5, 99.0), 0.136_796_817_715_973_35);
    near(student_two_sided(7.0, 30.0), 8.869_958_667_220_65e-8);
}

#[test]
fn quantiles_are_as_scipy_says() {
    near(student_quantile(0.95, 1.0), 12.706_204_736_174_694);
    near(student_quantile(0.95, 9.0), 2.262_157_162_798_205);
    near(student_quantile(0.99, 4.0), 4.604_094_871_349_992);
    near(student_quantile(0.9, 99.0), 1.660_391_156_016_990_6);
    near(student_quantile(0.5, 3.0), 0.764_892_328_404_344_4);
    near(normal_quantile(0.9), 1.281_551_565_544_600_4);
    near(normal_quantile(0.995), 2.575_829_303_548_900_4);
    near(normal_quantile(0.6), 0.253_347_103_135_799_7);
    near(normal_quantile(1e-6), -4.753_424_308_822_899);
}

#[test]
fn coins_and_trials_are_as_scipy_says() {
    near(fair_coin(1, 9), 0.021_484_375);
    near(fair_coin(20, 10), 0.098_737_146_705_389_05);
    near(fair_coin(3, 4), 1.0);
    near(fair_coin(100, 150), 0.001_883_300_935_076_160_2);
    near(fair_coin(0, 40), 1.818_989_403_545_856_5e-12);
    near(binomial_at_most(3, 10, 0.2), 0.879_126_118_399_999_9);
    near(binomial_at_most(50, 100, 0.55), 0.182_728_184_686_145_07);
    near(binomial_at_most(0, 7, 0.3), 0.082_354_300_000_000_03);
}

#[test]
fn the_beta_function_is_as_scipy_says() {
    near(incomplete_beta(0.5, 0.5, 0.1), 0.204_832_764_699_133_45);
    near(incomplete_beta(2.0, 3.0, 0.7), 0.9163);
    near(incomplete_beta(10.0, 200.0, 0.05), 0.601_389_561_912_959_8);
    near(incomplete_beta(300.0, 500.0, 0.4), 0.927_078_408_007_468_1);
    near(incomplete_beta(1.0, 1.0, 0.25), 0.25);
    near(incomplete_beta(5000.0, 5000.0, 0.49), 0.022_742_032_324_574_61);
    assert!(incomplete_beta(0.0, 1.0, 0.5).is_nan() && incomplete_beta(1.0, 1.0, 1.5).is_nan());
}

#[test]
fn what_has_no_quantile_is_no_number() {
    assert!(normal_quantile(1.1).is_nan() && normal_quantile(f64::NAN).is_nan());
    assert!(student_quantile(1.0, 3.0).is_nan() && student_quantile(0.9, 0.0).is_nan());
    assert_eq!((student_quantile(0.0, 3.0), normal_quantile(1.0)), (0.0, f64::INFINITY));
}

proptest! {
    #![proptest_config(proof::cases(300))]

    #[test]
    fn a_quantile_undoes_its_tail(within in 0.001..0.9999_f64, freedom in 1..200_u32) {
        let t = student_quantile(within, f64::from(freedom));
        prop_assert!((student_two_sided(t, f64::from(freedom)) - (1.0 - within)).abs() < 1e-11);
    }

    #[test]
    fn trials_add_up(trials in 1..60_u64, probability in 0.01..0.99_f64) {
        // Each term of the sum by its own formula: n choose k · pᵏ · (1 − p)ⁿ⁻ᵏ.
        let (mut sum, mut choose) = (0.0, 1.0);
        for k in 0..trials {
            sum += choose * probability.powi(k as i32) * (1.0 - probability).powi((trials - k) as i32);
            choose *= (trials - k) as f64 / (k + 1) as f64;
            prop_assert!((binomial_at_most(k, trials, probability) - sum).abs() < 1e-11);
        }
    }
}
