//! §10: one text token per decision, written and read strictly.

use std::fmt;

use crate::geometry::{Cell, Corner, Side, Spot};
use crate::tile::ANIMALS;

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `26EZ@3,-1/1`
    Place {
        /// The kind of the tile.
        kind: String,
        /// Where it goes.
        cell: Cell,
        /// Quarter turns clockwise, 0 to 3.
        rotation: usize,
    },
    /// `mN`: a meeple on the trail or bush whose first side on the tile this is.
    MeepleOnFeature(Side),
    /// `mB`
    MeepleOnBaobab,
    /// `r-2,0>4,1`
    MoveRanger {
        /// Where it stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// `dZ@3,-1NE`
    Dig(char, Spot),
    /// `xL@4,-1NW`
    Extend(char, Spot),
    /// `-`
    Decline,
    /// `+L`, or `+-` for none.
    Bonus(Option<char>),
    /// `>4,1`: a displaced ranger comes back.
    RangerBack(Cell),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Place { kind, cell: (x, y), rotation } => write!(f, "{kind}@{x},{y}/{rotation}"),
            Token::MeepleOnFeature(side) => write!(f, "m{}", side.letter()),
            Token::MeepleOnBaobab => write!(f, "mB"),
            Token::MoveRanger { from, to } => write!(f, "r{},{}>{},{}", from.0, from.1, to.0, to.1),
            Token::Dig(animal, ((x, y), corner)) => write!(f, "d{animal}@{x},{y}{}", corner.name()),
            Token::Extend(animal, ((x, y), corner)) => {
                write!(f, "x{animal}@{x},{y}{}", corner.name())
            }
            Token::Decline => write!(f, "-"),
            Token::Bonus(Some(animal)) => write!(f, "+{animal}"),
            Token::Bonus(None) => write!(f, "+-"),
            Token::RangerBack((x, y)) => write!(f, ">{x},{y}"),
        }
    }
}

/// Reads a token; the error says what is malformed. Whether the decision is legal is another question.
pub fn parse(token: &str) -> Result<Token, String> {
    let Some(first) = token.chars().next() else {
        return Err("an empty token".to_string());
    };
    let rest = &token[first.len_utf8()..];
    let parsed = match first {
        '-' if rest.is_empty() => Ok(Token::Decline),
        '0'..='9' => parse_place(token),
        'm' => parse_meeple(rest),
        'r' => parse_move(rest),
        'd' => parse_animal_tile(rest).map(|(animal, spot)| Token::Dig(animal, spot)),
        'x' => parse_animal_tile(rest).map(|(animal, spot)| Token::Extend(animal, spot)),
        '+' if rest == "-" => Ok(Token::Bonus(None)),
        '+' => parse_animal(rest).map(|animal| Token::Bonus(Some(animal))),
        '>' => parse_cell(rest).map(Token::RangerBack),
        _ => Err("no kind of decision begins like this".to_string()),
    };
    parsed.map_err(|error| format!("malformed token `{token}`: {error}"))
}

/// Reads a number as §10 writes it: ASCII, `0` or an optional `-`, a digit 1 to 9 and digits, nothing else.
pub fn parse_number(text: &str) -> Result<i32, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical =
        digits.chars().all(|digit| digit.is_ascii_digit()) && digits.starts_with(|digit| digit != '0');
    if text != "0" && !canonical {
        return Err(format!("`{text}` is not a number without needless signs and zeros"));
    }
    text.parse().map_err(|_| format!("the number `{text}` is too large"))
}

fn parse_place(text: &str) -> Result<Token, String> {
    let form = "a placement is kind@x,y/rotation";
    let (kind, rest) = text.split_once('@').ok_or(form)?;
    let (cell, rotation) = rest.split_once('/').ok_or(form)?;
    check_kind(kind)?;
    let cell = parse_cell(cell)?;
    let rotation = match rotation {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        "3" => 3,
        other => return Err(format!("`{other}` is not a number of quarter turns 0 to 3")),
    };
    Ok(Token::Place { kind: kind.to_string(), cell, rotation })
}

