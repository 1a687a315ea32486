//! `safari schedule`: what a config means, without running it.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use safari_agents::{Budget, Registry, Scope};
use safari_arena::{Meter, OnFailure, Player, Rule, Seating, Shard, ThreadClock, Watch};

use super::{bar, first_round, load, manifest, test};
use crate::args::ScheduleArgs;
use crate::console::Console;
use crate::guard;
use crate::problem::Problem;
use load::Loaded;
use safari_agents::Clock;

/// Games that are shown.
const SHOWN: u64 = 6;

pub(crate) fn run(args: &ScheduleArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let loaded = load::config_file(&args.config, &args.sets, args.seed, shard, registry)?;
    tell(&loaded, None, console)?;
    if args.probe > 0.0 {
        let threads = args.threads.map_or_else(
            || std::thread::available_parallelism().map_or(1, usize::from),
            |threads| threads as usize,
        );
        console.flush()?;
        match probe(&loaded, Duration::from_secs_f64(args.probe))? {
            Some(seconds) => {
                let whole = seconds * manifest::planned(&loaded.tournament) as f64 / threads as f64;
                let s = if threads == 1 { "" } else { "s" };
                let whole = bar::duration(whole);
                writeln!(
                    console,
                    "time       about {whole} on {threads} thread{s}, at {seconds:.4} s a game here"
                )?;
            }
            None => writeln!(
                console,
                "time       unknown: not one game ended in {:.0} s; try a longer --probe",
                args.probe * f64::from(PATIENCE)
            )?,
        }
    }
    Ok(first_games(&loaded, console)?)
}

/// What would be played.
pub(super) fn tell(loaded: &Loaded, out: Option<&Path>, console: &mut Console) -> Result<(), Problem> {
    let tournament = &loaded.tournament;
    let config = tournament.config();
    let begin = match (&config.start, &config.deals_file) {
        (Some(file), _) => format!("at the position in {file}"),
        (None, Some(file)) => format!("with the deals in {file}"),
        (None, None) => "with deals of the root seed".into(),
    };
    let per = match config.budget.per {
        Scope::Decision => "a decision",
        Scope::Turn => "a turn",
        Scope::Game => "a game",
    };
    let budget = match (config.budget.budget, config.meter) {
        (Budget::Own, _) => "each agent's own".into(),
        (Budget::Iterations(n), _) => format!("at most {n} iterations {per}"),
        (Budget::Time(time), meter) => {
            let clock = match meter {
                Meter::Processor => "of processor time",
                Meter::Wall => "on the wall clock",
            };
            format!("{} s {clock} {per}: not reproducible", time.as_secs_f64())
        }
    };
    let failures = match config.on_failure {
        OnFailure::Forfeit => None,
        OnFailure::RandomMove => Some("a random move is played for it"),
        OnFailure::Abort => Some("the run ends"),
    };
    writeln!(console, "rules      {}", load::rules_of(config.players, config.variant))?;
    writeln!(console, "deals      {}, root seed {}; games begin {begin}", config.deals, config.seed)?;
    writeln!(console, "budget     {budget}")?;
    if let Some(follows) = failures {
        writeln!(console, "failures   where an agent fails, {follows}")?;
    }
    for (n, entrant) in config.entrants.iter().enumerate() {
        let head = if n == 0 { "agents" } else { "" };
        writeln!(console, "{head:<11}{} = {}", entrant.name, entrant.player)?;
    }
    let seatings = match config.seating {
        Seating::Rotations => format!("{} rotations", config.players),
        Seating::Permutations => "all permutations".into(),
    };
    writeln!(console, "line-ups   {}, each in {seatings}", config.line_ups.len())?;
    if let Some(rounds) = config.rounds {
        let rule = match rounds.rule {
            Rule::Sprt(design) => {
                format!(
                    "until a sequential test of {} decides: {}",
                    config.entrants[0].name,
                    test::asks(&design)
                )
            }
            Rule::Open => "until no order of neighbours in the standings is open".into(),
        };
        writeln!(console, "rounds     of {} deals, {rule}", rounds.deals)?;
        if let Rule::Sprt(design) = rounds.rule {
            writeln!(console, "length     {}", test::cost(&design, rounds.deals))?;
        }
    }
    let shard = tournament.plan().shard();
    if !shard.is_whole() {
        writeln!(console, "shard      {shard}")?;
    }
    if let Some(out) = out {
        writeln!(console, "files      {}", out.display())?;
    }
    let most = if config.rounds.is_some() { "at most " } else { "" };
    writeln!(console, "games      {most}{}", manifest::planned(tournament))?;
    Ok(())
}

