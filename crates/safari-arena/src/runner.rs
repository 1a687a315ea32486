//! Running all games of a tournament, in parallel, with what follows from the results in the order of games.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use safari_agents::{Agent, AgentError};
use safari_data::TimingRow;
use safari_stats::{Sprt, Tables};

use crate::forfeit::Forfeit;
use crate::game::GameError;
use crate::limit_entry::OnFailure;
use crate::plan::{Plan, Set};
use crate::rounds::{Judge, Next};
use crate::rows::GameRows;
use crate::timing::{Timed, Usage, is_timed};
use crate::tournament::{GameOutcome, Stoppable, Tournament};

/// How often what is finished is brought to the disk.
const CHECKPOINT: Duration = Duration::from_secs(1);

/// Is told of games as they end, in any order and on any thread.
pub trait Progress: Sync {
    /// A game ended.
    fn game(&self, outcome: &GameOutcome) {
        let _ = outcome;
    }

    /// Games of an earlier run were taken up.
    fn known(&self, rows: &[GameRows]) {
        let _ = rows;
    }
}

/// Keeps what is finished.
pub trait Sink {
    /// The games that an earlier run has played.
    fn known(&self) -> Known {
        Known::default()
    }

    /// How long earlier runs went on, and what each agent used in them.
    fn used(&self) -> Option<(Duration, Vec<Usage>)> {
        None
    }

    /// A set is finished; in any order.
    ///
    /// # Errors
    /// It cannot be kept; the run then stops.
    fn finished(&mut self, set: &Set, outcomes: &[GameOutcome]) -> std::io::Result<()>;

    /// The rows of a known set, asked for in the order of numbers.
    ///
    /// # Errors
    /// They cannot be read; the run then stops.
    fn known_rows(&mut self, set: &Set) -> std::io::Result<Vec<GameRows>> {
        let _ = set;
        Err(std::io::Error::other("nothing is known"))
    }

    /// All sets up to this one are finished; in the order of numbers.
    ///
    /// # Errors
    /// It cannot be written; the run then stops.
    fn next(&mut self, set: &Set) -> std::io::Result<()> {
        let _ = set;
        Ok(())
    }

    /// Brings what is finished to the disk; about once a second, with the time of the run and what each agent has used.
    ///
    /// # Errors
    /// It cannot be written; the run then stops.
    fn checkpoint(&mut self, elapsed: Duration, used: &[Usage]) -> std::io::Result<()> {
        let _ = (elapsed, used);
        Ok(())
    }
}

/// What an earlier run has played.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// So many games of the plan from the first on.
    pub games: u64,
    /// Numbers of sets, sorted.
    pub sets: Vec<u64>,
}

impl Known {
    /// Whether it holds a set, whose first game is the `n`-th of the plan.
    fn has(&self, set: &Set, n: u64) -> bool {
        n < self.games || self.sets.binary_search(&set.set).is_ok()
    }

    /// Whether it may hold a game; `plan` has a first round at least.
    pub(crate) fn may_have(&self, plan: &Plan, game: u64) -> bool {
        // Only the whole is played in rounds, and its games are numbered without gaps.
        let in_files = match plan.shard().is_whole() {
            true => game < self.games,
            false => self.games > 0 && game <= plan.nth_game(self.games - 1),
        };
        in_files || !plan.has_game(game) || self.sets.binary_search(&plan.game(game).set).is_ok()
    }
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Games that are finished and written: whole deals from the first on, those of earlier runs included.
    pub games: u64,
    /// Games that are finished and kept, also those of deals that are not whole.
    pub kept: u64,
    /// Games that this run played.
    pub played: u64,
    /// Games that were forfeited.
    pub forfeits: u64,
    /// Random moves that were played for agents that failed, by the agents' names, in the games that this run played.
    pub random_moves: BTreeMap<String, u64>,
    /// The tables of those games.
    pub tables: Tables,
    /// Times by agent, and of the whole.
    pub timing: Vec<TimingRow>,
    /// Whether it was stopped early.
    pub stopped: bool,
    /// The plan with all rounds.
    pub plan: Plan,
    /// Why a schedule in rounds came to its end.
    pub verdict: Option<String>,
    /// The sequential test of a schedule that has one.
    pub test: Option<Sprt>,
}

