//! Reading and validating tile files.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::{Drawing, MAX_KINDS, MAX_LAND, MAX_SEGMENTS, START_CELLS, Segment, TileSet};
use crate::animal::Animal;
use crate::cell::Side;
use crate::terrain::Terrain;

/// Most birds above one bush segment.
const MAX_BIRDS: u8 = 9;
/// The largest number of a type.
const MAX_ID: u16 = 999;

/// What is wrong with a tile file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSetError {
    /// Line of the file, counted from 1.
    pub line: usize,
    /// The tile it concerns, such as `tile 26` or `the start tile`.
    pub tile: Option<String>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for TileSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(tile) = &self.tile {
            write!(f, ", {tile}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for TileSetError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    tile: Vec<Spanned<TileEntry>>,
    start: Spanned<Vec<Spanned<StartEntry>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileEntry {
    id: Spanned<u64>,
    sides: Spanned<String>,
    trails: Vec<Spanned<String>>,
    bushes: Vec<Spanned<BushEntry>>,
    baobab: bool,
    copies: Spanned<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BushEntry {
    sides: String,
    birds: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartEntry {
    at: Spanned<Vec<i64>>,
    sides: Spanned<String>,
    trails: Vec<Spanned<String>>,
    bushes: Vec<Spanned<BushEntry>>,
    animals: Spanned<String>,
}

/// The text, and the tile that is being read.
struct Reader<'a> {
    text: &'a str,
    tile: Option<String>,
}

type Parsed<T> = Result<T, TileSetError>;

pub(super) fn parse(text: &str) -> Parsed<TileSet> {
    let mut reader = Reader { text, tile: None };
    let file: File = toml::from_str(text)
        .map_err(|error| reader.error(&error.span().unwrap_or(0..0), error.message().trim().to_owned()))?;
    let mut drawings: Vec<Drawing> = Vec::new();
    let (mut land, mut segments) = (0, 0);
    for entry in &file.tile {
        let span = entry.span();
        let entry = entry.get_ref();
        let first = drawings.len();
        reader.tile(entry)?;
        if drawings.iter().any(|d| u64::from(d.id) == *entry.id.get_ref()) {
            return Err(
                reader.error(&entry.id.span(), "this id stands twice; give the copies to one tile".into())
            );
        }
        reader.kinds(entry, &mut drawings)?;
        for drawing in &drawings[first..] {
            land += usize::from(drawing.copies);
            segments += usize::from(drawing.copies) * drawing.segments.len();
        }
        if drawings.len() > MAX_KINDS {
            return Err(reader.error(
                &span,
                format!("with it there are {} kinds, but at most {MAX_KINDS} are allowed", drawings.len()),
            ));
        }
        if land > MAX_LAND {
            return Err(reader.error(
                &span,
                format!("with it there are {land} land tiles, but at most {MAX_LAND} are allowed"),
            ));
        }
    }
    reader.tile = Some("the start tile".into());
    let span = file.start.span();
    let start = file.start.get_ref();
    if start.len() != START_CELLS {
        return Err(
            reader.error(&span, format!("it has {} spaces, but it must have 3 (RULES 1.2)", start.len()))
        );
    }
    for (i, entry) in start.iter().enumerate() {
        let drawing = reader.start(i, entry.get_ref(), drawings.last().filter(|_| i > 0))?;
        segments += drawing.segments.len();
        drawings.push(drawing);
    }
    reader.tile = None;
    if land == 0 {
        return Err(reader.error(
            &(0..0),
            "there is no land tile, but at least one [[tile]] with a copy is needed".into(),
        ));
    }
    if segments > MAX_SEGMENTS {
        return Err(reader.error(
            &(0..0),
            format!("all tiles together have {segments} segments, but at most {MAX_SEGMENTS} are allowed"),
        ));
    }
    let birds: usize = drawings
        .iter()
        .flat_map(|d| d.segments.iter().map(move |s| usize::from(s.birds) * usize::from(d.copies)))
        .sum();
    if birds > 255 {
        return Err(reader
            .error(&(0..0), format!("all tiles together have {birds} birds, but at most 255 are allowed")));
    }
    Ok(TileSet::from_drawings(drawings))
}

impl Reader<'_> {
    fn error(&self, span: &Range<usize>, message: String) -> TileSetError {
        let before = self.text.as_bytes().iter().take(span.start);
        TileSetError {
            line: 1 + before.filter(|&&byte| byte == b'\n').count(),
            tile: self.tile.clone(),
            message,
        }
    }

    /// Takes note of the tile that is being read.
    fn tile(&mut self, entry: &TileEntry) -> Parsed<()> {
        let id = *entry.id.get_ref();
        self.tile = Some(format!("tile {id}"));
        if id == 0 || id > u64::from(MAX_ID) {
            return Err(self.error(&entry.id.span(), format!("the id must be from 1 to {MAX_ID}")));
        }
        Ok(())
    }

    /// Adds the kinds of one type.
    fn kinds(&self, entry: &TileEntry, drawings: &mut Vec<Drawing>) -> Parsed<()> {
        let id = *entry.id.get_ref() as u16;
        let sides = self.sides(&entry.sides)?;
        let segments = self.segments(sides, &entry.sides, &entry.trails, &entry.bushes)?;
        let copies = entry.copies.get_ref();
        if copies.is_empty() {
            return Err(
                self.error(&entry.copies.span(), "there is no copy; list one string for each copy".into())
            );
        }
        let first = drawings.len();
        for copy in copies {
            let segments = self.animals(&segments, copy)?;
            let token = format!("{id}{}", copy.get_ref());
            if let Some(known) = drawings[first..].iter_mut().find(|d| d.token == token) {
                if usize::from(known.copies) >= MAX_LAND {
                    return Err(self.error(&copy.span(), format!("more than {MAX_LAND} copies")));
                }
                known.copies += 1;
                continue;
            }
            let rotations = rotations(sides, &segments);
            drawings.push(Drawing { id, sides, segments, baobab: entry.baobab, copies: 1, token, rotations });
        }
        Ok(())
    }

    /// Reads space `i` of the start tile; `west` is the space before it.
    fn start(&self, i: usize, entry: &StartEntry, west: Option<&Drawing>) -> Parsed<Drawing> {
        let expected = [i as i64 - 1, 0];
        if entry.at.get_ref()[..] != expected {
            return Err(self.error(
                &entry.at.span(),
                format!("this space must lie at {expected:?}: the three spaces stand from west to east at [-1, 0], [0, 0] and [1, 0] (RULES 1.2)"),
            ));
        }
        let sides = self.sides(&entry.sides)?;
        if let Some(west) = west
            && west.sides[Side::East.index()] != sides[Side::West.index()]
        {
            return Err(self.error(
                &entry.sides.span(),
                "its west side differs from the east side of the space before it".into(),
            ));
        }
        let segments = self.segments(sides, &entry.sides, &entry.trails, &entry.bushes)?;
        let segments = self.animals(&segments, &entry.animals)?;
        let token = format!("start{i}");
        Ok(Drawing { id: 0, sides, segments, baobab: false, copies: 1, token, rotations: 4 })
    }

    fn sides(&self, text: &Spanned<String>) -> Parsed<[Terrain; 4]> {
        let letters: Vec<char> = text.get_ref().chars().collect();
        if letters.len() != 4 {
            return Err(self.error(
                &text.span(),
                format!("sides are `{}`, but they must be four letters, for N E S W", text.get_ref()),
            ));
        }
        let mut sides = [Terrain::Savanna; 4];
        for (side, &letter) in sides.iter_mut().zip(&letters) {
            *side = Terrain::from_letter(letter).ok_or_else(|| {
                self.error(
                    &text.span(),
                    format!("`{letter}` is no kind of side; use s (savanna), t (trail) or b (bush)"),
                )
            })?;
        }
        Ok(sides)
    }

    fn segments(
        &self,
        sides: [Terrain; 4],
        sides_text: &Spanned<String>,
        trails: &[Spanned<String>],
        bushes: &[Spanned<BushEntry>],
    ) -> Parsed<Vec<Segment>> {
        let mut used = [false; 4];
        let mut segments = Vec::new();
        for trail in trails {
            let touched = self.touched(trail.get_ref(), &trail.span(), Terrain::Trail, sides, &mut used)?;
            if touched.len() > 2 {
                return Err(self.error(
                    &trail.span(),
                    format!(
                        "trail `{}` touches {} sides, but a trail touches one or two",
                        trail.get_ref(),
                        touched.len()
                    ),
                ));
            }
            segments.push(Segment { terrain: Terrain::Trail, sides: touched, animal: None, birds: 0 });
        }
        for bush in bushes {
            let entry = bush.get_ref();
            let touched = self.touched(&entry.sides, &bush.span(), Terrain::Bush, sides, &mut used)?;
            if entry.birds > u64::from(MAX_BIRDS) {
                return Err(self
                    .error(&bush.span(), format!("{} birds, but a bush has 0 to {MAX_BIRDS}", entry.birds)));
            }
            segments.push(Segment {
                terrain: Terrain::Bush,
                sides: touched,
                animal: None,
                birds: entry.birds as u8,
            });
        }
        if let Some(side) =
            Side::ALL.into_iter().find(|s| sides[s.index()] != Terrain::Savanna && !used[s.index()])
        {
            let (what, list) = match sides[side.index()] {
                Terrain::Bush => ("bush", "bushes"),
                _ => ("trail", "trails"),
            };
            return Err(self.error(
                &sides_text.span(),
                format!("side {} is {what}, but nothing in `{list}` touches it", side.letter()),
            ));
        }
        Ok(segments)
    }

    fn touched(
        &self,
        text: &str,
        span: &Range<usize>,
        terrain: Terrain,
        sides: [Terrain; 4],
        used: &mut [bool; 4],
    ) -> Parsed<Vec<Side>> {
        let what = if terrain == Terrain::Trail { "trail" } else { "bush" };
        let mut touched = Vec::new();
        for letter in text.chars() {
            let side = Side::from_letter(letter).ok_or_else(|| {
                self.error(span, format!("`{letter}` in {what} `{text}` is no side; use N, E, S or W"))
            })?;
            if sides[side.index()] != terrain {
                return Err(self.error(
                    span,
                    format!(
                        "{what} `{text}` touches side {letter}, which `sides` calls `{}`, not `{}`",
                        sides[side.index()].letter(),
                        terrain.letter()
                    ),
                ));
            }
            if std::mem::replace(&mut used[side.index()], true) {
                return Err(self.error(span, format!("side {letter} is touched twice")));
            }
            touched.push(side);
        }
        if touched.is_empty() {
            return Err(self.error(span, format!("a {what} must touch at least one side")));
        }
        touched.sort();
        Ok(touched)
    }

    fn animals(&self, segments: &[Segment], copy: &Spanned<String>) -> Parsed<Vec<Segment>> {
        let letters: Vec<char> = copy.get_ref().chars().collect();
        if letters.len() != segments.len() {
            return Err(self.error(
                &copy.span(),
                format!("`{}` names {} animals, but the tile has {} segments; give one letter or `-` for each, trails first", copy.get_ref(), letters.len(), segments.len()),
            ));
        }
        let mut segments = segments.to_vec();
        for (segment, &letter) in segments.iter_mut().zip(&letters) {
            segment.animal = match letter {
                '-' => None,
                _ => Some(Animal::from_letter(letter).ok_or_else(|| {
                    self.error(
                        &copy.span(),
                        format!("`{letter}` is no animal; use A, E, G, L, Z or `-` for none"),
                    )
                })?),
            };
        }
        Ok(segments)
    }
}

/// How many rotations look different (RULES 10): the smallest turn that repeats the drawing.
fn rotations(sides: [Terrain; 4], segments: &[Segment]) -> u8 {
    let looks = |turns: usize| {
        let mut list: Vec<_> = segments
            .iter()
            .map(|s| {
                let touched = s.sides.iter().fold(0u8, |mask, side| mask | 1 << ((side.index() + turns) & 3));
                (s.terrain as u8, touched, s.animal, s.birds)
            })
            .collect();
        list.sort();
        let sides: [Terrain; 4] = std::array::from_fn(|side| sides[(side + 4 - turns) & 3]);
        (sides, list)
    };
    [1, 2].into_iter().find(|&turns| looks(turns) == looks(0)).unwrap_or(4) as u8
}
