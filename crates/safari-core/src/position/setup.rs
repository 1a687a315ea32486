//! A position taken apart: anything, with public fields, until it is validated.

use super::board::Board;
use super::corners;
use super::seats::{MAX_PLAYERS, MEEPLES, Seat};
use super::stock::Stock;
use super::turn::{Turn, unpack_added};
use super::view::{Laid, Meeple, Placed, Spot};
use super::{Phase, Position};
use crate::animal::{Animal, AnimalCounts, AnimalSet};
use crate::cell::Cell;
use crate::score::{Points, Source};
use crate::tiles::{Kind, MAX_LAND, NO_SEGMENT, START_CELLS, TileSet};
use crate::variant::{Variant, VariantError};

/// Most points from one source: more than a game brings, and room below the largest number for those to come.
const MOST_POINTS: u32 = 9_999;

/// A not necessarily legal position.
///
/// Nothing that follows from the rest is in it: supplies of meeples, open ends and whose turn it is are worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The tile set.
    pub tiles: &'static TileSet,
    /// The settings of the rules.
    pub variant: Variant,
    /// The tiles in the order of placement, without the start tile.
    pub placed: Vec<Placed>,
    /// Meeples on features and baobabs.
    pub meeples: Vec<Meeple>,
    /// Animal tiles on corners, and meeples on them.
    pub laid: Vec<Laid>,
    /// Cells of the rangers on the board.
    pub rangers: Vec<Cell>,
    /// By seat, 2 to 5: the face-up animal tiles.
    pub hands: Vec<AnimalCounts>,
    /// By seat: points by source.
    pub points: Vec<Points>,
    /// By kind of the tile set: copies left in the stack.
    pub left: Vec<u8>,
    /// Counts in the bag.
    pub bag: AnimalCounts,
    /// Counts of used animal tiles.
    pub discard: AnimalCounts,
    /// What the position waits for.
    pub phase: Phase,
    /// In [`Phase::Place`]: the kind drawn.
    pub drawn: Option<Kind>,
    /// After a placement: whether the tile displaced a ranger that is not back yet.
    pub displaced: bool,
    /// In [`Phase::DrawAnimal`]: the seats that are due an animal tile each, next one first.
    pub draws: Vec<usize>,
    /// Likewise, due only after scoring (RULES 5.1).
    pub later: Vec<usize>,
    /// In [`Phase::Bonus`]: the seat that decides.
    pub decider: Option<usize>,
    /// In [`Phase::Bonus`]: what seats asked before have added.
    pub added: Vec<(usize, Animal)>,
}

/// Why a [`Setup`] is no legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The number of players.
    #[error("{found} players, but a game has 2 to 5 (rule 1.1)")]
    Players {
        /// How many there are.
        found: usize,
    },
    /// The variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Animal tiles are made up or lost.
    #[error(
        "there are {found} {animal} tiles in hands, bag, discard and on the board, but there must be 10 (rule 1.1)"
    )]
    Animals {
        /// Of which animal.
        animal: Animal,
        /// How many there are.
        found: u32,
    },
    /// More points than a game can bring.
    #[error("seat {seat} has {found} points from {}, but at most 9999 are possible", .from.name())]
    Points {
        /// The seat.
        seat: usize,
        /// Where they come from.
        from: Source,
        /// How many there are.
        found: u32,
    },
    /// Land tiles are made up.
    #[error("{found} tiles {kind} are on the board, in the stack or just drawn, but there are only {copies}")]
    Land {
        /// The kind's spelling.
        kind: String,
        /// How many there are.
        found: u32,
        /// How many there may be.
        copies: u32,
    },
    /// A tile that does not fit where it lies.
    #[error("tile {kind}@{at}/{rotation} does not fit there (rules 3.1, 3.4)")]
    Tile {
        /// The kind's spelling.
        kind: String,
        /// Where it lies.
        at: Cell,
        /// How it is turned.
        rotation: u8,
    },
    /// A meeple that cannot stand where it does.
    #[error("the meeple of seat {seat} on {at} is wrong: {why}")]
    Meeple {
        /// Its owner.
        seat: usize,
        /// Its tile.
        at: Cell,
        /// What is wrong.
        why: &'static str,
    },
    /// A seat has more than six meeples.
    #[error("seat {seat} has more than 6 meeples on the board (rule 1.1)")]
    Meeples {
        /// The seat.
        seat: usize,
    },
    /// An animal tile that cannot lie where it does.
    #[error("the {animal} tile on {at}{corner} is wrong: {why}")]
    Laid {
        /// What it shows.
        animal: Animal,
        /// Its cell.
        at: Cell,
        /// Its corner.
        corner: &'static str,
        /// What is wrong.
        why: &'static str,
    },
    /// A ranger that cannot stand where it does.
    #[error(
        "no ranger can stand on {at}: it must be an empty cell beside a placed tile, without another ranger (rule 4.3)"
    )]
    Ranger {
        /// Where it stands.
        at: Cell,
    },
    /// The state of the turn contradicts the rest.
    #[error("phase {} is wrong: {why}", .phase.name())]
    Turn {
        /// The phase.
        phase: Phase,
        /// What is wrong.
        why: &'static str,
    },
}

