//! A model becomes text: one loop over the nodes, since a tree may be deeper than the stack.

use std::fmt::Write as _;

use serde::Serialize;

use crate::grow::LeafKind;
use crate::model::body::Body;
use crate::model::finished::Model;
use crate::model::kind::TestKind;
use crate::model::schema::{ColumnSchema, ColumnValues, Schema};
use crate::table::{Meaning, Number, number};
use crate::tree::{Answers, ClassWeight, LinearModel, Missing, Node, NodeId, Split, Surrogate, Test, Tree, heaviest};

/// Deeper lines are not moved further to the right, or the text of a long chain would grow with its square.
const DEEPEST: usize = 20;

impl Model {
    /// The model as JSON that [`Model::from_json`] reads back to an equal model. Trees of any depth are written.
    ///
    /// ```
    /// use spinney::model::Model;
    /// let model = Model::from_json(r#"{"target": "play", "tree": {"counts": {"Yes": 9, "No": 5}}}"#)?;
    /// let text = model.to_json_text();
    /// assert!(text.contains(r#""tree": {"rows": 14, "counts": {"No": 5, "Yes": 9}, "predict": "Yes"}"#));
    /// assert_eq!(Model::from_json(&text)?, model);
    /// # Ok::<(), spinney::model::ModelError>(())
    /// ```
    pub fn to_json_text(&self) -> String {
        let mut out = String::from("{\n");
        let _ = writeln!(out, "  \"provenance\": {},", json(self.provenance()));
        let _ = writeln!(out, "  \"target\": {},", json(&self.schema().target));
        let columns: Vec<String> = self.schema().columns.iter().map(|column| format!("    {}", json(column))).collect();
        let lines = if columns.is_empty() { String::new() } else { format!("\n{}\n  ", columns.join(",\n")) };
        let _ = writeln!(out, "  \"columns\": [{lines}],");
        match self.body() {
            Body::Tree { tree, settings, pruning } => {
                if let Some(settings) = settings {
                    let _ = writeln!(out, "  \"settings\": {},", json(settings));
                }
                if !pruning.is_empty() {
                    let _ = writeln!(out, "  \"pruning\": {},", json(pruning));
                }
                out += "  \"tree\": ";
                out = Pen::new(self, tree, out).tree(1);
            }
            Body::Forest { forest, settings, findings } => {
                if let Some(settings) = settings {
                    let _ = writeln!(out, "  \"settings\": {},", json(settings));
                }
                if let Some(findings) = findings {
                    let _ = writeln!(out, "  \"findings\": {},", json(findings));
                }
                let _ = write!(out, "  \"forest\": {{\"vote\": {}, \"trees\": [", json(&forest.vote()));
                out = trees(self, out);
            }
            Body::Blind { blind, .. } => {
                let _ = writeln!(out, "  \"settings\": {},", json(blind));
                out += "  \"blind\": {\"trees\": [";
                out = trees(self, out);
            }
        }
        out + "\n}\n"
    }
}

/// Adds the trees of a forest, and the end of their list.
fn trees(model: &Model, mut out: String) -> String {
    for (place, tree) in model.trees().iter().enumerate() {
        out += if place > 0 { ",\n    " } else { "\n    " };
        out = Pen::new(model, tree, out).tree(2);
    }
    out + "\n  ]}"
}

/// A value in JSON. Derived forms of texts and finite numbers always have one.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The class weights of every node: the sum of its children's, so from the last node to the first.
fn class_weights(tree: &Tree) -> Vec<Vec<ClassWeight>> {
    let Answers::Classes(answers) = tree.answers() else { return Vec::new() };
    let mut all: Vec<Vec<ClassWeight>> = vec![Vec::new(); tree.len()];
    for id in tree.ids().rev() {
        let Some(branches) = tree.branches(id) else {
            all[id.place()] = answers.of(id).to_vec();
            continue;
        };
        let mut sum: Vec<ClassWeight> = branches.iter().flat_map(|child| all[child.place()].iter().copied()).collect();
        sum.sort_by_key(|pair| pair.class);
        sum.dedup_by(|next, kept| {
            let same = next.class == kept.class;
            kept.weight += if same { next.weight } else { 0.0 };
            same
        });
        all[id.place()] = sum;
    }
    all
}

