//! The contract with other implementations of the rules: one JSON object a line (docs/formats.md).

use std::io::{self, Write};

use safari_core::{Position, Source};
use safari_data::{RecordEvent, Step, VariantText};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Teller;
use crate::console::Console;
use crate::listing::{legal_tokens, score_in_game};

/// A line. The order of keys is that of the fields.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Line<'a> {
    Game {
        players: usize,
        variant: VariantText,
    },
    Deal {
        hands: Vec<String>,
    },
    Tile {
        removed: &'a [String],
        kind: Option<&'a str>,
    },
    Decision {
        seat: usize,
        phase: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        token: &'a str,
    },
    Animal {
        seat: usize,
        drawn: &'a str,
    },
    Shuffle,
    Turn {
        scores: Vec<u32>,
        meeples: Vec<u32>,
        hands: Vec<String>,
    },
    Final {
        scores: Vec<u32>,
        by_source: Vec<BySource>,
        winners: Vec<usize>,
    },
}

/// Points by the names of their sources.
struct BySource(safari_core::Points);

impl Serialize for BySource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Source::ALL.len()))?;
        for source in Source::ALL {
            map.serialize_entry(source.name(), &self.0.of(source))?;
        }
        map.end()
    }
}

/// Tells a game to programs.
pub(super) struct Lines {
    /// Whether decisions list their legal tokens.
    pub legal: bool,
}

impl Teller for Lines {
    fn start(&mut self, start: &Position, out: &mut Console) -> io::Result<()> {
        write(out, &Line::Game { players: start.players(), variant: start.variant().into() })?;
        write(out, &Line::Deal { hands: hands(start) })
    }

    fn event(&mut self, step: &Step<'_>, out: &mut Console) -> io::Result<()> {
        let line = match step.event {
            RecordEvent::Tile { removed, kind } => Line::Tile { removed, kind: kind.as_deref() },
            RecordEvent::Decision { seat, token } => Line::Decision {
                seat: *seat,
                phase: step.before.phase().name(),
                legal: self.legal.then(|| legal_tokens(&step.before)),
                token,
            },
            RecordEvent::Animal { seat, drawn } => Line::Animal { seat: *seat, drawn },
            RecordEvent::Shuffle => Line::Shuffle,
        };
        write(out, &line)
    }

    fn turn(&mut self, position: &Position, out: &mut Console) -> io::Result<()> {
        let scores = position.seats().map(|seat| score_in_game(position, seat)).collect();
        let meeples = position.seats().map(|seat| position.meeples(seat)).collect();
        write(out, &Line::Turn { scores, meeples, hands: hands(position) })
    }

    fn end(&mut self, position: &Position, out: &mut Console) -> io::Result<()> {
        if !position.is_over() {
            return Ok(());
        }
        let scores = position.seats().map(|seat| position.score(seat)).collect();
        let by_source = position.seats().map(|seat| BySource(position.points(seat))).collect();
        write(out, &Line::Final { scores, by_source, winners: position.winners().collect() })
    }
}

/// The animal tiles by seat, sorted A E G L Z.
fn hands(position: &Position) -> Vec<String> {
    position.seats().map(|seat| position.hand(seat).to_string()).collect()
}

fn write(out: &mut Console, line: &Line<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
