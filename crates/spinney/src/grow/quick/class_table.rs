//! Weights by class and bucket: those of a class side by side, so that all buckets are summed in step.

use super::classes::{ClassRun, Part, Sides};
use super::run::Run;
use super::table::{BUCKETS, Edges, Tabled};
use crate::grow::item::{Class, Item, Stored};

/// The weights of all classes in each bucket, then up to its end.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClassTable {
    counts: Vec<u32>,
}

impl ClassTable {
    /// The weight of a class before a bucket.
    fn before(&self, class: usize, bucket: usize) -> u32 {
        if bucket == 0 { 0 } else { self.counts[class * BUCKETS + bucket - 1] }
    }
}

impl<P: Part> Tabled for ClassRun<P> {
    type Table = ClassTable;

    fn restart<S: Stored<Label = Class>>(&mut self, items: &[Item<S>], classes: usize) -> bool {
        self.whole.clear();
        self.whole.resize(classes, 0);
        for item in items {
            let Class { class, weight } = item.stored.label();
            self.whole[class as usize] += weight as u32;
        }
        let weights = self.whole.iter().map(|weight| u64::from(*weight));
        let right_sum = weights.clone().map(|weight| self.part.of(weight)).sum();
        self.start = Sides { left: 0, right: weights.sum(), left_sum: 0, right_sum };
        self.left.clear();
        self.left.resize(classes, 0);
        self.right.clone_from(&self.whole);
        self.sides = self.start;
        self.whole.iter().filter(|weight| **weight > 0).count() > 1
    }

    fn tabulate<S: Stored<Label = Class>>(
        &self,
        table: &mut ClassTable,
        items: &[Item<S>],
        buckets: usize,
        bucket: impl Iterator<Item = usize>,
    ) {
        table.counts.resize(self.whole.len() * BUCKETS, 0);
        let counts = &mut table.counts[..self.whole.len() * BUCKETS];
        counts.chunks_exact_mut(BUCKETS).for_each(|class| class[..buckets].fill(0));
        for (item, bucket) in items.iter().zip(bucket) {
            let Class { class, weight } = item.stored.label();
            counts[class as usize * BUCKETS + bucket] += weight as u32;
        }
    }

    fn sum_up(&self, table: &mut ClassTable, buckets: usize, edges: &mut Edges) {
        for class in table.counts[..self.whole.len() * BUCKETS].chunks_exact_mut(BUCKETS) {
            let mut sum = 0;
            for count in &mut class[..buckets] {
                sum += *count;
                *count = sum;
            }
        }
        self.part.edges(&table.counts, &self.whole, buckets, edges);
    }

    fn stand(&mut self, table: &ClassTable, bucket: usize) {
        self.sides = Sides::default();
        for (class, all) in self.whole.iter().enumerate() {
            let here = table.before(class, bucket);
            let there = all - here;
            (self.left[class], self.right[class]) = (here, there);
            let (here, there) = (u64::from(here), u64::from(there));
            self.sides.left += here;
            self.sides.right += there;
            self.sides.left_sum += self.part.of(here);
            self.sides.right_sum += self.part.of(there);
        }
    }

    fn most_within(&self, _: &ClassTable, edges: &Edges, most: &mut [f64]) {
        let Edges { left, score, weight } = edges;
        for (bucket, most) in most.iter_mut().enumerate() {
            let right = score[bucket + 1] - left[bucket + 1];
            *most = left[bucket] + right + self.part.best_of(weight[bucket + 1] - weight[bucket]);
        }
    }

    fn could_within(&mut self, table: &ClassTable, bucket: usize, (score, least): (f64, u64)) -> bool {
        let mut counts = std::mem::take(&mut self.bins);
        counts.clear();
        let count = |class| table.counts[class * BUCKETS + bucket] - table.before(class, bucket);
        counts.extend((0..self.whole.len()).map(count));
        // Within rows of one class no cut is better than at their ends, unless those are too near the node's.
        let mixed = least > 1 || counts.iter().filter(|count| **count > 0).count() > 1;
        let could = mixed && self.could_reach(&counts, score);
        self.bins = counts;
        could
    }

    fn edge_doubt(&self, score: f64) -> f64 {
        self.part.edge_doubt(score, self.whole.len())
    }
}
