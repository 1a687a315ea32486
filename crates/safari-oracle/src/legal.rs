//! The legal tokens of a decision, found by trying everything.

use crate::features::features_of_tile;
use crate::game::Game;
use crate::geometry::Side;
use crate::holes::{free_open_corners, hole_around};
use crate::notation::Token;
use crate::tile::ANIMALS;
use crate::turn::Step;
use crate::variant::BonusAnimals;

/// The tokens of the pending decision, sorted by byte value; none when no decision is pending.
pub fn tokens(game: &Game) -> Vec<String> {
    let decisions = match game.pending {
        Step::Place => placements(game, &game.drawn),
        Step::Action => actions(game),
        Step::Bonus { side, seat } => bonuses(game, side, seat),
        Step::RangerBack => rangers_back(game),
        _ => Vec::new(),
    };
    let mut tokens: Vec<String> = decisions.iter().map(Token::to_string).collect();
    tokens.sort();
    tokens
}

/// 3.1, 3.4: every cell and rotation in which a tile may be placed.
pub fn placements(game: &Game, kind: &str) -> Vec<Token> {
    let mut decisions = Vec::new();
    let rotations = game.tiles[kind].rotations();
    for cell in game.board.bordering_cells() {
        if !game.board.is_within(&game.variant.table, cell) {
            continue;
        }
        for (rotation, tile) in &rotations {
            if game.board.fits(cell, tile) {
                decisions.push(Token::Place { kind: kind.to_string(), cell, rotation: *rotation });
            }
        }
    }
    decisions
}

/// 5.5: the animals that a scoring player may add to the feature on this side of the placed tile.
pub fn bonus_animals(game: &Game, side: Side, seat: usize) -> Vec<char> {
    let printed = game.feature_on(side).animals;
    different_animals(&game.hands[seat])
        .into_iter()
        .filter(|animal| !printed.contains(animal))
        .filter(|animal| match game.variant.bonus_animals {
            BonusAnimals::Independent => true,
            BonusAnimals::Distinct => !game.added.values().any(|other| other == animal),
        })
        .collect()
}

/// 4: all actions.
fn actions(game: &Game) -> Vec<Token> {
    // 4.8: the action may always be declined.
    let mut decisions = vec![Token::Decline];
    meeples(game, &mut decisions);
    ranger_moves(game, &mut decisions);
    animal_tiles(game, &mut decisions);
    decisions
}

/// 4.1 and 4.2: a meeple on the tile just placed.
fn meeples(game: &Game, decisions: &mut Vec<Token>) {
    if game.meeples[game.seat] == 0 {
        return;
    }
    for (side, feature) in features_of_tile(&game.board, game.placed) {
        if feature.meeples.is_empty() {
            decisions.push(Token::MeepleOnFeature(side));
        }
    }
    if game.board.tiles[&game.placed].baobab {
        decisions.push(Token::MeepleOnBaobab);
    }
}

/// 4.3: not in a turn whose tile displaced a ranger.
fn ranger_moves(game: &Game, decisions: &mut Vec<Token>) {
    if game.displaced {
        return;
    }
    let cells = game.board.ranger_cells(&game.variant.table);
    for from in &game.board.rangers {
        for to in &cells {
            decisions.push(Token::MoveRanger { from: *from, to: *to });
        }
    }
}

/// 4.4 and 4.5: digging where no corner beside holds an animal tile, which needs a meeple; extending elsewhere.
fn animal_tiles(game: &Game, decisions: &mut Vec<Token>) {
    let hand = different_animals(&game.hands[game.seat]);
    for spot in free_open_corners(&game.board) {
        let hole = hole_around(&game.board, spot);
        for animal in &hand {
            if hole.is_empty() {
                if game.meeples[game.seat] > 0 {
                    decisions.push(Token::Dig(*animal, spot));
                }
            } else if hole.iter().all(|other| game.board.animals[other] != *animal) {
                decisions.push(Token::Extend(*animal, spot));
            }
        }
    }
}

/// 5.5: an animal, or none.
fn bonuses(game: &Game, side: Side, seat: usize) -> Vec<Token> {
    let mut decisions = vec![Token::Bonus(None)];
    for animal in bonus_animals(game, side, seat) {
        decisions.push(Token::Bonus(Some(animal)));
    }
    decisions
}

/// 6.1
fn rangers_back(game: &Game) -> Vec<Token> {
    game.board.ranger_cells(&game.variant.table).into_iter().map(Token::RangerBack).collect()
}

fn different_animals(hand: &[char]) -> Vec<char> {
    ANIMALS.into_iter().filter(|animal| hand.contains(animal)).collect()
}
