//! How a trail or bush runs over its tile.

use std::fmt::Write;

use safari_core::{Segment, Side, Terrain};

use crate::geometry::{Num, Point};

/// How far a trail that is closed inside its tile reaches.
pub(crate) const DEAD_END: f64 = 32.0;
/// Half the width of a trail with its banks.
pub(crate) const HALF_TRAIL: f64 = 7.0;

/// What a segment looks like before it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A trail from the north, closed inside the tile.
    DeadEnd,
    /// A trail from north to south.
    Straight,
    /// A trail from north to east.
    Bend,
    /// A bush along the north.
    Edge,
    /// A bush along north and east.
    Angle,
    /// A bush from east to west through the middle.
    Band,
    /// A bush along north, east and south.
    Bay,
    /// A bush all over the tile.
    Full,
}

/// A [`Form`] turned clockwise by quarter turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub form: Form,
    turns: usize,
}

/// The edge of a bush from where it leaves the tile's border to where it returns, the bush to the left.
const EDGE: &[Point] = &[
    Point::new(10.0, 0.0),
    Point::new(18.0, 8.5),
    Point::new(29.0, 16.5),
    Point::new(42.0, 21.0),
    Point::new(58.0, 21.0),
    Point::new(71.0, 16.5),
    Point::new(82.0, 8.5),
    Point::new(90.0, 0.0),
];
const ANGLE: &[Point] = &[
    Point::new(10.0, 0.0),
    Point::new(17.0, 10.0),
    Point::new(29.0, 17.5),
    Point::new(43.0, 24.0),
    Point::new(57.0, 31.0),
    Point::new(69.0, 43.0),
    Point::new(76.0, 57.0),
    Point::new(82.5, 71.0),
    Point::new(90.0, 83.0),
    Point::new(100.0, 90.0),
];
const BAND: &[Point] = &[
    Point::new(100.0, 10.0),
    Point::new(89.0, 15.5),
    Point::new(78.5, 26.0),
    Point::new(65.0, 33.5),
    Point::new(50.0, 35.0),
    Point::new(35.0, 33.5),
    Point::new(21.5, 26.0),
    Point::new(11.0, 15.5),
    Point::new(0.0, 10.0),
];
const BAY: &[Point] = &[
    Point::new(10.0, 0.0),
    Point::new(17.0, 10.0),
    Point::new(29.0, 17.5),
    Point::new(43.0, 24.0),
    Point::new(56.0, 31.0),
    Point::new(64.0, 43.0),
    Point::new(64.0, 57.0),
    Point::new(56.0, 69.0),
    Point::new(43.0, 76.0),
    Point::new(29.0, 82.5),
    Point::new(17.0, 90.0),
    Point::new(10.0, 100.0),
];

impl Run {
    /// How a segment runs on a tile turned by `rotation`.
    pub fn new(segment: &Segment, rotation: u8) -> Run {
        let touches = |side: usize| segment.sides.contains(&Side::from_index(side));
        let (form, first) = match (segment.terrain, segment.sides.len()) {
            (Terrain::Bush, 4) => (Form::Full, 0),
            (Terrain::Bush, 3) => (Form::Bay, (0..4).find(|&side| !touches(side + 3)).unwrap_or(0)),
            (terrain, 2) => match (0..4).find(|&side| touches(side) && touches(side + 1)) {
                Some(side) if terrain == Terrain::Bush => (Form::Angle, side),
                Some(side) => (Form::Bend, side),
                None if terrain == Terrain::Bush => (Form::Band, usize::from(touches(0))),
                None => (Form::Straight, usize::from(touches(1))),
            },
            (terrain, _) => {
                let side = segment.sides.first().map_or(0, |side| side.index());
                (if terrain == Terrain::Bush { Form::Edge } else { Form::DeadEnd }, side)
            }
        };
        Run { form, turns: first + usize::from(rotation) }
    }

    /// Where `count` things stand on it, 1 to 3 (1 or 2 on a trail).
    pub fn slots(self, count: usize) -> Vec<Point> {
        let places: &[(f64, f64)] = match (self.form, count) {
            (Form::DeadEnd, 0..=1) => &[(50.0, 16.0)],
            (Form::DeadEnd, _) => &[(40.0, 14.0), (60.5, 14.0)],
            (Form::Straight, 0..=1) => &[(50.0, 50.0)],
            (Form::Straight, _) => &[(50.0, 32.0), (50.0, 68.0)],
            (Form::Bend, 0..=1) => &[(64.6, 35.4)],
            (Form::Bend, _) => &[(55.4, 22.7), (77.3, 44.6)],
            (Form::Edge, 0..=1) => &[(50.0, 12.5)],
            (Form::Edge, 2) => &[(34.0, 12.5), (66.0, 12.5)],
            (Form::Edge, _) => &[(24.0, 12.0), (50.0, 12.5), (76.0, 12.0)],
            (Form::Angle, 0..=1) => &[(76.0, 24.0)],
            (Form::Angle, 2) => &[(58.0, 15.0), (85.0, 42.0)],
            (Form::Angle, _) => &[(45.0, 12.0), (76.0, 24.0), (88.0, 55.0)],
            (Form::Band, 0..=1) => &[(50.0, 50.0)],
            (Form::Band, 2) => &[(33.0, 50.0), (67.0, 50.0)],
            (Form::Band, _) => &[(21.0, 50.0), (50.0, 50.0), (79.0, 50.0)],
            (Form::Bay, 0..=1) => &[(82.0, 50.0)],
            (Form::Bay, 2) => &[(77.0, 31.0), (77.0, 69.0)],
            (Form::Bay, _) => &[(70.0, 21.0), (83.0, 50.0), (70.0, 79.0)],
            (Form::Full, 0..=1) => &[(50.0, 24.0)],
            (Form::Full, 2) => &[(33.0, 24.0), (67.0, 24.0)],
            (Form::Full, _) => &[(24.0, 24.0), (50.0, 24.0), (76.0, 24.0)],
        };
        places.iter().map(|&(x, y)| Point::new(x, y).turned(self.turns)).collect()
    }

