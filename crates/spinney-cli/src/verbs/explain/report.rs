//! What columns are worth, for people.

use spinney::explain::{ColumnWorth, PermutedWorth, WorthBy, Worths};
use spinney::table::Task;

use super::super::worth::{BarLine, amount, bar_grid, interval};
use crate::text::{Heading, count, counted, decimals, label, remark};

/// So many columns are printed; JSON has all of them.
const MOST_LINES: usize = 60;

/// The table of columns with bars, and what its figures mean.
pub(super) fn report(found: &Worths) -> String {
    let (target, task) = (label(&found.target), found.task);
    let (head, grid, all, notes) = match &found.columns {
        WorthBy::Grown { columns } => {
            let of = if found.trees == 1 { "one tree".to_owned() } else { counted(found.trees, "tree") };
            let debiased = columns.iter().any(|worth| worth.debiased.is_some());
            (
                format!("{target}: columns in {of}\n"),
                grown(columns, debiased, task),
                columns.len(),
                told(debiased, task),
            )
        }
        WorthBy::Permutation { rows, repeats, columns } => {
            let lines: Vec<BarLine> = columns
                .iter()
                .take(MOST_LINES)
                .map(|PermutedWorth { column, worth }| {
                    (column.clone(), worth.mean, vec![decimals(worth.mean), interval(worth, SHARE)])
                })
                .collect();
            let lost = if task == Task::Classification { "accuracy lost" } else { "R² lost" };
            let grid = bar_grid("column", &[Heading::figure(lost), Heading::text("95 % interval")], &lines);
            let head =
                format!("{target}: {}, each column's values dealt out anew {repeats} times\n", counted(*rows, "row"));
            (head, grid, columns.len(), permuted(task))
        }
    };
    let more = if all > MOST_LINES {
        format!("({MOST_LINES} of {} columns; --json has all)\n", count(all))
    } else {
        String::new()
    };
    head + "\n" + &grid + &more + &notes
}

/// Shares are written as those of classes are.
const SHARE: Task = Task::Classification;

fn grown(columns: &[ColumnWorth], debiased: bool, task: Task) -> String {
    let mut headings = Vec::new();
    if debiased {
        headings.extend([Heading::figure("debiased"), Heading::text("95 % interval")]);
    }
    headings.extend([Heading::figure("impurity"), Heading::figure("splits")]);
    let line = |worth: &ColumnWorth| {
        let own = worth.debiased.map(|own| [amount(own.mean, task), interval(&own, task)]);
        let others = [decimals(worth.impurity), count(worth.splits as usize)];
        (worth.column.clone(), worth.value(), own.into_iter().flatten().chain(others).collect())
    };
    let lines: Vec<BarLine> = columns.iter().take(MOST_LINES).map(line).collect();
    bar_grid("column", &headings, &lines)
}

/// What the figures mean.
fn told(debiased: bool, task: Task) -> String {
    let what = if task == Task::Classification { "Gini index" } else { "variance" };
    let own = format!(
        "debiased: what a column's splits take off the {what} of rows that their trees were not grown from; about 0 where a \
         column tells nothing"
    );
    let impurity =
        "impurity: the same for the rows that trees were grown from, as shares; it favours columns of many values";
    let lines = [debiased.then_some(own.as_str()), Some(impurity)];
    lines.into_iter().flatten().map(remark).collect()
}

fn permuted(task: Task) -> String {
    let what = if task == Task::Classification { "accuracy" } else { "R²" };
    remark(&format!(
        "what all trees together lose of their {what} on these rows; columns that say the same share their worth; the interval is \
         of the repeats, not of other rows"
    ))
}
