//! All that is below a node, where at each node only some columns are asked and the quick ways serve them all: the trees of
//! forests, on rows that are parted in place.

use super::candidate::{Question, Route};
use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::Draft;
use super::draw::{Draw, Drawn};
use super::grower::Grower;
use super::hands::{Constants, Hands, NodeSums, Plain, Spot};
use super::item::{Item, Label, Stored};
use super::limits::Limits;
use super::lots::Lots;
use super::observer::Nobody;
use super::open::{Open, localise};
use super::quick::{Asked, Bench, Best, Flock, MOST, Small, Tabled};
use super::settings::{Criterion, MissingPolicy, Threshold, TreeSettings};
use super::shape::Fence;
use super::sheaf::{Sheaf, Stand};

/// From so many rows on labels are numbered by the classes that occur: counts by class and bucket get shorter.
const MANY: usize = 128;

/// Whether `lots` serves every node of trees that are grown so, where rows weigh 1 and all columns are numbers without holes: what is asked
/// of each node below, asked once for all of them.
pub(crate) fn lots_serve(settings: &TreeSettings) -> bool {
    let limits = Limits::new(settings, 1.0, 0);
    let by_gain = matches!(settings.criterion, Criterion::Entropy | Criterion::Gini | Criterion::Mse);
    let to_the_heaviest = matches!(settings.missing, MissingPolicy::Learned | MissingPolicy::Own);
    let drawn = by_gain && settings.threshold == Threshold::Random;
    let free = settings.monotone.is_empty() && settings.interactions.is_empty();
    drawn && to_the_heaviest && free && limits.are_plain() && limits.max_leaves.is_none()
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// Whether a node may be grown on with all that is below it.
    pub(crate) fn is_thicket<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> bool {
        let quick = self.draw.is_some() && self.to_the_heaviest() && self.chooser.serves(&open.columns, self.policy);
        let is_dense = self.data.entries.is_none();
        is_dense && self.shape.is_none() && self.limits.are_plain() && (quick || self.draws_cuts(open))
    }

    /// Whether one cut is drawn for each column, and the quick ways serve them all.
    fn draws_cuts<S>(&self, open: &Open<S>) -> bool {
        self.to_the_heaviest() && self.chooser.draws_quickly(&open.columns)
    }

    /// Whether one thread by itself grows a tree sooner than many that search large nodes plainly.
    pub(crate) fn draws_lots<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> bool {
        let are_light = || open.items.iter().all(|item| item.stored.label().weight() == 1);
        self.data.number_columns.is_some() && self.is_thicket(open) && self.draws_cuts(open) && are_light()
    }

    /// Grows all that is below a node; `None` where it was stopped. What `open` holds is used up.
    pub(crate) fn grow_thicket<S: Stored<Label = M::Label>>(&self, open: Open<S>, draft: &mut Draft) -> Option<()> {
        let Some(run) = self.run(&open) else { return self.depth_first(open, draft, Some) };
        let columns = open.columns.clone();
        let draw = self.draw.unwrap_or(Draw { columns: &columns, many: usize::MAX, count_constant: false });
        if self.draws_cuts(&open) {
            let Grower { data, limits, scale, watch, .. } = *self;
            if (Lots { data, limits, scales: &[scale], watch, draw, draft }).grow(&open, run.pile(), |label| label)? {
                return Some(());
            }
        }
        let hands = Hands {
            data: self.data,
            limits: self.limits,
            scale: self.scale,
            watch: self.watch,
            run,
            draw,
            drawn: Drawn::default(),
            constants: Constants::new(self.data.columns.len(), &open.columns),
            sums: NodeSums::default(),
            knots: Vec::new(),
            draft,
            by_lot: self.draws_cuts(&open),
        };
        hands.grow(open, &|items, spot, column| self.plainly(items, spot, column))
    }

    /// The best split of one column, of all that could be made.
    fn plainly<S: Stored<Label = M::Label>>(
        &self,
        items: &[Item<S>],
        spot: &Spot,
        column: u32,
    ) -> Option<(Question, Route)> {
        let mut items = items.to_vec();
        let ids = localise(&mut items, &spot.ids);
        let room = Room { ids: &ids };
        let mut whole = self.measure.empty(&room);
        for item in &items {
            self.measure.add(&mut whole, item.stored.label());
        }
        let fence = Fence::default(); // no shape is asked for where this way is gone
        let judge = self.judge(room, &whole, &fence);
        let best = self.chooser.choose(&judge, &items, &[column], (spot.key, &Nobody)).best?;
        Some((best.question, best.route))
    }

    /// Running sums for a node and all that is below it; `None` where they are too heavy.
    fn run<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> Option<M::Tabled<'_>> {
        let mut whole = self.measure.empty(&Room { ids: &open.ids });
        open.items.iter().for_each(|item| self.measure.add(&mut whole, item.stored.label()));
        self.measure.tabled(&whole)
    }
}

