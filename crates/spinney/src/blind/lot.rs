//! Splits that are drawn: a column, then a cut.

use crate::grow::drawn_cut;
use crate::seed::{Draws, Key};
use crate::table::{CategoryKind, Column, MISSING, Values};
use crate::tree::{LevelBranch, Missing, Test};

/// A split that was drawn: where each kind of value goes.
pub(super) struct Lot {
    pub(super) test: Test,
    pub(super) missing: u32,
}

/// What the values of some rows span in a column.
enum Span {
    /// Numbers, or names in an order: the least and the greatest.
    Ends(f64, f64),
    /// The names that are there, in their order.
    Names(Vec<u32>),
}

/// Draws a split of these rows in a column; `None` where they do not differ in it.
pub(super) fn draw(column: &Column, rows: &[u32], key: Key) -> Option<Lot> {
    let (span, known) = span(column, rows);
    let draws = &mut key.draws();
    let differ = match &span {
        Span::Ends(low, high) => low < high,
        Span::Names(names) => names.len() > 1,
    };
    if !differ {
        let parted = known > 0 && known < rows.len();
        return parted.then(|| Lot { test: all_left(column), missing: 1 });
    }
    let test = match (&span, &column.values) {
        (Span::Ends(low, high), Values::Number(_) | Values::Sparse(_)) => {
            Test::Threshold { cut: drawn_cut(*low, *high, key.child(0)).unwrap_or(*low) }
        }
        (Span::Ends(low, high), Values::Category(_)) => {
            Test::Cut { level: *low as u32 + draws.below((high - low) as u64) as u32 }
        }
        (Span::Names(names), _) => Test::Subset { branches: sides(names, draws) },
    };
    let missing = if known == rows.len() { heavier(column, &test, rows) } else { drawn(column, &test, rows, draws) };
    Some(Lot { test, missing })
}

/// The branch of each row; rows without a value take the split's.
pub(super) fn is_right(column: &Column, lot: &Lot, row: u32) -> bool {
    side(column, &lot.test, row).unwrap_or(lot.missing) == 1
}

/// The branch of a row that has a value.
fn side(column: &Column, test: &Test, row: u32) -> Option<u32> {
    match (&column.values, test) {
        (Values::Number(number), Test::Threshold { cut }) => {
            let value = number.values[row as usize];
            (!value.is_nan()).then_some(u32::from(value > *cut))
        }
        (Values::Category(category), Test::Cut { level }) => {
            let code = category.codes[row as usize];
            (code != MISSING).then_some(u32::from(code > *level))
        }
        (Values::Category(category), _) => {
            let (code, levels) = (category.codes[row as usize], test.levels().unwrap_or_default());
            let place = levels.binary_search_by_key(&code, |pair| pair.level).ok();
            place.map(|place| levels[place].branch)
        }
        (Values::Sparse(sparse), Test::Threshold { cut }) => Some(u32::from(sparse.at(row) > *cut)),
        (Values::Number(_) | Values::Sparse(_), _) => None,
    }
}

/// What rows span in a column, and how many have a value there.
fn span(column: &Column, rows: &[u32]) -> (Span, usize) {
    let mut known = 0;
    let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
    let mut take = |value: f64| {
        known += usize::from(!value.is_nan());
        // Comparisons with what is missing are false.
        ends = (if value < ends.0 { value } else { ends.0 }, if value > ends.1 { value } else { ends.1 });
    };
    match &column.values {
        Values::Number(number) => {
            let values: &[f64] = &number.values; // looked up once, wherever they are
            for row in rows {
                take(values[*row as usize]);
            }
        }
        Values::Sparse(sparse) => rows.iter().for_each(|row| take(sparse.at(*row))),
        Values::Category(category) if category.kind == CategoryKind::Ordinal => {
            let code = |row: &u32| Some(category.codes[*row as usize]).filter(|code| *code != MISSING);
            for row in rows {
                take(code(row).map_or(f64::NAN, f64::from));
            }
        }
        Values::Category(category) => {
            let mut names: Vec<u32> = rows.iter().map(|row| category.codes[*row as usize]).collect();
            names.retain(|code| *code != MISSING);
            known = names.len();
            names.sort_unstable();
            names.dedup();
            return (Span::Names(names), known);
        }
    }
    (Span::Ends(ends.0, ends.1), known)
}

/// A side for each name, such that neither is empty.
fn sides(names: &[u32], draws: &mut Draws) -> crate::tree::List<LevelBranch> {
    loop {
        let mut side = |level: &u32| LevelBranch { level: *level, branch: draws.below(2) as u32 };
        let drawn: Vec<LevelBranch> = names.iter().map(&mut side).collect();
        if drawn.iter().any(|pair| pair.branch != drawn[0].branch) {
            return drawn.into();
        }
    }
}

/// A test that sends every value to the left.
fn all_left(column: &Column) -> Test {
    match &column.values {
        Values::Number(_) | Values::Sparse(_) => Test::Threshold { cut: f64::INFINITY },
        Values::Category(category) => {
            let levels = category.levels.len() as u32;
            match category.kind {
                CategoryKind::Ordinal => Test::Cut { level: levels.saturating_sub(1) },
                _ => Test::Subset { branches: (0..levels).map(|level| LevelBranch { level, branch: 0 }).collect() },
            }
        }
    }
}

/// How many of these rows go left and right.
fn counts(column: &Column, test: &Test, rows: &[u32]) -> [u64; 2] {
    let mut counts = [0; 2];
    rows.iter().filter_map(|row| side(column, test, *row)).for_each(|branch| counts[branch as usize] += 1);
    counts
}

/// The branch of most rows, the first of equals: for rows to come.
fn heavier(column: &Column, test: &Test, rows: &[u32]) -> u32 {
    let [left, right] = counts(column, test, rows);
    u32::from(right > left)
}

/// A branch, each with a chance in proportion to its rows.
fn drawn(column: &Column, test: &Test, rows: &[u32], draws: &mut Draws) -> u32 {
    let [left, right] = counts(column, test, rows);
    u32::from(draws.below(left + right) >= left)
}

/// The way of missing values as a split holds it.
pub(super) fn way(lot: &Lot) -> Missing {
    Missing::Branch(lot.missing)
}
