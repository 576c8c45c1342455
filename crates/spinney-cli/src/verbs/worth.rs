//! What columns are worth, in lines with bars.

use spinney::forest::Worth;
use spinney::table::Task;

use crate::text::{Grid, Heading, decimals, digits, label, line_width};

/// Bars are no longer than this, and left out where there is less room than the second.
const LONGEST_BAR: usize = 36;
const SHORTEST_BAR: usize = 6;

/// From here on a figure is written with its power of ten.
const LONG: f64 = 1e7;

/// A worth as text: a share of the Gini index or of accuracy, or in the target's own unit.
pub(super) fn amount(value: f64, task: Task) -> String {
    match task {
        Task::Classification => decimals(value),
        Task::Regression if value.abs() >= LONG => format!("{value:.4e}"), // squares of large numbers
        Task::Regression => digits(value),
    }
}

/// An interval as text.
pub(super) fn interval(worth: &Worth, task: Task) -> String {
    let ends =
        |found: spinney::metric::Interval| format!("{} to {}", amount(found.low, task), amount(found.high, task));
    worth.interval.map_or_else(|| "-".to_owned(), ends)
}

/// A line of a table with bars: a name, the value of its bar, and the other cells.
pub(super) type BarLine = (String, f64, Vec<String>);

/// Lines with a bar behind each name, which takes the room that is left.
pub(super) fn bar_grid(name: &str, headings: &[Heading], lines: &[BarLine]) -> String {
    let most = lines.iter().map(|(_, value, _)| *value).fold(0.0, f64::max);
    let drawn = |length: usize| {
        let over = (length > 0).then(|| Heading::text(""));
        let all: Vec<Heading> =
            std::iter::once(Heading::text(name).cut()).chain(over).chain(headings.iter().copied()).collect();
        let mut grid = Grid::new(&all);
        for (name, value, cells) in lines {
            let bar = (length > 0).then(|| bar(if most > 0.0 { value / most } else { 0.0 }, length));
            grid.row(std::iter::once(label(name)).chain(bar).chain(cells.iter().cloned()).collect());
        }
        grid
    };
    let bare = drawn(0).lines();
    let widest = bare.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let room = line_width().saturating_sub(widest + 3).min(LONGEST_BAR);
    if room < SHORTEST_BAR { bare } else { drawn(room).lines() }
}

/// A bar of this share of a length, to an eighth of a character; nothing below 0.
fn bar(share: f64, length: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * length as f64 * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_drawn_to_an_eighth_of_a_character() {
        assert_eq!([1.0, 0.5, 0.03125, 0.0, -3.0].map(|share| bar(share, 4)), ["████", "██", "▏", "", ""]);
        assert_eq!(bar(0.71875, 4), "██▉");
    }
}
