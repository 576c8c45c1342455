//! The classes of rows in several targets: four counters to a word, a byte each.

use std::cmp::Ordering;

use super::class_pile::{SAFE, SHARED, count};
use super::classes::{Part, Sides};
use super::pile::{Four, Pile, Said, fours};
use crate::grow::item::Class;

/// The most that the squares of all targets' weights may come to.
pub(super) const MOST_SQUARES: u128 = 1 << 62;
/// With more counters there are too many words to be summed.
const MOST_COUNTERS: usize = 64;

/// The classes of rows in several targets. The first counter has all rows, and the others those of each class but the last of a target:
/// what is left are of that one.
pub(crate) struct JointClassPile<'r, P> {
    part: P,
    labels: Vec<&'r [Class]>,
    /// How many classes each target has.
    classes: Vec<usize>,
    ids: Vec<u32>,
    base: JointClassBase,
    /// For each row of the node a 1 in the byte of each counter that counts it, of the first four counters; then the same for the next four.
    planes: Vec<Vec<Four<u32>>>,
    rows: usize,
    /// Rows by class, of one target after the other: those of the node, and those to either side of the cut.
    whole: Vec<u32>,
    left: Vec<u32>,
    right: Vec<u32>,
    sides: Sides,
    /// Those of the cut that was kept.
    kept: (Vec<u32>, Vec<u32>, Sides),
}

/// What the rows of a field are.
#[derive(Debug, Clone, Default)]
pub(crate) struct JointClassBase {
    /// The words of each row.
    words: Vec<u32>,
    /// Its class in each target.
    classes: Vec<u32>,
}

impl<'r, P: Part> JointClassPile<'r, P> {
    pub(super) fn new(part: P, labels: Vec<&'r [Class]>, classes: Vec<usize>) -> Self {
        let none = vec![0; classes.iter().sum()];
        let planes = counters(classes.iter().copied()).div_ceil(SHARED);
        JointClassPile {
            part,
            labels,
            ids: (0..classes.iter().copied().max().unwrap_or(0) as u32).collect(),
            classes,
            base: JointClassBase::default(),
            planes: vec![Vec::new(); planes],
            rows: 0,
            whole: none.clone(),
            left: none.clone(),
            right: none.clone(),
            sides: Sides::default(),
            kept: (none.clone(), none, Sides::default()),
        }
    }

    fn many(&self) -> u32 {
        self.labels.len() as u32
    }

    #[inline]
    fn class_of(&self, row: u32, target: usize) -> u32 {
        self.base.classes[row as usize * self.labels.len() + target]
    }

    /// Lays out the words of a node's rows.
    #[inline]
    fn gather(&mut self, rows: &[u32]) {
        let (many, words) = (self.planes.len(), &self.base.words);
        let (fours, rest) = rows.as_chunks::<4>();
        for (place, plane) in self.planes.iter_mut().enumerate() {
            let of = |row: u32| words[row as usize * many + place];
            plane.clear();
            plane.extend(fours.iter().map(|four| four.map(of)));
            if !rest.is_empty() {
                plane.push(std::array::from_fn(|place| rest.get(place).map_or(0, |row| of(*row))));
            }
        }
    }
}

/// How many counters targets of so many classes need.
fn counters(classes: impl Iterator<Item = usize>) -> usize {
    1 + classes.map(|classes| classes.saturating_sub(1)).sum::<usize>()
}

/// Whether there is a pile for so many rows and several targets of so many classes; numbers have none.
pub(crate) fn joint_piles_serve(classes: impl Iterator<Item = usize>, rows: u64) -> bool {
    let mut targets = 0;
    let counters = counters(classes.inspect(|_| targets += 1));
    counters <= MOST_COUNTERS && u128::from(rows) * u128::from(rows) * targets < MOST_SQUARES
}

/// What counters come to by class; how many rows these are.
#[inline]
fn by_class([all, counters @ ..]: &[u32; MOST_COUNTERS], classes: &[usize], mut out: &mut [u32]) -> u32 {
    let mut counters = &counters[..];
    for classes in classes {
        let (own, more) = out.split_at_mut(*classes);
        let (few, others) = counters.split_at(classes - 1);
        (out, counters) = (more, others);
        own[..few.len()].copy_from_slice(few);
        own[few.len()] = all - few.iter().sum::<u32>();
    }
    *all
}

