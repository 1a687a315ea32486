//! The tile file: which land tiles there are, how many of each, and the start tile.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::{Cell, Side};
use crate::tile::{ANIMALS, Land, Segment, SegmentKind, Tile};

/// The land tiles of a game and the start tile.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// Kind tokens in file order with the number of copies.
    kinds: Vec<(String, usize)>,
    /// The unrotated tile of each kind.
    pub(crate) tiles: BTreeMap<String, Tile>,
    /// The three spaces of the start tile.
    pub(crate) start: Vec<(Cell, Tile)>,
}

impl TileSet {
    /// Reads a tile file; its format is explained at the head of `configs/tiles/safari.toml`. Any 1 to 81 land tiles
    /// will do: the numbers of 1.1 are not asked for.
    pub fn parse(text: &str) -> Result<TileSet, String> {
        let file: toml::Table =
            text.parse().map_err(|error| format!("the tile file is not TOML: {error}"))?;
        let mut set = TileSet { kinds: Vec::new(), tiles: BTreeMap::new(), start: Vec::new() };
        let mut ids = BTreeSet::new();
        for entry in tables(&file, "tile")? {
            let id = integer(entry, "id")?;
            if i32::try_from(id).is_err() || id < 1 || !ids.insert(id) {
                return Err(format!("tile id {id} is not positive, too large or used twice"));
            }
            set.add_type(id, entry).map_err(|error| format!("tile {id}: {error}"))?;
        }
        for entry in tables(&file, "start")? {
            set.add_start(entry).map_err(|error| format!("start tile: {error}"))?;
        }
        let cells: Vec<Cell> = set.start.iter().map(|(cell, _)| *cell).collect();
        if cells != [(-1, 0), (0, 0), (1, 0)] {
            return Err("the start tile must cover (-1,0), (0,0), (1,0) in this order (rule 1.2)".to_string());
        }
        let total: usize = set.kinds.iter().map(|(_, copies)| copies).sum();
        if total == 0 || total > 81 {
            return Err(format!("{total} land tiles; a game has 1 to 81"));
        }
        Ok(set)
    }

    /// The kind tokens (§10: type, then animals) in file order with their numbers of copies, without the start tile.
    pub fn kinds(&self) -> Vec<(String, usize)> {
        self.kinds.clone()
    }

    fn add_type(&mut self, id: i64, entry: &toml::Table) -> Result<(), String> {
        let baobab =
            entry.get("baobab").and_then(toml::Value::as_bool).ok_or("`baobab` must be true or false")?;
        for copy in strings(entry, "copies")? {
            let tile = read_tile(entry, copy, baobab)?;
            let kind = format!("{id}{copy}");
            match self.kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, copies)) => *copies += 1,
                None => {
                    self.kinds.push((kind.clone(), 1));
                    self.tiles.insert(kind, tile);
                }
            }
        }
        Ok(())
    }

    fn add_start(&mut self, entry: &toml::Table) -> Result<(), String> {
        let numbers: Vec<i64> = array(entry, "at")?.iter().filter_map(toml::Value::as_integer).collect();
        let [x, y] = numbers[..] else {
            return Err("`at` must be two numbers".to_string());
        };
        let number = |n: i64| i32::try_from(n).map_err(|_| format!("`at`: {n} is too large"));
        let cell = (number(x)?, number(y)?);
        let tile = read_tile(entry, string(entry, "animals")?, false)?;
        self.start.push((cell, tile));
        Ok(())
    }
}

