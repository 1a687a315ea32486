//! Where things stand on a tile.

use safari_core::{Drawing, Segment};

use crate::geometry::{Point, TILE};
use crate::run::{Form, Run};

/// Free space that a baobab wants around its middle.
const ROOM: f64 = 19.0;
/// What a corner keeps free for an animal tile.
const CORNER: (f64, f64) = (8.0, 15.0);

/// Where things stand on a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub run: Run,
    pub animal: Option<Point>,
    pub meeple: Option<Point>,
    pub birds: Option<Point>,
}

/// Where things stand on a tile.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// In the order of the drawing's segments.
    pub stands: Vec<Stand>,
    pub baobab: Option<Point>,
}

impl Layout {
    /// Arranges a drawing turned by `rotation`, with room for a meeple on each segment that `holds_meeple` names.
    pub fn new(drawing: &Drawing, rotation: u8, holds_meeple: impl Fn(usize) -> bool) -> Layout {
        let middle = |segment: &&Segment| matches!(Run::new(segment, 0).form, Form::Straight | Form::Band);
        let crossed = drawing.segments.iter().filter(middle).count() > 1;
        let stand = |(i, segment): (usize, &Segment)| {
            let run = Run::new(segment, rotation);
            let things = [segment.animal.is_some(), holds_meeple(i), segment.birds > 0];
            let count = things.into_iter().filter(|&there| there).count();
            // Where two segments cross, nothing stands in the middle.
            let least = if crossed && middle(&segment) { 2 } else { 0 };
            let mut slots = run.slots(count.max(least)).into_iter();
            let [animal, meeple, birds] = things.map(|there| if there { slots.next() } else { None });
            Stand { run, animal, meeple, birds }
        };
        let stands: Vec<Stand> = drawing.segments.iter().enumerate().map(stand).collect();
        let baobab = drawing.baobab.then(|| free_place(&drawing.segments).turned(usize::from(rotation)));
        Layout { stands, baobab }
    }
}

/// The place nearest to the middle with room for a baobab at rotation 0, or else the one with most room.
fn free_place(segments: &[Segment]) -> Point {
    let mut taken: Vec<(Point, f64)> = segments.iter().flat_map(|s| Run::new(s, 0).covers()).collect();
    for corner in 0..4 {
        taken.push((Point::new(CORNER.0, CORNER.0).turned(corner), CORNER.1));
    }
    let middle = Point::new(TILE / 2.0, TILE / 2.0);
    let places =
        (10..=40).flat_map(|x| (10..=40).map(move |y| Point::new(f64::from(x * 2), f64::from(y * 2))));
    let worth = |place: Point| {
        let room = taken.iter().map(|&(p, radius)| place.distance(p) - radius).fold(ROOM, f64::min);
        room - place.distance(middle) / 1000.0
    };
    places.max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(middle)
}

/// Tiles that the game does not have but a tile file may.
#[cfg(test)]
pub(crate) fn odd_tiles() -> safari_core::TileSet {
    let file = include_str!("../../../configs/tiles/safari.toml");
    let start = &file[file.find("[[start]]").expect("the file has a start tile")..];
    let tile = |id: usize, sides: &str, trails: &str, bushes: &str, copy: &str| {
        let baobab = [2, 4].contains(&id);
        format!(
            "[[tile]]\nid = {id}\nsides = \"{sides}\"\ntrails = [{trails}]\nbushes = [{bushes}]\n\
             baobab = {baobab}\ncopies = [\"{copy}\"]\n\n"
        )
    };
    let bush = |sides: &str, birds: u8| format!(r#"{{ sides = "{sides}", birds = {birds} }}"#);
    let text = [
        tile(1, "tttt", r#""NS", "EW""#, "", "AE"),
        tile(2, "tttt", r#""N", "E", "S", "W""#, "", "AEGL"),
        tile(3, "tttt", r#""NE", "SW""#, "", "ZL"),
        tile(4, "bbbb", "", &bush("NESW", 9), "G"),
        tile(5, "bbbb", "", &format!("{}, {}", bush("NE", 1), bush("SW", 2)), "GA"),
        tile(7, "bbbb", "", &format!("{}, {}, {}", bush("N", 1), bush("EW", 0), bush("S", 2)), "LAZ"),
        tile(9, "bbbt", r#""W""#, &bush("NES", 3), "AZ"),
        tile(11, "ttts", r#""NS", "E""#, "", "AZ"),
    ];
    safari_core::TileSet::parse(&(text.concat() + start)).expect("the tiles are valid")
}

#[cfg(test)]
mod tests {
    use super::*;
    use safari_core::TileSet;

    /// Everything that may stand on a tile at once, with its radius.
    fn things(layout: &Layout) -> Vec<(Point, f64)> {
        let on_segments =
            layout.stands.iter().flat_map(|s| [(s.animal, 9.0), (s.meeple, 8.5), (s.birds, 9.0)]);
        let all = on_segments.chain([(layout.baobab, 13.0)]);
        all.filter_map(|(point, radius)| Some((point?, radius))).collect()
    }

    #[test]
    fn nothing_hides_anything() {
        for tiles in [TileSet::safari(), odd_tiles().leak()] {
            nothing_hides_anything_on(tiles);
        }
    }

    fn nothing_hides_anything_on(tiles: &TileSet) {
        let start = tiles.start().map(|(kind, _)| kind);
        for kind in tiles.kinds().chain(start) {
            for meeples in 0..16 {
                let layout = Layout::new(tiles.drawing(kind), 0, |i| meeples >> i & 1 != 0);
                let things = things(&layout);
                for (i, &(a, r)) in things.iter().enumerate() {
                    for &(b, q) in &things[..i] {
                        assert!(a.distance(b) >= r + q, "{} {meeples} {a} {b}", tiles.token(kind));
                    }
                    assert!(a.x.min(a.y) >= r && a.x.max(a.y) <= TILE - r, "{} {a}", tiles.token(kind));
                }
            }
        }
    }

    #[test]
    fn baobabs_stand_clear_of_trails_bushes_and_corners() {
        let tiles = TileSet::safari();
        for drawing in tiles.kinds().map(|kind| tiles.drawing(kind)).filter(|d| d.baobab) {
            let place = free_place(&drawing.segments);
            let covers = drawing.segments.iter().flat_map(|s| Run::new(s, 0).covers());
            for (point, radius) in covers {
                assert!(place.distance(point) - radius >= 12.0, "{}: {place} {point}", drawing.token);
            }
        }
    }

    #[test]
    fn a_rotation_turns_every_place() {
        let tiles = TileSet::safari();
        for kind in tiles.kinds() {
            let [still, turned] = [0, 3].map(|r| Layout::new(tiles.drawing(kind), r, |_| true));
            for (a, b) in things(&still).into_iter().zip(things(&turned)) {
                assert!(a.0.turned(3).distance(b.0) < 1e-6, "{}", tiles.token(kind));
            }
        }
    }
}
