//! Arrays become answers.

use crate::model::error::ModelError;
use crate::tree::{
    Answers, ClassAnswers, ClassWeight, ColumnId, LinearModel, NodeId, Nodes, NumberAnswers, Term, Tree, summed,
};

use super::reals::Reals;
use super::stream::{Arrays, Stream};

/// What is left of the answers.
#[derive(Clone)]
pub(super) enum Said<'a> {
    Classes(Box<Weights<'a>>),
    Numbers(Box<Numbers<'a>>),
}

/// Weights of classes.
#[derive(Clone)]
pub(super) struct Weights<'a> {
    classes: u32,
    leaves: Stream<'a>,
    class: Stream<'a>,
    weight: Reals<'a>,
    held: Held<'a>,
}

/// Nodes that are held to other shares than those of their rows.
#[derive(Clone)]
struct Held<'a> {
    /// How many each tree has; `None` where no tree has any.
    counts: Option<Stream<'a>>,
    node: Stream<'a>,
    share: Reals<'a>,
}

/// Numbers of the trees of a forest.
#[derive(Clone)]
pub(super) struct Numbers<'a> {
    rows: Reals<'a>,
    /// Answer and squared error of leaves, then of splits.
    leaf: [Reals<'a>; 2],
    split: [Reals<'a>; 2],
    /// How many leaves of each tree have a linear model; `None` where no leaf of any has.
    counts: Option<Stream<'a>>,
    linear: Linear<'a>,
}

/// Linear models.
#[derive(Clone)]
struct Linear<'a> {
    node: Stream<'a>,
    terms: Stream<'a>,
    base: Reals<'a>,
    low: Reals<'a>,
    high: Reals<'a>,
    column: Stream<'a>,
    slope: Reals<'a>,
    centre: Reals<'a>,
}

impl<'a> Said<'a> {
    pub(super) fn classes(arrays: &mut Arrays<'a>, classes: u32) -> Result<Self, ModelError> {
        let (leaves, class) = (arrays.take("leaf.classes")?, arrays.take("weight.class")?);
        let (weight, held) = (arrays.take_reals("weight.value")?, Held::new(arrays)?);
        Ok(Said::Classes(Box::new(Weights { classes, leaves, class, weight, held })))
    }

    pub(super) fn numbers(arrays: &mut Arrays<'a>) -> Result<Self, ModelError> {
        let (linear, counts) = (Linear::new(arrays)?, arrays.take("tree.linear")?);
        let none = linear.node.left() == 0;
        if none {
            counts.end()?;
        }
        Ok(Said::Numbers(Box::new(Numbers {
            rows: arrays.take_reals("leaf.rows")?,
            leaf: [arrays.take_reals("leaf.value")?, arrays.take_reals("leaf.error")?],
            split: [arrays.take_reals("split.value")?, arrays.take_reals("split.error")?],
            counts: (!none).then_some(counts),
            linear,
        })))
    }

    /// The answers of the next tree, which has these nodes.
    pub(super) fn next(&mut self, nodes: &Nodes) -> Result<Answers, ModelError> {
        match self {
            Said::Classes(classes) => classes.next(nodes).map(Answers::Classes),
            Said::Numbers(numbers) => numbers.next(nodes).map(Answers::Numbers),
        }
    }

    /// The same for so many classes.
    pub(super) fn next_of(&mut self, nodes: &Nodes, own: u32) -> Result<Answers, ModelError> {
        if let Said::Classes(weights) = self {
            weights.classes = own;
        }
        self.next(nodes)
    }

    /// The answers of the next tree for a further target, which has so many classes; its nodes are those of the first target's tree.
    pub(super) fn next_like(&mut self, tree: &Tree, classes: u32) -> Result<Answers, ModelError> {
        match (&mut *self, tree.answers()) {
            (Said::Numbers(numbers), Answers::Numbers(first)) => {
                numbers.next_weighing(tree.nodes(), first.rows.clone()).map(Answers::Numbers)
            }
            _ => self.next_of(tree.nodes(), classes),
        }
    }

    /// Passes over a tree of so many leaves and splits.
    pub(super) fn skip(&mut self, leaves: usize, splits: usize) {
        match self {
            Said::Classes(all) => {
                let weights = all.leaves.sum(leaves);
                all.class.pass(weights);
                all.weight.pass(weights);
                all.held.skip();
            }
            Said::Numbers(all) => {
                all.rows.pass(leaves);
                all.leaf.iter_mut().for_each(|numbers| numbers.pass(leaves));
                all.split.iter_mut().for_each(|numbers| numbers.pass(splits));
                let models = all.counts.as_mut().map_or(0, |counts| counts.sum(1));
                all.linear.skip(models);
            }
        }
    }

    /// No element may be left.
    pub(super) fn end(&self) -> Result<(), ModelError> {
        match self {
            Said::Classes(all) => {
                all.leaves.end()?;
                all.class.end()?;
                all.weight.end()?;
                all.held.end()
            }
            Said::Numbers(all) => {
                all.counts.as_ref().map_or(Ok(()), Stream::end)?;
                [&all.rows].into_iter().chain(&all.leaf).chain(&all.split).try_for_each(Reals::end)?;
                all.linear.end()
            }
        }
    }
}

impl Weights<'_> {
    fn next(&mut self, nodes: &Nodes) -> Result<ClassAnswers, ModelError> {
        let (mut starts, mut weights) = (Vec::with_capacity(nodes.len() + 1), Vec::new());
        starts.push(0);
        for branches in nodes.all_branches() {
            let count = if branches.is_none() { self.leaves.next()? } else { 0 };
            weights.reserve(self.class.has(count)?);
            for _ in 0..count {
                weights.push(ClassWeight { class: self.class.next()?, weight: self.weight.next()? });
            }
            starts.push(weights.len() as u32);
        }
        Ok(ClassAnswers { classes: self.classes, starts, weights, held: self.held.next()? })
    }
}

