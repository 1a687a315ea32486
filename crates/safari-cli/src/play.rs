//! `safari play`: one game.

use std::io::{self, Write};

use safari_agents::{Agent, Choice, Factory, Limit, Registry, WallClock};
use safari_arena::{GameConfig, GameError, Start, Watch};
use safari_core::{Action, Deal, MAX_PLAYERS, Outcome, Position, Seed, TileSet, Variant};
use safari_data::{DealText, GameRecord, Recorder, ResultText};
use safari_report::{TextStyle, board_text};

use crate::PROGRAM;
use crate::args::PlayArgs;
use crate::console::{Console, Style};
use crate::files::{self, Target};
use crate::listing::{self, Turn};
use crate::problem::Problem;
use crate::standing::standing;

/// A game that can be played: everything that was typed is valid.
struct Plan {
    agents: Vec<Factory>,
    names: Vec<String>,
    seed: u64,
    variant: Variant,
    tiles: &'static TileSet,
    record: Option<Target>,
    show: bool,
}

impl Plan {
    fn new(args: &PlayArgs, registry: &Registry) -> Result<Plan, Problem> {
        let mut agents = Vec::new();
        for spec in &args.agents {
            agents.push(registry.parse(spec).map_err(|error| Problem::Input(error.to_string()))?);
        }
        if !(2..=MAX_PLAYERS).contains(&agents.len()) {
            let found = match agents.len() {
                1 => "there is 1 agent".to_owned(),
                n => format!("there are {n} agents"),
            };
            return Err(Problem::Input(format!(
                "{found}, but a game has 2 to {MAX_PLAYERS} players; separate agents by commas, as in `--agents random-kind,random`"
            )));
        }
        let names = agents.iter().map(Factory::to_string).collect();
        let tiles = files::tile_set(args.tiles.as_ref())?;
        let record = args.record.as_deref().map(Target::check).transpose()?;
        Ok(Plan {
            agents,
            names,
            seed: args.seed,
            variant: args.variant.variant(),
            tiles,
            record,
            show: args.show,
        })
    }
}

pub(crate) fn run(args: &PlayArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let plan = Plan::new(args, registry)?;
    let deal = Deal::new(plan.tiles, Seed(plan.seed).branch("deal", &[0]));
    let (start, _) =
        deal.start(plan.variant, plan.agents.len()).map_err(|e| Problem::Input(e.to_string()))?;
    let style = console.style;
    write!(console, "{}", head(&start, &plan.names, Some(plan.seed), style))?;
    let mut agents: Vec<Box<dyn Agent>> =
        plan.agents.iter().map(|agent| agent.build(plan.agents.len())).collect();
    let clock = WallClock::start();
    let config = GameConfig {
        deal: &deal,
        start: Start::Fresh(&start),
        seed: Seed(plan.seed).branch("agents", &[0]),
        budget: Limit::default(),
        clock: &clock,
    };
    // A record is worth playing on for when nobody reads the pictures any more.
    let stoppable = plan.record.is_none();
    let mut table = Spectator::new(start, console, plan.show, stoppable);
    safari_arena::catch_agent_panics();
    let played = safari_arena::play(&config, &mut agents, &mut table);
    let Spectator { recorder, failed, .. } = table;
    let end = match (played, failed) {
        (Ok(played), _) => played.position,
        (Err(GameError::Stopped), failed) => return Err(failed.map_or(Problem::Closed, Problem::from)),
        (Err(error), _) => return Err(failure(&error, &plan)),
    };
    if let Some(target) = &plan.record {
        let record = GameRecord {
            deal: Some(DealText::new(&deal, plan.tiles)),
            result: Some(ResultText {
                scores: end.seats().map(|seat| end.score(seat)).collect(),
                winners: end.winners().collect(),
            }),
            events: recorder.into_events(),
            ..GameRecord::new(PROGRAM, &start, plan.names.clone())
        };
        target.write(record.to_json().as_bytes())?;
    }
    write!(console, "\n{}", standing(&end, &plan.names, style))?;
    if let Some(path) = &args.record {
        writeln!(console, "Record: {}", path.display())?;
    }
    Ok(())
}

/// The lines above a game: who plays by which rules.
pub(crate) fn head(start: &Position, names: &[String], seed: Option<u64>, style: Style) -> String {
    let Variant { table, final_majority, baobab_draw, bonus_animals } = start.variant();
    let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    let mut text = style.bold(&format!("Carcassonne Safari, {} players{seed}", start.players()));
    text += &format!(
        "\nrules  table {table}, final_majority {final_majority}, baobab_draw {baobab_draw}, bonus_animals {bonus_animals}\n"
    );
    for (seat, name) in names.iter().enumerate() {
        text += &format!("seat {seat} {name}, dealt {}\n", start.hand(seat));
    }
    text
}

/// An agent's failure with what reproduces it.
fn failure(error: &GameError, plan: &Plan) -> Problem {
    let GameError::Agent { seat, played, .. } = error else { return Problem::Input(error.to_string()) };
    let name = &plan.names[*seat];
    Problem::Failure(format!(
        "agent {name}, {error}\nIt happened in seed {} with the agents {}, in this position:\n{}",
        plan.seed,
        plan.names.join(","),
        played.position.to_text()
    ))
}

/// Records a game and shows it as it goes on.
struct Spectator<'c> {
    recorder: Recorder,
    console: &'c mut Console,
    show: bool,
    stoppable: bool,
    /// The position before the turn, and how many events and turns came before it.
    before: Position,
    events: usize,
    turns: usize,
    failed: Option<io::Error>,
}

impl<'c> Spectator<'c> {
    fn new(start: Position, console: &'c mut Console, show: bool, stoppable: bool) -> Spectator<'c> {
        let recorder = Recorder::default();
        Spectator { recorder, console, show, stoppable, before: start, events: 0, turns: 0, failed: None }
    }
}

impl Watch for Spectator<'_> {
    fn chance(&mut self, before: &Position, outcome: Outcome, after: &Position) {
        self.recorder.chance(before, outcome, after);
    }

    fn decision(&mut self, before: &Position, action: Action, _choice: Option<&Choice>, _after: &Position) {
        self.recorder.decision(before, action);
    }

    fn turn(&mut self, position: &Position) {
        if !self.show || self.failed.is_some() {
            return;
        }
        self.turns += 1;
        let events = self.recorder.events()[self.events..].to_vec();
        self.events = self.recorder.events().len();
        let turn = Turn { number: self.turns, before: self.before, events, after: *position };
        self.before = *position;
        let shown = show_turn(&turn, self.console);
        self.failed = shown.err();
    }

    fn stop(&self) -> bool {
        self.stoppable && self.failed.is_some()
    }
}

/// Prints a turn's line and the board after it.
pub(crate) fn show_turn(turn: &Turn, console: &mut Console) -> io::Result<()> {
    let style = console.style;
    let picture = board_text(&turn.after, TextStyle { colour: style.colour, unicode: style.unicode });
    let heading = listing::heading(turn.after.players(), style);
    write!(console, "\n{heading}\n{}\n\n{picture}", style.bold(&turn.line()))?;
    console.flush()
}