struct Pen<'a> {
    schema: &'a Schema,
    tree: &'a Tree,
    /// What its numbers are.
    word: &'static str,
    weights: Vec<Vec<ClassWeight>>,
    out: String,
}

/// What is still to be written, and how far to the right.
enum Task {
    Node(NodeId, usize),
    /// What stands before a child: its condition.
    When(String, usize),
    Close(usize),
}

impl<'a> Pen<'a> {
    fn new(model: &'a Model, tree: &'a Tree, out: String) -> Self {
        let word = match model.settings().map(|settings| settings.leaf) {
            Some(LeafKind::Median) => "median",
            Some(LeafKind::Quantile(_)) => "quantile",
            _ => "mean",
        };
        Pen { schema: model.schema(), tree, word, weights: class_weights(tree), out }
    }

    /// The text with the tree behind it, whose root is so far to the right.
    fn tree(mut self, root: usize) -> String {
        let mut tasks = vec![Task::Node(NodeId::ROOT, root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Node(id, depth) => self.node(id, depth, &mut tasks),
                Task::When(when, depth) => {
                    self.out += if self.out.ends_with('[') { "" } else { "," };
                    self.line(depth);
                    let _ = write!(self.out, "{{\"when\": {when}, \"node\": ");
                }
                Task::Close(depth) => {
                    self.line(depth + 1);
                    self.out.push(']');
                    self.line(depth);
                    self.out += if depth == root { "}" } else { "}}" };
                }
            }
        }
        self.out
    }

    /// A leaf on one line; of another node all but its children, who are left to later.
    fn node(&mut self, id: NodeId, depth: usize, tasks: &mut Vec<Task>) {
        self.out.push('{');
        let Node::Branch { split, branches } = self.tree.node(id) else {
            self.answer(id);
            self.out += if id == NodeId::ROOT { "}" } else { "}}" };
            return;
        };
        self.line(depth + 1);
        self.answer(id);
        self.split(&split, depth + 1);
        tasks.push(Task::Close(depth));
        let conditions = self.conditions(&split);
        for (place, child) in branches.iter().enumerate().rev() {
            tasks.push(Task::Node(child, depth + 2));
            // One branch more than the test's own is for missing values.
            let when = conditions.get(place).map_or("{\"missing\": true}", String::as_str);
            tasks.push(Task::When(when.to_owned(), depth + 2));
        }
    }

    fn line(&mut self, depth: usize) {
        let _ = write!(self.out, "\n{:1$}", "", 2 * depth.min(DEEPEST));
    }

    /// What a node says of the target.
    fn answer(&mut self, id: NodeId) {
        match self.tree.answers() {
            Answers::Classes(_) => {
                let (weights, names) = (&self.weights[id.place()], self.schema.classes());
                let name = |pair: &ClassWeight| json(&names[pair.class as usize]);
                let counts: Vec<String> =
                    weights.iter().map(|pair| format!("{}: {}", name(pair), number::text(pair.weight))).collect();
                let _ = write!(self.out, "\"rows\": {}, ", number::text(self.tree.rows(id)));
                let _ = write!(self.out, "\"counts\": {{{}}}", counts.join(", "));
                if let Some(second) = self.tree.held(id) {
                    let _ = write!(self.out, ", \"held\": {}", number::text(second));
                }
                let held = self.tree.held_weights(id);
                if let Some(first) = heaviest(held.as_deref().unwrap_or(weights)) {
                    let _ = write!(self.out, ", \"predict\": {}", name(&first));
                }
            }
            Answers::Numbers(answers) => {
                let [rows, value, error] =
                    [&answers.rows, &answers.values, &answers.errors].map(|all| number::text(all[id.place()]));
                let word = self.word;
                let _ = write!(self.out, "\"rows\": {rows}, \"{word}\": {value}, \"squared_error\": {error}");
                match answers.linear.binary_search_by_key(&id, |pair| pair.0) {
                    Ok(place) => self.linear(&answers.linear[place].1),
                    Err(_) => _ = write!(self.out, ", \"predict\": {value}"),
                }
            }
        }
    }

