//! What comes from outside: the tiles drawn and the decisions taken.

use crate::features::features_of_tile;
use crate::game::{Game, Need, take};
use crate::geometry::{Cell, Side, Spot, diagonal};
use crate::holes::hole_around;
use crate::legal;
use crate::notation::{Token, parse};
use crate::turn::{Step, two_draws};

impl Game {
    /// A land tile of this kind is drawn. True if it can be placed: then its place is to be decided. False if it fits
    /// nowhere: then it has left the game (3.2) and another is to be drawn, or the game is over.
    pub fn draw_tile(&mut self, kind: &str) -> Result<bool, String> {
        if self.need() != Need::Tile {
            return Err(format!("no land tile is to be drawn; needed: {:?}", self.need()));
        }
        let count =
            self.stack.get_mut(kind).ok_or_else(|| format!("there is no tile `{kind}` in the stack"))?;
        *count -= 1;
        self.stack.retain(|_, count| *count > 0);
        if !legal::placements(self, kind).is_empty() {
            self.drawn = kind.to_string();
            self.run();
            return Ok(true);
        }
        self.fire("3.2 unplaceable");
        if self.stack.is_empty() {
            // 8.1; no turn is completed.
            self.agenda.clear();
            self.do_next(&[Step::FinalScoring, Step::Over]);
            self.run();
        }
        Ok(false)
    }

    /// An animal tile is drawn from the bag, after the discard has been shuffled into it if it was empty (7.1).
    pub fn draw_animal(&mut self, animal: char) -> Result<(), String> {
        let Step::DrawAnimal { seat, second } = self.pending else {
            return Err(format!("no animal tile is to be drawn; needed: {:?}", self.need()));
        };
        if self.bag.is_empty() {
            take(&mut self.discard, animal).map_err(|error| format!("{error} in the discard"))?;
            self.bag.append(&mut self.discard);
            self.fire("7.1 reshuffle");
            if second {
                self.fire("7.1 reshuffle inside a draw");
            }
        } else {
            take(&mut self.bag, animal).map_err(|error| format!("{error} in the bag"))?;
        }
        self.hands[seat].push(animal);
        self.run();
        Ok(())
    }

    /// Plays a token for the pending decision. An error says why it cannot be played, and nothing has changed.
    pub fn play(&mut self, token: &str) -> Result<(), String> {
        let Need::Decision { seat, phase } = self.need() else {
            return Err(format!("no decision is pending; needed: {:?}", self.need()));
        };
        let decision = parse(token)?;
        if !self.legal.iter().any(|legal| legal == token) {
            return Err(format!(
                "illegal token `{token}` for seat {seat}, phase {phase}: {}",
                self.why_illegal(&decision)
            ));
        }
        match decision {
            Token::Place { kind, cell, rotation } => self.place(&kind, cell, rotation),
            Token::MeepleOnFeature(side) => self.put_meeple(side),
            Token::MeepleOnBaobab => self.put_meeple_on_baobab(),
            Token::MoveRanger { from, to } => {
                // 4.3
                self.board.rangers.remove(&from);
                self.board.rangers.insert(to);
            }
            Token::Dig(animal, spot) => self.dig(animal, spot),
            Token::Extend(animal, spot) => self.extend(animal, spot),
            Token::Decline | Token::Bonus(None) => {}
            Token::Bonus(Some(animal)) => {
                // 5.5
                take_held(&mut self.hands[seat], animal);
                self.discard.push(animal);
                self.added.insert(seat, animal);
            }
            Token::RangerBack(cell) => {
                // 6.1
                self.board.rangers.insert(cell);
            }
        }
        self.run();
        Ok(())
    }

    /// 3.1, 3.3
    fn place(&mut self, kind: &str, cell: Cell, rotation: usize) {
        self.board.put(cell, self.tiles[kind].rotated(rotation));
        self.placed = cell;
        if self.board.rangers.remove(&cell) {
            self.displaced = true;
            self.fire("3.3 displaced");
        }
    }

