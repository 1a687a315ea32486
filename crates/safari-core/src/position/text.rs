//! The text form of a position (docs/formats.md): for bug reports, tests, benches and start positions.
//!
//! One `key value …` line each, in any order; empty lists may be left out. Tiles stand in the order of placement, and
//! what is left in counts by kind, so that a position read back has the same [`nth`](Position::nth) and plays out the
//! same from the same generator.

use std::fmt::{self, Write as _};

use super::setup::{Setup, SetupError};
use super::view::{Laid, Meeple, Placed, Spot};
use super::{Phase, Position};
use crate::animal::{Animal, AnimalCounts};
use crate::cell::{Cell, Corner, Side};
use crate::notation::{read_cell, shorten};
use crate::score::{Points, Source};
use crate::tiles::{START_CELLS, TileSet};
use crate::variant::Variant;

const HEADER: &str = "safari-position 1";

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// A line cannot be read.
    #[error("line {line}: {message}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        message: String,
    },
    /// A line is missing.
    #[error("there is no line `{key}`")]
    Missing {
        /// The line's first word.
        key: &'static str,
    },
    /// All lines can be read, but they are no legal position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// Reads the text form, for a tile set.
    ///
    /// # Errors
    /// The first line that is wrong, or what makes the whole no legal position.
    pub fn from_text(tiles: &'static TileSet, text: &str) -> Result<Position, PositionTextError> {
        Ok(Setup::from_text(tiles, text)?.build()?)
    }

    /// The text form.
    pub fn to_text(&self) -> String {
        Setup::of(self).to_string()
    }
}

/// The text form (docs/formats.md).
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = self.tiles;
        writeln!(f, "{HEADER}")?;
        writeln!(f, "tileset {:016x}", tiles.hash())?;
        let Variant { table, final_majority, baobab_draw, bonus_animals } = self.variant;
        writeln!(f, "variant {table} {final_majority} {baobab_draw} {bonus_animals}")?;
        let mut list = |key: &str, items: Vec<String>| {
            if items.is_empty() { Ok(()) } else { writeln!(f, "{key} {}", items.join(" ")) }
        };
        let placed = self.placed.iter().map(|p| format!("{}@{}/{}", tiles.token(p.kind), p.at, p.rotation));
        list("placed", placed.collect())?;
        let meeples = self.meeples.iter().map(|m| match m.spot {
            Spot::Feature(side) => format!("{}m{}@{}", m.seat, side.letter(), m.at),
            Spot::Baobab => format!("{}mB@{}", m.seat, m.at),
        });
        list("meeples", meeples.collect())?;
        let laid = self.laid.iter().map(|l| {
            let meeple = l.meeple.map_or(String::new(), |seat| seat.to_string());
            format!("{meeple}{}@{}{}", l.animal, l.at, l.corner.name())
        });
        list("laid", laid.collect())?;
        list("rangers", self.rangers.iter().map(Cell::to_string).collect())?;
        for (hand, points) in self.hands.iter().zip(&self.points) {
            let mut items = vec![counts_text(*hand)];
            for source in Source::ALL.into_iter().filter(|&s| points.of(s) > 0) {
                items.push(format!("{}={}", source.name(), points.of(source)));
            }
            list("seat", items)?;
        }
        let left = tiles.kinds().filter(|kind| self.left[kind.index()] > 0);
        list(
            "left",
            left.map(|kind| format!("{}*{}", tiles.token(kind), self.left[kind.index()])).collect(),
        )?;
        list("bag", vec![counts_text(self.bag)])?;
        list("discard", vec![counts_text(self.discard)])?;
        let mut phase = vec![self.phase.name().to_owned()];
        phase.extend(self.drawn.map(|kind| tiles.token(kind).to_owned()));
        phase.extend(self.decider.map(|seat| format!("seat={seat}")));
        phase.extend(self.displaced.then(|| "displaced".to_owned()));
        let seats = |key: &str, seats: &[usize]| {
            let list: Vec<String> = seats.iter().map(usize::to_string).collect();
            (!list.is_empty()).then(|| format!("{key}={}", list.join(",")))
        };
        phase.extend(seats("draws", &self.draws));
        phase.extend(seats("later", &self.later));
        phase.extend(self.added.iter().map(|(seat, animal)| format!("added={seat}{animal}")));
        list("phase", phase)
    }
}

