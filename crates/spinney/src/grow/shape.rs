//! What is asked of a tree's shape: columns along which its answers only rise, or only fall, and columns that may meet on a path.
//!
//! ```text
//! rent may only rise with size                 size ≤ 50            a node within 300 … 900
//!                                            /          \
//!                            answers 400 here            and 600 here: allowed, since 400 ≤ 600
//!                            within 300 … 500            within 500 … 900
//! ```
//! Every node stands within a [`Fence`]. A cut along which answers have a direction is made only where both branches answer within it,
//! and in that direction; what lies halfway between their answers is then the end of the one fence and the start of the other. Other splits are free: where a
//! branch would answer outside its fence, it answers the nearer end. So no node in the lower branch answers more than any node in the upper
//! one, and this stays true where subtrees are cut off. (scikit-learn does the same, and splits on even where a fence leaves room for one answer.)

use std::collections::BTreeSet;
use std::sync::Arc;

use super::candidate::Question;
use super::material::Training;
use super::settings::{Conventions, Criterion, Direction, LeafKind, MissingPolicy, TreeSettings};
use crate::error::{Mistake, Result};
use crate::table::number::midpoint;
use crate::table::{CategoryKind, Column, TargetValues, Values};

/// What is asked of a tree's shape, by the numbers of its columns.
#[derive(Debug)]
pub(crate) struct Shape {
    /// For each column the way of answers along it; empty where none has one.
    directions: Vec<Option<Direction>>,
    /// Groups of columns that may meet, each ascending; none where all may.
    groups: Vec<Vec<u32>>,
    /// Whether missing values stand behind all others.
    missing_last: bool,
}

/// What a node's place in the tree leaves open to it, and to all nodes below.
#[derive(Debug, Clone)]
pub(crate) struct Fence {
    /// The least that may be answered.
    low: f64,
    /// The most.
    high: f64,
    /// The groups that hold every column asked so far; none where all columns may meet.
    groups: Option<Arc<[u32]>>,
}

impl Default for Fence {
    fn default() -> Self {
        Fence { low: f64::NEG_INFINITY, high: f64::INFINITY, groups: None }
    }
}

impl Fence {
    /// The answer, or the nearest that is within.
    pub(crate) fn held(&self, answer: f64) -> f64 {
        answer.max(self.low).min(self.high)
    }

    /// Whether there is room for one answer alone.
    pub(crate) fn is_narrow(&self) -> bool {
        self.high <= self.low
    }
}

impl Shape {
    /// What the settings ask of a tree of these columns; `None` where they ask nothing.
    pub(crate) fn new(training: &Training<'_>, settings: &TreeSettings) -> Result<Option<Self>> {
        let TreeSettings { monotone, interactions, .. } = settings;
        if monotone.is_empty() && interactions.is_empty() {
            return Ok(None);
        }
        if settings.conventions != Conventions::Exact {
            return Err(refused("c45 and j48 know no constraints; another preset does"));
        }
        let directions = if monotone.is_empty() { Vec::new() } else { directions(training, settings)? };
        Ok(Some(Shape { directions, groups: groups(training, interactions)?, missing_last: settings.missing_last }))
    }

    /// Whether answers are held to a direction along a column.
    pub(crate) fn directs(&self, column: u32) -> bool {
        self.directions.get(column as usize).is_some_and(Option::is_some)
    }

    /// Whether a split may be made whose first two branches answer so. One that has no direction always may: what its branches
    /// answer is then held within the fence.
    pub(crate) fn allows(
        &self,
        (column, question): (usize, &Question),
        fence: &Fence,
        answers: impl FnOnce() -> [f64; 2],
    ) -> bool {
        let Some(way) = self.way(column, question) else { return true };
        let [one, two] = answers();
        let turned = match way {
            Direction::Increasing => one > two,
            Direction::Decreasing => one < two,
        };
        !turned && [one, two].iter().all(|answer| fence.held(*answer) == *answer)
    }

    /// The way of answers from the first branch of a split to the second; those of a cut alone have one, and known values against missing ones where
    /// these stand behind all others.
    fn way(&self, column: usize, question: &Question) -> Option<Direction> {
        let cuts = match question {
            Question::Between { .. } | Question::Rows { .. } | Question::At { .. } => true,
            Question::Known => self.missing_last,
            _ => false,
        };
        self.directions.get(column).copied().flatten().filter(|_| cuts)
    }

