//! Reads the sums that a derivation shows, and works them out again, with the doubt that rounding leaves.
#![allow(dead_code)]

use std::str::Chars;

/// What a number may be: shown digits stand for everything that rounds to them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Span(pub(crate) f64, pub(crate) f64);

impl Span {
    fn exact(value: f64) -> Self {
        Span(value, value)
    }

    pub(crate) fn meets(self, other: Span) -> bool {
        let slack = 1e-9 * (1.0 + self.0.abs().max(self.1.abs()));
        self.0 <= other.1 + slack && other.0 <= self.1 + slack
    }

    fn corners(self, other: Span, f: impl Fn(f64, f64) -> f64) -> Span {
        let all = [f(self.0, other.0), f(self.0, other.1), f(self.1, other.0), f(self.1, other.1)];
        Span(all.into_iter().fold(f64::INFINITY, f64::min), all.into_iter().fold(f64::NEG_INFINITY, f64::max))
    }

    fn plus(self, other: Span) -> Span {
        Span(self.0 + other.0, self.1 + other.1)
    }

    fn minus(self, other: Span) -> Span {
        Span(self.0 - other.1, self.1 - other.0)
    }

    fn log2(self) -> Span {
        Span(self.0.max(1e-300).log2(), self.1.max(1e-300).log2())
    }
}

/// The sums of a text: each formula on one line, and each `H(…) = …` of a table.
pub(crate) fn sums_of(text: &str) -> Vec<String> {
    let mut sums: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let inside = line.strip_prefix("  ").filter(|line| !line.starts_with(' '));
        let starts = ["H(", "Gini(", "MSE(", "MAE(", "gain(", "split(", "gain ratio("];
        if let Some(formula) = inside.filter(|line| starts.iter().any(|start| line.starts_with(start))) {
            sums.push(formula.to_owned());
            open = true;
        } else if let (true, Some(more)) = (open, line.strip_prefix("      ")) {
            let last = sums.last_mut().unwrap();
            if !last.ends_with(' ') {
                last.push(' ');
            }
            last.push_str(more);
        } else {
            open = false;
            let cell = ["  H(", "  Gini("].iter().filter_map(|start| line.rfind(start)).max();
            if let Some(at) = cell.filter(|at| line[*at..].contains(" = ")) {
                sums.push(format!("cell = {}", line[at..].trim().trim_end_matches(" ◄")));
            }
        }
    }
    sums
}

/// Works out every side of every `=` of a sum but the first, which names what is sought; whether all agree, and how many
/// numbers went into it.
pub(crate) fn check(sum: &str) -> Result<usize, String> {
    let sides: Vec<&str> = sum.split(" = ").skip(1).filter(|side| !side.contains('Σ') && !side.contains('X')).collect();
    let values: Vec<Span> =
        sides.iter().map(|side| evaluate(side)).collect::<Result<_, _>>().map_err(|e| format!("{sum}: {e}"))?;
    let Some((last, others)) = values.split_last() else { return Ok(0) };
    for (side, value) in sides.iter().zip(others) {
        if !value.meets(*last) {
            return Err(format!("{sum}: {side} is {value:?}, not {last:?}"));
        }
    }
    Ok(others.len())
}

pub(crate) fn evaluate(text: &str) -> Result<Span, String> {
    let mut reader = Reader { letters: text.chars() };
    let value = reader.sum()?;
    if reader.letters.as_str().trim().is_empty() {
        Ok(value)
    } else {
        Err(format!("left: {:?}", reader.letters.as_str()))
    }
}

struct Reader<'a> {
    letters: Chars<'a>,
}

impl Reader<'_> {
    fn take(&mut self, sign: &str) -> bool {
        let found = self.letters.as_str().trim_start().strip_prefix(sign).map(str::len);
        let Some(left) = found else { return false };
        let skip = self.letters.as_str().len() - left;
        let rest = &self.letters.as_str()[skip..];
        self.letters = rest.chars();
        true
    }

    fn sum(&mut self) -> Result<Span, String> {
        let mut value = if self.take("−") { Span(0.0, 0.0).minus(self.product()?) } else { self.product()? };
        loop {
            if self.take("+") {
                value = value.plus(self.product()?);
            } else if self.take("−") {
                value = value.minus(self.product()?);
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<Span, String> {
        let mut value = self.factor()?;
        loop {
            if self.take("·") {
                value = value.corners(self.factor()?, |a, b| a * b);
            } else if self.take("/") {
                value = value.corners(self.factor()?, |a, b| a / b);
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self) -> Result<Span, String> {
        if self.take("log₂(") {
            return Ok(self.bracket()?.log2());
        }
        if self.take("ln(") {
            let value = self.bracket()?;
            return Ok(Span(value.0.ln(), value.1.ln()));
        }
        if self.take("H(") {
            // p·log₂ p has a slope of at most |log₂ p| + 1.5.
            let term = |p: Span| {
                let middle = f64::midpoint(p.0, p.1);
                let value = if middle > 0.0 { -middle * middle.log2() } else { 0.0 };
                let doubt = (p.1 - p.0) * (1.5 + middle.max(1e-9).log2().abs());
                Span(value - doubt, value + doubt)
            };
            return Ok(self.list()?.into_iter().map(term).fold(Span::exact(0.0), Span::plus));
        }
        if self.take("Gini(") {
            let squares = self.list()?.into_iter().map(|p| p.corners(p, |a, b| a * b));
            return Ok(Span::exact(1.0).minus(squares.fold(Span::exact(0.0), Span::plus)));
        }
        if self.take("(") {
            let value = self.bracket()?;
            return Ok(if self.take("²") { value.corners(value, |a, b| a * b) } else { value });
        }
        self.number()
    }

    fn bracket(&mut self) -> Result<Span, String> {
        let value = self.sum()?;
        if self.take(")") { Ok(value) } else { Err(format!("no bracket closes before {:?}", self.letters.as_str())) }
    }

    fn list(&mut self) -> Result<Vec<Span>, String> {
        let mut values = vec![self.sum()?];
        while self.take(",") {
            values.push(self.sum()?);
        }
        if self.take(")") { Ok(values) } else { Err(format!("no bracket closes before {:?}", self.letters.as_str())) }
    }

    fn number(&mut self) -> Result<Span, String> {
        let rest = self.letters.as_str().trim_start();
        let end = |(at, letter): &(usize, char)| {
            let power = *letter == '-' && rest[..*at].ends_with('e');
            !(letter.is_ascii_digit() || matches!(letter, '.' | 'e') || power)
        };
        let length = rest.char_indices().find(end).map_or(rest.len(), |(at, _)| at);
        let shown = &rest[..length];
        let value: f64 = shown.parse().map_err(|_| format!("no number at {rest:?}"))?;
        self.letters = rest[length..].chars();
        let (digits, power) = shown.split_once('e').unwrap_or((shown, "0"));
        let places = digits.split_once('.').map_or(0, |(_, places)| i32::try_from(places.len()).unwrap());
        // Whole numbers are exact, but for large ones that are rounded to whole ones.
        let rounded = places > 0 || power != "0" || value >= 1e6;
        let doubt = if rounded { 0.5 * 10_f64.powi(power.parse::<i32>().unwrap() - places) } else { 0.0 };
        Ok(Span(value - doubt, value + doubt))
    }
}
