//! Random tables of every kind of column, random settings, and trees made comparable.
#![allow(dead_code)]

use spinney::grow::{
    Columns, Conventions, Criterion, LeafKind, MissingPolicy, Nominal, Outcome, Record, Stop, Threshold, Training,
    TreeSettings, TrialRecord, grow, grow_recorded,
};
use spinney::seed::Draws;
use spinney::table::{Category, CategoryKind, Column, Hierarchy, MISSING, Table, Target, Task, Values};
use spinney::tree::{Answers, Cell, ColumnId, Missing, Node, NodeId, Row, Test, Tree};

pub(crate) const POLICIES: [MissingPolicy; 4] =
    [MissingPolicy::Learned, MissingPolicy::Fractions, MissingPolicy::Surrogates, MissingPolicy::Own];
pub(crate) const FOR_CLASSES: [Criterion; 5] =
    [Criterion::Entropy, Criterion::GainRatio, Criterion::Gini, Criterion::ConditionalEntropy, Criterion::Random];
pub(crate) const FOR_NUMBERS: [Criterion; 4] = [Criterion::Mse, Criterion::Mae, Criterion::Poisson, Criterion::Random];

/// A table whose last column, y, is the target, and how trees are grown from it.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) table: Table,
    pub(crate) task: Task,
    pub(crate) weights: Option<Vec<f64>>,
    pub(crate) settings: TreeSettings,
}

/// The settings, and small tables whole.
impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:?}", self.settings)?;
        if self.table.rows() > 40 {
            return write!(f, "{} rows", self.table.rows());
        }
        for column in self.table.columns() {
            writeln!(f, "{:?}", column.values)?;
        }
        write!(f, "weights {:?}", self.weights)
    }
}

impl Case {
    pub(crate) fn columns(&self) -> Vec<usize> {
        (0..self.table.columns().len() - 1).collect()
    }

    pub(crate) fn target(&self) -> Target {
        Target::new(&self.table, "y", Some(self.task)).unwrap()
    }

    pub(crate) fn grow(&self) -> Tree {
        let (columns, target) = (self.columns(), self.target());
        let training = Training { weights: self.weights.as_deref(), ..Training::new(&self.table, &columns, &target) };
        grow(&training, &self.settings, &()).unwrap_or_else(|error| panic!("{error}\n{self:?}"))
    }

    pub(crate) fn record(&self) -> (Tree, Record) {
        let (columns, target) = (self.columns(), self.target());
        let training = Training { weights: self.weights.as_deref(), ..Training::new(&self.table, &columns, &target) };
        grow_recorded(&training, &self.settings, &()).unwrap()
    }

    pub(crate) fn with_columns(&self, columns: Vec<Column>) -> Case {
        Case { table: Table::new(columns).unwrap(), ..self.clone() }
    }

    /// The same with these rows, in this order; a row may come several times.
    pub(crate) fn with_rows(&self, rows: &[usize]) -> Case {
        let columns = self.table.columns().iter().map(|column| chosen(column, rows)).collect();
        let weights = self.weights.as_ref().map(|weights| rows.iter().map(|row| weights[*row]).collect());
        Case { table: Table::new(columns).unwrap(), weights, ..self.clone() }
    }

    /// The same without a draw of columns at each node.
    pub(crate) fn asking_all_columns(&self) -> Case {
        let settings = TreeSettings { columns_per_split: Columns::All, ..self.settings.clone() };
        Case { settings, ..self.clone() }
    }

    pub(crate) fn weight(&self, row: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights[row])
    }

    pub(crate) fn has_missing(&self) -> bool {
        self.columns().iter().any(|place| self.table.columns()[*place].missing() > 0)
    }

    /// Whether rows are spread over branches: then weights are kept to a unit, not exactly.
    pub(crate) fn spreads(&self) -> bool {
        self.has_missing() && self.settings.missing == MissingPolicy::Fractions
    }

    pub(crate) fn is_random(&self) -> bool {
        self.settings.criterion == Criterion::Random || self.settings.threshold == Threshold::Random
    }
}

fn chosen(column: &Column, rows: &[usize]) -> Column {
    let mut column = column.clone();
    match &mut column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) => number.values = rows.iter().map(|row| number.values[*row]).collect(),
        Values::Category(category) => category.codes = rows.iter().map(|row| category.codes[*row]).collect(),
    }
    column
}

pub(crate) fn pick<T: Copy>(draws: &mut Draws, list: &[T]) -> T {
    list[draws.below(list.len() as u64) as usize]
}

/// The numbers from 0 in a random order.
pub(crate) fn shuffled(draws: &mut Draws, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for place in (1..count).rev() {
        order.swap(place, draws.below(place as u64 + 1) as usize);
    }
    order
}

