//! From the sides of a split to its merit.

use super::candidate::{Candidate, Merit, Question, Route};
use super::criterion::{Measure, Room, Sums};
use super::item::{Item, Stored};
use super::settings::{Criterion, MissingPolicy};
use super::shape::{Fence, Shape};
use super::watch::Watch;
use crate::encode::Codes;
use crate::measure::{Amount, Moments, NLogN, Scale};
use crate::table::number::midpoint;

/// What a node's splits are judged by.
pub(crate) struct Judge<'a, M: Measure> {
    pub(crate) measure: &'a M,
    pub(crate) criterion: Criterion,
    pub(crate) policy: MissingPolicy,
    /// Whether rows without a value rather go to the right, where both sides are as good.
    pub(crate) missing_last: bool,
    /// The least weight of a branch, in units.
    pub(crate) least: u64,
    /// Values of less weight at the node are not told apart from each other, in units.
    pub(crate) least_value: u64,
    /// Logarithms for the entropy of the split itself.
    pub(crate) logs: &'a NLogN,
    pub(crate) scale: &'a Scale,
    /// What is asked of the tree's shape, with the node's place in it.
    pub(crate) shape: Option<(&'a Shape, &'a Fence)>,
    /// Whether leaves answer medians.
    pub(crate) median: bool,
    /// Who may want no more of this.
    pub(crate) watch: &'a dyn Watch,
    pub(crate) room: Room<'a>,
    /// The node's own sums.
    pub(crate) whole: &'a M::Side,
}

/// The rows of one column at a node: what a split of them starts from.
pub(crate) struct Ground<M: Measure> {
    /// All rows that count: those with a value, and where missing ones join branches, these too.
    pub(crate) base: Amount,
    pub(crate) rough: f64,
    pub(crate) known: M::Side,
    pub(crate) missing: M::Side,
}

/// One way of sharing the rows among branches.
pub(crate) struct Trial<'s, S> {
    pub(crate) sides: &'s [&'s S],
    pub(crate) question: Question,
    pub(crate) route: Route,
}