/// Reads the drawing of a tile, with one animal letter or `-` for each segment.
fn read_tile(entry: &toml::Table, animals: &str, baobab: bool) -> Result<Tile, String> {
    let sides: Vec<Land> = string(entry, "sides")?
        .chars()
        .map(|letter| match letter {
            's' => Ok(Land::Savanna),
            't' => Ok(Land::Trail),
            'b' => Ok(Land::Bush),
            other => Err(format!("`{other}` in `sides` is not s, t or b")),
        })
        .collect::<Result<_, _>>()?;
    let sides: [Land; 4] = sides.try_into().map_err(|_| "`sides` must be four letters".to_string())?;

    let mut segments = Vec::new();
    for trail in strings(entry, "trails")? {
        let sides = read_sides(trail)?;
        if sides.len() > 2 {
            return Err(format!("trail `{trail}` has more than two sides"));
        }
        segments.push(Segment { kind: SegmentKind::Trail, sides, animal: None, birds: 0 });
    }
    for bush in array(entry, "bushes")? {
        let bush = bush.as_table().ok_or("a bush must be a table")?;
        let birds = integer(bush, "birds")?;
        segments.push(Segment {
            kind: SegmentKind::Bush,
            sides: read_sides(string(bush, "sides")?)?,
            animal: None,
            birds: u32::try_from(birds).map_err(|_| format!("{birds} birds"))?,
        });
    }

    if animals.chars().count() != segments.len() {
        return Err(format!("animals `{animals}` for {} segments", segments.len()));
    }
    for (segment, letter) in segments.iter_mut().zip(animals.chars()) {
        segment.animal = match letter {
            '-' => None,
            letter if ANIMALS.contains(&letter) => Some(letter),
            other => return Err(format!("`{other}` is not an animal")),
        };
    }

    let tile = Tile { sides, segments, baobab };
    check_segments(&tile)?;
    Ok(tile)
}

/// Every trail side belongs to one trail segment, every bush side to one bush segment, savanna to none.
fn check_segments(tile: &Tile) -> Result<(), String> {
    for side in Side::ALL {
        let here: Vec<SegmentKind> = tile
            .segments
            .iter()
            .filter(|segment| segment.sides.contains(&side))
            .map(|segment| segment.kind)
            .collect();
        let wanted = match tile.side(side) {
            Land::Savanna => vec![],
            Land::Trail => vec![SegmentKind::Trail],
            Land::Bush => vec![SegmentKind::Bush],
        };
        if here != wanted {
            return Err(format!(
                "side {} shows {:?} but its segments are {here:?}",
                side.letter(),
                tile.side(side)
            ));
        }
    }
    Ok(())
}

/// Reads letters of different sides, one at least, and puts them in the order N E S W.
fn read_sides(text: &str) -> Result<Vec<Side>, String> {
    let mut sides = Vec::new();
    for letter in text.chars() {
        let side = Side::from_letter(letter).ok_or_else(|| format!("`{letter}` is not a side"))?;
        if sides.contains(&side) {
            return Err(format!("`{text}` names a side twice"));
        }
        sides.push(side);
    }
    if sides.is_empty() {
        return Err("a segment without sides".to_string());
    }
    sides.sort();
    Ok(sides)
}

fn tables<'a>(file: &'a toml::Table, key: &str) -> Result<Vec<&'a toml::Table>, String> {
    array(file, key)?
        .iter()
        .map(|entry| entry.as_table().ok_or_else(|| format!("`{key}` must be tables")))
        .collect()
}

fn array<'a>(table: &'a toml::Table, key: &str) -> Result<&'a Vec<toml::Value>, String> {
    table.get(key).and_then(toml::Value::as_array).ok_or_else(|| format!("`{key}` must be an array"))
}

fn strings<'a>(table: &'a toml::Table, key: &str) -> Result<Vec<&'a str>, String> {
    array(table, key)?
        .iter()
        .map(|entry| entry.as_str().ok_or_else(|| format!("`{key}` must hold strings")))
        .collect()
}

fn string<'a>(table: &'a toml::Table, key: &str) -> Result<&'a str, String> {
    table.get(key).and_then(toml::Value::as_str).ok_or_else(|| format!("`{key}` must be a string"))
}

