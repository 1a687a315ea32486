//! What the documents say and show is so. Their commands are run by `scripts/check_docs.sh`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::common::{assert_committed, fine};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The Markdown files of the project, by their path from the root.
fn documents() -> BTreeMap<String, String> {
    let mut folders = vec![root()];
    let mut found = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !name.starts_with('.') && !["target", "corpus", "artifacts"].contains(&name) {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                let short = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(short, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    assert!(found.len() >= 8, "{:?}", found.keys());
    found
}

/// A document without its fenced blocks.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

#[test]
fn the_tile_sheet_of_the_documents_is_the_one_drawn_now() {
    let dir = tempfile::tempdir().unwrap();
    fine(dir.path(), ["tiles", "-o", "tiles.svg"]);
    let drawn = std::fs::read_to_string(dir.path().join("tiles.svg")).unwrap();
    assert_committed(&root().join("docs/tiles.svg"), &drawn);
}

/// A block after `<!-- from: safari … -->`: its lines follow each other in the output, parts of lines may be cut off, and
/// a line `…` stands for lines that are left out.
#[test]
fn what_the_documents_show_is_what_the_program_prints() {
    let mut blocks = 0;
    for (name, text) in documents() {
        for part in text.split("\n<!-- from: safari ").skip(1) {
            let (command, rest) =
                part.split_once(" -->\n```text\n").unwrap_or_else(|| panic!("{name}: {part}"));
            let block = rest.split("\n```").next().unwrap();
            let output = fine(&root(), command.split_whitespace());
            let printed: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
            let mut next = 0;
            for run in block.split("\n…\n") {
                let run: Vec<&str> = run.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
                let begin = (next..=printed.len().saturating_sub(run.len()))
                    .find(|&begin| run.iter().zip(&printed[begin..]).all(|(part, line)| line.contains(part)));
                next = run.len()
                    + begin.unwrap_or_else(|| panic!("{name}: `safari {command}`\n{}", run.join("\n")));
            }
            blocks += 1;
        }
    }
    assert!(blocks >= 3, "{blocks}");
}

/// The anchor of a heading, as code hosts make it.
fn anchor(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .collect::<String>();
    kept.trim().replace(' ', "-")
}

#[test]
fn every_link_leads_somewhere() {
    let documents = documents();
    let anchors = |text: &str| -> BTreeSet<String> {
        let headings = text.lines().filter(|line| line.starts_with('#'));
        headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
    };
    let mut links = 0;
    for (name, text) in &documents {
        let prose = prose(text);
        for rest in prose.split("](").skip(1) {
            let target = rest.split(')').next().unwrap();
            if target.starts_with("https://") {
                continue;
            }
            links += 1;
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = match path {
                "" => root().join(name),
                path => root().join(name).parent().unwrap().join(path),
            };
            let file = file.canonicalize().unwrap_or_else(|_| panic!("{name}: {target} leads nowhere"));
            if !heading.is_empty() {
                let text = std::fs::read_to_string(file).unwrap();
                assert!(anchors(&text).contains(heading), "{name}: {target} has no such heading");
            }
        }
    }
    assert!(links > 40, "{links}");
}

#[test]
fn the_architecture_names_every_crate_and_every_file_of_core_arena_and_tune() {
    let text = read("ARCHITECTURE.md");
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(text.contains(&format!("[`{name}`]")), "{name}");
    }
    for of in ["safari-core", "safari-arena", "safari-tune"] {
        let sources = root().join("crates").join(of).join("src");
        let mut folders = vec![sources.clone()];
        let mut files = BTreeSet::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.insert(path.strip_prefix(&sources).unwrap().to_str().unwrap().replace('\\', "/"));
                }
            }
        }
        let section = text.split(&format!("\n## `{of}`, file by file")).nth(1).unwrap();
        let section = section.split("\n## ").next().unwrap();
        // The first column may name several.
        let cells = section.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next());
        let named: BTreeSet<String> = cells
            .flat_map(|cell| cell.split('`').skip(1).step_by(2))
            .filter(|name| name.ends_with(".rs"))
            .map(str::to_owned)
            .collect();
        assert_eq!(named, files);
    }
}

