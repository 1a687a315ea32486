//! The notation of RULES 10: one text token per decision, read and written against a position.

use std::fmt;

use crate::action::{Action, Move};
use crate::animal::Animal;
use crate::cell::{Cell, Corner, Side};
use crate::position::{IllegalAction, Phase, Position};

/// Why a token is no legal decision in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// The token does not follow the notation.
    #[error("`{token}`: {problem}; {expected}")]
    Malformed {
        /// What was read.
        token: String,
        /// What is wrong with it.
        problem: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The placement names another kind than the tile drawn.
    #[error("`{token}`: the tile drawn is {drawn}")]
    OtherTile {
        /// What was read.
        token: String,
        /// The kind that must be named.
        drawn: String,
    },
    /// The decision is well spelt but not legal.
    #[error("`{token}`: {reason}")]
    Illegal {
        /// What was read.
        token: String,
        /// Why it is not legal.
        reason: IllegalAction,
    },
}

const PLACE: &str = "a placement is KIND@X,Y/TURNS, as in `26EZ@3,-1/1`";
const ACTION: &str = "an action is mN, mB, rX,Y>X,Y, dZ@X,YNE, xZ@X,YNE or -";
const BONUS: &str = "a bonus decision is `+` and an animal, as in `+L`, or `+-` for none";
const RANGER: &str = "a ranger goes back by >X,Y, as in `>4,1`";

impl Position {
    /// The spelling of a decision of this position.
    pub fn token(&self, action: Action) -> Token<'_> {
        Token { position: self, action }
    }

    /// Reads a decision of this position.
    ///
    /// Every legal decision has exactly one spelling; anything else is an error.
    ///
    /// # Errors
    /// The token is malformed, of another phase, or not legal, and why.
    pub fn parse_token(&self, token: &str) -> Result<Action, TokenError> {
        let malformed = |(problem, expected): (String, &'static str)| TokenError::Malformed {
            token: shorten(token),
            problem,
            expected,
        };
        let action = match self.phase() {
            Phase::Place => {
                let (kind, rest) =
                    token.split_once('@').ok_or_else(|| malformed(("there is no `@`".into(), PLACE)))?;
                let drawn = self.tile().map_or("", |drawn| self.tiles().token(drawn));
                if kind != drawn {
                    return Err(TokenError::OtherTile { token: shorten(token), drawn: drawn.to_owned() });
                }
                placement(rest).map_err(|problem| malformed((problem, PLACE)))?
            }
            Phase::Action => self.action_token(token).map_err(|problem| malformed((problem, ACTION)))?,
            Phase::Bonus => bonus(token).map_err(|problem| malformed((problem, BONUS)))?,
            Phase::Ranger => {
                let cell = token.strip_prefix('>').ok_or_else(|| "it does not begin with `>`".to_owned());
                Action::replace(cell.and_then(read_cell).map_err(|problem| malformed((problem, RANGER)))?)
            }
            phase => {
                return Err(malformed((
                    format!("the position waits for `{}`", phase.name()),
                    "no decision is due",
                )));
            }
        };
        if !self.is_legal(action) {
            return Err(TokenError::Illegal { token: shorten(token), reason: self.why_illegal(action) });
        }
        Ok(action)
    }

    fn action_token(&self, token: &str) -> Result<Action, String> {
        if token == "-" {
            return Ok(Action::DECLINE);
        }
        let mut letters = token.chars();
        let kind = letters.next().ok_or("it is empty")?;
        let rest = letters.as_str();
        match kind {
            'm' if rest == "B" => Ok(Action::baobab(self.last_cell())),
            'm' => {
                let side = single(rest).and_then(Side::from_letter);
                let side = side.ok_or_else(|| format!("`{}` is no side", shorten(rest)))?;
                Ok(Action::meeple(side, self.last_cell()))
            }
            'r' => {
                let (from, to) = rest.split_once('>').ok_or("there is no `>` between two cells")?;
                let (from, to) = (read_cell(from)?, read_cell(to)?);
                let rank = self.rangers().position(|cell| cell == from);
                let rank = rank.ok_or_else(|| format!("no ranger stands on {from}"))?;
                Ok(Action::ranger(rank as u8, to))
            }
            'd' | 'x' => {
                let (animal, place) = rest.split_once('@').ok_or("there is no `@`")?;
                let animal = single(animal).and_then(Animal::from_letter).ok_or_else(|| {
                    format!("`{}` is no animal; the animals are A, E, G, L, Z", shorten(animal))
                })?;
                let split = place.len().saturating_sub(2);
                let (cell, corner) = place.split_at_checked(split).ok_or("the corner is missing")?;
                let corner = Corner::from_name(corner)
                    .ok_or_else(|| format!("`{}` is no corner; they are NE, SE, SW, NW", shorten(corner)))?;
                let at = read_cell(cell)?;
                Ok(if kind == 'd' {
                    Action::dig(animal, corner, at)
                } else {
                    Action::extend(animal, corner, at)
                })
            }
            _ => Err(format!("it begins with `{}`", kind.escape_debug())),
        }
    }
}

