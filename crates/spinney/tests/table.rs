//! What is to be predicted, and what a person would be glad to hear about a table.
#![cfg(test)]

use spinney::error::Mistake;
use spinney::table::inspect::{Inspection, inspect};
use spinney::table::{Column, Declared, ReadOptions, Table, Target, TargetValues, Task, Values, Warning};

fn numbers(name: &str, values: impl IntoIterator<Item = f64>) -> Column {
    Column::numbers(name, values.into_iter().collect())
}

fn names<S: AsRef<str>>(name: &str, values: impl IntoIterator<Item = S>) -> Column {
    let values: Vec<S> = values.into_iter().collect();
    Column::categories(name, values.iter().map(|text| Some(text.as_ref()).filter(|text| !text.is_empty())))
}

fn table(columns: Vec<Column>) -> Table {
    Table::new(columns).unwrap()
}

fn natural_task(column: Column) -> Task {
    let name = column.name.clone();
    Target::new(&table(vec![column]), &name, None).unwrap().task()
}

/// The class names of a target.
fn classes(target: &Target) -> &[String] {
    match &target.values {
        TargetValues::Classes(classes) => &classes.names,
        TargetValues::Numbers(_) => panic!("a number"),
    }
}

#[test]
fn whole_numbers_are_classes_up_to_twenty_distinct_values() {
    assert_eq!(natural_task(numbers("x", (0..60).map(|row| f64::from(row % 20)))), Task::Classification);
    assert_eq!(natural_task(numbers("x", (0..60).map(|row| f64::from(row % 21)))), Task::Regression);
    assert_eq!(natural_task(numbers("x", [0.0, 1.0, f64::NAN, 1.0])), Task::Classification);
}

#[test]
fn one_fraction_makes_a_regression_and_the_way_of_writing_does_not() {
    assert_eq!(natural_task(numbers("x", [0.0, 1.0, 0.5])), Task::Regression);
    let read = |text: &str| {
        natural_task(Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap().into_columns().remove(0))
    };
    assert_eq!(read("x\n1.0\n2.0\n"), Task::Classification);
    assert_eq!(read("x\ntrue\nfalse\n"), Task::Classification);
    assert_eq!(read("x\n2026-01-01\n2026-01-02\n"), Task::Regression); // days are not classes
}

#[test]
fn the_task_can_be_chosen() {
    let table = table(vec![numbers("x", [3.0, 10.0, 2.5]), names("t", ["7", "8", "x"]), names("n", ["7", "8.5", ""])]);
    let target = Target::new(&table, "x", Some(Task::Classification)).unwrap();
    assert_eq!(classes(&target), ["2.5", "3", "10"]);
    let numeric = Target::new(&table, "n", Some(Task::Regression)).unwrap();
    assert!(
        matches!(&numeric.values, TargetValues::Numbers(values) if values[..2] == [7.0, 8.5] && values[2].is_nan())
    );
    assert_eq!(numeric.known, 2);
    let error = Target::new(&table, "t", Some(Task::Regression)).unwrap_err();
    assert_eq!(error.to_string(), "row 3, column \"t\": \"x\" is not a number, and regression learns numbers");
}

#[test]
fn classes_stand_in_canonical_order_and_rows_without_one_are_counted() {
    let table = table(vec![names("y", ["no", "10", "", "9", "Yes", "no"])]);
    let target = Target::new(&table, "y", None).unwrap();
    assert_eq!(classes(&target), ["9", "10", "Yes", "no"]);
    assert_eq!((target.known, target.column), (5, 0));
    assert!(matches!(&target.values, TargetValues::Classes(classes) if classes.rows() == [1, 1, 1, 2]));
}

#[test]
fn an_ordinal_target_keeps_its_order() {
    let declared = Declared::ordinal("low<mid<high").unwrap();
    let column = declared.apply(names("y", ["high", "low"])).unwrap();
    assert_eq!(classes(&Target::new(&table(vec![column]), "y", None).unwrap()), ["low", "mid", "high"]);
}

