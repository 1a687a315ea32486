//! Tile files that are not the game's, to see that the tile set can be replaced.

use std::fmt::Write as _;

use rand::RngExt;
use safari_core::{Rng, Seed};

/// A start tile of savanna alone.
pub const SAVANNA_START: &str = "
[[start]]
at = [-1, 0]
sides = \"ssss\"
trails = []
bushes = []
animals = \"\"

[[start]]
at = [0, 0]
sides = \"ssss\"
trails = []
bushes = []
animals = \"\"

[[start]]
at = [1, 0]
sides = \"ssss\"
trails = []
bushes = []
animals = \"\"
";

/// One `[[tile]]` entry. Trails are given by their sides, bushes as `SIDES:BIRDS`, copies by their animals.
pub fn tile(
    id: u32,
    sides: &str,
    trails: &[&str],
    bushes: &[&str],
    baobab: bool,
    copies: &[String],
) -> String {
    let quoted = |list: &[&str]| list.iter().map(|s| format!("\"{s}\"")).collect::<Vec<_>>().join(", ");
    let bushes: Vec<String> = bushes
        .iter()
        .map(|bush| {
            let (sides, birds) = bush.split_once(':').unwrap();
            format!("{{ sides = \"{sides}\", birds = {birds} }}")
        })
        .collect();
    let copies: Vec<&str> = copies.iter().map(String::as_str).collect();
    format!(
        "\n[[tile]]\nid = {id}\nsides = \"{sides}\"\ntrails = [{}]\nbushes = [{}]\nbaobab = {baobab}\ncopies = [{}]\n",
        quoted(trails),
        bushes.join(", "),
        quoted(&copies)
    )
}

fn copies(animals: &str, n: usize) -> Vec<String> {
    vec![animals.to_owned(); n]
}

/// `n` tiles of savanna with a baobab, which fit everywhere.
pub fn savanna(n: usize) -> String {
    tile(1, "ssss", &[], &[], true, &copies("", n)) + SAVANNA_START
}

/// `n` tiles with a trail from east to west, and a start tile that such a trail runs through.
pub fn straight_trail(n: usize) -> String {
    let start = SAVANNA_START
        .replace("sides = \"ssss\"", "sides = \"stst\"")
        .replace("trails = []", "trails = [\"EW\"]")
        .replace("animals = \"\"", "animals = \"-\"");
    tile(1, "stst", &["EW"], &[], true, &copies("A", n)) + &start
}

/// `n` tiles with a trail closed at both ends in the north and the south and a baobab, for a column that completes a trail
/// with every tile.
pub fn column_of_short_trails(n: usize) -> String {
    let start = SAVANNA_START.replacen(
        "at = [0, 0]\nsides = \"ssss\"\ntrails = []\nbushes = []\nanimals = \"\"",
        "at = [0, 0]\nsides = \"tsss\"\ntrails = [\"N\"]\nbushes = []\nanimals = \"-\"",
        1,
    );
    tile(1, "tsts", &["N", "S"], &[], true, &copies("--", n)) + &start
}

/// Tiles with up to four segments of which some look the same after a quarter or half turn, and some only nearly.
pub fn symmetric() -> String {
    let one = |animals: &str| copies(animals, 1);
    [
        tile(1, "tttt", &["N", "E", "S", "W"], &[], false, &["AAAA".into(), "AEAE".into(), "AAAE".into()]),
        tile(2, "tttt", &["NE", "SW"], &[], true, &["AA".into(), "AL".into(), "--".into()]),
        tile(3, "tttt", &["NS", "EW"], &[], false, &["LL".into(), "LZ".into(), "--".into()]),
        tile(4, "bbbb", &[], &["N:1", "E:1", "S:1", "W:1"], false, &["GGGG".into(), "GAGA".into()]),
        tile(5, "bbbb", &[], &["N:1", "E:2", "S:1", "W:2"], true, &["GGGG".into(), "EGEG".into()]),
        tile(6, "bbbb", &[], &["NE:1", "SW:1"], false, &["ZZ".into(), "ZA".into()]),
        tile(7, "bbbb", &[], &["NESW:9"], false, &one("L")),
        tile(8, "tbtb", &["NS"], &["E:1", "W:1"], true, &["AEE".into(), "AEL".into()]),
        tile(9, "tbtb", &["N", "S"], &["EW:0"], false, &["ZZ-".into(), "Z--".into()]),
        tile(10, "bsbs", &[], &["NS:3"], true, &["G".into(), "G".into()]),
        tile(11, "bsbs", &[], &["N:3", "S:3"], true, &["GG".into(), "G-".into()]),
        tile(12, "tsts", &["N", "S"], &[], true, &["EE".into(), "EL".into()]),
        tile(13, "ssss", &[], &[], true, &copies("", 9)),
        tile(14, "sstt", &["SW"], &[], false, &copies("E", 5)),
        tile(15, "ssbb", &[], &["SW:1"], false, &copies("L", 5)),
        tile(16, "ssst", &["W"], &[], false, &copies("G", 4)),
        tile(17, "sssb", &[], &["W:0"], false, &copies("A", 4)),
    ]
    .concat()
        + SAVANNA_START
}

