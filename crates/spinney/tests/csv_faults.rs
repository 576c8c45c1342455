//! Bad input: what is wrong, its row, line and column, and what would do. Never a panic, never half an answer.
#![cfg(test)]

use std::io::{self, Read};

use spinney::Error;
use spinney::error::Mistake;
use spinney::table::csv::read_csv;
use spinney::table::{Declared, Hierarchy, ReadOptions, Source, Table};

fn fault(bytes: impl AsRef<[u8]>) -> Error {
    fault_with(bytes, &ReadOptions::new())
}

fn fault_with(bytes: impl AsRef<[u8]>, options: &ReadOptions) -> Error {
    Table::from_csv(bytes.as_ref(), options).unwrap_err()
}

/// Row, line and column of an error, as written in its message.
fn place(error: &Error) -> (Option<u64>, Option<u64>, Option<&str>) {
    (error.place.row, error.place.line, error.place.column.as_deref())
}

/// `a,b` over this many rows of `1,2`: 600,000 bytes hold 150,000 of them, so more than one block.
fn long_table(rows: usize) -> String {
    format!("a,b\n{}", "1,2\n".repeat(rows))
}

#[test]
fn an_empty_file_says_so() {
    for text in ["", "\n\n", "  \n\t\r\n ", "\u{feff}"] {
        let error = fault(text);
        assert!(matches!(error.mistake, Mistake::Empty), "{text:?}: {error}");
        assert_eq!(error.to_string(), "there is nothing in it, not even a header");
    }
}

#[test]
fn a_header_alone_says_so() {
    for text in ["a,b", "a,b\n", "a,b\r\n\r\n", "\na,b\n  \n"] {
        let error = fault(text);
        assert!(matches!(error.mistake, Mistake::NoRows), "{text:?}: {error}");
        assert!(error.hint().unwrap().contains("--no-header"));
    }
}

#[test]
fn a_short_row_and_a_long_one_say_how_many_fields_they_have() {
    let short = fault("a,b,c\n1,2,3\n4\n");
    assert_eq!(short.to_string(), "row 2 (line 3): 1 field, but the header names 3");
    assert!(short.hint().unwrap().contains("--delimiter"));
    let long = fault("a,b,c\n1,2,3\n\n4,5,6,7,\n");
    assert_eq!(long.to_string(), "row 2 (line 4): 5 fields, but the header names 3");
}

#[test]
fn a_ragged_row_in_a_later_block_keeps_its_place() {
    let error = fault(format!("{}\"x\ny\",2\n3\n", long_table(200_000)));
    assert!(matches!(error.mistake, Mistake::Ragged { found: 1, expected: 2 }));
    assert_eq!(place(&error), (Some(200_002), Some(200_004), None));
}

#[test]
fn lines_are_counted_right_for_every_line_end_wherever_blocks_are_cut() {
    for end in ["\n", "\r\n", "\r"] {
        for shift in 0..7 {
            let rows = format!("1,\"2\"{end}").repeat(150_000);
            let text = format!("a,b{end}{},2{end}{end}\"x{end}y\",2{end}{rows}3{end}", "1".repeat(1 + shift));
            let error = fault(text);
            assert_eq!(place(&error), (Some(150_003), Some(150_006), None), "{end:?} {shift}");
        }
    }
}

#[test]
fn the_later_of_two_odd_fields_in_a_block_keeps_its_line() {
    let options = ReadOptions::new().declare("a", Declared::Continuous).declare("b", Declared::Continuous);
    let error = fault_with("a,b\n1,2\n3,odd\n5,6\n\nodd,8\n", &options);
    assert_eq!(place(&error), (Some(4), Some(6), Some("a")));
}

#[test]
fn a_quote_that_is_never_closed_is_placed_where_it_opens() {
    let error = fault("a,b\n\"x\ny\",1\nz,\"open\n1,2\n3,4\n");
    assert!(matches!(error.mistake, Mistake::OpenQuote));
    assert_eq!(place(&error), (Some(2), Some(4), Some("b")));
    let late = fault(format!("{}3,\"4\n{}", long_table(200_000), "1,2\n".repeat(200_000)));
    assert!(matches!(late.mistake, Mistake::OpenQuote));
    assert_eq!(place(&late), (Some(200_001), Some(200_002), Some("b")));
    let header = fault("a,\"b\n1,2\n");
    assert!(matches!(header.mistake, Mistake::OpenQuote));
    assert_eq!(place(&header), (None, Some(1), None));
}

