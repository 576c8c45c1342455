//! Pictures in dots: the bundled font draws letters, bad drawings and huge ones are refused.

#[path = "../../src/png.rs"]
mod dots;

use dots::{PngError, png};

fn drawing(width: u32, inside: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"40\">{inside}</svg>")
}

/// Width and height as the head of the file says.
fn size(picture: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes([picture[at], picture[at + 1], picture[at + 2], picture[at + 3]]);
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    (number(16), number(20))
}

#[test]
fn a_picture_has_the_size_of_its_drawing_times_the_scale() {
    assert_eq!(size(&png(&drawing(100, ""), 1.0).unwrap()), (100, 40));
    assert_eq!(size(&png(&drawing(100, ""), 2.5).unwrap()), (250, 100));
}

#[test]
fn letters_are_drawn_by_the_bundled_font_whatever_family_is_asked_for() {
    let empty = png(&drawing(100, ""), 1.0).unwrap();
    let words = |family: &str| {
        let text = format!("<text x=\"5\" y=\"25\" font-size=\"14\" font-family=\"{family}\">Sunny ≤ 2.45</text>");
        png(&drawing(100, &text), 1.0).unwrap()
    };
    assert_ne!(words("sans-serif"), empty);
    assert_eq!(words("sans-serif"), words("No Such Font"));
}

#[test]
fn text_with_letters_of_other_scripts_keeps_its_other_letters() {
    let empty = png(&drawing(100, ""), 1.0).unwrap();
    let mixed = png(&drawing(100, "<text x=\"5\" y=\"25\">Sunny 名</text>"), 1.0).unwrap();
    assert_ne!(mixed, empty);
}

#[test]
fn what_is_no_drawing_and_what_is_too_large_is_refused_with_words() {
    assert!(matches!(png("no svg", 1.0), Err(PngError::Drawing(_))));
    let error = png(&drawing(100_000, ""), 100.0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the picture would be 10000000 × 4000 dots; fold deep branches, scale it down, or take svg"
    );
}
