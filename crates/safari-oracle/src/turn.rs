//! The steps of a turn, one after the other (2, 5, 6, 8).

use std::collections::VecDeque;

use crate::features::{Feature, features_of_tile};
use crate::game::Game;
use crate::geometry::Side;
use crate::holes::all_holes;
use crate::legal;
use crate::tile::SegmentKind;
use crate::variant::{BaobabDraw, BonusAnimals};

/// A step of a turn. Some wait for an answer from outside, some are just done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// 3: a land tile is drawn, from outside.
    DrawTile,
    /// 3: the player places it.
    Place,
    /// 4: the player's action.
    Action,
    /// 7: one of two animal tiles is drawn, from outside.
    DrawAnimal {
        /// Who draws.
        seat: usize,
        /// The second of the two.
        second: bool,
    },
    /// 5.1
    Baobabs,
    /// 5.2
    Holes,
    /// 5.3: finds the completed trails and bushes.
    Features,
    /// 5.5: a scoring player may add an animal tile to the feature on this side of the placed tile.
    Bonus {
        /// The feature's first side on the placed tile.
        side: Side,
        /// Who may add.
        seat: usize,
    },
    /// 5.4 and 5.6 for the feature on this side of the placed tile.
    ScoreFeature {
        /// The feature's first side on the placed tile.
        side: Side,
    },
    /// 5.7
    RangerPoints,
    /// 6: the player re-places a displaced ranger.
    RangerBack,
    /// 8.1
    EndTurn,
    /// 8.2 to 8.4
    FinalScoring,
    /// The game has ended.
    Over,
}

/// What a turn consists of. Steps are put in while it goes on: draws, and the scoring of each completed feature.
pub fn steps_of_a_turn() -> VecDeque<Step> {
    VecDeque::from([
        Step::DrawTile,
        Step::Place,
        Step::Action,
        Step::Baobabs,
        Step::Holes,
        Step::Features,
        Step::RangerPoints,
        Step::RangerBack,
        Step::EndTurn,
    ])
}

/// 4.2, 5.1: the steps in which a player draws two animal tiles.
pub fn two_draws(seat: usize) -> [Step; 2] {
    [false, true].map(|second| Step::DrawAnimal { seat, second })
}

impl Game {
    /// Goes on until an answer from outside is needed.
    pub(crate) fn run(&mut self) {
        loop {
            let step = self
                .agenda
                .pop_front()
                .expect("a turn ends with EndTurn, which plans the next, and a game with Over");
            if self.enter(step) {
                self.pending = step;
                self.legal = legal::tokens(self);
                return;
            }
        }
    }

    /// Puts steps before all that are planned.
    pub(crate) fn do_next(&mut self, steps: &[Step]) {
        for step in steps.iter().rev() {
            self.agenda.push_front(*step);
        }
    }

    /// Does a step, or returns true if it waits for an answer from outside.
    fn enter(&mut self, step: Step) -> bool {
        match step {
            Step::DrawTile | Step::Place | Step::Over => true,
            Step::Action => {
                self.count_joined_segments();
                true
            }
            Step::DrawAnimal { second, .. } => {
                // 7.1: if both are empty nothing is drawn.
                let something = !self.bag.is_empty() || !self.discard.is_empty();
                if !something && second {
                    self.fire("7.1 both empty");
                }
                something
            }
            Step::Bonus { side, seat } => self.enter_bonus(side, seat),
            Step::RangerBack => self.enter_ranger_back(),
            Step::Baobabs => {
                self.score_baobabs();
                false
            }
            Step::Holes => {
                self.score_holes();
                false
            }
            Step::Features => {
                self.plan_features();
                false
            }
            Step::ScoreFeature { side } => {
                self.score_feature(side);
                false
            }
            Step::RangerPoints => {
                // 5.7
                if self.displaced {
                    self.give(self.seat, "ranger", 3);
                }
                false
            }
            Step::EndTurn => {
                self.end_turn();
                false
            }
            Step::FinalScoring => {
                self.score_final();
                false
            }
        }
    }

    fn count_joined_segments(&mut self) {
        if self.meeples[self.seat] == 0 {
            return;
        }
        for (_, feature) in features_of_tile(&self.board, self.placed) {
            let here = feature.segments.iter().filter(|(cell, _)| *cell == self.placed).count();
            if here > 1 && feature.meeples.is_empty() {
                self.fire("4.1 joined segments");
            }
        }
    }

    /// 5.1: baobabs with a meeple and eight filled cells around, in the order in which their tiles were placed.
    fn score_baobabs(&mut self) {
        let mut draws = Vec::new();
        for cell in self.board.order.clone() {
            if !self.board.is_surrounded(cell) {
                continue;
            }
            let Some(owner) = self.board.baobab_meeples.remove(&cell) else {
                continue;
            };
            self.meeples[owner] += 1;
            draws.extend(two_draws(owner));
            if cell == self.placed {
                self.fire("9.15 baobab filled at once");
            }
        }
        if draws.len() > 2 {
            self.fire("5.1 several baobabs");
        }
        match self.variant.baobab_draw {
            BaobabDraw::BeforeScoring => self.do_next(&draws),
            BaobabDraw::AfterScoring => {
                // After 5.3, before 5.7.
                let index = self
                    .agenda
                    .iter()
                    .position(|step| *step == Step::RangerPoints)
                    .expect("5.7 comes after 5.1 in every turn");
                for (offset, draw) in draws.into_iter().enumerate() {
                    self.agenda.insert(index + offset, draw);
                }
            }
        }
    }

