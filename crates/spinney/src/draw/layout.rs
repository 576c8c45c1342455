//! Where the nodes of a tree stand: tidy, narrow, in time that grows with the number of nodes.
//!
//! Each parent stands over the middle of its children; subtrees are pushed together until their outlines are a gap apart, row
//! by row; small subtrees between large ones are spread evenly; equal subtrees look equal. The method is that of Reingold and
//! Tilford, with the corrections of Walker, Buchheim, Jünger and Leipert (many children in linear time) and van der Ploeg
//! (nodes of different widths). Nodes are taken from the last to the first, so nothing is recursive.

use std::ops::Range;

/// How far apart nodes of one row stand.
#[derive(Debug, Clone, Copy)]
pub struct Gaps {
    /// Between children of one parent.
    pub siblings: f64,
    /// Between others.
    pub cousins: f64,
}

/// The middles of nodes along their rows, the leftmost edge at 0. `children` are the numbers of each node's children, all
/// larger than its own; `sizes` are the extents along the row.
///
/// ```
/// use spinney::draw::{Gaps, tidy};
/// let gaps = Gaps { siblings: 10.0, cousins: 20.0 };
/// let places = tidy(&[1..3, 3..3, 3..3], &[20.0, 30.0, 30.0], gaps);
/// assert_eq!(places, [35.0, 15.0, 55.0]);
/// ```
pub fn tidy(children: &[Range<usize>], sizes: &[f64], gaps: Gaps) -> Vec<f64> {
    let mut drafts = Drafts::new(children, sizes, gaps);
    for node in (0..children.len()).rev() {
        drafts.gather(node);
    }
    drafts.settle()
}

/// A node while it is being placed. Its place in its parent's frame is `x + shift`, and `shift` moves its subtree with it.
#[derive(Debug, Clone, Copy)]
struct Draft {
    x: f64,
    shift: f64,
    /// What is to be added to the shifts of this child and of those after it, and to the steps between them.
    spread: f64,
    change: f64,
    /// The next node of the outline below a node without children, where it has one.
    left_thread: Option<usize>,
    right_thread: Option<usize>,
    /// The last nodes of the outlines, with the sum of shifts down to them.
    left_end: (usize, f64),
    right_end: (usize, f64),
}

struct Drafts<'a> {
    children: &'a [Range<usize>],
    sizes: &'a [f64],
    gaps: Gaps,
    depths: Vec<u32>,
    nodes: Vec<Draft>,
}

/// A sibling, and the row down to which it is the last that shows on the right of all before.
type Seen = (u32, usize);

impl<'a> Drafts<'a> {
    fn new(children: &'a [Range<usize>], sizes: &'a [f64], gaps: Gaps) -> Self {
        let mut depths = vec![0; children.len()];
        for (node, range) in children.iter().enumerate() {
            let below = depths[node] + 1;
            depths[range.clone()].fill(below);
        }
        let draft = |node| Draft {
            x: 0.0,
            shift: 0.0,
            spread: 0.0,
            change: 0.0,
            left_thread: None,
            right_thread: None,
            left_end: (node, 0.0),
            right_end: (node, 0.0),
        };
        Drafts { children, sizes, gaps, depths, nodes: (0..children.len()).map(draft).collect() }
    }

    /// Pushes the subtrees of a node's children together and puts the node over their middle.
    fn gather(&mut self, node: usize) {
        let children = self.children[node].clone();
        if children.is_empty() {
            return;
        }
        let (first, last) = (children.start, children.end - 1);
        let mut seen: Vec<Seen> = vec![(self.depths[self.nodes[first].left_end.0], first)];
        for child in first + 1..=last {
            let lowest = self.depths[self.nodes[child].right_end.0];
            self.separate(first, child, &mut seen);
            // Siblings that end above this one no longer show on the right.
            while seen.last().is_some_and(|(row, _)| lowest >= *row) {
                seen.pop();
            }
            seen.push((lowest, child));
        }
        let place = |child: usize| self.nodes[child].x + self.nodes[child].shift;
        let middle = f64::midpoint(place(first), place(last));
        let (left, right) = (self.nodes[first].left_end, self.nodes[last].right_end);
        let own = &mut self.nodes[node];
        (own.x, own.left_end, own.right_end) = (middle, left, right);
    }

