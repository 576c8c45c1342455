//! The lists that a node asks.

use super::patch::{Live, Patch};
use crate::grow::draw::{Draw, Drawn};
use crate::grow::item::Stored;
use crate::seed::{AT_ONCE, Key, Permutation};

/// To look a column up in the order takes so much longer than to ask a list for its place in it, one of many.
const LOOK: u64 = 8;

/// The lists that a node asks, and what they are found with.
pub(super) struct Asked<'h> {
    /// How columns are drawn; none where all are asked.
    draw: Option<Draw<'h>>,
    drawn: Drawn,
    /// How many columns there are.
    all: usize,
    /// In the order that they were drawn in.
    pub(super) lists: Vec<u32>,
    /// Lists that may be asked, each below its place in the high bits.
    found: Vec<u64>,
    /// Of those of one entry the first for each mark of its label.
    firsts: Vec<u64>,
}

impl<'h> Asked<'h> {
    /// None yet, of so many columns.
    pub(super) fn new(draw: Option<Draw<'h>>, all: usize) -> Self {
        Asked { draw, drawn: Drawn::default(), all, lists: Vec::new(), found: Vec::new(), firsts: Vec::new() }
    }

    /// Whether some of the columns are asked, and not all.
    pub(super) fn are_drawn(&self) -> bool {
        self.draw.is_some()
    }

    /// Finds the lists that are asked. Rows whose labels have the same mark are worth the same: of lists of one entry that part such rows from all
    /// others one that comes later need not be among them.
    pub(super) fn find<S: Stored>(
        &mut self,
        patch: &mut Patch<'_, S>,
        key: Key,
        mark_of: impl Fn(S::Label) -> Option<usize>,
    ) {
        self.lists.clear();
        let mut live = std::mem::take(&mut patch.live);
        if let Some(draw) = self.draw {
            // A look at all of them for every second row that has left.
            if 2 * patch.many < live.seen {
                live.lists.retain(|list| patch.entries_of(*list) > 0);
                live.numbers.clear();
                live.seen = patch.many;
            }
            if let Some(order) = draw.permutation(key) {
                self.draw_many(patch, (draw, &order), &mut live);
                self.settle(patch, mark_of);
            } else {
                self.draw_few(patch, draw, key);
            }
        } else {
            live.lists.retain(|list| !patch.is_constant(*list));
            self.lists.extend_from_slice(&live.lists);
        }
        patch.live = live;
    }

    /// Draws columns one by one.
    fn draw_few<S: Stored>(&mut self, patch: &mut Patch<'_, S>, draw: Draw<'_>, key: Key) {
        let mut drawing = draw.begin(key, |_| false, &mut self.drawn);
        let mut list = 0;
        let mut is_constant = |column: u32, list: &mut u32| {
            let found = patch.list_of(column);
            *list = found.unwrap_or(0);
            found.is_none_or(|list| patch.is_constant(list))
        };
        while drawing.next(|column| is_constant(column, &mut list)).is_some() {
            self.lists.push(list);
        }
    }

