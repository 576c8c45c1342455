//! Sums, written out: signs in a row, which every format sets in its own way.

use crate::draw::{cells, cut_cells};

use super::figure::{decimal, weight};

/// A sign of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A name from the table.
    Name(String),
    /// A measure: H, Gini, gain …
    Measure(&'static str),
    /// A number: whole, with decimals, or `3.1e-5`.
    Number(String),
    /// A part of a whole.
    Fraction(String, String),
    /// The square of a part of a whole.
    SquaredFraction(String, String),
    /// Σ (name − mean)².
    Squares(String, String),
    /// Σ |name − median|.
    Distances(String),
    /// Σ p·log₂ p.
    Bits,
    /// Σ p².
    SquaredShares,
    /// After a column's name: over the rows that have a value.
    Known,
    /// log₂.
    Log2,
    /// The natural logarithm.
    Ln,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// `|`, given
    Given,
    /// `=`
    Equals,
    /// `+`
    Plus,
    /// `−` between two terms
    Minus,
    /// `−` before a term
    Negative,
    /// `·`
    Times,
    /// `/`
    Over,
}

/// A formula: what is sought, and the way to its number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Formula {
    /// Its signs.
    pub tokens: Vec<Token>,
}

impl Formula {
    /// `H(play)`, `H(play | outlook)`.
    pub(super) fn of(measure: &'static str, of: &str, given: Option<&str>) -> Self {
        let mut tokens = vec![Token::Measure(measure), Token::Open, Token::Name(of.to_owned())];
        tokens.extend(given.into_iter().flat_map(|given| [Token::Given, Token::Name(given.to_owned())]));
        tokens.push(Token::Close);
        Formula { tokens }
    }

    /// `H(play | outlook known)`.
    pub(super) fn known(measure: &'static str, of: &str, column: &str) -> Self {
        let mut head = Formula::of(measure, of, Some(column));
        head.tokens.pop();
        head.then([Token::Known, Token::Close])
    }

    /// The same with these signs behind.
    pub(super) fn then(mut self, tokens: impl IntoIterator<Item = Token>) -> Self {
        self.tokens.extend(tokens);
        self
    }

    /// The same with this number behind.
    pub(super) fn number(self, value: f64) -> Self {
        self.then([number(value)])
    }

    /// The same with `= number` behind.
    pub(super) fn is(self, value: f64) -> Self {
        self.then([Token::Equals, number(value)])
    }

    /// The formula on one line, in signs that a terminal has.
    ///
    /// ```
    /// use spinney::steps::{Formula, Token};
    /// let formula = Formula { tokens: vec![Token::Number("1".into()), Token::Minus, Token::Fraction("5".into(), "14".into())] };
    /// assert_eq!(formula.text(), "1 − 5/14");
    /// ```
    pub fn text(&self) -> String {
        self.tokens.iter().map(Token::text).collect::<String>().trim_end().to_owned()
    }

    /// The formula broken before `=`, `+`, `−` and after `,` so that no line takes more cells than this.
    pub(super) fn lines(&self, width: usize) -> Vec<Formula> {
        let mut lines: Vec<Formula> = Vec::new();
        let (mut line, mut used) = (Formula::default(), 0);
        for piece in self.pieces() {
            let wide: usize = piece.iter().map(|token| cells(&token.text())).sum();
            if used > 0 && used + wide > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            used += wide;
            line.tokens.extend(piece.iter().cloned());
        }
        lines.push(line);
        lines
    }

    /// The parts between which a line may end.
    fn pieces(&self) -> impl Iterator<Item = &[Token]> {
        let ends = |one: &Token, two: &Token| {
            matches!(two, Token::Equals | Token::Plus | Token::Minus) || matches!(one, Token::Comma)
        };
        self.tokens.chunk_by(move |one, two| !ends(one, two))
    }

    /// The same with names cut to this many cells.
    pub(super) fn cut(&self, most: usize) -> Formula {
        let short = |token: &Token| match token {
            Token::Name(name) => Token::Name(cut_name(name, most)),
            Token::Squares(name, mean) => Token::Squares(cut_cells(name, most), mean.clone()),
            Token::Distances(name) => Token::Distances(cut_cells(name, most)),
            other => other.clone(),
        };
        Formula { tokens: self.tokens.iter().map(short).collect() }
    }

    /// The names in it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().filter_map(|token| match token {
            Token::Name(name) | Token::Squares(name, _) | Token::Distances(name) => Some(name.as_str()),
            _ => None,
        })
    }
}

/// A name cut to this many cells; of `column ≤ value` the column is cut, so that the value can be read.
pub(super) fn cut_name(name: &str, most: usize) -> String {
    let sign = [" ≤ ", " > ", " = "].iter().find_map(|sign| name.rfind(sign));
    let Some((column, value)) = sign.map(|at| name.split_at(at)) else { return cut_cells(name, most) };
    match most.checked_sub(cells(value)) {
        Some(room) if cells(name) > most && room >= 4 => format!("{}{value}", cut_cells(column, room)),
        _ => cut_cells(name, most),
    }
}

/// A number as a lecture writes it.
pub(super) fn number(value: f64) -> Token {
    Token::Number(decimal(value))
}

/// A part of a whole.
pub(super) fn part(rows: f64, of: f64) -> Token {
    Token::Fraction(weight(rows), weight(of))
}

impl Token {
    pub(super) fn text(&self) -> String {
        let sign = match self {
            Token::Name(name) => return name.clone(),
            Token::Number(number) => return number.clone(),
            Token::Fraction(part, whole) => return format!("{part}/{whole}"),
            Token::SquaredFraction(part, whole) => return format!("({part}/{whole})²"),
            Token::Squares(name, mean) => return format!("Σ({name} − {mean})²"),
            Token::Distances(name) => return format!("Σ|{name} − median|"),
            Token::Measure(measure) => measure,
            Token::Bits => "Σ p·log₂ p",
            Token::SquaredShares => "Σ p²",
            Token::Known => " known",
            Token::Log2 => "log₂",
            Token::Ln => "ln",
            Token::Open => "(",
            Token::Close => ")",
            Token::Comma => ", ",
            Token::Given => " | ",
            Token::Equals => " = ",
            Token::Plus => " + ",
            Token::Minus => " − ",
            Token::Negative => "−",
            Token::Times => "·",
            Token::Over => " / ",
        };
        sign.to_owned()
    }
}
