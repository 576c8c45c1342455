//! Why a row gets its answer.

use spinney::explain::explain_row;

use super::super::asking::{one, unseen};
use crate::args::{Explain as Args, General};
use crate::fault::Outcome;
use crate::reading;

/// The explanation of one row of a table.
pub(super) fn row(args: &Args, (file, number): (&str, u64), general: &General) -> Outcome<String> {
    let model = one(&args.model, args.tree)?;
    let table = reading::another(file, &args.read, general)?;
    let row = usize::try_from(number - 1).unwrap_or(usize::MAX);
    let explanation = explain_row(&model, &table, row, unseen(args.unseen));
    let explanation = explanation.map_err(|error| reading::in_file(file, &error))?;
    if general.json {
        return Ok(serde_json::to_string_pretty(&explanation)? + "\n");
    }
    Ok(explanation.to_string())
}