    /// Draws lists, as columns would be drawn one by one. Where most columns tell nothing, those that do are asked for their places.
    fn draw_many<S: Stored>(
        &mut self,
        patch: &mut Patch<'_, S>,
        (draw, order): (Draw<'_>, &Permutation),
        live: &mut Live,
    ) {
        let Draw { columns, many, count_constant } = draw;
        self.found.clear();
        let (all, known) = (u64::from(order.last()), (live.lists.len() as u64).max(1));
        let looks = if count_constant { (all / known).max(many as u64) } else { all * many as u64 / known };
        if LOOK * looks < known {
            self.draw_in_order(patch, (draw, order));
            return;
        }
        if live.numbers.len() < live.lists.len() {
            let own = live.lists.iter().map(|list| patch.columns[*list as usize]);
            let is_whole = columns.len() == self.all;
            let number =
                |column: u32| if is_whole { column } else { columns.partition_point(|own| *own < column) as u32 };
            live.numbers.extend(own.map(number));
        }
        // Most stand far behind the last one that is asked, which stands here, or about here.
        let last = if count_constant {
            order.numbers().nth(many - 1).map_or(order.last(), |number| order.place_of(number))
        } else {
            let share = (many as f64 + 4.0 * (many as f64).sqrt()) / live.lists.len() as f64;
            (share * f64::from(order.last())) as u32
        };
        let mut limit = last;
        loop {
            self.take_lists(patch, (order, live), limit);
            let found = self.found.len();
            if limit >= order.last() || found >= many || (count_constant && found > 0) {
                break;
            }
            limit = limit.saturating_mul(4).max(64).min(order.last());
        }
        let wanted = if count_constant && limit > last { 1 } else { many };
        if self.found.len() > wanted {
            self.found.select_nth_unstable(wanted - 1);
            self.found.truncate(wanted);
        }
    }

    /// Puts the lists that were found in their order. Most have one entry, and do not come so far.
    fn settle<S: Stored>(&mut self, patch: &mut Patch<'_, S>, mark_of: impl Fn(S::Label) -> Option<usize>) {
        let firsts = &mut self.firsts;
        firsts.clear();
        self.found.retain(|drawn| {
            let Some(mark) = patch.only(*drawn as u32).and_then(&mark_of) else { return true };
            if mark >= firsts.len() {
                firsts.resize(mark + 1, u64::MAX);
            }
            firsts[mark] = firsts[mark].min(*drawn);
            false
        });
        self.found.extend(firsts.iter().filter(|first| **first < u64::MAX));
        self.found.sort_unstable();
        self.lists.extend(self.found.iter().map(|drawn| *drawn as u32));
    }

    /// Goes through the columns in their order until enough are found that tell something.
    fn draw_in_order<S: Stored>(&mut self, patch: &mut Patch<'_, S>, (draw, order): (Draw<'_>, &Permutation)) {
        let Draw { columns, many, count_constant } = draw;
        let is_whole = columns.len() == self.all;
        patch.mark_columns();
        let mut drawn = 0;
        for first in (0..=order.last()).step_by(AT_ONCE) {
            for number in order.numbers_from(first) {
                if number as usize >= columns.len() {
                    continue;
                }
                if self.lists.len() >= many || (count_constant && drawn >= many && !self.lists.is_empty()) {
                    return;
                }
                drawn += 1;
                let column = if is_whole { number } else { columns[number as usize] };
                let list = patch.list_of(column);
                self.lists.extend(list.filter(|list| !patch.is_constant(*list)));
            }
        }
    }

    /// Takes the lists that tell something and do not stand behind a place.
    fn take_lists<S: Stored>(&mut self, patch: &mut Patch<'_, S>, (order, live): (&Permutation, &Live), limit: u32) {
        self.found.clear();
        for (numbers, lists) in live.numbers.chunks(AT_ONCE).zip(live.lists.chunks(AT_ONCE)) {
            let places = order.places_of(numbers.try_into().unwrap_or_else(|_| {
                let mut padded = [0; AT_ONCE];
                padded[..numbers.len()].copy_from_slice(numbers);
                padded
            }));
            let mut reached = reached(&places, limit) & (u64::MAX >> (AT_ONCE - lists.len()));
            while reached != 0 {
                let one = reached.trailing_zeros() as usize;
                reached &= reached - 1;
                if !patch.is_constant(lists[one]) {
                    self.found.push(u64::from(places[one]) << 32 | u64::from(lists[one]));
                }
            }
        }
    }
}

/// A bit for each place that does not stand behind a limit: few do, and the machine looks at many of them at a time.
#[inline]
fn reached(places: &[u32; AT_ONCE], limit: u32) -> u64 {
    let bytes = places.map(|place| u8::from(place <= limit));
    let eights = bytes.as_chunks::<8>().0.iter();
    // The product brings the lowest bit of each of eight bytes into the highest byte.
    let bits = eights.map(|eight| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    (0..).step_by(8).zip(bits).fold(0, |all, (shift, bits)| all | bits << shift)
}
