//! 8.2 and 8.3: what is scored when the game ends.

use crate::features::all_features;
use crate::game::Game;
use crate::tile::SegmentKind;
use crate::variant::FinalMajority;

impl Game {
    /// Scores unfinished trails and bushes and the animal tiles in supply.
    pub(crate) fn score_final(&mut self) {
        for feature in all_features(&self.board) {
            if feature.complete {
                continue;
            }
            // 8.2: every animal and every bird, different or not. There are no birds on trails.
            let points = u32::try_from(feature.animals.len())
                .expect("a few animals on each of at most 84 tiles")
                + feature.birds;
            let source = match feature.kind {
                SegmentKind::Trail => "final_trail",
                SegmentKind::Bush => "final_bush",
            };
            let majority = feature.majority();
            let present: Vec<usize> = feature.meeples.keys().copied().collect();
            let paid = match self.variant.final_majority {
                FinalMajority::Most => &majority,
                FinalMajority::AllPresent => &present,
            };
            if points > 0 && *paid != majority {
                self.fire("8.2 minority paid");
            }
            for seat in paid {
                self.give(*seat, source, points);
            }
        }
        for seat in 0..self.hands.len() {
            // 8.3
            let animals = u32::try_from(self.hands[seat].len()).expect("at most 50 animal tiles");
            self.give(seat, "final_animals", animals);
        }
    }
}
