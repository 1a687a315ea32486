//! The distribution of deals is that of two shuffled stacks, and a seat's extra draw leaves the others' draws alone.
//!
//! `Deal` does not shuffle one bag: each seat has an order of its own, so that deals stay paired (`src/deal.rs`). What
//! that changes is told by χ² tests against the exact probabilities of one bag (`common/chi_squared.rs`), and what it
//! must do by a second, literal implementation of its definition.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::chi_squared::{ALPHA, assert_fits, choose, p_value};
use common::policies::Policy;
use common::reference::{Reference, animal_of};
use common::{sets, variants};
use safari_core::{
    Action, Animal, AnimalCounts, Cell, Deal, Dealer, Move, Outcome, Phase, Position, Seed, Side, TileSet,
    Variant,
};

fn deals(purpose: &str, n: u64) -> impl Iterator<Item = Deal> {
    let purpose = purpose.to_owned();
    (0..n).map(move |i| Deal::new(TileSet::safari(), Seed(1).branch(&purpose, &[i])))
}

/// Counts by key, and the weights in the same order.
struct Cells<K> {
    observed: BTreeMap<K, u64>,
    weights: BTreeMap<K, f64>,
}

impl<K: Ord + Clone + std::fmt::Debug> Cells<K> {
    fn new(weights: impl IntoIterator<Item = (K, f64)>) -> Cells<K> {
        let weights: BTreeMap<K, f64> = weights.into_iter().collect();
        Cells { observed: weights.keys().map(|key| (key.clone(), 0)).collect(), weights }
    }

    fn count(&mut self, key: &K) {
        *self.observed.get_mut(key).unwrap_or_else(|| panic!("{key:?} cannot be")) += 1;
    }

    fn values(&self) -> (Vec<u64>, Vec<f64>) {
        (self.observed.values().copied().collect(), self.weights.values().copied().collect())
    }

    #[track_caller]
    fn assert_fits(&self, what: &str) {
        let (observed, weights) = self.values();
        assert_fits(what, &observed, &weights);
    }
}

/// The probabilities of ordered draws of `n` animals from what a bag holds.
fn ordered_draws(bag: AnimalCounts, n: usize) -> Vec<(Vec<usize>, f64)> {
    if n == 0 {
        return vec![(Vec::new(), 1.0)];
    }
    let mut list = Vec::new();
    for animal in 0..5 {
        if bag.0[animal] == 0 {
            continue;
        }
        let p = f64::from(bag.0[animal]) / f64::from(bag.total());
        let mut rest = bag;
        rest.0[animal] -= 1;
        for (mut draws, q) in ordered_draws(rest, n - 1) {
            draws.insert(0, animal);
            list.push((draws, p * q));
        }
    }
    list
}

#[test]
fn every_place_in_the_land_order_holds_each_tile_equally_often() {
    let tiles = TileSet::safari();
    let weights: Vec<f64> = tiles.kinds().map(|kind| f64::from(tiles.drawing(kind).copies)).collect();
    let places = [0, 1, 2, 35, 70, 71];
    let mut counts = vec![vec![0; weights.len()]; places.len()];
    for deal in deals("land", 30_000) {
        for (count, place) in counts.iter_mut().zip(places) {
            count[deal.land()[place].index()] += 1;
        }
    }
    for (count, place) in counts.iter().zip(places) {
        assert_fits(&format!("place {place}"), count, &weights);
    }
}

#[test]
fn two_places_in_the_land_order_hold_each_pair_of_tiles_equally_often() {
    let tiles = TileSet::safari();
    let copies: Vec<f64> = tiles.kinds().map(|kind| f64::from(tiles.drawing(kind).copies)).collect();
    let n = copies.len();
    let weight = |a: usize, b: usize| copies[a] * (copies[b] - if a == b { 1.0 } else { 0.0 });
    let weights: Vec<f64> = (0..n * n).map(|pair| weight(pair / n, pair % n)).collect();
    let places = [(0, 1), (30, 31), (0, 71)];
    let mut counts = vec![vec![0; n * n]; places.len()];
    for deal in deals("pairs", 100_000) {
        for (count, (a, b)) in counts.iter_mut().zip(places) {
            count[deal.land()[a].index() * n + deal.land()[b].index()] += 1;
        }
    }
    for (count, place) in counts.iter().zip(places) {
        assert_fits(&format!("places {place:?}"), count, &weights);
    }
}