/// A small table, seldom one of some hundred rows, with settings that fit it.
pub(crate) fn random_case(draws: &mut Draws) -> Case {
    let task = pick(draws, &[Task::Classification, Task::Regression]);
    let rows = 1 + pick(draws, &[6, 12, 25, 40, 300]);
    let rows = 1 + draws.below(rows) as usize;
    random_case_of(draws, rows, task)
}

pub(crate) fn random_case_of(draws: &mut Draws, rows: usize, task: Task) -> Case {
    let holes = pick(draws, &[0, 0, 1, 3]); // in twelve
    let count = 1 + draws.below(4) as usize;
    let mut columns: Vec<Column> = (0..count).map(|place| random_column(draws, place, rows, holes)).collect();
    columns.push(random_target(draws, &columns, rows, task));
    let table = Table::new(columns).unwrap();
    let weights = (draws.below(3) == 0).then(|| {
        let mut weights: Vec<f64> = (0..rows).map(|_| draws.below(4) as f64).collect();
        weights[0] = 1.0; // some row must count
        weights
    });
    let settings = random_settings(draws, task);
    Case { table, task, weights, settings }
}

fn random_target(draws: &mut Draws, columns: &[Column], rows: usize, task: Task) -> Column {
    let (classes, noise) = (2 + draws.below(4), draws.below(5));
    let signal: Vec<u64> = (0..rows)
        .map(|row| match cell(&columns[0], row) {
            _ if draws.below(4) < noise => draws.below(64),
            Cell::Number(value) => (value.abs() * 8.0) as u64,
            Cell::Level(level) => 16 * u64::from(level),
            _ => 3,
        })
        .collect();
    match task {
        Task::Classification => {
            let names: Vec<String> = signal.iter().map(|signal| format!("c{}", signal % classes)).collect();
            Column::categories("y", names.iter().map(|name| Some(name.as_str())))
        }
        Task::Regression => Column::numbers("y", signal.iter().map(|signal| *signal as f64).collect()),
    }
}

fn random_column(draws: &mut Draws, place: usize, rows: usize, holes: u64) -> Column {
    let name = format!("x{place}");
    let hole = |draws: &mut Draws| draws.below(12) < holes;
    let kind = draws.below(5);
    if kind < 2 {
        let distinct = pick(draws, &[2, 6, 50, 1 << 30]);
        let value = |draws: &mut Draws| draws.below(distinct) as f64 / 8.0 - 2.0;
        let values = (0..rows).map(|_| if hole(draws) { f64::NAN } else { value(draws) }).collect();
        return Column::numbers(&name, values);
    }
    let levels: Vec<String> = (0..=draws.below(6)).map(|level| format!("v{level}")).collect();
    let codes =
        (0..rows).map(|_| if hole(draws) { MISSING } else { draws.below(levels.len() as u64) as u32 }).collect();
    let kind = match kind {
        2 => CategoryKind::Ordinal,
        3 => {
            let path = |(place, level): (usize, &String)| vec![level.clone(), format!("g{}", place % 2)];
            CategoryKind::Hierarchical(Hierarchy::from_paths(levels.iter().enumerate().map(path)).unwrap())
        }
        _ => CategoryKind::Nominal,
    };
    Column { name, values: Values::Category(Category { codes, levels, kind }) }
}

/// Settings of every kind; those that give meaning to others often stand at their usual value.
pub(crate) fn random_settings(draws: &mut Draws, task: Task) -> TreeSettings {
    let classes = task == Task::Classification;
    let mut settings = TreeSettings {
        criterion: if classes { pick(draws, &FOR_CLASSES) } else { pick(draws, &FOR_NUMBERS) },
        nominal: pick(draws, &[Nominal::Values, Nominal::Subset]),
        threshold: pick(draws, &[Threshold::Best, Threshold::Best, Threshold::Best, Threshold::Random]),
        missing: pick(draws, &POLICIES),
        missing_last: false, // in a test of its own: `grow_missing`
        max_depth: pick(draws, &[None, None, None, Some(2), Some(0)]),
        min_rows_leaf: pick(draws, &[1.0, 1.0, 2.0, 3.5]),
        min_rows_split: pick(draws, &[2.0, 2.0, 5.0]),
        min_share_leaf: pick(draws, &[0.0, 0.0, 0.0, 0.125]),
        min_share_split: pick(draws, &[0.0, 0.0, 0.0, 0.3]),
        min_rows_value: pick(draws, &[1.0, 1.0, 2.0, 4.0]),
        min_gain: pick(draws, &[0.0, 0.0, 0.01]),
        min_tree_gain: pick(draws, &[0.0, 0.0, 0.0, 0.02]),
        zero_gain: draws.below(3) > 0,
        max_leaves: pick(draws, &[None, None, Some(1), Some(4)]),
        acceptable_error: pick(draws, &[None, None, Some(0.1)]),
        complexity: pick(draws, &[0.0, 0.0, 0.02]),
        collapse: draws.below(4) == 0,
        leaf: pick(draws, &[LeafKind::Mean, LeafKind::Median, LeafKind::Quantile(0.3), LeafKind::Linear]),
        conventions: Conventions::Exact,
        columns_per_split: pick(draws, &[Columns::All, Columns::All, Columns::Count(1), Columns::Share(0.5)]),
        count_constant: draws.below(3) == 0,
        monotone: std::collections::BTreeMap::new(), // with interactions in tests of their own: `grow_shape`
        interactions: Vec::new(),
        seed: draws.below(5),
    };
    if classes && draws.below(4) == 0 {
        settings.criterion = Criterion::GainRatio;
        settings.conventions = pick(draws, &[Conventions::C45, Conventions::J48]);
        settings.nominal = Nominal::Values;
        settings.missing = MissingPolicy::Fractions;
        settings.threshold = Threshold::Best;
    }
    settings
}

