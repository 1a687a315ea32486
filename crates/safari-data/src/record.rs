//! The record of one game: JSON, versioned, enough to replay it on any implementation of the rules.

use safari_core::{Action, Outcome, Phase, Position, TileSet, Variant};
use serde::{Deserialize, Serialize};

/// The version of the format that this program writes and reads.
pub const RECORD_VERSION: u32 = 1;

/// The settings of the rules in their spellings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantText {
    /// `floor`, `table:WxH` or `shifting:WxH`.
    pub table: String,
    /// `most` or `all_present`.
    pub final_majority: String,
    /// `before_scoring` or `after_scoring`.
    pub baobab_draw: String,
    /// `independent` or `distinct`.
    pub bonus_animals: String,
}

impl From<Variant> for VariantText {
    fn from(variant: Variant) -> VariantText {
        VariantText {
            table: variant.table.to_string(),
            final_majority: variant.final_majority.to_string(),
            baobab_draw: variant.baobab_draw.to_string(),
            bonus_animals: variant.bonus_animals.to_string(),
        }
    }
}

impl TryFrom<&VariantText> for Variant {
    type Error = safari_core::VariantError;

    fn try_from(text: &VariantText) -> Result<Variant, Self::Error> {
        Ok(Variant {
            table: text.table.parse()?,
            final_majority: text.final_majority.parse()?,
            baobab_draw: text.baobab_draw.parse()?,
            bonus_animals: text.bonus_animals.parse()?,
        })
    }
}

/// One thing that happened, in the order of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase", deny_unknown_fields)]
pub enum RecordEvent {
    /// A land tile was drawn.
    Tile {
        /// Kinds that were drawn before it and fitted nowhere.
        removed: Vec<String>,
        /// The kind to place; none when the rest of the stack was removed.
        #[serde(deserialize_with = "Option::deserialize")] // null may be said, not left out
        kind: Option<String>,
    },
    /// A seat decided.
    Decision {
        /// Who decided.
        seat: usize,
        /// The token of RULES 10.
        token: String,
    },
    /// A seat drew an animal tile.
    Animal {
        /// Who drew.
        seat: usize,
        /// The animal's letter.
        drawn: String,
    },
    /// The discard went into the bag just before the next draw.
    Shuffle,
}

/// The hidden orders, where they are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealText {
    /// The seed of the deal, 16 hexadecimal digits.
    pub seed: String,
    /// The land stack by kind, first drawn first.
    pub land: Vec<String>,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultText {
    /// Final scores by seat.
    pub scores: Vec<u32>,
    /// The seats that share the victory.
    pub winners: Vec<usize>,
}

/// The record of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Always `safari-record`.
    pub format: String,
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// The program that wrote it.
    pub program: String,
    /// The hash of the tile set, 16 hexadecimal digits.
    pub tileset: String,
    /// The settings of the rules.
    pub variant: VariantText,
    /// Who played, by seat: an agent's spec or any name.
    pub agents: Vec<String>,
    /// The hidden orders, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<DealText>,
    /// The animal tiles dealt, by seat, sorted.
    pub hands: Vec<String>,
    /// Everything that happened.
    pub events: Vec<RecordEvent>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultText>,
}

