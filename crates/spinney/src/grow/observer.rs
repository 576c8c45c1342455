//! Who watches the engine decide: nobody in fast runs, a recorder for `steps`.

use std::sync::Mutex;

use super::candidate::Candidate;
use super::criterion::{Measure, Sums};
use super::judge::Judge;

/// Sees every candidate of one node.
pub(crate) trait Observer: Sync {
    /// Whether anybody looks; where not, the engine may pass over what cannot win.
    const WATCHES: bool;
    /// A split: its branches, the rows that count and, of the node's rows, those with a value.
    fn candidate<M: Measure>(
        &self,
        candidate: &Candidate,
        sides: &[&M::Side],
        rows: (&M::Side, &M::Side),
        judge: &Judge<'_, M>,
    );
    /// The average gain that C4.5 asks columns to reach.
    fn average(&self, _gain: f64) {}
}

/// Nobody.
pub(crate) struct Nobody;

impl Observer for Nobody {
    const WATCHES: bool = false;
    #[inline]
    fn candidate<M: Measure>(&self, _: &Candidate, _: &[&M::Side], _: (&M::Side, &M::Side), _: &Judge<'_, M>) {}
}

/// What was seen of a set of rows.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) sums: Sums,
    pub(crate) impurity: f64,
}

/// What was seen of one candidate.
#[derive(Debug, Clone)]
pub(crate) struct Sight {
    pub(crate) candidate: Candidate,
    pub(crate) branches: Vec<Seen>,
    pub(crate) counted: Seen,
    /// The weight of the rows without a value, in units.
    pub(crate) lost: u64,
}

/// What was seen at one node.
#[derive(Debug, Default)]
pub(crate) struct View {
    pub(crate) sights: Vec<Sight>,
    pub(crate) average: Option<f64>,
}

/// Keeps all candidates of one node.
#[derive(Default)]
pub(crate) struct Watcher {
    seen: Mutex<View>,
}

impl Watcher {
    pub(crate) fn into_view(self) -> View {
        self.seen.into_inner().unwrap_or_default()
    }
}

impl Observer for Watcher {
    const WATCHES: bool = true;
    fn candidate<M: Measure>(
        &self,
        candidate: &Candidate,
        sides: &[&M::Side],
        (counted, known): (&M::Side, &M::Side),
        judge: &Judge<'_, M>,
    ) {
        let look = |side: &M::Side| Seen {
            sums: judge.measure.sums(side, &judge.room),
            impurity: judge.measure.impurity(side),
        };
        let branches = sides.iter().map(|side| look(side)).collect();
        if let Ok(mut seen) = self.seen.lock() {
            let lost = M::weight(judge.whole) - M::weight(known);
            seen.sights.push(Sight { candidate: candidate.clone(), branches, counted: look(counted), lost });
        }
    }
    fn average(&self, gain: f64) {
        if let Ok(mut seen) = self.seen.lock() {
            seen.average = Some(gain);
        }
    }
}