pub(crate) fn cell(column: &Column, row: usize) -> Cell {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) if number.values[row].is_nan() => Cell::Missing,
        Values::Number(number) => Cell::Number(number.values[row]),
        Values::Category(category) if category.codes[row] == MISSING => Cell::Missing,
        Values::Category(category) => Cell::Level(category.codes[row]),
    }
}

/// A row of a table, for walking down a tree of all columns but the last.
pub(crate) struct TableRow<'a>(pub(crate) &'a Table, pub(crate) usize);

impl Row for TableRow<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        cell(&self.0.columns()[column.place()], self.1)
    }
}

/// For each row that counts the leaves where it ends, with shares.
pub(crate) fn landings(tree: &Tree, case: &Case) -> Vec<Vec<(NodeId, f64)>> {
    let of = |row| tree.landings(&TableRow(&case.table, row)).iter().map(|end| (end.node, end.share)).collect();
    (0..case.table.rows()).filter(|row| case.weight(*row) > 0.0).map(of).collect()
}

/// The tree with other column numbers; without linear models, whose digits depend on the order of columns.
pub(crate) fn renumbered(tree: &Tree, number: impl Fn(ColumnId) -> ColumnId) -> Tree {
    let mut nodes = tree.nodes().to_vec();
    for node in &mut nodes {
        let Node::Branch { split, .. } = node else { continue };
        split.column = number(split.column);
        if let Missing::Surrogates(others) = &mut split.missing {
            others.iter_mut().for_each(|other| other.column = number(other.column));
        }
    }
    let mut answers = tree.answers().clone();
    if let Answers::Numbers(numbers) = &mut answers {
        numbers.linear.clear();
    }
    Tree::new(nodes, answers).unwrap()
}

/// Whether two trees ask the same and hold the same weights, up to the rounding of parts of rows.
pub(crate) fn nearly(one: &Tree, two: &Tree, slack: f64) -> bool {
    let same_node = |(one, two): (Node, Node)| match (&one, &two) {
        (Node::Leaf, Node::Leaf) => true,
        (Node::Branch { split: one, .. }, Node::Branch { split: two, .. }) => {
            let cuts = matches!(
                (&one.test, &two.test),
                (Test::Threshold { cut: a }, Test::Threshold { cut: b }) if a == b || (a - b).abs() <= slack
            );
            one.column == two.column && (one.test == two.test || cuts)
        }
        _ => false,
    };
    one.len() == two.len()
        && one.nodes().iter().zip(two.nodes()).all(same_node)
        && one.ids().all(|id| (one.rows(id) - two.rows(id)).abs() <= slack * one.rows(id).max(1.0))
}

/// How a trial is judged, in plain floats.
pub(crate) fn merit(trial: &TrialRecord, criterion: Criterion) -> f64 {
    match criterion {
        Criterion::GainRatio => trial.gain / trial.split_entropy,
        Criterion::ConditionalEntropy => -trial.after,
        _ => trial.gain,
    }
}

/// Whether at some split a trial of another kind came as near as this to the one that was made, so that a hair decides.
pub(crate) fn has_ties(record: &Record, criterion: Criterion, within: f64, across_columns: bool) -> bool {
    record.nodes.iter().any(|node| {
        let by_merit = |one: &usize, two: &usize| {
            merit(&node.trials[*one], criterion).total_cmp(&merit(&node.trials[*two], criterion))
        };
        let made = match node.outcome {
            Outcome::Split(made) => made,
            // A split that was not made, or not kept: another that is as good might have been.
            Outcome::Leaf(Stop::MaxLeaves | Stop::CutBack | Stop::NoGain) => {
                (0..node.trials.len()).max_by(by_merit).unwrap()
            }
            Outcome::Leaf(_) => return false,
        };
        let best = merit(&node.trials[made], criterion);
        let rival = |trial: &TrialRecord| !across_columns || trial.column != node.trials[made].column;
        let near = |found: f64| (found - best).abs() <= within * best.abs().max(1.0);
        node.trials
            .iter()
            .enumerate()
            .any(|(place, trial)| place != made && rival(trial) && near(merit(trial, criterion)))
    })
}