#[test]
fn text_after_a_closing_quote_is_refused() {
    let error = fault("a,b\n1,2\n3,\"x\" y\n");
    assert_eq!(error.to_string(), "row 2 (line 3), column \"b\": \"y\" stands after the closing quote");
    assert!(error.hint().unwrap().contains("twice"));
    let header = fault("\"a\"b,c\n1,2\n");
    assert!(matches!(&header.mistake, Mistake::AfterQuote { found } if found == "b"));
    let beyond = fault("a,b\n1,2,\"x\"y\n"); // in a field too many
    assert!(matches!(&beyond.mistake, Mistake::AfterQuote { found } if found == "y"));
}

#[test]
fn a_nul_byte_is_placed() {
    let error = fault("a,b\n1,2\n3,x\0y\n");
    assert_eq!(error.to_string(), "row 2 (line 3), column \"b\": a NUL byte: this is not text");
    let late = fault(format!("{}\0,2\n", long_table(200_000)));
    assert_eq!(place(&late), (Some(200_001), Some(200_002), Some("a")));
}

#[test]
fn bytes_that_are_not_utf8_are_placed_wherever_they_stand() {
    let not_text = |bytes: &[u8], row: u64, line: u64, column: &str, found: &str| {
        let error = fault(bytes);
        assert_eq!(place(&error), (Some(row), Some(line), Some(column)), "{error}");
        assert!(matches!(&error.mistake, Mistake::NotText { found: f, encoding } if f == found && encoding == "UTF-8"));
        assert!(error.hint().unwrap().contains("--encoding latin1"));
    };
    not_text(b"a,b\n1,2\n3,caf\xe9\n", 2, 3, "b", "the byte E9");
    not_text(b"a,b\n\xff,2\n", 1, 2, "a", "the byte FF");
    not_text(b"a,b\n\n\"x\ny\",1\n\"z\n\xe2\x82\",\xff\n", 2, 6, "a", "the sequence E2 82");
    let mut late = format!("a,b\n{}", "\"x\ny\",2\n".repeat(100_000)).into_bytes(); // 800 KB in, two lines to a row
    late.extend_from_slice(b"1,\xc3\n");
    not_text(&late, 100_001, 200_002, "b", "the byte C3");
}

#[test]
fn a_header_that_is_not_text_is_placed_by_its_line() {
    let error = fault(b"\na,b\xe9\n1,2\n");
    assert!(matches!(error.mistake, Mistake::NotText { .. }));
    assert_eq!(place(&error), (None, Some(2), None));
}

#[test]
fn a_number_beyond_f64_is_placed() {
    let error = fault("a,b\n1.5,1\n\n-1e999,2\n1e400,3\n");
    assert_eq!(error.to_string(), "row 2 (line 4), column \"a\": -1e999 is beyond the largest 64-bit number, 1.8e308");
    assert_eq!(error.hint().unwrap(), "--nominal \"a\" reads the column as categories");
    let digits = "9".repeat(400);
    let among_reals = fault(format!("a\n1.5\n{digits}\n"));
    assert!(matches!(&among_reals.mistake, Mistake::BeyondRange { found } if *found == digits));
    assert!(among_reals.to_string().len() < 150, "a long number is shortened in the message");
    let late = fault(format!("{}1,1e309\n", long_table(200_000)));
    assert_eq!(place(&late), (Some(200_001), Some(200_002), Some("b")));
}

#[test]
fn a_number_beyond_f64_after_a_first_reading_as_text_is_placed_too() {
    let text = format!("a\n{}0.5\n1e999\n", "9007199254740993\n".repeat(1500));
    assert_eq!(place(&fault(text)), (Some(1502), Some(1503), Some("a")));
}

#[test]
fn text_in_a_column_declared_continuous_is_placed() {
    let options = ReadOptions::new().declare("b", Declared::Continuous);
    let error = fault_with("a,b\n1,2\n3,n/a\n4,?\n", &options);
    assert_eq!(error.to_string(), "row 2 (line 3), column \"b\": \"n/a\" is not a number");
    assert_eq!(error.hint().unwrap(), "--missing 'n/a' reads it as missing, --nominal 'b' the column as categories");
    let date = fault_with("a,b\n1,2\n3,2026-01-01\n", &options);
    assert_eq!(date.to_string(), "row 2 (line 3), column \"b\": \"2026-01-01\" is not a number");
    let number = fault_with(format!("b\n{}3\n", "2026-01-01\n".repeat(2000)), &options);
    assert_eq!(place(&number), (Some(1), Some(2), Some("b")));
}

