//! Small shapes that stand for points: told apart without colours.

use super::ink::{px, way};

/// How many shapes there are before they begin again.
pub(super) const SHAPES: usize = 6;

/// The way around a shape of about this radius: disc, square, triangle, diamond, triangle on its head, cross.
pub(super) fn marker(shape: usize, (x, y): (f64, f64), radius: f64) -> String {
    let around =
        |corners: &[(f64, f64)]| way(corners.iter().map(|(right, down)| (x + right * radius, y + down * radius))) + "Z";
    match shape % SHAPES {
        0 => {
            let (left, across) = (px(x - radius), px(2.0 * radius));
            let radius = px(radius);
            format!("M{left} {}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0Z", px(y))
        }
        1 => around(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => around(&[(0.0, -1.2), (1.15, 0.85), (-1.15, 0.85)]),
        3 => around(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        4 => around(&[(0.0, 1.2), (1.15, -0.85), (-1.15, -0.85)]),
        _ => around(&[
            (-0.4, -1.2),
            (0.4, -1.2),
            (0.4, -0.4),
            (1.2, -0.4),
            (1.2, 0.4),
            (0.4, 0.4),
            (0.4, 1.2),
            (-0.4, 1.2),
            (-0.4, 0.4),
            (-1.2, 0.4),
            (-1.2, -0.4),
            (-0.4, -0.4),
        ]),
    }
}
