//! What each decision of a turn leads to, without playing it where that can be avoided.
//!
//! The evaluation is a sum of local parts. A placement changes only the features that touch the tile, the baobabs and
//! holes around it and the rangers beside it; an action changes still less. So both are valued by what they change. Tests
//! compare with playing and evaluating every decision, on thousands of positions.

use safari_core::{
    Action, Animal, AnimalCounts, Cell, Corner, FeatureView, Move, Phase, Position, Side, VertexView,
};

use super::diggings::Diggings;
use crate::evaluation::{Horizon, SeatSum};

/// A decision and what the position is worth after it, in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The decision.
    pub action: Action,
    /// Its value to the seat that decides.
    pub value: i64,
}

/// Keeps the first of the best.
fn keep(best: &mut Option<Scored>, action: Action, value: i64) {
    if best.is_none_or(|known| value > known.value) {
        *best = Some(Scored { action, value });
    }
}

/// The placement whose best action is best; the first of equals.
///
/// # Panics
/// If the position is not in [`Phase::Place`].
pub fn best_placement(horizon: &Horizon, position: &Position) -> Scored {
    let mut best = None;
    for_each_placement(horizon, position, |scored| keep(&mut best, scored.action, scored.value));
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
    let before = Before::new(horizon, position);
    for action in position.actions() {
        let mut next = *position;
        next.play_unchecked(action);
        each(Scored { action, value: before.after(&next).best().value });
    }
}

/// The best decision of any phase but [`Phase::Place`]; the first of equals.
///
/// # Panics
/// If nobody decides.
pub fn best_action(horizon: &Horizon, position: &Position) -> Scored {
    if position.phase() == Phase::Action {
        return Turn::new(horizon, position).best();
    }
    let mut best = None;
    for scored in scored_actions(horizon, position) {
        keep(&mut best, scored.action, scored.value);
    }
    best.expect("a decision has a choice")
}

/// Every decision of any phase but [`Phase::Place`] with its value, in the order of `nth`.
pub fn scored_actions(horizon: &Horizon, position: &Position) -> Vec<Scored> {
    if position.phase() == Phase::Action {
        let turn = Turn::new(horizon, position);
        return position.actions().map(|action| Scored { action, value: turn.value(action) }).collect();
    }
    let seat = position.seat();
    let after = |action| {
        let mut next = *position;
        next.play_unchecked(action);
        Scored { action, value: horizon.value(&next, seat) }
    };
    position.actions().map(after).collect()
}

/// The sums before a placement, from which those after it follow.
struct Before<'a> {
    horizon: &'a Horizon,
    position: &'a Position,
    sums: [SeatSum; 5],
    diggings: Diggings,
    dry: bool,
}

impl<'a> Before<'a> {
    fn new(horizon: &'a Horizon, position: &'a Position) -> Before<'a> {
        Before {
            horizon,
            position,
            sums: horizon.sums(position),
            diggings: Diggings::new(position),
            dry: position.animals_to_draw().total() == 0,
        }
    }

    /// The turn after a placement.
    fn after<'b>(&'b self, next: &'b Position) -> Turn<'b> {
        let (horizon, cell) = (self.horizon, next.last_cell());
        let mut sums = self.sums;
        let mut seen = [None; 4];
        for side in Side::ALL {
            let old = self.position.feature_at(cell.across(side), side.opposite());
            if let Some(old) = old.filter(|old| !seen.contains(&Some(old.id))) {
                seen[side.index()] = Some(old.id);
                horizon.add_feature(&mut sums, &old, next.players(), -1);
            }
        }
        let mut seen = [None; 4];
        for side in Side::ALL {
            let new = next.feature_at(cell, side);
            if let Some(new) = new.filter(|new| !seen.contains(&Some(new.id))) {
                seen[side.index()] = Some(new.id);
                horizon.add_feature(&mut sums, &new, next.players(), 1);
            }
        }
        for (at, owner, filled) in next.baobabs() {
            if (at.x - cell.x).abs() <= 1 && (at.y - cell.y).abs() <= 1 {
                sums[owner].sum -= horizon.baobab(filled - 1);
                horizon.add_baobab(&mut sums[owner], filled, self.dry);
            }
        }
        let around = Corner::ALL.map(|corner| next.vertex(cell, corner));
        for vertex in around.iter().filter(|vertex| vertex.any_laid()) {
            let blocked_before = vertex.blocked_without_first();
            for i in 1..4 {
                let Some(seat) = vertex.meeple(i) else { continue };
                let (tiles, unfilled) = (vertex.hole(i).tiles, vertex.unfilled());
                sums[seat].sum += horizon.hole(tiles, unfilled, vertex.blocked())
                    - horizon.hole(tiles, unfilled + 1, blocked_before);
            }
        }
        if next.displaced() {
            sums[next.turn_seat()].sum += 3000;
        }
        Turn::with_sums(horizon, next, sums, self.dry, Some((&self.diggings, around)))
    }
}