fn integer(table: &toml::Table, key: &str) -> Result<i64, String> {
    table.get(key).and_then(toml::Value::as_integer).ok_or_else(|| format!("`{key}` must be a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAFARI: &str = include_str!("../../../configs/tiles/safari.toml");

    fn safari() -> TileSet {
        TileSet::parse(SAFARI).expect("the file of the box")
    }

    /// 1.1, and the totals that the head of the file claims.
    #[test]
    fn the_box() {
        let set = safari();
        let kinds = set.kinds();
        assert_eq!(kinds.iter().map(|(_, copies)| copies).sum::<usize>(), 72);
        assert_eq!(kinds[0], ("1".to_string(), 2));
        assert_eq!(kinds[1], ("2E".to_string(), 1));
        assert!(kinds.contains(&("12Z-".to_string(), 1)));
        assert!(kinds.contains(&("33A".to_string(), 2)));
        for animal in ANIMALS {
            let count = |tile: &Tile| {
                let same = |segment: &&Segment| segment.animal == Some(animal);
                tile.segments.iter().filter(same).count()
            };
            let land: usize = kinds.iter().map(|(kind, copies)| copies * count(&set.tiles[kind])).sum();
            let start: usize = set.start.iter().map(|(_, tile)| count(tile)).sum();
            assert_eq!(land + start, 20, "{animal}");
        }
    }

    /// §10: two rotations give the same drawing for types 1, 4, 5 and 30 only.
    #[test]
    fn symmetric_types() {
        for (kind, tile) in &safari().tiles {
            let turns: Vec<usize> = tile.rotations().iter().map(|(turns, _)| *turns).collect();
            let wanted = match kind.trim_end_matches(|letter: char| !letter.is_ascii_digit()) {
                "1" => vec![0],
                "4" | "5" | "30" => vec![0, 1],
                _ => vec![0, 1, 2, 3],
            };
            assert_eq!(turns, wanted, "{kind}");
        }
    }

    #[test]
    fn rotation_turns_sides_and_segments() {
        let tile = safari().tiles["26EZ"].rotated(1);
        assert_eq!(tile.sides, [Land::Trail, Land::Bush, Land::Bush, Land::Savanna]);
        assert_eq!(tile.segments[0].sides, [Side::N]);
        assert_eq!(tile.segments[0].animal, Some('E'));
        assert_eq!(tile.segments[1].sides, [Side::E, Side::S]);
        assert_eq!(tile.segments[1].animal, Some('Z'));
        assert_eq!(tile.segments[1].birds, 2);
        assert_eq!(tile.rotated(3).segments, safari().tiles["26EZ"].segments);
    }

    #[test]
    fn broken_files() {
        let replacements = [
            ("sides = \"ssss\"", "sides = \"sss\""),
            ("sides = \"ssss\"", "sides = \"sxss\""),
            ("sides = \"ssss\"", "sides = \"ssst\""),
            ("trails = [\"W\"]", "trails = []"),
            ("trails = [\"EW\"]", "trails = [\"EE\"]"),
            ("trails = [\"EW\"]", "trails = [\"EQ\"]"),
            ("trails = [\"EW\"]", "trails = [\"EW\", \"W\"]"),
            ("copies = [\"E\"]", "copies = [\"B\"]"),
            ("copies = [\"E\"]", "copies = [\"\"]"),
            ("copies = [\"E\"]", "copies = [1]"),
            ("birds = 1", "birds = -1"),
            ("birds = 1", "bird = 1"),
            ("id = 7", "id = 6"),
            ("id = 7", "id = 0"),
            ("id = 7", "id = 77777777777"),
            ("id = 7", ""),
            ("baobab = true", "baobab = 1"),
            ("at = [0, 0]", "at = [0, 1]"),
            ("at = [0, 0]", "at = [0]"),
            ("animals = \"A-\"", "animals = \"A\""),
            ("[[tile]]", "[[tile]"),
            ("[[start]]", "[[begin]]"),
        ];
        for (from, to) in replacements {
            let text = SAFARI.replacen(from, to, 1);
            assert_ne!(text, SAFARI, "{from}");
            assert!(TileSet::parse(&text).is_err(), "{from} -> {to}");
        }
        assert!(TileSet::parse("").is_err());
        let many = SAFARI.replacen(
            "[\"\", \"\"]",
            "[\"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\"]",
            1,
        );
        assert!(TileSet::parse(&many).is_err(), "82 land tiles");
    }
}
