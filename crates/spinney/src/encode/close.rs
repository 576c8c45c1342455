//! Whole numbers that lie close together: ages, years, counts, pixels.

use super::codes::Codes;
use super::ranked::{Ranked, Tally};
use super::shelf::Shelf;
use super::survey::Survey;

/// Whole numbers that lie no farther apart than this are counted, not sorted.
const SPAN: usize = 1 << 16;
/// So many fit a byte.
const BYTE: usize = 1 << 8;
/// 2⁵²: what is added to it stands in the lowest bits.
const FAR: f64 = 4_503_599_627_370_496.0;

/// The ranks of numbers that are close; `None` where they are not.
pub(super) fn close(values: &[f64], survey: &mut Survey, shelf: &mut Shelf) -> Option<Ranked> {
    let Survey { least, most, holes, whole, .. } = *survey;
    let empty = least > most;
    let close = empty || most - least < SPAN.min(4 * values.len()) as f64; // not so of what is infinite
    if !(whole && close) {
        return None;
    }
    let span = if empty { 0 } else { (most - least) as usize + 1 };
    if let Some(bytes) = survey.bytes.take() {
        return Some(narrow(bytes, least, span));
    }
    let near = |value: &f64| (*value - least + FAR).to_bits() as usize & (2 * SPAN - 1);
    let place = |value: &f64| if value.is_nan() { span } else { near(value) };
    Some(if holes {
        counted(values.iter().map(place), span, shelf)
    } else {
        counted(values.iter().map(near), span, shelf)
    })
}

/// Of the lowest bytes of numbers, which lie in so wide a span.
fn narrow(mut codes: Vec<u8>, least: f64, span: usize) -> Ranked {
    let first = least as i64 as u8;
    if first > 0 {
        for code in &mut codes {
            *code = code.wrapping_sub(first);
        }
    }
    let mut seen = [false; BYTE];
    match span {
        0..=2 => seen[..span].fill(true), // the least and the greatest are there
        _ => codes.iter().for_each(|code| seen[usize::from(*code)] = true),
    }
    let mut table = [0; BYTE];
    let mut distinct = 0_usize;
    for (code, seen) in table.iter_mut().zip(&seen[..span]) {
        (*code, distinct) = (distinct as u8, distinct + usize::from(*seen));
    }
    if distinct < span {
        for code in &mut codes {
            *code = table[usize::from(*code)];
        }
    }
    Ranked { distinct: distinct as u32, has_missing: false, codes: Codes::U8(codes), buckets: None }
}

/// Of distances from the least number; those of missing numbers are the span.
fn counted(rows: impl Iterator<Item = usize> + Clone, span: usize, shelf: &mut Shelf) -> Ranked {
    let mut counts = vec![0_u32; span + 1];
    rows.clone().for_each(|place| counts[place] += 1);
    let mut next = 0;
    let mut codes = Vec::with_capacity(span + 1);
    for count in &counts {
        codes.push(next);
        next += u32::from(*count > 0);
    }
    let missing = counts.pop().unwrap_or(0);
    counts.retain(|count| *count > 0);
    counts.push(missing);
    Tally { codes, rows: counts }.ranked(rows, shelf)
}
