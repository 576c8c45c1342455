//! What is kept of a cut of several numbers.

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
