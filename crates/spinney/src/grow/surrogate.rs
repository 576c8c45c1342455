//! Other columns that send rows much as a split does, for rows without a value in its own.

use super::candidate::Question;
use super::groups::Groups;
use super::item::{Class, Item, Label, Stored};
use super::partition::{NONE, Paths, first_most};
use crate::encode::{Coded, Encoded, EncodedColumn};
use crate::parallel;
use crate::table::number::midpoint;

/// The most surrogates of a split.
const MOST: usize = 5;
/// A surrogate must hold rows of at least this weight on each side, in rows.
const LEAST_ROWS: u64 = 2;

/// A question about another column.
#[derive(Debug, Clone)]
pub(crate) struct Substitute {
    pub(crate) column: usize,
    pub(crate) question: Question,
    /// The split's branch for each of the question's own.
    pub(crate) to: Vec<u32>,
    /// The weight of the rows that it sends as the split does.
    pub(crate) agreeing: u64,
    /// The share of these of all rows with a value in the split's column.
    pub(crate) share: f64,
}

/// The best surrogates of a split of these columns: those that agree with it more often than its heaviest branch would.
/// They are sought even where no row here lacks a value: rows to come may.
pub(crate) fn substitutes<S: Stored>(
    data: &Encoded<'_>,
    items: &[Item<S>],
    (split, paths): (usize, &Paths),
    columns: &[u32],
    unit: u64,
) -> Vec<(Substitute, Paths)> {
    let own = &data.columns[split];
    let branch = |item: &Item<S>| match paths.of(own.codes.at(item.row)) {
        NONE => None,
        branch => Some(Item { row: item.row, stored: Class { class: branch, weight: item.stored.label().weight() } }),
    };
    let sent: Vec<Item<Class>> = items.iter().filter_map(branch).collect();
    let mut weights = vec![0; paths.count as usize];
    for item in &sent {
        weights[item.stored.class as usize] += item.stored.weight;
    }
    let heaviest = first_most(&weights);
    let (total, majority) = (weights.iter().sum::<u64>(), weights[heaviest]);
    let others: Vec<u32> = columns.iter().copied().filter(|column| *column as usize != split).collect();
    let found = parallel::map(&others, |column| search(data, *column as usize, &sent, (&weights, unit)));
    let mut found: Vec<(Substitute, Paths)> =
        found.into_iter().flatten().filter(|(other, _)| other.agreeing > majority).collect();
    found.sort_by_key(|(other, _)| std::cmp::Reverse(other.agreeing)); // stable: columns in order where they agree alike
    found.truncate(MOST);
    for (other, _) in &mut found {
        other.share = other.agreeing as f64 / total as f64;
    }
    found
}

/// The question about one column that agrees most with the branches of the rows.
fn search(
    data: &Encoded<'_>,
    place: usize,
    sent: &[Item<Class>],
    (branches, unit): (&[u64], u64),
) -> Option<(Substitute, Paths)> {
    let column = &data.columns[place];
    let groups = Groups::new(sent, column);
    if groups.len() < 2 {
        return None;
    }
    let weigh = |labels: &[Class]| {
        let mut weights = vec![0_u64; branches.len()];
        for label in labels {
            weights[label.class as usize] += label.weight;
        }
        weights
    };
    let parts: Vec<Vec<u64>> = (0..groups.len()).map(|group| weigh(groups.part(group))).collect();
    let found = match &column.coded {
        Coded::Numbers(_) | Coded::Ordinal => cut(place, (column, &groups.codes), &parts, LEAST_ROWS * unit),
        Coded::Nominal | Coded::Hierarchical(_) => {
            // A value whose rows go either way alike follows the heaviest branch, as a row that nothing is known of does.
            let heaviest = first_most(branches);
            let best = |weights: &Vec<u64>| match first_most(weights) {
                first if weights[first] > weights[heaviest] => first as u32,
                _ => heaviest as u32,
            };
            let to: Vec<u32> = parts.iter().map(best).collect();
            let agreeing = parts.iter().zip(&to).map(|(weights, branch)| weights[*branch as usize]).sum();
            Some(Substitute { column: place, question: Question::Values, to, agreeing, share: 0.0 })
        }
    };
    found.map(|found| {
        let paths = Paths::among(&found.question, column, &groups.codes);
        (found, paths)
    })
}

/// The cut whose two sides, each sent to its own most frequent branch, agree most; the two must differ.
fn cut(
    place: usize,
    (column, codes): (&EncodedColumn<'_>, &[u32]),
    parts: &[Vec<u64>],
    least: u64,
) -> Option<Substitute> {
    let mut left = vec![0_u64; parts[0].len()];
    let mut right = left.clone();
    for part in parts {
        right.iter_mut().zip(part).for_each(|(sum, weight)| *sum += weight);
    }
    let mut best: Option<Substitute> = None;
    for (group, part) in parts[..parts.len() - 1].iter().enumerate() {
        left.iter_mut().zip(part).for_each(|(sum, weight)| *sum += weight);
        right.iter_mut().zip(part).for_each(|(sum, weight)| *sum -= weight);
        let (low, high) = (first_most(&left), first_most(&right));
        let enough = left.iter().sum::<u64>() >= least && right.iter().sum::<u64>() >= least;
        let agreeing = left[low] + right[high];
        if enough && low != high && best.as_ref().is_none_or(|best| agreeing > best.agreeing) {
            let (question, to) = (middle(column, (codes[group], codes[group + 1])), vec![low as u32, high as u32]);
            best = Some(Substitute { column: place, question, to, agreeing, share: 0.0 });
        }
    }
    best
}

/// The cut in the middle between two codes. The rows that it was chosen by have no value between them, but those that it is
/// for may: they must go in training where the finished test will send them.
fn middle(column: &EncodedColumn<'_>, (low, high): (u32, u32)) -> Question {
    if let Some(values) = column.numbers() {
        let cut = midpoint(values.at(low), values.at(high));
        return Question::At { cut, low: values.first(|value| value <= cut) - 1 };
    }
    let low = low + (high - low) / 2;
    Question::Between { low, high: low + 1 }
}

/// The branch that the surrogates give a row; `None` where it has a value in none of their columns.
pub(crate) fn branch_of(data: &Encoded<'_>, substitutes: &[(Substitute, Paths)], row: u32) -> Option<u32> {
    substitutes.iter().find_map(|(other, paths)| match paths.of(data.columns[other.column].codes.at(row)) {
        NONE => None,
        branch => Some(other.to[branch as usize]),
    })
}
