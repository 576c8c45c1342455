//! The account for programs: every split that was tried, with all digits.

use serde_json::{Map, Value, json};

use crate::explain::Words;
use crate::grow::{NodeRecord, Outcome, Part, TrialRecord};
use crate::table::Task;
use crate::tree::{Node, NodeId, Test};

use super::story::Story;

/// The whole account of these nodes.
pub(super) fn document(story: &Story<'_>, told: &[NodeId]) -> Value {
    let schema = story.words.schema();
    let tree = story.tree;
    let classes = (schema.task() == Task::Classification).then(|| schema.classes());
    let columns: Vec<&str> = schema.columns.iter().map(|column| column.name.as_str()).collect();
    let nodes: Vec<Value> = told.iter().filter_map(|id| Some(node(story, *id, story.account(*id)?))).collect();
    let mut document = json!({
        "target": schema.target.name,
        "task": schema.task(),
        "columns": columns,
        "settings": story.settings,
        "measure": story.mixture.sign(),
        "tree": { "nodes": tree.len(), "leaves": tree.leaves(), "depth": tree.depth() },
        "nodes": nodes,
    });
    if let Some(classes) = classes {
        document["classes"] = json!(classes);
    }
    document
}

/// Exact numbers and every value of a set.
fn exact<'a>(story: &Story<'a>) -> Words<'a> {
    Words::new(story.words.schema()).missing(true)
}

fn node(story: &Story<'_>, id: NodeId, account: &NodeRecord) -> Value {
    let mut node = part(story, &account.rows);
    let mut put = |key: &str, value: Value| {
        node.insert(key.to_owned(), value);
    };
    put("node", json!(id.0));
    put("depth", json!(story.depths[id.place()]));
    if let Some(parent) = story.tree.parent(id) {
        put("parent", json!(parent.0));
        if let Node::Branch { split, branches } = story.tree.node(parent) {
            put("when", json!(exact(story).test(&split, id.0 - branches.first.0)));
        }
    }
    if let Some(average) = account.average_gain {
        put("average_gain", json!(average));
    }
    match account.outcome {
        Outcome::Split(trial) => put("split_by", json!(trial)),
        Outcome::Leaf(stop) => {
            put("leaf", json!(stop));
            put("answer", answer(story, id));
        }
    }
    if let Some(branches) = story.tree.branches(id) {
        put("branches", json!(branches.iter().map(|child| child.0).collect::<Vec<u32>>()));
    }
    put("trials", account.trials.iter().map(|tried| trial(story, tried)).collect());
    Value::Object(node)
}

fn answer(story: &Story<'_>, id: NodeId) -> Value {
    match story.tree.answers() {
        crate::tree::Answers::Classes(_) => {
            json!(story.tree.majority(id).and_then(|class| story.words.schema().classes().get(class as usize)))
        }
        crate::tree::Answers::Numbers(numbers) => json!(numbers.values[id.place()]),
    }
}

fn trial(story: &Story<'_>, trial: &TrialRecord) -> Value {
    let schema = story.words.schema();
    let split = Story::split(trial);
    let words = exact(story).missing(false);
    let branches: Vec<Value> = trial
        .branches
        .iter()
        .enumerate()
        .map(|(branch, rows)| {
            let mut own = part(story, rows);
            own.insert("when".to_owned(), json!(words.branch(&split, branch as u32)));
            Value::Object(own)
        })
        .collect();
    let mut told = json!({
        "column": schema.columns.get(trial.column.place()).map(|column| column.name.as_str()),
        "test": kind(&trial.test),
        "better": trial.better,
        "counted_rows": trial.counted.rows,
        "missing_rows": trial.lost,
        "after": trial.after,
        "gain": trial.gain,
        "branches": branches,
    });
    if schema.task() == Task::Classification {
        told["split_entropy"] = json!(trial.split_entropy);
    }
    if story.by_ratio() {
        told["gain_ratio"] = json!(story.ratio(trial));
    }
    if let Test::Threshold { cut } = trial.test {
        told["cut"] = if cut.is_finite() { json!(cut) } else { Value::Null };
    }
    if let Some(branch) = trial.missing {
        told["missing_branch"] = json!(branch);
    }
    told
}

fn kind(test: &Test) -> &'static str {
    match test {
        Test::Threshold { .. } => "threshold",
        Test::Cut { .. } => "cut",
        Test::Values { .. } => "values",
        Test::Subset { .. } => "subset",
        Test::Height { .. } => "height",
    }
}

fn part(story: &Story<'_>, part: &Part) -> Map<String, Value> {
    let mut told = Map::new();
    told.insert("rows".to_owned(), json!(part.rows));
    let names = story.words.schema().classes();
    if names.is_empty() {
        told.insert("mean".to_owned(), json!(part.mean));
    } else {
        // In the order of `classes`, those without rows left out.
        let own =
            |pair: &crate::tree::ClassWeight| json!({"class": names.get(pair.class as usize), "rows": pair.weight});
        told.insert("classes".to_owned(), part.classes.iter().map(own).collect());
    }
    told.insert("impurity".to_owned(), json!(part.impurity));
    told
}
