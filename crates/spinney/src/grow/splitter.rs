//! The best split of a node: the best test of each column, and the best of these.

use super::candidate::{Candidate, Merit, better};
use super::choose::{Choice, Choose};
use super::criterion::Measure;
use super::groups::Groups;
use super::item::{Item, Stored};
use super::judge::Judge;
use super::observer::Observer;
use super::questions::{Search, best_cut, best_height, best_subset, each_value, random_cut, random_subset};
use super::quick::{Buckets, Quick, QuickCut, Run, bit_cuts, drawn_cut, quick_cut, refine, resolve, thin_cut};
use super::settings::{Criterion, MissingPolicy, Nominal, Threshold};
use crate::encode::{BitBlock, Coded, Codes, Encoded, EncodedColumn};
use crate::parallel;
use crate::seed::Key;

/// Nodes with fewer rows are searched by one thread.
pub(crate) const ALONE: usize = 1024;
/// In nodes with more rows it is asked before each column whether anybody still wants the tree.
const LONG: usize = 4096;

/// How the columns of a node are searched.
pub(crate) struct Splitter<'a> {
    pub(crate) data: &'a Encoded<'a>,
    pub(crate) nominal: Nominal,
    pub(crate) threshold: Threshold,
    pub(crate) criterion: Criterion,
    /// Whether this thread does all the work: others have trees of their own.
    pub(crate) alone: bool,
}

/// What one thread searches in one go.
enum Task<'a> {
    Column(u32),
    /// Two-valued columns that share their words.
    Block(&'a BitBlock),
}

/// The columns that are asked, ascending, and the place of each among those that are asked.
struct Turns {
    columns: Vec<u32>,
    turns: Vec<u32>,
}

impl Turns {
    fn new(asked: &[u32]) -> Self {
        let mut turns: Vec<u32> = (0..asked.len() as u32).collect();
        turns.sort_unstable_by_key(|turn| asked[*turn as usize]);
        Turns { columns: turns.iter().map(|turn| asked[*turn as usize]).collect(), turns }
    }

    fn of(&self, column: u32) -> Option<u32> {
        self.columns.binary_search(&column).ok().map(|place| self.turns[place])
    }
}

/// What a search of one column gave.
struct Found<M, B> {
    column: u32,
    /// Every row of the node has the same value here: so will those of its branches.
    constant: bool,
    best: Best<M>,
    /// Counters of buckets whose insides were not looked at yet.
    buckets: Option<Buckets<B>>,
}

/// The best split of one column.
enum Best<M> {
    None,
    Split(Candidate),
    /// By a quick way; made a candidate only where it wins among its like.
    Cut(QuickCut<M>),
}

/// What the quick ways keep of a cut, and of a bucket.
type Mark<'r, M> = <<M as Measure>::Run<'r> as Run>::Mark;
type Bin<'r, M> = <<M as Measure>::Run<'r> as Run>::Bin;
type FoundBy<'r, M> = Found<Mark<'r, M>, Bin<'r, M>>;

