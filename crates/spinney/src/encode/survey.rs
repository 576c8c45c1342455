//! One look at a column, before its numbers are ranked.

/// Added to a number and taken away again, it leaves a whole one.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// Numbers that are looked at side by side.
const LANES: usize = 8;

/// What there is to know of a column's numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Survey {
    /// The least number; +∞ where there is none.
    pub(super) least: f64,
    /// The greatest; −∞ where there is none.
    pub(super) most: f64,
    /// Whether some row has no number.
    pub(super) holes: bool,
    /// Whether all numbers are whole; infinite ones are.
    pub(super) whole: bool,
}

/// The same of every so many numbers, each bit for itself: a loop without branches.
struct Lanes {
    least: [f64; LANES],
    most: [f64; LANES],
    holes: [u64; LANES],
    parts: [u64; LANES],
}

impl Survey {
    #[inline(never)]
    pub(super) fn new(values: &[f64]) -> Self {
        let mut lanes = Lanes {
            least: [f64::INFINITY; LANES],
            most: [f64::NEG_INFINITY; LANES],
            holes: [0; LANES],
            parts: [0; LANES],
        };
        let (chunks, rest) = values.as_chunks::<LANES>();
        for chunk in chunks {
            lanes.see(chunk);
        }
        if let Some(last) = values.last() {
            let mut filled = [*last; LANES]; // seen once or more is all the same
            filled[..rest.len()].copy_from_slice(rest);
            lanes.see(&filled);
        }
        Survey {
            least: lanes.least.into_iter().fold(f64::INFINITY, f64::min),
            most: lanes.most.into_iter().fold(f64::NEG_INFINITY, f64::max),
            holes: lanes.holes != [0; LANES],
            whole: lanes.parts == [0; LANES],
        }
    }
}

impl Lanes {
    #[inline]
    fn see(&mut self, values: &[f64; LANES]) {
        for (lane, value) in values.iter().enumerate() {
            let hole = u64::from(value.is_nan());
            self.least[lane] = if *value < self.least[lane] { *value } else { self.least[lane] };
            self.most[lane] = if *value > self.most[lane] { *value } else { self.most[lane] };
            self.holes[lane] |= hole;
            // Beyond 2⁵² there is no room for a part of one: only whole numbers come back unchanged.
            self.parts[lane] |= u64::from((*value + ROUND) - ROUND != *value) ^ hole;
        }
    }
}
