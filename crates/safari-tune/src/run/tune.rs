//! Search, selection and acceptance, one after the other, each on deals of its own.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use safari_agents::Factory;
use safari_arena::replace;
use safari_core::TileSet;

use super::acceptance::{Trying, Verdict, round};
use super::config::{Budget, Opponent, Test, TuningConfig};
use super::files::{JOURNAL, TRIALS, write_verdict};
use super::journal::{Entry, Journal, JournalError, Trial};
use super::play::{NotPlayed, Sums, evaluate};
use super::trials::Played;
use crate::optimiser::{Batch, Optimiser};
use crate::registry::BuildError;

/// The first deal of search and selection: above those of tournaments, and far below those of the tests.
pub const SEARCH_DEALS: u64 = 1 << 40;
/// The first deal of the test against the pool.
pub const POOL_DEALS: u64 = 1 << 41;
/// The first deal of the test against the held-out opponents.
pub const HELD_OUT_DEALS: u64 = 1 << 42;

/// Evaluations between two lines of the journal, so that a kill loses little.
const CHUNK: usize = 64;

/// How long games are timed where the budget is a time.
const PROBE: Duration = Duration::from_secs(3);

/// Is told how a run goes on.
pub trait Progress: Sync {
    /// A part of the run begins, with so many games at most.
    fn phase(&self, name: &str, games: u64);
    /// Games were played, or taken from the journal of an earlier run.
    fn games(&self, games: u64, recalled: bool);
    /// Who leads.
    fn leader(&self, text: &str);
}

/// Which deals were used for what; each number is played for one purpose alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Candidates were tried on these.
    pub search: Range<u64>,
    /// The best few were compared on these.
    pub selection: Range<u64>,
    /// The test against the pool.
    pub pool: Range<u64>,
    /// The test against the held-out opponents.
    pub held_out: Range<u64>,
}

/// A run that can be carried out.
pub struct Tuning {
    config: TuningConfig,
    tiles: &'static TileSet,
    /// Hash of all that decides the results.
    hash: u64,
    signature: String,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// What it found.
    pub verdict: Verdict,
    /// Evaluations of the search.
    pub evaluations: u64,
    /// Games in all, those of earlier runs included.
    pub games: u64,
    /// The deals.
    pub ranges: Ranges,
}

/// Why a run ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// Somebody asked it to stop; the journal has what was finished.
    #[error("stopped")]
    Stopped,
    /// An agent failed.
    #[error("{0}")]
    Agent(String),
    /// The optimiser cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

impl From<NotPlayed> for TuneError {
    fn from(reason: NotPlayed) -> TuneError {
        match reason {
            NotPlayed::Stopped => TuneError::Stopped,
            NotPlayed::Failed(message) => TuneError::Agent(message),
        }
    }
}

/// What the parts of a run share.
struct Run<'r> {
    tuning: &'r Tuning,
    journal: Journal,
    progress: &'r dyn Progress,
    stop: &'r AtomicBool,
    games: u64,
}

impl Tuning {
    /// A run of a config; `files` are the texts of files that it names, `signature` the behaviour of the program's agents.
    pub fn new(config: TuningConfig, tiles: &'static TileSet, files: &[String], signature: String) -> Tuning {
        let hash = config.hash(files);
        Tuning { config, tiles, hash, signature }
    }

    /// The config.
    pub fn config(&self) -> &TuningConfig {
        &self.config
    }

    /// Hash of all that decides the results.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Carries the run out on the current rayon pool, or goes on with one that was stopped.
    ///
    /// The directory must exist.
    ///
    /// # Errors
    /// It was stopped, an agent failed, or the journal is of another run or cannot be written.
    pub fn run(&self, dir: &Path, progress: &dyn Progress, stop: &AtomicBool) -> Result<Tuned, TuneError> {
        let journal = Journal::open(&dir.join(JOURNAL))?;
        let mut run = Run { tuning: self, journal, progress, stop, games: 0 };
        let outcome = run.whole(dir);
        run.journal.sync()?;
        outcome
    }

    /// Seconds that an evaluation against these opponents takes on one thread: some of the base are played.
    ///
    /// # Errors
    /// An agent failed, or somebody asked to stop.
    pub fn probe(&self, opponents: &[Opponent], stop: &AtomicBool) -> Result<f64, TuneError> {
        let (began, mut evaluations) = (Instant::now(), 0u64);
        while evaluations == 0 || began.elapsed() < PROBE {
            // Deals below all that are used.
            let deal = SEARCH_DEALS - 1 - evaluations;
            evaluate(&self.config, self.tiles, &self.config.base, opponents, deal, stop)?;
            evaluations += 1;
        }
        Ok(began.elapsed().as_secs_f64() / evaluations as f64)
    }

    /// Evaluations of the search; where the budget is a time, from a probe on all threads of the current pool.
    fn evaluations(&self, stop: &AtomicBool) -> Result<u64, TuneError> {
        match self.config.budget {
            Budget::Games(games) => Ok(games / self.config.players as u64),
            Budget::Seconds(seconds) => {
                let each = self.probe(&self.config.pool, stop)? / rayon::current_num_threads() as f64;
                Ok(((seconds / each) as u64).max(crate::registry::LEAST_BUDGET))
            }
        }
    }
}

