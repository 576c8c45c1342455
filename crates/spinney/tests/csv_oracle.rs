//! Our reading against the `csv` crate's reading of the same bytes, and against itself under other orders and threads.
//!
//! Where the two differ by design: we drop outer blanks of bare fields and lines of blanks only, let blanks stand around
//! quotes, and refuse text behind a closing quote.
#![cfg(test)]

mod proof;

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;
use spinney::table::inspect::inspect;
use spinney::table::{Column, Declared, Kind, ReadOptions, Table, Values};

type Rows = Vec<Vec<String>>;

/// The header and rows as the `csv` crate reads them; `None` where it refuses.
fn theirs(text: &[u8], delimiter: u8) -> Option<Rows> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(false).from_reader(text);
    let rows: Result<Rows, csv::Error> =
        reader.records().map(|row| Ok(row?.iter().map(str::to_owned).collect())).collect();
    rows.ok()
}

/// The first record and the others as we read them, every column text; missing is the empty text.
fn ours(text: &[u8], delimiter: u8) -> Result<Rows, spinney::Error> {
    let options = ReadOptions::new().delimiter(delimiter).header(false);
    let columns = Table::from_csv(text, &options)?.columns().len();
    let nominal = |options: ReadOptions, place| options.declare(&format!("column_{place}"), Declared::Nominal);
    let table = Table::from_csv(text, &(1..=columns).fold(options, nominal))?;
    let cell = |column: &Column, row| column.text(row).unwrap_or_default();
    Ok((0..table.rows()).map(|row| table.columns().iter().map(|column| cell(column, row)).collect()).collect())
}

/// One field: its content, and how it is written.
#[derive(Debug, Clone)]
struct Field {
    content: String,
    quoted: bool,
}

impl Field {
    fn written(&self) -> String {
        if self.quoted { format!("\"{}\"", self.content.replace('"', "\"\"")) } else { self.content.clone() }
    }
}

/// Fields that both read alike: bare ones without marks at their ends, quoted ones with anything.
fn field() -> impl Strategy<Value = Field> {
    let any = "[a-c0-9 ,;|\t\"\r\né日𝄞.'-]{0,8}".prop_map(|content| Field { content, quoted: true });
    let bare = r#"([a-zé日0-9.][a-z0-9 "'.é𝄞-]{0,6})?"#
        .prop_map(|content: String| Field { content: content.trim().to_owned(), quoted: false });
    prop_oneof![any, bare]
}

/// A table of at least two columns (a lone empty field is a blank line), a delimiter, and a line end for each row.
fn table(rows: usize) -> impl Strategy<Value = (Vec<Vec<Field>>, u8, Vec<&'static str>)> {
    (2..6_usize, 1..rows).prop_flat_map(|(columns, rows)| {
        let delimiter = prop::sample::select(b",;\t|:~".to_vec());
        let ends = vec(prop::sample::select(vec!["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"]), rows);
        (vec(vec(field(), columns), rows), delimiter, ends)
    })
}

fn write(rows: &[Vec<Field>], delimiter: u8, ends: &[&str]) -> String {
    let line =
        |row: &Vec<Field>| row.iter().map(Field::written).collect::<Vec<_>>().join(&char::from(delimiter).to_string());
    rows.iter().zip(ends).map(|(row, end)| line(row) + end).collect()
}

proptest! {
    #![proptest_config(proof::cases(2000))]

    #[test]
    fn well_formed_text_reads_as_the_oracle_reads_it((rows, delimiter, ends) in table(12), closed: bool) {
        let mut text = write(&rows, delimiter, &ends);
        if !closed {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
        }
        let written: Rows = rows.iter().map(|row| row.iter().map(|field| field.content.clone()).collect()).collect();
        prop_assert_eq!(theirs(text.as_bytes(), delimiter), Some(written.clone()));
        prop_assert_eq!(ours(text.as_bytes(), delimiter).unwrap(), written, "{:?}", text);
    }

    #[test]
    fn soup_of_marks_never_panics_and_reads_as_the_oracle_where_both_accept(
        text in prop_oneof!["[ab1,\"\r\n.-]{0,24}", "[ab1,\r\n \t.-]{0,24}", "[a,\" \t\n]{0,12}"],
    ) {
        agree(text.as_bytes())?;
    }

    #[test]
    fn soup_of_bytes_never_panics(text in vec(any::<u8>(), 0..60)) {
        agree(&text)?;
        for encoding in ["latin1", "utf-16le", "utf-16be", "shift_jis"] {
            let _ = Table::from_csv(&text, &ReadOptions::new().encoding(encoding));
        }
    }
}

/// Where both accept and none of the differences by design applies, the cells are the same.
fn agree(text: &[u8]) -> Result<(), TestCaseError> {
    let _ = Table::from_csv(text, &ReadOptions::new());
    let (Ok(ours), Some(theirs)) = (ours(text, b','), theirs(text, b',')) else { return Ok(()) };
    let blanks = |byte: &u8| matches!(byte, b' ' | b'\t');
    if text.contains(&b'"') && text.iter().any(blanks) {
        return Ok(()); // a blank may stand beside a quote
    }
    let trim =
        |cell: &String| if text.contains(&b'"') { cell.clone() } else { cell.trim_matches([' ', '\t']).to_owned() };
    let theirs: Rows = theirs.iter().map(|row| row.iter().map(trim).collect()).collect();
    let theirs: Rows =
        theirs.into_iter().filter(|row| row.len() > 1 || !row[0].is_empty() || text.contains(&b'"')).collect();
    prop_assert_eq!(ours, theirs);
    Ok(())
}

