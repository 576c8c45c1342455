//! What trees are grown from, made ready once: rows weighed, columns encoded, the target as labels.

use std::sync::Arc;

use super::c45::Habits;
use super::choose::Choose;
use super::criterion::{Absolute, Entropy, Gini, Measure, Medians, Part, Poisson, Several, Squares};
use super::draft::Draft;
use super::draw::Draw;
use super::finish::Finish;
use super::grower::Grower;
use super::item::{Class, Item, Number, Stored};
use super::limits::Limits;
use super::linear::linear_models;
use super::material::Training;
use super::open::{Open, localise};
use super::parts::{class_parts, number_parts};
use super::quick::{MOST_CLASSES, joint_piles_serve};
use super::settings::{Conventions, Criterion, LeafKind, MissingPolicy, Threshold, TreeSettings};
use super::shape::{Fence, Shape};
use super::splitter::Splitter;
use super::thicket::lots_serve;
use super::watch::Watch;
use super::weigh::{Weighed, weigh};
use crate::encode::Encoded;
use crate::error::{Mistake, Result};
use crate::measure::{NLogN, Scale};
use crate::seed::Key;
use crate::table::{Classes, Target, TargetValues, Task};
use crate::tree::Tree;

/// From so many rows on running sums could run over, and the quick ways do not serve.
const MOST_LIGHT: u64 = 1 << 31;

/// Whether there is a pile for what so many rows say.
fn are_piled(training: &Training<'_>, rows: u64) -> bool {
    let mut classes = training.targets().map(|target| match &target.values {
        TargetValues::Classes(classes) => classes.names.len(),
        TargetValues::Numbers(_) => 0,
    });
    let is_served = if training.others.is_empty() {
        classes.all(|classes| classes <= MOST_CLASSES)
    } else {
        joint_piles_serve(classes, rows)
    };
    is_served && rows < MOST_LIGHT
}

/// What trees are grown from.
pub(crate) struct Ground<'a> {
    pub(crate) training: &'a Training<'a>,
    pub(crate) settings: &'a TreeSettings,
    pub(crate) data: Encoded<'a>,
    pub(crate) weighed: &'a Weighed,
    pub(crate) watch: &'a dyn Watch,
    shape: Option<Shape>,
}

/// How the rows of a tree are weighed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// Units in a weight of 1.
    pub(crate) per_row: f64,
    /// The most that a tree's rows weigh together, in units.
    pub(crate) total: u64,
}

/// What is to be grown, whatever the criterion.
pub(crate) trait Plan {
    type Out;
    fn carry_out<M: Measure, C: Choose<M>>(&mut self, ready: &Ready<'_, M, C>) -> Result<Self::Out>;
}

/// Everything that a plan needs: the ground, with a criterion and labels for it.
pub(crate) struct Ready<'a, M: Measure, C> {
    pub(crate) ground: &'a Ground<'a>,
    pub(crate) frame: Frame,
    pub(crate) measure: &'a M,
    pub(crate) chooser: C,
    /// The label of a row of the table, with a weight in units.
    pub(crate) label: &'a (dyn Fn(u32, u64) -> M::Label + Sync),
    pub(crate) logs: &'a NLogN,
    pub(crate) scale: &'a Scale,
    pub(crate) ids: &'a Arc<[u32]>,
}

/// The rows to learn from with their weights, after a look at whether settings and table make sense.
pub(crate) fn weighed(training: &Training<'_>, settings: &TreeSettings) -> Result<Weighed> {
    settings.check(training.target.task())?;
    training.check()?;
    if settings.leaf == LeafKind::Linear {
        training.has_one_target("a linear leaf")?;
    }
    if settings.conventions != Conventions::Exact {
        training.has_one_target("the way of C4.5 and J48")?;
    }
    if !settings.monotone.is_empty() {
        training.has_one_target("a monotone constraint")?;
    }
    let weight = |row: u32| training.weight(row);
    let any = training.weights.is_some() || training.class_weights.is_some();
    // Rows are spread by a column that some of them have a value in, and some not.
    let holes = |place: usize, rows: &[u32]| {
        let column = &training.table.columns()[place];
        let missing = |row: &u32| column.is_missing(*row as usize);
        rows.iter().any(missing) && !rows.iter().all(missing)
    };
    let spreads = |rows: &[u32]| {
        let spread = settings.missing == MissingPolicy::Fractions;
        spread && training.columns.iter().any(|place| holes(*place, rows))
    };
    let weighed = weigh(training.targeted(), any.then_some(&weight), spreads)?;
    if weighed.rows.is_empty() {
        return Err(Mistake::NoWeight.anywhere());
    }
    Ok(weighed)
}

