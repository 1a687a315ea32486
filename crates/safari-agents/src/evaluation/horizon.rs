//! The [`Linear`](super::Linear) evaluation for one state of the stack: its weights as tables.

use safari_core::{Animal, AnimalCounts, FeatureView, FinalMajority, Position, Terrain, TileMask, TileSet};

use super::LinearParams;

/// Thousandths of a point.
type Milli = i64;
/// Probabilities in 1024ths.
const ONE: i64 = 1024;

/// What a seat is worth and may still be worth, as far as it goes beyond single features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatSum {
    /// Everything that adds up: points, features, holes, baobabs.
    pub sum: Milli,
    /// Meeples in supply once everything complete is scored.
    pub meeples: u32,
    /// Animal tiles that are due.
    pub draws: u32,
    /// Animal tiles in hand.
    pub hand: AnimalCounts,
}

/// The weights of the [`Linear`](super::Linear) evaluation as tables, for one state of the stack.
#[derive(Clone, Debug)]
pub struct Horizon {
    /// By meeples in supply.
    meeples: [Milli; 8],
    /// First tile of an animal in hand, and each further one.
    animal: [Milli; 2],
    draw: Milli,
    /// Chance to be completed, by open ends: trails, bushes.
    close: [[i64; 10]; 2],
    /// Value of a meeple that comes back.
    back: Milli,
    growth: i64,
    /// By filled cells around.
    baobab: [Milli; 9],
    /// By tiles in the hole and unfilled cells.
    hole: [[Milli; 4]; 5],
    ranger: Milli,
    /// Whether everyone with a meeple scores an unfinished feature (RULES 8.2).
    all_present: bool,
    /// Weights of the best other player and of the mean of the others, in 1024ths.
    others: [i64; 2],
}

fn milli(points: f64) -> Milli {
    (points * 1000.0) as Milli
}

fn share(x: f64) -> i64 {
    (x * ONE as f64) as i64
}

/// `base` to a small whole power; only products, so the same on every machine.
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// The tiles that can close a trail or a bush: those on which one ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closers {
    tiles: &'static TileSet,
    masks: [TileMask; 2],
}

impl Closers {
    pub fn new(tiles: &'static TileSet) -> Closers {
        let masks = [Terrain::Trail, Terrain::Bush].map(|terrain| {
            TileMask::new(tiles, |drawing| {
                drawing.segments.iter().any(|segment| segment.terrain == terrain && segment.sides.len() == 1)
            })
        });
        Closers { tiles, masks }
    }

    /// Whether they are of this tile set.
    pub fn are_of(&self, tiles: &'static TileSet) -> bool {
        std::ptr::eq(self.tiles, tiles)
    }
}

impl Horizon {
    pub(super) fn new(p: &LinearParams, closers: &Closers, position: &Position) -> Horizon {
        let tiles = position.tiles();
        let left = f64::from(position.land_left());
        let turns = position.land_left() / position.players() as u32;
        // 1 at the start, 0 when the last tile is drawn.
        let time = left / tiles.land() as f64;
        let closers = closers.masks.map(|mask| position.count_left(&mask));
        let close = [p.trail_close, p.bush_close].map(|weight| weight / left.max(1.0));
        let close: [[i64; 10]; 2] = std::array::from_fn(|i| {
            let per_turn = (f64::from(closers[i]) * close[i]).min(1.0);
            let one = 1.0 - power(1.0 - per_turn, turns + 1);
            std::array::from_fn(|open| match open {
                0 => ONE,
                n => share(power(one, n as u32) * power(p.open_decay, n as u32 - 1)),
            })
        });
        let meeple = p.meeple * time;
        let mut meeples = [0; 8];
        for n in 1..8 {
            meeples[n] = meeples[n - 1] + milli(meeple * power(p.meeple_decay, n as u32 - 1));
        }
        let back = milli(meeple * p.meeple_decay);
        let draw = 1000 + milli(p.draw * time);
        let reach = |factor: f64, missing: u32| {
            if missing > position.land_left() { 0.0 } else { power(factor, missing) }
        };
        Horizon {
            meeples,
            animal: [1000 + milli(p.animal * time), 1000 + milli(p.animal_again * time)],
            draw,
            close,
            back,
            growth: share(p.growth * time),
            baobab: std::array::from_fn(|filled| {
                let chance = share(reach(p.baobab_fill, 8 - filled as u32));
                (back + 2 * draw) * chance / ONE
            }),
            hole: std::array::from_fn(|tiles| {
                std::array::from_fn(|unfilled| {
                    let missing = 4u32.saturating_sub(tiles as u32) + unfilled as u32;
                    (3000 + back) * share(reach(p.hole_fill, missing)) / ONE
                })
            }),
            ranger: milli(p.ranger * time),
            all_present: position.variant().final_majority == FinalMajority::AllPresent,
            others: [share(p.others * p.best_other), share(p.others * (1.0 - p.best_other))],
        }
    }

