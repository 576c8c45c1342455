//! What is kept of a cut of several numbers.

use std::cmp::Ordering;

use crate::measure::Amount;

/// Up to so many sums are kept where they stand.
const FEW: usize = 6;

/// The weight and the sums to the left of a cut: the first in place, further ones in a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JointMark {
    pub(super) weight: u64,
    first: [i64; FEW],
    rest: Vec<i64>,
}

impl JointMark {
    pub(super) fn new(weight: u64, sums: &[i64]) -> Self {
        let (few, rest) = sums.split_at(sums.len().min(FEW));
        let mut first = [0; FEW];
        first[..few.len()].copy_from_slice(few);
        JointMark { weight, first, rest: rest.to_vec() }
    }

    pub(super) fn sums(&self) -> impl Iterator<Item = i64> {
        self.first.iter().chain(&self.rest).copied()
    }
}

/// One cut of a node against another, exactly, of so much weight and these sums in each target. All sums are of distances from the same numbers.
pub(super) fn compare_marks(one: &JointMark, two: &JointMark, (total, whole): (u64, &[i64])) -> Ordering {
    if one == two || are_swapped(one, two, (total, whole)) {
        return Ordering::Equal;
    }
    let square = |amount: Amount, sum: i64, weight: u64| amount.plus_fraction(i128::from(sum), i128::from(sum), weight);
    let exact = |mark: &JointMark| {
        mark.sums().zip(whole).fold(Amount::whole(0), |amount, (left, whole)| {
            square(square(amount, left, mark.weight), whole - left, total - mark.weight)
        })
    };
    exact(one).cmp(&exact(two))
}

/// Whether two cuts part the rows alike, but for which of them go left: so it is at most nodes of few rows.
fn are_swapped(one: &JointMark, two: &JointMark, (total, whole): (u64, &[i64])) -> bool {
    let mut sums = one.sums().zip(two.sums()).zip(whole);
    one.weight + two.weight == total && sums.all(|((one, two), whole)| one + two == *whole)
}
