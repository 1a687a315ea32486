//! Writing an SVG document.

use std::fmt::{self, Write};

use crate::geometry::{Num, Point};
use crate::palette::{INK, PAGE};

/// An SVG document that is being written; positions are in the units of its view box.
pub(crate) struct Svg {
    body: String,
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Font {
    pub size: f64,
    pub bold: bool,
    pub fill: &'static str,
    /// `start`, `middle` or `end`.
    pub anchor: &'static str,
}

impl Font {
    /// Plain ink, from the left.
    pub const fn new(size: f64) -> Font {
        Font { size, bold: false, fill: INK, anchor: "start" }
    }

    pub const fn bold(self) -> Font {
        Font { bold: true, ..self }
    }

    pub const fn fill(self, fill: &'static str) -> Font {
        Font { fill, ..self }
    }

    pub const fn middle(self) -> Font {
        Font { anchor: "middle", ..self }
    }

    pub const fn end(self) -> Font {
        Font { anchor: "end", ..self }
    }
}

impl Svg {
    pub fn new() -> Svg {
        Svg { body: String::new() }
    }

    /// Writes elements as they stand: what comes from outside must be [`escape`]d.
    pub fn put(&mut self, elements: fmt::Arguments<'_>) {
        self.body.write_fmt(elements).expect("writing to a String can't fail");
        self.body.push('\n');
    }

    /// Opens a group that is moved to a point; [`close`](Self::close) ends it.
    pub fn open(&mut self, class: &str, at: Point, more: fmt::Arguments<'_>) {
        self.put(format_args!(r#"<g class="{class}" transform="translate({at})"{more}>"#));
    }

    pub fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// A line of text whose baseline begins, ends or is centred at a point.
    pub fn text(&mut self, at: Point, font: Font, text: &str) {
        let weight = if font.bold { r#" font-weight="bold""# } else { "" };
        let anchor = match font.anchor {
            "start" => String::new(),
            other => format!(r#" text-anchor="{other}""#),
        };
        let (x, y, size, fill) = (Num(at.x), Num(at.y), Num(font.size), font.fill);
        let text = escape(text);
        self.put(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{weight}{anchor}>{text}</text>"#
        ));
    }

    /// The picture as an element of a page, as wide as there is room; `name` says what it shows.
    pub fn inline(self, width: f64, height: f64, name: &str) -> String {
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" style="max-width:{}px" "#,
                r#"role="img" aria-label="{}">"#,
                "\n{}</svg>\n",
            ),
            Num(width),
            Num(height),
            Num(width),
            escape(name),
            self.body
        )
    }

    /// The whole document, `scale` pixels to the unit.
    pub fn finish(self, width: f64, height: f64, scale: f64, title: &str) -> String {
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {} {}" "#,
                r#"font-family="'DejaVu Sans', Verdana, 'Segoe UI', sans-serif">"#,
                "\n<title>{}</title>\n",
                r#"<rect width="{}" height="{}" fill="{}"/>"#,
                "\n{}</svg>\n",
            ),
            Num((width * scale).ceil()),
            Num((height * scale).ceil()),
            Num(width),
            Num(height),
            escape(title),
            Num(width),
            Num(height),
            PAGE,
            self.body
        )
    }
}

/// Text as XML spells it, in an element or between double quotes; characters that it cannot hold are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            other if other.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            other => escaped.push(other),
        }
    }
    escaped
}