    fn linear(&mut self, model: &LinearModel) {
        let [base, low, high] = [model.base, model.low, model.high].map(number::text);
        let terms = model.terms.iter().map(|term| {
            let name = json(&self.schema.column(term.column).name);
            let [slope, centre] = [term.slope, term.centre].map(number::text);
            format!("{{\"column\": {name}, \"slope\": {slope}, \"centre\": {centre}}}")
        });
        let terms = terms.collect::<Vec<_>>().join(", ");
        let _ = write!(
            self.out,
            ", \"linear\": {{\"base\": {base}, \"low\": {low}, \"high\": {high}, \"terms\": [{terms}]}}"
        );
    }

    fn split(&mut self, split: &Split, depth: usize) {
        self.out.push(',');
        self.line(depth);
        let column = self.schema.column(split.column);
        let missing = match &split.missing {
            Missing::Branch(branch) => branch.to_string(),
            Missing::Spread => "\"spread\"".to_owned(),
            Missing::Surrogates(others) if others.is_empty() => "\"heaviest\"".to_owned(),
            Missing::Surrogates(_) => "\"surrogates\"".to_owned(),
        };
        let _ = write!(self.out, "\"split\": {{{}, \"missing\": {missing}", asked(column, &split.test));
        if let Missing::Surrogates(others) = &split.missing {
            let other = |other: &Surrogate| {
                let column = self.schema.column(other.column);
                let sides = named(column, &other.test).map(|sides| sides.join(", "));
                let sides = sides.map_or_else(String::new, |sides| format!(", \"branches\": [{sides}]"));
                let (asked, to) = (asked(column, &other.test), json(&*other.to));
                format!("{{{asked}{sides}, \"to\": {to}, \"agreement\": {}}}", number::text(other.agreement))
            };
            let others: Vec<String> = others.iter().map(other).collect();
            if !others.is_empty() {
                let _ = write!(self.out, ", \"surrogates\": [{}]", others.join(", "));
            }
        }
        self.out += "},";
        self.line(depth);
        self.out += "\"children\": [";
    }

    /// The conditions of the branches of the test.
    fn conditions(&self, split: &Split) -> Vec<String> {
        let column = self.schema.column(split.column);
        let sides = |text: &str| ["<=", ">"].map(|sign| json(&format!("{sign} {text}"))).to_vec();
        match &split.test {
            Test::Threshold { cut } => sides(&amount(column, *cut)),
            Test::Cut { level } => sides(&column.levels()[*level as usize]),
            test => named(column, test).unwrap_or_default(),
        }
    }
}

/// The column and the question, without the values of the branches.
fn asked(column: &ColumnSchema, test: &Test) -> String {
    let asked = format!("\"column\": {}, \"kind\": \"{}\"", json(&column.name), TestKind::of(test).word());
    match test {
        Test::Threshold { cut } if cut.is_finite() => format!("{asked}, \"cut\": {}", number::text(*cut)),
        Test::Threshold { cut } => format!("{asked}, \"cut\": \"{}\"", number::text(*cut)),
        Test::Cut { level } => format!("{asked}, \"cut\": {}", json(&column.levels()[*level as usize])),
        Test::Height { height, .. } => format!("{asked}, \"height\": {height}"),
        Test::Values { .. } | Test::Subset { .. } => asked,
    }
}

/// A number of a column as people read it.
pub(super) fn amount(column: &ColumnSchema, value: f64) -> String {
    let meaning = match column.values {
        ColumnValues::Continuous { meaning } => meaning,
        _ => Meaning::Plain,
    };
    Number { values: Vec::new().into(), meaning }.text(value)
}

/// The values that take each branch; `None` where the test lists none.
fn named(column: &ColumnSchema, test: &Test) -> Option<Vec<String>> {
    let mut taken: Vec<Vec<u32>> = vec![Vec::new(); test.branches() as usize];
    test.levels()?.iter().for_each(|pair| taken[pair.branch as usize].push(pair.level));
    let side = |taken: &Vec<u32>| {
        let names: Vec<String> = taken.iter().map(|level| json(&column.levels()[*level as usize])).collect();
        match (test, &names[..]) {
            (Test::Height { height, .. }, [_, ..]) => {
                let at = json(&column.node(taken[0], *height));
                format!("{{\"at\": {at}, \"values\": [{}]}}", names.join(", "))
            }
            (Test::Values { .. }, [one]) => one.clone(),
            _ => format!("[{}]", names.join(", ")),
        }
    };
    Some(taken.iter().map(side).collect())
}
