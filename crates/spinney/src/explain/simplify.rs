//! Fewer and shorter conjunctions that say the same.
//!
//! The paths of a tree exclude each other, so two of them can become one only where they differ in one column:
//! `(a ∧ x ≤ 1) ∨ (a ∧ x > 1)` is `a`, `(a ∧ c = red) ∨ (a ∧ c = blue)` is `a ∧ c in {blue, red}`. That is done until
//! nothing changes; nothing else is.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::FxBuildHasher;

use crate::tree::ColumnId;

use super::span::Known;

/// What a conjunction asks of one column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    pub(super) column: ColumnId,
    /// The known values; none where only a missing one will do.
    pub(super) known: Option<Known>,
    /// Whether a missing value will do.
    pub(super) missing: bool,
}

/// A conjunction: at most one part for each column, in the order of the path.
pub(super) type Parts = Vec<Part>;

/// What the simplification must know of a column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Domain {
    pub(super) column: ColumnId,
    pub(super) levels: u32,
    /// Whether the tree has a branch for missing values alone.
    pub(super) missing: bool,
}

impl Part {
    /// Whether every value meets it.
    pub(super) fn is_all(&self, domain: Domain) -> bool {
        self.known.as_ref().is_some_and(|known| known.is_all(domain.levels)) && (self.missing || !domain.missing)
    }

    fn either(&self, other: &Part) -> Option<Part> {
        let known = match (&self.known, &other.known) {
            (Some(one), Some(two)) => Some(one.either(two)?),
            (one, two) => one.clone().or_else(|| two.clone()),
        };
        Some(Part { column: self.column, known, missing: self.missing || other.missing })
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxBuildHasher.build_hasher();
        (self.column, self.missing).hash(&mut hasher);
        match &self.known {
            None => 0_u64.hash(&mut hasher),
            Some(Known::Levels(levels)) => levels.hash(&mut hasher),
            Some(Known::Numbers { above, up_to }) => {
                (above.map(f64::to_bits), up_to.map(f64::to_bits)).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Where it begins, to bring neighbouring stretches side by side.
    fn start(&self) -> f64 {
        match &self.known {
            Some(Known::Numbers { above: Some(above), .. }) => *above,
            _ => f64::NEG_INFINITY,
        }
    }
}

/// Joins conjunctions that differ in one column, column by column in the order of `domains`, until nothing changes.
pub(super) fn simplified(terms: Vec<Parts>, domains: &[Domain]) -> Vec<Parts> {
    let mut joining =
        Joining { sums: terms.iter().map(|term| sum(term)).collect(), terms: terms.into_iter().map(Some).collect() };
    let mut changed = true;
    while changed {
        let users = joining.users();
        changed = false;
        for domain in domains {
            changed |= users.get(&domain.column).is_some_and(|users| joining.join(users, *domain));
        }
    }
    joining.terms.into_iter().flatten().collect()
}

/// The conjunctions, none where one went into another, each with the sum of the hashes of its parts.
struct Joining {
    terms: Vec<Option<Parts>>,
    sums: Vec<u64>,
}

fn sum(term: &[Part]) -> u64 {
    term.iter().fold(0, |sum, part| sum.wrapping_add(part.hash()))
}

impl Joining {
    /// The conjunctions that ask each column.
    fn users(&self) -> BTreeMap<ColumnId, Vec<usize>> {
        let mut users: BTreeMap<ColumnId, Vec<usize>> = BTreeMap::new();
        for (place, term) in self.terms.iter().enumerate() {
            for part in term.iter().flatten() {
                users.entry(part.column).or_default().push(place);
            }
        }
        users
    }

    /// Joins all conjunctions that differ in this column alone; whether there were any.
    ///
    /// Those that agree in the rest are found by a hash of the rest, and their groups share nothing, so that the order of
    /// hashes cannot show.
    fn join(&mut self, users: &[usize], domain: Domain) -> bool {
        let mut keyed: Vec<(u64, f64, usize)> = Vec::with_capacity(users.len());
        for place in users {
            let term = self.terms[*place].iter().flatten();
            let Some(own) = term.clone().find(|part| part.column == domain.column) else { continue };
            keyed.push((self.sums[*place].wrapping_sub(own.hash()), own.start(), *place));
        }
        keyed.sort_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)).then(one.2.cmp(&two.2)));
        let mut kept: Option<(u64, usize)> = None;
        let mut changed = false;
        for (rest, _, place) in keyed {
            let joined =
                kept.filter(|(hash, _)| *hash == rest).and_then(|(_, other)| self.join_two(other, place, domain));
            changed |= joined.is_some();
            kept = Some((rest, joined.unwrap_or(place)));
        }
        changed
    }

    /// Joins two conjunctions into the earlier, which keeps the order of the tree; `None` where they differ in more than this
    /// column, or cannot be joined in it.
    fn join_two(&mut self, one: usize, two: usize, domain: Domain) -> Option<usize> {
        let (stays, goes) = (one.min(two), one.max(two));
        let (first, second) = (self.terms[stays].as_ref()?, self.terms[goes].as_ref()?);
        let own = |term: &Parts| term.iter().position(|part| part.column == domain.column);
        let (place, other) = (own(first)?, own(second)?);
        let same = |part: &Part| part.column == domain.column || second.contains(part);
        if first.len() != second.len() || !first.iter().all(same) {
            return None;
        }
        let part = first[place].either(&second[other])?;
        self.terms[goes] = None;
        let term = self.terms[stays].as_mut()?;
        if part.is_all(domain) {
            term.remove(place);
        } else {
            term[place] = part;
        }
        self.sums[stays] = sum(term);
        Some(stays)
    }
}
