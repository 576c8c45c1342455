//! Sparse tables: what they hold, what is refused, and what they read from svmlight files.
#![cfg(test)]

mod proof;

use proptest::prelude::*;
use spinney::error::Mistake;
use spinney::info::info;
use spinney::seed::Key;
use spinney::table::svmlight::read_svmlight;
use spinney::table::{Column, Declared, Matrix, ReadOptions, Sparse, Table, Target, Task, Values};

const ROWS: Matrix<'static> =
    Matrix { starts: &[0, 2, 2, 3], places: &[0, 2, 1], values: &[1.0, -2.0, 0.5], length: 3 };

fn dense(column: &Column) -> Vec<f64> {
    match &column.values {
        Values::Number(number) => number.values.to_vec(),
        Values::Sparse(sparse) => sparse.spread(),
        Values::Category(_) => panic!("numbers are asked for"),
    }
}

fn read(text: &str) -> Table {
    read_svmlight(&text.as_bytes(), &ReadOptions::new()).unwrap()
}

fn said(text: &str) -> String {
    read_svmlight(&text.as_bytes(), &ReadOptions::new()).unwrap_err().to_string()
}

#[test]
fn rows_and_columns_of_a_matrix_make_the_same_table() {
    let by_row = Table::from_csr(ROWS).unwrap();
    let columns = Matrix { starts: &[0, 1, 2, 3], places: &[0, 2, 0], values: &[1.0, 0.5, -2.0], length: 3 };
    assert_eq!(by_row, Table::from_csc(columns).unwrap());
    assert_eq!(dense(by_row.column("2").unwrap()), [-2.0, 0.0, 0.0]);
}

#[test]
fn zeros_that_are_stored_are_dropped_and_minus_zero_is_one_of_them() {
    let column = Sparse::new(vec![0, 1, 2, 5], vec![0.0, 3.0, -0.0, 1.0], 6).unwrap();
    assert_eq!((column.rows(), column.values()), (&[1, 5][..], &[3.0, 1.0][..]));
    assert_eq!(column.distinct_values(), [0.0, 1.0, 3.0]);
}

#[test]
fn parts_of_a_matrix_that_do_not_fit_are_refused_with_their_place() {
    let refused = |rows: Matrix<'_>| Table::from_csr(rows).unwrap_err().to_string();
    assert_eq!(refused(Matrix { values: &[1.0], ..ROWS }), "3 indices, but 1 values");
    assert_eq!(
        refused(Matrix { starts: &[0, 2, 2, 4], ..ROWS }),
        "a line begins at entry 0 and ends at 4: lines begin at 0, do not run back, and end at 3"
    );
    assert_eq!(
        refused(Matrix { starts: &[0, 2, 1, 3], ..ROWS }),
        "a line begins at entry 2 and ends at 1: lines begin at 0, do not run back, and end at 3"
    );
    let starts = Matrix { starts: &[0, 9, 2, 3], ..ROWS };
    assert!(matches!(Table::from_csr(starts).unwrap_err().mistake, Mistake::SparseStarts { last: 9, .. }));
    assert_eq!(
        refused(Matrix { places: &[0, 3, 1], ..ROWS }),
        "row 1, column \"3\": index 3 is beyond the table, whose indices end before 3"
    );
    assert_eq!(refused(Matrix { places: &[2, 2, 1], ..ROWS }), "row 1, column \"2\": index 2 is there twice");
    assert_eq!(
        refused(Matrix { places: &[2, 0, 1], ..ROWS }),
        "row 1, column \"0\": index 0 stands after 2: indices rise along a line"
    );
    for (value, said) in [(f64::NAN, "NaN"), (f64::INFINITY, "inf"), (f64::NEG_INFINITY, "-inf")] {
        assert_eq!(
            refused(Matrix { values: &[1.0, 2.0, value], ..ROWS }),
            format!("row 3, column \"1\": {said} in sparse data: every entry is a finite number")
        );
    }
}

