//! The door of the engine: a table and settings in, a finished tree out.

use std::sync::Arc;

use super::c45::Habits;
use super::choose::Choose;
use super::criterion::{Absolute, Entropy, Gini, Measure, Poisson, Squares};
use super::cutback::cut_back;
use super::draft::{Draft, Finish};
use super::grower::Grower;
use super::item::{Class, Item, LightClass, LightNumber, Number, Stored};
use super::limits::Limits;
use super::linear::linear_models;
use super::material::Training;
use super::open::{Open, localise};
use super::record::{Record, Recording};
use super::settings::{Conventions, Criterion, LeafKind, MissingPolicy, TreeSettings};
use super::splitter::Splitter;
use super::watch::Watch;
use super::weigh::{Weighed, weigh};
use crate::encode::Encoded;
use crate::error::{Mistake, Result};
use crate::measure::{NLogN, Scale};
use crate::seed::Key;
use crate::table::{Classes, TargetValues};
use crate::tree::Tree;

/// Grows a tree.
///
/// ```
/// use spinney::grow::{Training, TreeSettings, grow};
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let tree = grow(&Training::new(&table, &[0], &target), &TreeSettings::classification(), &())?;
/// assert_eq!((tree.len(), tree.depth()), (3, 1)); // size ≤ 3
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow(training: &Training<'_>, settings: &TreeSettings, watch: &dyn Watch) -> Result<Tree> {
    run(training, settings, watch, None).map(|(tree, _)| tree)
}

/// Grows a tree, and writes down every split that was tried at every node.
///
/// ```
/// use spinney::grow::{Outcome, Training, TreeSettings, grow_recorded};
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let (_, record) = grow_recorded(&Training::new(&table, &[0], &target), &TreeSettings::classification(), &())?;
/// assert_eq!(record.nodes[0].trials.len(), 2); // 1.5 and 3
/// assert_eq!(record.nodes[0].outcome, Outcome::Split(1));
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow_recorded(training: &Training<'_>, settings: &TreeSettings, watch: &dyn Watch) -> Result<(Tree, Record)> {
    grow_recorded_for(training, settings, watch, Recording { nodes: &|tree| tree.ids().collect(), most: None })
}

/// The same for some nodes, and some splits, only: an account of everything that a large tree tried would fill the memory.
///
/// ```
/// use spinney::grow::{Recording, Training, TreeSettings, grow_recorded_for};
/// use spinney::table::{ReadOptions, Table, Target};
/// use spinney::tree::NodeId;
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let training = Training::new(&table, &[0], &target);
/// let recording = Recording { nodes: &|_| vec![NodeId(2)], most: None };
/// let (_, record) = grow_recorded_for(&training, &TreeSettings::classification(), &(), recording)?;
/// assert_eq!(record.ids, [NodeId(2)]);
/// assert_eq!(record.nodes[0].rows.rows, 1.0);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow_recorded_for(
    training: &Training<'_>,
    settings: &TreeSettings,
    watch: &dyn Watch,
    recording: Recording<'_>,
) -> Result<(Tree, Record)> {
    run(training, settings, watch, Some(recording))
}

/// What was grown.
enum Grown {
    /// A tree that is still to be finished.
    Draft(Draft),
    /// A tree and its record, where one was asked for.
    Tree(Tree, Record),
}

fn run(
    training: &Training<'_>,
    settings: &TreeSettings,
    watch: &dyn Watch,
    recording: Option<Recording<'_>>,
) -> Result<(Tree, Record)> {
    settings.check(training.target.task())?;
    training.check()?;
    let weighed = weighed(training, settings)?;
    if weighed.rows.is_empty() {
        return Err(Mistake::NoWeight.anywhere());
    }
    let whole = weighed.rows.len() == training.table.rows() && weighed.rows.is_sorted_by(|one, two| one < two);
    let mut data = Encoded::new(training.table, training.columns, (!whole).then_some(&weighed.rows[..]));
    let task = Task { training, settings, data: &data, weighed: &weighed, watch, recording };
    let grown = match &training.target.values {
        TargetValues::Classes(classes) => classify(&task, classes),
        TargetValues::Numbers(values) => regress(&task, values),
    };
    match grown? {
        Grown::Tree(tree, record) => Ok((tree, record)),
        Grown::Draft(mut draft) => {
            // The tree takes the room of the codes and numbers, which nobody asks for any more.
            task.finish().settle(&mut draft);
            data.forget();
            let task = Task { training, settings, data: &data, weighed: &weighed, watch, recording };
            Ok((task.tree(&draft)?, Record::default()))
        }
    }
}

