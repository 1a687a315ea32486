//! A tournament: its games, each playable by itself.

use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use safari_agents::{Agent, Choice, Clock, NoClock, WallClock};
use safari_core::{Action, AnimalCounts, Deal, Outcome, Points, Position, SetupError, Source, TileSet};
use safari_data::{DealText, GameRecord, GameRow, Recorder, ResultText, SeatRow};

use crate::clock::ThreadClock;
use crate::config::{Records, TournamentConfig};
use crate::forfeit::{Forfeit, play_begun};
use crate::game::{GameConfig, GameError, Played, Start, Watch};
use crate::lenient::{Failure, Failures, Lenient};
use crate::limit_entry::{Meter, OnFailure};
use crate::plan::{Pairing, Plan};
use crate::shard::Shard;

/// Where the games of a tournament begin.
#[derive(Clone, Debug)]
pub enum Origin {
    /// At the start of a game, with the deals of the root seed.
    Seeded,
    /// At the start of a game, with these deals, one after the other: at least as many as the config asks for.
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
    /// The start of a game, without hands.
    fresh: Box<Position>,
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
    /// Who failed in it without losing it, by [`OnFailure::RandomMove`].
    pub failures: Vec<Failure>,
    /// Its record, where one is kept.
    pub record: Option<Box<GameRecord>>,
}

impl Tournament {
    /// A tournament of a config, on a tile set.
    ///
    /// # Errors
    /// No game can begin with these players on this table.
    ///
    /// # Panics
    /// If there are fewer deals than the config asks for.
    pub fn new(
        config: TournamentConfig,
        tiles: &'static TileSet,
        origin: Origin,
        shard: Shard,
    ) -> Result<Tournament, SetupError> {
        if let Origin::Deals(deals) = &origin {
            assert!(deals.len() as u64 >= config.deals, "a deal is never played twice");
        }
        let plan = Plan::new(&config, shard);
        let hands = vec![AnimalCounts::default(); config.players];
        let fresh = Box::new(Position::new(tiles, config.variant, &hands)?);
        Ok(Tournament { config, tiles, origin, fresh, plan })
    }

    /// The config.
    pub fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// Plans all games where a shard was planned.
    pub fn make_whole(&mut self) {
        self.plan = Plan::new(&self.config, Shard::WHOLE);
    }

    /// Forgets the rounds of the plan.
    pub fn restart_rounds(&mut self) {
        self.plan.clear_rounds();
    }

    /// Adds a round to the plan of a schedule in rounds, as an earlier run had it.
    ///
    /// # Panics
    /// If there are no such line-ups.
    pub fn add_round(&mut self, deals: u64, line_ups: Vec<usize>) {
        self.plan.add_round(deals, line_ups);
    }

    /// The games; of a schedule in rounds, as far as they are known.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The deal of a game.
    pub fn deal(&self, pairing: &Pairing) -> Deal {
        match &self.origin {
            Origin::Seeded => Deal::new(self.tiles, pairing.deal_seed),
            Origin::Deals(deals) => deals[pairing.deal as usize].clone(),
            Origin::Position(position) => Deal::for_position(position, pairing.deal_seed),
        }
    }

    /// The first position of a game.
    pub fn start(&self, pairing: &Pairing) -> Position {
        match &self.origin {
            Origin::Position(position) => **position,
            _ => {
                let mut start = *self.fresh;
                self.deal(pairing).restart(&mut start);
                start
            }
        }
    }

    /// Whether games begin at a position of the config, which a record does not hold.
    pub fn starts_from_position(&self) -> bool {
        matches!(self.origin, Origin::Position(_))
    }

    /// Plays one game.
    ///
    /// # Errors
    /// The watch stops it.
    pub fn play<W: Watch + ?Sized>(
        &self,
        pairing: &Pairing,
        watch: &mut W,
    ) -> Result<GameOutcome, GameError> {
        self.play_with(pairing, watch, &|_, agent| agent)
    }