#[test]
fn columns_that_do_not_fit_are_refused() {
    let refused = |rows: &[u32], values: &[f64]| Column::sparse("x", rows.to_vec(), values.to_vec(), 4).unwrap_err();
    assert_eq!(refused(&[1], &[]).to_string(), "column \"x\": 1 row numbers, but 0 values");
    assert!(matches!(refused(&[1, 1], &[1.0, 2.0]).mistake, Mistake::SparseTwice { found: 1 }));
    assert!(matches!(refused(&[2, 1], &[1.0, 2.0]).mistake, Mistake::SparseOrder { .. }));
    assert!(matches!(refused(&[4], &[1.0]).mistake, Mistake::SparseRange { found: 4, most: 4 }));
    let hole = refused(&[2], &[f64::NAN]);
    assert_eq!(hole.to_string(), "row 3, column \"x\": NaN in sparse data: every entry is a finite number");
    assert!(hole.hint().unwrap().contains("leave the entry out"));
    let table = Table::new(vec![Column::numbers("y", vec![1.0]), Column::sparse("x", vec![], vec![], 2).unwrap()]);
    assert_eq!(table.unwrap_err().to_string(), "column \"x\": 2 values, but the table has 1 rows");
}

#[test]
fn a_svmlight_file_is_labels_and_numbers_behind_their_indices() {
    let table = read("# written by hand\n+1 1:0.5 4:2 # the last one\n\n-1\t2:1e1 3:0 \r\n 3\n");
    let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["label", "1", "2", "3", "4"]);
    assert_eq!(dense(&table.columns()[0]), [1.0, -1.0, 3.0]);
    assert_eq!(dense(&table.columns()[1]), [0.5, 0.0, 0.0]);
    assert_eq!(dense(&table.columns()[2]), [0.0, 10.0, 0.0]);
    assert_eq!(dense(&table.columns()[3]), [0.0; 3]);
    assert!(table.columns()[4].is_sparse());
}

#[test]
fn an_index_of_zero_is_a_column_of_its_own_and_so_are_queries() {
    let table = read("1 qid:7 0:2 1:3\n2 1:4\n");
    let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["label", "qid", "0", "1"]);
    assert_eq!(table.column("qid").unwrap().missing(), 1);
}

#[test]
fn svmlight_files_that_are_none_are_refused_with_line_and_column() {
    assert_eq!(said("1 1:2\nyes 1:2\n"), "row 2 (line 2): \"yes\" where svmlight has a number as the label");
    assert_eq!(said("1,3 1:2\n"), "row 1 (line 1): \"1,3\" where svmlight has a number as the label");
    assert_eq!(said("# x\n1 5\n"), "row 1 (line 2): \"5\" where svmlight has index:value");
    assert_eq!(said("1 x:5\n"), "row 1 (line 1): \"x\" where svmlight has an index that is a whole number");
    assert_eq!(said("1 -2:5\n"), "row 1 (line 1): \"-2\" where svmlight has an index that is a whole number");
    assert_eq!(said("1 2:\n"), "row 1 (line 1), column \"2\": \"\" where svmlight has a number behind the index");
    assert_eq!(said("1 2:b\n"), "row 1 (line 1), column \"2\": \"b\" where svmlight has a number behind the index");
    assert_eq!(said("1 2:3 qid:1\n"), "row 1 (line 1): \"qid:1\" where svmlight has qid:number before all others");
    assert_eq!(said("1 2:3 2:4\n"), "row 1 (line 1), column \"2\": index 2 is there twice");
    assert_eq!(
        said("1 2:3\n1 7:1 3:4\n"),
        "row 2 (line 2), column \"3\": index 3 stands after 7: indices rise along a line"
    );
    let finite = "every entry is a finite number";
    assert_eq!(said("1 2:nan\n"), format!("row 1 (line 1), column \"2\": NaN in sparse data: {finite}"));
    assert_eq!(said("1 2:-inf\n"), format!("row 1 (line 1), column \"2\": -inf in sparse data: {finite}"));
    assert_eq!(said("1 2:1e999\n"), format!("row 1 (line 1), column \"2\": inf in sparse data: {finite}"));
    assert_eq!(said("nan 2:1\n"), format!("row 1 (line 1), column \"label\": NaN in sparse data: {finite}"));
    assert_eq!(said("# nothing\n"), "there is nothing in it, not even a header");
}

