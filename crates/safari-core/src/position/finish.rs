//! Final scoring (RULES 8).

use super::{Phase, Position};
use crate::score::Source;
use crate::variant::FinalMajority;

impl Position {
    /// Scores unfinished features and animal tiles, and ends the game.
    pub(super) fn finish(&mut self) {
        self.turn.phase = Phase::Over;
        let Position { board, seats, variant, .. } = self;
        for feature in board.features.staffed() {
            let word = board.features.word(feature);
            let scoring = match variant.final_majority {
                FinalMajority::Most => word.majority(),
                FinalMajority::AllPresent => word.present(),
            };
            let source = if word.is_bush() { Source::FinalBush } else { Source::FinalTrail };
            for (seat, player) in seats.iter_mut().enumerate() {
                if scoring >> seat & 1 != 0 {
                    player.score(source, word.animals() + word.birds()); // RULES 8.2
                }
            }
        }
        for seat in &mut seats[..usize::from(self.players)] {
            let tiles = seat.hand().total();
            seat.score(Source::FinalAnimals, tiles); // RULES 8.3
        }
    }
}