    /// Circles that it covers: a place free of them is free of the segment.
    pub fn covers(self) -> Vec<(Point, f64)> {
        let along = |list: &[(f64, f64)], radius| -> Vec<(Point, f64)> {
            list.iter().map(|&(x, y)| (Point::new(x, y), radius)).collect()
        };
        let rim = |points: &[Point]| points.iter().map(|&p| (p, 6.0)).collect::<Vec<_>>();
        let mut circles = match self.form {
            Form::DeadEnd => {
                along(&[(50.0, 0.0), (50.0, 10.0), (50.0, 20.0), (50.0, 26.0)], HALF_TRAIL + 2.0)
            }
            Form::Straight => (0..=10).map(|i| (Point::new(50.0, f64::from(i) * 10.0), HALF_TRAIL)).collect(),
            Form::Bend => along(
                &[
                    (50.0, 0.0),
                    (51.7, 12.9),
                    (55.4, 22.7),
                    (64.6, 35.4),
                    (77.3, 44.6),
                    (87.1, 48.3),
                    (100.0, 50.0),
                ],
                HALF_TRAIL,
            ),
            Form::Edge => rim(EDGE),
            Form::Angle => rim(ANGLE),
            Form::Bay => rim(BAY),
            Form::Band => [rim(BAND), rim(&BAND.iter().map(|p| p.turned(2)).collect::<Vec<_>>())].concat(),
            Form::Full => Vec::new(),
        };
        if !matches!(self.form, Form::DeadEnd) {
            circles.extend(Run { turns: 0, ..self }.slots(2).into_iter().map(|slot| (slot, 9.0)));
        }
        if matches!(self.form, Form::Band) {
            circles.push((Point::new(50.0, 50.0), 16.0));
        }
        for (point, _) in &mut circles {
            *point = point.turned(self.turns);
        }
        circles
    }

    /// The path of a trail's middle line.
    pub fn trail(self) -> String {
        let at = |x, y| Point::new(x, y).turned(self.turns);
        match self.form {
            Form::Bend => format!("M{}A50 50 0 0 0 {}", at(50.0, 0.0), at(100.0, 50.0)),
            Form::DeadEnd => format!("M{}L{}", at(50.0, 0.0), at(50.0, DEAD_END)),
            _ => format!("M{}L{}", at(50.0, 0.0), at(50.0, 100.0)),
        }
    }

    /// The path of the bar that closes a trail.
    pub fn bar(self) -> String {
        let at = |x| Point::new(x, DEAD_END).turned(self.turns);
        format!("M{}L{}", at(39.5), at(60.5))
    }

    /// The path around a bush, to be filled.
    pub fn bush(self) -> String {
        let at = |x, y| Point::new(x, y).turned(self.turns);
        let corner = at(100.0, 0.0);
        match self.form {
            Form::Full => "M0 0H100V100H0Z".to_owned(),
            Form::Band => format!("M{}L{}Z", self.scallops(BAND, 0, 0.0), self.scallops(BAND, 2, 0.0)),
            Form::Angle => format!("M{}L{corner}Z", self.scallops(ANGLE, 0, 0.0)),
            Form::Bay => format!("M{}L{}L{corner}Z", self.scallops(BAY, 0, 0.0), at(100.0, 100.0)),
            _ => format!("M{}Z", self.scallops(EDGE, 0, 0.0)),
        }
    }

    /// The path along a bush's edge, `depth` inside it.
    pub fn rim(self, depth: f64) -> String {
        match self.form {
            Form::Full => String::new(),
            Form::Band => {
                format!("M{}M{}", self.scallops(BAND, 0, depth), self.scallops(BAND, 2, depth))
            }
            Form::Angle => format!("M{}", self.scallops(ANGLE, 0, depth)),
            Form::Bay => format!("M{}", self.scallops(BAY, 0, depth)),
            _ => format!("M{}", self.scallops(EDGE, 0, depth)),
        }
    }

    /// Arcs from point to point that bulge out of the bush; `half` turns the points before the run does.
    fn scallops(self, points: &[Point], half: usize, depth: f64) -> String {
        let last = points.len() - 1;
        let inside = |i: usize| {
            let (from, to) = (points[i.saturating_sub(1)], points[(i + 1).min(last)]);
            let length = from.distance(to);
            let inwards = points[i].moved((to.y - from.y) / length * depth, (from.x - to.x) / length * depth);
            inwards.turned(self.turns + half)
        };
        // Inside the bush the ends would leave the tile.
        let ends = usize::from(depth > 0.0);
        let line: Vec<Point> = (ends..=last - ends).map(inside).collect();
        let mut path = line[0].to_string();
        for pair in line.windows(2) {
            let radius = Num(pair[0].distance(pair[1]) * 0.58);
            write!(path, "A{radius} {radius} 0 0 0 {}", pair[1]).expect("writing to a String can't fail");
        }
        path
    }
}
