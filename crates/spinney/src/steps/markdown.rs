//! A derivation in Markdown, with formulae as GitHub and others set them.

use std::fmt::Write;

use super::document::{Block, Derivation, Table};
use super::formula::{Formula, Token};

/// Signs of a formula on one line; longer ones go on in the next.
const WIDTH: usize = 110;

/// Sets a derivation in Markdown.
pub fn markdown(derivation: &Derivation) -> String {
    let mut out = format!("# {}\n", escape(&derivation.title));
    blocks(&mut out, &derivation.opening);
    for section in &derivation.sections {
        let _ = write!(out, "\n## {}\n", escape(&section.heading));
        blocks(&mut out, &section.blocks);
    }
    blocks(&mut out, &derivation.ending);
    out
}

fn blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        out.push('\n');
        match block {
            Block::Heading(heading) => out.extend(["### ", &escape(heading), "\n"]),
            Block::Words(words) => out.extend([&escape(words), "\n"]),
            Block::Formula(formula) => set(out, formula),
            Block::Table(table) => grid(out, table),
            Block::Drawing(drawing) => fenced(out, drawing),
        }
    }
}

/// A formula between double dollars. A name with signs that Markdown or TeX would take for their own makes it plain text.
fn set(out: &mut String, formula: &Formula) {
    if !formula.names().all(is_safe) {
        let lines: Vec<String> = formula.lines(WIDTH).iter().map(|line| line.text().trim().to_owned()).collect();
        return fenced(out, &lines.join("\n"));
    }
    let lines: Vec<String> =
        formula.lines(WIDTH).iter().map(|line| format!("$${}$$\n", tex(line, safe_name))).collect();
    *out += &lines.join("\n");
}

/// Letters and digits, and signs between them that neither Markdown nor TeX minds.
fn is_safe(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '.' | '-' | '_' | '≤' | ',' | '…'))
}

fn safe_name(name: &str) -> String {
    name.replace('_', "\\_")
}

/// A formula for TeX, with names as `name` writes them.
pub(super) fn tex(formula: &Formula, name: fn(&str) -> String) -> String {
    let parts: Vec<String> = formula.tokens.iter().map(|token| sign(token, name)).collect();
    parts.join(" ")
}

fn sign(token: &Token, name: fn(&str) -> String) -> String {
    let text = |text: &str| format!("\\text{{{}}}", name(text));
    let plain = match token {
        Token::Name(own) => return text(own),
        Token::Measure("H") => "H",
        Token::Measure(measure) => return format!("\\text{{{measure}}}"),
        Token::Number(number) => return power_of_ten(number),
        Token::Fraction(part, whole) => return format!("\\tfrac{{{part}}}{{{whole}}}"),
        Token::SquaredFraction(part, whole) => return format!("(\\tfrac{{{part}}}{{{whole}}})^2"),
        Token::Squares(own, mean) => {
            let mean = if mean == "mean" { "\\text{mean}".to_owned() } else { power_of_ten(mean) };
            return format!("\\sum ({} - {mean})^2", text(own));
        }
        Token::Distances(own) => return format!("\\sum \\lvert {} - \\text{{median}} \\rvert", text(own)),
        Token::Bits => "\\sum p \\cdot \\log_2 p",
        Token::SquaredShares => "\\sum p^2",
        Token::Known => "\\text{ known}",
        Token::Log2 => "\\log_2",
        Token::Ln => "\\ln",
        // A line may end between brackets, so they must not grow together.
        Token::Open => "(",
        Token::Close => ")",
        Token::Comma => ",\\ ",
        Token::Given => "\\mid",
        Token::Equals => "=",
        Token::Plus => "+",
        Token::Minus | Token::Negative => "-",
        Token::Times => "\\cdot",
        Token::Over => "/",
    };
    plain.to_owned()
}

/// `3.1e-5` as TeX writes it.
fn power_of_ten(number: &str) -> String {
    let number = number.replace('−', "-");
    match number.split_once('e') {
        Some((factor, power)) => format!("{factor} \\cdot 10^{{{power}}}"),
        None => number,
    }
}

fn grid(out: &mut String, table: &Table) {
    let line =
        |cells: &mut dyn Iterator<Item = String>| format!("| {} |\n", cells.collect::<Vec<String>>().join(" | "));
    *out += &line(&mut table.heads.iter().map(|head| escape(&head.text)));
    *out += &line(&mut table.heads.iter().map(|head| if head.figures { "---:" } else { "---" }.to_owned()));
    for (at, row) in table.rows.iter().enumerate() {
        let marked = table.marked == Some(at);
        let cell = |cell: &String| {
            let cell = escape(cell);
            if marked && !cell.is_empty() { format!("**{cell}**") } else { cell }
        };
        *out += &line(&mut row.iter().map(cell));
    }
}

/// Text as it stands, behind a fence that is longer than any in it.
fn fenced(out: &mut String, text: &str) {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = write!(out, "{fence}text\n{}\n{fence}\n", text.trim_end());
}

/// Words without anything that Markdown takes for its own.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '$' | '~' | '!' => out.extend(['\\', letter]),
            '@' => out.push_str("&#64;"),
            letter => out.push(letter),
        }
    }
    out
}
