//! Weights by class and bucket, counted.

use super::flock::Flock;
use super::in_step::{Places, count_in_step};
use super::table::BUCKETS;
use crate::grow::item::{Class, Item, Stored};

/// Classes to a word.
pub(super) const SHARED: usize = 4;
/// Bits of each, and the most that they hold.
const BITS: usize = 16;
const MOST: u64 = (1 << BITS) - 1;

/// The weights of all classes in each bucket, then up to its end.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClassTable {
    pub(super) counts: Vec<u32>,
    /// The same while rows are counted: those of four classes in one word, [`BUCKETS`] words to a plane.
    packed: Vec<u64>,
}

/// The weights of all classes in each bucket of one column.
struct Counts<'t>(&'t mut [u32]);

impl ClassTable {
    /// The weights of a class in a column up to the end of each bucket.
    pub(super) fn class(&self, column: usize, (class, classes): (usize, usize)) -> &[u32] {
        &self.counts[(column * classes + class) * BUCKETS..][..BUCKETS]
    }

    /// Counts rows of so many classes, which weigh so much together.
    pub(super) fn count<S: Stored<Label = Class>>(
        &mut self,
        flock: Flock<'_, S>,
        places: Places<'_>,
        (classes, weight): (usize, u64),
    ) {
        let is_heavy = |item: &Item<S>| item.stored.label().weight > MOST;
        let is_light = || weight <= MOST || !flock.items.iter().any(is_heavy);
        match classes.div_ceil(SHARED) {
            1 if is_light() => self.count_packed::<BUCKETS, S>(flock, places, (classes, weight)),
            2 if is_light() => self.count_packed::<{ 2 * BUCKETS }, S>(flock, places, (classes, weight)),
            _ => self.count_plainly(flock, places, classes),
        }
    }

    /// Counts rows class by class: where there are many, words of four classes would be mostly empty.
    fn count_plainly<S: Stored<Label = Class>>(&mut self, flock: Flock<'_, S>, places: Places<'_>, classes: usize) {
        let size = classes * BUCKETS;
        let counts = &mut self.counts[..places.bytes.len() * size];
        counts.chunks_exact_mut(BUCKETS).for_each(|class| class[..BUCKETS >> places.shift].fill(0));
        let mut counts: Vec<Counts<'_>> = counts.chunks_exact_mut(size).map(Counts).collect();
        let label = |item: &Item<S>| {
            let Class { class, weight } = item.stored.label();
            (class as usize * BUCKETS, weight as u32)
        };
        let add = |counts: &mut Counts<'_>, bucket: u8, (start, weight): (usize, u32)| {
            counts.0[start + usize::from(bucket)] += weight;
        };
        count_in_step(&mut counts, flock, places, label, add);
    }

    /// Counts rows in tables of so many words, part by part: what the rows of a part weigh fits the bits of a class.
    fn count_packed<const N: usize, S: Stored<Label = Class>>(
        &mut self,
        flock: Flock<'_, S>,
        places: Places<'_>,
        (classes, weight): (usize, u64),
    ) {
        let buckets = BUCKETS >> places.shift;
        let label = |item: &Item<S>| {
            let Class { class, weight } = item.stored.label();
            (class as usize / SHARED * BUCKETS, weight << (BITS * (class as usize % SHARED)))
        };
        let add = |words: &mut [u64; N], bucket: u8, (plane, word): (usize, u64)| {
            words[(plane + usize::from(bucket)) % N] += word;
        };
        let mut start = 0;
        while start < flock.items.len() {
            let part = flock.part_of_weight(start, (weight, MOST));
            self.packed.clear();
            self.packed.resize(places.bytes.len() * N, 0);
            count_in_step(self.packed.as_chunks_mut::<N>().0, part, places, label, add);
            self.unpack::<N>(classes, buckets, start == 0);
            start += part.items.len();
        }
    }

    /// Takes the counts of all classes out of their words, as the first ones or as more.
    fn unpack<const N: usize>(&mut self, classes: usize, buckets: usize, is_first: bool) {
        let columns = self.packed.as_chunks::<N>().0.iter().zip(self.counts.chunks_exact_mut(classes * BUCKETS));
        for (words, counts) in columns {
            for (class, counts) in counts.chunks_exact_mut(BUCKETS).enumerate() {
                let words = &words[class / SHARED * BUCKETS..][..buckets];
                let shift = BITS * (class % SHARED);
                for (count, word) in counts[..buckets].iter_mut().zip(words) {
                    let here = (word >> shift & MOST) as u32;
                    *count = if is_first { here } else { *count + here };
                }
            }
        }
    }
}