/// Why a run ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A game was given up.
    #[error(transparent)]
    Game(#[from] GameError),
    /// An agent failed, and the config says that the run then ends.
    #[error("{0}")]
    Aborted(String),
    /// The machine could not run an agent; nobody has lost a game by that, and it may work later.
    #[error("{0}")]
    Unavailable(String),
    /// A row could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

/// Brings sets, which end in any order, into the order of their numbers, and takes them in deal by deal.
struct Collector<'s> {
    sink: &'s mut (dyn Sink + Send),
    known: Known,
    /// By number of the set: its games that have ended.
    open: HashMap<u64, Vec<GameOutcome>>,
    /// By number: sets that are finished and wait for those before them.
    waiting: BTreeMap<u64, Vec<GameRows>>,
    /// Place in the plan of the first set that is not finished, and how many games come before it.
    ready: (u64, u64),
    /// The same for the first one not taken in, which begins a deal.
    taken: (u64, u64),
    played: u64,
    forfeits: u64,
    random_moves: BTreeMap<String, u64>,
    tables: Tables,
    /// Of a schedule in rounds.
    judge: Option<Judge>,
    /// Whether anything was finished since the last checkpoint.
    unsaved: bool,
}

impl Collector<'_> {
    /// Takes a game that has ended.
    fn take(&mut self, plan: &Plan, place: u64, outcome: GameOutcome) -> std::io::Result<()> {
        let set = plan.nth_set(place);
        self.played += 1;
        for failure in &outcome.failures {
            let agent = outcome.seats[failure.first.seat].agent.clone();
            *self.random_moves.entry(agent).or_default() += u64::from(failure.random_moves);
        }
        let open = self.open.entry(set.set).or_default();
        open.push(outcome);
        if (open.len() as u64) < set.games {
            return Ok(());
        }
        let mut outcomes = self.open.remove(&set.set).unwrap_or_default();
        outcomes.sort_by_key(|outcome| outcome.game.game);
        self.sink.finished(&set, &outcomes)?;
        self.unsaved = true;
        self.waiting
            .insert(set.set, outcomes.into_iter().map(|outcome| (outcome.game, outcome.seats)).collect());
        Ok(())
    }

    /// What follows the rounds so far.
    fn next(&self, line_ups: &[Vec<usize>]) -> Next {
        let judge = self.judge.as_ref();
        judge.map_or_else(|| Next::Stop("all is played".into()), |judge| judge.next(&self.tables, line_ups))
    }

    /// Goes on in order as far as sets are finished.
    fn advance(&mut self, plan: &Plan, progress: &dyn Progress) -> std::io::Result<()> {
        while self.ready.0 < plan.sets() {
            let set = plan.nth_set(self.ready.0);
            if !self.waiting.contains_key(&set.set) && !self.known.has(&set, self.ready.1) {
                break;
            }
            self.ready = (self.ready.0 + 1, self.ready.1 + set.games);
            if set.ends_deal {
                self.take_in(plan, progress)?;
            }
        }
        Ok(())
    }

    /// Takes in the deals that are finished.
    fn take_in(&mut self, plan: &Plan, progress: &dyn Progress) -> std::io::Result<()> {
        while self.taken.0 < self.ready.0 {
            let set = plan.nth_set(self.taken.0);
            let rows = match self.waiting.remove(&set.set) {
                Some(rows) => rows,
                None => {
                    let rows = self.sink.known_rows(&set)?;
                    progress.known(&rows);
                    rows
                }
            };
            self.sink.next(&set)?;
            if let Some(judge) = &mut self.judge {
                judge.add(&rows);
            }
            for (game, seats) in &rows {
                self.tables.add(game, seats);
                self.forfeits += u64::from(game.forfeit.is_some());
            }
            self.taken = (self.taken.0 + 1, self.taken.1 + set.games);
        }
        Ok(())
    }
}

/// What the threads of a run share.
struct Shared<'r, 's> {
    collector: Mutex<Collector<'s>>,
    usage: Vec<Arc<Mutex<Usage>>>,
    progress: &'r dyn Progress,
    stop: &'r AtomicBool,
    program: &'r str,
    began: Instant,
    /// How long earlier runs went on.
    before: Duration,
}

