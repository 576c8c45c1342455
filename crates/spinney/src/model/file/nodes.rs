//! Arrays become nodes.

use std::sync::Arc;

use crate::model::error::{ArrayFault, FileFault, ModelError};
use crate::model::kind::TestKind;
use crate::tree::{Branches, ColumnId, LevelBranch, List, Missing, Node, NodeId, Nodes, Split, Surrogate, Test};

use super::header::{HEADER, Header, MISSING_WORDS};
use super::reals::Reals;
use super::stream::{Arrays, Stream, file};

/// The header's lists of words, as places among the known ones.
pub(super) struct Kinds {
    tests: Vec<usize>,
    missing: Vec<usize>,
}

impl Kinds {
    pub(super) fn new(header: &Header, maker: &str) -> Result<Self, ModelError> {
        Ok(Kinds {
            tests: kinds(&header.tests, "test", TestKind::WORDS, maker)?,
            missing: kinds(&header.missing, WAYS, &MISSING_WORDS, maker)?,
        })
    }
}

const WAYS: &str = "way for missing values";

fn kinds(words: &[String], of: &'static str, known: &[&str], maker: &str) -> Result<Vec<usize>, ModelError> {
    let place = |word: &String| {
        let unknown = || FileFault::UnknownKind { of, name: word.clone(), maker: Some(maker.to_owned()) };
        known.iter().position(|other| other == word).ok_or_else(|| file(HEADER as u64, unknown()))
    };
    let places = words.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
    let sorted = places.is_sorted_by(|one, two| one < two);
    if sorted { Ok(places) } else { Err(file(HEADER as u64, FileFault::Kinds { of })) }
}

/// What kind each of some things is.
#[derive(Clone)]
struct Sorts<'a> {
    stream: Stream<'a>,
    /// The kinds that occur, as places among all.
    listed: Arc<[usize]>,
    /// Whether a forest does not say it, since there is one kind only.
    plain: bool,
}

impl<'a> Sorts<'a> {
    /// Each listed kind must occur among so many things.
    fn new(
        arrays: &mut Arrays<'a>,
        name: &'static str,
        listed: Vec<usize>,
        of: &'static str,
    ) -> Result<Self, ModelError> {
        let (mut stream, plain) = (arrays.take(name)?, arrays.packed() && listed.len() == 1);
        let sorts = Sorts { stream, listed: listed.into(), plain };
        let mut met = [plain; TestKind::ALL.len()];
        while !plain && stream.left() > 0 {
            met[stream.below(sorts.listed.len() as u32)? as usize] = true;
        }
        let all = met.iter().take(sorts.listed.len()).all(|met| *met);
        if all { Ok(sorts) } else { Err(file(HEADER as u64, FileFault::Kinds { of })) }
    }

    /// The place of the next kind among all.
    fn next(&mut self) -> Result<usize, ModelError> {
        if self.plain {
            return Ok(self.listed[0]);
        }
        let place = self.stream.next()? as usize;
        // Places were looked at before.
        Ok(self.listed.get(place).copied().unwrap_or_default())
    }

    /// How many of each kind the next ones are, by its place among all.
    fn skip(&mut self, count: usize) -> [usize; TestKind::ALL.len()] {
        let mut met = [0; TestKind::ALL.len()];
        if self.plain {
            met[self.listed[0]] = count;
            return met;
        }
        for place in self.stream.skip(count) {
            if let Some(kind) = self.listed.get(place as usize) {
                met[*kind] += 1;
            }
        }
        met
    }
}

/// What is left of the nodes.
#[derive(Clone)]
pub(super) struct NodeReader<'a> {
    branches: Stream<'a>,
    missing_kind: Sorts<'a>,
    missing_branch: Stream<'a>,
    missing_surrogates: Stream<'a>,
    test_kind: Sorts<'a>,
    test_column: Stream<'a>,
    threshold_cut: Reals<'a>,
    cut_level: Stream<'a>,
    height_steps: Stream<'a>,
    list_length: Stream<'a>,
    list_level: Stream<'a>,
    list_branch: Stream<'a>,
    surrogate_agreement: Reals<'a>,
    surrogate_to: Stream<'a>,
}

impl<'a> NodeReader<'a> {
    pub(super) fn new(arrays: &mut Arrays<'a>, kinds: Kinds) -> Result<Self, ModelError> {
        let nodes = NodeReader {
            branches: arrays.take("node.branches")?,
            missing_kind: Sorts::new(arrays, "missing.kind", kinds.missing, WAYS)?,
            missing_branch: arrays.take("missing.branch")?,
            missing_surrogates: arrays.take("missing.surrogates")?,
            test_kind: Sorts::new(arrays, "test.kind", kinds.tests, "test")?,
            test_column: arrays.take("test.column")?,
            threshold_cut: arrays.take_reals("threshold.cut")?,
            cut_level: arrays.take("cut.level")?,
            height_steps: arrays.take("height.steps")?,
            list_length: arrays.take("list.length")?,
            list_level: arrays.take("list.level")?,
            list_branch: arrays.take("list.branch")?,
            surrogate_agreement: arrays.take_reals("surrogate.agreement")?,
            surrogate_to: arrays.take("surrogate.to")?,
        };
        // Where the one kind is not said for each test, there must be a test that is of it.
        let unmet = |sorts: &Sorts| sorts.plain && nodes.test_column.left() == 0;
        let of = if unmet(&nodes.test_kind) { Some("test") } else { unmet(&nodes.missing_kind).then_some(WAYS) };
        of.map_or(Ok(nodes), |of| Err(file(HEADER as u64, FileFault::Kinds { of })))
    }

