//! The words by which files and JSON call the kinds of tests. A new kind gets a new word; no word ever changes its meaning.

use crate::table::Kind;
use crate::tree::Test;

/// A kind of test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TestKind {
    Cut,
    Height,
    Subset,
    Threshold,
    Values,
}

impl TestKind {
    /// Every kind, in the order of their words.
    pub(super) const ALL: [TestKind; 5] =
        [TestKind::Cut, TestKind::Height, TestKind::Subset, TestKind::Threshold, TestKind::Values];

    /// Their words.
    pub(super) const WORDS: &[&str] = &["cut", "height", "subset", "threshold", "values"];

    /// The kind of a test.
    pub(super) fn of(test: &Test) -> Self {
        match test {
            Test::Threshold { .. } => TestKind::Threshold,
            Test::Cut { .. } => TestKind::Cut,
            Test::Values { .. } => TestKind::Values,
            Test::Subset { .. } => TestKind::Subset,
            Test::Height { .. } => TestKind::Height,
        }
    }

    /// Its word.
    pub(super) fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The kind of this word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether such a test can be asked of such a column.
    pub(super) fn fits(self, column: Kind) -> bool {
        match self {
            TestKind::Threshold => column == Kind::Continuous,
            TestKind::Cut => column == Kind::Ordinal,
            TestKind::Height => column == Kind::Hierarchical,
            TestKind::Values | TestKind::Subset => column != Kind::Continuous,
        }
    }
}
