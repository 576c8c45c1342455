//! What makes sums over classes: squares for the Gini index, n·log₂ n for entropy.

use std::cmp::Ordering;

use super::classes::{LogPart, Part, Sides, SquarePart};
use super::table::{BUCKETS, Edges, OVERS, at_least_one, over};

impl Part for SquarePart {
    #[inline]
    fn growth(&self, weight: u64, more: u64) -> i64 {
        (more * (2 * weight + more)).cast_signed()
    }
    fn of(&self, weight: u64) -> i64 {
        (weight * weight).cast_signed()
    }
    fn is_of_squares(&self) -> bool {
        true
    }
    #[inline]
    fn score(&self, sides: &Sides) -> f64 {
        sides.left_sum as f64 * over(sides.left) + sides.right_sum as f64 * over(sides.right)
    }
    /// (a² + b²) / (a + b) is a + b − 2ab / (a + b).
    #[inline]
    fn score_of_two(&self, left: (u64, u64), right: (u64, u64)) -> f64 {
        let all = (left.0 + left.1 + right.0 + right.1).cast_signed() as f64;
        let lost = |(one, two): (u64, u64)| (one * two).cast_signed() as f64 * over(one + two);
        all - 2.0 * (lost(left) + lost(right))
    }
    /// What is right of a cut is made of what is left: Σ (w − c)² is Σ w² − 2 Σ w·c + Σ c².
    #[inline]
    fn sweep(
        &self,
        labels: impl Iterator<Item = (u32, u32)>,
        (whole, left): (&[u32], &mut [u32]),
        scores: &mut [f64],
    ) -> f64 {
        left.fill(0);
        let total: u64 = whole.iter().map(|weight| u64::from(*weight)).sum();
        if total < OVERS.len() as u64 {
            sweep_squares(labels, (whole, left), scores, (total, |weight| OVERS[weight as usize % OVERS.len()]))
        } else {
            sweep_squares(labels, (whole, left), scores, (total, over))
        }
    }
    /// Rows of two classes that go the same way lose at least one unit of weight.
    #[inline]
    fn is_perfect(&self, score: f64, weight: u64) -> bool {
        score > weight as f64 - 0.5
    }
    #[inline]
    fn best_of(&self, weight: f64) -> f64 {
        weight
    }
    #[inline]
    fn doubt(&self, score: f64, _: usize) -> f64 {
        score * 1e-14
    }
    type Mark = Sides;
    fn mark(&self, sides: &Sides, _: &[u32], _: &[u32]) -> Sides {
        *sides
    }
    #[inline]
    fn reaches(&self, sides: &Sides, score: f64) -> bool {
        let (left, right) = (sides.left.cast_signed() as f64, sides.right.cast_signed() as f64); // below 2³¹, and quicker
        sides.left_sum as f64 * right + sides.right_sum as f64 * left >= score * (left * right)
    }
    #[inline]
    fn joint_score(&self, sides: &Sides, _: u32) -> f64 {
        self.score(sides)
    }
    #[inline]
    fn joint_reaches(&self, sides: &Sides, _: u32, score: f64) -> bool {
        self.reaches(sides, score)
    }
    fn joint_mark(&self, sides: &Sides, _: (&[u32], &[u32]), _: u32) -> Sides {
        *sides
    }
    fn edges(&self, table: &[u32], whole: &[u32], buckets: usize, edges: &mut Edges) {
        match whole.len() {
            2 => edges_of::<2>(table, whole, buckets, edges),
            3 => edges_of::<3>(table, whole, buckets, edges),
            4 => edges_of::<4>(table, whole, buckets, edges),
            _ => edges_of_many(table, whole, buckets, edges),
        }
        let Edges { left, score, weight } = edges;
        (left[0], weight[0], score[0]) = (0.0, 0.0, score[buckets]);
    }
    fn edge_doubt(&self, score: f64, classes: usize) -> f64 {
        score * 1e-15 * (classes + 8) as f64
    }
    /// Both as (whole, rest / denominator): below 2³¹ rows every product fits 128 bits.
    fn compare(&self, one: &Sides, two: &Sides) -> Ordering {
        let turned = Sides { left: one.right, right: one.left, left_sum: one.right_sum, right_sum: one.left_sum };
        if one == two || turned == *two {
            return Ordering::Equal;
        }
        let fraction = |sides: &Sides| {
            let (left, right) = (u128::from(sides.left), u128::from(sides.right));
            let over = sides.left_sum as u128 * right + sides.right_sum as u128 * left;
            (over / (left * right), over % (left * right), left * right)
        };
        let (one, two) = (fraction(one), fraction(two));
        one.0.cmp(&two.0).then((one.1 * two.2).cmp(&(two.1 * one.2)))
    }
}

