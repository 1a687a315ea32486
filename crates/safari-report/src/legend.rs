//! What the signs of the tile sheet mean.

use safari_core::{Animal, Drawing, Segment, Side, Terrain};

use crate::art;
use crate::geometry::Point;
use crate::layout::Layout;
use crate::palette::{EDGE, FAINT, PAPER, animal_name};
use crate::svg::{Font, Svg};
use crate::symbols;

/// Height of the box.
const HEIGHT: f64 = 128.0;

/// Draws the legend in a box that begins at a point; gives back where it ends.
pub(crate) fn draw(svg: &mut Svg, at: Point, width: f64) -> f64 {
    svg.open("legend", at, format_args!(""));
    svg.put(format_args!(
        r#"<rect width="{width}" height="{HEIGHT}" rx="6" fill="{PAPER}" stroke="{EDGE}" stroke-width=".8"/>"#
    ));
    let samples: [(&[&str], &str, Drawing); 6] = [
        (&["savanna, its four", "corners open for a", "watering hole"], "savanna", sample(&[])),
        (&["an animal trail from", "side to side"], "trail", sample(&[(Terrain::Trail, "EW")])),
        (
            &["two trails that end", "inside the tile: not", "joined"],
            "dead ends",
            sample(&[(Terrain::Trail, "N"), (Terrain::Trail, "W")]),
        ),
        (&["a bush; the corners", "at its side are not", "open"], "bush", sample(&[(Terrain::Bush, "E")])),
        (&["one bush that joins", "two sides"], "joined bush", sample(&[(Terrain::Bush, "NE")])),
        (
            &["two bushes that are", "not joined"],
            "two bushes",
            sample(&[(Terrain::Bush, "N"), (Terrain::Bush, "E")]),
        ),
    ];
    for (i, (lines, name, drawing)) in samples.iter().enumerate() {
        let x = 12.0 + i as f64 * 136.0;
        svg.put(format_args!(r#"<g class="sample" transform="translate({x},10) scale(.62)">"#));
        art::tile(svg, drawing, 0, &Layout::new(drawing, 0, |_| false));
        svg.close();
        svg.text(Point::new(x, 87.0), Font::new(11.5).bold(), name);
        for (line, text) in lines.iter().enumerate() {
            svg.text(Point::new(x, 99.5 + line as f64 * 11.5), Font::new(10.0).fill(FAINT), text);
        }
    }
    signs(svg, 12.0 + 6.0 * 136.0);
    svg.close();
    at.y + HEIGHT
}

/// The signs that stand on tiles.
fn signs(svg: &mut Svg, x: f64) {
    for (i, animal) in Animal::ALL.into_iter().enumerate() {
        let place = Point::new(x + 14.0, 18.0 + i as f64 * 22.5);
        symbols::badge(svg, place, animal);
        svg.text(place.moved(16.0, 4.0), Font::new(11.5), animal_name(animal));
    }
    let x = x + 110.0;
    symbols::birds(svg, Point::new(x + 14.0, 20.0), 2);
    svg.text(Point::new(x + 34.0, 24.0), Font::new(11.5), "birds above a bush");
    symbols::baobab(svg, Point::new(x + 14.0, 52.0));
    svg.text(Point::new(x + 34.0, 56.0), Font::new(11.5), "baobab");
    svg.put(format_args!(r#"<g transform="translate({},96) scale(.62)">"#, x + 14.0));
    symbols::ranger(svg, Point::new(0.0, 0.0), format_args!(""));
    svg.close();
    svg.text(Point::new(x + 34.0, 100.0), Font::new(11.5), "ranger, on an empty space");
}

/// A drawing with these segments, given by the letters of their sides.
fn sample(segments: &[(Terrain, &str)]) -> Drawing {
    let mut sides = [Terrain::Savanna; 4];
    let mut list = Vec::new();
    for &(terrain, letters) in segments {
        let touched: Vec<Side> = letters.chars().filter_map(Side::from_letter).collect();
        for side in &touched {
            sides[side.index()] = terrain;
        }
        list.push(Segment { terrain, sides: touched, animal: None, birds: 0 });
    }
    Drawing { id: 0, sides, segments: list, baobab: false, copies: 1, token: String::new(), rotations: 4 }
}
