//! A model becomes bytes.

use crate::model::finished::Model;
use crate::model::kind::TestKind;
use crate::tree::{Answers, ClassAnswers, Missing, Node, NumberAnswers, Split, Test, Tree};

use super::checksum::checksum;
use super::header::{Entry, FORMAT, HEADER, Header, MARK, MISSING_WORDS};
use super::parts::Parts;

impl Model {
    /// The model as the bytes of a `.spinney` file. Equal models have equal bytes, whenever and wherever they are written.
    ///
    /// ```
    /// use spinney::model::Model;
    /// let model = Model::from_json(r#"{"target": "play", "tree": {"counts": {"Yes": 9, "No": 5}}}"#)?;
    /// let bytes = model.to_bytes();
    /// assert!(bytes.starts_with(b"\x89SPINNEY\x01\0\0\0"));
    /// assert_eq!(Model::from_bytes(&bytes)?, model);
    /// # Ok::<(), spinney::model::ModelError>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let kinds = Kinds::of(self.tree());
        let mut parts = Parts::default();
        for node in self.tree().nodes() {
            parts.node(node, &kinds);
        }
        match self.tree().answers() {
            Answers::Classes(answers) => parts.classes(self.tree(), answers),
            Answers::Numbers(answers) => parts.numbers(answers),
        }
        let header = header(self, &kinds, &parts).to_bytes();
        let mut out = Vec::with_capacity(HEADER + header.len());
        out.extend_from_slice(&MARK);
        out.extend_from_slice(&FORMAT.to_le_bytes());
        out.extend_from_slice(&(header.len() as u64).to_le_bytes());
        out.extend_from_slice(&header);
        fill(&mut out);
        for (_, elements) in parts.list() {
            elements.write(&mut out);
            fill(&mut out);
        }
        let sum = checksum(&out);
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }
}

/// The next part begins at a multiple of 8, so that a reader may look at numbers where they lie.
fn fill(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(8), 0);
}

fn header(model: &Model, kinds: &Kinds, parts: &Parts) -> Header {
    let mut offset = 0;
    let mut arrays = Vec::new();
    for (name, elements) in parts.list() {
        let ((kind, size), count) = (elements.form(), elements.count() as u64);
        if count > 0 {
            arrays.push(Entry { count, name: name.to_owned(), offset, kind: kind.to_owned() });
            offset = (offset + count * size as u64).next_multiple_of(8);
        }
    }
    let answers = match model.tree().answers() {
        Answers::Classes(_) => "classes",
        Answers::Numbers(_) => "numbers",
    };
    let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    Header {
        answers: answers.to_owned(),
        arrays,
        missing: words(kinds.missing.iter().map(|place| MISSING_WORDS[*place]).collect()),
        model: "tree".to_owned(),
        provenance: model.provenance().clone(),
        schema: model.schema().clone(),
        pruning: model.pruning().to_vec(),
        settings: model.settings().cloned(),
        tests: words(kinds.tests.iter().map(|kind| kind.word()).collect()),
    }
}

/// The kinds that a tree uses, in the order of their words; an array holds places in these lists.
struct Kinds {
    tests: Vec<TestKind>,
    missing: Vec<usize>,
}

impl Kinds {
    fn of(tree: &Tree) -> Self {
        let (mut tests, mut missing) = ([false; TestKind::ALL.len()], [false; MISSING_WORDS.len()]);
        for node in tree.nodes() {
            let Node::Branch { split, .. } = node else { continue };
            tests[TestKind::of(&split.test) as usize] = true;
            missing[way(&split.missing)] = true;
            let Missing::Surrogates(others) = &split.missing else { continue };
            others.iter().for_each(|other| tests[TestKind::of(&other.test) as usize] = true);
        }
        Kinds {
            tests: TestKind::ALL.into_iter().filter(|kind| tests[*kind as usize]).collect(),
            missing: (0..missing.len()).filter(|place| missing[*place]).collect(),
        }
    }
}

/// The place of a way of dealing with missing values among all.
fn way(missing: &Missing) -> usize {
    match missing {
        Missing::Branch(_) => 0,
        Missing::Spread => 1,
        Missing::Surrogates(_) => 2,
    }
}

fn place_of<T: PartialEq>(all: &[T], one: &T) -> u8 {
    all.iter().position(|other| other == one).unwrap_or(0) as u8
}

impl Parts {
    fn node(&mut self, node: &Node, kinds: &Kinds) {
        match node {
            Node::Leaf => self.node_branches.push(0),
            Node::Branch { split, branches } => {
                self.node_branches.push(branches.count);
                self.split(split, kinds);
            }
        }
    }

    fn split(&mut self, split: &Split, kinds: &Kinds) {
        self.test(split.column.0, &split.test, kinds);
        self.missing_kind.push(place_of(&kinds.missing, &way(&split.missing)));
        match &split.missing {
            Missing::Branch(branch) => self.missing_branch.push(*branch),
            Missing::Spread => {}
            Missing::Surrogates(others) => {
                self.missing_surrogates.push(others.len() as u32);
                for other in others {
                    self.test(other.column.0, &other.test, kinds);
                    self.surrogate_agreement.push(other.agreement);
                    self.surrogate_to.extend_from_slice(&other.to);
                }
            }
        }
    }

    fn test(&mut self, column: u32, test: &Test, kinds: &Kinds) {
        self.test_kind.push(place_of(&kinds.tests, &TestKind::of(test)));
        self.test_column.push(column);
        match test {
            Test::Threshold { cut } => self.threshold_cut.push(*cut),
            Test::Cut { level } => self.cut_level.push(*level),
            Test::Height { height, .. } => self.height_steps.push(*height),
            Test::Values { .. } | Test::Subset { .. } => {}
        }
        let Some(levels) = test.levels() else { return };
        self.list_length.push(levels.len() as u32);
        self.list_level.extend(levels.iter().map(|pair| pair.level));
        self.list_branch.extend(levels.iter().map(|pair| pair.branch));
    }

    fn classes(&mut self, tree: &Tree, answers: &ClassAnswers) {
        let leaves = tree.ids().filter(|id| matches!(tree.node(*id), Node::Leaf));
        self.leaf_classes.extend(leaves.map(|id| answers.of(id).len() as u32));
        self.weight_class.extend(answers.weights.iter().map(|pair| pair.class));
        self.weight_value.extend(answers.weights.iter().map(|pair| pair.weight));
    }

    fn numbers(&mut self, answers: &NumberAnswers) {
        self.node_rows.extend_from_slice(&answers.rows);
        self.node_value.extend_from_slice(&answers.values);
        self.node_error.extend_from_slice(&answers.errors);
        for (node, model) in &answers.linear {
            self.linear_node.push(node.0);
            self.linear_terms.push(model.terms.len() as u32);
            self.linear_base.push(model.base);
            self.linear_low.push(model.low);
            self.linear_high.push(model.high);
            self.term_column.extend(model.terms.iter().map(|term| term.column.0));
            self.term_slope.extend(model.terms.iter().map(|term| term.slope));
            self.term_centre.extend(model.terms.iter().map(|term| term.centre));
        }
    }
}
