//! `safari speed`: what this machine gives.
//!
//! Times are processor times of the threads that work, and every figure is the best of several short rounds that take
//! turns, so that what else the machine does weighs little.

use std::hint::black_box;
use std::io::Write;
use std::time::Duration;

use safari_agents::{Agent, Budget, Clock, Ctx, NoClock, Registry};
use safari_arena::ThreadClock;
use safari_core::{Deal, Phase, Position, Seed, TileSet, Variant};
use serde::Serialize;

use crate::args::SpeedArgs;
use crate::console::Console;
use crate::problem::Problem;
use crate::table::{Align, Table};

/// Rounds of each measurement.
const ROUNDS: u32 = 5;
/// Iterations of the search that is measured: the default of `mcts-plain`.
const ITERATIONS: u32 = 1000;

/// What is measured, as `--json` prints it.
#[derive(Debug, Serialize)]
struct Speed {
    players: usize,
    threads: u32,
    cpu_features: Vec<&'static str>,
    random_games_per_s: f64,
    decisions_per_s: f64,
    position_bytes: usize,
    clone_ns: f64,
    memcpy_ns: f64,
    mcts_iterations_per_s: f64,
    mcts_overhead_us: f64,
    greedy_turns_per_s: f64,
}

pub(crate) fn run(args: &SpeedArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let threads = args.threads.unwrap_or_else(available);
    let speed = measure(registry, args.players, threads, Duration::from_secs_f64(args.seconds))?;
    if args.json {
        let text = serde_json::to_string(&speed).map_err(|error| Problem::Failure(error.to_string()))?;
        return Ok(writeln!(console, "{text}")?);
    }
    let mut table = Table::new([("what", Align::Left), ("value", Align::Right), ("unit", Align::Left)]);
    for (what, value, unit) in speed.rows() {
        table.row(vec![what.to_owned(), value, unit.to_owned()]);
    }
    write!(console, "{}", table.render(console.style))?;
    writeln!(console, "\nbuilt for {}", speed.cpu_features.join(" "))?;
    Ok(())
}

/// Cores that this program may use.
fn available() -> u32 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as u32)
}

/// Processor time of this thread since a moment.
struct Stopwatch(Duration);

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch(ThreadClock.now())
    }

    fn elapsed(&self) -> Duration {
        ThreadClock.now().saturating_sub(self.0)
    }
}

impl Speed {
    fn rows(&self) -> Vec<(&'static str, String, &'static str)> {
        let whole = |value: f64| grouped(value.round() as u64);
        vec![
            ("players", self.players.to_string(), "a game"),
            ("threads", self.threads.to_string(), "playing random games"),
            ("random games", whole(self.random_games_per_s), "a second, all threads"),
            ("their decisions", whole(self.decisions_per_s), "a second, all threads"),
            ("a position", grouped(self.position_bytes as u64), "bytes"),
            ("cloning it", format!("{:.1}", self.clone_ns), "ns"),
            ("memcpy of as much", format!("{:.1}", self.memcpy_ns), "ns"),
            ("search iterations", whole(self.mcts_iterations_per_s), "a second, one thread"),
            ("above their rollouts", format!("{:.2}", self.mcts_overhead_us), "us an iteration"),
            ("greedy turns", whole(self.greedy_turns_per_s), "a second, one thread"),
        ]
    }
}

/// A whole number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn measure(registry: &Registry, players: usize, threads: u32, time: Duration) -> Result<Speed, Problem> {
    let bench = Bench { registry, players, start: start(players)? };
    // Half of the time for the games, which use all threads; the rest for the three others.
    let (games, rest) = (time / 2 / ROUNDS, time / 6 / ROUNDS);
    let mut best = Best::default();
    for round in 0..ROUNDS {
        let (games_per_s, decisions_per_s) = bench.random_games(threads, games, round)?;
        if games_per_s > best.games {
            (best.games, best.decisions) = (games_per_s, decisions_per_s);
        }
        let (clone, memcpy) = bench.copies(rest);
        keep_less(&mut best.clone, clone);
        keep_less(&mut best.memcpy, memcpy);
        let (iteration, rollout) = bench.search(rest)?;
        keep_less(&mut best.iteration, iteration);
        keep_less(&mut best.rollout, rollout);
        best.turns = best.turns.max(bench.greedy(rest, round)?);
    }
    Ok(Speed {
        players,
        threads,
        cpu_features: features(),
        random_games_per_s: best.games,
        decisions_per_s: best.decisions,
        position_bytes: size_of::<Position>(),
        clone_ns: best.clone * 1e9,
        memcpy_ns: best.memcpy * 1e9,
        mcts_iterations_per_s: 1.0 / best.iteration,
        mcts_overhead_us: (best.iteration - best.rollout) * 1e6,
        greedy_turns_per_s: best.turns,
    })
}

