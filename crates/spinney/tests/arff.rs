//! The ARFF reader: its grammar, and the place of every mistake.
#![cfg(test)]

use spinney::error::{Error, Mistake};
use spinney::table::date::Part;
use spinney::table::{Column, Declared, Kind, Meaning, ReadOptions, Table, Values};

fn read(text: &str) -> Table {
    Table::from_arff(text.as_bytes(), &ReadOptions::new()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn fail(text: &str) -> Error {
    Table::from_arff(text.as_bytes(), &ReadOptions::new()).expect_err(text)
}

fn texts(table: &Table, column: &str) -> Vec<String> {
    let column = table.column(column).unwrap();
    (0..column.len()).map(|row| column.text(row).unwrap_or_else(|| "-".to_owned())).collect()
}

fn levels(column: &Column) -> &[String] {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Category(category) => &category.levels,
        Values::Number(_) => panic!("{} holds numbers", column.name),
    }
}

/// One string and one numeric attribute, and these rows.
fn pair(rows: &str) -> String {
    format!("@relation r\n@attribute a string\n@attribute b numeric\n@data\n{rows}\n")
}

/// Whether the error is at this row and line, in this column.
fn is_at(error: &Error, row: u64, line: u64, column: &str) -> bool {
    let place = &error.place;
    (place.row, place.line, place.column.as_deref()) == (Some(row), Some(line), Some(column))
}

#[test]
fn a_header_and_rows_become_typed_columns() {
    let table = read(
        "% a comment\n\n@RELATION 'my shirts'\n@Attribute size {S, 'very large', \"L\"}\n\t@attribute 'price now' REAL\n\
         @attribute n Integer\n@attribute note string\n\n@DATA\n% rows\nS, 1.5, 3, fine\n'very large',-2e1,?,'so so'\n\n\"L\",?,0,?\n",
    );
    assert_eq!(table.rows(), 3);
    assert_eq!(texts(&table, "size"), ["S", "very large", "L"]);
    assert_eq!(texts(&table, "price now"), ["1.5", "-20", "-"]);
    assert_eq!(texts(&table, "n"), ["3", "-", "0"]);
    assert_eq!(texts(&table, "note"), ["fine", "so so", "-"]);
    let kinds: Vec<Kind> = table.columns().iter().map(Column::kind).collect();
    assert_eq!(kinds, [Kind::Nominal, Kind::Continuous, Kind::Continuous, Kind::Nominal]);
}

#[test]
fn declared_levels_are_all_there_in_canonical_order() {
    let table = read("@relation r\n@attribute a {z, 10, 'b c', 9}\n@attribute b {only}\n@data\nz,only\n9,only\n");
    assert_eq!(levels(table.column("a").unwrap()), ["9", "10", "b c", "z"]);
    assert_eq!(texts(&table, "a"), ["z", "9"]);
}

#[test]
fn a_name_may_touch_the_brace_and_a_list_may_be_cut_by_blanks() {
    let table = read("@relation r\n@attribute a{x,y}\n@attribute b { x  y\tz } % list\n@data\nx z\ny\tx\n");
    assert_eq!(levels(table.column("a").unwrap()), ["x", "y"]);
    assert_eq!(levels(table.column("b").unwrap()), ["x", "y", "z"]);
    assert_eq!(texts(&table, "b"), ["z", "x"]);
}

#[test]
fn rows_are_cut_at_commas_or_else_at_blanks() {
    for row in ["x,5", "  x , 5  ", "x 5", "x\t5", "x \t 5", "'x' 5", "\"x\"\t'5'", "x, 5 % said so"] {
        let table = read(&pair(row));
        assert_eq!((texts(&table, "a"), texts(&table, "b")), (vec!["x".to_owned()], vec!["5".to_owned()]), "{row}");
    }
    assert_eq!(texts(&read(&pair("New York,5")), "a"), ["New York"]);
    assert_eq!(texts(&read(&pair("'a, b' 5")), "a"), ["a, b"]);
    assert_eq!(texts(&read(&pair("it's,5")), "a"), ["it's"]);
}

#[test]
fn escapes_are_undone_inside_quotes_only() {
    for (written, meant) in [
        (r"'a\'b'", "a'b"),
        (r#""a\"b""#, "a\"b"),
        (r"'a\\b'", r"a\b"),
        (r"'a\nb\tc'", "a\nb\tc"),
        (r"'\u0041\101'", "AA"),
        (r"'100\%'", "100%"),
        (r"'%\''", "%'"),
        (r"a\nb", r"a\nb"),
        ("50%", "50%"),
        ("'ü ∞'", "ü ∞"),
    ] {
        assert_eq!(texts(&read(&pair(&format!("{written},1"))), "a"), [meant]);
    }
}

#[test]
fn a_question_mark_is_missing_unless_quoted_and_nothing_is_missing_too() {
    let table = read(&pair("?,1\n'?',2\n'',3\n,4\nx,\nx,?"));
    assert_eq!(texts(&table, "a"), ["-", "?", "-", "-", "x", "x"]);
    assert_eq!(table.column("b").unwrap().missing(), 2);
}

#[test]
fn sparse_rows_leave_out_zeros_first_levels_and_strings() {
    let head =
        "@relation r\n@attribute n numeric\n@attribute c {z, a}\n@attribute s string\n@attribute d date\n@data\n";
    let table = read(&format!("{head}{{0 5, 2 'x y'}}\n{{ }}\n{{1 a,3 1970-01-02}}\n{{2 ?, 3 ?}}\n"));
    assert_eq!(texts(&table, "n"), ["5", "0", "0", "0"]);
    assert_eq!(texts(&table, "c"), ["z", "z", "a", "z"]);
    assert_eq!(texts(&table, "s"), ["x y", "-", "-", "-"]);
    assert_eq!(texts(&table, "d"), ["1970-01-01", "1970-01-01", "1970-01-02", "-"]);
}

#[test]
fn sparse_rows_that_make_no_sense_are_refused() {
    let head = "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n1,2\n";
    for row in ["{1 3, 0 4}", "{0 1, 0 2}", "{2 1}", "{x 1}", "{0}", "{0 1", "{", "{-1 2}", "{0 1} x"] {
        let error = fail(&format!("{head}{row}\n"));
        assert!(matches!(error.mistake, Mistake::Arff { .. }), "{row}: {error}");
        assert_eq!((error.place.row, error.place.line), (Some(2), Some(6)), "{row}");
    }
}

#[test]
fn dates_are_days_and_times_are_seconds() {
    let table = read(
        "@relation r\n@attribute a date\n@attribute b date\n@attribute c date 'dd.MM.yyyy'\n\
         @attribute d DATE \"yyyy-MM-dd'T'HH:mm:ss\"\n@attribute e date yyyyMMddHHmmss\n@data\n\
         1970-01-02,1970-01-01T00:01:00,3.1.1970,\"1970-01-01T00:00:01\",19700101000002\n?,?,?,?,?\n",
    );
    let numbers: Vec<(f64, Meaning)> = (table.columns().iter())
        .map(|column| match &column.values {
            Values::Sparse(_) => unreachable!("no column here is sparse"),
            Values::Number(number) => (number.values[0], number.meaning),
            Values::Category(_) => panic!("{}", column.name),
        })
        .collect();
    let date = |days| (days, Meaning::Date);
    let time = |seconds| (seconds, Meaning::Time);
    assert_eq!(numbers, [date(1.0), time(60.0), date(2.0), time(1.0), time(2.0)]);
    assert_eq!(table.columns().iter().map(Column::missing).collect::<Vec<_>>(), [1; 5]);
}

#[test]
fn numbers_of_a_date_that_touch_are_told_apart_by_their_letters() {
    let head = |format: &str| format!("@relation r\n@attribute d date {format}\n@data\n");
    assert_eq!(texts(&read(&format!("{}1970115\n", head("yyyyMdd"))), "d"), ["1970-01-15"]);
    assert_eq!(texts(&read(&format!("{}0930\n", head("HHmm"))), "d"), ["1970-01-01T09:30:00"]);
    for (format, text) in [("ddMMyyyy", "1121970"), ("HHmm", "930"), ("yyyyMMdd", "197001")] {
        assert!(is_at(&fail(&format!("{}{text}\n", head(format))), 1, 4, "d"), "{format}");
    }
}

#[test]
fn dates_out_of_their_format_are_refused() {
    let head = "@relation r\n@attribute d date 'dd/MM/yyyy'\n@data\n";
    for text in ["1970-01-01", "1/1", "32/01/1970", "1/1/1970x", "x", "29/02/2026"] {
        assert!(is_at(&fail(&format!("{head}{text}\n")), 1, 4, "d"), "{text}");
    }
    for format in ["dd MMM yyyy", "yy-MM-dd", "yyyy-MM-dd z", "'", "hh:mm a", "x", "yyyy yyyy"] {
        let error = fail(&format!("@relation r\n@attribute d date \"{format}\"\n@data\n1\n"));
        assert!(matches!(error.mistake, Mistake::Arff { .. }), "{format}: {error}");
        assert_eq!(error.place.line, Some(2), "{format}");
    }
}

#[test]
fn a_value_that_does_not_fit_is_named_with_row_line_and_column() {
    let text = "@relation r\n@attribute 'age now' numeric\n@data\n1\n\n% x\nold\n";
    let error = fail(text);
    assert_eq!(error.to_string(), "row 2 (line 7), column \"age now\": \"old\" is not a number");
    assert_eq!(Table::from_arff(text.as_bytes(), &ReadOptions::new().missing(["old"])).unwrap().rows(), 2);
    for far in ["1e999", "-1e999", &"9".repeat(400)] {
        assert!(matches!(fail(&pair(&format!("x,{far}"))).mistake, Mistake::BeyondRange { .. }));
    }
    let error = fail("@relation r\n@attribute c {red, green}\n@data\nred\nblue\n");
    assert!(is_at(&error, 2, 5, "c"));
    assert_eq!(error.mistake.to_string(), "\"blue\" is not one of the declared values \"red\", \"green\"");
}

#[test]
fn infinite_numbers_are_read_and_minus_zero_is_zero() {
    let table = read(&pair("x,inf\nx,-Infinity\nx,-0\nx,-0.0\nx,123456789012345678901"));
    assert_eq!(texts(&table, "b"), ["inf", "-inf", "0", "0", "1.2345678901234568e20"]);
    let Values::Number(number) = &table.column("b").unwrap().values else { panic!() };
    assert!(number.values[2].is_sign_positive() && number.values[3].is_sign_positive());
}

#[test]
fn rows_of_the_wrong_width_are_counted() {
    for (row, found) in [("x", 1), ("x,1,2", 3), ("x,1,", 3), ("x 1 2 3", 4), ("'x y'", 1)] {
        let error = fail(&pair(row));
        assert!(matches!(error.mistake, Mistake::Ragged { found: f, expected: 2 } if f == found), "{row}: {error}");
        assert_eq!((error.place.row, error.place.line), (Some(1), Some(5)));
    }
}

#[test]
fn weights_are_refused_in_plain_words() {
    for row in ["x,1,{5}", "x, 1, {0.5}", "x 1 {5}", "{0 x, 1 1}, {5}"] {
        let error = fail(&pair(&format!("y,1\n{row}")));
        assert!(matches!(error.mistake, Mistake::Weighted { .. }), "{row}: {error}");
        assert_eq!(error.place.row, Some(2));
        assert!(error.hint().is_some_and(|hint| hint.contains("column")));
    }
}

#[test]
fn headers_that_break_the_grammar_name_their_line() {
    for (text, line) in [
        ("@relation r\n@attribut a numeric\n@data\n1\n", 2),
        ("@relation r\n@attribute a number\n@data\n1\n", 2),
        ("@relation r\n@attribute a\n@data\n1\n", 2),
        ("@relation r\n@attribute\n@data\n1\n", 2),
        ("@relation r\n@attribute a numeric {5}\n@data\n1\n", 2),
        ("@relation r\n@attribute a {x,y\n@data\nx\n", 2),
        ("@relation r\n@attribute a {}\n@data\nx\n", 2),
        ("@relation r\n@attribute a {x} y\n@data\nx\n", 2),
        ("@relation r\n\n@attribute a relational\n@data\n1\n", 3),
        ("@relation r\n@data\n1\n", 2),
        ("@relation r\n@attribute a numeric\n1\n", 3),
        ("@relation r\n@attribute a numeric\n", 3),
        ("a,b\n1,2\n", 1),
    ] {
        let error = fail(text);
        assert!(matches!(error.mistake, Mistake::Arff { .. }), "{text}: {error}");
        assert_eq!((error.place.row, error.place.line), (None, Some(line)), "{text}");
    }
    let error = fail("@relation r\n@attribute a {x, y, 'x'}\n@data\nx\n");
    assert_eq!(error.to_string(), "line 2, column \"a\": \"x\" is declared twice");
}

#[test]
fn quotes_that_do_not_close_are_refused() {
    assert!(matches!(fail(&pair("'x,1")).mistake, Mistake::OpenQuote));
    assert!(matches!(fail(&pair("'x' y,1")).mistake, Mistake::AfterQuote { .. }));
    assert!(matches!(fail("@relation r\n@attribute 'a numeric\n@data\n").mistake, Mistake::OpenQuote));
}

#[test]
fn nothing_and_no_rows_are_told_apart() {
    for text in ["", "\n\n", "% only talk\n"] {
        assert!(matches!(fail(text).mistake, Mistake::Empty), "{text:?}");
    }
    assert!(matches!(fail("@relation r\n@attribute a numeric\n@data\n% none\n").mistake, Mistake::NoRows));
}

#[test]
fn line_ends_marks_and_encodings_do_not_matter() {
    let text = "@relation r\n@attribute grün {ä, b}\n@data\nä\nb\n";
    let plain = read(text);
    for other in
        [text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{feff}{text}"), text.trim().to_owned()]
    {
        assert_eq!(read(&other), plain, "{other:?}");
    }
    let wide: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(Table::from_arff(&wide, &ReadOptions::new()).unwrap(), plain);
    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    assert_eq!(Table::from_arff(&latin, &ReadOptions::new().encoding("latin1")).unwrap(), plain);
    let error = Table::from_arff(&latin, &ReadOptions::new()).unwrap_err();
    assert_eq!(error.place.line, Some(2));
}

#[test]
fn a_line_end_of_two_bytes_is_one_also_where_a_block_ends_between_them() {
    let head = "@relation r\r\n@attribute a numeric\r\n@data\r\n1\r\n";
    let block = 512 * 1024;
    // A comment fills the block to its last byte, with the header before it or alone.
    for length in [block - 1 - head.len(), block - head.len(), block - 1, block] {
        let comment = format!("%{}", "-".repeat(length - 1));
        let error = fail(&format!("{head}{comment}\r\n2\r\nx\r\n"));
        assert!(is_at(&error, 3, 7, "a"), "{length}: {error}");
    }
}

#[test]
fn bytes_that_are_not_text_name_their_row() {
    let mut bytes = pair("x,1\n\ny,2\nz,3").into_bytes();
    let at = bytes.iter().rposition(|byte| *byte == b'y').unwrap();
    for (byte, nul) in [(0, true), (0xFF, false)] {
        bytes[at] = byte;
        let error = Table::from_arff(&bytes, &ReadOptions::new()).unwrap_err();
        assert_eq!((error.place.row, error.place.line), (Some(2), Some(7)), "{error}");
        assert_eq!(matches!(error.mistake, Mistake::NulByte), nul);
    }
    bytes[at - 3] = b'x'; // an earlier mistake comes first
    assert!(is_at(&Table::from_arff(&bytes, &ReadOptions::new()).unwrap_err(), 1, 5, "b"));
}

#[test]
fn options_go_before_the_declaration() {
    let text = "@relation r\n@attribute a {3, 1, 2}\n@attribute b numeric\n@attribute a {x}\n@data\n3,1,x\n1,-1,x\n";
    let options = ReadOptions::new().declare("a", Declared::Continuous).declare("b", Declared::Nominal).missing(["-1"]);
    let table = Table::from_arff(text.as_bytes(), &options).unwrap();
    assert_eq!(table.column("a").unwrap(), &Column::numbers("a", vec![3.0, 1.0]));
    assert_eq!(texts(&table, "b"), ["1", "-"]);
    assert_eq!(table.column("b").unwrap().kind(), Kind::Nominal);
    assert_eq!(table.column("a_2").unwrap().kind(), Kind::Nominal); // the second of one name is renamed
    assert_eq!(table.warnings().len(), 1);
    let ordinal = ReadOptions::new().declare("a", Declared::ordinal("1<2<3").unwrap()).ignore("b");
    let table = Table::from_arff(text.as_bytes(), &ordinal).unwrap();
    assert_eq!(levels(table.column("a").unwrap()), ["1", "2", "3"]);
    assert_eq!(table.columns().len(), 2);
    let dated = "@relation r\n@attribute d date\n@data\n1970-01-02\n";
    let parts = ReadOptions::new().ignore("d").date_parts("d", [Part::Day]);
    let table = Table::from_arff(dated.as_bytes(), &parts).unwrap();
    assert_eq!(table.columns(), [Column::numbers("d.day", vec![2.0])]);
    let error = Table::from_arff(text.as_bytes(), &ReadOptions::new().ignore("c")).unwrap_err();
    assert!(matches!(error.mistake, Mistake::NoColumn { .. }));
    let error = Table::from_arff(text.as_bytes(), &ReadOptions::new().max_columns(2)).unwrap_err();
    assert!(matches!(error.mistake, Mistake::TooManyColumns { found: 3, limit: 2 }));
}

#[test]
fn a_file_of_many_blocks_reads_as_one() {
    use std::fmt::Write;
    let mut text = "@relation r\n@attribute n numeric\n@attribute c {a,b,c}\n@attribute s string\n@data\n".to_owned();
    for row in 0..100_000_u32 {
        let level = ["a", "b", "c"][row as usize % 3];
        match row % 4 {
            0 => writeln!(text, "{{0 {row}, 1 {level}, 2 't {}'}}", row % 7).unwrap(),
            _ => writeln!(text, "{row},{level},'t {}' % row {row}", row % 7).unwrap(),
        }
    }
    let table = read(&text);
    assert_eq!(table.rows(), 100_000);
    let Values::Number(number) = &table.column("n").unwrap().values else { panic!() };
    assert!(number.values.iter().enumerate().all(|(row, value)| *value == row as f64));
    let (c, s) = (table.column("c").unwrap(), table.column("s").unwrap());
    for row in (0..100_000).step_by(997) {
        assert_eq!(c.text(row).unwrap(), ["a", "b", "c"][row % 3]);
        assert_eq!(s.text(row).unwrap(), format!("t {}", row % 7));
    }
    let error = fail(&text.replace("99999,a", "99999,d"));
    assert!(is_at(&error, 100_000, 100_005, "c"), "{error}");
}