/// A set drawn at random: `types` tiles of up to two copies, as far as the limit of 128 segments allows.
pub fn random(seed: Seed, types: u32) -> String {
    let mut rng = seed.branch("tile set", &[]).rng();
    let mut text = String::new();
    let mut room = 128 - 12;
    for id in 1..=types {
        let sides: String = (0..4).map(|_| pick(&mut rng, &['s', 's', 't', 'b'])).collect();
        let (trails, bushes) = segments(&mut rng, &sides);
        let count = trails.len() + bushes.len();
        let copies: Vec<String> = (0..rng.random_range(1..3u32))
            .map(|_| (0..count).map(|_| pick(&mut rng, &['A', 'E', 'G', 'L', 'Z', '-'])).collect())
            .collect();
        if count * copies.len() > room {
            break;
        }
        room -= count * copies.len();
        let trails: Vec<&str> = trails.iter().map(String::as_str).collect();
        let bushes: Vec<&str> = bushes.iter().map(String::as_str).collect();
        text += &tile(id, &sides, &trails, &bushes, rng.random(), &copies);
    }
    let mut west = 's';
    for x in -1..=1 {
        let mut sides: Vec<char> = (0..4).map(|_| pick(&mut rng, &['s', 't', 'b'])).collect();
        if x > -1 {
            sides[3] = west;
        }
        west = sides[1];
        let sides: String = sides.into_iter().collect();
        let (trails, bushes) = segments(&mut rng, &sides);
        let animals = "AEGL-".chars().cycle().skip((x + 1) as usize);
        let animals: String = animals.take(trails.len() + bushes.len()).collect();
        let trails: Vec<&str> = trails.iter().map(String::as_str).collect();
        let bushes: Vec<&str> = bushes.iter().map(String::as_str).collect();
        let entry = tile(0, &sides, &trails, &bushes, false, std::slice::from_ref(&animals));
        let entry = entry
            .replace("[[tile]]\nid = 0", &format!("[[start]]\nat = [{x}, 0]"))
            .replace("baobab = false\n", "")
            .replace(&format!("copies = [\"{animals}\"]"), &format!("animals = \"{animals}\""));
        write!(text, "{entry}").unwrap();
    }
    text
}

fn pick(rng: &mut Rng, from: &[char]) -> char {
    from[rng.random_range(0..from.len() as u32) as usize]
}

/// Joins the sides of trails and bushes to segments at random.
fn segments(rng: &mut Rng, sides: &str) -> (Vec<String>, Vec<String>) {
    let mut trails: Vec<String> = Vec::new();
    let mut bushes: Vec<String> = Vec::new();
    for (side, terrain) in "NESW".chars().zip(sides.chars()) {
        match terrain {
            't' => match trails.iter_mut().find(|t| t.len() < 2 && rng.random()) {
                Some(trail) => trail.push(side),
                None => trails.push(side.into()),
            },
            'b' => match bushes.iter_mut().find(|_| rng.random()) {
                Some(bush) => bush.push(side),
                None => bushes.push(side.into()),
            },
            _ => {}
        }
    }
    let bushes = bushes.into_iter().map(|b| format!("{b}:{}", rng.random_range(0..3u32))).collect();
    (trails, bushes)
}
