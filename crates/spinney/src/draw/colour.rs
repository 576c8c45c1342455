//! Colours that people who see fewer of them can tell apart; no colour is the only sign of anything.
//!
//! Up to eight classes have the eight colours of Okabe and Ito, of which no two are taken for each other with any common kind
//! of colour blindness. The next eight have the same colours with white stripes, the next with dots, the next with a grid;
//! from the 33rd on they begin again. Names stand beside the colours everywhere.

/// A colour by its parts, 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// What is drawn over a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texture {
    /// Nothing.
    Plain,
    /// White stripes.
    Stripes,
    /// White dots.
    Dots,
    /// A white grid.
    Grid,
}

/// The colours of classes: blue, orange, green, purple, sky blue, vermilion, yellow, black (as a dark grey).
pub const CLASSES: [Colour; 8] = [
    Colour(0, 114, 178),
    Colour(230, 159, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(86, 180, 233),
    Colour(213, 94, 0),
    Colour(240, 228, 66),
    Colour(68, 68, 68),
];

/// From the least to the greatest answer of a tree of numbers: one hue, ever darker.
const RAMP: [Colour; 4] = [Colour(198, 219, 239), Colour(133, 188, 220), Colour(66, 146, 198), Colour(8, 69, 148)];

/// The colour and the texture of a class.
///
/// ```
/// use spinney::draw::{Texture, class_colour};
/// assert_eq!(class_colour(0).1, Texture::Plain);
/// assert_eq!(class_colour(8).0, class_colour(0).0);
/// assert_eq!(class_colour(8).1, Texture::Stripes);
/// ```
pub fn class_colour(class: u32) -> (Colour, Texture) {
    let texture = match class / 8 % 4 {
        0 => Texture::Plain,
        1 => Texture::Stripes,
        2 => Texture::Dots,
        _ => Texture::Grid,
    };
    (CLASSES[class as usize % 8], texture)
}

/// The colour of an answer between the least (0) and the greatest (1).
pub fn ramp(place: f64) -> Colour {
    let steps = RAMP.len() - 1;
    let at = if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) * steps as f64 };
    let step = (at as usize).min(steps - 1);
    RAMP[step].mixed(RAMP[step + 1], at - step as f64)
}

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour(255, 255, 255);

    /// The colour that lies this far (0 to 1) on the way to another.
    #[must_use]
    pub fn mixed(self, other: Colour, way: f64) -> Colour {
        let part = |one: u8, two: u8| (f64::from(one) + (f64::from(two) - f64::from(one)) * way + 0.5) as u8;
        Colour(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// `#0072b2`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
