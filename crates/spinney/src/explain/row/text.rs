//! An explanation as text.
//!
//! ```text
//! row 1: play = No (probability 1)
//!
//! node 0: 14 rows (Yes 9, No 5)
//!   outlook = Sunny
//! node 1: 5 rows (No 3, Yes 2)
//!   humidity is 85: humidity > 77.5
//! node 4: 3 rows (No 3), the end
//!
//! what would have changed the answer
//!   outlook Overcast instead of Sunny: Yes (probability 1)
//!   humidity ≤ 77.5 instead of 85: Yes (probability 1)
//! ```

use std::fmt;

use super::answer::{Explanation, RowAnswer};
use super::change::Change;
use super::holds::Holds;
use super::path::{PathEnd, PathStep, Why};
use crate::explain::name;
use crate::table::number;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "row {}: {} = {}", self.row, self.target, self.answer)?;
        writeln!(f)?;
        for step in &self.steps {
            writeln!(f, "{step}")?;
        }
        for end in &self.ends {
            writeln!(f, "{end}")?;
        }
        writeln!(f)?;
        if self.changes.is_empty() {
            writeln!(f, "no change of one column alone would have changed the answer")?;
        } else {
            writeln!(f, "what would have changed the answer")?;
        }
        for change in &self.changes {
            writeln!(f, "  {change}")?;
        }
        if !self.tried_all {
            writeln!(f, "  (the tree is too large to try every value)")?;
        }
        Ok(())
    }
}

impl fmt::Display for RowAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowAnswer::Class { class, probability, .. } => write!(f, "{class} (probability {})", rounded(*probability)),
            RowAnswer::Number { text, .. } => f.write_str(text),
        }
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "node {}: {}{}", self.node, self.holds, part(self.share))?;
        let is = match &self.value {
            Some(value) => format!("  {} is {value}", self.column),
            None => format!("  {} is missing", self.column),
        };
        let condition = self.condition.as_deref().unwrap_or_default();
        match &self.why {
            // `outlook is Sunny: outlook = Sunny` would say it twice.
            Why::Value
                if condition
                    == format!("{} = {}", name(&self.column), name(self.value.as_deref().unwrap_or_default())) =>
            {
                write!(f, "  {condition}")
            }
            Why::Value => write!(f, "{is}: {condition}"),
            Why::Missing if condition.ends_with(" is missing") => f.write_str(&is),
            Why::Missing => write!(f, "{is}, and goes with {condition}"),
            Why::Surrogate(other) => write!(f, "{is}; {other} stands in for it: {condition}"),
            Why::NoSurrogate => {
                write!(f, "{is}, and so is all that could stand in for it; the heaviest branch: {condition}")
            }
            Why::Spread => write!(f, "{is}: every branch, in proportion"),
            Why::Unseen => write!(f, "{is}, which training rows never had here; the heaviest branch: {condition}"),
            Why::Stays => write!(f, "{is}, which training rows never had here; the node itself answers"),
        }
    }
}

impl fmt::Display for PathEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}: {}{}, the end", self.node, self.holds, part(self.share))?;
        if let Some(held) = &self.held {
            write!(f, ", held to {} {}", held.class, rounded(held.probability))?;
        }
        match &self.formula {
            Some(formula) => write!(f, ": {formula}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = |rows: &f64| format!("{} row{}", rounded(*rows), if *rows == 1.0 { "" } else { "s" });
        match self {
            Holds::Classes { rows: all, classes, more } => {
                let counts = classes.iter().map(|count| format!("{} {}", count.class, rounded(count.weight)));
                let mut counts: Vec<String> = counts.collect();
                if *more > 0 {
                    counts.push(format!("{more} more classes"));
                }
                let counts = if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
                write!(f, "{}{counts}", rows(all))
            }
            Holds::Numbers { rows: all, value, .. } => write!(f, "{} (answer {})", rows(all), rounded(*value)),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.from.as_deref().unwrap_or("no value");
        write!(f, "{} {} instead of {from}: {}", self.column, self.to, self.answer)?;
        if let Some(probability) = self.probability {
            write!(f, " (probability {})", rounded(probability))?;
        }
        match self.others {
            0 => Ok(()),
            1 => f.write_str("; 1 other value would change it too"),
            others => write!(f, "; {others} other values would change it too"),
        }
    }
}

/// At most four decimals: what people compare.
fn rounded(value: f64) -> String {
    let short = (value * 1e4).round() / 1e4;
    number::text(if short.is_finite() && value.abs() < 1e11 { short } else { value })
}

/// How much of the row is meant, where it is not all.
fn part(share: f64) -> String {
    if share < 1.0 { format!(", {} of the row", rounded(share)) } else { String::new() }
}
