//! `spinney explain`: why a row gets its answer.

use spinney::explain::explain_row;

use super::asking::{one, unseen};
use crate::args::{Explain as Args, General};
use crate::fault::Outcome;
use crate::reading;

/// The explanation of one row.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<String> {
    let model = one(&args.model, args.tree)?;
    let table = reading::table(&args.table, general)?;
    let row = usize::try_from(args.row - 1).unwrap_or(usize::MAX);
    let explanation = explain_row(&model, &table, row, unseen(args.unseen));
    let explanation = explanation.map_err(|error| reading::in_table(&args.table, &error))?;
    if general.json {
        return Ok(serde_json::to_string_pretty(&explanation)? + "\n");
    }
    Ok(explanation.to_string())
}
