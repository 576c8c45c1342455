//! The columns of a table, encoded.

use std::sync::Mutex;

use super::abreast::Abreast;
use super::bits::{BitBlock, blocks};
use super::encoded::EncodedColumn;
use super::entries::Entries;
use super::number_columns::NumberColumns;
use super::number_lines::NumberLines;
use super::rank::Room;
use super::shelf::Shelf;
use crate::parallel;
use crate::table::frame::pick;
use crate::table::sparse::Spots;
use crate::table::{Table, Values};

/// Columns of training rows as codes.
#[derive(Debug)]
pub struct Encoded<'a> {
    /// The columns.
    pub columns: Vec<EncodedColumn<'a>>,
    /// How many rows each has.
    pub rows: usize,
    /// Those with two values, packed.
    pub blocks: Vec<BitBlock>,
    /// The codes of rows side by side, where many trees will look at them.
    pub(crate) abreast: Option<Abreast>,
    /// Their numbers side by side, where cuts are drawn between them.
    pub(crate) number_lines: Option<NumberLines>,
    /// And column by column.
    pub(crate) number_columns: Option<NumberColumns>,
    /// What rows say that is not what most rows say, where some column is sparse.
    pub(crate) entries: Option<Entries>,
    /// Whether missing values stand behind all others where nothing else decides.
    pub(crate) missing_last: bool,
}

impl<'a> Encoded<'a> {
    /// Encodes these columns of a table, for these rows (all where none are named).
    pub fn new(table: &'a Table, places: &[usize], rows: Option<&'a [u32]>) -> Self {
        let many = rows.map_or(table.rows(), <[u32]>::len);
        let columns = if places.iter().any(|place| table.columns()[*place].is_sparse()) {
            let spots = rows.map(|rows| Spots::new(rows, table.rows()));
            // There may be many of them, of few entries each, so that none has room of its own.
            parallel::map(places, |place| match &table.columns()[*place].values {
                Values::Sparse(sparse) => EncodedColumn::sparse(sparse, rows, spots.as_ref()),
                _ => EncodedColumn::new(&table.columns()[*place], rows),
            })
        } else {
            let encode =
                |place, room: &mut _, shelf: &mut _| EncodedColumn::in_room(&table.columns()[place], rows, room, shelf);
            each(places, many, encode)
        };
        Encoded::of(columns, many)
    }

    /// The same for columns of numbers that cuts are drawn between, of which nobody will ask for codes; `None` where some column is none,
    /// or has holes.
    pub(crate) fn unranked(table: &'a Table, places: &[usize], rows: Option<&'a [u32]>) -> Option<Self> {
        if places.iter().any(|place| !matches!(table.columns()[*place].values, Values::Number(_))) {
            return None;
        }
        let encode =
            |place, room: &mut _, shelf: &mut _| EncodedColumn::unranked(&table.columns()[place], rows, room, shelf);
        let columns = each(places, 0, encode);
        let mut data =
            Encoded::of(columns.into_iter().collect::<Option<_>>()?, rows.map_or(table.rows(), <[u32]>::len));
        data.number_columns = Some(NumberColumns::new(&data.columns, &data.blocks, data.rows)?);
        Some(data)
    }

    fn of(columns: Vec<EncodedColumn<'a>>, rows: usize) -> Self {
        let blocks = blocks(&columns, rows);
        let entries = columns.iter().any(EncodedColumn::is_sparse).then(|| Entries::new(&columns, rows));
        Encoded {
            columns,
            rows,
            blocks,
            abreast: None,
            number_lines: None,
            number_columns: None,
            entries,
            missing_last: false,
        }
    }

    /// Ordered columns for some of the rows, which are numbered anew from 0: what is looked at again and again lies close together.
    /// Columns that are not named have no codes.
    pub(crate) fn gathered(&self, rows: &[u32], columns: &[u32]) -> Encoded<'static> {
        let mut wanted: Vec<&[u32]> = vec![&[]; self.columns.len()];
        for column in columns {
            wanted[*column as usize] = rows;
        }
        let column = |(column, rows): (&EncodedColumn<'a>, &[u32])| column.gathered(rows);
        let block = |block: &BitBlock| BitBlock {
            columns: block.columns.clone(),
            words: pick(&block.words, rows),
            rarer_is_high: block.rarer_is_high,
        };
        Encoded {
            columns: self.columns.iter().zip(wanted).map(column).collect(),
            rows: rows.len(),
            blocks: self.blocks.iter().map(block).collect(),
            abreast: None,
            number_lines: None,
            number_columns: None,
            entries: None,
            missing_last: self.missing_last,
        }
    }

    /// Lays the codes of rows side by side as well, where the lines are not too long.
    pub(crate) fn lay_abreast(&mut self) {
        self.abreast = Abreast::new(&self.columns, &self.blocks, self.rows);
    }

    /// Lays numbers out column by column as well; and those of rows side by side, where that is asked for.
    pub(crate) fn lay_numbers(&mut self, with_lines: bool) {
        self.number_lines = with_lines.then(|| NumberLines::new(&self.columns, self.rows));
        self.number_columns = NumberColumns::new(&self.columns, &self.blocks, self.rows);
    }

    /// Lets go of the codes of rows.
    pub(crate) fn forget(&mut self) {
        self.blocks = Vec::new();
        self.abreast = None;
        self.number_lines = None;
        self.number_columns = None;
        self.entries = None;
        for column in &mut self.columns {
            column.forget();
        }
    }
}

/// What `encode` makes of each of these columns, with room for the work and for the codes of so many rows.
fn each<T: Send>(
    places: &[usize],
    rows: usize,
    encode: impl Fn(usize, &mut Room, &mut Shelf) -> T + Sync + Send,
) -> Vec<T> {
    let rooms = Mutex::new(Vec::new());
    let work: Vec<(usize, Shelf)> = places.iter().map(|place| (*place, Shelf::new(rows))).collect();
    parallel::map_owned(work, |(place, mut shelf)| {
        let mut room: Room = rooms.lock().ok().and_then(|mut rooms| rooms.pop()).unwrap_or_default();
        let column = encode(place, &mut room, &mut shelf);
        if let Ok(mut rooms) = rooms.lock() {
            rooms.push(room);
        }
        column
    })
}
