//! A game: its state, what it waits for, and what can be seen of it.

use std::collections::{BTreeMap, VecDeque};

use crate::board::Board;
use crate::fired::none_fired;
use crate::geometry::Cell;
use crate::tile::{ANIMALS, Tile};
use crate::tile_set::TileSet;
use crate::turn::{Step, steps_of_a_turn};
use crate::variant::Variant;

/// Where a player's points come from.
pub const SOURCES: [&str; 9] =
    ["dig", "extend", "hole", "trail", "bush", "ranger", "final_trail", "final_bush", "final_animals"];

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// A land tile to be drawn: [`Game::draw_tile`].
    Tile,
    /// An animal tile to be drawn: [`Game::draw_animal`].
    Animal {
        /// Who draws it.
        seat: usize,
        /// 7.1: the bag is empty, so the discard is shuffled into it just before this draw.
        shuffle: bool,
    },
    /// A decision: [`Game::play`] one of [`Game::legal`].
    Decision {
        /// Whose decision.
        seat: usize,
        /// `place`, `action`, `bonus` or `ranger`.
        phase: &'static str,
    },
    /// Nothing: the game has ended and final scoring is done.
    Over,
}

/// A game in progress or ended.
#[derive(Clone, Debug)]
pub struct Game {
    /// The unrotated tile of each kind.
    pub(crate) tiles: BTreeMap<String, Tile>,
    pub(crate) variant: Variant,
    pub(crate) board: Board,
    /// Kinds still in the land stack.
    pub(crate) stack: BTreeMap<String, usize>,
    pub(crate) bag: Vec<char>,
    pub(crate) discard: Vec<char>,
    /// Each player's animal tiles.
    pub(crate) hands: Vec<Vec<char>>,
    /// Each player's meeples in supply.
    pub(crate) meeples: Vec<usize>,
    /// Each player's points by source.
    pub(crate) sources: Vec<BTreeMap<&'static str, u32>>,
    /// Completed turns.
    pub(crate) turns: usize,
    /// Whose turn it is.
    pub(crate) seat: usize,
    /// The kind of the tile drawn in this turn.
    pub(crate) drawn: String,
    /// Where it was placed.
    pub(crate) placed: Cell,
    /// 3.3: it displaced a ranger.
    pub(crate) displaced: bool,
    /// 5.5: the animals just added to the feature that is being scored, by seat.
    pub(crate) added: BTreeMap<usize, char>,
    /// The step that waits for an answer.
    pub(crate) pending: Step,
    /// The steps that follow it.
    pub(crate) agenda: VecDeque<Step>,
    /// The legal tokens of the pending decision, sorted.
    pub(crate) legal: Vec<String>,
    pub(crate) fired: BTreeMap<&'static str, u64>,
}

impl Game {
    /// Sets up a game (1.2, 1.3) in which seat 0 was dealt `hands[0]`, two animals such as `AE`, and so on.
    pub fn new(tiles: &TileSet, variant: Variant, hands: &[&str]) -> Result<Game, String> {
        variant.check()?;
        if !(2..=5).contains(&hands.len()) {
            return Err(format!("{} players; there must be 2 to 5", hands.len()));
        }
        // 1.1: 10 of each animal.
        let mut bag: Vec<char> = ANIMALS.into_iter().flat_map(|animal| [animal; 10]).collect();
        for hand in hands {
            if hand.chars().count() != 2 {
                return Err(format!("hand `{hand}` is not two animals"));
            }
            for animal in hand.chars() {
                take(&mut bag, animal).map_err(|error| format!("hand `{hand}`: {error} in the bag"))?;
            }
        }
        let mut game = Game {
            tiles: tiles.tiles.clone(),
            variant,
            board: Board::new(&tiles.start),
            stack: tiles.kinds().into_iter().collect(),
            bag,
            discard: Vec::new(),
            hands: hands.iter().map(|hand| hand.chars().collect()).collect(),
            meeples: vec![6; hands.len()],
            sources: vec![SOURCES.into_iter().map(|name| (name, 0)).collect(); hands.len()],
            turns: 0,
            seat: 0,
            drawn: String::new(),
            placed: (0, 0),
            displaced: false,
            added: BTreeMap::new(),
            pending: Step::DrawTile,
            agenda: steps_of_a_turn(),
            legal: Vec::new(),
            fired: none_fired(),
        };
        game.run();
        Ok(game)
    }

