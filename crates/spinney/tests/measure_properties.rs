//! The measures against brute force: naive loops over rows, written without the measures.

mod proof;

use proptest::prelude::*;
use spinney::measure::*;

/// A row as (value of the column, class).
type Row = (usize, usize);

/// Rows with few enough values and classes to meet often.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    (1..7_usize, 1..5_usize).prop_flat_map(|(values, classes)| prop::collection::vec((0..values, 0..classes), 1..60))
}

/// The same rows in another order, with values and classes renamed.
fn rows_twice() -> impl Strategy<Value = (Vec<Row>, Vec<Row>)> {
    let names = || Just((0..7_usize).collect::<Vec<_>>()).prop_shuffle();
    (rows(), names(), names()).prop_flat_map(|(rows, values, classes)| {
        let renamed: Vec<_> = rows.iter().map(|&(value, class)| (values[value], classes[class])).collect();
        (Just(rows), Just(renamed).prop_shuffle())
    })
}

fn crosstab(rows: &[Row]) -> Crosstab {
    let mut table = Crosstab::default();
    for &(value, class) in rows {
        table.add(value, class, 1.0);
    }
    table
}

/// H = the mean over rows of −log₂ of the share of rows that look the same.
fn naive_entropy<T: PartialEq>(rows: &[T]) -> f64 {
    let surprise = |row: &T| {
        let same = rows.iter().filter(|other| *other == row).count();
        -(same as f64 / rows.len() as f64).log2()
    };
    rows.iter().map(surprise).sum::<f64>() / rows.len() as f64
}

/// The share of pairs of rows, drawn with putting back, that differ.
fn naive_gini<T: PartialEq>(rows: &[T]) -> f64 {
    let differing: usize = rows.iter().map(|row| rows.iter().filter(|other| *other != row).count()).sum();
    differing as f64 / (rows.len() * rows.len()) as f64
}

/// The mean over rows of a measure of the classes in the row's branch.
fn naive_split(rows: &[Row], measure: fn(&[usize]) -> f64) -> f64 {
    let branch_of = |row: &Row| {
        let branch: Vec<usize> = rows.iter().filter(|other| other.0 == row.0).map(|other| other.1).collect();
        measure(&branch)
    };
    rows.iter().map(branch_of).sum::<f64>() / rows.len() as f64
}

fn classes(rows: &[Row]) -> Vec<usize> {
    rows.iter().map(|row| row.1).collect()
}

/// The least Σ weight · length over every binary tree: any two piles may be joined first.
fn cheapest_tree(piles: &[u32]) -> u32 {
    let mut best = if piles.len() < 2 { 0 } else { u32::MAX };
    for a in 0..piles.len() {
        for b in 0..a {
            let joined = piles[a] + piles[b];
            let mut fewer: Vec<u32> = (0..piles.len()).filter(|&i| i != a && i != b).map(|i| piles[i]).collect();
            fewer.push(joined);
            best = best.min(joined + cheapest_tree(&fewer));
        }
    }
    best
}

fn moments(scale: &Scale, values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    for &value in values {
        moments.add(scale.quantise(value));
    }
    moments
}

fn naive_sse(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean) * (value - mean)).sum()
}

/// Values of any sign and size, in two orders.
fn values_twice() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    let value = (-1.0_f64..1.0, prop::sample::select(vec![1e-12, 1e-3, 1.0, 1e6, 1e15])).prop_map(|(v, s)| v * s);
    prop::collection::vec(value, 1..80).prop_flat_map(|values| (Just(values.clone()), Just(values).prop_shuffle()))
}

