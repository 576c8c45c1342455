//! Numbers in order.
//!
//! ```text
//! word   | where the number lies between the least and the greatest | its row |
//! ```
//!
//! A radix sort of the leading bits of such words does nearly everything; what shares these is put in order after. Words are dealt
//! into heaps by their first bits, so that all further passes stay in the nearest cache.

use super::survey::Survey;

/// Up to so many words a comparison sort is faster than a radix sort.
const SMALL: usize = 64;
/// Words are dealt into heaps of about this many, which are sorted in the nearest cache.
const HEAP: usize = 512;
/// The most heaps: a line of the cache for each is to fit the nearest one.
const HEAPS: usize = 1 << 9;
/// Bits of a digit that heaps are sorted by.
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
    let end = row_bits + MOST_BITS.min(u64::BITS - row_bits);
    let heaps = (values.len() / HEAP).clamp(1, HEAPS).next_power_of_two();
    let top = end - heaps.trailing_zeros();
    let mut sorter = Sorter { values, holes: survey.holes, row_bits, end, top, room };
    let digits = if sorter.by_distance(survey) { 2 } else { sorter.by_bits(survey) };
    sorter.number(top.saturating_sub(digits * DIGIT).max(row_bits));
    &room.words
}

/// Words on their way.
struct Sorter<'a, 'r> {
    values: &'a [f64],
    holes: bool,
    /// Lowest bits of a word, which are the row's.
    row_bits: u32,
    /// The bit after the last.
    end: u32,
    /// The lowest bit of those that say the heap.
    top: u32,
    room: &'r mut SortRoom,
}

/// How many words each heap has.
type Heaps = [u32; HEAPS];

impl Sorter<'_, '_> {
    /// Sorts by the distance from the least number, which spreads most columns well; not where it may be infinite, or where too many
    /// numbers lie too close together.
    fn by_distance(&mut self, survey: &Survey) -> bool {
        let (least, width) = (survey.least, survey.most - survey.least);
        let scale = ((1_u64 << (self.end - self.row_bits)) - 1) as f64 / width;
        if !(width.is_finite() && scale.is_normal()) {
            return false;
        }
        let mask = (1 << MOST_BITS) - 1;
        // Differences, products and sums are rounded, but never so that a greater number has less of them.
        let heaps = self.fill(|value| ((value - least) * scale + FAR).to_bits() & mask);
        let is_spread = !self.is_crowded(&heaps);
        if is_spread {
            self.sort::<2>(&heaps);
        }
        is_spread
    }

    /// Sorts by the leading bits of numbers as ordered integers, less those of the least: near zero they tell more apart. Says by how
    /// many digits.
    fn by_bits(&mut self, survey: &Survey) -> u32 {
        let least = ordered(survey.least);
        let width = u64::BITS - ordered(survey.most).saturating_sub(least).leading_zeros();
        let shift = width.saturating_sub(self.end - self.row_bits);
        let heaps = self.fill(|value| ordered(value).wrapping_sub(least) >> shift);
        self.sort::<3>(&heaps);
        3
    }

    /// Writes the words of rows that have a number, and counts those of each heap.
    fn fill(&mut self, key: impl Fn(f64) -> u64) -> Heaps {
        let mut heaps = [0; HEAPS];
        let (row_bits, top) = (self.row_bits, self.top);
        let word = |(row, value): (u64, &f64)| {
            let word = key(*value) << row_bits | row;
            heaps[digit::<HEAPS>(word, top)] += 1;
            word
        };
        let rows = (0..self.values.len() as u64).zip(self.values);
        self.room.words.clear();
        if self.holes {
            self.room.words.extend(rows.filter(|(_, value)| !value.is_nan()).map(word));
        } else {
            self.room.words.extend(rows.map(word));
        }
        heaps
    }

    /// Whether many numbers will share all digits with others: about so many pairs, if they are spread evenly in each heap.
    fn is_crowded(&self, heaps: &Heaps) -> bool {
        let pairs: u64 = heaps.iter().map(|words| u64::from(*words) * u64::from(*words)).sum();
        pairs >> (2 * DIGIT + 1) > self.room.words.len() as u64 / 4
    }

