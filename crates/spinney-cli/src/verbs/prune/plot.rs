//! Error against size: how a tree overfits, and where it was cut.

use spinney::draw::{Sizes, error_against_size};
use spinney::fit::in_terms;

use super::work::Work;
use crate::args::{General, Prune as Args};
use crate::fault::Outcome;
use crate::reading;
use crate::text::label;

/// The drawing, with the rows of another table where there is one.
pub(super) fn plot(args: &Args, work: &Work, general: &General) -> Outcome<String> {
    let Work { before, pruning, pruned, judged, .. } = work;
    let sizes = Sizes { before, pruning, judged: judged.as_ref(), chosen: pruned.tree.leaves(), test: None };
    let Some(file) = &args.test else { return Ok(error_against_size(&sizes)?) };
    let table = reading::another(file, &args.table.read, general)?;
    let drawn = || {
        let terms = in_terms(before.schema(), &table)?;
        error_against_size(&Sizes { test: Some((&label(file), &terms.training())), ..sizes })
    };
    drawn().map_err(|error| reading::in_file(file, &error))
}
