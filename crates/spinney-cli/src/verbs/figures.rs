//! A model's answers beside what is true, in figures.

use serde::Serialize;
use spinney::evaluate::{ClassScore, Measures, Score};
use spinney::explain::figures::count;

use crate::text::{Grid, Heading, decimals, digits, label};

/// Up to so many classes are shown as a matrix; of more, the most frequent mistakes.
const MOST_CLASSES: usize = 10;
/// So many mistakes are listed.
const MOST_MISTAKES: usize = 10;

/// One figure of a score.
pub(super) struct Figure {
    /// Its name in JSON.
    pub(super) name: &'static str,
    /// Its name in full.
    pub(super) words: &'static str,
    /// Its name over a column.
    heading: &'static str,
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

/// The figures of a score, in the order in which people read them.
pub(super) fn figures(score: &Score) -> Vec<Figure> {
    let figure = |name, words, heading, value, unit| Figure { name, words, heading, value, unit };
    match &score.measures {
        Measures::Classification(classes) => vec![
            figure("accuracy", "accuracy", "accuracy", classes.accuracy, false),
            figure("balanced_accuracy", "balanced accuracy", "balanced", classes.balanced_accuracy, false),
            figure("log_loss", "log loss", "log loss", classes.log_loss, false),
            figure("auc", "AUC", "AUC", classes.auc, false),
        ],
        Measures::Regression(numbers) => vec![
            figure("r_squared", "R²", "R²", numbers.r_squared, false),
            figure("rmse", "RMSE", "RMSE", numbers.rmse, true),
            figure("mae", "MAE", "MAE", numbers.mae, true),
        ],
    }
}

/// How one figure spreads over folds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Spread {
    /// The mean.
    pub(super) mean: f64,
    /// The standard deviation, by n - 1.
    pub(super) sd: f64,
}

/// The spread of each figure over folds; none where no fold has it.
pub(super) fn spreads(each: &[Score]) -> Vec<(Figure, Option<Spread>)> {
    let all: Vec<Vec<Figure>> = each.iter().map(figures).collect();
    let Some(first) = each.first().map(figures) else { return Vec::new() };
    let of = |place: usize| {
        let values: Vec<f64> = all.iter().filter_map(|figures| figures[place].value).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let sd = (squares / values.len().saturating_sub(1).max(1) as f64).sqrt();
        (!values.is_empty()).then_some(Spread { mean, sd })
    };
    first.into_iter().enumerate().map(|(place, figure)| (figure, of(place))).collect()
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

    /// The mean of several, and how they spread.
    pub(super) fn several(name: &str, each: &[Score]) -> Self {
        let cell = |(figure, spread): &(Figure, Option<Spread>)| match spread {
            Some(Spread { mean, sd }) if figure.unit => format!("{} ± {}", digits(*mean), digits(*sd)),
            // Three decimals: the fourth is noise here, and four such figures fit a line.
            Some(Spread { mean, sd }) => format!("{mean:.3} ± {sd:.3}"),
            None => "-".to_owned(),
        };
        let spreads = spreads(each);
        ScoreLine {
            name: name.to_owned(),
            rows: each.iter().map(|score| score.rows).sum(),
            cells: spreads.iter().map(cell).collect(),
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

/// Who was taken for whom.
pub(super) fn confusion(score: &ClassScore) -> String {
    if score.classes.len() > MOST_CLASSES {
        return mistakes(score);
    }
    let names: Vec<String> = score.classes.iter().map(|of| cut(&of.class)).collect();
    let mut headings = vec![Heading::text("")];
    headings.extend(names.iter().map(|name| Heading::figure(name)));
    headings.extend([Heading::figure("rows"), Heading::figure("recall")]);
    let mut grid = Grid::new(&headings);
    let share = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), decimals);
    for (truth, name) in score.classes.iter().zip(&names) {
        let weight = |answer: &str| {
            let cell = score.confusion.iter().find(|cell| cell.truth == truth.class && cell.predicted == answer);
            count(cell.map_or(0.0, |cell| cell.weight))
        };
        let cells = score.classes.iter().map(|of| weight(&of.class));
        let ends = [count(truth.rows), share(truth.recall)];
        grid.row(std::iter::once(name.clone()).chain(cells).chain(ends).collect());
    }
    let precisions = score.classes.iter().map(|of| share(of.precision));
    grid.row(std::iter::once("precision".to_owned()).chain(precisions).collect());
    format!("true classes down, answers across\n{}", grid.lines())
}

/// The most frequent mistakes, of a target with many classes.
fn mistakes(score: &ClassScore) -> String {
    let mut wrong: Vec<_> = score.confusion.iter().filter(|cell| cell.truth != cell.predicted).collect();
    wrong.sort_by(|one, two| two.weight.total_cmp(&one.weight)); // stable: equal ones stay in the order of classes
    if wrong.is_empty() {
        return String::new();
    }
    let mut grid = Grid::new(&[Heading::text("true class"), Heading::text("answered as"), Heading::figure("rows")]);
    for cell in wrong.iter().take(MOST_MISTAKES) {
        grid.row(vec![label(&cell.truth), label(&cell.predicted), count(cell.weight)]);
    }
    let more = wrong.len().saturating_sub(MOST_MISTAKES);
    let more =
        if more > 0 { format!("(and {} more; --json has all)\n", crate::text::count(more)) } else { String::new() };
    format!("the most frequent mistakes\n{}{more}", grid.lines())
}

/// A class's name over a column of figures.
fn cut(name: &str) -> String {
    spinney::draw::cut_cells(&label(name), 16)
}
