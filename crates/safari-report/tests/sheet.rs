//! The sheet of all land tiles says what the tile set says.
#![allow(clippy::unwrap_used)] // A failing helper is a failing test.

use roxmltree::{Document, Node};
use safari_core::{Drawing, Terrain, TileSet};
use safari_report::tile_sheet;

const FILE: &str = include_str!("../../../configs/tiles/safari.toml");

fn class<'a>(node: &Node<'a, 'a>, class: &str) -> Vec<Node<'a, 'a>> {
    node.descendants().filter(|n| n.attribute("class") == Some(class)).collect()
}

fn tile<'a>(sheet: &'a Document<'a>, token: &str) -> Node<'a, 'a> {
    let tiles = class(&sheet.root(), "tile");
    let mut found = tiles.into_iter().filter(|node| node.attribute("data-kind") == Some(token));
    let tile = found.next().unwrap_or_else(|| panic!("{token} is not drawn"));
    assert!(found.next().is_none(), "{token} is drawn twice");
    tile
}

/// The point of `translate(x,y)`.
fn place(node: &Node<'_, '_>) -> (f64, f64) {
    let text = node.attribute("transform").unwrap();
    let (x, y) = text.strip_prefix("translate(").unwrap().split(')').next().unwrap().split_once(',').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

fn drawings(tiles: &TileSet) -> Vec<&Drawing> {
    let start = tiles.start();
    tiles.kinds().chain(start.map(|(kind, _)| kind)).map(|kind| tiles.drawing(kind)).collect()
}

#[test]
fn every_kind_is_drawn_once_with_its_count() {
    let tiles = TileSet::safari();
    let text = tile_sheet(tiles);
    let sheet = Document::parse(&text).unwrap();
    for kind in tiles.kinds() {
        let drawing = tiles.drawing(kind);
        tile(&sheet, &drawing.token);
        let caption = format!("{} ×{}", drawing.token, drawing.copies);
        assert_eq!(sheet.descendants().filter(|n| n.text() == Some(&caption) && n.is_element()).count(), 1);
    }
    for (kind, cell) in tiles.start() {
        tile(&sheet, tiles.token(kind));
        assert!(text.contains(&format!(">({}, {})<", cell.x, cell.y)));
    }
    assert_eq!(class(&sheet.root(), "type").len(), 33);
    for cell in TileSet::ranger_cells() {
        let at = cell.to_string();
        assert!(class(&sheet.root(), "ranger").iter().any(|n| n.attribute("data-at") == Some(&at)));
    }
}

#[test]
fn every_drawing_shows_what_the_tile_file_says() {
    let tiles = TileSet::safari();
    let text = tile_sheet(tiles);
    let sheet = Document::parse(&text).unwrap();
    for drawing in drawings(tiles) {
        let (token, node) = (&drawing.token, tile(&sheet, &drawing.token));
        let segments = |terrain| drawing.segments.iter().filter(move |s| s.terrain == terrain);
        let letters: Vec<String> =
            drawing.segments.iter().filter_map(|s| Some(s.animal?.to_string())).collect();
        let badges = class(&node, "animal");
        let drawn: Vec<&str> = badges.iter().filter_map(|n| n.attribute("data-animal")).collect();
        assert_eq!(drawn, letters, "{token}");
        let birds: Vec<String> =
            drawing.segments.iter().filter(|s| s.birds > 0).map(|s| s.birds.to_string()).collect();
        let marks = class(&node, "birds");
        assert_eq!(
            marks.iter().filter_map(|n| n.attribute("data-birds")).collect::<Vec<_>>(),
            birds,
            "{token}"
        );
        assert_eq!(class(&node, "baobab").len(), usize::from(drawing.baobab), "{token}");
        assert_eq!(class(&node, "trail").len(), segments(Terrain::Trail).count(), "{token}");
        assert_eq!(class(&node, "bush").len(), segments(Terrain::Bush).count(), "{token}");
        let closed = segments(Terrain::Trail).filter(|s| s.sides.len() == 1).count();
        assert_eq!(class(&node, "dead-end").len(), closed, "{token}");
        let open = (0..4)
            .filter(|&i| drawing.sides[i] != Terrain::Bush && drawing.sides[(i + 1) % 4] != Terrain::Bush);
        assert_eq!(class(&node, "open-corner").len(), open.count(), "{token}");
    }
}

#[test]
fn an_animal_stands_on_the_segment_that_bears_it() {
    let tiles = TileSet::safari();
    let text = tile_sheet(tiles);
    let sheet = Document::parse(&text).unwrap();
    let middles = [(50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0)];
    for drawing in drawings(tiles) {
        let badges = class(&tile(&sheet, &drawing.token), "animal");
        let bearers = drawing.segments.iter().filter(|s| s.animal.is_some());
        for (badge, segment) in badges.iter().zip(bearers) {
            let (x, y) = place(badge);
            let nearest = (0..4).min_by(|&a: &usize, &b: &usize| {
                let far = |(mx, my): (f64, f64)| (mx - x).hypot(my - y);
                far(middles[a]).total_cmp(&far(middles[b]))
            });
            let straight = segment.sides.len() == 2 && segment.sides[0].opposite() == segment.sides[1];
            let on = segment.sides.iter().any(|side| Some(side.index()) == nearest);
            assert!(on || straight && (x, y) == (50.0, 50.0), "{} {x} {y}", drawing.token);
        }
    }
}

#[test]
fn the_doubts_are_told_of_the_built_in_tiles_alone() {
    let built_in = tile_sheet(TileSet::safari());
    assert!(
        built_in.contains("? drawing") && built_in.contains("? animals") && built_in.contains("0 or 2 birds")
    );
    let other = TileSet::parse(&FILE.replacen("birds = 2", "birds = 3", 1)).unwrap();
    let sheet = tile_sheet(&other);
    assert!(Document::parse(&sheet).is_ok());
    assert!(!sheet.contains("? drawing") && !sheet.contains("? animals") && !sheet.contains("0 or 2 birds"));
    assert!(sheet.contains(r#"data-birds="3""#));
}
