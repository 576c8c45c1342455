//! The best cut of an ordered column at a large node where rows have no value there: they may go to either side of each cut, or be
//! parted from all others.

use std::cmp::Ordering;

use super::bench::{Bench, Found, offer};
use super::bench_sets::floor;
use super::flock::{Flock, with_bytes};
use super::leaning::Leaning;
use super::run::{Place, QuickCut, Run};
use super::search::{SPARSE, over_bins, over_keys};
use super::table::{Lean, Tabled};
use crate::encode::{Code, EncodedColumn, with_codes};
use crate::grow::candidate::{Question, Route};
use crate::grow::item::{Item, Stored};

impl<R: Tabled> Bench<'_, R> {
    /// Whether some row has no value in a column.
    pub(super) fn has_holes<S>(&self, flock: Flock<'_, S>, column: u32) -> bool {
        let coded = &self.data.columns[column as usize];
        let Some(hole) = coded.hole() else { return false };
        if coded.bytes().is_none() {
            return flock.items.iter().any(|item| coded.is_missing(coded.codes.at(item.row)));
        }
        let mut any = false;
        with_bytes!(self.data, flock, column, bytes => {
            let mut bytes = bytes;
            any = bytes.any(|byte| byte == hole);
        });
        any
    }

    /// Offers the best cut of a column, where some rows have no value.
    pub(super) fn offer_around<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (column, least): (u32, u64),
        best: &mut Option<Found<R::Mark>>,
    ) {
        let coded = &self.data.columns[column as usize];
        let is_dense = coded.distinct as usize * run.stride() <= SPARSE * flock.items.len();
        if is_dense && run.leans() {
            self.by_steps(run, flock.items, (column, least), best);
            return;
        }
        let found = if is_dense {
            self.by_counting(run, flock.items, (coded, least))
        } else {
            self.by_sorting(run, flock.items, (coded, least))
        };
        let Some(Around { cut, question, route }) = found else { return };
        if offer(best, run, self.turn(column), cut) {
            self.keep(best, question, route);
        }
    }

    /// Sums rows up by code, where these are few for them, and offers the best cut.
    fn by_steps<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        items: &[Item<S>],
        (column, least): (u32, u64),
        best: &mut Option<Found<R::Mark>>,
    ) {
        let coded = &self.data.columns[column as usize];
        let mut leans = std::mem::take(&mut self.leans);
        leans.resize(leans.len().max(coded.distinct as usize + 1), R::Leaning::default());
        let more = run.leaning();
        with_codes!(&coded.codes, codes => for item in items {
            leans[codes[item.row as usize].wide() as usize].add(more(item.stored.label()));
        });
        self.offer_steps(run, (column, least), &leans, best);
        leans[..=coded.distinct as usize].fill(R::Leaning::default());
        self.leans = leans;
    }

    /// Offers the best cut of a column whose rows were summed up by code, those without a value last.
    pub(super) fn offer_steps(
        &mut self,
        run: &mut R,
        (column, least): (u32, u64),
        leans: &[R::Leaning],
        best: &mut Option<Found<R::Mark>>,
    ) {
        let coded = &self.data.columns[column as usize];
        let (known, rest) = leans.split_at(coded.distinct as usize);
        let absent = rest.first().filter(|_| coded.has_missing).map_or(Lean::default(), |lean| lean.lean());
        self.steps.take(known, absent);
        let Some((step, cut)) = self.steps.best(run, least, floor(best.as_ref(), run)) else { return };
        let (low, high) = self.steps.codes(step);
        if !self.steps.has_holes() {
            offer(best, run, self.turn(column), QuickCut { place: Place::Codes { low, high }, ..cut });
            return;
        }
        if offer(best, run, self.turn(column), cut) {
            let is_known = self.steps.is_last(step);
            let question = if is_known { Question::Known } else { Question::Between { low, high } };
            self.keep(best, question, Route::Branch(u32::from(!step.with)));
        }
    }

    fn by_counting<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        items: &[Item<S>],
        (coded, least): (&EncodedColumn<'_>, u64),
    ) -> Option<Around<R::Mark>> {
        let (stride, distinct) = (run.stride(), coded.distinct as usize);
        self.bins.clear();
        self.bins.resize((distinct + 1) * stride, R::Bin::default());
        with_codes!(&coded.codes, codes => for item in items {
            let start = codes[item.row as usize].wide() as usize * stride;
            run.count(&mut self.bins[start..start + stride], item.stored.label());
        });
        let (known, missing) = self.bins.split_at(distinct * stride);
        let mut cuts = |turned: bool| {
            run.reset();
            if turned {
                run.shift_bins(missing);
            }
            over_bins(run, known, least).0
        };
        let (with, without) = (cuts(true), cuts(false));
        Around::best(run, (with, without), least, self.data.missing_last)
    }

    fn by_sorting<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        items: &[Item<S>],
        (coded, least): (&EncodedColumn<'_>, u64),
    ) -> Option<Around<R::Mark>> {
        self.long_keys.clear();
        with_codes!(&coded.codes, codes => self.long_keys.extend(items.iter().enumerate().map(|(place, item)| {
            u64::from(codes[item.row as usize].wide()) << 32 | u64::from(item.stored.pack(place as u32))
        })));
        self.long_keys.sort_unstable();
        let first = self.long_keys.partition_point(|key| !coded.is_missing((key >> 32) as u32));
        let (known, missing) = self.long_keys.split_at(first);
        let mut cuts = |turned: bool| {
            run.reset();
            if turned {
                for key in missing {
                    run.shift(S::unpack(*key as u32, items));
                }
            }
            over_keys(run, known, items, least)
        };
        let (with, without) = (cuts(true), cuts(false));
        Around::best(run, (with, without), least, self.data.missing_last)
    }
}

/// The best split of a column where some rows have no value.
struct Around<M> {
    cut: QuickCut<M>,
    question: Question,
    route: Route,
}

impl<M> Around<M> {
    /// The better of two cuts, with rows without a value to the left and to the right; of equal ones the lower, then the former, or the latter
    /// where missing values stand last. The run stands where all values are to the left: that they are parted from none is the last in the
    /// order of ties.
    fn best<R: Run<Mark = M>>(
        run: &R,
        (with, without): (Option<QuickCut<M>>, Option<QuickCut<M>>),
        least: u64,
        missing_last: bool,
    ) -> Option<Self> {
        let low = |cut: &QuickCut<M>| cut.place.codes().map_or(0, |(low, _)| low);
        let is_first = match (&with, &without) {
            (Some(with), Some(without)) => {
                let earlier = match low(with).cmp(&low(without)) {
                    Ordering::Equal => !missing_last,
                    order => order == Ordering::Less,
                };
                with.beats(without, run) || (!without.beats(with, run) && earlier)
            }
            (with, _) => with.is_some(),
        };
        let (cut, branch) = if is_first { (with, 0) } else { (without, 1) };
        let between = cut.map(|cut| {
            let (low, high) = cut.place.codes().unwrap_or((0, 1));
            let question = Question::Between { low, high };
            Around { cut: QuickCut { place: Place::Parted, ..cut }, question, route: Route::Branch(branch) }
        });
        let (left, right) = run.weights();
        if left.min(right) < least.max(1) {
            return between;
        }
        let cut = QuickCut { score: run.score(), mark: run.mark(), place: Place::Parted };
        if between.as_ref().is_some_and(|between| !cut.beats(&between.cut, run)) {
            return between;
        }
        Some(Around { cut, question: Question::Known, route: Route::Branch(1) })
    }
}
