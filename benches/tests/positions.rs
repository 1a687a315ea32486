//! The named positions are there, legal, and what their names say.

use safari_benches::{FIXTURES, folder, merge, position};
use std::collections::BTreeSet;

#[test]
fn every_named_position_is_legal_and_what_its_name_says() {
    for fixture in FIXTURES {
        let position = position(fixture.name);
        position.validate().unwrap();
        assert!(fixture.holds(&position), "{}", fixture.name);
        assert_eq!(position.players(), fixture.players, "{}", fixture.name);
        assert_eq!(position.variant(), safari_benches::variant(fixture.table), "{}", fixture.name);
    }
    assert!(merge(&position("merge-2p-floor"), 6).is_some());
}

#[test]
fn no_position_is_without_a_name() {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
    let named: BTreeSet<String> = FIXTURES.iter().map(|fixture| format!("{}.txt", fixture.name)).collect();
    assert_eq!(files, named);
}

#[test]
fn every_workload_runs() {
    for workload in safari_benches::workloads::WORKLOADS {
        (workload.run)(1);
    }
}
