//! All arrays that a model can have: names, types, order. Sparse where trees are: a leaf costs four bytes and its answer.

/// The arrays of a model, each empty where the model has nothing to put there.
///
/// Nothing in them points: a node's children are the next ones, an element's owner is the next that needs one. So there is no
/// number that could point astray, and one model has one form.
#[derive(Default)]
pub(super) struct Parts {
    /// For each node its branches; 0 for a leaf.
    pub(super) node_branches: Vec<u32>,
    /// For each node of a numeric tree: weight, answer, squared error.
    pub(super) node_rows: Vec<f64>,
    pub(super) node_value: Vec<f64>,
    pub(super) node_error: Vec<f64>,
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
pub(super) enum Elements<'a> {
    U8(&'a [u8]),
    U32(&'a [u32]),
    F64(&'a [f64]),
}

impl Elements<'_> {
    /// The word of their type, and the bytes of each.
    pub(super) fn form(&self) -> (&'static str, usize) {
        match self {
            Elements::U8(_) => ("u8", 1),
            Elements::U32(_) => ("u32", 4),
            Elements::F64(_) => ("f64", 8),
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Elements::U8(all) => all.len(),
            Elements::U32(all) => all.len(),
            Elements::F64(all) => all.len(),
        }
    }

    /// Appends them, the lowest byte first.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Elements::U8(all) => out.extend_from_slice(all),
            Elements::U32(all) => out.extend(all.iter().flat_map(|element| element.to_le_bytes())),
            Elements::F64(all) => out.extend(all.iter().flat_map(|element| element.to_le_bytes())),
        }
    }
}

impl Parts {
    /// Every array, empty or not, in the order of their names.
    pub(super) fn list(&self) -> [(&'static str, Elements<'_>); 28] {
        use Elements::{F64, U8, U32};
        [
            ("cut.level", U32(&self.cut_level)),
            ("height.steps", U32(&self.height_steps)),
            ("leaf.classes", U32(&self.leaf_classes)),
            ("linear.base", F64(&self.linear_base)),
            ("linear.high", F64(&self.linear_high)),
            ("linear.low", F64(&self.linear_low)),
            ("linear.node", U32(&self.linear_node)),
            ("linear.terms", U32(&self.linear_terms)),
            ("list.branch", U32(&self.list_branch)),
            ("list.length", U32(&self.list_length)),
            ("list.level", U32(&self.list_level)),
            ("missing.branch", U32(&self.missing_branch)),
            ("missing.kind", U8(&self.missing_kind)),
            ("missing.surrogates", U32(&self.missing_surrogates)),
            ("node.branches", U32(&self.node_branches)),
            ("node.error", F64(&self.node_error)),
            ("node.rows", F64(&self.node_rows)),
            ("node.value", F64(&self.node_value)),
            ("surrogate.agreement", F64(&self.surrogate_agreement)),
            ("surrogate.to", U32(&self.surrogate_to)),
            ("term.centre", F64(&self.term_centre)),
            ("term.column", U32(&self.term_column)),
            ("term.slope", F64(&self.term_slope)),
            ("test.column", U32(&self.test_column)),
            ("test.kind", U8(&self.test_kind)),
            ("threshold.cut", F64(&self.threshold_cut)),
            ("weight.class", U32(&self.weight_class)),
            ("weight.value", F64(&self.weight_value)),
        ]
    }
}
