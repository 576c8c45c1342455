//! A model becomes bytes.

use crate::blind::BlindKind;
use crate::model::body::Body;
use crate::model::finished::Model;
use crate::model::kind::TestKind;
use crate::model::schema::TargetKind;
use crate::model::several::Models;
use crate::tree::{Answers, ClassAnswers, Missing, Node, NumberAnswers, Split, Test, Tree};

use super::checksum::checksum;
use super::header::{Entry, FORMAT, HEADER, Header, MARK, MISSING_WORDS, Other};
use super::pack::{Array, packed, plain};
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
        encode(self, &[])
    }
}

impl Models {
    /// The models as the bytes of one `.spinney` file: nodes stand there once, answers for each target. Those of one target alone are the
    /// bytes of [`Model::to_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(self.first(), &self.all()[1..])
    }
}

/// The bytes of a model, and of those that have the same nodes.
fn encode(model: &Model, others: &[Model]) -> Vec<u8> {
    let kinds = Kinds::of(model.trees());
    let mut parts = Parts::default();
    let arrays = match model.body() {
        Body::Tree { tree, .. } => {
            parts.tree(tree, &kinds);
            others.iter().flat_map(Model::trees).for_each(|tree| parts.said(tree));
            parts.leave_out_none();
            plain(&parts)
        }
        Body::Forest { forest, .. } | Body::Blind { forest, .. } => {
            forest.trees().iter().for_each(|tree| parts.tree_of_many(tree, &kinds));
            others.iter().flat_map(Model::trees).for_each(|tree| parts.said_of_many(tree));
            parts.leave_out_none();
            parts.leave_out(&kinds);
            packed(&parts)
        }
    };
    let header = header((model, others), &kinds, &arrays).to_bytes();
    let room: usize = arrays.iter().map(|array| array.bytes.len() + 8).sum();
    let mut out = Vec::with_capacity(HEADER + header.len() + 8 + room + 8);
    out.extend_from_slice(&MARK);
    out.extend_from_slice(&FORMAT.to_le_bytes());
    out.extend_from_slice(&(header.len() as u64).to_le_bytes());
    out.extend_from_slice(&header);
    fill(&mut out);
    for array in arrays {
        out.extend_from_slice(&array.bytes);
        fill(&mut out);
    }
    let sum = checksum(&out);
    out.extend_from_slice(&sum.to_le_bytes());
    out
}

/// The next part begins at a multiple of 8, so that a reader may look at numbers where they lie.
fn fill(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(8), 0);
}

fn header((model, others): (&Model, &[Model]), kinds: &Kinds, arrays: &[Array]) -> Header {
    let mut offset = 0;
    let entry = |Array { name, kind, count, bytes }: &Array| {
        let begins = offset;
        offset = (offset + bytes.len() as u64).next_multiple_of(8);
        Entry { count: *count as u64, name: (*name).to_owned(), offset: begins, kind: (*kind).to_owned() }
    };
    let arrays = arrays.iter().map(entry).collect();
    let answers = match model.schema().target.values {
        TargetKind::Classes { .. } => "classes",
        TargetKind::Number { .. } => "numbers",
    };
    let other = |other: &Model| Other { findings: other.findings().cloned(), target: other.schema().target.clone() };
    let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    // Derived forms of texts and finite numbers always have a JSON value.
    let (word, settings, vote) = match model.body() {
        Body::Tree { settings, .. } => ("tree", serde_json::to_value(settings), None),
        Body::Forest { settings, forest, .. } => ("forest", serde_json::to_value(settings), Some(forest.vote())),
        Body::Blind { blind, .. } => (kind_word(blind.settings.kind), serde_json::to_value(blind), None),
    };
    Header {
        answers: answers.to_owned(),
        arrays,
        findings: model.findings().cloned(),
        missing: words(kinds.missing.iter().map(|place| MISSING_WORDS[*place]).collect()),
        model: word.to_owned(),
        others: others.iter().map(other).collect(),
        provenance: model.provenance().clone(),
        schema: model.schema().clone(),
        pruning: model.pruning().to_vec(),
        settings: settings.unwrap_or_default(),
        tests: words(kinds.tests.iter().map(|kind| kind.word()).collect()),
        vote,
    }
}

