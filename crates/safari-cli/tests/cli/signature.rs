//! The committed signature. A change that means to change behaviour runs
//! `cargo run --release -p safari-cli -- signature --parts > results/signature.txt`.

use crate::common::fine;
use std::path::Path;

#[test]
fn behaviour_is_the_committed_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/signature.txt");
    let parts = fine(Path::new("."), ["signature", "--parts"]);
    let total = parts.lines().last().unwrap().strip_prefix("total ").unwrap();
    assert_eq!(total.len(), 16);
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let changed: Vec<&str> =
        parts.lines().filter(|line| !committed.lines().any(|old| old == *line)).collect();
    assert!(
        parts == committed,
        "the signature is another one; if that is meant:\n  \
         cargo run --release -p safari-cli -- signature --parts > results/signature.txt\n\
         new lines:\n{}",
        changed.join("\n")
    );
}
