//! A small subtree of which all columns are asked: their orders are kept, and parted with the rows.

use std::rc::Rc;

use super::nodes::Bush;
use super::search::{Row, Split};
use crate::grow::candidate::Question;
use crate::grow::item::{CountedRow, Stored};
use crate::grow::quick::{Joint, Lists, QuickCut, over_near};

/// A node: a range of the lists.
struct Knot {
    place: u32,
    start: usize,
    end: usize,
    depth: u32,
    /// Places of the lists that may tell something.
    live: Rc<[u16]>,
}

impl<R: Joint> Bush<'_, R> {
    /// Grows all that is below a node of these rows.
    pub(super) fn grow_listed(&mut self, rows: &[Row], (place, depth): (u32, u32)) {
        self.search.run.gather(rows.iter().map(|row| row.stored.label())); // each is at its local number from here on
        let mut lists = Lists::new(rows.to_vec(), self.search.draw.columns, self.search.data);
        let live = (0..lists.columns() as u16).collect();
        let mut frontier = vec![Knot { place, start: 0, end: rows.len(), depth, live }];
        let mut live = Vec::new();
        while let Some(knot) = frontier.pop() {
            let is_mixed = self.search.run.stand_among(lists.locals(knot.start..knot.end));
            let best =
                if is_mixed && self.may_split(knot.depth) { self.best_listed(&lists, &knot, &mut live) } else { None };
            let Some(split) = best else {
                self.leaf(knot.place, knot.end - knot.start);
                continue;
            };
            let coded = &self.search.data.columns[split.column as usize];
            let middle = lists.part(knot.start..knot.end, (coded, split.low), &live);
            let first = self.fork(knot.place, split);
            let live: Rc<[u16]> = live[..].into();
            for (place, (start, end)) in (first..).zip([(knot.start, middle), (middle, knot.end)]) {
                frontier.push(Knot { place, start, end, depth: knot.depth + 1, live: live.clone() });
            }
        }
    }

    /// The best cut of all lists, and those of them that may tell more further down.
    fn best_listed(&mut self, lists: &Lists<CountedRow>, knot: &Knot, live: &mut Vec<u16>) -> Option<Split> {
        live.clear();
        let (mut best, mut floor) = (None::<(u32, QuickCut<R::Mark>)>, f64::NEG_INFINITY);
        for place in knot.live.iter() {
            let Some(order) = lists.in_order(usize::from(*place), knot.start..knot.end) else { continue };
            live.push(*place);
            let column = lists.column(usize::from(*place));
            let codes = &self.search.data.columns[column as usize].codes;
            let run = &mut self.search.run;
            let found = over_near(run, order, (self.search.least, floor), |local| codes.at(lists.row(local)));
            let Some(cut) = found else { continue };
            floor = floor.max(cut.score - 2.0 * run.doubt(cut.score));
            if best.as_ref().is_none_or(|(_, best)| cut.beats(best, run)) {
                best = Some((column, cut));
            }
            if knot.end - knot.start == 2 {
                break; // two rows are parted in one way, and the first column wins
            }
        }
        let (column, cut) = best?;
        let (low, high) = cut.place.codes()?;
        Some(Split { column, low, question: Question::Between { low, high } })
    }
}