#[test]
fn a_target_that_is_not_there_empty_or_infinite_is_refused() {
    let table =
        table(vec![numbers("age", [1.0, 2.0]), numbers("none", [f64::NAN; 2]), numbers("far", [0.5, f64::INFINITY])]);
    let unknown = Target::new(&table, "Age", None).unwrap_err();
    assert!(matches!(&unknown.mistake, Mistake::NoColumn { near: Some(near), .. } if near == "age"));
    assert!(matches!(Target::new(&table, "none", None).unwrap_err().mistake, Mistake::EmptyTarget));
    let far = Target::new(&table, "far", None).unwrap_err();
    assert_eq!(far.to_string(), "row 2, column \"far\": inf as a target: there is no mean of infinite values");
}

#[test]
fn columns_of_a_table_have_one_length_and_names_of_their_own() {
    let unequal = Table::new(vec![numbers("a", [1.0]), numbers("b", [1.0, 2.0])]).unwrap_err();
    assert!(matches!(unequal.mistake, Mistake::UnequalLengths { found: 2, expected: 1 }));
    let twice = Table::new(vec![numbers("a", [1.0]), numbers("a", [2.0])]).unwrap_err();
    assert!(matches!(&twice.mistake, Mistake::DeclaredTwice { value } if value == "a"));
}

/// A column that nothing is wrong with, of so many rows.
fn plain(rows: usize) -> Column {
    numbers("plain", (0..rows).map(|row| (row % 3) as f64))
}

fn look(columns: Vec<Column>) -> Inspection {
    inspect(&table(columns), None, &[])
}

fn identifier(column: &str, distinct: usize, known: usize, left_out: bool) -> Warning {
    Warning::Identifier { column: column.into(), distinct, known, left_out }
}

#[test]
fn a_name_for_nineteen_rows_in_twenty_is_an_identifier_and_for_fewer_is_not() {
    let with = |distinct: usize| {
        look(vec![plain(100), names("id", (0..100).map(|row| format!("n{}", row.min(distinct - 1))))])
    };
    let at = with(95);
    assert_eq!(at.warnings, [identifier("id", 95, 100, true)]);
    assert_eq!(at.left_out, [false, true]);
    let below = with(94);
    assert_eq!(below.warnings, [Warning::NearUnique { column: "id".into(), distinct: 94, known: 100 }]);
    assert_eq!(below.left_out, [false, false]);
}

#[test]
fn three_rows_cannot_show_an_identifier_and_four_can() {
    assert_eq!(look(vec![plain(3), names("id", ["a", "b", "c"])]).warnings, []);
    assert_eq!(look(vec![plain(4), names("id", ["a", "b", "c", "d"])]).warnings, [identifier("id", 4, 4, true)]);
    let known = look(vec![plain(6), names("id", ["a", "b", "c", "d", "", ""])]); // rows without a value do not count
    assert_eq!(known.warnings, [identifier("id", 4, 4, true)]);
}

#[test]
fn more_than_twenty_names_for_more_than_half_of_the_rows_are_near_unique() {
    let with = |distinct: usize, rows: usize| {
        look(vec![names("n", (0..rows).map(|row| format!("n{}", row % distinct)))]).warnings
    };
    assert_eq!(with(21, 41), [Warning::NearUnique { column: "n".into(), distinct: 21, known: 41 }]);
    assert_eq!(with(21, 42), []);
    assert_eq!(with(20, 30), []);
}

#[test]
fn whole_numbers_that_count_the_rows_from_0_or_1_are_identifiers_in_any_order() {
    let counts = |values: Vec<f64>| look(vec![plain(values.len()), numbers("n", values)]).left_out[1];
    let from = |first: u32, rows: u32| (first..first + rows).map(f64::from);
    assert!(counts(from(0, 10).collect()) && counts(from(1, 10).collect()));
    assert!(counts((0..100).map(|row| f64::from(row * 37 % 100)).collect()), "shuffled");
    assert!(!counts(from(1, 9).collect()), "nine rows show nothing");
    assert!(!counts(from(1990, 30).collect()), "years");
    assert!(!counts(from(2, 30).collect()), "neither 0 nor 1 is first");
    assert!(!counts(from(1, 20).chain([30.0]).collect()), "a gap");
    assert!(!counts(from(1, 20).chain([20.0]).collect()), "a value twice");
    assert!(!counts(from(1, 20).chain([f64::NAN]).collect()), "a row without a number");
    assert!(!counts((0..20).map(|row| if row == 1 { 1.5 } else { f64::from(row) }).collect()), "measured");
}

