//! The examples of docs/formats.md are real.

use crate::common::{data, fine};

fn blocks(kind: &str) -> Vec<String> {
    let text = include_str!("../../../../docs/formats.md");
    let opening = format!("```{kind}\n");
    text.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_lines_of_records_and_replays_stand_in_the_golden_files() {
    let golden: String = ["small.json", "small.jsonl", "crowded.jsonl"]
        .map(|name| std::fs::read_to_string(data(name)).unwrap())
        .concat();
    let blocks = blocks("json");
    assert_eq!(blocks.len(), 2);
    for line in blocks.iter().flat_map(|block| block.lines()) {
        let line = line.trim().trim_end_matches(',');
        assert!(golden.contains(line), "{line}");
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("game.json"), &blocks[0]).unwrap();
    assert!(fine(dir.path(), ["replay", "game.json"]).contains("The record stops here"));
}

#[test]
fn the_position_is_one() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("position.txt"), &blocks("text")[0]).unwrap();
    fine(dir.path(), ["perft", "--depth", "1", "--position", "position.txt"]);
}

#[test]
fn the_tile_file_is_one() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("tiles.toml"), &blocks("toml")[0]).unwrap();
    assert!(fine(dir.path(), ["tiles", "--tiles", "tiles.toml"]).contains("\n26EE "));
}
