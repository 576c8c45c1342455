//! The classes of rows: four to a word, a byte each.

use std::cmp::Ordering;

use super::classes::{Part, Sides};
use super::pile::{Four, Pile, Said, fours};
use crate::grow::item::Class;

/// Classes that share a word.
pub(super) const SHARED: usize = 4;
/// So many rows may be summed up before a byte could run over.
pub(super) const SAFE: usize = 255;
/// With more classes there are too many words to be summed.
pub(crate) const MOST_CLASSES: usize = 16;

/// For each four classes what a class adds to the word of a row.
const MARKS: [[u32; MOST_CLASSES]; MOST_CLASSES / SHARED] = {
    let mut marks = [[0; MOST_CLASSES]; MOST_CLASSES / SHARED];
    let mut class = 0;
    while class < MOST_CLASSES {
        marks[class / SHARED][class] = 1 << (class % SHARED * 8);
        class += 1;
    }
    marks
};

/// Weights by class.
type Counts = [u32; MOST_CLASSES];

/// The classes of rows.
pub(crate) struct ClassPile<P> {
    part: P,
    base: ClassBase,
    /// For each row of the node a 1 in the byte of its class, where that is one of the first four; then the same for the next four.
    planes: Vec<Vec<Four<u32>>>,
    /// How many rows the node has, and of each class.
    rows: usize,
    whole: Counts,
    /// Those to the left of the cut, and of the one that was kept.
    left: Counts,
    sides: Sides,
    kept: Counts,
    kept_sides: Sides,
}

/// The class of each row of a field, and the numbers that these classes have elsewhere.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClassBase {
    classes: Vec<u8>,
    ids: Vec<u32>,
}

impl ClassBase {
    /// Some of the rows; only classes that occur are numbered.
    fn of(&self, rows: &[u32]) -> Self {
        let mut classes: Vec<u8> = rows.iter().map(|row| self.classes[*row as usize]).collect();
        let present = classes.iter().fold(0_u32, |present, class| present | 1 << class);
        let mut names = [0_u8; MOST_CLASSES];
        let mut ids = Vec::new();
        for (class, id) in self.ids.iter().enumerate().filter(|(class, _)| present >> class & 1 == 1) {
            names[class] = ids.len() as u8;
            ids.push(*id);
        }
        if ids.len() < self.ids.len() {
            for class in &mut classes {
                *class = names[usize::from(*class) % MOST_CLASSES];
            }
        }
        ClassBase { classes, ids }
    }
}

impl<P: Part> ClassPile<P> {
    pub(super) fn new(part: P) -> Self {
        let none = [0; MOST_CLASSES];
        ClassPile {
            part,
            base: ClassBase::default(),
            planes: Vec::new(),
            rows: 0,
            whole: none,
            left: none,
            sides: Sides::default(),
            kept: none,
            kept_sides: Sides::default(),
        }
    }

    fn classes(&self) -> usize {
        self.base.ids.len()
    }

    /// Lays out the classes of a node's rows.
    #[inline]
    fn gather(&mut self, rows: &[u32]) {
        let classes = &self.base.classes;
        for (plane, marks) in self.planes.iter_mut().zip(&MARKS) {
            let of = |row: &u32| marks[usize::from(classes[*row as usize]) % MOST_CLASSES];
            plane.clear();
            let (fours, rest) = rows.as_chunks::<4>();
            plane.extend(fours.iter().map(|four| std::array::from_fn(|place| of(&four[place]))));
            if !rest.is_empty() {
                plane.push(std::array::from_fn(|place| rest.get(place).map_or(0, of)));
            }
        }
    }

    fn mark(&self, sides: &Sides, left: &Counts) -> P::Mark {
        let right: Counts = std::array::from_fn(|class| self.whole[class] - left[class]);
        self.part.mark(sides, &left[..self.classes()], &right[..self.classes()])
    }
}

/// Adds up what words that count classes come to, of at most so many rows that no byte runs over in any of the four.
#[inline]
pub(super) fn count(words: impl Iterator<Item = Four<u32>>, rows: usize, counts: &mut [u32]) {
    let sums: Four<u32> = words.fold([0; 4], |sums, four| std::array::from_fn(|place| sums[place] + four[place]));
    if rows <= SAFE {
        spread(sums.iter().sum(), counts);
    } else {
        for sum in sums {
            spread(sum, counts);
        }
    }
}

/// Adds the classes of a word that counts them.
#[inline]
fn spread(sum: u32, counts: &mut [u32]) {
    counts.iter_mut().zip(sum.to_le_bytes()).for_each(|(count, more)| *count += u32::from(more));
}

