//! The text's outer form: delimiters, quotes, line ends, encodings, names.
#![cfg(test)]

use spinney::Error;
use spinney::error::Mistake;
use spinney::table::{Kind, ReadOptions, Table, Warning};

fn read(bytes: impl AsRef<[u8]>) -> Table {
    read_with(bytes, &ReadOptions::new())
}

fn read_with(bytes: impl AsRef<[u8]>, options: &ReadOptions) -> Table {
    Table::from_csv(bytes.as_ref(), options).unwrap()
}

fn fault(bytes: impl AsRef<[u8]>, options: &ReadOptions) -> Error {
    Table::from_csv(bytes.as_ref(), options).unwrap_err()
}

fn names(table: &Table) -> Vec<&str> {
    table.columns().iter().map(|column| column.name.as_str()).collect()
}

/// A column's cells as text, `-` where missing.
fn cells(table: &Table, name: &str) -> Vec<String> {
    let column = table.column(name).unwrap();
    (0..table.rows()).map(|row| column.text(row).unwrap_or_else(|| "-".to_owned())).collect()
}

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn each_delimiter_is_guessed_from_the_first_lines() {
    for delimiter in [",", ";", "\t", "|"] {
        let text = ["a,b,c", "1,x,2", "3,y,4"].join("\n").replace(',', delimiter);
        let table = read(text);
        assert_eq!(names(&table), ["a", "b", "c"], "{delimiter:?}");
        assert_eq!(cells(&table, "b"), ["x", "y"]);
    }
}

#[test]
fn the_delimiter_that_cuts_all_lines_alike_wins_over_one_that_stands_more_often() {
    let table = read("when;what\n1,5;a,b,c\n2,5;d\n");
    assert_eq!(names(&table), ["when", "what"]);
    assert_eq!(cells(&table, "what"), ["a,b,c", "d"]);
    assert_eq!(names(&read("last, first, middle;age\nx;1\ny;2\n")), ["last, first, middle", "age"]);
}

#[test]
fn a_delimiter_inside_quotes_has_no_vote() {
    assert_eq!(names(&read("\"a;b;c\",d\n1,2\n")), ["a;b;c", "d"]);
}

#[test]
fn text_without_any_delimiter_is_one_column() {
    let table = read("height\n1.5\n2\n");
    assert_eq!(names(&table), ["height"]);
    assert_eq!(cells(&table, "height"), ["1.5", "2"]);
}

#[test]
fn a_named_delimiter_is_obeyed() {
    let table = read_with("a:b,c\n1:2,3\n", &ReadOptions::new().delimiter(b':'));
    assert_eq!(names(&table), ["a", "b,c"]);
    assert_eq!(cells(&table, "b,c"), ["2,3"]);
    assert_eq!(names(&read_with("a b\n1 2\n", &ReadOptions::new().delimiter(b' '))), ["a", "b"]);
}

#[test]
fn what_numbers_quotes_and_lines_are_written_with_cannot_stand_between_fields() {
    for byte in *b"\"\n\r\0.-+07\xe9" {
        let error = fault("a,b\n1,2\n", &ReadOptions::new().delimiter(byte));
        assert!(matches!(error.mistake, Mistake::BadDelimiter { found } if found == char::from(byte)));
        assert!(error.hint().is_some());
    }
}

#[test]
fn tabs_separate_and_empty_fields_between_them_are_missing() {
    let table = read("a\tb\tc\n1\t\tx y\n\t2\t\n");
    assert_eq!(cells(&table, "a"), ["1", "-"]);
    assert_eq!(cells(&table, "b"), ["-", "2"]);
    assert_eq!(cells(&table, "c"), ["x y", "-"]);
}

#[test]
fn quotes_hold_delimiters_quotes_and_line_ends_of_all_kinds() {
    let table = read("a,b\n\"1,5\",\"say \"\"hi\"\"\"\n\"two\nlines\",\"three\r\nlines\"\n\"\",\"one\rline\"\n");
    assert_eq!(cells(&table, "a"), ["1,5", "two\nlines", "-"]);
    assert_eq!(cells(&table, "b"), ["say \"hi\"", "three\r\nlines", "one\rline"]);
}