impl<P: Part> Pile for JointClassPile<'_, P> {
    type Label = Class;
    /// Rows are gathered at every node, and summed up as they are.
    type Sums = ();
    type Base = JointClassBase;

    fn lay_out(&mut self, rows: usize, labels: impl Iterator<Item = (u32, Class)>, _: &[u32]) -> bool {
        let (many, planes) = (self.labels.len(), self.planes.len());
        if planes * SHARED > MOST_COUNTERS || self.classes.contains(&0) {
            return false;
        }
        self.base = JointClassBase { words: vec![0; rows * planes], classes: vec![0; rows * many] };
        for (row, label) in labels {
            if label.weight != 1 {
                return false;
            }
            let words = &mut self.base.words[row as usize * planes..][..planes];
            let mut mark = |counter: usize| words[counter / SHARED] |= 1 << (counter % SHARED * 8);
            mark(0);
            let (own, mut first) = (&mut self.base.classes[row as usize * many..][..many], 1);
            for ((own, labels), classes) in own.iter_mut().zip(&self.labels).zip(&self.classes) {
                *own = labels[label.class as usize].class;
                if *own as usize + 1 < *classes {
                    mark(first + *own as usize);
                }
                first += classes - 1;
            }
        }
        true
    }

    fn turn_to(&mut self, rows: &[u32]) -> JointClassBase {
        let pick = |all: &[u32], many: usize| -> Vec<u32> {
            rows.iter().flat_map(|row| &all[*row as usize * many..][..many]).copied().collect()
        };
        let words = pick(&self.base.words, self.planes.len());
        let classes = pick(&self.base.classes, self.labels.len());
        std::mem::replace(&mut self.base, JointClassBase { words, classes })
    }

    fn turn_back(&mut self, base: JointClassBase) {
        self.base = base;
    }

    fn sums(&self, _: &[u32]) {}

    fn begin(&mut self, rows: &[u32], (): &()) -> bool {
        self.rows = rows.len();
        self.gather(rows);
        let mut counters = [0; MOST_COUNTERS];
        for (plane, counters) in self.planes.iter().zip(counters.chunks_mut(SHARED)) {
            plane.chunks(SAFE).for_each(|plane| count(plane.iter().copied(), self.rows, counters));
        }
        let all = by_class(&counters, &self.classes, &mut self.whole);
        self.whole.iter().any(|weight| *weight > 0 && *weight < all)
    }

    #[inline]
    fn divide<V: Copy, const FOURS: usize>(&mut self, values: &[Four<V>], is_left: impl Fn(V) -> bool) {
        let mut counters = [0; MOST_COUNTERS];
        // All bits or none: which side a row is on is anybody's guess.
        let own = |(four, values): (&Four<u32>, &Four<V>)| {
            let masks: Four<u32> = std::array::from_fn(|place| u32::from(is_left(values[place])).wrapping_neg());
            std::array::from_fn(|place| four[place] & masks[place])
        };
        for (plane, counters) in self.planes.iter().zip(counters.chunks_mut(SHARED)) {
            let (plane, values) = (fours::<_, FOURS>(plane), fours::<_, FOURS>(values));
            for (plane, values) in plane.chunks(SAFE).zip(values.chunks(SAFE)) {
                count(plane.iter().zip(values).map(own), self.rows, counters);
            }
        }
        let all = by_class(&counters, &self.classes, &mut self.left);
        let (mut left_sum, mut right_sum) = (0, 0);
        for ((left, right), whole) in self.left.iter().zip(&mut self.right).zip(&self.whole) {
            *right = whole - left;
            left_sum += self.part.of(u64::from(*left));
            right_sum += self.part.of(u64::from(*right));
        }
        let left = u64::from(all);
        self.sides = Sides { left, right: self.rows as u64 - left, left_sum, right_sum };
    }

    #[inline]
    fn left(&self) -> usize {
        self.sides.left as usize
    }

    #[inline]
    fn score(&self) -> f64 {
        self.part.joint_score(&self.sides, self.many())
    }

    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        self.part.doubt(score, self.whole.len() + 2 * self.labels.len())
    }

    #[inline]
    fn keep(&mut self) {
        self.kept.0.copy_from_slice(&self.left);
        self.kept.1.copy_from_slice(&self.right);
        self.kept.2 = self.sides;
    }

    fn compare(&self) -> Ordering {
        let (left, right, sides) = &self.kept;
        if self.left == *left {
            return Ordering::Equal;
        }
        let one = self.part.joint_mark(&self.sides, (&self.left, &self.right), self.many());
        self.part.compare(&one, &self.part.joint_mark(sides, (left, right), self.many()))
    }

    /// Both sides are pure in every target.
    #[inline]
    fn is_perfect(&self, _: f64) -> bool {
        let Sides { left, right, left_sum, right_sum } = self.sides;
        let most = |weight: u64| i64::from(self.many()) * self.part.of(weight);
        left_sum == most(left) && right_sum == most(right)
    }

    #[inline]
    fn part_sums(&self, (): &(), _: [&[u32]; 2]) -> [(); 2] {
        [(); 2]
    }

    #[inline]
    fn targets(&self) -> Option<usize> {
        Some(self.labels.len())
    }

    #[inline]
    fn said(&self, (): &(), target: usize) -> Said<'_> {
        let start = self.classes[..target].iter().sum::<usize>();
        let many = self.classes[target];
        Said::Classes(&self.whole[start..][..many], &self.ids[..many])
    }

    #[inline]
    fn said_by(&self, row: u32, target: usize) -> Said<'_> {
        Said::Class(self.class_of(row, target))
    }

    #[inline]
    fn said_by_two(&self, rows: [u32; 2], target: usize) -> Said<'_> {
        let [one, two] = rows.map(|row| self.class_of(row, target));
        if one == two { Said::Class(one) } else { Said::TwoClasses(one.min(two), one.max(two)) }
    }
}