fn check_kind(kind: &str) -> Result<(), String> {
    let id = kind.trim_end_matches(|letter: char| letter == '-' || ANIMALS.contains(&letter));
    if parse_number(id)? < 1 {
        return Err(format!("`{id}` is not a tile type"));
    }
    Ok(())
}

fn parse_meeple(text: &str) -> Result<Token, String> {
    if text == "B" {
        return Ok(Token::MeepleOnBaobab);
    }
    Side::ALL
        .into_iter()
        .find(|side| text == side.letter().to_string())
        .map(Token::MeepleOnFeature)
        .ok_or_else(|| format!("`{text}` is not a side N E S W or B"))
}

fn parse_move(text: &str) -> Result<Token, String> {
    let (from, to) = text.split_once('>').ok_or("a ranger's move is r from > to")?;
    Ok(Token::MoveRanger { from: parse_cell(from)?, to: parse_cell(to)? })
}

fn parse_animal_tile(text: &str) -> Result<(char, Spot), String> {
    let (animal, place) = text.split_once('@').ok_or("an animal tile is animal@x,y and a corner")?;
    let animal = parse_animal(animal)?;
    for corner in Corner::ALL {
        if let Some(cell) = place.strip_suffix(corner.name()) {
            return Ok((animal, (parse_cell(cell)?, corner)));
        }
    }
    Err("there is no corner NE SE SW NW at its end".to_string())
}

fn parse_animal(text: &str) -> Result<char, String> {
    ANIMALS
        .into_iter()
        .find(|animal| text == animal.to_string())
        .ok_or_else(|| format!("`{text}` is not an animal A E G L Z"))
}

fn parse_cell(text: &str) -> Result<Cell, String> {
    let (x, y) = text.split_once(',').ok_or_else(|| format!("`{text}` is not a cell x,y"))?;
    Ok((parse_number(x)?, parse_number(y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_rules() {
        for token in [
            "26EZ@3,-1/1",
            "12Z-@0,0/0",
            "1@-3,10/2",
            "mN",
            "mE",
            "mS",
            "mW",
            "mB",
            "r-2,0>4,1",
            "dZ@3,-1NE",
            "xL@4,-1NW",
            "dA@0,0SE",
            "dA@0,0SW",
            "-",
            "+L",
            "+-",
            ">4,1",
        ] {
            assert_eq!(parse(token).map(|read| read.to_string()), Ok(token.to_string()));
        }
    }

    #[test]
    fn malformed_tokens() {
        for token in [
            "",
            " ",
            "--",
            "+",
            "+B",
            "+LL",
            "m",
            "mX",
            "mNE",
            "mn",
            " mN",
            "mN ",
            "1@0,0/4",
            "1@0,0/-1",
            "1@0,0/00",
            "1@0,0",
            "1@0/0",
            "1@,/0",
            "1@+1,0/0",
            "1@01,0/0",
            "1@-0,0/0",
            "1@00,0/0",
            "1@1,0/1/1",
            "01@0,0/0",
            "0@0,0/0",
            "1B@0,0/0",
            "1a@0,0/0",
            "A1@0,0/0",
            "1@٣,0/0",
            "1@ 1,0/0",
            "1@1,0 /0",
            "r1,0",
            "r1,0>",
            "r1,0>1",
            "r1,0>1,2>3,4",
            "d@1,1NE",
            "dZ@1,1",
            "dZ@1,1N",
            "dZ@1,1NN",
            "dZ@1,1ne",
            "dB@1,1NE",
            "dZ1,1NE",
            "dZ@1,NE",
            "xZ@1,1NENE",
            ">",
            ">1",
            ">1,2,3",
            ">1,2NE",
            "é",
            "mé",
            "dé@1,1NE",
            "1@99999999999,0/0",
            "1@0,-99999999999999999999999999/0",
            ">2147483648,0",
            "99999999999@0,0/0",
            "@0,0/0",
            "-1@0,0/0",
        ] {
            assert!(parse(token).is_err(), "{token}");
        }
        assert!(parse(">2147483647,-2147483648").is_ok());
    }
}
