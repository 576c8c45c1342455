//! Numbers that a table shares with whoever handed them over.
#![cfg(test)]

use std::sync::Arc;

use spinney::grow::{Training, TreeSettings, grow};
use spinney::table::{Column, Floats, Meaning, Number, Table, Target, Values};

fn table(numbers: Floats) -> Table {
    let shared =
        Column { name: "x".to_owned(), values: Values::Number(Number { values: numbers, meaning: Meaning::Plain }) };
    Table::new(vec![shared, Column::categories("y", ["a", "a", "b", "b", "a"].map(Some))]).unwrap()
}

#[test]
fn a_tree_of_shared_numbers_is_that_of_owned_ones() {
    let numbers = vec![1.0, f64::NAN, 4.0, 5.0, 0.5];
    let grown = |table: &Table| {
        let target = Target::new(table, "y", None).unwrap();
        grow(&Training::new(table, &[0], &target), &TreeSettings::classification(), &()).unwrap()
    };
    let theirs = Arc::new(numbers.clone());
    let shared = table(Floats::shared(theirs.clone()));
    assert_eq!(grown(&shared), grown(&table(numbers.into())));
    assert_eq!(Arc::strong_count(&theirs), 2); // held by the table, and not copied
    drop(shared);
    assert_eq!(Arc::strong_count(&theirs), 1);
}

#[test]
fn a_zero_below_zero_is_copied_and_becomes_one() {
    let theirs: Arc<Vec<f64>> = Arc::new(vec![2.0, -0.0]);
    let own = Floats::shared(theirs.clone());
    assert_ne!(own.as_ptr(), theirs.as_ptr());
    assert!(own.iter().all(|number| number.is_sign_positive()));
    assert!(theirs[1].is_sign_negative());
}

#[test]
fn what_is_shared_is_copied_before_it_is_changed() {
    let theirs: Arc<Vec<f64>> = Arc::new(vec![1.0, 2.0]);
    let mut numbers = Floats::shared(theirs.clone());
    let copy = numbers.clone();
    numbers.to_mut()[0] = 7.0;
    assert_eq!((&numbers[..], &theirs[..], copy.into_vec()), (&[7.0, 2.0][..], &[1.0, 2.0][..], vec![1.0, 2.0]));
}
