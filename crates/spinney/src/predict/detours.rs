//! Trees of thresholds for rows that say little: most of their numbers are 0.
//!
//! ```text
//! 0 ─ 1 ─ 2 ─ 3     0 leads from every node to the next number, down to a leaf
//! │   └───────────  4 ─ 5     a number that leads elsewhere makes a detour, to a node beyond that leaf
//! └───────────────────────  6
//! ```
//! A row looks up where its own columns are asked, notes its detours as bits, and goes from one to the next: it costs what it says, and a word
//! for every 64 nodes on its way.

/// A node as detours see it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked {
    Leaf,
    /// A column and a cut, the branch of missing values and the place of branch 0.
    Number {
        column: u32,
        cut: f64,
        missing: u32,
        first: u32,
    },
}

/// All trees of a predictor, for rows that say little.
#[derive(Debug, Clone)]
pub(super) struct Detours {
    /// For each column where its questions start and where those whose cuts are not below 0 do, and the end of all.
    starts: Vec<u32>,
    /// Those of a column by their cuts.
    questions: Vec<Question>,
    nodes: Vec<Stop>,
    /// The node that each tree begins at.
    roots: Vec<u32>,
    /// The mean depth of the leaves of all trees, one after the other.
    depth: f64,
}

/// Where a column is asked.
#[derive(Debug, Clone, Copy, Default)]
struct Question {
    cut: f64,
    node: u32,
    /// The branch of missing values.
    missing: u32,
}

/// A node.
#[derive(Debug, Clone, Copy)]
struct Stop {
    /// Where a detour leads; of a leaf its place in the compiled trees.
    other: u32,
    /// The leaf that zeros lead to.
    last: u32,
}

/// The detours of a row.
#[derive(Debug)]
pub(super) struct Noted {
    /// A bit for each node.
    marks: Vec<u64>,
    nodes: Vec<u32>,
}

impl Detours {
    /// Trees that begin at these places, of a table of so many columns; `None` where they ask otherwise than by thresholds, where missing values
    /// have a branch of their own, or nodes are too many to be numbered.
    pub(super) fn new(roots: &[u32], columns: usize, asked_at: impl Fn(usize, u32) -> Option<Asked>) -> Option<Self> {
        let mut asked: Vec<(u32, Question)> = Vec::new();
        let mut made = Detours {
            starts: vec![0; 2 * columns + 1],
            questions: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
            depth: 0.0,
        };
        for (tree, root) in roots.iter().enumerate() {
            made.roots.push(made.nodes.len() as u32);
            made.push(*root, |at| asked_at(tree, at), &mut asked)?;
        }
        let place = |column: u32, question: &Question| 2 * column as usize + 1 - question.zero() as usize;
        for (column, question) in &asked {
            made.starts[place(*column, question) + 1] += 1;
        }
        for start in 0..2 * columns {
            made.starts[start + 1] += made.starts[start];
        }
        let mut next = made.starts.clone();
        made.questions.resize(asked.len(), Question::default());
        for (column, question) in asked {
            let next = &mut next[place(column, &question)];
            made.questions[*next as usize] = question;
            *next += 1;
        }
        for ends in made.starts.windows(2) {
            made.questions[ends[0] as usize..ends[1] as usize].sort_unstable_by(|one, two| one.cut.total_cmp(&two.cut));
        }
        Some(made)
    }

    /// Numbers the nodes of a tree: from each one the way of zeros first, then what its detours lead to, the deepest first.
    fn push(
        &mut self,
        root: u32,
        asked_at: impl Fn(u32) -> Option<Asked>,
        asked: &mut Vec<(u32, Question)>,
    ) -> Option<()> {
        let mut open: Vec<(u32, Option<u32>, u32)> = vec![(root, None, 0)];
        let (mut leaves, mut depths) = (0_u64, 0_u64);
        while let Some((mut at, from, mut depth)) = open.pop() {
            let head = self.nodes.len();
            if let Some(from) = from {
                self.nodes[from as usize].other = head as u32;
            }
            loop {
                let node = u32::try_from(self.nodes.len()).ok()?;
                self.nodes.push(Stop { other: at, last: 0 });
                match asked_at(at)? {
                    Asked::Leaf => break,
                    Asked::Number { column, cut, missing, first } => {
                        let question = Question { cut, node, missing: (missing < 2).then_some(missing)? };
                        asked.push((column, question));
                        depth += 1;
                        open.push((first + 1 - question.zero(), Some(node), depth));
                        at = first + question.zero();
                    }
                }
            }
            (leaves, depths) = (leaves + 1, depths + u64::from(depth));
            let last = self.nodes.len() as u32 - 1;
            self.nodes[head..].iter_mut().for_each(|node| node.last = last);
        }
        self.depth += depths as f64 / leaves as f64;
        Some(())
    }

    /// How many questions a column is asked.
    pub(super) fn questions(&self, column: u32) -> usize {
        (self.starts[2 * column as usize + 2] - self.starts[2 * column as usize]) as usize
    }

    /// How many a row is asked that goes down all trees, as a mean over their leaves.
    pub(super) fn depth(&self) -> f64 {
        self.depth
    }

    /// Room for the detours of a row.
    pub(super) fn room(&self) -> Noted {
        Noted { marks: vec![0; self.nodes.len().div_ceil(64)], nodes: Vec::new() }
    }

    /// Notes the detours of a row, which has this number in a column.
    #[inline]
    pub(super) fn note(&self, column: u32, number: f64, noted: &mut Noted) {
        let [start, middle, end] = [0, 1, 2].map(|place| self.starts[2 * column as usize + place] as usize);
        if number.is_nan() {
            for question in self.questions[start..end].iter().filter(|question| question.missing != question.zero()) {
                noted.mark(question.node);
            }
        } else if number > 0.0 {
            for question in self.questions[middle..end].iter().take_while(|question| number > question.cut) {
                noted.mark(question.node);
            }
        } else {
            for question in self.questions[start..middle].iter().rev().take_while(|question| number <= question.cut) {
                noted.mark(question.node);
            }
        }
    }

    /// Where the row ends in each tree, in the order of the trees; its detours are forgotten.
    #[inline]
    pub(super) fn ends(&self, noted: &mut Noted, mut found: impl FnMut(usize, u32)) {
        for (tree, root) in self.roots.iter().enumerate() {
            let mut at = *root;
            let end = loop {
                let last = self.nodes[at as usize].last;
                match noted.first(at, last) {
                    Some(node) => at = self.nodes[node as usize].other,
                    None => break last,
                }
            };
            found(tree, self.nodes[end as usize].other);
        }
        for node in noted.nodes.drain(..) {
            noted.marks[node as usize / 64] = 0;
        }
    }
}

impl Question {
    /// The branch of 0.
    #[inline]
    fn zero(&self) -> u32 {
        u32::from(0.0 > self.cut)
    }
}

impl Noted {
    #[inline]
    fn mark(&mut self, node: u32) {
        self.marks[node as usize / 64] |= 1 << (node % 64);
        self.nodes.push(node);
    }

    /// The first node with a mark among these.
    #[inline]
    fn first(&self, from: u32, to: u32) -> Option<u32> {
        let (first, last) = (from / 64, to / 64);
        let mut word = self.marks[first as usize] & u64::MAX << (from % 64);
        for place in first..=last {
            if place > first {
                word = self.marks[place as usize];
            }
            if word != 0 {
                return Some(place * 64 + word.trailing_zeros()).filter(|node| *node <= to);
            }
        }
        None
    }
}