/// The first games.
pub(super) fn first_games(loaded: &Loaded, console: &mut Console) -> std::io::Result<()> {
    let tournament = first_round(&loaded.tournament);
    let (plan, config) = (tournament.plan(), tournament.config());
    for n in 0..plan.games().min(SHOWN) {
        let pairing = plan.game(plan.nth_game(n));
        let names: Vec<&str> = pairing.seats.iter().map(|&i| config.entrants[i].name.as_str()).collect();
        writeln!(console, "  game {}: deal {}, seats {}", pairing.game, pairing.deal, names.join(", "))?;
    }
    if plan.games() > SHOWN {
        writeln!(console, "  …")?;
    }
    Ok(())
}

/// How many times longer than asked for the first game may take.
const PATIENCE: u32 = 10;

/// Gives a game up that takes too long.
struct Patience(Instant);

impl Watch for Patience {
    fn stop(&self) -> bool {
        Instant::now() > self.0 || guard::STOP.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn watches(&self) -> bool {
        false
    }
}

/// A step by which all games come, each once, and soon of all line-ups and seatings: without a factor in common with their
/// number, near the golden section of it.
fn step(games: u64) -> u64 {
    let factor = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let golden = (games as f64 * 0.618_034) as u64;
    (golden.max(1)..).find(|&step| factor(step, games) == 1).unwrap_or(1)
}

/// Mean time of a game in seconds: games of the first deals, spread over all line-ups, for about so long.
///
/// None where not even one game ended in a while.
fn probe(loaded: &Loaded, time: Duration) -> Result<Option<f64>, Problem> {
    let tournament = first_round(&loaded.tournament);
    let plan = tournament.plan();
    let games = plan.games();
    let mut played = 0u32;
    let start = ThreadClock.now();
    let began = Instant::now();
    safari_arena::catch_agent_panics();
    let step = step(games);
    while u64::from(played) < games && (played == 0 || began.elapsed() < time) {
        let game = plan.nth_game(u64::from(played) * step % games);
        let outcome = tournament.play(&plan.game(game), &mut Patience(began + time * PATIENCE));
        if outcome.is_err() {
            break;
        }
        played += 1;
    }
    // Outside bots use no time of this thread, and a budget on the wall clock is used up by waiting.
    let waits = tournament.config().meter == Meter::Wall
        || tournament.config().entrants.iter().any(|entrant| matches!(entrant.player, Player::Process(_)));
    let used = if waits { began.elapsed() } else { ThreadClock.now() - start };
    Ok((played > 0).then(|| used.as_secs_f64() / f64::from(played)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probe_comes_to_every_game_and_soon_to_every_line_up() {
        for games in [1, 2, 6, 30, 900, 1_800, 1_000_000] {
            let step = step(games);
            let few = games.min(1_000);
            let seen: std::collections::BTreeSet<u64> = (0..few).map(|n| n * step % games).collect();
            assert_eq!(seen.len() as u64, few, "{games}");
        }
        // Of 900 games with 30 to a deal, 60 games come from nearly every line-up and seating.
        let places: std::collections::BTreeSet<u64> = (0..60).map(|n| n * step(900) % 900 % 30).collect();
        assert!(places.len() >= 28, "{places:?}");
    }
}
