//! Random forests of random tables, and the slow way to what they know.
#![allow(dead_code)]

use spinney::forest::{Bag, Course, ForestSettings, Piece, Vote, bags};
use spinney::grow::{Columns, Sample, SampleBy, Training};
use spinney::seed::Draws;
use spinney::table::{Target, TargetValues, Task};
use spinney::tree::{Answers, Cell, ColumnId, NodeId, Row, Tree};

use crate::copse::{Case, TableRow, pick, random_case};

/// A table with its target, and how a forest is grown from it.
#[derive(Debug, Clone)]
pub(crate) struct Stand {
    pub(crate) case: Case,
    pub(crate) columns: Vec<usize>,
    pub(crate) target: Target,
    pub(crate) settings: ForestSettings,
}

impl Stand {
    pub(crate) fn new(case: Case, settings: ForestSettings) -> Self {
        let (columns, target) = (case.columns(), case.target());
        Stand { case, columns, target, settings }
    }

    pub(crate) fn training(&self) -> Training<'_> {
        let whole = Training::new(&self.case.table, &self.columns, &self.target);
        Training { weights: self.case.weights.as_deref(), ..whole }
    }

    pub(crate) fn grow(&self) -> Piece {
        self.grow_along(&Course::watched())
    }

    pub(crate) fn grow_along(&self, course: &Course) -> Piece {
        Piece::grow(&self.training(), &self.settings, course, &()).unwrap_or_else(|error| panic!("{error}\n{self:?}"))
    }

    pub(crate) fn bags(&self, numbers: &[u64]) -> Vec<Bag> {
        bags(&self.training(), &self.settings, numbers).unwrap()
    }

    pub(crate) fn row(&self, row: usize) -> TableRow<'_> {
        TableRow(&self.case.table, row)
    }

    /// Rows that count.
    pub(crate) fn rows(&self) -> Vec<usize> {
        let known = |row: &usize| match &self.target.values {
            TargetValues::Classes(classes) => (classes.codes[*row] as usize) < classes.names.len(),
            TargetValues::Numbers(values) => !values[*row].is_nan(),
        };
        (0..self.case.table.rows()).filter(|row| self.case.weight(*row) > 0.0).filter(known).collect()
    }

    /// Whether two rows are copies of one another.
    pub(crate) fn alike(&self, one: usize, two: usize) -> bool {
        let cell = |row: usize, column: usize| self.row(row).cell(ColumnId(column as u32));
        let labels = match &self.target.values {
            TargetValues::Classes(classes) => classes.codes[one] == classes.codes[two],
            TargetValues::Numbers(values) => values[one] == values[two],
        };
        labels && (0..self.columns.len()).all(|column| cell(one, column) == cell(two, column))
    }
}

/// What a tree says of a row: probabilities of all classes, or one number.
pub(crate) fn said(tree: &Tree, row: &impl Row) -> Vec<f64> {
    let landings = tree.landings(row);
    match tree.answers() {
        Answers::Classes(all) => {
            let mut chances = vec![0.0; all.classes as usize];
            for landing in landings {
                for pair in tree.class_weights(landing.node) {
                    chances[pair.class as usize] += landing.share * pair.weight / tree.rows(landing.node);
                }
            }
            chances
        }
        Answers::Numbers(numbers) => {
            let number = |cell: Cell| if let Cell::Number(value) = cell { value } else { f64::NAN };
            let at = |node: NodeId| match numbers.linear.iter().find(|(id, _)| *id == node) {
                Some((_, model)) => model.answer(|column| number(row.cell(column))),
                None => numbers.values[node.place()],
            };
            vec![landings.iter().map(|landing| landing.share * at(landing.node)).sum()]
        }
    }
}

/// What is drawn where the target is a class.
const WAYS: [SampleBy; 6] =
    [SampleBy::Rows, SampleBy::Rows, SampleBy::Rows, SampleBy::Strata, SampleBy::Balanced, SampleBy::Each(1)];

/// A forest of a small table.
pub(crate) fn random_stand(draws: &mut Draws) -> Stand {
    let mut case = random_case(draws);
    if draws.below(4) == 0 {
        // Rows that come several times.
        let rows = case.table.rows() as u64;
        let picked: Vec<usize> = (0..rows).map(|_| draws.below(rows) as usize).collect();
        case = case.with_rows(&picked);
        if let Some(weights) = &mut case.weights {
            weights[0] = 1.0;
        }
    }
    let classes = case.task == Task::Classification;
    let settings = ForestSettings {
        trees: 1 + draws.below(12) as u32,
        sample: pick(
            draws,
            &[Sample::Bootstrap(1.0), Sample::Bootstrap(1.0), Sample::Bootstrap(0.6), Sample::Part(0.5), Sample::All],
        ),
        columns_per_tree: pick(draws, &[Columns::All, Columns::All, Columns::Share(0.6)]),
        tree: case.settings.clone(),
        vote: Vote::Mean,
        sample_by: if classes { pick(draws, &WAYS) } else { SampleBy::Rows },
        balance: classes && draws.below(5) == 0,
        prune_alpha: pick(draws, &[0.0, 0.0, 0.01]),
    };
    Stand::new(case, settings)
}
