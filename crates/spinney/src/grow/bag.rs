//! The rows of one tree of many: drawn from all, each with how often it was drawn.
//!
//! ```text
//! rows in an order that hangs on their content alone, with their weights laid end to end
//! |a|b b b|c|d d| …            W units in all
//!    ^  ^     ^                numbers below W, drawn at the tree's key: b twice, d once
//! ```
//! So a row of weight 3 is drawn as three rows are, wherever they stand in the table. A row is out of bag where none of its own copies was
//! drawn. Rows that are alike in every column and in the target are one to the tree, but each has copies of its own: were a row in the bag
//! with each row like it, then those out of bag would be the ones whose label their neighbours have not, and would say the worst of a tree.
//!
//! Where rows are drawn within strata, these lie end to end as well, in the order of their numbers, and each is drawn from at a key of its
//! own. Where groups are drawn, a number below their count stands for all rows of a group.

use super::balance::Balance;
use super::canonical::canonical;
use super::sample::{Sample, SampleBy};
use super::strata::{Stratum, drawn_of, some_of, stretches};
use super::urn::Urn;
use super::weigh::{Weighed, per_row};
use crate::encode::Encoded;
use crate::error::{Mistake, Result};
use crate::seed::{Draws, Key};

/// From so many units on sums of weights are not exact.
const MOST_UNITS: u64 = 1 << 52;

/// What is drawn, and how.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) sample: Sample,
    pub(crate) by: SampleBy,
    /// The group, or stratum, of each row that counts, numbered from 0; none where rows are drawn from all.
    pub(crate) groups: Option<Vec<u32>>,
    /// For each target the class of each row that counts, where classes are to weigh the same in each bag.
    pub(crate) classes: Option<Vec<Vec<u32>>>,
}

/// Rows that bags are drawn from.
#[derive(Debug)]
pub(crate) struct Bags {
    way: Way,
    /// All rows in an order that hangs on their content alone, stratum by stratum; of a row that is named several times the first place.
    order: Vec<u32>,
    /// None where no two rows are alike.
    kinds: Option<Kinds>,
    /// What is drawn from which stretch of the order.
    strata: Vec<Stratum>,
    /// Units of a copy as it is drawn.
    one: u64,
    balance: Option<Balance>,
    /// Units in a weight of 1, in every bag.
    pub(crate) per_row: f64,
    /// What a bag may weigh, in its units.
    pub(crate) most: u64,
}

/// Rows that are alike.
#[derive(Debug)]
struct Kinds {
    /// For each row the first that is alike in every column and in the target.
    first: Vec<u32>,
    /// For each row the first place at which that very row is named.
    named: Vec<u32>,
}

/// How a bag is drawn.
#[derive(Debug)]
enum Way {
    /// All rows are in it.
    All,
    /// So many draws from the copies of rows. Copies, or units of weight, are laid end to end in the order of rows, and each row's
    /// end is named; it is not where each row is one.
    Replaced(Option<Vec<u64>>),
    /// The same without replacement.
    Part(Option<Vec<u64>>),
    /// So many of the rows, which keep these weights, in their order.
    Kept(Vec<u64>),
    /// So many of the groups, with all of their rows.
    Groups(Groups),
}

/// Groups that are drawn.
#[derive(Debug)]
struct Groups {
    /// The group of each row.
    of: Vec<u32>,
    many: u64,
    drawn: u64,
    replaced: bool,
    /// The units of each row where its group is drawn once.
    units: Vec<u64>,
}

/// The rows of one tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bag {
    /// Rows that were drawn, ascending.
    pub(crate) rows: Vec<u32>,
    /// The weight of each, in units.
    pub(crate) units: Vec<u64>,
    /// How many copies each stands for, where its weight does not say so.
    pub(crate) copies: Option<Vec<u64>>,
    /// Rows of whose own copies none was drawn, ascending; a row that is like them may have been.
    pub(crate) out: Vec<u32>,
}

impl Bags {
    /// Bags of these rows; `label` says what a row says of the target.
    pub(crate) fn new(
        drawing: Drawing,
        data: &Encoded<'_>,
        weighed: &Weighed,
        label: impl Fn(usize) -> u64 + Sync,
    ) -> Result<Self> {
        let Drawing { sample, by, groups, classes } = drawing;
        let mut bags = match (by, groups) {
            _ if sample.is_all() && !by.evens_out() => Bags::all(weighed),
            (SampleBy::Groups, Some(groups)) => Bags::of_groups(sample, groups, weighed)?,
            (_, strata) => Bags::of_rows((sample, by, strata), data, weighed, label)?,
        };
        if let Some(classes) = classes {
            let whole = match bags.way {
                Way::Replaced(_) | Way::Part(_) => true,
                Way::Kept(_) => false,
                Way::All | Way::Groups(_) => weighed.is_whole(),
            };
            let balance = Balance::new(&classes, (bags.most, bags.per_row, whole));
            (bags.per_row, bags.most) = (balance.per_row, balance.most);
            bags.balance = Some(balance);
        }
        Ok(bags)
    }

