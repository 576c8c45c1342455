//! The best split of a node: the best test of each column, and the best of these.

use super::candidate::{Candidate, Merit, better};
use super::choose::{Choice, Choose};
use super::criterion::Measure;
use super::groups::Groups;
use super::item::{Item, Stored};
use super::judge::Judge;
use super::observer::Observer;
use super::settings::{Criterion, Nominal, Threshold};
use super::tests::{Search, best_cut, best_height, best_subset, each_value, random_cut, random_subset};
use crate::encode::{Coded, Encoded, EncodedColumn};
use crate::parallel;
use crate::seed::Key;

/// Nodes with fewer rows are searched by one thread.
pub(crate) const ALONE: usize = 1024;

/// How the columns of a node are searched.
pub(crate) struct Splitter<'a> {
    pub(crate) data: &'a Encoded,
    pub(crate) nominal: Nominal,
    pub(crate) threshold: Threshold,
    pub(crate) criterion: Criterion,
}

/// What a search of one column gave.
pub(crate) struct Found {
    pub(crate) candidate: Option<Candidate>,
    /// Every row of the node has the same value here: so will those of its branches.
    pub(crate) constant: bool,
}

impl<M: Measure> Choose<M> for Splitter<'_> {
    fn choose<S: Stored<Label = M::Label>, O: Observer>(
        &self,
        judge: &Judge<'_, M>,
        items: &[Item<S>],
        columns: &[u32],
        seen: (Key, &O),
    ) -> Choice {
        let search = |column: &u32| self.column(judge, items, *column as usize, seen);
        // A watched search is written down in the order of columns.
        let found: Vec<Found> = if O::WATCHES || items.len() < ALONE {
            columns.iter().map(search).collect()
        } else {
            parallel::map(columns, search)
        };
        let live = columns.iter().zip(&found).filter(|(_, found)| !found.constant).map(|(column, _)| *column).collect();
        let best = found.into_iter().fold(None, |best, found| better(best, found.candidate));
        Choice { best, live }
    }
}

impl Splitter<'_> {
    fn column<M: Measure, S: Stored<Label = M::Label>, O: Observer>(
        &self,
        judge: &Judge<'_, M>,
        items: &[Item<S>],
        place: usize,
        (key, observer): (Key, &O),
    ) -> Found {
        let column = &self.data.columns[place];
        let groups = Groups::new(items, column);
        let constant = groups.len() + usize::from(!groups.missing.is_empty()) < 2;
        if constant {
            return Found { candidate: None, constant };
        }
        let few = matches!(column.coded, Coded::Nominal | Coded::Hierarchical(_)).then(|| groups.compressed::<M>());
        let groups = few.as_ref().unwrap_or(&groups);
        let ground = judge.ground(&groups.missing);
        let search = Search { judge, groups, ground, column: place, observer };
        let mut candidate = self.test(&search, column, key.child(place as u64));
        if let (Some(found), Criterion::Random) = (&mut candidate, self.criterion) {
            found.merit = Merit::Lot(key.child(place as u64).child(1).number());
        }
        Found { candidate, constant }
    }

    fn test<M: Measure, O: Observer>(
        &self,
        search: &Search<'_, M, O>,
        column: &EncodedColumn,
        key: Key,
    ) -> Option<Candidate> {
        let random = self.threshold == Threshold::Random;
        match &column.coded {
            Coded::Numbers(values) if random => {
                let (first, last) = (*search.groups.codes.first()?, *search.groups.codes.last()?);
                let cut = drawn_cut(values[first as usize], values[last as usize], key)?;
                let low = values.partition_point(|value| *value <= cut) as u32 - 1;
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

/// A number drawn evenly from [low, high); `None` where there is no room between them.
fn drawn_cut(low: f64, high: f64, key: Key) -> Option<f64> {
    let (low, high) = (low.max(f64::MIN), high.min(f64::MAX));
    if low >= high {
        return None;
    }
    let share = key.draws().unit();
    let cut = low * (1.0 - share) + high * share;
    Some(if cut >= high || cut < low { low } else { cut })
}