    /// What the game waits for.
    pub fn need(&self) -> Need {
        let decision = |seat, phase| Need::Decision { seat, phase };
        match self.pending {
            Step::DrawTile => Need::Tile,
            Step::DrawAnimal { seat, .. } => Need::Animal { seat, shuffle: self.bag.is_empty() },
            Step::Place => decision(self.seat, "place"),
            Step::Action => decision(self.seat, "action"),
            Step::Bonus { seat, .. } => decision(seat, "bonus"),
            Step::RangerBack => decision(self.seat, "ranger"),
            Step::Over => Need::Over,
            step => unreachable!("{step:?} waits for nothing"),
        }
    }

    /// The legal tokens of the pending decision, sorted by byte value; none when no decision is pending.
    pub fn legal(&self) -> Vec<String> {
        self.legal.clone()
    }

    /// Each player's points; with final scoring when the game is over.
    pub fn scores(&self) -> Vec<u32> {
        self.sources.iter().map(|points| points.values().sum()).collect()
    }

    /// Each player's points by source.
    pub fn sources(&self) -> Vec<BTreeMap<&'static str, u32>> {
        self.sources.clone()
    }

    /// Each player's meeples in supply.
    pub fn meeples(&self) -> Vec<usize> {
        self.meeples.clone()
    }

    /// Each player's animal tiles, sorted.
    pub fn hands(&self) -> Vec<String> {
        self.hands.iter().map(|hand| sorted(hand)).collect()
    }

    /// The animal tiles in the bag, sorted.
    pub fn bag(&self) -> String {
        sorted(&self.bag)
    }

    /// The used animal tiles, sorted.
    pub fn discard(&self) -> String {
        sorted(&self.discard)
    }

    /// The kinds still in the land stack with their numbers, none of them 0.
    pub fn stack(&self) -> BTreeMap<String, usize> {
        self.stack.clone()
    }

    /// The number of completed turns.
    pub fn turn_done(&self) -> usize {
        self.turns
    }

    /// 8.4: the players with most points when the game is over, else nobody.
    pub fn winners(&self) -> Vec<usize> {
        if self.need() != Need::Over {
            return Vec::new();
        }
        let scores = self.scores();
        let best = scores.iter().max();
        (0..scores.len()).filter(|seat| scores.get(*seat) == best).collect()
    }

    /// Where the rangers stand, sorted.
    pub fn rangers(&self) -> Vec<(i32, i32)> {
        self.board.rangers.iter().copied().collect()
    }

    /// How often rare rules were used so far. Every name is there, also with 0.
    pub fn fired(&self) -> &BTreeMap<&'static str, u64> {
        &self.fired
    }

    /// Gives points to a player.
    pub(crate) fn give(&mut self, seat: usize, source: &'static str, points: u32) {
        *self.sources[seat].entry(source).or_default() += points;
    }

    /// Counts a use of a rare rule.
    pub(crate) fn fire(&mut self, name: &'static str) {
        *self.fired.get_mut(name).expect("a name of the list in fired.rs") += 1;
    }
}

/// Takes one tile of an animal out of a pile.
pub(crate) fn take(pile: &mut Vec<char>, animal: char) -> Result<(), String> {
    let index =
        pile.iter().position(|other| *other == animal).ok_or_else(|| format!("there is no `{animal}`"))?;
    pile.swap_remove(index);
    Ok(())
}

fn sorted(pile: &[char]) -> String {
    let mut pile = pile.to_vec();
    pile.sort();
    pile.into_iter().collect()
}
