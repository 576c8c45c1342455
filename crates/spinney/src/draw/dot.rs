//! A tree for Graphviz, which lays it out by itself: `dot -Tsvg tree.dot`.

use std::fmt::Write;

use crate::model::Schema;
use crate::tree::Tree;

use super::colour::{Colour, class_colour, ramp};
use super::face::Bar;
use super::page::ends;
use super::picture::{Picture, PictureOptions};
use super::sketch::Kind;

/// Writes a tree in Graphviz's language.
pub fn dot(schema: &Schema, tree: &Tree, options: &PictureOptions) -> String {
    let picture = Picture::new(schema, tree, options);
    let title = options.title.clone().unwrap_or_else(|| picture.words.target());
    let mut out = format!("digraph {} {{\n", quoted(&title));
    out += "  graph [nodesep=0.25, ranksep=0.45];\n";
    out += "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, color=\"#9aa5b1\"];\n";
    out += "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.6, color=\"#7b8794\"];\n";
    for (at, (mark, face)) in picture.marks.iter().zip(&picture.faces).enumerate() {
        let colour = match (&face.bar, ends(mark)) {
            (Bar::Classes { answer: Some(class), .. }, true) => class_colour(*class).0.mixed(Colour::WHITE, 0.7),
            (Bar::Number { place, .. }, true) => ramp(*place).mixed(Colour::WHITE, 0.6),
            _ => Colour::WHITE,
        };
        let note = if face.note.is_empty() { String::new() } else { format!(" {}", face.note) };
        let label = quoted(&format!("{}{note}\n{}", face.title, face.rows));
        let dashed =
            if matches!(mark.kind, Kind::Folded | Kind::Rest(_)) { ", style=\"rounded,filled,dashed\"" } else { "" };
        let _ = writeln!(
            out,
            "  n{at} [label={label}, fillcolor=\"{}\", tooltip={}{dashed}];",
            colour.hex(),
            quoted(&face.tip)
        );
        if at > 0 {
            let thick = 0.6 + 4.4 * face.share.clamp(0.0, 1.0);
            let label = quoted(&format!(" {}", face.branch));
            let _ = writeln!(out, "  n{} -> n{at} [label={label}, penwidth={thick:.2}];", mark.parent);
        }
    }
    out += "}\n";
    out
}

/// A text in quotes; a backslash would begin one of Graphviz's own words.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
