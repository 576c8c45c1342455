//! From flags to a way of pruning, and back to words.

use spinney::prune::{Doubt, Price, Pruning, Risk, Rule};
use spinney::table::{Table, Values, number};

use super::settings;
use crate::args::{DoubtArg, General, PresetArg, PruneArg, PruneArgs, ReadArgs, RiskArg, RuleArg};
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::counted;

/// The way of pruning that the flags ask for; none where the tree is left as it grew.
pub(super) fn pruning(args: &PruneArgs, preset: Option<PresetArg>) -> Outcome<Option<Pruning>> {
    let by_flag = |wanted: &[PruneArg], flag: Option<&str>| match (args.prune, flag) {
        (Some(said), Some(flag)) if !wanted.contains(&said) => Err(Mistake::new(format!(
            "--{flag} is for --prune {}, and {} was asked for",
            method_word(wanted[0]),
            method_word(said)
        ))),
        (None, Some(_)) => Ok(Some(wanted[0])),
        (said, _) => Ok(said),
    };
    let given = |flag: &'static str, is: bool| is.then_some(flag);
    let complexity = given("prune-risk", args.prune_risk.is_some())
        .or(given("prune-folds", args.prune_folds.is_some()))
        .or(given("prune-rule", args.prune_rule.is_some()))
        .or(given("prune-complexity", args.prune_complexity.is_some()))
        .or(given("folds", args.folds.is_some()));
    let doubt = given("confidence", args.confidence.is_some())
        .or(given("raising", args.raising.is_some()))
        .or(given("doubt", args.doubt.is_some()));
    let held = given("prune-share", args.prune_share.is_some()).or(given("backfit", args.backfit.is_some()));
    let asked = by_flag(&[PruneArg::CostComplexity], complexity)?;
    let asked = asked.or(by_flag(&[PruneArg::Pessimistic], doubt)?).or(by_flag(&[PruneArg::ReducedError], held)?);
    let usual = match preset.map(|arg| Pruning::preset(settings::preset(arg))) {
        None => PruneArg::CostComplexity,
        Some(Some(_)) => PruneArg::Pessimistic,
        Some(None) => PruneArg::None,
    };
    Ok(way(asked.unwrap_or(usual), args, preset))
}

fn way(method: PruneArg, args: &PruneArgs, preset: Option<PresetArg>) -> Option<Pruning> {
    match method {
        PruneArg::None => None,
        PruneArg::ReducedError => Some(Pruning::ReducedError {
            share: args.prune_share.unwrap_or(1.0 / 3.0),
            backfit: args.backfit.unwrap_or(true),
        }),
        PruneArg::Pessimistic => Some(Pruning::Pessimistic {
            doubt: match (args.doubt, preset) {
                (Some(DoubtArg::J48), _) | (None, Some(PresetArg::J48)) => Doubt::J48,
                _ => Doubt::C45,
            },
            confidence: args.confidence.unwrap_or(0.25),
            raising: args.raising.unwrap_or(true),
        }),
        PruneArg::CostComplexity => Some(cost_complexity(args)),
        PruneArg::Mdl => Some(Pruning::Mdl),
    }
}

/// Cost-complexity as the flags ask for it.
pub(super) fn cost_complexity(args: &PruneArgs) -> Pruning {
    let risk = match args.prune_risk {
        Some(RiskArg::Errors) => Risk::Errors,
        Some(RiskArg::Entropy) => Risk::Entropy,
        Some(RiskArg::Gini) | None => Risk::Gini,
    };
    let rule = match args.prune_rule {
        Some(RuleArg::OneError) => Rule::OneError,
        Some(RuleArg::Best) | None => Rule::Best,
    };
    let price = match args.prune_complexity {
        Some(complexity) => Price::Share { complexity },
        None => Price::Folds { folds: args.prune_folds.unwrap_or(10), rule },
    };
    Pruning::CostComplexity { risk, price }
}

/// A way of pruning in the words of the flags.
pub(super) fn words(pruning: &Pruning) -> Vec<String> {
    let share = |name: &str, value: f64| format!("{name} {}", number::text(value));
    match pruning {
        Pruning::ReducedError { share: held, backfit } => {
            vec!["prune reduced-error".to_owned(), share("prune-share", *held), format!("backfit {backfit}")]
        }
        Pruning::Pessimistic { doubt, confidence, raising } => vec![
            "prune pessimistic".to_owned(),
            share("confidence", *confidence),
            format!("raising {raising}"),
            format!("doubt {}", if *doubt == Doubt::C45 { "c45" } else { "j48" }),
        ],
        Pruning::CostComplexity { risk, price } => {
            let risk = match risk {
                Risk::Errors => "errors",
                Risk::Gini => "gini",
                Risk::Entropy => "entropy",
            };
            let mut words = vec!["prune cost-complexity".to_owned(), format!("prune-risk {risk}")];
            match price {
                Price::Share { complexity } => words.push(share("prune-complexity", *complexity)),
                Price::Folds { folds, rule } => {
                    words.push(format!("prune-folds {folds}"));
                    words.push(format!("prune-rule {}", if *rule == Rule::Best { "best" } else { "one-error" }));
                }
            }
            words
        }
        Pruning::Mdl => vec!["prune mdl".to_owned()],
        Pruning::Snip { nodes } => vec![format!("snipped at {}", counted(nodes.len(), "node"))],
        Pruning::Merge => vec!["branches that answer the same merged".to_owned()],
    }
}

fn method_word(method: PruneArg) -> &'static str {
    match method {
        PruneArg::None => "none",
        PruneArg::ReducedError => "reduced-error",
        PruneArg::Pessimistic => "pessimistic",
        PruneArg::CostComplexity => "cost-complexity",
        PruneArg::Mdl => "mdl",
    }
}

/// The fold of each row, from the file that the person named.
pub(super) fn given_folds(
    args: &PruneArgs,
    read: &ReadArgs,
    table: &Table,
    general: &General,
) -> Outcome<Option<Vec<u32>>> {
    let Some(file) = &args.folds else { return Ok(None) };
    let found = reading::another(file, read, general)?;
    let [column] = found.columns() else {
        let columns = counted(found.columns().len(), "column");
        return Err(Mistake::new(format!("{file}: folds are one column, and this table has {columns}")).into());
    };
    if found.rows() != table.rows() {
        let (rows, needed) = (counted(found.rows(), "row"), counted(table.rows(), "row"));
        return Err(Mistake::new(format!("{file}: it has {rows}, and the table has {needed}"))
            .hint("a line for each row of the table, behind a header")
            .into());
    }
    if let Some(row) = (0..found.rows()).find(|row| column.is_missing(*row)) {
        return Err(Mistake::new(format!("{file}: row {} names no fold", row + 1)).into());
    }
    let mut distinct: Vec<f64> = Vec::new();
    let numbered: Vec<f64> = match &column.values {
        Values::Number(number) => number.values.to_vec(),
        Values::Sparse(sparse) => sparse.spread(),
        Values::Category(category) => category.codes.iter().map(|code| f64::from(*code)).collect(),
    };
    distinct.extend(&numbered);
    distinct.sort_by(f64::total_cmp);
    distinct.dedup();
    if distinct.len() < 2 {
        return Err(Mistake::new(format!("{file}: all rows are in one fold")).hint("at least two are needed").into());
    }
    Ok(Some(numbered.iter().map(|value| distinct.partition_point(|other| other < value) as u32).collect()))
}
