//! n·log₂ n in fixed point: close to entropy everywhere, and exact where mathematics says that sums are equal.

mod proof;

use proptest::prelude::*;
use spinney::measure::*;
use std::sync::LazyLock;

static TABLE: LazyLock<NLogN> = LazyLock::new(|| NLogN::new(1 << 22));

/// `n·H(Y) − Σ n_b·H(Y in b)`, as the engine sums it.
fn gain(cells: &[Vec<u64>]) -> i128 {
    let of = |counts: &[u64]| TABLE.at(counts.iter().sum()) - counts.iter().map(|&n| TABLE.at(n)).sum::<i128>();
    let classes: Vec<u64> = (0..cells[0].len()).map(|class| cells.iter().map(|branch| branch[class]).sum()).collect();
    of(&classes) - cells.iter().map(|branch| of(branch)).sum::<i128>()
}

proptest! {
    #![proptest_config(proof::cases(256))]

    #[test]
    fn counts_and_weights_have_the_same_entropy(
        counts in prop::collection::vec(prop_oneof![0..20_u64, 0..1_000_000_u64], 1..1000),
    ) {
        let weights: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        let (found, expected) = (TABLE.entropy(&counts), entropy(&weights));
        prop_assert!((found - expected).abs() <= 1e-12, "{found} instead of {expected}");
        prop_assert_eq!(found.to_bits(), NLogN::new(7).entropy(&counts).to_bits());
    }

    #[test]
    fn counts_beyond_the_table_have_it_too(counts in prop::collection::vec(0..250_000_000_u64, 1..5)) {
        let weights: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        prop_assert!((TABLE.entropy(&counts) - entropy(&weights)).abs() <= 1e-12);
    }

    #[test]
    fn logarithms_of_products_are_sums(a in 1..2048_u64, b in 1..2048_u64) {
        prop_assert_eq!(TABLE.at(a * b), i128::from(b) * TABLE.at(a) + i128::from(a) * TABLE.at(b));
    }

    #[test]
    fn a_column_that_tells_nothing_gains_exactly_nothing(
        branches in prop::collection::vec(0..60_u64, 1..6),
        classes in prop::collection::vec(0..60_u64, 1..6),
    ) {
        let cells: Vec<Vec<u64>> = branches.iter().map(|b| classes.iter().map(|c| b * c).collect()).collect();
        prop_assert_eq!(gain(&cells), 0);
    }

    #[test]
    fn a_column_that_tells_something_gains_something(
        cells in prop::collection::vec(prop::collection::vec(0..300_u64, 3), 1..5),
    ) {
        // It tells something where the classes of two branches are not in proportion.
        let skew = |a: &[u64], b: &[u64]| [(0, 1), (0, 2), (1, 2)].iter().any(|&(i, j)| a[i] * b[j] != a[j] * b[i]);
        let tells = cells.iter().any(|a| cells.iter().any(|b| skew(a, b)));
        prop_assert_eq!(gain(&cells) > 0, tells);
    }
}

#[test]
fn ties_of_the_restaurant_are_equal_integers() {
    // Full patrons, 6 rows, 4 against 2: by hun, price, res, type and est, 2/3 bit is left, each in its own way.
    let ways: [Vec<Vec<u64>>; 3] = [
        vec![vec![2, 2], vec![2, 0]],
        vec![vec![2, 0], vec![2, 2], vec![0, 0]],
        vec![vec![1, 1], vec![1, 1], vec![2, 0]],
    ];
    let gains = ways.map(|cells| gain(&cells));
    assert!(gains.iter().all(|&gain| gain == gains[0]), "{gains:?}");
}
