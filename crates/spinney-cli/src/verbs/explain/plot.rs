//! What columns are worth, as bars.

use spinney::draw::{Bar, Bars, bars};
use spinney::table::Task;

use super::super::worth::ColumnWorth;
use super::importance::{Columns, Found};
use crate::text::{counted, label};

/// The drawing, the most important column on top.
pub(super) fn plot(found: &Found) -> String {
    let target = label(&found.target);
    let (title, note, axis, all) = match &found.columns {
        Columns::Grown(columns) => {
            let of = if found.trees == 1 { "one tree".to_owned() } else { counted(found.trees, "tree") };
            let debiased = columns.iter().any(|worth| worth.debiased.is_some());
            let what = if found.task == Task::Classification { "Gini index" } else { "variance" };
            let (note, axis) = if debiased {
                let note = format!("debiased, {of}; whiskers are intervals of 95 %");
                (note, format!("taken off the {what} of rows out of bag"))
            } else {
                (
                    format!("impurity, {of}; it favours columns of many values"),
                    format!("share of what is taken off the {what}"),
                )
            };
            let bar = |worth: &ColumnWorth| Bar {
                name: worth.column.clone(),
                value: worth.value(),
                interval: worth.debiased.and_then(|own| own.interval),
            };
            (format!("{target}: what columns are worth"), note, axis, columns.iter().map(bar).collect())
        }
        Columns::Permuted { rows, repeats, columns } => {
            let lost = if found.task == Task::Classification { "accuracy lost" } else { "R² lost" };
            let note = format!(
                "{}, values dealt out anew {repeats} times; whiskers are intervals of 95 %",
                counted(*rows, "row")
            );
            let all = columns
                .iter()
                .map(|(name, worth)| Bar { name: name.clone(), value: worth.mean, interval: worth.interval })
                .collect();
            (format!("{target}: what columns are worth"), note, lost.to_owned(), all)
        }
    };
    bars(&Bars { title, note, axis, bars: all })
}
