//! Classes in the order of nodes: four to a word, a byte each.

use std::cmp::Ordering;
use std::ops::Range;

use super::classes::{Part, Sides};
use super::pile::{Pile, Said, part};
use crate::grow::item::Class;

/// Classes that share a word.
const SHARED: usize = 4;
/// So many rows may be summed up before a byte could run over.
const SAFE: usize = 255;
/// With more classes there are too many words to be summed and moved.
const MOST_CLASSES: usize = 16;

/// The classes of rows.
pub(crate) struct ClassPile<P> {
    part: P,
    /// For each row a 1 in the byte of its class, where that is one of the first four; then the same for the next four.
    planes: Vec<Vec<u32>>,
    spare: Vec<u32>,
    /// The rows of the node, and how many there are of each class.
    rows: Range<usize>,
    whole: Vec<u32>,
    /// Those to the left of the cut, and of the one that was kept.
    left: Vec<u32>,
    sides: Sides,
    kept: Vec<u32>,
    kept_sides: Sides,
}

impl<P: Part> ClassPile<P> {
    pub(super) fn new(part: P) -> Self {
        ClassPile {
            part,
            planes: Vec::new(),
            spare: Vec::new(),
            rows: 0..0,
            whole: Vec::new(),
            left: Vec::new(),
            sides: Sides::default(),
            kept: Vec::new(),
            kept_sides: Sides::default(),
        }
    }

    /// The class of a row.
    fn class(&self, row: usize) -> u32 {
        let place = self.planes.iter().position(|plane| plane[row] != 0).unwrap_or(0);
        (SHARED * place) as u32 + self.planes[place][row].trailing_zeros() / 8
    }

    fn mark(&self, sides: &Sides, left: &[u32]) -> P::Mark {
        let mut right = [0; MOST_CLASSES];
        right.iter_mut().zip(&self.whole).zip(left).for_each(|((right, all), left)| *right = all - left);
        self.part.mark(sides, left, &right[..self.whole.len()])
    }
}

/// Adds the classes of a word that counts them.
#[inline]
fn spread(sum: u32, counts: &mut [u32]) {
    counts.iter_mut().zip(sum.to_le_bytes()).for_each(|(count, more)| *count += u32::from(more));
}

impl<P: Part> Pile for ClassPile<P> {
    type Label = Class;
    type Sums = ();

    fn lay_out(&mut self, labels: impl Iterator<Item = Class>, classes: usize) -> bool {
        if classes > MOST_CLASSES {
            return false;
        }
        self.planes = vec![Vec::new(); classes.div_ceil(SHARED)];
        for Class { class, weight } in labels {
            if weight != 1 {
                return false;
            }
            for (plane, first) in self.planes.iter_mut().zip((0..).step_by(SHARED)) {
                let place = class.wrapping_sub(first);
                plane.push(if place < SHARED as u32 { 1 << (8 * place) } else { 0 });
            }
        }
        self.spare = self.planes.first().cloned().unwrap_or_default();
        [&mut self.whole, &mut self.left, &mut self.kept].into_iter().for_each(|counts| counts.resize(classes, 0));
        true
    }

    fn sums(&self, _: Range<usize>) {}

    #[inline]
    fn begin(&mut self, rows: Range<usize>, (): &()) -> bool {
        self.whole.fill(0);
        for (plane, counts) in self.planes.iter().zip(self.whole.chunks_mut(SHARED)) {
            for some in plane[rows.clone()].chunks(SAFE) {
                spread(some.iter().sum(), counts);
            }
        }
        let many = rows.len() as u32;
        self.rows = rows;
        !self.whole.contains(&many)
    }

    #[inline]
    fn divide<V: Copy>(&mut self, values: &[V], is_left: impl Fn(V) -> bool) {
        self.left.fill(0);
        for (plane, counts) in self.planes.iter().zip(self.left.chunks_mut(SHARED)) {
            for (some, values) in plane[self.rows.clone()].chunks(SAFE).zip(values.chunks(SAFE)) {
                let of = |(class, value): (&u32, &V)| if is_left(*value) { *class } else { 0 };
                spread(some.iter().zip(values).map(of).sum(), counts);
            }
        }
        let mut sides = Sides::default();
        for (left, all) in self.left.iter().zip(&self.whole) {
            let (here, there) = (u64::from(*left), u64::from(all - left));
            sides.left += here;
            sides.left_sum += self.part.of(here);
            sides.right_sum += self.part.of(there);
        }
        sides.right = self.rows.len() as u64 - sides.left;
        self.sides = sides;
    }

    #[inline]
    fn left(&self) -> usize {
        self.sides.left as usize
    }

    #[inline]
    fn score(&self) -> f64 {
        self.part.score(&self.sides)
    }

    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        self.part.doubt(score, self.whole.len())
    }

    #[inline]
    fn keep(&mut self) {
        std::mem::swap(&mut self.left, &mut self.kept);
        self.kept_sides = self.sides;
    }

    fn compare(&self) -> Ordering {
        if self.left == self.kept {
            return Ordering::Equal;
        }
        self.part.compare(&self.mark(&self.sides, &self.left), &self.mark(&self.kept_sides, &self.kept))
    }

    #[inline]
    fn is_perfect(&self, score: f64) -> bool {
        self.part.is_perfect(score, self.rows.len() as u64)
    }

    #[inline]
    fn part(&mut self, right: &[bool]) {
        for plane in &mut self.planes {
            part(&mut plane[self.rows.clone()], &mut self.spare, right);
        }
    }

    #[inline]
    fn turn(&mut self, first: usize) {
        self.planes.iter_mut().for_each(|plane| plane.swap(first, first + 1));
    }

    fn part_sums(&self, (): &(), _: usize) -> [(); 2] {
        [(); 2]
    }

    fn said(&self, (): &()) -> Said<'_> {
        let many = self.rows.len() as u32;
        let only = self.whole.iter().position(|count| *count == many);
        only.map_or(Said::Classes(&self.whole), |class| Said::Class(class as u32))
    }

    #[inline]
    fn said_by(&self, row: usize) -> Said<'_> {
        Said::Class(self.class(row))
    }
}
