//! The slots of a node in the order of a column.

use super::flock::{MOST, Varying};
use super::keys::Keys;
use super::mask::Mask;
use super::rank::Rank;
use super::small::{Bytes, Kind, Plot, Small};
use crate::encode::{Code, Encoded, Low, with_codes};
use crate::grow::item::Stored;

impl Small<'_> {
    /// Comes to another node.
    pub(crate) fn turn_to_another(&mut self) {
        self.varying.clear();
    }

    /// Whether all rows of a node have the same value in a column.
    #[inline]
    pub(crate) fn is_constant<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> bool {
        match self.kinds[column as usize] {
            Kind::Bit(word, bit) => {
                if self.varying.is_empty() {
                    let at = |words: &[u64; MOST]| Varying::of(plot.slots.iter().map(|slot| words[usize::from(*slot)]));
                    self.varying.extend(self.words.iter().map(at));
                }
                self.varying[word].is_constant(bit)
            }
            Kind::Lots => self.numbers(plot, column).is_none_or(|numbers| {
                let first = numbers[usize::from(plot.first())].to_bits();
                plot.slots.iter().all(|slot| numbers[usize::from(*slot)].to_bits() == first)
            }),
            Kind::Bytes(bytes) => {
                let first = plot.flock.byte(plot.first(), bytes);
                plot.slots.iter().all(|slot| plot.flock.byte(*slot, bytes) == first)
            }
            Kind::Ranks => {
                if let ([one, two], false) =
                    (plot.slots, self.ranks[column as usize].holds(plot.start, plot.slots.len()))
                {
                    return self.compare(plot, column, (*one, *two)).is_eq();
                }
                let rank = self.rank(plot, column);
                let first = rank.value(plot.first());
                !rank.is_strict() && plot.slots.iter().all(|slot| rank.value(*slot) == first)
            }
        }
    }

    /// Where the codes of a column lie in lines, if they are bytes.
    #[inline]
    pub(super) fn bytes(&self, column: u32) -> Option<Bytes> {
        if let Kind::Bytes(bytes) = self.kinds[column as usize] { Some(bytes) } else { None }
    }

    /// Puts the slots of a node in the order of a column, with their values where some are the same or stand for none; the value that stands for none, where some row has none, and
    /// whether no two rows have the same.
    pub(super) fn put_in_order<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> (Option<u8>, bool) {
        if let Some(bytes) = self.bytes(column) {
            let distinct = self.by_bytes(plot, bytes);
            return (self.data.columns[column as usize].hole(), distinct == plot.slots.len());
        }
        self.rank(plot, column);
        let rank = &self.ranks[column as usize];
        rank.in_order(plot.slots, &mut self.order);
        let order = &self.order[..plot.slots.len()];
        if !rank.is_strict() || rank.hole().is_some() {
            self.values.iter_mut().zip(order).for_each(|(value, slot)| *value = rank.value(*slot));
        }
        (rank.hole(), rank.is_strict())
    }

    /// Counts the bytes, then puts every slot where its byte begins. How many bytes there are.
    fn by_bytes<S: Stored>(&mut self, plot: Plot<'_, S>, bytes: Bytes) -> usize {
        let mut present = Mask::default();
        for slot in plot.slots {
            let byte = plot.flock.byte(*slot, bytes);
            self.counts[usize::from(byte)] += 1;
            present.add(byte);
        }
        let (mut next, mut distinct) = (0, 0);
        let counts = &mut self.counts;
        present.each(|byte| {
            let count = &mut counts[usize::from(byte)];
            (*count, next) = (next, next + *count);
            distinct += 1;
        });
        for slot in plot.slots {
            let byte = plot.flock.byte(*slot, bytes);
            let place = &mut counts[usize::from(byte)];
            self.order[usize::from(*place) % MOST] = *slot;
            self.values[usize::from(*place) % MOST] = byte;
            *place += 1;
        }
        present.each(|byte| counts[usize::from(byte)] = 0);
        distinct
    }

    /// The order of a column, made here unless a node above has made it.
    #[inline]
    pub(super) fn rank<S: Stored>(&mut self, plot: Plot<'_, S>, column: u32) -> &Rank {
        let rank = &mut self.ranks[column as usize];
        if !rank.holds(plot.start, plot.slots.len()) {
            take_keys(&mut self.keys, (self.data, &self.tails), plot, column);
            let coded = &self.data.columns[column as usize];
            let missing = coded.has_missing.then_some(coded.distinct);
            let code = |slot| coded.codes.at(plot.row(slot));
            rank.make((plot.start, plot.slots), &mut self.keys, (code, missing));
        }
        rank
    }

    /// How many of the slots that are in order have a value.
    #[inline]
    pub(super) fn known(&self, many: usize, hole: Option<u8>) -> usize {
        let Some(hole) = hole else { return many };
        many - self.values[..many].iter().rev().take_while(|value| **value == hole).count()
    }
}

/// Takes the keys of a node's slots in a column: its codes, or as much of them as lies close by.
fn take_keys<S: Stored>(keys: &mut Keys, (data, tails): (&Encoded<'_>, &[u8]), plot: Plot<'_, S>, column: u32) {
    let travels = data.abreast.as_ref().filter(|_| !plot.flock.lines.is_empty());
    let Some((byte, abreast)) = travels.and_then(|abreast| Some((abreast.place(column)?, abreast))) else {
        with_codes!(&data.columns[column as usize].codes, codes => {
            keys.fill(plot.slots, |slot| codes[plot.row(slot) as usize].wide());
        });
        return;
    };
    let high = |slot: u8| u16::from(plot.flock.byte(slot, byte));
    match abreast.low(column) {
        Some(Low { place, is_exact }) if !tails.is_empty() => {
            let low = |slot: u8| u16::from(tails[usize::from(slot) * abreast.tail + place]);
            keys.fill_short(plot.slots, is_exact, |slot| high(slot) << 8 | low(slot));
        }
        low => keys.fill_short(plot.slots, low.is_none(), high),
    }
}
