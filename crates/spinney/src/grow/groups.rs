//! The rows of a node by their value in one column.

use super::criterion::Measure;
use super::item::{Item, Stored};
use crate::encode::{Code, Codes, EncodedColumn, with_codes};

/// Labels by code, ascending, and those of rows without a value.
///
/// ```text
/// codes   3    7    8
/// starts  0    2    3   5        labels of code 7 are labels[2..3]
/// ```
pub(crate) struct Groups<L> {
    pub(crate) codes: Vec<u32>,
    pub(crate) starts: Vec<u32>,
    pub(crate) labels: Vec<L>,
    pub(crate) missing: Vec<L>,
}

impl<L: Copy> Groups<L> {
    pub(crate) fn new<S: Stored<Label = L>>(items: &[Item<S>], column: &EncodedColumn<'_>) -> Self {
        if let Codes::Sparse(own) = &column.codes {
            return grouped(items, |row| own.at(row), column.distinct);
        }
        with_codes!(&column.codes, codes => grouped(items, |row| codes[row as usize].wide(), column.distinct))
    }

    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// The labels of one group.
    pub(crate) fn part(&self, group: usize) -> &[L] {
        &self.labels[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// The same with few labels in each group.
    pub(crate) fn compressed<M: Measure<Label = L>>(&self) -> Self {
        let mut fewer =
            Groups { codes: self.codes.clone(), starts: vec![0], labels: Vec::new(), missing: self.missing.clone() };
        for group in 0..self.len() {
            let mut part = self.part(group).to_vec();
            M::compress(&mut part);
            fewer.labels.extend(part);
            fewer.starts.push(fewer.labels.len() as u32);
        }
        M::compress(&mut fewer.missing);
        fewer
    }
}

fn grouped<S: Stored>(items: &[Item<S>], code: impl Fn(u32) -> u32, distinct: u32) -> Groups<S::Label> {
    let mut missing = Vec::new();
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let code = code(item.row);
        if code >= distinct {
            missing.push(item.stored.label());
        } else {
            pairs.push((code, place as u32));
        }
    }
    let labels_of = |places: &[u32]| places.iter().map(|place| items[*place as usize].stored.label()).collect();
    if (distinct as usize) < 2 * pairs.len() {
        let (starts, places) = counted(&pairs, distinct);
        let codes: Vec<u32> =
            (0..distinct).filter(|code| starts[*code as usize] < starts[*code as usize + 1]).collect();
        let starts = codes.iter().map(|code| starts[*code as usize]).chain([pairs.len() as u32]).collect();
        return Groups { codes, starts, labels: labels_of(&places), missing };
    }
    pairs.sort_unstable();
    let (mut found, mut starts) = (Vec::new(), Vec::new());
    for (place, (code, _)) in pairs.iter().enumerate() {
        if found.last() != Some(code) {
            found.push(*code);
            starts.push(place as u32);
        }
    }
    starts.push(pairs.len() as u32);
    let places: Vec<u32> = pairs.iter().map(|(_, place)| *place).collect();
    Groups { codes: found, starts, labels: labels_of(&places), missing }
}

/// Counting sort: where each code starts, and the places in the order of codes.
fn counted(pairs: &[(u32, u32)], distinct: u32) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; distinct as usize + 1];
    for (code, _) in pairs {
        starts[*code as usize + 1] += 1;
    }
    for code in 0..distinct as usize {
        starts[code + 1] += starts[code];
    }
    let mut next = starts.clone();
    let mut places = vec![0; pairs.len()];
    for (code, place) in pairs {
        let slot = &mut next[*code as usize];
        places[*slot as usize] = *place;
        *slot += 1;
    }
    (starts, places)
}
