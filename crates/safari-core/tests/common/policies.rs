//! Ways to play that reach what uniform play does not: dry bags, merged holes, shared features.

use rand::RngExt;
use safari_core::{Action, Cell, Move, Phase, Position, Rng};

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Uniform over legal actions.
    Uniform,
    /// Uniform over kinds of action.
    ByKind,
    /// Fills holes in the landscape, never idles.
    Compact,
    /// Compact, and digs diagonally across from holes and joins them.
    Digger,
    /// Keeps its animal tiles and joins features of several players.
    Sharer,
}

impl Policy {
    pub const ALL: [Policy; 5] =
        [Policy::Uniform, Policy::ByKind, Policy::Compact, Policy::Digger, Policy::Sharer];

    pub fn choose(self, position: &Position, rng: &mut Rng) -> Action {
        match (self, position.phase()) {
            (Policy::Uniform, _) => position.sample(rng),
            (Policy::ByKind, _) => position.sample_by_kind(rng),
            (Policy::Compact | Policy::Digger, Phase::Place) => {
                best(position, rng, |action| neighbours(position, action))
            }
            (Policy::Sharer, Phase::Place) => best(position, rng, |action| shared(position, action)),
            (Policy::Compact, Phase::Action) => best(position, rng, |action| match action.unpack() {
                Move::Decline | Move::Ranger { .. } => 0,
                _ => 1,
            }),
            (Policy::Digger, Phase::Action) => {
                let diagonal = rng.random_range(0..4u32) > 0;
                best(position, rng, |action| match action.unpack() {
                    Move::Dig { at, corner, .. } if diagonal && across(position, at, corner) => 5,
                    Move::Extend { .. } => 4,
                    Move::Baobab { .. } => 3,
                    Move::Dig { .. } => 2,
                    Move::Meeple { .. } => 1,
                    _ => 0,
                })
            }
            (Policy::Sharer, Phase::Action) => best(position, rng, |action| match action.unpack() {
                Move::Meeple { .. } => 4,
                Move::Baobab { .. } if position.hand(position.seat()).total() < 6 => 3,
                Move::Decline => 2,
                _ => 1,
            }),
            (_, Phase::Bonus) => best(position, rng, |action| match action.unpack() {
                Move::Bonus { animal: Some(_) } => 1,
                _ => 0,
            }),
            (_, _) => position.sample(rng),
        }
    }
}

/// One of the actions with the highest value, at random.
fn best(position: &Position, rng: &mut Rng, value: impl Fn(Action) -> i32) -> Action {
    let mut list: Vec<(i32, Action)> = position.actions().map(|action| (value(action), action)).collect();
    let most = list.iter().map(|(value, _)| *value).max().unwrap();
    list.retain(|(value, _)| *value == most);
    list[rng.random_range(0..list.len() as u32) as usize].1
}

fn neighbours(position: &Position, action: Action) -> i32 {
    let Move::Place { at, .. } = action.unpack() else { return 0 };
    let filled = at.around().into_iter().filter(|&cell| position.placed_at(cell).is_some()).count();
    filled as i32
}

/// Whether an animal tile lies diagonally across the vertex of a corner.
fn across(position: &Position, at: Cell, corner: safari_core::Corner) -> bool {
    let [first, second] = corner.sides();
    let cell = at.across(first).across(second);
    position.laid().any(|laid| laid.at == cell && laid.corner.index() == (corner.index() + 2) & 3)
}

/// How much a placement brings meeples of several players together on complete features.
fn shared(position: &Position, action: Action) -> i32 {
    let mut next = *position;
    next.play_unchecked(action);
    let features = next.features().map(|feature| {
        let seats = feature.meeples.iter().filter(|&&meeples| meeples > 0).count() as i32;
        let most = feature.meeples.iter().max().copied().unwrap_or(0);
        let tied = feature.meeples.iter().filter(|&&meeples| meeples > 0 && meeples == most).count() as i32;
        match (feature.open, seats) {
            (0, 1) => 1,
            (0, _) => 20 * tied,
            (_, 2..) => 6 * seats,
            _ => 0,
        }
    });
    features.sum()
}
