//! What is told to a bot: one line, one message.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use safari_agents::Budget;
use safari_core::{Animal, AnimalCounts, Phase, Seed};

use crate::answer::short;

/// The version of the protocol.
pub const PROTOCOL_VERSION: u32 = 1;

/// A line for a bot after the [head](crate::Head).
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A land tile was drawn and is to be placed; its kind.
    Tile(String),
    /// A land tile was drawn that fits nowhere and leaves the game; its kind.
    Removed(String),
    /// The discard was shuffled into the bag.
    Shuffle,
    /// A seat drew an animal tile.
    Animal {
        /// Who drew.
        seat: usize,
        /// What it shows.
        animal: Animal,
    },
    /// A seat decided, or was forced.
    Play {
        /// Who decided.
        seat: usize,
        /// The token of RULES 10.
        token: String,
    },
    /// A turn is over; all by seat.
    Turn {
        /// Points so far.
        scores: Vec<u32>,
        /// Meeples in supply.
        meeples: Vec<u32>,
        /// Animal tiles in supply.
        hands: Vec<AnimalCounts>,
    },
    /// The bot is asked.
    Go {
        /// Its seat.
        seat: usize,
        /// What kind of decision it is.
        phase: Phase,
        /// The seed of the generator of this decision.
        seed: Seed,
        /// What it may use for the decision.
        budget: Budget,
        /// What is left for the turn or the game, where the budget is a part of that.
        left: Option<Budget>,
        /// All legal tokens, sorted by byte value.
        legal: Vec<String>,
    },
    /// The game is over.
    End {
        /// Final points by seat.
        scores: Vec<u32>,
        /// The seats that share the victory.
        winners: Vec<usize>,
    },
}

/// Why a line is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{line}`: {problem}")]
pub struct MessageError {
    line: String,
    problem: String,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Tile(kind) => write!(f, "tile {kind}"),
            Message::Removed(kind) => write!(f, "removed {kind}"),
            Message::Shuffle => f.write_str("shuffle"),
            Message::Animal { seat, animal } => write!(f, "animal {seat} {animal}"),
            Message::Play { seat, token } => write!(f, "play {seat} {token}"),
            Message::Turn { scores, meeples, hands } => {
                let hands: Vec<String> = hands.iter().map(|&hand| hand_text(hand)).collect();
                let (scores, meeples) = (list(scores), list(meeples));
                write!(f, "turn scores {scores} meeples {meeples} hands {}", hands.join(" "))
            }
            Message::Go { seat, phase, seed, budget, left, legal } => {
                write!(f, "go {seat} {} seed {:016x}", phase.name(), seed.0)?;
                match budget {
                    Budget::Own => {}
                    Budget::Iterations(n) => write!(f, " iterations {n}")?,
                    Budget::Time(time) => write!(f, " wall_seconds {}", time.as_secs_f64())?,
                }
                match left {
                    None | Some(Budget::Own) => {}
                    Some(Budget::Iterations(n)) => write!(f, " left {n}")?,
                    Some(Budget::Time(time)) => write!(f, " left {}", time.as_secs_f64())?,
                }
                write!(f, " legal {}", legal.join(" "))
            }
            Message::End { scores, winners } => {
                write!(f, "end scores {} winners {}", list(scores), list(winners))
            }
        }
    }
}

/// A hand as a word: its letters, or `-`.
pub(crate) fn hand_text(hand: AnimalCounts) -> String {
    if hand.total() == 0 { "-".into() } else { hand.to_string() }
}

/// A hand of a word.
pub(crate) fn read_hand(word: &str) -> Result<AnimalCounts, String> {
    let letters = if word == "-" { "" } else { word };
    AnimalCounts::parse(letters).map_err(|bad| format!("`{bad}` is no animal"))
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

impl FromStr for Message {
    type Err = MessageError;

    fn from_str(line: &str) -> Result<Message, MessageError> {
        read(line).map_err(|problem| MessageError { line: short(line), problem })
    }
}

fn read(line: &str) -> Result<Message, String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (&name, rest) = words.split_first().ok_or("it is empty")?;
    Ok(match (name, rest) {
        ("tile", [kind]) => Message::Tile((*kind).to_owned()),
        ("removed", [kind]) => Message::Removed((*kind).to_owned()),
        ("shuffle", []) => Message::Shuffle,
        ("animal", [seat, animal]) => {
            let mut letters = animal.chars();
            let letter = letters.next().filter(|_| letters.as_str().is_empty());
            let animal = letter.and_then(Animal::from_letter).ok_or(format!("`{animal}` is no animal"))?;
            Message::Animal { seat: number(seat)?, animal }
        }
        ("play", [seat, token]) => Message::Play { seat: number(seat)?, token: (*token).to_owned() },
        ("turn", rest) => {
            let [scores, meeples, hands] = sections(rest, ["scores", "meeples", "hands"])?;
            Message::Turn {
                scores: numbers(scores)?,
                meeples: numbers(meeples)?,
                hands: hands.iter().map(|hand| read_hand(hand)).collect::<Result<_, _>>()?,
            }
        }
        ("go", [seat, phase, rest @ ..]) => {
            let phase = Phase::from_name(phase).filter(|phase| phase.is_decision());
            let phase = phase.ok_or("its second word is no decision")?;
            go(number(seat)?, phase, rest)?
        }
        ("end", rest) => {
            let [scores, winners] = sections(rest, ["scores", "winners"])?;
            Message::End { scores: numbers(scores)?, winners: numbers(winners)? }
        }
        _ => return Err(format!("it is no message of protocol version {PROTOCOL_VERSION}")),
    })
}