proptest! {
    #![proptest_config(proof::cases(6))]

    #[test]
    fn where_blocks_end_does_not_show(
        (rows, delimiter, ends) in table(40), padding in 0..3000_usize, copies in 9000..12000_usize,
    ) {
        // Blocks are half a megabyte: padding moves their ends over all marks of the repeated part.
        let part = write(&rows, delimiter, &ends);
        let copies = copies * 120 / part.len().max(1) + 2;
        let gaps = char::from(delimiter).to_string().repeat(rows[0].len() - 1);
        let mut text = format!("{}{gaps}\n", "p".repeat(padding));
        text.extend(std::iter::repeat_n(part.as_str(), copies));
        prop_assert_eq!(ours(text.as_bytes(), delimiter).unwrap(), theirs(text.as_bytes(), delimiter).unwrap());
    }
}

/// A decimal, at times halfway between two numbers of f64.
fn decimal() -> impl Strategy<Value = String> {
    let digits = r"-?[0-9]{1,25}(\.[0-9]{0,25})?";
    let short = r"-?[0-9]{1,12}\.[0-9]{1,12}";
    let exponent = r"[-+]?([0-9]{1,20}\.[0-9]{0,20}|\.[0-9]{1,20}|[0-9]{1,20})[eE][-+]?[0-9]{1,3}";
    let halfway = (1_u64 << 53..1 << 54).prop_map(|odd| format!("{}.0", odd | 1));
    let fraction = (0_u64..1 << 53, 1..12_u32).prop_map(|(bits, places)| {
        let value = f64::from_bits(0x3ff0_0000_0000_0000 | (bits >> 1)) * f64::from(10_u32.pow(places.min(9)));
        format!("{value:.places$}", places = places as usize)
    });
    prop_oneof![digits, short, exponent, halfway, fraction]
}

proptest! {
    #![proptest_config(proof::cases(300))]

    #[test]
    fn numbers_read_bit_for_bit_as_the_standard_library_reads_them(texts in vec(decimal(), 1..200)) {
        let known: Vec<&String> = texts.iter().filter(|text| text.parse::<f64>().unwrap().is_finite()).collect();
        let mut csv = "x,y\n0.5,1\n".to_owned(); // one number with a point: the column is a measurement
        for text in &known {
            writeln!(csv, "{text},1").unwrap();
        }
        let table = Table::from_csv(csv.as_bytes(), &ReadOptions::new()).unwrap();
        let Values::Number(number) = &table.columns()[0].values else { panic!("{csv}") };
        for (text, value) in known.iter().zip(&number.values[1..]) {
            let expected = text.parse::<f64>().unwrap() + 0.0;
            prop_assert_eq!(value.to_bits(), expected.to_bits(), "{}", text);
        }
    }

    #[test]
    fn the_order_of_rows_changes_no_kind_level_or_count(
        (often, rarely) in (vec(loose(), 1..20), vec(loose(), 0..4)),
        copies in prop::sample::select(vec![1_usize, 700]),
        turn in 0..2000_usize,
    ) {
        // The rare fields stand behind more rows than the first guess looks at, or before them.
        let mut fields: Vec<String> = (0..copies).flat_map(|_| often.clone()).collect();
        fields.extend(rarely);
        let (front, back) = fields.split_at(turn % fields.len());
        let turned: Vec<String> = back.iter().chain(front).rev().cloned().collect();
        let read = |fields: &[String]| {
            let options = ReadOptions::new().missing(["-999", "1.5", "none"]);
            Table::from_csv(format!("x,y\n{},1\n", fields.join(",1\n")).as_bytes(), &options)
        };
        match (read(&fields), read(&turned)) {
            (Ok(one), Ok(two)) => prop_assert_eq!(facts(&one), facts(&two)),
            (one, two) => prop_assert!(one.is_err() && two.is_err(), "{:?} {:?}", one, two),
        }
    }
}

/// Fields of all looks, some of which only rarely meet.
fn loose() -> impl Strategy<Value = String> {
    let looks = [
        "1",
        "2",
        "-999",
        "1.5",
        "0.5",
        "9007199254740993",
        "007",
        "-0",
        "2026-01-01",
        "1970-01-01",
        "2026-01-01T10:00",
        "none",
        "",
        "text",
        "1e999",
        "inf",
    ];
    prop::sample::select(looks.map(str::to_owned).to_vec())
}

/// Kind, levels, distinct and missing values of the first column.
fn facts(table: &Table) -> (Kind, Vec<String>, usize, usize) {
    let column = &table.columns()[0];
    let levels = match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Category(category) => category.levels.clone(),
        Values::Number(number) => vec![format!("{:?}", number.meaning)],
    };
    (column.kind(), levels, column.distinct(), column.missing())
}

#[test]
fn any_number_of_threads_reads_the_same_table() {
    let mut text = "id,when,name,x\n".to_owned();
    for row in 0..120_000_u64 {
        let mixed = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        writeln!(text, "{row},2026-01-{:02},\"n{}\n\",{}.{}", mixed % 28 + 1, mixed % 5000, mixed % 97, mixed % 1000)
            .unwrap();
    }
    text += "x,2026-01-01,,\n"; // the last row turns the first column into text
    let read = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let table = Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap();
            let found = inspect(&table, None, &[]);
            (table.warnings().to_vec(), found.warnings, found.distinct, table)
        })
    };
    let one = read(1);
    assert_eq!(one.3.rows(), 120_001);
    assert_eq!(read(2), one);
    assert_eq!(read(3), one);
}