#[test]
fn a_long_text_is_shortened_in_messages_and_hints() {
    let options = ReadOptions::new().declare("a", Declared::Continuous);
    let error = fault_with(format!("a\n{}\n", "x".repeat(100_000)), &options);
    assert!(error.to_string().len() < 120 && error.hint().unwrap().len() < 150);
}

#[test]
fn a_value_outside_the_declared_order_is_placed_at_its_first_row() {
    let options = ReadOptions::new().declare("size", Declared::ordinal("S<M<L").unwrap());
    let error = fault_with("size\nS\nXXL\nM\nA\n", &options);
    assert_eq!(
        error.to_string(),
        "row 2, column \"size\": \"XXL\" is not one of the declared values \"S\", \"M\", \"L\""
    );
}

#[test]
fn an_order_names_each_value_once_and_leaves_no_gap() {
    assert!(matches!(Declared::ordinal("S<<L").unwrap_err().mistake, Mistake::EmptyLevel));
    assert!(matches!(Declared::ordinal("").unwrap_err().mistake, Mistake::EmptyLevel));
    let twice = Declared::ordinal("S < M < S").unwrap_err();
    assert!(matches!(&twice.mistake, Mistake::DeclaredTwice { value } if value == "S"));
    let by_hand = ReadOptions::new().declare("a", Declared::Ordinal(vec!["x".into(), "x".into()]));
    assert!(matches!(fault_with("a\nx\n", &by_hand).mistake, Mistake::DeclaredTwice { .. }));
}

#[test]
fn a_value_outside_the_hierarchy_is_placed() {
    let tree = Hierarchy::from_paths([vec!["Lyon", "France"]]).unwrap();
    let error = fault_with("city\nLyon\n\nBonn\n", &ReadOptions::new().declare("city", Declared::Hierarchical(tree)));
    assert_eq!(error.to_string(), "row 2, column \"city\": \"Bonn\" is not in the hierarchy");
}

#[test]
fn an_unknown_column_in_the_options_is_named_with_the_nearest_one() {
    for options in [
        ReadOptions::new().declare("hight", Declared::Nominal),
        ReadOptions::new().ignore("hight"),
        ReadOptions::new().date_parts("hight", []),
    ] {
        let error = fault_with("height,age\n1,2\n", &options);
        assert_eq!(error.to_string(), "there is no column \"hight\"; the columns are \"height\", \"age\"");
        assert_eq!(error.hint().unwrap(), "did you mean \"height\"?");
    }
    assert_eq!(fault_with("x\n1\n", &ReadOptions::new().ignore("y")).hint(), None);
}

#[test]
fn a_column_declared_twice_and_a_table_with_every_column_ignored_are_refused() {
    let twice = ReadOptions::new().declare("a", Declared::Nominal).declare("a", Declared::Continuous);
    assert!(matches!(&fault_with("a\n1\n", &twice).mistake, Mistake::DeclaredTwice { value } if value == "a"));
    let nothing = ReadOptions::new().ignore("a").ignore("b");
    assert!(matches!(fault_with("a,b\n1,2\n", &nothing).mistake, Mistake::AllIgnored));
}

/// A text followed by so many bytes of the same letter, and then by a failure if asked for.
struct Long {
    start: &'static str,
    letters: u64,
    breaks: bool,
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is gone"))
    }
}

impl Source for Long {
    fn open(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        let text = self.start.as_bytes().chain(io::repeat(b'1').take(self.letters));
        Ok(if self.breaks { Box::new(text.chain(Broken)) } else { Box::new(text) })
    }
}

#[test]
fn a_row_without_end_is_placed_and_not_read_into_memory_for_ever() {
    let error = read_csv(&Long { start: "a,b\n1,2\n3,\"", letters: u64::MAX, breaks: false }, &ReadOptions::new());
    let error = error.unwrap_err();
    assert!(matches!(error.mistake, Mistake::EndlessRow { .. }), "{error}");
    assert_eq!(place(&error), (Some(2), Some(3), None));
    let header = read_csv(&Long { start: "a,\"", letters: u64::MAX, breaks: false }, &ReadOptions::new()).unwrap_err();
    assert!(matches!(header.mistake, Mistake::EndlessRow { .. }));
    assert_eq!(place(&header), (None, Some(1), None));
}

#[test]
fn a_source_that_fails_half_way_gives_its_error_and_no_half_table() {
    let error = read_csv(&Long { start: "a\n1\n", letters: 700_000, breaks: true }, &ReadOptions::new()).unwrap_err();
    assert_eq!(error.to_string(), "the disk is gone");
}
