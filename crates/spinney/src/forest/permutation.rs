//! What columns are worth by what their values in another order cost.
//!
//! Where a column's values are dealt out among the rows anew, what it told is gone and everything else stays. It is honest about
//! columns of many values; columns that say the same share their worth, and rows may come about that could not be.

use super::answer::{Said, SaidAnswers, ascending, chances};
use super::descent::View;
use super::importance::Worth;
use super::oob::OutOfBag;
use super::piece::Piece;
use super::print::print;
use super::tally::{Tally, Way};
use crate::error::{Mistake, Result};
use crate::grow::{Training, Watch, sown};
use crate::parallel;
use crate::seed::Key;
use crate::table::TargetValues;
use crate::tree::{ColumnId, Missing, Node, Tree};

/// The step from a tree's key to that of values dealt out anew; rows, columns and root have those before it.
const DEALT: u64 = 3;
/// The step from a seed to that of values dealt out anew on given rows.
const GIVEN: u64 = 0x6465_616C;
/// Trees whose answers are in memory at once.
const AT_ONCE: usize = 32;

/// How values are dealt out on given rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Repeats {
    /// How often.
    pub repeats: u32,
    /// The seed of the orders.
    pub seed: u64,
}

impl Piece {
    /// What a column's values in another order cost, for each tree over the rows that it was not grown from: the accuracy that is lost,
    /// or the mean squared error that is gained; the mean over trees. `None` where no row was ever out of bag.
    ///
    /// The order hangs on the seed, the tree's number and the column alone.
    pub fn permutation(&self, training: &Training<'_>, watch: &dyn Watch) -> Result<Option<Vec<Worth>>> {
        training.check()?;
        self.check_print(print(training))?;
        let rows = training.targeted();
        let own = &self.own(training, &rows);
        let each = sown(training, self.settings.variety(), &self.numbers, &|at, sown| {
            let key = Key::new(self.settings.tree.seed).child(self.numbers[at]).child(DEALT);
            let lost = || Lost { training: own, tree: &self.trees[at], rows: ascending(sown.out) };
            if watch.stopped() { None } else { lost().of_columns(key) }
        })?;
        if watch.stopped() {
            return Err(Mistake::Stopped.anywhere());
        }
        let known: Vec<Vec<(u32, f64)>> = each.into_iter().flatten().collect();
        let mut lost = vec![Vec::new(); self.columns];
        for (column, cost) in known.iter().flatten() {
            lost[*column as usize].push(*cost);
        }
        let worth = |mut costs: Vec<f64>| {
            costs.resize(known.len(), 0.0); // trees that do not ask the column
            Worth::of(&costs)
        };
        Ok((!known.is_empty()).then(|| lost.into_iter().map(worth).collect()))
    }
}

/// One tree and rows that it is tried on.
struct Lost<'a> {
    training: &'a Training<'a>,
    tree: &'a Tree,
    rows: Vec<u32>,
}

impl Lost<'_> {
    /// What each column that the tree asks costs; `None` where there are no rows.
    fn of_columns(&self, key: Key) -> Option<Vec<(u32, f64)>> {
        let whole = self.error(View::of(self.training))?;
        let cost = |column: ColumnId| {
            let mut from = self.rows.clone();
            key.child(u64::from(column.0)).draws().shuffle(&mut from);
            let dealt = View { training: self.training, swapped: Some((column, &from)) };
            Some((column.0, self.error(dealt)? - whole))
        };
        asked(self.tree, self.training.columns.len()).into_iter().map(cost).collect()
    }

    /// The share of weight with a wrong class, or the mean squared error.
    fn error(&self, view: View<'_>) -> Option<f64> {
        let said = Said::new(self.tree, view, &self.rows);
        let weight = |row: u32| self.training.weights.map_or(1.0, |weights| weights[row as usize]);
        let (mut sum, mut all, mut mixed) = (0.0, 0.0, Vec::new());
        for (place, row) in self.rows.iter().enumerate() {
            let error = match (&said.answers, &self.training.target.values) {
                (SaidAnswers::Classes { ends, sums }, TargetValues::Classes(classes)) => {
                    let vote = chances(self.tree, sums, ends.at(place), &mut mixed);
                    f64::from(u8::from(vote != classes.codes[*row as usize]))
                }
                (SaidAnswers::Numbers(numbers), TargetValues::Numbers(values)) => {
                    let off = numbers[place] - values[*row as usize];
                    off * off
                }
                _ => 0.0,
            };
            sum += weight(*row) * error;
            all += weight(*row);
        }
        (all > 0.0).then(|| sum / all)
    }
}

