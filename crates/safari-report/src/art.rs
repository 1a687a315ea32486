//! The picture of one tile.

use safari_core::{Corner, Drawing, Terrain};

use crate::geometry::{Point, TILE};
use crate::layout::{Layout, Stand};
use crate::palette::{BANK, BUSH, BUSH_EDGE, EDGE, GRASS, INK, SAND, TRAIL};
use crate::run::Form;
use crate::svg::Svg;
use crate::symbols;

/// Tufts of grass, the same on every tile.
const TUFTS: &str = "M30 31l2-5M33 31l3-4M62 71l-1-5M65 71l3-4M28 66l-2-5M31 66l2-5M70 36l-2-4M73 36l3-5M53 47l-1-4M56 47l2-4";

/// The corners that are open (RULES 4.4) once the drawing is turned by `rotation`.
pub(crate) fn open_corners(drawing: &Drawing, rotation: u8) -> impl Iterator<Item = Corner> + '_ {
    let bush = move |side: usize| drawing.sides[(side + 4 - usize::from(rotation & 3)) & 3] == Terrain::Bush;
    Corner::ALL.into_iter().filter(move |corner| corner.sides().iter().all(|side| !bush(side.index())))
}

/// Draws a tile whose top left corner is (0, 0), without meeples and animal tiles.
pub(crate) fn tile(svg: &mut Svg, drawing: &Drawing, rotation: u8, layout: &Layout) {
    let size = TILE;
    svg.put(format_args!(r#"<rect width="{size}" height="{size}" fill="{SAND}"/>"#));
    svg.put(format_args!(r#"<path d="{TUFTS}" stroke="{GRASS}" stroke-width="1" fill="none"/>"#));
    let (trails, bushes): (Vec<&Stand>, Vec<&Stand>) =
        layout.stands.iter().partition(|s| matches!(s.run.form, Form::DeadEnd | Form::Straight | Form::Bend));
    for stand in bushes {
        bush(svg, stand);
    }
    for stand in trails {
        trail(svg, stand);
    }
    for corner in open_corners(drawing, rotation) {
        symbols::open_corner(svg, corner);
    }
    svg.put(format_args!(
        r#"<rect width="{size}" height="{size}" fill="none" stroke="{EDGE}" stroke-width="1"/>"#
    ));
    if let Some(place) = layout.baobab {
        symbols::baobab(svg, place);
    }
    for (segment, stand) in drawing.segments.iter().zip(&layout.stands) {
        if let (Some(place), Some(animal)) = (stand.animal, segment.animal) {
            symbols::badge(svg, place, animal);
        }
        if let Some(place) = stand.birds {
            symbols::birds(svg, place, segment.birds);
        }
    }
}

fn bush(svg: &mut Svg, stand: &Stand) {
    let run = stand.run;
    svg.put(format_args!(r#"<path class="bush" d="{}" fill="{BUSH}"/>"#, run.bush()));
    symbols::leaves(svg, &run.rim(9.0), ".45");
    symbols::leaves(svg, &run.rim(4.5), ".8");
    svg.put(format_args!(
        r#"<path d="{}" fill="none" stroke="{BUSH_EDGE}" stroke-width="1.8" stroke-linejoin="round"/>"#,
        run.rim(0.0)
    ));
}

fn trail(svg: &mut Svg, stand: &Stand) {
    let path = stand.run.trail();
    svg.put(format_args!(
        r#"<path class="trail" d="{path}" fill="none" stroke="{BANK}" stroke-width="14"/><path d="{path}" fill="none" stroke="{TRAIL}" stroke-width="11"/>"#
    ));
    if stand.run.form == Form::DeadEnd {
        svg.put(format_args!(
            r#"<path class="dead-end" d="{}" stroke="{BANK}" stroke-width="5" stroke-linecap="round"/>"#,
            stand.run.bar()
        ));
    }
}

/// The place on a turned tile that belongs to a meeple at the first side of a segment.
pub(crate) fn segment_at(drawing: &Drawing, rotation: u8, side: safari_core::Side) -> Option<usize> {
    let printed = safari_core::Side::from_index(side.index() + 4 - usize::from(rotation & 3));
    drawing.segments.iter().position(|segment| segment.sides.contains(&printed))
}

/// Where a meeple on a baobab stands: before its trunk.
pub(crate) fn keeper(baobab: Point) -> Point {
    baobab.moved(0.0, 9.0)
}

/// The border of the start tile, whose western space has its top left corner at a point.
pub(crate) fn one_piece(svg: &mut Svg, at: Point) {
    svg.put(format_args!(
        r#"<rect class="one-piece" transform="translate({at})" width="{}" height="{TILE}" rx="2" fill="none" stroke="{INK}" stroke-width="2.6"/>"#,
        3.0 * TILE
    ));
}
