//! From numbers to their ranks.
//!
//! Keys of 64 bits are the leading 32 bits of a number (as an ordered integer, less the least) above the row's place, so one
//! radix sort of plain integers orders nearly everything; numbers that share their leading bits are put in order after.

use super::codes::{Code, Codes};

/// Whole numbers that lie no farther apart than this are marked, not sorted.
const SPAN: usize = 1 << 16;
/// Added to a number and taken away again, it leaves a whole one.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// 2⁵².
const FAR: f64 = 4_503_599_627_370_496.0;
/// Numbers that are looked at before it is asked again whether the rest is worth a look.
const CHUNK: usize = 1 << 10;
/// Up to so many values a small sorted list is faster than sorting the rows.
const FEW: usize = 64;
/// Up to so many rows a comparison sort is faster than a radix sort.
const SMALL: usize = 512;
/// Digits of the radix sort: three of 11 bits cover the 32 leading bits.
const DIGIT: u32 = 11;

/// How many distinct numbers there are, and for each row the place of its number among them, ascending; missing numbers have
/// one more than the last.
pub(super) fn rank(values: &[f64]) -> (u32, Codes) {
    close(values).or_else(|| few(values)).unwrap_or_else(|| by_sorting(values))
}

/// Where the values are whole numbers that lie close together: ages, years, counts, pixels.
fn close(values: &[f64]) -> Option<(u32, Codes)> {
    let (mut least, mut most, mut holes) = (f64::INFINITY, f64::NEG_INFINITY, false);
    for chunk in values.chunks(CHUNK) {
        let mut whole = true;
        for value in chunk {
            least = if *value < least { *value } else { least };
            most = if *value > most { *value } else { most };
            // Beyond 2⁵² there is no room for a part of one: only whole numbers come back unchanged.
            whole &= ((*value + ROUND) - ROUND == *value) | value.is_nan();
            holes |= value.is_nan();
        }
        let close = most - least < SPAN.min(4 * values.len()) as f64; // not so of what is infinite
        if !(whole && close) {
            return None;
        }
    }
    let span = if least <= most { (most - least) as usize + 1 } else { 0 };
    // The distance from the least stands in the lowest bits of such a sum.
    let near = |value: f64| ((value - least + FAR).to_bits() & (2 * SPAN as u64 - 1)) as usize;
    let place = |value: f64| if holes && value.is_nan() { span } else { near(value) };
    let mut codes = vec![0_u32; span + 1];
    for value in values {
        codes[place(*value)] = 1;
    }
    let missing = codes[span] == 1;
    let mut distinct = 0;
    for code in &mut codes[..span] {
        (*code, distinct) = (distinct, distinct + *code);
    }
    codes[span] = distinct;
    let code = |value: &f64| codes[place(*value)];
    let codes = match distinct as usize + usize::from(missing) {
        0..=0x100 => Codes::U8(values.iter().map(|value| code(value) as u8).collect()),
        0x101..=0x1_0000 => Codes::U16(values.iter().map(|value| code(value) as u16).collect()),
        _ => Codes::U32(values.iter().map(code).collect()),
    };
    Some((distinct, codes))
}

/// Where the values are few: codes, counts, pixels.
fn few(values: &[f64]) -> Option<(u32, Codes)> {
    let mut seen: Vec<f64> = Vec::with_capacity(FEW);
    let mut last = f64::NAN;
    for value in values.iter().copied().filter(|value| !value.is_nan()) {
        if value == last {
            continue;
        }
        last = value;
        if let Err(place) = seen.binary_search_by(|other| other.total_cmp(&value)) {
            if seen.len() == FEW {
                return None;
            }
            seen.insert(place, value);
        }
    }
    let code = |value: &f64| seen.iter().position(|other| other == value).unwrap_or(seen.len()) as u8;
    let codes = match seen[..] {
        [low, high] if seen.len() == 2 => values
            .iter()
            .map(|value| if value.is_nan() { 2 } else { u8::from(*value != low && *value == high) })
            .collect(),
        _ => values.iter().map(code).collect(),
    };
    Some((seen.len() as u32, Codes::U8(codes)))
}

fn by_sorting(values: &[f64]) -> (u32, Codes) {
    let ordered = |value: f64| {
        let bits = value.to_bits();
        if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
    };
    let known = || values.iter().filter(|value| !value.is_nan()).map(|value| ordered(*value));
    let (least, most) = known().fold((u64::MAX, 0), |(least, most), key| (least.min(key), most.max(key)));
    let shift = 32_u32.saturating_sub((most - least).leading_zeros());
    let mut keys: Vec<u64> = (0_u64..)
        .zip(values)
        .filter(|(_, value)| !value.is_nan())
        .map(|(row, value)| ((ordered(*value) - least) >> shift) << 32 | row)
        .collect();
    sort(&mut keys);
    if shift > 0 {
        for run in keys.chunk_by_mut(|one, two| one >> 32 == two >> 32).filter(|run| run.len() > 1) {
            run.sort_unstable_by(|one, two| number(values, *one).total_cmp(&number(values, *two)));
        }
    }
    let distinct = runs(values, &keys).count() as u32;
    // Missing numbers need a code too.
    let codes = match distinct as usize + usize::from(keys.len() < values.len()) {
        0..=0x100 => Codes::U8(placed(values, &keys, distinct)),
        0x101..=0x1_0000 => Codes::U16(placed(values, &keys, distinct)),
        _ => Codes::U32(placed(values, &keys, distinct)),
    };
    (distinct, codes)
}

fn number(values: &[f64], key: u64) -> f64 {
    values[key as u32 as usize]
}

/// Keys of equal numbers.
fn runs<'a>(values: &[f64], keys: &'a [u64]) -> impl Iterator<Item = &'a [u64]> {
    keys.chunk_by(|one, two| number(values, *one) == number(values, *two))
}

/// The codes in the order of rows, from keys in the order of numbers.
fn placed<C: Code>(values: &[f64], keys: &[u64], missing: u32) -> Vec<C> {
    let mut codes = vec![C::narrow(missing); values.len()];
    for (code, run) in runs(values, keys).enumerate() {
        for key in run {
            codes[*key as u32 as usize] = C::narrow(code as u32);
        }
    }
    codes
}

/// Sorts by the upper 32 bits (ties in the order given, which is that of rows).
fn sort(keys: &mut Vec<u64>) {
    if keys.len() <= SMALL {
        keys.sort_unstable();
        return;
    }
    let mut spare = vec![0_u64; keys.len()];
    for pass in 0..3 {
        let shift = 32 + pass * DIGIT;
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT) - 1);
        let mut starts = [0_u32; 1 << DIGIT];
        for key in keys.iter() {
            starts[digit(*key)] += 1;
        }
        if starts.contains(&(keys.len() as u32)) {
            continue; // one digit for all
        }
        let mut sum = 0;
        for start in &mut starts {
            (*start, sum) = (sum, sum + *start);
        }
        for key in keys.iter() {
            let place = &mut starts[digit(*key)];
            spare[*place as usize] = *key;
            *place += 1;
        }
        std::mem::swap(keys, &mut spare);
    }
}
