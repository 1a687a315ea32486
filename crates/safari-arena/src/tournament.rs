//! A tournament: its games, each playable by itself, and running them all.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rayon::prelude::*;
use safari_agents::{Agent, Budget, Choice, Clock, NoClock};
use safari_core::{Action, Deal, Outcome, Points, Position, Source, TileSet};
use safari_data::{DealText, GameRecord, GameRow, Recorder, ResultText, SeatRow, TimingRow};

use crate::clock::ThreadClock;
use crate::config::{Records, TournamentConfig};
use crate::forfeit::{Forfeit, play_or_forfeit};
use crate::game::{GameConfig, GameError, NoWatch, Played, Watch};
use crate::plan::{Pairing, Plan};
use crate::standings::Standings;
use crate::timing::{Timed, Usage, is_timed};

/// Where the games of a tournament begin.
#[derive(Clone, Debug)]
pub enum Origin {
    /// At the start of a game, with the deals of the root seed.
    Seeded,
    /// At the start of a game, with deals from a file, one after the other and again from the first.
    Deals(Vec<Deal>),
    /// At a position, with the deals of the root seed for it.
    Position(Box<Position>),
}

/// A tournament that can be played, whole or game by game.
#[derive(Clone, Debug)]
pub struct Tournament {
    config: TournamentConfig,
    tiles: &'static TileSet,
    origin: Origin,
    plan: Plan,
}

/// What became of one game.
#[derive(Clone, Debug)]
pub struct GameOutcome {
    /// Its row.
    pub game: GameRow,
    /// A row for each seat.
    pub seats: Vec<SeatRow>,
    /// Who forfeited it, if anyone.
    pub forfeit: Option<Box<Forfeit>>,
    /// Its record, where one is kept.
    pub record: Option<Box<GameRecord>>,
}

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
    /// Games played and handed to the sink: whole sets from the first on.
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

impl Tournament {
    /// A tournament of a config, on a tile set.
    pub fn new(config: TournamentConfig, tiles: &'static TileSet, origin: Origin) -> Tournament {
        let plan = Plan::new(&config);
        Tournament { config, tiles, origin, plan }
    }

    /// The config.
    pub fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// The games.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The deal of a game.
    pub fn deal(&self, pairing: &Pairing) -> Deal {
        match &self.origin {
            Origin::Seeded => Deal::new(self.tiles, pairing.deal_seed),
            Origin::Deals(deals) => deals[(pairing.deal % deals.len() as u64) as usize].clone(),
            Origin::Position(position) => Deal::for_position(position, pairing.deal_seed),
        }
    }

    /// Plays one game.
    ///
    /// # Errors
    /// The game cannot begin, or the watch stops it.
    pub fn play(&self, pairing: &Pairing, watch: &mut dyn Watch) -> Result<GameOutcome, GameError> {
        self.play_with(pairing, watch, &|_, agent| agent)
    }

    fn play_with(
        &self,
        pairing: &Pairing,
        watch: &mut dyn Watch,
        wrap: &dyn Fn(usize, Box<dyn Agent>) -> Box<dyn Agent>,
    ) -> Result<GameOutcome, GameError> {
        let deal = self.deal(pairing);
        let clock: &dyn Clock = match self.config.budget {
            Budget::Time(_) => &ThreadClock,
            _ => &NoClock,
        };
        let start = match &self.origin {
            Origin::Position(position) => Some(&**position),
            _ => None,
        };
        let game = GameConfig {
            deal: &deal,
            variant: self.config.variant,
            start,
            seed: pairing.agent_seed,
            budget: self.config.budget,
            clock,
        };
        let players = pairing.seats.len();
        let agents = || {
            let build =
                |&entrant: &usize| wrap(entrant, self.config.entrants[entrant].factory.build(players));
            pairing.seats.iter().map(build).collect()
        };
        Ok(match play_or_forfeit(&game, agents, watch)? {
            Ok(played) => self.outcome(pairing, &played, None),
            Err(forfeit) => {
                let played = Played { position: forfeit.position, decisions: [0; 5], forced: 0 };
                self.outcome(pairing, &played, Some(forfeit))
            }
        })
    }

    fn outcome(&self, pairing: &Pairing, played: &Played, forfeit: Option<Box<Forfeit>>) -> GameOutcome {
        let position = &played.position;
        let players = pairing.seats.len();
        let loser = forfeit.as_ref().map(|forfeit| forfeit.seat);
        let winners = position.winners().count().max(1) as f64;
        let best = position.seats().map(|seat| position.score(seat)).max().unwrap_or(0);
        let seat_row = |seat: usize| {
            let points: Points = position.points(seat);
            let of = |source| points.of(source);
            let score = points.total();
            let better = position.seats().filter(|&o| Some(o) != loser && position.score(o) > score).count();
            let (rank, win_share) = match loser {
                Some(loser) if loser == seat => (players, 0.0),
                Some(_) => (1 + better, 1.0 / (players - 1) as f64),
                None => (1 + better, if score == best { 1.0 / winners } else { 0.0 }),
            };
            SeatRow {
                game: pairing.game,
                set: pairing.set,
                deal: pairing.deal,
                seat: seat as u32,
                agent: self.config.entrants[pairing.seats[seat]].name.clone(),
                score,
                rank: rank as u32,
                win_share,
                dig: of(Source::Dig),
                extend: of(Source::Extend),
                hole: of(Source::Hole),
                trail: of(Source::Trail),
                bush: of(Source::Bush),
                ranger: of(Source::Ranger),
                final_trail: of(Source::FinalTrail),
                final_bush: of(Source::FinalBush),
                final_animals: of(Source::FinalAnimals),
                meeples: position.meeples(seat),
                animal_tiles: position.hand(seat).total(),
                decisions: played.decisions[seat],
            }
        };
        GameOutcome {
            game: GameRow {
                game: pairing.game,
                set: pairing.set,
                deal: pairing.deal,
                line_up: pairing.line_up as u32,
                rotation: pairing.rotation as u32,
                players: players as u32,
                turns: position.filled() as u32 - 3,
                decisions: played.decisions.iter().sum(),
                forced: played.forced,
                forfeit: loser.map(|seat| seat as u32),
            },
            seats: position.seats().map(seat_row).collect(),
            forfeit,
            record: None,
        }
    }