    /// How many nodes are left.
    pub(super) fn all(&self) -> usize {
        self.branches.left()
    }

    /// So many nodes must be left.
    pub(super) fn has(&self, count: u32) -> Result<usize, ModelError> {
        self.branches.has(count)
    }

    /// Whether there are surrogates, whose branches must be read to be counted.
    pub(super) fn has_surrogates(&self) -> bool {
        self.missing_kind.listed.iter().any(|place| MISSING_WORDS[*place] == "surrogates")
    }

    /// The next tree, of so many nodes.
    pub(super) fn next(&mut self, count: usize) -> Result<Nodes, ModelError> {
        let mut nodes = Nodes::with_capacity(count);
        let mut next = 1_u64;
        for _ in 0..count {
            let before = self.branches;
            let found = self.branches.next()?;
            if found == 0 {
                nodes.push(Node::Leaf);
                continue;
            }
            let limit = (count as u64 + 1).saturating_sub(next);
            if u64::from(found) >= limit {
                return Err(before.fault(ArrayFault::Range { found: found.into(), limit }));
            }
            let branches = Branches { first: NodeId(next as u32), count: found };
            nodes.push(Node::Branch { split: self.split()?, branches });
            next += u64::from(found);
        }
        Ok(nodes)
    }

    fn split(&mut self) -> Result<Split, ModelError> {
        let (column, test) = self.test()?;
        let missing = match MISSING_WORDS[self.missing_kind.next()?] {
            "branch" => Missing::Branch(self.missing_branch.next()?),
            "spread" => Missing::Spread,
            _ => {
                let count = self.missing_surrogates.next()?;
                let mut others = Vec::with_capacity(self.surrogate_agreement.has(count)?);
                for _ in 0..count {
                    others.push(self.surrogate()?);
                }
                Missing::Surrogates(others.into())
            }
        };
        Ok(Split { column, test, missing })
    }

    fn surrogate(&mut self) -> Result<Surrogate, ModelError> {
        let (column, test) = self.test()?;
        let agreement = self.surrogate_agreement.next()?;
        let branches = self.surrogate_to.has(test.branches())?;
        let to = (0..branches).map(|_| self.surrogate_to.next()).collect::<Result<_, _>>()?;
        Ok(Surrogate { column, test, to, agreement })
    }

    fn test(&mut self) -> Result<(ColumnId, Test), ModelError> {
        let kind = TestKind::ALL[self.test_kind.next()?];
        let column = ColumnId(self.test_column.next()?);
        let test = match kind {
            TestKind::Threshold => Test::Threshold { cut: self.threshold_cut.next()? },
            TestKind::Cut => Test::Cut { level: self.cut_level.next()? },
            TestKind::Values => Test::Values { branches: self.levels()? },
            TestKind::Subset => Test::Subset { branches: self.levels()? },
            TestKind::Height => Test::Height { height: self.height_steps.next()?, branches: self.levels()? },
        };
        Ok((column, test))
    }

    /// Never more branches than levels, but two of a subset; so a test's branches can be counted.
    fn levels(&mut self) -> Result<List<LevelBranch>, ModelError> {
        let length = self.list_length.next()?;
        let mut levels = Vec::with_capacity(self.list_level.has(length)?);
        for _ in 0..length {
            let level = self.list_level.next()?;
            levels.push(LevelBranch { level, branch: self.list_branch.below(length.max(2))? });
        }
        Ok(levels.into())
    }

    /// Passes over a tree of so many nodes that has no surrogates, and tells its splits. What is not there is found out when the
    /// tree is read.
    pub(super) fn skip(&mut self, count: usize) -> usize {
        let splits = self.branches.skip(count).filter(|branches| *branches > 0).count();
        let tests = self.test_kind.skip(splits);
        let of = |kind: TestKind| tests[kind as usize];
        self.test_column.pass(splits);
        self.threshold_cut.pass(of(TestKind::Threshold));
        self.cut_level.pass(of(TestKind::Cut));
        self.height_steps.pass(of(TestKind::Height));
        let lists = of(TestKind::Values) + of(TestKind::Subset) + of(TestKind::Height);
        let levels = self.list_length.sum(lists);
        self.list_level.pass(levels);
        self.list_branch.pass(levels);
        let [named, ..] = self.missing_kind.skip(splits);
        self.missing_branch.pass(named);
        splits
    }

    /// No element may be left.
    pub(super) fn end(&self) -> Result<(), ModelError> {
        let (tests, ways) =
            ([self.test_kind.stream, self.test_column], [self.missing_kind.stream, self.missing_branch]);
        let lists = [self.list_length, self.list_level, self.list_branch];
        let single = [self.branches, self.cut_level, self.height_steps, self.missing_surrogates, self.surrogate_to];
        tests.iter().chain(&ways).chain(&lists).chain(&single).try_for_each(Stream::end)?;
        self.threshold_cut.end()?;
        self.surrogate_agreement.end()
    }
}
