//! The colours of all drawings.

use safari_core::Animal;

/// Ground of a tile.
pub(crate) const SAND: &str = "#f0e0b4";
/// Tufts of grass on the ground.
pub(crate) const GRASS: &str = "#cdb67c";
/// A tile's edge.
pub(crate) const EDGE: &str = "#7d6a43";
/// A trail.
pub(crate) const TRAIL: &str = "#c08a4f";
/// A trail's banks, and the bar that closes it.
pub(crate) const BANK: &str = "#75491f";
/// A bush.
pub(crate) const BUSH: &str = "#79a84b";
/// A bush's outline.
pub(crate) const BUSH_EDGE: &str = "#31581f";
/// Leaves of a bush.
pub(crate) const LEAF: &str = "#5b8a37";
/// Water of a hole, and the mark of an open corner.
pub(crate) const WATER: &str = "#3f8fc4";
/// A badge, a card.
pub(crate) const PAPER: &str = "#fffdf5";
/// Text and outlines.
pub(crate) const INK: &str = "#2b2419";
/// Text of lesser weight.
pub(crate) const FAINT: &str = "#85785d";
/// What needs attention: a doubtful fact, the last tile.
pub(crate) const ALERT: &str = "#c2185b";
/// The paper on which a drawing lies.
pub(crate) const PAGE: &str = "#faf7ee";
/// A ranger.
pub(crate) const RANGER: &str = "#6b6f3a";

/// A seat's colour and the colour of a number on it.
///
/// From the palette of Okabe and Ito, which people with any colour vision can tell apart; green is left out, as bushes
/// are green.
pub(crate) const SEATS: [(&str, &str); 5] = [
    ("#0072b2", "#ffffff"),
    ("#d55e00", "#ffffff"),
    ("#f7e53b", "#000000"),
    ("#1c1c1c", "#ffffff"),
    ("#dd84b8", "#000000"),
];

/// The colour of an animal's ring.
pub(crate) const fn animal(animal: Animal) -> &'static str {
    match animal {
        Animal::Ape => "#6d3b1f",
        Animal::Elephant => "#5f6f80",
        Animal::Giraffe => "#c78a00",
        Animal::Lion => "#c2410c",
        Animal::Zebra => "#111111",
    }
}

/// An animal's name.
pub(crate) const fn animal_name(animal: Animal) -> &'static str {
    match animal {
        Animal::Ape => "ape",
        Animal::Elephant => "elephant",
        Animal::Giraffe => "giraffe",
        Animal::Lion => "lion",
        Animal::Zebra => "zebra",
    }
}
