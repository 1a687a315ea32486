//! Points and where they come from (RULES 4, 5, 8).

use crate::animal::AnimalSet;

/// Where points come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Source {
    /// Digging a watering hole (RULES 4.4).
    Dig = 0,
    /// Extending one (RULES 4.5).
    Extend = 1,
    /// A meeple on a completed hole (RULES 5.2).
    Hole = 2,
    /// A completed trail (RULES 5.4).
    Trail = 3,
    /// A completed bush (RULES 5.4).
    Bush = 4,
    /// Displacing a ranger (RULES 5.7).
    Ranger = 5,
    /// An unfinished trail at the end (RULES 8.2).
    FinalTrail = 6,
    /// An unfinished bush at the end (RULES 8.2).
    FinalBush = 7,
    /// Animal tiles in the supply at the end (RULES 8.3).
    FinalAnimals = 8,
}

impl Source {
    /// All sources in the order of records and files.
    pub const ALL: [Source; 9] = [
        Source::Dig,
        Source::Extend,
        Source::Hole,
        Source::Trail,
        Source::Bush,
        Source::Ranger,
        Source::FinalTrail,
        Source::FinalBush,
        Source::FinalAnimals,
    ];

    /// The name in records and files.
    pub const fn name(self) -> &'static str {
        ["dig", "extend", "hole", "trail", "bush", "ranger", "final_trail", "final_bush", "final_animals"]
            [self as usize]
    }

    /// The source with this name.
    pub fn from_name(name: &str) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// A player's points by source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points(pub [u16; 9]);

impl Points {
    /// The sum: the player's score.
    #[inline]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&points| u32::from(points)).sum()
    }

    /// The points from one source.
    #[inline]
    pub fn of(&self, source: Source) -> u32 {
        u32::from(self.0[source as usize])
    }

    /// Adds points.
    #[inline(always)]
    pub fn add(&mut self, source: Source, points: u32) {
        self.0[source as usize] += points as u16;
    }
}

/// Points for the different animals on a completed feature (RULES 5.4): 0, 1, 3, 6, 10, 15.
#[inline(always)]
pub const fn animal_points(animals: AnimalSet) -> u32 {
    let n = animals.len();
    n * (n + 1) / 2
}

/// Points for laying the first to fourth tile of a hole (RULES 4.4, 4.5): 3 to 6.
#[inline(always)]
pub const fn hole_points(tiles: u32) -> u32 {
    2 + tiles
}

/// For each owner of a completed hole (RULES 5.2).
pub const HOLE_COMPLETE: u32 = 3;
/// For displacing a ranger (RULES 5.7).
pub const RANGER: u32 = 3;
