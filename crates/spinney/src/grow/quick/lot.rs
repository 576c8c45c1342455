//! Cuts that are drawn, one for each column, and the best of these: extra trees.

use super::asked::Asked;
use super::bench::{Bench, Best, Found, NONE, offer};
use super::flock::{Flock, Side};
use super::run::{Place, QuickCut};
use super::scan::Quick;
use super::search::quick_cut;
use super::table::Tabled;
use crate::encode::Coded;
use crate::grow::candidate::{Question, UNKNOWN};
use crate::grow::item::Stored;
use crate::seed::Key;

impl<R: Tabled> Bench<'_, R> {
    /// The best of the cuts that are drawn for these columns, none of them constant; names in an order are cut where they
    /// gain most.
    pub(crate) fn drawn<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (columns, asked): (&[u32], Asked<'_, S>),
    ) -> Option<Best> {
        let Asked { key, least, .. } = asked;
        self.take_turns(columns);
        let mut found: Option<Found<R::Mark>> = None;
        self.lot = None;
        self.two_valued(run, flock, (columns, least), &mut found);
        run.lay_out(flock.items.iter().map(|item| item.stored.label()));
        for column in columns.iter().copied() {
            if self.bits[column as usize] != NONE {
                continue;
            }
            let coded = &self.data.columns[column as usize];
            if matches!(coded.coded, Coded::Numbers(_)) {
                self.draw_lot(run, flock, (column, asked), &mut found);
            } else if let Quick::Cut(cut) = quick_cut(run, flock.items, coded, least) {
                offer(&mut found, run, self.turn(column), cut);
            }
        }
        found.map(|found| self.made(&found, key))
    }

    /// Draws a cut of a column between its least and its greatest number, and offers it.
    fn draw_lot<S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        flock: Flock<'_, S>,
        (column, asked): (u32, Asked<'_, S>),
        found: &mut Option<Found<R::Mark>>,
    ) {
        let Some(numbers) = &self.data.number_columns else { return };
        let own = &mut self.numbers;
        own.clear();
        numbers.each(column, flock.items.iter().map(|item| ((), item.row)), |(), number| own.push(number));
        let (low, high) = ends(&self.numbers);
        let Some(cut) = drawn_cut(low, high, asked.key.child(u64::from(column))) else { return };
        run.stand_below(&self.numbers, cut);
        let (left, right) = run.weights();
        let place = Place::Parted; // one cut of each column is compared
        if left.min(right) >= asked.least.max(1)
            && offer(found, run, self.turn(column), QuickCut { score: run.score(), mark: run.mark(), place })
        {
            self.lot = Some(cut);
            std::mem::swap(&mut self.numbers, &mut self.best_numbers);
        }
    }

    /// The cut that was chosen, ready to be made.
    fn made(&mut self, found: &Found<R::Mark>, key: Key) -> Best {
        let column = found.column;
        let coded = &self.data.columns[column as usize];
        let (question, low, side) = match (found.cut.place.codes(), self.lot) {
            (None, Some(cut)) => {
                self.right.clear();
                self.right.extend(self.best_numbers.iter().map(|number| *number > cut));
                (Question::At { cut, low: UNKNOWN }, 0, Side::Said)
            }
            (codes, _) => {
                let (low, high) = codes.unwrap_or((0, 1));
                // Of two values any cut between them parts the rows alike: it is drawn where it is made.
                let cut = coded.numbers().filter(|_| self.bits[column as usize] != NONE);
                let cut = cut.and_then(|values| drawn_cut(values.at(0), values.at(1), key.child(u64::from(column))));
                (cut.map_or(Question::Between { low, high }, |cut| Question::At { cut, low }), low, Side::Table)
            }
        };
        Best { column, question, route: found.route, low, side }
    }
}

/// The least and the greatest of these numbers; two of each at a time, since every comparison waits for the one before.
#[inline]
pub(super) fn ends(values: &[f64]) -> (f64, f64) {
    let less = |one: f64, two: f64| if one < two { one } else { two };
    let more = |one: f64, two: f64| if one > two { one } else { two };
    let (fours, rest) = values.as_chunks::<4>();
    let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
    for four in fours {
        for place in 0..4 {
            low[place] = less(four[place], low[place]);
            high[place] = more(four[place], high[place]);
        }
    }
    for value in rest {
        (low[0], high[0]) = (less(*value, low[0]), more(*value, high[0]));
    }
    (less(less(low[0], low[1]), less(low[2], low[3])), more(more(high[0], high[1]), more(high[2], high[3])))
}

/// A number drawn evenly from [low, high); `None` where there is no room between them.
#[inline]
pub(crate) fn drawn_cut(low: f64, high: f64, key: Key) -> Option<f64> {
    // Neither is undefined, which `max` and `min` would ask.
    let (low, high) = (if low > f64::MIN { low } else { f64::MIN }, if high < f64::MAX { high } else { f64::MAX });
    if low >= high {
        return None;
    }
    let share = key.unit();
    let cut = low * (1.0 - share) + high * share;
    Some(if cut >= high || cut < low { low } else { cut })
}
