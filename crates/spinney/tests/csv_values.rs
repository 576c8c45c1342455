//! What fields become: numbers, dates, categories, missing values; and the kinds of columns, inferred or declared.
#![cfg(test)]

use std::fmt::Write as _;

use spinney::table::date::Part;
use spinney::table::{CategoryKind, Column, Declared, Hierarchy, Kind, Meaning, ReadOptions, Table, Values, Warning};

fn read(text: impl AsRef<[u8]>) -> Table {
    read_with(text, &ReadOptions::new())
}

fn read_with(text: impl AsRef<[u8]>, options: &ReadOptions) -> Table {
    Table::from_csv(text.as_ref(), options).unwrap()
}

/// The only column of a table with these fields, one to a line.
fn column(fields: &[&str]) -> Column {
    column_with(fields, &ReadOptions::new())
}

fn column_with(fields: &[&str], options: &ReadOptions) -> Column {
    read_with(format!("x\n{}\n", fields.join("\n")), options).into_columns().remove(0)
}

fn numbers(column: &Column) -> &[f64] {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) => &number.values,
        Values::Category(category) => panic!("{:?} is a category", category.levels),
    }
}

fn meaning(column: &Column) -> Meaning {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) => number.meaning,
        Values::Category(category) => panic!("{:?} is a category", category.levels),
    }
}

fn levels(column: &Column) -> &[String] {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Category(category) => &category.levels,
        Values::Number(number) => panic!("{:?} are numbers", number.values),
    }
}

#[test]
fn decimals_exponents_and_infinities_are_numbers() {
    let column = column(&["1", "-2.5", "+3", ".5", "7.", "1e3", "-1.5E-2", "inf", "-Infinity", "007", "1e-999"]);
    let expected = [1.0, -2.5, 3.0, 0.5, 7.0, 1000.0, -0.015, f64::INFINITY, f64::NEG_INFINITY, 7.0, 0.0];
    assert_eq!(numbers(&column), expected);
}

#[test]
fn minus_zero_becomes_zero_however_it_is_written() {
    let column = column(&["-0", "-0.0", "-0e5", "-.0", "-1e-999", " -0 "]);
    assert!(numbers(&column).iter().all(|value| value.to_bits() == 0));
}

#[test]
fn what_only_looks_like_a_number_is_text() {
    for field in
        ["nan", "NaN", "0x10", "1_000", "1,5", "1 000", "1e", "e5", "--1", "+-1", "-", ".", "1.2.3", "١", "1f", "½"]
    {
        let column = column_with(&["\"1\"", &format!("\"{field}\"")], &ReadOptions::new().delimiter(b';'));
        assert_eq!(column.kind(), Kind::Nominal, "{field}");
        assert_eq!(column.text(1).as_deref(), Some(field));
    }
}

#[test]
fn quoted_numbers_are_numbers_too() {
    assert_eq!(numbers(&column(&["\"1.5\"", "2", "\"3\""])), [1.5, 2.0, 3.0]);
}

#[test]
fn whole_numbers_beyond_two_to_the_53_are_categories_and_said() {
    let table = read("id\n9007199254740992\n9007199254740993\n9007199254740993\n-12345678901234567890\n");
    let column = table.column("id").unwrap();
    assert_eq!(levels(column), ["-12345678901234567890", "9007199254740992", "9007199254740993"]);
    let big = Warning::BigWholeNumbers { column: "id".into(), example: "-12345678901234567890".into() };
    assert_eq!(table.warnings(), [big]);
    assert_eq!(numbers(&self::column(&["9007199254740992", "-9007199254740992"]))[0], 9_007_199_254_740_992.0);
}

#[test]
fn big_whole_numbers_among_reals_are_measurements_wherever_the_real_stands() {
    for rows in [1, 1500] {
        let text = format!("x\n{}0.5\n", "9007199254740993\n".repeat(rows));
        assert_eq!(read(text).column("x").unwrap().kind(), Kind::Continuous, "after {rows} rows");
    }
}

#[test]
fn a_big_whole_number_is_noticed_behind_many_small_ones() {
    for digits in ["9007199254740993", "123456789012345678", "-9007199254740993", "9999999999999999999999"] {
        let text = format!("x\n{}{digits}\n", "1\n".repeat(1500));
        assert_eq!(levels(read(text).column("x").unwrap()).len(), 2, "{digits}");
    }
}

#[test]
fn a_whole_number_of_four_hundred_digits_is_a_category() {
    let digits = "7".repeat(400);
    assert_eq!(levels(&column(&["1", &digits])), ["1", digits.as_str()]);
}

#[test]
fn a_text_column_may_hold_a_number_beyond_f64() {
    assert_eq!(levels(&column(&["1e999", "b", "1"])), ["1", "1e999", "b"]);
}

#[test]
fn declared_continuous_takes_big_whole_numbers_as_they_round() {
    let options = ReadOptions::new().declare("x", Declared::Continuous);
    assert_eq!(numbers(&column_with(&["9007199254740993", "1"], &options)), [9_007_199_254_740_992.0, 1.0]);
}