impl GameRecord {
    /// The beginning of a record: a game from its first position.
    pub fn new(program: &str, start: &Position, agents: Vec<String>) -> GameRecord {
        GameRecord {
            format: "safari-record".into(),
            version: RECORD_VERSION,
            program: program.into(),
            tileset: format!("{:016x}", start.tiles().hash()),
            variant: start.variant().into(),
            agents,
            deal: None,
            hands: start.seats().map(|seat| start.hand(seat).to_string()).collect(),
            events: Vec::new(),
            result: None,
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// What is wrong with it, with line and column.
    pub fn from_json(text: &str) -> Result<GameRecord, RecordError> {
        let record: GameRecord = serde_json::from_str(text).map_err(RecordError::from_json)?;
        if record.format != "safari-record" {
            return Err(RecordError::Format(record.format));
        }
        if record.version != RECORD_VERSION {
            return Err(RecordError::Version(record.version));
        }
        Ok(record)
    }

    /// The record as JSON: a line for each key and for each event.
    pub fn to_json(&self) -> String {
        let GameRecord { format, version, program, tileset, variant, agents, deal, hands, events, result } =
            self;
        let list = |texts: Vec<String>| match texts.is_empty() {
            true => "[]".to_owned(),
            false => format!("[\n    {}\n  ]", texts.join(",\n    ")),
        };
        let keys = [
            ("format", Some(json(format))),
            ("version", Some(json(version))),
            ("program", Some(json(program))),
            ("tileset", Some(json(tileset))),
            ("variant", Some(json(variant))),
            ("agents", Some(json(agents))),
            ("deal", deal.as_ref().map(json)),
            ("hands", Some(json(hands))),
            ("events", Some(list(events.iter().map(json).collect()))),
            ("result", result.as_ref().map(json)),
        ];
        let lines = keys.into_iter().filter_map(|(key, value)| Some(format!("  \"{key}\": {}", value?)));
        format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
    }

    /// The position after the deal.
    ///
    /// # Errors
    /// The record is of another tile set, or its variant or hands are wrong.
    pub fn start(&self, tiles: &'static TileSet) -> Result<Position, RecordError> {
        let own = format!("{:016x}", tiles.hash());
        if self.tileset != own {
            return Err(RecordError::TileSet { record: self.tileset.clone(), own });
        }
        let variant = Variant::try_from(&self.variant)
            .map_err(|e| RecordError::Field { key: "variant", problem: e.to_string() })?;
        let wrong_hand = |problem| RecordError::Field { key: "hands", problem };
        let mut hands = Vec::new();
        for hand in &self.hands {
            let counts = safari_core::AnimalCounts::parse(hand).map_err(|bad| {
                wrong_hand(format!("hand `{hand}`: `{bad}` is no animal; the animals are A, E, G, L, Z"))
            })?;
            if counts.total() != 2 {
                return Err(wrong_hand(format!("hand `{hand}` must have two animal tiles (rule 1.3)")));
            }
            hands.push(counts);
        }
        if self.agents.len() != hands.len() {
            let problem = format!("there are {} agents, but {} hands", self.agents.len(), hands.len());
            return Err(RecordError::Field { key: "agents", problem });
        }
        Position::new(tiles, variant, &hands).map_err(|e| wrong_hand(e.to_string()))
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It is no JSON, or not of the record's shape.
    #[error("line {line}, column {column}: {problem}")]
    Json {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What is wrong.
        problem: String,
    },
    /// It is something else.
    #[error("the format is `{0}`, but it must be `safari-record`")]
    Format(String),
    /// It is of another version.
    #[error("the version is {0}, but this program reads version {RECORD_VERSION}")]
    Version(u32),
    /// It is of another tile set.
    #[error("the record is of tile set {record}, not of {own}; name its file with --tiles")]
    TileSet {
        /// The record's hash.
        record: String,
        /// The hash of the set in use.
        own: String,
    },
    /// A key of the record is wrong.
    #[error("`{key}`: {problem}")]
    Field {
        /// The key.
        key: &'static str,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// An event is not possible.
    #[error("event {number}: {problem}")]
    Event {
        /// Counted from 1.
        number: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data is JSON")
}

impl RecordError {
    fn from_json(error: serde_json::Error) -> RecordError {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let place = format!(" at line {line} column {column}");
        let mut problem = text.strip_suffix(&place).unwrap_or(&text).to_owned();
        if error.is_eof() {
            problem += "; the text breaks off";
        }
        RecordError::Json { line, column, problem }
    }
}

/// Collects the events of a game as it goes on.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    events: Vec<RecordEvent>,
    removed: Vec<String>,
}

impl Recorder {
    /// Takes a chance outcome: `before` is the position that waited for it, `after` what it led to.
    pub fn chance(&mut self, before: &Position, outcome: Outcome, after: &Position) {
        match outcome {
            Outcome::Tile(kind) => {
                let token = before.tiles().token(kind).to_owned();
                let kind = if after.phase() == Phase::Place {
                    Some(token)
                } else {
                    self.removed.push(token);
                    None
                };
                if kind.is_some() || after.is_over() {
                    self.events.push(RecordEvent::Tile { removed: std::mem::take(&mut self.removed), kind });
                }
            }
            Outcome::Animal(animal) => {
                if before.reshuffles() {
                    self.events.push(RecordEvent::Shuffle);
                }
                self.events.push(RecordEvent::Animal { seat: before.seat(), drawn: animal.to_string() });
            }
        }
    }

    /// Takes a decision in a position.
    pub fn decision(&mut self, before: &Position, action: Action) {
        let token = before.token(action).to_string();
        self.events.push(RecordEvent::Decision { seat: before.seat(), token });
    }

    /// The events so far.
    pub fn events(&self) -> &[RecordEvent] {
        &self.events
    }

    /// The events so far, without a copy.
    pub fn into_events(self) -> Vec<RecordEvent> {
        self.events
    }
}