#[test]
fn every_land_order_holds_exactly_the_tiles_of_the_set() {
    let tiles = TileSet::safari();
    for deal in deals("complete", 200) {
        let again = Deal::with_land(tiles, deal.land().to_vec(), deal.seed());
        assert_eq!(again, Ok(deal));
    }
}

fn key(hand: AnimalCounts) -> String {
    hand.to_string()
}

/// The probability of a hand dealt from what is left, by the multivariate hypergeometric distribution.
fn hand_probability(hand: AnimalCounts, left: AnimalCounts) -> f64 {
    let ways: f64 = (0..5).map(|a| choose(left.0[a].into(), hand.0[a].into())).product();
    ways / choose(left.total(), hand.total())
}

fn hands_of_two() -> Vec<AnimalCounts> {
    let mut hands = BTreeMap::new();
    for a in Animal::ALL {
        for b in Animal::ALL {
            let hand = AnimalCounts::parse(&format!("{a}{b}")).unwrap();
            hands.insert(key(hand), hand);
        }
    }
    hands.into_values().collect()
}

const BAG: AnimalCounts = AnimalCounts([10; 5]);

fn minus(a: AnimalCounts, b: AnimalCounts) -> AnimalCounts {
    AnimalCounts(std::array::from_fn(|i| a.0[i] - b.0[i]))
}

#[test]
fn the_hands_of_every_two_seats_are_those_of_one_shuffled_bag() {
    let seats = [(0, 1), (0, 4), (2, 3), (3, 4)];
    let pairs = || {
        hands_of_two().into_iter().flat_map(|a| {
            hands_of_two().into_iter().map(move |b| {
                ((key(a), key(b)), hand_probability(a, BAG) * hand_probability(b, minus(BAG, a)))
            })
        })
    };
    let mut joint = seats.map(|_| Cells::new(pairs()));
    let single = || hands_of_two().into_iter().map(|hand| (key(hand), hand_probability(hand, BAG)));
    let mut alone: [Cells<String>; 5] = std::array::from_fn(|_| Cells::new(single()));
    for deal in deals("hands", 40_000) {
        let (position, _) = deal.start(Variant::default(), 5).unwrap();
        for (cells, (a, b)) in joint.iter_mut().zip(seats) {
            cells.count(&(key(position.hand(a)), key(position.hand(b))));
        }
        for (seat, cells) in alone.iter_mut().enumerate() {
            cells.count(&key(position.hand(seat)));
        }
    }
    for (cells, seats) in joint.iter().zip(seats) {
        cells.assert_fits(&format!("hands of seats {seats:?}"));
    }
    for (seat, cells) in alone.iter().enumerate() {
        cells.assert_fits(&format!("hand of seat {seat}"));
    }
}

#[test]
fn control_hands_that_share_the_bag_unawares_are_rejected() {
    // Two independent bags of ten: the pairs come out a little too often. The test above would notice.
    let pairs = hands_of_two().into_iter().flat_map(|a| {
        hands_of_two()
            .into_iter()
            .map(move |b| ((key(a), key(b)), hand_probability(a, BAG) * hand_probability(b, minus(BAG, a))))
    });
    let mut cells = Cells::new(pairs);
    let hand = |deal: &Deal| {
        let mut hand = AnimalCounts::default();
        for tile in &deal.animal_order(0, 0)[..2] {
            hand.0[usize::from(tile / 10)] += 1;
        }
        key(hand)
    };
    let others: Vec<Deal> = deals("control other", 40_000).collect();
    for (deal, other) in deals("control", 40_000).zip(&others) {
        cells.count(&(hand(&deal), hand(other)));
    }
    let (observed, weights) = cells.values();
    assert!(p_value(&observed, &weights) < ALPHA);
}

#[test]
fn an_animal_order_holds_every_tile_once_and_everywhere_equally_often() {
    let places = [0, 1, 25, 49];
    let mut counts = [[0u64; 50]; 4];
    let mut firsts = vec![0u64; 2500];
    let mut seats = vec![0u64; 2500];
    let mut epochs = vec![0u64; 2500];
    for deal in deals("orders", 50_000) {
        let order = deal.animal_order(3, 1);
        assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), 50);
        for (count, place) in counts.iter_mut().zip(places) {
            count[usize::from(order[place])] += 1;
        }
        let first = usize::from(order[0]);
        firsts[first * 50 + usize::from(order[1])] += 1;
        seats[first * 50 + usize::from(deal.animal_order(2, 1)[0])] += 1;
        epochs[first * 50 + usize::from(deal.animal_order(3, 2)[0])] += 1;
    }
    for count in &counts {
        assert_fits("a place of the order", count, &[1.0; 50]);
    }
    let different: Vec<f64> = (0..2500).map(|pair| if pair / 50 == pair % 50 { 0.0 } else { 1.0 }).collect();
    assert_fits("the first two places", &firsts, &different);
    // The orders of two seats, or of a seat in two epochs, have nothing to do with each other.
    assert_fits("two seats", &seats, &[1.0; 2500]);
    assert_fits("two epochs", &epochs, &[1.0; 2500]);
}