/// What searches are made with.
struct Tools<'h, 'p, R: Tabled, S> {
    /// Up to so many rows a subtree is small.
    few: usize,
    bench: Bench<'h, R>,
    small: Small<'h>,
    plain: &'p Plain<'p, S>,
}

impl<R: Tabled> Hands<'_, R> {
    fn grow<S: Stored<Label = R::Label>>(mut self, mut open: Open<S>, plain: &Plain<'_, S>) -> Option<()> {
        let sheaf = Sheaf::new(std::mem::take(&mut open.items), self.data);
        let root = Spot::root(&open, sheaf.len());
        let is_plain = |column: &u32| self.data.columns[*column as usize].is_plain();
        let few = if self.draw.columns.iter().all(is_plain) { R::few(root.ids.len()) } else { MOST }; // names and holes have a short way in these alone
        let mut tools = Tools { few, bench: Bench::new(self.data), small: Small::new(self.data, self.by_lot), plain };
        self.grow_rows(sheaf, root, &mut tools)?;
        self.sums.fill(self.draft, self.scale);
        Some(())
    }

    /// Grows all that is below a node of these rows.
    fn grow_rows<S: Stored<Label = R::Label>>(
        &mut self,
        mut sheaf: Sheaf<'_, S>,
        root: Spot,
        tools: &mut Tools<'_, '_, R, S>,
    ) -> Option<()> {
        let mut frontier = vec![root];
        while let Some(mut spot) = frontier.pop() {
            if self.watch.stopped() {
                return None;
            }
            if let Some(near) = sheaf.brought_near(&spot.stand, self.data) {
                spot.stand = Stand::whole(near.len());
                self.grow_rows(near, spot, tools)?; // once on a way: these bring their lines along
                continue;
            }
            let items = sheaf.items_mut(&spot.stand);
            if spot.ids.len() > 2 && (items.len() >= MANY || spot.ids.len() > items.len()) {
                spot.ids = localise(items, &spot.ids);
            }
            let flock = sheaf.flock(&spot.stand);
            if flock.items.len() <= tools.few {
                self.grow_copse(flock, &spot, (&mut tools.small, tools.plain));
            } else if let Some(best) = self.best(flock, &spot, (&mut tools.bench, tools.plain)) {
                let coded = &self.data.columns[best.column as usize];
                let middle = sheaf.part(&spot.stand, best.side, (coded, best.low, tools.bench.right()));
                frontier.extend(self.branch(spot, (best.column, best.question, best.route), middle));
            } else {
                self.end(labels(flock.items), spot.place, &spot.ids);
                self.watch.settled(flock.items.len() as u64);
            }
        }
        Some(())
    }

    /// The best split of a node; `None` where it is a leaf.
    fn best<S: Stored<Label = R::Label>>(
        &mut self,
        flock: Flock<'_, S>,
        spot: &Spot,
        (bench, plain): (&mut Bench<'_, R>, &Plain<'_, S>),
    ) -> Option<Best> {
        if !self.goes_on(labels(flock.items), spot.depth, spot.ids.len()) {
            return None;
        }
        bench.begin();
        self.draw((spot.key, spot.constant), |column| bench.is_constant(flock, column));
        let plainly = |items: &[Item<S>], column| plain(items, spot, column);
        let Limits { min_leaf: least, min_value: least_value, .. } = self.limits;
        let asked = (&self.drawn.asked[..], Asked { key: spot.key, least, least_value, plainly: &plainly });
        if self.by_lot { bench.drawn(&mut self.run, flock, asked) } else { bench.best(&mut self.run, flock, asked) }
    }
}

fn labels<S: Stored>(items: &[Item<S>]) -> impl Iterator<Item = S::Label> {
    items.iter().map(|item| item.stored.label())
}