/// What cuts between buckets are worth, where so few classes occur that their sums need not be kept.
fn edges_of<const C: usize>(table: &[u32], whole: &[u32], buckets: usize, edges: &mut Edges) {
    let counts: [&[u32]; C] = std::array::from_fn(|class| &table[class * BUCKETS..][..buckets]);
    let all: [f64; C] = std::array::from_fn(|class| f64::from(whole[class]));
    let total: f64 = all.iter().sum();
    let Edges { left: worth, score, weight } = edges;
    let (worth, score, weight) = (&mut worth[1..=buckets], &mut score[1..=buckets], &mut weight[1..=buckets]);
    for bucket in 0..buckets {
        let (mut left, mut right, mut sum) = (0.0, 0.0, 0.0);
        for (counts, all) in counts.iter().zip(&all) {
            let here = f64::from(counts[bucket].cast_signed()); // below 2³¹, and quicker
            left += here * here;
            right += (all - here) * (all - here);
            sum += here;
        }
        worth[bucket] = left / at_least_one(sum);
        score[bucket] = worth[bucket] + right / at_least_one(total - sum);
        weight[bucket] = sum;
    }
}

/// The same class by class.
fn edges_of_many(table: &[u32], whole: &[u32], buckets: usize, edges: &mut Edges) {
    let (mut left, mut right) = ([0.0_f64; BUCKETS], [0.0_f64; BUCKETS]);
    let Edges { left: worth, score, weight } = edges;
    let total: f64 = whole.iter().map(|weight| f64::from(*weight)).sum();
    weight[..=buckets].fill(0.0);
    for (class, all) in whole.iter().enumerate() {
        let all = f64::from(*all);
        let counts = table[class * BUCKETS..][..buckets].iter();
        let sums = left.iter_mut().zip(&mut right).zip(&mut weight[1..]);
        for (count, ((left, right), weight)) in counts.zip(sums) {
            let here = f64::from(count.cast_signed());
            let there = all - here;
            *left += here * here;
            *right += there * there;
            *weight += here;
        }
    }
    let sums = left.iter().zip(&right).zip(&weight[1..=buckets]);
    let ends = worth[1..].iter_mut().zip(&mut score[1..]);
    for ((worth, score), ((left, right), weight)) in ends.zip(sums) {
        *worth = left / at_least_one(*weight);
        *score = *worth + right / at_least_one(total - weight);
    }
}

#[inline]
fn sweep_squares(
    labels: impl Iterator<Item = (u32, u32)>,
    (whole, left): (&[u32], &mut [u32]),
    scores: &mut [f64],
    (total, over): (u64, impl Fn(u64) -> f64),
) -> f64 {
    let squares: i64 = whole.iter().map(|weight| i64::from(*weight) * i64::from(*weight)).sum();
    let (mut weight, mut here, mut cross, mut most) = (0, 0_i64, 0_i64, f64::NEG_INFINITY);
    for ((class, more), score) in labels.zip(scores) {
        let class = class as usize;
        let before = i64::from(left[class]);
        left[class] += more;
        weight += u64::from(more);
        let more = i64::from(more);
        here += more * (2 * before + more);
        cross += more * i64::from(whole[class]);
        let there = squares - 2 * cross + here;
        *score = here as f64 * over(weight) + there as f64 * over(total - weight);
        most = if *score > most { *score } else { most };
    }
    most
}