/// The best rounds; times in seconds, 0 before the first one.
#[derive(Default)]
struct Best {
    games: f64,
    decisions: f64,
    clone: f64,
    memcpy: f64,
    iteration: f64,
    rollout: f64,
    turns: f64,
}

fn keep_less(best: &mut f64, seconds: f64) {
    if *best == 0.0 || seconds < *best {
        *best = seconds;
    }
}

/// The levels and features of the processor that this program was built for and that the engine uses.
fn features() -> Vec<&'static str> {
    let all = [
        (cfg!(target_arch = "x86_64"), "x86-64"),
        (cfg!(target_arch = "aarch64"), "aarch64"),
        (cfg!(target_feature = "popcnt"), "popcnt"),
        (cfg!(target_feature = "bmi1"), "bmi1"),
        (cfg!(target_feature = "bmi2"), "bmi2"),
        (cfg!(target_feature = "avx2"), "avx2"),
    ];
    all.into_iter().filter_map(|(has, name)| has.then_some(name)).collect()
}

fn start(players: usize) -> Result<Position, Problem> {
    let deal = Deal::new(TileSet::safari(), Seed(1));
    let started = deal.start(Variant::default(), players);
    Ok(started.map_err(|error| Problem::Input(error.to_string()))?.0)
}

struct Bench<'r> {
    registry: &'r Registry,
    players: usize,
    start: Position,
}

impl Bench<'_> {
    fn agents(&self, spec: &str) -> Result<Vec<Box<dyn Agent>>, Problem> {
        let factory = self.registry.parse(spec).map_err(|error| Problem::Failure(error.to_string()))?;
        Ok((0..self.players).map(|_| factory.build(self.players)).collect())
    }

    /// Games and decisions a second of all threads together.
    fn random_games(&self, threads: u32, time: Duration, round: u32) -> Result<(f64, f64), Problem> {
        let tables = (0..threads).map(|_| self.agents("random-kind")).collect::<Result<Vec<_>, _>>()?;
        let results: Vec<Result<(f64, f64), Problem>> = std::thread::scope(|scope| {
            let play = |(thread, mut agents): (usize, Vec<Box<dyn Agent>>)| {
                scope.spawn(move || {
                    let seed = Seed(1).branch("speed", &[u64::from(round), thread as u64]);
                    let (mut games, mut decisions) = (0u64, 0u64);
                    let begun = Stopwatch::start();
                    let seconds = loop {
                        // Looking at the clock every few games costs nothing that counts.
                        for _ in 0..16 {
                            let mut position = self.start;
                            let seed = seed.branch("game", &[games]);
                            decisions += u64::from(play_out(&mut position, &mut agents, &mut ctx(seed))?);
                            games += 1;
                        }
                        let spent = begun.elapsed();
                        if spent >= time {
                            break spent.as_secs_f64();
                        }
                    };
                    Ok((games as f64 / seconds, decisions as f64 / seconds))
                })
            };
            let handles: Vec<_> = tables.into_iter().enumerate().map(play).collect();
            let crashed = |_| Err(Problem::Failure("a thread crashed".into()));
            handles.into_iter().map(|handle| handle.join().unwrap_or_else(crashed)).collect()
        });
        let mut sum = (0.0, 0.0);
        for result in results {
            let (games, decisions) = result?;
            sum = (sum.0 + games, sum.1 + decisions);
        }
        // Threads without a core of their own do not add up.
        let share = f64::from(available()) / f64::from(threads);
        Ok((sum.0 * share.min(1.0), sum.1 * share.min(1.0)))
    }

    /// Seconds for a clone of a position and for a memcpy of as many bytes.
    fn copies(&self, time: Duration) -> (f64, f64) {
        #[derive(Clone, Copy)]
        #[repr(align(8))]
        struct Bytes([u8; size_of::<Position>()]);
        let mut position = self.start;
        let from = Bytes([1; size_of::<Position>()]);
        let mut to = from;
        let clone = best_of(time / 2, 1000, || {
            // The place first: otherwise the clone is made elsewhere and copied there.
            let to = black_box(&mut position);
            *to = Clone::clone(black_box(&self.start));
        });
        let memcpy = best_of(time / 2, 1000, || {
            black_box(&mut to).0.copy_from_slice(&black_box(&from).0);
        });
        (clone, memcpy)
    }

    /// Seconds for an iteration of plain search from the opening and for a playout from there.
    fn search(&self, time: Duration) -> Result<(f64, f64), Problem> {
        let mut opening = self.start;
        let mut rng = Seed(1).branch("opening", &[]).rng();
        while opening.phase() != Phase::Place || opening.count() < 2 {
            let outcome = opening.sample_outcome(&mut rng);
            opening.resolve_unchecked(outcome);
        }
        let mut agent = self
            .registry
            .parse(&format!("mcts-plain:iterations={ITERATIONS}"))
            .map_err(|error| Problem::Failure(error.to_string()))?
            .build(self.players);
        let mut failed = None;
        let decision = best_of(time * 3 / 4, 1, || {
            let choice = agent.choose(&opening, &mut ctx(Seed(1)));
            failed = failed.take().or(choice.err());
        });
        if let Some(error) = failed {
            return Err(Problem::Failure(error.to_string()));
        }
        let rollout = best_of(time / 4, ITERATIONS, || {
            let mut position = opening;
            position.playout(&mut rng);
            black_box(&position);
        });
        Ok((decision / f64::from(ITERATIONS), rollout))
    }

    /// Whole turns of `greedy-v1` a second.
    fn greedy(&self, time: Duration, round: u32) -> Result<f64, Problem> {
        let mut agents = self.agents("greedy-v1")?;
        let (mut turns, mut games) = (0, 0);
        let begun = Stopwatch::start();
        loop {
            let mut position = self.start;
            let seed = Seed(1).branch("speed of greedy", &[u64::from(round), games]);
            let before = position.filled();
            play_out(&mut position, &mut agents, &mut ctx(seed))?;
            turns += position.filled() - before;
            games += 1;
            let spent = begun.elapsed();
            if spent >= time {
                return Ok(turns as f64 / spent.as_secs_f64());
            }
        }
    }
}

