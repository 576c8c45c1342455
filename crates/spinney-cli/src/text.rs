//! Tables and figures as text.

use std::io::IsTerminal;

use comfy_table::{Cell, CellAlignment, LineStyle, Table, TableStyle};
pub(crate) use spinney::explain::figures::{decimals, digits, label};

/// Cells are not cut shorter than this.
const SHORTEST_CUT: usize = 12;

/// The rule under a heading.
const RULE: char = '─';

/// The cells of a line where standard output is no terminal.
const PAGE: usize = 80;

/// The cells of a line: the terminal's, or a page's.
pub(crate) fn line_width() -> usize {
    let terminal = std::io::stdout().is_terminal().then(|| Table::new().width()).flatten();
    terminal.map_or(PAGE, |width| usize::from(width).max(40))
}

/// Items with commas between, on as many lines as they need; lines after the first are set in.
pub(crate) fn listed(head: &str, items: &[String], width: usize) -> String {
    let mut out = head.to_owned();
    let mut used = head.chars().count();
    for (place, item) in items.iter().enumerate() {
        let item = if place + 1 < items.len() { format!("{item},") } else { item.clone() };
        let long = item.chars().count() + 1;
        if used + long > width && place > 0 {
            out.push_str("\n ");
            used = 1;
        }
        out.push(' ');
        out.push_str(&item);
        used += long;
    }
    out + "\n"
}

/// A remark in parentheses, on as many lines as it needs; lines after the first are set in.
pub(crate) fn remark(text: &str) -> String {
    let (mut out, width) = ("(".to_owned(), line_width());
    let mut used = 1;
    for (place, word) in text.split(' ').enumerate() {
        let long = word.chars().count();
        if place > 0 && used + long + 2 > width {
            out.push_str("\n ");
            used = 1;
        } else if place > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += long;
    }
    out + ")\n"
}

/// A whole number with its thousands set apart.
pub(crate) fn count(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

/// A number and what it counts: `1 row`, `1,309 rows`.
pub(crate) fn counted(number: usize, word: &str) -> String {
    let many = match (number, word) {
        (1, _) => word.to_owned(),
        (_, "leaf") => "leaves".to_owned(),
        (_, "class" | "branch") => format!("{word}es"),
        _ => format!("{word}s"),
    };
    format!("{} {many}", count(number))
}

/// The heading of a column of a grid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heading<'a> {
    name: &'a str,
    side: CellAlignment,
    /// Goes where a terminal is too narrow, the lowest first; `None` stays.
    goes: Option<u8>,
    /// Whether its cells may be cut short before any column goes.
    cut: bool,
}

impl<'a> Heading<'a> {
    /// Over text, set left.
    pub(crate) const fn text(name: &'a str) -> Self {
        Heading { name, side: CellAlignment::Left, goes: None, cut: false }
    }

    /// Over figures, set right.
    pub(crate) const fn figure(name: &'a str) -> Self {
        Heading { name, side: CellAlignment::Right, goes: None, cut: false }
    }

    /// The same, with cells that are cut short where a terminal is too narrow.
    pub(crate) const fn cut(self) -> Self {
        Heading { cut: true, ..self }
    }

    /// The same, in this place among those that go where a terminal is too narrow.
    pub(crate) const fn goes(self, place: u8) -> Self {
        Heading { goes: Some(place), ..self }
    }
}

/// Columns under headings.
pub(crate) struct Grid<'a> {
    headings: Vec<Heading<'a>>,
    rows: Vec<Vec<String>>,
}