impl<M: Measure> Choose<M> for Splitter<'_> {
    type On<'b> = Splitter<'b>;

    fn on<'b>(&self, data: &'b Encoded<'b>) -> Splitter<'b> {
        Splitter { data, ..*self }
    }

    fn by_oneself(self) -> Self {
        Splitter { alone: true, ..self }
    }

    fn choose<S: Stored<Label = M::Label>, O: Observer>(
        &self,
        judge: &Judge<'_, M>,
        items: &[Item<S>],
        columns: &[u32],
        seen: (Key, &O),
    ) -> Choice {
        let measure = judge.measure;
        let start = || if O::WATCHES || !self.is_plain() { None } else { measure.run(judge.whole) };
        // A watched search is written down in the order of columns.
        let alone = self.alone || O::WATCHES || items.len() < ALONE;
        let mut own = start();
        let turns = Turns::new(columns);
        let tasks = self.tasks(columns, own.is_some(), |column| judge.is_free(column));
        let mut found: Vec<FoundBy<'_, M>> = Vec::with_capacity(columns.len());
        if alone {
            for task in &tasks {
                self.work((task, &mut found), (judge, &mut own), (items, &turns), seen);
            }
        } else {
            let of = |task: &Task<'_>| {
                let mut found = Vec::new();
                self.work((task, &mut found), (judge, &mut start()), (items, &turns), seen);
                found
            };
            found.extend(parallel::map(&tasks, of).into_iter().flatten());
        }
        found.sort_unstable_by_key(|found| turns.of(found.column)); // ties go to the column that is asked first
        if let Some(run) = &mut own {
            let score = reached(&found, run);
            if alone {
                for found in &mut found {
                    self.look_inside(found, run, items, (score, judge.least));
                }
            } else {
                parallel::change(&mut found, |_, found| {
                    if let Some(run) = &mut start() {
                        self.look_inside(found, run, items, (score, judge.least));
                    }
                });
            }
        }
        let mut live: Vec<u32> = found.iter().filter(|found| !found.constant).map(|found| found.column).collect();
        live.sort_unstable();
        let (mut best, mut quick) = (None, None::<(u32, QuickCut<Mark<'_, M>>)>);
        for found in found {
            match (found.best, &own) {
                (Best::Split(candidate), _) => best = better(best, Some(candidate)),
                (Best::Cut(cut), Some(run)) if quick.as_ref().is_none_or(|(_, kept)| cut.beats(kept, run)) => {
                    quick = Some((found.column, cut));
                }
                _ => {}
            }
        }
        let cut = quick.map(|(column, cut)| {
            let ends = resolve(items, &self.data.columns[column as usize], cut.place);
            judge.cut(items, (column, &self.data.columns[column as usize].codes), ends)
        });
        let is_first = |one: &Candidate, two: &Candidate| turns.of(one.column as u32) < turns.of(two.column as u32);
        let best = match (best, cut) {
            (Some(one), Some(two)) if is_first(&two, &one) => better(Some(two), Some(one)),
            (one, two) => better(one, two),
        };
        Choice { best, live }
    }

    fn is_quick(&self, columns: &[u32]) -> bool {
        let is_quick = |column: &EncodedColumn<'_>| column.is_plain() && !column.is_sparse();
        self.is_plain() && columns.iter().all(|column| is_quick(&self.data.columns[*column as usize]))
    }

    fn serves(&self, columns: &[u32], policy: MissingPolicy) -> bool {
        let served = |column: &u32| {
            let coded = &self.data.columns[*column as usize];
            let kind = match coded.coded {
                Coded::Numbers(_) | Coded::Ordinal => true,
                Coded::Nominal => self.nominal == Nominal::Subset,
                Coded::Hierarchical(_) => false,
            };
            kind && (!coded.has_missing || policy == MissingPolicy::Learned)
        };
        self.is_plain() && columns.iter().all(served)
    }

    fn thins(&self, columns: &[u32]) -> bool {
        self.by_gain() && self.are_plain(columns)
    }

    fn draws_quickly(&self, columns: &[u32]) -> bool {
        let drawn = self.by_gain() && self.threshold == Threshold::Random;
        drawn && self.are_plain(columns)
    }
}

impl<M, B> Found<M, B> {
    fn new(column: u32, quick: Quick<M, B>) -> Self {
        let (best, constant, buckets) = match quick {
            Quick::Constant => (Best::None, true, None),
            Quick::None => (Best::None, false, None),
            Quick::Cut(cut) => (Best::Cut(cut), false, None),
            Quick::Coarse(cut, buckets) => (cut.map_or(Best::None, Best::Cut), false, Some(buckets)),
        };
        Found { column, constant, best, buckets }
    }
}

/// The best score so far, less what it may be off.
fn reached<R: Run>(found: &[Found<R::Mark, R::Bin>], run: &R) -> f64 {
    let score = |found: &Found<R::Mark, R::Bin>| match &found.best {
        Best::Cut(cut) => cut.score - run.doubt(cut.score),
        _ => f64::NEG_INFINITY,
    };
    found.iter().map(score).fold(f64::NEG_INFINITY, f64::max)
}

