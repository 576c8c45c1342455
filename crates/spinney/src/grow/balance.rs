//! Classes that weigh the same: over all rows, or in each tree's own bag.
//!
//! The rows of a class c get the factor `W / (k · W_c)`, where W is the weight of all rows, `W_c` that of the class, and k how many classes there
//! are: each class then weighs W / k, and all together what they did before.
//!
//! In a bag the factor is kept in units, so that what a tree is stays exact and free of any order. Of W copies in all, a copy of class c
//! weighs `P · W / (k · W_c)` units, rounded once, where P, a power of two, is the finest for which all bags stay below 2⁵² units. Two copies weigh
//! exactly twice as much, and the rounding hangs on the sums of classes alone. Where rows keep weights that are not whole, each row is
//! rounded by itself to the units of these weights.
//!
//! Of several targets the factors are multiplied.

use super::material::Training;
use super::weigh::per_row;
use crate::error::{Mistake, Result};
use crate::measure::order_free_sum;
use crate::table::{MISSING, TargetValues};

/// Factors with which all classes of a training weigh the same: `W / (k · W_c)`, where the classes that occur count.
///
/// Classes that do not occur have the factor 1. Weights of rows count, [`Training::class_weights`] do not.
///
/// ```
/// use spinney::grow::{Training, balanced};
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,no\n4,no\n5,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let factors = balanced(&Training::new(&table, &[0], &target))?;
/// assert_eq!(factors, [4.0 / (2.0 * 3.0), 4.0 / (2.0 * 1.0)]); // no, yes
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn balanced(training: &Training<'_>) -> Result<Vec<f64>> {
    training.check()?;
    let TargetValues::Classes(classes) = &training.target.values else {
        return Err(Mistake::BalancedNumbers.anywhere());
    };
    let mut of_class = vec![Vec::new(); classes.names.len()];
    for row in training.targeted() {
        let code = classes.codes[row as usize];
        if code != MISSING {
            of_class[code as usize].push(training.weights.map_or(1.0, |weights| weights[row as usize]));
        }
    }
    let sums: Vec<f64> = of_class.into_iter().map(order_free_sum).collect();
    let present = sums.iter().filter(|sum| **sum > 0.0).count() as f64;
    let total = order_free_sum(sums.clone());
    Ok(sums.iter().map(|sum| if *sum > 0.0 { total / (present * sum) } else { 1.0 }).collect())
}

/// How the classes of a bag are made to weigh the same.
#[derive(Debug)]
pub(crate) struct Balance {
    /// For each row that counts the number of its kind: what it says of all targets.
    kinds: Vec<u32>,
    /// For each kind the class of each target.
    classes: Vec<Vec<u32>>,
    /// Units of a copy as it is drawn; none where rows keep weights that are not whole.
    one: Option<u64>,
    /// Units in a weight of 1, once classes weigh the same.
    pub(crate) per_row: f64,
    /// What a bag may weigh, in these.
    pub(crate) most: u64,
}

impl Balance {
    /// For bags of at most so many units, `per` of which are a weight of 1; the classes of each row that counts, for each target.
    pub(crate) fn new(targets: &[Vec<u32>], (most, per, whole): (u64, f64, bool)) -> Self {
        let rows = targets.first().map_or(0, Vec::len);
        let of = |row: usize| targets.iter().map(|classes| classes[row]).collect::<Vec<u32>>();
        let mut classes: Vec<Vec<u32>> = (0..rows).map(of).collect();
        classes.sort_unstable();
        classes.dedup();
        let kinds = (0..rows).map(|row| classes.partition_point(|kind| *kind < of(row)) as u32).collect();
        if !whole {
            return Balance { kinds, classes, one: None, per_row: per, most: most + rows as u64 };
        }
        let copies = most / per as u64;
        let fine = per_row(copies as f64);
        Balance { kinds, classes, one: Some(per as u64), per_row: fine, most: copies * (fine as u64 + 1) }
    }

    /// Weighs the rows of a bag anew; how many copies each stands for, where these are counted.
    pub(crate) fn weigh(&self, rows: &[u32], all: &mut [u64]) -> Option<Vec<u64>> {
        let kind = |row: &u32| self.kinds[*row as usize] as usize;
        let mut sums = vec![0_u128; self.classes.len()];
        for (row, units) in rows.iter().zip(all.iter()) {
            sums[kind(row)] += u128::from(*units);
        }
        let factors = self.factors(&sums);
        let Some(one) = self.one else {
            for (row, units) in rows.iter().zip(all) {
                *units = factors[kind(row)].of(u128::from(*units));
            }
            return None;
        };
        // Sums are in units of the draw, which cancel.
        let of_copy: Vec<u64> = factors.iter().map(|factor| factor.of(self.per_row as u128)).collect();
        let copies: Vec<u64> = all.iter().map(|units| *units / one).collect();
        for ((row, units), copies) in rows.iter().zip(all).zip(&copies) {
            *units = of_copy[kind(row)] * copies;
        }
        Some(copies)
    }

    /// The factor of each kind of rows, given what those of a bag weigh. That of several targets is the product of theirs, made smaller or larger so
    /// that all rows together weigh what they did.
    fn factors(&self, sums: &[u128]) -> Vec<Factor> {
        let total: u128 = sums.iter().sum();
        let targets = self.classes.first().map_or(0, Vec::len);
        let parts: Vec<Vec<Factor>> = (0..targets).map(|target| self.of_target(target, sums, total)).collect();
        if let [only] = &parts[..] {
            return only.clone();
        }
        let product = |kind: usize| parts.iter().map(|of_target| of_target[kind].value()).product::<f64>();
        let products: Vec<f64> = (0..sums.len()).map(product).collect();
        let heavy: f64 = products.iter().zip(sums).map(|(product, sum)| product * *sum as f64).sum();
        let scale = if heavy > 0.0 { total as f64 / heavy } else { 1.0 };
        products.into_iter().map(|product| Factor::Product(product * scale)).collect()
    }

    /// The factor of each kind by one of the targets alone.
    fn of_target(&self, target: usize, sums: &[u128], total: u128) -> Vec<Factor> {
        let class = |kind: &Vec<u32>| kind[target] as usize;
        let mut own = vec![0_u128; self.classes.iter().map(class).max().map_or(0, |most| most + 1)];
        self.classes.iter().zip(sums).for_each(|(kind, sum)| own[class(kind)] += *sum);
        let present = own.iter().filter(|sum| **sum > 0).count() as u128;
        self.classes.iter().map(|kind| Factor::Quotient(total, present * own[class(kind)])).collect()
    }
}

/// What a weight is multiplied by.
#[derive(Debug, Clone)]
enum Factor {
    /// By the first over the second.
    Quotient(u128, u128),
    /// By a number.
    Product(f64),
}

impl Factor {
    fn value(&self) -> f64 {
        match self {
            Factor::Quotient(over, under) if *under > 0 => *over as f64 / *under as f64,
            Factor::Quotient(..) => 1.0,
            Factor::Product(factor) => *factor,
        }
    }

    /// So many units, weighed anew: a whole number, 1 at least.
    fn of(&self, units: u128) -> u64 {
        match self {
            Factor::Quotient(over, under) => rounded(units * over, *under),
            Factor::Product(factor) => (units as f64 * factor).round().max(1.0) as u64,
        }
    }
}

/// A quotient to the nearest whole number, 1 at least.
fn rounded(over: u128, under: u128) -> u64 {
    if under == 0 { 1 } else { ((2 * over + under) / (2 * under)).max(1) as u64 }
}
