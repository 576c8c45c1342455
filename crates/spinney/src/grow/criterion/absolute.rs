//! Absolute errors around the median. Sums alone do not give a median, so a side keeps a tree of sums over the ranks of the
//! target's values (Fenwick's): a row comes or goes, and the median is found, in log₂ n steps. The cuts of a column in order need none of it
//! (see `dwindling`).

use super::dwindling::Dwindling;
use super::measure::{Measure, Room, Slope, Sums, Swept};
use crate::grow::item::Class;
use crate::grow::quick::{ClassRun, JointClasses, SquarePart};
use crate::measure::Amount;

/// Up to so many units for each row the median is followed from row to row.
const MOST_UNITS: u64 = 8;

/// The sum of absolute errors around the median.
pub(crate) struct Absolute<'a> {
    /// The target's distinct values in steps, ascending; labels hold ranks into the node's list of these.
    pub(crate) values: &'a [i64],
    pub(crate) step: f64,
}

/// Weights and sums of the values of each rank, as partial sums.
#[derive(Debug, Clone)]
pub(crate) struct AbsoluteSide {
    /// The values by rank.
    values: Vec<i64>,
    weights: Vec<u64>,
    sums: Vec<i128>,
    weight: u64,
    sum: i128,
    present: u32,
    counts: Vec<u64>,
}

impl AbsoluteSide {
    fn change(&mut self, rank: u32, weight: u64, add: bool) {
        let part = i128::from(self.values[rank as usize]) * i128::from(weight);
        let count = &mut self.counts[rank as usize];
        let before = *count;
        *count = if add { before + weight } else { before - weight };
        self.present = self.present + u32::from(before == 0 && *count > 0) - u32::from(before > 0 && *count == 0);
        (self.weight, self.sum) =
            if add { (self.weight + weight, self.sum + part) } else { (self.weight - weight, self.sum - part) };
        let mut place = rank as usize + 1;
        while place <= self.weights.len() {
            if add {
                self.weights[place - 1] += weight;
                self.sums[place - 1] += part;
            } else {
                self.weights[place - 1] -= weight;
                self.sums[place - 1] -= part;
            }
            place += place & place.wrapping_neg();
        }
    }

    /// The first rank up to which the values weigh so much, and what those below it weigh and add up to.
    fn reaching(&self, weight: u64) -> (usize, u64, i128) {
        let (mut place, mut below, mut below_sum) = (0_usize, 0_u64, 0_i128);
        let mut step = self.weights.len().next_power_of_two();
        while step > 0 {
            let next = place + step;
            if next <= self.weights.len() && below + self.weights[next - 1] < weight {
                place = next;
                below += self.weights[next - 1];
                below_sum += self.sums[next - 1];
            }
            step /= 2;
        }
        (place, below, below_sum)
    }

    /// Σ |value − median|: the same for every median, where there are two.
    fn error(&self) -> i128 {
        if self.weight == 0 {
            return 0;
        }
        let (place, below, below_sum) = self.reaching(self.weight.div_ceil(2));
        let median = i128::from(self.values[place]);
        let (above, above_sum) = (self.weight - below, self.sum - below_sum);
        median * i128::from(below) - below_sum + above_sum - median * i128::from(above)
    }
}

impl Measure for Absolute<'_> {
    type Label = Class;
    type Side = AbsoluteSide;
    type Run<'r>
        = ClassRun<SquarePart>
    where
        Self: 'r;
    type Tabled<'r>
        = ClassRun<SquarePart>
    where
        Self: 'r;
    type Joint<'r>
        = JointClasses<'r, SquarePart>
    where
        Self: 'r;

    fn run(&self, _: &AbsoluteSide) -> Option<ClassRun<SquarePart>> {
        None
    }
    fn tabled(&self, _: &AbsoluteSide) -> Option<ClassRun<SquarePart>> {
        None
    }

    fn empty(&self, room: &Room<'_>) -> AbsoluteSide {
        let ranks = room.len();
        AbsoluteSide {
            values: room.ids.iter().map(|id| self.values[*id as usize]).collect(),
            weights: vec![0; ranks],
            sums: vec![0; ranks],
            weight: 0,
            sum: 0,
            present: 0,
            counts: vec![0; ranks],
        }
    }
    fn add(&self, side: &mut AbsoluteSide, label: Class) {
        side.change(label.class, label.weight, true);
    }
    fn take(&self, side: &mut AbsoluteSide, label: Class) {
        side.change(label.class, label.weight, false);
    }
    fn weight(side: &AbsoluteSide) -> u64 {
        side.weight
    }
    fn rest(&self, side: &AbsoluteSide) -> Amount {
        Amount::whole(side.error())
    }
    fn rough(&self, side: &AbsoluteSide) -> f64 {
        side.error() as f64
    }
    fn is_pure(side: &AbsoluteSide) -> bool {
        side.present <= 1
    }
    fn compress(labels: &mut Vec<Class>) {
        labels.sort_unstable_by_key(|label| label.class);
        labels.dedup_by(|next, kept| {
            let same = next.class == kept.class;
            if same {
                kept.weight += next.weight;
            }
            same
        });
    }
    fn scale(&self) -> f64 {
        1.0 / self.step
    }
    /// Two sets that are best for medians need not be neighbours in any order.
    fn slope(&self, _: &[Class], _: &Room<'_>) -> Option<Slope> {
        None
    }
    fn guess(&self, part: &[Class], room: &Room<'_>) -> Option<Slope> {
        let value = |label: &Class| i128::from(self.values[room.ids[label.class as usize] as usize]);
        let over = part.iter().map(|label| value(label) * i128::from(label.weight)).sum();
        Some(Slope { over, under: part.iter().map(|label| label.weight).sum() })
    }
    fn number(&self, _: usize, label: Class, room: &Room<'_>) -> Option<i64> {
        Some(self.values[room.ids[label.class as usize] as usize])
    }
    fn middle(&self, side: &AbsoluteSide) -> Option<(i64, i64)> {
        let at = |weight: u64| side.values[side.reaching(weight).0];
        (side.weight > 0).then(|| (at(side.weight.div_ceil(2)), at(side.weight / 2 + 1)))
    }
    fn swept(&self, whole: &AbsoluteSide, (starts, labels): (&[u32], &[Class])) -> Option<Vec<Swept>> {
        // A heavy row that goes moves the median past many light ones: where rows weigh more than a few units, a tree of sums is surer.
        if whole.weight > MOST_UNITS * labels.len() as u64 || starts.len() < 3 {
            return None;
        }
        let part = |group: usize| &labels[starts[group] as usize..starts[group + 1] as usize];
        let last = starts.len() - 2;
        let mut cuts = Vec::with_capacity(last);
        let (mut above, mut weight) = (Dwindling::new(&whole.values, &whole.counts), 0);
        for group in 0..last {
            for label in part(group) {
                above.take(label.class as usize, label.weight);
                weight += label.weight;
            }
            cuts.push(Swept { weight, rest: above.error() });
        }
        let mut below = Dwindling::new(&whole.values, &whole.counts);
        for group in (1..=last).rev() {
            for label in part(group) {
                below.take(label.class as usize, label.weight);
            }
            cuts[group - 1].rest += below.error();
        }
        Some(cuts)
    }
    fn sums(&self, side: &AbsoluteSide, _: &Room<'_>) -> Sums {
        Sums::Number { weight: side.weight, sum: side.sum }
    }
    fn impurity(&self, side: &AbsoluteSide) -> f64 {
        if side.weight == 0 { 0.0 } else { side.error() as f64 * self.step / side.weight as f64 }
    }
}
