//! Rows with their entries, by column and by row.

use crate::encode::{Entries, Entry};
use crate::grow::item::Stored;

/// Rows of a node and of all that is below it.
pub(super) struct Patch<'d, S> {
    /// The row of the data that each is.
    pub(super) rows: Vec<u32>,
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
    /// Rows with their codes, list by list.
    entries: Vec<Entry>,
    lines: Lines<'d>,
    /// Lists that may tell something, ascending.
    pub(super) live: Vec<u32>,
    /// How many rows there were when these were looked at.
    pub(super) seen: usize,
}

/// The entries of a column.
#[derive(Debug, Clone, Copy, Default)]
struct List {
    start: u32,
    /// How many there are, those of rows that have left among them.
    len: u32,
    /// How many are of rows that have not.
    many: u32,
    /// Whether the column is not asked.
    is_closed: bool,
}

/// For each row its lists, with its codes there.
enum Lines<'d> {
    /// Lists are the columns of the data.
    All(&'d Entries),
    Own {
        starts: Vec<u32>,
        entries: Vec<Entry>,
    },
}

/// Room for the work.
#[derive(Default)]
pub(super) struct Room {
    /// For each list how often it was met; 0 between two uses.
    met: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<'d, S: Stored> Patch<'d, S> {
    /// The rows of a tree, of which these columns (ascending) may be asked.
    pub(super) fn of_tree(rows: Vec<(u32, S)>, data: &'d Entries, columns: &[u32], all: usize) -> Self {
        let mut places = vec![NOWHERE; all];
        for (place, (row, _)) in (0..).zip(&rows) {
            places[*row as usize] = place;
        }
        let mut entries = Vec::with_capacity(data.columns.len());
        let mut lists = Vec::with_capacity(data.rest.len());
        for column in 0..data.rest.len() as u32 {
            let start = entries.len() as u32;
            let here =
                data.columns.line(column).iter().map(|entry| Entry { place: places[entry.place as usize], ..*entry });
            entries.extend(here.filter(|entry| entry.place != NOWHERE));
            let len = entries.len() as u32 - start;
            lists.push(List { start, len, many: len, is_closed: true });
        }
        for column in columns {
            lists[*column as usize].is_closed = false;
        }
        let live = columns.iter().copied().filter(|column| lists[*column as usize].many > 0).collect();
        let columns = (0..data.rest.len() as u32).collect();
        let (rows, stored): (Vec<u32>, Vec<S>) = rows.into_iter().unzip();
        Patch::new((rows, stored), columns, (lists, entries), Lines::All(data), live)
    }

    fn new(
        (rows, stored): (Vec<u32>, Vec<S>),
        columns: Vec<u32>,
        (lists, entries): (Vec<List>, Vec<Entry>),
        lines: Lines<'d>,
        live: Vec<u32>,
    ) -> Self {
        let many = rows.len();
        let (gone, standing) = (vec![false; many], (0..many as u32).collect());
        Patch { rows, stored, gone, standing, many, columns, lists, entries, lines, live, seen: many }
    }

    /// The label of a row.
    #[inline]
    pub(super) fn label(&self, row: u32) -> S::Label {
        self.stored[row as usize].label()
    }

    /// Looks at where a list lies, for nothing but to have it near.
    #[inline]
    pub(super) fn touch(&self, list: u32) -> u32 {
        let List { start, many, .. } = self.lists[list as usize];
        let at = |place: u32| self.entries.get(place as usize).map_or(0, |entry| entry.code);
        at(start) ^ at(start + many / 2) ^ at(start + many)
    }

    /// How many entries a list has.
    #[inline]
    pub(super) fn entries_of(&self, list: u32) -> usize {
        self.lists[list as usize].many as usize
    }

    /// How many entries there are at most.
    pub(super) fn size(&self) -> usize {
        self.entries.len()
    }

    /// The list of a column.
    #[inline]
    pub(super) fn list_of(&self, column: u32) -> Option<u32> {
        match self.lines {
            Lines::All(_) => Some(column),
            Lines::Own { .. } => self.columns.binary_search(&column).ok().map(|list| list as u32),
        }
    }

    /// The entries of a list in the order of codes, each with its label.
    #[inline]
    pub(super) fn pairs(&mut self, list: u32, pairs: &mut Vec<(u32, S::Label)>) {
        self.tidy(list);
        let List { start, many, .. } = self.lists[list as usize];
        let entries = &self.entries[start as usize..(start + many) as usize];
        pairs.clear();
        pairs.extend(entries.iter().map(|entry| (entry.code, self.stored[entry.place as usize].label())));
    }

    /// The entries of a list in the order of codes.
    pub(super) fn list(&mut self, list: u32) -> &[Entry] {
        self.tidy(list);
        let List { start, many, .. } = self.lists[list as usize];
        &self.entries[start as usize..(start + many) as usize]
    }

    /// Entries of rows that have left are taken out of a list.
    #[inline]
    fn tidy(&mut self, list: u32) {
        let List { start, len, many, .. } = self.lists[list as usize];
        if len > many {
            let entries = &mut self.entries[start as usize..(start + len) as usize];
            let mut kept = 0;
            for place in 0..entries.len() {
                let entry = entries[place];
                entries[kept] = entry;
                kept += usize::from(!self.gone[entry.place as usize]);
            }
            self.lists[list as usize].len = many;
        }
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

    fn line(&self, row: u32) -> &[Entry] {
        match &self.lines {
            Lines::All(data) => data.rows.line(self.rows[row as usize]),
            Lines::Own { starts, entries } => {
                &entries[starts[row as usize] as usize..starts[row as usize + 1] as usize]
            }
        }
    }

    /// Some of the rows leave; `leaves` hears of each of their entries.
    pub(super) fn leave(&mut self, rows: &[u32], mut leaves: impl FnMut(u32, S::Label)) {
        for row in rows {
            self.gone[*row as usize] = true;
            let label = self.stored[*row as usize].label();
            let line = match &self.lines {
                Lines::All(data) => data.rows.line(self.rows[*row as usize]),
                Lines::Own { starts, entries } => {
                    &entries[starts[*row as usize] as usize..starts[*row as usize + 1] as usize]
                }
            };
            for entry in line {
                self.lists[entry.place as usize].many -= 1;
                leaves(entry.place, label);
            }
        }
        self.many -= rows.len();
    }

    /// A patch of some of the rows, with these labels.
    pub(super) fn part(&self, rows: &[u32], stored: Vec<S>, room: &mut Room) -> Patch<'d, S> {
        if room.met.len() < self.columns.len() {
            room.met.resize(self.columns.len(), 0);
        }
        let mut met: Vec<u32> = Vec::new();
        for row in rows {
            for entry in self.line(*row) {
                let times = &mut room.met[entry.place as usize];
                if *times == 0 && !self.lists[entry.place as usize].is_closed {
                    met.push(entry.place);
                }
                *times += 1;
            }
        }
        met.sort_unstable();
        let mut lists = Vec::with_capacity(met.len());
        let mut start = 0;
        for list in &met {
            let many = room.met[*list as usize];
            lists.push(List { start, len: 0, many, is_closed: false });
            start += many;
        }
        // From here on the number of the new list, counted from 1; lists that are closed get none.
        for row in rows {
            self.line(*row).iter().for_each(|entry| room.met[entry.place as usize] = 0);
        }
        for (number, list) in (1..).zip(&met) {
            room.met[*list as usize] = number;
        }
        let mut entries = vec![Entry::default(); start as usize];
        let mut lines = (Vec::with_capacity(rows.len() + 1), Vec::with_capacity(start as usize));
        lines.0.push(0);
        for (place, row) in (0..).zip(rows) {
            for Entry { place: list, code } in self.line(*row) {
                let Some(number) = room.met[*list as usize].checked_sub(1) else { continue };
                let own = &mut lists[number as usize];
                entries[(own.start + own.len) as usize] = Entry { place, code: *code };
                own.len += 1;
                lines.1.push(Entry { place: number, code: *code });
            }
            lines.0.push(lines.1.len() as u32);
        }
        for (own, list) in lists.iter().zip(&met) {
            room.met[*list as usize] = 0;
            let entries = &mut entries[own.start as usize..(own.start + own.len) as usize];
            if !entries.is_sorted_by_key(|entry| entry.code) {
                entries.sort_unstable_by_key(|entry| entry.code);
            }
        }
        let columns = met.iter().map(|list| self.columns[*list as usize]).collect();
        let live = (0..met.len() as u32).collect();
        let own: Vec<u32> = rows.iter().map(|row| self.rows[*row as usize]).collect();
        let lines = Lines::Own { starts: lines.0, entries: lines.1 };
        Patch::new((own, stored), columns, (lists, entries), lines, live)
    }
}
