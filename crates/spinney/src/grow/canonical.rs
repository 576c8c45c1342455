//! Rows in an order that hangs on their content alone, so that what is drawn from them does not hang on where they stand.

use std::cmp::Ordering;

use super::draw::WIDE;
use crate::encode::{Code, Encoded, Entries, with_codes};
use crate::parallel;

/// Rows whose marks one thread makes at a time.
const BLOCK: usize = 1 << 14;

/// Marks begin in so many ways: with a byte.
const PARTS: usize = 256;

/// All rows in an order that hangs on their content and weight alone (those alike in both, by number); and for each row the first
/// of its kind, unless all rows differ.
pub(crate) fn canonical(
    data: &Encoded<'_>,
    label: &(impl Fn(usize) -> u64 + Sync),
    units: impl Fn(u32) -> u64 + Sync,
) -> (Vec<u32>, Option<Vec<u32>>) {
    // Marks tell nearly all rows apart; where they do not, content decides.
    let order = by_mark(marks(data, label), |one, two| {
        let by_content = || content(data, label, one.1, two.1).then_with(|| units(one.1).cmp(&units(two.1)));
        one.0.cmp(&two.0).then_with(by_content).then_with(|| one.1.cmp(&two.1))
    });
    let alike = |one: &(u64, u32), two: &(u64, u32)| one.0 == two.0 && content(data, label, one.1, two.1).is_eq();
    let mut kinds = None;
    for kind in order.chunk_by(alike).filter(|kind| kind.len() > 1) {
        let kinds = kinds.get_or_insert_with(|| (0..data.rows as u32).collect::<Vec<u32>>());
        let first = kind.iter().map(|(_, row)| *row).min().unwrap_or(0);
        for (_, row) in kind {
            kinds[*row as usize] = first;
        }
    }
    (order.into_iter().map(|(_, row)| row).collect(), kinds)
}

/// Rows in the order of their marks. Marks lie evenly, so those that begin alike are few: each such part is sorted by itself, on all
/// threads.
fn by_mark(marks: Vec<u64>, compare: impl Fn(&(u64, u32), &(u64, u32)) -> Ordering + Sync) -> Vec<(u64, u32)> {
    let part = |mark: u64| (mark >> 56) as usize;
    let mut counts = [0; PARTS];
    for mark in &marks {
        counts[part(*mark)] += 1;
    }
    let mut next = counts;
    let mut start = 0;
    for next in &mut next {
        (*next, start) = (start, start + *next);
    }
    let mut order = vec![(0, 0); marks.len()];
    for (mark, row) in marks.into_iter().zip(0..) {
        let next = &mut next[part(mark)];
        order[*next] = (mark, row);
        *next += 1;
    }
    let mut rest = &mut order[..];
    let mut parts: Vec<&mut [(u64, u32)]> = Vec::with_capacity(PARTS);
    for count in counts {
        let (own, others) = rest.split_at_mut(count);
        parts.push(own);
        rest = others;
    }
    parallel::change(&mut parts, |_, part| part.sort_unstable_by(&compare));
    order
}

/// For each row a number that hangs on its content alone; rows that differ have different ones, as good as always.
fn marks(data: &Encoded<'_>, label: &(impl Fn(usize) -> u64 + Sync)) -> Vec<u64> {
    if data.columns.len() > WIDE {
        return wide_marks(data, label);
    }
    let mut marks = vec![0_u64; data.rows];
    let mut blocks: Vec<&mut [u64]> = marks.chunks_mut(BLOCK).collect();
    parallel::change(&mut blocks, |block, marks| {
        let start = block * BLOCK;
        for column in &data.columns {
            with_codes!(&column.codes, codes => {
                for (mark, code) in marks.iter_mut().zip(&codes[start..]) {
                    *mark = stirred(*mark, u64::from(code.wide()));
                }
            });
        }
        marks.iter_mut().enumerate().for_each(|(place, mark)| *mark = stirred(*mark, label(start + place)));
    });
    marks
}

/// The same where columns are many: what each says is stirred by itself and added up, so that of a sparse table only what is not said by most
/// rows is looked at.
fn wide_marks(data: &Encoded<'_>, label: &(impl Fn(usize) -> u64 + Sync)) -> Vec<u64> {
    let said = |column: usize, code: u32| stirred(stirred(column as u64 + 1, 1), u64::from(code) + 1);
    let said = |column: usize, code: u32| stirred(said(column, code), 2);
    let mut marks = vec![0_u64; data.rows];
    let rest = match &data.entries {
        Some(entries) => {
            entries.rest.iter().enumerate().fold(0, |sum: u64, (at, code)| sum.wrapping_add(said(at, *code)))
        }
        None => 0,
    };
    let mut blocks: Vec<&mut [u64]> = marks.chunks_mut(BLOCK).collect();
    parallel::change(&mut blocks, |block, marks| {
        let start = block * BLOCK;
        match &data.entries {
            Some(entries) => {
                for (row, mark) in (start as u32..).zip(marks.iter_mut()) {
                    let more = |sum: u64, entry: &crate::encode::Entry| {
                        let column = entry.place as usize;
                        sum.wrapping_add(said(column, entry.code)).wrapping_sub(said(column, entries.rest[column]))
                    };
                    *mark = entries.rows.line(row).iter().fold(rest, more);
                }
            }
            None => {
                for (place, column) in data.columns.iter().enumerate() {
                    with_codes!(&column.codes, codes => {
                        for (mark, code) in marks.iter_mut().zip(&codes[start..]) {
                            *mark = mark.wrapping_add(said(place, code.wide()));
                        }
                    });
                }
            }
        }
        marks.iter_mut().enumerate().for_each(|(place, mark)| *mark = stirred(stirred(*mark, label(start + place)), 3));
    });
    marks
}

/// One more number stirred into a mark.
fn stirred(mark: u64, number: u64) -> u64 {
    (mark ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(29)
}

/// Two rows compared by what they say in every column, and of the target.
fn content(data: &Encoded<'_>, label: impl Fn(usize) -> u64, one: u32, two: u32) -> Ordering {
    let by_label = || label(one as usize).cmp(&label(two as usize));
    if let Some(entries) = &data.entries {
        return content_of_entries(entries, one, two).then_with(by_label);
    }
    let codes = data.columns.iter().map(|column| column.codes.at(one).cmp(&column.codes.at(two)));
    let columns = codes.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
    columns.then_with(by_label)
}

/// What two rows say in all columns: the first column in which they differ decides.
fn content_of_entries(entries: &Entries, one: u32, two: u32) -> Ordering {
    let (mut one, mut two) = (entries.rows.line(one).iter().peekable(), entries.rows.line(two).iter().peekable());
    loop {
        let first = match (one.peek(), two.peek()) {
            (None, None) => return Ordering::Equal,
            (Some(entry), None) | (None, Some(entry)) => entry.place,
            (Some(own), Some(other)) => own.place.min(other.place),
        };
        let rest = entries.rest[first as usize];
        let code = one.next_if(|entry| entry.place == first).map_or(rest, |entry| entry.code);
        let other = two.next_if(|entry| entry.place == first).map_or(rest, |entry| entry.code);
        if code != other {
            return code.cmp(&other);
        }
    }
}