impl<'s> Shared<'_, 's> {
    /// Where the sink panicked on another thread, the run ends.
    fn collector(&self) -> Result<MutexGuard<'_, Collector<'s>>, GameError> {
        self.collector.lock().map_err(|_| GameError::Stopped)
    }

    fn used(&self) -> Vec<Usage> {
        self.usage.iter().map(|usage| usage.lock().map(|used| *used).unwrap_or_default()).collect()
    }

    fn elapsed(&self) -> Duration {
        self.before + self.began.elapsed()
    }

    fn checkpoint(&self) -> std::io::Result<()> {
        let Ok(mut collector) = self.collector() else { return Ok(()) };
        if std::mem::take(&mut collector.unsaved) {
            collector.sink.checkpoint(self.elapsed(), &self.used())?;
        }
        Ok(())
    }

    /// Makes a checkpoint every second until the sender is gone.
    fn checkpoints(&self, end: &mpsc::Receiver<()>) -> std::io::Result<()> {
        while end.recv_timeout(CHECKPOINT) == Err(RecvTimeoutError::Timeout) {
            self.checkpoint()?;
        }
        Ok(())
    }
}

impl Tournament {
    /// Plays all games on the current rayon pool and hands them to the sink.
    ///
    /// Games that the sink knows are not played again. `program` is named in records. Where `stop` becomes true, games under
    /// way are given up.
    ///
    /// # Errors
    /// The sink fails.
    pub fn run(
        &self,
        sink: &mut (dyn Sink + Send),
        progress: &dyn Progress,
        stop: &AtomicBool,
        program: &str,
    ) -> Result<Summary, RunError> {
        let names: Vec<&str> = self.config().entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let (before, used) = sink.used().unwrap_or_default();
        let known = sink.known();
        let earlier = |i: usize| Arc::new(Mutex::new(used.get(i).copied().unwrap_or_default()));
        let shared = Shared {
            usage: (0..names.len()).map(earlier).collect(),
            collector: Mutex::new(Collector {
                sink,
                known: known.clone(),
                open: HashMap::new(),
                waiting: BTreeMap::new(),
                ready: (0, 0),
                taken: (0, 0),
                played: 0,
                forfeits: 0,
                random_moves: BTreeMap::new(),
                tables: Tables::default(),
                judge: self.config().rounds.map(|rounds| Judge::new(rounds, names.iter().copied())),
                unsaved: false,
            }),
            progress,
            stop,
            program,
            began: Instant::now(),
            before,
        };
        let (end, ended) = mpsc::channel();
        let (outcome, saved) = std::thread::scope(|scope| {
            let shared = &shared;
            let saving = scope.spawn(move || {
                let saved = shared.checkpoints(&ended);
                // Nothing is worth playing that cannot be kept.
                if saved.is_err() {
                    stop.store(true, Ordering::SeqCst);
                }
                saved
            });
            let outcome = self.rounds(shared, &known);
            drop(end);
            (outcome, saving.join().unwrap_or(Ok(())))
        });
        saved?;
        let (plan, verdict, stopped) = outcome?;
        shared.checkpoint()?;
        let timing = timing(&names, &shared);
        let collector = shared.collector.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Collector { waiting, taken, played, forfeits, random_moves, tables, judge, .. } = collector;
        let games = taken.1;
        let in_order = if taken.0 < plan.sets() { plan.nth_set(taken.0).set } else { u64::MAX };
        let later = known.sets.iter().filter(|&&set| set >= in_order && taken.1 >= known.games);
        let later: u64 = later.filter_map(|&set| plan.set(set)).map(|set| set.games).sum();
        let kept = games + later + waiting.values().map(|rows| rows.len() as u64).sum::<u64>();
        let test = judge.as_ref().and_then(Judge::test).cloned();
        Ok(Summary {
            test,
            games,
            kept,
            played,
            forfeits,
            random_moves,
            tables,
            timing,
            stopped,
            plan,
            verdict,
        })
    }

    /// Plays round after round; the plan with all of them, why it ended, and whether it was stopped.
    fn rounds(
        &self,
        shared: &Shared<'_, '_>,
        known: &Known,
    ) -> Result<(Plan, Option<String>, bool), RunError> {
        let mut plan = self.plan().clone();
        let Some(rounds) = self.config().rounds else {
            let stopped = self.round(&plan, 0, shared, known)?;
            return Ok((plan, None, stopped));
        };
        plan.clear_rounds();
        loop {
            let left = self.config().deals - plan.deals();
            let next = shared.collector()?.next(&self.config().line_ups);
            match next {
                Next::Stop(verdict) => return Ok((plan, Some(verdict), false)),
                Next::Round(_) if left == 0 => {
                    return Ok((
                        plan,
                        Some("all deals are played, and not everything is settled".into()),
                        false,
                    ));
                }
                Next::Round(line_ups) => {
                    let from = plan.sets();
                    plan.add_round(rounds.deals.min(left), line_ups);
                    if self.round(&plan, from, shared, known)? {
                        return Ok((plan, None, true));
                    }
                }
            }
        }
    }

