//! Float addition is not associative: the same terms in another order give other last bits, and exact ties then fall to
//! noise. Sorting the terms first makes the order, and so the sum, a function of the terms alone.

/// The sum of the values, the same bits for every order of them.
///
/// Sorted, then added with the rounding errors carried along (Neumaier), so that a million terms lose no more digits
/// than two. Costs O(n log n) and one buffer.
pub(crate) fn order_free_sum(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_unstable_by(f64::total_cmp);
    let (mut sum, mut lost) = (0.0_f64, 0.0_f64);
    for value in values {
        let next = sum + value;
        lost += if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    // Beyond the largest float the carried error is inf − inf; the plain sum is the honest answer there.
    if lost.is_finite() { sum + lost } else { sum }
}
