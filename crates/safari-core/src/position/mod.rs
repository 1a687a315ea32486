//! A position: everything that a player may know, and nothing hidden.
//!
//! [`Position`] is a plain block of bytes without heap: cloning is a copy, and there is no undo. It is either a decision
//! of one player, a chance event for one single tile, or over ([`Phase`]). Orders of stacks live in a
//! [`Deal`](crate::Deal), never here.

mod act;
pub(crate) mod baobabs;
pub(crate) mod board;
mod chance;
pub(crate) mod corners;
pub(crate) mod features;
mod finish;
pub(crate) mod grid;
mod hash;
mod legal;
mod place;
mod sample;
pub(crate) mod seats;
mod setup;
pub(crate) mod stock;
mod text;
mod turn;
mod validate;
mod view;

pub use chance::{ImpossibleOutcome, Outcome};
pub use legal::{Actions, IllegalAction, KINDS, KindCounts};
pub use setup::{Setup, SetupError};
pub use text::PositionTextError;
pub use validate::Invalid;
pub use view::{BonusView, FeatureView, HoleView, Laid, Meeple, Placed, Spot, VertexView};

use crate::animal::{AnimalCounts, AnimalSet};
use crate::cell::Cell;
use crate::score::Points;
use crate::tiles::{Kind, TileSet};
use crate::variant::{BaobabDraw, BonusAnimals, FinalMajority, Table, Variant};
use board::Board;
use seats::{MAX_PLAYERS, Seat};
use stock::Stock;
use turn::Turn;

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance: one land tile is drawn from the stack.
    DrawTile = 0,
    /// Decision: the drawn tile is placed (RULES 3).
    Place = 1,
    /// Decision: one action or none (RULES 4).
    Action = 2,
    /// Chance: one animal tile is drawn from the bag (RULES 7).
    DrawAnimal = 3,
    /// Decision: an animal tile is added to a feature that is scored, or none (RULES 5.5).
    Bonus = 4,
    /// Decision: a displaced ranger is put back (RULES 6).
    Ranger = 5,
    /// The game is over and final scoring is done (RULES 8).
    Over = 6,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 7] = [
        Phase::DrawTile,
        Phase::Place,
        Phase::Action,
        Phase::DrawAnimal,
        Phase::Bonus,
        Phase::Ranger,
        Phase::Over,
    ];

    /// The name in records and texts.
    pub const fn name(self) -> &'static str {
        ["draw_tile", "place", "action", "draw_animal", "bonus", "ranger", "over"][self as usize]
    }

    /// The phase with this name.
    pub fn from_name(name: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.name() == name)
    }

    /// Whether a player decides.
    #[inline(always)]
    pub const fn is_decision(self) -> bool {
        matches!(self, Phase::Place | Phase::Action | Phase::Bonus | Phase::Ranger)
    }

    /// Whether chance decides.
    #[inline(always)]
    pub const fn is_chance(self) -> bool {
        matches!(self, Phase::DrawTile | Phase::DrawAnimal)
    }
}

/// A position of the game: everything that a player may know, and nothing hidden.
///
/// It is a plain block of bytes without heap, so that cloning is a copy, and there is no undo: clone and play. It is
/// either a decision of one player, a chance event for one single tile, or over ([`phase`](Self::phase)). Orders of stacks
/// live in a [`Deal`](crate::Deal).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Position {
    board: Board,
    stock: Stock,
    turn: Turn,
    tiles: &'static TileSet,
    seats: [Seat; MAX_PLAYERS],
    variant: Variant,
    players: u8,
}

// The promise of the module: a copy of a position is a memcpy of at most a page.
const _: () = assert!(size_of::<Position>() <= 4096);

impl Position {
    /// The start of a game in which `hands` are dealt, one for each of 2 to 5 players (RULES 1).
    ///
    /// # Errors
    /// Another number of players, hands that the bag does not hold, or a table that is too small.
    pub fn new(
        tiles: &'static TileSet,
        variant: Variant,
        hands: &[AnimalCounts],
    ) -> Result<Position, SetupError> {
        if !(2..=MAX_PLAYERS).contains(&hands.len()) {
            return Err(SetupError::Players { found: hands.len() });
        }
        variant.table.check()?;
        let mut position = Position {
            board: Board::new(tiles, variant.table),
            stock: Stock::new(tiles),
            turn: Turn::new(),
            seats: [Seat::new(); MAX_PLAYERS],
            tiles,
            variant,
            players: hands.len() as u8,
        };
        position.deal_hands(hands)?;
        Ok(position)
    }

