//! From an input to a table.

use spinney::error::Mistake;
use spinney::table::arff::read_arff;
use spinney::table::csv::{read_csv, read_pieces};
use spinney::table::svmlight::read_svmlight;
use spinney::table::{ReadOptions, Table};

use crate::arrow::read_arrow;
use crate::error::{Error, MODEL, Problem};
use crate::format::Format;
use crate::input::{Input, Reading};
use crate::parquet::read_parquet;
use crate::source::Opened;
use crate::store::Store;

/// Bytes that the guess of the format looks at.
const HEAD: u64 = 64 * 1024;

/// Reads a table.
///
/// Packing and format are found by their marks in the content, then by the file's name, then by the look of the text;
/// [`Reading::format`] overrides the format. A file is streamed, and read again where need be; what a pipe gives is kept.
///
/// ```
/// use spinney::table::ReadOptions;
/// use spinney_io::{Input, Reading, read};
/// let error = read(&Input::from("no/such/file.csv"), &ReadOptions::new(), &Reading::default()).unwrap_err();
/// assert_eq!(error.to_string(), "no/such/file.csv: there is no such file");
/// ```
pub fn read(input: &Input, options: &ReadOptions, reading: &Reading) -> Result<Table, Error> {
    let read = || opened(input, reading).and_then(|(opened, format)| table(&opened, format, options, reading));
    read().map_err(|problem| Error::new(input, problem))
}

/// Reads a table piece by piece: `each` is given a table of whole rows and how many rows stood before it, and says whether to go on.
/// Returns how many rows there were.
///
/// Delimited text takes memory for a piece, and not for the whole; other formats come in one piece. See
/// [`read_pieces`](spinney::table::csv::read_pieces) for how kinds are found.
pub fn read_in_pieces(
    input: &Input,
    options: &ReadOptions,
    reading: &Reading,
    each: &mut dyn FnMut(Table, u64) -> bool,
) -> Result<u64, Error> {
    let mut pieces = || -> Result<u64, Problem> {
        let (opened, format) = opened(input, reading)?;
        match format {
            Format::Csv => Ok(read_pieces(&opened, options, each)?),
            Format::Tsv => Ok(read_pieces(&opened, &options.clone().or_delimiter(b'\t'), each)?),
            _ => {
                let table = table(&opened, format, options, reading)?;
                let rows = table.rows() as u64;
                each(table, 0);
                Ok(rows)
            }
        }
    };
    pieces().map_err(|problem| Error::new(input, problem))
}

/// An input that is open, and its format.
fn opened<'a>(input: &Input, reading: &'a Reading) -> Result<(Opened<'a>, Format), Problem> {
    let opened = Opened::new(input, reading.progress.as_ref())?;
    let head = opened.head(HEAD)?;
    if head.is_empty() {
        return Err(Mistake::Empty.anywhere().into());
    }
    if let Some(what) = foreign(&head) {
        return Err(Problem::Foreign { what });
    }
    let format = reading.format.unwrap_or_else(|| format(input, &head));
    Ok((opened, format))
}

fn table(opened: &Opened<'_>, format: Format, options: &ReadOptions, reading: &Reading) -> Result<Table, Problem> {
    let progress = reading.progress.as_ref();
    let store = || opened.plain_file().map_or_else(|| opened.bytes().map(Store::memory), Store::file);
    match format {
        Format::Csv => Ok(read_csv(opened, options)?),
        Format::Tsv => Ok(read_csv(opened, &options.clone().or_delimiter(b'\t'))?),
        Format::Arff => Ok(read_arff(opened, options)?),
        Format::Svmlight => Ok(read_svmlight(opened, options)?),
        Format::Parquet => read_parquet(&store()?, options, progress),
        Format::Arrow => read_arrow(&store()?, options, progress),
    }
}

/// What else the content is by its mark: said by name, rather than as the NUL bytes that it holds.
fn foreign(head: &[u8]) -> Option<&'static str> {
    let marks: [(&[u8], &str); 7] = [
        (b"PK\x03\x04", "a zip archive (as Excel's .xlsx is)"),
        (b"BZh", "a bzip2 stream"),
        (b"\xFD7zXZ\x00", "an xz stream"),
        (b"\x1F\x8B", "packed twice with gzip"),
        (b"\x28\xB5\x2F\xFD", "packed twice with zstd"),
        (b"%PDF-", "a PDF document"),
        (b"\x89SPINNEY", MODEL),
    ];
    marks.iter().find(|(mark, _)| head.starts_with(mark)).map(|(_, what)| *what)
}

fn format(input: &Input, head: &[u8]) -> Format {
    let named = match input {
        Input::Path(path) => Format::from_name(path),
        Input::Stdin => None,
    };
    Format::from_mark(head).or(named).unwrap_or_else(|| Format::from_text(head))
}
