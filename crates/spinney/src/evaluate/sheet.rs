//! A model's classes beside the truth, as few lines as may be.
//!
//! Rows that end at one node share their answer and their probabilities; if they share the truth too, nothing tells them apart.
//! So the sheet has a line for each end and true class, and every figure is reckoned from the lines and their weights. A node
//! gives most classes no chance: probabilities are kept as the nodes list them, and a matrix of rows and classes is never made.

use serde::{Deserialize, Serialize};

use crate::measure::order_free_sum;
use crate::metric::{Confusion, ScoreGroup, average_precision_of_groups, brier_of_row, log_loss, roc_auc_of_groups};
use crate::predict::Predictions;

use super::figures::ClassOverall;

/// The most probabilities that are looked at; where rows are spread over many nodes there may be more.
const MOST_ENTRIES: usize = 1 << 24;

/// The probability of a class in a group of rows.
#[derive(Serialize, Deserialize)]
struct Entry {
    class: u32,
    group: u32,
    share: f64,
}

/// Lines of rows that nothing tells apart.
#[derive(Serialize, Deserialize)]
pub(super) struct Sheet {
    /// The line of each row.
    line_of: Vec<u32>,
    lines: Lines,
    /// The probabilities above 0 of every group, by class; none where they are too many.
    entries: Option<Vec<Entry>>,
    groups: usize,
    /// How many classes the model knows.
    known: usize,
}

/// What is the same for all rows of a line, list by list.
#[derive(Default, Serialize, Deserialize)]
struct Lines {
    group: Vec<u32>,
    truth: Vec<u32>,
    answered: Vec<u32>,
    /// The chance of the true class.
    chance: Vec<f64>,
    brier: Vec<f64>,
}

impl Sheet {
    /// Rows, with their true classes in the model's terms and the classes answered.
    pub(super) fn new(predictions: &Predictions<'_>, rows: &[u32], truth: &[u32], answered: &[u32]) -> Self {
        let known = predictions.predictor().schema().classes().len();
        let (group_of, first) = groups(predictions, rows);
        let mut order: Vec<(u32, u32, u32)> = Vec::with_capacity(rows.len());
        order.extend((0..).zip(&group_of).zip(truth).map(|((place, group), truth)| (*group, *truth, place)));
        order.sort_unstable();
        let (mut line_of, mut lines) = (vec![0; rows.len()], Lines::default());
        for line in order.chunk_by(|one, two| (one.0, one.1) == (two.0, two.1)) {
            let (group, truth, place) = line[0];
            for (_, _, place) in line {
                line_of[*place as usize] = lines.truth.len() as u32;
            }
            lines.group.push(group);
            lines.truth.push(truth);
            lines.answered.push(answered[place as usize]);
            lines.chance.push(predictions.share(first[group as usize] as usize, truth));
        }
        let (entries, squares) = entries(predictions, &first);
        let brier = |(group, own): (&u32, &f64)| brier_of_row(*own, squares[*group as usize], known);
        lines.brier = lines.group.iter().zip(&lines.chance).map(brier).collect();
        Sheet { line_of, lines, entries, groups: first.len(), known }
    }

    /// The weight of each line.
    pub(super) fn weights(&self, weights: Option<&[f64]>) -> Vec<f64> {
        let mut sums = vec![0.0; self.lines.truth.len()];
        match weights {
            None => self.line_of.iter().for_each(|line| sums[*line as usize] += 1.0),
            Some(weights) => {
                let pairs: Vec<(u32, f64)> = self.line_of.iter().copied().zip(weights.iter().copied()).collect();
                fill(&mut sums, pairs);
            }
        }
        sums
    }

    /// The weight of each line where rows count so often. Added up in the order of rows: which row is drawn hangs on its place anyway.
    pub(super) fn drawn(&self, copies: &[f64], weights: Option<&[f64]>) -> Vec<f64> {
        let mut sums = vec![0.0; self.lines.truth.len()];
        for (row, (line, copies)) in self.line_of.iter().zip(copies).enumerate() {
            sums[*line as usize] += weights.map_or(1.0, |weights| weights[row]) * copies;
        }
        sums
    }

    /// Who was taken for whom.
    pub(super) fn confusion(&self, weights: &[f64]) -> Confusion {
        Confusion::new(&self.lines.truth, &self.lines.answered, Some(weights))
    }

    /// The figures of all classes together.
    pub(super) fn overall(&self, weights: &[f64]) -> ClassOverall {
        let confusion = self.confusion(weights);
        let total = order_free_sum(weights.iter().copied());
        let brier = order_free_sum(self.lines.brier.iter().zip(weights).map(|(brier, weight)| brier * weight));
        let areas = Areas::new(self, weights);
        ClassOverall {
            accuracy: confusion.accuracy(),
            balanced_accuracy: confusion.balanced_accuracy(),
            log_loss: log_loss(&self.lines.chance, Some(weights)),
            brier_score_loss: (total > 0.0 && self.entries.is_some()).then(|| brier / total),
            roc_auc: areas.mean(roc_auc_of_groups),
            average_precision: areas.mean(average_precision_of_groups),
            f1_macro: confusion.macro_average().map(|average| average.f1),
            matthews_corrcoef: confusion.matthews_corrcoef(),
            cohen_kappa: confusion.cohen_kappa(),
        }
    }

