//! Dates in a declared format: `yyyy MM dd HH mm ss SSS` and what stands between them.

use std::iter::Peekable;
use std::str::Chars;

use crate::table::date;

/// A date format, as far as it is made of numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pattern {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Piece {
    /// A number: which of [`LETTERS`], and the letters that stand for it.
    Number(usize, usize),
    /// A character as it is.
    Literal(char),
}

/// Year, month, day, hour, minute, second, millisecond, each with its most digits.
const LETTERS: [(char, usize); 7] = [('y', 4), ('M', 2), ('d', 2), ('H', 2), ('m', 2), ('s', 2), ('S', 3)];
/// What a format leaves out: the start of 1970.
const START: [u32; 7] = [1970, 1, 1, 0, 0, 0, 0];

impl Pattern {
    /// Reads a format; `None` for one with names of months, zones, two-digit years and the like.
    pub(super) fn new(format: &str) -> Option<Self> {
        let mut pieces = Vec::new();
        let mut letters = format.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter == '\'' {
                literal(&mut letters, &mut pieces)?;
            } else if letter.is_ascii_alphabetic() {
                let place = LETTERS.iter().position(|(known, _)| *known == letter)?;
                let mut width = 1;
                while letters.next_if_eq(&letter).is_some() {
                    width += 1;
                }
                let fits = if letter == 'y' { width == 4 } else { width <= LETTERS[place].1 };
                let again = pieces.iter().any(|piece| matches!(piece, Piece::Number(other, _) if *other == place));
                if !fits || again {
                    return None;
                }
                pieces.push(Piece::Number(place, width));
            } else {
                pieces.push(Piece::Literal(letter));
            }
        }
        pieces.iter().any(|piece| matches!(piece, Piece::Number(..))).then_some(Pattern { pieces })
    }

    /// Whether it has a time of day.
    pub(super) fn has_time(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Number(place, _) if *place >= 3))
    }

    /// Seconds since 1970 for a text in this format.
    pub(super) fn read(&self, text: &str) -> Option<f64> {
        let mut values = START;
        let mut rest = text;
        for (piece, next) in self.pieces.iter().zip(self.pieces.iter().skip(1).map(Some).chain([None])) {
            match *piece {
                Piece::Literal(character) => rest = rest.strip_prefix(character)?,
                Piece::Number(place, width) => {
                    // Beside another number the letters are counted; elsewhere the digits end by themselves.
                    let beside = matches!(next, Some(Piece::Number(..)));
                    let most = if beside { width } else { LETTERS[place].1 };
                    let digits = rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
                    if beside && digits < width {
                        return None;
                    }
                    values[place] = rest[..digits].parse().ok()?;
                    rest = &rest[digits..];
                }
            }
        }
        let [year, month, day, hour, minute, second, milli] = values;
        let iso = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}");
        rest.is_empty().then(|| date::read(&iso).map(|moment| moment.seconds))?
    }
}

/// What stands between two apostrophes is meant as it is; two of them side by side are one.
fn literal(letters: &mut Peekable<Chars<'_>>, pieces: &mut Vec<Piece>) -> Option<()> {
    if letters.next_if_eq(&'\'').is_some() {
        pieces.push(Piece::Literal('\''));
        return Some(());
    }
    loop {
        match letters.next()? {
            '\'' => return Some(()),
            letter => pieces.push(Piece::Literal(letter)),
        }
    }
}
