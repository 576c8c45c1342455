//! What columns are worth, as bars.

use super::bars::{Bar, Bars, bars};
use crate::explain::figures::{counted, label};
use crate::explain::{ColumnWorth, PermutedWorth, WorthBy, Worths};
use crate::table::Task;

/// The drawing, the most important column on top.
pub fn worth_bars(found: &Worths) -> String {
    let (note, axis, all) = match &found.columns {
        WorthBy::Grown { columns } => {
            let (note, axis) = grown(found, columns);
            (note, axis, columns.iter().map(bar).collect())
        }
        WorthBy::Permutation { rows, repeats, columns } => {
            let rows = counted(*rows as f64, "row");
            let note = format!("{rows}, values dealt out anew {repeats} times; whiskers are intervals of 95 %");
            let lost = if found.task == Task::Classification { "accuracy lost" } else { "R² lost" };
            (note, lost.to_owned(), columns.iter().map(permuted).collect())
        }
    };
    bars(&Bars { title: format!("{}: what columns are worth", label(&found.target)), note, axis, bars: all })
}

/// What was judged, and what the axis shows.
fn grown(found: &Worths, columns: &[ColumnWorth]) -> (String, String) {
    let of = if found.trees == 1 { "one tree".to_owned() } else { counted(found.trees as f64, "tree") };
    let what = if found.task == Task::Classification { "Gini index" } else { "variance" };
    if columns.iter().any(|worth| worth.debiased.is_some()) {
        let note = format!("debiased, {of}; whiskers are intervals of 95 %");
        return (note, format!("taken off the {what} of rows out of bag"));
    }
    let note = format!("impurity, {of}; it favours columns of many values");
    (note, format!("share of what is taken off the {what}"))
}

fn bar(worth: &ColumnWorth) -> Bar {
    let interval = worth.debiased.and_then(|own| own.interval);
    Bar { name: worth.column.clone(), value: worth.value(), interval }
}

fn permuted(of: &PermutedWorth) -> Bar {
    Bar { name: of.column.clone(), value: of.worth.mean, interval: of.worth.interval }
}
