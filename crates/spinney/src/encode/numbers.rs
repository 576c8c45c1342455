//! The distinct numbers of a column.

/// Distinct numbers, ascending; in 32 bits where every one of them fits exactly, since they stay in memory while trees grow.
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// As they are.
    Long(Vec<f64>),
    /// Exact in 32 bits.
    Short(Vec<f32>),
}

impl Numbers {
    /// These numbers, ascending and distinct.
    pub(super) fn new(mut values: Vec<f64>) -> Self {
        if values.iter().all(|value| f64::from(*value as f32) == *value) {
            return Numbers::Short(values.iter().map(|value| *value as f32).collect());
        }
        values.shrink_to_fit();
        Numbers::Long(values)
    }

    /// The number of a code.
    #[inline]
    pub fn at(&self, code: u32) -> f64 {
        match self {
            Numbers::Long(values) => values[code as usize],
            Numbers::Short(values) => f64::from(values[code as usize]),
        }
    }

    /// The last of these codes that stands for a number not above `cut`; the first where none does.
    pub(crate) fn last_up_to(&self, cut: f64, (first, last): (u32, u32)) -> u32 {
        let codes = first as usize + 1..last as usize + 1;
        let more = match self {
            Numbers::Long(values) => values[codes].partition_point(|value| *value <= cut),
            Numbers::Short(values) => values[codes].partition_point(|value| f64::from(*value) <= cut),
        };
        first + more as u32
    }

    /// How many codes at the start stand for numbers that hold; those that hold come first.
    pub fn first(&self, holds: impl Fn(f64) -> bool) -> u32 {
        let place = match self {
            Numbers::Long(values) => values.partition_point(|value| holds(*value)),
            Numbers::Short(values) => values.partition_point(|value| holds(f64::from(*value))),
        };
        place as u32
    }
}
