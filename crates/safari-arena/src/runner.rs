//! Running all games of a tournament, in parallel and in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;
use safari_agents::Agent;
use safari_data::TimingRow;

use crate::game::{GameError, NoWatch, Watch};
use crate::standings::Standings;
use crate::timing::{Timed, Usage, is_timed};
use crate::tournament::{GameOutcome, Tournament};

/// Is told of games as they end, in any order and on any thread.
pub trait Progress: Sync {
    /// A game ended.
    fn game(&self, outcome: &GameOutcome) {
        let _ = outcome;
    }
}

/// Takes in games in the order of their numbers.
pub trait Sink {
    /// The next game.
    ///
    /// # Errors
    /// It cannot be written; the run then stops.
    fn game(&mut self, outcome: &GameOutcome) -> std::io::Result<()>;
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Games played and handed to the sink: whole deals from the first on.
    pub games: u64,
    /// Games that were forfeited.
    pub forfeits: u64,
    /// Standings of those games.
    pub standings: Standings,
    /// Times by agent, and of the whole.
    pub timing: Vec<TimingRow>,
    /// Whether it was stopped early.
    pub stopped: bool,
}

/// Why a run ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A game could not begin.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A row could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

/// Brings games, which end in any order, into the order of their numbers, and hands them on deal by deal.
struct Collector<'s> {
    sink: &'s mut (dyn Sink + Send),
    per_deal: u64,
    waiting: BTreeMap<u64, GameOutcome>,
    /// All games below this one are played.
    played: u64,
    /// Games handed on.
    games: u64,
    forfeits: u64,
    standings: Standings,
}

impl Collector<'_> {
    fn take(&mut self, outcome: GameOutcome) -> std::io::Result<()> {
        self.waiting.insert(outcome.game.game, outcome);
        while self.waiting.contains_key(&self.played) {
            self.played += 1;
        }
        while self.played >= self.games + self.per_deal {
            for _ in 0..self.per_deal {
                // Only a panic of the sink on another thread can have taken it; this thread has nothing to add then.
                let Some(outcome) = self.waiting.remove(&self.games) else { return Ok(()) };
                self.sink.game(&outcome)?;
                self.standings.add(&outcome.game, &outcome.seats);
                self.forfeits += u64::from(outcome.forfeit.is_some());
                self.games += 1;
            }
        }
        Ok(())
    }
}

impl Tournament {
    /// Plays all games on the current rayon pool and hands them to the sink in the order of their numbers.
    ///
    /// `program` is named in records. Where `stop` becomes true, games under way are given up and what is handed over ends with a whole deal.
    ///
    /// # Errors
    /// A game cannot begin, or the sink fails.
    pub fn run(
        &self,
        sink: &mut (dyn Sink + Send),
        progress: &dyn Progress,
        stop: &AtomicBool,
        program: &str,
    ) -> Result<Summary, RunError> {
        let names = || self.config().entrants.iter().map(|entrant| entrant.name.as_str());
        let usage: Vec<Arc<Mutex<Usage>>> = names().map(|_| Arc::default()).collect();
        let began = Instant::now();
        let collector = Mutex::new(Collector {
            sink,
            per_deal: self.plan().games_per_deal(),
            waiting: BTreeMap::new(),
            played: 0,
            games: 0,
            forfeits: 0,
            standings: Standings::new(names()),
        });
        // Games begin in the order of their numbers, so whatever stops the run, few of those begun are lost.
        let outcome = (0..self.plan().games()).par_bridge().try_for_each(|game| {
            let outcome = self.play_counted(game, &usage, progress, stop, program)?;
            // Where the sink panicked on another thread, the run ends.
            let mut collector = collector.lock().map_err(|_| GameError::Stopped)?;
            Ok(collector.take(outcome)?)
        });
        let stopped = match outcome {
            Ok(()) => false,
            Err(RunError::Game(GameError::Stopped)) => true,
            Err(error) => return Err(error),
        };
        let Collector { games, forfeits, standings, .. } =
            collector.into_inner().unwrap_or_else(PoisonError::into_inner);
        let timing = timing(names(), &usage, games, began.elapsed().as_secs_f64());
        Ok(Summary { games, forfeits, standings, timing, stopped })
    }

    fn play_counted(
        &self,
        game: u64,
        usage: &[Arc<Mutex<Usage>>],
        progress: &dyn Progress,
        stop: &AtomicBool,
        program: &str,
    ) -> Result<GameOutcome, GameError> {
        let pairing = self.plan().game(game);
        let timed = is_timed(pairing.set);
        let wrap = |entrant: usize, inner: Box<dyn Agent>| -> Box<dyn Agent> {
            if timed { Box::new(Timed { inner, usage: Arc::clone(&usage[entrant]) }) } else { inner }
        };
        let outcome = if self.keeps_record(game) {
            self.record_with(&pairing, program, stop, &wrap)?
        } else {
            self.play_with(&pairing, &mut Stoppable(stop), &wrap)?
        };
        progress.game(&outcome);
        Ok(outcome)
    }
}

/// Gives a game up when told to.
struct Stoppable<'s>(&'s AtomicBool);

impl Watch for Stoppable<'_> {
    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn watches(&self) -> bool {
        NoWatch.watches()
    }
}

fn timing<'n>(
    names: impl Iterator<Item = &'n str>,
    usage: &[Arc<Mutex<Usage>>],
    games: u64,
    seconds: f64,
) -> Vec<TimingRow> {
    let row = |agent: &str, used: Usage, games_per_s| {
        let time = used.time.as_secs_f64();
        TimingRow {
            agent: agent.to_owned(),
            timed_decisions: used.decisions,
            seconds: time,
            seconds_per_decision: if used.decisions == 0 { 0.0 } else { time / used.decisions as f64 },
            iterations_per_s: if used.iterations == 0 { 0.0 } else { used.iterations as f64 / time },
            games_per_s,
        }
    };
    let used: Vec<Usage> =
        usage.iter().map(|usage| usage.lock().map(|used| *used).unwrap_or_default()).collect();
    let mut rows: Vec<TimingRow> = names.zip(&used).map(|(name, used)| row(name, *used, None)).collect();
    let mut all = Usage::default();
    used.iter().for_each(|used| all.add(*used));
    rows.push(TimingRow { seconds, ..row("all", all, Some(games as f64 / seconds)) });
    rows
}
