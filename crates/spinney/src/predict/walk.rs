//! The fast walk: where the rows of a table end.

use super::flat::{Flats, Kind, LevelTable, NONE, Other};
use super::matching::{Cells, MatchedRow, Rows, code_of};
use crate::table::MISSING;
use crate::tree::{Cell, ColumnId, Landing, Missing, NodeId, Row, Step, Test};

/// Rows that are walked in step: their loads wait for memory together, not one after the other.
const LANES: usize = 16;
/// The end of a row that ends at several nodes.
pub(super) const SPREAD: u32 = u32::MAX;

/// The columns as plain slices, by number; empty where the column is of the other kind or not used.
#[derive(Debug)]
pub(super) struct View<'a> {
    rows: &'a Rows<'a>,
    numbers: Vec<&'a [f64]>,
    codes: Vec<&'a [u32]>,
}

impl<'a> View<'a> {
    pub(super) fn new(rows: &'a Rows<'a>) -> Self {
        let numbers = |cells: &'a Cells<'_>| match cells {
            Cells::Numbers(values) => values.as_ref(),
            _ => &[],
        };
        let codes = |cells: &'a Cells<'_>| match cells {
            Cells::Levels(codes) => codes.as_ref(),
            _ => &[],
        };
        let (numbers, codes) = (rows.cells().iter().map(numbers), rows.cells().iter().map(codes));
        View { rows, numbers: numbers.collect(), codes: codes.collect() }
    }

    /// The numbers of a column and its codes, one of which it has.
    pub(super) fn column(&self, column: ColumnId) -> (&'a [f64], &'a [u32]) {
        (self.numbers[column.place()], self.codes[column.place()])
    }

    /// Whether nobody wants to know any more; asked once for each tree and tile.
    pub(super) fn stopped(&self) -> bool {
        self.rows.stopped()
    }

    /// One row.
    pub(super) fn row(&self, row: usize) -> Option<MatchedRow<'_>> {
        self.rows.row(row)
    }
}

impl Flats {
    /// Where these rows end, from `start` on: a node for each, [`SPREAD`] for rows that end at several.
    pub(super) fn ends(&self, view: &View<'_>, start: usize, ends: &mut [u32]) {
        let only_thresholds = self.tables.is_empty() && self.others.is_empty();
        let mut done = 0;
        if only_thresholds && self.nodes.len() > 1 {
            let (blocks, _) = ends.as_chunks_mut::<LANES>();
            for block in blocks {
                self.in_step(&view.numbers, start + done, block);
                done += LANES;
            }
        }
        for end in &mut ends[done..] {
            *end = self.end(view, start + done);
            done += 1;
        }
    }

    /// All rows of the block take a step at a time; those at a leaf stay where they are, until none moves.
    #[inline]
    fn in_step(&self, numbers: &[&[f64]], start: usize, block: &mut [u32; LANES]) {
        let mut at = [0_u32; LANES];
        loop {
            let mut moved = 0;
            for (lane, at) in at.iter_mut().enumerate() {
                let node = self.nodes[*at as usize];
                let value = numbers[node.column()][start + lane];
                let known = u32::from(value > node.cut());
                let next = node.first + if value.is_nan() { node.missing() } else { known };
                moved |= next ^ *at;
                *at = next;
            }
            if moved == 0 {
                break;
            }
        }
        *block = at;
    }

    /// Where one row ends.
    fn end(&self, view: &View<'_>, row: usize) -> u32 {
        let mut at = 0_u32;
        loop {
            let branch = match self.step(view, row, at) {
                Step::Down(branch) => branch,
                Step::Stay => return at,
                Step::Spread => return SPREAD,
            };
            at = self.nodes[at as usize].first + branch;
        }
    }

    /// What a node does with a row; a leaf keeps it.
    #[inline]
    fn step(&self, view: &View<'_>, row: usize, at: u32) -> Step {
        let node = self.nodes[at as usize];
        match node.kind() {
            Kind::Leaf => Step::Stay,
            Kind::Threshold(missing) => {
                let value = view.numbers[node.column()][row];
                Step::Down(if value.is_nan() { missing } else { u32::from(value > node.cut()) })
            }
            Kind::Levels => self.tables[node.entry()].step(view.codes[node.column()][row]),
            Kind::Other => {
                let row = view.rows.row(row);
                row.map_or(Step::Stay, |row| self.others[node.entry()].step(&row))
            }
        }
    }

    /// The same for a row by itself.
    fn step_of(&self, row: &impl Row, at: NodeId) -> Step {
        let node = self.nodes[at.place()];
        if matches!(node.kind(), Kind::Leaf) {
            return Step::Stay; // the table may have no column at all
        }
        match (node.kind(), row.cell(ColumnId(node.column() as u32))) {
            (Kind::Leaf, _) => Step::Stay,
            (Kind::Threshold(_), Cell::Number(value)) => Step::Down(u32::from(value > node.cut())),
            (Kind::Threshold(missing), _) => Step::Down(missing),
            (Kind::Levels, cell) => self.tables[node.entry()].step(code_of(cell)),
            (Kind::Other, _) => self.others[node.entry()].step(row),
        }
    }

    /// Puts all places where one row ends into a list, as the tree's own walk finds them and in its order. `weights` are the
    /// nodes' rows; `open` is room to work in, left empty.
    pub(super) fn landings(&self, row: &impl Row, weights: &[f64], open: &mut Vec<Landing>, ended: &mut Vec<Landing>) {
        open.push(Landing { node: NodeId::ROOT, share: 1.0 });
        while let Some(Landing { node, share }) = open.pop() {
            let flat = self.nodes[node.place()];
            let total = weights[node.place()];
            match self.step_of(row, node) {
                Step::Down(branch) => open.push(Landing { node: NodeId(flat.first + branch), share }),
                Step::Spread if total > 0.0 => {
                    let count = self.others[flat.entry()].count;
                    let children = (flat.first..flat.first + count).rev().map(NodeId);
                    let weighed = children.filter(|child| weights[child.place()] > 0.0);
                    open.extend(
                        weighed.map(|child| Landing { node: child, share: share * weights[child.place()] / total }),
                    );
                }
                Step::Stay | Step::Spread => ended.push(Landing { node, share }),
            }
        }
    }
}

impl LevelTable {
    #[inline]
    fn step(&self, code: u32) -> Step {
        if code == MISSING {
            return Step::Down(self.missing);
        }
        let branch = self.branches.get(code.wrapping_sub(self.low) as usize).copied().unwrap_or(NONE);
        match if branch == NONE { self.otherwise } else { branch } {
            NONE => Step::Stay,
            branch => Step::Down(branch),
        }
    }
}

impl Other {
    fn step(&self, row: &impl Row) -> Step {
        let cell = row.cell(self.split.column);
        if let Some(branch) = self.split.test.branch(cell) {
            return Step::Down(branch);
        }
        if cell != Cell::Missing {
            let each = matches!(self.split.test, Test::Values { .. } | Test::Height { .. });
            return if each { Step::Stay } else { Step::Down(self.heaviest) };
        }
        match &self.split.missing {
            Missing::Branch(branch) => Step::Down(*branch),
            Missing::Spread => Step::Spread,
            Missing::Surrogates(surrogates) => {
                let answer = surrogates.iter().find_map(|other| {
                    let branch = other.test.branch(row.cell(other.column))?;
                    other.to.get(branch as usize).copied()
                });
                Step::Down(answer.unwrap_or(self.heaviest))
            }
        }
    }
}
