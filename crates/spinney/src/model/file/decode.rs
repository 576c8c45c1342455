//! Bytes become a model.

use crate::model::error::{ArrayFault, FileFault, ModelError};
use crate::model::finished::Model;
use crate::model::kind::TestKind;
use crate::tree::{
    Answers, Branches, ClassAnswers, ClassWeight, ColumnId, LevelBranch, LinearModel, List, Missing, Node, NodeId,
    NumberAnswers, Split, Surrogate, Term, Test, Tree,
};

use super::checksum::checksum;
use super::header::{CHECKSUM, FORMAT, HEADER, Header, MARK, MISSING_WORDS};
use super::stream::{Arrays, Element, Stream, check_filling, file};

impl Model {
    /// The model of the bytes of a `.spinney` file. Bytes that were damaged, or made to do harm, are an error.
    ///
    /// ```
    /// use spinney::model::Model;
    /// let error = Model::from_bytes(b"outlook,play\nSunny,No\n").unwrap_err();
    /// assert!(error.to_string().starts_with("byte 0: this is not a Spinney model"));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (header, start) = open(bytes)?;
        let maker = format!("{} {}", header.provenance.tool, header.provenance.version);
        let data = &bytes[start..bytes.len() - CHECKSUM];
        let mut arrays = Arrays::new(&header.arrays, data, start as u64, Some(&maker))?;
        let tests = kinds(&header.tests, "test", TestKind::WORDS, &maker)?;
        let missing = kinds(&header.missing, "way for missing values", &MISSING_WORDS, &maker)?;
        let nodes = nodes(&mut arrays, Kinds { tests, missing })?;
        let answers = match header.answers.as_str() {
            "classes" => Answers::Classes(classes(&mut arrays, &nodes, header.schema.classes().len() as u32)?),
            _ => Answers::Numbers(numbers(&mut arrays, nodes.len())?),
        };
        arrays.end()?;
        let model = Model::made(header.schema, header.settings, header.pruning, Tree::new(nodes, answers)?)?;
        Ok(model.made_by(header.provenance))
    }
}

/// The header, and where the arrays begin.
fn open(bytes: &[u8]) -> Result<(Header, usize), ModelError> {
    let ends = |part, at: usize, needed: u64| {
        file(at as u64, FileFault::Ends { part, needed, left: bytes.len().saturating_sub(at) as u64 })
    };
    if !bytes.starts_with(&MARK) {
        let cut = !bytes.is_empty() && MARK.starts_with(bytes);
        return Err(if cut { ends("mark", 0, 8) } else { file(0, FileFault::NotAModel) });
    }
    let (format, rest) = u32::read(&bytes[8..]).ok_or_else(|| ends("format", 8, 4))?;
    match format {
        FORMAT => {}
        0 => return Err(file(8, FileFault::NoFormat { found: 0 })),
        found => return Err(file(8, FileFault::Newer { found, known: FORMAT })),
    }
    let length = rest.first_chunk().copied().map(u64::from_le_bytes).ok_or_else(|| ends("header's length", 12, 8))?;
    let end = usize::try_from(length).ok().and_then(|length| length.checked_add(HEADER));
    let start = end.and_then(|end| end.checked_next_multiple_of(8));
    let fits = |start: &usize| start.checked_add(CHECKSUM).is_some_and(|all| all <= bytes.len());
    let too_short = || ends("header", HEADER, length);
    let (end, start) = end.zip(start.filter(fits)).ok_or_else(too_short)?;
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    let stored = sum.first_chunk().copied().map_or(0, u64::from_le_bytes);
    let found = checksum(content);
    if stored != found {
        return Err(file(content.len() as u64, FileFault::Checksum { stored, found }));
    }
    check_filling(&bytes[end..start], end as u64)?;
    Ok((Header::from_bytes(&bytes[HEADER..end])?, start))
}

/// The header's lists of words, as places among the known ones.
struct Kinds {
    tests: Vec<usize>,
    missing: Vec<usize>,
}

fn kinds(words: &[String], of: &'static str, known: &[&str], maker: &str) -> Result<Vec<usize>, ModelError> {
    let place = |word: &String| {
        let unknown = || FileFault::UnknownKind { of, name: word.clone(), maker: Some(maker.to_owned()) };
        known.iter().position(|other| other == word).ok_or_else(|| file(HEADER as u64, unknown()))
    };
    let places = words.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
    let sorted = places.is_sorted_by(|one, two| one < two);
    if sorted { Ok(places) } else { Err(file(HEADER as u64, FileFault::Kinds { of })) }
}

/// The arrays that splits are read from.
struct Splits<'a> {
    kinds: Kinds,
    /// Which kinds have been met.
    met: ([bool; TestKind::ALL.len()], [bool; MISSING_WORDS.len()]),
    missing_kind: Stream<'a>,
    missing_branch: Stream<'a>,
    missing_surrogates: Stream<'a>,
    test_kind: Stream<'a>,
    test_column: Stream<'a>,
    threshold_cut: Stream<'a>,
    cut_level: Stream<'a>,
    height_steps: Stream<'a>,
    list_length: Stream<'a>,
    list_level: Stream<'a>,
    list_branch: Stream<'a>,
    surrogate_agreement: Stream<'a>,
    surrogate_to: Stream<'a>,
}

