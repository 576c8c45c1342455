//! A derivation in LaTeX: an article that pdfLaTeX, `LuaLaTeX` and `XeLaTeX` set.

use std::fmt::Write;

use super::document::{Block, Derivation, Table};
use super::formula::Formula;
use super::markdown::tex;

/// Signs of a formula on one line; fractions are narrower than their signs.
const WIDTH: usize = 84;
/// Tables with more rows may break over pages.
const LONG: usize = 30;

/// Sets a derivation as a LaTeX document.
pub fn latex(derivation: &Derivation) -> String {
    let mut out = HEAD.to_owned();
    let _ = write!(out, "\\title{{{}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n", escape(&derivation.title));
    blocks(&mut out, &derivation.opening);
    for section in &derivation.sections {
        let _ = write!(out, "\n\\section*{{{}}}\n", escape(&section.heading));
        blocks(&mut out, &section.blocks);
    }
    blocks(&mut out, &derivation.ending);
    out += "\\end{document}\n";
    out
}

const HEAD: &str = "\\documentclass[11pt]{article}
\\usepackage{iftex}
\\ifPDFTeX
  \\usepackage[utf8]{inputenc}
  \\usepackage[T1]{fontenc}
  \\usepackage{lmodern}
\\else
  \\usepackage{fontspec}
\\fi
\\usepackage[a4paper,margin=2.2cm]{geometry}
\\usepackage{amsmath,booktabs,longtable}
% Letters that pdfLaTeX has no font for are named; other engines set them.
\\newcommand\\letter[2]{\\ifPDFTeX\\texttt{U+#1}\\else#2\\fi}
\\setlength\\parindent{0pt}\\setlength\\parskip{6pt plus 2pt}
\\allowdisplaybreaks
\\sloppy
";

fn blocks(out: &mut String, blocks: &[Block]) {
    let mut rest = blocks;
    while let Some((block, more)) = rest.split_first() {
        rest = more;
        match block {
            Block::Heading(heading) => out.extend(["\n\\subsection*{", &escape(heading), "}\n"]),
            Block::Words(words) => out.extend(["\n", &escape(words), "\n"]),
            // Formulae that follow each other are aligned at their first sign of equality.
            Block::Formula(formula) => {
                let next = rest.iter().take_while(|block| matches!(block, Block::Formula(_))).count();
                let mut together = vec![formula];
                together.extend(rest[..next].iter().filter_map(|block| match block {
                    Block::Formula(formula) => Some(formula),
                    _ => None,
                }));
                align(out, &together);
                rest = &rest[next..];
            }
            Block::Table(table) => grid(out, table),
            Block::Drawing(drawing) => drawn(out, drawing),
        }
    }
}

fn align(out: &mut String, formulae: &[&Formula]) {
    let mut lines = Vec::new();
    for formula in formulae {
        for (at, line) in formula.lines(WIDTH).iter().enumerate() {
            let line = tex(line, escape);
            let line = if at == 0 { line.replacen(" = ", " &= ", 1) } else { format!("&\\quad {line}") };
            lines.push(format!("  {line}"));
        }
    }
    let _ = write!(out, "\\begin{{align*}}\n{}\n\\end{{align*}}\n", lines.join(" \\\\\n"));
}

fn grid(out: &mut String, table: &Table) {
    let kinds: String = table.heads.iter().map(|head| if head.figures { 'r' } else { 'l' }).collect();
    let long = table.rows.len() > LONG;
    let (open, close) = if long {
        (format!("\\begin{{longtable}}{{{kinds}}}"), "\\end{longtable}")
    } else {
        (format!("\\begin{{center}}\\begin{{tabular}}{{{kinds}}}"), "\\end{tabular}\\end{center}")
    };
    let cells = |row: &[String]| row.iter().map(|cell| escape(cell)).collect::<Vec<String>>();
    let heads: Vec<String> = table.heads.iter().map(|head| escape(&head.text)).collect();
    let _ = write!(out, "\n{open}\n\\toprule\n{} \\\\\n\\midrule\n", heads.join(" & "));
    for (at, row) in table.rows.iter().enumerate() {
        let bold = |cell: String| if table.marked == Some(at) { format!("\\textbf{{{cell}}}") } else { cell };
        let row: Vec<String> = cells(row).into_iter().map(bold).collect();
        let _ = writeln!(out, "{} \\\\", row.join(" & "));
    }
    let _ = write!(out, "\\bottomrule\n{close}\n");
}

/// A drawing in letters of equal width; the lines of boxes are made of signs that every font has.
fn drawn(out: &mut String, drawing: &str) {
    *out += "\n{\\footnotesize\\ttfamily\n";
    for line in drawing.lines() {
        let line = line.replace('│', "|").replace("├─", "|-").replace("└─", "`-");
        let line = escape(&line).replace(' ', "\\ ");
        // TeX drops the spaces at the start of a line unless something stands before them.
        let _ = writeln!(out, "\\mbox{{}}{line}\\\\");
    }
    *out += "}\n";
}

/// Text that TeX sets as it stands, also within a formula's `\text`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', letter]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '≤' => out.push_str("$\\leq$"),
            '≠' => out.push_str("$\\neq$"),
            '−' => out.push_str("$-$"),
            '·' => out.push_str("$\\cdot$"),
            '±' => out.push_str("$\\pm$"),
            'Σ' => out.push_str("$\\Sigma$"),
            '₂' => out.push_str("$_2$"),
            '²' => out.push_str("$^2$"),
            '→' => out.push_str("$\\to$"),
            '…' => out.push_str("\\ldots{}"),
            // These join with their neighbours to other signs, or begin an option behind a line's end.
            '-' | '`' | '\'' | ',' | '!' | '?' | '[' | ']' => out.extend(['{', letter, '}']),
            letter if letter.is_control() => out.push(' '),
            ' '..='~' | '\u{c0}'..='\u{17f}' => out.push(letter),
            letter => {
                let _ = write!(out, "\\letter{{{:04X}}}{{{letter}}}", u32::from(letter));
            }
        }
    }
    out
}
