//! From a source to a table.

use super::blocks::Blocks;
use super::gather::Gathered;
use super::layout::{Layout, look};
use super::parse::{BadCell, Cells, Plan, parse};
use super::shape::{Shape, Slot, Spot};
use crate::error::{Error, Mistake, Place, Result};
use crate::parallel;
use crate::table::assemble::complete;
use crate::table::column::MOST_ROWS;
use crate::table::declare::Declared;
use crate::table::frame::Table;
use crate::table::options::ReadOptions;
use crate::table::source::Source;

/// The most blocks in flight at once, however many threads there are: what they hold comes on top of the columns.
const MOST_BLOCKS: usize = 64;

impl Table {
    /// Reads delimited text from memory.
    ///
    /// ```
    /// use spinney::table::{Kind, ReadOptions, Table};
    /// let table = Table::from_csv(b"size;price\nS;1.5\nL;\n", &ReadOptions::new())?;
    /// assert_eq!(table.column("size")?.kind(), Kind::Nominal);
    /// assert_eq!(table.column("price")?.missing(), 1);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn from_csv(bytes: &[u8], options: &ReadOptions) -> Result<Self> {
        read_csv(&bytes, options)
    }
}

/// Reads delimited text. The first thousand rows say how to read each column; where a later row disagrees, the source is
/// read again from the start, so that what a column is depends on all of its values and on nothing else.
pub fn read_csv(source: &dyn Source, options: &ReadOptions) -> Result<Table> {
    let layout = look(source, options)?;
    let mut slots = layout.slots.clone();
    for _ in 0..2 {
        let gathered = pass(source, options, &layout, &slots)?;
        let fitting = fit(&layout, &slots, &gathered, options)?;
        if fitting == slots {
            return finish(layout, &slots, gathered, options);
        }
        slots = fitting;
    }
    Err(Mistake::Changed.anywhere())
}

/// One reading of all rows with these slots: blocks are parsed on all threads while the next ones are read.
fn pass(source: &dyn Source, options: &ReadOptions, layout: &Layout, slots: &[Slot]) -> Result<Gathered> {
    let mut blocks = Blocks::open(source, options.encoding.as_deref())?;
    blocks.head(layout.header_bytes)?;
    blocks.skip(layout.header_bytes);
    let plan = Plan::new(layout.delimiter, slots, &options.missing, blocks.check());
    let mut gathered = Gathered::new(slots, layout.header_lines);
    let mut batch = Batch::read(&mut blocks, layout.delimiter, 1);
    while !batch.blocks.is_empty() {
        let most = if batch.failed.is_some() { 0 } else { MOST_BLOCKS.min(4 * parallel::threads()) };
        let (parsed, next) = parallel::both(
            || parallel::map(&batch.blocks, |block| parse(block, &plan)),
            || Batch::read(&mut blocks, layout.delimiter, most),
        );
        let bytes = batch.blocks.iter().map(Vec::len).sum();
        take_in(parsed, &mut gathered, &layout.names, source.size().map(|size| (size, bytes)))?;
        batch = Batch { blocks: next.blocks, failed: batch.failed.or(next.failed) };
    }
    match batch.failed {
        Some(Error { mistake: mistake @ Mistake::EndlessRow { .. }, .. }) => {
            Err(place(BadCell { row: 0, line: 0, column: None, mistake }, &gathered, &layout.names))
        }
        Some(error) => Err(error),
        None => Ok(gathered),
    }
}

/// Blocks that are parsed together, and the failure, if any, that stands behind them: their own mistakes come first.
pub(super) struct Batch {
    pub(super) blocks: Vec<Vec<u8>>,
    pub(super) failed: Option<Error>,
}

impl Batch {
    pub(super) fn read(from: &mut Blocks<'_>, delimiter: u8, most: usize) -> Self {
        let mut batch = Batch { blocks: Vec::with_capacity(most), failed: None };
        while batch.blocks.len() < most {
            match from.next(delimiter) {
                Ok(Some(block)) => batch.blocks.push(block),
                Ok(None) => break,
                Err(error) => {
                    batch.failed = Some(error);
                    break;
                }
            }
        }
        batch
    }
}