    /// What an unfinished feature is worth to each seat that would score it.
    #[inline]
    pub(crate) fn open_feature(&self, feature: &FeatureView) -> Milli {
        let bush = feature.terrain == Terrain::Bush;
        let close = self.close[usize::from(bush)][(feature.open as usize).min(9)];
        let n = i64::from(feature.animals.len());
        let next = if n < 5 { (n + 1) * self.growth * 1000 / ONE } else { 0 };
        let complete = n * (n + 1) / 2 * 1000 + i64::from(feature.birds) * 1000 + next + self.back;
        complete * close / ONE + self.unfinished(feature)
    }

    /// What it is expected to score at the end (RULES 8.2).
    #[inline]
    fn unfinished(&self, feature: &FeatureView) -> Milli {
        let bush = feature.terrain == Terrain::Bush;
        let close = self.close[usize::from(bush)][(feature.open as usize).min(9)];
        i64::from(feature.animal_count + feature.birds) * 1000 * (ONE - close) / ONE
    }

    /// What a completed feature is worth to a seat that scores it: points, and what its best added animal brings.
    #[inline]
    pub(crate) fn complete_feature(&self, feature: &FeatureView, hand: AnimalCounts) -> Milli {
        let n = i64::from(feature.animals.len());
        let points = n * (n + 1) / 2 * 1000 + i64::from(feature.birds) * 1000;
        let addable = hand.set().minus(feature.animals);
        let cost = addable.iter().map(|animal| self.tile(hand, animal)).min();
        points + cost.map_or(0, |cost| ((n + 1) * 1000 - cost).max(0))
    }

    /// What a meeple on a hole of so many tiles is worth, with so many cells at its vertex unfilled.
    #[inline]
    pub(crate) fn hole(&self, tiles: u32, unfilled: u32, blocked: bool) -> Milli {
        if blocked { 0 } else { self.hole[(tiles as usize).min(4)][(unfilled as usize).min(3)] }
    }

    /// What a meeple on a baobab is worth.
    #[inline]
    pub(crate) fn baobab(&self, filled: u32) -> Milli {
        self.baobab[(filled as usize).min(8)]
    }

    /// What it is worth that a ranger stands on a cell with so many filled cells beside it.
    #[inline]
    pub(crate) fn ranger(&self, neighbours: u32) -> Milli {
        self.ranger * i64::from(neighbours)
    }

    /// What a tile of an animal in hand is worth.
    #[inline]
    pub(crate) fn tile(&self, hand: AnimalCounts, animal: Animal) -> Milli {
        self.animal[usize::from(hand.0[animal.index()] > 1)]
    }

    /// Whether it is better that rangers stand where many cells beside are filled; none where it is all the same.
    #[inline]
    pub(crate) fn likes_crowded_rangers(&self) -> Option<bool> {
        (self.ranger != 0).then_some(self.ranger > 0)
    }

    /// What a seat is worth in all.
    #[inline]
    pub(crate) fn seat(&self, seat: &SeatSum) -> Milli {
        let mut value =
            seat.sum + self.meeples[(seat.meeples as usize).min(7)] + self.draw * i64::from(seat.draws);
        for count in seat.hand.0 {
            if count > 0 {
                value += self.animal[0] + self.animal[1] * i64::from(count - 1);
            }
        }
        value
    }

    /// One's own value against the others'.
    #[inline]
    pub(crate) fn against(&self, values: &[Milli; 5], players: usize, seat: usize) -> Milli {
        let others = || (0..players).filter(|&other| other != seat).map(|other| values[other]);
        let best = others().max().unwrap_or(0);
        let sum: Milli = others().sum();
        let mean = sum / (players as Milli - 1).max(1);
        values[seat] - (self.others[0] * best + self.others[1] * mean) / ONE
    }

