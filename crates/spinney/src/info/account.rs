//! The whole account of a table.

use std::collections::BTreeMap;

use serde::Serialize;

use super::judge::Judge;
use super::score::Score;
use crate::error::{Mistake, Result};
use crate::measure::{NLogN, gini, mean, variance};
use crate::parallel;
use crate::table::inspect::{Inspection, inspect_until};
use crate::table::{
    Category, Column, Kind, MISSING, Meaning, Number, Table, Target, TargetValues, Task, Values, Warning,
};

/// How many levels a column's account names.
const TOP_LEVELS: usize = 5;

/// What a table holds and, where there is a target, how much each column tells about it.
#[derive(Debug, Clone, Serialize)]
pub struct Info {
    /// All rows of the table.
    pub rows: usize,
    /// Rows without a target: the figures are over the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_without_target: Option<usize>,
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetInfo>,
    /// The columns; with a target, without it and sorted by gain or reduction of the variance, else as in the table.
    pub columns: Vec<ColumnInfo>,
    /// What was noticed of the table as a whole.
    pub warnings: Vec<String>,
}

/// The target's own figures.
#[derive(Debug, Clone, Serialize)]
pub struct TargetInfo {
    /// Its column.
    pub name: String,
    /// Nominal for classes, continuous for numbers.
    pub kind: Kind,
    /// What is learned.
    pub task: Task,
    /// The entropy of the classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entropy_bits: Option<f64>,
    /// The Gini index of the classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gini: Option<f64>,
    /// The classes, in canonical order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<String>>,
    /// Rows of each class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_rows: Option<Vec<u64>>,
    /// The mean of the numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The variance of the numbers: their mean squared error around the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance: Option<f64>,
    /// What was noticed.
    pub warnings: Vec<String>,
}

/// One column.
#[derive(Debug, Clone, Serialize)]
pub struct ColumnInfo {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// `date` or `time` where its numbers stand for those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// Different values that occur.
    pub distinct: usize,
    /// Rows without a value.
    pub missing: usize,
    /// The share of the rows with a target in which it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_share: Option<f64>,
    /// How much it tells about the target.
    #[serde(flatten)]
    pub score: Score,
    /// The threshold as people read it, for dates and times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold_text: Option<String>,
    /// Where its numbers lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Its most frequent values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<Vec<LevelRows>>,
    /// Whether learning leaves it out.
    pub left_out: bool,
    /// What was noticed.
    pub warnings: Vec<String>,
}

/// Where numbers lie. Absent where there is none, or where they are infinite.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Range {
    /// The least.
    pub min: f64,
    /// Their mean.
    pub mean: f64,
    /// The greatest.
    pub max: f64,
}

/// A value and its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelRows {
    /// The value.
    pub value: String,
    /// Its rows.
    pub rows: u64,
}

/// The account of a table; `keep` names columns that stay in learning whatever they look like.
///
/// ```
/// use spinney::info::info;
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"x,y\nT,T\nT,T\nF,T\nF,F\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "y", None)?;
/// let account = info(&table, Some(&target), &[])?;
/// assert_eq!(account.columns[0].score.conditional_entropy, Some(0.5)); // half of the rows have one bit
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn info(table: &Table, target: Option<&Target>, keep: &[String]) -> Result<Info> {
    info_until(table, target, keep, &|| false)
}

