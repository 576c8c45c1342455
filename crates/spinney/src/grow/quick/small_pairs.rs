//! Two rows are parted in one way only: by the first column that tells them apart. They are a third of all nodes that are split.

use super::asked::Asked;
use super::lot::drawn_cut;
use super::mask::Mask;
use super::small::{Kind, Plot, Small, SmallCut};
use super::table::Tabled;
use crate::encode::Low;
use crate::grow::candidate::{Question, Route, UNKNOWN};
use crate::grow::item::Stored;

/// The first of two slots goes left, or the second.
const FIRST: Mask = Mask([1, 0, 0, 0]);
const SECOND: Mask = Mask([2, 0, 0, 0]);

impl Small<'_> {
    /// The split of two rows by a column that tells them apart; `None` where it takes a closer look: at names and holes.
    pub(super) fn part_two<R: Tabled, S: Stored<Label = R::Label>>(
        &mut self,
        run: &R,
        plot: Plot<'_, S>,
        (column, asked): (u32, Asked<'_, S>),
    ) -> Option<SmallCut> {
        let [one, two] = *plot.slots else { return None };
        let coded = &self.data.columns[column as usize];
        if run.weight_at(one).min(run.weight_at(two)) < asked.least || coded.has_missing || !coded.is_ordered() {
            return None;
        }
        let (is_rising, question) = match self.kinds[column as usize] {
            Kind::Bit(word, bit) => {
                let high = self.data.blocks[word].rarer_is_high >> bit & 1;
                let is_rising = self.words[word][usize::from(two)] >> bit & 1 == high;
                (is_rising, self.between_two(column, asked.key))
            }
            Kind::Lots => {
                let values = self.numbers(plot, column)?;
                let (first, second) = (values[usize::from(one)], values[usize::from(two)]);
                let cut = drawn_cut(first.min(second), first.max(second), asked.key.child(u64::from(column)))?;
                (first < second, Question::At { cut, low: UNKNOWN })
            }
            Kind::Bytes(bytes) => {
                let code = |slot: u8| u32::from(plot.flock.byte(slot, bytes));
                let (first, second) = (code(one), code(two));
                (first < second, Question::Between { low: first.min(second), high: first.max(second) })
            }
            Kind::Ranks => {
                let is_rising = self.compare(plot, column, (one, two)).is_lt();
                (is_rising, self.between(plot, column, if is_rising { (one, two) } else { (two, one) }))
            }
        };
        Some(SmallCut { column, question, route: Route::Heaviest, left: if is_rising { FIRST } else { SECOND } })
    }

    /// The order of two rows in a column: by the byte of the line, by that of the tail, and where both are the same by their codes.
    #[inline]
    pub(super) fn compare<S: Stored>(
        &self,
        plot: Plot<'_, S>,
        column: u32,
        (one, two): (u8, u8),
    ) -> std::cmp::Ordering {
        let codes = &self.data.columns[column as usize].codes;
        let by_code = || codes.at(plot.row(one)).cmp(&codes.at(plot.row(two)));
        let Some(abreast) = self.data.abreast.as_ref().filter(|_| !plot.flock.lines.is_empty()) else {
            return by_code();
        };
        let Some(place) = abreast.place(column) else { return by_code() };
        let order = plot.flock.byte(one, place).cmp(&plot.flock.byte(two, place));
        match abreast.low(column) {
            Some(Low { place, .. }) if order.is_eq() && !self.tails.is_empty() => {
                let low = |slot: u8| self.tails[usize::from(slot) * abreast.tail + place];
                low(one).cmp(&low(two)).then_with(by_code)
            }
            _ => order.then_with(by_code),
        }
    }
}
