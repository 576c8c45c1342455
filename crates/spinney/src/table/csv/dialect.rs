//! The delimiter, by a vote of the first lines.

use super::scan::{next_record, width};

/// What may stand between fields, in order of preference.
const CANDIDATES: [u8; 4] = *b",\t;|";

/// The candidate that cuts the first records into the same number of fields, the more the better; a comma where none does.
pub(super) fn vote(text: &[u8]) -> u8 {
    let mut best = (0, b',');
    for delimiter in CANDIDATES {
        let widths = widths(text, delimiter, 50);
        let Some((first, rest)) = widths.split_first() else { continue };
        let agreeing = rest.iter().filter(|width| *width == first).count();
        // Agreement first; a single field agrees always and says nothing.
        let score = if *first < 2 { 0 } else { agreeing * 1_000_000 / rest.len().max(1) + (*first).min(999_999) };
        if score > best.0 {
            best = (score, delimiter);
        }
    }
    best.1
}

/// The number of fields in each of the first records.
fn widths(text: &[u8], delimiter: u8, most: usize) -> Vec<usize> {
    let mut widths = Vec::new();
    let mut at = next_record(text, 0, delimiter);
    while at < text.len() && widths.len() < most {
        let Ok((fields, next)) = width(text, at, delimiter) else { break };
        if next == text.len() && !widths.is_empty() && !text.ends_with(b"\n") {
            break; // the last record of a prefix may be cut short
        }
        widths.push(fields);
        at = next_record(text, next, delimiter);
    }
    widths
}