impl Run<'_> {
    fn whole(&mut self, dir: &Path) -> Result<Tuned, TuneError> {
        let tuning = self.tuning;
        let config = &tuning.config;
        let evaluations = match self.journal.peek()? {
            Some(Entry::Begin { evaluations, .. }) => evaluations,
            _ => tuning.evaluations(self.stop)?,
        };
        let (own_hash, own_tiles) =
            (format!("{:016x}", tuning.hash), format!("{:016x}", tuning.tiles.hash()));
        if let Some(Entry::Begin { config_hash, tileset, signature, .. }) = self.journal.peek()? {
            let differs = [
                ("tile set", tileset != own_tiles),
                ("config", config_hash != own_hash),
                ("behaviour of agents (signature)", signature != tuning.signature),
            ];
            if let Some((what, _)) = differs.into_iter().find(|(_, differs)| *differs) {
                return Err(JournalError::Other { what }.into());
            }
        }
        self.journal.put(&Entry::Begin {
            format: "safari-tuning".into(),
            version: 1,
            config_hash: own_hash,
            tileset: own_tiles,
            signature: tuning.signature.clone(),
            evaluations,
        })?;
        let mut optimiser = config.optimiser.build(&config.setup(evaluations))?;
        let mut played = Played::default();
        let searched = self.search(&mut *optimiser, &mut played);
        // What was tried is told whatever stopped it.
        replace(dir, TRIALS, &played.csv(&config.space, config.objective, config.players)?)?;
        let (search, selection) = searched?;
        let best = optimiser.finalists(1).into_iter().next().map(|standing| standing.candidate);
        let (id, point) = best.map_or((0, config.base_point.clone()), |best| (best.id, best.point));
        let mut tests = Vec::new();
        let mut evidence = Vec::new();
        if id != 0 {
            let pairs = [
                ("pool", &config.pool, config.test, POOL_DEALS),
                ("held_out", &config.held_out, config.held_out_test, HELD_OUT_DEALS),
            ];
            for (name, opponents, test, first) in pairs {
                if opponents.is_empty() {
                    continue;
                }
                let (tested, sets) = self.test(name, opponents, test, first, &config.candidate(&point))?;
                let rejected = tested.accepted.as_deref() == Some("H0");
                tests.push(tested);
                evidence.push((name, first, sets));
                // What is rejected once needs no second test.
                if rejected {
                    break;
                }
            }
        }
        let used = |name: &str, first: u64| {
            let sets =
                evidence.iter().find(|(known, ..)| *known == name).map_or(0, |(_, _, sets)| sets.len());
            first..first + sets as u64
        };
        let ranges = Ranges {
            search,
            selection,
            pool: used("pool", POOL_DEALS),
            held_out: used("held_out", HELD_OUT_DEALS),
        };
        let verdict = Verdict::of(id, point.to_string(), tests);
        self.journal.put(&Entry::Verdict(verdict.clone()))?;
        write_verdict(dir, tuning, &verdict, &evidence)?;
        Ok(Tuned { verdict, evaluations, games: self.games, ranges })
    }

    /// Plays batch after batch; the deals of the search and those of the last batch, the selection.
    fn search(
        &mut self,
        optimiser: &mut dyn Optimiser,
        played: &mut Played,
    ) -> Result<(Range<u64>, Range<u64>), TuneError> {
        let config = &self.tuning.config;
        self.progress.phase("search", optimiser.budget() * config.players as u64);
        let (mut search, mut selection) = (SEARCH_DEALS..SEARCH_DEALS, SEARCH_DEALS..SEARCH_DEALS);
        while let Some(batch) = optimiser.ask() {
            let sums = self.batch(&batch)?;
            let values = |column: &Vec<Sums>| {
                column.iter().map(|sums| sums.value(config.objective, config.players)).collect()
            };
            let scores: Vec<Vec<f64>> = sums.iter().map(values).collect();
            optimiser.tell(&batch, &scores).map_err(|error| TuneError::Agent(error.to_string()))?;
            // The best few on fresh deals come last.
            let last = optimiser.ask().is_none();
            for (candidate, column) in batch.candidates.iter().zip(sums) {
                played.add(candidate, column.into_iter(), last);
            }
            let deals = SEARCH_DEALS + batch.deals.start..SEARCH_DEALS + batch.deals.end;
            if last {
                selection = deals
            } else {
                search.end = deals.end
            }
            if let Some(standing) = optimiser.finalists(1).into_iter().next() {
                let end = |end: f64| Some(round(end)).filter(|end| end.is_finite());
                self.journal.put(&Entry::Leader {
                    batch: batch.number,
                    evaluations: optimiser.used(),
                    candidate: standing.candidate.id,
                    mean: round(standing.interval.mean),
                    lo: end(standing.interval.lo),
                    hi: end(standing.interval.hi),
                    deals: standing.deals,
                })?;
                let (mean, point) = (standing.interval.mean, &standing.candidate.point);
                self.progress.leader(&format!("best so far {mean:+.2} {point}"));
            }
        }
        Ok((search, selection))
    }

    /// Plays a batch, as far as the journal does not know it: by candidate, the sums of its deals.
    fn batch(&mut self, batch: &Batch) -> Result<Vec<Vec<Sums>>, TuneError> {
        let config = &self.tuning.config;
        let trial = |candidate: &crate::optimiser::Candidate| Trial {
            id: candidate.id,
            setting: candidate.point.to_string(),
        };
        self.journal.put(&Entry::Batch {
            number: batch.number,
            candidates: batch.candidates.iter().map(trial).collect(),
            deals: [batch.deals.start, batch.deals.end],
        })?;
        let factories: Vec<Factory> =
            batch.candidates.iter().map(|candidate| config.candidate(&candidate.point)).collect();
        // Deal by deal, so that what a stopped run has is paired.
        let all: Vec<(usize, u64)> =
            batch.deals.clone().flat_map(|deal| (0..factories.len()).map(move |i| (i, deal))).collect();
        let mut columns = vec![Vec::new(); factories.len()];
        for (place, chunk) in all.chunks(CHUNK).enumerate() {
            let from = (place * CHUNK) as u64;
            let sums = match self.journal.recall()? {
                Some(Entry::Scores { batch: number, from: first, sums })
                    if number == batch.number && first == from && sums.len() == chunk.len() =>
                {
                    self.count(sums.len(), true);
                    sums
                }
                Some(_) => return Err(self.journal.differs().into()),
                None => {
                    let (tuning, stop) = (self.tuning, self.stop);
                    let play = |&(i, deal): &(usize, u64)| {
                        evaluate(config, tuning.tiles, &factories[i], &config.pool, SEARCH_DEALS + deal, stop)
                    };
                    let sums: Vec<Sums> = chunk.par_iter().map(play).collect::<Result<_, _>>()?;
                    self.journal.put(&Entry::Scores { batch: batch.number, from, sums: sums.clone() })?;
                    self.count(sums.len(), false);
                    sums
                }
            };
            for (&(i, _), sums) in chunk.iter().zip(sums) {
                columns[i].push(sums);
            }
        }
        Ok(columns)
    }

    /// Tests the winner against the base on common deals, round by round.
    fn test(
        &mut self,
        name: &'static str,
        opponents: &[Opponent],
        test: Test,
        first: u64,
        winner: &Factory,
    ) -> Result<(super::acceptance::Tested, Vec<[Sums; 2]>), TuneError> {
        let config = &self.tuning.config;
        self.progress.phase(
            if name == "pool" { "test" } else { "held-out test" },
            config.test_deals * 2 * config.players as u64,
        );
        let mut trying = Trying::new(name, test, config.players);
        let mut sets: Vec<[Sums; 2]> = Vec::new();
        while !trying.decided() && (sets.len() as u64) < config.test_deals {
            let from = sets.len() as u64;
            let deals = config.round.min(config.test_deals - from);
            let round = match self.journal.recall()? {
                Some(Entry::Test { opponents, from: known, sets })
                    if opponents == name && known == from && sets.len() as u64 == deals =>
                {
                    self.count(2 * sets.len(), true);
                    sets
                }
                Some(_) => return Err(self.journal.differs().into()),
                None => {
                    let (tuning, stop) = (self.tuning, self.stop);
                    let play = |deal: u64| -> Result<[Sums; 2], NotPlayed> {
                        let of = |agent| evaluate(config, tuning.tiles, agent, opponents, first + deal, stop);
                        Ok([of(winner)?, of(&config.base)?])
                    };
                    let sets: Vec<[Sums; 2]> =
                        (from..from + deals).into_par_iter().map(play).collect::<Result<_, _>>()?;
                    self.journal.put(&Entry::Test { opponents: name.into(), from, sets: sets.clone() })?;
                    self.count(2 * sets.len(), false);
                    sets
                }
            };
            round.iter().for_each(|set| trying.add(*set));
            sets.extend(round);
            let tested = trying.tested();
            self.progress.leader(&format!("llr {:.2} ({} to {})", tested.llr, tested.lower, tested.upper));
        }
        Ok((trying.tested(), sets))
    }

    /// Counts evaluations as games.
    fn count(&mut self, evaluations: usize, recalled: bool) {
        let games = (evaluations * self.tuning.config.players) as u64;
        self.games += games;
        self.progress.games(games, recalled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_deal_of_a_run_is_one_of_a_tournament_or_of_another_purpose() {
        // A search has at most a thousand million games, and so has a test; so has a tournament.
        let most = safari_arena::MAX_DEALS;
        assert!(
            most < SEARCH_DEALS && SEARCH_DEALS + most < POOL_DEALS && POOL_DEALS + most < HELD_OUT_DEALS
        );
    }
}