impl Setup {
    /// Takes a position apart.
    pub fn of(position: &Position) -> Setup {
        let turn = &position.turn;
        let seats = |mut draws: u64| {
            let mut list = Vec::new();
            while draws != 0 {
                list.push((draws & 7) as usize - 1);
                draws >>= 3;
            }
            list
        };
        let after_placing =
            matches!(turn.phase, Phase::Action | Phase::DrawAnimal | Phase::Bonus | Phase::Ranger);
        let bonus = turn.phase == Phase::Bonus;
        Setup {
            tiles: position.tiles,
            variant: position.variant,
            placed: position.placed().skip(START_CELLS).collect(),
            meeples: position.meeples_on_board(),
            laid: position.laid().collect(),
            rangers: position.rangers().collect(),
            hands: position.seats().map(|seat| position.hand(seat)).collect(),
            points: position.seats().map(|seat| position.points(seat)).collect(),
            left: position.tiles.kinds().map(|kind| position.left_of(kind) as u8).collect(),
            bag: position.bag(),
            discard: position.discard(),
            phase: turn.phase,
            drawn: (turn.phase == Phase::Place).then_some(Kind(turn.kind)),
            displaced: after_placing && turn.displaced,
            draws: seats(turn.draws),
            later: seats(turn.later),
            decider: bonus.then_some(usize::from(turn.decider)),
            added: (0..5)
                .filter_map(|seat| Some((seat, unpack_added(turn.added[seat]).filter(|_| bonus)?)))
                .collect(),
        }
    }

    /// Puts the position together.
    ///
    /// # Errors
    /// The first thing that no game can lead to, as far as it is checked: totals, placements, meeples, holes, rangers and
    /// the state of the turn.
    pub fn build(&self) -> Result<Position, SetupError> {
        let players = self.hands.len();
        if !(2..=MAX_PLAYERS).contains(&players) || self.points.len() != players {
            return Err(SetupError::Players { found: players });
        }
        self.variant.table.check()?;
        let mut position = Position {
            board: Board::new(self.tiles, self.variant.table),
            stock: Stock::new(self.tiles),
            turn: Turn::new(),
            tiles: self.tiles,
            seats: [Seat::new(); MAX_PLAYERS],
            variant: self.variant,
            players: players as u8,
        };
        self.check_totals()?;
        self.put_tiles(&mut position)?;
        self.put_laid(&mut position)?;
        self.put_meeples(&mut position)?;
        self.put_rangers(&mut position)?;
        for kind in self.tiles.kinds() {
            position.stock.set_land(self.tiles, kind, self.left.get(kind.index()).copied().unwrap_or(0));
        }
        position.stock.set_animals(self.bag, self.discard);
        for seat in position.seats() {
            position.seats[seat].points = self.points[seat];
            for animal in Animal::ALL {
                for _ in 0..self.hands[seat].0[animal.index()] {
                    position.seats[seat].take(animal);
                }
            }
        }
        self.put_turn(&mut position)?;
        Ok(position)
    }

