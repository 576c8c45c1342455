//! Numbers in order.
//!
//! ```text
//! word   | where the number lies between the least and the greatest | its row |
//! ```
//!
//! A radix sort of the leading bits of such words does nearly everything; what shares these is put in order after.

use super::survey::Survey;

/// Up to so many rows a comparison sort is faster than a radix sort.
const SMALL: usize = 512;
/// Bits of a digit of the radix sort: places for all its values are within the nearest cache, which is worth more passes.
const DIGIT: u32 = 8;
/// As many values of a digit.
const DIGITS: usize = 1 << DIGIT;
/// Most bits of a number in a word: so many a product of 53 bits gives without doubt.
const MOST_BITS: u32 = 47;
/// 2⁵²: what is added to it stands in the lowest bits.
const FAR: f64 = 4_503_599_627_370_496.0;

/// Room for sorting a column, which the next column uses again: fresh memory costs more than what is written into it.
#[derive(Debug, Default)]
pub(super) struct SortRoom {
    words: Vec<u64>,
    spare: Vec<u64>,
}

/// Rows that have a number, in the order of numbers: the place of the number among the distinct ones, ascending, above the row.
pub(super) fn sorted<'r>(values: &[f64], survey: &Survey, room: &'r mut SortRoom) -> &'r [u64] {
    let row_bits = usize::BITS - (values.len().max(2) - 1).leading_zeros();
    let mut sorter =
        Sorter { values, holes: survey.holes, row_bits, bits: MOST_BITS.min(64 - row_bits), first: 0, room };
    if !sorter.by_distance(survey) {
        sorter.by_bits(survey);
    }
    sorter.settle();
    sorter.count();
    &room.words
}

/// Words on their way.
struct Sorter<'a, 'r> {
    values: &'a [f64],
    holes: bool,
    /// Lowest bits of a word, which are the row's.
    row_bits: u32,
    /// Bits of the number above them.
    bits: u32,
    /// The lowest bit of the digits.
    first: u32,
    room: &'r mut SortRoom,
}

/// How often each value of each digit is there.
type Counts<const PASSES: usize> = [[u32; DIGITS]; PASSES];

impl Sorter<'_, '_> {
    /// Sorts by the distance from the least number, which spreads most columns well; not where it may be infinite, or where too many
    /// numbers lie too close together.
    fn by_distance(&mut self, survey: &Survey) -> bool {
        let (least, width) = (survey.least, survey.most - survey.least);
        let scale = ((1_u64 << self.bits) - 1) as f64 / width;
        if !(width.is_finite() && scale.is_normal()) {
            return false;
        }
        let mut counts: Counts<3> = [[0; DIGITS]; 3];
        let mask = (1 << MOST_BITS) - 1;
        // Differences, products and sums are rounded, but never so that a greater number has less of them.
        self.fill(&mut counts, |value| ((value - least) * scale + FAR).to_bits() & mask);
        if self.is_crowded(&counts) {
            return false;
        }
        self.sort(&mut counts);
        true
    }

    /// Sorts by the leading bits of numbers as ordered integers, less those of the least: near zero they tell more apart.
    fn by_bits(&mut self, survey: &Survey) {
        let least = ordered(survey.least);
        let width = u64::BITS - ordered(survey.most).saturating_sub(least).leading_zeros();
        let shift = width.saturating_sub(self.bits);
        let mut counts: Counts<4> = [[0; DIGITS]; 4];
        self.fill(&mut counts, |value| ordered(value).wrapping_sub(least) >> shift);
        self.sort(&mut counts);
    }

    /// Writes the words of rows that have a number, and counts their digits.
    fn fill<const PASSES: usize>(&mut self, counts: &mut Counts<PASSES>, key: impl Fn(f64) -> u64) {
        self.first = (self.row_bits + self.bits).saturating_sub(PASSES as u32 * DIGIT);
        let (row_bits, first) = (self.row_bits, self.first);
        let word = |(row, value): (u64, &f64)| {
            let word = key(*value) << row_bits | row;
            for (pass, counts) in (0..).zip(&mut *counts) {
                counts[digit(word, first + pass * DIGIT)] += 1;
            }
            word
        };
        let rows = (0..self.values.len() as u64).zip(self.values);
        self.room.words.clear();
        if self.holes {
            self.room.words.extend(rows.filter(|(_, value)| !value.is_nan()).map(word));
        } else {
            self.room.words.extend(rows.map(word));
        }
    }

    /// Whether many numbers will share all digits with others: about so many pairs, if they are spread evenly among those that share the
    /// first.
    fn is_crowded<const PASSES: usize>(&self, counts: &Counts<PASSES>) -> bool {
        let known = self.room.words.len();
        let pairs: u64 = counts[PASSES - 1].iter().map(|rows| u64::from(*rows) * u64::from(*rows)).sum();
        known > SMALL && pairs >> ((PASSES as u32 - 1) * DIGIT + 1) > known as u64 / 4
    }

    /// Sorts by the digits (ties in the order given, which is that of rows).
    fn sort<const PASSES: usize>(&mut self, counts: &mut Counts<PASSES>) {
        let SortRoom { words, spare } = &mut *self.room;
        if words.len() <= SMALL {
            words.sort_unstable();
            return;
        }
        spare.resize(words.len(), 0);
        for (pass, starts) in (0..).zip(counts) {
            if starts.contains(&(words.len() as u32)) {
                continue; // one digit for all
            }
            let mut sum = 0;
            for start in &mut *starts {
                (*start, sum) = (sum, sum + *start);
            }
            for word in &*words {
                let place = &mut starts[digit(*word, self.first + pass * DIGIT)];
                spare[*place as usize] = *word;
                *place += 1;
            }
            std::mem::swap(words, spare);
        }
    }

    /// Puts in order what shares all digits.
    fn settle(&mut self) {
        let (first, words) = (self.first, &mut self.room.words[..]);
        let mut place = 1;
        while place < words.len() {
            let lead = words[place] >> first;
            if words[place - 1] >> first != lead {
                place += 1;
                continue;
            }
            let end = place + words[place..].iter().take_while(|word| **word >> first == lead).count();
            settle_run(self.values, &mut words[place - 1..end], self.row_bits);
            place = end + 1;
        }
    }

    /// Puts the places of numbers among the distinct ones where the numbers were.
    fn count(&mut self) {
        let (values, row_bits) = (self.values, self.row_bits);
        let (mut code, mut before) = (0_u64, self.room.words.first().copied().unwrap_or(0));
        for word in &mut self.room.words {
            let is_new = before >> row_bits != *word >> row_bits
                || values[row(before, row_bits)] != values[row(*word, row_bits)];
            code += u64::from(is_new);
            before = *word;
            *word = code << 32 | row(*word, row_bits) as u64;
        }
    }
}

/// Puts words in order that share all digits; numbers that share all bits of a word are compared themselves.
fn settle_run(values: &[f64], run: &mut [u64], row_bits: u32) {
    run.sort_unstable();
    let number = |word: &u64| values[row(*word, row_bits)];
    for same in run.chunk_by_mut(|one, two| one >> row_bits == two >> row_bits).filter(|same| same.len() > 1) {
        if !same.is_sorted_by_key(number) {
            same.sort_by(|one, two| number(one).total_cmp(&number(two)));
        }
    }
}

fn row(word: u64, row_bits: u32) -> usize {
    (word & ((1 << row_bits) - 1)) as usize
}

#[inline]
fn digit(word: u64, first: u32) -> usize {
    (word >> first) as usize & (DIGITS - 1)
}

/// The bits of a number as an integer that grows with it.
fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}