fn go(seat: usize, phase: Phase, rest: &[&str]) -> Result<Message, String> {
    let split = rest.iter().position(|&word| word == "legal").ok_or("`legal` is missing")?;
    let legal: Vec<String> = rest[split + 1..].iter().map(|&token| token.to_owned()).collect();
    let (mut seed, mut budget, mut left) = (None, Budget::Own, None);
    for pair in rest[..split].chunks(2) {
        let &[key, value] = pair else { return Err(format!("`{}` has no value", pair[0])) };
        match key {
            "seed" => seed = u64::from_str_radix(value, 16).ok().map(Seed),
            "iterations" => budget = Budget::Iterations(number(value)?),
            "wall_seconds" => budget = Budget::Time(seconds(value)?),
            "left" => left = Some(value),
            _ => return Err(format!("there is no key `{key}`")),
        }
    }
    let seed = seed.ok_or("`seed` is missing or no hexadecimal number")?;
    let left = match (left, budget) {
        (None, _) => None,
        (Some(left), Budget::Iterations(_)) => Some(Budget::Iterations(number(left)?)),
        (Some(left), Budget::Time(_)) => Some(Budget::Time(seconds(left)?)),
        (Some(_), Budget::Own) => return Err("`left` needs a budget".into()),
    };
    Ok(Message::Go { seat, phase, seed, budget, left, legal })
}

/// The words after each of these keys, which stand in this order.
fn sections<'w, 's, const N: usize>(
    words: &'s [&'w str],
    keys: [&str; N],
) -> Result<[&'s [&'w str]; N], String> {
    let mut found: [&[&str]; N] = [&[]; N];
    let mut rest = words;
    for (i, key) in keys.into_iter().enumerate() {
        match rest.split_first() {
            Some((&first, more)) if first == key => rest = more,
            _ => return Err(format!("`{key}` is missing")),
        }
        let next = keys.get(i + 1);
        let end = rest.iter().position(|word| Some(word) == next).unwrap_or(rest.len());
        (found[i], rest) = rest.split_at(end);
    }
    Ok(found)
}

/// A number in decimal digits.
pub(crate) fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{}` is no number here", short(word)))
}

fn numbers<T: FromStr>(words: &[&str]) -> Result<Vec<T>, String> {
    words.iter().map(|word| number(word)).collect()
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds: f64 = number(word)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{}` is no time", short(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_read_as_it_is_written() {
        let lines = [
            "tile 26EZ",
            "removed 7L",
            "shuffle",
            "animal 3 Z",
            "play 1 26EZ@3,-1/1",
            "turn scores 3 0 meeples 5 6 hands - EGG",
            "go 1 bonus seed 00000000000000ff legal +- +E",
            "go 0 place seed ffffffffffffffff iterations 50 legal 1@0,1/0 1@0,1/1",
            "go 0 action seed 0123456789abcdef wall_seconds 0.5 left 12.25 legal - mB",
            "go 4 ranger seed 0123456789abcdef iterations 5 left 10 legal >0,1 >1,0",
            "end scores 14 26 3 winners 1",
        ];
        for line in lines {
            let message: Message = line.parse().expect(line);
            assert_eq!(message.to_string(), line);
        }
    }

    #[test]
    fn what_is_no_message_is_told() {
        for line in [
            "",
            "tiles 3",
            "tile",
            "tile 3 4",
            "animal 0 Q",
            "animal x Z",
            "play 1",
            "turn scores 1 2 hands A",
            "go 0 place legal x",
            "go 0 draw_tile seed 1 legal x",
            "go 0 place seed 1",
            "go 0 place seed 1 time 5 legal x",
            "go 0 place seed 1 iterations legal x",
            "go 0 place seed 1 left 5 legal x",
            "go 0 place seed 1 wall_seconds -1 legal x",
            "end scores 1 2",
        ] {
            assert!(line.parse::<Message>().is_err(), "{line}");
        }
    }
}
