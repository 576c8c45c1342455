//! What the cuts of a small node are worth, nearly: four at a time, in numbers of 32 bits. Few cuts come near the best, and only these
//! are looked at closely.
//!
//! ```text
//! rows in the order of a column  ─►  sums up to each, one word for all that is summed  ─►  scores, in step
//! ```

use super::flock::MOST;

/// Up to so many rows sums are found as soon as sketches.
pub(super) const FEW: usize = 8;
/// Classes to a word, and the bits of each.
const CLASSES: usize = 4;
const BITS: u32 = 8;
/// By how much of itself a score may be off: a few roundings of 2⁻²⁴.
const OFF: f64 = 5e-7;
/// Scores are found so many at a time, or a part of that.
const STEP: usize = 8;

/// Sketches of squares of the weights of few classes.
#[derive(Debug, Clone)]
pub(super) struct ClassSketch {
    /// The weight of each slot, in the bits of its class.
    rows: [u32; MOST],
    /// The weight of each class.
    whole: [f32; CLASSES],
    /// For each class of the subtree the first of its bits.
    shifts: Vec<u32>,
    /// How many classes the node has; 0 where sketches do not serve, nothing where nobody has asked.
    classes: Option<usize>,
    /// Room for the weights up to each row of an order.
    sums: [u32; MOST],
}

impl ClassSketch {
    pub(super) fn new() -> Self {
        ClassSketch { rows: [0; MOST], whole: [0.0; CLASSES], shifts: Vec::new(), classes: None, sums: [0; MOST] }
    }

    /// Comes to another node.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.classes = None;
    }

    /// Lays a node's rows out by their classes and weights, where all classes have these weights; how many classes there are.
    fn lay_out(&mut self, order: &[u8], labels: &[(u32, u32); MOST], whole: &[u32]) -> usize {
        let mut classes = 0;
        self.shifts.clear();
        for weight in whole {
            self.shifts.push(BITS * classes as u32);
            if *weight > 0 {
                let Some(own) = self.whole.get_mut(classes) else { return 0 };
                *own = *weight as f32;
                classes += 1;
            }
        }
        if whole.iter().sum::<u32>() >= 1 << BITS {
            return 0;
        }
        for slot in order {
            let (class, weight) = labels[usize::from(*slot)];
            self.rows[usize::from(*slot)] = weight << self.shifts[class as usize];
        }
        classes
    }

    /// Sketches what the cut after each of these slots is worth; the greatest of these. `None` where that does not serve.
    pub(super) fn sketch(
        &mut self,
        order: &[u8],
        (labels, whole): (&[(u32, u32); MOST], &[u32]),
        scores: &mut [f32; MOST],
    ) -> Option<f32> {
        let classes = match self.classes {
            Some(classes) => classes,
            None => self.lay_out(order, labels, whole),
        };
        self.classes = Some(classes);
        match classes {
            2 => Some(self.squares::<2>(order, scores)),
            3 => Some(self.squares::<3>(order, scores)),
            4 => Some(self.squares::<4>(order, scores)),
            _ => None,
        }
    }

    fn squares<const C: usize>(&mut self, order: &[u8], scores: &mut [f32; MOST]) -> f32 {
        let mut sum = 0;
        for (slot, out) in order.iter().zip(&mut self.sums) {
            sum += self.rows[usize::from(*slot)];
            *out = sum;
        }
        let whole: [f32; C] = std::array::from_fn(|class| self.whole[class]);
        let all: f32 = whole.iter().sum();
        let sums = filled_up(&mut self.sums, order.len() - 1);
        for (score, sum) in scores.iter_mut().zip(sums) {
            let (mut left, mut right, mut weight) = (0.0, 0.0, 0.0);
            for (class, whole) in whole.iter().enumerate() {
                let here = (*sum >> (BITS * class as u32) & 0xFF).cast_signed() as f32;
                left += here * here;
                right += (whole - here) * (whole - here);
                weight += here;
            }
            *score = left / weight + right / (all - weight);
        }
        greatest_sketch(&scores[..sums.len()])
    }
}

