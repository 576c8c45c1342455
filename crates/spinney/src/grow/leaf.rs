//! What the rows of a node say of the target.

use super::criterion::{Measure, Room, Sums};
use super::item::{Item, Label, Stored};
use super::shape::Fence;
use super::tally::Tally;
use crate::measure::{Moments, Scale};

/// The tally of a node: its class weights, or the mean (or a quantile) of its numbers and their squared error.
pub(crate) fn tally<M: Measure, S: Stored<Label = M::Label>>(
    measure: &M,
    (items, room): (&[Item<S>], &Room<'_>),
    whole: &M::Side,
    (scale, quantile): (&Scale, Option<f64>),
) -> Tally {
    let one = |target: usize, sums: Sums| match sums {
        Sums::Classes(counts) => Tally::Classes(counts.into()),
        Sums::Number { weight, .. } => {
            let scale = measure.scale_of(target).unwrap_or(scale);
            let mut moments = Moments::default();
            let mut numbers = Vec::with_capacity(if quantile.is_some() { items.len() } else { 0 });
            for item in items {
                let label = item.stored.label();
                let q = measure.number(target, label, room).unwrap_or(0);
                moments.add_copies(q, label.weight());
                if quantile.is_some() {
                    numbers.push((q, label.weight()));
                }
            }
            let value = quantile.map_or_else(|| moments.mean(scale), |share| quantile_of(&mut numbers, share, scale));
            Tally::number(weight, value, moments.sse(scale))
        }
        Sums::Several(_) => Tally::blank(), // targets have no targets
    };
    match measure.sums(whole, room) {
        Sums::Several(all) => {
            Tally::Several(all.into_iter().enumerate().map(|(target, sums)| one(target, sums)).collect())
        }
        sums => one(0, sums),
    }
}

/// The number that this share of the weight lies below; the mean of two neighbours where exactly the share lies up to the first. Weights are
/// whole numbers below 2⁵², so that all sums are exact in floats, and units of another size (always a power of two) change nothing.
fn quantile_of(numbers: &mut [(i64, u64)], share: f64, scale: &Scale) -> f64 {
    numbers.sort_unstable();
    let total: u64 = numbers.iter().map(|(_, weight)| weight).sum();
    let sought = share * total as f64;
    let mut below = 0_u64;
    for (place, (q, weight)) in numbers.iter().enumerate() {
        below += weight;
        if below as f64 > sought {
            return scale.value(*q);
        }
        if below as f64 == sought {
            let next = numbers.get(place + 1).map_or(*q, |pair| pair.0);
            return crate::table::number::midpoint(scale.value(*q), scale.value(next));
        }
    }
    f64::NAN
}

/// The tally of a node that must answer within a fence: a number, or the share of the second of two classes, is moved to its nearer end.
pub(crate) fn hold(tally: Tally, fence: &Fence) -> Tally {
    match tally {
        Tally::Number { weight, value, error } => Tally::Number { weight, value: fence.held(value), error },
        Tally::Classes(counts) => {
            let total = counts.iter().map(|(_, weight)| *weight).sum::<u64>();
            let second = counts.iter().find(|(class, _)| *class == 1).map_or(0, |(_, weight)| *weight);
            let own = second as f64 / total as f64;
            let (held, tally) = (fence.held(own), Tally::Classes(counts));
            if held == own { tally } else { Tally::Held(Box::new((tally, held))) }
        }
        other => other,
    }
}

/// The node's own error: the share of rows outside the majority, or the root of the mean squared error; their mean over several
/// targets.
pub(crate) fn own_error(tally: &Tally) -> f64 {
    match tally {
        Tally::Classes(counts) => {
            let total: u64 = counts.iter().map(|(_, weight)| weight).sum();
            let most = counts.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
            (total - most) as f64 / total as f64
        }
        Tally::Number { weight, error, .. } => libm::sqrt(error / weight.get() as f64),
        Tally::Pure { .. } => 0.0,
        Tally::Several(all) => all.iter().map(own_error).sum::<f64>() / all.len() as f64,
        Tally::Held(own) => own_error(&own.0),
        Tally::Sum(_) => f64::NAN, // a node that is decided already
    }
}
