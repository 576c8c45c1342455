//! The area under the ROC curve of a model's answers.
//!
//! Rows that end at one node share their probabilities, and a node gives most classes none. So the area is counted from the
//! nodes' own lists, at the cost of the model's size; a matrix of rows and classes is never made.

use crate::measure::order_free_sum;
use crate::metric::{AucGroup, Confusion, auc_of_groups};
use crate::predict::Predictions;

/// The most probabilities that are looked at; where rows are spread over many nodes there may be more.
const MOST_ENTRIES: usize = 1 << 24;

/// The probability of a class in a group of rows.
struct Entry {
    class: u32,
    group: u32,
    share: f64,
}

/// The AUC of the second of two classes; with more classes, the mean of each that some but not all rows are of against the
/// rest. `rows` are the rows that count, `truth` their classes.
pub(super) fn class_auc(
    predictions: &Predictions<'_>,
    rows: &[u32],
    truth: &[u32],
    weights: Option<&[f64]>,
) -> Option<f64> {
    let (groups, first) = groups(predictions, rows);
    let counts = Confusion::new(&groups, truth, weights);
    let group_weights = sums(first.len(), &counts);
    let total = counts.total();
    let mut entries = entries(predictions, &first)?;
    entries.sort_by_key(|entry| entry.class);
    let known = predictions.predictor().schema().classes().len() as u32;
    let area = |(class, of_class): (u32, f64)| {
        let start = entries.partition_point(|entry| entry.class < class);
        let own = entries[start..].iter().take_while(|entry| entry.class == class);
        let group = |entry: &Entry| {
            let positive = counts.weight(entry.group, class);
            let negative = (group_weights[entry.group as usize] - positive).max(0.0);
            AucGroup { score: entry.share, positive, negative }
        };
        let mut found: Vec<AucGroup> = own.map(group).collect();
        // All other groups give the class no chance.
        let positive = of_class - order_free_sum(found.iter().map(|group| group.positive));
        let negative = total - of_class - order_free_sum(found.iter().map(|group| group.negative));
        found.push(AucGroup { score: 0.0, positive: positive.max(0.0), negative: negative.max(0.0) });
        auc_of_groups(&mut found)
    };
    let asked = |(class, _): &(u32, f64)| *class < known && (known != 2 || *class == 1);
    let areas: Vec<f64> = counts.by_predicted().into_iter().filter(asked).filter_map(area).collect();
    (!areas.is_empty()).then(|| order_free_sum(areas.iter().copied()) / areas.len() as f64)
}

/// The group of each row, and the first row of each group: rows that end at the same node, and every row that ends at several.
fn groups(predictions: &Predictions<'_>, rows: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut ends: Vec<(Option<u32>, u32)> = Vec::with_capacity(rows.len());
    ends.extend((0_u32..).zip(rows).map(|(place, row)| (predictions.end(*row as usize).map(|node| node.0), place)));
    ends.sort_unstable();
    let (mut groups, mut first) = (vec![0; rows.len()], Vec::new());
    for group in ends.chunk_by(|one, two| one.0.is_some() && one.0 == two.0) {
        for (_, place) in group {
            groups[*place as usize] = first.len() as u32;
        }
        first.push(rows[group[0].1 as usize]);
    }
    (groups, first)
}

/// The probabilities above 0 of every group; `None` where they are too many.
fn entries(predictions: &Predictions<'_>, first: &[u32]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    for (group, row) in (0..).zip(first) {
        let shares = predictions.shares(*row as usize);
        if entries.len() + shares.len() > MOST_ENTRIES {
            return None;
        }
        entries.extend(shares.into_iter().map(|pair| Entry { class: pair.class, group, share: pair.share }));
    }
    Some(entries)
}

/// The weight of each group.
fn sums(groups: usize, counts: &Confusion) -> Vec<f64> {
    let mut weights = vec![0.0; groups];
    for (group, weight) in counts.by_truth() {
        weights[group as usize] = weight;
    }
    weights
}
