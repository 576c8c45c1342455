//! A tree for LaTeX: a document of its own, of plain `TikZ` at fixed places, so that neither depth nor size meets a limit of a
//! tree package. Classes beyond the eighth share colours here; their names tell them apart.

use std::fmt::Write;

use crate::explain::plain;
use crate::model::Schema;
use crate::tree::Tree;

use super::colour::{CLASSES, Colour, class_colour, ramp};
use super::face::{Bar, Face};
use super::letters::{Weight, cut_width, width};
use super::page::{LABEL, LINE, Page, Place, ends, short_rows};
use super::picture::{Picture, PictureOptions};
use super::sketch::{Kind, Mark};

/// Points for each unit of the page.
const POINT: f64 = 0.75;
/// TeX knows no length beyond 16,383 points; larger trees are folded.
const LONGEST: f64 = 15_000.0 / POINT;
/// Classes in the legend.
const MOST_NAMED: usize = 16;

/// Writes a tree as a LaTeX document; pdfLaTeX, `LuaLaTeX` and `XeLaTeX` set it.
pub fn latex(schema: &Schema, tree: &Tree, options: &PictureOptions) -> String {
    let mut options = options.clone();
    let mut picture = Picture::new(schema, tree, &options);
    while picture.page.width.max(picture.page.height) > LONGEST && options.max_nodes > 1 {
        options.max_nodes = options.max_nodes.min(picture.marks.len()) / 2;
        picture = Picture::new(schema, tree, &options);
    }
    let title = options.title.as_ref().map_or_else(|| picture.words.target(), |title| plain(title));
    let mut out = head(&title);
    legend(&mut out, &title, &picture);
    let Picture { marks, faces, page, .. } = &picture;
    for (at, mark) in marks.iter().enumerate().skip(1) {
        edge(&mut out, page, mark, at, &faces[at]);
    }
    for (at, mark) in marks.iter().enumerate() {
        card(&mut out, page, mark, &page.places[at], &faces[at]);
    }
    out += "\\end{tikzpicture}\n\\end{document}\n";
    out
}

fn head(title: &str) -> String {
    let mut out = format!("% {}\n", title.replace(['\n', '\r'], " "));
    out += "\\documentclass[border=6pt]{standalone}\n\\usepackage{iftex}\n\\ifPDFTeX\n";
    out += "  \\usepackage[utf8]{inputenc}\n  \\usepackage[T1]{fontenc}\n  \\usepackage{lmodern}\n";
    out += "\\else\n  \\usepackage{fontspec}\n\\fi\n\\usepackage{tikz}\n";
    for (class, colour) in CLASSES.iter().enumerate() {
        let _ = writeln!(out, "\\definecolor{{class{class}}}{{RGB}}{{{},{},{}}}", colour.0, colour.1, colour.2);
    }
    out += "\\definecolor{ink}{RGB}{31,41,51}\n\\definecolor{faint}{RGB}{95,107,122}\n\\definecolor{way}{RGB}{195,204,213}\n";
    out += "\\newcommand\\size[1]{\\fontsize{#1}{#1}\\selectfont}\n";
    out += "\\begin{document}\n\\begin{tikzpicture}[font=\\sffamily,text=ink,inner sep=0pt,outer sep=0pt]\n";
    out
}

/// The title, and the classes with their colours, above the tree.
fn legend(out: &mut String, title: &str, picture: &Picture<'_>) {
    node(out, "base west", &at(0.0, -44.0), &format!("\\size{{13}}\\bfseries {}", escape(title)));
    let Some(Face { bar: Bar::Classes { shares, .. }, .. }) = picture.faces.first() else { return };
    let mut left = 0.0;
    for (class, _) in shares.iter().take(MOST_NAMED) {
        let name = cut_width(&picture.words.class(*class), 150.0, LINE, Weight::Regular);
        let _ = writeln!(out, "\\fill[class{}] {} rectangle {};", class % 8, at(left, -31.0), at(left + 14.0, -21.0));
        node(out, "base west", &at(left + 19.0, -22.0), &format!("\\size{{9}}{}", escape(&name)));
        left += 19.0 + width(&name, LINE, Weight::Regular) + 16.0;
    }
}

/// A point of the page; TeX's heights grow upwards.
fn at(x: f64, y: f64) -> String {
    format!("({:.2}pt,{:.2}pt)", x * POINT, -y * POINT + 0.0)
}

