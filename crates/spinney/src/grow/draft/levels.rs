//! A draft put into the order of the finished tree.
//!
//! ```text
//! drafted   a | b c | d e | f g | …      branches side by side, wherever there was room when their node was split
//! finished  a | b c | d e f g | …        level by level
//! ```
//! The finished tree is made node by node, with much to do at each: nodes that lie all over memory would each be waited for. Here they
//! are only moved, and many are on their way at once.

use super::{Children, Draft, DraftNode, Fork, Piece, Tally};
use crate::grow::candidate::{Question, Route};

impl Draft {
    /// Puts nodes and splits into the order of levels. This is for drafts in one piece, whose nodes were split in an order that comes
    /// to the nodes of each level from the first to the last; others stay as they are.
    pub(crate) fn put_in_levels(&mut self) {
        let [piece] = &mut self.pieces[..] else { return };
        let Some(order) = levels(piece) else { return };
        let mut nodes = Vec::with_capacity(order.len());
        let mut forks = Vec::with_capacity(piece.forks.len());
        let mut next = 1;
        for place in order {
            let node = &mut piece.nodes[place as usize];
            let tally = std::mem::replace(&mut node.tally, Tally::sum(1));
            let fork = node.fork.map(|fork| std::mem::replace(&mut piece.forks[fork.get() as usize - 1], nothing()));
            let children = Children { first: next, count: if fork.is_some() { node.children.count } else { 0 } };
            next += children.count;
            let fork = fork.and_then(|fork| {
                forks.push(fork);
                std::num::NonZeroU32::new(forks.len() as u32)
            });
            nodes.push(DraftNode { tally, fork, children });
        }
        (piece.nodes, piece.forks) = (nodes, forks);
    }
}

/// What is left where a split was.
fn nothing() -> Fork {
    Fork { column: 0, route: Route::Heaviest, question: Question::Known, more: None }
}

/// The places of nodes, level by level; `None` where they do not stand in the order of their parents.
fn levels(piece: &Piece) -> Option<Vec<u32>> {
    let many = piece.nodes.len();
    let mut depths = vec![0_u32; many];
    // For each level how many nodes it has, and the last of them so far.
    let mut levels: Vec<(u32, u32)> = vec![(1, 0)];
    for (place, node) in piece.nodes.iter().enumerate() {
        let branches = node.branches();
        if branches.is_empty() {
            continue;
        }
        let depth = depths[place] as usize + 1;
        if levels.len() <= depth {
            levels.push((0, 0));
        }
        let (count, last) = levels.get_mut(depth)?;
        if branches.start <= *last || branches.start as usize <= place {
            return None;
        }
        (*count, *last) = (*count + branches.len() as u32, branches.start);
        depths.get_mut(branches.start as usize..branches.end as usize)?.fill(depth as u32);
    }
    if levels.iter().map(|(count, _)| *count as usize).sum::<usize>() != many {
        return None; // some are nobody's
    }
    let mut start = 0;
    for (count, _) in &mut levels {
        start += std::mem::replace(count, start);
    }
    let mut order = vec![0; many];
    for (place, depth) in depths.into_iter().enumerate() {
        let at = &mut levels.get_mut(depth as usize)?.0;
        *order.get_mut(*at as usize)? = place as u32;
        *at += 1;
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fork(column: u32) -> (Tally, Fork) {
        (Tally::sum(2), Fork { column, ..nothing() })
    }

    /// The columns of splits by their places, breadth first.
    fn columns(draft: &Draft) -> Vec<Option<u32>> {
        draft.order().into_iter().map(|place| draft.split_of(place).map(|fork| fork.column)).collect()
    }

    #[test]
    fn a_draft_grown_from_the_first_branch_on_comes_to_stand_level_by_level() {
        let mut draft = Draft::new();
        draft.fork(0, fork(10), 2);
        draft.fork(1, fork(11), 2);
        draft.fork(4, fork(14), 2);
        draft.fork(2, fork(12), 2);
        let before = columns(&draft);
        draft.put_in_levels();
        assert_eq!(draft.order(), (0..9).collect::<Vec<u32>>());
        assert_eq!(columns(&draft), before);
    }

    #[test]
    fn a_draft_in_another_order_stays_as_it_is() {
        let mut draft = Draft::new();
        draft.fork(0, fork(10), 2);
        draft.fork(2, fork(12), 2);
        draft.fork(1, fork(11), 2);
        let (before, order) = (columns(&draft), draft.order());
        draft.put_in_levels();
        assert_eq!((columns(&draft), draft.order()), (before, order));
    }
}
