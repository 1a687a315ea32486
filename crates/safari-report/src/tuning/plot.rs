//! A plot within a page: a frame with two axes, and marks in it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::axis::Axis;
use super::ink::{FAINT, GRID, INK};
use crate::geometry::{Num, Point};
use crate::svg::{Font, Svg};

/// Where the frame lies in its picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// A picture with axes that is being drawn.
pub(super) struct Plot {
    svg: Svg,
    size: Size,
    x: Axis,
    y: Axis,
}

/// Size of labels in pixels.
const LABEL: f64 = 11.0;

impl Plot {
    /// An empty frame with ticks and the names of its axes.
    pub fn new(size: Size, x: Axis, y: Axis, x_name: &str, y_name: &str) -> Plot {
        let mut plot = Plot { svg: Svg::new(), size, x, y };
        let Size { width, height, left, right, top, bottom } = size;
        let font = Font::new(LABEL).fill(FAINT);
        let down = height - bottom;
        for (value, label) in plot.y.ticks(5) {
            let y = plot.y(value);
            plot.rule(Point::new(left, y), Point::new(width - right, y), GRID, "");
            plot.svg.text(Point::new(left - 6.0, y + 4.0), font.end(), &clipped(&label, 9));
        }
        // Many words, or long ones, stand aslant.
        let ticks = plot.x.ticks(((width - left - right) / 52.0) as usize);
        let letters = ticks.iter().map(|(_, label)| label.chars().count() + 1).max().unwrap_or(0);
        let aslant = letters as f64 * 6.5 * ticks.len() as f64 > width - left - right;
        for (value, label) in ticks {
            let x = plot.x(value);
            plot.rule(Point::new(x, top), Point::new(x, down), GRID, "");
            let at = Point::new(x, down + 15.0);
            if aslant {
                plot.svg.put(format_args!(r#"<g transform="rotate(-30 {},{})">"#, Num(at.x), Num(at.y)));
                plot.svg.text(at, font.end(), &clipped(&label, 14));
                plot.svg.close();
            } else {
                plot.svg.text(at, font.middle(), &label);
            }
        }
        plot.svg.put(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{FAINT}"/>"#,
            Num(left),
            Num(top),
            Num(width - left - right),
            Num(down - top)
        ));
        let ink = Font::new(LABEL + 1.0).fill(INK).middle();
        plot.svg.text(Point::new((left + width - right) / 2.0, height - 5.0), ink, x_name);
        if !y_name.is_empty() {
            let middle = Num((top + down) / 2.0);
            plot.svg.put(format_args!(r#"<g transform="translate(13,{middle}) rotate(-90)">"#));
            plot.svg.text(Point::new(0.0, 0.0), ink, y_name);
            plot.svg.close();
        }
        plot
    }

    /// The pixel of a value across, within the frame.
    pub fn x(&self, value: f64) -> f64 {
        let Size { width, left, right, .. } = self.size;
        left + within(self.x.unit(value)) * (width - left - right)
    }

    /// The same upwards.
    pub fn y(&self, value: f64) -> f64 {
        let Size { height, top, bottom, .. } = self.size;
        height - bottom - within(self.y.unit(value)) * (height - top - bottom)
    }

    /// The pixels of a pair of values.
    pub fn at(&self, x: f64, y: f64) -> Point {
        Point::new(self.x(x), self.y(y))
    }

    /// The corners of the frame.
    pub fn frame(&self) -> (Point, Point) {
        let Size { width, height, left, right, top, bottom } = self.size;
        (Point::new(left, top), Point::new(width - right, height - bottom))
    }

    /// A straight line; `more` are attributes such as the width.
    pub fn rule(&mut self, from: Point, to: Point, colour: &str, more: &str) {
        self.svg.put(format_args!(r#"<path d="M{from}L{to}" stroke="{colour}" fill="none" {more}/>"#));
    }

    /// A line through the whole frame at a height.
    pub fn level(&mut self, y: f64, colour: &str, more: &str) {
        let (from, to) = self.frame();
        let y = self.y(y);
        self.rule(Point::new(from.x, y), Point::new(to.x, y), colour, more);
    }

    /// A broken line through points.
    pub fn line(&mut self, points: &[Point], colour: &str, more: &str) {
        if !points.is_empty() {
            let path = path(points);
            self.svg.put(format_args!(
                r#"<path d="{path}" stroke="{colour}" fill="none" stroke-linejoin="round" {more}/>"#
            ));
        }
    }

    /// A filled shape.
    pub fn area(&mut self, points: &[Point], colour: &str, more: &str) {
        if !points.is_empty() {
            self.svg.put(format_args!(r#"<path d="{}Z" fill="{colour}" {more}/>"#, path(points)));
        }
    }

    /// Dots by diameter in pixels and colour, the large ones last; one path for all that look alike.
    pub fn dots<'c>(&mut self, dots: impl IntoIterator<Item = (u32, &'c str, Point)>, more: &str) {
        let mut alike = BTreeMap::<(u32, &str), String>::new();
        for (diameter, colour, at) in dots {
            write!(alike.entry((diameter, colour)).or_default(), "M{at}h0")
                .expect("writing to a String can't fail");
        }
        for ((diameter, colour), path) in alike {
            self.svg.put(format_args!(
                r#"<path d="{path}" stroke="{colour}" stroke-width="{diameter}" stroke-linecap="round" fill="none" {more}/>"#
            ));
        }
    }

    /// A diamond, as the base is drawn, or a triangle, as the winner is.
    pub fn mark(&mut self, at: Point, mark: Mark) {
        let (shape, colour): (&[(f64, f64)], &str) = match mark {
            Mark::Base => (&[(0.0, -6.5), (6.5, 0.0), (0.0, 6.5), (-6.5, 0.0)], INK),
            Mark::Winner => (&[(0.0, -7.5), (7.0, 5.5), (-7.0, 5.5)], super::ink::GREEN),
        };
        let points: Vec<Point> = shape.iter().map(|&(dx, dy)| at.moved(dx, dy)).collect();
        self.area(&points, colour, r##"stroke="#ffffff" stroke-width="1.5""##);
    }

    /// A text in the plot.
    pub fn note(&mut self, at: Point, font: Font, text: &str) {
        self.svg.text(at, font, text);
    }

    /// The picture as an element of a page; `name` tells those who cannot see it what it shows.
    pub fn finish(self, name: &str) -> String {
        self.svg.inline(self.size.width, self.size.height, name)
    }
}

/// What stands out among the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Base,
    Winner,
}

fn within(unit: f64) -> f64 {
    if unit.is_nan() { 0.5 } else { unit.clamp(0.0, 1.0) }
}

fn path(points: &[Point]) -> String {
    let mut path = String::from("M");
    for (place, point) in points.iter().enumerate() {
        let line = if place == 0 { "" } else { "L" };
        write!(path, "{line}{point}").expect("writing to a String can't fail");
    }
    path
}

/// The first letters of a text, and a sign that there are more.
pub(super) fn clipped(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
