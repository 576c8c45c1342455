//! What pruning came to, for programs.

use serde::Serialize;
use spinney::prune::{CrossedLine, Pruning, Weighing};
use spinney::tree::Tree;

use super::work::Work;
use crate::args::Prune as Args;
use crate::fault::Outcome;

#[derive(Serialize)]
struct Document<'a> {
    model: &'a str,
    pruning: &'a Pruning,
    before: Size,
    after: Size,
    /// For each node of the pruned tree the one that it was.
    from: Vec<u32>,
    weighings: &'a [Weighing],
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a [CrossedLine]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<&'a str>,
}

/// The size of a tree.
#[derive(Serialize)]
struct Size {
    nodes: usize,
    leaves: usize,
    depth: u32,
}

impl Size {
    fn of(tree: &Tree) -> Self {
        Size { nodes: tree.len(), leaves: tree.leaves(), depth: tree.depth() }
    }
}

/// The whole pruning as one JSON document.
pub(super) fn document(args: &Args, work: &Work) -> Outcome<String> {
    let document = Document {
        model: &args.model,
        pruning: &work.pruning,
        before: Size::of(work.tree()),
        after: Size::of(&work.pruned.tree),
        from: work.pruned.from.iter().map(|node| node.0).collect(),
        weighings: &work.pruned.weighings,
        path: work.judged.as_ref().map(|judged| &judged.crossed.lines[..]),
        chosen: work.judged.as_ref().map(|judged| judged.chosen),
        out: args.out.as_deref(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
