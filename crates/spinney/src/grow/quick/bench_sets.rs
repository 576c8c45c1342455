//! Two sets of a column's values at a large node, and what splits that are no cut need.

use super::asked::Asked;
use super::bench::{Bench, Best, Found, Spot, offer};
use super::flock::{Flock, Side, with_bytes};
use super::run::{Place, QuickCut};
use super::sets::{Parting, Searched};
use super::table::{Lean, Tabled};
use crate::grow::candidate::{Question, Route, Sides};
use crate::grow::item::Stored;

impl<R: Tabled> Bench<'_, R> {
    /// Offers the best two sets of a column's values.
    pub(super) fn offer_sets<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (column, asked): (u32, Asked<'_, S>),
        best: &mut Option<Found<R::Mark>>,
    ) {
        if !run.leans() {
            self.ask_plainly(run, flock, (column, asked), best);
            return;
        }
        let missing = self.lean(run, flock, column);
        match self.sets.best(run, missing, asked) {
            Searched::None => {}
            Searched::AskPlainly => self.ask_plainly(run, flock, (column, asked), best),
            Searched::Cut(found) => {
                let cut = QuickCut { score: found.score, mark: found.mark, place: Place::Parted };
                if offer(best, run, self.turn(column), cut) {
                    let route = self.sets.branch_of_missing(found.parting).map_or(Route::Heaviest, Route::Branch);
                    let codes = |first| {
                        let mut codes: Vec<u32> = self.sets.codes(found.parting, first).collect();
                        codes.sort_unstable(); // the rare ones come last
                        codes
                    };
                    let question = match found.parting {
                        Parting::Known => Question::Known,
                        Parting::Above(..) => {
                            Question::Subset(Box::new(Sides { left: codes(true), right: codes(false) }))
                        }
                    };
                    self.keep(best, question, route);
                }
            }
        }
    }

    /// Keeps what the best split so far asks.
    pub(super) fn keep(&mut self, best: &mut Option<Found<R::Mark>>, question: Question, route: Route) {
        self.question = Some(question);
        if let Some(best) = best {
            best.route = route;
        }
    }

    /// Sums up the values of a column; what rows without one come to, where there are any.
    fn lean<S: Stored<Label = R::Label>>(&mut self, run: &R, flock: Flock<'_, S>, column: u32) -> Option<Lean> {
        let coded = &self.data.columns[column as usize];
        let distinct = coded.distinct as usize;
        self.leans.resize(self.leans.len().max(distinct + 1), Lean::default());
        let leans = &mut self.leans[..];
        self.touched.clear();
        self.sets.begin();
        if coded.is_fine() {
            with_bytes!(self.data, flock, column, bytes => {
                for (item, byte) in flock.items.iter().zip(bytes) {
                    leans[usize::from(byte)].add(run.lean(item.stored.label()));
                }
            });
            self.touched.extend((0..=distinct as u32).filter(|code| leans[*code as usize].weight > 0));
        } else {
            for item in flock.items {
                let code = coded.codes.at(item.row);
                let lean = &mut leans[code as usize];
                if lean.weight == 0 {
                    self.touched.push(code);
                }
                lean.add(run.lean(item.stored.label()));
            }
            self.touched.sort_unstable();
        }
        let mut missing = None;
        for code in self.touched.drain(..) {
            let lean = std::mem::take(&mut leans[code as usize]);
            if coded.is_missing(code) {
                missing = Some(lean);
            } else {
                self.sets.add(code, lean);
            }
        }
        missing
    }

    /// Offers what the plain way finds best.
    fn ask_plainly<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (column, asked): (u32, Asked<'_, S>),
        best: &mut Option<Found<R::Mark>>,
    ) {
        let Some((question, route)) = (asked.plainly)(flock.items, column) else { return };
        self.list(column, &question, route);
        let codes = &self.data.columns[column as usize].codes;
        let right = &self.right;
        run.reset();
        let left = flock.items.iter().filter(|item| !right[codes.at(item.row) as usize]);
        left.for_each(|item| run.shift(item.stored.label()));
        let cut = QuickCut { score: run.score(), mark: run.mark(), place: Place::Parted };
        if offer(best, run, self.turn(column), cut) {
            self.keep(best, question, route);
        }
    }

    /// Lists which codes go right; those that the node has not may go anywhere.
    fn list(&mut self, column: u32, question: &Question, route: Route) {
        let distinct = self.data.columns[column as usize].distinct as usize;
        self.right.resize(self.right.len().max(distinct + 1), false);
        match question {
            Question::Subset(sides) => {
                sides.left.iter().for_each(|code| self.right[*code as usize] = false);
                sides.right.iter().for_each(|code| self.right[*code as usize] = true);
            }
            Question::Between { low, .. } | Question::At { low, .. } => {
                let (left, right) = self.right[..distinct].split_at_mut(*low as usize + 1);
                left.fill(false);
                right.fill(true);
            }
            _ => self.right[..distinct].fill(false),
        }
        self.right[distinct] = route != Route::Branch(0);
    }

    /// A split that is no cut, ready to be made.
    pub(super) fn listed<S>(&mut self, flock: Flock<'_, S>, found: &Found<R::Mark>) -> Best {
        let Found { column, route, .. } = *found;
        let question = self.question.take().unwrap_or(Question::Known);
        let coded = &self.data.columns[column as usize];
        let side = match self.spot(flock, column) {
            Spot::Byte(byte) if coded.is_fine() => Side::Listed { byte: Some(byte) },
            _ if coded.is_ordered() => Side::Around { holes: route != Route::Branch(0) },
            _ => Side::Listed { byte: None },
        };
        if matches!(side, Side::Listed { .. }) {
            self.list(column, &question, route);
        }
        let low = match question {
            Question::Between { low, .. } => low,
            _ => coded.distinct.saturating_sub(1),
        };
        Best { column, question, route, low, side }
    }

    /// For each code of the column that was listed last whether rows that have it go right.
    pub(crate) fn right(&self) -> &[bool] {
        &self.right
    }
}
