//! How boards look in a terminal.

/// What a terminal can show.
///
/// ```
/// use safari_report::TextStyle;
/// assert_eq!(TextStyle::PLAIN, TextStyle { colour: false, unicode: false });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextStyle {
    /// Whether colours are written, as ECMA-48 control sequences of the palette of 256.
    pub colour: bool,
    /// Whether lines and shades are drawn with Unicode characters, else with ASCII alone.
    pub unicode: bool,
}

impl TextStyle {
    /// ASCII without colour.
    pub const PLAIN: TextStyle = TextStyle { colour: false, unicode: false };
    /// Unicode in colour.
    pub const RICH: TextStyle = TextStyle { colour: true, unicode: true };

    pub(crate) fn glyphs(self) -> &'static Glyphs {
        if self.unicode { &UNICODE } else { &ASCII }
    }
}

/// The characters of a picture.
pub(crate) struct Glyphs {
    /// A trail from west to east, and from north to south.
    pub level: char,
    pub upright: char,
    /// A trail's bend, by the corner that it goes around: NE SE SW NW.
    pub bends: [char; 4],
    /// A closed end, by the side from which the trail comes: N E S W.
    pub ends: [char; 4],
    pub bush: char,
    pub baobab: char,
    /// An open corner.
    pub corner: char,
    /// The frame of a tile: its level and upright lines and their crossings.
    pub frame: [char; 3],
}

const UNICODE: Glyphs = Glyphs {
    level: '━',
    upright: '┃',
    bends: ['┗', '┏', '┓', '┛'],
    ends: ['┻', '┣', '┳', '┫'],
    bush: '▒',
    baobab: '♣',
    corner: '·',
    frame: ['┄', '┊', '┼'],
};

const ASCII: Glyphs = Glyphs {
    level: '-',
    upright: '|',
    bends: ['+'; 4],
    ends: ['x'; 4],
    bush: '%',
    baobab: 'Y',
    corner: 'o',
    frame: ['.', ':', '.'],
};

/// What a character stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ink {
    #[default]
    Plain,
    Faint,
    Strong,
    Frame,
    Trail,
    Bush,
    Animal,
    Birds,
    Baobab,
    Corner,
    Card,
    Ranger,
    Meeple(u8),
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ground {
    /// The terminal's own.
    #[default]
    Table,
    Savanna,
    /// Savanna of the tile placed last.
    Last,
    Bush,
}

/// The parameters of the control sequence for a character; none for the terminal's own colours.
pub(crate) fn colours(ink: Ink, ground: Ground) -> String {
    const SEATS: [&str; 5] = [
        "1;38;5;231;48;5;25",
        "1;38;5;231;48;5;166",
        "1;38;5;16;48;5;227",
        "1;38;5;231;48;5;16",
        "1;38;5;16;48;5;176",
    ];
    let front = match ink {
        Ink::Plain => "",
        Ink::Faint => "38;5;244",
        Ink::Strong => "1",
        Ink::Frame => "38;5;137",
        Ink::Trail => "1;38;5;94",
        Ink::Bush => "38;5;64",
        Ink::Animal | Ink::Birds => "1;38;5;16",
        Ink::Baobab => "1;38;5;22",
        Ink::Corner => "38;5;31",
        Ink::Card => "1;38;5;231;48;5;31",
        Ink::Ranger => "1;38;5;231;48;5;58",
        Ink::Meeple(seat) => SEATS[usize::from(seat) % SEATS.len()],
    };
    let back = match ground {
        Ground::Table => "",
        Ground::Savanna => "48;5;223",
        Ground::Last => "48;5;218",
        Ground::Bush => "48;5;150",
    };
    // A piece brings a ground of its own.
    let piece = matches!(ink, Ink::Card | Ink::Ranger | Ink::Meeple(_));
    match (front, back) {
        ("", back) if !piece => back.to_owned(),
        (front, back) if piece || back.is_empty() => front.to_owned(),
        (front, back) => format!("{front};{back}"),
    }
}
