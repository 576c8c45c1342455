//! Two sets of a column's values at a large node, and what splits that are no cut need.

use super::asked::Asked;
use super::bench::{Bench, Best, Found, Spot, offer};
use super::flock::{Flock, Side, with_bytes};
use super::in_step::{Places, count_in_step};
use super::leaning::Leaning;
use super::run::{Place, QuickCut, Run};
use super::sets::{Parting, Searched};
use super::table::{BUCKETS, Lean, Tabled};
use crate::encode::{Code, with_codes};
use crate::grow::candidate::{Question, Route};
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
        self.offer_parted(run, flock, (column, asked, missing), best);
    }

    /// Offers the best cut, or the best two sets of values, of each column whose codes are bytes.
    pub(super) fn offer_named<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        asked: Asked<'_, S>,
        best: &mut Option<Found<R::Mark>>,
    ) {
        self.lean_by_code(run, flock);
        let (named, by_code) = (std::mem::take(&mut self.named), std::mem::take(&mut self.by_code));
        for (column, leans) in named.iter().copied().zip(by_code.chunks_exact(BUCKETS)) {
            let coded = &self.data.columns[column as usize];
            let distinct = coded.distinct as usize;
            if coded.is_ordered() {
                self.offer_steps(run, (column, asked.least), leans, best);
                continue;
            }
            let missing = leans.get(distinct).filter(|lean| coded.has_missing && !lean.is_none());
            let values = leans[..distinct].iter().zip(0..).filter(|(lean, _)| !lean.is_none());
            self.sets.take(values.map(|(lean, code)| (code, lean.lean())));
            self.offer_parted(run, flock, (column, asked, missing.map(|lean| lean.lean())), best);
        }
        (self.named, self.by_code) = (named, by_code);
    }

    /// Sums up the rows of these columns by code, all in one look at each row.
    fn lean_by_code<S: Stored<Label = R::Label>>(&mut self, run: &R, flock: Flock<'_, S>) {
        self.by_code.clear();
        self.by_code.resize(self.named.len() * BUCKETS, R::Leaning::default());
        let tables = self.by_code.as_chunks_mut::<BUCKETS>().0;
        let lean = run.leaning();
        let add = |leans: &mut [R::Leaning; BUCKETS], byte: u8, more: R::Leaning| leans[usize::from(byte)].add(more);
        let travels = self.data.abreast.as_ref().filter(|_| !flock.lines.is_empty());
        let places = travels.and_then(|abreast| self.named.iter().map(|column| abreast.place(*column)).collect());
        if let Some::<Vec<_>>(places) = places {
            let places = Places { bytes: &places, shift: 0 };
            count_in_step(tables, flock, places, |item| lean(item.stored.label()), add);
            return;
        }
        for (column, leans) in self.named.iter().zip(tables) {
            with_bytes!(self.data, flock, *column, bytes => {
                flock.items.iter().zip(bytes).for_each(|(item, byte)| add(leans, byte, lean(item.stored.label())));
            });
        }
    }

    /// Offers the best two of the sets of values that were taken, with what rows without a value come to.
    fn offer_parted<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (column, asked, missing): (u32, Asked<'_, S>, Option<Lean>),
        best: &mut Option<Found<R::Mark>>,
    ) {
        match self.sets.best(run, missing, (asked, floor(best.as_ref(), run))) {
            Searched::None => {}
            Searched::AskPlainly => self.ask_plainly(run, flock, (column, asked), best),
            Searched::Cut(found) => {
                let cut = QuickCut { score: found.score, mark: found.mark, place: Place::Parted };
                if offer(best, run, self.turn(column), cut) {
                    let route = self.sets.branch_of_missing(found.parting).map_or(Route::Heaviest, Route::Branch);
                    let question = match found.parting {
                        Parting::Known => Question::Known,
                        Parting::Above(..) => Question::subset(self.sets.codes(found.parting)),
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

    /// Sums up the values of a column, of many; what rows without one come to, where there are any.
    fn lean<S: Stored<Label = R::Label>>(&mut self, run: &R, flock: Flock<'_, S>, column: u32) -> Option<Lean> {
        let coded = &self.data.columns[column as usize];
        self.leans.resize(self.leans.len().max(coded.distinct as usize + 1), R::Leaning::default());
        let (leans, touched) = (&mut self.leans[..], &mut self.touched);
        touched.clear();
        let more = run.leaning();
        with_codes!(&coded.codes, codes => for item in flock.items {
            let code = codes[item.row as usize].wide();
            let lean = &mut leans[code as usize];
            if lean.is_none() {
                touched.push(code);
            }
            lean.add(more(item.stored.label()));
        });
        if touched.len() > coded.distinct as usize / 8 {
            // To look at all codes takes less than to put those in order that occur.
            touched.clear();
            touched.extend((0..=coded.distinct).filter(|code| !leans[*code as usize].is_none()));
        } else {
            touched.sort_unstable();
        }
        let mut take = |code: &u32| std::mem::take(&mut leans[*code as usize]).lean();
        let missing = touched.pop_if(|code| coded.is_missing(*code)).map(|code| take(&code));
        self.sets.take(touched.iter().map(|code| (*code, take(code))));
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
                sides.listed().iter().for_each(|(code, branch)| self.right[*code as usize] = *branch == 1);
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

/// What another split must be worth beside the best so far, as far as scores tell.
pub(super) fn floor<R: Run>(best: Option<&Found<R::Mark>>, run: &R) -> f64 {
    best.map_or(f64::NEG_INFINITY, |best| best.cut.score - 2.0 * run.doubt(best.cut.score))
}
