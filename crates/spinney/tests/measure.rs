//! The measures, in numbers that one can check by hand.
#![cfg(test)]

use spinney::measure::*;

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} to within {tolerance}");
}

fn table(rows: &[&[f64]]) -> Crosstab {
    Crosstab::from_rows(rows).unwrap()
}

#[test]
fn the_rarer_season_for_watermelon_tells_more() {
    let told = [0.75, 0.1, 0.05].map(information);
    assert!(told.is_sorted());
    close(told[2], 4.3219, 5e-5);
    assert_eq!(information(0.125), 3.0);
    assert!(information(1.0).is_sign_positive());
}

#[test]
fn entropy_of_the_lectures_coins() {
    assert_eq!(entropy(&[0.5, 0.5]), 1.0);
    close(entropy(&[0.99, 0.01]), 0.0808, 5e-5);
    close(entropy(&[4.0, 1.0]), 0.7219, 5e-5);
    close(entropy(&[9.0, 5.0]), 0.9403, 5e-5);
}

#[test]
fn entropy_of_one_class_is_plain_zero() {
    for weights in [&[7.0][..], &[0.1], &[0.0, 3.0, 0.0], &[0.0, 0.0], &[], &[1e300, 1e-300], &[5e-324]] {
        let h = entropy(weights);
        assert!(h == 0.0 && h.is_sign_positive(), "{weights:?} has {h}");
    }
}

#[test]
fn entropy_of_equal_weights_is_the_logarithm_of_their_number() {
    for bits in 0..12 {
        assert_eq!(entropy(&vec![0.1; 1 << bits]), f64::from(bits));
    }
    for classes in 1..200 {
        assert!(entropy(&vec![1.0; classes]) <= libm::log2(classes as f64));
    }
}

#[test]
fn a_bit_is_ln_two_nats() {
    assert_eq!(entropy_nats(&[1.0, 1.0]), std::f64::consts::LN_2);
    close(entropy_nats(&[9.0, 5.0]) / NATS_PER_BIT, 0.9403, 5e-5);
}

#[test]
fn eight_letters_take_none_or_seven_quarters_or_two_questions() {
    assert_eq!(questions(&[8.0]), 0.0);
    assert_eq!(questions(&[4.0, 2.0, 1.0, 1.0]), 1.75);
    assert_eq!(questions(&[2.0, 2.0, 2.0, 2.0]), 2.0);
    assert_eq!(questions(&[]), 0.0);
    assert_eq!(code_lengths(&[1.0, 0.0, 4.0, 1.0, 2.0]), [3, 0, 1, 3, 2]);
}

#[test]
fn equal_weights_are_joined_in_the_order_of_their_symbols() {
    // 1 and 1 join to 2; of the three twos, symbols 0 and 1 hold the first places.
    assert_eq!(code_lengths(&[2.0, 2.0, 1.0, 1.0]), [2, 2, 2, 2]);
    // Here the join comes first among the twos, since it holds symbol 0.
    assert_eq!(code_lengths(&[1.0, 1.0, 2.0, 2.0]), [3, 3, 2, 1]);
}

#[test]
fn a_long_chain_of_questions_needs_no_stack() {
    // Each weight is more than all before it together, so the tree is one path.
    let weights: Vec<f64> = std::iter::successors(Some(1.0_f64), |w| Some(w * 2.0)).take(1000).collect();
    assert_eq!(code_lengths(&weights)[0], 999);
    assert_eq!(code_lengths(&vec![1.0; 1 << 17]), vec![17; 1 << 17]);
}

#[test]
fn a_gaussian_has_half_of_one_plus_ln_two_pi_variance() {
    close(gaussian_entropy(1.0), 1.418_938_533_204_672_7, 1e-15);
    close(gaussian_entropy(3.0) - gaussian_entropy(1.0), libm::log(3.0), 1e-15);
    assert_eq!(gaussian_entropy(0.0), f64::NEG_INFINITY);
}

#[test]
fn a_fine_histogram_of_a_gaussian_has_its_entropy_wherever_its_mean() {
    for (mean, sd) in [(0.0, 1.0), (1000.0, 1.0), (-3.0, 0.2)] {
        let edges: Vec<f64> = (-4000..=4000).map(|i| mean + f64::from(i) * sd * 0.002).collect();
        let weights: Vec<f64> =
            (-4000..4000).map(|i| (f64::from(i) + 0.5) * 0.002).map(|z| libm::exp(-0.5 * z * z)).collect();
        close(histogram_entropy(&edges, &weights).unwrap(), gaussian_entropy(sd), 1e-6);
    }
}

#[test]
fn a_histogram_says_what_is_wrong_with_it() {
    let message = |edges: &[f64], weights: &[f64]| histogram_entropy(edges, weights).unwrap_err().to_string();
    assert_eq!(message(&[0.0, 1.0], &[1.0, 1.0]), "2 edges and 2 weights: a histogram of 2 bins has 3 edges");
    assert_eq!(message(&[0.0, 2.0, 2.0], &[1.0, 1.0]), "edge 3 is 2, after 2: edges must rise");
    assert_eq!(message(&[0.0, f64::NAN], &[1.0]), "edge 2 is NaN: every bin needs two finite edges");
    assert_eq!(message(&[0.0, 1.0], &[-1.0]), "weight 1 is -1: a weight must be 0 or more");
    assert_eq!(histogram_entropy(&[], &[]), Err(MeasureError::EdgeCount { edges: 0, weights: 0 }));
    assert_eq!(histogram_entropy(&[0.0, 1.0], &[0.0]), Ok(0.0));
}

