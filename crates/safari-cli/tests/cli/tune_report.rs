//! `safari tune report`: a page of a run, finished or not.

use std::fs;
use std::path::Path;

use safari_tune::JOURNAL;

use crate::common::{fine, wrong};

const CONFIG: &str = r#"
agent = "greedy:meeple=15"
players = 2
optimiser = "random"
budget = { games = 160 }
space = [
  { param = "meeple", min = 0, max = 20 },
  { param = "trail_close", min = 0.05, max = 2, scale = "log" },
]

[[held_out]]
agent = "greedy-v1"

[acceptance]
gain1 = 0.2
deals = 12
round = 4
"#;

/// A run in `dir/run`.
fn tuned(dir: &Path) {
    fs::write(dir.join("config.toml"), CONFIG).unwrap();
    fine(dir, ["tune", "config.toml", "--out", "run"]);
}

#[test]
fn a_run_has_a_page_however_far_it_went() {
    let dir = tempfile::tempdir().unwrap();
    tuned(dir.path());
    let run = dir.path().join("run");
    let said = fine(dir.path(), ["tune", "report", "run"]);
    assert!(said.contains("report.html"), "{said}");
    let page = fs::read_to_string(run.join("report.html")).unwrap();
    for text in ["greedy:meeple=15", "greedy-v1", "trail_close, logarithmic", "1,099,511,627,776"] {
        assert!(page.contains(text), "{text}");
    }
    let verdict = fs::read_to_string(run.join("evidence/verdict.json")).unwrap();
    let verdict: serde_json::Value = serde_json::from_str(&verdict).unwrap();
    let word = verdict["verdict"].as_str().unwrap().to_owned();
    let shown = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    assert!(page.contains(&format!("<strong>{shown}</strong>")), "{word}");
    // The page's tests are those of the verdict, deal by deal.
    for test in verdict["tests"].as_array().unwrap() {
        assert!(page.contains(&format!("after {} deals", test["deals"])), "{test}");
    }
    // Every beginning of the journal, also one that ends within a line.
    let journal = fs::read_to_string(run.join(JOURNAL)).unwrap();
    let ends: Vec<usize> = journal.match_indices('\n').map(|(at, _)| at + 1).collect();
    for end in ends.into_iter().rev().flat_map(|end| [end.saturating_sub(7), end - 1]).chain([0]) {
        fs::write(run.join(JOURNAL), &journal[..end]).unwrap();
        fine(dir.path(), ["tune", "report", "run", "-o", "part.html"]);
        let part = fs::read_to_string(dir.path().join("part.html")).unwrap();
        assert!(part.contains("Not finished") && part.ends_with("</html>\n"), "{end}");
    }
}

#[test]
fn what_is_no_run_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let report = |texts: &[&str]| {
        let message = wrong(dir.path(), 2, ["tune", "report", "run"]);
        assert!(texts.iter().all(|text| message.contains(text)), "{texts:?} not in {message}");
    };
    report(&["there is no directory `run`"]);
    let run = dir.path().join("run");
    fs::create_dir(&run).unwrap();
    report(&["there is no `manifest.json` in `run`", "no directory of a tuning run"]);
    let manifest = run.join("manifest.json");
    fs::write(&manifest, r#"{"format":"safari-run","config":""}"#).unwrap();
    report(&["manifest.json: it is no manifest of a tuning run", "`safari-tuning-run`"]);
    fs::write(&manifest, "no json").unwrap();
    report(&["manifest.json: "]);
    fs::remove_dir_all(&run).unwrap();
    tuned(dir.path());
    let known = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, known.replace("greedy-v1", "greedy-v0")).unwrap();
    report(&["manifest.json: the config in it:", "greedy-v0"]);
    fs::write(&manifest, known).unwrap();
    fs::remove_file(run.join(JOURNAL)).unwrap();
    report(&["there is no `journal.jsonl` in `run`"]);
    let journal = run.join(JOURNAL);
    fs::write(&journal, "{}\n").unwrap();
    report(&["journal.jsonl: line 1:"]);
    let other =
        r#"{"batch":{"number":0,"candidates":[{"id":1,"setting":"animal=2"}],"deals":[0,1]}}"#.to_owned();
    fs::write(&journal, other + "\n").unwrap();
    report(&["of another run", "animal"]);
    assert!(!run.join("report.html").exists());
}