    /// Moves the subtree of a child right until it clears all before it.
    fn separate(&mut self, first: usize, child: usize, seen: &mut Vec<Seen>) {
        let before = child - 1;
        let (mut right, mut right_sum) = (Some(before), self.nodes[before].shift);
        let (mut left, mut left_sum) = (Some(child), self.nodes[child].shift);
        let mut gap = self.gaps.siblings;
        while let (Some(one), Some(two)) = (right, left) {
            while seen.len() > 1 && seen.last().is_some_and(|(row, _)| self.depths[one] > *row) {
                seen.pop();
            }
            let right_edge = right_sum + self.nodes[one].x + self.sizes[one] / 2.0;
            let left_edge = left_sum + self.nodes[two].x - self.sizes[two] / 2.0;
            let push = right_edge + gap - left_edge;
            if push > 0.0 {
                left_sum += push;
                self.push(child, seen.last().map_or(before, |(_, sibling)| *sibling), push);
            }
            right = self.next_right(one);
            left = self.next_left(two);
            right_sum += right.map_or(0.0, |node| self.nodes[node].shift);
            left_sum += left.map_or(0.0, |node| self.nodes[node].shift);
            gap = self.gaps.cousins;
        }
        match (right, left) {
            (None, Some(node)) => self.thread_left(first, child, node, left_sum),
            (Some(node), None) => self.thread_right(child, node, right_sum),
            _ => {}
        }
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        let children = &self.children[node];
        if children.is_empty() { self.nodes[node].left_thread } else { Some(children.start) }
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        let children = &self.children[node];
        if children.is_empty() { self.nodes[node].right_thread } else { Some(children.end - 1) }
    }

    /// Moves a child's subtree, and a share of the way each sibling between it and the one that was in its way.
    fn push(&mut self, child: usize, blocker: usize, way: f64) {
        let own = &mut self.nodes[child];
        own.shift += way;
        own.left_end.1 += way;
        own.right_end.1 += way;
        let steps = (child - blocker) as f64;
        if blocker + 1 < child {
            self.nodes[blocker + 1].spread += way / steps;
            self.nodes[child].spread -= way / steps;
            self.nodes[child].change -= way - way / steps;
        }
    }

    /// The child reaches further down than all before it: their left outline goes on in it.
    fn thread_left(&mut self, first: usize, child: usize, node: usize, sum: f64) {
        let (end, end_sum) = self.nodes[first].left_end;
        let way = sum - self.nodes[node].shift - end_sum;
        self.nodes[end].left_thread = Some(node);
        self.nodes[end].shift += way;
        self.nodes[end].x -= way;
        self.nodes[first].left_end = self.nodes[child].left_end;
    }

    /// Those before it reach further down than the child: its right outline goes on in them.
    fn thread_right(&mut self, child: usize, node: usize, sum: f64) {
        let (end, end_sum) = self.nodes[child].right_end;
        let way = sum - self.nodes[node].shift - end_sum;
        self.nodes[end].right_thread = Some(node);
        self.nodes[end].shift += way;
        self.nodes[end].x -= way;
        self.nodes[child].right_end = self.nodes[child - 1].right_end;
    }

    /// Adds the shifts up from the root down, and moves all so that the leftmost edge is at 0.
    fn settle(mut self) -> Vec<f64> {
        let mut sums = vec![0.0; self.nodes.len()];
        let mut places = vec![0.0; self.nodes.len()];
        for node in 0..self.nodes.len() {
            sums[node] += self.nodes[node].shift;
            places[node] = self.nodes[node].x + sums[node];
            let (mut step, mut way) = (0.0, 0.0);
            for child in self.children[node].clone() {
                step += self.nodes[child].spread;
                way += step + self.nodes[child].change;
                self.nodes[child].shift += way;
                sums[child] = sums[node];
            }
        }
        let edges = places.iter().zip(self.sizes).map(|(place, size)| place - size / 2.0);
        let least = edges.fold(f64::INFINITY, f64::min);
        for place in &mut places {
            *place -= least;
        }
        places
    }
}
