//! The trees of a forest.

use super::settings::{ForestSettings, Vote};
use super::trimmed::trimmed;
use crate::error::Result;
use crate::grow::{Grown, Training, Watch, crop, only};
use crate::tree::{Answers, Flaw, Tree};

/// Trees that answer together, in the order of their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    trees: Vec<Tree>,
    vote: Vote,
}

/// Why trees make no forest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForestFlaw {
    /// No tree at all.
    #[error("it has no tree")]
    NoTree,
    /// More trees than a number can count.
    #[error("it has more than 4,294,967,294 trees")]
    TooMany,
    /// A tree whose parts make none.
    #[error("tree {tree} is not sound: {flaw}")]
    Unsound {
        /// The tree.
        tree: u32,
        /// Why they do not.
        flaw: Flaw,
    },
    /// A tree that answers something else than the first.
    #[error("tree {tree} answers {}, and tree 0 answers {}", answered(*.found), answered(*.expected))]
    Unlike {
        /// The first such tree.
        tree: u32,
        /// Its classes; none where it answers numbers.
        found: Option<u32>,
        /// Those of the first tree.
        expected: Option<u32>,
    },
}

impl Forest {
    /// The forest of these trees, which must answer the same: as many classes, or numbers. Numbers are always averaged, so that
    /// their vote is [`Vote::Mean`] whatever is said.
    ///
    /// ```
    /// use spinney::forest::{Forest, Vote};
    /// use spinney::tree::{Answers, Node, NumberAnswers, Tree};
    /// let leaf = |value| {
    ///     let answers = NumberAnswers { rows: vec![1.0], values: vec![value], errors: vec![0.0], linear: Vec::new() };
    ///     Tree::new(vec![Node::Leaf], Answers::Numbers(answers))
    /// };
    /// let forest = Forest::new(vec![leaf(1.0)?, leaf(3.0)?], Vote::Mean)?;
    /// assert_eq!(forest.trees().len(), 2);
    /// assert!(Forest::new(Vec::new(), Vote::Mean).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(trees: Vec<Tree>, vote: Vote) -> std::result::Result<Self, ForestFlaw> {
        let expected = classes(trees.first().ok_or(ForestFlaw::NoTree)?);
        if trees.len() >= u32::MAX as usize {
            return Err(ForestFlaw::TooMany);
        }
        if let Some(place) = trees.iter().position(|tree| classes(tree) != expected) {
            return Err(ForestFlaw::Unlike { tree: place as u32, found: classes(&trees[place]), expected });
        }
        Ok(Forest { trees, vote: if expected.is_some() { vote } else { Vote::Mean } })
    }

    /// The forest of these trees, which were grown as the settings say.
    pub(super) fn of(trees: Vec<Tree>, settings: &ForestSettings) -> Self {
        let numeric = trees.iter().any(|tree| classes(tree).is_none());
        Forest { trees, vote: if numeric { Vote::Mean } else { settings.vote } }
    }

    /// The trees.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    pub(crate) fn trees_mut(&mut self) -> &mut [Tree] {
        &mut self.trees
    }

    /// How they come to one answer.
    pub fn vote(&self) -> Vote {
        self.vote
    }
}

/// How many classes a tree answers; `None` where it answers numbers.
fn classes(tree: &Tree) -> Option<u32> {
    match tree.answers() {
        Answers::Classes(all) => Some(all.classes),
        Answers::Numbers(_) => None,
    }
}

fn answered(classes: Option<u32>) -> String {
    classes.map_or_else(|| "numbers".to_owned(), |classes| format!("one of {classes} classes"))
}

/// Grows a forest.
pub fn grow(training: &Training<'_>, settings: &ForestSettings, watch: &dyn Watch) -> Result<Forest> {
    training.has_one_target("a forest")?;
    only(grow_several(training, settings, watch)?)
}

/// Grows one forest for several targets: the forest of each, whose trees differ in their answers alone.
///
/// ```
/// use spinney::forest::{ForestSettings, grow_several};
/// use spinney::grow::Training;
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"size,fits,cheap\n1,yes,yes\n2,yes,no\n4,no,no\n", &ReadOptions::new())?;
/// let (fits, cheap) = (Target::new(&table, "fits", None)?, Target::new(&table, "cheap", None)?);
/// let training = Training { others: &[cheap], ..Training::new(&table, &[0], &fits) };
/// let forests = grow_several(&training, &ForestSettings::random_forest(Task::Classification).trees(5), &())?;
/// assert_eq!(forests[0].trees()[4].nodes(), forests[1].trees()[4].nodes());
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grow_several(training: &Training<'_>, settings: &ForestSettings, watch: &dyn Watch) -> Result<Vec<Forest>> {
    settings.check()?;
    let numbers = (0..u64::from(settings.trees), u64::from(settings.trees));
    let mut of_targets: Vec<Vec<Tree>> = training.targets().map(|_| Vec::new()).collect();
    let keep = |grown: Grown<'_>| {
        watch.grown();
        trimmed(grown.trees, settings)
    };
    crop((training, settings.variety()), watch, numbers, &keep, &mut |wave| {
        for trees in wave {
            of_targets.iter_mut().zip(trees).for_each(|(own, tree)| own.push(tree));
        }
        u64::from(settings.trees)
    })?;
    Ok(of_targets.into_iter().map(|trees| Forest::of(trees, settings)).collect())
}