#[test]
fn more_columns_than_the_limit_are_read_where_that_is_said() {
    let text = &b"1 100001:1\n"[..];
    let error = read_svmlight(&text, &ReadOptions::new()).unwrap_err();
    assert!(error.hint().unwrap().contains("--max-columns 100001"));
    assert!(said("1 18446744073709551615:1\n").contains("the limit is 100000"));
    let table = read_svmlight(&text, &ReadOptions::new().max_columns(100_001)).unwrap();
    assert_eq!(table.columns().len(), 100_002);
}

#[test]
fn kinds_may_be_declared_and_columns_left_out() {
    let options = ReadOptions::new().declare("label", Declared::Nominal).ignore("2").declare("1", Declared::Nominal);
    let table = read_svmlight(&&b"1 1:5 2:1 3:1\n2 3:1\n"[..], &options).unwrap();
    assert_eq!(table.columns().len(), 3);
    assert_eq!(table.column("1").unwrap().text(1).as_deref(), Some("0"));
    let holes = read_svmlight(&&b"1 1:5 3:1\n2 3:1\n"[..], &ReadOptions::new().missing(["5"])).unwrap();
    assert_eq!((holes.column("1").unwrap().missing(), holes.column("3").unwrap().missing()), (1, 0));
}

#[test]
fn a_sparse_target_is_learned_as_any_other() {
    let column = Column::sparse("y", vec![1, 3], vec![2.0, 2.5], 4).unwrap();
    let table = Table::new(vec![column]).unwrap();
    assert_eq!(Target::new(&table, "y", None).unwrap().task(), Task::Regression);
    assert_eq!(Target::new(&table, "y", Some(Task::Classification)).unwrap().known, 4);
}

proptest! {
    #![proptest_config(proof::cases(300))]

    /// Written as svmlight and read again, a table is the same; picked rows and figures are those of the dense table.
    #[test]
    fn a_table_is_what_was_written(seed in any::<u64>()) {
        let mut draws = Key::new(seed).draws();
        let (rows, columns) = (1 + draws.below(20) as usize, 1 + draws.below(8) as usize);
        let values: Vec<Vec<f64>> = (0..rows)
            .map(|_| (0..columns).map(|_| if draws.below(3) == 0 { draws.unit() - 0.4 } else { 0.0 }).collect())
            .collect();
        let mut text = String::new();
        for row in &values {
            text += &(1 + draws.below(2)).to_string();
            for (place, value) in (1_usize..).zip(row).filter(|(place, value)| **value != 0.0 || *place == columns) {
                text.extend([" ", &place.to_string(), ":", &value.to_string()]);
            }
            text.push('\n');
        }
        let sparse = read(&text);
        prop_assert_eq!(sparse.columns().len(), columns + 1);
        let dense = sparse.columns().iter().map(|column| Column::numbers(&column.name, dense(column)));
        let dense = Table::new(dense.collect()).unwrap();
        for (place, row) in values.iter().enumerate() {
            for (column, value) in sparse.columns()[1..].iter().zip(row) {
                prop_assert_eq!(column.text(place), Some(spinney::table::number::text(*value)));
            }
        }
        let some: Vec<u32> = (0..rows).map(|_| draws.below(rows as u64) as u32).collect();
        let (one, two) = (sparse.picked(&some), dense.picked(&some));
        for (one, two) in one.columns().iter().zip(two.columns()) {
            prop_assert_eq!(self::dense(one), self::dense(two));
            prop_assert_eq!(one.distinct(), two.distinct());
        }
        let figures = |table: &Table| {
            let target = Target::new(table, "label", None).unwrap();
            let mut account = info(table, Some(&target), &[]).unwrap();
            // Of an index that nobody uses nothing is said.
            account.columns.iter_mut().for_each(|column| column.warnings.retain(|warning| !warning.contains("0 in every row")));
            serde_json::to_string(&account.columns.iter().filter(|column| column.distinct > 1).collect::<Vec<_>>()).unwrap()
        };
        prop_assert_eq!(figures(&sparse), figures(&dense));
    }
}