fn placement(rest: &str) -> Result<Action, String> {
    let (cell, turns) = rest.split_once('/').ok_or("there is no `/` before the quarter turns")?;
    let at = read_cell(cell)?;
    let turns = single(turns).and_then(|digit| digit.to_digit(4));
    let rotation = turns.ok_or("the quarter turns must be 0, 1, 2 or 3")?;
    Ok(Action::place(rotation as u8, at))
}

fn bonus(token: &str) -> Result<Action, String> {
    let animal = token.strip_prefix('+').ok_or("it does not begin with `+`")?;
    if animal == "-" {
        return Ok(Action::bonus(None));
    }
    let animal = single(animal).and_then(Animal::from_letter);
    Ok(Action::bonus(Some(animal.ok_or("what follows `+` is neither an animal (A, E, G, L, Z) nor `-`")?)))
}

/// The only character of a text.
fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.as_str().is_empty())
}

/// Reads `X,Y`.
pub(crate) fn read_cell(text: &str) -> Result<Cell, String> {
    let (x, y) = text.split_once(',').ok_or_else(|| format!("`{}` is no cell X,Y", shorten(text)))?;
    Ok(Cell::new(read_number(x)?, read_number(y)?))
}

/// Reads a coordinate: ASCII, `0` or an optional `-`, a digit 1 to 9 and digits (RULES 10).
fn read_number(text: &str) -> Result<i8, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = match digits.as_bytes() {
        [b'0'] => text == "0",
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if !canonical {
        return Err(format!("`{}` is no whole number in its shortest spelling", shorten(text)));
    }
    text.parse().map_err(|_| format!("{} is farther than any tile can lie", shorten(text)))
}

/// The text as an error message quotes it: no longer than a line.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut quoted = String::new();
    for (i, letter) in text.chars().enumerate() {
        // Escapes are longer than the letters that they stand for.
        if i >= LONGEST || quoted.len() >= 2 * LONGEST {
            quoted.push('…');
            break;
        }
        quoted.extend(letter.escape_debug());
    }
    quoted
}

/// The spelling of a decision, by [`Position::token`].
#[derive(Clone, Copy, Debug)]
pub struct Token<'p> {
    position: &'p Position,
    action: Action,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        match self.action.unpack() {
            Move::Place { rotation, at } => {
                let kind = position.tile().map_or("?", |kind| position.tiles().token(kind));
                write!(f, "{kind}@{at}/{rotation}")
            }
            Move::Meeple { side, .. } => write!(f, "m{}", side.letter()),
            Move::Baobab { .. } => f.write_str("mB"),
            Move::Ranger { rank, to } => match position.rangers().nth(usize::from(rank)) {
                Some(from) => write!(f, "r{from}>{to}"),
                None => write!(f, "r?>{to}"),
            },
            Move::Dig { animal, corner, at } => write!(f, "d{animal}@{at}{}", corner.name()),
            Move::Extend { animal, corner, at } => write!(f, "x{animal}@{at}{}", corner.name()),
            Move::Decline => f.write_str("-"),
            Move::Bonus { animal: Some(animal) } => write!(f, "+{animal}"),
            Move::Bonus { animal: None } => f.write_str("+-"),
            Move::Replace { to } => write!(f, ">{to}"),
        }
    }
}