/// What a file calls trees without a target.
pub(super) fn kind_word(kind: BlindKind) -> &'static str {
    match kind {
        BlindKind::Isolation => "isolation",
        BlindKind::Embedding => "embedding",
    }
}

/// The kinds that trees use, in the order of their words; an array holds places in these lists.
struct Kinds {
    tests: Vec<TestKind>,
    missing: Vec<usize>,
}

impl Kinds {
    fn of(trees: &[Tree]) -> Self {
        let (mut tests, mut missing) = ([false; TestKind::ALL.len()], [false; MISSING_WORDS.len()]);
        for node in trees.iter().flat_map(Tree::nodes) {
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
    /// A tree that stands alone.
    fn tree(&mut self, tree: &Tree, kinds: &Kinds) {
        tree.nodes().iter().for_each(|node| self.node(&node, kinds));
        if let Answers::Numbers(answers) = tree.answers() {
            self.node_rows.extend_from_slice(&answers.rows);
        }
        self.said(tree);
    }

    /// What its nodes answer; their weight is the same for all targets.
    fn said(&mut self, tree: &Tree) {
        match tree.answers() {
            Answers::Classes(answers) => self.classes(tree, answers),
            Answers::Numbers(answers) => {
                self.node_value.extend_from_slice(&answers.values);
                self.node_error.extend_from_slice(&answers.errors);
                self.linear(answers);
            }
        }
    }

    /// A tree of a forest.
    fn tree_of_many(&mut self, tree: &Tree, kinds: &Kinds) {
        self.tree_nodes.push(tree.len() as u32);
        tree.nodes().iter().for_each(|node| self.node(&node, kinds));
        if let Answers::Numbers(answers) = tree.answers() {
            let leaves = tree.nodes().all_branches().zip(&answers.rows).filter(|(branches, _)| branches.is_none());
            self.leaf_rows.extend(leaves.map(|(_, rows)| *rows));
        }
        self.said_of_many(tree);
    }

    /// What its nodes answer.
    fn said_of_many(&mut self, tree: &Tree) {
        match tree.answers() {
            Answers::Classes(answers) => self.classes(tree, answers),
            Answers::Numbers(answers) => {
                for (place, branches) in tree.nodes().all_branches().enumerate() {
                    let (value, error) = (answers.values[place], answers.errors[place]);
                    if branches.is_none() {
                        self.leaf_value.push(value);
                        self.leaf_error.push(error);
                    } else {
                        self.split_value.push(value);
                        self.split_error.push(error);
                    }
                }
                self.tree_linear.push(answers.linear.len() as u32);
                self.linear(answers);
            }
        }
    }

    /// What would tell nothing: how many of none.
    fn leave_out_none(&mut self) {
        if self.linear_node.is_empty() {
            self.tree_linear.clear();
        }
        if self.held_node.is_empty() {
            self.tree_held.clear();
        }
    }

    /// What would tell nothing: which of one kind.
    fn leave_out(&mut self, kinds: &Kinds) {
        if kinds.tests.len() == 1 {
            self.test_kind.clear();
        }
        if kinds.missing.len() == 1 {
            self.missing_kind.clear();
        }
    }

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
        let leaves = tree.ids().filter(|id| tree.branches(*id).is_none());
        self.leaf_classes.extend(leaves.map(|id| answers.of(id).len() as u32));
        self.weight_class.extend(answers.weights.iter().map(|pair| pair.class));
        self.weight_value.extend(answers.weights.iter().map(|pair| pair.weight));
        self.tree_held.push(answers.held.len() as u32);
        self.held_node.extend(answers.held.iter().map(|(id, _)| id.0));
        self.held_share.extend(answers.held.iter().map(|(_, share)| share));
    }

    fn linear(&mut self, answers: &NumberAnswers) {
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
