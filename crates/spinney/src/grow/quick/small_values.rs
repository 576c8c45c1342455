//! The cuts of an ordered column whose codes are bytes, where a row's label is one number beside its weight: rows are summed up value by
//! value, and values are fewer than rows.

use super::flock::MOST;
use super::mask::Mask;
use super::small::{Bytes, Cut, Hopeful, Plot, Small};
use super::table::{Lean, Tabled};
use crate::grow::candidate::{Question, Route};
use crate::grow::item::Stored;

impl Small<'_> {
    /// Looks at all cuts of a column. Rows without a value may go to either side of each cut, or be parted from all others.
    pub(super) fn sweep_bytes<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &mut R,
        plot: Plot<'_, S>,
        (column, least): (u32, u64),
        bytes: Bytes,
    ) {
        let (values, steps) = (&mut self.values, &mut self.steps);
        let many = sum_values((values, steps), run, plot, |slot| plot.flock.byte(slot, bytes));
        let hole = self.data.columns[column as usize].hole().filter(|hole| self.values[many - 1] == *hole);
        let known = many - usize::from(hole.is_some());
        let absent = if hole.is_some() { self.steps[known] } else { Lean::default() };
        let most = self.score_values(run, (known, absent), least);
        if !self.admits(run, most) {
            return;
        }
        let cuts = if hole.is_some() { known } else { known - 1 };
        for place in 0..cuts {
            let (with, without) = (self.turned[place], self.scores[place]);
            let with = if hole.is_some() { with } else { f64::NEG_INFINITY };
            let mut ways = [(Some(true), with), (hole.map(|_| false), without)];
            if self.data.missing_last {
                ways.reverse();
            }
            for (holes, score) in ways {
                if score >= self.floor {
                    self.hope_above(plot, (column, bytes), (place, known), (holes, score));
                }
            }
        }
    }

    /// What the cut after each of so many values is worth, with rows that have none to its right, and to its left where there are such
    /// rows; the greatest of these.
    fn score_values<R: Tabled>(&mut self, run: &R, (known, absent): (usize, Lean), least: u64) -> f64 {
        let (least, mut all) = (least.max(1), absent);
        self.steps[..known].iter().for_each(|value| all.add(*value));
        let score = |left: Lean| {
            let few = left.weight < least || all.weight - left.weight < least;
            if few { f64::NEG_INFINITY } else { run.score_at(left) }
        };
        let (mut left, mut most) = (Lean::default(), f64::NEG_INFINITY);
        for (value, worth) in self.steps[..known].iter().zip(&mut self.scores) {
            left.add(*value);
            *worth = score(left);
            most = if *worth > most { *worth } else { most };
        }
        if absent.weight > 0 {
            left = absent;
            for (value, worth) in self.steps[..known].iter().zip(&mut self.turned) {
                left.add(*value);
                *worth = score(left);
                most = if *worth > most { *worth } else { most };
            }
        }
        most
    }

    /// Keeps the cut after a value, of so many. Where rows have none: whether these go left.
    fn hope_above<S: Stored>(
        &mut self,
        plot: Plot<'_, S>,
        (column, bytes): (u32, Bytes),
        (place, known): (usize, usize),
        (holes, score): (Option<bool>, f64),
    ) {
        let (low, high) = (self.values[place], self.values[place + 1]);
        let is_known = place + 1 == known;
        let question =
            if is_known { Question::Known } else { Question::Between { low: u32::from(low), high: u32::from(high) } };
        let route = holes.map_or(Route::Heaviest, |holes| Route::Branch(u32::from(!holes)));
        let left = if holes == Some(true) {
            let hole = self.values[known];
            plot.places(|slot| {
                let byte = plot.flock.byte(slot, bytes);
                byte <= low || byte == hole
            })
        } else {
            plot.places(|slot| plot.flock.byte(slot, bytes) <= low)
        };
        self.hope(plot.slots.len(), Hopeful { column, cut: Cut::Asked(question), route, left, score });
    }
}

/// Sums a node's rows up by value: its values, ascending, with what the rows of each come to; how many there are.
#[inline]
pub(super) fn sum_values<R: Tabled, S: Stored<Label = R::Label>>(
    (values, leans): (&mut [u8; MOST], &mut [Lean; MOST]),
    run: &mut R,
    plot: Plot<'_, S>,
    value: impl Fn(u8) -> u8,
) -> usize {
    let many = run.lean_by_value(plot.slots.iter().map(|slot| (*slot, value(*slot))), values);
    match &mut values[..many] {
        [one, two] => (*one, *two) = ((*one).min(*two), (*one).max(*two)),
        values => {
            let mut present = Mask::default();
            for value in &*values {
                present.add(*value);
            }
            let mut next = values.iter_mut();
            present.each(|value| {
                if let Some(next) = next.next() {
                    *next = value;
                }
            });
        }
    }
    for (lean, value) in leans.iter_mut().zip(&values[..many]) {
        *lean = run.take_lean(*value);
    }
    many
}
