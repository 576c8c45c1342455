//! Arrays as they are written: plainly in the file of a tree, in the fewest bytes that tell them in that of a forest.
//!
//! A forest has millions of nodes, and most of what they say is small or has been said before: a column's number is below 100, a
//! leaf holds three rows, a hundred trees cut a column at the same places. So whole numbers are written in the narrowest type
//! that holds them all, and other numbers as their places in a table of those that occur, where that is shorter.

use crate::parallel;

use super::parts::{Elements, Parts};

/// The words of whole numbers of one to four bytes.
pub(super) const WHOLE: [&str; 4] = ["u8", "u16", "u24", "u32"];

/// An array as it is written.
pub(super) struct Array {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) count: usize,
    pub(super) bytes: Vec<u8>,
}

/// The bytes of a whole number, as few as hold it; at least one.
pub(super) fn width(most: u32) -> usize {
    (4 - most.leading_zeros() as usize / 8).max(1)
}

/// Whether so many numbers take fewer bytes as places in a table of so many different ones.
pub(super) fn saves(different: usize, count: usize) -> bool {
    8 * different + width(different.saturating_sub(1) as u32) * count < 8 * count
}

/// The different ones of these numbers, in their order (the total one, so that 0 and −0 are two), where a table of them saves
/// bytes.
pub(super) fn table(numbers: &[f64]) -> Option<Vec<f64>> {
    let mut table = numbers.to_vec();
    table.sort_unstable_by(f64::total_cmp);
    table.dedup_by_key(|number| number.to_bits());
    saves(table.len(), numbers.len()).then_some(table)
}

/// The arrays of a tree.
pub(super) fn plain(parts: &Parts) -> Vec<Array> {
    let filled = parts.list().into_iter().filter(|(_, elements)| elements.count() > 0);
    let array = |(name, elements): (&'static str, Elements)| {
        let bytes = match elements {
            Elements::U8(all) => all.to_vec(),
            Elements::U32(all) => all.iter().flat_map(|element| element.to_le_bytes()).collect(),
            Elements::F64(all, _) => raw(all),
        };
        Array { name, kind: elements.form().0, count: elements.count(), bytes }
    };
    filled.map(array).collect()
}

/// The arrays of a forest.
pub(super) fn packed(parts: &Parts) -> Vec<Array> {
    let filled: Vec<_> = parts.list().into_iter().filter(|(_, elements)| elements.count() > 0).collect();
    let arrays = parallel::map(&filled, |(name, elements)| match elements {
        Elements::U8(all) => vec![whole(name, all.iter().map(|element| u32::from(*element)))],
        Elements::U32(all) => vec![whole(name, all.iter().copied())],
        Elements::F64(all, place) => reals(name, all, place),
    });
    arrays.into_iter().flatten().collect()
}

fn raw(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn whole(name: &'static str, numbers: impl ExactSizeIterator<Item = u32> + Clone) -> Array {
    let size = width(numbers.clone().max().unwrap_or(0));
    let count = numbers.len();
    let mut bytes = Vec::with_capacity(size * count);
    numbers.for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()[..size]));
    Array { name, kind: WHOLE[size - 1], count, bytes }
}

fn reals(name: &'static str, numbers: &[f64], place: &'static str) -> Vec<Array> {
    let real = |numbers: &[f64]| Array { name, kind: "f64", count: numbers.len(), bytes: raw(numbers) };
    let Some(table) = table(numbers) else { return vec![real(numbers)] };
    let place_of = |number: &f64| table.binary_search_by(|other| other.total_cmp(number)).unwrap_or(0) as u32;
    vec![real(&table), whole(place, numbers.iter().map(place_of).collect::<Vec<_>>().into_iter())]
}
