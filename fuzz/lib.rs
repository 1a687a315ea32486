//! What the fuzz targets and the generator of their first corpus share.

use rand::RngExt;
use safari_core::{Deal, Phase, Position, Rng, Seed, TileSet, Variant};

/// The variants of the games in the corpus.
const VARIANTS: [[&str; 4]; 6] = [
    ["floor", "most", "before_scoring", "independent"],
    ["floor", "all_present", "after_scoring", "distinct"],
    ["table:5x1", "most", "before_scoring", "independent"],
    ["table:8x6", "most", "after_scoring", "independent"],
    ["shifting:7x7", "all_present", "before_scoring", "distinct"],
    ["shifting:12x2", "most", "after_scoring", "distinct"],
];

/// The variant of a game by its number.
pub fn variant(game: u64) -> Variant {
    let [table, majority, draw, bonus] = VARIANTS[game as usize % VARIANTS.len()];
    Variant {
        table: table.parse().expect("a table's spelling"),
        final_majority: majority.parse().expect("a spelling"),
        baobab_draw: draw.parse().expect("a spelling"),
        bonus_animals: bonus.parse().expect("a spelling"),
    }
}

/// The deal and the number of players of a game by its number.
pub fn deal(tiles: &'static TileSet, game: u64) -> (Deal, usize) {
    (Deal::new(tiles, Seed(77).branch("fuzz corpus", &[game])), 2 + (game % 4) as usize)
}

/// Every position of a game by its number, from the start to the end.
///
/// Every other game prefers cells with many neighbours, as bonus decisions and reshuffles are rare in open landscapes.
pub fn positions(tiles: &'static TileSet, game: u64) -> Vec<Position> {
    let (deal, players) = deal(tiles, game);
    let (mut position, mut dealer) = deal.start(variant(game), players).expect("2 to 5 players");
    let mut rng = deal.seed().branch("play", &[]).rng();
    let mut all = vec![position];
    while !position.is_over() {
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).expect("the deal brings what is left");
        } else {
            let mut action = position.sample_by_kind(&mut rng);
            if position.phase() == Phase::Place && game % 2 == 1 {
                action = position.actions().max_by_key(|&a| neighbours(&position, a)).unwrap_or(action);
            }
            position.play(action).expect("a choice of the position");
        }
        all.push(position);
    }
    all
}

fn neighbours(position: &Position, action: safari_core::Action) -> usize {
    match action.unpack() {
        safari_core::Move::Place { at, .. } => {
            at.around().into_iter().filter(|&cell| position.placed_at(cell).is_some()).count()
        }
        _ => 0,
    }
}

/// Positions of every phase, the same ones each time: the token target counts on their order.
pub fn pool(tiles: &'static TileSet) -> Vec<Position> {
    let mut pool = Vec::new();
    for game in 0..12 {
        let all = positions(tiles, game);
        for phase in Phase::ALL {
            let here: Vec<&Position> = all.iter().filter(|position| position.phase() == phase).collect();
            pool.extend(here.iter().step_by(here.len().div_ceil(3).max(1)).map(|&&position| position));
        }
    }
    pool.truncate(256);
    pool
}

/// Plays a position to its end by a generator of its own, checking every choice, and validates on the way.
///
/// # Panics
/// If anything is wrong with it.
pub fn play_to_the_end(position: &Position) {
    let mut next = *position;
    let mut rng = Seed(position.hash()).rng();
    let mut steps = 0u32;
    while !next.is_over() {
        if next.phase().is_chance() {
            let outcome = next.sample_outcome(&mut rng);
            next.resolve(outcome).expect("an outcome of the position");
        } else {
            let count = next.count();
            assert!(count > 0, "a decision without a choice\n{}", next.to_text());
            let action = next.sample_by_kind(&mut rng);
            next.play(action).expect("a choice of the position");
        }
        steps += 1;
        assert!(steps < 3_000, "the game does not end\n{}", position.to_text());
        // The slow check at a few steps only: an execution should take a millisecond or two.
        if steps == 1 || steps == 20 {
            next.validate().expect("the position is consistent");
        }
    }
    next.validate().expect("the position is consistent");
}

/// Spoils a text by lines and words, which changes of single bytes rarely do: what comes out is often still readable.
///
/// `others` are texts from which a line may be taken.
pub fn spoil(text: &str, others: &[String], rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let mut below = |n: usize| rng.random_range(0..n.max(1) as u32) as usize;
    let (a, b) = (below(lines.len()), below(lines.len()));
    match below(9) {
        0 => drop(lines.remove(a)),
        1 => lines.insert(b, lines[a].clone()),
        2 => lines.swap(a, b),
        3 | 4 => {
            let digits = |line: &str| {
                let bytes = line.as_bytes().to_vec();
                let starts =
                    |i: &usize| bytes[*i].is_ascii_digit() && (*i == 0 || !bytes[i - 1].is_ascii_digit());
                (0..bytes.len()).filter(starts).collect::<Vec<usize>>()
            };
            let line = &mut lines[a];
            let starts = digits(line);
            if let Some(&start) = starts.get(below(starts.len())) {
                let length = line[start..].bytes().take_while(u8::is_ascii_digit).count();
                let value = [below(5), below(20), below(300), below(70_000)][below(4)];
                line.replace_range(start..start + length, &value.to_string());
            }
        }
        5 if !others.is_empty() => {
            let other: Vec<&str> = others[below(others.len())].lines().collect();
            if let Some(line) = other.get(below(other.len())) {
                let key = line.split(' ').next();
                match lines.iter_mut().find(|own| own.split(' ').next() == key) {
                    Some(own) => *own = (*line).to_owned(),
                    None => lines.push((*line).to_owned()),
                }
            }
        }
        edit => {
            let mut words: Vec<String> = lines[a].split(' ').map(str::to_owned).collect();
            let (i, j) = (below(words.len()), below(words.len()));
            match edit {
                6 => drop(words.remove(i)),
                7 => words.insert(i, words[j].clone()),
                _ => {
                    let word = words.remove(i);
                    lines[b].push(' ');
                    lines[b] += &word;
                }
            }
            if a != b || edit != 8 {
                lines[a] = words.join(" ");
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Spoils the text at the beginning of a buffer as [`spoil`] does, and gives its new length; for `fuzz_mutator!`.
pub fn spoil_in_place(
    data: &mut [u8],
    size: usize,
    most: usize,
    seed: u32,
    others: &[String],
) -> Option<usize> {
    let mut rng = Seed(seed.into()).branch("spoil", &[]).rng();
    let text = std::str::from_utf8(&data[..size]).ok()?;
    let spoilt = spoil(text, others, &mut rng);
    let room = most.min(data.len());
    let bytes = spoilt.as_bytes().get(..room).unwrap_or(spoilt.as_bytes());
    data[..bytes.len()].copy_from_slice(bytes);
    Some(bytes.len())
}