proptest! {
    #![proptest_config(proof::cases(256))]

    #[test]
    fn split_measures_agree_with_loops_over_rows(rows in rows()) {
        let split = crosstab(&rows);
        let values: Vec<usize> = rows.iter().map(|row| row.0).collect();
        let gain = naive_entropy(&classes(&rows)) - naive_split(&rows, naive_entropy);
        let own = naive_entropy(&values);
        for (found, expected) in [
            (entropy(&split.class_totals()), naive_entropy(&classes(&rows))),
            (conditional_entropy(&split), naive_split(&rows, naive_entropy)),
            (information_gain(&split), gain),
            (split_entropy(&split), own),
            (gain_ratio(&split), if own > 0.0 { gain / own } else { 0.0 }),
            (gini(&split.class_totals()), naive_gini(&classes(&rows))),
            (gini_split(&split), naive_split(&rows, naive_gini)),
            (gini_gain(&split), naive_gini(&classes(&rows)) - naive_split(&rows, naive_gini)),
        ] {
            prop_assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        }
    }

    #[test]
    fn knowing_the_branch_never_raises_uncertainty(
        cells in prop::collection::vec([0.0..9.0_f64, 0.0..1e-6, 0.0..1e9], 1..9),
    ) {
        let split = Crosstab::from_rows(&cells).unwrap();
        let (before, gini_before) = (entropy(&split.class_totals()), gini(&split.class_totals()));
        prop_assert!(conditional_entropy(&split) <= before);
        prop_assert!((0.0..=before).contains(&information_gain(&split)));
        prop_assert!((0.0..=1.0).contains(&gain_ratio(&split)));
        prop_assert!((0.0..=2.0 / 3.0).contains(&gini_before));
        prop_assert!((0.0..=gini_before).contains(&gini_gain(&split)));
    }

    #[test]
    fn a_column_that_tells_nothing_does_not_raise_it_either(
        branches in prop::collection::vec(0.0..9.0_f64, 1..6),
        classes in prop::collection::vec(0.0..9.0_f64, 1..6),
    ) {
        let cells: Vec<Vec<f64>> = branches.iter().map(|b| classes.iter().map(|c| b * c).collect()).collect();
        let split = Crosstab::from_rows(&cells).unwrap();
        prop_assert!(conditional_entropy(&split) <= entropy(&split.class_totals()));
        prop_assert!(gini_split(&split) <= gini(&split.class_totals()));
        prop_assert!((0.0..1e-12).contains(&information_gain(&split)));
        prop_assert!((0.0..1e-12).contains(&gini_gain(&split)));
    }

    #[test]
    fn a_target_that_tells_the_branch_has_a_gain_ratio_of_one(weights in prop::collection::vec(0.01..9.0_f64, 4..20)) {
        // Class after class goes to the next of three branches, so the branch is known from the class.
        let mut split = Crosstab::default();
        for (class, &weight) in weights.iter().enumerate() {
            split.add(class % 3, class, weight);
        }
        prop_assert!((1.0 - 1e-12..=1.0).contains(&gain_ratio(&split)));
    }

    #[test]
    fn a_cut_between_equal_values_takes_all_the_variance_and_no_more(
        (a, b) in (-9.0..9.0_f64, -9.0..9.0_f64), (rows_a, rows_b) in (1..30_usize, 1..30_usize),
    ) {
        let (left, right) = (vec![a; rows_a], vec![b; rows_b]);
        let all = variance(&[&left[..], &right[..]].concat());
        let taken = mse_reduction(&[&left, &right]);
        prop_assert!(taken <= all && taken >= all * (1.0 - 1e-12));
    }

    #[test]
    fn a_column_tells_of_the_target_what_the_target_tells_of_it(rows in rows()) {
        let split = crosstab(&rows);
        prop_assert!((information_gain(&split) - information_gain(&split.transpose())).abs() < 1e-12);
    }

    #[test]
    fn order_and_names_never_show_in_the_bits((rows, renamed) in rows_twice()) {
        let (one, other) = (crosstab(&rows), crosstab(&renamed));
        for measure in [conditional_entropy, information_gain, split_entropy, gain_ratio, gini_split, gini_gain] {
            prop_assert_eq!(measure(&one).to_bits(), measure(&other).to_bits());
        }
    }

    #[test]
    fn order_never_shows_in_fractions_either((weights, shuffled) in values_twice()) {
        let [weights, shuffled] = [weights, shuffled].map(|list| list.iter().map(|w| w.abs()).collect::<Vec<f64>>());
        for measure in [entropy, entropy_nats, gini, questions, mean, variance] {
            prop_assert_eq!(measure(&weights).to_bits(), measure(&shuffled).to_bits());
        }
        let split = |list: &[f64]| Crosstab::from_rows(&list.iter().map(|w| [*w, w * w]).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(information_gain(&split(&weights)).to_bits(), information_gain(&split(&shuffled)).to_bits());
        prop_assert_eq!(gini_gain(&split(&weights)).to_bits(), gini_gain(&split(&shuffled)).to_bits());
    }

    #[test]
    fn entropy_lies_between_nothing_and_all_equal(weights in prop::collection::vec(0.0..1e3_f64, 0..40)) {
        let h = entropy(&weights);
        prop_assert!(h >= 0.0 && h.is_sign_positive());
        prop_assert!(h <= libm::log2(weights.len().max(1) as f64));
    }

    #[test]
    fn questions_are_less_than_one_above_entropy(weights in prop::collection::vec(0..1000_u32, 1..40)) {
        let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
        let (asked, h) = (questions(&weights), entropy(&weights));
        prop_assert!(asked >= h - 1e-12 && (asked < h + 1.0 || asked == 0.0));
        let present = || weights.iter().zip(code_lengths(&weights)).filter(|(weight, _)| **weight > 0.0);
        let by_lengths = present().map(|(weight, length)| weight * f64::from(length)).sum::<f64>();
        prop_assert_eq!(by_lengths / weights.iter().sum::<f64>().max(1.0), asked);
        // Kraft: a code that can be read, and none that could be shorter, fills the tree exactly.
        let filled: f64 = present().map(|(_, length)| libm::ldexp(1.0, -length.cast_signed())).sum();
        prop_assert!(filled == 1.0 || present().count() == 0);
    }

    #[test]
    fn no_tree_of_questions_is_cheaper(weights in prop::collection::vec(1..30_u32, 1..6)) {
        let total: u32 = weights.iter().sum();
        let asked = questions(&weights.iter().copied().map(f64::from).collect::<Vec<_>>());
        prop_assert_eq!(asked, f64::from(cheapest_tree(&weights)) / f64::from(total));
    }

    #[test]
    fn moments_do_not_know_the_order((values, shuffled) in values_twice(), cut in 0..80_usize) {
        let scale = Scale::new(&values);
        prop_assert_eq!(scale, Scale::new(&shuffled));
        let all = moments(&scale, &values);
        prop_assert_eq!(all, moments(&scale, &shuffled));
        let (left, right) = shuffled.split_at(cut.min(shuffled.len()));
        let mut merged = moments(&scale, right);
        merged.merge(&moments(&scale, left));
        prop_assert_eq!(all, merged);
        merged.subtract(&moments(&scale, right));
        prop_assert_eq!(merged, moments(&scale, left));
        for &value in left {
            merged.remove(scale.quantise(value));
        }
        prop_assert_eq!(merged, Moments::default());
    }

    #[test]
    fn squared_errors_agree_with_two_passes((values, _) in values_twice(), cut in 0..80_usize) {
        let scale = Scale::new(&values);
        let range = values.iter().fold(f64::MIN, |a, &b| a.max(b)) - values.iter().fold(f64::MAX, |a, &b| a.min(b));
        let (found, expected) = (moments(&scale, &values).sse(&scale), naive_sse(&values));
        prop_assert!((found - expected).abs() <= 1e-9 * expected, "{found} instead of {expected}");
        prop_assert!((variance(&values) - expected / values.len() as f64).abs() <= 1e-9 * expected);
        let part = &values[..cut.clamp(1, values.len())];
        let (found, expected) = (moments(&scale, part).sse(&scale), naive_sse(part));
        prop_assert!(found >= 0.0);
        // Each value is off by less than range · 2⁻⁴⁶, each squared error by twice that times the range.
        let resolution = part.len() as f64 * range * range * libm::ldexp(1.0, -45);
        prop_assert!((found - expected).abs() <= 1e-9 * expected + resolution, "{found} instead of {expected}");
        prop_assert!((moments(&scale, part).mean(&scale) - mean(part)).abs() <= range * libm::ldexp(1.0, -45));
    }

    #[test]
    fn whole_numbers_have_exact_moments(values in prop::collection::vec(-1000..1000_i64, 1..50)) {
        let floats: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        let scale = Scale::new(&floats);
        let (rows, sum) = (values.iter().map(|_| 1).sum::<i64>(), values.iter().sum::<i64>());
        let scaled = rows * values.iter().map(|value| value * value).sum::<i64>() - sum * sum;
        prop_assert_eq!(moments(&scale, &floats).sse(&scale), scaled as f64 / rows as f64);
        prop_assert!((moments(&scale, &floats).mean(&scale) - sum as f64 / rows as f64).abs() <= 1e-12);
    }

    #[test]
    fn what_a_cut_takes_off_the_error_agrees_with_two_passes((values, _) in values_twice(), cut in 0..80_usize) {
        let (left, right) = values.split_at(cut.min(values.len()));
        let inside: f64 = [left, right].iter().filter(|group| !group.is_empty()).map(|group| naive_sse(group)).sum();
        let expected = (naive_sse(&values) - inside) / values.len() as f64;
        let found = mse_reduction(&[left, right]);
        prop_assert!(found >= 0.0 && found <= variance(&values));
        prop_assert_eq!(found.to_bits(), mse_reduction(&[right, &[], left]).to_bits());
        prop_assert!((found - expected).abs() <= 1e-9 * variance(&values), "{found} instead of {expected}");
    }
}
