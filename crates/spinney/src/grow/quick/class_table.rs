//! Weights by class and bucket: those of a class side by side, so that all buckets are summed in step.

use super::class_counts::{ClassTable, SHARED};
use super::class_pile::ClassPile;
use super::classes::{ClassRun, MOST_CORNERS, Part, Sides};
use super::flock::{Flock, MOST};
use super::in_step::Places;
use super::leaning::{Leaning, ShortLean, add_by_value};
use super::sketch::class_bar;
use super::table::{BUCKETS, Edges, Ended, Lean, Tabled};
use crate::grow::item::{Class, Item, Stored};

/// Adds rows to the weights of their classes. A sum that is written and read again at once is slow: those of few classes are kept
/// side by side in one word, 16 bits each, as long as they fit.
#[inline]
fn add_up(weights: &mut [u32], labels: impl Iterator<Item = Class>) {
    if weights.len() > 4 {
        labels.for_each(|Class { class, weight }| weights[class as usize] += weight as u32);
        return;
    }
    if let [first, second] = weights {
        let (mut all, mut of_second) = (0, 0);
        for Class { class, weight } in labels {
            all += weight;
            of_second += if class == 1 { weight } else { 0 };
        }
        *first += (all - of_second) as u32;
        *second += of_second as u32;
        return;
    }
    let (mut sums, mut most) = (0_u64, 0_u64);
    for Class { class, weight } in labels {
        most += weight;
        if most > 0xFFFF {
            take(weights, sums);
            (sums, most) = (0, 0);
            weights[class as usize] += weight as u32;
        } else {
            sums += weight << (16 * class);
        }
    }
    take(weights, sums);
}

fn take(weights: &mut [u32], sums: u64) {
    for (class, weight) in weights.iter_mut().enumerate() {
        *weight += (sums >> (16 * class)) as u32 & 0xFFFF;
    }
}

/// The weight before a bucket.
fn before(counts: &[u32], bucket: usize) -> u32 {
    if bucket == 0 { 0 } else { counts[bucket - 1] }
}

impl<P: Part> ClassRun<P> {
    /// What is not to the left is to the right.
    #[inline]
    fn part_whole(&mut self) {
        self.sides = Sides::default();
        for ((left, right), all) in self.left.iter().zip(&mut self.right).zip(&self.whole) {
            *right = all - left;
            let (here, there) = (u64::from(*left), u64::from(*right));
            self.sides.left += here;
            self.sides.right += there;
            self.sides.left_sum += self.part.of(here);
            self.sides.right_sum += self.part.of(there);
        }
    }

    /// The sweep where two classes occur. Sums are kept where the machine has them at hand: written to the run after every row, they
    /// took twice as long.
    #[inline]
    fn sweep_two(&self, (first, second): (usize, usize), slots: impl Iterator<Item = u8>, scores: &mut [f64]) -> f64 {
        let (one, two) = (u64::from(self.whole[first]), u64::from(self.whole[second]));
        let (mut here, mut there, mut most) = (0, 0, f64::NEG_INFINITY);
        for (slot, score) in slots.zip(scores) {
            let (class, weight) = self.slots[usize::from(slot)];
            let more = if class as usize == second { u64::from(weight) } else { 0 };
            (here, there) = (here + u64::from(weight) - more, there + more);
            *score = self.part.score_of_two((here, there), (one - here, two - there));
            most = if *score > most { *score } else { most };
        }
        most
    }

    /// The sweep where more of them do.
    #[inline]
    fn sweep_all(&mut self, slots: impl Iterator<Item = u8>, scores: &mut [f64]) -> f64 {
        let labels = slots.map(|slot| self.slots[usize::from(slot)]);
        self.part.sweep(labels, (&self.whole, &mut self.left), scores)
    }

    /// The second of two classes.
    fn second(&self) -> u32 {
        self.pair.map_or(u32::MAX, |(_, second)| second as u32)
    }

