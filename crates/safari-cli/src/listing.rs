//! A game turn by turn, in lines that people read.

use safari_core::{Phase, Position, Source};
use safari_data::RecordEvent;

use crate::console::Style;

/// The sources that are scored after the last turn (RULES 8).
const FINAL: [Source; 3] = [Source::FinalTrail, Source::FinalBush, Source::FinalAnimals];

/// A seat's score before final scoring (RULES 8), which a position takes in at once when its game ends.
pub(crate) fn score_in_game(position: &Position, seat: usize) -> u32 {
    let points = position.points(seat);
    points.total() - FINAL.iter().map(|&source| points.of(source)).sum::<u32>()
}

/// Whether the step from one position to the next ended a turn.
///
/// A stack whose last tiles fit nowhere ends the game between two turns (RULES 3.2).
pub(crate) fn ends_turn(before: &Position, after: &Position) -> bool {
    after.is_between_turns() && before.phase() != Phase::DrawTile
}

/// One turn and what happened in it.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// Counted from 1.
    pub number: usize,
    /// The position before the tile was drawn.
    pub before: Position,
    /// What happened.
    pub events: Vec<RecordEvent>,
    /// The position after it.
    pub after: Position,
}

/// The headings over the lines of turns.
pub(crate) fn heading(players: usize, style: Style) -> String {
    let scores = "scores";
    let width = (5 * players - 1).max(scores.len());
    style.dim(&format!("turn  seat  placement     action       {scores:<width$}   what followed"))
}

impl Turn {
    /// The line of the turn under the [`heading`].
    pub fn line(&self) -> String {
        let mut decisions = self.events.iter().filter_map(|event| match event {
            RecordEvent::Decision { token, .. } => Some(token.as_str()),
            _ => None,
        });
        let placement = decisions.next().unwrap_or("");
        let action = decisions.next().unwrap_or("");
        let scores: Vec<String> =
            self.after.seats().map(|seat| format!("{:>4}", score_in_game(&self.after, seat))).collect();
        let line = format!(
            "{:>4}  {:>4}  {placement:<12}  {action:<11} {:<6}   {}",
            self.number,
            self.before.turn_seat(),
            scores.join(" "),
            self.followed()
        );
        line.trim_end().to_owned()
    }

    /// What followed the placement and the action, in its order, and who scored.
    fn followed(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut drawing: Option<(usize, String)> = None;
        let mut decisions = 0;
        for event in &self.events {
            if let RecordEvent::Animal { seat, drawn } = event {
                match &mut drawing {
                    Some((drawer, animals)) if drawer == seat => animals.push_str(drawn),
                    _ => {
                        parts.extend(drawing.take().map(drew));
                        drawing = Some((*seat, drawn.clone()));
                    }
                }
                continue;
            }
            parts.extend(drawing.take().map(drew));
            match event {
                RecordEvent::Tile { removed, .. } if !removed.is_empty() => {
                    parts.push(format!("{} fit nowhere", removed.join(" ")).replacen(
                        "fit",
                        if removed.len() == 1 { "fits" } else { "fit" },
                        1,
                    ));
                }
                RecordEvent::Shuffle => parts.push("the discard is shuffled into the bag".into()),
                RecordEvent::Decision { seat, token } => {
                    decisions += 1;
                    match (decisions, token.as_bytes()) {
                        (1 | 2, _) | (_, [b'+', b'-']) => {}
                        (_, [b'+', ..]) => parts.push(format!("seat {seat} adds {}", &token[1..])),
                        _ => parts.push(format!("the ranger goes to {}", token.trim_start_matches('>'))),
                    }
                }
                _ => {}
            }
        }
        parts.extend(drawing.take().map(drew));
        for seat in self.after.seats() {
            let (old, new) = (self.before.points(seat), self.after.points(seat));
            for source in Source::ALL {
                let gained = new.of(source) - old.of(source);
                if gained > 0 && !FINAL.contains(&source) {
                    parts.push(format!("seat {seat} +{gained} {}", source.name()));
                }
            }
        }
        parts.join(", ")
    }
}

fn drew((seat, animals): (usize, String)) -> String {
    format!("seat {seat} draws {animals}")
}

/// The legal tokens of a position, sorted by byte value (RULES 10).
pub(crate) fn legal_tokens(position: &Position) -> Vec<String> {
    let mut tokens: Vec<String> =
        position.actions().map(|action| position.token(action).to_string()).collect();
    tokens.sort_unstable();
    tokens
}

/// The choices at a decision in some lines, the one taken in brackets.
pub(crate) fn choices(position: &Position, taken: &str) -> String {
    const WIDTH: usize = 110;
    const MARGIN: &str = "              ";
    let tokens = legal_tokens(position);
    let phase = position.phase().name();
    let mut text = format!("{MARGIN}{phase}, seat {}, {} of", position.seat(), tokens.len());
    let mut length = text.len();
    for token in &tokens {
        let word = if token == taken { format!("[{token}]") } else { token.clone() };
        if length + 1 + word.len() > WIDTH {
            text.push('\n');
            text += MARGIN;
            text.push(' ');
            length = MARGIN.len() + 1;
        }
        text.push(' ');
        text += &word;
        length += 1 + word.len();
    }
    text.push('\n');
    text
}
