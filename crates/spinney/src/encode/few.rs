//! Numbers that many rows share: prices, shares, counts per something.

use super::ranked::{Ranked, Tally};
use super::shelf::Shelf;

/// No more numbers than this are looked up: the table is to fit the nearest cache.
const FEW: usize = 1 << 11;
/// Places of the table, as bits.
const PLACES: u32 = 13;
/// Rows that are looked at before it is asked whether the rest is worth a look.
const TRIAL: usize = 1 << 8;
/// An odd number whose multiples differ in their leading bits: 2⁶⁴ / golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The ranks of numbers that are few; `None` where they are not. The room is for what stands for them.
pub(super) fn few(values: &[f64], room: &mut Vec<u16>, shelf: &mut Shelf) -> Option<Ranked> {
    let mut known = Known { table: vec![0; 1 << PLACES], numbers: Vec::new(), rows: Vec::new() };
    room.clear();
    for values in values.chunks(TRIAL) {
        for value in values {
            room.push(known.place(*value)?);
        }
        // As many as there may be are hardly ever seen twice among the first rows.
        let most = if room.len() < 2 * FEW { room.len() - room.len() / 32 } else { room.len() / 2 };
        if known.numbers.len() > most {
            return None;
        }
    }
    Some(known.tally().ranked(room.iter().map(|place| usize::from(*place)), shelf))
}

/// Distinct numbers in the order in which they were found.
struct Known {
    /// For some leading bits of a product, one more than the place of a number in the list; 0 where there is none.
    table: Vec<u16>,
    numbers: Vec<f64>,
    rows: Vec<u32>,
}

impl Known {
    /// The place of a number; `None` where there are too many.
    fn place(&mut self, value: f64) -> Option<u16> {
        let value = if value.is_nan() { f64::NAN } else { value + 0.0 }; // one kind of NaN, one zero
        let mut at = (value.to_bits().wrapping_mul(SPREAD) >> (u64::BITS - PLACES)) as usize;
        loop {
            let next = self.table[at];
            let Some(place) = next.checked_sub(1) else { return self.found(value, at) };
            if self.numbers[usize::from(place)].to_bits() == value.to_bits() {
                self.rows[usize::from(place)] += 1;
                return Some(place);
            }
            at = (at + 1) % (1 << PLACES);
        }
    }

    #[cold]
    fn found(&mut self, value: f64, at: usize) -> Option<u16> {
        let place = self.numbers.len();
        if place == FEW {
            return None;
        }
        self.numbers.push(value);
        self.rows.push(1);
        self.table[at] = place as u16 + 1;
        Some(place as u16)
    }

    fn tally(self) -> Tally {
        let mut order: Vec<usize> = (0..self.numbers.len()).collect();
        order.sort_unstable_by(|one, two| self.numbers[*one].total_cmp(&self.numbers[*two])); // NaN comes last
        let mut codes = vec![0; order.len()];
        (0..).zip(&order).for_each(|(code, place)| codes[*place] = code);
        let has_missing = order.last().is_some_and(|place| self.numbers[*place].is_nan());
        let none = if has_missing { None } else { Some(0) };
        Tally { codes, rows: order.iter().map(|place| self.rows[*place]).chain(none).collect() }
    }
}
