//! How mixed rows are: entropy, Gini, squared or absolute error, written out.

use crate::grow::{Criterion, Part};
use crate::table::Task;
use crate::tree::ClassWeight;

use super::figure::{decimal, fraction, weight};
use super::formula::{Formula, Token, number, part};

/// Shares that are written out in the cell of a table.
const MOST_SHARES: usize = 3;

/// How it is measured how mixed rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mixture {
    Entropy,
    Gini,
    Squares,
    Absolute,
    /// Only differences mean something here, so no branch has a figure of its own.
    Poisson,
}

impl Mixture {
    /// What the engine measures under a criterion; a column drawn at random is asked in its best way by these.
    pub(super) fn new(criterion: Criterion, task: Task) -> Self {
        match criterion {
            Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => Mixture::Entropy,
            Criterion::Gini => Mixture::Gini,
            Criterion::Mae => Mixture::Absolute,
            Criterion::Poisson => Mixture::Poisson,
            Criterion::Random if task == Task::Classification => Mixture::Gini,
            Criterion::Mse | Criterion::Random => Mixture::Squares,
        }
    }

    /// Its sign.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Mixture::Entropy => "H",
            Mixture::Gini => "Gini",
            Mixture::Squares => "MSE",
            Mixture::Absolute => "MAE",
            Mixture::Poisson => "deviance",
        }
    }

    /// How mixed rows are, from their counts: `H(play) = −5/14·log₂(5/14) − 9/14·log₂(9/14) = 0.9403`. None for Poisson.
    pub(super) fn written_out(self, head: Formula, target: &str, rows: &Part) -> Option<Formula> {
        let head = head.then([Token::Equals]);
        let all = part(1.0, rows.rows);
        let sum = match self {
            Mixture::Entropy => head.then(logarithms(&rows.classes, rows.rows)),
            Mixture::Gini => {
                let square =
                    |pair: &ClassWeight| [Token::Minus, Token::SquaredFraction(weight(pair.weight), weight(rows.rows))];
                head.number(1.0).then(rows.classes.iter().flat_map(square))
            }
            Mixture::Squares => head.then([all, Token::Times, Token::Squares(target.to_owned(), decimal(rows.mean))]),
            Mixture::Absolute => head.then([all, Token::Times, Token::Distances(target.to_owned())]),
            Mixture::Poisson => return None,
        };
        Some(sum.is(rows.impurity))
    }

    /// The same in the cell of a table: `H(2/5, 3/5) = 0.9710`, or the number alone where there are many classes.
    pub(super) fn cell(self, rows: &Part, classes: &[ClassWeight]) -> String {
        let value = decimal(rows.impurity);
        if !matches!(self, Mixture::Entropy | Mixture::Gini) || classes.len() > MOST_SHARES {
            return value;
        }
        let share = |pair: &ClassWeight| {
            let own = rows.classes.iter().find(|own| own.class == pair.class);
            fraction(own.map_or(0.0, |own| own.weight), rows.rows)
        };
        let shares: Vec<String> = classes.iter().map(share).collect();
        format!("{}({}) = {value}", self.sign(), shares.join(", "))
    }
}

/// `−5/14·log₂(5/14) − 9/14·log₂(9/14)`
fn logarithms(classes: &[ClassWeight], total: f64) -> Vec<Token> {
    let term = |(at, pair): (usize, &ClassWeight)| {
        let share = part(pair.weight, total);
        let sign = if at == 0 { Token::Negative } else { Token::Minus };
        [sign, share.clone(), Token::Times, Token::Log2, Token::Open, share, Token::Close]
    };
    match classes {
        [] => vec![number(0.0)],
        _ => classes.iter().enumerate().flat_map(term).collect(),
    }
}
