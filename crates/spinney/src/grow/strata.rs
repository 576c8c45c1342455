//! Stretches of rows that are drawn from apart, and how many from each.

use super::sample::SampleBy;
use crate::error::{Mistake, Result};
use crate::seed::Draws;

/// A stretch of the order, and how many are drawn from it.
#[derive(Debug)]
pub(crate) struct Stratum {
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) drawn: u64,
}

impl Stratum {
    /// Where its weights begin among all that are laid end to end, and how long they are; each row is one where no ends are named.
    pub(crate) fn laid(&self, ends: Option<&[u64]>) -> (u64, u64) {
        let upto = |row: usize| match ends {
            Some(ends) => row.checked_sub(1).map_or(0, |last| ends[last]),
            None => row as u64,
        };
        (upto(self.first), upto(self.end) - upto(self.first))
    }
}

/// The stretches of rows of one stratum, each with all that can be drawn from it: copies, where these are counted, or rows.
pub(crate) fn stretches(order: &[u32], strata: Option<&[u32]>, ends: Option<&[u64]>) -> Vec<Stratum> {
    let alike = |one: &u32, two: &u32| strata.is_none_or(|strata| strata[*one as usize] == strata[*two as usize]);
    let mut first = 0;
    let stretch = |rows: &[u32]| {
        let mut stratum = Stratum { first, end: first + rows.len(), drawn: 0 };
        first = stratum.end;
        stratum.drawn = stratum.laid(ends).1;
        stratum
    };
    order.chunk_by(alike).map(stretch).collect()
}

/// How many are drawn from each stratum, of all that can be.
pub(crate) fn drawn_of(mut strata: Vec<Stratum>, by: SampleBy, (share, replaced): (f64, bool)) -> Result<Vec<Stratum>> {
    let many: u64 = strata.iter().map(|stratum| stratum.drawn).sum();
    if many > u64::from(u32::MAX) {
        return Err(Mistake::HeavyBag { found: many as f64 }.anywhere());
    }
    let part = |all: u64| ((all as f64 * share).round() as u64).max(1);
    let least = strata.iter().map(|stratum| stratum.drawn).min().unwrap_or(1);
    for stratum in &mut strata {
        stratum.drawn = match by {
            SampleBy::Rows | SampleBy::Groups | SampleBy::Strata => part(stratum.drawn),
            SampleBy::Balanced => part(least),
            SampleBy::Each(many) if !replaced && u64::from(many) > least => {
                return Err(Mistake::SmallStratum { asked: many, rows: least }.anywhere());
            }
            SampleBy::Each(many) => u64::from(many),
        };
    }
    let drawn: u64 = strata.iter().map(|stratum| stratum.drawn).sum();
    if drawn > u64::from(u32::MAX) {
        return Err(Mistake::HeavyBag { found: drawn as f64 }.anywhere());
    }
    Ok(strata)
}

/// So many of the numbers below `all`, each at most once, in order: each number is taken with the chance that is left.
pub(crate) fn some_of(draws: &mut Draws, all: u64, many: u64, mut take: impl FnMut(u64)) {
    let mut left = many;
    for at in 0..all {
        if draws.below(all - at) < left {
            take(at);
            left -= 1;
        }
    }
}
