//! Nodes and answers are checked once, where they become a tree.

use super::answer::{Answers, ClassAnswers, LinearModel};
use super::id::NodeId;
use super::nodes::{Branches, Doubt, Nodes, class_rows};
use super::test::{Missing, Split, Test};

/// Why nodes and answers make no tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// No node at all.
    #[error("it has no root")]
    NoRoot,
    /// More nodes than a number can count.
    #[error("it has more than 4,294,967,294 nodes")]
    TooMany,
    /// Children that are not the next free nodes.
    #[error("the children of node {node} are not the next nodes in order")]
    OutOfOrder {
        /// The parent.
        node: u32,
    },
    /// A node that is nobody's child.
    #[error("node {node} hangs from no other")]
    Orphan {
        /// The first such node.
        node: u32,
    },
    /// A test or route that points at a branch that is not there.
    #[error("node {node} has {count} branches, and its split names branch {branch}")]
    NoBranch {
        /// The node.
        node: u32,
        /// Its branches.
        count: u32,
        /// The one named.
        branch: u32,
    },
    /// Fewer than two branches, or more than its test and missing values can use.
    #[error("node {node} has {count} branches, which its test does not")]
    WrongCount {
        /// The node.
        node: u32,
        /// Its branches.
        count: u32,
    },
    /// Levels out of order or named twice.
    #[error("the levels of node {node} are not in order, each once")]
    Levels {
        /// The node.
        node: u32,
    },
    /// A cut that is not a number.
    #[error("the cut of node {node} is not a number")]
    Cut {
        /// The node.
        node: u32,
    },
    /// Answers of another size than the nodes, or weights that are none.
    #[error("the answers do not fit the nodes at node {node}")]
    Answers {
        /// The first node at fault.
        node: u32,
    },
}

/// Children must be the next nodes, so that every node but the root has one parent and stands after it.
pub(super) fn check_shape(nodes: &Nodes) -> Result<(), Flaw> {
    if nodes.is_empty() {
        return Err(Flaw::NoRoot);
    }
    if nodes.len() >= u32::MAX as usize {
        return Err(Flaw::TooMany);
    }
    let mut next = 1_usize;
    for (place, branches) in nodes.all_branches().enumerate() {
        if place >= next {
            return Err(Flaw::Orphan { node: place as u32 });
        }
        let Some(branches) = branches else { continue };
        let (node, end) = (place as u32, next + branches.count as usize);
        if branches.first.place() != next || end > nodes.len() {
            return Err(Flaw::OutOfOrder { node });
        }
        match nodes.doubtful(NodeId(node)) {
            Doubt::All(split) => check_split(node, split, branches.count)?,
            Doubt::Cut(cut) if cut.is_nan() => return Err(Flaw::Cut { node }),
            Doubt::Cut(_) | Doubt::None => {}
        }
        next = end;
    }
    Ok(())
}

fn check_split(node: u32, split: &Split, count: u32) -> Result<(), Flaw> {
    let known = check_test(node, &split.test)?;
    let within = |branch: u32| if branch < count { Ok(()) } else { Err(Flaw::NoBranch { node, count, branch }) };
    // One branch more than the test's own may stand for missing values.
    let own = u32::from(matches!(split.missing, Missing::Branch(branch) if branch == known));
    if count != known + own || count < 2 {
        return Err(Flaw::WrongCount { node, count });
    }
    match &split.missing {
        Missing::Spread => Ok(()),
        Missing::Branch(branch) => within(*branch),
        Missing::Surrogates(surrogates) => surrogates.iter().try_for_each(|surrogate| {
            let branches = check_test(node, &surrogate.test)?;
            if surrogate.to.len() != branches as usize || !surrogate.agreement.is_finite() {
                return Err(Flaw::WrongCount { node, count: branches });
            }
            surrogate.to.iter().try_for_each(|branch| within(*branch))
        }),
    }
}

