//! Learning curves, drawn.

use spinney::draw::{Axis, Chart, Point, Series, Spread, chart};

use super::super::learning::{Dealt, Lesson};
use super::work::Compared;
use crate::text::label;

/// The score that decides against the rows learned from, a line for each model.
pub(super) fn plot(lesson: &Lesson, dealt: &Dealt, compared: &Compared) -> String {
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
