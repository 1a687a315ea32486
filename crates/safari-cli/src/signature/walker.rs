//! Players who reach the rules that others rarely do. They are no agents to play against.

use rand::RngExt;
use safari_agents::{Agent, AgentError, Choice, Ctx};
use safari_core::{Action, Cell, Corner, Move, Phase, Position, Rng};

/// A way to play, random among what it likes best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walker {
    /// Fills gaps and never idles: surrounded baobabs, a dry bag, full tables.
    Packer,
    /// Packs, and digs diagonally across from holes to join them.
    Digger,
    /// Keeps its animals, and joins features that hold meeples of several players.
    Joiner,
}

impl Walker {
    /// All of them.
    pub const ALL: [Walker; 3] = [Walker::Packer, Walker::Digger, Walker::Joiner];

    fn value(self, position: &Position, action: Action, diagonal: bool) -> i32 {
        match (self, action.unpack()) {
            (Walker::Joiner, Move::Place { .. }) => shared(position, action),
            (_, Move::Place { at, .. }) => {
                at.around().into_iter().filter(|&cell| position.placed_at(cell).is_some()).count() as i32
            }
            (_, Move::Bonus { animal }) => i32::from(animal.is_some()),
            (_, Move::Replace { .. }) => 0,
            (Walker::Packer, Move::Decline | Move::Ranger { .. }) => 0,
            (Walker::Packer, _) => 1,
            (Walker::Digger, Move::Dig { at, corner, .. }) if diagonal && across(position, at, corner) => 5,
            (Walker::Digger, Move::Extend { .. }) => 4,
            (Walker::Digger, Move::Baobab { .. }) => 3,
            (Walker::Digger, Move::Dig { .. }) => 2,
            (Walker::Digger, Move::Meeple { .. }) => 1,
            (Walker::Digger, _) => 0,
            (Walker::Joiner, Move::Meeple { .. }) => 4,
            (Walker::Joiner, Move::Baobab { .. }) if position.hand(position.seat()).total() < 6 => 3,
            (Walker::Joiner, Move::Decline) => 2,
            (Walker::Joiner, _) => 1,
        }
    }
}

impl Agent for Walker {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        let diagonal = position.phase() == Phase::Action && ctx.rng.random_range(0..4u32) > 0;
        Ok(best(position, &mut ctx.rng, |action| self.value(position, action, diagonal)).into())
    }
}

/// One of the actions of the highest value, at random.
fn best(position: &Position, rng: &mut Rng, value: impl Fn(Action) -> i32) -> Action {
    let (mut chosen, mut most, mut ties) = (Action::DECLINE, i32::MIN, 0u32);
    for action in position.actions() {
        let value = value(action);
        if value > most {
            (chosen, most, ties) = (action, value, 1);
        } else if value == most {
            ties += 1;
            if rng.random_range(0..ties) == 0 {
                chosen = action;
            }
        }
    }
    chosen
}

/// Whether an animal tile lies diagonally across the vertex of a corner.
fn across(position: &Position, at: Cell, corner: Corner) -> bool {
    let [first, second] = corner.sides();
    let cell = at.across(first).across(second);
    position.laid().any(|laid| laid.at == cell && laid.corner.index() == (corner.index() + 2) & 3)
}

/// How much a placement brings meeples of several players together, best on features that are complete.
fn shared(position: &Position, action: Action) -> i32 {
    let mut next = *position;
    next.play_unchecked(action);
    let value = |feature: safari_core::FeatureView| {
        let most = feature.meeples.iter().max().copied().unwrap_or(0);
        let seats = feature.meeples.iter().filter(|&&n| n > 0).count() as i32;
        let tied = feature.meeples.iter().filter(|&&n| n > 0 && n == most).count() as i32;
        match (feature.open, seats) {
            (0, 2..) => 20 * tied,
            (0, 1) => 1,
            (_, 2..) => 6 * seats,
            _ => 0,
        }
    };
    next.features().map(value).sum()
}