    /// Plays one game and records it as far as it goes.
    ///
    /// # Errors
    /// The game cannot begin, or `stop` became true.
    pub fn record(
        &self,
        pairing: &Pairing,
        program: &str,
        stop: &AtomicBool,
    ) -> Result<GameOutcome, GameError> {
        self.record_with(pairing, program, stop, &|_, agent| agent)
    }

    fn record_with(
        &self,
        pairing: &Pairing,
        program: &str,
        stop: &AtomicBool,
        wrap: &dyn Fn(usize, Box<dyn Agent>) -> Box<dyn Agent>,
    ) -> Result<GameOutcome, GameError> {
        let mut recording = Recording { recorder: Recorder::default(), stop };
        let mut outcome = self.play_with(pairing, &mut recording, wrap)?;
        let deal = self.deal(pairing);
        let (start, _) = deal.start(self.config.variant, self.config.players)?;
        let names = pairing.seats.iter().map(|&i| self.config.entrants[i].factory.to_string()).collect();
        let mut record = GameRecord::new(program, &start, names);
        record.deal = Some(DealText::new(&deal, self.tiles));
        record.events = recording.recorder.into_events();
        if outcome.forfeit.is_none() {
            let best = outcome.seats.iter().map(|row| row.score).max();
            record.result = Some(ResultText {
                scores: outcome.seats.iter().map(|row| row.score).collect(),
                winners: (0..outcome.seats.len()).filter(|&i| Some(outcome.seats[i].score) == best).collect(),
            });
        }
        outcome.record = Some(Box::new(record));
        Ok(outcome)
    }

    /// Whether a game's record is kept; games that start from a position have none.
    fn keeps_record(&self, game: u64) -> bool {
        let chosen = match self.config.records {
            Records::None => false,
            Records::Some => game.is_multiple_of(100),
            Records::All => true,
        };
        chosen && !matches!(self.origin, Origin::Position(_))
    }

    /// Plays all games on the current rayon pool and hands them to the sink in the order of their numbers.
    ///
    /// `program` is named in records. Where `stop` becomes true, games under way are given up and what is handed over ends with a whole deal.
    ///
    /// # Errors
    /// A game cannot begin, or the sink fails.
    pub fn run(
        &self,
        sink: &mut dyn Sink,
        progress: &dyn Progress,
        stop: &AtomicBool,
        program: &str,
    ) -> Result<Summary, RunError> {
        let names = || self.config.entrants.iter().map(|entrant| entrant.name.as_str());
        let usage: Vec<Arc<Mutex<Usage>>> = names().map(|_| Arc::default()).collect();
        let mut summary = Summary {
            games: 0,
            forfeits: 0,
            standings: Standings::new(names()),
            timing: Vec::new(),
            stopped: false,
        };
        let began = Instant::now();
        let per_deal = self.plan.games_per_deal();
        // Batches of whole deals, so long that threads rarely wait for each other and so short that little is lost.
        let mut deals = 1;
        while summary.games < self.plan.games() && !summary.stopped {
            let first = summary.games;
            let last = (first + deals * per_deal).min(self.plan.games());
            let batch_began = Instant::now();
            let outcomes: Vec<Result<GameOutcome, GameError>> = (first..last)
                .into_par_iter()
                .map(|game| self.play_counted(game, &usage, progress, stop, program))
                .collect();
            let mut whole: Vec<GameOutcome> = Vec::with_capacity(outcomes.len());
            for outcome in outcomes {
                match outcome {
                    Ok(outcome) => whole.push(outcome),
                    Err(GameError::Stopped) => {
                        summary.stopped = true;
                        break;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            whole.truncate(whole.len() - whole.len() % per_deal as usize);
            for outcome in &whole {
                sink.game(outcome)?;
                summary.standings.add(&outcome.game, &outcome.seats);
                summary.forfeits += u64::from(outcome.forfeit.is_some());
            }
            summary.games += whole.len() as u64;
            let seconds = batch_began.elapsed().as_secs_f64();
            if seconds < 0.5 {
                deals = (deals * 2).min(1 + 20_000 / per_deal);
            } else if seconds > 2.0 {
                deals = (deals / 2).max(1 + 4 * rayon::current_num_threads() as u64 / per_deal);
            }
        }
        summary.timing = timing(names(), &usage, summary.games, began.elapsed().as_secs_f64());
        Ok(summary)
    }

    fn play_counted(
        &self,
        game: u64,
        usage: &[Arc<Mutex<Usage>>],
        progress: &dyn Progress,
        stop: &AtomicBool,
        program: &str,
    ) -> Result<GameOutcome, GameError> {
        let pairing = self.plan.game(game);
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

/// Records a game.
struct Recording<'s> {
    recorder: Recorder,
    stop: &'s AtomicBool,
}

impl Watch for Recording<'_> {
    fn chance(&mut self, before: &Position, outcome: Outcome, after: &Position) {
        self.recorder.chance(before, outcome, after);
    }

    fn decision(&mut self, before: &Position, action: Action, _: Option<&Choice>, _: &Position) {
        self.recorder.decision(before, action);
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
