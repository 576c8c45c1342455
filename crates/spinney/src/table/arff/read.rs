//! From a source to a table.

use memchr::{memchr2, memrchr};

use super::header::{Attribute, Declaration, declaration};
use super::rows::{BadRow, Rows};
use super::scan::content;
use crate::error::{Error, Mistake, Result};
use crate::table::assemble::{check_names, complete, usable_names};
use crate::table::column::MOST_ROWS;
use crate::table::csv::blocks::Blocks;
use crate::table::frame::Table;
use crate::table::options::ReadOptions;
use crate::table::source::Source;
use crate::table::warning::Warning;

/// Bytes that are read at a time.
const BLOCK: usize = 512 * 1024;
/// The most bytes that one line may take: beyond it this is not an ARFF file.
const LONGEST: usize = 64 << 20;

impl Table {
    /// Reads an ARFF file from memory. The header decides the kinds; a nominal column has all declared values as levels.
    ///
    /// ```
    /// use spinney::table::{Kind, ReadOptions, Table};
    /// let text = b"@relation r\n@attribute size {S, L}\n@attribute price numeric\n@data\nS, 1.5\nS, ?\n";
    /// let table = Table::from_arff(text, &ReadOptions::new())?;
    /// assert_eq!(table.column("size")?.kind(), Kind::Nominal);
    /// assert_eq!(table.column("price")?.missing(), 1);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn from_arff(bytes: &[u8], options: &ReadOptions) -> Result<Self> {
        read_arff(&bytes, options)
    }
}

/// Reads an ARFF file, line by line.
pub fn read_arff(source: &dyn Source, options: &ReadOptions) -> Result<Table> {
    let mut blocks = Blocks::open(source, options.encoding.as_deref())?;
    let check = blocks.check();
    let mut reader = Reader { options, part: Part::Header { attributes: Vec::new(), begun: false }, lines: 0 };
    loop {
        let whole = whole_lines(&mut blocks).map_err(|error| error.on_line(reader.lines + 1))?;
        if whole == 0 {
            return reader.finish();
        }
        let block = &blocks.head(0)?[..whole];
        match check.text(block) {
            Ok(text) => reader.take(text)?,
            Err((at, mistake)) => {
                // The lines before are good, and a mistake among them comes first.
                let good = last_line_end(&block[..at]);
                reader.take(check.text(&block[..good]).unwrap_or_default())?;
                return Err(reader.on_next_line(BadRow { column: None, mistake }));
            }
        }
        reader.make_room(whole, source.size());
        blocks.skip(whole);
    }
}

/// How many bytes at the head are whole lines; 0 at the end.
fn whole_lines(blocks: &mut Blocks<'_>) -> Result<usize> {
    let mut size = BLOCK;
    loop {
        let head = blocks.head(size)?;
        // A lone \r as the last byte does not count: its \n may follow.
        let (length, whole) = (head.len(), last_line_end(head.strip_suffix(b"\r").unwrap_or(head)));
        if blocks.is_whole() {
            return Ok(length);
        }
        if whole > 0 {
            return Ok(whole);
        }
        if size >= LONGEST {
            return Err(Mistake::EndlessRow { limit: LONGEST }.anywhere());
        }
        size *= 2;
    }
}

/// Just behind the last line end; 0 where there is none.
fn last_line_end(text: &[u8]) -> usize {
    memrchr(b'\n', text).or_else(|| memrchr(b'\r', text)).map_or(0, |at| at + 1)
}

/// The reading, as far as it has come.
struct Reader<'a> {
    options: &'a ReadOptions,
    part: Part<'a>,
    lines: u64,
}

enum Part<'a> {
    /// Before `@data`; whether any declaration has been met.
    Header { attributes: Vec<Attribute>, begun: bool },
    /// Behind it; whether room has been set aside.
    Data { names: Vec<String>, warnings: Vec<Warning>, rows: Rows<'a>, room: bool },
}

impl<'a> Reader<'a> {
    /// Takes in whole lines.
    fn take(&mut self, text: &str) -> Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            let end = memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
            self.line(content(&rest[..end]))?;
            let line_end = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
            rest = rest.get(end + line_end..).unwrap_or_default();
            self.lines += 1;
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        match &mut self.part {
            Part::Data { rows, .. } => {
                let taken = rows.take(line);
                taken.map_err(|bad| self.on_next_line(bad))
            }
            Part::Header { attributes, begun } => {
                *begun = true;
                match declaration(line).map_err(|error| error.on_line(self.lines + 1))? {
                    Declaration::Relation => {}
                    Declaration::Attribute(attribute) => attributes.push(attribute),
                    Declaration::Data => {
                        let attributes = std::mem::take(attributes);
                        self.part = self.data(attributes).map_err(|error| error.on_line(self.lines + 1))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The header is complete.
    fn data(&self, attributes: Vec<Attribute>) -> Result<Part<'a>> {
        let limit = self.options.max_columns;
        if attributes.is_empty() {
            let expected = "at least one @attribute before @data";
            return Err(Mistake::Arff { expected, found: "@data".to_owned() }.anywhere());
        }
        if attributes.len() > limit {
            return Err(Mistake::TooManyColumns { found: attributes.len(), limit }.anywhere());
        }
        let declared: Vec<String> = attributes.iter().map(|attribute| attribute.name.clone()).collect();
        let (names, warnings) = usable_names(&declared);
        check_names(&names, self.options)?;
        let kept: Vec<bool> = names.iter().map(|name| !self.options.skips(name)).collect();
        let rows = Rows::new(attributes, &kept, &self.options.missing);
        Ok(Part::Data { names, warnings, rows, room: false })
    }

    /// After the first block with rows: room for all, so that growing neither copies nor leaves holes.
    fn make_room(&mut self, bytes: usize, size: Option<u64>) {
        if let (Part::Data { rows, room, .. }, Some(size)) = (&mut self.part, size)
            && rows.count > 0
            && !std::mem::replace(room, true)
        {
            let all = rows.count as f64 * (size as f64 / bytes as f64) * 1.05;
            rows.reserve(all.min(MOST_ROWS as f64) as usize);
        }
    }

    fn finish(self) -> Result<Table> {
        match self.part {
            Part::Header { begun: false, .. } => Err(Mistake::Empty.anywhere()),
            Part::Header { .. } => {
                let expected = "a line with @data";
                Err(Mistake::Arff { expected, found: "the end".to_owned() }.anywhere().on_line(self.lines + 1))
            }
            Part::Data { names, warnings, rows, .. } => {
                if rows.count == 0 {
                    return Err(Mistake::NoRows.anywhere());
                }
                if rows.count > MOST_ROWS {
                    return Err(Mistake::TooManyRows { limit: MOST_ROWS }.anywhere());
                }
                complete(rows.finish(&names), warnings, self.options)
            }
        }
    }

    /// The mistake with the place of the line that comes next.
    fn on_next_line(&self, bad: BadRow) -> Error {
        let mut error = bad.mistake.anywhere().on_line(self.lines + 1);
        if let Part::Data { names, rows, .. } = &self.part {
            error.place.row = Some(rows.count + 1);
            error.place.column = bad.column.and_then(|column| names.get(column).cloned());
        }
        error
    }
}
