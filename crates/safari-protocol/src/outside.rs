//! An agent that plays what a process answers.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use safari_agents::{Agent, AgentError, Budget, Choice, Ctx, Event, GameInfo, SearchStats};
use safari_core::{Phase, Position};

use crate::answer::{Answer, short};
use crate::command::BotCommand;
use crate::head::{READY, text_of};
use crate::message::Message;
use crate::process::BotProcess;

/// An outside bot in one seat of one game: its process is started with the game and ended with it.
pub struct Outside {
    command: Arc<BotCommand>,
    process: Option<BotProcess>,
    /// Why there is no process any more.
    gone: Option<AgentError>,
    /// The position before the next event, which spells decisions.
    before: Option<Box<Position>>,
}

impl Outside {
    /// A bot that is not started yet.
    pub fn new(command: Arc<BotCommand>) -> Outside {
        Outside { command, process: None, gone: None, before: None }
    }

    /// Lets the process go, which kills it, and keeps why.
    fn lost(&mut self, error: AgentError) -> AgentError {
        self.process = None;
        self.gone.insert(error).clone()
    }

    fn process(&mut self) -> Result<&mut BotProcess, AgentError> {
        let gone = &self.gone;
        self.process
            .as_mut()
            .ok_or_else(|| gone.clone().unwrap_or_else(|| AgentError::Crashed("it was not started".into())))
    }

    fn begin(&mut self, info: &GameInfo<'_>) -> Result<(), AgentError> {
        let process = BotProcess::start(&self.command.words).map_err(|error| {
            let said = format!("{} cannot be started: {error}", self.command);
            if is_shortage(&error) { AgentError::Unavailable(said) } else { AgentError::Crashed(said) }
        })?;
        let process = self.process.insert(process);
        self.before = Some(Box::new(*info.position));
        process.tell(&text_of(info));
        let answer = process.line(self.command.start)?;
        if answer != READY {
            return Err(AgentError::Protocol(format!(
                "it must answer `{READY}` to `begin`, not `{}`",
                short(&answer)
            )));
        }
        Ok(())
    }

    /// Asks; an answer that is no legal token leaves the process alive.
    fn ask(&mut self, position: &Position, ctx: &Ctx<'_>) -> Result<Answer, AgentError> {
        let (within, allowed) = within(&self.command, ctx);
        let process = self.process()?;
        if let Some(line) = process.unasked()? {
            return Err(AgentError::Protocol(format!("it said `{}` without being asked", short(&line))));
        }
        let mut legal: Vec<String> =
            position.actions().map(|action| position.token(action).to_string()).collect();
        legal.sort_unstable();
        let (seat, phase) = (position.seat(), position.phase());
        let go = Message::Go { seat, phase, seed: ctx.seed, budget: ctx.budget, left: ctx.left, legal };
        process.tell(&format!("{go}\n"));
        let line = process.line(within).map_err(|error| match error {
            AgentError::TimedOut { used, .. } => AgentError::TimedOut { used, allowed },
            error => error,
        })?;
        Answer::parse(&line).map_err(AgentError::Protocol)
    }
}

/// How long a bot may take until it is ended, and how long it was allowed to.
fn within(command: &BotCommand, ctx: &Ctx<'_>) -> (Duration, Duration) {
    let own = command.decision.map(|own| (own, own));
    let budget = match ctx.left.unwrap_or(ctx.budget) {
        Budget::Time(time) => Some((time + BotCommand::GRACE, time)),
        _ => None,
    };
    let least = own.into_iter().chain(budget).min();
    least.unwrap_or((BotCommand::DECISION, BotCommand::DECISION))
}

/// What a bot is told of an event, and of the end of a turn where it was one.
fn lines(event: &Event, before: &Position, position: &Position) -> String {
    let (tiles, players) = (position.tiles(), position.seats());
    let mut text = match *event {
        Event::Tile(kind) => {
            let kind = tiles.token(kind).to_owned();
            let placed = position.phase() == Phase::Place;
            if placed { Message::Tile(kind) } else { Message::Removed(kind) }.to_string()
        }
        Event::Shuffle => Message::Shuffle.to_string(),
        Event::Animal { seat, animal } => Message::Animal { seat, animal }.to_string(),
        Event::Decision { seat, action } => {
            Message::Play { seat, token: before.token(action).to_string() }.to_string()
        }
    };
    text.push('\n');
    let ends_turn = matches!(event, Event::Decision { .. } | Event::Animal { .. });
    if ends_turn && position.phase() == Phase::DrawTile {
        let turn = Message::Turn {
            scores: players.clone().map(|seat| position.score(seat)).collect(),
            meeples: players.clone().map(|seat| position.meeples(seat)).collect(),
            hands: players.map(|seat| position.hand(seat)).collect(),
        };
        let _ = writeln!(text, "{turn}");
    }
    text
}

impl Agent for Outside {
    fn start(&mut self, info: &GameInfo<'_>) -> Result<(), AgentError> {
        self.begin(info).map_err(|error| self.lost(error))
    }

    /// Never fails: that a bot is gone is told when it is next asked, whenever it went.
    fn observe(&mut self, event: &Event, position: &Position) -> Result<(), AgentError> {
        if let (Some(process), Some(before)) = (&mut self.process, &mut self.before) {
            process.tell(&lines(event, before, position));
            **before = *position;
        }
        Ok(())
    }

    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        let answer = self.ask(position, ctx).map_err(|error| self.lost(error))?;
        let action =
            position.parse_token(&answer.token).map_err(|error| AgentError::Illegal(error.to_string()))?;
        let stats = answer.iterations.map(|iterations| SearchStats { iterations, ..SearchStats::default() });
        Ok(Choice { action, stats })
    }

    fn end(&mut self, position: &Position) {
        if let Some(process) = &mut self.process {
            let scores = position.seats().map(|seat| position.score(seat)).collect();
            let end = Message::End { scores, winners: position.winners().collect() };
            process.say_goodbye(&format!("{end}\n"));
        }
    }

    fn observes(&self) -> bool {
        true
    }
}

/// Whether the machine is short of something: processes, open files or memory.
fn is_shortage(error: &std::io::Error) -> bool {
    // EAGAIN, ENOMEM, ENFILE and EMFILE, the same numbers on Linux, macOS and the BSDs but for EAGAIN.
    let again = if cfg!(target_os = "linux") { 11 } else { 35 };
    error.raw_os_error().is_some_and(|code| [again, 12, 23, 24].contains(&code))
}