fn counts_text(counts: AnimalCounts) -> String {
    let text = counts.to_string();
    if text.is_empty() { "-".into() } else { text }
}

impl Setup {
    /// Reads the text form without validating the position.
    ///
    /// # Errors
    /// The first line that is wrong or missing.
    pub fn from_text(tiles: &'static TileSet, text: &str) -> Result<Setup, PositionTextError> {
        let mut setup = Setup {
            tiles,
            variant: Variant::default(),
            placed: Vec::new(),
            meeples: Vec::new(),
            laid: Vec::new(),
            rangers: Vec::new(),
            hands: Vec::new(),
            points: Vec::new(),
            left: vec![0; tiles.kinds().len()],
            bag: AnimalCounts::default(),
            discard: AnimalCounts::default(),
            phase: Phase::Over,
            drawn: None,
            displaced: false,
            draws: Vec::new(),
            later: Vec::new(),
            decider: None,
            added: Vec::new(),
        };
        let mut seen: Vec<&str> = Vec::new();
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim_end()));
        match lines.next() {
            Some((_, HEADER)) => {}
            _ => {
                return Err(PositionTextError::Line {
                    line: 1,
                    message: format!("the first line must be `{HEADER}`"),
                });
            }
        }
        for (number, line) in lines {
            let mut words = line.split(' ').filter(|word| !word.is_empty());
            let Some(key) = words.next() else { continue };
            if key.starts_with('#') {
                continue;
            }
            let at = |message| PositionTextError::Line { line: number, message };
            if key != "seat" && seen.contains(&key) {
                return Err(at(format!("`{key}` stands twice")));
            }
            seen.push(key);
            setup.line(key, words.collect()).map_err(at)?;
        }
        for key in ["tileset", "variant", "seat", "bag", "phase"] {
            if !seen.contains(&key) {
                return Err(PositionTextError::Missing { key });
            }
        }
        Ok(setup)
    }

    fn line(&mut self, key: &str, words: Vec<&str>) -> Result<(), String> {
        let tiles = self.tiles;
        match key {
            "tileset" => {
                let own = format!("{:016x}", tiles.hash());
                if words != [own.as_str()] {
                    return Err(format!(
                        "the position is of tile set {}, not of {own}",
                        shorten(&words.join(" "))
                    ));
                }
            }
            "variant" => {
                let [table, majority, draw, bonus] = words[..] else {
                    return Err("`variant` takes table, final_majority, baobab_draw and bonus_animals".into());
                };
                let text = |error: crate::VariantError| error.to_string();
                self.variant = Variant {
                    table: table.parse().map_err(text)?,
                    final_majority: majority.parse().map_err(text)?,
                    baobab_draw: draw.parse().map_err(text)?,
                    bonus_animals: bonus.parse().map_err(text)?,
                };
            }
            "placed" => self.placed = each(&words, |word| read_placed(tiles, word))?,
            "meeples" => self.meeples = each(&words, read_meeple)?,
            "laid" => self.laid = each(&words, read_laid)?,
            "rangers" => self.rangers = each(&words, read_cell)?,
            "seat" => self.seat(&words)?,
            "left" => {
                for word in words {
                    let (token, count) =
                        word.split_once('*').ok_or_else(|| wrong(word, "KIND*COUNT, as in `3G*2`"))?;
                    let kind =
                        tiles.kind(token).ok_or_else(|| format!("there is no kind `{}`", shorten(token)))?;
                    let left = &mut self.left[kind.index()];
                    if *left > 0 {
                        return Err(format!("kind {token} stands twice"));
                    }
                    *left = read_count(count).ok_or_else(|| wrong(word, "KIND*COUNT, as in `3G*2`"))?;
                }
            }
            "bag" | "discard" => {
                let [letters] = words[..] else {
                    return Err(format!("`{key}` takes one word, `-` for none"));
                };
                let counts = read_counts(letters)?;
                if key == "bag" {
                    self.bag = counts;
                } else {
                    self.discard = counts;
                }
            }
            "phase" => self.phase_line(&words)?,
            _ => {
                return Err(format!(
                    "`{}` is no key; the keys are tileset, variant, placed, meeples, laid, rangers, seat, left, bag, discard, phase",
                    shorten(key)
                ));
            }
        }
        Ok(())
    }

    fn seat(&mut self, words: &[&str]) -> Result<(), String> {
        let [hand, sources @ ..] = words else {
            return Err(
                "`seat` takes its animal tiles (`-` for none) and points by source, as in `seat AEL dig=3`"
                    .into(),
            );
        };
        let mut points = Points::default();
        let mut seen = Vec::new();
        for word in sources {
            let expected = || wrong(word, "SOURCE=POINTS, as in `dig=3`");
            let (name, value) = word.split_once('=').ok_or_else(expected)?;
            let source = Source::from_name(name).ok_or_else(|| {
                let names: Vec<&str> = Source::ALL.into_iter().map(Source::name).collect();
                format!("`{}` is no source of points; they are {}", shorten(name), names.join(", "))
            })?;
            once(&mut seen, name)?;
            points.0[source as usize] = read_count(value).ok_or_else(expected)?;
        }
        self.hands.push(read_counts(hand)?);
        self.points.push(points);
        Ok(())
    }

    fn phase_line(&mut self, words: &[&str]) -> Result<(), String> {
        let [name, rest @ ..] = words else { return Err("`phase` takes the name of a phase".into()) };
        self.phase = Phase::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = Phase::ALL.into_iter().map(Phase::name).collect();
            format!("`{}` is no phase; they are {}", shorten(name), names.join(", "))
        })?;
        let mut seen = Vec::new();
        for &word in rest {
            let key = word.split('=').next().unwrap_or(word);
            if key != "added" {
                once(&mut seen, key)?;
            }
            let seats = |list: &str| each(&list.split(',').collect::<Vec<_>>(), read_seat);
            match word.split_once('=') {
                None if word == "displaced" => self.displaced = true,
                None if self.phase == Phase::Place && self.drawn.is_none() => {
                    let kind = self
                        .tiles
                        .kind(word)
                        .ok_or_else(|| format!("there is no kind `{}`", shorten(word)))?;
                    self.drawn = Some(kind);
                }
                Some(("seat", seat)) => self.decider = Some(read_seat(seat)?),
                Some(("draws", list)) => self.draws = seats(list)?,
                Some(("later", list)) => self.later = seats(list)?,
                Some(("added", added)) => {
                    let (seat, animal) = split_seat(added)
                        .ok_or_else(|| wrong(word, "added=SEAT and an animal, as in `added=0L`"))?;
                    let mut letters = animal.chars();
                    let animal =
                        letters.next().and_then(Animal::from_letter).filter(|_| letters.as_str().is_empty());
                    self.added.push((
                        seat,
                        animal.ok_or_else(|| wrong(word, "added=SEAT and an animal, as in `added=0L`"))?,
                    ));
                }
                _ => {
                    return Err(wrong(word, "the kind drawn, displaced, seat=, draws=, later= or added="));
                }
            }
        }
        Ok(())
    }
}