#[test]
fn the_door_refuses_what_is_no_weight() {
    assert_eq!(check_weights(&[]), Ok(()));
    assert_eq!(check_weights(&[1.0, -2.0]), Err(MeasureError::NegativeWeight { position: 2, weight: -2.0 }));
    let infinite = MeasureError::WeightNotFinite { position: 1, weight: f64::INFINITY };
    assert_eq!(check_weights(&[f64::INFINITY]), Err(infinite));
    assert_eq!(check_weights(&[f64::MAX, f64::MAX]), Err(MeasureError::WeightsTooLarge { count: 2 }));
}

#[test]
fn behind_the_door_wrong_weights_give_numbers_and_no_panics() {
    let wrong = [f64::NAN, -1.0, f64::INFINITY, f64::MAX, f64::MAX, 1.0];
    let (_, _, _) = (entropy(&wrong), gini(&wrong), questions(&wrong));
    let lists: [&[f64]; 2] = [&wrong, &wrong];
    let split = table(&lists);
    let (_, _, _) = (gain_ratio(&split), gini_gain(&split), mse_reduction(&lists));
    let scale = Scale::new(&wrong);
    let mut moments = Moments::default();
    for value in wrong {
        moments.add(scale.quantise(value));
    }
    assert!(moments.sse(&scale) >= 0.0);
}

#[test]
fn restaurant_by_patrons_leaves_less_than_half_a_bit() {
    let patrons = table(&[&[2.0, 0.0], &[0.0, 4.0], &[4.0, 2.0]]);
    close(conditional_entropy(&patrons), 0.4591, 5e-5);
    let kind = table(&[&[1.0, 1.0], &[1.0, 1.0], &[2.0, 2.0], &[2.0, 2.0]]);
    assert_eq!(conditional_entropy(&kind), 1.0);
    assert_eq!(information_gain(&kind), 0.0);
}

#[test]
fn tennis_by_day_has_the_best_ratio_though_it_tells_nothing_new() {
    let mut day = Crosstab::new(14, 2);
    (0..14).for_each(|row| day.add(row, usize::from(row < 9), 1.0));
    close(gain_ratio(&day), 0.247, 5e-5);
    let outlook = table(&[&[3.0, 2.0], &[0.0, 4.0], &[2.0, 3.0]]);
    close(information_gain(&outlook), 0.2467, 5e-5);
    close(gain_ratio(&outlook), 0.1564, 5e-5);
}

#[test]
fn a_split_with_one_branch_has_no_gain_ratio() {
    assert_eq!(gain_ratio(&table(&[&[9.0, 5.0], &[0.0, 0.0]])), 0.0);
    assert_eq!(gain_ratio(&Crosstab::default()), 0.0);
}

#[test]
fn gini_of_three_to_one_is_three_eighths() {
    assert_eq!(gini(&[3.0, 1.0]), 0.375);
    assert_eq!(gini(&[2.0, 2.0, 2.0, 2.0]), 0.75);
    assert_eq!(gini(&[]), 0.0);
}

#[test]
fn two_bits_has_three_and_seven_sixteenths() {
    assert_eq!(gini_split(&table(&[&[4.0, 0.0], &[1.0, 3.0]])), 3.0 / 16.0);
    assert_eq!(gini_split(&table(&[&[3.0, 1.0], &[2.0, 2.0]])), 7.0 / 16.0);
}

#[test]
fn a_crosstab_grows_to_hold_what_is_added() {
    let mut grown = Crosstab::new(1, 1);
    grown.add(0, 0, 1.0);
    grown.add(2, 1, 5.0);
    assert_eq!(grown, table(&[&[1.0, 0.0], &[0.0, 0.0], &[0.0, 5.0]]));
    assert_eq!((grown.branches(), grown.classes(), grown.total()), (3, 2, 6.0));
    assert_eq!(grown.transpose(), table(&[&[1.0, 0.0, 0.0], &[0.0, 0.0, 5.0]]));
}

#[test]
fn the_variance_of_one_two_six_is_fourteen_thirds() {
    assert_eq!(mean(&[1.0, 2.0, 6.0]), 3.0);
    assert_eq!(variance(&[1.0, 2.0, 6.0]), 14.0 / 3.0);
    assert!((1..200).all(|rows| [0.1, 0.7, 1.9, -3.3].iter().all(|&value| variance(&vec![value; rows]) == 0.0)));
    assert_eq!(variance(&[]), 0.0);
    assert!(mean(&[]).is_nan());
}

#[test]
fn a_sum_of_large_and_small_is_the_same_in_every_order() {
    // Added as they stand, with their errors carried along, some orders of these give 1 and others 0.
    let mut values = [1e100, 1.0, 1e50, -1e100, -1e50];
    let first = mean(&values);
    for step in 0..120 {
        values.swap(step % 5, (step / 5 + step + 1) % 5);
        assert_eq!(mean(&values).to_bits(), first.to_bits(), "{values:?}");
    }
}

#[test]
fn cutting_one_two_from_six_takes_off_twenty_seven_sixths() {
    // Of 14/3, one half in two of three rows is left: 14/3 − 1/6 = 27/6.
    close(mse_reduction(&[&[1.0, 2.0], &[], &[6.0]]), 27.0 / 6.0, 1e-15);
    assert_eq!(mse_reduction(&[&[1.0, 3.0], &[2.0]]), 0.0);
    assert_eq!(mse_reduction(&[]), 0.0);
}