/// So many sums, and some more like the last, so that none is left over when several are looked at in step.
#[inline]
fn filled_up<T: Copy>(sums: &mut [T; MOST], many: usize) -> &[T] {
    let end = many.next_multiple_of(STEP).min(MOST);
    let last = sums[many - 1];
    sums[many..end].fill(last);
    &sums[..end]
}

/// From which sketch on a cut of a column may be the best of it, where the greatest is this, and reach a score.
pub(super) fn class_bar(most: f32, floor: f64) -> f32 {
    let most = f64::from(most);
    lowered((most - 2.0 * OFF * most).max(floor - OFF * most))
}

/// In 32 bits, and not more.
fn lowered(score: f64) -> f32 {
    (score - score.abs() * OFF) as f32
}

/// The greatest of these, none of which is undefined: eight at a time.
#[inline]
pub(super) fn greatest_sketch(scores: &[f32]) -> f32 {
    let more = |one: f32, two: f32| if one > two { one } else { two };
    let (eights, rest) = scores.as_chunks::<8>();
    let mut most = [f32::NEG_INFINITY; 8];
    for eight in eights {
        most = std::array::from_fn(|place| more(eight[place], most[place]));
    }
    rest.iter().chain(&most).fold(f32::NEG_INFINITY, |most, score| more(*score, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::{Draws, Key};

    fn order(draws: &mut Draws) -> Vec<u8> {
        let mut order: Vec<u8> = (0..=u8::MAX).collect();
        draws.shuffle(&mut order);
        order.truncate(2 + draws.below(120) as usize);
        order
    }

    #[test]
    fn the_best_cut_of_classes_is_never_below_the_bar() {
        let mut draws = Key::new(3).draws();
        let (mut sketch, mut served, mut room) = (ClassSketch::new(), 0, [0.0; MOST]);
        for round in 0..3000 {
            let (order, classes) = (order(&mut draws), 2 + round % 4);
            let labels: [(u32, u32); MOST] =
                std::array::from_fn(|_| (draws.below(classes) as u32, 1 + draws.below(3) as u32));
            let mut whole = vec![0; classes as usize];
            for (class, weight) in order.iter().map(|slot| labels[usize::from(*slot)]) {
                whole[class as usize] += weight;
            }
            sketch.forget();
            let Some(most) = sketch.sketch(&order, (&labels, &whole), &mut room) else { continue };
            served += 1;
            let scores = &room[..order.len() - 1];
            assert_eq!(most, greatest_sketch(scores));
            let mut left = vec![0; classes as usize];
            let squares = |weights: &[u32]| {
                let sum: u32 = weights.iter().sum();
                weights.iter().map(|weight| f64::from(*weight) * f64::from(*weight)).sum::<f64>() / f64::from(sum)
            };
            let exact: Vec<f64> = order[1..]
                .iter()
                .zip(&order)
                .map(|(_, slot)| {
                    let (class, weight) = labels[usize::from(*slot)];
                    left[class as usize] += weight;
                    let right: Vec<u32> = whole.iter().zip(&left).map(|(all, left)| all - left).collect();
                    squares(&left) + squares(&right)
                })
                .collect();
            check(scores, &exact, class_bar);
        }
        assert!(served > 1000);
    }

    /// The best of all, and all that reach a floor and are as good, are not passed over.
    fn check(sketched: &[f32], exact: &[f64], bar: impl Fn(f32, f64) -> f32) {
        let most = greatest_sketch(sketched);
        let best = exact.iter().copied().fold(0.0, f64::max);
        let bars = [bar(most, f64::NEG_INFINITY), bar(most, best * (1.0 - 1e-14))];
        for (sketched, exact) in sketched.iter().zip(exact).filter(|(_, exact)| **exact >= best) {
            assert!(bars.iter().all(|bar| sketched >= bar), "{sketched} of {exact} is below {bars:?}");
        }
        // And most others are.
        assert!(best == 0.0 || exact.iter().zip(sketched).all(|(exact, own)| *exact > 0.99 * best || *own < bars[0]));
    }
}
