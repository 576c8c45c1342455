//! One column: the steps of a numeric answer, or the shares of classes along it.

use crate::explain::Words;
use crate::predict::{Answer, Predictor};
use crate::seed::Key;
use crate::tree::{Cell, Tree};

use super::axis::{Axis, Frame, Span};
use super::dots::{Dots, Truth};
use super::ink::{Area, INK, class_fill, way};
use super::paint::Paint;
use super::plane::{Place, Plane, Slot, region};
use super::ruler::Ruler;
use super::sheet::{Head, ROOM, Sheet, Upright, area};

/// A picture of one column that is being made.
pub(super) struct Stairs<'a> {
    pub(super) tree: &'a Tree,
    pub(super) predictor: &'a Predictor,
    pub(super) words: Words<'a>,
    pub(super) paint: Paint,
    pub(super) dots: Option<&'a Dots<'a>>,
}

impl Stairs<'_> {
    /// The answer over a column of numbers, or level by level, with the rows behind it.
    pub(super) fn numbers(&self, ruler: Ruler, plane: &Plane, head: &Head) -> String {
        let answers = (0..).map_while(|at| plane.region(at, 0)).filter_map(|region| number(&region.answer));
        let truths = self.dots.into_iter().flat_map(|dots| &dots.drawn);
        let truths = truths.filter_map(|(_, truth)| if let Truth::Number(value) = truth { Some(*value) } else { None });
        let axis = Axis::new(&head.names.1);
        let span = axis.span(answers.chain(truths));
        let ticks = axis.ticks(&span, ROOM.1, true);
        let upright = Upright::Numbers(ticks.clone());
        let area = area(&self.words, head, &upright);
        let ruler = ruler.placed(area.left, area.left + area.width);
        let frame = Frame::new(area, Span { low: 0.0, high: 1.0, log: false, start: 0.0, end: 1.0 }, span);
        let mut sheet = Sheet::new(head, area, &Paint::Line, self.dots.is_some());
        sheet.scale(&frame, &ticks);
        self.rows(&mut sheet, &ruler, &frame);
        self.steps(&mut sheet, &ruler, &frame);
        sheet.axes(&self.words, head, &ruler, &upright);
        sheet.ink.finish()
    }

    fn rows(&self, sheet: &mut Sheet, ruler: &Ruler, frame: &Frame) {
        let Some(dots) = self.dots else { return };
        for (row, truth) in &dots.drawn {
            let Truth::Number(value) = truth else { continue };
            let x = dots.row(*row).and_then(|cells| ruler.spot(&cells, Key::new(1).child(*row as u64)));
            if let Some(x) = x {
                Paint::Line.dot(&mut sheet.ink, (x, frame.y.at(*value)), *truth, dots.radius());
            }
        }
    }

    /// The line of answers; a leaf with a regression of its own slopes between its ends.
    fn steps(&self, sheet: &mut Sheet, ruler: &Ruler, frame: &Frame) {
        let mut line = Vec::new();
        for (_, slot) in ruler.shown() {
            let (start, end) = ruler.ends(slot);
            let (first, last) = ends_of(ruler, slot);
            let ends = [(start, first), (end, last)].map(|(x, cell)| {
                let place = Place { cells: vec![(ruler.side.column, cell)] };
                number(&region(self.tree, self.predictor, &place).answer).map(|value| (x, frame.y.at(value)))
            });
            let joined = matches!(slot, Slot::Numbers { .. });
            if !joined {
                stroke(sheet, &ends.iter().flatten().copied().collect::<Vec<_>>());
                continue;
            }
            line.extend(ends.into_iter().flatten());
        }
        stroke(sheet, &line);
    }

    /// The shares of classes, one on the other.
    pub(super) fn classes(&self, ruler: Ruler, plane: &Plane, head: &Head) -> String {
        let axis = Axis::new(&head.names.1).between(0.0, 1.0);
        let span = axis.span(std::iter::empty());
        let ticks = axis.ticks(&span, ROOM.1, true);
        let upright = Upright::Numbers(ticks.clone());
        let area = area(&self.words, head, &upright);
        let ruler = ruler.placed(area.left, area.left + area.width);
        let frame = Frame::new(area, Span { low: 0.0, high: 1.0, log: false, start: 0.0, end: 1.0 }, span);
        let mut sheet = Sheet::new(head, area, &self.paint, false);
        sheet.scale(&frame, &ticks);
        for (place, slot) in ruler.shown() {
            let Some(region) = plane.region(place, 0) else { continue };
            let Answer::Class { shares, .. } = &region.answer else { continue };
            let (start, end) = ruler.ends(slot);
            sheet.ink.open(&format!("{}\n{}", ruler.name(&self.words, slot), Paint::told(&self.words, &region.answer)));
            let mut sum = 0.0;
            for pair in shares {
                let (low, high) = (frame.y.at(sum).round(), frame.y.at(sum + pair.share).round());
                sum += pair.share;
                let part = Area { left: start, top: high, width: end - start, height: low - high };
                sheet.ink.rect(
                    part,
                    0.0,
                    &class_fill(pair.class),
                    "fill-opacity=\"0.65\" stroke=\"#ffffff\" stroke-width=\"0.6\"",
                );
            }
            sheet.ink.close();
        }
        sheet.axes(&self.words, head, &ruler, &upright);
        sheet.ink.finish()
    }
}

fn number(answer: &Answer) -> Option<f64> {
    if let Answer::Number(value) = answer { Some(*value) } else { None }
}

/// The first and the last value of a slot, as far as it is shown.
fn ends_of(ruler: &Ruler, slot: &Slot) -> (Cell, Cell) {
    match (slot, ruler.bounds(slot)) {
        (Slot::Numbers { above, .. }, Some((low, high))) => {
            (Cell::Number(if *above == low { low.next_up() } else { low }), Cell::Number(high))
        }
        (Slot::Level(level), _) => (Cell::Level(*level), Cell::Level(*level)),
        _ => (Cell::Missing, Cell::Missing),
    }
}

fn stroke(sheet: &mut Sheet, line: &[(f64, f64)]) {
    let along = way(line.iter().copied());
    if !along.is_empty() {
        sheet.ink.line(&along, "#ffffff", 4.0, "");
        sheet.ink.line(&along, INK, 2.4, "");
    }
}
