//! The best cut of an ordered column at a large node whose rows were summed up by code: those without a value may go to either side of
//! each cut, or be parted from all others.

use super::run::{Place, QuickCut};
use super::table::{Lean, Leaning, Tabled};

/// The values of an ordered column at a node, ascending.
#[derive(Default)]
pub(super) struct Steps {
    codes: Vec<u32>,
    /// What rows up to each value come to.
    lefts: Vec<Lean>,
    /// What rows without a value come to.
    absent: Lean,
    /// Whether these rather go to the right.
    missing_last: bool,
    close: Vec<(f64, Step)>,
}

/// The cut after a value, by its place; whether rows without one are to its left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    place: usize,
    pub(super) with: bool,
}

impl Steps {
    /// Rows without a value rather go to the right, where both sides are as good and they stand last.
    pub(super) fn new(missing_last: bool) -> Self {
        Steps { missing_last, ..Steps::default() }
    }

    /// Takes what the rows of each code come to, and those without a value.
    pub(super) fn take<L: Leaning>(&mut self, known: &[L], absent: Lean) {
        self.codes.clear();
        self.lefts.clear();
        self.absent = absent;
        let mut left = Lean::default();
        for (lean, code) in known.iter().zip(0..).filter(|(lean, _)| !lean.is_none()) {
            left.add(lean.lean());
            self.codes.push(code);
            self.lefts.push(left);
        }
    }

    pub(super) fn has_holes(&self) -> bool {
        self.absent.weight > 0
    }

    /// The codes to both sides of a cut.
    pub(super) fn codes(&self, step: Step) -> (u32, u32) {
        (self.codes[step.place], self.codes.get(step.place + 1).copied().unwrap_or(0))
    }

    /// Whether all values are to the left of a cut.
    pub(super) fn is_last(&self, step: Step) -> bool {
        step.place + 1 == self.codes.len()
    }

    /// What lies left of a cut.
    fn left(&self, step: Step) -> Lean {
        let mut left = self.lefts[step.place];
        if step.with {
            left.add(self.absent);
        }
        left
    }

    /// The best cut; of equal ones the lower, then that with rows without a value to its left, or to its right where these stand last. That all
    /// values are parted from none is the last of all. None where it is worth less than `floor`.
    pub(super) fn best<R: Tabled>(&mut self, run: &mut R, least: u64, floor: f64) -> Option<(Step, QuickCut<R::Mark>)> {
        let floor = self.find_close(run, least.max(1), floor);
        let mut kept: Option<(Step, QuickCut<R::Mark>)> = None;
        for (_, step) in self.close.iter().filter(|(score, _)| *score >= floor) {
            run.stand_at(self.left(*step));
            let cut = QuickCut { score: run.score(), mark: run.mark(), place: Place::Parted };
            if kept.as_ref().is_none_or(|(_, kept)| cut.beats(kept, run)) {
                kept = Some((*step, cut));
            }
        }
        kept
    }

    /// Finds the cuts that may be the best, as far as scores tell, and what they must be worth.
    fn find_close<R: Tabled>(&mut self, run: &R, least: u64, floor: f64) -> f64 {
        let (absent, close) = (self.absent, &mut self.close);
        close.clear();
        let all = absent.weight + self.lefts.last().map_or(0, |left| left.weight);
        let (mut most, mut floor) = (floor, floor);
        let mut see = |left: Lean, step: Step| {
            if left.weight < least || all - left.weight < least {
                return;
            }
            let score = run.score_at(left);
            if score >= floor {
                if score > most {
                    most = score;
                    floor = floor.max(score - 2.0 * run.doubt(score));
                }
                close.push((score, step));
            }
        };
        for (place, left) in self.lefts.iter().enumerate() {
            if self.missing_last {
                see(*left, Step { place, with: false });
            }
            if absent.weight > 0 {
                let mut with = *left;
                with.add(absent);
                see(with, Step { place, with: true });
            }
            if !self.missing_last {
                see(*left, Step { place, with: false });
            }
        }
        floor
    }
}