    pub(crate) fn play_with<W: Watch + ?Sized>(
        &self,
        pairing: &Pairing,
        watch: &mut W,
        wrap: &dyn Fn(usize, Box<dyn Agent>) -> Box<dyn Agent>,
    ) -> Result<GameOutcome, GameError> {
        let deal = self.deal(pairing);
        let wall;
        let clock: &dyn Clock = match (self.config.is_timed(), self.config.meter) {
            (false, _) => &NoClock,
            (true, Meter::Processor) => &ThreadClock,
            (true, Meter::Wall) => {
                wall = WallClock::start();
                &wall
            }
        };
        let start = match &self.origin {
            Origin::Position(position) => Start::At(position),
            _ => Start::Fresh(&self.fresh),
        };
        let game =
            GameConfig { deal: &deal, start, seed: pairing.agent_seed, budget: self.config.budget, clock };
        let players = pairing.seats.len();
        let failures = (self.config.on_failure == OnFailure::RandomMove).then(Failures::default);
        let build = |seat: usize| {
            let entrant = pairing.seats[seat];
            let build = || self.config.entrants[entrant].player.build(players);
            let agent = match &failures {
                None => build(),
                Some(failures) => Box::new(Lenient::new(seat, failures, build)),
            };
            wrap(entrant, agent)
        };
        let (mut played, dealer) = game.begin();
        let forfeit = play_begun(&game, dealer, &build, watch, &mut played)?;
        let failures = failures.map_or_else(Vec::new, |failures| {
            let mut failures = std::mem::take(&mut *failures.lock().unwrap_or_else(PoisonError::into_inner));
            failures.sort_by_key(|failure| failure.first.seat);
            failures
        });
        Ok(self.outcome(pairing, &played, forfeit, failures))
    }

    fn outcome(
        &self,
        pairing: &Pairing,
        played: &Played,
        forfeit: Option<Box<Forfeit>>,
        failures: Vec<Failure>,
    ) -> GameOutcome {
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
            failures,
            record: None,
        }
    }

    /// The tile set.
    pub fn tiles(&self) -> &'static TileSet {
        self.tiles
    }

    /// The start of a game, before hands are dealt.
    pub(crate) fn fresh(&self) -> &Position {
        &self.fresh
    }

    /// Plays one game and records it as far as it goes, from its [`start`](Self::start).
    ///
    /// # Errors
    /// `stop` became true.
    pub fn record(
        &self,
        pairing: &Pairing,
        program: &str,
        stop: &AtomicBool,
    ) -> Result<GameOutcome, GameError> {
        self.record_with(pairing, program, stop, &|_, agent| agent)
    }

    pub(crate) fn record_with(
        &self,
        pairing: &Pairing,
        program: &str,
        stop: &AtomicBool,
        wrap: &dyn Fn(usize, Box<dyn Agent>) -> Box<dyn Agent>,
    ) -> Result<GameOutcome, GameError> {
        let mut recording = Recording { recorder: Recorder::default(), stop };
        let mut outcome = self.play_with(pairing, &mut recording, wrap)?;
        let names = pairing.seats.iter().map(|&i| self.config.entrants[i].player.to_string()).collect();
        let mut record = GameRecord::new(program, &self.start(pairing), names);
        if !self.starts_from_position() {
            record.deal = Some(DealText::new(&self.deal(pairing), self.tiles));
        }
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
    pub(crate) fn keeps_record(&self, game: u64) -> bool {
        let chosen = match self.config.records {
            Records::None => false,
            Records::Some => game.is_multiple_of(100),
            Records::All => true,
        };
        chosen && !self.starts_from_position()
    }
}

/// Gives a game up when told to.
pub struct Stoppable<'s>(
    /// Becomes true where games under way are given up.
    pub &'s AtomicBool,
);

impl Watch for Stoppable<'_> {
    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn watches(&self) -> bool {
        false
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