    /// Whether a corner reaches a score: from these sides, some or all of what can be moved goes left.
    #[inline]
    fn corner_within(&self, mut sides: Sides, moves: &[Sides], score: f64) -> bool {
        let mut left = 0_u32;
        for step in 1_u32..1 << moves.len() {
            let place = step.trailing_zeros() as usize;
            left ^= 1 << place;
            sides.shift(&moves[place % moves.len()], left >> place & 1 == 1);
            let reaches =
                if sides.right == 0 { self.part.score(&sides) >= score } else { self.part.reaches(&sides, score) };
            if reaches {
                return true;
            }
        }
        false
    }

    /// Begins with the weights of all classes; whether there is more than one.
    #[inline]
    fn begin(&mut self) -> bool {
        let (mut right, mut right_sum) = (0, 0);
        let (mut present, mut first, mut second) = (0, 0, 0);
        for (class, weight) in self.whole.iter().enumerate() {
            let weight = u64::from(*weight);
            right += weight;
            right_sum += self.part.of(weight);
            if weight > 0 {
                present += 1;
                (first, second) = if present == 1 { (class, 0) } else { (first, class) };
            }
        }
        self.start = Sides { left: 0, right, left_sum: 0, right_sum };
        self.pair = (present == 2).then_some((first, second));
        present > 1
    }
}

impl<P: Part> ClassRun<P> {
    /// All rows of a node whose classes weigh so much, none to the left of the cut.
    pub(super) fn restart_by(&mut self, weights: &[u32]) {
        self.whole.clear();
        self.whole.extend_from_slice(weights);
        self.left.clear();
        self.left.resize(weights.len(), 0);
        self.right.clone_from(&self.whole);
        self.begin();
        self.sides = self.start;
    }
}

impl<P: Part> Tabled for ClassRun<P> {
    type Table = ClassTable;
    type Pile = ClassPile<P>;
    type Leaning = ShortLean;

    /// Few classes are counted in one word.
    fn few(classes: usize) -> usize {
        if classes <= SHARED { 64 } else { 128 }
    }

    fn pile(&self) -> ClassPile<P> {
        ClassPile::new(self.part)
    }

    fn restart(&mut self, labels: impl Iterator<Item = Class>, classes: usize) -> bool {
        self.whole.clear();
        self.whole.resize(classes, 0);
        add_up(&mut self.whole, labels);
        self.left.clear();
        self.left.resize(classes, 0);
        self.right.clone_from(&self.whole);
        let is_mixed = self.begin();
        self.sides = self.start;
        is_mixed
    }

