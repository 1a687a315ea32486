//! Quick look.
use safari_core::*;
fn main() {
    let tiles = TileSet::safari();
    let hands = [AnimalCounts::parse("AE").unwrap(), AnimalCounts::parse("GL").unwrap()];
    let start = Position::new(tiles, Variant::default(), &hands).unwrap();
    println!("{}", size_of::<Position>());
    let n: u64 = std::env::args().nth(1).map_or(200000, |s| s.parse().unwrap());
    let mut sum = 0u64;
    let t = std::time::Instant::now();
    for i in 0..n {
        let mut rng = Seed(i).rng();
        let mut p = start;
        p.playout(&mut rng);
        sum += u64::from(p.score(0) + 3 * p.score(1));
    }
    println!("{:.0} games/s {}", n as f64 / t.elapsed().as_secs_f64(), sum);
}