/// The rows that count, where not all do in their order.
fn named<'a>(training: &Training<'_>, weighed: &'a Weighed) -> Option<&'a [u32]> {
    let whole = weighed.rows.len() == training.table.rows() && weighed.rows.is_sorted_by(|one, two| one < two);
    (!whole).then_some(&weighed.rows[..])
}

impl<'a> Ground<'a> {
    pub(crate) fn new(
        training: &'a Training<'a>,
        settings: &'a TreeSettings,
        weighed: &'a Weighed,
        watch: &'a dyn Watch,
    ) -> Result<Self> {
        let shape = Shape::new(training, settings)?;
        let mut data = Encoded::new(training.table, training.columns, named(training, weighed));
        data.missing_last = settings.missing_last;
        if data.entries.is_some() {
            // Sparse columns have a way of their own, and are never laid out.
        } else if settings.threshold == Threshold::Random {
            // Rows of one weight take a way of their own, which needs no lines.
            data.lay_numbers(weighed.units.is_some());
        } else if !settings.columns_per_split.is_all() {
            data.lay_abreast();
        }
        Ok(Ground { training, settings, data, weighed, watch, shape })
    }

    /// The same for many trees, of `all` rows or of rows that are drawn. Where `lots` serves every node of every tree, codes would be
    /// made for nobody.
    pub(crate) fn of_many(
        training: &'a Training<'a>,
        (settings, all): (&'a TreeSettings, bool),
        weighed: &'a Weighed,
        watch: &'a dyn Watch,
    ) -> Result<Self> {
        let unranked = || Encoded::unranked(training.table, training.columns, named(training, weighed));
        let is_light = all && weighed.units.is_none() && are_piled(training, weighed.total);
        match (is_light && lots_serve(settings)).then(unranked).flatten() {
            Some(data) => Ok(Ground { training, settings, data, weighed, watch, shape: None }),
            None => Ground::new(training, settings, weighed, watch),
        }
    }

    /// Makes the target ready, and carries out a plan.
    pub(crate) fn carry_out<P: Plan>(&self, frame: Frame, plan: &mut P) -> Result<P::Out> {
        if !self.training.others.is_empty() {
            return self.learn_several(frame, plan);
        }
        match &self.training.target.values {
            TargetValues::Classes(classes) => self.classify(frame, classes, plan),
            TargetValues::Numbers(values) => self.regress(frame, values, plan),
        }
    }

    fn classify<P: Plan>(&self, frame: Frame, classes: &Classes, plan: &mut P) -> Result<P::Out> {
        let rows = frame.total as f64 / frame.per_row;
        let logs = &NLogN::new(rows as u64);
        let entropy = &Entropy::new(logs, frame.total, 1);
        let label = &|row: u32, weight| Class { class: classes.codes[row as usize], weight };
        let (scale, ids) = (&Scale::new(&[]), &(0..classes.names.len() as u32).collect());
        let habits = || Habits {
            data: &self.data,
            conventions: self.settings.conventions,
            unit: 1.0 / frame.per_row,
            min_rows: self.settings.least_leaf(rows),
            classes: classes.names.len(),
            rows,
            alone: false,
        };
        let ground = self;
        match self.settings.criterion {
            Criterion::GainRatio if self.settings.conventions != Conventions::Exact => {
                plan.carry_out(&Ready { ground, frame, measure: entropy, chooser: habits(), label, logs, scale, ids })
            }
            Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => {
                let chooser = self.splitter();
                plan.carry_out(&Ready { ground, frame, measure: entropy, chooser, label, logs, scale, ids })
            }
            _ => {
                let chooser = self.splitter();
                plan.carry_out(&Ready { ground, frame, measure: &Gini, chooser, label, logs, scale, ids })
            }
        }
    }

    fn regress<P: Plan>(&self, frame: Frame, values: &[f64], plan: &mut P) -> Result<P::Out> {
        let poisson = self.settings.criterion == Criterion::Poisson;
        let scale = &self.scale(frame, self.training.target, poisson)?;
        let step = scale.step();
        let (ground, logs, ids) = (self, &NLogN::new(0), &Arc::<[u32]>::from([]));
        // Every tree asks for them all.
        let qs: Vec<i64> = values.iter().map(|value| scale.quantise(*value)).collect();
        let q = |row: u32| qs[row as usize];
        let label = &|row, weight| Number { q: q(row), weight };
        let chooser = self.splitter();
        match self.settings.criterion {
            Criterion::Poisson => {
                let measure = &Poisson { step };
                plan.carry_out(&Ready { ground, frame, measure, chooser, label, logs, scale, ids })
            }
            Criterion::Mae => {
                let mut distinct: Vec<i64> = self.weighed.rows.iter().map(|row| q(*row)).collect();
                distinct.sort_unstable();
                distinct.dedup();
                let ids = &(0..distinct.len() as u32).collect();
                let rank = |row| distinct.partition_point(|other| *other < q(row)) as u32;
                let measure = &Absolute { values: &distinct, step };
                let label = &|row, weight| Class { class: rank(row), weight };
                plan.carry_out(&Ready { ground, frame, measure, chooser, label, logs, scale, ids })
            }
            _ => {
                let measure = &Squares { step };
                plan.carry_out(&Ready { ground, frame, measure, chooser, label, logs, scale, ids })
            }
        }
    }

    /// The same for several targets: labels are the numbers of rows, and the criterion looks up what they say.
    fn learn_several<P: Plan>(&self, frame: Frame, plan: &mut P) -> Result<P::Out> {
        let rows = frame.total as f64 / frame.per_row;
        let logs = &NLogN::new(rows as u64);
        match self.settings.criterion {
            Criterion::Mse => self.numbers(frame, plan, logs, |step| Squares { step }),
            Criterion::Poisson => self.numbers(frame, plan, logs, |step| Poisson { step }),
            Criterion::Mae => self.numbers(frame, plan, logs, |step| Medians { step }),
            Criterion::Random if self.training.target.task() == Task::Regression => {
                self.numbers(frame, plan, logs, |step| Squares { step })
            }
            Criterion::Gini | Criterion::Random => self.several(frame, plan, logs, (&Gini, class_parts(self.training))),
            Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => {
                let targets = 1 + self.training.others.len() as u64;
                let entropy = &Entropy::new(logs, frame.total, targets);
                self.several(frame, plan, logs, (entropy, class_parts(self.training)))
            }
        }
    }

    fn several<P: Plan, M: Measure>(
        &self,
        frame: Frame,
        plan: &mut P,
        logs: &NLogN,
        (measure, targets): (&M, Vec<Part<M::Label>>),
    ) -> Result<P::Out> {
        let measure = &Several { measure, targets };
        let label = &|row: u32, weight| Class { class: row, weight };
        // Rows keep their numbers all the way down.
        let (scale, ids) = (&Scale::new(&[]), &Arc::<[u32]>::from([]));
        plan.carry_out(&Ready { ground: self, frame, measure, chooser: self.splitter(), label, logs, scale, ids })
    }

    fn numbers<P: Plan, M: Measure<Label = Number>>(
        &self,
        frame: Frame,
        plan: &mut P,
        logs: &NLogN,
        measure: impl Fn(f64) -> M,
    ) -> Result<P::Out> {
        let poisson = self.settings.criterion == Criterion::Poisson;
        let mut scales = Vec::new();
        for target in self.training.targets() {
            scales.push(self.scale(frame, target, poisson)?);
        }
        let (step, targets) = number_parts(self.training, &scales);
        self.several(frame, plan, logs, (&measure(step), targets))
    }

    /// The scale of a target's numbers; counts may not be negative.
    fn scale(&self, frame: Frame, target: &Target, poisson: bool) -> Result<Scale> {
        let TargetValues::Numbers(values) = &target.values else { return Ok(Scale::new(&[])) };
        let used: Vec<f64> = self.weighed.rows.iter().map(|row| values[*row as usize]).collect();
        if let Some(place) = used.iter().position(|value| poisson && *value < 0.0) {
            let row = u64::from(self.weighed.rows[place]) + 1;
            return Err(Mistake::NegativeCount { found: used[place] }.at(row, &target.name));
        }
        let total = frame.total;
        let scale = if poisson { Scale::from_zero(&used, total) } else { Scale::for_weight(&used, total) };
        // Nodes add up squared errors of all targets in the parts that rows are counted in.
        let most = libm::sqrt(f64::MAX / (total as f64 * (1 + self.training.others.len()) as f64));
        if used.iter().any(|value| (value - scale.centre()).abs() > most) {
            let far = |one: &usize, two: &usize| used[*one].abs().total_cmp(&used[*two].abs()).then(two.cmp(one));
            let place = (0..used.len()).max_by(far).unwrap_or(0);
            let mistake =
                Mistake::HugeSquares { found: used[place], most: libm::exp10(libm::floor(libm::log10(most))) };
            return Err(mistake.at(u64::from(self.weighed.rows[place]) + 1, &target.name));
        }
        Ok(scale)
    }

    fn splitter(&self) -> Splitter<'_> {
        Splitter {
            data: &self.data,
            nominal: self.settings.nominal,
            threshold: self.settings.threshold,
            criterion: self.settings.criterion,
            alone: false,
        }
    }

