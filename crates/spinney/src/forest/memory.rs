//! How much memory a forest takes.

use serde::Serialize;

use super::course::Course;
use super::grown::Forest;
use super::settings::ForestSettings;
use crate::grow::{Sample, SampleBy, Threshold, Training};
use crate::parallel;
use crate::table::{Column, Target, TargetValues, Values};
use crate::tree::{Answers, ClassWeight, LevelBranch, Missing, Nodes, Split, Surrogate, Term, Test, Tree};

/// The least wave: what is kept of its trees until they are added up takes 8 bytes for each row out of bag.
const WAVE: u64 = 32;
/// Codes of more columns do not travel with their rows.
const MOST_ABREAST: usize = 128;

/// The bytes of a tree.
fn tree_bytes(tree: &Tree) -> u64 {
    let lists: u64 = tree.nodes().aside().iter().map(split_lists).sum();
    tree.len() as u64 * Nodes::BYTES + lists + answer_bytes(tree)
}

impl Forest {
    /// What the forest takes in memory, in bytes.
    ///
    /// ```
    /// use spinney::forest::{Forest, Vote};
    /// use spinney::tree::{Answers, Node, NumberAnswers, Tree};
    /// let answers = NumberAnswers { rows: vec![1.0], values: vec![3.0], errors: vec![0.0], linear: Vec::new() };
    /// let forest = Forest::new(vec![Tree::new(vec![Node::Leaf], Answers::Numbers(answers))?], Vote::Mean)?;
    /// assert_eq!(forest.bytes(), 16 + 3 * 8); // a node, its rows, its answer and its error
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bytes(&self) -> u64 {
        self.trees().iter().map(tree_bytes).sum()
    }
}

/// What the trees of all targets take, whose nodes are in memory once.
pub(super) fn trees_bytes<'a>(mut trees: impl Iterator<Item = &'a Tree>) -> u64 {
    trees.next().map_or(0, tree_bytes) + trees.map(answer_bytes).sum::<u64>()
}

fn answer_bytes(tree: &Tree) -> u64 {
    let nodes = tree.len() as u64;
    match tree.answers() {
        Answers::Classes(classes) => {
            (4 + 8) * nodes + (size_of_val(&classes.weights[..]) + size_of_val(&classes.held[..])) as u64
        }
        Answers::Numbers(numbers) => {
            let terms = |model: &crate::tree::LinearModel| 64 + model.terms.len() * size_of::<Term>();
            24 * nodes + numbers.linear.iter().map(|(_, model)| terms(model) as u64).sum::<u64>()
        }
    }
}

/// What a split that stands aside takes with its lists: four words that lead to each, and their items.
fn split_lists(split: &Split) -> u64 {
    let list = |many: usize, each: usize| if many == 0 { 0 } else { (32 + many * each) as u64 };
    let test = |test: &Test| list(test.levels().map_or(0, <[LevelBranch]>::len), size_of::<LevelBranch>());
    let missing = match &split.missing {
        Missing::Surrogates(others) => {
            let inner: u64 = others.iter().map(|other| test(&other.test) + list(other.to.len(), 4)).sum();
            list(others.len(), size_of::<Surrogate>()) + inner
        }
        Missing::Branch(_) | Missing::Spread => 0,
    };
    size_of::<Split>() as u64 + test(&split.test) + missing
}

/// How much memory a forest takes at most, before it is grown.
///
/// With n rows that count, c columns, k classes, t threads and d rows in the bag of a tree (n·(1 − e⁻ˢ) of a bootstrap of a share s):
///
/// ```text
/// table        n · (codes of 1, 2 or 4 bytes and 2 more, for each column; 8 for each column of numbers, where cuts are drawn 16;
///              24, with weights 40; 16 more where groups or strata are drawn by)
/// threads      t · (8 n + 60 d + 2 d · l), where up to 128 columns travel with their rows in lines of l bytes, one for each column;
///              and 100 for each node of the tree that each of them grows
/// out of bag   rows of the table · (4 + 12 k, or 20), 8 for each row out of bag of each tree that waits to be added up
/// tree         a node: 16, with classes 12 more and 16 for each class at a leaf, with numbers 24 more;
///              2 L − 1 nodes, where L, the leaves, are no more than d, than the weight of the bag allows, than the depth allows
/// ```
/// Trees have as many leaves as rows only where the target is noise; after the first tree of a forest its own size is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The table as codes, and what bags are drawn from.
    pub table: u64,
    /// What all threads need while they grow.
    pub threads: u64,
    /// What is kept of rows out of bag.
    pub out_of_bag: u64,
    /// One tree, at most.
    pub tree: u64,
    /// All together, with as many trees as the settings ask for.
    pub bytes: u64,
}