#[test]
fn unique_measurements_dates_and_orders_are_never_identifiers() {
    let measured = numbers("m", (0..1000).map(|row| f64::from(row) * 0.37));
    let days: Vec<String> = (1..=20).map(|day| format!("1970-01-{day:02}")).collect();
    let dates = Table::from_csv(format!("d\n{}", days.join("\n")).as_bytes(), &ReadOptions::new()).unwrap();
    let order = Declared::ordinal("a<b<c<d").unwrap().apply(names("o", ["d", "c", "b", "a"])).unwrap();
    assert_eq!(look(vec![measured]).warnings, []);
    assert_eq!(inspect(&dates, None, &[]).warnings, []);
    assert_eq!(look(vec![plain(4), order]).warnings, []);
}

#[test]
fn a_kept_identifier_stays_and_is_said_to() {
    let table = table(vec![plain(4), names("id", ["a", "b", "c", "d"])]);
    let kept = inspect(&table, None, &["id".to_owned()]);
    assert_eq!((kept.left_out, kept.warnings), (vec![false, false], vec![identifier("id", 4, 4, false)]));
}

#[test]
fn where_only_identifiers_stand_beside_the_target_they_stay_unless_one_is_kept() {
    let id = |name: &str| names(name, ["a", "b", "c", "d"]);
    let table = table(vec![id("one"), names("y", ["p", "p", "q", "q"]), id("two")]);
    let target = Target::new(&table, "y", None).unwrap();
    assert_eq!(inspect(&table, Some(&target), &[]).left_out, [false, false, false]);
    assert_eq!(inspect(&table, Some(&target), &["two".to_owned()]).left_out, [true, false, false]);
}

#[test]
fn a_target_is_never_an_identifier_or_near_unique() {
    let table = table(vec![plain(30), names("y", (0..30).map(|row| format!("c{row}")))]);
    let found = inspect(&table, Some(&Target::new(&table, "y", None).unwrap()), &[]);
    assert!(matches!(found.warnings.as_slice(), [Warning::LoneClasses { classes, .. }] if classes.len() == 30));
}

#[test]
fn constant_and_empty_columns_are_said() {
    let found = look(vec![numbers("c", [5.0, f64::NAN, 5.0]), names("e", ["", "", ""]), names("k", ["x", "x", "x"])]);
    let constant = |column: &str, value: &str| Warning::Constant { column: column.into(), value: value.into() };
    assert_eq!(found.warnings, [constant("c", "5"), Warning::NoValues { column: "e".into() }, constant("k", "x")]);
    assert_eq!((found.distinct, found.missing), (vec![1, 0, 1], vec![1, 3, 0]));
}

#[test]
fn a_single_class_and_a_constant_number_have_nothing_to_teach() {
    let found = |column: Column, task: Option<Task>| {
        let table = table(vec![plain(3), column]);
        inspect(&table, Some(&Target::new(&table, "y", task).unwrap()), &[]).warnings
    };
    assert_eq!(found(names("y", ["a", "", "a"]), None), [Warning::OneClass { column: "y".into(), class: "a".into() }]);
    let constant = Warning::Constant { column: "y".into(), value: "1.5".into() };
    assert_eq!(found(numbers("y", [1.5; 3]), None), [constant]);
}

#[test]
fn classes_with_one_row_are_listed() {
    let table = table(vec![plain(5), names("y", ["b", "a", "b", "c", ""])]);
    let found = inspect(&table, Some(&Target::new(&table, "y", None).unwrap()), &[]);
    assert_eq!(found.warnings, [Warning::LoneClasses { column: "y".into(), classes: vec!["a".into(), "c".into()] }]);
}

/// Whether a column beside the target `y` is called a copy of it.
fn is_copy(column: Column, target: Column) -> bool {
    let table = table(vec![column, target]);
    let found = inspect(&table, Some(&Target::new(&table, "y", None).unwrap()), &[]);
    found.warnings.iter().any(|warning| matches!(warning, Warning::CopyOfTarget { target, .. } if target == "y"))
}