#[test]
fn only_an_empty_field_is_missing_unless_tokens_are_listed() {
    let table = read("a,b\n,?\n1,NA\n");
    assert_eq!((table.column("a").unwrap().missing(), table.column("b").unwrap().missing()), (1, 0));
    let table = read_with("a,b\n?,?\n1,NA\nNA,x\n", &ReadOptions::new().missing(["?", "NA"]));
    assert_eq!(table.column("a").unwrap().kind(), Kind::Continuous);
    assert_eq!((table.column("a").unwrap().missing(), table.column("b").unwrap().missing()), (2, 2));
    assert_eq!(levels(table.column("b").unwrap()), ["x"]);
}

#[test]
fn a_listed_number_is_missing_however_it_is_written() {
    let column = column_with(&["-999", "-999.0", "-9.99e2", "99"], &ReadOptions::new().missing(["-999"]));
    assert_eq!(column.missing(), 3);
}

#[test]
fn a_listed_number_is_no_day_and_makes_no_text_of_dates() {
    let options = ReadOptions::new().missing(["0", "-999"]);
    let dates = column_with(&["1970-01-01", "1970-01-02", "-999"], &options);
    assert_eq!((meaning(&dates), dates.missing()), (Meaning::Date, 1));
    let mut fields = vec!["-999"; 1500]; // more than the first guess looks at
    fields.push("1970-01-02");
    let late = column_with(&fields, &options);
    assert_eq!((meaning(&late), late.missing()), (Meaning::Date, 1500));
}

#[test]
fn a_listed_date_is_missing_however_it_is_written() {
    let days = column_with(&["1970-01-02", "1970/01/02", "1970-01-03"], &ReadOptions::new().missing(["1970-01-02"]));
    assert_eq!((meaning(&days), days.missing()), (Meaning::Date, 2));
    let times = column_with(&["1970-01-02T00:00", "1970-01-03T00:00"], &ReadOptions::new().missing(["1970-01-02"]));
    assert_eq!((meaning(&times), times.missing()), (Meaning::Time, 1));
}

#[test]
fn a_column_without_values_is_continuous_and_empty() {
    let table = read_with("a,b\n,1\nNA,2\n", &ReadOptions::new().missing(["NA"]));
    let column = table.column("a").unwrap();
    assert_eq!((column.kind(), column.missing(), column.distinct()), (Kind::Continuous, 2, 0));
}

#[test]
fn one_text_at_row_fifty_thousand_makes_a_category_of_all_as_written() {
    let mut text = "x,y\n007,1\n".to_owned();
    for row in 2..50_000 {
        writeln!(text, "{},1", row % 10).unwrap();
    }
    text += "unknown,1\n";
    let table = read(text);
    assert_eq!(table.rows(), 50_000);
    let column = table.column("x").unwrap();
    assert_eq!(column.text(0).as_deref(), Some("007"));
    assert_eq!(levels(column), ["0", "1", "2", "3", "4", "5", "6", "7", "007", "8", "9", "unknown"]);
    let mixed = Warning::Mixed { column: "x".into(), odd: "unknown".into(), odd_rows: 1, number_rows: 49_999 };
    assert_eq!(table.warnings(), [mixed]);
}

#[test]
fn text_is_only_called_mixed_where_numbers_or_dates_prevail() {
    assert_eq!(read("x\na\nb\n1\n").warnings(), []);
    assert_eq!(read("x\na\n1\n").warnings().len(), 1);
    let dates = read("x\n2026-01-01\n2026-01-02\nsoon\n");
    let mixed = Warning::MixedDates { column: "x".into(), odd: "soon".into(), odd_rows: 1, date_rows: 2 };
    assert_eq!(dates.warnings(), [mixed]);
    assert_eq!(read_with("x\n1\nb\n", &ReadOptions::new().declare("x", Declared::Nominal)).warnings(), []);
}

#[test]
fn dates_are_days_and_times_are_seconds_since_1970() {
    let dates = column(&["1970-01-01", "1970/01/02", "1969-12-31", "\"\"", "2000-03-01"]);
    assert_eq!(meaning(&dates), Meaning::Date);
    assert_eq!(numbers(&dates)[..3], [0.0, 1.0, -1.0]);
    assert_eq!((dates.text(4).as_deref(), dates.missing()), (Some("2000-03-01"), 1));
    let times = column(&[
        "1970-01-01T00:01",
        "1970-01-01 01:00:00+01:00",
        "1970-01-01T00:00:00.25Z",
        "1969-12-31T19:00:00-0500",
    ]);
    assert_eq!(meaning(&times), Meaning::Time);
    assert_eq!(numbers(&times), [60.0, 0.0, 0.25, 0.0]);
}

