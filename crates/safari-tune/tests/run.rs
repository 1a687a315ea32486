//! Whole runs: the same bytes for any number of threads and interruptions, verdicts that err no more than they say.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use safari_agents::params::{Domain, Given, Param, Value};
use safari_agents::{Agent, AgentError, AgentKind, Choice, Ctx, RandomKind, Registry};
use safari_core::{Position, TileSet};
use safari_tune::{Entry, JOURNAL, Progress, TuneError, Tuned, Tuning, TuningConfig, read_journal};

const CONFIG: &str = r#"
agent = "greedy:growth=2.5:meeple=19"
players = 2
optimiser = "racing"
budget = { games = 240 }
[[space]]
param = "meeple"
[[space]]
param = "growth"
[[pool]]
agent = "random-kind"
[[held_out]]
agent = "random"
[acceptance]
gain1 = 0.3
deals = 30
round = 4
"#;

/// The same of `greedy` as it is.
fn plain() -> String {
    CONFIG.replace("greedy:growth=2.5:meeple=19", "greedy")
}

struct Quiet;

impl Progress for Quiet {
    fn phase(&self, _: &str, _: u64) {}
    fn games(&self, _: u64, _: bool) {}
    fn leader(&self, _: &str) {}
}

/// Stops after so many games.
struct Stopping<'s>(&'s AtomicBool, std::sync::atomic::AtomicI64);