#[test]
fn blanks_around_quotes_go_and_blanks_inside_stay() {
    let table = read("a,b\n  \" x \"\t,  y z  \n");
    assert_eq!(cells(&table, "a"), [" x "]);
    assert_eq!(cells(&table, "b"), ["y z"]);
}

#[test]
fn a_quote_inside_a_bare_field_is_an_ordinary_character() {
    let table = read("size,b\n5\" pipe,6\"\nx\"\"y,z\n");
    assert_eq!(cells(&table, "size"), ["5\" pipe", "x\"\"y"]);
    assert_eq!(cells(&table, "b"), ["6\"", "z"]);
}

#[test]
fn every_line_end_ends_a_row_also_in_mixture() {
    for text in ["a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r", "a,b\r\n1,2\r3,4\n", "a,b\n1,2\r\n3,4"]
    {
        let table = read(text);
        assert_eq!(names(&table), ["a", "b"], "{text:?}");
        assert_eq!(cells(&table, "b"), ["2", "4"], "{text:?}");
    }
}

#[test]
fn empty_lines_and_lines_of_blanks_are_no_rows() {
    let table = read("\n \t\n\na,b\n\n1,2\n   \n\r\n\t\n3,4\n\n  ");
    assert_eq!(cells(&table, "a"), ["1", "3"]);
    assert_eq!(table.rows(), 2);
    let tabs = read("a\tb\n\t\n1\t2\n"); // with tabs between fields a line of tabs is a row of nothing
    assert_eq!(cells(&tabs, "a"), ["-", "1"]);
}

#[test]
fn a_header_behind_many_blank_lines_is_found() {
    assert_eq!(cells(&read(format!("{}a,b\n1,2\n", "\n".repeat(700_000))), "b"), ["2"]);
}