    /// 5.2: a hole of four tiles pays 3 to every player with a meeple on it, once, and the meeples return.
    fn score_holes(&mut self) {
        for hole in all_holes(&self.board) {
            if hole.len() < 4 {
                continue;
            }
            let mut owners = Vec::new();
            for spot in hole {
                owners.extend(self.board.hole_meeples.remove(&spot));
            }
            for owner in &owners {
                self.meeples[*owner] += 1;
            }
            let meeples = owners.len();
            owners.sort();
            owners.dedup();
            for owner in &owners {
                self.give(*owner, "hole", 3);
            }
            if meeples == 2 && owners.len() == 2 {
                self.fire("5.2 two owners");
            }
            if meeples == 2 && owners.len() == 1 {
                self.fire("5.2 one owner twice");
            }
        }
    }

    /// 5.3: plans the scoring of the completed trails and bushes that hold a meeple, in the order of the placed tile's
    /// sides, each from its bonus decisions to its meeples. All of them touch the placed tile: only it can have closed
    /// a feature or brought a meeple onto one that is complete.
    fn plan_features(&mut self) {
        let completed: Vec<(Side, Feature)> = features_of_tile(&self.board, self.placed)
            .into_iter()
            .filter(|(_, feature)| feature.complete && !feature.meeples.is_empty())
            .collect();
        match completed.len() {
            0 | 1 => {}
            2 => self.fire("5.3 two features"),
            _ => self.fire("5.3 three features"),
        }
        let mut steps = Vec::new();
        for (side, feature) in completed {
            let scoring = feature.majority();
            if scoring.len() > 1 {
                self.fire("5.4 tie");
            }
            // 5.5: in seat order from the player whose turn it is.
            let players = self.hands.len();
            for seat in (0..players).map(|n| (self.seat + n) % players) {
                if scoring.contains(&seat) {
                    steps.push(Step::Bonus { side, seat });
                }
            }
            steps.push(Step::ScoreFeature { side });
        }
        self.do_next(&steps);
    }

    /// The feature whose first side on the placed tile this is.
    pub(crate) fn feature_on(&self, side: Side) -> Feature {
        features_of_tile(&self.board, self.placed)
            .into_iter()
            .find(|(first, _)| *first == side)
            .map(|(_, feature)| feature)
            .expect("planned with this side in the same turn")
    }

    /// 5.5: a bonus decision is offered only to a player who has an animal that may be added.
    fn enter_bonus(&mut self, side: Side, seat: usize) -> bool {
        let offered = !legal::bonus_animals(self, side, seat).is_empty();
        if offered {
            self.fire("5.5 bonus offered");
            if seat != self.seat {
                self.fire("5.5 out of turn");
            }
        }
        let printed = self.feature_on(side).animals;
        let barred =
            |animal: &char| !printed.contains(animal) && self.added.values().any(|other| other == animal);
        if self.variant.bonus_animals == BonusAnimals::Distinct && self.hands[seat].iter().any(barred) {
            self.fire("5.5 barred by distinct");
        }
        offered
    }

    /// 5.4: the points of a completed feature; 5.6: its meeples return.
    fn score_feature(&mut self, side: Side) {
        let feature = self.feature_on(side);
        let (source, birds) = match feature.kind {
            SegmentKind::Trail => ("trail", 0),
            SegmentKind::Bush => ("bush", feature.birds),
        };
        for seat in feature.majority() {
            // 5.5: an added animal is not on the feature, so it is one more, for that player alone.
            let animals = feature.different_animals() + usize::from(self.added.contains_key(&seat));
            self.give(seat, source, [0, 1, 3, 6, 10, 15][animals] + birds);
        }
        self.added.clear();
        for segment in &feature.segments {
            if let Some(owner) = self.board.segment_meeples.remove(segment) {
                self.meeples[owner] += 1;
            }
        }
    }

    /// 6.1: a displaced ranger is re-placed unless the land stack is empty or there is no cell for it.
    fn enter_ranger_back(&mut self) -> bool {
        if !self.displaced {
            return false;
        }
        if self.stack.is_empty() {
            self.fire("6.1 stack empty");
            return false;
        }
        if self.board.ranger_cells(&self.variant.table).is_empty() {
            self.fire("6.1 no cell");
            return false;
        }
        true
    }

    /// 8.1: after the turn in which the last land tile was drawn the game ends; else it is the next seat's turn.
    fn end_turn(&mut self) {
        self.turns += 1;
        self.displaced = false;
        if self.stack.is_empty() {
            self.do_next(&[Step::FinalScoring, Step::Over]);
        } else {
            self.seat = (self.seat + 1) % self.hands.len();
            self.agenda = steps_of_a_turn();
        }
    }
}