    /// Gives the players of a game that has not begun these hands instead of theirs.
    ///
    /// # Errors
    /// Another number of hands than of players, or hands that the bag does not hold.
    pub(crate) fn deal_hands(&mut self, hands: &[AnimalCounts]) -> Result<(), SetupError> {
        debug_assert_eq!(self.filled(), crate::tiles::START_CELLS);
        if hands.len() != usize::from(self.players) {
            return Err(SetupError::Players { found: hands.len() });
        }
        let mut bag = AnimalCounts([crate::Animal::COPIES as u8; 5]);
        for (seat, hand) in self.seats.iter_mut().zip(hands) {
            *seat = Seat::new();
            for animal in crate::Animal::ALL {
                for _ in 0..hand.0[animal.index()] {
                    let left = &mut bag.0[animal.index()];
                    *left = left.checked_sub(1).ok_or(SetupError::Animals { animal, found: 11 })?;
                    seat.take(animal);
                }
            }
        }
        self.stock.set_animals(bag, AnimalCounts::default());
        Ok(())
    }

    /// What the position waits for.
    #[inline(always)]
    pub fn phase(&self) -> Phase {
        self.turn.phase
    }

    /// Whether the game is over.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.turn.phase == Phase::Over
    }

    /// The seat that decides or draws; in [`Phase::Bonus`] it may differ from [`turn_seat`](Self::turn_seat).
    #[inline(always)]
    pub fn seat(&self) -> usize {
        usize::from(self.turn.decider)
    }

    /// The seat whose turn it is.
    #[inline(always)]
    pub fn turn_seat(&self) -> usize {
        usize::from(self.turn.seat)
    }

    /// How many players, 2 to 5.
    #[inline(always)]
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// The seats, 0 up to the number of players.
    #[inline]
    pub fn seats(&self) -> std::ops::Range<usize> {
        0..self.players()
    }

    /// The settings of the rules.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The tile set.
    #[inline(always)]
    pub fn tiles(&self) -> &'static TileSet {
        self.tiles
    }

    /// A seat's score so far; after the end with final scoring.
    ///
    /// # Panics
    /// If there is no such seat, here and in all that takes a seat.
    #[inline]
    pub fn score(&self, seat: usize) -> u32 {
        self.seats[seat].points.total()
    }

    /// A seat's points by source.
    #[inline]
    pub fn points(&self, seat: usize) -> Points {
        self.seats[seat].points
    }

    /// A seat's meeples in supply, 0 to 6.
    #[inline]
    pub fn meeples(&self, seat: usize) -> u32 {
        u32::from(self.seats[seat].meeples)
    }

    /// A seat's animal tiles.
    #[inline]
    pub fn hand(&self, seat: usize) -> AnimalCounts {
        self.seats[seat].hand()
    }

    /// Counts in the bag.
    pub fn bag(&self) -> AnimalCounts {
        self.stock.bag()
    }

    /// Counts of used animal tiles.
    pub fn discard(&self) -> AnimalCounts {
        self.stock.discard()
    }

    /// Land tiles left in the stack.
    #[inline]
    pub fn land_left(&self) -> u32 {
        self.stock.land_left()
    }

    /// Land tiles left of one kind.
    #[inline]
    pub fn left_of(&self, kind: Kind) -> u32 {
        self.stock.left_of(self.tiles, kind)
    }

    /// The tile drawn in this turn, from [`Phase::Place`] to the turn's end.
    #[inline]
    pub fn tile(&self) -> Option<Kind> {
        (!matches!(self.turn.phase, Phase::DrawTile | Phase::Over)).then_some(Kind(self.turn.kind))
    }

    /// The cell filled last.
    #[inline]
    pub fn last_cell(&self) -> Cell {
        self.board.grid.cell(self.board.grid.len() - 1)
    }

    /// Cells filled, start tile included.
    #[inline]
    pub fn filled(&self) -> usize {
        usize::from(self.board.grid.len())
    }

    /// Whether the tile of this turn displaced a ranger (RULES 3.3).
    #[inline]
    pub fn displaced(&self) -> bool {
        self.turn.displaced
    }

    /// The cells of the rangers on the board, sorted by x, then y.
    pub fn rangers(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.rangers()
    }

    /// The animals that the seat who decides may add in [`Phase::Bonus`] (RULES 5.5), empty in any other phase.
    #[inline]
    pub fn bonus_choices(&self) -> AnimalSet {
        if self.turn.phase == Phase::Bonus { self.addable(self.seat()) } else { AnimalSet::EMPTY }
    }

    /// The seats with most points (RULES 8.4), once the game is over.
    pub fn winners(&self) -> impl Iterator<Item = usize> + '_ {
        let best = self.seats().map(|seat| self.score(seat)).max();
        self.seats().filter(move |&seat| self.is_over() && Some(self.score(seat)) == best)
    }

    fn variant_code(&self) -> u64 {
        let table = match self.variant.table {
            Table::Floor => 0,
            Table::Fixed { width, height } => 1 | u64::from(width) << 2 | u64::from(height) << 18,
            Table::Shifting { width, height } => 2 | u64::from(width) << 2 | u64::from(height) << 18,
        };
        table << 3
            | u64::from(self.variant.final_majority == FinalMajority::AllPresent) << 2
            | u64::from(self.variant.baobab_draw == BaobabDraw::AfterScoring) << 1
            | u64::from(self.variant.bonus_animals == BonusAnimals::Distinct)
    }
}