fn wrong(word: &str, expected: &str) -> String {
    format!("`{}` is wrong; expected {expected}", shorten(word))
}

/// Takes note of what may be said once.
fn once<'w>(seen: &mut Vec<&'w str>, key: &'w str) -> Result<(), String> {
    if seen.contains(&key) {
        return Err(format!("`{}` stands twice", shorten(key)));
    }
    seen.push(key);
    Ok(())
}

/// Reads a count in its shortest spelling: digits without a leading zero or sign.
fn read_count<T: std::str::FromStr>(text: &str) -> Option<T> {
    let canonical = text == "0" || !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    if canonical { text.parse().ok() } else { None }
}

fn each<T>(words: &[&str], read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    words.iter().map(|word| read(word)).collect()
}

fn read_counts(letters: &str) -> Result<AnimalCounts, String> {
    if letters == "-" {
        return Ok(AnimalCounts::default());
    }
    AnimalCounts::parse(letters).map_err(|bad| {
        format!("`{}` is no animal; the animals are A, E, G, L, Z, and `-` is none", bad.escape_debug())
    })
}

fn read_seat(text: &str) -> Result<usize, String> {
    match text.as_bytes() {
        [digit @ b'0'..=b'4'] => Ok(usize::from(digit - b'0')),
        _ => Err(wrong(text, "a seat, 0 to 4")),
    }
}

