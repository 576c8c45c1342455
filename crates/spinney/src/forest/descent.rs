//! Many rows down one tree, node by node.
//!
//! All rows of a node take its question before the next node is looked at: a column is read once for many rows, where a walk row by
//! row would wait for memory at every step. Rows end in the order in which `Tree::landings` finds their ends.
//!
//! ```text
//! parts   | of branch 1 of the root | of branch 1 below | of branch 0 below |      a stack: the node on top is next
//! ```

use crate::grow::Training;
use crate::table::Values;
use crate::tree::{Branches, Cell, ColumnId, Node, NodeId, Row, Split, Step, Test, Tree};

/// The branch of a part that goes no further, and of one that goes down every branch.
pub(super) const STAYS: u32 = u32::MAX;
pub(super) const SPREADS: u32 = u32::MAX - 1;

/// A row, or a share of it, on its way down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// Its row of the table.
    pub(super) row: u32,
    /// Its place among the rows that are asked for.
    pub(super) place: u32,
    /// How much of it is here.
    pub(super) share: f64,
}

/// Rows of a table, in one column perhaps with the values of other rows.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) training: &'a Training<'a>,
    /// A column, and for each place the row that its value is taken from.
    pub(super) swapped: Option<(ColumnId, &'a [u32])>,
}

/// Who is told of rows on their way.
pub(super) trait Visit {
    /// Parts are about to leave a node, each down its branch; [`STAYS`] and [`SPREADS`] stand for none and all.
    fn split(&mut self, _node: NodeId, _split: &Split, _branches: Branches, _parts: (&[Part], &[u32])) {}
    /// A part ends at a node.
    fn end(&mut self, node: NodeId, part: Part);
}

/// One part as a row.
struct PartRow<'a> {
    view: View<'a>,
    part: Part,
}

impl<'a> View<'a> {
    /// The rows as they are.
    pub(super) fn of(training: &'a Training<'a>) -> Self {
        View { training, swapped: None }
    }

    /// The value of a part in a column.
    pub(super) fn cell(&self, part: Part, column: ColumnId) -> Cell {
        let row = match self.swapped {
            Some((swapped, from)) if swapped == column => from[part.place as usize],
            _ => part.row,
        };
        self.training.row(row).cell(column)
    }

    /// The branch of each part.
    fn branches(&self, tree: &Tree, (node, split): (NodeId, &Split), parts: &[Part], found: &mut Vec<u32>) {
        found.clear();
        let slow = |part: Part| match tree.step(node, split, &PartRow { view: *self, part }) {
            Step::Down(branch) => branch,
            Step::Stay => STAYS,
            Step::Spread => SPREADS,
        };
        let values = &self.training.table.columns()[self.training.columns[split.column.place()]].values;
        match (&split.test, values) {
            (Test::Threshold { cut }, Values::Number(number))
                if self.swapped.is_none_or(|(column, _)| column != split.column) =>
            {
                let values: &[f64] = &number.values; // looked up once, wherever they are
                found.extend(parts.iter().map(|part| {
                    let value = values[part.row as usize];
                    if value.is_nan() { slow(*part) } else { u32::from(value > *cut) }
                }));
            }
            (Test::Threshold { cut }, Values::Sparse(sparse))
                if self.swapped.is_none_or(|(column, _)| column != split.column) =>
            {
                found.extend(parts.iter().map(|part| u32::from(sparse.at(part.row) > *cut)));
            }
            _ => found.extend(parts.iter().map(|part| slow(*part))),
        }
    }
}

impl Row for PartRow<'_> {
    fn cell(&self, column: ColumnId) -> Cell {
        self.view.cell(self.part, column)
    }
}

/// Sends rows down a tree.
pub(super) fn descend(tree: &Tree, view: View<'_>, rows: &[u32], visit: &mut impl Visit) {
    let whole = |(place, row): (usize, &u32)| Part { row: *row, place: place as u32, share: 1.0 };
    let mut parts: Vec<Part> = rows.iter().enumerate().map(whole).collect();
    let mut open = vec![(NodeId::ROOT, 0)];
    let (mut found, mut sorter) = (Vec::new(), Sorter::default());
    while let Some((node, start)) = open.pop() {
        let here = &parts[start..];
        let Node::Branch { split, branches } = tree.node(node) else {
            for part in here {
                visit.end(node, *part);
            }
            parts.truncate(start);
            continue;
        };
        view.branches(tree, (node, &split), here, &mut found);
        // Where nothing tells the shares, a row stays.
        if tree.rows(node) <= 0.0 {
            found.iter_mut().filter(|branch| **branch == SPREADS).for_each(|branch| *branch = STAYS);
        }
        visit.split(node, &split, branches, (here, &found));
        here.iter().zip(&found).filter(|(_, branch)| **branch == STAYS).for_each(|(part, _)| visit.end(node, *part));
        sorter.sort(tree, (node, branches), here, &found);
        parts.truncate(start);
        parts.extend_from_slice(&sorter.sorted);
        let children = branches.iter().zip(&sorter.starts).zip(&sorter.sizes).rev().filter(|(_, size)| **size > 0);
        open.extend(children.map(|((child, at), _)| (child, start + at)));
    }
}

/// The branches that a part is spread over, each with its weight.
pub(super) fn weighed(tree: &Tree, branches: Branches) -> impl Iterator<Item = (usize, f64)> {
    branches.iter().map(|child| tree.rows(child)).enumerate().filter(|(_, weight)| *weight > 0.0)
}

/// Brings the parts of a node together by branch, the first branch last: it is next on the stack.
#[derive(Default)]
struct Sorter {
    sizes: Vec<usize>,
    starts: Vec<usize>,
    next: Vec<usize>,
    sorted: Vec<Part>,
}

impl Sorter {
    fn sort(&mut self, tree: &Tree, (node, branches): (NodeId, Branches), parts: &[Part], found: &[u32]) {
        self.sizes.clear();
        self.sizes.resize(branches.count as usize, 0);
        for branch in found {
            match *branch {
                STAYS => {}
                SPREADS => weighed(tree, branches).for_each(|(branch, _)| self.sizes[branch] += 1),
                branch => self.sizes[branch as usize] += 1,
            }
        }
        self.starts.clear();
        self.starts.resize(self.sizes.len(), 0);
        let mut end = 0;
        for (start, size) in self.starts.iter_mut().zip(&self.sizes).rev() {
            *start = end;
            end += size;
        }
        self.next.clone_from(&self.starts);
        self.sorted.clear();
        self.sorted.resize(end, Part { row: 0, place: 0, share: 0.0 });
        let (next, sorted) = (&mut self.next, &mut self.sorted);
        let mut put = |branch: usize, part: Part| {
            sorted[next[branch]] = part;
            next[branch] += 1;
        };
        for (part, branch) in parts.iter().zip(found) {
            match *branch {
                STAYS => {}
                SPREADS => {
                    let total = tree.rows(node);
                    for (branch, weight) in weighed(tree, branches) {
                        // In the order of `Tree::landings`, so that the bits are the same.
                        put(branch, Part { share: part.share * weight / total, ..*part });
                    }
                }
                branch => put(branch as usize, *part),
            }
        }
    }
}
