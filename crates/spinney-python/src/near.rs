//! Columns that scikit-learn holds for constant.

use spinney::table::{Column, Number, Sparse, Values};

/// Numbers that differ by no more than this do not differ, as in scikit-learn.
const NEAR: f64 = 1e-7;

/// Whether numbers differ, but by no more than scikit-learn tells apart; and the least of them.
fn near(numbers: &[f64], zero: bool) -> Option<f64> {
    let (mut low, mut high) = if zero { (0.0, 0.0) } else { (f64::INFINITY, f64::NEG_INFINITY) };
    for number in numbers {
        (low, high) = (low.min(*number), high.max(*number)); // NaN is passed over
    }
    (high > low && high - low <= NEAR).then_some(low)
}

/// Numbers that differ by no more than scikit-learn tells apart are all the least of them: what is left is the noise of reckoning.
pub(crate) fn told_apart(mut number: Number) -> Number {
    if let Some(low) = near(&number.values, false) {
        number.values.to_mut().iter_mut().filter(|value| !value.is_nan()).for_each(|value| *value = low);
    }
    number
}

/// The same of a column of any kind. A sparse one of such numbers has nothing to say.
pub(crate) fn column_told_apart(column: Column) -> Column {
    let Column { name, values } = column;
    let values = match values {
        Values::Number(number) => Values::Number(told_apart(number)),
        Values::Sparse(sparse) if near(sparse.values(), sparse.rows().len() < sparse.len()).is_some() => {
            Sparse::new(Vec::new(), Vec::new(), sparse.len()).map_or(Values::Sparse(sparse), Values::Sparse)
        }
        other => other,
    };
    Column { name, values }
}
