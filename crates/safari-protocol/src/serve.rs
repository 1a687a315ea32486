//! The bot's end: speaks the protocol for an agent of ours.

use std::io::{self, BufRead, Write};

use safari_agents::{Agent, AgentError, Ctx, Event, GameInfo, WallClock};
use safari_core::{Outcome, Phase, Position, TileSet};

use crate::answer::{Answer, short};
use crate::head::{BEGIN, Head, HeadError, READY};
use crate::message::{Message, MessageError};

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A line cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The lines before the game are wrong.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// A line is no message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// A line cannot be true, or the game is none for this program.
    #[error("{0}")]
    Impossible(String),
    /// The agent failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

fn impossible(line: &str, why: impl std::fmt::Display) -> ServeError {
    ServeError::Impossible(format!("`{}`: {why}", short(line)))
}

/// Plays one game: reads lines until they end, and answers where it is asked.
///
/// `build` makes the agent for a number of players.
///
/// # Errors
/// What is wrong with the lines; the agent failed; input or output did. Where the input ends early, nothing is wrong.
pub fn serve(
    tiles: &'static TileSet,
    build: &dyn Fn(usize) -> Box<dyn Agent>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let mut head = Vec::new();
    let mut line = String::new();
    loop {
        if !read(input, &mut line)? {
            return Ok(());
        }
        if line == BEGIN {
            break;
        }
        head.push(line.clone());
        // A program of another protocol is told so at once, and not when it sends `begin`, which it may never do.
        if head.len() == 1
            && let Err(error @ HeadError::Version(_)) = Head::read([line.as_str()])
        {
            return Err(error.into());
        }
    }
    let head = Head::read(head.iter().map(String::as_str))?;
    let position = head.start(tiles).map_err(ServeError::Impossible)?;
    let mut agent = build(head.players);
    let Head { variant, seat, hands, .. } = head;
    agent.start(&GameInfo { tiles, variant, hands, seat, position: &position })?;
    let mut game = Game { position, seat, agent };
    say(output, READY)?;
    while read(input, &mut line)? {
        if let Some(answer) = game.take(&line)? {
            say(output, &answer.to_string())?;
        }
    }
    Ok(())
}

/// The next line without its end; `false` where there is none.
fn read(input: &mut dyn BufRead, line: &mut String) -> io::Result<bool> {
    line.clear();
    let found = input.read_line(line)? > 0;
    line.truncate(line.trim_end().len());
    Ok(found)
}

fn say(output: &mut dyn Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

/// A game as the lines tell it, checked against the rules.
struct Game {
    position: Position,
    seat: usize,
    agent: Box<dyn Agent>,
}

impl Game {
    fn take(&mut self, line: &str) -> Result<Option<Answer>, ServeError> {
        match line.parse()? {
            Message::Tile(kind) => self.draw(line, &kind, true)?,
            Message::Removed(kind) => self.draw(line, &kind, false)?,
            Message::Shuffle => self.observe(&Event::Shuffle)?,
            Message::Animal { seat, animal } => {
                if seat != self.position.seat() {
                    return Err(impossible(line, format!("seat {} draws", self.position.seat())));
                }
                self.position.resolve(Outcome::Animal(animal)).map_err(|e| impossible(line, e))?;
                self.observe(&Event::Animal { seat, animal })?;
            }
            Message::Play { seat, token } => {
                let action = self.position.parse_token(&token).map_err(|e| impossible(line, e))?;
                if seat != self.position.seat() {
                    return Err(impossible(line, format!("seat {} decides", self.position.seat())));
                }
                self.position.play_unchecked(action);
                self.observe(&Event::Decision { seat, action })?;
            }
            Message::Turn { scores, meeples, hands } => {
                let own = &self.position;
                let same = own.seats().map(|seat| own.score(seat)).eq(scores)
                    && own.seats().map(|seat| own.meeples(seat)).eq(meeples)
                    && own.seats().map(|seat| own.hand(seat)).eq(hands);
                if !same {
                    return Err(impossible(line, "by the rules of this program the turn ended another way"));
                }
            }
            Message::Go { seat, phase, seed, budget, left, legal } => {
                let own = &self.position;
                let tokens = || own.actions().map(|action| own.token(action).to_string());
                if seat != self.seat || seat != own.seat() || phase != own.phase() {
                    return Err(impossible(line, "that decision is not due"));
                }
                let mut expected: Vec<String> = tokens().collect();
                expected.sort_unstable();
                if expected != legal {
                    return Err(impossible(line, "by the rules of this program other tokens are legal"));
                }
                let clock = WallClock::start();
                let mut ctx = Ctx { left, ..Ctx::new(seed, budget, &clock) };
                let choice = self.agent.choose(own, &mut ctx)?;
                let token = own.token(choice.action).to_string();
                return Ok(Some(Answer { token, iterations: choice.stats.map(|stats| stats.iterations) }));
            }
            Message::End { scores, .. } => {
                let own = &self.position;
                if !own.seats().map(|seat| own.score(seat)).eq(scores) {
                    return Err(impossible(line, "by the rules of this program the game ended another way"));
                }
                self.agent.end(own);
            }
        }
        Ok(None)
    }

    fn draw(&mut self, line: &str, kind: &str, placed: bool) -> Result<(), ServeError> {
        let kind =
            self.position.tiles().kind(kind).ok_or_else(|| impossible(line, "there is no such kind"))?;
        self.position.resolve(Outcome::Tile(kind)).map_err(|e| impossible(line, e))?;
        if (self.position.phase() == Phase::Place) != placed {
            let fits = if placed { "it fits nowhere" } else { "it can be placed" };
            return Err(impossible(line, fits));
        }
        self.observe(&Event::Tile(kind))
    }

    fn observe(&mut self, event: &Event) -> Result<(), ServeError> {
        if self.agent.observes() {
            self.agent.observe(event, &self.position)?;
        }
        Ok(())
    }
}
