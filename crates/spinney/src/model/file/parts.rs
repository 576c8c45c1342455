//! All arrays that a model can have: names, types, order. Sparse where trees are: a leaf costs four bytes and its answer, and
//! less in a forest.

/// The arrays of a model, each empty where the model has nothing to put there.
///
/// Nothing in them points: a node's children are the next ones, an element's owner is the next that needs one. So there is no
/// number that could point astray, and one model has one form.
#[derive(Default)]
pub(super) struct Parts {
    /// For each node its branches; 0 for a leaf.
    pub(super) node_branches: Vec<u32>,
    /// For each tree of a forest how many nodes it has; and how many leaves with a linear model, where any has.
    pub(super) tree_nodes: Vec<u32>,
    pub(super) tree_linear: Vec<u32>,
    /// For each node of a numeric tree: weight, answer, squared error.
    pub(super) node_rows: Vec<f64>,
    pub(super) node_value: Vec<f64>,
    pub(super) node_error: Vec<f64>,
    /// The same in a forest: of leaves, and of splits, whose weights are their leaves' sums.
    pub(super) leaf_rows: Vec<f64>,
    pub(super) leaf_value: Vec<f64>,
    pub(super) leaf_error: Vec<f64>,
    pub(super) split_value: Vec<f64>,
    pub(super) split_error: Vec<f64>,
    /// For each split its way of dealing with missing values, by its place in the header's list.
    pub(super) missing_kind: Vec<u8>,
    /// For each split that names a branch, that branch; for each that has surrogates, how many.
    pub(super) missing_branch: Vec<u32>,
    pub(super) missing_surrogates: Vec<u32>,
    /// For each test (a split's own, then its surrogates') its kind, by its place in the header's list, and its column.
    pub(super) test_kind: Vec<u8>,
    pub(super) test_column: Vec<u32>,
    /// For each test of that kind.
    pub(super) threshold_cut: Vec<f64>,
    pub(super) cut_level: Vec<u32>,
    pub(super) height_steps: Vec<u32>,
    /// For each test that lists levels how many it lists; then the levels and their branches.
    pub(super) list_length: Vec<u32>,
    pub(super) list_level: Vec<u32>,
    pub(super) list_branch: Vec<u32>,
    /// For each surrogate its agreement; for each of its branches the split's.
    pub(super) surrogate_agreement: Vec<f64>,
    pub(super) surrogate_to: Vec<u32>,
    /// For each leaf how many classes have weight there; then those and their weights.
    pub(super) leaf_classes: Vec<u32>,
    pub(super) weight_class: Vec<u32>,
    pub(super) weight_value: Vec<f64>,
    /// For each node that is held to other shares of classes its number, and the share of the second; and how many such nodes each tree has,
    /// where any has.
    pub(super) held_node: Vec<u32>,
    pub(super) held_share: Vec<f64>,
    pub(super) tree_held: Vec<u32>,
    /// For each leaf with a linear model its node, its terms, its numbers; then the terms.
    pub(super) linear_node: Vec<u32>,
    pub(super) linear_terms: Vec<u32>,
    pub(super) linear_base: Vec<f64>,
    pub(super) linear_low: Vec<f64>,
    pub(super) linear_high: Vec<f64>,
    pub(super) term_column: Vec<u32>,
    pub(super) term_slope: Vec<f64>,
    pub(super) term_centre: Vec<f64>,
}

/// The elements of an array.
#[derive(Clone, Copy)]
pub(super) enum Elements<'a> {
    U8(&'a [u8]),
    U32(&'a [u32]),
    /// With the name that their places in a table would have.
    F64(&'a [f64], &'static str),
}

impl Elements<'_> {
    /// The word of their type in the file of a tree, and the bytes of each.
    pub(super) fn form(&self) -> (&'static str, usize) {
        match self {
            Elements::U8(_) => ("u8", 1),
            Elements::U32(_) => ("u32", 4),
            Elements::F64(..) => ("f64", 8),
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Elements::U8(all) => all.len(),
            Elements::U32(all) => all.len(),
            Elements::F64(all, _) => all.len(),
        }
    }
}

macro_rules! reals {
    ($name:literal, $all:expr) => {
        ($name, Elements::F64(&$all, concat!($name, ".place")))
    };
}

impl Parts {
    /// Every array, empty or not, in the order of their names.
    pub(super) fn list(&self) -> [(&'static str, Elements<'_>); 38] {
        use Elements::{U8, U32};
        [
            ("cut.level", U32(&self.cut_level)),
            ("height.steps", U32(&self.height_steps)),
            ("held.node", U32(&self.held_node)),
            reals!("held.share", self.held_share),
            ("leaf.classes", U32(&self.leaf_classes)),
            reals!("leaf.error", self.leaf_error),
            reals!("leaf.rows", self.leaf_rows),
            reals!("leaf.value", self.leaf_value),
            reals!("linear.base", self.linear_base),
            reals!("linear.high", self.linear_high),
            reals!("linear.low", self.linear_low),
            ("linear.node", U32(&self.linear_node)),
            ("linear.terms", U32(&self.linear_terms)),
            ("list.branch", U32(&self.list_branch)),
            ("list.length", U32(&self.list_length)),
            ("list.level", U32(&self.list_level)),
            ("missing.branch", U32(&self.missing_branch)),
            ("missing.kind", U8(&self.missing_kind)),
            ("missing.surrogates", U32(&self.missing_surrogates)),
            ("node.branches", U32(&self.node_branches)),
            reals!("node.error", self.node_error),
            reals!("node.rows", self.node_rows),
            reals!("node.value", self.node_value),
            reals!("split.error", self.split_error),
            reals!("split.value", self.split_value),
            reals!("surrogate.agreement", self.surrogate_agreement),
            ("surrogate.to", U32(&self.surrogate_to)),
            reals!("term.centre", self.term_centre),
            ("term.column", U32(&self.term_column)),
            reals!("term.slope", self.term_slope),
            ("test.column", U32(&self.test_column)),
            ("test.kind", U8(&self.test_kind)),
            reals!("threshold.cut", self.threshold_cut),
            ("tree.held", U32(&self.tree_held)),
            ("tree.linear", U32(&self.tree_linear)),
            ("tree.nodes", U32(&self.tree_nodes)),
            ("weight.class", U32(&self.weight_class)),
            reals!("weight.value", self.weight_value),
        ]
    }
}
