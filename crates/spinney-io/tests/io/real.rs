//! The real tables, where the environment says where they are: rows, columns, missing cells and kinds as their page says.

use std::path::Path;

use spinney::table::{Column, Kind};

use crate::write::read;

/// A line of the page's table.
struct Listed {
    name: String,
    rows: usize,
    columns: usize,
    numeric: usize,
    categorical: usize,
    missing: usize,
    missing_columns: usize,
}

/// `1,844 (5)` as 1844 and 5; `0` as 0 and 0.
fn count_and_columns(text: &str) -> (usize, usize) {
    let mut figures = text.split('(').map(|part| part.replace([',', ')', ' '], "").parse().unwrap());
    (figures.next().unwrap(), figures.next().unwrap_or(0))
}

/// The integer-coded categories that the notes name: a reader takes those as numbers.
fn coded(page: &str, name: &str) -> usize {
    let note = page.lines().find(|line| line.starts_with(&format!("- **{name}**:"))).unwrap_or_default();
    let list = note.split("integer-coded categories counted as categorical:").nth(1).unwrap_or_default();
    list.matches('`').count() / 2
}

fn listed(page: &str) -> Vec<Listed> {
    let mut lines = page.lines().skip_while(|line| !line.starts_with("| name | rows |"));
    let head: Vec<&str> = lines.next().unwrap().split('|').map(str::trim).collect();
    let place = |title: &str| head.iter().position(|found| *found == title).unwrap();
    let lines = lines.skip(1).take_while(|line| line.starts_with('|'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let cell = |title: &str| cells[place(title)];
            let name = cell("name").to_owned();
            let (numeric, categorical) = cell("numeric / categorical").split_once(" / ").unwrap();
            let coded = coded(page, &name);
            let (missing, missing_columns) = count_and_columns(cell("missing cells (columns)"));
            Listed {
                rows: count_and_columns(cell("rows")).0,
                columns: count_and_columns(cell("columns")).0,
                numeric: numeric.parse::<usize>().unwrap() + coded,
                categorical: categorical.parse::<usize>().unwrap() - coded,
                missing,
                missing_columns,
                name,
            }
        })
        .collect()
}

#[test]
fn the_real_tables_are_what_their_page_says() {
    let Some(folder) = std::env::var_os("SPINNEY_DATA") else {
        println!("skipped: SPINNEY_DATA names no folder");
        return;
    };
    let folder = Path::new(&folder);
    let page = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let listed = listed(&page);
    assert!(listed.len() > 10, "the page lists {} tables", listed.len());
    for table in listed {
        let read = read(&folder.join(format!("{}.csv.gz", table.name))).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((read.rows(), read.columns().len()), (table.rows, table.columns), "{}", table.name);
        let (_, features) = read.columns().split_last().unwrap();
        let count = |test: &dyn Fn(&Column) -> bool| features.iter().filter(|column| test(column)).count();
        let kinds = (count(&|c| c.kind() == Kind::Continuous), count(&|c| c.kind() == Kind::Nominal));
        assert_eq!(kinds, (table.numeric, table.categorical), "{}", table.name);
        let missing: usize = features.iter().map(Column::missing).sum();
        assert_eq!((missing, count(&|c| c.missing() > 0)), (table.missing, table.missing_columns), "{}", table.name);
    }
}
