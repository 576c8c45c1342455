//! What a comparison and a search came to, drawn.

use super::compare::Compared;
use super::deal::Dealt;
use super::lesson::Lesson;
use super::tune::{Tuned, bests};
use crate::draw::{Axis, Chart, Guide, Point, Series, Spread, chart};
use crate::explain::figures::{digits, label};

/// Sizes are told apart by so many steps for each doubling.
const STEPS: f64 = 2.0;

/// The score that decides against the rows learned from, a line for each model.
pub fn learning_curves(lesson: &Lesson, dealt: &Dealt, compared: &Compared) -> String {
    let series = compared.models.iter().map(|line| {
        let points = line.points.iter().filter_map(|point| {
            let by = point.by?;
            Some(Point::new(point.rows, by.mean).give_or_take(by.sd))
        });
        Series::new(&label(&line.name), points.collect()).spread(Spread::Band)
    });
    chart(&Chart {
        title: format!("{}: learning curves", label(&lesson.target.name)),
        note: format!("{}; the band is one standard deviation over folds", dealt.words),
        series: series.collect(),
        ..Chart::new(Axis::new("rows learned from").log().whole(), Axis::new(&compared.by.words()))
    })
}

/// The best score of each size of model, a line for each criterion.
pub fn best_of_each_size(lesson: &Lesson, dealt: &Dealt, tuned: &Tuned) -> String {
    let Tuned { grid, race, by, winner, .. } = tuned;
    let criterion = |lane: usize| grid.values(race.contenders[lane])[0].1.clone();
    let mut names: Vec<String> = Vec::new();
    for name in (0..race.contenders.len()).map(criterion) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let series = names.iter().map(|name| {
        let slot = |lane: usize| format!("{} {}", criterion(lane), (race.leaves[lane].max(1.0).log2() * STEPS).round());
        let own = bests(race, *by, slot).into_iter().map(|(_, lane)| lane).filter(|lane| criterion(*lane) == *name);
        let point = |lane: usize| {
            let spread = by.over_folds(&race.raced.lanes[lane].scores, race.rules.ratio)?;
            Some(Point::new(race.leaves[lane], spread.mean).give_or_take(spread.sd))
        };
        let mut points: Vec<Point> = own.filter_map(point).collect();
        points.sort_by(|one, two| one.x.total_cmp(&two.x));
        Series::new(name, points).spread(Spread::Band)
    });
    let chosen = race.leaves[*winner];
    let words = format!("the winner: {} leaves", digits((chosen * 10.0).round() / 10.0));
    chart(&Chart {
        title: format!("{}: the best of each size", label(&lesson.target.name)),
        note: format!("{}; the band is one standard deviation over folds", dealt.words),
        series: series.collect(),
        guides: vec![Guide::Place { x: chosen, label: words }],
        ..Chart::new(Axis::new("leaves, mean over folds").log(), Axis::new(&by.words()))
    })
}