impl<'a> Held<'a> {
    fn new(arrays: &mut Arrays<'a>) -> Result<Self, ModelError> {
        let (counts, node) = (arrays.take("tree.held")?, arrays.take("held.node")?);
        let any = node.left() > 0;
        if !any {
            counts.end()?;
        }
        Ok(Held { counts: any.then_some(counts), node, share: arrays.take_reals("held.share")? })
    }

    /// Those of the next tree.
    fn next(&mut self) -> Result<Vec<(NodeId, f64)>, ModelError> {
        let count = self.counts.as_mut().map_or(Ok(0), Stream::next)?;
        (0..self.node.has(count)?).map(|_| Ok((NodeId(self.node.next()?), self.share.next()?))).collect()
    }

    /// Passes over those of the next tree.
    fn skip(&mut self) {
        let count = self.counts.as_mut().map_or(0, |counts| counts.sum(1));
        self.node.pass(count);
        self.share.pass(count);
    }

    fn end(&self) -> Result<(), ModelError> {
        self.counts.as_ref().map_or(Ok(()), Stream::end)?;
        self.node.end()?;
        self.share.end()
    }
}

impl Numbers<'_> {
    /// The answers of a tree that stands alone, which says the weight of every node: those of each target.
    pub(super) fn of_tree(arrays: &mut Arrays, nodes: usize, targets: usize) -> Result<Vec<NumberAnswers>, ModelError> {
        let mut all = |name, count| {
            let mut numbers = arrays.take_reals(name)?;
            let values = (0..count).map(|_| numbers.next()).collect::<Result<Vec<f64>, _>>()?;
            numbers.end().map(|()| values)
        };
        let every = nodes.saturating_mul(targets);
        let (rows, values, errors) = (all("node.rows", nodes)?, all("node.value", every)?, all("node.error", every)?);
        let mut models = Linear::new(arrays)?;
        let mut linear = models.next(models.node.left())?;
        models.end()?;
        let parts = values.chunks_exact(nodes.max(1)).zip(errors.chunks_exact(nodes.max(1)));
        let each = parts.map(|(values, errors)| NumberAnswers {
            rows: rows.clone(),
            values: values.to_vec(),
            errors: errors.to_vec(),
            // Several targets have none.
            linear: std::mem::take(&mut linear),
        });
        Ok(each.collect())
    }

    fn next(&mut self, nodes: &Nodes) -> Result<NumberAnswers, ModelError> {
        let mut rows = vec![0.0; nodes.len()];
        for (rows, _) in rows.iter_mut().zip(nodes.all_branches()).filter(|(_, branches)| branches.is_none()) {
            *rows = self.rows.next()?;
        }
        self.next_weighing(nodes, summed(nodes, rows))
    }

    /// The same for nodes of these weights.
    fn next_weighing(&mut self, nodes: &Nodes, rows: Vec<f64>) -> Result<NumberAnswers, ModelError> {
        let room = || Vec::with_capacity(nodes.len());
        let (mut values, mut errors) = (room(), room());
        for branches in nodes.all_branches() {
            let [value, error] = if branches.is_none() { &mut self.leaf } else { &mut self.split };
            values.push(value.next()?);
            errors.push(error.next()?);
        }
        let models = self.counts.as_mut().map_or(Ok(0), Stream::next)?;
        let linear = self.linear.next(self.linear.node.has(models)?)?;
        Ok(NumberAnswers { rows, values, errors, linear })
    }
}

impl<'a> Linear<'a> {
    fn new(arrays: &mut Arrays<'a>) -> Result<Self, ModelError> {
        Ok(Linear {
            node: arrays.take("linear.node")?,
            terms: arrays.take("linear.terms")?,
            base: arrays.take_reals("linear.base")?,
            low: arrays.take_reals("linear.low")?,
            high: arrays.take_reals("linear.high")?,
            column: arrays.take("term.column")?,
            slope: arrays.take_reals("term.slope")?,
            centre: arrays.take_reals("term.centre")?,
        })
    }

    fn next(&mut self, count: usize) -> Result<Vec<(NodeId, LinearModel)>, ModelError> {
        let mut models = Vec::with_capacity(count);
        for _ in 0..count {
            let (id, count) = (NodeId(self.node.next()?), self.terms.next()?);
            let (base, low, high) = (self.base.next()?, self.low.next()?, self.high.next()?);
            let mut terms = Vec::with_capacity(self.column.has(count)?);
            for _ in 0..count {
                let column = ColumnId(self.column.next()?);
                terms.push(Term { column, slope: self.slope.next()?, centre: self.centre.next()? });
            }
            models.push((id, LinearModel { base, terms, low, high }));
        }
        Ok(models)
    }

    fn skip(&mut self, models: usize) {
        let terms = self.terms.sum(models);
        self.node.pass(models);
        for numbers in [&mut self.base, &mut self.low, &mut self.high] {
            numbers.pass(models);
        }
        self.column.pass(terms);
        for numbers in [&mut self.slope, &mut self.centre] {
            numbers.pass(terms);
        }
    }

    fn end(&self) -> Result<(), ModelError> {
        [self.node, self.terms, self.column].iter().try_for_each(Stream::end)?;
        [&self.base, &self.low, &self.high, &self.slope, &self.centre].into_iter().try_for_each(Reals::end)
    }
}
