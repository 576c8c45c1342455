//! Index types: a node's number is not a column's.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a node in its tree; the root is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// The number of a column in the schema of the model (the target and columns that were left out do not count).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ColumnId(pub u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// Its place in a list of all nodes.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

impl ColumnId {
    /// Its place in a list of all columns.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
