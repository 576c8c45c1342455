//! What several targets say of each row.

use super::criterion::Part;
use super::item::{Class, Number};
use super::material::Training;
use crate::measure::Scale;
use crate::table::{Target, TargetValues};

/// What targets of classes say.
pub(super) fn class_parts(training: &Training<'_>) -> Vec<Part<Class>> {
    let part = |target: &Target| {
        let (codes, classes): (&[u32], usize) = match &target.values {
            TargetValues::Classes(classes) => (&classes.codes, classes.names.len()),
            TargetValues::Numbers(_) => (&[], 0), // all are classes
        };
        let labels = codes.iter().map(|code| Class { class: *code, weight: 1 }).collect();
        Part { labels, ids: (0..classes as u32).collect(), scale: Scale::new(&[]) }
    };
    training.targets().map(part).collect()
}

/// What targets of numbers say, in the coarsest of their steps.
pub(super) fn number_parts(training: &Training<'_>, scales: &[Scale]) -> (f64, Vec<Part<Number>>) {
    let step = scales.iter().map(Scale::step).fold(0.0, f64::max);
    let part = |(target, scale): (&Target, &Scale)| {
        let scale = scale.of_step(step);
        let values: &[f64] = match &target.values {
            TargetValues::Numbers(values) => values,
            TargetValues::Classes(_) => &[], // all are numbers
        };
        let label = |value: &f64| Number { q: scale.quantise(*value), weight: 1 };
        Part { labels: values.iter().map(label).collect(), ids: Vec::new(), scale }
    };
    (step, training.targets().zip(scales).map(part).collect())
}