    /// 4.1
    fn put_meeple(&mut self, side: Side) {
        let segment =
            self.board.tiles[&self.placed].segment_at(side).expect("legal only on a side with a segment");
        self.board.segment_meeples.insert((self.placed, segment), self.seat);
        self.meeples[self.seat] -= 1;
    }

    /// 4.2
    fn put_meeple_on_baobab(&mut self) {
        self.board.baobab_meeples.insert(self.placed, self.seat);
        self.meeples[self.seat] -= 1;
        self.do_next(&two_draws(self.seat));
    }

    /// 4.4
    fn dig(&mut self, animal: char, spot: Spot) {
        if self.board.animals.get(&diagonal(spot)) == Some(&animal) {
            self.fire("4.6 diagonal same animal");
        }
        take_held(&mut self.hands[self.seat], animal);
        self.board.animals.insert(spot, animal);
        self.board.hole_meeples.insert(spot, self.seat);
        self.meeples[self.seat] -= 1;
        self.give(self.seat, "dig", 3);
    }

    /// 4.5, 4.6
    fn extend(&mut self, animal: char, spot: Spot) {
        let hole = hole_around(&self.board, spot);
        // Every hole was dug once, with a meeple that stays until it is complete: two meeples mean two holes.
        let dug = hole.iter().filter(|other| self.board.hole_meeples.contains_key(other)).count();
        if dug == 2 && hole.len() == 2 {
            self.fire("4.6 third joins");
        }
        if dug == 2 && hole.len() == 3 {
            self.fire("4.6 fourth after join");
        }
        let points = match hole.len() + 1 {
            2 => 4,
            3 => 5,
            4 => 6,
            tiles => unreachable!("a vertex has four corners, not {tiles}"),
        };
        take_held(&mut self.hands[self.seat], animal);
        self.board.animals.insert(spot, animal);
        self.give(self.seat, "extend", points);
    }

    /// The reason why a well-formed decision is not among the legal ones, as far as it is easily told.
    fn why_illegal(&self, decision: &Token) -> String {
        let phase = match decision {
            Token::Place { .. } => Step::Place,
            Token::Bonus(_) => {
                return "no bonus decision, or not an animal that may be added (5.5)".to_string();
            }
            Token::RangerBack(_) => Step::RangerBack,
            _ => Step::Action,
        };
        if self.pending != phase {
            return "it belongs to another phase".to_string();
        }
        match decision {
            Token::Place { kind, .. } if *kind != self.drawn => {
                format!("the tile drawn is `{}`", self.drawn)
            }
            Token::Place { kind, rotation, .. }
                if !self.tiles[kind].rotations().iter().any(|(turns, _)| turns == rotation) =>
            {
                "a lower rotation gives the same drawing and is its spelling (10)".to_string()
            }
            Token::Place { .. } => "the tile cannot be placed there (3.1, 3.4)".to_string(),
            Token::MeepleOnFeature(side) => {
                let firsts: String = features_of_tile(&self.board, self.placed)
                    .iter()
                    .map(|(side, _)| side.letter())
                    .collect();
                if firsts.contains(side.letter()) {
                    "the feature is occupied or no meeple is in supply (4.1)".to_string()
                } else {
                    format!("the features of this tile have their first sides at `{firsts}` (10)")
                }
            }
            Token::MeepleOnBaobab => "no baobab, or no meeple in supply (4.2)".to_string(),
            Token::MoveRanger { .. } => {
                "no such ranger, not a cell for it, or one was displaced (4.3)".to_string()
            }
            Token::Dig(..) => {
                "no such animal or no meeple in supply, or not a corner to dig at (4.4)".to_string()
            }
            Token::Extend(..) => {
                "no such animal in supply, or it cannot extend a hole there (4.5)".to_string()
            }
            Token::RangerBack(_) => {
                "not an empty cell beside a tile, or a ranger stands there (6.1)".to_string()
            }
            Token::Decline | Token::Bonus(_) => "it is not among the legal tokens".to_string(),
        }
    }
}

fn take_held(hand: &mut Vec<char>, animal: char) {
    take(hand, animal).expect("legal only with this animal in supply");
}
