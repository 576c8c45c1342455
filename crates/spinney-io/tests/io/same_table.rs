//! One table, whatever it was written in.

use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use proptest::collection::vec;
use proptest::prelude::*;
use spinney::table::{Kind, ReadOptions, Table};
use spinney_io::{Format, Input, Reading};

use crate::write::{
    Cells, Written, arff, arrow_file, arrow_stream, batch, cases, delimited, file, gzip, parquet, zstd,
};
use crate::write::{read, read_with};

/// The table in every format, plain and packed, by file name.
fn everything(columns: &[Written]) -> Vec<(&'static str, Vec<u8>)> {
    let (csv, tsv, arff, batch) = (delimited(columns, ','), delimited(columns, '\t'), arff(columns), batch(columns));
    let with = |compression| parquet(&batch, WriterProperties::builder().set_compression(compression).build());
    let plain = with(Compression::UNCOMPRESSED);
    let (arrow, stream) = (arrow_file(&batch), arrow_stream(&batch));
    vec![
        ("t.csv.gz", gzip(&csv)),
        ("t.CSV.zst", zstd(&csv)),
        ("t.tsv", tsv.clone()),
        ("t.tab.gz", gzip(&tsv)),
        ("t.arff", arff.clone()),
        ("named-like-nothing", arff.clone()),
        ("t.arff.zst", zstd(&arff)),
        ("t.parquet", with(Compression::SNAPPY)),
        ("zstd.pq", with(Compression::ZSTD(ZstdLevel::default()))),
        ("lz4.parquet", with(Compression::LZ4_RAW)),
        ("gzip.parquet", with(Compression::GZIP(GzipLevel::default()))),
        ("named-wrongly.csv", plain.clone()),
        ("t.parquet.gz", gzip(&plain)),
        ("t.arrow", arrow.clone()),
        ("t.feather.zst", zstd(&arrow)),
        ("t.ipc", stream.clone()),
        ("stream.bin.gz", gzip(&stream)),
        ("t.csv", csv),
    ]
}

/// Reads the table from every format; each must give what CSV gives.
fn check(columns: &[Written]) -> Table {
    let folder = tempfile::tempdir().unwrap();
    // The delimiter is named, since random text can look like anything; where the format implies one, it is not.
    let comma = ReadOptions::new().delimiter(b',');
    let expected = Table::from_csv(&delimited(columns, ','), &comma).unwrap();
    for (name, bytes) in everything(columns) {
        let is_csv = name.to_lowercase().starts_with("t.csv");
        let options = if is_csv { comma.clone() } else { ReadOptions::new() };
        let table = read_with(&file(folder.path(), name, &bytes), &options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table, expected, "{name}");
    }
    expected
}

fn written(name: &str, cells: Cells) -> Written {
    Written { name: name.to_owned(), cells }
}

fn texts(cells: &[Option<&str>]) -> Cells {
    Cells::Texts(cells.iter().map(|cell| cell.map(str::to_owned)).collect())
}

/// Everything that a table can hold, with a missing value in each column.
pub(crate) fn sample() -> Vec<Written> {
    let inf = f64::INFINITY;
    vec![
        written("n", Cells::Numbers(vec![Some(1.0), None, Some(-2.5), Some(inf), Some(-inf), Some(1e300)])),
        written(
            "whole 數",
            Cells::Numbers(vec![Some(0.0), Some(9_007_199_254_740_992.0), None, Some(-3.0), None, Some(7.0)]),
        ),
        written("t, u", texts(&[Some("a b"), Some("x,y"), Some("it's"), Some("say \"hi\""), None, Some("ünï → 数")])),
        written(
            "lines",
            texts(&[Some("one\ntwo"), Some("\r\n"), Some(" blank "), Some("back\\slash"), Some("?"), None]),
        ),
        written("same", texts(&[Some("x"), Some("x"), None, Some("x"), Some("%x"), Some("{x}")])),
        written("dictionary", texts(&[Some("z"), Some("a"), Some("z"), None, Some("é"), Some("a")])),
        written("flag", Cells::Flags(vec![Some(true), None, Some(false), Some(true), Some(true), None])),
        written("day", Cells::Dates(vec![Some(0), Some(-1), None, Some(20_772), Some(-719_162), Some(2_932_896)])),
        written(
            "time",
            Cells::Times(vec![Some(0), Some(-1), None, Some(1_794_736_812_345), Some(86_399_999), Some(60_000)]),
        ),
        written("nothing", texts(&[None; 6])),
        written("few", texts(&[None, None, None, None, Some("late"), None])),
    ]
}