/// The parts of the evaluation before an action.
struct Turn<'a> {
    horizon: &'a Horizon,
    position: &'a Position,
    /// Those before the placement, and the vertices of the tile.
    diggings: Option<(&'a Diggings, [VertexView; 4])>,
    /// The features completed in this turn that the seat scores.
    complete: Vec<FeatureView>,
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
        let dry = position.animals_to_draw().total() == 0;
        Turn::with_sums(horizon, position, horizon.sums(position), dry, None)
    }

    fn with_sums(
        horizon: &'a Horizon,
        position: &'a Position,
        sums: [SeatSum; 5],
        dry: bool,
        diggings: Option<(&'a Diggings, [VertexView; 4])>,
    ) -> Turn<'a> {
        let seat = position.seat();
        let values = sums.map(|sum| horizon.seat(&sum));
        let mut ranger_places = [0; 2];
        for (place, cell) in ranger_places.iter_mut().zip(position.rangers()) {
            *place = horizon.ranger(position.neighbours(cell));
        }
        let rangers = ranger_places.iter().sum();
        let declined = horizon.against(&values, position.players(), seat) + rangers;
        let complete = complete_features(position, seat);
        Turn {
            horizon,
            position,
            diggings,
            complete,
            seat,
            sums,
            values,
            rangers,
            ranger_places,
            declined,
            dry,
        }
    }

    /// The value with the seat's own sum changed.
    #[inline]
    fn with(&self, change: impl FnOnce(&mut SeatSum)) -> i64 {
        let mut own = self.sums[self.seat];
        change(&mut own);
        let mut values = self.values;
        values[self.seat] = self.horizon.seat(&own);
        self.horizon.against(&values, self.position.players(), self.seat) + self.rangers
    }

    /// The best action, the first of equals in the order of `nth`.
    fn best(&self) -> Scored {
        let position = self.position;
        let [meeples, baobabs, rangers, dig, extend, _] = position.kind_counts();
        let mut best = None;
        for kind in 0..2 {
            for n in 0..[meeples, baobabs][kind] {
                let action = position.nth_of_kind(kind, n);
                keep(&mut best, action, self.value(action));
            }
        }
        if rangers > 0 {
            match self.horizon.likes_crowded_rangers().and_then(|most| position.ranger_target(most)) {
                Some((cell, neighbours)) => {
                    for (rank, _) in (0..).zip(position.rangers()) {
                        keep(&mut best, Action::ranger(rank, cell), self.ranger(rank, neighbours));
                    }
                }
                None => keep(&mut best, position.nth_of_kind(2, 0), self.declined),
            }
        }
        if dig > 0 {
            // Which corner is best is the same for every animal.
            let corner = match &self.diggings {
                Some((diggings, around)) => diggings.best(self.horizon, position, Some(around)),
                None => Diggings::new(position).best(self.horizon, position, None),
            };
            for animal in position.hand(self.seat).set().iter() {
                let (at, corner, worth) = corner;
                keep(&mut best, Action::dig(animal, corner, at), self.dig(animal, worth));
            }
        }
        if extend > 0 {
            for n in 0..extend {
                let action = position.nth_of_kind(4, n);
                keep(&mut best, action, self.value(action));
            }
        }
        keep(&mut best, Action::DECLINE, self.declined);
        best.expect("declining is always legal")
    }

    fn value(&self, action: Action) -> i64 {
        let position = self.position;
        match action.unpack() {
            Move::Meeple { side, at } => {
                let feature = position.feature_at(at, side).expect("a meeple goes on a feature");
                self.meeple(&feature)
            }
            Move::Baobab { at } => self.baobab(at),
            Move::Ranger { rank, to } => self.ranger(rank, position.neighbours(to)),
            Move::Dig { animal, corner, at } => {
                let vertex = position.vertex(at, corner);
                self.dig(animal, self.horizon.hole(1, vertex.unfilled(), vertex.blocked()))
            }
            Move::Extend { animal, corner, at } => self.extend(animal, &position.vertex(at, corner)),
            _ => self.declined,
        }
    }

    fn meeple(&self, feature: &FeatureView) -> i64 {
        self.with(|own| {
            if feature.open == 0 {
                own.sum += self.horizon.complete_feature(feature, own.hand); // and the meeple is back
            } else {
                own.sum += self.horizon.open_feature(feature);
                own.meeples -= 1;
            }
        })
    }

    fn baobab(&self, at: Cell) -> i64 {
        let around = at.around();
        let filled =
            around.into_iter().filter(|&cell| self.position.placed_at(cell).is_some()).count() as u32;
        self.with(|own| {
            own.meeples -= 1;
            own.draws += if self.dry { 0 } else { 2 };
            self.horizon.add_baobab(own, filled, self.dry);
        })
    }

    #[inline]
    fn ranger(&self, rank: u8, neighbours: u32) -> i64 {
        self.declined - self.ranger_places[usize::from(rank)] + self.horizon.ranger(neighbours)
    }

    #[inline]
    fn dig(&self, animal: Animal, worth: i64) -> i64 {
        self.with(|own| {
            own.sum += 3000 + worth;
            own.meeples -= 1;
            self.spend(own, animal);
        })
    }

    /// RULES 4.5, 4.6, 5.2
    fn extend(&self, animal: Animal, vertex: &VertexView) -> i64 {
        let horizon = self.horizon;
        let hole = vertex.hole(0);
        let (unfilled, blocked) = (vertex.unfilled(), vertex.blocked());
        let each = if hole.joins { 1 } else { hole.tiles };
        let before = horizon.hole(each, unfilled, blocked);
        let tiles = hole.tiles + 1;
        let mut sums = self.sums;
        sums[self.seat].sum += (2 + i64::from(tiles)) * 1000;
        self.spend(&mut sums[self.seat], animal);
        for (seat, sum) in sums.iter_mut().enumerate() {
            let meeples = hole.meeples[seat];
            if meeples == 0 {
                continue;
            }
            sum.sum -= before * i64::from(meeples);
            if tiles == 4 {
                sum.sum += 3000;
                sum.meeples += u32::from(meeples);
            } else {
                sum.sum += horizon.hole(tiles, unfilled, blocked) * i64::from(meeples);
            }
        }
        let values = sums.map(|sum| horizon.seat(&sum));
        horizon.against(&values, self.position.players(), self.seat) + self.rangers
    }

    /// Takes a tile from the hand, with what that changes for completed features that it could have been added to.
    #[inline]
    fn spend(&self, own: &mut SeatSum, animal: Animal) {
        let before = own.hand;
        own.hand.0[animal.index()] -= 1;
        self.recount_complete(own, before);
    }

    /// Values the features completed in this turn for another hand than before.
    #[inline]
    fn recount_complete(&self, own: &mut SeatSum, before: AnimalCounts) {
        for feature in &self.complete {
            own.sum += self.horizon.complete_feature(feature, own.hand)
                - self.horizon.complete_feature(feature, before);
        }
    }
}

/// The features on the tile just placed that are complete and that a seat scores.
fn complete_features(position: &Position, seat: usize) -> Vec<FeatureView> {
    let mut complete: Vec<FeatureView> = Vec::new();
    for side in Side::ALL {
        if let Some(feature) = position.feature_at(position.last_cell(), side)
            && feature.open == 0
            && scores(&feature, seat)
            && !complete.contains(&feature)
        {
            complete.push(feature);
        }
    }
    complete
}

/// Whether a seat has most meeples on a feature.
fn scores(feature: &FeatureView, seat: usize) -> bool {
    let own = feature.meeples[seat];
    own > 0 && feature.meeples.iter().all(|&other| other <= own)
}
