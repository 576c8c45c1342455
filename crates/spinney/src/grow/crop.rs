//! Many trees of one ground, each from rows and columns of its own.
//!
//! What a tree is hangs on the seed and its own number alone: forests may be grown in pieces, on any number of threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bag::{Bag, Bags, Drawing};
use super::choose::Choose;
use super::columns::Columns;
use super::criterion::Measure;
use super::cutback::cut_back;
use super::ground::{Frame, Ground, Plan, Ready, weighed};
use super::item::{Item, Label, Stored};
use super::material::Training;
use super::sample::{Sample, SampleBy};
use super::settings::TreeSettings;
use super::urn::{ROOT, ROWS, Urn};
use super::watch::Watch;
use crate::error::{Mistake, Result};
use crate::parallel;
use crate::seed::Key;
use crate::table::{MISSING, Target, TargetValues};
use crate::tree::Tree;

/// The step from a tree's key to that of its columns.
const COLUMNS: u64 = 1;

/// How trees are grown that differ in rows and columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Variety<'a> {
    /// How each is grown.
    pub(crate) tree: &'a TreeSettings,
    /// From which rows.
    pub(crate) sample: Sample,
    /// Which are drawn in this way.
    pub(crate) by: SampleBy,
    /// Whether classes weigh the same in each.
    pub(crate) balance: bool,
    /// And how many columns.
    pub(crate) columns: Columns,
}

/// One of many trees.
pub(crate) struct Grown<'a> {
    /// For each target.
    pub(crate) trees: Vec<Tree>,
    /// Rows of the table that were not drawn, nor any copy that their weight stands for.
    pub(crate) out: &'a [u32],
}

/// Grows the trees of these numbers, in waves, the first of so many. What `keep` makes of each tree is handed to `gather` wave by
/// wave, in the order of numbers; `gather` says how many the next wave has, 0 where it is enough. The first tree is grown even
/// where the watch has enough of them: no trees at all would answer nothing. What rows were drawn from is given back, where they were drawn one by
/// one from all.
pub(crate) fn crop<T: Send>(
    (training, variety): (&Training<'_>, Variety<'_>),
    watch: &dyn Watch,
    (numbers, wave): (Range<u64>, u64),
    keep: &(dyn Fn(Grown<'_>) -> T + Sync),
    gather: &mut dyn FnMut(Vec<T>) -> u64,
) -> Result<Option<Urn>> {
    variety.check()?;
    let weighed = weighed(training, variety.tree)?;
    let ground = Ground::of_many(training, (variety.tree, variety.takes_all()), &weighed, watch)?;
    let bags = ground.bags(variety)?;
    let frame = Frame { per_row: bags.per_row, total: bags.most };
    ground.carry_out(frame, &mut Many { bags: &bags, columns: variety.columns, numbers, wave, keep, gather })?;
    Ok(bags.urn(&weighed.rows, variety.tree.seed))
}

/// The rows of one of many trees.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sown {
    /// Rows of the table that it is grown from, in the order that they are named in, each with its weight.
    pub(crate) rows: Vec<(u32, f64)>,
    /// Rows of which no copy was drawn.
    pub(crate) out: Vec<u32>,
}

/// What `each` makes of the rows of these trees, in the order of `numbers`. What is drawn for a tree hangs on its number, so the
/// rows of a tree can be found again whenever they are wanted.
pub(crate) fn sown<T: Send>(
    training: &Training<'_>,
    variety: Variety<'_>,
    numbers: &[u64],
    each: &(dyn Fn(usize, Sown) -> T + Sync),
) -> Result<Vec<T>> {
    variety.check()?;
    let weighed = weighed(training, variety.tree)?;
    let ground = Ground::of_many(training, (variety.tree, variety.takes_all()), &weighed, &())?;
    let bags = ground.bags(variety)?;
    let one = |place: usize| {
        let key = Key::new(variety.tree.seed).child(numbers[place]);
        let bag = bags.draw(key.child(ROWS), &weighed);
        let row = |place: &u32| weighed.rows[*place as usize];
        let rows = bag.rows.iter().zip(&bag.units).map(|(place, units)| (row(place), *units as f64 / bags.per_row));
        each(place, Sown { rows: rows.collect(), out: bag.out.iter().map(row).collect() })
    };
    Ok(parallel::map_owned((0..numbers.len()).collect(), one))
}

impl Variety<'_> {
    fn check(&self) -> Result<()> {
        self.sample.check()?;
        self.by.check()?;
        self.columns.check("columns-per-tree")
    }

    /// Whether every tree is grown from all rows as they are weighed.
    fn takes_all(&self) -> bool {
        self.sample.is_all() && !self.by.evens_out() && !self.balance
    }
}