/// A game in which every turn can draw animals: a column northwards of tiles with a baobab, whose short trails are
/// complete at once (so that animal tiles can be spent).
struct Column<'d> {
    position: Position,
    dealer: Dealer<'d>,
    /// Animals drawn, in order: seat and animal.
    drawn: Vec<(usize, Animal)>,
}

fn column_tiles() -> &'static TileSet {
    use std::sync::LazyLock;
    static TILES: LazyLock<&'static TileSet> =
        LazyLock::new(|| TileSet::parse(&sets::column_of_short_trails(60)).unwrap().leak());
    *TILES
}

impl<'d> Column<'d> {
    fn new(deal: &'d Deal, players: usize) -> Column<'d> {
        let (position, dealer) = deal.start(Variant::default(), players).unwrap();
        Column { position, dealer, drawn: Vec::new() }
    }

    fn chance(&mut self) {
        while self.position.phase().is_chance() {
            let outcome = self.dealer.next(&self.position);
            if let Outcome::Animal(animal) = outcome {
                self.drawn.push((self.position.seat(), animal));
            }
            self.position.resolve(outcome).unwrap();
            if self.position.phase() == Phase::DrawTile {
                return;
            }
        }
    }

    /// One turn: the tile goes on top of the column, then comes the action, and bonus decisions by `bonus`.
    fn turn(&mut self, action: impl Fn(Cell) -> Action, mut bonus: impl FnMut(&Position) -> Option<Animal>) {
        self.chance();
        let filled = self.position.filled() as i8;
        let top = Cell::new(0, 2 - filled);
        self.position.play(Action::place(0, top)).unwrap();
        self.position.play(action(top)).unwrap();
        while self.position.phase() == Phase::Bonus {
            let animal = bonus(&self.position);
            self.position.play(Action::bonus(animal)).unwrap();
        }
        if self.position.phase() == Phase::DrawAnimal {
            self.chance();
        }
    }

    fn baobab(&mut self) {
        self.turn(Action::baobab, |_| None);
    }

    fn decline(&mut self) {
        self.turn(|_| Action::DECLINE, |_| None);
    }

    /// The animals drawn from the `from`-th on, as indices.
    fn since(&self, from: usize) -> Vec<usize> {
        self.drawn[from..].iter().map(|(_, animal)| animal.index()).collect()
    }
}

#[test]
fn the_draws_of_two_seats_during_a_game_are_those_of_one_shuffled_bag() {
    // Given no hands: by symmetry the four tiles drawn first are like any four of the bag, whoever draws them.
    let mut cells = Cells::new(ordered_draws(BAG, 4));
    // Given that seat 0 was dealt two apes, that the draws are from what the hands leave.
    let mut first = Cells::new(ordered_draws(BAG, 2));
    for i in 0..40_000 {
        let deal = Deal::new(column_tiles(), Seed(2).branch("two seats", &[i]));
        let mut game = Column::new(&deal, 2);
        game.baobab();
        game.baobab();
        assert_eq!(game.drawn.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), [0, 0, 1, 1]);
        cells.count(&game.since(0));
        first.count(&vec![game.drawn[1].1.index(), game.drawn[2].1.index()]);
    }
    cells.assert_fits("four draws");
    first.assert_fits("the last of seat 0, the first of seat 1");
}

