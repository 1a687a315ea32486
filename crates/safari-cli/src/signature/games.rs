//! The games of a part of the signature, and their hash.

use safari_agents::{Agent, Budget, Choice, Factory, NoClock};
use safari_arena::{GameConfig, GameError, Start, Watch, play};
use safari_core::{Action, Deal, MAX_PLAYERS, Mixer, Outcome, Position, Seed, Source, TileSet, Variant};

use super::walker::Walker;
use crate::problem::Problem;

/// The root of all deals and decisions of the signature.
const ROOT: Seed = Seed(1);
/// Agents that search make so few iterations.
const ITERATIONS: u32 = 16;

/// Who plays together.
#[derive(Clone)]
pub(super) enum Company {
    /// [`Walker`]s, who reach the rare rules and are no registered agents.
    Rules,
    /// One agent in every other seat, walkers in the others.
    Agent(Factory),
    /// All registered agents in turn.
    Mixed(Vec<Factory>),
}

impl Company {
    /// What the list calls it.
    pub fn name(&self) -> String {
        match self {
            Company::Rules => "rules".into(),
            Company::Agent(agent) => agent.to_string(),
            Company::Mixed(_) => "mixed".into(),
        }
    }

    /// The games of the `n`-th variant: numbers of players, and numbers of the game.
    fn games(&self, n: usize) -> Vec<(usize, usize)> {
        match self {
            Company::Rules => {
                (2..=MAX_PLAYERS).flat_map(|players| (0..6).map(move |game| (players, game))).collect()
            }
            // Agents may think: one game, so that each number of players meets each table and each other setting.
            Company::Agent(_) | Company::Mixed(_) => vec![(2 + (n + n / 8) % 4, n / 4)],
        }
    }

    fn agents(&self, players: usize, game: usize) -> Vec<Box<dyn Agent>> {
        let walker = |n: usize| Box::new(Walker::ALL[n % Walker::ALL.len()]) as Box<dyn Agent>;
        let seat = |seat: usize| match self {
            Company::Rules => walker(game),
            Company::Agent(agent) if (seat + game + players).is_multiple_of(2) => agent.build(players),
            Company::Agent(_) => walker(seat + players),
            Company::Mixed(agents) => agents[(seat + game + players) % agents.len()].build(players),
        };
        (0..players).map(seat).collect()
    }

    /// The hash of the games under the `n`-th variant.
    pub fn number(&self, n: usize, variant: Variant) -> Result<u64, Problem> {
        let mut hash = Hash(Mixer::new("signature part"));
        for (players, game) in self.games(n) {
            let indices = [players as u64, game as u64];
            let deal = Deal::new(TileSet::safari(), ROOT.branch("signature deal", &indices));
            let started = deal.start(variant, players);
            let (start, _) = started.map_err(|error| Problem::Failure(error.to_string()))?;
            let config = GameConfig {
                deal: &deal,
                start: Start::Fresh(&start),
                seed: ROOT.branch("signature agents", &indices),
                budget: Budget::Iterations(ITERATIONS).into(),
                clock: &NoClock,
            };
            let mut agents = self.agents(players, game);
            let end = play(&config, &mut agents, &mut hash)
                .map_err(|error| self.failure(&error, variant, players, game))?;
            hash.end(&end.position);
        }
        Ok(hash.0.finish())
    }

    fn failure(&self, error: &GameError, variant: Variant, players: usize, game: usize) -> Problem {
        let position = match error {
            GameError::Agent { played, .. } => played.position.to_text(),
            _ => String::new(),
        };
        let name = self.name();
        Problem::Failure(format!("{name}, {players} players, game {game}, {variant:?}: {error}\n{position}"))
    }
}

/// Takes in everything that happens in a game.
struct Hash(Mixer);

impl Hash {
    fn end(&mut self, position: &Position) {
        for seat in position.seats() {
            for source in Source::ALL {
                self.0.word(u64::from(position.points(seat).of(source)));
            }
        }
    }
}

impl Watch for Hash {
    fn chance(&mut self, before: &Position, outcome: Outcome, after: &Position) {
        match outcome {
            Outcome::Tile(kind) => {
                self.0.text(before.tiles().token(kind));
                self.0.word(after.phase() as u64);
            }
            Outcome::Animal(animal) => {
                self.0
                    .word((before.seat() as u64) << 8 | u64::from(before.reshuffles()) << 4 | animal as u64);
            }
        }
    }

    fn decision(&mut self, before: &Position, action: Action, _choice: Option<&Choice>, _after: &Position) {
        self.0.word(before.seat() as u64);
        self.0.text(&before.token(action).to_string());
    }
}
