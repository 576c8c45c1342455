//! The door of the engine: a table and settings in, a finished tree out.

use super::choose::Choose;
use super::criterion::Measure;
use super::cutback::cut_back;
use super::draft::Draft;
use super::ground::{Frame, Ground, Plan, Ready, weighed};
use super::item::{Item, Label, Stored};
use super::material::{Training, only};
use super::record::{Record, Recording};
use super::settings::TreeSettings;
use super::watch::Watch;
use super::weigh::Weighed;
use crate::error::{Mistake, Result};
use crate::seed::Key;
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
    training.has_one_target("a tree")?;
    only(run(training, settings, watch, None)?.0)
}

/// Grows one tree for several targets: the tree of each, which differ in their answers alone. The mean of the criterion over the targets decides; rows
/// without one of them are left out.
///
/// ```
/// use spinney::grow::{Training, TreeSettings, grow_several};
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"size,fits,cheap\n1,yes,yes\n2,yes,no\n4,no,no\n", &ReadOptions::new())?;
/// let (fits, cheap) = (Target::new(&table, "fits", None)?, Target::new(&table, "cheap", None)?);
/// let training = Training { others: &[cheap], ..Training::new(&table, &[0], &fits) };
/// let trees = grow_several(&training, &TreeSettings::classification(), &())?;
/// assert_eq!((trees.len(), trees[0].nodes()), (2, trees[1].nodes()));
/// assert_eq!(trees[0].leaves(), 3);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow_several(training: &Training<'_>, settings: &TreeSettings, watch: &dyn Watch) -> Result<Vec<Tree>> {
    Ok(run(training, settings, watch, None)?.0)
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
    training.has_one_target("a record")?;
    let (trees, record) = run(training, settings, watch, Some(recording))?;
    Ok((only(trees)?, record))
}

fn run(
    training: &Training<'_>,
    settings: &TreeSettings,
    watch: &dyn Watch,
    recording: Option<Recording<'_>>,
) -> Result<(Vec<Tree>, Record)> {
    let weighed = weighed(training, settings)?;
    let mut ground = Ground::new(training, settings, &weighed, watch)?;
    let frame = Frame { per_row: weighed.per_row, total: weighed.total };
    match ground.carry_out(frame, &mut Alone { recording })? {
        Grown::Tree(tree, record) => Ok((vec![tree], record)),
        Grown::Draft(mut draft) => {
            // The tree takes the room of the codes and numbers, which nobody asks for any more.
            ground.finish(frame).settle(&mut draft);
            ground.data.forget();
            Ok((ground.trees(frame, &draft)?, Record::default()))
        }
    }
}

/// What was grown.
enum Grown {
    /// A tree that is still to be finished.
    Draft(Draft),
    /// A tree and its record, where one was asked for.
    Tree(Tree, Record),
}

/// One tree of all rows.
struct Alone<'a> {
    recording: Option<Recording<'a>>,
}

impl Plan for Alone<'_> {
    type Out = Grown;

    /// Grows with items as light as the weights allow.
    fn carry_out<M: Measure, C: Choose<M>>(&mut self, ready: &Ready<'_, M, C>) -> Result<Grown> {
        let Weighed { rows, units, .. } = ready.ground.weighed;
        let heaviest = units.as_ref().map_or(1, |units| units.iter().copied().max().unwrap_or(1));
        let label = |place: usize| (ready.label)(rows[place], units.as_ref().map_or(1, |units| units[place]));
        if <M::Label as Label>::Counted::holds(ready.labels(), heaviest) && !ready.ground.weighed.spreads {
            self.grow::<M, C, <M::Label as Label>::Counted>(ready, label)
        } else {
            self.grow::<M, C, M::Label>(ready, label)
        }
    }
}

impl Alone<'_> {
    fn grow<M: Measure, C: Choose<M>, S: Stored<Label = M::Label>>(
        &self,
        ready: &Ready<'_, M, C>,
        label: impl Fn(usize) -> M::Label,
    ) -> Result<Grown> {
        let Ground { settings, data, weighed, .. } = ready.ground;
        let columns: Vec<u32> = (0..data.columns.len() as u32).collect();
        let grower = ready.grower((&columns, weighed.total), weighed.copies.as_deref(), false);
        let root = || {
            let item = |place: usize| Item { row: place as u32, stored: S::store(label(place)) };
            ready.root((0..weighed.rows.len()).map(item).collect(), &columns, Key::new(settings.seed))
        };
        let stopped = || Mistake::Stopped.anywhere();
        let mut draft = grower.grow(root()).ok_or_else(stopped)?;
        if ready.ground.watch.stopped() {
            return Err(stopped()); // the last node may not have asked all of its columns
        }
        draft.name_codes(data);
        cut_back(&mut draft, settings, ready.frame.per_row);
        let Some(Recording { nodes, most }) = self.recording else { return Ok(Grown::Draft(draft)) };
        let tree = only(ready.ground.trees(ready.frame, &draft)?)?;
        let order = draft.order();
        let mut places = vec![false; draft.len()];
        nodes(&tree).iter().filter_map(|id| order.get(id.place())).for_each(|at| places[*at as usize] = true);
        let accounts = grower.replay(&draft, root(), (&places, most.unwrap_or(usize::MAX))).ok_or_else(stopped)?;
        if ready.ground.watch.stopped() {
            return Err(stopped());
        }
        let finish = ready.ground.finish(ready.frame);
        let record = finish.record(&draft, &accounts, (ready.scale, ready.measure.scale()));
        Ok(Grown::Tree(tree, record))
    }
}