fn weighed(training: &Training<'_>, settings: &TreeSettings) -> Result<Weighed> {
    let weight = |row: u32| training.weight(row);
    let any = training.weights.is_some() || training.class_weights.is_some();
    // Rows are spread by a column that some of them have a value in, and some not.
    let holes = |place: usize, rows: &[u32]| {
        let column = &training.table.columns()[place];
        let missing = |row: &u32| column.is_missing(*row as usize);
        rows.iter().any(missing) && !rows.iter().all(missing)
    };
    let spreads = |rows: &[u32]| {
        settings.missing == MissingPolicy::Fractions && training.columns.iter().any(|place| holes(*place, rows))
    };
    weigh(training.targeted(), any.then_some(&weight), spreads)
}

/// Everything that growing needs.
struct Task<'a> {
    training: &'a Training<'a>,
    settings: &'a TreeSettings,
    data: &'a Encoded<'a>,
    weighed: &'a Weighed,
    watch: &'a dyn Watch,
    recording: Option<Recording<'a>>,
}

fn classify(task: &Task<'_>, classes: &Classes) -> Result<Grown> {
    let logs = NLogN::new((task.weighed.total as f64 / task.weighed.per_row) as u64);
    let scale = Scale::new(&[]);
    let ids: Arc<[u32]> = (0..classes.names.len() as u32).collect();
    let code = |row: u32| classes.codes[row as usize];
    let entropy = Entropy::new(&logs, task.weighed.total);
    let known = Known { task, logs: &logs, scale: &scale, ids };
    let label = |row, weight| Class { class: code(row), weight };
    let habits = || Habits {
        data: task.data,
        conventions: task.settings.conventions,
        unit: 1.0 / task.weighed.per_row,
        min_rows: task.settings.min_rows_leaf,
        classes: classes.names.len(),
        rows: task.weighed.total as f64 / task.weighed.per_row,
    };
    match task.settings.criterion {
        Criterion::GainRatio if task.settings.conventions != Conventions::Exact => {
            known.run::<_, _, LightClass>(&entropy, habits(), label)
        }
        Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => {
            known.run::<_, _, LightClass>(&entropy, task.splitter(), label)
        }
        _ => known.run::<_, _, LightClass>(&Gini, task.splitter(), label),
    }
}

fn regress(task: &Task<'_>, values: &[f64]) -> Result<Grown> {
    let logs = NLogN::new(0);
    let used: Vec<f64> = task.weighed.rows.iter().map(|row| values[*row as usize]).collect();
    let poisson = task.settings.criterion == Criterion::Poisson;
    if let Some(place) = used.iter().position(|value| poisson && *value < 0.0) {
        let row = u64::from(task.weighed.rows[place]) + 1;
        return Err(Mistake::NegativeCount { found: used[place] }.at(row, &task.training.target.name));
    }
    let total = task.weighed.total;
    let scale = if poisson { Scale::from_zero(&used, total) } else { Scale::for_weight(&used, total) };
    let step = scale.step();
    let ids: Arc<[u32]> = Arc::new([]);
    let known = Known { task, logs: &logs, scale: &scale, ids };
    let q = |row: u32| scale.quantise(values[row as usize]);
    let label = |row, weight| Number { q: q(row), weight };
    match task.settings.criterion {
        Criterion::Poisson => known.run::<_, _, LightNumber>(&Poisson { step }, task.splitter(), label),
        Criterion::Mae => {
            let mut distinct: Vec<i64> = task.weighed.rows.iter().map(|row| q(*row)).collect();
            distinct.sort_unstable();
            distinct.dedup();
            let ids: Arc<[u32]> = (0..distinct.len() as u32).collect();
            let rank = |row| distinct.partition_point(|other| *other < q(row)) as u32;
            let absolute = Absolute { values: &distinct, step };
            let label = |row, weight| Class { class: rank(row), weight };
            Known { ids, ..known }.run::<_, _, LightClass>(&absolute, task.splitter(), label)
        }
        _ => known.run::<_, _, LightNumber>(&Squares { step }, task.splitter(), label),
    }
}