impl Progress for Stopping<'_> {
    fn phase(&self, _: &str, _: u64) {}
    fn games(&self, games: u64, recalled: bool) {
        if !recalled && self.1.fetch_sub(games as i64, Ordering::SeqCst) <= games as i64 {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    fn leader(&self, _: &str) {}
}

fn tuning(text: &str, registry: &Registry) -> Tuning {
    let config = TuningConfig::parse(text, registry).unwrap();
    Tuning::new(config, TileSet::safari(), &[], "signature".into())
}

fn run(text: &str, dir: &Path, threads: usize) -> Tuned {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let stop = AtomicBool::new(false);
    pool.install(|| tuning(text, &Registry::standard()).run(dir, &Quiet, &stop)).unwrap()
}

/// All files of a directory by name.
fn contents(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in [dir.to_owned(), dir.join("evidence")] {
        for entry in folder.read_dir().into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_file() {
                files.push((path.strip_prefix(dir).unwrap().display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_run_is_the_same_bytes_for_any_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| {
        let dir = tempfile::tempdir().unwrap();
        run(CONFIG, dir.path(), threads);
        contents(dir.path())
    });
    assert!(one == three);
    let names: Vec<&str> = one.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.starts_with(&["best.toml"]) && names.contains(&"evidence/verdict.json"), "{names:?}");
}

#[test]
fn a_run_goes_on_from_every_byte_at_which_it_may_have_been_cut() {
    let whole = tempfile::tempdir().unwrap();
    let tuned = run(CONFIG, whole.path(), 2);
    let expected = contents(whole.path());
    let journal = fs::read(whole.path().join(JOURNAL)).unwrap();
    let ends: Vec<usize> = (0..journal.len()).filter(|&at| journal[at] == b'\n').map(|at| at + 1).collect();
    assert!(ends.len() > 8, "{}", ends.len());
    // Nothing, whole lines, and lines torn near their start, in the middle and before their end.
    let mut cuts = vec![0];
    for pair in ends.windows(2) {
        cuts.extend([pair[0], pair[0] + 1, (pair[0] + pair[1]) / 2, pair[1] - 1]);
    }
    cuts.push(journal.len());
    for cut in cuts {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(JOURNAL), &journal[..cut]).unwrap();
        let again = run(CONFIG, dir.path(), 2);
        assert!(contents(dir.path()) == expected, "cut at {cut} of {}", journal.len());
        assert_eq!((again.verdict, again.games), (tuned.verdict.clone(), tuned.games));
    }
}

#[test]
fn a_run_that_is_stopped_keeps_what_was_played_and_goes_on() {
    let whole = tempfile::tempdir().unwrap();
    run(CONFIG, whole.path(), 2);
    let dir = tempfile::tempdir().unwrap();
    for games in [1, 150, 300] {
        let stop = AtomicBool::new(false);
        let stopping = Stopping(&stop, games.into());
        let outcome = tuning(CONFIG, &Registry::standard()).run(dir.path(), &stopping, &stop);
        assert!(matches!(outcome, Err(TuneError::Stopped)) || games == 300, "{games}");
    }
    run(CONFIG, dir.path(), 1);
    assert!(contents(dir.path()) == contents(whole.path()));
}

#[test]
fn a_journal_of_another_run_or_a_damaged_one_is_refused_by_its_line() {
    let dir = tempfile::tempdir().unwrap();
    run(CONFIG, dir.path(), 2);
    let stop = AtomicBool::new(false);
    let refused = |text: &str| {
        let outcome = tuning(text, &Registry::standard()).run(dir.path(), &Quiet, &stop);
        outcome.unwrap_err().to_string()
    };
    let other = refused(&CONFIG.replace("games = 240", "games = 250"));
    assert!(other.starts_with("it is of another run: its config differs"), "{other}");
    let path = dir.path().join(JOURNAL);
    let right = fs::read_to_string(&path).unwrap();
    fs::write(&path, right.replacen("\"batch\":{\"number\":0", "\"batch\":{\"nmber\":0", 1)).unwrap();
    let damaged = refused(CONFIG);
    assert!(damaged.starts_with("line 2 "), "{damaged}");
    fs::write(&path, right.replacen("{\"scores\"", "{\"scares\"", 1)).unwrap();
    let damaged = refused(CONFIG);
    assert!(damaged.starts_with("line 3: "), "{damaged}");
}

#[test]
fn no_deal_is_played_for_two_purposes() {
    let dir = tempfile::tempdir().unwrap();
    let lenient = "gain0 = -0.9\ngain1 = -0.4\nheld_out_gain0 = -0.9\nheld_out_gain1 = -0.4";
    let tuned = run(&CONFIG.replace("gain1 = 0.3", lenient), dir.path(), 2);
    let ranges = [&tuned.ranges.search, &tuned.ranges.selection, &tuned.ranges.pool, &tuned.ranges.held_out];
    for (place, one) in ranges.iter().enumerate() {
        assert!(one.start > safari_arena::MAX_DEALS && one.start < one.end, "{tuned:?}");
        assert!(ranges[..place].iter().all(|other| other.end <= one.start), "{tuned:?}");
    }
    // The journal's batches are what the ranges say.
    let mut next = 0;
    for entry in read_journal(&dir.path().join(JOURNAL)).unwrap() {
        if let Entry::Batch { deals, .. } = entry {
            assert_eq!(deals[0], next);
            next = deals[1];
        }
    }
    assert_eq!(tuned.ranges.selection.end - tuned.ranges.search.start, next);
}

#[test]
fn what_is_wrong_in_a_config_is_named_by_line_and_key() {
    let registry = Registry::standard();
    let cases = [
        ("players = 2", "players = 6", "line 3: players is 6, but it must be from 2 to 5"),
        ("\"greedy\"", "\"greed\"", "line 2: agent: agent `greed`: there is no agent `greed`"),
        ("\"racing\"", "\"racin\"", "line 4: optimiser `racin`: there is no optimiser `racin`"),
        (
            "games = 240",
            "gams = 240",
            "line 5: budget: unknown key `gams`, expected `games` or `seconds`; did you mean `games`?",
        ),
        ("games = 240", "games = 240, seconds = 3", "line 5: budget: give either `games` or `seconds`"),
        ("games = 240", "games = 12", "line 4: racing needs a budget of at least 20 evaluations, not 6"),
        (
            "\"meeple\"",
            "\"meple\"",
            "line 7: space.param: `greedy` has no parameter `meple`; did you mean `meeple`?",
        ),
        ("\"growth\"", "\"meeple\"", "there are two dimensions `meeple`"),
        ("\"meeple\"", "\"meeple\"\nmin = 5", "the present setting of `greedy` lies outside"),
        (
            "\"meeple\"",
            "\"meeple\"\nmax = 50",
            "line 8: space.max (`meeple`) is 50, but the parameter is a number from 0 to 20",
        ),
        (
            "\"meeple\"",
            "\"meeple\"\nvalues = [\"a\"]",
            "line 8: space.values (`meeple`): the parameter is a number",
        ),
        ("\"meeple\"", "\"meeple\"\nscale = \"log\"", "line 7: space: dimension `meeple`"),
        ("\"random\"", "\"random-kind\"", "line 13: held_out: `random-kind` is in the pool"),
        ("\"random\"", "\"random\"\nweight = 0", "line 14: held_out.weight is 0, but it must be above 0"),
        ("gain1 = 0.3", "gain1 = -0.3", "line 15: acceptance: gain0 (0) must be below gain1 (-0.3)"),
        ("gain1 = 0.3", "alpha = 0.7", "line 15: acceptance.alpha is 0.7"),
        ("deals = 30", "deals = 0", "line 16: acceptance.deals is 0"),
        ("deals = 30", "dels = 30", "line 16: acceptance: unknown key `dels`"),
    ];
    for (from, to, expected) in cases {
        let text = plain().replacen(from, to, 1);
        let error = TuningConfig::parse(&text, &registry).map(drop).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}\n{error}");
    }
}

#[test]
fn a_parameter_that_is_not_active_has_its_default() {
    let text = plain()
        .replace("\"greedy\"", "\"mcts:iterations=7:c=0.4\"")
        .replace("\"meeple\"", "\"iterations\"\nmin = 2\nmax = 9");
    let config = TuningConfig::parse(&text.replace("\"growth\"", "\"c\""), &Registry::standard()).unwrap();
    assert_eq!(config.base_point.to_string(), "iterations=7:c=0.4");
    let point = config.space.parse("iterations=3:c=0.25").unwrap();
    assert_eq!(config.candidate(&point).to_string(), "mcts:c=0.25:iterations=3");
}

/// Plays `random-kind` by other numbers for each value of its parameter: another play, no other strength.
struct Salted(u32);

impl Agent for Salted {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        for _ in 0..self.0 {
            let _: u64 = ctx.rng.random();
        }
        RandomKind.choose(position, ctx)
    }
}

