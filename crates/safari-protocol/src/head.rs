//! What a bot is told before a game.

use std::fmt::Write as _;

use safari_agents::GameInfo;
use safari_core::{AnimalCounts, Drawing, Position, TileSet, Variant};

use crate::answer::short;
use crate::message::{PROTOCOL_VERSION, hand_text, number, read_hand};

/// The lines before a game, as a bot reads them; it knows the tiles by their hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The hash of the tile set.
    pub tileset: u64,
    /// The settings of the rules.
    pub variant: Variant,
    /// Seats, 2 to 5.
    pub players: usize,
    /// The bot's seat.
    pub seat: usize,
    /// The animal tiles dealt, by seat.
    pub hands: Vec<AnimalCounts>,
    /// The text of the position that the game begins at, where that is not the start of a game.
    pub position: Option<String>,
}

/// Why the lines before a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// The first line is another one.
    #[error("the first line is `{0}`, but it must be `safari-protocol {PROTOCOL_VERSION}`")]
    Version(String),
    /// A line is wrong.
    #[error("`{line}`: {problem}")]
    Line {
        /// What was read.
        line: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A line is missing.
    #[error("there is no line `{0}` before `begin`")]
    Missing(&'static str),
}

/// The last line before a game, which a bot answers.
pub(crate) const BEGIN: &str = "begin";
/// The answer to it.
pub(crate) const READY: &str = "ready";

/// All lines before a game, `begin` included.
pub(crate) fn text_of(info: &GameInfo<'_>) -> String {
    let GameInfo { tiles, variant, hands, seat, position } = info;
    let mut text = format!("safari-protocol {PROTOCOL_VERSION}\ntileset {:016x}\n", tiles.hash());
    for kind in tiles.kinds() {
        let drawing = tiles.drawing(kind);
        line(&mut text, &format!("kind {} {}", drawing.token, drawing.copies), drawing);
    }
    for (kind, cell) in tiles.start() {
        line(&mut text, &format!("cell {cell}"), tiles.drawing(kind));
    }
    let Variant { table, final_majority, baobab_draw, bonus_animals } = variant;
    let _ = writeln!(text, "variant {table} {final_majority} {baobab_draw} {bonus_animals}");
    let _ = writeln!(text, "players {}\nseat {seat}", hands.len());
    let hands_text: Vec<String> = hands.iter().map(|&hand| hand_text(hand)).collect();
    let _ = writeln!(text, "hands {}", hands_text.join(" "));
    let start = Position::new(tiles, *variant, hands).map(|start| start.to_text());
    let own = position.to_text();
    if start.as_ref() != Ok(&own) {
        own.lines().for_each(|line| text += &format!("position {line}\n"));
    }
    text + BEGIN + "\n"
}

/// A tile: its sides, its baobab, and each trail and bush by sides, animal and birds.
fn line(text: &mut String, head: &str, drawing: &Drawing) {
    let sides: String = drawing.sides.iter().map(|side| side.letter()).collect();
    let _ = write!(text, "{head} {sides} {}", if drawing.baobab { "baobab" } else { "-" });
    for segment in &drawing.segments {
        let sides: String = segment.sides.iter().map(|side| side.letter()).collect();
        let animal = segment.animal.map_or('-', |animal| animal.letter());
        let _ = write!(text, " {}{sides}:{animal}:{}", segment.terrain.letter(), segment.birds);
    }
    text.push('\n');
}

impl Head {
    /// Reads the lines until `begin`, without it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read<'l>(lines: impl IntoIterator<Item = &'l str>) -> Result<Head, HeadError> {
        let mut lines = lines.into_iter();
        let first = lines.next().unwrap_or_default();
        if first != format!("safari-protocol {PROTOCOL_VERSION}") {
            return Err(HeadError::Version(short(first)));
        }
        let (mut tileset, mut variant, mut players, mut seat, mut hands) = (None, None, None, None, None);
        let mut position: Option<String> = None;
        for line in lines {
            let wrong = |problem: String| HeadError::Line { line: short(line), problem };
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "tileset" => {
                    let hash = u64::from_str_radix(value, 16);
                    tileset = Some(hash.map_err(|_| wrong("it is no hash".into()))?);
                }
                "kind" | "cell" => {}
                "variant" => variant = Some(read_variant(value).map_err(wrong)?),
                "players" => players = Some(number::<usize>(value).map_err(wrong)?),
                "seat" => seat = Some(number::<usize>(value).map_err(wrong)?),
                "hands" => {
                    let read: Result<Vec<AnimalCounts>, String> = value.split(' ').map(read_hand).collect();
                    hands = Some(read.map_err(wrong)?);
                }
                "position" => *position.get_or_insert_default() += &format!("{value}\n"),
                _ => return Err(wrong("there is no such line before `begin`".into())),
            }
        }
        let missing = HeadError::Missing;
        Ok(Head {
            tileset: tileset.ok_or(missing("tileset"))?,
            variant: variant.ok_or(missing("variant"))?,
            players: players.ok_or(missing("players"))?,
            seat: seat.ok_or(missing("seat"))?,
            hands: hands.ok_or(missing("hands"))?,
            position,
        })
    }

    /// The position that the game begins at.
    ///
    /// # Errors
    /// What makes it no position of this tile set, in words.
    pub fn start(&self, tiles: &'static TileSet) -> Result<Position, String> {
        if tiles.hash() != self.tileset {
            return Err(format!(
                "the game is of tile set {:016x}, not of {:016x}",
                self.tileset,
                tiles.hash()
            ));
        }
        if self.hands.len() != self.players || self.seat >= self.players {
            return Err(format!(
                "{} players, {} hands and seat {} do not go together",
                self.players,
                self.hands.len(),
                self.seat
            ));
        }
        let position = match &self.position {
            None => Position::new(tiles, self.variant, &self.hands).map_err(|e| e.to_string())?,
            Some(text) => Position::from_text(tiles, text).map_err(|e| e.to_string())?,
        };
        if position.players() != self.players {
            return Err(format!("the position is of {} players", position.players()));
        }
        Ok(position)
    }
}

