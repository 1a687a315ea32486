//! Tile files.
//!
//! Invariants:
//! * no text panics, and an error names a line of the file;
//! * a set that is accepted keeps the limits (1 to 81 land tiles, 96 kinds, 128 segments, 255 birds), every kind has one token that
//!   names it, and each side of trail or bush belongs to one segment;
//! * the oracle's reader, written by someone else, accepts it too and finds the same kinds;
//! * a game with it can be played to the end and is consistent on the way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use safari_core::{MAX_KINDS, MAX_LAND, MAX_SEGMENTS, Terrain, TileSet};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let set = match TileSet::parse(text) {
        Ok(set) => set,
        Err(error) => {
            assert!((1..=text.matches('\n').count() + 1).contains(&error.line), "{error}");
            let _ = error.to_string();
            return;
        }
    };
    let start = set.start().map(|(kind, _)| kind);
    let mut land = 0;
    let mut sums = (0, 0);
    for kind in set.kinds().chain(start) {
        let drawing = set.drawing(kind);
        let copies = usize::from(drawing.copies);
        sums.0 += copies * drawing.segments.len();
        sums.1 += copies * drawing.segments.iter().map(|s| usize::from(s.birds)).sum::<usize>();
        for (side, &terrain) in drawing.sides.iter().enumerate() {
            let touching = |s: &&safari_core::Segment| s.sides.iter().any(|s| s.index() == side);
            let terrains: Vec<Terrain> =
                drawing.segments.iter().filter(touching).map(|s| s.terrain).collect();
            let wanted: &[Terrain] = if terrain == Terrain::Savanna { &[] } else { &[terrain] };
            assert_eq!(terrains, wanted);
        }
    }
    for kind in set.kinds() {
        land += usize::from(set.drawing(kind).copies);
        assert_eq!(set.kind(set.token(kind)), Some(kind));
    }
    assert_eq!(land, set.land());
    assert!((1..=MAX_LAND).contains(&land) && set.kinds().len() <= MAX_KINDS);
    assert!(sums.0 <= MAX_SEGMENTS && sums.1 <= 255);

    let theirs =
        safari_oracle::TileSet::parse(text).expect("the oracle accepts what the core accepts").kinds();
    let own: Vec<(String, usize)> =
        set.kinds().map(|kind| (set.token(kind).to_owned(), set.drawing(kind).copies.into())).collect();
    assert_eq!(own, theirs);

    let set: &'static TileSet = set.leak();
    for game in 0..2 {
        let (deal, players) = safari_fuzz::deal(set, game);
        let (position, _) = deal.start(safari_fuzz::variant(game), players).expect("2 to 5 players");
        position.validate().expect("the position is consistent");
        safari_fuzz::play_to_the_end(&position);
    }
    // SAFETY: `leak` gave a box away, and nothing that refers to it is left.
    drop(unsafe { Box::from_raw(std::ptr::from_ref(set).cast_mut()) });
});
