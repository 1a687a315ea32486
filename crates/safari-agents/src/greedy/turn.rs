//! What each decision of a turn leads to.
//!
//! An action changes few parts of the evaluation, so it is valued by what it changes and never played. A test compares
//! with playing it on thousands of positions.

use safari_core::{Action, Move, Phase, Position};

use crate::evaluation::{Horizon, SeatSum};

/// A decision and what the position is worth after it, in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The decision.
    pub action: Action,
    /// Its value to the seat that decides.
    pub value: i64,
}

/// The placement whose best action is best; the first of equals.
///
/// # Panics
/// If the position is not in [`Phase::Place`].
pub fn best_placement(horizon: &Horizon, position: &Position) -> Scored {
    let mut best: Option<Scored> = None;
    for_each_placement(horizon, position, |scored| {
        if best.is_none_or(|best| scored.value > best.value) {
            best = Some(scored);
        }
    });
    best.expect("a drawn tile can be placed")
}

/// Every placement with the value of its best action, in the order of `nth`.
pub fn scored_placements(horizon: &Horizon, position: &Position) -> Vec<Scored> {
    let mut list = Vec::with_capacity(position.count() as usize);
    for_each_placement(horizon, position, |scored| list.push(scored));
    list
}

fn for_each_placement(horizon: &Horizon, position: &Position, mut each: impl FnMut(Scored)) {
    debug_assert_eq!(position.phase(), Phase::Place);
    for action in position.actions() {
        let mut next = *position;
        next.play_unchecked(action);
        each(Scored { action, value: best_action(horizon, &next).value });
    }
}

/// The best decision of any phase but [`Phase::Place`]; the first of equals.
///
/// # Panics
/// If nobody decides.
pub fn best_action(horizon: &Horizon, position: &Position) -> Scored {
    let mut best: Option<Scored> = None;
    for_each_action(horizon, position, |scored| {
        if best.is_none_or(|best| scored.value > best.value) {
            best = Some(scored);
        }
    });
    best.expect("a decision has a choice")
}

/// Every decision of any phase but [`Phase::Place`] with its value, in the order of `nth`.
pub fn scored_actions(horizon: &Horizon, position: &Position) -> Vec<Scored> {
    let mut list = Vec::with_capacity(position.count() as usize);
    for_each_action(horizon, position, |scored| list.push(scored));
    list
}

fn for_each_action(horizon: &Horizon, position: &Position, mut each: impl FnMut(Scored)) {
    if position.phase() != Phase::Action {
        let seat = position.seat();
        for action in position.actions() {
            let mut next = *position;
            next.play_unchecked(action);
            each(Scored { action, value: horizon.value(&next, seat) });
        }
        return;
    }
    let turn = Turn::new(horizon, position);
    for action in position.actions() {
        each(Scored { action, value: turn.value(action) });
    }
}

/// The parts of the evaluation before an action.
struct Turn<'a> {
    horizon: &'a Horizon,
    position: &'a Position,
    seat: usize,
    sums: [SeatSum; 5],
    values: [i64; 5],
    rangers: i64,
    ranger_places: [i64; 2],
    declined: i64,
    dry: bool,
}

impl<'a> Turn<'a> {
    fn new(horizon: &'a Horizon, position: &'a Position) -> Turn<'a> {
        let seat = position.seat();
        let sums = horizon.sums(position);
        let values = sums.map(|sum| horizon.seat(&sum));
        let mut ranger_places = [0; 2];
        for (place, cell) in ranger_places.iter_mut().zip(position.rangers()) {
            *place = horizon.ranger(position.neighbours(cell));
        }
        let rangers = ranger_places.iter().sum();
        let declined = horizon.against(&values, position.players(), seat) + rangers;
        let dry = position.animals_to_draw().total() == 0;
        Turn { horizon, position, seat, sums, values, rangers, ranger_places, declined, dry }
    }

    /// The value with the seat's own sum changed.
    fn with(&self, change: impl FnOnce(&mut SeatSum)) -> i64 {
        let mut own = self.sums[self.seat];
        change(&mut own);
        let mut values = self.values;
        values[self.seat] = self.horizon.seat(&own);
        self.horizon.against(&values, self.position.players(), self.seat) + self.rangers
    }

    fn value(&self, action: Action) -> i64 {
        let (horizon, position) = (self.horizon, self.position);
        match action.unpack() {
            Move::Meeple { side, at } => {
                let feature = position.feature_at(at, side).expect("a meeple goes on a feature");
                self.with(|own| {
                    if feature.open == 0 {
                        own.sum += horizon.complete_feature(&feature, own.hand); // and the meeple is back
                    } else {
                        own.sum += horizon.open_feature(&feature);
                        own.meeples -= 1;
                    }
                })
            }
            Move::Baobab { at } => {
                let around = at.around();
                let filled =
                    around.into_iter().filter(|&cell| position.placed_at(cell).is_some()).count() as u32;
                self.with(|own| {
                    own.draws += if self.dry { 0 } else { 2 };
                    if filled < 8 {
                        own.meeples -= 1;
                        own.sum += horizon.baobab(filled);
                    } else {
                        own.draws += if self.dry { 0 } else { 2 };
                    }
                })
            }
            Move::Ranger { rank, to } => {
                self.declined - self.ranger_places[usize::from(rank)]
                    + horizon.ranger(position.neighbours(to))
            }
            Move::Dig { .. } | Move::Extend { .. } => {
                let mut next = *position;
                next.play_unchecked(action);
                self.horizon.value(&next, self.seat)
            }
            _ => self.declined,
        }
    }
}