#[test]
fn a_draw_depends_on_what_is_left_as_a_draw_from_the_bag_does() {
    // Seat 1's first draw after seat 0 has drawn four: by how many of the animal were drawn before, the exact share.
    let mut drawn_by_gone: BTreeMap<usize, [u64; 2]> = BTreeMap::new();
    for i in 0..40_000 {
        let deal = Deal::new(column_tiles(), Seed(3).branch("depends", &[i]));
        let mut game = Column::new(&deal, 2);
        game.baobab();
        game.decline();
        game.baobab();
        let gone = 10 - usize::from(game.position.bag().0[0]);
        game.baobab();
        let ape = game.drawn[4] == (1, Animal::Ape);
        drawn_by_gone.entry(gone).or_default()[usize::from(ape)] += 1;
    }
    assert!(drawn_by_gone.len() >= 5);
    for (gone, counts) in drawn_by_gone.into_iter().filter(|(_, counts)| counts.iter().sum::<u64>() > 500) {
        let apes = 10.0 - gone as f64;
        assert_fits(&format!("{gone} apes gone"), &counts, &[42.0 - apes, apes]);
    }
}

#[test]
fn the_draws_after_a_reshuffle_are_those_of_the_shuffled_discard() {
    // 20 meeples on baobabs empty the bag; then the players spend exactly this, and two seats draw.
    let discard = AnimalCounts([4, 3, 2, 1, 0]);
    let mut joint = Cells::new(ordered_draws(discard, 4));
    let mut games = 0;
    for i in 0..20_000 {
        let deal = Deal::new(column_tiles(), Seed(4).branch("reshuffle", &[i]));
        let mut game = Column::new(&deal, 5);
        while game.position.bag().total() > 0 {
            game.baobab();
        }
        assert_eq!(game.drawn.len(), 40);
        let mut missing = discard;
        while missing.total() > 0 && game.position.land_left() > 4 {
            game.turn(
                |top| Action::meeple(Side::South, top),
                |position| {
                    let add = position.bonus_choices().iter().find(|a| missing.0[a.index()] > 0)?;
                    missing.0[add.index()] -= 1;
                    Some(add)
                },
            );
        }
        if missing.total() > 0 {
            continue;
        }
        games += 1;
        assert_eq!(game.position.discard(), discard);
        game.baobab();
        game.baobab();
        joint.count(&game.since(40));
    }
    assert!(games > 15_000, "{games}");
    joint.assert_fits("four draws of two seats after the reshuffle");
}

#[test]
fn the_dealer_does_what_its_definition_says_in_every_game() {
    let mut reshuffles = 0;
    for (i, variant) in variants().into_iter().cycle().take(200).enumerate() {
        let seed = Seed(5).branch("definition", &[i as u64]);
        let deal = Deal::new(TileSet::safari(), seed);
        let players = 2 + i % 4;
        let policy = [Policy::Compact, Policy::ByKind, Policy::Digger][i % 3];
        let (mut position, mut dealer) = deal.start(variant, players).unwrap();
        let mut reference = Reference::new(&deal);
        let hands: Vec<AnimalCounts> = position.seats().map(|seat| position.hand(seat)).collect();
        assert_eq!(hands, reference.hands(players));
        let mut rng = seed.branch("policy", &[]).rng();
        while !position.is_over() {
            if position.phase().is_chance() {
                reshuffles += u32::from(position.reshuffles());
                let outcome = dealer.next(&position);
                let expected = match position.phase() {
                    Phase::DrawTile => Outcome::Tile(reference.land_tile()),
                    _ => Outcome::Animal(reference.animal(position.seat(), position.discard())),
                };
                assert_eq!(outcome, expected);
                position.resolve(outcome).unwrap();
            } else {
                position.play(policy.choose(&position, &mut rng)).unwrap();
            }
        }
    }
    assert!(reshuffles >= 5, "{reshuffles}");
}

#[test]
fn an_extra_draw_of_one_seat_changes_what_others_get_only_where_they_would_have_got_that_very_tile() {
    let (mut same, mut collisions) = (0, 0);
    for i in 0..3_000 {
        let deal = Deal::new(column_tiles(), Seed(6).branch("extra", &[i]));
        let run = |extra: bool| {
            // Seat 0 draws two tiles or none in its first turn; then seats 1 and 2 draw two each, twice.
            let mut game = Column::new(&deal, 3);
            let mut reference = Reference::new(&deal);
            reference.hands(3);
            let mut tiles = Vec::new();
            for round in 0..2 {
                for seat in 0..3 {
                    if seat == 0 && !(extra && round == 0) {
                        game.decline();
                        continue;
                    }
                    game.baobab();
                    let drawn = [reference.draw(seat), reference.draw(seat)];
                    tiles.extend(drawn.map(|tile| (seat, tile)));
                }
            }
            let animals: Vec<(usize, Animal)> = tiles.iter().map(|&(s, tile)| (s, animal_of(tile))).collect();
            assert_eq!(game.drawn, animals);
            tiles
        };
        let (with, without) = (run(true), run(false));
        let extra: Vec<u8> = with[..2].iter().map(|(_, tile)| *tile).collect();
        let wanted: BTreeSet<u8> = without.iter().map(|(_, tile)| *tile).collect();
        if extra.iter().any(|tile| wanted.contains(tile)) {
            collisions += 1;
            continue;
        }
        assert_eq!(with[2..], without);
        same += 1;
    }
    // Two tiles of 44 are drawn early, eight of these 44 are wanted later: 1 - 36/44 · 35/43.
    let share = 1.0 - 36.0 * 35.0 / (44.0 * 43.0);
    assert_fits("collisions", &[collisions, same], &[share, 1.0 - share]);
}