impl Part for LogPart<'_> {
    #[inline]
    fn growth(&self, weight: u64, more: u64) -> i64 {
        self.of(weight + more) - self.of(weight)
    }
    #[inline]
    fn of(&self, weight: u64) -> i64 {
        self.fine.get(weight as usize).copied().unwrap_or_else(|| (self.logs.at(weight) >> self.shift) as i64)
    }
    #[inline]
    fn score(&self, sides: &Sides) -> f64 {
        (sides.left_sum + sides.right_sum - self.of(sides.left) - self.of(sides.right)) as f64
    }
    #[inline]
    fn score_of_two(&self, left: (u64, u64), right: (u64, u64)) -> f64 {
        let part = |(one, two): (u64, u64)| self.of(one) + self.of(two) - self.of(one + two);
        (part(left) + part(right)) as f64
    }
    #[inline]
    fn is_perfect(&self, score: f64, _: u64) -> bool {
        score >= 0.0
    }
    fn best_of(&self, _: f64) -> f64 {
        0.0
    }
    #[inline]
    fn doubt(&self, score: f64, classes: usize) -> f64 {
        4.0 * (classes + 2) as f64 - score * 1e-14
    }
    #[inline]
    fn joint_score(&self, sides: &Sides, targets: u32) -> f64 {
        let weights = self.of(sides.left) + self.of(sides.right);
        (sides.left_sum + sides.right_sum - i64::from(targets) * weights) as f64
    }
    fn joint_mark(&self, sides: &Sides, (left, right): (&[u32], &[u32]), targets: u32) -> i128 {
        let parts = |counts: &[u32]| counts.iter().map(|count| self.logs.at(u64::from(*count))).sum::<i128>();
        let weights = self.logs.at(sides.left) + self.logs.at(sides.right);
        i128::from(targets) * weights - parts(left) - parts(right)
    }
    fn edges(&self, table: &[u32], whole: &[u32], buckets: usize, edges: &mut Edges) {
        let mut sums = [(0_i64, 0_i64, 0_u64); BUCKETS];
        for (class, all) in whole.iter().enumerate() {
            for (count, sum) in table[class * BUCKETS..][..buckets].iter().zip(&mut sums) {
                sum.0 += self.of(u64::from(*count));
                sum.1 += self.of(u64::from(all - count));
                sum.2 += u64::from(*count);
            }
        }
        let total: u64 = whole.iter().map(|weight| u64::from(*weight)).sum();
        for (place, (left, right, weight)) in sums[..buckets].iter().enumerate() {
            let left = left - self.of(*weight);
            edges.left[place + 1] = left as f64;
            edges.score[place + 1] = (left + right - self.of(total - weight)) as f64;
            edges.weight[place + 1] = *weight as f64;
        }
        (edges.left[0], edges.weight[0], edges.score[0]) = (0.0, 0.0, edges.score[buckets]);
    }
    fn edge_doubt(&self, score: f64, classes: usize) -> f64 {
        self.doubt(score, classes) - score * 1e-15 + 4.0
    }
    /// What is left to be known, exactly.
    type Mark = i128;
    fn mark(&self, sides: &Sides, left: &[u32], right: &[u32]) -> i128 {
        let parts = |counts: &[u32]| counts.iter().map(|count| self.logs.at(u64::from(*count))).sum::<i128>();
        self.logs.at(sides.left) - parts(left) + self.logs.at(sides.right) - parts(right)
    }
    #[inline]
    fn reaches(&self, sides: &Sides, score: f64) -> bool {
        self.score(sides) >= score
    }
    fn compare(&self, one: &i128, two: &i128) -> Ordering {
        two.cmp(one)
    }
}
