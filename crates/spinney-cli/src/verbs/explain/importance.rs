//! What columns are worth: as was found while the model grew, or on the rows of a table.

use spinney::explain::Worths;
use spinney::forest::Repeats;
use spinney::model::Model;
use spinney::table::Table;

use super::super::asking::{tree_of, weights};
use crate::args::{Explain as Args, General};
use crate::fault::Outcome;
use crate::reading;

/// Repeats where the person names no number.
const REPEATS: u32 = 10;

/// What was found while the model, or one of its trees, grew.
pub(super) fn grown(args: &Args, model: &Model) -> Outcome<Worths> {
    Ok(Worths::grown(&read(args, model)?))
}

/// What the rows of a table tell.
pub(super) fn permuted(
    args: &Args,
    model: &Model,
    (file, table): (&str, &Table),
    general: &General,
) -> Outcome<Worths> {
    let model = read(args, model)?;
    let weights = args.weight.as_deref().map(|name| weights(table, name, file)).transpose()?;
    let how = Repeats { repeats: args.repeats.unwrap_or(REPEATS), seed: general.seed };
    Worths::permuted(&model, (table, weights.as_deref()), how, &()).map_err(|error| reading::in_file(file, &error))
}

fn read(args: &Args, model: &Model) -> Outcome<Model> {
    match args.tree {
        None => Ok(model.clone()),
        Some(_) => tree_of(model, &args.model, args.tree),
    }
}
