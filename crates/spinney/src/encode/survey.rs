//! One look at a column, before its numbers are ranked.

use super::shelf::Shelf;

/// Added to a number and taken away again, it leaves a whole one; in between, the lowest bits are those of an integer.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// Whole numbers nearer to 0 than this have all of their bits in such a sum.
const NEAR: f64 = 2_251_799_813_685_248.0;
/// Numbers that are looked at side by side.
const LANES: usize = 8;
/// Numbers that are looked at before it is asked whether they still fit a byte.
const BLOCK: usize = 1 << 10;

/// What there is to know of a column's numbers.
#[derive(Debug)]
pub(super) struct Survey {
    /// The least number; +∞ where there is none.
    pub(super) least: f64,
    /// The greatest; −∞ where there is none.
    pub(super) most: f64,
    /// Whether some row has no number.
    pub(super) holes: bool,
    /// Whether all numbers are whole; infinite ones are.
    pub(super) whole: bool,
    /// Where all rows have a whole number and these lie so close together that their lowest bytes tell them apart, these bytes.
    pub(super) bytes: Option<Vec<u8>>,
}

impl Survey {
    /// Looks at all numbers. Bytes take the room on the shelf, or leave it there.
    pub(super) fn new(values: &[f64], shelf: &mut Shelf) -> Self {
        let mut lanes = Lanes::new();
        let mut bytes = Some(shelf.bytes());
        for block in values.chunks(BLOCK) {
            lanes.see_all(block);
            let Some(found) = &mut bytes else { continue };
            found.extend(block.iter().map(|value| (*value + ROUND).to_bits() as u8));
            if !lanes.survey().fits_bytes() {
                found.clear();
                shelf.give_back(bytes.take().unwrap_or_default());
            }
        }
        Survey { bytes, ..lanes.survey() }
    }

    fn fits_bytes(&self) -> bool {
        let is_near = -NEAR < self.least && self.most < NEAR;
        self.whole && !self.holes && is_near && self.most - self.least < 256.0
    }
}

/// What there is to know of every so many numbers, each bit for itself: a loop without branches.
struct Lanes {
    least: [f64; LANES],
    most: [f64; LANES],
    holes: [u64; LANES],
    parts: [u64; LANES],
}

impl Lanes {
    fn new() -> Self {
        let (least, most) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
        Lanes { least, most, holes: [0; LANES], parts: [0; LANES] }
    }

    fn survey(&self) -> Survey {
        Survey {
            least: self.least.into_iter().fold(f64::INFINITY, f64::min),
            most: self.most.into_iter().fold(f64::NEG_INFINITY, f64::max),
            holes: self.holes != [0; LANES],
            whole: self.parts == [0; LANES],
            bytes: None,
        }
    }

    fn see_all(&mut self, values: &[f64]) {
        let (chunks, rest) = values.as_chunks::<LANES>();
        for chunk in chunks {
            self.see(chunk);
        }
        if let Some(last) = rest.last() {
            let mut filled = [*last; LANES]; // seen once or more is all the same
            filled[..rest.len()].copy_from_slice(rest);
            self.see(&filled);
        }
    }

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
