//! The best score of each size of tree, drawn.

use spinney::draw::{Axis, Chart, Guide, Point, Series, Spread, chart};

use super::super::learning::{Dealt, Lesson};
use super::winner::{Tuned, bests};
use crate::text::{digits, label};

/// Sizes are told apart by so many steps for each doubling.
const STEPS: f64 = 2.0;

/// The best score of each size, a line for each criterion.
pub(super) fn plot(lesson: &Lesson, dealt: &Dealt, tuned: &Tuned) -> String {
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