#[test]
fn one_table_is_the_same_in_every_format() {
    let table = check(&sample());
    assert_eq!(table.rows(), 6);
    let kinds: Vec<Kind> = table.columns().iter().map(spinney::table::Column::kind).collect();
    let (c, n) = (Kind::Continuous, Kind::Nominal);
    assert_eq!(kinds, [c, c, n, n, n, n, n, c, c, c, n]);
    assert!(table.column("time").unwrap().text(3).unwrap().starts_with("2026-11-15T10:00:12.345"));
    assert_eq!(table.column("day").unwrap().text(3).unwrap(), "2026-11-15");
}

#[test]
fn a_format_that_is_named_goes_before_mark_name_and_look() {
    let folder = tempfile::tempdir().unwrap();
    let named = |path: &std::path::Path, format| {
        let reading = Reading { format: Some(format), progress: None };
        spinney_io::read(&Input::from(path), &ReadOptions::new(), &reading)
    };
    let path = file(folder.path(), "t.csv", b"a b\tc\n1\t2\n");
    assert_eq!(read(&path).unwrap(), named(&path, Format::Tsv).unwrap());
    let path = file(folder.path(), "t.parquet", b"a\tb;c\n1\t2\n");
    assert_eq!(named(&path, Format::Tsv).unwrap().columns().len(), 2);
    assert!(read(&path).is_err());
    let path = file(folder.path(), "t.tsv", b"a\tb;c\td\n1;2\n");
    assert_eq!(read_with(&path, &ReadOptions::new().delimiter(b';')).unwrap().columns()[1].name, "c\td");
    for format in Format::ALL {
        assert_eq!(Format::from_word(format.word()), Some(format));
    }
}

/// A whole number that an f64 tells apart from its neighbours, a fraction, a large or an infinite number.
fn number() -> impl Strategy<Value = f64> {
    let large = (1.0..9.99_f64, 17..300_i32).prop_map(|(digits, exponent)| digits * 10_f64.powi(exponent));
    prop_oneof![
        (-(1_i64 << 53)..=1 << 53).prop_map(|whole| whole as f64),
        -1e6..1e6_f64,
        (-1000..1000_i32).prop_map(|cents| f64::from(cents) / 100.0),
        large,
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
    ]
}

/// Text that is not mistaken for a number or a date, with all that needs quoting.
fn text() -> impl Strategy<Value = String> {
    let letters = prop_oneof![
        Just(' '),
        Just('"'),
        Just('\''),
        Just(','),
        Just('\t'),
        Just('\n'),
        Just('\r'),
        Just('\\'),
        Just(';'),
        Just('%'),
        Just('{'),
        Just('}'),
        Just('?'),
        Just('é'),
        Just('数'),
        Just('𝕏'),
        prop::char::range('a', 'e'),
    ];
    (vec(letters, 0..6), any::<bool>()).prop_map(|(letters, few)| {
        let tail: String = letters.into_iter().collect();
        if few { format!("{}x", &tail.chars().take(1).collect::<String>()) } else { format!("{tail}x ") }
    })
}

fn cells(rows: usize) -> impl Strategy<Value = Cells> {
    use prop::option::weighted;
    prop_oneof![
        vec(weighted(0.8, number()), rows).prop_map(Cells::Numbers),
        vec(weighted(0.8, text()), rows).prop_map(Cells::Texts),
        vec(weighted(0.8, any::<bool>()), rows).prop_map(Cells::Flags),
        vec(weighted(0.8, -719_162..2_932_896_i32), rows).prop_map(Cells::Dates),
        vec(weighted(0.8, -62_135_596_800_000..253_402_300_799_999_i64), rows).prop_map(Cells::Times),
    ]
}

fn columns() -> impl Strategy<Value = Vec<Written>> {
    (1..12_usize).prop_flat_map(|rows| vec((text(), cells(rows)), 1..7)).prop_map(|columns| {
        let named = |(place, (name, cells)): (usize, (String, Cells))| {
            written(&format!("{place} {name}").replace(['\n', '\r'], "_"), cells)
        };
        columns.into_iter().enumerate().map(named).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(32), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_table_is_the_same_in_every_format(columns in columns()) {
        check(&columns);
    }
}
