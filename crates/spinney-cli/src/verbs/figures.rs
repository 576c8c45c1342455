//! A model's answers beside what is true, in figures.

use spinney::contest::LEVEL;
use spinney::evaluate::{ClassScore, FoldMean, Measures, Score, fold_mean};
use spinney::forest::{OutOfBagMeasures, OutOfBagScore, Vote};

use crate::text::{Grid, Heading, decimals, digits};

/// One figure of a score.
pub(super) struct Figure {
    /// Its name in JSON.
    pub(super) name: &'static str,
    /// Its name in full.
    pub(super) words: &'static str,
    /// Its name over a column.
    pub(super) heading: &'static str,
    pub(super) value: Option<f64>,
    /// In the target's own unit, of any size.
    unit: bool,
}

impl Figure {
    /// The figure as text.
    pub(super) fn text(&self, value: f64) -> String {
        if self.unit { digits(value) } else { decimals(value) }
    }

    /// Its own value as text.
    pub(super) fn own_text(&self) -> String {
        self.value.map_or_else(|| "-".to_owned(), |value| self.text(value))
    }
}

/// The figures of a score that stand side by side, in the order in which people read them.
pub(super) fn figures(score: &Score) -> Vec<Figure> {
    match &score.measures {
        Measures::Classification(ClassScore { overall, .. }) => vec![
            share("accuracy", "accuracy", "accuracy", overall.accuracy),
            share("balanced_accuracy", "balanced accuracy", "balanced", overall.balanced_accuracy),
            share("log_loss", "log loss", "log loss", overall.log_loss),
            share("roc_auc", "AUC", "AUC", overall.roc_auc),
        ],
        Measures::Regression(numbers) => vec![
            share("r2", "R²", "R²", numbers.r2),
            in_unit("root_mean_squared_error", "RMSE", numbers.root_mean_squared_error),
            in_unit("mean_absolute_error", "MAE", numbers.mean_absolute_error),
        ],
    }
}

/// The figures that are shown one below the other where there is room for more.
pub(super) fn more_figures(score: &Score) -> Vec<Figure> {
    match &score.measures {
        Measures::Classification(ClassScore { overall, .. }) => vec![
            share("accuracy", "accuracy", "", overall.accuracy),
            share("balanced_accuracy", "balanced accuracy", "", overall.balanced_accuracy),
            share("f1_macro", "F1 (macro)", "", overall.f1_macro),
            share("matthews_corrcoef", "MCC", "", overall.matthews_corrcoef),
            share("cohen_kappa", "kappa", "", overall.cohen_kappa),
            share("log_loss", "log loss", "", overall.log_loss),
            share("brier_score_loss", "Brier score", "", overall.brier_score_loss),
            share("roc_auc", "AUC", "", overall.roc_auc),
            share("average_precision", "average precision", "", overall.average_precision),
        ],
        Measures::Regression(numbers) => vec![
            share("r2", "R²", "", numbers.r2),
            in_unit("root_mean_squared_error", "RMSE", numbers.root_mean_squared_error),
            in_unit("mean_absolute_error", "MAE", numbers.mean_absolute_error),
            in_unit("median_absolute_error", "median error", numbers.median_absolute_error),
            in_unit("max_error", "largest error", numbers.max_error),
        ],
    }
}

fn share(name: &'static str, words: &'static str, heading: &'static str, value: Option<f64>) -> Figure {
    Figure { name, words, heading, value, unit: false }
}

fn in_unit(name: &'static str, words: &'static str, value: Option<f64>) -> Figure {
    Figure { name, words, heading: words, value, unit: true }
}

/// The spread of each figure over folds, whose ratio of rows asked to rows learned from is given; none where no fold has it.
pub(super) fn spreads(each: &[Score], ratio: f64) -> Vec<(Figure, Option<FoldMean>)> {
    let all: Vec<Vec<Figure>> = each.iter().map(figures).collect();
    let Some(first) = each.first().map(figures) else { return Vec::new() };
    let of = |place: usize| {
        let values: Vec<f64> = all.iter().filter_map(|figures| figures[place].value).collect();
        let mut spread = fold_mean(&values, ratio, LEVEL)?;
        let known = each[0].figures().into_iter().find(|known| known.name == first[place].name);
        spread.interval = spread.interval.map(|interval| known.map_or(interval, |known| known.possible(interval)));
        Some(spread)
    };
    let found: Vec<Option<FoldMean>> = (0..first.len()).map(of).collect();
    first.into_iter().zip(found).collect()
}

