//! From the flags about reading to a table.

use std::io::IsTerminal;

use spinney::table::date::Part;
use spinney::table::{Declared, Hierarchy, ReadOptions, Table, svmlight};
use spinney_io::{Format, Input, Reading};

use crate::args::{FormatArg, General, ReadArgs, TableArgs};
use crate::console;
use crate::fault::{Mistake, Outcome};

/// Reads the table that the person named, as they said.
pub(crate) fn table(args: &TableArgs, general: &General) -> Outcome<Table> {
    another(&args.table, &args.read, general)
}

/// Another table, read as this one.
pub(crate) fn another(file: &str, args: &ReadArgs, general: &General) -> Outcome<Table> {
    let options = options(args, general)?;
    let reading = Reading { format: args.format.map(format), progress: console::reading_bar(general) };
    Ok(spinney_io::read(&Input::from(file), &options, &reading)?)
}

/// The target where none is named: svmlight files have a label.
pub(crate) fn usual_target(args: &TableArgs) -> Option<&'static str> {
    let format = args.read.format.map(format).or_else(|| Format::from_name(args.table.as_ref()));
    (format == Some(Format::Svmlight)).then_some(svmlight::LABEL)
}

/// Reads the table that the person named piece by piece; columns of these names hold names where nothing else was said of them.
pub(crate) fn pieces(
    args: &TableArgs,
    names: Vec<String>,
    general: &General,
    each: &mut dyn FnMut(Table, u64) -> bool,
) -> Outcome {
    let options = options(&args.read, general)?.as_names(names);
    // Where answers go to a terminal, no bar stands between them.
    let progress = if std::io::stdout().is_terminal() { None } else { console::reading_bar(general) };
    let reading = Reading { format: args.read.format.map(format), progress };
    spinney_io::read_in_pieces(&Input::from(args.table.as_str()), &options, &reading, each)?;
    Ok(())
}

/// A mistake of the core, with the table it is about.
pub(crate) fn in_table(args: &TableArgs, error: &spinney::Error) -> anyhow::Error {
    in_file(&args.table, error)
}

/// A mistake of the core, with the file it is about.
pub(crate) fn in_file(file: &str, error: &spinney::Error) -> anyhow::Error {
    let mistake = Mistake::new(format!("{file}: {error}"));
    match error.hint() {
        Some(hint) => mistake.hint(hint).into(),
        None => mistake.into(),
    }
}

fn options(args: &ReadArgs, general: &General) -> Outcome<ReadOptions> {
    let mut options = ReadOptions::new().header(!args.no_header).missing(lists(&args.missing));
    if let Some(text) = &args.delimiter {
        options = options.delimiter(delimiter(text)?);
    }
    if let Some(name) = &args.encoding {
        options = options.encoding(name);
    }
    if let Some(limit) = args.max_columns {
        options = options.max_columns(limit);
    }
    for column in lists(&args.ignore) {
        options = options.ignore(&column);
    }
    for column in lists(&args.nominal) {
        options = options.declare(&column, Declared::Nominal);
    }
    for column in lists(&args.continuous) {
        options = options.declare(&column, Declared::Continuous);
    }
    for text in &args.ordinal {
        let (column, levels) = named(text, "--ordinal 'size=S<M<L'")?;
        options = options.declare(column, Declared::ordinal(levels)?);
    }
    for text in &args.hierarchy {
        let (column, file) = named(text, "--hierarchy place=places.csv")?;
        options = options.declare(column, Declared::Hierarchical(hierarchy(file, general)?));
    }
    for text in &args.date_parts {
        let (column, words) = named(text, "--date-parts when=year,month")?;
        options = options.date_parts(column, parts(words)?);
    }
    Ok(options)
}

/// The items of lists with commas between; a comma behind a backslash is part of its item.
pub(crate) fn lists(texts: &[String]) -> Vec<String> {
    let mut items = Vec::new();
    for text in texts {
        let mut item = String::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' if letters.next_if_eq(&',').is_some() => item.push(','),
                ',' => items.push(std::mem::take(&mut item)),
                _ => item.push(letter),
            }
        }
        items.push(item);
    }
    items
}

fn format(arg: FormatArg) -> Format {
    match arg {
        FormatArg::Csv => Format::Csv,
        FormatArg::Tsv => Format::Tsv,
        FormatArg::Arff => Format::Arff,
        FormatArg::Svmlight => Format::Svmlight,
        FormatArg::Parquet => Format::Parquet,
        FormatArg::Arrow => Format::Arrow,
    }
}

fn delimiter(text: &str) -> Outcome<u8> {
    match text {
        "tab" | "\\t" => Ok(b'\t'),
        _ if text.len() == 1 => Ok(text.as_bytes()[0]),
        _ => Err(Mistake::new(format!("{text:?} is not one ASCII character"))
            .hint("--delimiter ';' or --delimiter tab")
            .into()),
    }
}

/// `COL=REST`
fn named<'a>(text: &'a str, example: &str) -> Outcome<(&'a str, &'a str)> {
    let pair = text.split_once('=').filter(|(column, rest)| !column.is_empty() && !rest.is_empty());
    pair.ok_or_else(|| {
        Mistake::new(format!("{text:?} does not name a column and, after =, its values")).hint(example).into()
    })
}

/// A tree of values from a table whose rows are paths: the value, its parent, its parent's parent.
fn hierarchy(file: &str, general: &General) -> Outcome<Hierarchy> {
    let reading = Reading { format: None, progress: console::reading_bar(general) };
    let tree = Hierarchy::from_paths(spinney_io::read_paths(&Input::from(file), &reading)?);
    tree.map_err(|error| Mistake::new(format!("{file}: {error}")).into())
}

fn parts(words: &str) -> Outcome<Vec<Part>> {
    let part = |word: &str| {
        let found = Part::ALL.iter().find(|(_, known)| *known == word.trim()).map(|(part, _)| *part);
        let known: Vec<&str> = Part::ALL.iter().map(|(_, word)| *word).collect();
        let mistake = || Mistake::new(format!("{word:?} is not a part of a date")).hint(known.join(", "));
        found.ok_or_else(|| mistake().into())
    };
    words.split(',').map(part).collect()
}