#[test]
fn the_documents_name_every_agent_and_the_size_of_a_position() {
    let readme = read("README.md");
    for line in fine(&root(), ["agents"]).lines().skip(1) {
        let name = line.split_whitespace().next().unwrap();
        assert!(readme.contains(&format!("\n| `{name}` |")), "{name}");
    }
    assert_eq!(size_of::<safari_core::Position>(), 4096);
    assert!(readme.contains("4,096 bytes") && read("ARCHITECTURE.md").contains("exactly 4,096 bytes"));
}

/// The names in the first column of the table that follows a text.
fn first_column(text: &str, after: &str) -> Vec<String> {
    let rest = text.split(after).nth(1).unwrap_or_else(|| panic!("`{after}` is missing"));
    let rows = rest.lines().skip_while(|line| !line.starts_with("|--")).skip(1);
    let cells = rows.take_while(|line| line.starts_with('|')).map(|line| line.split('|').nth(1).unwrap());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn the_formats_name_every_column_and_key_of_a_tournaments_files() {
    let formats = read("docs/formats.md");
    let dir = tempfile::tempdir().unwrap();
    let config = formats.split("## Tournament config").nth(1).unwrap();
    let config = config.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    std::fs::write(dir.path().join("example.toml"), config).unwrap();
    let args = ["tournament", "example.toml", "--set", "deals=1", "--out", "run", "--quiet"];
    fine(dir.path(), args);
    for name in [
        "games.csv",
        "seats.csv",
        "standings.csv",
        "pairs.csv",
        "ratings.csv",
        "seat_effect.csv",
        "points.csv",
        "timing.csv",
    ] {
        let file = std::fs::read_to_string(dir.path().join("run").join(name)).unwrap();
        let columns: Vec<&str> = file.lines().next().unwrap().split(',').collect();
        assert_eq!(first_column(&formats, &format!("\n`{name}`, a row ")), columns, "{name}");
    }
    let manifest = std::fs::read_to_string(dir.path().join("run/manifest.json")).unwrap();
    let manifest: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&manifest).unwrap();
    let keys: BTreeSet<&str> = manifest.keys().map(String::as_str).collect();
    let named = first_column(&formats, "\n`manifest.json`, ");
    assert_eq!(named.iter().map(String::as_str).collect::<BTreeSet<_>>(), keys);
}

#[test]
fn the_rules_name_the_test_of_every_worked_example() {
    let rules = read("docs/rules.md");
    for tests in ["crates/safari-core/tests/worked.rs", "crates/safari-oracle/tests/worked.rs"] {
        let tests = read(tests);
        let words = |text: &str| -> BTreeSet<String> {
            let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            words.filter(|word| word.starts_with("example_9_")).map(str::to_owned).collect()
        };
        assert_eq!(words(&rules), words(&tests));
        assert_eq!(words(&rules).len(), 16); // 9.12 has two
    }
    for number in 1..=15 {
        assert!(rules.contains(&format!("\n| 9.{number} |")), "9.{number}");
    }
}

#[test]
fn the_rules_name_every_doubt_about_the_tiles() {
    let rules = read("docs/rules.md");
    let section = rules.split("### What is not certain").nth(1).unwrap().split("\n## ").next().unwrap();
    let tiles = read("configs/tiles/safari.toml");
    let doubts = tiles.split("Doubtful").nth(1).unwrap().split("[[tile]]").next().unwrap();
    let ids = |text: &str| -> BTreeSet<u32> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.filter_map(|word| word.parse().ok()).filter(|&id| id > 2).collect()
    };
    let ours = section.split("In\ndoubt are:").nth(1).unwrap().split("\n\nThese facts").next().unwrap();
    assert_eq!(ids(ours), ids(doubts));
}
