//! The small signs on tiles and boards.

use std::fmt;

use safari_core::{Animal, Corner};

use crate::geometry::{Num, Point, TILE};
use crate::palette::{self, BANK, FAINT, INK, LEAF, PAPER, RANGER, SEATS, WATER};
use crate::svg::{Font, Svg};

/// The figure of a meeple around (0, 0), 17 units wide and 18 high.
const FIGURE: &str = "M0-9.5C2.6-9.5 4-7.6 4-5.6C4-4.6 3.7-3.8 3.2-3.1C5.6-2.7 8.7-1.4 8.7.7C8.7 2.2 6.2 2.4 5 2.5\
                      C5.4 4.2 7 6.6 7 7.8C7 8.6 6.5 8.8 5.9 8.8H-5.9C-6.5 8.8-7 8.6-7 7.8C-7 6.6-5.4 4.2-5 2.5\
                      C-6.2 2.4-8.7 2.2-8.7.7C-8.7-1.4-5.6-2.7-3.2-3.1C-3.7-3.8-4-4.6-4-5.6C-4-7.6-2.6-9.5 0-9.5Z";

/// A printed animal: its letter in a round badge.
pub(crate) fn badge(svg: &mut Svg, at: Point, animal: Animal) {
    let ring = palette::animal(animal);
    svg.open("animal", at, format_args!(r#" data-animal="{animal}""#));
    svg.put(format_args!(r#"<circle r="8.3" fill="{PAPER}" stroke="{ring}" stroke-width="1.8"/>"#));
    svg.text(Point::new(0.0, 4.4), Font::new(12.0).bold().middle(), &animal.to_string());
    svg.close();
}

/// Birds above a bush: a bird and how many they are.
pub(crate) fn birds(svg: &mut Svg, at: Point, count: u8) {
    svg.open("birds", at, format_args!(r#" data-birds="{count}""#));
    svg.put(format_args!(
        r##"<rect x="-10.7" y="-7" width="21.4" height="14" rx="7" fill="#e4f1fb" stroke="{INK}" stroke-width=".8"/>"##
    ));
    svg.put(format_args!(
        r#"<path d="M-9-2.5C-7-4.6-4.6-3.6-3.6 .8C-2.6-3.6-.2-4.6 1.8-2.5C-.4-2.6-2.2-.6-3.6 3.4C-5-.6-6.8-2.6-9-2.5Z" fill="{INK}"/>"#
    ));
    svg.text(Point::new(6.0, 4.0), Font::new(11.0).bold().middle(), &count.to_string());
    svg.close();
}

/// A baobab.
pub(crate) fn baobab(svg: &mut Svg, at: Point) {
    svg.open("baobab", at, format_args!(""));
    svg.put(format_args!(
        r##"<path d="M-3.6 12.5C-2.6 8-4.2 4-6-1L-2.5 1L0-3L2.5 1L6-1C4.2 4 2.6 8 3.6 12.5Z" fill="#9a7b5c" stroke="{BANK}" stroke-width="1.2" stroke-linejoin="round"/>"##
    ));
    svg.put(format_args!(
        r##"<path d="M-12.5-2.5C-14-6-10-9-7.5-8.5C-6-12.8 0-13.5 2-10.8C5-13 9-11 8.8-8C12.5-8 14-4.5 12-2.3C9.5.3 5.5-.5 4-2C1.5 0-2.5 0-4.5-2C-7 .2-11 0-12.5-2.5Z" fill="#3f7d4a" stroke="#1f4d2b" stroke-width="1.2"/>"##
    ));
    svg.close();
}

/// A meeple in its seat's colour with the seat's number.
pub(crate) fn meeple(svg: &mut Svg, at: Point, scale: f64, seat: usize, more: fmt::Arguments<'_>) {
    let (fill, number) = SEATS[seat];
    let scale = Num(scale);
    svg.put(format_args!(
        r#"<g class="meeple" transform="translate({at}) scale({scale})" data-seat="{seat}"{more}>"#
    ));
    svg.put(format_args!(r#"<path d="{FIGURE}" fill="none" stroke="{PAPER}" stroke-width="4.4"/>"#));
    svg.put(format_args!(r#"<path d="{FIGURE}" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>"#));
    svg.text(Point::new(0.0, 6.7), Font::new(9.5).bold().middle().fill(number), &seat.to_string());
    svg.close();
}

/// A ranger.
pub(crate) fn ranger(svg: &mut Svg, at: Point, more: fmt::Arguments<'_>) {
    svg.open("ranger", at, more);
    svg.put(format_args!(
        r#"<g transform="scale(1.7)"><path d="{FIGURE}" fill="{RANGER}" stroke="{INK}" stroke-width="1"/>"#
    ));
    svg.put(format_args!(
        r##"<path d="M-6.6-6.9C-4-8-3.4-8.2-3-10.4C-1.5-11.4 1.5-11.4 3-10.4C3.4-8.2 4-8 6.6-6.9C3.5-5.6-3.5-5.6-6.6-6.9Z" fill="#d9c47c" stroke="{INK}" stroke-width=".9"/></g>"##
    ));
    svg.text(Point::new(0.0, 9.0), Font::new(12.0).bold().middle().fill("#ffffff"), "R");
    svg.close();
}

/// An animal tile: its letter on a square card.
pub(crate) fn card(svg: &mut Svg, at: Point, animal: Animal, more: fmt::Arguments<'_>) {
    card_with_letter(svg, at, animal, Point::new(0.0, 0.0), more);
}

/// An animal tile on a corner of a tile whose top left corner is (0, 0), with the meeple of the player who dug there.
pub(crate) fn laid(
    svg: &mut Svg,
    corner: Corner,
    animal: Animal,
    digger: Option<usize>,
    more: fmt::Arguments<'_>,
) {
    let place = |x, y| Point::new(x, y).turned(corner.index());
    let (card, inner) = (place(86.5, 13.5), place(79.5, 20.5));
    let outwards = if digger.is_some() { 0.72 } else { 0.0 };
    let letter = Point::new((card.x - inner.x) * outwards, (card.y - inner.y) * outwards);
    card_with_letter(svg, card, animal, letter, more);
    if let Some(seat) = digger {
        meeple(svg, inner, 0.8, seat, more);
    }
}

fn card_with_letter(svg: &mut Svg, at: Point, animal: Animal, letter: Point, more: fmt::Arguments<'_>) {
    let ring = palette::animal(animal);
    svg.open("card", at, format_args!(r#" data-animal="{animal}"{more}"#));
    svg.put(format_args!(
        r#"<rect x="-11" y="-11" width="22" height="22" rx="3" fill="{PAPER}" stroke="{ring}" stroke-width="2.2"/>"#
    ));
    svg.text(letter.moved(0.0, 4.4), Font::new(12.0).bold().middle(), &animal.to_string());
    svg.close();
}

/// The water around a corner of a tile whose top left corner is (0, 0).
pub(crate) fn water(svg: &mut Svg, corner: Corner) {
    let at = |x, y| Point::new(x, y).turned(corner.index());
    let (from, to, vertex) = (at(66.0, 0.0), at(100.0, 34.0), at(100.0, 0.0));
    svg.put(format_args!(
        r#"<path d="M{from}A34 34 0 0 0 {to}L{vertex}Z" fill="{WATER}" fill-opacity=".55"/>"#
    ));
}

/// The mark of an open corner of a tile whose top left corner is (0, 0).
pub(crate) fn open_corner(svg: &mut Svg, corner: Corner) {
    let at = |x, y| Point::new(x, y).turned(corner.index());
    let (from, to) = (at(TILE - 16.0, 0.0), at(TILE, 16.0));
    svg.put(format_args!(
        r#"<path class="open-corner" d="M{from}A16 16 0 0 0 {to}" fill="none" stroke="{WATER}" stroke-width="1.3" stroke-dasharray="2.6 2.2"/>"#
    ));
}

/// An empty space of the table whose top left corner is `at`.
pub(crate) fn empty_space(svg: &mut Svg, at: Point) {
    let at = at.moved(4.0, 4.0);
    svg.put(format_args!(
        r#"<rect class="space" transform="translate({at})" width="92" height="92" rx="8" fill="none" stroke="{FAINT}" stroke-width="1" stroke-dasharray="4 5" stroke-opacity=".55"/>"#
    ));
}

/// Tufts of leaves along a bush.
pub(crate) fn leaves(svg: &mut Svg, path: &str, opacity: &str) {
    svg.put(format_args!(
        r#"<path d="{path}" fill="none" stroke="{LEAF}" stroke-width="1.3" stroke-opacity="{opacity}"/>"#
    ));
}