impl<'a> Task<'a> {
    fn splitter(&self) -> Splitter<'a> {
        Splitter {
            data: self.data,
            nominal: self.settings.nominal,
            threshold: self.settings.threshold,
            criterion: self.settings.criterion,
        }
    }

    /// The tree of a draft.
    fn tree(&self, draft: &Draft) -> Result<Tree> {
        let linear = match self.settings.leaf {
            LeafKind::Linear => linear_models(draft, self.training, self.weighed),
            LeafKind::Mean | LeafKind::Median => Vec::new(),
        };
        self.finish().tree(draft, &linear)
    }

    /// What turns a draft into a tree.
    fn finish(&self) -> Finish<'_> {
        let Task { training, settings, data, weighed, .. } = self;
        let classes = match &training.target.values {
            TargetValues::Classes(classes) => classes.names.len() as u32,
            TargetValues::Numbers(_) => 0,
        };
        let seen_cuts = match settings.conventions {
            Conventions::Exact => None,
            Conventions::C45 => Some(0.0),
            Conventions::J48 => Some(1e-6),
        };
        Finish { data, per_row: weighed.per_row, classes, seen_cuts }
    }
}

/// A task with its target made ready.
struct Known<'a> {
    task: &'a Task<'a>,
    logs: &'a NLogN,
    scale: &'a Scale,
    ids: Arc<[u32]>,
}

impl Known<'_> {
    /// Grows with items as light as the weights allow.
    fn run<M: Measure, C: Choose<M>, Light: Stored<Label = M::Label>>(
        &self,
        measure: &M,
        chooser: C,
        label: impl Fn(u32, u64) -> M::Label,
    ) -> Result<Grown>
    where
        M::Label: Stored<Label = M::Label>,
    {
        let rows = &self.task.weighed.rows;
        match &self.task.weighed.units {
            None => self.grow::<M, C, Light>(measure, chooser, |place| label(rows[place], 1)),
            Some(units) => self.grow::<M, C, M::Label>(measure, chooser, |place| label(rows[place], units[place])),
        }
    }

    fn grow<M: Measure, C: Choose<M>, S: Stored<Label = M::Label>>(
        &self,
        measure: &M,
        chooser: C,
        label: impl Fn(usize) -> M::Label,
    ) -> Result<Grown> {
        let Task { settings, data, weighed, watch, .. } = self.task;
        let grower = Grower {
            measure,
            chooser,
            data,
            criterion: settings.criterion,
            policy: settings.missing,
            limits: Limits::new(settings, weighed.per_row),
            logs: self.logs,
            scale: self.scale,
            copies: weighed.copies.as_deref(),
            watch: *watch,
        };
        let root = || {
            let item = |place: usize| Item { row: place as u32, stored: S::store(label(place)) };
            let mut items: Vec<Item<S>> = (0..weighed.rows.len()).map(item).collect();
            let ids = localise(&mut items, &self.ids);
            let columns = (0..data.columns.len() as u32).collect();
            Open { place: 0, items, ids, columns, depth: 0, key: Key::new(settings.seed) }
        };
        let stopped = || Mistake::Stopped.anywhere();
        let mut draft = grower.grow(root()).ok_or_else(stopped)?;
        cut_back(&mut draft, settings, weighed.per_row);
        let Some(Recording { nodes, most }) = self.task.recording else { return Ok(Grown::Draft(draft)) };
        let tree = self.task.tree(&draft)?;
        let order = draft.order();
        let mut places = vec![false; draft.len()];
        nodes(&tree).iter().filter_map(|id| order.get(id.place())).for_each(|at| places[*at as usize] = true);
        let accounts = grower.replay(&draft, root(), (&places, most.unwrap_or(usize::MAX))).ok_or_else(stopped)?;
        let record = self.task.finish().record(&draft, &accounts, (self.scale, measure.scale()));
        Ok(Grown::Tree(tree, record))
    }
}