fn with_salt() -> Registry {
    let mut registry = Registry::standard();
    registry.add(AgentKind {
        name: "salted",
        doc: "random-kind by other numbers",
        params: vec![Param {
            name: "salt",
            domain: Domain::Int(0..=20),
            defaults: [0, 0, 0, 0].map(Value::Int),
            doc: "which numbers",
        }],
        build: |given: &Given, _| match given.get("salt") {
            Some(Value::Int(salt)) => Box::new(Salted(*salt as u32)),
            _ => Box::new(Salted(0)),
        },
    });
    registry
}

#[test]
fn a_parameter_without_effect_is_accepted_no_more_often_than_the_error_says() {
    let registry = with_salt();
    let (mut accepted, mut winners) = (0, 0);
    let runs = 120;
    for seed in 0..runs {
        let text = format!(
            "agent = \"salted\"\nplayers = 2\nseed = {seed}\nbudget = {{ games = 300 }}\n[[space]]\nparam = \"salt\"\n\
             [[pool]]\nagent = \"random-kind\"\n[acceptance]\ngain1 = 0.15\nalpha = 0.1\ndeals = 2000\n"
        );
        let dir = tempfile::tempdir().unwrap();
        let tuned = tuning(&text, &registry).run(dir.path(), &Quiet, &AtomicBool::new(false)).unwrap();
        accepted += u32::from(tuned.verdict.verdict == "accepted");
        winners += u32::from(tuned.verdict.candidate != 0);
        assert_ne!(tuned.verdict.verdict, "undecided", "{:?}", tuned.verdict);
    }
    // Most searches find something that looked better; 21 of 120 is beyond the 99.7th percentile at one in ten.
    assert!(winners > 60 && accepted <= 21, "{accepted} accepted of {winners} winners in {runs} runs");
}
