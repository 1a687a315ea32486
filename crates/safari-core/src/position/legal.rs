//! Legal decisions: counted, chosen by number, iterated and checked without building a list.
//!
//! The order of [`Position::nth`] is fixed by what the text form of a position holds: by kind of action; placements by
//! rotation, then slot; rangers by rank, then slot; animal tiles by animal, then corner. Slots and corners are numbered
//! by the order in which tiles were placed.

use super::grid::FIRST_SLOT;
use super::seats::{MAX_PLAYERS, Seat};
use super::{Phase, Position};
use crate::action::{Action, Move};
use crate::animal::{Animal, AnimalSet};
use crate::bits;
use crate::cell::{Cell, Corner, Side};
use crate::tiles::NO_SEGMENT;

/// The kinds of action in [`Phase::Action`], in the order of [`KindCounts`].
pub const KINDS: [&str; 6] = ["meeple", "baobab", "ranger", "dig", "extend", "decline"];

/// How many choices there are of each of the [`KINDS`] of action.
pub type KindCounts = [u32; 6];

/// Why an action is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The position waits for something else.
    #[error("the position waits for `{}`", .0.name())]
    WrongPhase(Phase),
    /// The cell already holds a tile.
    #[error("{0} already holds a tile (rule 3.1)")]
    Filled(Cell),
    /// No placed tile shares a side with the cell.
    #[error("{0} shares no side with a placed tile (rules 3.1, 4.3, 6.1)")]
    Apart(Cell),
    /// The table does not reach there.
    #[error("{0} lies beyond the table (rule 3.4)")]
    OffTable(Cell),
    /// A side differs from the neighbour's.
    #[error("side {} differs from the tile beside it (rule 3.1)", .0.letter())]
    Mismatch(Side),
    /// A lower rotation gives the same drawing.
    #[error("the tile looks the same turned by {lower}, which is its spelling (rule 10)")]
    NotLowestRotation {
        /// The rotation to use.
        lower: u8,
    },
    /// The seat has no meeple in supply.
    #[error("no meeple is left in the supply (rules 4.1, 4.2, 4.4)")]
    NoMeeple,
    /// The action is about another tile than the one just placed.
    #[error("{0} is not the tile just placed (rules 4.1, 4.2)")]
    NotTheTile(Cell),
    /// The side is savanna.
    #[error("no trail or bush touches side {} of the tile (rule 4.1)", .0.letter())]
    NoFeature(Side),
    /// A feature is named by its first side.
    #[error("the feature's first side on the tile is {}, which is its spelling (rule 10)", .0.letter())]
    NotFirstSide(Side),
    /// A meeple stands on the feature.
    #[error("the feature holds a meeple (rule 4.1)")]
    Occupied,
    /// The tile has no baobab.
    #[error("the tile has no baobab (rule 4.2)")]
    NoBaobab,
    /// The tile displaced a ranger.
    #[error("no ranger may move in a turn whose tile displaced one (rule 4.3)")]
    Displaced,
    /// There is no such ranger.
    #[error("no such ranger is on the board (rule 4.3)")]
    NoRanger,
    /// A ranger stands there.
    #[error("{0} holds a ranger (rules 4.3, 6.1)")]
    HoldsRanger(Cell),
    /// The seat has no such animal tile.
    #[error("the supply holds no {0} (rules 4.4, 4.5, 5.5)")]
    NoAnimal(Animal),
    /// No tile lies there.
    #[error("{0} holds no tile (rules 4.4, 4.5)")]
    NoTile(Cell),
    /// A side at the corner is bush.
    #[error("the corner touches bush (rule 4.4)")]
    NotOpen,
    /// An animal tile lies on the corner.
    #[error("the corner holds an animal tile (rules 4.4, 4.5)")]
    CornerTaken,
    /// An animal tile lies beside the corner.
    #[error("an animal tile lies beside the corner, so this would extend a hole, not dig one (rule 4.4)")]
    BesideHole,
    /// No animal tile lies beside the corner.
    #[error("no animal tile lies beside the corner, so there is nothing to extend (rule 4.5)")]
    NoHole,
    /// The hole shows the animal.
    #[error("the hole shows {0} already (rules 4.5, 4.6)")]
    SameAnimal(Animal),
    /// The feature shows the animal, or another player has just added it.
    #[error("{0} is on the feature already (rule 5.5)")]
    NotAddable(Animal),
}