fn nodes(arrays: &mut Arrays, kinds: Kinds) -> Result<Vec<Node>, ModelError> {
    let mut branches = arrays.take("node.branches");
    let mut splits = Splits::new(arrays, kinds);
    let count = branches.left();
    let mut nodes = Vec::with_capacity(count);
    let mut next = 1_u64;
    for _ in 0..count {
        let before = branches;
        let found = branches.next::<u32>()?;
        if found == 0 {
            nodes.push(Node::Leaf);
            continue;
        }
        let limit = (count as u64 + 1).saturating_sub(next);
        if u64::from(found) >= limit {
            return Err(before.fault(ArrayFault::Range { found: found.into(), limit }));
        }
        let branches = Branches { first: NodeId(next as u32), count: found };
        nodes.push(Node::Branch { split: splits.split()?, branches });
        next += u64::from(found);
    }
    splits.end()?;
    Ok(nodes)
}

impl<'a> Splits<'a> {
    fn new(arrays: &mut Arrays<'a>, kinds: Kinds) -> Self {
        Splits {
            kinds,
            met: Default::default(),
            missing_kind: arrays.take("missing.kind"),
            missing_branch: arrays.take("missing.branch"),
            missing_surrogates: arrays.take("missing.surrogates"),
            test_kind: arrays.take("test.kind"),
            test_column: arrays.take("test.column"),
            threshold_cut: arrays.take("threshold.cut"),
            cut_level: arrays.take("cut.level"),
            height_steps: arrays.take("height.steps"),
            list_length: arrays.take("list.length"),
            list_level: arrays.take("list.level"),
            list_branch: arrays.take("list.branch"),
            surrogate_agreement: arrays.take("surrogate.agreement"),
            surrogate_to: arrays.take("surrogate.to"),
        }
    }

    fn split(&mut self) -> Result<Split, ModelError> {
        let (column, test) = self.test()?;
        let way = kind(&mut self.missing_kind, &self.kinds.missing)?;
        self.met.1[way] = true;
        let missing = match MISSING_WORDS[way] {
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
        let kind = TestKind::ALL[kind(&mut self.test_kind, &self.kinds.tests)?];
        self.met.0[kind as usize] = true;
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

    fn end(&self) -> Result<(), ModelError> {
        for (of, listed, met) in [
            ("test", &self.kinds.tests, &self.met.0[..]),
            ("way for missing values", &self.kinds.missing, &self.met.1[..]),
        ] {
            if listed.iter().any(|place| !met[*place]) {
                return Err(file(HEADER as u64, FileFault::Kinds { of }));
            }
        }
        let (tests, ways) = ([self.test_kind, self.test_column], [self.missing_kind, self.missing_branch]);
        let lists = [self.list_length, self.list_level, self.list_branch];
        let single = [self.threshold_cut, self.cut_level, self.height_steps, self.missing_surrogates];
        let others = [self.surrogate_agreement, self.surrogate_to];
        tests.iter().chain(&ways).chain(&lists).chain(&single).chain(&others).try_for_each(Stream::end)
    }
}

/// The place, among all kinds, of the next kind of an array.
fn kind(stream: &mut Stream, listed: &[usize]) -> Result<usize, ModelError> {
    let before = *stream;
    let found = stream.next::<u8>()?;
    let range = ArrayFault::Range { found: found.into(), limit: listed.len() as u64 };
    listed.get(usize::from(found)).copied().ok_or_else(|| before.fault(range))
}

fn classes(arrays: &mut Arrays, nodes: &[Node], classes: u32) -> Result<ClassAnswers, ModelError> {
    let mut leaves = arrays.take("leaf.classes");
    let (mut class, mut weight) = (arrays.take("weight.class"), arrays.take("weight.value"));
    let mut answers = ClassAnswers { classes, starts: Vec::with_capacity(nodes.len() + 1), weights: Vec::new() };
    answers.starts.push(0);
    for node in nodes {
        let count = if matches!(node, Node::Leaf) { leaves.next::<u32>()? } else { 0 };
        answers.weights.reserve(class.has(count)?);
        for _ in 0..count {
            answers.weights.push(ClassWeight { class: class.next()?, weight: weight.next()? });
        }
        answers.starts.push(answers.weights.len() as u32);
    }
    [leaves, class, weight].iter().try_for_each(Stream::end)?;
    Ok(answers)
}

fn numbers(arrays: &mut Arrays, nodes: usize) -> Result<NumberAnswers, ModelError> {
    let mut all = |name| {
        let mut stream = arrays.take(name);
        let values = (0..nodes).map(|_| stream.next()).collect::<Result<Vec<f64>, _>>()?;
        stream.end().map(|()| values)
    };
    let (rows, values, errors) = (all("node.rows")?, all("node.value")?, all("node.error")?);
    Ok(NumberAnswers { rows, values, errors, linear: linear(arrays)? })
}

fn linear(arrays: &mut Arrays) -> Result<Vec<(NodeId, LinearModel)>, ModelError> {
    let (mut node, mut counts) = (arrays.take("linear.node"), arrays.take("linear.terms"));
    let mut numbers = ["linear.base", "linear.low", "linear.high"].map(|name| arrays.take(name));
    let mut column = arrays.take("term.column");
    let mut terms = ["term.slope", "term.centre"].map(|name| arrays.take(name));
    let mut models = Vec::with_capacity(node.left());
    while node.left() > 0 {
        let (id, count) = (NodeId(node.next()?), counts.next()?);
        let [base, low, high] = &mut numbers;
        let mut model = LinearModel { base: base.next()?, terms: Vec::new(), low: low.next()?, high: high.next()? };
        model.terms.reserve_exact(column.has(count)?);
        for _ in 0..count {
            let [slope, centre] = &mut terms;
            model.terms.push(Term { column: ColumnId(column.next()?), slope: slope.next()?, centre: centre.next()? });
        }
        models.push((id, model));
    }
    [counts, column].iter().chain(&numbers).chain(&terms).try_for_each(Stream::end)?;
    Ok(models)
}
