//! Two agents on paired deals: quick look.
use safari_agents::*;
use safari_arena::*;
use safari_core::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let r = Registry::standard();
    let f = [r.parse(&args[1]).unwrap(), r.parse(&args[2]).unwrap()];
    let deals: u64 = args[3].parse().unwrap();
    let base: u64 = args.get(4).map_or(0, |s| s.parse().unwrap());
    let next = std::sync::atomic::AtomicU64::new(0);
    let t = std::time::Instant::now();
    let out = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|s| for _ in 0..2 { s.spawn(|| loop {
        let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if i >= deals { break; }
        let deal = Deal::new(TileSet::safari(), Seed(77).branch("deal", &[base + i]));
        let mut sh = 0.0; let mut sc = [0u32; 2]; let mut src = [[0u32; 9]; 2]; let mut m=[0;2];
        for rot in 0..2usize {
            let mut agents = vec![f[rot].build(2), f[1 - rot].build(2)];
            let c = GameConfig { deal: &deal, variant: Variant::default(), seed: Seed(i).branch("a", &[rot as u64]), budget: Budget::Own, clock: &NoClock };
            let p = play(&c, &mut agents, &mut NoWatch).unwrap();
            let (a, b) = (p.score(rot), p.score(1 - rot));
            sc[0] += a; sc[1] += b;
            for (w, seat) in [(0, rot), (1, 1 - rot)] { m[w] += p.meeples(seat); for (k, s) in Source::ALL.iter().enumerate() { src[w][k] += p.points(seat).of(*s); } }
            sh += if a > b { 1.0 } else if a == b { 0.5 } else { 0.0 };
        }
        out.lock().unwrap().push((sh / 2.0, sc, src, m));
    }); });
    let out = out.into_inner().unwrap();
    let n = out.len() as f64;
    let mean = out.iter().map(|x| x.0).sum::<f64>() / n;
    let var = out.iter().map(|x| (x.0 - mean).powi(2)).sum::<f64>() / n.max(2.0);
    println!("share {mean:.3} ± {:.3}  time {:.1}s", 1.96 * (var / n).sqrt(), t.elapsed().as_secs_f64());
    for w in 0..2 {
        print!("{:28} score {:6.1} meeples {:.1}", args[1 + w], out.iter().map(|x| x.1[w] as f64).sum::<f64>() / n / 2.0, out.iter().map(|x| x.3[w] as f64).sum::<f64>() / n / 2.0);
        for (k, s) in Source::ALL.iter().enumerate() { print!(" {}={:.1}", s.name(), out.iter().map(|x| x.2[w][k] as f64).sum::<f64>() / n / 2.0); }
        println!();
    }
}