impl Ground<'_> {
    /// What the rows of trees are drawn from.
    fn bags(&self, variety: Variety<'_>) -> Result<Bags> {
        let several = (!self.training.others.is_empty()).then(|| self.told());
        let label = |place: usize| match &several {
            Some(told) => told[place],
            None => self.tells(place, self.training.target),
        };
        let drawing = Drawing {
            sample: variety.sample,
            by: variety.by,
            groups: self.groups(variety.by)?,
            classes: if variety.balance { Some(self.classes()?) } else { None },
        };
        Bags::new(drawing, &self.data, self.weighed, label)
    }

    /// What a row that counts says of a target.
    fn tells(&self, place: usize, target: &Target) -> u64 {
        let row = self.weighed.rows[place] as usize;
        match &target.values {
            TargetValues::Classes(classes) => u64::from(classes.codes[row]),
            TargetValues::Numbers(values) => values[row].to_bits(),
        }
    }

    /// What each row that counts says of all targets, as one number: rows have the same where they agree in all.
    fn told(&self) -> Vec<u64> {
        let tells = |place: usize| self.training.targets().map(move |target| self.tells(place, target));
        let mut order: Vec<usize> = (0..self.weighed.rows.len()).collect();
        order.sort_by(|one, two| tells(*one).cmp(tells(*two)));
        let mut told = vec![0; order.len()];
        for (number, alike) in (0..).zip(order.chunk_by(|one, two| tells(*one).eq(tells(*two)))) {
            for place in alike {
                told[*place] = number;
            }
        }
        told
    }

    /// For each target the class of each row that counts.
    fn classes(&self) -> Result<Vec<Vec<u32>>> {
        let own = |target: &Target| match &target.values {
            TargetValues::Classes(classes) => {
                Ok(self.weighed.rows.iter().map(|row| classes.codes[*row as usize]).collect())
            }
            TargetValues::Numbers(_) => Err(Mistake::BalancedNumbers.anywhere()),
        };
        self.training.targets().map(own).collect()
    }

    /// The group, or stratum, of each row that counts, by its number among those that occur; classes are strata too.
    fn groups(&self, by: SampleBy) -> Result<Option<Vec<u32>>> {
        let all = match (by, self.training.groups) {
            (SampleBy::Rows, _) => return Ok(None),
            (_, Some(groups)) => groups,
            (SampleBy::Groups, None) => return Err(Mistake::NoGroups { what: "groups" }.anywhere()),
            (_, None) => self.training.classes().ok_or_else(|| Mistake::NoGroups { what: "strata" }.anywhere())?,
        };
        let rows = &self.weighed.rows;
        if let Some(row) = rows.iter().find(|row| all[**row as usize] == MISSING) {
            return Err(Mistake::NoGroup.in_row(u64::from(*row) + 1));
        }
        let mut present: Vec<u32> = rows.iter().map(|row| all[*row as usize]).collect();
        present.sort_unstable();
        present.dedup();
        let number = |row: &u32| present.partition_point(|group| *group < all[*row as usize]) as u32;
        Ok(Some(rows.iter().map(number).collect()))
    }
}

struct Many<'a, T> {
    bags: &'a Bags,
    columns: Columns,
    numbers: Range<u64>,
    wave: u64,
    keep: &'a (dyn Fn(Grown<'_>) -> T + Sync),
    gather: &'a mut dyn FnMut(Vec<T>) -> u64,
}