    /// The sums by seat, as if what is complete were scored and what is due were drawn.
    pub(crate) fn sums(&self, position: &Position) -> [SeatSum; 5] {
        let mut seats = [SeatSum::default(); 5];
        if position.is_over() {
            for seat in position.seats() {
                seats[seat].sum = i64::from(position.score(seat)) * 1000;
            }
            return seats;
        }
        for seat in position.seats() {
            seats[seat] = SeatSum {
                sum: i64::from(position.score(seat)) * 1000,
                meeples: position.meeples(seat),
                draws: position.draws_due(seat),
                hand: position.hand(seat),
            };
        }
        let bonus = position.bonus();
        for feature in position.staffed_features() {
            match bonus.filter(|bonus| bonus.feature == feature.id) {
                Some(bonus) => self.add_scored_feature(&mut seats, &feature, position.players(), &bonus),
                None => self.add_feature(&mut seats, &feature, position.players(), 1),
            }
        }
        let dry = position.animals_to_draw().total() == 0;
        for (_, owner, filled) in position.baobabs() {
            self.add_baobab(&mut seats[owner], filled, dry);
        }
        for (seat, vertex) in position.meeples_on_holes() {
            seats[seat].sum += self.hole(vertex.hole(0).tiles, vertex.unfilled(), vertex.blocked());
        }
        // 5.7 is paid once the turn comes to its ranger.
        if position.displaced() && position.phase() != safari_core::Phase::Ranger {
            seats[position.turn_seat()].sum += 3000;
        }
        seats
    }

    /// Adds what a feature is worth, or takes it off where `sign` is -1; meeples of a complete one are back.
    #[inline]
    pub(crate) fn add_feature(
        &self,
        sums: &mut [SeatSum; 5],
        feature: &FeatureView,
        players: usize,
        sign: i64,
    ) {
        let most = feature.meeples.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return;
        }
        let open = if feature.open > 0 { self.open_feature(feature) } else { 0 };
        let minority = if self.all_present && feature.open > 0 { self.unfinished(feature) } else { 0 };
        for (seat, own) in sums.iter_mut().enumerate().take(players) {
            let scores = feature.meeples[seat] == most;
            if feature.open > 0 {
                own.sum += match feature.meeples[seat] {
                    0 => 0,
                    _ if scores => sign * open,
                    _ => sign * minority,
                };
            } else {
                debug_assert_eq!(sign, 1, "what is complete is scored in its turn");
                own.meeples += u32::from(feature.meeples[seat]);
                own.sum += if scores { self.complete_feature(feature, own.hand) } else { 0 };
            }
        }
    }

    /// The same for the feature whose bonus animals are being decided: who has decided adds nothing more.
    fn add_scored_feature(
        &self,
        sums: &mut [SeatSum; 5],
        feature: &FeatureView,
        players: usize,
        bonus: &safari_core::BonusView,
    ) {
        let most = feature.meeples.iter().copied().max().unwrap_or(0);
        for (seat, own) in sums.iter_mut().enumerate().take(players) {
            own.meeples += u32::from(feature.meeples[seat]);
            if feature.meeples[seat] != most {
                continue;
            }
            let mut shown = *feature;
            let mut hand = own.hand;
            if bonus.asked >> seat & 1 != 0 {
                hand = AnimalCounts::default();
                shown.animals = bonus.added[seat].map_or(shown.animals, |animal| shown.animals.with(animal));
            }
            own.sum += self.complete_feature(&shown, hand);
        }
    }

    /// Adds what a meeple on a baobab is worth; a surrounded one is back, and two tiles are due.
    #[inline]
    pub(crate) fn add_baobab(&self, own: &mut SeatSum, filled: u32, dry: bool) {
        if filled < 8 {
            own.sum += self.baobab(filled);
        } else {
            own.meeples += 1;
            own.draws += if dry { 0 } else { 2 };
        }
    }

    /// What the rangers' places are worth to the player who has just moved.
    pub(crate) fn rangers(&self, position: &Position) -> Milli {
        position.rangers().map(|cell| self.ranger(position.neighbours(cell))).sum()
    }

    /// What a position is worth to each seat by itself, without the others.
    pub fn values(&self, position: &Position) -> [Milli; 5] {
        self.sums(position).map(|sum| self.seat(&sum))
    }

    /// What a position is worth to a seat.
    pub fn value(&self, position: &Position, seat: usize) -> Milli {
        let sums = self.sums(position);
        let values = sums.map(|sum| self.seat(&sum));
        self.against(&values, position.players(), seat) + self.rangers(position)
    }

    /// The value in named parts.
    pub(super) fn terms(&self, position: &Position, seat: usize) -> Vec<(&'static str, Milli)> {
        let sums = self.sums(position);
        let values = sums.map(|sum| self.seat(&sum));
        let own = &sums[seat];
        let points = i64::from(position.score(seat)) * 1000;
        let meeples = self.meeples[(own.meeples as usize).min(7)];
        let draws = self.draw * i64::from(own.draws);
        vec![
            ("points", points),
            ("features, holes and baobabs", own.sum - points),
            ("meeples in supply", meeples),
            ("animal tiles due", draws),
            ("animal tiles", values[seat] - own.sum - meeples - draws),
            ("others", self.against(&values, position.players(), seat) - values[seat]),
            ("rangers", self.rangers(position)),
        ]
    }
}
