//! Rows with their entries, by column and by row.

use std::ops::Range;

use super::lines::{Lines, NEAR, NOWHERE, Room};
use crate::encode::{Entries, Entry};
use crate::grow::item::Stored;

/// Rows of a node and of all that is below it.
pub(super) struct Patch<'d, S> {
    pub(super) stored: Vec<S>,
    /// Those that have left.
    gone: Vec<bool>,
    /// Those that have not, with some that have.
    standing: Vec<u32>,
    /// How many have not.
    pub(super) many: usize,
    /// The column of each list, ascending.
    pub(super) columns: Vec<u32>,
    lists: Vec<List>,
    /// How many entries of each list are of rows that have not left: apart from the lists, since rows that leave touch many.
    lasting: Vec<u32>,
    /// Rows with their codes, list by list.
    entries: Vec<Entry>,
    lines: Lines<'d>,
    /// Lists that may tell something.
    pub(super) live: Live,
    /// A bit for each column that has a list, and how many lists come before those of a word; made where columns are asked one by one.
    marks: Vec<(u64, u32)>,
}

/// Nothing yet.
impl<S> Default for Patch<'_, S> {
    fn default() -> Self {
        Patch {
            stored: Vec::new(),
            gone: Vec::new(),
            standing: Vec::new(),
            many: 0,
            columns: Vec::new(),
            lists: Vec::new(),
            lasting: Vec::new(),
            entries: Vec::new(),
            lines: Lines::Own { starts: Vec::new(), entries: Vec::new() },
            live: Live::default(),
            marks: Vec::new(),
        }
    }
}

/// The entries of a column.
#[derive(Debug, Clone, Copy, Default)]
struct List {
    start: u32,
    /// How many there are, those of rows that have left among them.
    len: u32,
}

/// Lists that may tell something.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// Ascending.
    pub(super) lists: Vec<u32>,
    /// The number of each one's column among those of the tree, where that was asked for.
    pub(super) numbers: Vec<u32>,
    /// How many rows there were when lists were looked at.
    pub(super) seen: usize,
}

/// Stands in the length of a list that is put in order by who looks at it first: most lists of large patches never are.
const UNSORTED: u32 = 1 << 31;

/// A list whose entries are still those of the data: brought here by who looks at it first. A forest looks at few of its root's lists.
const AWAY: List = List { start: NOWHERE, len: NOWHERE };

/// Most entries of a patch whose rooms are used again.
const SMALL: usize = 1 << 15;

impl<'d, S: Stored> Patch<'d, S> {
    /// The rows of a tree, of which these columns (ascending) may be asked; `hears` is told of each of their entries.
    pub(super) fn of_tree(
        rows: Vec<(u32, S)>,
        (data, all): (&'d Entries, usize),
        columns: &[u32],
        mut hears: impl FnMut(u32, S::Label),
    ) -> Self {
        let mut places = vec![NOWHERE; all];
        for (place, (row, _)) in (0..).zip(&rows) {
            places[*row as usize] = place;
        }
        let many = data.rest.len();
        let mut lasting = vec![0; many];
        for (row, stored) in &rows {
            let label = stored.label();
            for entry in data.rows.line(*row) {
                lasting[entry.place as usize] += 1;
                hears(entry.place, label);
            }
        }
        let mut closed = Vec::new();
        if columns.len() < many {
            closed.resize(many, true);
            for column in columns {
                closed[*column as usize] = false;
            }
        }
        let live = columns.iter().copied().filter(|column| lasting[*column as usize] > 0).collect();
        let (rows, stored): (Vec<u32>, Vec<S>) = rows.into_iter().unzip();
        let lines = Lines::All { data, rows, places, closed };
        let (columns, lists) = ((0..many as u32).collect(), vec![AWAY; many]);
        let mut patch = Patch { stored, columns, lists, lasting, lines, ..Patch::default() };
        patch.begin();
        patch.live.lists = live;
        patch
    }

    /// All rows stand.
    fn begin(&mut self) {
        self.many = self.stored.len();
        self.gone.clear();
        self.gone.resize(self.many, false);
        self.standing.clear();
        self.standing.extend(0..self.many as u32);
        self.live.numbers.clear();
        self.live.seen = self.many;
        self.marks.clear();
    }

    /// Whether its rooms are worth keeping for another patch: those of large ones would be held by small ones.
    pub(super) fn is_small(&self) -> bool {
        !self.is_whole() && self.entries.capacity() <= SMALL
    }

    /// The label of a row.
    #[inline]
    pub(super) fn label(&self, row: u32) -> S::Label {
        self.stored[row as usize].label()
    }

    /// Looks at where a list lies, for nothing but to have it near.
    #[inline]
    pub(super) fn touch(&self, list: u32) -> u32 {
        let List { start, len } = self.lists[list as usize];
        let (entries, start, len) = match &self.lines {
            Lines::All { data, .. } if start == NOWHERE => (data.columns.line(list), 0, data.columns.line(list).len()),
            _ => (&self.entries[..], start as usize, (len & !UNSORTED) as usize),
        };
        let at = |place: usize| entries.get(place).map_or(0, |entry| entry.code);
        at(start) ^ at(start + len / 2) ^ at(start + len)
    }

    /// How many entries a list has.
    #[inline]
    pub(super) fn entries_of(&self, list: u32) -> usize {
        self.lasting[list as usize] as usize
    }

    /// How many entries were brought here.
    pub(super) fn size(&self) -> usize {
        self.entries.len()
    }

    /// Hears of every row's entries: their lists, and the row's label.
    pub(super) fn each(&self, mut hears: impl FnMut(u32, S::Label)) {
        for row in 0..self.stored.len() as u32 {
            let label = self.label(row);
            self.lines.of(row).iter().for_each(|entry| hears(entry.place, label));
        }
    }

    /// Whether lists are all columns of the data.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.lines, Lines::All { .. })
    }