impl<T: Send> Plan for Many<'_, T> {
    type Out = ();

    fn carry_out<M: Measure, C: Choose<M>>(&mut self, ready: &Ready<'_, M, C>) -> Result<()> {
        let watch = ready.ground.watch;
        let start = self.numbers.start;
        let mut first = start;
        while first < self.numbers.end && (first == start || !watch.enough()) {
            let wave = first..self.numbers.end.min(first.saturating_add(self.wave.max(1)));
            first = wave.end;
            let (begun, last) = (AtomicU64::new(0), wave.end - wave.start);
            let one = One { bags: self.bags, columns: self.columns };
            let trees: Vec<Option<Result<T>>> = parallel::map_owned(wave.collect(), |number| {
                // While there are trees enough every thread grows its own; in the end all help with those that are left.
                let alone = begun.fetch_add(1, Ordering::Relaxed) + parallel::threads() as u64 <= last;
                if number > start && watch.enough() {
                    return None;
                }
                one.tree(ready, number, alone, self.keep)
            });
            if watch.stopped() {
                return Err(Mistake::Stopped.anywhere());
            }
            // Trees that were let go leave gaps: what comes after the first is not of use.
            let whole = trees.iter().all(Option::is_some);
            let trees = trees.into_iter().map_while(|tree| tree).collect::<Result<Vec<T>>>()?;
            self.wave = (self.gather)(trees);
            if self.wave == 0 || !whole {
                break;
            }
        }
        Ok(())
    }
}

/// What one tree is made from.
struct One<'a> {
    bags: &'a Bags,
    columns: Columns,
}

impl One<'_> {
    /// The tree of a number; `None` where it was let go.
    fn tree<M: Measure, C: Choose<M>, T>(
        &self,
        ready: &Ready<'_, M, C>,
        number: u64,
        alone: bool,
        keep: &(dyn Fn(Grown<'_>) -> T + Sync),
    ) -> Option<Result<T>> {
        let ground = ready.ground;
        let key = Key::new(ground.settings.seed).child(number);
        let bag = self.bags.draw(key.child(ROWS), ground.weighed);
        let all = ground.data.columns.len();
        let columns = key.child(COLUMNS).draws().sample(all as u32, self.columns.of(all) as u32);
        let heaviest = bag.units.iter().copied().max().unwrap_or(1);
        let seed = Seed { bag: &bag, columns, key: key.child(ROOT), alone };
        let trees = if <M::Label as Label>::Counted::holds(ready.labels(), heaviest) && !ground.weighed.spreads {
            seed.grow::<M, C, <M::Label as Label>::Counted>(ready)
        } else {
            seed.grow::<M, C, M::Label>(ready)
        };
        let out: Vec<u32> = bag.out.iter().map(|place| ground.weighed.rows[*place as usize]).collect();
        Some(trees?.map(|trees| keep(Grown { trees, out: &out })))
    }
}

/// What a tree grows from.
struct Seed<'a> {
    bag: &'a Bag,
    columns: Vec<u32>,
    key: Key,
    alone: bool,
}

impl Seed<'_> {
    fn grow<M: Measure, C: Choose<M>, S: Stored<Label = M::Label>>(
        &self,
        ready: &Ready<'_, M, C>,
    ) -> Option<Result<Vec<Tree>>> {
        let Ground { settings, weighed, .. } = ready.ground;
        let copies = weighed.spreads.then(|| self.copies(ready.ground.data.rows, ready.frame));
        let total = self.bag.units.iter().sum();
        let grower = ready.grower((&self.columns, total), copies.as_deref(), self.alone);
        let item = |(place, units): (&u32, &u64)| {
            let label = (ready.label)(weighed.rows[*place as usize], *units);
            Item { row: *place, stored: S::store(label) }
        };
        let items = self.bag.rows.iter().zip(&self.bag.units).map(item).collect();
        let mut draft = grower.grow(ready.root(items, &self.columns, self.key))?;
        cut_back(&mut draft, settings, ready.frame.per_row);
        let finish = ready.ground.finish(ready.frame).one_of_many();
        finish.settle(&mut draft);
        Some(ready.ground.trees(ready.frame, &draft))
    }

    /// How many copies each row stands for.
    fn copies(&self, rows: usize, frame: Frame) -> Vec<u64> {
        let mut copies = vec![1; rows];
        let of = |at: usize| match &self.bag.copies {
            Some(copies) => copies[at],
            None => self.bag.units[at] / frame.per_row as u64,
        };
        for (at, place) in self.bag.rows.iter().enumerate() {
            copies[*place as usize] = of(at).max(1);
        }
        copies
    }
}

/// Trees whose columns were not ranked.
#[cfg(test)]
mod unranked;