    fn check_totals(&self) -> Result<(), SetupError> {
        for animal in Animal::ALL {
            let i = animal.index();
            let counts = self.hands.iter().chain([&self.bag, &self.discard]);
            let found = counts.map(|c| u32::from(c.0[i])).sum::<u32>()
                + self.laid.iter().filter(|laid| laid.animal == animal).count() as u32;
            if found != Animal::COPIES {
                return Err(SetupError::Animals { animal, found });
            }
        }
        for (seat, points) in self.points.iter().enumerate() {
            let over = |&source: &Source| points.of(source) > MOST_POINTS;
            if let Some(from) = Source::ALL.into_iter().find(over) {
                return Err(SetupError::Points { seat, from, found: points.of(from) });
            }
        }
        let mut kinds = self.placed.iter().map(|placed| placed.kind).chain(self.drawn);
        if let Some(stranger) = kinds.find(|kind| kind.index() >= self.tiles.kinds().len()) {
            let kind = format!("of kind number {}", stranger.index());
            return Err(SetupError::Land { kind, found: 1, copies: 0 });
        }
        for kind in self.tiles.kinds() {
            let copies = u32::from(self.tiles.drawing(kind).copies);
            let left = self.left.get(kind.index()).copied().unwrap_or(0);
            let found = u32::from(left)
                + self.placed.iter().filter(|placed| placed.kind == kind).count() as u32
                + u32::from(self.drawn == Some(kind));
            if found > copies {
                return Err(SetupError::Land { kind: self.tiles.token(kind).to_owned(), found, copies });
            }
        }
        Ok(())
    }

    fn put_tiles(&self, position: &mut Position) -> Result<(), SetupError> {
        for placed in &self.placed {
            let wrong = || SetupError::Tile {
                kind: self.tiles.token(placed.kind).to_owned(),
                at: placed.at,
                rotation: placed.rotation,
            };
            let grid = &position.board.grid;
            if placed.rotation > 3 || grid.len() as usize >= START_CELLS + MAX_LAND {
                return Err(wrong());
            }
            let tile = self.tiles.oriented(placed.kind.0, placed.rotation);
            let slot = grid.open_slot(placed.at).ok_or_else(wrong)?;
            if placed.rotation >= tile.rotations || !grid.fits_slot(tile, slot) {
                return Err(wrong());
            }
            // Rangers are put at the end; off the board they are in nobody's way.
            position.board.put(self.tiles, placed.kind.0, placed.rotation, placed.at);
        }
        Ok(())
    }

    fn put_laid(&self, position: &mut Position) -> Result<(), SetupError> {
        let error = |laid: &Laid, why| SetupError::Laid {
            animal: laid.animal,
            at: laid.at,
            corner: laid.corner.name(),
            why,
        };
        let board = &mut position.board;
        for laid in &self.laid {
            if !board.grid.is_filled(laid.at) {
                return Err(error(laid, "no tile lies there"));
            }
            let number = board.grid.number(laid.at);
            if board.tile(self.tiles, number).open_corners >> laid.corner.index() & 1 == 0 {
                return Err(error(laid, "the corner touches bush (rule 4.4)"));
            }
            if !board.corners.laid(number, laid.corner as u8).is_free() {
                return Err(error(laid, "another one lies on that corner"));
            }
            if let Some(seat) = laid.meeple {
                self.take_meeple(&mut position.seats, seat, laid.at)?;
            }
            board.corners.lay(number, laid.corner as u8, corners::Laid::new(laid.animal, laid.meeple));
            board.hash ^= super::hash::laid(laid.at, laid.corner as u8, laid.animal, laid.meeple);
            board.refresh(self.tiles, number, laid.corner);
        }
        for laid in &self.laid {
            let vertex = board.vertex(board.grid.number(laid.at), laid.corner);
            let around = board.corners.around(&vertex);
            let hole = board.corners.hole(&vertex, 0);
            let members = || (0..4).filter(|i| hole >> i & 1 != 0).map(|i| around[i]);
            let tiles = hole.count_ones();
            let animals = members().filter_map(|m| m.animal()).fold(AnimalSet::EMPTY, AnimalSet::with).len();
            let shown = around[0].animal();
            if shown == around[1].animal() || shown == around[3].animal() || animals + 1 < tiles {
                return Err(error(laid, "its hole shows the animal twice (rule 4.5)"));
            }
            let meeples = members().filter(|m| m.meeple().is_some()).count();
            // Two tiles across a vertex that show the same animal were both dug (RULES 4.6).
            let right = match tiles {
                4 => meeples == 0,
                3 if animals < tiles => meeples == 2,
                3 => (1..=2).contains(&meeples),
                _ => meeples == 1,
            };
            if !right {
                return Err(error(laid, "its hole has a wrong number of meeples (rules 4.4, 4.6, 5.2)"));
            }
        }
        Ok(())
    }

