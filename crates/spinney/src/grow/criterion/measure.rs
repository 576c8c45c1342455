//! What every criterion can do.

use crate::grow::item::Label;
use crate::grow::quick::{Joint, Run, Tabled, Thin};
use crate::measure::{Amount, Scale};

/// One of several targets.
pub(crate) struct Part<L> {
    /// The label of each row of the table, of whatever weight.
    pub(crate) labels: Vec<L>,
    /// Its classes; none where it is a number.
    pub(crate) ids: Vec<u32>,
    pub(crate) scale: Scale,
}

/// A criterion: sums over sets of rows, and what is left to be known in them.
pub(crate) trait Measure: Sync {
    type Label: Label;
    /// The sums of a set of rows.
    type Side: Clone + Send + Sync;

    /// No rows, of a node that has so many classes (or target values).
    fn empty(&self, room: &Room<'_>) -> Self::Side;
    /// Adds a row.
    fn add(&self, side: &mut Self::Side, label: Self::Label);
    /// Takes away a row that was added before.
    fn take(&self, side: &mut Self::Side, label: Self::Label);
    /// The weight of the rows, in units.
    fn weight(side: &Self::Side) -> u64;
    /// What is left to be known, exactly.
    fn rest(&self, side: &Self::Side) -> Amount;
    /// The same as a float, within a relative 10⁻¹² of the largest number that goes into it.
    fn rough(&self, side: &Self::Side) -> f64;
    /// Whether the rows are all of one kind.
    fn is_pure(side: &Self::Side) -> bool;
    /// Whether a branch may hold these rows.
    fn allows(&self, _side: &Self::Side) -> bool {
        true
    }
    /// Labels of one value of a column made fewer: those of one class become one.
    fn compress(labels: &mut Vec<Self::Label>);
    /// By how much a rest is larger than people write it: 2⁵⁶ for bits.
    fn scale(&self) -> f64;

    /// For sets of values: the order in which one cut must separate the best two sets, as a key that compares.
    /// `None` where there is no such order.
    fn slope(&self, part: &[Self::Label], room: &Room<'_>) -> Option<Slope>;
    /// An order of the values that is only likely to be good, where there are too many to try all sets.
    fn guess(&self, part: &[Self::Label], room: &Room<'_>) -> Option<Slope> {
        self.slope(part, room)
    }
    /// The number that a label stands for in one of the targets, in steps; `None` where labels are classes.
    fn number(&self, target: usize, label: Self::Label, room: &Room<'_>) -> Option<i64>;
    /// How many classes a target has, as labels number them; `None` beyond the last one.
    fn classes_of(&self, target: usize, room: &Room<'_>) -> Option<usize> {
        (target == 0).then_some(room.len())
    }
    /// The number of a label's class in a target.
    fn class_in(&self, _target: usize, label: Self::Label) -> u32 {
        label.id()
    }
    /// How many labels there are, of a target that has so many classes.
    fn labels(&self, classes: usize) -> usize {
        classes
    }
    /// The scale of one of several targets.
    fn scale_of(&self, _target: usize) -> Option<&Scale> {
        None
    }
    /// The running sums of the quick ways; a criterion without them is never asked for any.
    type Run<'r>: Run<Label = Self::Label> + Send
    where
        Self: 'r;
    /// Running sums that start with all rows of a node; `None` where the criterion or the weights do not allow the quick ways.
    fn run<'r>(&'r self, whole: &Self::Side) -> Option<Self::Run<'r>>;
    /// Those of the quick ways where columns are drawn, or sparse.
    type Tabled<'r>: Tabled<Label = Self::Label> + Thin + Send
    where
        Self: 'r;
    /// The same with these.
    fn tabled<'r>(&'r self, whole: &Self::Side) -> Option<Self::Tabled<'r>>;
    /// The running sums of several targets of this criterion.
    type Joint<'r>: Joint + Send
    where
        Self: 'r;
    /// The same for several targets, by what rows are in each of them, and a node's sums of each.
    fn joint<'r>(&'r self, _labels: &'r [Part<Self::Label>], _whole: &[Self::Side]) -> Option<Self::Joint<'r>> {
        None
    }
    /// Whether there are several targets; then these are the running sums of a node and of all that is below it.
    fn is_of_several(&self) -> bool {
        false
    }
    fn of_several<'r>(&'r self, _whole: &Self::Side) -> Option<Self::Joint<'r>> {
        None
    }
    /// The two numbers in the middle of a side, in steps, where its sums tell them; the same twice where one is.
    fn middle(&self, _side: &Self::Side) -> Option<(i64, i64)> {
        None
    }
    /// What all cuts of a column without missing values leave to be known, where the criterion has a quicker way to this than to add and
    /// take rows: labels in the order of the column, and where each of its values starts. `None` where it has not.
    fn swept(&self, _whole: &Self::Side, _parts: (&[u32], &[Self::Label])) -> Option<Vec<Swept>> {
        None
    }
    /// The sums of a side, for people.
    fn sums(&self, side: &Self::Side, room: &Room<'_>) -> Sums;
    /// How mixed a side is, for each row, as people write it.
    fn impurity(&self, side: &Self::Side) -> f64;
}

/// One cut of a column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Swept {
    /// The weight below it, in units.
    pub(crate) weight: u64,
    /// What is left to be known on both sides.
    pub(crate) rest: i128,
}

/// The sums of a set of rows, in units and steps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sums {
    /// Weight of each class that occurs.
    Classes(Vec<(u32, u64)>),
    /// Weight and sum of the numbers.
    Number { weight: u64, sum: i128 },
    /// Those of each of several targets.
    Several(Vec<Sums>),
}

/// The classes, or target values, that the labels of a node number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room<'a> {
    /// For each number the class, or the rank of the target value, that it stands for.
    pub(crate) ids: &'a [u32],
}

/// A fraction that orders the values of a column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slope {
    pub(crate) over: i128,
    pub(crate) under: u64,
}

impl Slope {
    pub(crate) fn compare(&self, other: &Slope) -> std::cmp::Ordering {
        crate::measure::compare_products(self.over, i128::from(other.under), other.over, i128::from(self.under))
    }
}

impl Room<'_> {
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }
}