impl<M: Measure> Judge<'_, M> {
    /// The sums of a column's rows with and without a value.
    pub(crate) fn ground(&self, missing: &[M::Label]) -> Ground<M> {
        let mut known = self.whole.clone();
        let mut absent = self.measure.empty(&self.room);
        for label in missing {
            self.measure.take(&mut known, *label);
            self.measure.add(&mut absent, *label);
        }
        let counted = if self.joins() { self.whole } else { &known };
        let (base, rough) = (self.measure.rest(counted), self.measure.rough(counted));
        Ground { base, rough, known, missing: absent }
    }

    /// Whether missing values take part in the sums of the branches.
    pub(crate) fn joins(&self) -> bool {
        matches!(self.policy, MissingPolicy::Learned | MissingPolicy::Own)
    }

    /// How rows without a value go where the sides do not say: none are there, or they do not count.
    pub(crate) fn usual_route(&self) -> Route {
        match self.policy {
            MissingPolicy::Learned | MissingPolicy::Own => Route::Heaviest,
            MissingPolicy::Fractions => Route::Spread,
            MissingPolicy::Surrogates => Route::Surrogates,
        }
    }

    /// Whether every side may be a branch.
    pub(crate) fn allows(&self, column: usize, trial: &Trial<'_, M::Side>) -> bool {
        let enough = |side: &&M::Side| M::weight(side) >= self.least.max(1) && self.measure.allows(side);
        trial.sides.iter().all(enough)
            && self.shape.is_none_or(|(shape, fence)| {
                let answers = || [0, 1].map(|side| self.answer(trial.sides[side]));
                shape.allows((column, &trial.question), fence, answers)
            })
    }

    /// Whether cuts of a column are judged by what they gain alone, and not by what their branches answer.
    pub(crate) fn is_free(&self, column: u32) -> bool {
        self.shape.is_none_or(|(shape, _)| !shape.directs(column))
    }

    /// What a leaf of these rows answers, to the last bit: a number, or the probability of the second class.
    pub(crate) fn answer(&self, side: &M::Side) -> f64 {
        if let Some((low, high)) = self.measure.middle(side).filter(|_| self.median) {
            return midpoint(self.scale.value(low), self.scale.value(high));
        }
        match self.measure.sums(side, &self.room) {
            Sums::Number { weight, sum } => Moments { rows: weight, sum, squares: 0 }.mean(self.scale),
            Sums::Classes(counts) => {
                let second = counts.iter().filter(|(class, _)| *class == 1).map(|(_, weight)| *weight).sum::<u64>();
                second as f64 / M::weight(side) as f64
            }
            Sums::Several(_) => f64::NAN, // nobody asks: they have no direction
        }
    }

    /// A rough gain that is clearly below the best so far need not be looked at exactly.
    pub(crate) fn hopeless(&self, ground: &Ground<M>, sides: &[&M::Side], best: Option<&Candidate>) -> bool {
        let Some(Candidate { merit: Merit::Gain(best), .. }) = best else { return false };
        if self.criterion == Criterion::ConditionalEntropy {
            return false;
        }
        let rest: f64 = sides.iter().map(|side| self.measure.rough(side)).sum();
        let size = ground.rough.abs() + rest.abs();
        ground.rough - rest < best.value() - 1e-9 * size
    }

    /// The candidate that these sides make. The sides must be allowed.
    pub(crate) fn candidate(&self, column: usize, ground: &Ground<M>, trial: Trial<'_, M::Side>) -> Candidate {
        let mut rest = Amount::whole(0);
        for side in trial.sides {
            rest.add(&self.measure.rest(side));
        }
        let mut gain = ground.base.clone();
        gain.subtract(&rest);
        let merit = match self.criterion {
            Criterion::GainRatio => self.ratio(ground, trial.sides, &gain),
            Criterion::ConditionalEntropy => {
                let known: u64 = trial.sides.iter().map(|side| M::weight(side)).sum();
                Merit::Gain(Amount::whole(0).plus_fraction(-rest.whole_part(), 1, known.max(1)))
            }
            _ => Merit::Gain(gain.clone()),
        };
        Candidate { column, question: trial.question, route: trial.route, merit, gain }
    }

    /// The candidate of a cut of a column without missing values, of which it is known what it leaves.
    pub(crate) fn swept(&self, column: usize, ground: &Ground<M>, question: Question, rest: i128) -> Candidate {
        let mut gain = ground.base.clone();
        gain.subtract(&Amount::whole(rest));
        Candidate { column, question, route: self.usual_route(), merit: Merit::Gain(gain.clone()), gain }
    }

    /// The candidate of a cut that a quick way found in a column without missing values.
    pub(crate) fn cut<S: Stored<Label = M::Label>>(
        &self,
        items: &[Item<S>],
        (column, codes): (u32, &Codes),
        (low, high): (u32, u32),
    ) -> Candidate {
        let (mut left, mut right) = (self.measure.empty(&self.room), self.measure.empty(&self.room));
        for item in items {
            let side = if codes.at(item.row) <= low { &mut left } else { &mut right };
            self.measure.add(side, item.stored.label());
        }
        let trial =
            Trial { sides: &[&left, &right], question: Question::Between { low, high }, route: self.usual_route() };
        self.candidate(column as usize, &self.ground(&[]), trial)
    }

    /// Rows without a value are one more branch in the entropy of the split where they are spread (C4.5).
    fn ratio(&self, ground: &Ground<M>, sides: &[&M::Side], gain: &Amount) -> Merit {
        let apart = if self.joins() { 0 } else { M::weight(&ground.missing) };
        let weights = sides.iter().map(|side| M::weight(side)).chain([apart]);
        let total: u64 = weights.clone().sum();
        let info = self.logs.at(total) - weights.map(|weight| self.logs.at(weight)).sum::<i128>();
        Merit::Ratio { gain: gain.whole_part(), info }
    }
}