fn read_variant(value: &str) -> Result<Variant, String> {
    let words: Vec<&str> = value.split(' ').collect();
    let &[table, final_majority, baobab_draw, bonus_animals] = words.as_slice() else {
        return Err("a variant has four words".into());
    };
    let wrong = |error: safari_core::VariantError| error.to_string();
    Ok(Variant {
        table: table.parse().map_err(wrong)?,
        final_majority: final_majority.parse().map_err(wrong)?,
        baobab_draw: baobab_draw.parse().map_err(wrong)?,
        bonus_animals: bonus_animals.parse().map_err(wrong)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use safari_core::{Deal, Seed};

    fn lines(position: &Position, seat: usize) -> String {
        let hands = position.seats().map(|seat| position.hand(seat)).collect();
        let (tiles, variant) = (position.tiles(), position.variant());
        text_of(&GameInfo { tiles, variant, hands, seat, position })
    }

    #[test]
    fn the_start_of_a_game_comes_back() {
        let deal = Deal::new(TileSet::safari(), Seed(3));
        let variant = Variant { table: "shifting:9x8".parse().expect("a table"), ..Variant::default() };
        let (position, _) = deal.start(variant, 3).expect("a game begins");
        let text = lines(&position, 2);
        assert!(text.contains("\nkind 26EZ 1 bbst - tW:E:0 bNE:Z:2\n"), "{text}");
        assert!(text.contains("\ncell -1,0 ssbs - bS:E:0\n"), "{text}");
        assert!(!text.contains("\nposition ") && text.ends_with("\nbegin\n"), "{text}");
        let head = Head::read(text.lines().take_while(|line| *line != BEGIN)).expect("a head");
        assert_eq!((head.players, head.seat, head.variant), (3, 2, variant));
        let start = head.start(TileSet::safari()).expect("a position");
        assert_eq!(start.to_text(), position.to_text());
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let deal = Deal::new(TileSet::safari(), Seed(3));
        let (mut position, mut dealer) = deal.start(Variant::default(), 2).expect("a game begins");
        for _ in 0..50 {
            if position.phase().is_chance() {
                let outcome = dealer.next(&position);
                position.resolve_unchecked(outcome);
            } else {
                position.play_unchecked(position.nth(0));
            }
        }
        let text = lines(&position, 0);
        let head = Head::read(text.lines().take_while(|line| *line != BEGIN)).expect("a head");
        let start = head.start(TileSet::safari()).expect("a position");
        assert_eq!(start.to_text(), position.to_text());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let good = "safari-protocol 1\ntileset 00ff\nvariant floor most before_scoring independent\n\
                    players 2\nseat 0\nhands AE GG";
        assert!(Head::read(good.lines()).is_ok());
        let wrong =
            |from: &str, to: &str| Head::read(good.replace(from, to).lines()).expect_err(to).to_string();
        assert_eq!(
            wrong("protocol 1", "protocol 2"),
            "the first line is `safari-protocol 2`, but it must be `safari-protocol 1`"
        );
        assert_eq!(wrong("seat 0\n", ""), "there is no line `seat` before `begin`");
        assert_eq!(wrong("seat 0", "seat x"), "`seat x`: `x` is no number here");
        assert_eq!(wrong("hands AE", "hands AX"), "`hands AX GG`: `X` is no animal");
        assert_eq!(wrong("seat 0", "sit 0"), "`sit 0`: there is no such line before `begin`");
        let head = Head::read(good.lines()).expect("a head");
        assert!(
            head.start(TileSet::safari()).is_err_and(|error| error.starts_with("the game is of tile set"))
        );
    }
}
