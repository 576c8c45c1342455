//! Which file answers what.

use super::{event, joint, split, weights};
use crate::args::{General, What};
use crate::fault::Outcome;

/// The answer to one question, as text or JSON.
pub(crate) fn run(what: &What, general: &General) -> Outcome<String> {
    let (answer, explain) = match what {
        What::Information { probabilities, explain } => (weights::information(probabilities)?, explain),
        What::Entropy(args) => (weights::entropy(&args.weights)?, &args.explain),
        What::Questions(args) => (weights::questions(&args.weights)?, &args.explain),
        What::Gini(args) => (weights::gini(&args.weights)?, &args.explain),
        What::Gaussian { sd, mean, explain } => (weights::gaussian(*sd, *mean)?, explain),
        What::Histogram { weights, edges } => (weights::histogram(edges, &weights.weights)?, &weights.explain),
        What::Split { branches, explain } => (split::classes(branches)?, explain),
        What::Variance { groups, explain } => (split::numbers(groups)?, explain),
        What::Joint { table, columns, explain } => (joint::joint(table, columns, general)?, explain),
        What::Event { table, event, given, explain } => {
            (event::event(table, event, given.as_deref(), general)?, explain)
        }
    };
    answer.show(explain.explain, general.json)
}