    /// The rows by their chance of one class; none where the chances are too many.
    pub(super) fn by_chance(&self, class: u32, weights: &[f64]) -> Vec<ScoreGroup> {
        Areas::new(self, weights).of_class(class)
    }

    /// How many lines there are.
    pub(super) fn lines(&self) -> usize {
        self.lines.truth.len()
    }

    /// Whether all lists are as long as they should be, and name nothing that is not there: so many rows, and so many classes with
    /// those that the model does not know.
    pub(super) fn fits(&self, rows: usize, classes: usize) -> bool {
        let Lines { group, truth, answered, chance, brier } = &self.lines;
        let below = |numbers: &[u32], end: usize| numbers.iter().all(|number| (*number as usize) < end);
        let entry = |entry: &Entry| (entry.class as usize) < self.known && (entry.group as usize) < self.groups;
        let lengths = [group.len(), answered.len(), chance.len(), brier.len()];
        self.line_of.len() == rows
            && lengths.iter().all(|length| *length == truth.len())
            && self.known <= classes
            && below(&self.line_of, truth.len())
            && below(group, self.groups)
            && below(truth, classes)
            && below(answered, self.known)
            && self.groups <= rows
            && self.entries.iter().flatten().all(entry)
            && self.entries.as_ref().is_none_or(|entries| entries.is_sorted_by_key(|entry| entry.class))
    }

    /// How many classes the model knows.
    pub(super) fn known(&self) -> usize {
        self.known
    }

    /// The classes that some row is of and the model knows, ascending.
    pub(super) fn occurring(&self) -> Vec<u32> {
        let mut classes: Vec<u32> =
            self.lines.truth.iter().copied().filter(|class| (*class as usize) < self.known).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

/// The weight of each class in each group.
struct Areas<'a> {
    sheet: &'a Sheet,
    counts: Confusion,
    groups: Vec<f64>,
    classes: Vec<(u32, f64)>,
    total: f64,
}

impl<'a> Areas<'a> {
    fn new(sheet: &'a Sheet, weights: &[f64]) -> Self {
        let counts = Confusion::new(&sheet.lines.group, &sheet.lines.truth, Some(weights));
        let mut groups = vec![0.0; sheet.groups];
        for (group, weight) in counts.by_truth() {
            groups[group as usize] = weight;
        }
        Areas { sheet, groups, classes: counts.by_predicted(), total: counts.total(), counts }
    }

    /// The figure of the second of two classes; with more classes, the mean over those that occur of each against the rest.
    fn mean(&self, figure: fn(Vec<ScoreGroup>) -> Option<f64>) -> Option<f64> {
        let known = self.sheet.known;
        let asked = |(class, _): &&(u32, f64)| (*class as usize) < known && (known != 2 || *class == 1);
        let found: Vec<f64> =
            self.classes.iter().filter(asked).filter_map(|(class, _)| figure(self.of_class(*class))).collect();
        (!found.is_empty()).then(|| order_free_sum(found.iter().copied()) / found.len() as f64)
    }

    fn of_class(&self, class: u32) -> Vec<ScoreGroup> {
        let Some(entries) = &self.sheet.entries else { return Vec::new() };
        let start = entries.partition_point(|entry| entry.class < class);
        let own = entries[start..].iter().take_while(|entry| entry.class == class);
        // What is left of a sum by rounding is no weight: a curve would get a point of it.
        let rest = |value: f64| if value > self.total * 1e-12 { value } else { 0.0 };
        let group = |entry: &Entry| {
            let positive = self.counts.weight(entry.group, class);
            let negative = rest(self.groups[entry.group as usize] - positive);
            ScoreGroup { score: entry.share, positive, negative }
        };
        let mut found: Vec<ScoreGroup> = own.map(group).collect();
        // All other groups give the class no chance.
        let place = self.classes.binary_search_by_key(&class, |(class, _)| *class);
        let of_class = place.map_or(0.0, |place| self.classes[place].1);
        let positive = of_class - order_free_sum(found.iter().map(|group| group.positive));
        let negative = self.total - of_class - order_free_sum(found.iter().map(|group| group.negative));
        found.push(ScoreGroup { score: 0.0, positive: rest(positive), negative: rest(negative) });
        found
    }
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

/// The probabilities above 0 of every group, by class, none where they are too many; and the sum of their squares by group.
fn entries(predictions: &Predictions<'_>, first: &[u32]) -> (Option<Vec<Entry>>, Vec<f64>) {
    let (mut entries, mut squares) = (Vec::new(), vec![0.0; first.len()]);
    for (group, row) in (0..).zip(first) {
        let shares = predictions.shares(*row as usize);
        if entries.len() + shares.len() > MOST_ENTRIES {
            return (None, squares);
        }
        squares[group as usize] = order_free_sum(shares.iter().map(|pair| pair.share * pair.share));
        entries.extend(shares.into_iter().map(|pair| Entry { class: pair.class, group, share: pair.share }));
    }
    entries.sort_by_key(|entry| entry.class);
    (Some(entries), squares)
}

/// Adds up the weights of each line, in any order of rows.
fn fill(sums: &mut [f64], mut pairs: Vec<(u32, f64)>) {
    pairs.sort_unstable_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)));
    for line in pairs.chunk_by(|one, two| one.0 == two.0) {
        sums[line[0].0 as usize] = order_free_sum(line.iter().map(|(_, weight)| *weight));
    }
}