    /// The tree of each target, from a draft.
    pub(crate) fn trees(&self, frame: Frame, draft: &Draft) -> Result<Vec<Tree>> {
        let linear = match self.settings.leaf {
            LeafKind::Linear => linear_models(draft, self.training, (&self.weighed.rows, frame.per_row)),
            LeafKind::Mean | LeafKind::Median | LeafKind::Quantile(_) => Vec::new(),
        };
        self.finish(frame).trees(draft, &linear)
    }

    /// What turns a draft into a tree.
    pub(crate) fn finish(&self, frame: Frame) -> Finish<'_> {
        let classes = |target: &Target| match &target.values {
            TargetValues::Classes(classes) => classes.names.len() as u32,
            TargetValues::Numbers(_) => 0,
        };
        let classes = self.training.targets().map(classes).collect();
        let seen_cuts = match self.settings.conventions {
            Conventions::Exact => None,
            Conventions::C45 => Some(0.0),
            Conventions::J48 => Some(1e-6),
        };
        let missing_last = self.settings.missing_last;
        Finish { data: &self.data, per_row: frame.per_row, classes, seen_cuts, missing_last, one_of_many: false }
    }
}

impl<M: Measure, C: Choose<M>> Ready<'_, M, C> {
    /// What grows a tree of these columns (ascending), whose rows weigh `total` units; `copies` says how many copies each row stands for
    /// where rows are spread, `alone` whether other threads have other work.
    pub(crate) fn grower<'g>(
        &'g self,
        (columns, total): (&'g [u32], u64),
        copies: Option<&'g [u64]>,
        alone: bool,
    ) -> Grower<'g, M, C::On<'g>> {
        let Ground { settings, data, watch, .. } = self.ground;
        let many = settings.columns_per_split.of(columns.len());
        Grower {
            measure: self.measure,
            chooser: if alone { self.chooser.on(data).by_oneself() } else { self.chooser.on(data) },
            data,
            criterion: settings.criterion,
            policy: settings.missing,
            limits: Limits::new(settings, self.frame.per_row, total),
            logs: self.logs,
            scale: self.scale,
            copies,
            draw: (many < columns.len()).then_some(Draw { columns, many, count_constant: settings.count_constant }),
            alone,
            watch: *watch,
            shape: self.ground.shape.as_ref(),
        }
    }

    /// How many labels there are.
    pub(crate) fn labels(&self) -> usize {
        self.measure.labels(self.ids.len())
    }

    /// The root of a tree of these rows.
    pub(crate) fn root<S: Stored<Label = M::Label>>(
        &self,
        mut items: Vec<Item<S>>,
        columns: &[u32],
        key: Key,
    ) -> Open<S> {
        let ids = localise(&mut items, self.ids);
        Open { place: 0, items, ids, columns: columns.into(), depth: 0, key, fence: Fence::default() }
    }
}
