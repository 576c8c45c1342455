//! A derivation as a page of its own: no script, nothing from elsewhere, formulae in `MathML`.

use std::fmt::Write;

use super::document::{Block, Derivation, Table};
use super::formula::{Formula, Token};

/// Signs of a formula on one line.
const WIDTH: usize = 96;

/// Sets a derivation as a page.
pub fn html(derivation: &Derivation) -> String {
    let title = escape(&derivation.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    blocks(&mut out, &derivation.opening);
    contents(&mut out, derivation);
    for section in &derivation.sections {
        let _ = write!(
            out,
            "<details open id=\"node-{}\">\n<summary><h2>{}</h2> <span class=\"gist\">{}</span></summary>\n",
            section.node,
            escape(&section.heading),
            escape(&section.gist)
        );
        blocks(&mut out, &section.blocks);
        out += "</details>\n";
    }
    blocks(&mut out, &derivation.ending);
    out += "</main>\n</body>\n</html>\n";
    out
}

const STYLE: &str = include_str!("page.css");

/// Links to the nodes, where there are several.
fn contents(out: &mut String, derivation: &Derivation) {
    if derivation.sections.len() < 2 {
        return;
    }
    *out += "<nav aria-label=\"Nodes\"><ol>\n";
    for section in &derivation.sections {
        let (heading, gist) = (escape(&section.heading), escape(&section.gist));
        let _ = writeln!(
            out,
            "<li><a href=\"#node-{}\">{heading}</a> <span class=\"gist\">{gist}</span></li>",
            section.node
        );
    }
    *out += "</ol></nav>\n";
}

fn blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Heading(heading) => out.extend(["<h3>", &escape(heading), "</h3>\n"]),
            Block::Words(words) => out.extend(["<p>", &escape(words), "</p>\n"]),
            Block::Formula(formula) => {
                *out += "<div class=\"formula\">\n";
                for line in formula.lines(WIDTH) {
                    let _ = writeln!(out, "<div><math>{}</math></div>", mathml(&line));
                }
                *out += "</div>\n";
            }
            Block::Table(table) => grid(out, table),
            Block::Drawing(drawing) => out.extend(["<pre>", &escape(drawing), "</pre>\n"]),
        }
    }
}

fn grid(out: &mut String, table: &Table) {
    let class = |column: usize| if table.heads[column].figures { " class=\"figure\"" } else { "" };
    *out += "<div class=\"wide\"><table>\n<thead><tr>";
    for (column, head) in table.heads.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(column), escape(&head.text));
    }
    *out += "</tr></thead>\n<tbody>\n";
    for (at, row) in table.rows.iter().enumerate() {
        *out += if table.marked == Some(at) { "<tr class=\"best\">" } else { "<tr>" };
        for (column, cell) in row.iter().enumerate().take(table.heads.len()) {
            let _ = write!(out, "<td{}>{}</td>", class(column), escape(cell));
        }
        *out += "</tr>\n";
    }
    *out += "</tbody>\n</table></div>\n";
}

fn mathml(formula: &Formula) -> String {
    formula.tokens.iter().map(sign).collect()
}

fn sign(token: &Token) -> String {
    let fraction = |part: &str, whole: &str| format!("<mfrac><mn>{part}</mn><mn>{whole}</mn></mfrac>");
    let brackets = |inner: &str| format!("<mrow><mo>(</mo>{inner}<mo>)</mo></mrow>");
    let square = |inner: &str| format!("<msup>{inner}<mn>2</mn></msup>");
    let name = |name: &str| format!("<mtext>{}</mtext>", escape(name));
    let sign = match token {
        Token::Name(own) => return name(own),
        Token::Measure("H") => return "<mi>H</mi>".to_owned(),
        Token::Measure(measure) => return format!("<mtext>{measure}</mtext>"),
        Token::Number(number) => return power_of_ten(number),
        Token::Fraction(part, whole) => return fraction(part, whole),
        Token::SquaredFraction(part, whole) => return square(&brackets(&fraction(part, whole))),
        Token::Squares(own, mean) => {
            let mean = if mean == "mean" { name(mean) } else { power_of_ten(mean) };
            let inner = format!("{}<mo>−</mo>{mean}", name(own));
            return format!("<mo>∑</mo>{}", square(&brackets(&inner)));
        }
        Token::Distances(own) => {
            return format!("<mo>∑</mo><mo>|</mo>{}<mo>−</mo><mtext>median</mtext><mo>|</mo>", name(own));
        }
        Token::Bits => return "<mo>∑</mo><mi>p</mi><mo>·</mo><msub><mi>log</mi><mn>2</mn></msub><mi>p</mi>".to_owned(),
        Token::SquaredShares => return "<mo>∑</mo><msup><mi>p</mi><mn>2</mn></msup>".to_owned(),
        Token::Log2 => return "<msub><mi>log</mi><mn>2</mn></msub>".to_owned(),
        Token::Known => return "<mspace width=\"0.3em\"/><mtext>known</mtext>".to_owned(),
        Token::Ln => return "<mi>ln</mi>".to_owned(),
        Token::Negative => return "<mo form=\"prefix\">−</mo>".to_owned(),
        Token::Given => return "<mo lspace=\"0.3em\" rspace=\"0.3em\">|</mo>".to_owned(),
        Token::Open => "(",
        Token::Close => ")",
        Token::Comma => ",",
        Token::Equals => "=",
        Token::Plus => "+",
        Token::Minus => "−",
        Token::Times => "·",
        Token::Over => "/",
    };
    format!("<mo>{sign}</mo>")
}

/// `3.1e-5` as people write it.
fn power_of_ten(number: &str) -> String {
    match number.split_once('e') {
        Some((factor, power)) => {
            format!("<mn>{factor}</mn><mo>·</mo><msup><mn>10</mn><mn>{}</mn></msup>", power.replace('-', "−"))
        }
        None => format!("<mn>{number}</mn>"),
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}
