//! Replaying a record: every event is checked against the rules.

use safari_core::{Action, Animal, Outcome, Phase, Position, TileSet};

use crate::record::{GameRecord, RecordError, RecordEvent};

/// Plays the events of a record one by one.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    record: &'r GameRecord,
    position: Position,
    next: usize,
}

/// What one event did.
#[derive(Clone, Debug)]
pub struct Step<'r> {
    /// The event.
    pub event: &'r RecordEvent,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// The decision, where it is one.
    pub action: Option<Action>,
}

impl<'r> Replay<'r> {
    /// Begins at the position after the deal.
    ///
    /// # Errors
    /// The head of the record is wrong.
    pub fn new(record: &'r GameRecord, tiles: &'static TileSet) -> Result<Replay<'r>, RecordError> {
        Ok(Replay { record, position: record.start(tiles)?, next: 0 })
    }

    /// Begins at another position, from which the record's events were written.
    pub fn from_position(record: &'r GameRecord, position: Position) -> Replay<'r> {
        Replay { record, position, next: 0 }
    }

    /// The record.
    pub fn record(&self) -> &'r GameRecord {
        self.record
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays the next event, if there is one.
    ///
    /// # Errors
    /// The event is not possible; the position is then unchanged.
    pub fn step(&mut self) -> Result<Option<Step<'r>>, RecordError> {
        let Some(event) = self.record.events.get(self.next) else { return Ok(None) };
        self.next += 1;
        let before = self.position;
        let mut after = before;
        let problem = |problem: String| RecordError::Event { number: self.next, problem };
        let action = self.apply(event, &mut after).map_err(problem)?;
        self.position = after;
        Ok(Some(Step { event, before, after, action }))
    }

    /// Checks that the game is over and ended as the record says.
    ///
    /// # Errors
    /// The record stops early or names another result.
    pub fn finish(&self) -> Result<(), RecordError> {
        let problem = |problem: String| Err(RecordError::Field { key: "result", problem });
        let position = &self.position;
        let Some(result) = &self.record.result else { return Ok(()) };
        if !position.is_over() {
            return problem(format!(
                "the record names a result, but its events stop where the game waits for `{}`",
                position.phase().name()
            ));
        }
        let scores: Vec<u32> = position.seats().map(|seat| position.score(seat)).collect();
        let winners: Vec<usize> = position.winners().collect();
        if scores != result.scores || winners != result.winners {
            return problem(format!(
                "the record says scores {:?}, winners {:?}, but the game ended {scores:?}, {winners:?}",
                result.scores, result.winners
            ));
        }
        Ok(())
    }

    fn apply(&self, event: &RecordEvent, position: &mut Position) -> Result<Option<Action>, String> {
        let waits = format!("the game waits for `{}`", position.phase().name());
        let after_shuffle = self.next >= 2 && self.record.events[self.next - 2] == RecordEvent::Shuffle;
        match event {
            RecordEvent::Tile { removed, kind } => {
                for token in removed {
                    draw(position, token)?;
                    if position.phase() == Phase::Place {
                        return Err(format!("{token} is listed as removed, but it can be placed (rule 3.2)"));
                    }
                }
                match kind {
                    Some(token) => {
                        draw(position, token)?;
                        if position.phase() != Phase::Place {
                            return Err(format!("{token} fits nowhere (rule 3.2)"));
                        }
                    }
                    None if removed.is_empty() || !position.is_over() => {
                        return Err("the kind is null, but tiles are left in the stack".into());
                    }
                    None => {}
                }
            }
            RecordEvent::Decision { seat, token } => {
                if !position.phase().is_decision() {
                    return Err(format!("{waits}, not for a decision"));
                }
                if *seat != position.seat() {
                    return Err(format!("seat {} decides, not seat {seat}", position.seat()));
                }
                let action = position.parse_token(token).map_err(|e| e.to_string())?;
                position.play_unchecked(action);
                return Ok(Some(action));
            }
            RecordEvent::Animal { seat, drawn } => {
                let mut letters = drawn.chars();
                let animal =
                    letters.next().and_then(Animal::from_letter).filter(|_| letters.as_str().is_empty());
                let animal =
                    animal.ok_or_else(|| format!("`{drawn}` is no animal; the animals are A, E, G, L, Z"))?;
                if position.phase() == Phase::DrawAnimal && *seat != position.seat() {
                    return Err(format!("seat {} draws, not seat {seat}", position.seat()));
                }
                if position.reshuffles() != after_shuffle {
                    let must = if after_shuffle { "must not" } else { "must" };
                    return Err(format!("a shuffle {must} precede this draw (rule 7.1)"));
                }
                position.resolve(Outcome::Animal(animal)).map_err(|e| e.to_string())?;
            }
            RecordEvent::Shuffle => {
                if !position.reshuffles() {
                    return Err(
                        "no shuffle is due: the bag is not empty, or nothing is drawn (rule 7.1)".into()
                    );
                }
                if after_shuffle {
                    return Err("the discard was shuffled already".into());
                }
            }
        }
        Ok(None)
    }
}

fn draw(position: &mut Position, token: &str) -> Result<(), String> {
    let kind = position.tiles().kind(token).ok_or_else(|| format!("there is no kind `{token}`"))?;
    position.resolve(Outcome::Tile(kind)).map_err(|e| format!("{token}: {e}"))
}
