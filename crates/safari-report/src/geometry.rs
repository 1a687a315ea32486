//! Points on a tile and numbers as SVG writes them.

use std::fmt;

/// The length of a tile's side in the units of all drawings.
pub(crate) const TILE: f64 = 100.0;

/// A point: x to the east, y to the south.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point after its tile was turned clockwise by quarter turns.
    pub fn turned(self, turns: usize) -> Point {
        (0..turns % 4).fold(self, |p, _| Point::new(TILE - p.y, p.x))
    }

    /// The point moved by (dx, dy).
    pub fn moved(self, dx: f64, dy: f64) -> Point {
        Point::new(self.x + dx, self.y + dy)
    }

    /// The distance to another point.
    pub fn distance(self, other: Point) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }
}

/// `x,y`
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Num(self.x), Num(self.y))
    }
}

/// A number rounded to a tenth, without `.0`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Num(pub f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
        if rest == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.04, 3.0, -0.5, 12.34, -7.96].map(|x| Num(x).to_string());
        assert_eq!(texts, ["0", "0", "3", "-0.5", "12.3", "-8"]);
    }

    #[test]
    fn a_quarter_turn_takes_north_to_east() {
        let north = Point::new(50.0, 0.0);
        assert_eq!(north.turned(1), Point::new(100.0, 50.0));
        assert_eq!(north.turned(3), Point::new(0.0, 50.0));
        assert_eq!(Point::new(100.0, 0.0).turned(1), Point::new(100.0, 100.0));
    }
}