/// A mean over folds and how they spread, as text.
pub(super) fn spread_text(figure: &Figure, spread: Option<&FoldMean>) -> String {
    match spread {
        Some(FoldMean { mean, sd, .. }) if figure.unit => format!("{} ± {}", digits(*mean), digits(*sd)),
        // Three decimals: the fourth is noise here, and four such figures fit a line.
        Some(FoldMean { mean, sd, .. }) => format!("{mean:.3} ± {sd:.3}"),
        None => "-".to_owned(),
    }
}

/// A line of a table of scores.
pub(super) struct ScoreLine {
    pub(super) name: String,
    pub(super) rows: usize,
    cells: Vec<String>,
    headings: Vec<&'static str>,
}

impl ScoreLine {
    /// One score.
    pub(super) fn one(name: &str, score: &Score) -> Self {
        let figures = figures(score);
        ScoreLine {
            name: name.to_owned(),
            rows: score.rows,
            cells: figures.iter().map(Figure::own_text).collect(),
            headings: figures.iter().map(|figure| figure.heading).collect(),
        }
    }

    /// The score out of bag, under the headings of another score; figures that it does not have are left out.
    pub(super) fn out_of_bag(score: &OutOfBagScore, vote: Vote, like: &Score) -> Self {
        let known = |name: &str| match (&score.measures, name) {
            // Trees that vote say nothing else.
            (OutOfBagMeasures::Classes { accuracy_of_votes, .. }, "accuracy") if vote == Vote::Majority => {
                *accuracy_of_votes
            }
            (OutOfBagMeasures::Classes { .. }, _) if vote == Vote::Majority => None,
            (OutOfBagMeasures::Classes { accuracy, .. }, "accuracy") => *accuracy,
            (OutOfBagMeasures::Classes { balanced_accuracy, .. }, "balanced_accuracy") => *balanced_accuracy,
            (OutOfBagMeasures::Classes { log_loss, .. }, "log_loss") => *log_loss,
            (OutOfBagMeasures::Classes { roc_auc, .. }, "roc_auc") => *roc_auc,
            (OutOfBagMeasures::Numbers { r2, .. }, "r2") => *r2,
            (OutOfBagMeasures::Numbers { mean_squared_error, .. }, "root_mean_squared_error") => {
                mean_squared_error.map(f64::sqrt)
            }
            (OutOfBagMeasures::Numbers { mean_absolute_error, .. }, "mean_absolute_error") => *mean_absolute_error,
            _ => None,
        };
        let figures: Vec<Figure> =
            figures(like).into_iter().map(|figure| Figure { value: known(figure.name), ..figure }).collect();
        ScoreLine {
            name: "out of bag".to_owned(),
            rows: score.rows,
            cells: figures.iter().map(Figure::own_text).collect(),
            headings: figures.iter().map(|figure| figure.heading).collect(),
        }
    }

    /// The mean of several, and how they spread.
    pub(super) fn several(name: &str, each: &[Score], ratio: f64) -> Self {
        let spreads = spreads(each, ratio);
        ScoreLine {
            name: name.to_owned(),
            rows: each.iter().map(|score| score.rows).sum(),
            cells: spreads.iter().map(|(figure, spread)| spread_text(figure, spread.as_ref())).collect(),
            headings: spreads.iter().map(|(figure, _)| figure.heading).collect(),
        }
    }
}

/// Scores one below the other.
pub(super) fn score_grid(lines: &[ScoreLine]) -> String {
    let Some(first) = lines.first() else { return String::new() };
    let mut headings = vec![Heading::text(""), Heading::figure("rows")];
    headings.extend(first.headings.iter().map(|name| Heading::figure(name)));
    let mut grid = Grid::new(&headings);
    for line in lines {
        let head = [line.name.clone(), crate::text::count(line.rows)];
        grid.row(head.into_iter().chain(line.cells.iter().cloned()).collect());
    }
    grid.lines()
}