/// Gathers the parsed blocks up to the first mistake; `share` is the source's size and the bytes of these blocks.
pub(super) fn take_in(
    parsed: Vec<std::result::Result<Cells, BadCell>>,
    gathered: &mut Gathered,
    names: &[String],
    share: Option<(u64, usize)>,
) -> Result<()> {
    let mut done = Vec::with_capacity(parsed.len());
    let mut failed = None;
    for cells in parsed {
        match cells {
            Ok(cells) => done.push(cells),
            Err(bad) => {
                failed = Some(bad);
                break;
            }
        }
    }
    if let Some((size, bytes)) = share.filter(|_| gathered.rows == 0) {
        gathered.reserve(expected_rows(done.iter().map(|cells| cells.rows).sum(), bytes, size));
    }
    gathered.append(done);
    match failed {
        Some(bad) => Err(place(bad, gathered, names)),
        None if gathered.rows > MOST_ROWS => Err(Mistake::TooManyRows { limit: MOST_ROWS }.anywhere()),
        None => Ok(()),
    }
}

/// The rows of the whole, from those of its first bytes, with a little to spare.
fn expected_rows(rows: usize, bytes: usize, size: u64) -> usize {
    let share = size as f64 / bytes.max(1) as f64;
    (rows as f64 * share * 1.05).min(MOST_ROWS as f64) as usize
}

fn place(bad: BadCell, gathered: &Gathered, names: &[String]) -> Error {
    bad.mistake.in_place(Place {
        row: Some(gathered.rows + bad.row + 1),
        line: Some(gathered.lines + bad.line + 1),
        column: bad.column.and_then(|column| names.get(column).cloned()),
    })
}

/// The slots that fit what was seen in all rows, or the mistake that no slot can mend.
pub(super) fn fit(layout: &Layout, slots: &[Slot], gathered: &Gathered, options: &ReadOptions) -> Result<Vec<Slot>> {
    let mut fitting = slots.to_vec();
    let kept = fitting.iter_mut().zip(&layout.names).filter(|(slot, _)| **slot != Slot::Skip);
    for (kept, (slot, name)) in kept.enumerate() {
        let declared = options.declared(name);
        if declared.is_none_or(|kind| *kind == Declared::Continuous) {
            let fit = fit_one(*slot, &gathered.shape(kept), declared.is_some());
            *slot = fit.map_err(|(spot, mistake)| {
                mistake.in_place(Place { row: Some(spot.row), line: Some(spot.line), column: Some(name.clone()) })
            })?;
        }
    }
    Ok(fitting)
}

/// The slot for a column that was read as `read_as` and looks like `shape`; or what cannot be read, and where.
fn fit_one(read_as: Slot, shape: &Shape, continuous: bool) -> std::result::Result<Slot, (Spot, Mistake)> {
    let mut fit = shape.slot();
    if continuous && fit == Slot::Text {
        if let Some(spot) = shape.text.as_ref().or(shape.moment.as_ref()) {
            return Err((spot.clone(), Mistake::NotANumber { found: spot.text.clone() }));
        }
        fit = Slot::Number; // whole numbers beyond 2⁵³: the person has chosen to merge neighbours
    }
    match &shape.beyond {
        Some(spot) if fit == Slot::Number && read_as == fit => {
            Err((spot.clone(), Mistake::BeyondRange { found: spot.text.clone() }))
        }
        _ => Ok(fit),
    }
}

pub(super) fn finish(layout: Layout, slots: &[Slot], gathered: Gathered, options: &ReadOptions) -> Result<Table> {
    if gathered.rows == 0 {
        return Err(Mistake::NoRows.anywhere());
    }
    let Layout { names, mut warnings, .. } = layout;
    let kept: Vec<&String> =
        names.iter().zip(slots).filter(|(_, slot)| **slot != Slot::Skip).map(|(name, _)| name).collect();
    let mut columns = Vec::with_capacity(kept.len());
    for finished in gathered.finish(&kept, options) {
        warnings.extend(finished.mixture);
        columns.push(finished.column);
    }
    complete(columns, warnings, options)
}
