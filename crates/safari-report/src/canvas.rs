//! A rectangle of characters.

use crate::text_style::{Ground, Ink, TextStyle, colours};

#[derive(Clone, Copy, Debug)]
struct Spot {
    letter: char,
    ink: Ink,
    ground: Ground,
}

const BLANK: Spot = Spot { letter: ' ', ink: Ink::Plain, ground: Ground::Table };

/// A rectangle of characters with what they stand for.
pub(crate) struct Canvas {
    width: usize,
    spots: Vec<Spot>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, spots: vec![BLANK; width * height] }
    }

    pub fn put(&mut self, x: usize, y: usize, letter: char, ink: Ink) {
        let spot = &mut self.spots[y * self.width + x];
        (spot.letter, spot.ink) = (letter, ink);
    }

    /// Writes from left to right; `at` is where the first character goes.
    pub fn write(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        for (i, letter) in text.chars().enumerate() {
            self.put(x + i, y, letter, ink);
        }
    }

    pub fn lay(&mut self, x: usize, y: usize, ground: Ground) {
        self.spots[y * self.width + x].ground = ground;
    }

    pub fn is_blank(&self, x: usize, y: usize) -> bool {
        self.spots[y * self.width + x].letter == ' '
    }

    /// The lines, each ended by a line feed, without blanks at their ends.
    pub fn render(&self, style: TextStyle) -> String {
        let mut text = String::new();
        for line in self.spots.chunks(self.width) {
            let visible = |spot: &Spot| spot.letter != ' ' || style.colour && spot.ground != Ground::Table;
            let end = line.iter().rposition(visible).map_or(0, |last| last + 1);
            let mut current = String::new();
            for spot in &line[..end] {
                if style.colour {
                    switch(&mut text, &mut current, colours(spot.ink, spot.ground));
                }
                text.push(spot.letter);
            }
            switch(&mut text, &mut current, String::new());
            text.push('\n');
        }
        text
    }
}

/// Writes the control sequence from one set of colours to another.
fn switch(text: &mut String, current: &mut String, next: String) {
    if *current == next {
        return;
    }
    text.push_str("\x1b[0");
    if !next.is_empty() {
        text.push(';');
        text.push_str(&next);
    }
    text.push('m');
    *current = next;
}