#[test]
fn a_deal_is_the_same_for_every_number_of_players() {
    for deal in deals("players", 300) {
        let games: Vec<Position> =
            (2..=5).map(|players| deal.start(Variant::default(), players).unwrap().0).collect();
        for game in &games {
            for seat in game.seats() {
                assert_eq!(game.hand(seat), games[3].hand(seat), "the hand of seat {seat}");
            }
        }
        for variant in variants() {
            let (position, _) = deal.start(variant, 3).unwrap();
            assert!(position.seats().all(|seat| position.hand(seat) == games[1].hand(seat)));
        }
    }
}

#[test]
fn a_deal_brings_the_same_land_tiles_however_the_game_goes() {
    for i in 0..40 {
        let deal = Deal::new(TileSet::safari(), Seed(7).branch("land", &[i]));
        for policy in Policy::ALL {
            let (mut position, mut dealer) = deal.start(Variant::default(), 2 + i as usize % 4).unwrap();
            let mut rng = Seed(i).rng();
            let mut drawn = Vec::new();
            while !position.is_over() {
                if position.phase().is_chance() {
                    let outcome = dealer.next(&position);
                    if let Outcome::Tile(kind) = outcome {
                        drawn.push(kind);
                    }
                    position.resolve(outcome).unwrap();
                } else {
                    position.play(policy.choose(&position, &mut rng)).unwrap();
                }
            }
            assert_eq!(drawn, deal.land());
        }
    }
}

#[test]
fn a_land_order_with_other_tiles_than_the_set_is_an_error() {
    let tiles = TileSet::safari();
    let deal = Deal::new(tiles, Seed(8));
    let (first, other) = (deal.land()[0], deal.land()[1]);
    assert_ne!(first, other);
    let mut land = deal.land().to_vec();
    land[0] = other;
    assert!(Deal::with_land(tiles, land, Seed(8)).is_err_and(|kind| kind == first || kind == other));
    assert!(Deal::with_land(tiles, Vec::new(), Seed(8)).is_err());
    let mut land = deal.land().to_vec();
    land.push(first);
    assert_eq!(Deal::with_land(tiles, land, Seed(8)), Err(first));
    // A space of the start tile is no land tile.
    let mut land = deal.land().to_vec();
    let start = tiles.start()[0].0;
    land.insert(3, start);
    assert_eq!(Deal::with_land(tiles, land, Seed(8)), Err(start));
}

#[test]
fn a_deal_for_a_position_brings_what_is_left_in_any_order_equally_often() {
    // Half of a game is over: of some kinds all copies are left, of others one of several.
    let deal = Deal::new(TileSet::safari(), Seed(9));
    let (mut position, mut dealer) = deal.start(Variant::default(), 4).unwrap();
    let mut rng = Seed(9).rng();
    while position.land_left() > 30 || position.phase() != Phase::DrawTile {
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
        } else {
            position.play(position.sample_by_kind(&mut rng)).unwrap();
        }
    }
    let tiles = position.tiles();
    let left: Vec<f64> = tiles.kinds().map(|kind| f64::from(position.left_of(kind))).collect();
    let one_of_several =
        tiles.kinds().filter(|&kind| position.left_of(kind) > 0 && tiles.drawing(kind).copies > 1).count();
    assert!(one_of_several > 2, "{one_of_several}");
    let places = [0, 15, 29];
    let mut counts = vec![vec![0; left.len()]; places.len()];
    for i in 0..20_000 {
        let deal = Deal::for_position(&position, Seed(12).branch("for position", &[i]));
        assert_eq!(deal.land().len(), 30);
        for (count, place) in counts.iter_mut().zip(places) {
            count[deal.land()[place].index()] += 1;
        }
        if i < 40 {
            let mut next = position;
            let mut dealer = deal.resume(&position);
            while !next.is_over() {
                if next.phase().is_chance() {
                    let outcome = dealer.next(&next);
                    next.resolve(outcome).unwrap();
                } else {
                    next.play(next.sample_by_kind(&mut rng)).unwrap();
                }
            }
        }
    }
    for (count, place) in counts.iter().zip(places) {
        assert_fits(&format!("place {place} of what is left"), count, &left);
    }
}