    fn take_meeple(&self, seats: &mut [Seat; MAX_PLAYERS], seat: usize, at: Cell) -> Result<(), SetupError> {
        if seat >= self.hands.len() {
            return Err(SetupError::Meeple { seat, at, why: "there is no such seat" });
        }
        let left = &mut seats[seat].meeples;
        *left = left.checked_sub(1).ok_or(SetupError::Meeples { seat })?;
        Ok(())
    }

    fn put_meeples(&self, position: &mut Position) -> Result<(), SetupError> {
        // Baobabs go by the order in which their tiles were placed.
        let mut meeples = self.meeples.clone();
        meeples.sort_by_key(|meeple| position.board.grid.number(meeple.at));
        for meeple in &meeples {
            let Meeple { seat, at, spot } = *meeple;
            let error = |why| Err(SetupError::Meeple { seat, at, why });
            self.take_meeple(&mut position.seats, seat, at)?;
            let board = &mut position.board;
            if !board.grid.is_filled(at) {
                return error("no tile lies there");
            }
            let number = board.grid.number(at);
            match spot {
                Spot::Feature(side) => {
                    let segment = board.segment_at(self.tiles, number, side);
                    if segment == NO_SEGMENT {
                        return error("that side is savanna (rule 4.1)");
                    }
                    let tile = board.tile(self.tiles, number);
                    let local = tile.segment_of[side.index()];
                    if tile.segment_of[..side.index()].contains(&local) {
                        return error("a lower side is the segment's first one");
                    }
                    if board.features.meeple(segment).is_some() {
                        return error("two meeples stand on one segment (rule 4.1)");
                    }
                    board.staff(segment, seat);
                }
                Spot::Baobab => {
                    if !board.tile(self.tiles, number).baobab {
                        return error("the tile has no baobab (rule 4.2)");
                    }
                    if board.baobabs.iter().any(|(cell, _, _)| cell == at) {
                        return error("two meeples lie on one baobab (rule 4.2)");
                    }
                    let filled = board.grid.count_around(at);
                    board.baobabs.lay(at, seat, filled);
                }
            }
        }
        Ok(())
    }

    fn put_rangers(&self, position: &mut Position) -> Result<(), SetupError> {
        position.board.clear_rangers();
        for (i, &at) in self.rangers.iter().enumerate() {
            let free = position.board.grid.has_slot(at) && !self.rangers[..i].contains(&at);
            if !free || i >= 2 {
                return Err(SetupError::Ranger { at });
            }
            position.board.put_ranger(at);
        }
        Ok(())
    }