    /// The fences of the branches of a split, the last for every further one; `answers` are those of the first two.
    pub(crate) fn fences(
        &self,
        fence: &Fence,
        (column, question): (usize, &Question),
        answers: impl FnOnce() -> [f64; 2],
    ) -> [Fence; 3] {
        let inside = Fence { groups: self.kept(fence.groups.clone(), column as u32), ..*fence };
        let Some(way) = self.way(column, question) else { return [inside.clone(), inside.clone(), inside] };
        let [one, two] = answers();
        let middle = midpoint(one.min(two), one.max(two));
        let (below, above) = (Fence { high: middle, ..inside.clone() }, Fence { low: middle, ..inside.clone() });
        match way {
            Direction::Increasing => [below, above, inside],
            Direction::Decreasing => [above, below, inside],
        }
    }

    /// Of the groups so far, those that hold a column.
    fn kept(&self, groups: Option<Arc<[u32]>>, column: u32) -> Option<Arc<[u32]>> {
        let all = || (0..self.groups.len() as u32).collect();
        let holding = |groups: Arc<[u32]>| groups.iter().copied().filter(|group| self.holds(*group, column)).collect();
        (!self.groups.is_empty()).then(|| holding(groups.unwrap_or_else(all)))
    }

    /// Of these columns, those that may be asked below a node that asks about `column`.
    pub(crate) fn meeting(&self, fence: &Fence, column: u32, columns: Vec<u32>) -> Vec<u32> {
        let Some(groups) = self.kept(fence.groups.clone(), column) else { return columns };
        let meets = |other: &u32| groups.iter().any(|group| self.holds(*group, *other));
        columns.into_iter().filter(meets).collect()
    }

    /// Of these columns, those that may stand in for `column` at a node, whatever is asked below it.
    pub(crate) fn standing_in(&self, fence: &Fence, column: u32, columns: &[u32]) -> Vec<u32> {
        let groups = self.kept(fence.groups.clone(), column).unwrap_or_default();
        let meets = |other: &u32| groups.iter().all(|group| self.holds(*group, *other));
        columns.iter().copied().filter(meets).collect()
    }

    fn holds(&self, group: u32, column: u32) -> bool {
        self.groups[group as usize].binary_search(&column).is_ok()
    }
}

/// The number of a column of the tree, by its name.
fn numbered<'a>(training: &Training<'a>, name: &str) -> Result<(u32, &'a Column)> {
    let place = training.table.position(name)?;
    let number = training.columns.iter().position(|column| *column == place);
    let number = number.ok_or_else(|| Mistake::NotLearned.in_column(name))?;
    Ok((number as u32, &training.table.columns()[place]))
}

fn refused(why: &'static str) -> crate::error::Error {
    Mistake::NoConstraint { why }.anywhere()
}

fn directions(training: &Training<'_>, settings: &TreeSettings) -> Result<Vec<Option<Direction>>> {
    if let TargetValues::Classes(classes) = &training.target.values
        && classes.names.len() > 2
    {
        return Err(refused("answers rise or fall where the target is a number or has two classes; this one has more"));
    }
    if !matches!(settings.missing, MissingPolicy::Learned | MissingPolicy::Own) {
        return Err(refused("rows without a value must go down one branch: take the missing policy learned or own"));
    }
    let fits = match settings.leaf {
        LeafKind::Mean => true,
        LeafKind::Median => settings.criterion == Criterion::Mae,
        LeafKind::Linear | LeafKind::Quantile(_) => false,
    };
    if !fits {
        return Err(refused("leaves must answer means, or medians with the criterion mae"));
    }
    let mut directions = vec![None; training.columns.len()];
    for (name, direction) in &settings.monotone {
        let (number, column) = numbered(training, name)?;
        if matches!(&column.values, Values::Category(category) if category.kind != CategoryKind::Ordinal) {
            return Err(Mistake::NoDirection.in_column(name));
        }
        directions[number as usize] = Some(*direction);
    }
    Ok(directions)
}

/// The groups by number; columns that stand in none make one more.
fn groups(training: &Training<'_>, interactions: &[Vec<String>]) -> Result<Vec<Vec<u32>>> {
    let mut groups = Vec::with_capacity(interactions.len() + 1);
    let mut named = BTreeSet::new();
    for names in interactions {
        let group: BTreeSet<u32> = names.iter().map(|name| Ok(numbered(training, name)?.0)).collect::<Result<_>>()?;
        named.extend(group.iter().copied());
        groups.push(group.into_iter().collect());
    }
    let others: Vec<u32> = (0..training.columns.len() as u32).filter(|column| !named.contains(column)).collect();
    if !interactions.is_empty() && !others.is_empty() {
        groups.push(others);
    }
    Ok(groups)
}
