//! What a criterion does for the quick ways.

use std::cmp::Ordering;

use crate::grow::item::Label;

/// The sums to both sides of a cut that moves to the right.
pub(crate) trait Run {
    type Label: Label;
    /// One counter of a histogram; a value has `stride` of them.
    type Bin: Copy + Default + Send + Sync;
    /// What is kept of the best cut so far.
    type Mark: Send;

    /// Counters for each value.
    fn stride(&self) -> usize;
    /// Counts a row in the counters of its value.
    fn count(&self, bins: &mut [Self::Bin], label: Self::Label);
    /// What a row by itself is.
    fn kind(label: Self::Label) -> Moved;
    /// All rows to the right of the cut.
    fn reset(&mut self);
    /// Moves all rows of a value to the left; says whether there were any, and of which class where of one only.
    fn shift_bins(&mut self, bins: &[Self::Bin]) -> Moved;
    /// The weight of the rows of a value.
    fn weight_of(&self, bins: &[Self::Bin]) -> u64;
    /// What rows `shift_bins` would move.
    fn look(&self, bins: &[Self::Bin]) -> Moved;
    /// Moves a row to the left.
    fn shift(&mut self, label: Self::Label);
    /// The weights to the left and to the right.
    fn weights(&self) -> (u64, u64);
    /// The larger, the better the cut.
    fn score(&self) -> f64;
    /// By how much two scores may differ though the cuts are equally good.
    fn doubt(&self, score: f64) -> f64;
    /// Whether a cut among the rows of these counters, which lie just right of where the run stands, could reach a score.
    fn could_reach(&mut self, bins: &[Self::Bin], score: f64) -> bool;
    /// What exact comparison needs of the cut.
    fn mark(&self) -> Self::Mark;
    /// Whether the score may be this high; cheaper than the score, and never too strict.
    fn reaches(&self, score: f64) -> bool;
    /// Two cuts of the same node, exactly.
    fn compare_marks(&self, one: &Self::Mark, two: &Self::Mark) -> Ordering;
}

/// The rows of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    None,
    /// All of this class: a cut between this and a neighbour of the same class cannot be best.
    Pure(u32),
    Mixed,
}

impl Place {
    /// The codes to both sides, where they are known.
    pub(crate) fn codes(self) -> Option<(u32, u32)> {
        match self {
            Place::Codes { low, high } | Place::Within { low, high, .. } => Some((low, high)),
            Place::Above(_) | Place::Parted => None,
        }
    }
}

/// The best cut of a column.
pub(crate) struct QuickCut<M> {
    pub(crate) score: f64,
    pub(crate) mark: M,
    pub(crate) place: Place,
}

/// Where a cut is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Between these neighbouring codes.
    Codes { low: u32, high: u32 },
    /// Between these neighbouring codes of one bucket.
    Within { bucket: u8, low: u32, high: u32 },
    /// Above this bucket of coarse codes.
    Above(u8),
    /// No place: a question says which codes are parted from which.
    Parted,
}

impl<M> QuickCut<M> {
    /// Whether it is better than another cut of the same node.
    pub(crate) fn beats<R: Run<Mark = M>>(&self, other: &Self, run: &R) -> bool {
        let doubt = run.doubt(self.score) + run.doubt(other.score);
        let ahead = self.score - other.score;
        ahead > doubt || (ahead >= -doubt && run.compare_marks(&self.mark, &other.mark) == Ordering::Greater)
    }

    /// Whether it is better than another cut of the same column, or as good and lower.
    pub(crate) fn comes_before<R: Run<Mark = M>>(&self, other: &Self, run: &R) -> bool {
        let lower =
            matches!((self.place, other.place), (Place::Within { bucket, .. }, Place::Above(last)) if bucket <= last);
        if lower { !other.beats(self, run) } else { self.beats(other, run) }
    }

    /// Offers the cut at which the run stands.
    #[inline]
    pub(crate) fn offer<R: Run<Mark = M>>(best: &mut Option<Self>, run: &R, place: impl FnOnce() -> Place) {
        if let Some(best) = best {
            // Twice the doubt: the cheap question is rounded too.
            let doubt = run.doubt(best.score);
            if !run.reaches(best.score - 2.0 * doubt) {
                return;
            }
            let ahead = run.score() - best.score;
            if ahead < -doubt || (ahead <= doubt && run.compare_marks(&run.mark(), &best.mark) != Ordering::Greater) {
                return;
            }
        }
        *best = Some(QuickCut { score: run.score(), mark: run.mark(), place: place() });
    }
}