    /// Plays the sets of a plan from one on; whether it was stopped.
    fn round(
        &self,
        plan: &Plan,
        from: u64,
        shared: &Shared<'_, '_>,
        known: &Known,
    ) -> Result<bool, RunError> {
        shared.collector()?.advance(plan, shared.progress)?;
        // The first game that is not known is near the first set that is not ready, so that little is looked through twice.
        let (mut next, mut games) = shared.collector()?.ready;
        next = next.max(from);
        let unknown = std::iter::from_fn(|| {
            while next < plan.sets() {
                let (place, set) = (next, plan.nth_set(next));
                let at = games;
                next += 1;
                games += set.games;
                if !known.has(&set, at) {
                    return Some((place, set));
                }
            }
            None
        });
        let pairs = unknown.flat_map(|(place, set)| (0..set.games).map(move |n| (place, set.first_game + n)));
        // Games begin in the order of their numbers, so whatever stops the run, few of those begun are lost.
        let outcome = pairs.par_bridge().try_for_each(|(place, game)| -> Result<(), RunError> {
            let outcome = self.play_counted(plan, game, shared)?;
            let failed = outcome.forfeit.as_ref().map(|forfeit| &forfeit.error);
            let failed =
                failed.into_iter().chain(outcome.failures.iter().map(|failure| &failure.first.error));
            for error in failed {
                if let AgentError::Unavailable(_) = error {
                    // Bots are not waited for where the run is stopped.
                    if shared.stop.load(Ordering::Relaxed) {
                        return Err(GameError::Stopped.into());
                    }
                    return Err(RunError::Unavailable(format!("game {game}: {error}")));
                }
            }
            if let (OnFailure::Abort, Some(forfeit)) = (self.config().on_failure, &outcome.forfeit) {
                return Err(RunError::Aborted(told(&outcome, forfeit)));
            }
            let mut collector = shared.collector()?;
            collector.take(plan, place, outcome)?;
            Ok(collector.advance(plan, shared.progress)?)
        });
        match outcome {
            Ok(()) => Ok(false),
            Err(RunError::Game(GameError::Stopped)) => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn play_counted(
        &self,
        plan: &Plan,
        game: u64,
        shared: &Shared<'_, '_>,
    ) -> Result<GameOutcome, GameError> {
        let pairing = plan.game(game);
        let timed = is_timed(pairing.set);
        let wrap = |entrant: usize, inner: Box<dyn Agent>| -> Box<dyn Agent> {
            let usage = || Arc::clone(&shared.usage[entrant]);
            if timed { Box::new(Timed { inner, usage: usage() }) } else { inner }
        };
        let outcome = if self.keeps_record(game) {
            self.record_with(&pairing, shared.program, shared.stop, &wrap)?
        } else {
            self.play_with(&pairing, &mut Stoppable(shared.stop), &wrap)?
        };
        shared.progress.game(&outcome);
        Ok(outcome)
    }
}

/// The failure that a run ends with.
fn told(outcome: &GameOutcome, forfeit: &Forfeit) -> String {
    format!(
        "game {}: seat {} ({}), asked {} times: {}; the run ends, for on_failure is `abort`",
        outcome.game.game, forfeit.seat, outcome.seats[forfeit.seat].agent, forfeit.asked, forfeit.error
    )
}

fn timing(names: &[&str], shared: &Shared<'_, '_>) -> Vec<TimingRow> {
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
    let used = shared.used();
    let mut rows: Vec<TimingRow> =
        names.iter().zip(&used).map(|(name, used)| row(name, *used, None)).collect();
    let mut all = Usage::default();
    used.iter().for_each(|used| all.add(*used));
    let seconds = shared.elapsed().as_secs_f64();
    let collector = shared.collector.lock().unwrap_or_else(PoisonError::into_inner);
    let games = collector.taken.1;
    rows.push(TimingRow { seconds, ..row("all", all, Some(games as f64 / seconds)) });
    rows
}