impl<'a> Grid<'a> {
    /// No row yet.
    pub(crate) fn new(headings: &[Heading<'a>]) -> Self {
        Grid { headings: headings.to_vec(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The lines, for whoever reads standard output: whole, unless that is a terminal too narrow for them.
    pub(crate) fn lines(&self) -> String {
        let terminal = std::io::stdout().is_terminal().then(|| Table::new().width()).flatten();
        self.lines_within(terminal.map_or(usize::MAX, usize::from))
    }

    /// The lines, with as many columns as fit; figures are never broken, and what was left out is said.
    fn lines_within(&self, width: usize) -> String {
        let mut shown: Vec<usize> = (0..self.headings.len()).collect();
        let mut gone = Vec::new();
        let mut most = usize::MAX; // characters in a cell that may be cut
        loop {
            let lines = self.drawn(&shown, most);
            let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            let longest = self.longest_cut(&shown).min(most);
            if widest > width && longest > SHORTEST_CUT {
                most = longest.saturating_sub(widest - width).max(SHORTEST_CUT);
                continue;
            }
            let next = shown.iter().copied().filter_map(|place| Some((self.headings[place].goes?, place))).min();
            match next {
                Some((_, place)) if widest > width => {
                    shown.retain(|other| *other != place);
                    gone.insert(0, self.headings[place].name);
                }
                _ => {
                    let note = if gone.is_empty() {
                        String::new()
                    } else {
                        format!("(a wider terminal also shows {})\n", gone.join(", "))
                    };
                    return lines.join("\n") + "\n" + &note;
                }
            }
        }
    }

    /// The longest cell that may be cut, or 0.
    fn longest_cut(&self, shown: &[usize]) -> usize {
        let cells = shown.iter().filter(|place| self.headings[**place].cut);
        let lengths = cells.flat_map(|place| self.rows.iter().filter_map(|row| Some(row.get(*place)?.chars().count())));
        lengths.max().unwrap_or(0)
    }

    fn drawn(&self, shown: &[usize], most: usize) -> Vec<String> {
        let mut table = Table::new();
        table.load_style(TableStyle::new().header_separator(LineStyle::none().fill(RULE)));
        let cell = |place: &usize, text: &str| {
            let heading = &self.headings[*place];
            let cut = heading.cut && text.chars().count() > most;
            let text = if cut { text.chars().take(most - 1).chain(['…']).collect() } else { text.to_owned() };
            Cell::new(text).set_alignment(heading.side)
        };
        table.set_header(shown.iter().map(|place| cell(place, self.headings[*place].name)));
        for row in &self.rows {
            table.add_row(shown.iter().map(|place| cell(place, row.get(*place).map_or("", String::as_str))));
        }
        table.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_loses_columns_by_their_order_and_says_so() {
        let headings = [Heading::text("column"), Heading::figure("gain").goes(2), Heading::figure("missing").goes(1)];
        let mut grid = Grid::new(&headings);
        grid.row(vec!["a".to_owned(), "0.5".to_owned(), "12".to_owned()]);
        let wide = " column  gain  missing\n──────────────────────\n a        0.5       12\n";
        assert_eq!(grid.lines_within(80).replace('─', ""), wide.replace('─', ""));
        let narrow = grid.lines_within(18);
        assert!(
            narrow.contains("gain")
                && !narrow.contains("12")
                && narrow.ends_with("(a wider terminal also shows missing)\n"),
            "{narrow}"
        );
        assert!(grid.lines_within(3).ends_with("(a wider terminal also shows gain, missing)\n"));
    }

    #[test]
    fn a_long_cell_is_cut_before_any_column_goes() {
        let mut grid =
            Grid::new(&[Heading::text("column"), Heading::figure("gain").goes(1), Heading::text("values").cut()]);
        grid.row(vec!["a".to_owned(), "0.5".to_owned(), "one, two, three, four, five, six".to_owned()]);
        let lines = grid.lines_within(34);
        assert!(lines.contains("0.5") && lines.contains("one, two, three, …\n"), "{lines}");
        assert!(lines.lines().all(|line| line.chars().count() <= 34), "{lines}");
    }

    #[test]
    fn labels_are_short_and_move_no_cursor() {
        assert_eq!(label("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
        assert_eq!(label(&"x".repeat(50)).chars().count(), 41);
    }

    #[test]
    fn a_long_remark_takes_several_lines() {
        let lines = remark(&"word ".repeat(40));
        assert!(lines.starts_with("(word word") && lines.ends_with(")\n"), "{lines}");
        assert!(lines.lines().count() == 3 && lines.lines().all(|line| line.chars().count() <= 80), "{lines}");
        assert_eq!(remark("short"), "(short)\n");
    }

    #[test]
    fn six_digits_are_shown_of_any_number() {
        let shown = [0.0, 4.4, 200.915_2, 641_250.9, 1e-7, 2.0e20].map(digits);
        assert_eq!(shown, ["0", "4.4", "200.915", "641251", "1.00000e-7", "2.00000e20"]);
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 581_012].map(count), ["0", "999", "1,000", "581,012"]);
        assert_eq!(
            [counted(1, "class"), counted(7, "class"), counted(1309, "row")],
            ["1 class", "7 classes", "1,309 rows"]
        );
    }
}
