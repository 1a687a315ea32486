//! A game for people: a line for each turn, or pictures.

use std::io::{self, Write};

use safari_core::Position;
use safari_data::{RecordEvent, Step};

use super::Teller;
use crate::console::Console;
use crate::listing::{self, Turn};
use crate::play::{head, show_turn};
use crate::printable;
use crate::standing::standing;

/// Tells a game to people.
pub(super) struct Reader {
    agents: Vec<String>,
    show: bool,
    legal: bool,
    turns: usize,
    /// The position before the turn.
    before: Option<Position>,
    events: Vec<RecordEvent>,
    /// The choices of the turn's decisions, where they are wanted.
    choices: Vec<String>,
}

impl Reader {
    /// Tells nothing yet.
    pub fn new(agents: &[String], show: bool, legal: bool) -> Reader {
        let agents = agents.iter().map(|agent| printable(agent)).collect();
        Reader { agents, show, legal, turns: 0, before: None, events: Vec::new(), choices: Vec::new() }
    }
}

impl Teller for Reader {
    fn start(&mut self, start: &Position, console: &mut Console) -> io::Result<()> {
        let style = console.style;
        write!(console, "{}", head(start, &self.agents, None, style))?;
        if !self.show {
            write!(console, "\n{}\n", listing::heading(start.players(), style))?;
        }
        self.before = Some(*start);
        Ok(())
    }

    fn event(&mut self, step: &Step<'_>, _console: &mut Console) -> io::Result<()> {
        self.events.push(step.event.clone());
        if let (true, RecordEvent::Decision { token, .. }) = (self.legal, step.event) {
            self.choices.push(listing::choices(&step.before, token));
        }
        Ok(())
    }

    fn turn(&mut self, position: &Position, console: &mut Console) -> io::Result<()> {
        self.turns += 1;
        let before = self.before.replace(*position).unwrap_or(*position);
        let events = std::mem::take(&mut self.events);
        let turn = Turn { number: self.turns, before, events, after: *position };
        if self.show {
            show_turn(&turn, console)?;
        } else {
            writeln!(console, "{}", turn.line())?;
        }
        for choices in self.choices.drain(..) {
            write!(console, "{}", console.style.dim(&choices))?;
        }
        Ok(())
    }

    fn end(&mut self, position: &Position, console: &mut Console) -> io::Result<()> {
        for event in &self.events {
            if let RecordEvent::Tile { removed, kind: None } = event {
                writeln!(console, "\nThe last tiles fit nowhere: {}", removed.join(" "))?;
            }
        }
        if position.is_over() {
            return write!(console, "\n{}", standing(position, &self.agents, console.style));
        }
        writeln!(console, "\nThe record stops here: {}.", position.summary())
    }
}
