//! What a program's agents do, as a number: so that runs of agents that have changed are not mixed.

use safari_agents::{Budget, Choice, NoClock};
use safari_core::{Action, Deal, Mixer, Outcome, Position, Seed};

use crate::entrant::Player;
use crate::forfeit::play_or_forfeit;
use crate::game::{GameConfig, GameError, Start, Watch};
use crate::tournament::Tournament;

/// Iterations of search for each at most.
const ITERATIONS: u32 = 4;

/// Takes in what happens.
struct Listening(Mixer);

impl Watch for Listening {
    fn chance(&mut self, _: &Position, outcome: Outcome, _: &Position) {
        self.0.text(&format!("{outcome:?}"));
    }

    fn decision(&mut self, _: &Position, action: Action, _: Option<&Choice>, after: &Position) {
        self.0.word(u64::from(action.key()));
        self.0.word(after.hash());
    }
}

impl Tournament {
    /// A hash of how the program's agents play: one game of each of the config against itself, with little search; `rules` tells one state of the rules from another. Outside bots are not asked.
    pub fn behaviour(&self, rules: &str) -> u64 {
        let mut mixer = Mixer::new("behaviour");
        mixer.text(rules);
        let deal = Deal::new(self.tiles(), Seed(0).branch("behaviour deal", &[]));
        for entrant in &self.config().entrants {
            mixer.text(&entrant.name);
            let Player::BuiltIn(factory) = &entrant.player else { continue };
            let game = GameConfig {
                deal: &deal,
                start: Start::Fresh(self.fresh()),
                seed: Seed(0).branch("behaviour", &[]),
                budget: Budget::Iterations(ITERATIONS).into(),
                clock: &NoClock,
            };
            let players = self.config().players;
            let mut watch = Listening(mixer);
            let played = play_or_forfeit(&game, &|_| factory.build(players), &mut watch);
            mixer = watch.0;
            match played.map(|finished| finished.forfeit) {
                Ok(Some(forfeit)) => mixer.text(&forfeit.error.to_string()),
                Ok(None) | Err(GameError::Stopped | GameError::Agent { .. }) => {}
            }
        }
        mixer.finish()
    }
}