/// How many branches the test has; its levels must be in order, and its branches without a gap.
fn check_test(node: u32, test: &Test) -> Result<u32, Flaw> {
    if matches!(test, Test::Threshold { cut } if cut.is_nan()) {
        return Err(Flaw::Cut { node });
    }
    let Some(levels) = test.levels() else { return Ok(2) };
    if !levels.is_sorted_by(|one, two| one.level < two.level) {
        return Err(Flaw::Levels { node });
    }
    // Never more branches than levels, and two of a subset: a wild number asks for no memory, and points at no other's child.
    let most = if matches!(test, Test::Subset { .. }) { 2 } else { levels.len().max(2) as u32 };
    let mut used = vec![false; most as usize];
    for pair in levels {
        *used.get_mut(pair.branch as usize).ok_or(Flaw::NoBranch { node, count: most, branch: pair.branch })? = true;
    }
    let count = test.branches();
    // A subset's second branch may be left to missing values.
    let gap = used.iter().take(count as usize).position(|used| !used);
    match gap {
        Some(branch) if !(matches!(test, Test::Subset { .. }) && branch == 1) => {
            Err(Flaw::NoBranch { node, count, branch: branch as u32 })
        }
        _ => Ok(count),
    }
}

pub(super) fn check_answers(nodes: &Nodes, answers: &Answers) -> Result<(), Flaw> {
    let sound = |weight: f64| weight.is_finite() && weight >= 0.0;
    match answers {
        Answers::Classes(all) => {
            let ends = all.starts.first() == Some(&0) && all.starts.last() == Some(&(all.weights.len() as u32));
            if all.starts.len() != nodes.len() + 1 || !ends || !all.starts.is_sorted() {
                return Err(Flaw::Answers { node: 0 });
            }
            for (place, branches) in nodes.all_branches().enumerate() {
                let own = all.of(NodeId(place as u32));
                let ordered = own.is_sorted_by(|one, two| one.class < two.class);
                let fits = own.iter().all(|pair| pair.class < all.classes && sound(pair.weight) && pair.weight > 0.0);
                if !ordered || !fits || (branches.is_some() && !own.is_empty()) {
                    return Err(Flaw::Answers { node: place as u32 });
                }
            }
            check_held(nodes, all)
        }
        Answers::Numbers(all) => {
            let lengths = [all.rows.len(), all.values.len(), all.errors.len()];
            if lengths != [nodes.len(); 3] {
                return Err(Flaw::Answers { node: 0 });
            }
            let wrong = |(place, branches): (usize, Option<Branches>)| {
                let summed = branches.is_none_or(|branches| branches.sum(&all.rows) == all.rows[place]);
                !summed || !sound(all.rows[place]) || !all.values[place].is_finite() || !sound(all.errors[place])
            };
            if let Some(place) = nodes.all_branches().enumerate().position(wrong) {
                return Err(Flaw::Answers { node: place as u32 });
            }
            check_linear(nodes, &all.linear)
        }
    }
}

/// Two classes, nodes in order, shares of rows that are there.
fn check_held(nodes: &Nodes, all: &ClassAnswers) -> Result<(), Flaw> {
    let Some((first, _)) = all.held.first() else { return Ok(()) };
    if all.classes != 2 || !all.held.is_sorted_by(|one, two| one.0 < two.0) {
        return Err(Flaw::Answers { node: first.0 });
    }
    let rows = class_rows(nodes, all);
    let fits = |(id, share): &&(NodeId, f64)| {
        rows.get(id.place()).is_some_and(|rows| *rows > 0.0) && (0.0..=1.0).contains(share)
    };
    all.held.iter().find(|held| !fits(held)).map_or(Ok(()), |(id, _)| Err(Flaw::Answers { node: id.0 }))
}

fn check_linear(nodes: &Nodes, models: &[(NodeId, LinearModel)]) -> Result<(), Flaw> {
    let ordered = models.is_sorted_by(|one, two| one.0 < two.0);
    for (id, model) in models {
        let leaf = id.place() < nodes.len() && nodes.branches(*id).is_none();
        let terms = model.terms.iter().all(|term| term.slope.is_finite() && term.centre.is_finite());
        let range = model.low.is_finite() && model.high.is_finite() && model.low <= model.high;
        if !ordered || !leaf || !terms || !range || !model.base.is_finite() {
            return Err(Flaw::Answers { node: id.0 });
        }
    }
    Ok(())
}
