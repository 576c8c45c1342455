//! Delimited text piece by piece.
#![cfg(test)]

use std::fmt::Write;

use spinney::Error;
use spinney::table::csv::read_pieces;
use spinney::table::{Kind, ReadOptions, Table};

/// So many rows fill several pieces.
const ROWS: u64 = 300_000;

/// Reads them on two threads, since larger machines have larger pieces.
fn read(text: &str, options: &ReadOptions, each: &mut (dyn FnMut(Table, u64) -> bool + Send)) -> Result<u64, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    pool.install(|| read_pieces(&text.as_bytes(), options, each))
}

/// Rows of a number, a code that turns into a name late, and a text with line ends in it.
fn text(rows: u64) -> String {
    let mut text = "number,code,note\n".to_owned();
    for row in 0..rows {
        let code = if row + 3 == rows { "A".to_owned() } else { format!("{:02}", row % 7) };
        let note = if row % 1000 == 0 { "\"two\nlines\"" } else { "plain text that takes some room" };
        let _ = writeln!(text, "{row}.5,{code},{note}");
    }
    text
}

#[test]
fn pieces_put_together_are_the_table() {
    let text = text(ROWS);
    let options = ReadOptions::new().as_names(["code".to_owned(), "not there".to_owned()]);
    let (mut next, mut pieces) = (0, 0);
    let mut each = |table: Table, before: u64| {
        assert_eq!(before, next);
        assert_eq!(table.columns()[1].kind(), Kind::Nominal);
        for row in 0..table.rows() {
            let own = next + row as u64;
            let code = if own + 3 == ROWS { "A".to_owned() } else { format!("{:02}", own % 7) };
            assert_eq!(table.columns()[0].text(row), Some(format!("{own}.5")));
            assert_eq!(table.columns()[1].text(row), Some(code));
        }
        next += table.rows() as u64;
        pieces += 1;
        true
    };
    assert_eq!(read(&text, &options, &mut each).expect("a table"), ROWS);
    assert_eq!(next, ROWS);
    assert!(pieces > 1, "one piece proves nothing");
}

#[test]
fn a_column_may_be_numbers_in_one_piece_and_names_in_another() {
    let mut kinds = Vec::new();
    let mut each = |table: Table, _| {
        kinds.push(table.columns()[1].kind());
        true
    };
    assert_eq!(read(&text(ROWS), &ReadOptions::new(), &mut each).expect("a table"), ROWS);
    assert_eq!(kinds.first(), Some(&Kind::Continuous));
    assert_eq!(kinds.last(), Some(&Kind::Nominal));
}

#[test]
fn a_mistake_far_down_has_its_row_and_line() {
    let mut text = text(ROWS);
    text += "1.5,00\n";
    let error = read(&text, &ReadOptions::new(), &mut |_, _| true).unwrap_err();
    assert_eq!(error.place.row, Some(ROWS + 1));
    assert_eq!(error.place.line, Some(1 + ROWS + ROWS / 1000 + 1));
}

#[test]
fn whoever_has_enough_is_given_no_more() {
    let mut pieces = 0;
    let mut each = |_: Table, _| {
        pieces += 1;
        false
    };
    let rows = read(&text(ROWS), &ReadOptions::new(), &mut each);
    assert!(rows.is_ok_and(|rows| rows > 0 && rows < ROWS));
    assert_eq!(pieces, 1);
}

#[test]
fn a_header_alone_and_nothing_at_all_are_mistakes_as_for_a_whole_table() {
    for text in ["", "a,b\n", "a,b", "\n\n"] {
        let whole = Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap_err();
        let pieces = read(text, &ReadOptions::new(), &mut |_, _| true).unwrap_err();
        assert_eq!(whole.to_string(), pieces.to_string(), "{text:?}");
    }
}
