//! A cut of a small subtree, made.

use super::flock::Flock;
use super::mask::Mask;
use super::rank::MOST;
use super::small::{Chosen, Cut, Holes, Plot, Small, SmallCut, Way};
use crate::grow::candidate::{Question, Route};
use crate::grow::item::Stored;

/// So many slots are few: less room is cleared for them.
const FEW: usize = 16;

impl Small<'_> {
    pub(super) fn bit_way(&self, column: u32) -> Way {
        let bit = self.bits[column as usize];
        let (word, bit) = (bit as usize / 64, bit % 64);
        // A bit is set where the row has the rarer value; rows of the lower one go left.
        let left = u64::from(self.data.blocks[word].rarer_is_high >> bit & 1 == 0);
        Way::Bit { word, bit, left }
    }

    /// A cut, ready to be made.
    pub(super) fn made<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32, cut: Cut) -> SmallCut {
        let coded = &self.data.columns[column as usize];
        let route = Route::Heaviest;
        match cut {
            Cut::After(last, holes) => {
                let (hole, _) = self.put_in_order(plot, column);
                let bytes = self.bytes(plot.flock, column);
                let code = |place: usize| coded.codes.at(plot.row(self.order[place]));
                let (low, high) = (code(last), code(last + 1));
                let question = if coded.is_missing(high) { Question::Known } else { Question::Between { low, high } };
                let value = match bytes {
                    Some(_) => self.values[last],
                    None => self.ranks[column as usize].value(self.order[last]),
                };
                let (route, way) = match (holes, hole) {
                    (Holes::Left, Some(hole)) => {
                        let mut left = Mask::default();
                        (0..=value).for_each(|value| left.add(value));
                        left.add(hole);
                        (Route::Branch(0), Way::Values(bytes, left))
                    }
                    (Holes::Right, _) => (Route::Branch(1), Way::Value(bytes, value)),
                    _ => (route, Way::Value(bytes, value)),
                };
                SmallCut { column, question, route, way }
            }
            Cut::Sets(place) => {
                let Chosen { left, question, route } = self.chosen.swap_remove(place);
                let question = question.unwrap_or_else(|| self.sets_of(plot, column, left));
                SmallCut { column, question, route, way: Way::Values(self.bytes(plot.flock, column), left) }
            }
            Cut::Bit => {
                let question = Question::Between { low: 0, high: 1 };
                SmallCut { column, question, route, way: self.bit_way(column) }
            }
            Cut::At(cut) => {
                let values = &self.numbers[column as usize].values;
                let below = plot.slots.iter().filter(|slot| values[usize::from(**slot)] <= cut);
                let low = below.map(|slot| coded.codes.at(plot.row(*slot))).max().unwrap_or(0);
                SmallCut { column, question: Question::At { cut, low }, route, way: Way::Number(cut) }
            }
        }
    }

    /// Parts the slots of a node: those that go left first, all in their order. Says how many these are.
    pub(crate) fn part<S>(&self, flock: Flock<'_, S>, cut: &SmallCut, slots: &mut [u8]) -> usize {
        let rank = &self.ranks[cut.column as usize];
        match cut.way {
            Way::Value(None, last) => part(slots, |slot| rank.value(slot) <= last),
            Way::Value(Some(bytes), last) => part(slots, |slot| flock.byte(slot, bytes) <= last),
            Way::Values(None, left) => part(slots, |slot| left.holds(rank.value(slot))),
            Way::Values(Some(bytes), left) => part(slots, |slot| left.holds(flock.byte(slot, bytes))),
            Way::Number(cut_at) => {
                let values = &self.numbers[cut.column as usize].values;
                part(slots, |slot| values[usize::from(slot)] <= cut_at)
            }
            Way::Bit { word, bit, left } => {
                let words = &self.words[word];
                part(slots, |slot| words[usize::from(slot)] >> bit & 1 == left)
            }
        }
    }
}

#[inline]
fn part(slots: &mut [u8], is_left: impl Fn(u8) -> bool) -> usize {
    if slots.len() <= FEW { part_in::<FEW>(slots, is_left) } else { part_in::<MOST>(slots, is_left) }
}

#[inline]
fn part_in<const N: usize>(slots: &mut [u8], is_left: impl Fn(u8) -> bool) -> usize {
    let mut right = [0_u8; N];
    let (mut kept, mut moved) = (0, 0);
    for place in 0..slots.len() {
        let slot = slots[place];
        let left = is_left(slot);
        slots[kept] = slot;
        right[moved % N] = slot;
        kept += usize::from(left);
        moved += usize::from(!left);
    }
    slots[kept..].copy_from_slice(&right[..moved]);
    kept
}
