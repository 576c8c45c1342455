//! What tells one training from another: pieces of a forest must come from the same rows.

use crate::grow::Training;
use crate::parallel;
use crate::seed::Key;
use crate::table::{Column, Target, TargetValues, Values};

/// A number that hangs on everything that trees are grown from, and on the order of rows; two trainings that differ have
/// different ones, as good as always.
pub(super) fn print(training: &Training<'_>) -> u64 {
    let columns = parallel::map(training.columns, |place| column_print(&training.table.columns()[*place]));
    let target = |target: &Target| match &target.values {
        TargetValues::Classes(classes) => stirred(classes.codes.iter().map(|code| u64::from(*code))),
        TargetValues::Numbers(values) => stirred(values.iter().map(|value| value.to_bits())),
    };
    let others = training.others.iter().map(target);
    let rows = training.rows.map_or(0, |rows| stirred(rows.iter().map(|row| u64::from(*row))));
    let floats =
        |values: Option<&[f64]>| values.map_or(0, |values| stirred(values.iter().map(|value| value.to_bits())));
    let rest = [target(training.target), rows, floats(training.weights), floats(training.class_weights)];
    let groups = training.groups.map(|groups| stirred(groups.iter().map(|group| u64::from(*group))));
    stirred(columns.into_iter().chain(rest).chain(groups).chain(others))
}

fn column_print(column: &Column) -> u64 {
    match &column.values {
        Values::Number(number) => stirred(number.values.iter().map(|value| value.to_bits())),
        Values::Sparse(sparse) => {
            let entries = sparse.rows().iter().zip(sparse.values());
            let ends = [sparse.len() as u64, u64::MAX];
            stirred(entries.flat_map(|(row, value)| [u64::from(*row), value.to_bits()]).chain(ends))
        }
        Values::Category(category) => {
            let codes = stirred(category.codes.iter().map(|code| u64::from(*code)));
            let letters = category.levels.iter().flat_map(|level| level.bytes().map(u64::from).chain([256]));
            stirred([codes, stirred(letters)])
        }
    }
}

/// All numbers in their order, stirred into one.
fn stirred(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut mark = 1_u64;
    for number in numbers {
        mark = (mark ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(29);
    }
    Key::new(mark).number()
}
