//! What the side of a tile shows.

/// The kind of a tile's side (RULES 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Terrain {
    /// `s` in tile files.
    Savanna = 0,
    /// `t` in tile files.
    Trail = 1,
    /// `b` in tile files.
    Bush = 2,
}

impl Terrain {
    /// The letter used in tile files.
    pub const fn letter(self) -> char {
        b"stb"[self as usize] as char
    }

    /// The terrain with this letter.
    pub const fn from_letter(letter: char) -> Option<Terrain> {
        Some(match letter {
            's' => Terrain::Savanna,
            't' => Terrain::Trail,
            'b' => Terrain::Bush,
            _ => return None,
        })
    }
}
