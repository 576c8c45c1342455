//! The measures that never round: fixed-point sums, logarithms of counts, chances.

use spinney::measure::*;
use spinney::seed::Key;

fn moments(scale: &Scale, values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    for &value in values {
        moments.add(scale.quantise(value));
    }
    moments
}

#[test]
fn whole_numbers_are_kept_exactly() {
    let values = [-3.0, 0.0, 1.0, 1e13, 70_368_744_177_000.0];
    let scale = Scale::new(&values);
    assert!(values.iter().all(|&value| scale.value(scale.quantise(value)) == value));
    assert_eq!(moments(&scale, &[-3.0, 0.0, 1.0]).sse(&scale), 26.0 / 3.0);
    // The middle of 0 and 2⁴⁶ + 1 is no whole number, but the centre is.
    let odd = libm::ldexp(1.0, 46) + 1.0;
    let scale = Scale::new(&[0.0, odd]);
    assert!([0.0, 1.0, odd - 1.0, odd].iter().all(|&value| scale.value(scale.quantise(value)) == value));
}

#[test]
fn ids_near_a_thousand_million_keep_their_last_digit() {
    let values = [1e9 + 1.0, 1e9 + 2.0, 1e9 + 6.0];
    let scale = Scale::new(&values);
    assert_eq!(moments(&scale, &values).mean(&scale), 1e9 + 3.0);
    assert_eq!(moments(&scale, &values).sse(&scale), 14.0);
}

#[test]
fn a_scale_holds_every_range_that_floats_have() {
    let ends = [-f64::MAX, -1.0, -5e-324, 0.0, 5e-324, 1e-300, 1.0, 1.0 + f64::EPSILON, 1e300, f64::MAX];
    for low in ends {
        for high in ends.into_iter().filter(|&high| high >= low) {
            let scale = Scale::new(&[high, low, f64::NAN, f64::INFINITY]);
            let both = [scale.quantise(low), scale.quantise(high)];
            assert!(both.iter().all(|q| q.unsigned_abs() <= 1 << 46), "{low} to {high}: {both:?}");
            let far = (0.5 * high - 0.5 * low) * 2.0_f64.powi(-45);
            assert!((scale.value(both[0]) - low).abs() <= far, "{low} to {high}: {scale:?}");
            assert!((scale.value(both[1]) - high).abs() <= far, "{low} to {high}: {scale:?}");
        }
    }
    assert_eq!(Scale::new(&[f64::NAN]), Scale::new(&[]));
}

#[test]
fn equal_values_have_no_error_however_odd() {
    let scale = Scale::new(&[0.1, 0.3, 17.77]);
    assert_eq!(moments(&scale, &[0.3; 7]).sse(&scale), 0.0);
    let alone = Scale::new(&[0.1]);
    assert_eq!(moments(&alone, &[0.1; 3]).mean(&alone), 0.1);
    assert_eq!(Moments::default().sse(&scale), 0.0);
    assert!(Moments::default().mean(&scale).is_nan());
}

#[test]
fn four_thousand_million_rows_at_both_ends_do_not_overflow() {
    let scale = Scale::new(&[-1.0, 1.0]);
    let half = 1 << 31;
    let mut moments = Moments::default();
    moments.add_copies(scale.quantise(-1.0), half);
    moments.add_copies(scale.quantise(1.0), half);
    assert_eq!(moments.sse(&scale), 2.0 * half as f64);
    assert_eq!(moments.mean(&scale), 0.0);
    let mut at_one_end = Moments::default();
    at_one_end.add_copies(1 << 46, (1 << 32) - 1);
    at_one_end.add((1 << 46) - 1);
    // One row of 2³² a step away: the error is 1 − 2⁻³² square steps.
    let square_step = scale.step() * scale.step();
    assert_eq!(at_one_end.sse(&scale), (1.0 - 2.0_f64.powi(-32)) * square_step);
}

#[test]
fn n_log_n_of_eight_is_twenty_four() {
    let table = NLogN::new(8);
    assert_eq!([0, 1, 2, 4, 8].map(|n| table.at(n) >> 56), [0, 0, 2, 8, 24]);
    assert_eq!(table.entropy(&[4, 2, 1, 1]), 1.75);
    assert_eq!(table.entropy(&[]), 0.0);
}

#[test]
fn halves_have_exactly_one_bit_however_many_rows() {
    let table = NLogN::new(1000);
    for n in [1, 3, 7, 499, 1_000_003, 4_194_301, 999_999_937, 12_345_678_901] {
        assert_eq!(table.entropy(&[n, n]), 1.0, "{n} and {n}");
        assert_eq!(table.entropy(&[n, 0]), 0.0, "{n} and 0");
    }
}