    /// The list of a column.
    #[inline]
    pub(super) fn list_of(&self, column: u32) -> Option<u32> {
        if self.is_whole() {
            return Some(column);
        }
        if self.marks.is_empty() {
            return self.columns.binary_search(&column).ok().map(|list| list as u32);
        }
        let (word, before) = *self.marks.get(column as usize / 64)?;
        let bit = 1 << (column % 64);
        (word & bit > 0).then(|| before + (word & (bit - 1)).count_ones())
    }

    /// Makes ready for many columns to be asked for their lists.
    pub(super) fn mark_columns(&mut self) {
        if self.marks.is_empty() && !self.is_whole() {
            self.marks.resize(self.columns.last().map_or(0, |last| *last as usize / 64 + 1), (0, 0));
            for column in &self.columns {
                self.marks[*column as usize / 64].0 |= 1 << (column % 64);
            }
            let mut lists = 0;
            for (word, before) in &mut self.marks {
                *before = lists;
                lists += word.count_ones();
            }
        }
    }

    /// The entries of a list in the order of codes, each with its label.
    #[inline]
    pub(super) fn pairs(&mut self, list: u32, pairs: &mut Vec<(u32, S::Label)>) {
        self.tidy(list);
        let List { start, len } = self.lists[list as usize];
        let entries = &self.entries[start as usize..(start + len) as usize];
        pairs.clear();
        pairs.extend(entries.iter().map(|entry| (entry.code, self.stored[entry.place as usize].label())));
    }

    /// The labels of some entries of a list, from which rows that have left were taken out.
    #[inline]
    pub(super) fn labels(&self, list: u32, range: Range<usize>) -> impl Iterator<Item = S::Label> {
        let start = self.lists[list as usize].start as usize;
        self.entries[start + range.start..start + range.end].iter().map(|entry| self.label(entry.place))
    }

    /// The label of a list's entry, where it has one.
    #[inline]
    pub(super) fn only(&mut self, list: u32) -> Option<S::Label> {
        if self.lasting[list as usize] != 1 {
            return None;
        }
        self.tidy(list);
        Some(self.label(self.entries[self.lists[list as usize].start as usize].place))
    }

    /// The entries of a list in the order of codes.
    pub(super) fn list(&mut self, list: u32) -> &[Entry] {
        self.tidy(list);
        let List { start, len } = self.lists[list as usize];
        &self.entries[start as usize..(start + len) as usize]
    }

    /// Makes a list ready to be looked at.
    #[inline]
    fn tidy(&mut self, list: u32) {
        let len = self.lists[list as usize].len;
        if len == NOWHERE {
            self.bring(list);
        } else if len > self.lasting[list as usize] {
            self.clear(list);
        }
    }

    /// Entries of rows that have left are taken out of a list, and what is left is put in order where it was not.
    fn clear(&mut self, list: u32) {
        let List { start, len } = self.lists[list as usize];
        let entries = &mut self.entries[start as usize..][..(len & !UNSORTED) as usize];
        let mut kept = 0;
        for place in 0..entries.len() {
            let entry = entries[place];
            entries[kept] = entry;
            kept += usize::from(!self.gone[entry.place as usize]);
        }
        let entries = &mut entries[..kept];
        if len & UNSORTED > 0 && !entries.is_sorted_by_key(|entry| entry.code) {
            entries.sort_unstable_by_key(|entry| entry.code);
        }
        self.lists[list as usize].len = kept as u32;
    }