impl Splitter<'_> {
    /// Searches one column, or those of a block, and adds what is found.
    fn work<'r, M: Measure, S: Stored<Label = M::Label>, O: Observer>(
        &self,
        (task, found): (&Task<'_>, &mut Vec<FoundBy<'r, M>>),
        (judge, run): (&Judge<'_, M>, &mut Option<M::Run<'r>>),
        (items, turns): (&[Item<S>], &Turns),
        seen: (Key, &O),
    ) {
        match (task, run) {
            (Task::Block(block), Some(run)) => {
                let cuts = bit_cuts(run, items, (block, &turns.columns), judge.least);
                found.extend(cuts.into_iter().map(|(column, quick)| Found::new(column, quick)));
            }
            (Task::Block(_), None) => {} // made only where there are running sums
            (Task::Column(column), run) => found.push(self.column((judge, run), items, *column, seen)),
        }
    }

    /// Blocks of two-valued columns where the quick ways serve, and every other column by itself.
    fn tasks(&self, columns: &[u32], quick: bool, is_free: impl Fn(u32) -> bool) -> Vec<Task<'_>> {
        let quick = quick && columns.iter().all(|column| is_free(*column));
        let blocks: &[BitBlock] = if quick { &self.data.blocks } else { &[] };
        let alive = |block: &&BitBlock| columns.iter().any(|column| block.columns.binary_search(column).is_ok());
        let packed = |column: &u32| blocks.iter().any(|block| block.columns.binary_search(column).is_ok());
        let single = columns.iter().copied().filter(|column| !packed(column)).map(Task::Column);
        blocks.iter().filter(alive).map(Task::Block).chain(single).collect()
    }

    /// Looks for a better cut within those buckets of a column that could hold one.
    fn look_inside<R: Run, S: Stored<Label = R::Label>>(
        &self,
        found: &mut Found<R::Mark, R::Bin>,
        run: &mut R,
        items: &[Item<S>],
        (score, least): (f64, u64),
    ) {
        let Some(buckets) = found.buckets.take() else { return };
        let column = &self.data.columns[found.column as usize];
        let Some(cut) = refine(run, items, (column, &buckets), (score, least)) else { return };
        if !matches!(&found.best, Best::Cut(best) if !cut.comes_before(best, run)) {
            found.best = Best::Cut(cut);
        }
    }

    /// Whether the largest gain wins, and cuts are where they gain most: what the quick ways are for.
    fn is_plain(&self) -> bool {
        self.by_gain() && self.threshold == Threshold::Best
    }

    /// Whether the quick ways serve these columns.
    fn are_plain(&self, columns: &[u32]) -> bool {
        let all = self.data.entries.as_ref().is_some_and(|entries| entries.are_plain);
        all || columns.iter().all(|column| self.data.columns[*column as usize].is_plain())
    }

    fn by_gain(&self) -> bool {
        matches!(self.criterion, Criterion::Entropy | Criterion::Gini | Criterion::Mse)
    }

    fn column<'r, M: Measure, S: Stored<Label = M::Label>, O: Observer>(
        &self,
        (judge, run): (&Judge<'_, M>, &mut Option<M::Run<'r>>),
        items: &[Item<S>],
        place: u32,
        (key, observer): (Key, &O),
    ) -> FoundBy<'r, M> {
        if items.len() > LONG && judge.watch.stopped() {
            return Found { column: place, constant: false, best: Best::None, buckets: None }; // nobody wants the tree any more
        }
        let column = &self.data.columns[place as usize];
        if let (Some(run), true) = (run, column.is_plain() && judge.is_free(place)) {
            if let Codes::Sparse(own) = &column.codes {
                return Found::new(place, thin_cut(run, items, own, judge.least));
            }
            return Found::new(place, quick_cut(run, items, column, judge.least));
        }
        let groups = Groups::new(items, column);
        let constant = groups.len() + usize::from(!groups.missing.is_empty()) < 2;
        if constant {
            return Found { column: place, constant, best: Best::None, buckets: None };
        }
        let ordered = matches!(column.coded, Coded::Numbers(_) | Coded::Ordinal);
        let few = (!ordered).then(|| groups.compressed::<M>());
        let groups = few.as_ref().unwrap_or(&groups);
        let ground = judge.ground(&groups.missing);
        let search = Search { judge, groups, ground, column: place as usize, observer };
        let key = key.child(u64::from(place));
        let mut candidate = self.test(&search, column, key);
        if let (Some(found), Criterion::Random) = (&mut candidate, self.criterion) {
            found.merit = Merit::Lot(key.child(1).number());
        }
        Found { column: place, constant, best: candidate.map_or(Best::None, Best::Split), buckets: None }
    }

    fn test<M: Measure, O: Observer>(
        &self,
        search: &Search<'_, M, O>,
        column: &EncodedColumn<'_>,
        key: Key,
    ) -> Option<Candidate> {
        let random = self.threshold == Threshold::Random;
        match &column.coded {
            Coded::Numbers(_) if random => {
                let values = column.numbers()?;
                let (first, last) = (*search.groups.codes.first()?, *search.groups.codes.last()?);
                // One number alone cannot be cut, but parted from what is missing.
                let only = (first == last).then(|| values.at(first));
                let cut = only.or_else(|| drawn_cut(values.at(first), values.at(last), key))?;
                let low = values.first(|value| value <= cut) - 1;
                random_cut(search, cut, low)
            }
            Coded::Numbers(_) | Coded::Ordinal => best_cut(search),
            Coded::Hierarchical(heights) => best_height(search, heights),
            Coded::Nominal => match self.nominal {
                Nominal::Values => each_value(search),
                Nominal::Subset if random => {
                    let mut draws = key.draws();
                    random_subset(search, || draws.number() & 1 == 1)
                }
                Nominal::Subset => best_subset(search),
            },
        }
    }
}