    fn all(weighed: &Weighed) -> Self {
        Bags::by(Way::All, weighed.per_row, weighed.total)
    }

    /// Bags that need no order.
    fn by(way: Way, per_row: f64, most: u64) -> Self {
        let (order, strata) = (Vec::new(), Vec::new());
        Bags { way, order, kinds: None, strata, one: per_row as u64, balance: None, per_row, most }
    }

    fn of_rows(
        (sample, by, strata): (Sample, SampleBy, Option<Vec<u32>>),
        data: &Encoded<'_>,
        weighed: &Weighed,
        label: impl Fn(usize) -> u64 + Sync,
    ) -> Result<Self> {
        let units = |row: u32| weighed.units.as_ref().map_or(1, |units| units[row as usize]);
        let (one, whole) = (weighed.per_row as u64, weighed.is_whole());
        let copies = |row: u32| units(row) / one;
        let (mut order, kinds) = canonical(data, &label, units);
        if let Some(strata) = &strata {
            order.sort_by_key(|row| strata[*row as usize]); // within each as before
        }
        let ends = order.iter().any(|row| !whole || copies(*row) != 1).then(|| {
            let mut end = 0;
            let mut laid = |row: &u32| {
                end += if whole { copies(*row) } else { units(*row) };
                end
            };
            order.iter().map(&mut laid).collect::<Vec<u64>>()
        });
        let (share, replaced) = sample.share();
        let counted = ends.as_deref().filter(|_| whole);
        let strata = stretches(&order, strata.as_deref(), counted);
        let strata = drawn_of(strata, by, (share, replaced))?;
        let drawn: u64 = strata.iter().map(|stratum| stratum.drawn).sum();
        let fine = if weighed.spreads { per_row(drawn as f64) } else { 1.0 };
        let (way, per_row, most) = if replaced {
            (Way::Replaced(ends), fine, drawn * fine as u64)
        } else if whole {
            (Way::Part(ends), fine, drawn * fine as u64)
        } else {
            (Way::Kept(order.iter().map(|row| units(*row)).collect()), weighed.per_row, weighed.total)
        };
        let kinds = kinds.map(|first| Kinds { first, named: named(&weighed.rows) });
        if let Some(kinds) = &kinds {
            for row in &mut order {
                *row = kinds.named[*row as usize];
            }
        }
        Ok(Bags { order, kinds, strata, ..Bags::by(way, per_row, most) })
    }

    fn of_groups(sample: Sample, of: Vec<u32>, weighed: &Weighed) -> Result<Self> {
        let many = of.iter().max().map_or(0, |last| u64::from(*last) + 1);
        if many < 2 {
            return Err(Mistake::OneGroup.anywhere());
        }
        let (share, replaced) = sample.share();
        let drawn = ((many as f64 * share).round() as u64).max(1);
        let mut units = weighed.units.clone().unwrap_or_else(|| vec![1; of.len()]);
        let (mut per, mut most) = (weighed.per_row, weighed.total);
        if replaced {
            // A bag may hold the heaviest group again and again: units must be coarse enough for that.
            let heaviest = |units: &[u64]| {
                let mut sums = vec![0_u64; many as usize];
                units.iter().zip(&of).for_each(|(units, group)| sums[*group as usize] += units);
                sums.into_iter().max().unwrap_or(0)
            };
            let weight = heaviest(&units) as f64 / per * drawn as f64;
            let coarse = per_row(weight).min(per);
            if coarse < per && per > 1.0 {
                for units in &mut units {
                    *units = ((*units as f64 * (coarse / per)).round() as u64).max(1);
                }
                per = coarse;
            }
            most = heaviest(&units).saturating_mul(drawn);
            if most >= MOST_UNITS {
                return Err(Mistake::HeavyBag { found: weight }.anywhere());
            }
        }
        Ok(Bags::by(Way::Groups(Groups { of, many, drawn, replaced, units }), per, most))
    }

    /// What rows are drawn from, by itself, where they are drawn one by one from all; `rows` are those that count.
    pub(crate) fn urn(self, rows: &[u32], seed: u64) -> Option<Urn> {
        let all = |places: &[u32]| places.iter().map(|place| rows[*place as usize]).collect();
        let (replaced, ends) = match self.way {
            Way::All => {
                return Some(Urn { rows: rows.to_vec(), ends: None, drawn: rows.len() as u64, replaced: false, seed });
            }
            Way::Replaced(ends) => (true, ends),
            Way::Part(ends) => (false, ends),
            Way::Kept(_) => (false, None),
            Way::Groups(_) => return None,
        };
        let [stratum] = &self.strata[..] else { return None };
        Some(Urn { rows: all(&self.order), ends, drawn: stratum.drawn, replaced, seed })
    }

    /// The bag that is drawn at a key.
    pub(crate) fn draw(&self, key: Key, weighed: &Weighed) -> Bag {
        let mut bag = self.drawn(key, weighed);
        bag.copies = self.balance.as_ref().and_then(|balance| balance.weigh(&bag.rows, &mut bag.units));
        bag
    }