/// How much memory a forest takes at most; see [`Estimate`].
///
/// ```
/// use spinney::forest::{Course, ForestSettings, estimate};
/// use spinney::grow::Training;
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n5,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let settings = ForestSettings::random_forest(Task::Classification);
/// let found = estimate(&Training::new(&table, &[0], &target), &settings, &Course::watched());
/// assert!(found.tree < 1000 && found.bytes > 100 * found.tree);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn estimate(training: &Training<'_>, settings: &ForestSettings, course: &Course) -> Estimate {
    Sizes::of(training, settings).estimate(settings, (course.adds_up(), course.importance))
}

/// What is needed to grow, whatever trees come of it; `kept` says whether answers out of bag and worth are.
pub(super) fn needed(training: &Training<'_>, settings: &ForestSettings, kept: (bool, bool)) -> u64 {
    let sizes = Sizes::of(training, settings);
    sizes
        .table
        .saturating_add(sizes.out_of_bag(kept))
        .saturating_add(sizes.threads.saturating_mul(sizes.rows_of_thread()))
}

/// Trees that are grown before what they say is added up.
pub(super) fn wave() -> u64 {
    WAVE.max(4 * parallel::threads() as u64)
}

/// What an estimate is made from. All counts are 64 bits wide, and sums stop at the largest rather than begin anew.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    /// Bytes of the columns as codes, with what bags are drawn from.
    table: u64,
    /// Rows of the table, rows that count, and rows in a bag.
    rows: u64,
    counted: u64,
    drawn: u64,
    /// Bytes of a row's codes side by side.
    line: u64,
    targets: u64,
    /// Of all targets together; 0 where they are numbers.
    classes: u64,
    threads: u64,
    /// The most leaves of a tree.
    leaves: u64,
    /// Classes that a leaf may hold.
    per_leaf: u64,
}

impl Sizes {
    fn of(training: &Training<'_>, settings: &ForestSettings) -> Self {
        let counted = training.counted().len() as u64;
        let share = match settings.sample {
            // Groups of any size, and any number of rows of a stratum.
            _ if matches!(settings.sample_by, SampleBy::Groups | SampleBy::Each(_)) => 1.0,
            Sample::All => 1.0,
            Sample::Bootstrap(share) => 1.0 - libm::exp(-share),
            Sample::Part(share) => share,
        };
        let drawn = (counted as f64 * share).ceil() as u64;
        let classes_of = |target: &Target| match &target.values {
            TargetValues::Classes(classes) => classes.names.len() as u64,
            TargetValues::Numbers(_) => 0,
        };
        let classes = training.targets().map(classes_of);
        let by_lot = settings.tree.threshold == Threshold::Random;
        let column = |place: &usize| column_bytes(&training.table.columns()[*place], counted, by_lot);
        let columns: u64 = training.columns.iter().map(column).fold(0, u64::saturating_add);
        let weighted = training.weights.is_some() || training.class_weights.is_some() || settings.balance;
        let drawn_by = !settings.sample_by.is_rows();
        let per_row = if weighted { 40 } else { 24 } + if drawn_by { 16 } else { 0 };
        let tree = &settings.tree;
        let by_depth = tree.max_depth.map_or(u64::MAX, |depth| 1_u64.checked_shl(depth).unwrap_or(u64::MAX));
        let by_weight =
            if weighted { u64::MAX } else { (counted as f64 / tree.least_leaf(counted as f64).max(1.0)) as u64 };
        let by_count = tree.max_leaves.map_or(u64::MAX, u64::from);
        Sizes {
            table: columns.saturating_add(counted.saturating_mul(per_row)),
            rows: training.table.rows() as u64,
            counted,
            drawn,
            line: if training.columns.len() <= MOST_ABREAST {
                training.columns.len().next_multiple_of(8) as u64
            } else {
                0
            },
            targets: 1 + training.others.len() as u64,
            classes: classes.clone().sum(),
            threads: parallel::threads() as u64,
            leaves: drawn.min(by_depth).min(by_weight).min(by_count).max(1),
            per_leaf: classes.map(|own| own.min(tree.least_leaf(counted as f64).max(1.0).ceil() as u64)).sum(),
        }
    }

