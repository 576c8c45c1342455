//! A picture in dots, for where an SVG cannot go.
//!
//! The letters are those of the bundled font (see LICENSE-DEJAVU), so that a picture looks the same on every machine; fonts of
//! the machine are asked only for letters that it lacks, such as Chinese ones.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{FontResolver, Options, Tree};

/// The most dots of a picture: 100 million take 400 megabytes while it is drawn.
const MOST_DOTS: f64 = 1e8;

/// Why there is no picture.
#[derive(Debug)]
pub(crate) enum PngError {
    /// The drawing is not one that can be read.
    Drawing(String),
    /// It would be too large.
    TooLarge {
        /// Dots across.
        width: f64,
        /// Dots down.
        height: f64,
    },
    /// It could not be written.
    Writing(String),
}

impl std::fmt::Display for PngError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PngError::Drawing(why) => write!(f, "the drawing cannot be turned into a picture: {why}"),
            PngError::TooLarge { width, height } => {
                write!(
                    f,
                    "the picture would be {width:.0} × {height:.0} dots; fold deep branches, scale it down, or take svg"
                )
            }
            PngError::Writing(why) => write!(f, "the picture cannot be written: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// The picture of an SVG, `scale` dots for each of its units.
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &options(svg)).map_err(|error| PngError::Drawing(error.to_string()))?;
    let (width, height) = ((tree.size().width() * scale).ceil(), (tree.size().height() * scale).ceil());
    let too_large = || PngError::TooLarge { width: width.into(), height: height.into() };
    if f64::from(width) * f64::from(height) > MOST_DOTS {
        return Err(too_large());
    }
    let mut dots = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut dots.as_mut());
    dots.encode_png().map_err(|error| PngError::Writing(error.to_string()))
}

/// The bundled font for everything, and those of the machine for letters that it lacks.
fn options(svg: &str) -> Options<'static> {
    let mut fonts = Database::new();
    let mut load = |font: &'static [u8]| fonts.load_font_source(Source::Binary(Arc::new(font))).first().copied();
    let (regular, bold) = (load(dejavu::sans_condensed::regular()), load(dejavu::sans_condensed::bold()));
    if !covers(svg) {
        fonts.load_system_fonts();
    }
    let resolver = FontResolver {
        select_font: Box::new(move |font, _| if font.weight() > 500 { bold } else { regular }),
        select_fallback: FontResolver::default_fallback_selector(),
    };
    Options { fontdb: Arc::new(fonts), font_resolver: resolver, ..Options::default() }
}

/// Whether the bundled font has the scripts of all letters: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic and signs.
fn covers(text: &str) -> bool {
    text.chars().all(|letter| matches!(letter, '\0'..='\u{6ff}' | '\u{1e00}'..='\u{2bff}'))
}
