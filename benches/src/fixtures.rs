//! Named positions in the text form, `benches/positions/NAME.txt`.
//!
//! They come from real games: `cargo run --release -p safari-benches --example positions` plays them and writes the
//! files. A position is taken where it is first of its kind, so that a name says what is in it.

use std::path::{Path, PathBuf};

use safari_core::{Phase, Position, Seed, TileSet};

use crate::games::{decision, start, table};

/// How a named position comes about.
#[derive(Clone, Copy, Debug)]
pub struct Fixture {
    /// Its name.
    pub name: &'static str,
    /// Players of its game.
    pub players: usize,
    /// The table of its game.
    pub table: &'static str,
    /// Who plays all seats of it.
    pub agent: &'static str,
    /// Cells that must be filled, start tile included.
    pub filled: usize,
    /// What it waits for.
    pub phase: Phase,
    /// What else it must show.
    pub wanted: Wanted,
}

/// What a position shows, apart from its phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing more.
    Anything,
    /// A placement that joins features of at least so many segments together.
    Merge(u32),
    /// A stack that is empty, so that the decision ends the game.
    Last,
}

const fn fixture_of(name: &'static str, players: usize, table: &'static str, phase: Phase) -> Fixture {
    Fixture { name, players, table, agent: "greedy-v1", filled: 39, phase, wanted: Wanted::Anything }
}

/// All named positions. Those called `middle` have half of the land tiles on the table.
pub const FIXTURES: [Fixture; 14] = [
    fixture_of("middle-2p-floor", 2, "floor", Phase::Place),
    fixture_of("middle-3p-floor", 3, "floor", Phase::Place),
    fixture_of("middle-4p-floor", 4, "floor", Phase::Place),
    fixture_of("middle-5p-floor", 5, "floor", Phase::Place),
    fixture_of("middle-2p-table", 2, "table:9x9", Phase::Place),
    fixture_of("middle-2p-shifting", 2, "shifting:9x8", Phase::Place),
    Fixture { agent: "random-kind", ..fixture_of("middle-2p-random", 2, "floor", Phase::Place) },
    fixture_of("draw-2p-floor", 2, "floor", Phase::DrawTile),
    fixture_of("action-2p-floor", 2, "floor", Phase::Action),
    fixture_of("action-5p-floor", 5, "floor", Phase::Action),
    fixture_of("bonus-2p-floor", 2, "floor", Phase::Bonus),
    Fixture { wanted: Wanted::Merge(6), ..fixture_of("merge-2p-floor", 2, "floor", Phase::Place) },
    Fixture { filled: 66, ..fixture_of("late-2p-floor", 2, "floor", Phase::Place) },
    Fixture { filled: 70, wanted: Wanted::Last, ..fixture_of("last-2p-floor", 2, "floor", Phase::Action) },
];

/// Where the files are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("positions")
}

/// A named position.
///
/// # Panics
/// If there is none of that name.
pub fn fixture(name: &str) -> Fixture {
    *FIXTURES.iter().find(|fixture| fixture.name == name).unwrap_or_else(|| panic!("no position `{name}`"))
}

/// Reads a named position.
///
/// # Panics
/// If its file is missing or no legal position.
pub fn position(name: &str) -> Position {
    let path = folder().join(fixture(name).name).with_extension("txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Position::from_text(TileSet::safari(), &text)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The positions called `middle`, each with its name: a drawn tile that can be placed in several ways.
pub fn middle_games() -> impl Iterator<Item = (&'static str, Position)> {
    let names = FIXTURES.iter().map(|fixture| fixture.name).filter(|name| name.starts_with("middle"));
    names.map(|name| (name, position(name)))
}

impl Fixture {
    /// Plays games until a position is what it should be.
    pub fn make(&self) -> Position {
        for game in 0.. {
            let mut position = start(self.players, self.table);
            let mut agents = table(self.agent, self.players);
            let mut ctx = decision(Seed(1).branch("fixture", &[game]).rng());
            while !position.is_over() {
                if self.holds(&position) {
                    return position;
                }
                if position.phase().is_chance() {
                    let outcome = position.sample_outcome(&mut ctx.rng);
                    position.resolve_unchecked(outcome);
                } else {
                    let seat = position.seat();
                    let choice = agents[seat].choose(&position, &mut ctx).expect("built-in agents answer");
                    position.play_unchecked(choice.action);
                }
            }
        }
        unreachable!("there is always one more game")
    }

    /// Whether a position of its game is what it should be.
    pub fn holds(&self, position: &Position) -> bool {
        position.phase() == self.phase
            && position.filled() >= self.filled
            && (position.phase().is_chance() || position.count() > 1)
            && match self.wanted {
                Wanted::Anything => true,
                Wanted::Last => position.land_left() == 0,
                Wanted::Merge(segments) => merge(position, segments).is_some(),
            }
    }
}

/// A placement after which a feature on the tile has at least so many segments, joined from at least two features of
/// three or more.
pub fn merge(position: &Position, segments: u32) -> Option<safari_core::Action> {
    position.actions().find(|&action| {
        let mut next = *position;
        next.play_unchecked(action);
        let at = next.last_cell();
        safari_core::Side::ALL.into_iter().any(|side| {
            let Some(feature) = next.feature_at(at, side) else { return false };
            if feature.segments < segments {
                return false;
            }
            let before = safari_core::Side::ALL.into_iter().filter_map(|side| {
                let inside = next.feature_at(at, side).is_some_and(|f| f.id == feature.id);
                position.feature_at(at.across(side), side.opposite()).filter(|_| inside)
            });
            let mut joined: Vec<u8> = before.filter(|f| f.segments >= 3).map(|f| f.id).collect();
            joined.sort_unstable();
            joined.dedup();
            joined.len() >= 2
        })
    })
}