fn edge(out: &mut String, page: &Page, mark: &Mark, place: usize, face: &Face) {
    let (from, to) = (&page.places[mark.parent], &page.places[place]);
    let thick = 0.6 + 5.4 * face.share.clamp(0.0, 1.0);
    let (start, bend, back, turn, end) = if page.across {
        let (x, y, row) = (from.right(), from.middle().1, to.middle().1);
        let half = f64::midpoint(x, to.turn);
        (at(x, y), at(half, y), at(half, row), at(to.turn, row), at(to.left, row))
    } else {
        let (x, y, column) = (from.middle().0, from.bottom(), to.middle().0);
        let half = f64::midpoint(y, to.turn);
        (at(x, y), at(x, half), at(column, half), at(column, to.turn), at(column, to.top))
    };
    let _ =
        writeln!(out, "\\draw[way,line width={thick:.2}pt] {start} .. controls {bend} and {back} .. {turn} -- {end};");
    let (anchor, point) = if page.across {
        ("east", at(to.left - 5.0, to.middle().1))
    } else {
        ("center", at(to.middle().0, to.top - LABEL + 8.0))
    };
    let words = format!("\\size{{8}}{}", escape(&to.branch));
    let _ = writeln!(out, "\\node[anchor={anchor},fill=white,inner sep=1.5pt] at {point} {{{words}}};");
}

fn card(out: &mut String, page: &Page, mark: &Mark, place: &Place, face: &Face) {
    let own = match (&face.bar, ends(mark)) {
        (Bar::Classes { answer: Some(class), .. }, true) => Some(class_colour(*class).0),
        (Bar::Number { place, .. }, true) => Some(ramp(*place)),
        _ => None,
    };
    let dashes = if matches!(mark.kind, Kind::Folded | Kind::Rest(_)) { ",dashed" } else { "" };
    let paper = own.map_or(Colour::WHITE, |colour| colour.mixed(Colour::WHITE, 0.85));
    let _ = writeln!(
        out,
        "\\filldraw[draw=faint!70,fill={}{dashes},rounded corners=3pt] {} rectangle {};",
        rgb(paper),
        at(place.left, place.top),
        at(place.right(), place.bottom())
    );
    let left = place.left + 14.0;
    if page.across {
        let middle = place.middle().1;
        let note = if face.note.is_empty() { String::new() } else { format!("\\size{{8}}~{}", escape(&face.note)) };
        node(
            out,
            "west",
            &at(left, middle),
            &format!("\\size{{9}}\\bfseries {}\\mdseries{note}", escape(&place.title)),
        );
        node(
            out,
            "east",
            &at(place.right() - 8.0, middle),
            &format!("\\size{{8}}\\color{{faint}}{}", escape(short_rows(face))),
        );
        bar(out, (place.bar_left, middle - 4.5, super::page::BAR), &face.bar);
    } else {
        let right = place.right() - 14.0;
        node(
            out,
            "base west",
            &at(left, place.top + 21.0),
            &format!("\\size{{10.5}}\\bfseries {}", escape(&place.title)),
        );
        let foot = place.top + 54.0;
        node(out, "base west", &at(left, foot), &format!("\\size{{8}}\\color{{faint}}{}", escape(&face.rows)));
        node(out, "base east", &at(right, foot), &format!("\\size{{8}}{}", escape(&face.note)));
        bar(out, (left, place.top + 30.0, right - left), &face.bar);
    }
}

fn node(out: &mut String, anchor: &str, point: &str, words: &str) {
    let _ = writeln!(out, "\\node[anchor={anchor}] at {point} {{{words}}};");
}

fn bar(out: &mut String, (left, top, wide): (f64, f64, f64), bar: &Bar) {
    let mut fill = |from: f64, to: f64, (low, high): (f64, f64), colour: &str| {
        let (one, two) = (at(left + wide * from, top + low), at(left + wide * to, top + high));
        let _ = writeln!(out, "\\fill[{colour}] {one} rectangle {two};");
    };
    match bar {
        Bar::Nothing => {}
        Bar::Classes { shares, .. } => {
            let mut from = 0.0;
            for (class, share) in shares {
                fill(from, from + share, (0.0, 9.0), &format!("class{}", class % 8));
                from += share;
            }
        }
        Bar::Number { place, spread } => {
            fill(0.0, 1.0, (2.5, 6.5), "way!50");
            fill((place - spread).max(0.0), (place + spread).min(1.0), (2.5, 6.5), "faint!60");
            let half = 2.0 / wide;
            let middle = place.clamp(half, 1.0 - half);
            fill(middle - half, middle + half, (-0.5, 9.5), "ink");
        }
    }
}

fn rgb(colour: Colour) -> String {
    format!("{{rgb,255:red,{};green,{};blue,{}}}", colour.0, colour.1, colour.2)
}

/// Text that TeX sets as it stands.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', letter]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '≤' => out.push_str("$\\leq$"),
            '≠' => out.push_str("$\\neq$"),
            '>' => out.push_str("$>$"),
            '<' => out.push_str("$<$"),
            '−' => out.push_str("$-$"),
            '±' => out.push_str("$\\pm$"),
            '…' => out.push_str("\\ldots{}"),
            // These join with their neighbours to other signs.
            '-' | '`' | '\'' | ',' | '!' | '?' => out.extend([letter, '{', '}']),
            '"' => out.push_str("\\char34{}"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