#[test]
fn a_date_among_times_is_its_midnight() {
    let column = column(&["1970-01-02", "1970-01-01T00:00:01"]);
    assert_eq!((meaning(&column), numbers(&column)), (Meaning::Time, &[86_400.0, 1.0][..]));
}

#[test]
fn days_and_hours_that_do_not_exist_are_text() {
    for field in [
        "2026-02-29",
        "1900-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-04-31",
        "2026-01-00",
        "2026-1-1",
        "26-01-01",
        "2026-01/01",
        "2026-01-01T24:00",
        "2026-01-01T10:60",
        "2026-01-01T",
        "2026-01-01T10:00+1:00",
        "2026-01-01T10:00+01:0",
        "2026-01-01T10:00:5",
        "2026-01-01T10:00:05.",
        "2026-01-01X10:00",
        "2026-01-01T10:00+:0100",
    ] {
        assert_eq!(column(&["2026-01-01", field]).kind(), Kind::Nominal, "{field}");
    }
    for leap in ["2024-02-29", "2000-02-29"] {
        assert_eq!(column(&[leap]).kind(), Kind::Continuous, "{leap}");
    }
}

#[test]
fn numbers_among_dates_make_text() {
    assert_eq!(levels(&column(&["2026-01-01", "5"])), ["5", "2026-01-01"]);
    for number in ["5", "55", "5.5"] {
        for order in [0, 1] {
            // one row of one look stands behind more rows of the other than the first guess looks at
            let many = [number, "2026-01-01"][order];
            let one = ["2026-01-01", number][order];
            let table = read(format!("x,y\n{}{one},1\n", format!("{many},1\n").repeat(1500)));
            assert_eq!(levels(table.column("x").unwrap()), [number, "2026-01-01"], "{many} before {one}");
        }
    }
}

#[test]
fn parts_of_a_date_become_columns_beside_it_or_instead_of_it() {
    let parts =
        [Part::Year, Part::Month, Part::Day, Part::Weekday, Part::DayOfYear, Part::Hour, Part::Minute, Part::Second];
    let text = "a,when\n1,2024-12-31T23:59:58.5\n2,\n3,1969-07-20T20:17:40\n";
    let table = read_with(text, &ReadOptions::new().date_parts("when", parts));
    let of = |name: &str, row: usize| table.column(&format!("when.{name}")).unwrap().text(row);
    let words = Part::ALL.map(|(_, word)| word);
    assert_eq!(words.map(|word| of(word, 0).unwrap()), ["2024", "12", "31", "2", "366", "23", "59", "58.5"]);
    assert_eq!(words.map(|word| of(word, 1)), [const { None }; 8]);
    assert_eq!(words.map(|word| of(word, 2).unwrap()), ["1969", "7", "20", "7", "201", "20", "17", "40"]);
    let alone = read_with(text, &ReadOptions::new().ignore("when").date_parts("when", [Part::Year]));
    let names: Vec<&str> = alone.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["a", "when.year"]);
    let wrong = Table::from_csv(text.as_bytes(), &ReadOptions::new().date_parts("a", [Part::Year])).unwrap_err();
    assert_eq!(wrong.to_string(), "column \"a\": the column is continuous, and this needs a date one");
}

#[test]
fn declared_nominal_keeps_every_text_as_written() {
    let options = ReadOptions::new().declare("x", Declared::Nominal);
    let column = column_with(&["01234", "1234", "1.0", "2026-01-01"], &options);
    assert_eq!(levels(&column), ["1.0", "1234", "01234", "2026-01-01"]);
}

#[test]
fn declared_continuous_takes_dates_as_dates() {
    let options = ReadOptions::new().declare("x", Declared::Continuous);
    assert_eq!(meaning(&column_with(&["1970-01-02"], &options)), Meaning::Date);
    let mut fields = vec!["\"\""; 1500];
    fields.push("1970-01-02");
    assert_eq!(meaning(&column_with(&fields, &options)), Meaning::Date);
}

#[test]
fn declared_orders_and_trees_are_kept() {
    let tree = Hierarchy::from_paths([vec!["Lyon", "France"], vec!["Bonn", "Germany"]]).unwrap();
    let options = ReadOptions::new()
        .declare("size", Declared::ordinal("S<M<L").unwrap())
        .declare("city", Declared::Hierarchical(tree))
        .ignore("id");
    let table = read_with("id,size,city\n1,L,Lyon\n2,S,Bonn\n3,,\n", &options);
    assert_eq!(table.columns().len(), 2);
    let size = table.column("size").unwrap();
    assert_eq!((size.kind(), levels(size).join("<")), (Kind::Ordinal, "S<M<L".to_owned()));
    assert_eq!((size.text(0).as_deref(), size.missing(), size.distinct()), (Some("L"), 1, 2));
    let city = table.column("city").unwrap();
    assert_eq!(city.kind(), Kind::Hierarchical);
    assert!(matches!(&city.values, Values::Category(category) if matches!(&category.kind,
        CategoryKind::Hierarchical(tree) if tree.above("Bonn").is_some())));
}
