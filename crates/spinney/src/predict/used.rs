//! The columns that a tree looks at.

use crate::tree::{Answers, ColumnId, Missing, Node, Tree};

/// The columns that the tree asks for, in order, each once.
pub(super) fn used_columns(tree: &Tree) -> Vec<ColumnId> {
    let mut used = Vec::new();
    for node in tree.nodes() {
        let Node::Branch { split, .. } = node else { continue };
        used.push(split.column);
        if let Missing::Surrogates(surrogates) = &split.missing {
            used.extend(surrogates.iter().map(|surrogate| surrogate.column));
        }
    }
    if let Answers::Numbers(numbers) = tree.answers() {
        used.extend(numbers.linear.iter().flat_map(|(_, model)| model.terms.iter().map(|term| term.column)));
    }
    used.sort_unstable();
    used.dedup();
    used
}