#[test]
fn logarithms_are_the_same_inside_and_outside_the_table() {
    let (small, large) = (NLogN::new(10), NLogN::new(1 << 22));
    for n in (0..5000).chain((1 << 22) - 500..(1 << 22) + 500).chain([1 << 23, 3 << 40]) {
        assert_eq!(small.at(n), large.at(n), "n = {n}");
    }
}

#[test]
fn a_die_is_even_given_above_four_half_the_time() {
    let die = Space::uniform(1..=6);
    let (even, high) = (|s: &i32| s % 2 == 0, |s: &i32| *s > 4);
    assert_eq!(die.chance_given(even, high), Chance::new(1, 2));
    assert_eq!(die.given(high).unwrap().chance(even), die.chance_given(even, high).unwrap());
    assert_eq!(die.chance_given(even, |_| false), None);
    assert!(die.independent(even, high));
    assert!(!die.independent(|s| [1, 2, 5].contains(s), |s| [3, 4, 6].contains(s)));
    assert!(die.independent(even, |_| false));
    assert!(die.independent(|_| false, even));
}

#[test]
fn two_dice_make_eight_in_five_of_thirty_six() {
    let die = Space::uniform(1..=6);
    let pair = die.product(&die).unwrap();
    let sum = pair.map(|(a, b)| a + b);
    let shown: Vec<String> = sum.outcomes().map(|(s, chance)| format!("{s}:{chance}")).collect();
    assert_eq!(shown.join(" "), "2:1/36 3:1/18 4:1/12 5:1/9 6:5/36 7:1/6 8:5/36 9:1/9 10:1/12 11:1/18 12:1/36");
    assert_eq!(pair.chance(|&(a, b)| a + b == 5 && a == 2 && b == 3).to_string(), "1/36");
    assert!(pair.independent(|d| d.0 == 1, |d| d.1 == 6));
    assert!(pair.independent_variables(|d| d.0, |d| d.1));
    assert!(pair.independent_variables(|d| d.0, |d| (d.0 + d.1) % 6));
    assert!(!pair.independent_variables(|d| d.0, |d| d.0 + d.1));
    assert_eq!(sum.expectation(|&s| f64::from(s)), 7.0);
}

#[test]
fn chances_are_shown_as_people_write_them_and_compared_exactly() {
    let shown = |part, whole| Chance::new(part, whole).unwrap().to_string();
    assert_eq!([shown(0, 36), shown(36, 36), shown(30, 36)], ["0", "1", "5/6"]);
    assert_eq!((Chance::new(2, 1), Chance::new(0, 0)), (None, None));
    let huge = u128::MAX;
    assert!(Chance::new(huge - 2, huge - 1) < Chance::new(huge - 1, huge));
    let mut all: Vec<Chance> =
        (1..30).flat_map(|whole| (0..=whole).filter_map(move |part| Chance::new(part, whole))).collect();
    all.sort();
    assert!(all.is_sorted_by(|a, b| a.value() <= b.value()));
}

#[test]
fn a_space_without_weight_has_no_chances() {
    let nothing = Space::weighted([("never", 0)]);
    assert_eq!(nothing.chance(|_| true).to_string(), "0");
    assert_eq!(nothing.given(|_| true), None);
    assert!(nothing.expectation(|_| 1.0).is_nan());
}

#[test]
fn weights_beyond_u128_are_refused_not_wrapped() {
    let heavy = Space::weighted([('a', u64::MAX), ('b', u64::MAX), ('c', u64::MAX)]);
    assert_eq!(heavy.chance(|&o| o == 'a').to_string(), "1/3");
    assert_eq!(heavy.product(&heavy), None);
    assert!(heavy.independent(|_| true, |&o| o == 'b'));
}

/// What branches gain does not change where all numbers are moved: what cancels then is far larger than what is left.
#[test]
fn what_is_left_of_sums_that_cancel_is_good_to_the_last_digits() {
    let mut draws = Key::new(9).draws();
    for _ in 0..2000 {
        let parts: Vec<(i128, u64)> =
            (0..2 + draws.below(4)).map(|_| (i128::from(draws.below(2001)) - 1000, 1 + draws.below(50))).collect();
        let gain = |far: i128| {
            let moved = parts.iter().map(|(sum, weight)| (sum + i128::from(*weight) * far, *weight));
            let (mut gain, mut whole) = (Amount::whole(0), (0, 0));
            for (sum, weight) in moved {
                gain = gain.plus_fraction(sum, sum, weight);
                whole = (whole.0 + sum, whole.1 + weight);
            }
            gain.subtract(&Amount::whole(0).plus_fraction(whole.0, whole.0, whole.1));
            gain.value()
        };
        let near = gain(0);
        for far in [1 << 20, 1 << 40, -(1 << 70)] {
            assert!((gain(far) - near).abs() <= 1e-9 * near, "{} and {near}: {parts:?}", gain(far));
        }
    }
}
