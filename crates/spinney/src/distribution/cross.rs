//! Where a falling function crosses a level.

/// The point from 0 upwards at which a function that falls has come down to the level: halved until floats are next to each
/// other.
pub(super) fn crossing(level: f64, falling: impl Fn(f64) -> f64) -> f64 {
    let mut high = 1.0;
    while falling(high) > level && high < f64::MAX / 2.0 {
        high *= 2.0;
    }
    let mut low = 0.0;
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return high;
        }
        if falling(middle) > level { low = middle } else { high = middle }
    }
}