/// The seconds of one of `times` repetitions, in the fastest of all series that the time allows, at least one.
fn best_of(time: Duration, times: u32, mut work: impl FnMut()) -> f64 {
    let begun = Stopwatch::start();
    let mut best = f64::INFINITY;
    loop {
        let series = Stopwatch::start();
        for _ in 0..times {
            work();
        }
        best = best.min(series.elapsed().as_secs_f64() / f64::from(times));
        if begun.elapsed() >= time {
            return best;
        }
    }
}

fn ctx(seed: Seed) -> Ctx<'static> {
    Ctx::new(seed, Budget::Own, &NoClock)
}

/// Plays to the end as anybody outside the core has to: agents behind the trait choose, `play` checks what they say,
/// and forced decisions are not asked. Gives the number of decisions, forced ones included.
fn play_out(
    position: &mut Position,
    agents: &mut [Box<dyn Agent>],
    ctx: &mut Ctx<'_>,
) -> Result<u32, Problem> {
    let mut decisions = 0;
    while !position.is_over() {
        if position.phase().is_chance() {
            let outcome = position.sample_outcome(&mut ctx.rng);
            position.resolve_unchecked(outcome);
            continue;
        }
        let action = if position.is_forced() {
            position.nth(0)
        } else {
            let choice = agents[position.seat()].choose(position, ctx);
            choice.map_err(|error| Problem::Failure(error.to_string()))?.action
        };
        position.play(action).map_err(|reason| Problem::Failure(reason.to_string()))?;
        decisions += 1;
    }
    Ok(decisions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let texts = [0, 7, 999, 1000, 45_000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "7", "999", "1,000", "45,000", "1,234,567"]);
    }

    #[test]
    fn a_series_runs_at_least_once() {
        let mut runs = 0;
        assert!(best_of(Duration::ZERO, 10, || runs += 1).is_finite());
        assert_eq!(runs, 10);
    }
}