    fn drawn(&self, key: Key, weighed: &Weighed) -> Bag {
        let rows = weighed.rows.len();
        match &self.way {
            Way::All => {
                let own = |row: u32| weighed.units.as_ref().map_or(1, |units| units[row as usize]);
                let rows: Vec<u32> = (0..rows as u32).collect();
                Bag { units: rows.iter().map(|row| own(*row)).collect(), rows, ..Bag::default() }
            }
            Way::Replaced(ends) => {
                let mut counts = vec![0_u32; rows];
                self.each(key, |stratum, draws| {
                    let (base, total) = stratum.laid(ends.as_deref());
                    for _ in 0..stratum.drawn {
                        counts[self.row_at(stratum, ends.as_deref(), base + draws.below(total)) as usize] += 1;
                    }
                });
                self.bag(&counts)
            }
            Way::Part(ends) => {
                let mut counts = vec![0_u32; rows];
                self.each(key, |stratum, draws| {
                    let (base, total) = stratum.laid(ends.as_deref());
                    some_of(draws, total, stratum.drawn, |at| {
                        counts[self.row_at(stratum, ends.as_deref(), base + at) as usize] += 1;
                    });
                });
                self.bag(&counts)
            }
            Way::Kept(weights) => {
                let mut units = vec![0_u64; rows];
                self.each(key, |stratum, draws| {
                    some_of(draws, (stratum.end - stratum.first) as u64, stratum.drawn, |at| {
                        let at = stratum.first + at as usize;
                        units[self.order[at] as usize] += weights[at];
                    });
                });
                self.bag_of(rows, |row| units[row as usize])
            }
            Way::Groups(groups) => {
                let times = groups.times(&mut key.draws());
                self.bag_of(rows, |row| times[groups.of[row as usize] as usize] * groups.units[row as usize])
            }
        }
    }

    /// Each stratum with its draws: those of the key itself where there is one only.
    fn each(&self, key: Key, mut work: impl FnMut(&Stratum, &mut Draws)) {
        if let [all] = &self.strata[..] {
            return work(all, &mut key.draws());
        }
        for (stratum, number) in self.strata.iter().zip(0..) {
            work(stratum, &mut key.child(number).draws());
        }
    }

    /// The row that a place in the weights laid end to end belongs to.
    #[inline]
    fn row_at(&self, stratum: &Stratum, ends: Option<&[u64]>, place: u64) -> u32 {
        let within =
            |ends: &[u64]| stratum.first + ends[stratum.first..stratum.end].partition_point(|end| *end <= place);
        self.order[ends.map_or(place as usize, within)]
    }

    fn bag(&self, counts: &[u32]) -> Bag {
        self.bag_of(counts.len(), |row| u64::from(counts[row as usize]) * self.one)
    }

    fn bag_of(&self, rows: usize, units: impl Fn(u32) -> u64) -> Bag {
        let Some(kinds) = &self.kinds else { return Bag::of(rows, units) };
        let mut sums = vec![0; rows];
        (0..rows as u32).for_each(|row| sums[kinds.first[row as usize] as usize] += units(row));
        let out = (0..rows as u32).filter(|row| units(kinds.named[*row as usize]) == 0).collect();
        Bag { out, ..Bag::of(rows, |row| sums[row as usize]) }
    }
}

impl Bag {
    /// The bag of so many rows that were drawn so often.
    fn of(rows: usize, units: impl Fn(u32) -> u64) -> Self {
        let mut bag = Bag { rows: vec![0; rows], units: vec![0; rows], copies: None, out: vec![0; rows] };
        let (mut many, mut out) = (0, 0);
        // No branch: which rows were drawn is anybody's guess.
        for row in 0..rows as u32 {
            let own = units(row);
            (bag.rows[many], bag.units[many], bag.out[out]) = (row, own, row);
            many += usize::from(own > 0);
            out += usize::from(own == 0);
        }
        bag.rows.truncate(many);
        bag.units.truncate(many);
        bag.out.truncate(out);
        bag
    }
}

/// For each place of rows the first at which the same row is named.
fn named(rows: &[u32]) -> Vec<u32> {
    let mut first = vec![u32::MAX; rows.iter().max().map_or(0, |last| *last as usize + 1)];
    let mut at = |(place, row): (u32, &u32)| {
        let first = &mut first[*row as usize];
        *first = (*first).min(place);
        *first
    };
    (0..).zip(rows).map(&mut at).collect()
}

impl Groups {
    /// How often each group is drawn.
    fn times(&self, draws: &mut Draws) -> Vec<u64> {
        let mut times = vec![0; self.many as usize];
        if self.replaced {
            (0..self.drawn).for_each(|_| times[draws.below(self.many) as usize] += 1);
        } else {
            some_of(draws, self.many, self.drawn, |group| times[group as usize] += 1);
        }
        times
    }
}
