//! The entries of rows, row by row.

use std::hint::black_box;

use crate::encode::{Entries, Entry};

/// For each row its lists, with its codes there.
pub(super) enum Lines<'d> {
    /// Lists are the columns of the data.
    All {
        data: &'d Entries,
        /// The row of the data that each row is.
        rows: Vec<u32>,
        /// For each row of the data its row here, or `NOWHERE`.
        places: Vec<u32>,
        /// Columns that are not asked; empty where all are.
        closed: Vec<bool>,
    },
    Own {
        starts: Vec<u32>,
        entries: Vec<Entry>,
    },
}

/// Room for the work; all of it but what was found is 0 between two uses.
#[derive(Default)]
pub(super) struct Room {
    /// For each list how often it was met.
    pub(super) met: Vec<u32>,
    /// A bit for each list that was.
    marks: Vec<u64>,
    /// The lists that were met, ascending.
    pub(super) found: Vec<u32>,
}

/// No row.
pub(super) const NOWHERE: u32 = u32::MAX;

/// So many rows are brought near at a time.
pub(super) const NEAR: usize = 16;

/// So many entries the machine brings at once.
const LINE: usize = 8;

impl Lines<'_> {
    #[inline]
    pub(super) fn of(&self, row: u32) -> &[Entry] {
        match self {
            Lines::All { data, rows, .. } => data.rows.line(rows[row as usize]),
            Lines::Own { starts, entries } => {
                &entries[starts[row as usize] as usize..starts[row as usize + 1] as usize]
            }
        }
    }

    /// Looks at where the lines of some rows lie, for nothing but to have them near: they lie far apart in the data, so that the machine waits for
    /// several of them at once.
    pub(super) fn touch(&self, rows: &[u32]) {
        if let Lines::All { .. } = self {
            let steps = rows.iter().flat_map(|row| self.of(*row).iter().step_by(LINE));
            black_box(steps.fold(0, |sum, entry| sum ^ entry.code));
        }
    }

    /// Finds the lists of some rows, of so many lists; how often each is met is left in the room.
    pub(super) fn meet(&self, rows: &[u32], all: usize, room: &mut Room) {
        if room.met.len() < all {
            room.met.resize(all, 0);
            room.marks.resize(all.div_ceil(64), 0);
        }
        let closed: &[bool] = if let Lines::All { closed, .. } = self { closed } else { &[] };
        for rows in rows.chunks(NEAR) {
            self.touch(rows);
            for entry in rows.iter().flat_map(|row| self.of(*row)) {
                if closed.get(entry.place as usize) != Some(&true) {
                    room.met[entry.place as usize] += 1;
                    room.marks[entry.place as usize / 64] |= 1 << (entry.place % 64);
                }
            }
        }
        room.found.clear();
        for (first, word) in (0..).step_by(64).zip(&mut room.marks[..all.div_ceil(64)]) {
            let mut bits = std::mem::take(word);
            while bits != 0 {
                room.found.push(first + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}
