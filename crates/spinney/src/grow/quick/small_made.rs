//! A cut of a small subtree, made.

use super::lot::drawn_cut;
use super::small::{Cut, Hopeful, Kind, Plot, Small, SmallCut};
use crate::encode::Coded;
use crate::grow::candidate::{Question, UNKNOWN};
use crate::grow::item::Stored;
use crate::seed::Key;

impl Small<'_> {
    /// A cut, ready to be made.
    pub(super) fn made<S: Stored>(&self, plot: Plot<'_, S>, hopeful: Hopeful, key: Key) -> SmallCut {
        let Hopeful { column, cut, route, left, .. } = hopeful;
        let question = match cut {
            Cut::After(last, next) => self.between(plot, column, (last, next)),
            Cut::Sets(values) => self.sets_of(plot, column, values),
            Cut::Asked(question) => question,
            Cut::Bit => self.between_two(column, key),
            Cut::At(cut) => Question::At { cut, low: UNKNOWN },
        };
        SmallCut { column, question, route, left }
    }

    /// The cut between the two values of a column; drawn where cuts are, though any parts the rows alike.
    pub(super) fn between_two(&self, column: u32, key: Key) -> Question {
        let values = self.data.columns[column as usize].numbers().filter(|_| self.by_lot);
        let cut = values.and_then(|values| drawn_cut(values.at(0), values.at(1), key.child(u64::from(column))));
        cut.map_or(Question::Between { low: 0, high: 1 }, |cut| Question::At { cut, low: 0 })
    }

    /// The cut between two slots, neighbours in the order of a column.
    pub(super) fn between<S: Stored>(&self, plot: Plot<'_, S>, column: u32, (last, next): (u8, u8)) -> Question {
        let coded = &self.data.columns[column as usize];
        if let Kind::Bytes(bytes) = self.kinds[column as usize] {
            let code = |slot: u8| u32::from(plot.flock.byte(slot, bytes));
            let (low, high) = (code(last), code(next));
            return if coded.is_missing(high) { Question::Known } else { Question::Between { low, high } };
        }
        if matches!(coded.coded, Coded::Numbers(_)) && !coded.has_missing {
            return Question::Rows { low: plot.row(last), high: plot.row(next) };
        }
        let code = |slot: u8| coded.codes.at(plot.row(slot));
        let (low, high) = (code(last), code(next));
        if coded.is_missing(high) { Question::Known } else { Question::Between { low, high } }
    }
}