    fn put_turn(&self, position: &mut Position) -> Result<(), SetupError> {
        let phase = self.phase;
        let wrong = |why| Err(SetupError::Turn { phase, why });
        let players = position.players;
        let after_placing = matches!(phase, Phase::Action | Phase::DrawAnimal | Phase::Bonus | Phase::Ranger);
        if after_placing && self.placed.is_empty() {
            return wrong("no tile was placed yet");
        }
        if self.displaced && !after_placing {
            return wrong("no tile was placed in this turn that could displace a ranger");
        }
        if self.displaced && self.rangers.len() > 1 {
            return wrong("a ranger is displaced, but both are on the board");
        }
        let turns = self.placed.len() - usize::from(after_placing);
        let turn = &mut position.turn;
        turn.phase = phase;
        turn.seat = (turns % usize::from(players)) as u8;
        turn.decider = turn.seat;
        turn.displaced = self.displaced;
        if let Some(placed) = self.placed.last().filter(|_| after_placing) {
            turn.kind = placed.kind.0;
        }
        for (queue, seats) in [(&mut turn.draws, &self.draws), (&mut turn.later, &self.later)] {
            if self.draws.len() + self.later.len() > 20
                || seats.iter().any(|&seat| seat >= usize::from(players))
            {
                return wrong("more than 20 animal draws are due, or to a seat that does not exist");
            }
            *queue = seats.iter().rev().fold(0, |queue, &seat| queue << 3 | (seat as u64 + 1));
        }
        let drawing = phase == Phase::DrawAnimal;
        if drawing == self.draws.is_empty() {
            return wrong("animal draws are due in draw_animal, and only there");
        }
        if !(self.later.is_empty() || drawing || phase == Phase::Bonus) {
            return wrong("animal draws are due later, but nothing is being scored");
        }
        if drawing && position.stock.is_dry() {
            return wrong("bag and discard are empty");
        }
        let completed = position.completed_sides();
        let elsewhere = position.features().any(|f| f.open == 0 && f.meeples != [0; 5])
            && completed_features(position) != completed.count_ones() as usize;
        if elsewhere
            || (completed != 0
                && matches!(phase, Phase::DrawTile | Phase::Place | Phase::Ranger | Phase::Over))
        {
            return wrong("a completed feature still holds a meeple (rule 5.6)");
        }
        // Only the tile just placed can have completed them, and their meeples return once the draws of 4.2 are done.
        let last = position.last_cell();
        for (cell, _, _) in position.board.baobabs.iter().filter(|&(_, _, filled)| filled == 8) {
            let near = cell == last || cell.around().contains(&last);
            if !(near && (phase == Phase::Action || drawing)) {
                return wrong("a surrounded baobab still holds a meeple (rule 5.1)");
            }
            if self.draws.len() > 2 || !self.later.is_empty() {
                return wrong("more animal draws are due than a turn can bring (rules 4.2, 5.1)");
            }
        }
        if self.drawn.is_some() != (phase == Phase::Place) {
            return wrong("a tile waits to be placed in phase place, and only there");
        }
        let stack_is_empty = position.stock.land_left() == 0;
        match phase {
            Phase::DrawTile if stack_is_empty => {
                return wrong("the stack is empty, so the game is over (rule 8.1)");
            }
            Phase::Over if !stack_is_empty => return wrong("the stack is not empty (rule 8.1)"),
            Phase::Place => {
                position.turn.kind = self.drawn.map_or(0, |kind| kind.0);
                if position.count_fits() == 0 {
                    return wrong("the drawn tile fits nowhere (rule 3.2)");
                }
            }
            Phase::Action => {
                let mut used =
                    self.meeples.iter().map(|meeple| meeple.at).chain(self.laid.iter().map(|l| l.at));
                if used.any(|at| at == last) {
                    return wrong("the tile just placed holds a meeple or an animal tile already");
                }
                position.turn.sides = position.open_sides();
            }
            Phase::DrawAnimal => {
                position.turn.sides = completed;
                position.turn.decider = self.draws[0] as u8;
            }
            Phase::Bonus => {
                if completed == 0 {
                    return wrong("no feature is being scored");
                }
                position.turn.sides = completed;
                return self.put_bonus(position);
            }
            Phase::Ranger if !self.displaced => return wrong("no ranger was displaced"),
            Phase::Ranger if stack_is_empty => {
                return wrong("the stack is empty, so it is not put back (rule 6.1)");
            }
            Phase::Ranger if position.board.ranger_targets().1 == 0 => {
                return wrong("there is no cell for the ranger (rule 6.1)");
            }
            _ => {}
        }
        if self.decider.is_some() || !self.added.is_empty() {
            return wrong("only in phase bonus a seat decides out of turn or has added an animal");
        }
        Ok(())
    }

    fn put_bonus(&self, position: &mut Position) -> Result<(), SetupError> {
        let wrong = |why| Err(SetupError::Turn { phase: Phase::Bonus, why });
        let players = usize::from(position.players);
        let majority = position.board.features.word(position.scored_feature()).majority();
        let order = |seat: usize| (seat + players - usize::from(position.turn.seat)) % players;
        let Some(decider) = self.decider.filter(|&d| d < players) else {
            return wrong("the seat that decides is missing");
        };
        let (asked, turn) = (order(decider), &mut position.turn.added);
        for &(seat, animal) in &self.added {
            if seat >= players || majority >> seat & 1 == 0 {
                return wrong("a seat has added an animal that does not score the feature (rule 5.5)");
            }
            if (seat + players - usize::from(position.turn.seat)) % players >= asked || turn[seat] != 0 {
                return wrong("a seat has added an animal before it was asked, or two (rule 5.5)");
            }
            turn[seat] = animal as u8 + 1;
        }
        position.turn.asked = asked as u8;
        position.turn.decider = decider as u8;
        if majority >> decider & 1 == 0 || position.bonus_choices().is_empty() {
            return wrong("the seat that decides may not add any animal (rule 5.5)");
        }
        Ok(())
    }
}

fn completed_features(position: &Position) -> usize {
    position.features().filter(|f| f.open == 0 && f.meeples != [0; 5]).count()
}

const _: () = assert!(MEEPLES == 6, "the messages above say six");