    fn nodes(&self) -> u64 {
        self.leaves.saturating_mul(2) - 1
    }

    fn tree(&self) -> u64 {
        let answers = self.targets * if self.classes > 0 { 12 } else { 24 };
        let node = Nodes::BYTES + answers;
        let leaves = self.leaves.saturating_mul(self.per_leaf).saturating_mul(size_of::<ClassWeight>() as u64);
        self.nodes().saturating_mul(node).saturating_add(leaves)
    }

    /// What a thread holds for the rows of its tree.
    fn rows_of_thread(&self) -> u64 {
        let each = 60 + 2 * self.line;
        self.counted.saturating_mul(8).saturating_add(self.drawn.saturating_mul(each))
    }

    fn out_of_bag(&self, (says, worth): (bool, bool)) -> u64 {
        let out = self.counted - self.drawn.min(self.counted);
        let each =
            if self.classes > 0 { self.classes.saturating_mul(12) } else { 16 * self.targets } + 4 * self.targets;
        let sums = if says { self.rows.saturating_mul(each) } else { 0 };
        let waits = if says { out.saturating_mul(8 * self.targets).saturating_mul(wave()) } else { 0 };
        // On their way down rows take 16 bytes, twice.
        let walks = if says || worth { out.saturating_mul(40).saturating_mul(self.threads) } else { 0 };
        sums.saturating_add(waits).saturating_add(walks)
    }

    fn estimate(&self, settings: &ForestSettings, kept: (bool, bool)) -> Estimate {
        let (tree, out_of_bag) = (self.tree(), self.out_of_bag(kept));
        let draft = self.nodes().saturating_mul(100);
        let threads = self.threads.saturating_mul(self.rows_of_thread().saturating_add(draft));
        let trees = tree.saturating_mul(u64::from(settings.trees));
        let bytes = [self.table, threads, out_of_bag, trees].into_iter().fold(0, u64::saturating_add);
        Estimate { table: self.table, threads, out_of_bag, tree, bytes }
    }
}

/// A column as codes; side by side with others once more, and its numbers too where cuts are drawn.
fn column_bytes(column: &Column, rows: u64, by_lot: bool) -> u64 {
    let width = |values: u64| match values {
        0..=255 => 1,
        256..=65_535 => 2,
        _ => 4,
    };
    if let Values::Sparse(sparse) = &column.values {
        // Codes, and these by column and by row.
        return 24 * sparse.rows().len() as u64;
    }
    let (codes, numbers) = match &column.values {
        Values::Number(_) | Values::Sparse(_) => (width(rows) + 2 * u64::from(rows > 256), if by_lot { 16 } else { 8 }),
        Values::Category(category) => (width(category.levels.len() as u64), 0),
    };
    rows.saturating_mul(codes + 1 + numbers)
}

#[cfg(test)]
mod tests {
    use super::Sizes;
    use crate::forest::ForestSettings;
    use crate::table::Task;

    #[test]
    fn billions_of_rows_times_trees_are_counted_and_not_wrapped() {
        let rows = 4_000_000_000;
        let sizes = Sizes {
            table: 40 * rows,
            rows,
            counted: rows,
            drawn: 2_528_482_235,
            line: 56,
            targets: 1,
            classes: 100,
            threads: 64,
            leaves: 2_528_482_235,
            per_leaf: 1,
        };
        let settings = ForestSettings::random_forest(Task::Classification).trees(u32::MAX);
        let found = sizes.estimate(&settings, (true, true));
        let exact = |trees: u128| {
            [found.table, found.threads, found.out_of_bag].into_iter().map(u128::from).sum::<u128>()
                + trees * u128::from(found.tree)
        };
        assert!(exact(u128::from(u32::MAX)) > u128::from(u64::MAX));
        assert_eq!(found.bytes, u64::MAX); // the largest, not what is left after wrapping
        let some = sizes.estimate(&settings.clone().trees(1_000), (true, true));
        assert_eq!(u128::from(some.bytes), exact(1_000));
        assert_eq!(found.out_of_bag, rows * 1204 + (rows - 2_528_482_235) * (8 * super::wave() + 40 * 64));
    }
}