/// The same, where somebody may stop it between two columns: a mistake then.
///
/// ```
/// use spinney::info::info_until;
/// use spinney::table::{ReadOptions, Table};
/// let table = Table::from_csv(b"x,y\nT,T\nF,F\n", &ReadOptions::new())?;
/// assert!(info_until(&table, None, &[], &|| false).is_ok());
/// assert!(info_until(&table, None, &[], &|| true).is_err());
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn info_until(
    table: &Table,
    target: Option<&Target>,
    keep: &[String],
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Info> {
    for name in keep {
        table.position(name)?;
    }
    let inspection = inspect_until(table, target, keep, stopped);
    let noticed = noticed(&inspection.warnings);
    let judge = target.map(Judge::new);
    let places: Vec<usize> =
        (0..table.columns().len()).filter(|place| target.is_none_or(|t| t.column != *place)).collect();
    let columns = parallel::map(&places, |place| {
        if stopped() {
            return Err(Mistake::Stopped.anywhere());
        }
        let column = &table.columns()[*place];
        let score = judge.as_ref().zip(target).map(|(judge, target)| against(column, judge, target));
        Ok(column_info(column, *place, (&inspection, &noticed), score))
    });
    let mut columns = columns.into_iter().collect::<Result<Vec<ColumnInfo>>>()?;
    if target.is_some() {
        let merit = |column: &ColumnInfo| column.score.merit().unwrap_or(-1.0);
        columns.sort_by(|one, two| merit(two).total_cmp(&merit(one)));
    }
    Ok(Info {
        rows: table.rows(),
        rows_without_target: target.map(|target| table.rows() - target.known),
        target: target.map(|target| target_info(target, &noticed)),
        columns,
        warnings: noticed.get(&None).cloned().unwrap_or_default(),
    })
}

/// The known share of a column among the rows with a target, and its figures where it is known at all.
fn against(column: &Column, judge: &Judge<'_>, target: &Target) -> (f64, Score) {
    let known = known_with_target(column, target);
    let share = known as f64 / target.known as f64;
    (share, if known == 0 { Score::default() } else { judge.score(column, share) })
}

fn known_with_target(column: &Column, target: &Target) -> usize {
    let in_column = |row: usize| match &column.values {
        Values::Number(number) => !number.values[row].is_nan(),
        Values::Sparse(_) => true,
        Values::Category(category) => category.codes[row] != MISSING,
    };
    let in_target = |row: usize| match &target.values {
        TargetValues::Classes(classes) => classes.codes[row] != MISSING,
        TargetValues::Numbers(values) => !values[row].is_nan(),
    };
    (0..column.len()).filter(|row| in_column(*row) && in_target(*row)).count()
}

fn column_info(
    column: &Column,
    place: usize,
    (inspection, noticed): (&Inspection, &Noticed<'_>),
    score: Option<(f64, Score)>,
) -> ColumnInfo {
    let (known_share, score) = score.map_or((None, Score::default()), |(share, score)| (Some(share), score));
    let (mut format, mut threshold_text, mut range, mut top) = (None, None, None, None);
    match &column.values {
        Values::Number(number) => {
            format = match number.meaning {
                Meaning::Plain => None,
                Meaning::Date => Some("date"),
                Meaning::Time => Some("time"),
            };
            threshold_text = score.threshold.filter(|_| format.is_some()).map(|cut| number.text(cut));
            range = number_range(number);
        }
        Values::Sparse(sparse) => range = number_range(&Number::from(sparse)),
        Values::Category(category) => top = Some(top_levels(category)),
    }
    ColumnInfo {
        name: column.name.clone(),
        kind: column.kind(),
        format,
        distinct: inspection.distinct[place],
        missing: inspection.missing[place],
        known_share,
        score,
        threshold_text,
        range,
        top,
        left_out: inspection.left_out[place],
        warnings: noticed.get(&Some(column.name.as_str())).cloned().unwrap_or_default(),
    }
}

/// Warnings by the column that they speak of; those of the table as a whole under none.
type Noticed<'a> = BTreeMap<Option<&'a str>, Vec<String>>;

fn noticed(warnings: &[Warning]) -> Noticed<'_> {
    let mut by_column = Noticed::new();
    for warning in warnings {
        by_column.entry(warning.column()).or_default().push(warning.to_string());
    }
    by_column
}

fn number_range(number: &Number) -> Option<Range> {
    let known: Vec<f64> = number.values.iter().copied().filter(|value| !value.is_nan()).collect();
    let min = known.iter().copied().fold(f64::INFINITY, f64::min);
    let max = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (min.is_finite() && max.is_finite()).then(|| Range { min, mean: mean(&known), max })
}

fn top_levels(category: &Category) -> Vec<LevelRows> {
    let rows = category.level_rows();
    let mut order: Vec<usize> = (0..rows.len()).filter(|level| rows[*level] > 0).collect();
    order.sort_by_key(|level| std::cmp::Reverse(rows[*level]));
    order.truncate(TOP_LEVELS);
    order.iter().map(|level| LevelRows { value: category.levels[*level].clone(), rows: rows[*level] }).collect()
}

fn target_info(target: &Target, noticed: &Noticed<'_>) -> TargetInfo {
    let empty = TargetInfo {
        name: target.name.clone(),
        kind: Kind::Continuous,
        task: target.task(),
        entropy_bits: None,
        gini: None,
        classes: None,
        class_rows: None,
        mean: None,
        variance: None,
        warnings: noticed.get(&Some(target.name.as_str())).cloned().unwrap_or_default(),
    };
    match &target.values {
        TargetValues::Classes(classes) => {
            let rows = classes.rows();
            let weights: Vec<f64> = rows.iter().map(|count| *count as f64).collect();
            TargetInfo {
                kind: Kind::Nominal,
                entropy_bits: Some(NLogN::new(target.known as u64).entropy(&rows)),
                gini: Some(gini(&weights)),
                classes: Some(classes.names.clone()),
                class_rows: Some(rows),
                ..empty
            }
        }
        TargetValues::Numbers(values) => {
            let known: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
            TargetInfo { mean: Some(mean(&known)), variance: Some(variance(&known)), ..empty }
        }
    }
}
