//! Whether chance in a record followed the deal that the record names.

use safari_core::{
    Animal, AnimalCounts, Deal, Dealer, Outcome, Phase, Position, Seed, SetupError, TileSet, Variant,
};

use crate::record::{DealText, GameRecord, RecordError, RecordEvent};
use crate::replay::Step;

impl DealText {
    /// The text of a deal.
    pub fn new(deal: &Deal, tiles: &TileSet) -> DealText {
        DealText {
            seed: format!("{:016x}", deal.seed().0),
            land: deal.land().iter().map(|&kind| tiles.token(kind).to_owned()).collect(),
        }
    }

    /// The deal of a text.
    ///
    /// # Errors
    /// The seed is malformed, or the land stack is not that of the tile set.
    pub fn deal(&self, tiles: &'static TileSet) -> Result<Deal, RecordError> {
        let wrong = |problem: String| RecordError::Field { key: "deal", problem };
        let hexadecimal = self.seed.len() == 16 && self.seed.bytes().all(|b| b.is_ascii_hexdigit());
        let seed = u64::from_str_radix(&self.seed, 16).ok().filter(|_| hexadecimal);
        let seed =
            seed.ok_or_else(|| wrong(format!("seed `{}` must be 16 hexadecimal digits", self.seed)))?;
        let mut land = Vec::new();
        for token in &self.land {
            land.push(tiles.kind(token).ok_or_else(|| wrong(format!("there is no kind `{token}`")))?);
        }
        Deal::with_land(tiles, land, Seed(seed)).map_err(|kind| {
            let token = tiles.token(kind);
            let found = self.land.iter().filter(|&other| other == token).count();
            let copies = tiles.drawing(kind).copies;
            wrong(format!("`land` has {found} tiles {token}, but the tile set has {copies}"))
        })
    }
}

/// Compares the chance events of a record with the deal that it names.
#[derive(Clone, Debug)]
pub struct DealCheck<'d> {
    dealer: Dealer<'d>,
    events: usize,
}

impl<'d> DealCheck<'d> {
    /// Begins at the start of a game and checks the hands.
    ///
    /// # Errors
    /// The deal gives other hands.
    pub fn new(deal: &'d Deal, record: &GameRecord) -> Result<DealCheck<'d>, RecordError> {
        let wrong = |problem: String| RecordError::Field { key: "hands", problem };
        let variant = Variant::try_from(&record.variant)
            .map_err(|e| RecordError::Field { key: "variant", problem: e.to_string() })?;
        let (start, dealer) =
            deal.start(variant, record.hands.len()).map_err(|e: SetupError| wrong(e.to_string()))?;
        let hands: Vec<String> = start.seats().map(|seat| start.hand(seat).to_string()).collect();
        let sorted = |hand: &String| AnimalCounts::parse(hand).map(|counts| counts.to_string());
        if !record.hands.iter().map(sorted).eq(hands.iter().map(|hand| Ok(hand.clone()))) {
            return Err(wrong(format!("they are {:?}, but `deal` gives {hands:?}", record.hands)));
        }
        Ok(DealCheck { dealer, events: 0 })
    }

    /// Checks the next event; all events must come, in their order.
    ///
    /// # Errors
    /// The deal brings something else.
    pub fn step(&mut self, step: &Step<'_>) -> Result<(), RecordError> {
        self.events += 1;
        match step.event {
            RecordEvent::Tile { removed, kind } => {
                let mut position = step.before;
                for token in removed.iter().chain(kind) {
                    let Some(kind) = position.tiles().kind(token) else { continue };
                    self.draw(&position, Outcome::Tile(kind))?;
                    position.resolve_unchecked(Outcome::Tile(kind));
                }
            }
            RecordEvent::Animal { drawn, .. } => {
                if let Some(animal) = drawn.chars().next().and_then(Animal::from_letter) {
                    self.draw(&step.before, Outcome::Animal(animal))?;
                }
            }
            RecordEvent::Decision { .. } | RecordEvent::Shuffle => {}
        }
        Ok(())
    }

    fn draw(&mut self, position: &Position, found: Outcome) -> Result<(), RecordError> {
        debug_assert!(matches!(position.phase(), Phase::DrawTile | Phase::DrawAnimal));
        let dealt = self.dealer.next(position);
        if dealt == found {
            return Ok(());
        }
        let name = |outcome| match outcome {
            Outcome::Tile(kind) => position.tiles().token(kind).to_owned(),
            Outcome::Animal(animal) => animal.to_string(),
        };
        let problem = format!("{} was drawn, but `deal` brings {}", name(found), name(dealt));
        Err(RecordError::Event { number: self.events, problem })
    }
}