/// The seat that a word begins with, and the rest.
fn split_seat(word: &str) -> Option<(usize, &str)> {
    let (digit, rest) = word.split_at_checked(1)?;
    Some((read_seat(digit).ok()?, rest))
}

fn read_placed(tiles: &TileSet, word: &str) -> Result<Placed, String> {
    let expected = || wrong(word, "KIND@X,Y/TURNS, as in `26EZ@3,-1/1`");
    let (token, place) = word.split_once('@').ok_or_else(expected)?;
    let (cell, turns) = place.split_once('/').ok_or_else(expected)?;
    let kind = tiles.kind(token).ok_or_else(|| format!("there is no kind `{}`", shorten(token)))?;
    let [digit @ b'0'..=b'3'] = turns.as_bytes() else { return Err(expected()) };
    Ok(Placed { kind, rotation: digit - b'0', at: read_cell(cell)? })
}

fn read_meeple(word: &str) -> Result<Meeple, String> {
    let expected = || wrong(word, "SEATmSIDE@X,Y or SEATmB@X,Y, as in `0mN@3,-1`");
    let (head, cell) = word.split_once('@').ok_or_else(expected)?;
    let (seat, spot) = split_seat(head).ok_or_else(expected)?;
    let mut letters = spot.strip_prefix('m').ok_or_else(expected)?.chars();
    let spot = match letters.next() {
        Some('B') => Spot::Baobab,
        letter => Spot::Feature(letter.and_then(Side::from_letter).ok_or_else(expected)?),
    };
    if !letters.as_str().is_empty() {
        return Err(expected());
    }
    Ok(Meeple { seat, at: read_cell(cell)?, spot })
}

fn read_laid(word: &str) -> Result<Laid, String> {
    let expected = || wrong(word, "an animal, its corner, and first the digger's seat, as in `0Z@3,-1NE`");
    let (head, place) = word.split_once('@').ok_or_else(expected)?;
    let (meeple, animal) = split_seat(head).map_or((None, head), |(seat, rest)| (Some(seat), rest));
    let mut letters = animal.chars();
    let animal = letters.next().and_then(Animal::from_letter).filter(|_| letters.as_str().is_empty());
    let (cell, corner) = place.split_at_checked(place.len().saturating_sub(2)).ok_or_else(expected)?;
    Ok(Laid {
        animal: animal.ok_or_else(expected)?,
        at: read_cell(cell)?,
        corner: Corner::from_name(corner).ok_or_else(expected)?,
        meeple,
    })
}

impl Position {
    /// The board's tiles and meeples in one line, for messages.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let scores: Vec<u32> = self.seats().map(|seat| self.score(seat)).collect();
        let filled = self.filled() - START_CELLS;
        let _ = write!(text, "{filled} tiles placed, scores {scores:?}, waiting for {}", self.phase().name());
        text
    }
}
