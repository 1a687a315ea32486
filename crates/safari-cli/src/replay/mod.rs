//! `safari replay`: a recorded game once more, every event checked against the rules and the deal.

mod json;
mod text;

use std::io::{self, Write};
use std::path::Path;

use safari_agents::Registry;
use safari_arena::{GameError, GameOutcome, Pairing, SetText, Tournament};
use safari_core::{Position, TileSet};
use safari_data::{DealCheck, GameRecord, RecordError, Replay, Step};

use crate::args::ReplayArgs;
use crate::console::Console;
use crate::files::{self, Target};
use crate::guard;
use crate::listing::ends_turn;
use crate::locate::{self, line_of};
use crate::problem::{Problem, with_nearest};
use crate::{PROGRAM, printable, tournament};
use json::Lines;
use text::Reader;

/// How a game is told.
trait Teller {
    /// The game begins.
    fn start(&mut self, start: &Position, console: &mut Console) -> io::Result<()>;
    /// An event happened.
    fn event(&mut self, step: &Step<'_>, console: &mut Console) -> io::Result<()>;
    /// A turn is over.
    fn turn(&mut self, position: &Position, console: &mut Console) -> io::Result<()>;
    /// The record ends here.
    fn end(&mut self, position: &Position, console: &mut Console) -> io::Result<()>;
}

pub(crate) fn run(args: &ReplayArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    if let Some(game) = args.game {
        return again(args, game, registry, console);
    }
    if args.file.is_dir() {
        let dir = args.file.display();
        let message =
            format!("`{dir}` is a directory; name a record, or one of a tournament's games with --game ID");
        return Err(Problem::Input(message));
    }
    let tiles = files::tile_set(args.tiles.as_ref())?;
    let text = files::read(&args.file)?;
    tell(args, tiles, &text, &files::name(&args.file), console)
}

/// Plays a game of a tournament again from its config, then tells it or writes its record.
fn again(args: &ReplayArgs, game: u64, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let target = args.record.as_ref().map(|path| Target::check(path)).transpose()?;
    let (tournament, tiles) = tournament::of_directory(&args.file, registry)?;
    let dir = args.file.display();
    let plan = tournament.plan();
    if !plan.has_game(game) {
        let what = match plan.games() {
            0 => "the run has not come to the end of a round".into(),
            _ if !plan.shard().is_whole() => format!("that is none of shard {}", plan.shard()),
            games => format!("the games of `{dir}` are 0 to {}", games - 1),
        };
        return Err(Problem::Input(format!("--game is {game}, but {what}")));
    }
    if tournament.starts_from_position() && (target.is_some() || args.json) {
        return Err(Problem::Input(format!(
            "the games of `{dir}` start from a position, which neither a record nor the lines of --json hold; watch them with --show"
        )));
    }
    safari_arena::catch_agent_panics();
    let pairing = tournament.plan().game(game);
    let failure = |error: GameError| Problem::Failure(error.to_string());
    let outcome = tournament.record(&pairing, PROGRAM, &guard::STOP).map_err(failure)?;
    let same = !tournament.config().is_reproducible() || is_as_written(&args.file, &outcome)?;
    Again { tournament: &tournament, tiles, pairing: &pairing }.tell(args, outcome, target, console)?;
    if same {
        return Ok(());
    }
    Err(Problem::Failure(format!(
        "game {game} came out otherwise in `{dir}`: this is another program, or an outside bot has changed"
    )))
}

/// Whether a game is the one in the CSV files of a run, where it is there.
fn is_as_written(dir: &Path, outcome: &GameOutcome) -> Result<bool, Problem> {
    let own = SetText::of(std::slice::from_ref(outcome));
    for (name, rows) in [("games.csv", &own.games), ("seats.csv", &own.seats)] {
        let path = dir.join(name);
        if !path.exists() {
            return Ok(true);
        }
        let text = files::read(&path)?;
        let number = format!("{},", outcome.game.game);
        let written: Vec<&str> = text.lines().filter(|line| line.starts_with(&number)).collect();
        if !written.is_empty() && !written.into_iter().eq(rows.lines()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A game of a tournament that was played again.
struct Again<'t> {
    tournament: &'t Tournament,
    tiles: &'static TileSet,
    pairing: &'t Pairing,
}

impl Again<'_> {
    /// Tells it, or writes its record.
    fn tell(
        self,
        args: &ReplayArgs,
        outcome: GameOutcome,
        target: Option<Target>,
        console: &mut Console,
    ) -> Result<(), Problem> {
        let Again { tournament, tiles, pairing } = self;
        let Some(record) = outcome.record else { return Ok(()) };
        if let Some(target) = target {
            target.write(record.to_json().as_bytes())?;
        } else if tournament.starts_from_position() {
            let start = tournament.start(pairing);
            let problem = |error: RecordError| Problem::Failure(error.to_string());
            follow(args, Replay::from_position(&record, start), None, &problem, console)?;
        } else {
            tell(args, tiles, &record.to_json(), &format!("game {}", pairing.game), console)?;
        }
        let Some(forfeit) = outcome.forfeit else { return Ok(()) };
        let line = format!("seat {} forfeits: {}", forfeit.seat, printable(&forfeit.error.to_string()));
        // The lines of --json are for programs, and a record is written without a word.
        if args.json || args.record.is_some() {
            console.flush()?;
            let _ = writeln!(io::stderr(), "{line}");
            return Ok(());
        }
        Ok(writeln!(console, "{line}")?)
    }
}

fn tell(
    args: &ReplayArgs,
    tiles: &'static TileSet,
    text: &str,
    name: &str,
    console: &mut Console,
) -> Result<(), Problem> {
    let problem = |error: RecordError| Problem::in_file(name, explain(error, text));
    let record = GameRecord::from_json(text).map_err(problem)?;
    let replay = Replay::new(&record, tiles).map_err(problem)?;
    let deal = record.deal.as_ref().map(|deal| deal.deal(tiles)).transpose().map_err(problem)?;
    let dealt = deal.as_ref().map(|deal| DealCheck::new(deal, &record)).transpose().map_err(problem)?;
    follow(args, replay, dealt, &problem, console)
}

/// Tells the events of a record one by one; `problem` explains what is wrong with it.
fn follow(
    args: &ReplayArgs,
    mut replay: Replay<'_>,
    mut dealt: Option<DealCheck<'_>>,
    problem: &dyn Fn(RecordError) -> Problem,
    console: &mut Console,
) -> Result<(), Problem> {
    let mut teller: Box<dyn Teller> = if args.json {
        Box::new(Lines { legal: args.legal })
    } else {
        Box::new(Reader::new(&replay.record().agents, args.show, args.legal))
    };
    teller.start(replay.position(), console)?;
    while let Some(step) = replay.step().map_err(problem)? {
        if let Some(dealt) = &mut dealt {
            dealt.step(&step).map_err(problem)?;
        }
        teller.event(&step, console)?;
        if ends_turn(&step.before, &step.after) {
            teller.turn(&step.after, console)?;
        }
    }
    replay.finish().map_err(problem)?;
    Ok(teller.end(replay.position(), console)?)
}

/// The error of a record with its line and key.
fn explain(error: RecordError, text: &str) -> String {
    use locate::Step::{Index, Key};
    let at = |path: &[locate::Step<'_>]| {
        line_of(text, path).map_or(String::new(), |line| format!("line {line}, "))
    };
    match &error {
        RecordError::Json { problem, .. } => {
            let suffix = with_nearest(problem);
            let error = error.to_string();
            error.strip_suffix(problem.as_str()).map_or(error.clone(), |place| format!("{place}{suffix}"))
        }
        RecordError::Format(_) => format!("{}{error}", at(&[Key("format")])),
        RecordError::Version(_) => format!("{}{error}", at(&[Key("version")])),
        RecordError::TileSet { .. } => format!("{}{error}", at(&[Key("tileset")])),
        RecordError::Field { key, .. } => format!("{}{error}", at(&[Key(key)])),
        RecordError::Event { number, .. } => {
            format!("{}{error}", at(&[Key("events"), Index(number.saturating_sub(1))]))
        }
    }
}
