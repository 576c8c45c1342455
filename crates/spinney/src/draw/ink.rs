//! The strokes of an SVG: rectangles, paths and words, escaped once and here.

use std::fmt::Write;

use super::colour::{Colour, Texture, class_colour};
use super::letters::Weight;

/// Dark grey for words, middle grey for lesser ones, light greys for lines and fields.
pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT: &str = "#5f6b7a";
pub(super) const LINE_COLOUR: &str = "#c3ccd5";
pub(super) const FIELD: &str = "#dfe4ea";

/// The font that pictures are measured with, then those that browsers have.
const FONTS: &str = "'DejaVu Sans Condensed','Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif";

/// An SVG that is being written.
pub(super) struct Ink {
    out: String,
}

/// A rectangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The look of words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand {
    pub(super) size: f64,
    pub(super) weight: Weight,
    pub(super) colour: &'static str,
    /// Where the point given lies: at the `start`, the `middle` or the `end` of the words.
    pub(super) anchor: &'static str,
}

impl Ink {
    pub(super) fn new(width: f64, height: f64, title: &str, textures: &[u32]) -> Self {
        let (width, height) = (px(width.ceil()), px(height.ceil()));
        let mut ink = Ink { out: String::new() };
        ink.put(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\">\n<title>{}</title>\n",
            escape(title)
        ));
        if !textures.is_empty() {
            ink.put("<defs>\n");
            for class in textures {
                ink.texture(*class);
            }
            ink.put("</defs>\n");
        }
        ink.put(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"));
        ink
    }

    fn texture(&mut self, class: u32) {
        let (colour, texture) = class_colour(class);
        let over = match texture {
            Texture::Plain => "",
            Texture::Stripes => {
                "<path d=\"M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5\" stroke=\"#fff\" stroke-width=\"1.5\"/>"
            }
            Texture::Dots => {
                "<circle cx=\"1.5\" cy=\"1.5\" r=\"1\" fill=\"#fff\"/><circle cx=\"4.5\" cy=\"4.5\" r=\"1\" fill=\"#fff\"/>"
            }
            Texture::Grid => "<path d=\"M0 1.5H6M0 4.5H6M1.5 0V6M4.5 0V6\" stroke=\"#fff\" stroke-width=\"0.7\"/>",
        };
        let tile = format!("<rect width=\"6\" height=\"6\" fill=\"{}\"/>{over}", colour.hex());
        self.put(&format!(
            "<pattern id=\"class{class}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">{tile}</pattern>\n"
        ));
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A group with a tooltip; [`Ink::close`] ends it.
    pub(super) fn open(&mut self, tip: &str) {
        let _ = writeln!(self.out, "<g><title>{}</title>", escape(tip));
    }

    pub(super) fn close(&mut self) {
        self.put("</g>\n");
    }

    /// A filled rectangle; `more` holds further attributes, which must be constant or escaped.
    pub(super) fn rect(&mut self, area: Area, round: f64, fill: &str, more: &str) {
        let Area { left, top, width, height } = area;
        let round = if round > 0.0 { format!(" rx=\"{}\"", px(round)) } else { String::new() };
        let space = if more.is_empty() { "" } else { " " };
        let _ = writeln!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round} fill=\"{fill}\"{space}{more}/>",
            px(left),
            px(top),
            px(width),
            px(height)
        );
    }

    /// A line without a filling.
    pub(super) fn path(&mut self, way: &str, colour: &str, thick: f64) {
        let _ = writeln!(
            self.out,
            "<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
            px(thick)
        );
    }

    /// The same with dashes; none where `dashes` is empty.
    pub(super) fn line(&mut self, way: &str, colour: &str, thick: f64, dashes: &str) {
        let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
        let _ = writeln!(
            self.out,
            "<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes}/>",
            px(thick)
        );
    }

    /// A filled shape; `more` holds further attributes, which must be constant or escaped.
    pub(super) fn shape(&mut self, way: &str, fill: &str, more: &str) {
        let space = if more.is_empty() { "" } else { " " };
        let _ = writeln!(self.out, "<path d=\"{way}\" fill=\"{fill}\"{space}{more}/>");
    }

    /// Words at a point of their base line.
    pub(super) fn words(&mut self, x: f64, y: f64, text: &str, hand: Hand) {
        if text.is_empty() {
            return;
        }
        let weight = if hand.weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
        let anchor = if hand.anchor == "start" { String::new() } else { format!(" text-anchor=\"{}\"", hand.anchor) };
        let _ = writeln!(
            self.out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{weight}{anchor}>{}</text>",
            px(x),
            px(y),
            px(hand.size),
            hand.colour,
            escape(text)
        );
    }

    pub(super) fn finish(mut self) -> String {
        self.put("</svg>\n");
        self.out
    }
}

/// The filling of a class: its colour, or the pattern of its texture.
pub(super) fn class_fill(class: u32) -> String {
    match class_colour(class) {
        (colour, Texture::Plain) => colour.hex(),
        _ => format!("url(#class{class})"),
    }
}

/// A light tint of a colour.
pub(super) fn tint(colour: Colour) -> String {
    colour.mixed(Colour::WHITE, 0.88).hex()
}

/// A length with at most one decimal.
pub(super) fn px(value: f64) -> String {
    let text = format!("{:.1}", value + 0.0);
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The way through these points.
pub(super) fn way(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut out = String::new();
    for (x, y) in points {
        let _ = write!(out, "{}{} {}", if out.is_empty() { "M" } else { "L" }, px(x), px(y));
    }
    out
}

/// Text between tags, or in an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // What XML cannot hold at all; names have none left, this is for titles.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}