    /// Deals words into heaps, and sorts each by so many digits (ties in the order given, which is that of rows).
    fn sort<const MANY: usize>(&mut self, heaps: &Heaps) {
        let SortRoom { words, spare } = &mut *self.room;
        spare.resize(words.len(), 0);
        deal(words, spare, &mut heaps.clone(), self.top);
        std::mem::swap(words, spare);
        let (mut words, mut spare) = (&mut words[..], &mut spare[..]);
        for many in heaps {
            let (heap, room);
            (heap, words) = words.split_at_mut(*many as usize);
            (room, spare) = spare.split_at_mut(*many as usize);
            sort_heap::<MANY>(heap, room, self.top);
        }
    }

    /// Puts in order what shares its bits from `first` on, and then the places of numbers among the distinct ones where the numbers were.
    fn number(&mut self, first: u32) {
        let (values, row_bits, words) = (self.values, self.row_bits, &mut self.room.words[..]);
        let (mut code, mut place) = (0, 0);
        while place < words.len() {
            let word = words[place];
            let is_next = |other: &u64| *other >> first == word >> first;
            if !words.get(place + 1).is_some_and(is_next) {
                words[place] = code << 32 | row(word, row_bits) as u64;
                (code, place) = (code + 1, place + 1);
                continue;
            }
            let end = place + words[place..].iter().take_while(|other| is_next(other)).count();
            code = number_run(values, &mut words[place..end], row_bits, code) + 1;
            place = end;
        }
    }
}

/// The same for words that share their leading bits, from this code on; says the last. Numbers that share all bits of a word are
/// compared themselves.
fn number_run(values: &[f64], run: &mut [u64], row_bits: u32, mut code: u64) -> u64 {
    run.sort_unstable();
    let number = |word: &u64| values[row(*word, row_bits)];
    for same in run.chunk_by_mut(|one, two| one >> row_bits == two >> row_bits).filter(|same| same.len() > 1) {
        if !same.is_sorted_by_key(number) {
            same.sort_by(|one, two| number(one).total_cmp(&number(two)));
        }
    }
    let mut before = run[0];
    for word in run {
        let is_same = before >> row_bits == *word >> row_bits && number(&before) == number(word);
        code += u64::from(!is_same);
        before = *word;
        *word = code << 32 | row(*word, row_bits) as u64;
    }
    code
}

/// Sorts a heap by so many digits below the top.
fn sort_heap<const MANY: usize>(heap: &mut [u64], room: &mut [u64], top: u32) {
    if heap.len() <= SMALL {
        heap.sort_unstable();
        return;
    }
    let first = |pass: usize| top.saturating_sub((MANY - pass) as u32 * DIGIT);
    let mut counts = [[0; DIGITS]; MANY];
    for word in &*heap {
        for (pass, counts) in counts.iter_mut().enumerate() {
            counts[digit::<DIGITS>(*word, first(pass))] += 1;
        }
    }
    let (mut from, mut to) = (&mut *heap, &mut *room);
    for (pass, counts) in counts.iter_mut().enumerate() {
        deal(from, to, counts, first(pass));
        (from, to) = (to, from);
    }
    if MANY % 2 == 1 {
        heap.copy_from_slice(room);
    }
}

/// Deals words out by a digit, of which so many have each value.
fn deal<const MANY: usize>(words: &[u64], out: &mut [u64], counts: &mut [u32; MANY], first: u32) {
    let mut sum = 0;
    for count in &mut *counts {
        (*count, sum) = (sum, sum + *count);
    }
    for word in words {
        let place = &mut counts[digit::<MANY>(*word, first)];
        out[*place as usize] = *word;
        *place += 1;
    }
}

fn row(word: u64, row_bits: u32) -> usize {
    (word & ((1 << row_bits) - 1)) as usize
}

#[inline]
fn digit<const MANY: usize>(word: u64, first: u32) -> usize {
    (word >> first) as usize & (MANY - 1)
}

/// The bits of a number as an integer that grows with it.
pub(super) fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}