impl<P: Part> Pile for ClassPile<P> {
    type Label = Class;
    type Sums = Counts;
    type Base = (ClassBase, usize);

    fn lay_out(&mut self, rows: usize, labels: impl Iterator<Item = (u32, Class)>, ids: &[u32]) -> bool {
        if ids.len() > MOST_CLASSES {
            return false;
        }
        let mut classes = vec![0; rows];
        for (row, Class { class, weight }) in labels {
            if weight != 1 {
                return false;
            }
            classes[row as usize] = class as u8;
        }
        self.base = ClassBase { classes, ids: ids.to_vec() };
        self.planes = vec![Vec::new(); self.classes().div_ceil(SHARED)];
        true
    }

    fn turn_to(&mut self, rows: &[u32]) -> Self::Base {
        let near = self.base.of(rows);
        let planes = self.planes.len();
        self.planes.truncate(near.ids.len().div_ceil(SHARED));
        (std::mem::replace(&mut self.base, near), planes)
    }

    fn turn_back(&mut self, (base, planes): Self::Base) {
        self.base = base;
        self.planes.resize(planes, Vec::new());
    }

    fn sums(&self, rows: &[u32]) -> Counts {
        let mut counts = [0; MOST_CLASSES];
        for row in rows {
            counts[usize::from(self.base.classes[*row as usize]) % MOST_CLASSES] += 1;
        }
        counts
    }

    #[inline]
    fn begin(&mut self, rows: &[u32], sums: &Counts) -> bool {
        self.rows = rows.len();
        self.whole = *sums;
        let is_mixed = !self.whole[..self.base.ids.len()].contains(&(self.rows as u32));
        if is_mixed {
            self.gather(rows);
        }
        is_mixed
    }

    #[inline]
    fn divide<V: Copy, const FOURS: usize>(&mut self, values: &[Four<V>], is_left: impl Fn(V) -> bool) {
        self.left = [0; MOST_CLASSES];
        for (plane, counts) in self.planes.iter().zip(self.left.chunks_mut(SHARED)) {
            // All bits or none: which side a row is on is anybody's guess.
            let left = |value: V| u32::from(is_left(value)).wrapping_neg();
            let own = |(four, values): (&Four<u32>, &Four<V>)| {
                let masks: Four<u32> = std::array::from_fn(|place| left(values[place]));
                std::array::from_fn(|place| four[place] & masks[place])
            };
            let (plane, values) = (fours::<_, FOURS>(plane), fours::<_, FOURS>(values));
            for (plane, values) in plane.chunks(SAFE).zip(values.chunks(SAFE)) {
                count(plane.iter().zip(values).map(own), self.rows, counts);
            }
        }
        let mut sides = Sides::default();
        for (left, all) in self.left.iter().zip(&self.whole).take(self.base.ids.len()) {
            let (here, there) = (u64::from(*left), u64::from(all - left));
            sides.left += here;
            sides.left_sum += self.part.of(here);
            sides.right_sum += self.part.of(there);
        }
        sides.right = self.rows as u64 - sides.left;
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
        self.part.doubt(score, self.classes())
    }

    #[inline]
    fn keep(&mut self) {
        (self.kept, self.kept_sides) = (self.left, self.sides);
    }

    fn compare(&self) -> Ordering {
        if self.left == self.kept {
            return Ordering::Equal;
        }
        self.part.compare(&self.mark(&self.sides, &self.left), &self.mark(&self.kept_sides, &self.kept))
    }

    #[inline]
    fn is_perfect(&self, score: f64) -> bool {
        self.part.is_perfect(score, self.rows as u64)
    }

    #[inline]
    fn part_sums(&self, whole: &Counts, _: [&[u32]; 2]) -> [Counts; 2] {
        [self.kept, std::array::from_fn(|class| whole[class] - self.kept[class])]
    }

    fn said(&self, _: &Counts, _: usize) -> Said<'_> {
        let many = self.rows as u32;
        let only = self.whole[..self.classes()].iter().position(|count| *count == many);
        let all = || Said::Classes(&self.whole[..self.classes()], &self.base.ids);
        only.map_or_else(all, |class| Said::Class(self.base.ids[class]))
    }

    #[inline]
    fn said_by(&self, row: u32, _: usize) -> Said<'_> {
        Said::Class(self.base.ids[usize::from(self.base.classes[row as usize])])
    }

    #[inline]
    fn said_by_two(&self, rows: [u32; 2], _: usize) -> Said<'_> {
        let [one, two] = rows.map(|row| self.base.ids[usize::from(self.base.classes[row as usize])]);
        if one == two { Said::Class(one) } else { Said::TwoClasses(one.min(two), one.max(two)) }
    }
}