    fn ended(&self, _: impl Iterator<Item = Class>) -> Ended<'_> {
        Ended::Classes(&self.whole)
    }

    fn gather(&mut self, labels: impl Iterator<Item = Class> + Clone, classes: usize) {
        self.whole.clear();
        self.whole.resize(classes, 0);
        self.left.clear();
        self.left.resize(classes, 0);
        self.right.resize(classes, 0);
        for ((slot, lean), Class { class, weight }) in self.slots.iter_mut().zip(&mut *self.leans).zip(labels) {
            (*slot, *lean) = ((class, weight as u32), ShortLean::new(weight, class == 1));
        }
    }

    #[inline]
    fn restart_at(&mut self, slots: &[u8]) -> bool {
        self.sketch.forget();
        if let [first, second] = &mut self.whole[..] {
            let mut all = ShortLean::default();
            for slot in slots {
                all.add(self.leans[usize::from(*slot)]);
            }
            let Lean { weight, over } = all.lean();
            (*first, *second) = ((weight - over.cast_unsigned()) as u32, over as u32);
            return self.begin();
        }
        self.whole.fill(0);
        for slot in slots {
            let (class, weight) = self.slots[usize::from(*slot)];
            self.whole[class as usize] += weight;
        }
        self.begin()
    }

    #[inline]
    fn sweep(&mut self, slots: impl Iterator<Item = u8>, scores: &mut [f64]) -> f64 {
        match self.pair {
            Some(pair) => self.sweep_two(pair, slots, scores),
            None => self.sweep_all(slots, scores),
        }
    }

    fn sketch(&mut self, slots: &[u8], scores: &mut [f32; MOST]) -> Option<f32> {
        if self.part.is_of_squares() { self.sketch.sketch(slots, (&self.slots, &self.whole), scores) } else { None }
    }

    fn bar(&self, most: f32, floor: f64) -> f32 {
        class_bar(most, floor)
    }

    fn weight_at(&self, slot: u8) -> u64 {
        u64::from(self.slots[usize::from(slot)].1)
    }

    fn ended_at(&self) -> Ended<'_> {
        Ended::Classes(&self.whole)
    }

    #[inline]
    fn divide(&mut self, slots: impl Iterator<Item = (u8, bool)>) {
        self.left.fill(0);
        let all = &self.slots;
        let label = |(slot, left): (u8, bool)| {
            let (class, weight) = all[usize::from(slot)];
            Class { class, weight: if left { u64::from(weight) } else { 0 } }
        };
        add_up(&mut self.left, slots.map(label));
        self.part_whole();
    }

    #[inline]
    fn is_perfect(&self, score: f64) -> bool {
        self.part.is_perfect(score, self.start.right)
    }

    fn leans(&self) -> bool {
        self.pair.is_some()
    }

    #[inline]
    fn leaning(&self) -> impl Fn(Class) -> ShortLean + Copy {
        let second = self.second();
        move |Class { class, weight }| ShortLean::new(weight, class == second)
    }

    #[inline]
    fn lean_by_value(&mut self, rows: impl Iterator<Item = (u8, u8)>, values: &mut [u8; MOST]) -> usize {
        if self.whole.len() == 2 {
            let leans = &self.leans;
            let rows = rows.map(|(slot, value)| (value, leans[usize::from(slot)]));
            return add_by_value(&mut self.by_value, rows, values);
        }
        let (slots, second) = (&self.slots, self.second());
        let rows = rows.map(|(slot, value)| {
            let (class, weight) = slots[usize::from(slot)];
            (value, ShortLean::new(u64::from(weight), class == second))
        });
        add_by_value(&mut self.by_value, rows, values)
    }

    #[inline]
    fn take_lean(&mut self, value: u8) -> Lean {
        std::mem::take(&mut self.by_value[usize::from(value)]).lean()
    }

    #[inline]
    fn score_at(&self, left: Lean) -> f64 {
        let Some((first, second)) = self.pair else { return f64::NEG_INFINITY };
        let two = left.over.cast_unsigned();
        let one = left.weight - two;
        let (all_one, all_two) = (u64::from(self.whole[first]), u64::from(self.whole[second]));
        self.part.score_of_two((one, two), (all_one - one, all_two - two))
    }

    fn stand_at(&mut self, left: Lean) {
        let Some((first, second)) = self.pair else { return };
        let over = left.over.cast_unsigned();
        let (one, two) = (left.weight - over, over);
        let (other_one, other_two) = (u64::from(self.whole[first]) - one, u64::from(self.whole[second]) - two);
        (self.left[first], self.left[second]) = (one as u32, two as u32);
        (self.right[first], self.right[second]) = (other_one as u32, other_two as u32);
        self.sides = Sides {
            left: left.weight,
            right: other_one + other_two,
            left_sum: self.part.of(one) + self.part.of(two),
            right_sum: self.part.of(other_one) + self.part.of(other_two),
        };
    }

    fn lay_out(&mut self, labels: impl Iterator<Item = Class> + Clone) {
        self.laid.lay_out(self.whole.len(), labels);
    }

    fn lay_out_at(&mut self, slots: &[u8]) {
        let labels = slots.iter().map(|slot| self.slots[usize::from(*slot)]);
        let classes = self.whole.len();
        self.laid.lay_out(classes, labels.map(|(class, weight)| Class { class, weight: u64::from(weight) }));
    }

    #[inline]
    fn stand_below(&mut self, numbers: &[f64], cut: f64) {
        self.laid.sum_below(numbers, cut, &mut self.left);
        self.part_whole();
    }

    fn clear(&self, table: &mut ClassTable, columns: usize, _: usize) {
        table.counts.resize(columns * self.whole.len() * BUCKETS, 0);
    }

    fn tabulate<S: Stored<Label = Class>>(
        &self,
        table: &mut ClassTable,
        column: usize,
        items: &[Item<S>],
        bucket: impl Iterator<Item = usize>,
    ) {
        let size = self.whole.len() * BUCKETS;
        let counts = &mut table.counts[column * size..][..size];
        counts.fill(0);
        for (item, bucket) in items.iter().zip(bucket) {
            let Class { class, weight } = item.stored.label();
            counts[class as usize * BUCKETS + bucket] += weight as u32;
        }
    }

    fn tabulate_lines<S: Stored<Label = Class>>(
        &self,
        table: &mut ClassTable,
        flock: Flock<'_, S>,
        places: Places<'_>,
    ) {
        table.count(flock, places, (self.whole.len(), self.start.right));
    }

    fn sum_up(&self, table: &mut ClassTable, column: usize, buckets: usize, edges: &mut Edges) {
        let size = self.whole.len() * BUCKETS;
        let counts = &mut table.counts[column * size..][..size];
        for class in counts.chunks_exact_mut(BUCKETS) {
            let mut sum = 0;
            for count in &mut class[..buckets] {
                sum += *count;
                *count = sum;
            }
        }
        self.part.edges(counts, &self.whole, buckets, edges);
    }

    fn stand(&mut self, table: &ClassTable, column: usize, bucket: usize) {
        self.sides = Sides::default();
        for (class, all) in self.whole.iter().enumerate() {
            let here = before(table.class(column, (class, self.whole.len())), bucket);
            let there = all - here;
            (self.left[class], self.right[class]) = (here, there);
            let (here, there) = (u64::from(here), u64::from(there));
            self.sides.left += here;
            self.sides.right += there;
            self.sides.left_sum += self.part.of(here);
            self.sides.right_sum += self.part.of(there);
        }
    }

    fn most_within(&self, _: &ClassTable, _: usize, edges: &Edges, most: &mut [f64]) {
        let Edges { left, score, weight } = edges;
        for (bucket, most) in most.iter_mut().enumerate() {
            let right = score[bucket + 1] - left[bucket + 1];
            *most = left[bucket] + right + self.part.best_of(weight[bucket + 1] - weight[bucket]);
        }
    }

    /// The score is convex in what goes left, so no cut among a bucket's rows is better than the best corner: each class whole, on one
    /// side or the other.
    fn could_within(&self, table: &ClassTable, (column, bucket): (usize, usize), (score, least): (f64, u64)) -> bool {
        if let ([one, two], true) = (&self.whole[..], least <= 1) {
            let of = |class: usize| {
                let counts = table.class(column, (class, 2));
                (u64::from(before(counts, bucket)), u64::from(counts[bucket]))
            };
            let ((one_before, one_after), (two_before, two_after)) = (of(0), of(1));
            let (one, two) = (u64::from(*one), u64::from(*two));
            let reaches = |left: (u64, u64)| self.part.score_of_two(left, (one - left.0, two - left.1)) >= score;
            let mixed = one_before < one_after && two_before < two_after;
            return mixed && (reaches((one_after, two_before)) || reaches((one_before, two_after)));
        }
        let (mut sides, mut moves, mut many) = (Sides::default(), [Sides::default(); MOST_CORNERS], 0);
        for (class, all) in self.whole.iter().enumerate() {
            let counts = table.class(column, (class, self.whole.len()));
            let start = before(counts, bucket);
            let (left, right) = (u64::from(start), u64::from(all - start));
            sides.add(Sides { left, right, left_sum: self.part.of(left), right_sum: self.part.of(right) });
            let here = u64::from(counts[bucket] - start);
            if here > 0 {
                let Some(moved) = moves.get_mut(many) else { return true };
                let (left_sum, right_sum) = (self.part.growth(left, here), self.part.growth(right - here, here));
                *moved = Sides { left: here, right: here, left_sum, right_sum };
                many += 1;
            }
        }
        // What lies before the bucket is a cut that was looked at, unless too little does.
        if least > 1 && sides.left < least && self.part.score(&sides) >= score {
            return true;
        }
        // Within rows of one class no cut is better than at their ends, unless those are too near the node's.
        (many > 1 || least > 1) && self.corner_within(sides, &moves[..many], score)
    }

    fn edge_doubt(&self, score: f64) -> f64 {
        self.part.edge_doubt(score, self.whole.len())
    }
}
