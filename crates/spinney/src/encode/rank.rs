//! From numbers to their ranks.

use std::borrow::Cow;

use super::buckets::{Buckets, FINE, HOLE};
use super::close::close;
use super::codes::Codes;
use super::few::few;
use super::ranked::Ranked;
use super::shelf::{Kept, Shelf};
use super::sort::{SortRoom, ordered, sorted};
use super::sparse::SparseCodes;
use super::survey::Survey;
use crate::table::Sparse;
use crate::table::sparse::Spots;

/// Room for the work on a column, which the next one uses again: fresh memory costs more than what is written into it.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// For the numbers, where they are picked.
    pub(super) picked: Vec<f64>,
    places: Vec<u16>,
    sort: SortRoom,
}

/// Ranks the numbers of a column.
pub(super) fn rank(values: &[f64], room: &mut Room, shelf: &mut Shelf) -> Ranked {
    let mut survey = Survey::new(values, shelf);
    let has_missing = survey.holes;
    if let Some(ranked) = close(values, &mut survey, shelf).or_else(|| few(values, &mut room.places, shelf)) {
        return ranked;
    }
    let sorted = sorted(values, &survey, &mut room.sort);
    let distinct = sorted.last().map_or(0, |word| code(*word) + 1);
    // Missing numbers need a code too.
    let (codes, buckets) = match distinct as usize + usize::from(has_missing) {
        0..=FINE => (placed::<u8>(sorted, values.len(), distinct, shelf), None),
        0x101..=0x1_0000 => parted::<u16>(sorted, values.len(), distinct, shelf),
        _ => parted::<u32>(sorted, values.len(), distinct, shelf),
    };
    Ranked { distinct, has_missing, codes, buckets }
}

fn code(word: u64) -> u32 {
    (word >> 32) as u32
}

fn row(word: u64) -> usize {
    word as u32 as usize
}

/// The codes in the order of rows, from rows in the order of codes.
fn placed<C: Kept>(sorted: &[u64], rows: usize, missing: u32, shelf: &mut Shelf) -> Codes {
    let mut codes = C::room(shelf);
    codes.resize(rows, C::narrow(missing));
    for word in sorted {
        codes[row(*word)] = C::narrow(code(*word));
    }
    C::codes(codes)
}

/// The same, and their buckets.
fn parted<C: Kept>(sorted: &[u64], rows: usize, missing: u32, shelf: &mut Shelf) -> (Codes, Option<Buckets>) {
    let (mut codes, mut coarse) = (C::room(shelf), shelf.bytes());
    codes.resize(rows, C::narrow(missing));
    coarse.resize(rows, HOLE);
    let mut starts = Vec::with_capacity(FINE);
    let (mut next, mut last) = (0, 0);
    for (bucket, places) in (0..=HOLE).zip(Buckets::places(sorted.len(), rows)) {
        starts.push(next);
        // Rows whose code is in an earlier bucket stand first.
        let words = &sorted[places];
        let (early, own) = words.split_at(words.iter().take_while(|word| code(**word) < next).count());
        for (words, bucket) in [(early, last), (own, bucket)] {
            for word in words {
                codes[row(*word)] = C::narrow(code(*word));
                coarse[row(*word)] = bucket;
            }
        }
        if let Some(word) = own.last() {
            (next, last) = (code(*word) + 1, bucket);
        }
    }
    (C::codes(codes), Some(Buckets { rows: coarse, starts }))
}

/// Ranks the numbers of a column; of the rows that have these spots, where not all are meant. A code for 0 is there where a row has it.
pub(super) fn rank_sparse(column: &Sparse, spots: Option<&Spots>) -> Ranked {
    let column = spots.map_or(Cow::Borrowed(column), |spots| Cow::Owned(column.picked(spots)));
    let values = column.values();
    let rest_is_there = u32::from(values.len() < column.len());
    let mut sorted: Vec<(u64, u32)> = values.iter().map(|value| ordered(*value)).zip(0..).collect();
    sorted.sort_unstable();
    let mut codes = vec![0; values.len()];
    let (mut distinct, mut last, mut rest) = (0, f64::NEG_INFINITY, None);
    for (_, place) in sorted {
        let value = values[place as usize];
        if value > 0.0 && rest.is_none() {
            rest = Some(distinct);
            distinct += rest_is_there;
        }
        distinct += u32::from(last < value);
        last = value;
        codes[place as usize] = distinct - 1;
    }
    let (rest, distinct) = rest.map_or((distinct, distinct + rest_is_there), |rest| (rest, distinct));
    let codes = SparseCodes { rows: column.rows().to_vec(), codes, rest, len: column.len() };
    Ranked { distinct, has_missing: false, codes: Codes::Sparse(codes), buckets: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of numbers among all distinct ones, and that of 0.
    #[test]
    fn sparse_numbers_have_the_codes_of_their_places_among_all() {
        let kinds: [&[f64]; 7] = [
            &[],
            &[2.0],
            &[-2.0],
            &[3.0, -1.0, 3.0, 7.5, -1.0],
            &[-1.0, -2.0],
            &[f64::MAX, f64::MIN, 1e-300, -1e-300, f64::MIN],
            &[5.0, 0.25, 5.0],
        ];
        for values in kinds {
            for len in [values.len(), values.len() + 1, values.len() + 9] {
                let rows: Vec<u32> = (0..values.len() as u32).collect();
                let column = Sparse::new(rows, values.to_vec(), len).unwrap();
                let ranked = rank_sparse(&column, None);
                let Codes::Sparse(own) = &ranked.codes else { panic!("codes are those of the entries") };
                let all = column.distinct_values();
                let place = |value: f64| all.iter().filter(|other| **other < value).count() as u32;
                assert_eq!(ranked.distinct as usize, all.len(), "{values:?} of {len}");
                assert_eq!(own.rest, place(0.0), "{values:?} of {len}");
                let places: Vec<u32> = column.values().iter().map(|value| place(*value)).collect();
                assert_eq!(own.codes, places, "{values:?} of {len}");
            }
        }
    }
}