#[test]
fn a_quoted_nothing_is_a_row_of_a_single_column() {
    assert_eq!(cells(&read("a\nx\n\"\"\ny\n"), "a"), ["x", "-", "y"]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_name() {
    assert_eq!(names(&read("\u{feff}a,b\n1,2\n")), ["a", "b"]);
    assert_eq!(names(&read("\u{feff}\"a\",b\n1,2\n")), ["a", "b"]);
}

#[test]
fn utf16_of_both_orders_is_known_by_its_mark() {
    for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let table = read(utf16("\u{feff}näme,b\nß,1\n日本,2\n𝄞,3\n", to_bytes));
        assert_eq!(names(&table), ["näme", "b"]);
        assert_eq!(cells(&table, "näme"), ["ß", "日本", "𝄞"]);
    }
}

#[test]
fn utf16_without_a_mark_needs_its_name_and_the_error_says_which() {
    let bytes = utf16("a,b\n1,é\n", u16::to_le_bytes);
    let error = fault(&bytes, &ReadOptions::new());
    assert!(matches!(error.mistake, Mistake::NulByte));
    assert_eq!(error.place.line, Some(1));
    assert!(error.hint().unwrap().contains("--encoding utf-16le"));
    let table = read_with(&bytes, &ReadOptions::new().encoding("utf-16le"));
    assert_eq!(cells(&table, "b"), ["é"]);
    let quoted = utf16("\"a\",\"b\"\n1,2\n", u16::to_le_bytes);
    assert!(matches!(fault(quoted, &ReadOptions::new()).mistake, Mistake::NulByte));
}

#[test]
fn a_mark_wins_over_a_named_encoding() {
    let table = read_with("\u{feff}ä\n1\n", &ReadOptions::new().encoding("latin1"));
    assert_eq!(names(&table), ["ä"]);
}

#[test]
fn half_a_character_in_utf16_is_an_error() {
    let mut bytes = utf16("\u{feff}a,b\n1,2\n3,4", u16::to_le_bytes);
    bytes.pop();
    let error = fault(&bytes, &ReadOptions::new());
    assert!(matches!(&error.mistake, Mistake::NotText { encoding, .. } if encoding == "UTF-16LE"), "{error}");
    assert_eq!((error.place.row, error.place.line, error.place.column.as_deref()), (Some(2), Some(3), Some("b")));
}

#[test]
fn latin1_is_read_by_its_name() {
    let table = read_with(b"stra\xdfe,b\ncaf\xe9,1\n", &ReadOptions::new().encoding("latin1"));
    assert_eq!(names(&table), ["straße", "b"]);
    assert_eq!(cells(&table, "straße"), ["café"]);
}

#[test]
fn an_unknown_encoding_is_named_back() {
    for name in ["klingon", "", "iso-2022-kr"] {
        let error = fault("a\n1\n", &ReadOptions::new().encoding(name));
        assert!(matches!(&error.mistake, Mistake::UnknownEncoding { name: found } if found == name), "{error}");
        assert!(error.hint().unwrap().contains("utf-8"));
    }
}

#[test]
fn names_that_are_empty_or_taken_are_made_up_and_said() {
    let table = read("x,,x,x_2,x,\n1,2,3,4,5,6\n");
    assert_eq!(names(&table), ["x", "column_2", "x_3", "x_2", "x_4", "column_6"]);
    let duplicate = |renamed: &str| Warning::DuplicateName { name: "x".into(), renamed: renamed.into() };
    let unnamed = |renamed: &str| Warning::Unnamed { renamed: renamed.into() };
    assert_eq!(table.warnings(), [unnamed("column_2"), duplicate("x_3"), duplicate("x_4"), unnamed("column_6")]);
}

#[test]
fn a_made_up_name_steps_aside_for_a_written_one() {
    assert_eq!(names(&read(",column_1\n1,2\n")), ["column_2", "column_1"]);
}

#[test]
fn names_may_hold_anything_that_quotes_can() {
    assert_eq!(names(&read("\"a,b\",\"c\nd\", e f \n1,2,3\n")), ["a,b", "c\nd", "e f"]);
}

#[test]
fn without_a_header_the_first_line_is_a_row() {
    let table = read_with("1,x\n2,y\n", &ReadOptions::new().header(false));
    assert_eq!(names(&table), ["column_1", "column_2"]);
    assert_eq!(cells(&table, "column_2"), ["x", "y"]);
    assert_eq!(read_with("7", &ReadOptions::new().header(false)).rows(), 1);
}

#[test]
fn a_header_of_numbers_only_is_doubted() {
    assert_eq!(read("1,2.5\n3,4\n").warnings(), [Warning::NumericHeader]);
    assert_eq!(read("1,b\n3,4\n").warnings(), []);
}

#[test]
fn two_hundred_thousand_columns_are_over_the_limit_and_read_right_below_it() {
    let header: Vec<String> = (0..200_000).map(|place| format!("c{place}")).collect();
    let row: Vec<String> = (0..200_000).map(|place| place.to_string()).collect();
    let text = format!("{}\n{}\n{}\n", header.join(","), row.join(","), row.join(","));
    let error = fault(&text, &ReadOptions::new());
    assert!(matches!(error.mistake, Mistake::TooManyColumns { found: 200_000, limit: 100_000 }));
    assert_eq!(error.hint().unwrap().split("? ").last(), Some("--max-columns 200000 reads it"));
    let table = read_with(&text, &ReadOptions::new().max_columns(200_000));
    assert_eq!((table.columns().len(), table.rows()), (200_000, 2));
    let middle = &table.columns()[123_456];
    assert_eq!(
        (middle.name.as_str(), middle.kind(), middle.text(1)),
        ("c123456", Kind::Continuous, Some("123456".into()))
    );
}

#[test]
fn a_hundred_thousand_columns_of_one_name_get_names_of_their_own_at_once() {
    let table = read(format!("{}x\n{}1\n", "x,".repeat(99_999), "1,".repeat(99_999)));
    assert_eq!(table.columns()[99_999].name, "x_100000");
    assert_eq!(table.warnings().len(), 99_999);
}

#[test]
fn blank_lines_under_a_wide_header_take_no_room() {
    let header: Vec<String> = (0..50_000).map(|place| format!("c{place}")).collect();
    let text = format!("{}\n{}{}1\n", header.join(","), "\n".repeat(600_000), "1,".repeat(49_999));
    assert_eq!(read(text).rows(), 1);
}