/// Pins the deals: if this fails, every committed result would change.
#[test]
fn the_deals_are_the_ones_of_version_one() {
    let tiles = TileSet::safari();
    let land = |seed: u64, n: usize| {
        let deal = Deal::new(tiles, Seed(seed));
        deal.land()[..n].iter().map(|&kind| tiles.token(kind)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(land(0, 8), "27AG 1 26LL 18EL 20Z 13G- 23AEE 6A");
    assert_eq!(land(1, 8), "20Z 16Z- 30L 32GG- 7G 23AEE 14ZZ 25AL");
    let whole = |seed: u64| {
        let deal = Deal::new(tiles, Seed(seed));
        let mut mixer = safari_core::Mixer::new("golden");
        deal.land().iter().for_each(|&kind| mixer.text(tiles.token(kind)));
        for seat in 0..5 {
            for epoch in 0..3 {
                deal.animal_order(seat, epoch).iter().for_each(|&tile| mixer.word(u64::from(tile)));
            }
        }
        mixer.finish()
    };
    assert_eq!(
        [whole(0), whole(1), whole(u64::MAX)],
        [923776609061395595, 6897041893672159915, 2847938939141486334]
    );
    let deal = Deal::new(tiles, Seed(1));
    assert_eq!(deal.animal_order(0, 0)[..10], [43, 5, 44, 4, 14, 21, 18, 46, 0, 6]);
    assert_eq!(deal.animal_order(4, 1)[..10], [42, 48, 15, 44, 23, 49, 36, 2, 35, 46]);
    let (position, _) = deal.start(Variant::default(), 5).unwrap();
    let hands: Vec<String> = position.seats().map(|seat| position.hand(seat).to_string()).collect();
    assert_eq!(hands.join(" "), "AZ LZ EZ GZ AZ");
}

/// Pins a whole game of a deal: chance, the order of the choices and the generator.
#[test]
fn the_games_are_the_ones_of_version_one() {
    let game = |seed: u64, players: usize| {
        let deal = Deal::new(TileSet::safari(), Seed(seed));
        let (mut position, mut dealer) = deal.start(Variant::default(), players).unwrap();
        let mut rng = Seed(seed).branch("golden", &[]).rng();
        let mut mixer = safari_core::Mixer::new("golden");
        while !position.is_over() {
            if position.phase().is_chance() {
                let outcome = dealer.next(&position);
                position.resolve(outcome).unwrap();
            } else {
                let action = position.sample_by_kind(&mut rng);
                if !matches!(action.unpack(), Move::Decline) {
                    mixer.text(&position.token(action).to_string());
                }
                position.play(action).unwrap();
            }
        }
        let scores: Vec<u32> = position.seats().map(|seat| position.score(seat)).collect();
        (scores, mixer.finish())
    };
    assert_eq!(game(1, 2), (vec![40, 42], 8474936320819012243));
    assert_eq!(game(2, 5), (vec![12, 19, 25, 13, 27], 13385716070132159241));
}

#[test]
fn a_game_started_in_place_of_another_is_the_same_as_one_started_afresh() {
    for (i, deal) in deals("restart", 60).enumerate() {
        let (variant, players) = (Variant::default(), 2 + i % 4);
        let (afresh, mut dealer) = deal.start(variant, players).unwrap();
        let other = Deal::new(TileSet::safari(), Seed(99).branch("another", &[i as u64]));
        let (mut position, _) = other.start(variant, players).unwrap();
        let mut again = deal.restart(&mut position);
        position.validate().unwrap();
        assert_eq!((position.to_text(), position.hash()), (afresh.to_text(), afresh.hash()));
        // Both deal on in the same way, also to the seats whose orders gave the hands.
        while !position.is_over() {
            if position.phase().is_chance() {
                let outcome = dealer.next(&position);
                assert_eq!(again.next(&position), outcome);
                position.resolve(outcome).unwrap();
            } else {
                position.play(position.nth(position.count() - 1)).unwrap();
            }
        }
    }
}
