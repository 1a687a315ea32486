//! Writes the named positions of the benchmarks, `benches/positions/*.txt`, from games that are always the same.
//!
//! `cargo run --release -p safari-benches --example positions`

use safari_benches::{FIXTURES, folder};

fn main() -> std::io::Result<()> {
    for fixture in FIXTURES {
        std::fs::write(folder().join(fixture.name).with_extension("txt"), fixture.make().to_text())?;
    }
    Ok(())
}
