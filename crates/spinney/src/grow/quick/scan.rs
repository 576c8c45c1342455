//! What every search does at a cut, and what it answers.

use super::run::{Moved, Place, QuickCut, Run};

/// The counters of all 256 buckets of a column at a node.
pub(crate) struct Buckets<B> {
    pub(super) bins: Vec<B>,
}

/// What a search found.
pub(crate) enum Quick<M, B> {
    /// All rows have one value.
    Constant,
    /// No cut leaves enough on both sides.
    None,
    Cut(QuickCut<M>),
    /// The best cut between buckets; cuts within them are still to be looked at.
    Coarse(Option<QuickCut<M>>, Buckets<B>),
}

pub(super) fn between(low: u32, high: u32) -> Place {
    Place::Codes { low, high }
}

/// Looks at the cut between two neighbouring values, unless rows of one class lie to both sides: then a cut at the end of
/// their run is better.
#[inline]
pub(super) fn consider<R: Run>(
    run: &R,
    best: &mut Option<QuickCut<R::Mark>>,
    ((low, last), (high, here)): ((u32, Moved), (u32, Moved)),
    least: u64,
    place: impl FnOnce(u32, u32) -> Place,
) {
    let inside = matches!((last, here), (Moved::Pure(one), Moved::Pure(two)) if one == two);
    let (left, right) = run.weights();
    if (inside && least <= 1) || left < least || right < least {
        return;
    }
    QuickCut::offer(best, run, || place(low, high));
}