    /// Brings the entries of a list here.
    fn bring(&mut self, list: u32) {
        let Lines::All { data, places, .. } = &self.lines else { return };
        let (start, line) = (self.entries.len(), data.columns.line(list));
        self.entries.resize(start + line.len(), Entry::default());
        let mut end = start;
        for entry in line {
            // Written down in any case, and kept or not: no guess goes wrong.
            let place = places[entry.place as usize];
            self.entries[end] = Entry { place, code: entry.code };
            end += usize::from(place != NOWHERE);
        }
        self.entries.truncate(end);
        self.lists[list as usize] = List { start: start as u32, len: (end - start) as u32 };
    }

    /// Whether all rows say the same in a list.
    #[inline]
    pub(super) fn is_constant(&mut self, list: u32) -> bool {
        match self.entries_of(list) {
            0 => true,
            many if many < self.many => false,
            _ => {
                let entries = self.list(list);
                entries.first().map(|entry| entry.code) == entries.last().map(|entry| entry.code)
            }
        }
    }

    /// All rows that are here but these.
    pub(super) fn others(&mut self, rows: &[u32]) -> Vec<u32> {
        for row in rows {
            self.gone[*row as usize] = true;
        }
        let others = self.standing.iter().copied().filter(|row| !self.gone[*row as usize]).collect();
        for row in rows {
            self.gone[*row as usize] = false;
        }
        others
    }

    /// The label of one of the rows.
    pub(super) fn first(&mut self) -> Option<S::Label> {
        let row = self.standing.iter().position(|row| !self.gone[*row as usize])?;
        if 2 * self.many < self.standing.len() || row > 64 {
            let gone = &self.gone;
            self.standing.retain(|row| !gone[*row as usize]);
            return self.standing.first().map(|row| self.label(*row));
        }
        Some(self.label(self.standing[row]))
    }

    /// Some of the rows leave; `leaves` hears of each of their entries.
    pub(super) fn leave(&mut self, rows: &[u32], mut leaves: impl FnMut(u32, S::Label)) {
        for rows in rows.chunks(NEAR) {
            self.lines.touch(rows);
            for row in rows {
                self.gone[*row as usize] = true;
                let label = self.stored[*row as usize].label();
                for entry in self.lines.of(*row) {
                    self.lasting[entry.place as usize] -= 1;
                    leaves(entry.place, label);
                }
            }
        }
        if let Lines::All { rows: own, places, .. } = &mut self.lines {
            for row in rows {
                places[own[*row as usize] as usize] = NOWHERE;
            }
        }
        self.many -= rows.len();
    }

    /// Fills a patch, of which the labels stand, with some of the rows.
    pub(super) fn part(&self, rows: &[u32], part: &mut Self, room: &mut Room) {
        self.lines.meet(rows, self.columns.len(), room);
        part.lists.clear();
        let mut start = 0;
        // From here on the number of the new list stands where it was counted; lists that are closed were not.
        for (number, list) in (1..).zip(&room.found) {
            let many = std::mem::replace(&mut room.met[*list as usize], number);
            part.lists.push(List { start, len: 0 });
            start += many;
        }
        part.entries.resize(start as usize, Entry::default());
        if let Lines::Own { starts, entries: own } = &mut part.lines {
            starts.clear();
            own.clear();
            starts.push(0);
            for (place, row) in (0..).zip(rows) {
                for Entry { place: list, code } in self.lines.of(*row) {
                    let Some(number) = room.met[*list as usize].checked_sub(1) else { continue };
                    let new = &mut part.lists[number as usize];
                    part.entries[(new.start + new.len) as usize] = Entry { place, code: *code };
                    new.len += 1;
                    own.push(Entry { place: number, code: *code });
                }
                starts.push(own.len() as u32);
            }
        }
        part.lasting.clear();
        part.lasting.extend(part.lists.iter().map(|list| list.len));
        for (new, list) in part.lists.iter_mut().zip(&room.found) {
            room.met[*list as usize] = 0;
            new.len |= if new.len > 1 { UNSORTED } else { 0 };
        }
        part.columns.clear();
        part.columns.extend(room.found.iter().map(|list| self.columns[*list as usize]));
        part.live.lists.clear();
        part.live.lists.extend(0..room.found.len() as u32);
        part.begin();
    }
}
