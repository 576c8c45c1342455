//! Why a row gets its answer.

use spinney::explain::explain_row;

use super::super::asking::{models, of_each, tree_of, unseen};
use crate::args::{Explain as Args, General};
use crate::fault::Outcome;
use crate::reading;

/// The explanation of one row of a table, for each target.
pub(super) fn row(args: &Args, (file, number): (&str, u64), general: &General) -> Outcome<String> {
    let models = models(&args.model, args.target.as_deref())?;
    tree_of(models.first(), &args.model, args.tree)?;
    let table = reading::another(file, &args.read, general)?;
    let row = usize::try_from(number - 1).unwrap_or(usize::MAX);
    of_each(&models, general.json, |model| {
        let model = tree_of(model, &args.model, args.tree)?;
        let explanation = explain_row(&model, &table, row, unseen(args.unseen));
        let explanation = explanation.map_err(|error| reading::in_file(file, &error))?;
        if general.json {
            return Ok(serde_json::to_string_pretty(&explanation)? + "\n");
        }
        Ok(explanation.to_string())
    })
}