/// The columns that a tree asks, for rows without a value too, in order.
fn asked(tree: &Tree, columns: usize) -> Vec<ColumnId> {
    let mut asks = vec![false; columns];
    for node in tree.nodes() {
        let Node::Branch { split, .. } = node else { continue };
        asks[split.column.place()] = true;
        if let Missing::Surrogates(others) = &split.missing {
            others.iter().for_each(|other| asks[other.column.place()] = true);
        }
    }
    if let crate::tree::Answers::Numbers(numbers) = tree.answers() {
        let terms = numbers.linear.iter().flat_map(|(_, model)| &model.terms);
        terms.for_each(|term| asks[term.column.place()] = true);
    }
    (0..columns as u32).map(ColumnId).filter(|column| asks[column.place()]).collect()
}

/// What a column's values in another order cost on given rows, which are in the terms of the trees (the same columns and levels): the
/// accuracy, or R², that all trees together lose; the mean over repeats.
///
/// ```
/// use spinney::forest::{ForestSettings, Repeats, grow, permutation_on};
/// use spinney::grow::Training;
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"a,b,y\n1,1,n\n2,1,n\n3,1,n\n4,1,p\n5,1,p\n6,1,p\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "y", None)?;
/// let training = Training::new(&table, &[0, 1], &target);
/// let forest = grow(&training, &ForestSettings::random_forest(Task::Classification).trees(10), &())?;
/// let worth = permutation_on(forest.trees(), &training, Repeats { repeats: 5, seed: 1 }, &())?;
/// assert!(worth[0].mean > 0.2 && worth[1].mean == 0.0);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn permutation_on(trees: &[Tree], data: &Training<'_>, how: Repeats, watch: &dyn Watch) -> Result<Vec<Worth>> {
    data.has_one_target("what values in another order cost")?;
    data.check()?;
    Tally::check(trees.len() as u64)?;
    let rows = ascending(data.counted());
    let given = Given { rows };
    let mut whole = Tally::new(data);
    let all: Vec<&Tree> = trees.iter().collect();
    given.count(&all, View::of(data), &mut whole, Way::In);
    let lists: Vec<Vec<ColumnId>> = trees.iter().map(|tree| asked(tree, data.columns.len())).collect();
    let score = |tally: Tally| OutOfBag { tally }.figure(data).unwrap_or(0.0);
    let best = score(whole.clone());
    let mut found = Vec::with_capacity(data.columns.len());
    for column in (0..data.columns.len() as u32).map(ColumnId) {
        let asks = trees.iter().zip(&lists).filter(|(_, list)| list.contains(&column));
        let asks: Vec<&Tree> = asks.map(|(tree, _)| tree).collect();
        // What the other trees say stays as it is.
        let mut others = whole.clone();
        given.count(&asks, View::of(data), &mut others, Way::Out);
        let cost = |repeat: u32| {
            let mut from = given.rows.clone();
            let key = Key::new(how.seed).child(GIVEN).child(u64::from(column.0)).child(u64::from(repeat));
            key.draws().shuffle(&mut from);
            let mut tally = others.clone();
            given.count(&asks, View { training: data, swapped: Some((column, &from)) }, &mut tally, Way::In);
            best - score(tally)
        };
        let repeats = if asks.is_empty() { 0 } else { how.repeats };
        found.push(Worth::of(&(0..repeats).map(cost).collect::<Vec<f64>>()));
        if watch.stopped() {
            return Err(Mistake::Stopped.anywhere());
        }
    }
    Ok(found)
}

/// Given rows.
struct Given {
    rows: Vec<u32>,
}

impl Given {
    fn count(&self, trees: &[&Tree], view: View<'_>, tally: &mut Tally, way: Way) {
        for some in trees.chunks(AT_ONCE) {
            let said = parallel::map(some, |tree| Said::new(tree, view, &self.rows));
            let pairs: Vec<(&Tree, &Said)> = some.iter().copied().zip(&said).collect();
            tally.count(&pairs, way);
        }
    }
}