#[test]
fn a_column_that_pairs_off_with_the_classes_is_a_copy() {
    let y = || names("y", ["no", "yes", "no", "yes", "maybe", "maybe"]);
    assert!(is_copy(names("x", ["N", "Y", "N", "Y", "M", "M"]), y()));
    assert!(is_copy(numbers("x", [3.0, 1.0, 3.0, 1.0, 2.0, 2.0]), y()));
    assert!(is_copy(names("x", ["N", "", "N", "Y", "M", ""]), y()), "two rows in three");
    assert!(!is_copy(names("x", ["N", "", "", "Y", "", ""]), y()), "too few rows tell");
    assert!(!is_copy(names("x", ["N", "Y", "N", "N", "M", "M"]), y()), "a row differs");
    assert!(!is_copy(names("x", ["N", "Y", "N", "Y", "Y", "Y"]), y()), "two classes share a value");
    assert!(!is_copy(numbers("x", [3.0, 1.0, 3.5, 1.0, 2.0, 2.0]), y()), "two values share a class");
    assert!(!is_copy(names("x", ["N"; 6]), names("y", ["a"; 6])), "constants");
}

#[test]
fn a_column_that_rises_or_falls_with_the_number_is_a_copy() {
    let rows = |f: fn(f64) -> f64| (0..100).map(move |row| f(f64::from(row * 31 % 97) + 0.5));
    let y = || numbers("y", rows(|x| x));
    assert!(is_copy(numbers("x", rows(|x| 32.0 + 1.8 * x)), y()));
    assert!(is_copy(numbers("x", rows(|x| -x * x * x)), y()), "falling");
    assert!(!is_copy(numbers("x", rows(|x| (x - 50.0).abs())), y()), "neither");
    assert!(!is_copy(numbers("x", rows(|x| (x / 2.0).floor())), y()), "two numbers share a value");
    assert!(!is_copy(numbers("x", rows(|x| if x > 96.0 { 0.0 } else { x })), y()), "one row differs");
    assert!(!is_copy(numbers("x", [1.5, 2.5, 3.5]), numbers("y", [1.5, 2.5, 3.5])), "three values rise by chance");
}

#[test]
fn a_number_whose_rows_hardly_meet_the_target_is_no_copy() {
    let x = numbers("x", (0..40).map(f64::from));
    let y = numbers("y", (0..40).map(|row| if row < 5 { f64::from(row) + 0.5 } else { f64::NAN }));
    assert!(!is_copy(x, y));
}

#[test]
fn warnings_stand_in_the_order_of_columns_those_of_the_table_first() {
    let text = "1,1,2,3\nx,5,a,1\ny,5,b,1\nz,5,c,1\nw,5,d,2\n";
    let table = Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap();
    let found = inspect(&table, None, &[]);
    let places: Vec<Option<&str>> = found.warnings.iter().map(Warning::column).collect();
    assert_eq!(places, [None, Some("1"), Some("1_2"), Some("1_2"), Some("2")]);
}

#[test]
fn distinct_values_are_given_up_to_the_limit_and_not_beyond() {
    let column = numbers("x", (0..300).map(|row| f64::from(row % 100)).chain([f64::NAN]));
    let Values::Number(number) = &column.values else { panic!("numbers") };
    let hundred: Vec<f64> = (0..100).map(f64::from).collect();
    assert_eq!(number.distinct_up_to(100), Some(hundred.clone()));
    assert_eq!((number.distinct_values(), column.distinct()), (hundred, 100));
    assert_eq!([10, 64, 65, 99].map(|limit| number.distinct_up_to(limit)), [const { None }; 4]);
}

#[test]
fn many_warnings_and_many_classes_take_no_time() {
    let wide = table((0..20_000).map(|place| numbers(&format!("c{place}"), [1.0, 1.0])).collect());
    assert_eq!(inspect(&wide, None, &[]).warnings.len(), 20_000);
    let rows = 100_000_u32;
    let long = table(vec![
        numbers("x", (0..rows).map(|row| f64::from(row) / 2.0)),
        names("y", (0..rows).map(|row| row.to_string() + "c")),
    ]);
    let target = Target::new(&long, "y", None).unwrap();
    assert!(inspect(&long, Some(&target), &[]).warnings.len() > 1);
}
