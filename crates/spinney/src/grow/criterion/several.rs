//! Several targets at once: the rests of all of them together.
//!
//! ```text
//! label   the row's place and weight ─► its label in each target ─► a side for each
//! rest    Σ over targets, so that the largest gain is the largest mean gain
//! ```
//! Numbers are kept to one step for all targets, so that their squares add up as they do in the targets' own unit.

use super::measure::{Measure, Part, Room, Slope, Sums};
use crate::grow::item::{Class, Label};
use crate::grow::quick::{ClassRun, SquarePart};
use crate::measure::{Amount, Scale};

/// One criterion for every target.
pub(crate) struct Several<'a, M: Measure> {
    pub(crate) measure: &'a M,
    pub(crate) targets: Vec<Part<M::Label>>,
}

impl<M: Measure> Several<'_, M> {
    /// The label of a row in each target.
    fn of(&self, label: Class) -> impl Iterator<Item = M::Label> {
        self.targets.iter().map(move |target| target.labels[label.class as usize].with_weight(label.weight))
    }

    fn sum<T: std::iter::Sum>(side: &[M::Side], of: impl Fn(&M::Side) -> T) -> T {
        side.iter().map(of).sum()
    }
}

impl<M: Measure> Measure for Several<'_, M> {
    /// The class is the row's number in the table.
    type Label = Class;
    type Side = Vec<M::Side>;
    type Run<'r>
        = M::Joint<'r>
    where
        Self: 'r;
    type Tabled<'r>
        = ClassRun<SquarePart>
    where
        Self: 'r;
    type Joint<'r>
        = M::Joint<'r>
    where
        Self: 'r;

    fn run<'r>(&'r self, whole: &Vec<M::Side>) -> Option<M::Joint<'r>> {
        self.measure.joint(&self.targets, whole)
    }
    fn is_of_several(&self) -> bool {
        true
    }
    fn of_several<'r>(&'r self, whole: &Vec<M::Side>) -> Option<M::Joint<'r>> {
        self.run(whole)
    }
    fn tabled(&self, _: &Vec<M::Side>) -> Option<ClassRun<SquarePart>> {
        None
    }

    fn empty(&self, _: &Room<'_>) -> Vec<M::Side> {
        self.targets.iter().map(|target| self.measure.empty(&Room { ids: &target.ids })).collect()
    }
    fn add(&self, side: &mut Vec<M::Side>, label: Class) {
        side.iter_mut().zip(self.of(label)).for_each(|(side, label)| self.measure.add(side, label));
    }
    fn take(&self, side: &mut Vec<M::Side>, label: Class) {
        side.iter_mut().zip(self.of(label)).for_each(|(side, label)| self.measure.take(side, label));
    }
    fn weight(side: &Vec<M::Side>) -> u64 {
        side.first().map_or(0, M::weight)
    }
    fn rest(&self, side: &Vec<M::Side>) -> Amount {
        side.iter().fold(Amount::whole(0), |mut sum, side| {
            sum.add(&self.measure.rest(side));
            sum
        })
    }
    fn rough(&self, side: &Vec<M::Side>) -> f64 {
        Self::sum(side, |side| self.measure.rough(side))
    }
    fn is_pure(side: &Vec<M::Side>) -> bool {
        side.iter().all(M::is_pure)
    }
    fn allows(&self, side: &Vec<M::Side>) -> bool {
        side.iter().all(|side| self.measure.allows(side))
    }
    /// Rows that agree in all targets are as good as none: each stays as it is.
    fn compress(_: &mut Vec<Class>) {}
    fn scale(&self) -> f64 {
        self.measure.scale() * self.targets.len() as f64
    }
    /// No one order is best for all targets.
    fn slope(&self, _: &[Class], _: &Room<'_>) -> Option<Slope> {
        None
    }
    /// The order of the first target.
    fn guess(&self, part: &[Class], _: &Room<'_>) -> Option<Slope> {
        let labels: Vec<M::Label> = part.iter().filter_map(|label| self.of(*label).next()).collect();
        self.targets.first().and_then(|target| self.measure.guess(&labels, &Room { ids: &target.ids }))
    }
    fn number(&self, target: usize, label: Class, _: &Room<'_>) -> Option<i64> {
        let own = self.of(label).nth(target)?;
        self.measure.number(0, own, &Room { ids: &self.targets[target].ids })
    }
    fn classes_of(&self, target: usize, _: &Room<'_>) -> Option<usize> {
        self.targets.get(target).map(|target| target.ids.len())
    }
    fn class_in(&self, target: usize, label: Class) -> u32 {
        self.of(label).nth(target).map_or(0, Label::id)
    }
    fn labels(&self, _: usize) -> usize {
        self.targets.first().map_or(0, |target| target.labels.len())
    }
    fn scale_of(&self, target: usize) -> Option<&Scale> {
        self.targets.get(target).map(|target| &target.scale)
    }
    fn sums(&self, side: &Vec<M::Side>, _: &Room<'_>) -> Sums {
        let of = |(side, target): (&M::Side, &Part<M::Label>)| self.measure.sums(side, &Room { ids: &target.ids });
        Sums::Several(side.iter().zip(&self.targets).map(of).collect())
    }
    fn impurity(&self, side: &Vec<M::Side>) -> f64 {
        Self::sum(side, |side| self.measure.impurity(side)) / self.targets.len() as f64
    }
}
