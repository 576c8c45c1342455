//! What a node asks of a row, and where rows without an answer go.

use super::id::ColumnId;
use super::list::List;
use super::row::Cell;

/// A node's question about one column, and the way of rows that have no value there.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The column asked about.
    pub column: ColumnId,
    /// The question.
    pub test: Test,
    /// Where rows without a value go.
    pub missing: Missing,
}

/// A question about one value; the answer is the number of a branch.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Branch 0 for numbers up to and including the cut, branch 1 above.
    Threshold {
        /// The greatest number of branch 0; +inf sends every number there, and leaves branch 1 to missing values.
        cut: f64,
    },
    /// Branch 0 for levels up to and including this one in the declared order, branch 1 above.
    Cut {
        /// The last level of branch 0.
        level: u32,
    },
    /// A branch for each value that training rows had here.
    Values {
        /// The branch of each such level, in the order of levels.
        branches: List<LevelBranch>,
    },
    /// Two branches, each for a set of values.
    Subset {
        /// The branch of each level that training rows had here, in the order of levels.
        branches: List<LevelBranch>,
    },
    /// A branch for each node of the hierarchy at this height above the values.
    Height {
        /// How many steps above the values the hierarchy is cut; 0 asks for the values themselves.
        height: u32,
        /// The branch of each level that training rows had here, in the order of levels.
        branches: List<LevelBranch>,
    },
}

/// A level and the branch that it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelBranch {
    /// The level's code.
    pub level: u32,
    /// The branch's number.
    pub branch: u32,
}

/// Where rows without a value go.
#[derive(Debug, Clone, PartialEq)]
pub enum Missing {
    /// Down this branch.
    Branch(u32),
    /// Down every branch, each with the share of the training rows that took it.
    Spread,
    /// Where the first of these that has a value says, else down the heaviest branch.
    Surrogates(List<Surrogate>),
}

/// A question about another column that sends rows much the same way.
#[derive(Debug, Clone, PartialEq)]
pub struct Surrogate {
    /// The other column.
    pub column: ColumnId,
    /// The other question.
    pub test: Test,
    /// For each branch of the other question, the branch of the split that it stands for.
    pub to: List<u32>,
    /// The share of the training rows with a value in the split's own column that it sends as the split does.
    pub agreement: f64,
}

impl Test {
    /// The branch of a value; `None` where the test has no branch for it.
    #[inline]
    pub fn branch(&self, cell: Cell) -> Option<u32> {
        match (self, cell) {
            (Test::Threshold { cut }, Cell::Number(value)) => Some(u32::from(value > *cut)),
            (Test::Cut { level: cut }, Cell::Level(level)) => Some(u32::from(level > *cut)),
            (
                Test::Values { branches } | Test::Subset { branches } | Test::Height { branches, .. },
                Cell::Level(level),
            ) => branches.binary_search_by_key(&level, |pair| pair.level).ok().map(|place| branches[place].branch),
            _ => None,
        }
    }

    /// How many branches known values can take.
    pub fn branches(&self) -> u32 {
        match self {
            Test::Threshold { .. } | Test::Cut { .. } | Test::Subset { .. } => 2,
            Test::Values { branches } | Test::Height { branches, .. } => {
                branches.iter().map(|pair| pair.branch + 1).max().unwrap_or(0)
            }
        }
    }

    /// The branch of each level, where the test lists them.
    pub fn levels(&self) -> Option<&[LevelBranch]> {
        match self {
            Test::Values { branches } | Test::Subset { branches } | Test::Height { branches, .. } => Some(branches),
            Test::Threshold { .. } | Test::Cut { .. } => None,
        }
    }
}