impl Position {
    /// How many choices the player who decides has: at least 1 at a decision, 0 elsewhere.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        match self.turn.phase {
            Phase::Place => self.count_placements(),
            Phase::Action => self.kind_counts().iter().sum(),
            Phase::Bonus => self.bonus_choices().len() + 1,
            Phase::Ranger => self.board.count_ranger_targets(),
            _ => 0,
        }
    }

    /// Whether the player who decides has a single choice; cheaper than [`count`](Self::count).
    #[inline(always)]
    pub fn is_forced(&self) -> bool {
        match self.turn.phase {
            // One rotation counts one: a single bit, the lowest of its byte.
            Phase::Place => {
                let fits = u32::from_le_bytes(self.turn.fits);
                fits.is_power_of_two() && fits & 0x0101_0101 != 0
            }
            // Nearly always a ranger may move, and then nothing else has to be looked at.
            Phase::Action => {
                let may_move = !self.turn.displaced && self.board.ranger_count() > 0;
                let free = self.board.grid.frontier().1 > 2; // two rangers leave a cell
                !(may_move && free) && self.count() == 1
            }
            Phase::Bonus | Phase::Ranger => self.count() == 1,
            _ => false,
        }
    }

    /// The `n`-th choice. The order depends on nothing that the text form of the position does not hold.
    ///
    /// By kind of action; placements by rotation, then slot; rangers by rank, then slot; animal tiles by animal, then
    /// corner. Slots (cells that border a filled one) and corners are numbered by the order in which tiles were placed.
    ///
    /// # Panics
    /// May panic if `n` is not below [`count`](Self::count).
    #[inline]
    pub fn nth(&self, n: u32) -> Action {
        match self.turn.phase {
            Phase::Place => self.nth_placement(n),
            Phase::Action => {
                let counts = self.kind_counts();
                let (mut kind, mut rest) = (0, n);
                while kind < 5 && rest >= counts[kind] {
                    rest -= counts[kind];
                    kind += 1;
                }
                self.nth_of_kind(kind, rest)
            }
            Phase::Bonus => self.nth_bonus(n),
            Phase::Ranger => {
                Action::replace(self.board.grid.slot_cell(bits::select_in(&self.board.ranger_targets().0, n)))
            }
            _ => Action::DECLINE,
        }
    }

    /// All choices, in the order of [`nth`](Self::nth).
    pub fn actions(&self) -> Actions<'_> {
        Actions { position: self, next: 0, count: self.count() }
    }

    /// In [`Phase::Place`], how many placements there are: the sum of four bytes, two and two at a time.
    #[inline(always)]
    pub(super) fn count_placements(&self) -> u32 {
        let fits = u32::from_le_bytes(self.turn.fits);
        let pairs = (fits & 0x00FF_00FF) + (fits >> 8 & 0x00FF_00FF);
        (pairs + (pairs >> 16)) & 0xFFFF
    }

    #[inline(always)]
    pub(super) fn nth_placement(&self, mut n: u32) -> Action {
        let mut rotation = 0;
        while rotation < 3 && n >= u32::from(self.turn.fits[rotation]) {
            n -= u32::from(self.turn.fits[rotation]);
            rotation += 1;
        }
        let tile = self.tiles.oriented(self.turn.kind, rotation as u8);
        for word in 0..self.board.grid.words() {
            let fits = self.board.grid.fits_word(tile, word);
            let ones = fits.count_ones();
            if n < ones {
                let slot = word as u32 * 64 + bits::select(fits, n);
                return Action::place(rotation as u8, self.board.grid.slot_cell(slot));
            }
            n -= ones;
        }
        Action::DECLINE
    }

    fn nth_bonus(&self, n: u32) -> Action {
        let choices = self.bonus_choices();
        Action::bonus((n < choices.len()).then(|| choices.nth(n)))
    }

    /// In [`Phase::Action`], how many choices there are of each kind; zeros elsewhere.
    #[inline(always)]
    pub fn kind_counts(&self) -> KindCounts {
        if self.turn.phase != Phase::Action {
            return [0; 6];
        }
        let seat = self.mover();
        let staffable = seat.meeples > 0;
        let mut counts = [0, 0, 0, 0, 0, 1];
        if staffable {
            counts[0] = (self.turn.sides & 15).count_ones();
            counts[1] = self.board.tile(self.tiles, self.board.grid.len() - 1).baobab as u32;
            counts[3] = seat.animals().len() * self.board.corners.dig().1;
        }
        if !self.turn.displaced {
            counts[2] = self.board.ranger_count() * self.board.count_ranger_targets();
        }
        let mut animals = seat.animals().bits();
        while animals != 0 {
            let animal = Animal::from_index(animals.trailing_zeros() as usize);
            counts[4] += self.board.corners.extend(animal).1;
            animals &= animals - 1;
        }
        counts
    }

    /// In [`Phase::Action`], the `n`-th choice of one of the [`KINDS`], by its index.
    ///
    /// # Panics
    /// May panic if `n` is not below the kind's count.
    #[inline(always)]
    pub fn nth_of_kind(&self, kind: usize, mut n: u32) -> Action {
        match kind {
            0 => {
                let side = bits::select(u64::from(self.turn.sides & 15), n);
                Action::meeple(Side::from_index(side as usize), self.last_cell())
            }
            1 => Action::baobab(self.last_cell()),
            2 => {
                let (targets, count) = self.board.ranger_targets();
                let rank = (n >= count) as u32;
                let slot = bits::select_in(&targets, n - rank * count);
                Action::ranger(rank as u8, self.board.grid.slot_cell(slot))
            }
            3 => {
                let (corners, count) = self.board.corners.dig();
                let mut animals = self.hand_set();
                while n >= count {
                    n -= count;
                    animals &= animals.wrapping_sub(1);
                }
                let animal = Animal::from_index(animals.trailing_zeros() as usize);
                let (at, corner) = self.corner(bits::select_in(corners, n));
                Action::dig(animal, corner, at)
            }
            4 => {
                let mut animals = self.hand_set();
                loop {
                    let animal = Animal::from_index(animals.trailing_zeros() as usize);
                    let (corners, count) = self.board.corners.extend(animal);
                    if n < count {
                        let (at, corner) = self.corner(bits::select_in(corners, n));
                        return Action::extend(animal, corner, at);
                    }
                    n -= count;
                    animals &= animals.wrapping_sub(1);
                }
            }
            _ => Action::DECLINE,
        }
    }

    /// The seat whose turn it is; the index needs no check.
    #[inline(always)]
    fn mover(&self) -> &Seat {
        &self.seats[usize::from(self.turn.seat).min(MAX_PLAYERS - 1)]
    }

    #[inline(always)]
    fn hand_set(&self) -> u8 {
        self.mover().animals().bits()
    }

    #[inline(always)]
    fn corner(&self, bit: u32) -> (Cell, Corner) {
        (self.board.grid.cell((bit >> 2) as u8), Corner::from_index(bit as usize))
    }

    /// Whether an action is legal.
    #[inline]
    pub fn is_legal(&self, action: Action) -> bool {
        self.allows(action.unpack())
    }

    /// Whether an action that is taken apart is legal.
    #[inline(always)]
    pub(super) fn allows(&self, action: Move) -> bool {
        let seat = self.mover();
        let grid = &self.board.grid;
        match (self.turn.phase, action) {
            (Phase::Place, Move::Place { rotation, at }) => self.fits_at(grid.probe(at), rotation),
            (Phase::Action, Move::Meeple { side, at }) => {
                seat.meeples > 0 && self.turn.sides >> side.index() & 1 != 0 && at == self.last_cell()
            }
            (Phase::Action, Move::Baobab { at }) => {
                seat.meeples > 0
                    && self.board.tile(self.tiles, grid.len() - 1).baobab
                    && at == self.last_cell()
            }
            (Phase::Action, Move::Ranger { rank, to }) => {
                !self.turn.displaced
                    && u32::from(rank) < self.board.ranger_count()
                    && self.board.is_ranger_target(to)
            }
            (Phase::Action, Move::Dig { animal, corner, at }) => {
                seat.meeples > 0
                    && seat.animals().contains(animal)
                    && self.has_corner(self.board.corners.dig().0, at, corner)
            }
            (Phase::Action, Move::Extend { animal, corner, at }) => {
                seat.animals().contains(animal)
                    && self.has_corner(self.board.corners.extend(animal).0, at, corner)
            }
            (Phase::Action, Move::Decline) => true,
            (Phase::Bonus, Move::Bonus { animal }) => {
                animal.is_none_or(|animal| self.bonus_choices().contains(animal))
            }
            (Phase::Ranger, Move::Replace { to }) => self.board.is_ranger_target(to),
            _ => false,
        }
    }

    #[inline(always)]
    pub(super) fn has_corner(
        &self,
        corners: &[u64; super::corners::WORDS],
        at: Cell,
        corner: Corner,
    ) -> bool {
        let number = self.board.grid.number(at);
        let bit = usize::from(number) * 4 + corner.index();
        number < FIRST_SLOT && corners[bit / 64] >> (bit & 63) & 1 != 0
    }

    /// Why an action is not legal; [`IllegalAction::WrongPhase`] also for one that is.
    #[cold]
    pub fn why_illegal(&self, action: Action) -> IllegalAction {
        use IllegalAction as Why;
        let seat = self.mover();
        let grid = &self.board.grid;
        let hand = seat.animals();
        let wrong = Why::WrongPhase(self.turn.phase);
        match (self.turn.phase, action.unpack()) {
            (Phase::Place, Move::Place { rotation, at }) => {
                let tile = self.tiles.oriented(self.turn.kind, rotation);
                if grid.is_filled(at) {
                    return Why::Filled(at);
                }
                let Some(slot) = grid.open_slot(at) else { return self.why_no_slot(at) };
                if rotation >= tile.rotations {
                    return Why::NotLowestRotation { lower: rotation % tile.rotations };
                }
                let required = grid.required(slot);
                Side::ALL
                    .into_iter()
                    .find(|side| required[side.index()].is_some_and(|t| t != tile.sides[side.index()]))
                    .map_or(wrong, Why::Mismatch)
            }
            (Phase::Action, Move::Meeple { at, .. } | Move::Baobab { at }) if at != self.last_cell() => {
                Why::NotTheTile(at)
            }
            (Phase::Action, Move::Meeple { side, .. }) => {
                let number = grid.len() - 1;
                let feature = |side| match self.board.segment_at(self.tiles, number, side) {
                    NO_SEGMENT => None,
                    segment => Some(self.board.features.of(segment)),
                };
                let Some(this) = feature(side) else { return Why::NoFeature(side) };
                if self.board.features.word(this).is_staffed() {
                    return Why::Occupied;
                }
                match Side::ALL.into_iter().find(|&s| feature(s) == Some(this)) {
                    Some(first) if first != side => Why::NotFirstSide(first),
                    _ if seat.meeples == 0 => Why::NoMeeple,
                    _ => wrong,
                }
            }
            (Phase::Action, Move::Baobab { .. }) => {
                if self.board.tile(self.tiles, grid.len() - 1).baobab {
                    Why::NoMeeple
                } else {
                    Why::NoBaobab
                }
            }
            (Phase::Action, Move::Ranger { .. }) if self.turn.displaced => Why::Displaced,
            (Phase::Action, Move::Ranger { rank, .. }) if u32::from(rank) >= self.board.ranger_count() => {
                Why::NoRanger
            }
            (Phase::Action, Move::Ranger { to, .. }) | (Phase::Ranger, Move::Replace { to }) => {
                if grid.is_filled(to) {
                    Why::Filled(to)
                } else if self.rangers().any(|cell| cell == to) {
                    Why::HoldsRanger(to)
                } else {
                    self.why_no_slot(to)
                }
            }
            (Phase::Action, Move::Dig { animal, .. } | Move::Extend { animal, .. })
                if !hand.contains(animal) =>
            {
                Why::NoAnimal(animal)
            }
            (Phase::Action, Move::Dig { animal, corner, at } | Move::Extend { animal, corner, at }) => {
                let number = grid.number(at);
                if number >= FIRST_SLOT {
                    return Why::NoTile(at);
                }
                if self.board.tile(self.tiles, number).open_corners >> corner.index() & 1 == 0 {
                    return Why::NotOpen;
                }
                let vertex = self.board.vertex(number, corner);
                let laid = self.board.corners.around(&vertex);
                if !laid[0].is_free() {
                    return Why::CornerTaken;
                }
                let hole = self.board.corners.hole(&vertex, 0);
                let shown = (0..4).filter(|i| hole >> i & 1 != 0).filter_map(|i| laid[i].animal());
                let shown = shown.fold(AnimalSet::EMPTY, AnimalSet::with);
                match action.unpack() {
                    Move::Dig { .. } if hole != 0 => Why::BesideHole,
                    Move::Dig { .. } if seat.meeples == 0 => Why::NoMeeple,
                    Move::Extend { .. } if hole == 0 => Why::NoHole,
                    Move::Extend { .. } if shown.contains(animal) => Why::SameAnimal(animal),
                    _ => wrong,
                }
            }
            (Phase::Bonus, Move::Bonus { animal: Some(animal) }) => {
                if self.seats[self.seat()].animals().contains(animal) {
                    Why::NotAddable(animal)
                } else {
                    Why::NoAnimal(animal)
                }
            }
            _ => wrong,
        }
    }

    fn why_no_slot(&self, at: Cell) -> IllegalAction {
        let beside = Side::ALL.into_iter().any(|side| self.board.grid.is_filled(at.across(side)));
        if beside { IllegalAction::OffTable(at) } else { IllegalAction::Apart(at) }
    }
}

/// The choices of a position, in the order of [`Position::nth`].
#[derive(Clone, Debug)]
pub struct Actions<'p> {
    position: &'p Position,
    next: u32,
    count: u32,
}

impl Iterator for Actions<'_> {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        (self.next < self.count).then(|| {
            self.next += 1;
            self.position.nth(self.next - 1)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.count - self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Actions<'_> {}
