//! Which facts about the built-in tiles are uncertain (the head of `configs/tiles/safari.toml`).

use safari_core::TileSet;

/// What to compare with the box first.
pub(crate) const NOTES: [&str; 6] = [
    "Certain, from the published tile reference: the types, the number of copies, the animals of each copy, the totals.",
    "From drawings of the tiles: sides, connections, baobabs, birds, and what stands where. In doubt, marked with a red ?:",
    "Type 10: the two dead ends may lie on opposite sides instead of adjacent ones. Type 33: 0 or 2 birds; its three sides joined.",
    "Start tile: 0 or 1 bird on the right-hand bush. Any type: birds may differ between its copies, as each type was drawn once.",
    "Types 14, 15, 18, 19, 23, 24, 25, 26, 27, 31: which of a tile's animals stands on which trail or bush, where they differ.",
    "If your box shows something else, correct configs/tiles/safari.toml: these facts stand nowhere else.",
];

/// Types whose drawing is in doubt.
pub(crate) const DRAWINGS: [u16; 2] = [10, 33];
/// Types with a doubt about which animal stands on which segment.
pub(crate) const ANIMALS: [u16; 10] = [14, 15, 18, 19, 23, 24, 25, 26, 27, 31];

/// Whether the notes are about these tiles.
pub(crate) fn concern(tiles: &TileSet) -> bool {
    tiles == TileSet::safari()
}

/// What is in doubt about a type, as a mark beside its number.
pub(crate) fn mark(id: u16) -> Option<&'static str> {
    if DRAWINGS.contains(&id) {
        Some("? drawing")
    } else if ANIMALS.contains(&id) {
        Some("? animals")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_say_what_the_tile_file_says() {
        let file = include_str!("../../../configs/tiles/safari.toml");
        let head = file.split("[[tile]]").next().unwrap();
        let doubtful = head.split("Doubtful").nth(1).unwrap();
        let lines: Vec<&str> =
            doubtful.lines().skip(1).map(|line| line.trim_start_matches(['#', ' '])).collect();
        for id in DRAWINGS {
            assert!(lines.iter().any(|line| line.starts_with(&format!("{id} "))), "{id}");
        }
        let animals = lines.iter().find(|line| line.starts_with("which of a copy's animals")).unwrap();
        let listed = animals.split(['(', ')']).nth(1).unwrap();
        assert_eq!(listed.split(", ").map(|id| id.parse().unwrap()).collect::<Vec<u16>>(), ANIMALS);
        assert!(lines.iter().any(|line| line.starts_with("start ")));
        assert_eq!(lines.iter().filter(|line| !line.is_empty()).count(), 5);
    }
}
